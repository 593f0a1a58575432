// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparison and replay of recorded drawings.

#include "lw-drawing-private.h"

#include <string.h>

LwDrawing *
lw_drawing_new (void)
{
  LwDrawing *self = g_new0 (LwDrawing, 1);

  self->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  self->pictures = g_array_new (FALSE, FALSE, sizeof (LwDrawingPicture));
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

guint
lw_drawing_text_size (size_t length)
{
  return (guint) (length / sizeof (double) + 1);
}

static const double *
numbers_of (const LwDrawing *self)
{
  return (const double *) (const void *) self->numbers->data;
}

static const LwDrawingPicture *
picture_at (const LwDrawing *self, guint i)
{
  return &g_array_index (self->pictures, LwDrawingPicture, i);
}

// ---- comparing ------------------------------------------------------------------------------

static bool
pictures_are_equal (const LwDrawing *a, guint i, const LwDrawing *b, guint k)
{
  const LwDrawingPicture *one = picture_at (a, i), *other = picture_at (b, k);
  const guint n = one->end - one->begin;

  return one->hash == other->hash && n == other->end - other->begin
         && memcmp (numbers_of (a) + one->begin, numbers_of (b) + other->begin, n * sizeof (double))
              == 0;
}

/// Reports the box of a picture unless it is empty.
static void
report (const LwDrawingPicture *picture, LwDrawingChangedFunc changed, void *data)
{
  if (picture->box[0] < picture->box[2])
    changed (picture->box, data);
}

/// Returns the index of the first picture of `before`, not below `least`, that equals picture k of
/// `after`; -1 if there is none. `first` maps a hash to 1 + the index of its first picture; `next`
/// contains the index of the next picture with the same hash, -1 if there is none.
static int
find_equal (const LwDrawing *before,
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

/// Matches the lists in order. Pictures of `before` that are skipped to reach a match were removed;
/// pictures of `after` without a match are new. If two pictures have changed places, one of them
/// is reported.
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
  // Go backwards so that each chain of equal hashes is in ascending order.
  for (guint p = n_before; p-- > i;) {
    const guint64 *hash = &picture_at (before, p)->hash;

    next[p] = GPOINTER_TO_INT (g_hash_table_lookup (first, hash)) - 1;
    g_hash_table_insert (first, (gpointer) hash, GINT_TO_POINTER ((int) p + 1));
  }
  for (; k < n_after; k++) {
    const int same = i < n_before && pictures_are_equal (before, i, after, k)
                       ? (int) i
                       : find_equal (before, first, next, after, k, i);

    if (same < 0) {
      report (picture_at (after, k), changed, data);
      continue;
    }
    for (; i < (guint) same; i++)
      report (picture_at (before, i), changed, data);
    i++;
  }
  for (; i < n_before; i++)
    report (picture_at (before, i), changed, data);
}

// ---- replay ---------------------------------------------------------------------------------

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

/// Adds a path. Saving and restoring the state for the matrices does not affect the path.
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
    case LW_DRAWING_MATRIX:
      if (within)
        class_->restore (painter);
      class_->save (painter);
      within = true;
      matrix = read_matrix (self);
      class_->transform (painter, &matrix);
      break;
    case LW_DRAWING_MOVE:
      class_->move_to (painter, p[0], p[1]);
      self->at += 2;
      break;
    case LW_DRAWING_LINE:
      class_->line_to (painter, p[0], p[1]);
      self->at += 2;
      break;
    case LW_DRAWING_CURVE:
      class_->curve_to (painter, p[0], p[1], p[2], p[3], p[4], p[5]);
      self->at += 6;
      break;
    case LW_DRAWING_ARC:
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
  self->at += lw_drawing_text_size (length);
}

static void
play_part (Reader *self, LwPainter *painter)
{
  const int operation = (int) read_number (self);

  // The pictures in a group have their own matrices and clips.
  if (operation == LW_DRAWING_BEGIN_GROUP) {
    painter->class_->begin_group (painter);
    return;
  }
  if (operation == LW_DRAWING_END_GROUP) {
    painter->class_->end_group (painter, read_number (self));
    return;
  }
  painter->class_->save (painter);
  play_clips (self, painter);
  play_path (self, painter);
  play_state (self, painter);
  switch (operation) {
  case LW_DRAWING_PAINT:
    play_paint (self, painter);
    break;
  case LW_DRAWING_POLYGONS:
    play_polygons (self, painter);
    break;
  case LW_DRAWING_POINTS:
    play_points (self, painter);
    break;
  default:
    play_text (self, painter);
  }
  painter->class_->restore (painter);
}

/// Returns true if a picture overlaps one of n boxes.
static bool
reaches_into (const LwDrawingPicture *picture, const double *boxes, guint n)
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
    const LwDrawingPicture *picture = picture_at (self, i);
    const double *end = numbers_of (self) + picture->end;
    Reader reader = { numbers_of (self) + picture->begin };

    if (boxes != NULL && !reaches_into (picture, boxes, n))
      continue;
    while (reader.at < end)
      play_part (&reader, painter);
  }
}
