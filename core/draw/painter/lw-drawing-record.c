// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The painter that records a drawing.

#include "lw-drawing-private.h"

#include <math.h>
#include <string.h>

#define DASHES_MAX 8
/// Largest distance of a stroke's edge from its line, in line widths, for mitred corners (the mitre
/// limit of cairo is 10) and for round ones.
#define MITRE_REACH 5.0
#define ROUND_REACH 0.5
/// Margin for antialiasing and for letters that are moved to whole pixels, px.
#define FRINGE 2.0

typedef struct
{
  cairo_matrix_t matrix;
  double dashes[DASHES_MAX], dash_offset;
  int n_dashes;
  LwCap cap;
  LwJoin join;
  guint n_clips; ///< length of the part of `clips` that is in effect
} State;

typedef struct
{
  LwPainter parent;
  LwDrawing *drawing; ///< borrowed
  State state;
  GArray *saved;      ///< array of State, owned
  GArray *clips;      ///< array of double, owned: matrix, then x, y, width, height of each clip
  GArray *path;       ///< array of double, owned: the current path
  double path_box[4]; ///< px
  cairo_matrix_t path_matrix; ///< matrix of the last segment of the path
  LwDrawingPicture picture;   ///< picture that is being recorded
  int n_groups;               ///< number of open groups
} Recorder;

static const double empty_box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };

static void
add_number (GArray *numbers, double number)
{
  g_array_append_val (numbers, number);
}

static void
add_matrix (GArray *numbers, const cairo_matrix_t *matrix)
{
  const double parts[6] = {
    matrix->xx, matrix->yx, matrix->xy, matrix->yy, matrix->x0, matrix->y0
  };

  g_array_append_vals (numbers, parts, 6);
}

static bool
matrices_are_equal (const cairo_matrix_t *a, const cairo_matrix_t *b)
{
  return a->xx == b->xx && a->yx == b->yx && a->xy == b->xy && a->yy == b->yy && a->x0 == b->x0
         && a->y0 == b->y0;
}

/// Extends `box` (px) by a point in user space.
static void
reach_point (double box[4], const cairo_matrix_t *matrix, double x, double y)
{
  cairo_matrix_transform_point (matrix, &x, &y);
  box[0] = fmin (box[0], x);
  box[1] = fmin (box[1], y);
  box[2] = fmax (box[2], x);
  box[3] = fmax (box[3], y);
}

/// Extends `box` by the corners of a rectangle in user space.
static void
reach_box (double box[4],
           const cairo_matrix_t *matrix,
           double left,
           double top,
           double right,
           double bottom)
{
  reach_point (box, matrix, left, top);
  reach_point (box, matrix, right, top);
  reach_point (box, matrix, left, bottom);
  reach_point (box, matrix, right, bottom);
}

static Recorder *
recorder_of (LwPainter *painter)
{
  return (Recorder *) painter;
}

static void
recorder_free (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  g_array_unref (self->saved);
  g_array_unref (self->clips);
  g_array_unref (self->path);
  g_free (self);
}

static void
recorder_save (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  g_array_append_val (self->saved, self->state);
}

static void
recorder_restore (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  self->state = g_array_index (self->saved, State, self->saved->len - 1);
  g_array_set_size (self->saved, self->saved->len - 1);
  g_array_set_size (self->clips, self->state.n_clips);
}

static void
recorder_transform (LwPainter *painter, const cairo_matrix_t *matrix)
{
  State *state = &recorder_of (painter)->state;

  cairo_matrix_multiply (&state->matrix, matrix, &state->matrix);
}

static void
recorder_clip_rect (LwPainter *painter, double x, double y, double width, double height)
{
  Recorder *self = recorder_of (painter);
  const double box[4] = { x, y, width, height };

  add_matrix (self->clips, &self->state.matrix);
  g_array_append_vals (self->clips, box, 4);
  self->state.n_clips = self->clips->len;
}

static void
recorder_set_dash (LwPainter *painter, const double *dashes, int n, double offset)
{
  State *state = &recorder_of (painter)->state;

  state->n_dashes = n;
  state->dash_offset = n > 0 ? offset : 0.0;
  if (n > 0)
    memcpy (state->dashes, dashes, (size_t) n * sizeof *dashes);
}

static void
recorder_set_cap (LwPainter *painter, LwCap cap)
{
  recorder_of (painter)->state.cap = cap;
}

static void
recorder_set_join (LwPainter *painter, LwJoin join)
{
  recorder_of (painter)->state.join = join;
}

static void
recorder_new_path (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  g_array_set_size (self->path, 0);
  memcpy (self->path_box, empty_box, sizeof empty_box);
}

/// Adds a segment to the path, preceded by the matrix if it differs from the last segment's.
static void
add_part (Recorder *self, int part, const double *parameters, guint n)
{
  const State *state = &self->state;

  if (self->path->len == 0 || !matrices_are_equal (&state->matrix, &self->path_matrix)) {
    self->path_matrix = state->matrix;
    add_number (self->path, LW_DRAWING_MATRIX);
    add_matrix (self->path, &state->matrix);
  }
  add_number (self->path, part);
  g_array_append_vals (self->path, parameters, n);
}

static void
recorder_move_to (LwPainter *painter, double x, double y)
{
  Recorder *self = recorder_of (painter);

  add_part (self, LW_DRAWING_MOVE, (double[]){ x, y }, 2);
  reach_point (self->path_box, &self->state.matrix, x, y);
}

static void
recorder_line_to (LwPainter *painter, double x, double y)
{
  Recorder *self = recorder_of (painter);

  add_part (self, LW_DRAWING_LINE, (double[]){ x, y }, 2);
  reach_point (self->path_box, &self->state.matrix, x, y);
}

static void
recorder_curve_to (LwPainter *painter,
                   double x1,
                   double y1,
                   double x2,
                   double y2,
                   double x3,
                   double y3)
{
  Recorder *self = recorder_of (painter);

  add_part (self, LW_DRAWING_CURVE, (double[]){ x1, y1, x2, y2, x3, y3 }, 6);
  reach_point (self->path_box, &self->state.matrix, x1, y1);
  reach_point (self->path_box, &self->state.matrix, x2, y2);
  reach_point (self->path_box, &self->state.matrix, x3, y3);
}

static void
recorder_arc (LwPainter *painter, double x, double y, double radius, double from, double to)
{
  Recorder *self = recorder_of (painter);

  add_part (self, LW_DRAWING_ARC, (double[]){ x, y, radius, from, to }, 5);
  reach_box (self->path_box, &self->state.matrix, x - radius, y - radius, x + radius, y + radius);
}

static void
recorder_close (LwPainter *painter)
{
  add_part (recorder_of (painter), LW_DRAWING_CLOSE, NULL, 0);
}

static void
begin_picture (Recorder *self)
{
  if (self->n_groups > 0)
    return;
  self->picture.begin = self->drawing->numbers->len;
  memcpy (self->picture.box, empty_box, sizeof empty_box);
}

static guint64
hash_numbers (const double *numbers, guint n)
{
  guint64 hash = n;

  for (guint i = 0; i < n; i++) {
    guint64 bits;

    memcpy (&bits, &numbers[i], sizeof bits);
    hash = (hash ^ bits) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return hash;
}

static void
end_picture (Recorder *self)
{
  LwDrawingPicture *picture = &self->picture;

  if (self->n_groups > 0)
    return;
  picture->end = self->drawing->numbers->len;
  picture->hash = hash_numbers (&g_array_index (self->drawing->numbers, double, picture->begin),
                                picture->end - picture->begin);
  g_array_append_val (self->drawing->pictures, *picture);
}

/// Extends the box of the current picture by `box` (px), enlarged by `reach` (user space) on each
/// side, inside the clip.
static void
cover (Recorder *self, const double box[4], double reach)
{
  const cairo_matrix_t *matrix = &self->state.matrix;
  const double dx = reach * (fabs (matrix->xx) + fabs (matrix->xy)) + FRINGE;
  const double dy = reach * (fabs (matrix->yx) + fabs (matrix->yy)) + FRINGE;
  double visible[4] = { box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy };
  double *all = self->picture.box;

  for (guint i = 0; i < self->clips->len; i += 10) {
    const double *clip = &g_array_index (self->clips, double, i);
    const cairo_matrix_t to_px = { clip[0], clip[1], clip[2], clip[3], clip[4], clip[5] };
    double inside[4];

    memcpy (inside, empty_box, sizeof inside);
    reach_box (inside, &to_px, clip[6], clip[7], clip[6] + clip[8], clip[7] + clip[9]);
    for (int d = 0; d < 2; d++) {
      visible[d] = fmax (visible[d], inside[d] - FRINGE);
      visible[2 + d] = fmin (visible[2 + d], inside[2 + d] + FRINGE);
    }
  }
  if (!(visible[0] < visible[2]) || !(visible[1] < visible[3]))
    return;
  for (int d = 0; d < 2; d++) {
    all[d] = fmin (all[d], visible[d]);
    all[2 + d] = fmax (all[2 + d], visible[2 + d]);
  }
}

/// Adds the operation and the state that it depends on. On replay the clip must precede the path,
/// because clipping replaces the current path, and the state follows the path, whose segments have
/// their own matrices. `path` may be NULL.
static void
add_head (Recorder *self, int operation, const GArray *path)
{
  GArray *numbers = self->drawing->numbers;
  const State *state = &self->state;

  add_number (numbers, operation);
  add_number (numbers, self->clips->len);
  g_array_append_vals (numbers, self->clips->data, self->clips->len);
  add_number (numbers, path != NULL ? path->len : 0);
  if (path != NULL)
    g_array_append_vals (numbers, path->data, path->len);
  add_matrix (numbers, &state->matrix);
  add_number (numbers, state->cap);
  add_number (numbers, state->join);
  add_number (numbers, state->dash_offset);
  add_number (numbers, state->n_dashes);
  g_array_append_vals (numbers, state->dashes, (guint) state->n_dashes);
}

/// Adds a colour. NULL is stored as a colour with zero opacity, which is not drawn either.
static void
add_colour (GArray *numbers, const LwColour *colour)
{
  const LwColour none = { 0.0, 0.0, 0.0, 0.0 };

  if (colour == NULL)
    colour = &none;
  add_number (numbers, colour->red);
  add_number (numbers, colour->green);
  add_number (numbers, colour->blue);
  add_number (numbers, colour->alpha);
}

/// Saves the state, like the other back ends.
static void
recorder_begin_group (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  recorder_save (painter);
  begin_picture (self);
  add_number (self->drawing->numbers, LW_DRAWING_BEGIN_GROUP);
  self->n_groups++;
}

static void
recorder_end_group (LwPainter *painter, double opacity)
{
  Recorder *self = recorder_of (painter);

  recorder_restore (painter);
  self->n_groups--;
  add_number (self->drawing->numbers, LW_DRAWING_END_GROUP);
  add_number (self->drawing->numbers, opacity);
  end_picture (self);
}

static void
recorder_paint (LwPainter *painter, const LwColour *fill, const LwColour *line, double width)
{
  Recorder *self = recorder_of (painter);
  GArray *numbers = self->drawing->numbers;
  const double reach = self->state.join == LW_JOIN_MITRE ? MITRE_REACH : ROUND_REACH;

  if (self->path->len == 0)
    return;
  begin_picture (self);
  add_head (self, LW_DRAWING_PAINT, self->path);
  add_colour (numbers, fill);
  add_colour (numbers, line);
  add_number (numbers, width);
  cover (self, self->path_box, line != NULL ? reach * width : 0.0);
  end_picture (self);
}

static bool
recorder_fill_polygons (LwPainter *painter,
                        const double *points,
                        const guint8 *corners,
                        size_t n,
                        const LwColour *colour)
{
  Recorder *self = recorder_of (painter);
  GArray *numbers = self->drawing->numbers;
  double box[4];
  guint n_points = 0;

  begin_picture (self);
  add_head (self, LW_DRAWING_POLYGONS, NULL);
  add_colour (numbers, colour);
  add_number (numbers, (double) n);
  for (size_t i = 0; i < n; i++) {
    add_number (numbers, corners[i]);
    n_points += corners[i];
  }
  g_array_append_vals (numbers, points, 2 * n_points);
  memcpy (box, empty_box, sizeof box);
  for (guint i = 0; i < n_points; i++)
    reach_point (box, &self->state.matrix, points[2 * i], points[2 * i + 1]);
  cover (self, box, 0.0);
  end_picture (self);
  return true;
}

static bool
recorder_stroke_points (LwPainter *painter,
                        const double *points,
                        size_t n,
                        double width,
                        const double *dashes,
                        int n_dashes,
                        const LwColour *colour)
{
  Recorder *self = recorder_of (painter);
  GArray *numbers = self->drawing->numbers;
  double box[4];

  begin_picture (self);
  add_head (self, LW_DRAWING_POINTS, NULL);
  add_colour (numbers, colour);
  add_number (numbers, width);
  add_number (numbers, n_dashes);
  g_array_append_vals (numbers, dashes, (guint) n_dashes);
  add_number (numbers, (double) n);
  g_array_append_vals (numbers, points, (guint) (2 * n));
  memcpy (box, empty_box, sizeof box);
  for (size_t i = 0; i < n; i++)
    reach_point (box, &self->state.matrix, points[2 * i], points[2 * i + 1]);
  cover (self, box, width);
  end_picture (self);
  return true;
}

static void
recorder_text (LwPainter *painter, double x, double y, const char *text, const LwTextStyle *style)
{
  Recorder *self = recorder_of (painter);
  GArray *numbers = self->drawing->numbers;
  const size_t length = strlen (text);
  PangoLayout *layout = lw_fonts_layout (painter->fonts, text, style);
  const double baseline = pango_layout_get_baseline (layout) / (double) PANGO_SCALE;
  PangoRectangle ink, logical;
  double box[4], shift, left, right, top, bottom;

  begin_picture (self);
  add_head (self, LW_DRAWING_TEXT, NULL);
  add_number (numbers, x);
  add_number (numbers, y);
  add_number (numbers, style->size);
  add_number (numbers, style->weight);
  add_number (numbers, style->italic);
  add_number (numbers, style->tabular);
  add_number (numbers, style->anchor);
  add_colour (numbers, &style->colour);
  add_number (numbers, style->outline);
  add_colour (numbers, &style->outline_colour);
  add_number (numbers, (double) length);
  for (guint i = 0; i < lw_drawing_text_size (length); i++)
    add_number (numbers, 0.0);
  memcpy (&g_array_index (numbers, double, numbers->len - lw_drawing_text_size (length)), text,
          length);

  pango_layout_get_extents (layout, &ink, &logical);
  shift = style->anchor == LW_ANCHOR_START    ? 0.0
          : style->anchor == LW_ANCHOR_MIDDLE ? 0.5 * logical.width / PANGO_SCALE
                                              : 1.0 * logical.width / PANGO_SCALE;
  left = MIN (ink.x, logical.x) / (double) PANGO_SCALE;
  right = MAX (ink.x + ink.width, logical.x + logical.width) / (double) PANGO_SCALE;
  top = MIN (ink.y, logical.y) / (double) PANGO_SCALE;
  bottom = MAX (ink.y + ink.height, logical.y + logical.height) / (double) PANGO_SCALE;
  memcpy (box, empty_box, sizeof box);
  reach_box (box, &self->state.matrix, x - shift + left, y - baseline + top, x - shift + right,
             y - baseline + bottom);
  cover (self, box, 0.5 * style->outline + 1.0);
  end_picture (self);
  // Text replaces the current path, as in the cairo back end.
  recorder_new_path (painter);
}

static const LwPainterClass recorder_class = {
  .free = recorder_free,
  .save = recorder_save,
  .restore = recorder_restore,
  .transform = recorder_transform,
  .clip_rect = recorder_clip_rect,
  .set_dash = recorder_set_dash,
  .set_cap = recorder_set_cap,
  .set_join = recorder_set_join,
  .begin_group = recorder_begin_group,
  .end_group = recorder_end_group,
  .new_path = recorder_new_path,
  .move_to = recorder_move_to,
  .line_to = recorder_line_to,
  .curve_to = recorder_curve_to,
  .arc = recorder_arc,
  .close = recorder_close,
  .paint = recorder_paint,
  .fill_polygons = recorder_fill_polygons,
  .stroke_points = recorder_stroke_points,
  .text = recorder_text,
};

LwPainter *
lw_painter_new_drawing (LwDrawing *drawing, LwFonts *fonts)
{
  Recorder *self = g_new0 (Recorder, 1);

  self->parent.class_ = &recorder_class;
  self->parent.fonts = lw_fonts_ref (fonts);
  self->drawing = drawing;
  cairo_matrix_init_identity (&self->state.matrix);
  self->state.cap = LW_CAP_ROUND;
  self->state.join = LW_JOIN_ROUND;
  self->saved = g_array_new (FALSE, FALSE, sizeof (State));
  self->clips = g_array_new (FALSE, FALSE, sizeof (double));
  self->path = g_array_new (FALSE, FALSE, sizeof (double));
  memcpy (self->path_box, empty_box, sizeof empty_box);
  return &self->parent;
}
