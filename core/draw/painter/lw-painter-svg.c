// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The painter as SVG. cairo 1.16's own SVG surface turns text into outlines; here text remains
// text, so that it can be searched, edited and displayed in the reader's font. Paths are written in
// the coordinates of the page, numbers with two decimals, independent of the locale.

#include "lw-painter-private.h"

#include <math.h>

typedef struct
{
  cairo_matrix_t matrix;
  double dashes[8];
  int n_dashes;
  double dash_offset;
  LwCap cap;
  LwJoin join;
  int open_clips; ///< number of <g> elements to close when this state is left
} State;

typedef struct
{
  LwPainter parent;
  GPtrArray *outputs; ///< array of GString: the document and its open groups
  GArray *states;     ///< array of State; the last one is current
  GString *path;
  int clips; ///< counter for unique ids
} SvgPainter;

static State *
state (LwPainter *self)
{
  GArray *states = ((SvgPainter *) self)->states;

  return &g_array_index (states, State, states->len - 1);
}

static GString *
output (LwPainter *self)
{
  GPtrArray *outputs = ((SvgPainter *) self)->outputs;

  return g_ptr_array_index (outputs, outputs->len - 1);
}

static void
append_number (GString *string, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (buffer, sizeof buffer, "%.2f", value);
  for (end = buffer + strlen (buffer); end[-1] == '0'; end--)
    ;
  if (end[-1] == '.')
    end--;
  *end = '\0';
  g_string_append (string, strcmp (buffer, "-0") == 0 ? "0" : buffer);
}

static void
append_attribute (GString *string, const char *name, double value)
{
  g_string_append_printf (string, " %s=\"", name);
  append_number (string, value);
  g_string_append_c (string, '"');
}

static void
append_colour (GString *string, const char *name, const LwColour *colour)
{
  g_string_append_printf (string, " %s=\"#%02X%02X%02X\"", name,
                          (unsigned) lround (CLAMP (colour->red, 0.0, 1.0) * 255.0),
                          (unsigned) lround (CLAMP (colour->green, 0.0, 1.0) * 255.0),
                          (unsigned) lround (CLAMP (colour->blue, 0.0, 1.0) * 255.0));
  if (colour->alpha < 1.0) {
    g_autofree char *opacity = g_strconcat (name, "-opacity", NULL);
    append_attribute (string, opacity, colour->alpha);
  }
}

static void
append_escaped (GString *string, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (string, escaped);
}

/// Appends a command and points, given in the current coordinates, to the path.
static void
append_points (LwPainter *self, char command, const double *points, int n)
{
  GString *path = ((SvgPainter *) self)->path;

  g_string_append_c (path, command);
  for (int i = 0; i < n; i++) {
    double x = points[2 * i], y = points[2 * i + 1];

    cairo_matrix_transform_point (&state (self)->matrix, &x, &y);
    if (i > 0)
      g_string_append_c (path, ' ');
    append_number (path, x);
    g_string_append_c (path, ' ');
    append_number (path, y);
  }
}

/// Returns the factor from lengths in the current coordinates to lengths on the page.
static double
magnification (LwPainter *self)
{
  const cairo_matrix_t *m = &state (self)->matrix;

  return sqrt (fabs (m->xx * m->yy - m->xy * m->yx));
}

static void
close_clips (LwPainter *self)
{
  for (; state (self)->open_clips > 0; state (self)->open_clips--)
    g_string_append (output (self), "</g>\n");
}

static void
svg_painter_free (LwPainter *self)
{
  SvgPainter *svg = (SvgPainter *) self;

  g_ptr_array_unref (svg->outputs);
  g_array_unref (svg->states);
  g_string_free (svg->path, TRUE);
  g_free (svg);
}

static void
svg_painter_save (LwPainter *self)
{
  State copy = *state (self);

  copy.open_clips = 0;
  g_array_append_val (((SvgPainter *) self)->states, copy);
}

static void
svg_painter_restore (LwPainter *self)
{
  GArray *states = ((SvgPainter *) self)->states;

  g_return_if_fail (states->len > 1);
  close_clips (self);
  g_array_set_size (states, states->len - 1);
}

static void
svg_painter_transform (LwPainter *self, const cairo_matrix_t *matrix)
{
  cairo_matrix_multiply (&state (self)->matrix, matrix, &state (self)->matrix);
}

static void
svg_painter_new_path (LwPainter *self)
{
  g_string_truncate (((SvgPainter *) self)->path, 0);
}

static void
svg_painter_move_to (LwPainter *self, double x, double y)
{
  append_points (self, 'M', (const double[]){ x, y }, 1);
}

static void
svg_painter_line_to (LwPainter *self, double x, double y)
{
  append_points (self, ((SvgPainter *) self)->path->len == 0 ? 'M' : 'L', (const double[]){ x, y },
                 1);
}

static void
svg_painter_curve_to (LwPainter *self,
                      double x1,
                      double y1,
                      double x2,
                      double y2,
                      double x3,
                      double y3)
{
  append_points (self, 'C', (const double[]){ x1, y1, x2, y2, x3, y3 }, 3);
}

/// Draws an arc as cubic curves of at most a quarter turn, so that any transformation can be
/// applied to them.
static void
svg_painter_arc (LwPainter *self, double x, double y, double radius, double from, double to)
{
  const int pieces = MAX (1, (int) ceil (fabs (to - from) / (0.5 * G_PI) - 1e-9));
  const double step = (to - from) / pieces;
  const double handle = 4.0 / 3.0 * tan (step / 4.0) * radius;

  svg_painter_line_to (self, x + radius * cos (from), y + radius * sin (from));
  for (int i = 0; i < pieces; i++) {
    const double a = from + i * step, b = a + step;
    const double ax = x + radius * cos (a), ay = y + radius * sin (a);
    const double bx = x + radius * cos (b), by = y + radius * sin (b);

    svg_painter_curve_to (self, ax - handle * sin (a), ay + handle * cos (a), bx + handle * sin (b),
                          by - handle * cos (b), bx, by);
  }
}

static void
svg_painter_close (LwPainter *self)
{
  g_string_append_c (((SvgPainter *) self)->path, 'Z');
}

static void
svg_painter_clip_rect (LwPainter *self, double x, double y, double width, double height)
{
  SvgPainter *svg = (SvgPainter *) self;
  GString *document = output (self);

  svg_painter_new_path (self);
  lw_painter_rect (self, x, y, width, height);
  svg->clips++;
  g_string_append_printf (document, "<clipPath id=\"clip%d\"><path d=\"%s\"/></clipPath>\n",
                          svg->clips, svg->path->str);
  g_string_append_printf (document, "<g clip-path=\"url(#clip%d)\">\n", svg->clips);
  state (self)->open_clips++;
  svg_painter_new_path (self);
}

static void
svg_painter_set_dash (LwPainter *self, const double *dashes, int n, double offset)
{
  State *current = state (self);

  current->n_dashes = n;
  current->dash_offset = offset;
  for (int i = 0; i < n; i++)
    current->dashes[i] = dashes[i];
}

static void
svg_painter_set_cap (LwPainter *self, LwCap cap)
{
  state (self)->cap = cap;
}

static void
svg_painter_set_join (LwPainter *self, LwJoin join)
{
  state (self)->join = join;
}

static void
svg_painter_begin_group (LwPainter *self)
{
  svg_painter_save (self);
  g_ptr_array_add (((SvgPainter *) self)->outputs, g_string_new (NULL));
}

static void
svg_painter_end_group (LwPainter *self, double opacity)
{
  GPtrArray *outputs = ((SvgPainter *) self)->outputs;
  GString *group;

  g_return_if_fail (outputs->len > 1);
  svg_painter_restore (self);
  group = g_ptr_array_steal_index (outputs, outputs->len - 1);
  g_string_append (output (self), "<g");
  append_attribute (output (self), "opacity", opacity);
  g_string_append_printf (output (self), ">\n%s</g>\n", group->str);
  g_string_free (group, TRUE);
}

static void
append_stroke (LwPainter *self, GString *document, const LwColour *line, double width)
{
  const State *current = state (self);
  const double scale = magnification (self);

  append_colour (document, "stroke", line);
  append_attribute (document, "stroke-width", width * scale);
  if (current->cap == LW_CAP_ROUND)
    g_string_append (document, " stroke-linecap=\"round\"");
  if (current->join == LW_JOIN_ROUND)
    g_string_append (document, " stroke-linejoin=\"round\"");
  if (current->n_dashes > 0) {
    g_string_append (document, " stroke-dasharray=\"");
    for (int i = 0; i < current->n_dashes; i++) {
      if (i > 0)
        g_string_append_c (document, ' ');
      append_number (document, current->dashes[i] * scale);
    }
    g_string_append_c (document, '"');
    if (current->dash_offset != 0.0)
      append_attribute (document, "stroke-dashoffset", current->dash_offset * scale);
  }
}

static void
svg_painter_paint (LwPainter *self, const LwColour *fill, const LwColour *line, double width)
{
  GString *document = output (self);
  const GString *path = ((SvgPainter *) self)->path;
  const bool filled = fill != NULL && fill->alpha > 0.0;
  const bool stroked = line != NULL && line->alpha > 0.0 && width > 0.0;

  if (path->len == 0 || (!filled && !stroked))
    return;
  g_string_append_printf (document, "<path d=\"%s\"", path->str);
  if (filled)
    append_colour (document, "fill", fill);
  else
    g_string_append (document, " fill=\"none\"");
  if (stroked)
    append_stroke (self, document, line, width);
  g_string_append (document, "/>\n");
}

static void
svg_painter_text (LwPainter *self, double x, double y, const char *text, const LwTextStyle *style)
{
  GString *document = output (self);
  const cairo_matrix_t *m = &state (self)->matrix;
  static const char *const anchors[] = { "start", "middle", "end" };

  g_string_append (document, "<text");
  if (m->xx == 1.0 && m->yy == 1.0 && m->xy == 0.0 && m->yx == 0.0) {
    append_attribute (document, "x", x + m->x0);
    append_attribute (document, "y", y + m->y0);
  } else {
    char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];
    char c[G_ASCII_DTOSTR_BUF_SIZE], d[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd (a, sizeof a, "%.6g", m->xx);
    g_ascii_formatd (b, sizeof b, "%.6g", m->yx);
    g_ascii_formatd (c, sizeof c, "%.6g", m->xy);
    g_ascii_formatd (d, sizeof d, "%.6g", m->yy);
    cairo_matrix_transform_point (m, &x, &y);
    g_string_append_printf (document, " transform=\"matrix(%s %s %s %s ", a, b, c, d);
    append_number (document, x);
    g_string_append_c (document, ' ');
    append_number (document, y);
    g_string_append (document, ")\"");
  }
  append_attribute (document, "font-size", style->size);
  append_colour (document, "fill", &style->colour);
  if (style->weight != 400)
    g_string_append_printf (document, " font-weight=\"%d\"", style->weight);
  if (style->italic)
    g_string_append (document, " font-style=\"italic\"");
  if (style->tabular)
    g_string_append (document, " style=\"font-variant-numeric:tabular-nums\"");
  if (style->anchor != LW_ANCHOR_START)
    g_string_append_printf (document, " text-anchor=\"%s\"", anchors[style->anchor]);
  if (style->outline > 0.0) {
    append_colour (document, "stroke", &style->outline_colour);
    append_attribute (document, "stroke-width", style->outline);
    g_string_append (document, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
  }
  g_string_append_c (document, '>');
  append_escaped (document, text);
  g_string_append (document, "</text>\n");
}

static const LwPainterClass svg_painter_class = {
  .free = svg_painter_free,
  .save = svg_painter_save,
  .restore = svg_painter_restore,
  .transform = svg_painter_transform,
  .clip_rect = svg_painter_clip_rect,
  .set_dash = svg_painter_set_dash,
  .set_cap = svg_painter_set_cap,
  .set_join = svg_painter_set_join,
  .begin_group = svg_painter_begin_group,
  .end_group = svg_painter_end_group,
  .new_path = svg_painter_new_path,
  .move_to = svg_painter_move_to,
  .line_to = svg_painter_line_to,
  .curve_to = svg_painter_curve_to,
  .arc = svg_painter_arc,
  .close = svg_painter_close,
  .paint = svg_painter_paint,
  .text = svg_painter_text,
};

static void
free_string (gpointer data)
{
  g_string_free (data, TRUE);
}

static void
append_head (LwPainter *self,
             double width_px,
             double height_px,
             double px_in_mm,
             const char *title,
             const char *description)
{
  GString *document = output (self);

  g_string_append (document, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  append_number (document, width_px * px_in_mm);
  g_string_append (document, "mm\" height=\"");
  append_number (document, height_px * px_in_mm);
  g_string_append (document, "mm\" viewBox=\"0 0 ");
  append_number (document, width_px);
  g_string_append_c (document, ' ');
  append_number (document, height_px);
  g_string_append (document, "\" font-family=\"");
  append_escaped (document, lw_fonts_get_family (self->fonts));
  g_string_append (document, "\">\n");
  if (title != NULL) {
    g_string_append (document, "<title>");
    append_escaped (document, title);
    g_string_append (document, "</title>\n");
  }
  if (description != NULL) {
    g_string_append (document, "<desc>");
    append_escaped (document, description);
    g_string_append (document, "</desc>\n");
  }
}

LwPainter *
lw_painter_new_svg (double width_px,
                    double height_px,
                    double px_in_mm,
                    const char *title,
                    const char *description,
                    LwFonts *fonts)
{
  SvgPainter *self = g_new0 (SvgPainter, 1);
  State first = { .cap = LW_CAP_ROUND, .join = LW_JOIN_ROUND };

  self->parent.class_ = &svg_painter_class;
  self->parent.fonts = lw_fonts_ref (fonts);
  self->outputs = g_ptr_array_new_with_free_func (free_string);
  g_ptr_array_add (self->outputs, g_string_new (NULL));
  self->states = g_array_new (FALSE, FALSE, sizeof (State));
  self->path = g_string_new (NULL);
  cairo_matrix_init_identity (&first.matrix);
  g_array_append_val (self->states, first);
  append_head (&self->parent, width_px, height_px, px_in_mm, title, description);
  return &self->parent;
}

GString *
lw_painter_svg_finish (LwPainter *self)
{
  GString *document;

  g_return_val_if_fail (self->class_ == &svg_painter_class, NULL);
  while (((SvgPainter *) self)->states->len > 1)
    svg_painter_restore (self);
  close_clips (self);
  document = output (self);
  g_string_append (document, "</svg>\n");
  return g_string_new_len (document->str, (gssize) document->len);
}
