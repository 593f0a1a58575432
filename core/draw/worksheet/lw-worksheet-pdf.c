// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A worksheet as PDF: parts one below the other on A4 pages, none of them divided.

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-formula-layout.h"
#include "lw-lesson-picture.h"
#include "lw-worksheet-private.h"

// Points; 72 are an inch.
#define PAGE_WIDTH LW_WORKSHEET_WIDTH
#define PAGE_HEIGHT LW_WORKSHEET_HEIGHT
#define MARGIN 56.7
#define WIDTH (PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM (PAGE_HEIGHT - MARGIN)
#define TEXT_SIZE 10.5
#define CAPTION_SIZE 9.5
#define SPACE 6.0
#define INDENT 14.0
#define PICTURE_HEIGHT 200.0
#define SQUARES_HEIGHT 160.0
#define PX_PER_POINT 1.3 ///< Scale of pictures, which are drawn in px
#define FORMULA_SIZE 12.0
#define LINE_WIDTH 130.0 ///< for an answer
#define FONT "Cantarell, Inter, sans"

typedef struct
{
  cairo_surface_t *surface;
  GPtrArray *pages; ///< cairo_surface_t, for a printer; NULL for a file
  cairo_t *cairo;
  LwFonts *fonts;
  LwPalette palette;
  double y; ///< place of the next part
  guint page;
  const char *language;
  const LwWorksheetWords *words;
  LwPainter *painter;
} Sheet;

// ---- pages ----------------------------------------------------------------------------------

static void
put_page_number (Sheet *self)
{
  g_autofree char *number = g_strdup_printf ("%u", self->page);
  PangoLayout *layout = pango_cairo_create_layout (self->cairo);
  PangoFontDescription *font = pango_font_description_from_string (FONT);

  pango_font_description_set_absolute_size (font, 8.5 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, number, -1);
  cairo_set_source_rgb (self->cairo, 0.4, 0.4, 0.4);
  cairo_move_to (self->cairo, PAGE_WIDTH - MARGIN, PAGE_HEIGHT - 0.6 * MARGIN);
  pango_cairo_show_layout (self->cairo, layout);
  pango_font_description_free (font);
  g_object_unref (layout);
}

/// Begins a page for a printer.
static void
begin_page (Sheet *self)
{
  const cairo_rectangle_t size = { 0, 0, PAGE_WIDTH, PAGE_HEIGHT };

  self->surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &size);
  self->cairo = cairo_create (self->surface);
}

static void
end_page (Sheet *self)
{
  put_page_number (self);
  cairo_show_page (self->cairo);
  if (self->pages == NULL)
    return;
  cairo_destroy (self->cairo);
  g_ptr_array_add (self->pages, self->surface);
}

/// Makes sure that a part of this height is on one page.
static void
make_room (Sheet *self, double height)
{
  if (self->y + height <= BOTTOM || self->y <= MARGIN)
    return;
  end_page (self);
  if (self->pages != NULL)
    begin_page (self);
  self->page++;
  self->y = MARGIN;
}

// ---- parts ----------------------------------------------------------------------------------

static PangoLayout *
new_layout (Sheet *self, const char *markup, double size, double width)
{
  PangoLayout *layout = pango_cairo_create_layout (self->cairo);
  PangoFontDescription *font = pango_font_description_from_string (FONT);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing (layout, 1.15f);
  pango_layout_set_markup (layout, markup, -1);
  pango_font_description_free (font);
  return layout;
}

static double
layout_height (PangoLayout *layout)
{
  int height;

  pango_layout_get_size (layout, NULL, &height);
  return (double) height / PANGO_SCALE;
}

/// Puts a text with Pango markup; `keep` points below it stay on its page.
static void
put_markup (Sheet *self, const char *markup, double size, double indent, double keep)
{
  PangoLayout *layout = new_layout (self, markup, size, WIDTH - indent);
  const double height = layout_height (layout);

  make_room (self, height + keep);
  cairo_set_source_rgb (self->cairo, 0.11, 0.11, 0.13);
  cairo_move_to (self->cairo, MARGIN + indent, self->y);
  pango_cairo_show_layout (self->cairo, layout);
  self->y += height + SPACE;
  g_object_unref (layout);
}

static char *
dup_markup (Sheet *self, LwLessonText text)
{
  return lw_lesson_dup_markup (lw_lesson_text (text, self->language));
}

/// Puts "<b>Word.</b> text".
static void
put_labelled (Sheet *self, const char *word, LwLessonText text, double indent)
{
  g_autofree char *markup = dup_markup (self, text);
  g_autofree char *all = g_strdup_printf ("<b>%s.</b> %s", word, markup);

  put_markup (self, all, TEXT_SIZE, indent, 0);
}

static LwPainter *
begin_picture (void *data)
{
  Sheet *self = data;

  make_room (self, PICTURE_HEIGHT);
  cairo_save (self->cairo);
  cairo_translate (self->cairo, MARGIN, self->y);
  cairo_rectangle (self->cairo, 0, 0, WIDTH, PICTURE_HEIGHT);
  cairo_clip (self->cairo);
  cairo_scale (self->cairo, 1 / PX_PER_POINT, 1 / PX_PER_POINT);
  self->painter = lw_painter_new_cairo (self->cairo, self->fonts);
  return self->painter;
}

static void
end_picture (Sheet *self, double height)
{
  g_clear_pointer (&self->painter, lw_painter_free);
  cairo_restore (self->cairo);
  self->y += height + SPACE;
}

static void
put_mechanism (Sheet *self, LwMechanism *mechanism)
{
  if (lw_lesson_picture_draw (mechanism, begin_picture, self, &self->palette, WIDTH * PX_PER_POINT,
                              PICTURE_HEIGHT * PX_PER_POINT))
    end_picture (self, PICTURE_HEIGHT);
}

/// Puts a picture of the step, or says what is missing, with its caption.
static void
put_lesson_picture (Sheet *self, const LwLessonPicture *picture)
{
  g_autofree char *caption = dup_markup (self, picture->caption);
  g_autofree char *fault =
    picture->fault != NULL ? g_markup_escape_text (picture->fault, -1) : NULL;

  if (picture->mechanism != NULL)
    put_mechanism (self, picture->mechanism);
  else
    put_markup (self, fault, TEXT_SIZE, INDENT, 0);
  if (*caption != '\0')
    put_markup (self, caption, CAPTION_SIZE, INDENT, 0);
}

static void
put_squares (Sheet *self)
{
  make_room (self, SQUARES_HEIGHT);
  lw_worksheet_draw_squares (begin_picture (self), self->palette.grid_coarse, WIDTH * PX_PER_POINT,
                             SQUARES_HEIGHT * PX_PER_POINT);
  end_picture (self, SQUARES_HEIGHT);
}

static void
put_formula (Sheet *self, const char *formula)
{
  LwFormulaLayout *layout = lw_formula_layout_new (formula, self->fonts, FORMULA_SIZE, WIDTH);
  const double height = lw_formula_layout_get_height (layout);
  LwPainter *painter;

  make_room (self, height);
  painter = lw_painter_new_cairo (self->cairo, self->fonts);
  lw_formula_layout_draw (layout, painter, MARGIN + INDENT, self->y, self->palette.text);
  lw_painter_free (painter);
  lw_formula_layout_free (layout);
  self->y += height + SPACE;
}

// ---- steps ----------------------------------------------------------------------------------

/// Puts the name of a number, a line for it, and its unit.
static void
put_number (Sheet *self, const LwLessonNumber *number)
{
  g_autofree char *label =
    number->label != NULL ? dup_markup (self, number->label) : g_strdup (self->words->result);
  g_autofree char *escaped = g_markup_escape_text (lw_unit_shown (number->unit), -1);
  g_autofree char *markup = g_strdup_printf ("%s:", label);
  PangoLayout *before = new_layout (self, markup, TEXT_SIZE, 0.55 * WIDTH);
  PangoLayout *after = new_layout (self, escaped, TEXT_SIZE, 0.2 * WIDTH);
  const double height = layout_height (before) + 8;
  int width;

  make_room (self, height);
  pango_layout_get_size (before, &width, NULL);
  const double x = MARGIN + INDENT + (double) width / PANGO_SCALE + 8;

  cairo_set_source_rgb (self->cairo, 0.11, 0.11, 0.13);
  cairo_move_to (self->cairo, MARGIN + INDENT, self->y + 6);
  pango_cairo_show_layout (self->cairo, before);
  cairo_move_to (self->cairo, x + LINE_WIDTH + 6, self->y + 6);
  pango_cairo_show_layout (self->cairo, after);
  cairo_set_line_width (self->cairo, 0.6);
  cairo_move_to (self->cairo, x, self->y + height - 1);
  cairo_line_to (self->cairo, x + LINE_WIDTH, self->y + height - 1);
  cairo_stroke (self->cairo);
  self->y += height + SPACE;
  g_object_unref (before);
  g_object_unref (after);
}

static void
put_questions (Sheet *self, const LwLessonStep *step)
{
  for (guint i = 0; i < step->choices->len; i++) {
    g_autofree char *text = dup_markup (self, ((LwLessonChoice *) step->choices->pdata[i])->text);
    g_autofree char *markup = g_strconcat ("☐\u00a0\u00a0", text, NULL);

    put_markup (self, markup, TEXT_SIZE, INDENT, 0);
  }
  for (guint i = 0; i < step->numbers->len; i++)
    put_number (self, &g_array_index (step->numbers, LwLessonNumber, i));
  if (step->drawn != NULL)
    put_squares (self);
}

/// Returns the answers of the model solution.
static char *
dup_answers (Sheet *self, const LwLessonStep *step)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < step->choices->len; i++) {
    const LwLessonChoice *choice = step->choices->pdata[i];
    g_autofree char *markup = dup_markup (self, choice->text);

    if (g_str_equal (choice->id, step->choice))
      g_string_append (text, markup);
  }
  for (guint i = 0; step->solved.numbers != NULL && i < step->numbers->len; i++) {
    const LwLessonNumber *number = &g_array_index (step->numbers, LwLessonNumber, i);
    const char *typed = step->solved.numbers[i];
    g_autofree char *label =
      number->label != NULL ? dup_markup (self, number->label) : g_strdup (self->words->result);
    g_autofree char *shown = g_strdelimit (g_strdup (typed), ".", self->words->decimal_point);
    g_autofree char *escaped = g_markup_escape_text (shown, -1);
    const char *unit = lw_unit_shown (number->unit);
    // A number that was written with a unit has no other one.
    const bool plain = strspn (typed, "-+.eE0123456789") == strlen (typed);

    g_string_append_printf (text, "%s%s: %s%s%s", text->len > 0 ? ", " : "", label, escaped,
                            plain && *unit != '\0' ? " " : "", plain ? unit : "");
  }
  return g_string_free (text, FALSE);
}

static void
put_solution (Sheet *self, const LwLessonStep *step)
{
  g_autofree char *answers = dup_answers (self, step);
  g_autofree char *why = step->why != NULL ? dup_markup (self, step->why) : g_strdup ("");
  g_autofree char *markup = g_strdup_printf ("<b>%s.</b> %s%s%s", self->words->solution, answers,
                                             *answers != '\0' ? "\n" : "", why);

  for (guint i = 0; i < step->hints->len; i++) {
    g_autofree char *word = g_strdup_printf ("%s %u", self->words->hint, i + 1);

    put_labelled (self, word, step->hints->pdata[i], INDENT);
  }
  put_markup (self, markup, TEXT_SIZE, INDENT, 0);
}

static void
put_step (Sheet *self, const LwLessonStep *step, guint number, bool solutions)
{
  g_autofree char *title = dup_markup (self, step->title);
  g_autofree char *heading = g_strdup_printf ("<b>%u\u2002%s</b>", number, title);
  g_autofree char *text = dup_markup (self, step->text);

  self->y += 2 * SPACE;
  put_markup (self, heading, 13, 0, 60);
  put_markup (self, text, TEXT_SIZE, 0, 0);
  for (guint i = 0; i < step->pictures->len; i++)
    put_lesson_picture (self, step->pictures->pdata[i]);
  for (guint i = 0; step->formulas != NULL && step->formulas[i] != NULL; i++) {
    g_autofree char *formula =
      lw_lesson_fill_formula (step->formulas[i], self->words->decimal_point, NULL, NULL);

    put_formula (self, formula);
  }
  if (step->start != NULL)
    put_mechanism (self, step->start);
  put_labelled (self, self->words->task, step->task, 0);
  put_questions (self, step);
  if (solutions)
    put_solution (self, step);
}

// ---- file -----------------------------------------------------------------------------------

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/// Puts title, goal, and lines for name and date.
static void
put_head (Sheet *self, const LwLesson *lesson, bool solutions)
{
  g_autofree char *title = dup_markup (self, lw_lesson_get_title (lesson));
  g_autofree char *heading = g_strdup_printf ("<b>%s</b>", title);
  g_autofree char *goal = dup_markup (self, lw_lesson_get_goal (lesson));
  g_autofree char *who =
    g_strdup_printf ("%s: ______________________________     %s: ______________", self->words->name,
                     self->words->date);

  put_markup (self, heading, 19, 0, 0);
  put_markup (self, goal, TEXT_SIZE, 0, 0);
  if (!solutions)
    put_markup (self, who, TEXT_SIZE, 0, 0);
}

static Sheet
begin_sheet (const char *language)
{
  Sheet self = { .language = language,
                 .words = lw_worksheet_find_words (language),
                 .fonts = lw_fonts_new (NULL),
                 .y = MARGIN,
                 .page = 1 };

  lw_fonts_set_exact (self.fonts, true);
  lw_palette_init (&self.palette, false, false);
  return self;
}

static void
put_lesson (Sheet *self, const LwLesson *lesson, bool solutions)
{
  put_head (self, lesson, solutions);
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++)
    put_step (self, lw_lesson_get_step (lesson, i), i + 1, solutions);
  end_page (self);
}

GPtrArray *
lw_worksheet_new_pages (const LwLesson *lesson, const char *language, bool solutions)
{
  Sheet self = begin_sheet (language);

  self.pages = g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_surface_destroy);
  begin_page (&self);
  put_lesson (&self, lesson, solutions);
  lw_fonts_unref (self.fonts);
  return self.pages;
}

GBytes *
lw_worksheet_new_pdf (const LwLesson *lesson, const char *language, bool solutions, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  Sheet self = begin_sheet (language);
  g_autofree char *title =
    lw_lesson_dup_plain (lw_lesson_text (lw_lesson_get_title (lesson), language));
  cairo_status_t status;

  self.surface = cairo_pdf_surface_create_for_stream (append_cb, bytes, PAGE_WIDTH, PAGE_HEIGHT);
  // Equal lessons give equal bytes.
  cairo_pdf_surface_set_metadata (self.surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                  "1970-01-01T00:00:00Z");
  cairo_pdf_surface_set_metadata (self.surface, CAIRO_PDF_METADATA_TITLE, title);
  self.cairo = cairo_create (self.surface);
  put_lesson (&self, lesson, solutions);
  status = cairo_status (self.cairo);
  cairo_destroy (self.cairo);
  cairo_surface_finish (self.surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (self.surface);
  cairo_surface_destroy (self.surface);
  lw_fonts_unref (self.fonts);
  if (status != CAIRO_STATUS_SUCCESS) {
    g_byte_array_unref (bytes);
    g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The worksheet could not be written: %s."),
                 cairo_status_to_string (status));
    return NULL;
  }
  return g_byte_array_free_to_bytes (bytes);
}
