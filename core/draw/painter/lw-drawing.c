// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drawing is a list of pictures, each of which is drawn on its own: a path that is painted, a
// text, many polygons, or a group. Picture by picture stand numbers: what is done, the state of the
// painter that it depends on, and the shape. Two pictures are the same when their numbers are.

#include "lw-drawing.h"

#include <math.h>
#include <string.h>

#include "lw-painter-private.h"

#define DASHES_MAX 8
/// How far a sharp corner reaches, in widths of the line (the mitre limit of cairo is 10), and a
/// round one.
#define MITRE_REACH 5.0
#define ROUND_REACH 0.5
/// Smoothing, and letters that are moved to whole pixels, px.
#define FRINGE 2.0

typedef struct
{
  guint64 hash;
  guint begin, end; ///< in the numbers
  double box[4];    ///< px
} Picture;

struct _LwDrawing
{
  GArray *numbers;
  GArray *pictures;
};

/// What begins a run of numbers.
enum
{
  PAINT,
  POLYGONS,
  POINTS,
  TEXT,
  BEGIN_GROUP,
  END_GROUP,
};

/// The parts of a path.
enum
{
  MATRIX,
  MOVE,
  LINE,
  CURVE,
  ARC,
  CLOSE,
};

LwDrawing *
lw_drawing_new (void)
{
  LwDrawing *self = g_new0 (LwDrawing, 1);

  self->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  self->pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  return self;
}

void
lw_drawing_free (LwDrawing *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->numbers);
  g_array_unref (self->pictures);
  g_free (self);
}

guint
lw_drawing_get_n (const LwDrawing *self)
{
  return self->pictures->len;
}

static const double *
numbers_of (const LwDrawing *self)
{
  return (const double *) (const void *) self->numbers->data;
}

static const Picture *
picture_at (const LwDrawing *self, guint i)
{
  return &g_array_index (self->pictures, Picture, i);
}

// ---- recording ------------------------------------------------------------------------------

typedef struct
{
  cairo_matrix_t matrix;
  double dashes[DASHES_MAX], dash_offset;
  int n_dashes;
  LwCap cap;
  LwJoin join;
  guint n_clips; ///< numbers of `clips`
} State;

typedef struct
{
  LwPainter parent;
  LwDrawing *drawing; ///< Borrowed
  State state;
  GArray *saved; ///< of State
  GArray *clips; ///< matrix and box of each
  GArray *path;
  double path_box[4];
  cairo_matrix_t path_matrix; ///< of what the path ends with
  Picture picture;            ///< being made
  int n_groups;               ///< that are open
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

static void
reach_point (double box[4], const cairo_matrix_t *matrix, double x, double y)
{
  cairo_matrix_transform_point (matrix, &x, &y);
  box[0] = fmin (box[0], x);
  box[1] = fmin (box[1], y);
  box[2] = fmax (box[2], x);
  box[3] = fmax (box[3], y);
}

/// The corners of a box about x, y.
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

static void
add_part (Recorder *self, int part, const double *parameters, guint n)
{
  const State *state = &self->state;

  if (self->path->len == 0 || !matrices_are_equal (&state->matrix, &self->path_matrix)) {
    self->path_matrix = state->matrix;
    add_number (self->path, MATRIX);
    add_matrix (self->path, &state->matrix);
  }
  add_number (self->path, part);
  g_array_append_vals (self->path, parameters, n);
}

static void
recorder_move_to (LwPainter *painter, double x, double y)
{
  Recorder *self = recorder_of (painter);

  add_part (self, MOVE, (double[]){ x, y }, 2);
  reach_point (self->path_box, &self->state.matrix, x, y);
}

static void
recorder_line_to (LwPainter *painter, double x, double y)
{
  Recorder *self = recorder_of (painter);

  add_part (self, LINE, (double[]){ x, y }, 2);
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

  add_part (self, CURVE, (double[]){ x1, y1, x2, y2, x3, y3 }, 6);
  reach_point (self->path_box, &self->state.matrix, x1, y1);
  reach_point (self->path_box, &self->state.matrix, x2, y2);
  reach_point (self->path_box, &self->state.matrix, x3, y3);
}

static void
recorder_arc (LwPainter *painter, double x, double y, double radius, double from, double to)
{
  Recorder *self = recorder_of (painter);

  add_part (self, ARC, (double[]){ x, y, radius, from, to }, 5);
  reach_box (self->path_box, &self->state.matrix, x - radius, y - radius, x + radius, y + radius);
}

static void
recorder_close (LwPainter *painter)
{
  add_part (recorder_of (painter), CLOSE, NULL, 0);
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
  Picture *picture = &self->picture;

  if (self->n_groups > 0)
    return;
  picture->end = self->drawing->numbers->len;
  picture->hash =
    hash_numbers (numbers_of (self->drawing) + picture->begin, picture->end - picture->begin);
  g_array_append_val (self->drawing->pictures, *picture);
}

/// What a picture covers, `reach` px of its own coordinates beyond a box, as far as it is not
/// clipped.
static void
cover (Recorder *self, const double box[4], double reach)
{
  const cairo_matrix_t *matrix = &self->state.matrix;
  const double dx = reach * (fabs (matrix->xx) + fabs (matrix->xy)) + FRINGE;
  const double dy = reach * (fabs (matrix->yx) + fabs (matrix->yy)) + FRINGE;
  double seen[4] = { box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy };
  double *all = self->picture.box;

  for (guint i = 0; i < self->clips->len; i += 10) {
    const double *clip = &g_array_index (self->clips, double, i);
    const cairo_matrix_t to_px = { clip[0], clip[1], clip[2], clip[3], clip[4], clip[5] };
    double inside[4];

    memcpy (inside, empty_box, sizeof inside);
    reach_box (inside, &to_px, clip[6], clip[7], clip[6] + clip[8], clip[7] + clip[9]);
    for (int d = 0; d < 2; d++) {
      seen[d] = fmax (seen[d], inside[d] - FRINGE);
      seen[2 + d] = fmin (seen[2 + d], inside[2 + d] + FRINGE);
    }
  }
  if (!(seen[0] < seen[2]) || !(seen[1] < seen[3]))
    return;
  for (int d = 0; d < 2; d++) {
    all[d] = fmin (all[d], seen[d]);
    all[2 + d] = fmax (all[2 + d], seen[2 + d]);
  }
}

/// What is done, and the state that it depends on. A path comes before the state that it is painted
/// with, and after the clip, which is made of a path as well.
static void
add_head (Recorder *self, int what, const GArray *path)
{
  GArray *numbers = self->drawing->numbers;
  const State *state = &self->state;

  add_number (numbers, what);
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

/// None: one without any opacity, which is not drawn either.
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

static void
recorder_begin_group (LwPainter *painter)
{
  Recorder *self = recorder_of (painter);

  begin_picture (self);
  add_number (self->drawing->numbers, BEGIN_GROUP);
  self->n_groups++;
}

static void
recorder_end_group (LwPainter *painter, double opacity)
{
  Recorder *self = recorder_of (painter);

  self->n_groups--;
  add_number (self->drawing->numbers, END_GROUP);
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
  add_head (self, PAINT, self->path);
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
  add_head (self, POLYGONS, NULL);
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
  add_head (self, POINTS, NULL);
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

/// How many numbers a string takes.
static guint
text_size (size_t length)
{
  return (guint) (length / sizeof (double) + 1);
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
  add_head (self, TEXT, NULL);
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
  for (guint i = 0; i < text_size (length); i++)
    add_number (numbers, 0.0);
  memcpy (&g_array_index (numbers, double, numbers->len - text_size (length)), text, length);

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

// ---- comparing ------------------------------------------------------------------------------

static bool
pictures_are_equal (const LwDrawing *a, guint i, const LwDrawing *b, guint k)
{
  const Picture *one = picture_at (a, i), *other = picture_at (b, k);
  const guint n = one->end - one->begin;

  return one->hash == other->hash && n == other->end - other->begin
         && memcmp (numbers_of (a) + one->begin, numbers_of (b) + other->begin, n * sizeof (double))
              == 0;
}

static void
tell (const Picture *picture, LwDrawingChangedFunc changed, void *data)
{
  if (picture->box[0] < picture->box[2])
    changed (picture->box, data);
}

/// The last picture before, at or after `least`, that is the same; -1: none. `next` leads from each
/// to the following one with its hash.
static int
find_same (const LwDrawing *before,
           GHashTable *first,
           const int *next,
           const LwDrawing *after,
           guint k,
           guint least)
{
  gpointer found = g_hash_table_lookup (first, &picture_at (after, k)->hash);

  for (int i = GPOINTER_TO_INT (found) - 1; i >= 0; i = next[i])
    if ((guint) i >= least && pictures_are_equal (before, (guint) i, after, k))
      return i;
  return -1;
}

/// One list is taken along the other: a picture that comes later before has lost those between, one
/// that does not come any more is new. Of two that have changed places one counts as changed.
void
lw_drawing_compare (const LwDrawing *before,
                    const LwDrawing *after,
                    LwDrawingChangedFunc changed,
                    void *data)
{
  const guint n_before = before->pictures->len, n_after = after->pictures->len;
  g_autoptr (GHashTable) first = NULL;
  g_autofree int *next = NULL;
  guint i = 0, k = 0;

  while (i < n_before && k < n_after && pictures_are_equal (before, i, after, k)) {
    i++;
    k++;
  }
  if (i == n_before && k == n_after)
    return;
  first = g_hash_table_new (g_int64_hash, g_int64_equal);
  next = g_new (int, n_before + 1);
  // From the end, so that of equal ones the first comes first.
  for (guint p = n_before; p-- > i;) {
    const guint64 *hash = &picture_at (before, p)->hash;

    next[p] = GPOINTER_TO_INT (g_hash_table_lookup (first, hash)) - 1;
    g_hash_table_insert (first, (gpointer) hash, GINT_TO_POINTER ((int) p + 1));
  }
  for (; k < n_after; k++) {
    const int same = i < n_before && pictures_are_equal (before, i, after, k)
                       ? (int) i
                       : find_same (before, first, next, after, k, i);

    if (same < 0) {
      tell (picture_at (after, k), changed, data);
      continue;
    }
    for (; i < (guint) same; i++)
      tell (picture_at (before, i), changed, data);
    i++;
  }
  for (; i < n_before; i++)
    tell (picture_at (before, i), changed, data);
}

// ---- drawing --------------------------------------------------------------------------------

typedef struct
{
  const double *at;
} Reader;

static double
read_number (Reader *self)
{
  return *self->at++;
}

static cairo_matrix_t
read_matrix (Reader *self)
{
  const double *p = self->at;

  self->at += 6;
  return (cairo_matrix_t){ p[0], p[1], p[2], p[3], p[4], p[5] };
}

static LwColour
read_colour (Reader *self)
{
  const double *p = self->at;

  self->at += 4;
  return (LwColour){ p[0], p[1], p[2], p[3] };
}

static const double *
read_numbers (Reader *self, size_t n)
{
  const double *numbers = self->at;

  self->at += n;
  return numbers;
}

/// A path does not belong to the state that is saved.
static void
play_path (Reader *self, LwPainter *painter)
{
  const LwPainterClass *class_ = painter->class_;
  const size_t n = (size_t) read_number (self);
  const double *end = self->at + n;
  bool within = false;

  while (self->at < end) {
    const int part = (int) read_number (self);
    const double *p = self->at;
    cairo_matrix_t matrix;

    switch (part) {
    case MATRIX:
      if (within)
        class_->restore (painter);
      class_->save (painter);
      within = true;
      matrix = read_matrix (self);
      class_->transform (painter, &matrix);
      break;
    case MOVE:
      class_->move_to (painter, p[0], p[1]);
      self->at += 2;
      break;
    case LINE:
      class_->line_to (painter, p[0], p[1]);
      self->at += 2;
      break;
    case CURVE:
      class_->curve_to (painter, p[0], p[1], p[2], p[3], p[4], p[5]);
      self->at += 6;
      break;
    case ARC:
      class_->arc (painter, p[0], p[1], p[2], p[3], p[4]);
      self->at += 5;
      break;
    default:
      class_->close (painter);
    }
  }
  if (within)
    class_->restore (painter);
}

static void
play_clips (Reader *self, LwPainter *painter)
{
  const size_t n = (size_t) read_number (self);
  const double *end = self->at + n;

  while (self->at < end) {
    const cairo_matrix_t matrix = read_matrix (self);
    const double *box = read_numbers (self, 4);
    cairo_matrix_t back = matrix;

    painter->class_->transform (painter, &matrix);
    painter->class_->clip_rect (painter, box[0], box[1], box[2], box[3]);
    if (cairo_matrix_invert (&back) == CAIRO_STATUS_SUCCESS)
      painter->class_->transform (painter, &back);
  }
}

static void
play_state (Reader *self, LwPainter *painter)
{
  const cairo_matrix_t matrix = read_matrix (self);
  const LwCap cap = (LwCap) read_number (self);
  const LwJoin join = (LwJoin) read_number (self);
  const double offset = read_number (self);
  const int n_dashes = (int) read_number (self);
  const double *dashes = read_numbers (self, (size_t) n_dashes);

  painter->class_->transform (painter, &matrix);
  painter->class_->set_cap (painter, cap);
  painter->class_->set_join (painter, join);
  if (n_dashes > 0)
    painter->class_->set_dash (painter, dashes, n_dashes, offset);
}

static void
play_paint (Reader *self, LwPainter *painter)
{
  const LwColour fill = read_colour (self), line = read_colour (self);
  const double width = read_number (self);

  painter->class_->paint (painter, fill.alpha > 0.0 ? &fill : NULL, line.alpha > 0.0 ? &line : NULL,
                          width);
  painter->class_->new_path (painter);
}

static void
play_polygons (Reader *self, LwPainter *painter)
{
  const LwColour colour = read_colour (self);
  const size_t n = (size_t) read_number (self);
  g_autofree guint8 *corners = g_new (guint8, n + 1);
  size_t n_points = 0;

  for (size_t i = 0; i < n; i++) {
    corners[i] = (guint8) read_number (self);
    n_points += corners[i];
  }
  lw_painter_fill_polygons (painter, read_numbers (self, 2 * n_points), corners, n, colour);
}

static void
play_points (Reader *self, LwPainter *painter)
{
  const LwColour colour = read_colour (self);
  const double width = read_number (self);
  const int n_dashes = (int) read_number (self);
  const double *dashes = read_numbers (self, (size_t) n_dashes);
  const size_t n = (size_t) read_number (self);

  lw_painter_stroke_points (painter, read_numbers (self, 2 * n), n, width, dashes, n_dashes,
                            colour);
}

static void
play_text (Reader *self, LwPainter *painter)
{
  const double x = read_number (self), y = read_number (self);
  LwTextStyle style = { .size = read_number (self) };
  size_t length;

  style.weight = (int) read_number (self);
  style.italic = read_number (self) != 0.0;
  style.tabular = read_number (self) != 0.0;
  style.anchor = (LwAnchor) read_number (self);
  style.colour = read_colour (self);
  style.outline = read_number (self);
  style.outline_colour = read_colour (self);
  length = (size_t) read_number (self);
  painter->class_->text (painter, x, y, (const char *) (const void *) self->at, &style);
  self->at += text_size (length);
}

static void
play_part (Reader *self, LwPainter *painter)
{
  const int what = (int) read_number (self);

  // All of a group is in px, and clipped by itself.
  if (what == BEGIN_GROUP) {
    painter->class_->begin_group (painter);
    return;
  }
  if (what == END_GROUP) {
    painter->class_->end_group (painter, read_number (self));
    return;
  }
  painter->class_->save (painter);
  play_clips (self, painter);
  play_path (self, painter);
  play_state (self, painter);
  switch (what) {
  case PAINT:
    play_paint (self, painter);
    break;
  case POLYGONS:
    play_polygons (self, painter);
    break;
  case POINTS:
    play_points (self, painter);
    break;
  default:
    play_text (self, painter);
  }
  painter->class_->restore (painter);
}

static bool
reaches_into (const Picture *picture, const double *boxes, guint n)
{
  const double *covered = picture->box;

  for (guint i = 0; i < n; i++, boxes += 4)
    if (covered[0] < boxes[2] && boxes[0] < covered[2] && covered[1] < boxes[3]
        && boxes[1] < covered[3])
      return true;
  return false;
}

void
lw_drawing_play (const LwDrawing *self, LwPainter *painter, const double *boxes, guint n)
{
  for (guint i = 0; i < self->pictures->len; i++) {
    const Picture *picture = picture_at (self, i);
    const double *end = numbers_of (self) + picture->end;
    Reader reader = { numbers_of (self) + picture->begin };

    if (boxes != NULL && !reaches_into (picture, boxes, n))
      continue;
    while (reader.at < end)
      play_part (&reader, painter);
  }
}
