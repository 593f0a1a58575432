// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-worksheet.h"

#include <math.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-formula-layout.h"
#include "lw-lesson-check.h"
#include "lw-lesson-picture.h"
#include "lw-worksheet-private.h"

#define PICTURE_WIDTH 560.0 ///< px
#define PICTURE_HEIGHT 300.0
#define FORMULA_SIZE 15.0
#define FORMULA_WIDTH 560.0
#define SHEET_HEIGHT 220.0
#define SQUARE 20.0

static const LwWorksheetWords words[] = {
  { "en", "Name", "Date", "Task", "Result", "Hint", "Solution", "Draw here", '.' },
  { "de", "Name", "Datum", "Aufgabe", "Ergebnis", "Hinweis", "Lösung", "Hier zeichnen", ',' },
  { "fr", "Nom", "Date", "Exercice", "Résultat", "Indice", "Solution", "Dessiner ici", ',' },
};

typedef struct
{
  GString *html;
  const LwLesson *lesson;
  const char *language;
  const LwWorksheetWords *words;
  LwFonts *fonts;
  LwPalette palette;
  LwPainter *painter; ///< draws the picture in progress
} Page;

static const char style[] =
  "body{font:11pt/1.45 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#1d1d20;"
  "background:#fff}h1{font-size:19pt;margin:0}h2{font-size:13pt;margin:1.6em 0 .3em}"
  ".goal{color:#555;margin:.2em 0 1em}.who span{display:inline-block;min-width:18em;"
  "border-bottom:1px solid #777;margin-right:2em}section{break-inside:avoid}"
  ".task{border-left:3px solid #1c71d8;padding-left:.8em;margin:.8em 0}"
  ".caption{color:#555;font-size:10pt;margin-top:0}.fault{color:#a51d2d}"
  ".answer{margin:.5em 0}.answer i{display:inline-block;min-width:9em;border-bottom:1px solid #777}"
  "ul{list-style:none;padding-left:0}li::before{content:'\\2610\\00a0'}"
  ".solution{background:#eef6ee;padding:.5em .8em;border-radius:6px}img{max-width:100%}"
  "@media print{body{margin:0 auto}}";

// ---- texts ----------------------------------------------------------------------------------

static void
put_escaped (Page *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (self->html, escaped);
}

/// Appends a text with its marks as HTML.
static void
put_text (Page *self, LwLessonText text)
{
  g_autofree char *markup = lw_lesson_dup_markup (lw_lesson_text (text, self->language));
  g_autoptr (GString) html = g_string_new (markup);

  g_string_replace (html, "tt>", "code>", 0);
  g_string_replace (html, "\n", "<br>\n", 0);
  g_string_append (self->html, html->str);
}

static void
put_paragraph (Page *self, const char *css_class, LwLessonText text)
{
  g_string_append_printf (self->html, "<p class=\"%s\">", css_class);
  put_text (self, text);
  g_string_append (self->html, "</p>\n");
}

static void
put_unit (Page *self, const char *unit)
{
  const char *shown = lw_unit_shown (unit);

  if (*shown != '\0') {
    g_string_append_c (self->html, ' ');
    put_escaped (self, shown);
  }
}

// ---- pictures -------------------------------------------------------------------------------

/// Appends a picture; takes ownership of the painter. As an image each picture has its own names.
static void
put_picture (Page *self, LwPainter *painter, double width, double height, const char *description)
{
  g_autoptr (GString) svg = lw_painter_svg_finish (painter);
  g_autofree char *data = g_base64_encode ((const guchar *) svg->str, svg->len);

  lw_painter_free (painter);
  g_string_append_printf (self->html, "<p><img width=\"%.0f\" height=\"%.0f\" alt=\"", width,
                          height);
  put_escaped (self, description);
  g_string_append_printf (self->html, "\" src=\"data:image/svg+xml;base64,%s\"></p>\n", data);
}

static LwPainter *
new_painter (Page *self, double width, double height, const char *title)
{
  return lw_painter_new_svg (width, height, 25.4 / 96, title, NULL, self->fonts);
}

static void
put_formula (Page *self, const char *formula)
{
  LwFormulaLayout *layout =
    lw_formula_layout_new (formula, self->fonts, FORMULA_SIZE, FORMULA_WIDTH);
  g_autofree char *plain = lw_formula_dup_plain (formula);
  const double width = ceil (lw_formula_layout_get_width (layout)) + 2;
  const double height = ceil (lw_formula_layout_get_height (layout)) + 2;
  LwPainter *painter = new_painter (self, width, height, plain);

  lw_formula_layout_draw (layout, painter, 1, 1, self->palette.text);
  lw_formula_layout_free (layout);
  put_picture (self, painter, width, height, plain);
}

void
lw_worksheet_draw_squares (LwPainter *painter, LwColour colour, double width, double height)
{
  for (double x = 0.5; x < width; x += SQUARE) {
    lw_painter_line (painter, x, 0, x, height);
    lw_painter_stroke (painter, colour, 1);
  }
  for (double y = 0.5; y < height; y += SQUARE) {
    lw_painter_line (painter, 0, y, width, y);
    lw_painter_stroke (painter, colour, 1);
  }
}

static LwPainter *
begin_picture (void *data)
{
  Page *self = data;

  self->painter = new_painter (self, PICTURE_WIDTH, PICTURE_HEIGHT, NULL);
  return self->painter;
}

/// Draws the mechanism at its start; nothing if it is empty or cannot be compiled.
static void
put_mechanism (Page *self, LwMechanism *mechanism)
{
  if (lw_lesson_picture_draw (mechanism, begin_picture, self, &self->palette, PICTURE_WIDTH,
                              PICTURE_HEIGHT))
    put_picture (self, self->painter, PICTURE_WIDTH, PICTURE_HEIGHT,
                 lw_mechanism_get_title (mechanism));
}

/// Draws a picture of the step, or says what is missing, with its caption.
static void
put_lesson_picture (Page *self, const LwLessonPicture *picture)
{
  if (picture->mechanism != NULL)
    put_mechanism (self, picture->mechanism);
  else {
    g_string_append (self->html, "<p class=\"fault\">");
    put_escaped (self, picture->fault);
    g_string_append (self->html, "</p>\n");
  }
  if (picture->caption != NULL)
    put_paragraph (self, "caption", picture->caption);
}

/// Draws an empty sheet of squares for a curve.
static void
put_sheet (Page *self)
{
  LwPainter *painter = new_painter (self, PICTURE_WIDTH, SHEET_HEIGHT, self->words->draw);

  lw_worksheet_draw_squares (painter, self->palette.grid_coarse, PICTURE_WIDTH, SHEET_HEIGHT);
  put_picture (self, painter, PICTURE_WIDTH, SHEET_HEIGHT, self->words->draw);
}

// ---- steps ----------------------------------------------------------------------------------

static void
put_number_label (Page *self, const LwLessonNumber *number)
{
  if (number->label != NULL)
    put_text (self, number->label);
  else
    put_escaped (self, self->words->result);
  g_string_append (self->html, ": ");
}

/// Appends lines and boxes to be filled in.
static void
put_questions (Page *self, const LwLessonStep *step)
{
  if (step->choices->len > 0)
    g_string_append (self->html, "<ul>\n");
  for (guint i = 0; i < step->choices->len; i++) {
    g_string_append (self->html, "<li>");
    put_text (self, ((LwLessonChoice *) step->choices->pdata[i])->text);
    g_string_append (self->html, "</li>\n");
  }
  if (step->choices->len > 0)
    g_string_append (self->html, "</ul>\n");
  for (guint i = 0; i < step->numbers->len; i++) {
    const LwLessonNumber *number = &g_array_index (step->numbers, LwLessonNumber, i);

    g_string_append (self->html, "<p class=\"answer\">");
    put_number_label (self, number);
    g_string_append (self->html, "<i></i>");
    put_unit (self, number->unit);
    g_string_append (self->html, "</p>\n");
  }
  if (step->drawn != NULL)
    put_sheet (self);
}

static void
put_solution (Page *self, const LwLessonStep *step)
{
  const LwLessonAnswers *solved = &step->solved;

  for (guint i = 0; i < step->hints->len; i++) {
    g_string_append_printf (self->html, "<p class=\"hint\"><b>%s %u.</b> ", self->words->hint,
                            i + 1);
    put_text (self, step->hints->pdata[i]);
    g_string_append (self->html, "</p>\n");
  }
  g_string_append_printf (self->html, "<div class=\"solution\"><b>%s.</b> ", self->words->solution);
  for (guint i = 0; i < step->choices->len; i++) {
    const LwLessonChoice *choice = step->choices->pdata[i];

    if (g_str_equal (choice->id, step->choice))
      put_text (self, choice->text);
  }
  for (guint i = 0; solved->numbers != NULL && i < step->numbers->len; i++) {
    const LwLessonNumber *number = &g_array_index (step->numbers, LwLessonNumber, i);

    g_string_append (self->html, i > 0 ? ", " : " ");
    put_number_label (self, number);
    g_autofree char *shown =
      g_strdelimit (g_strdup (solved->numbers[i]), ".", self->words->decimal_point);

    put_escaped (self, shown);
    // A number that was written with a unit has no other one.
    if (strspn (solved->numbers[i], "-+.eE0123456789") == strlen (solved->numbers[i]))
      put_unit (self, number->unit);
  }
  if (step->why != NULL) {
    g_string_append (self->html, "<br>\n");
    put_text (self, step->why);
  }
  g_string_append (self->html, "</div>\n");
}

static void
put_step (Page *self, guint index, bool solutions)
{
  const LwLessonStep *step = lw_lesson_get_step (self->lesson, index);

  g_string_append_printf (self->html, "<section>\n<h2>%u&ensp;", index + 1);
  put_text (self, step->title);
  g_string_append (self->html, "</h2>\n");
  put_paragraph (self, "text", step->text);
  for (guint i = 0; i < step->pictures->len; i++)
    put_lesson_picture (self, step->pictures->pdata[i]);
  for (guint i = 0; step->formulas != NULL && step->formulas[i] != NULL; i++) {
    g_autofree char *formula =
      lw_lesson_fill_formula (step->formulas[i], self->words->decimal_point, NULL, NULL);

    put_formula (self, formula);
  }
  if (step->start != NULL)
    put_mechanism (self, step->start);
  g_string_append_printf (self->html, "<div class=\"task\"><b>%s.</b> ", self->words->task);
  put_text (self, step->task);
  g_string_append (self->html, "</div>\n");
  put_questions (self, step);
  if (solutions)
    put_solution (self, step);
  g_string_append (self->html, "</section>\n");
}

const LwWorksheetWords *
lw_worksheet_find_words (const char *language)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (words[i].language, language) == 0)
      return &words[i];
  return &words[0];
}

GString *
lw_worksheet_new (const LwLesson *lesson, const char *language, bool solutions)
{
  Page self = {
    .html = g_string_new ("<!DOCTYPE html>\n"),
    .lesson = lesson,
    .language = language,
    .words = lw_worksheet_find_words (language),
    .fonts = lw_fonts_new (NULL),
  };

  g_autofree char *title =
    lw_lesson_dup_plain (lw_lesson_text (lw_lesson_get_title (lesson), language));

  lw_fonts_set_exact (self.fonts, true);
  lw_palette_init (&self.palette, false, false);
  g_string_append_printf (self.html,
                          "<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
                          self.words->language);
  put_escaped (&self, title);
  g_string_append_printf (self.html, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>", style);
  put_text (&self, lw_lesson_get_title (lesson));
  g_string_append (self.html, "</h1>\n");
  put_paragraph (&self, "goal", lw_lesson_get_goal (lesson));
  if (!solutions)
    g_string_append_printf (self.html, "<p class=\"who\"><span>%s:</span><span>%s:</span></p>\n",
                            self.words->name, self.words->date);
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++)
    put_step (&self, i, solutions);
  g_string_append (self.html, "</body>\n</html>\n");
  lw_fonts_unref (self.fonts);
  return self.html;
}
