// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joins pieces of lines to outlines, outlines to plates, and makes bodies of plates.

#include "lw-import-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-loops.h"
#include "lw-shape-mass.h"

/// Largest distance of chords from their curve: m, and relative to the size of the curve.
#define TOLERANCE_M 1e-6
#define TOLERANCE_PART 1e-5
#define DEPTH_MIN 2
#define DEPTH_MAX 10
/// Ends within this distance, relative to the size of the drawing, are one point.
#define JOIN_PART 1e-5

struct _LwPieces
{
  GPtrArray *loops; ///< closed loops: arrays of double[3]
  GArray *open;     ///< array of GArray *: pieces with two ends
  GArray *piece;    ///< piece being added to, NULL if there is none
  guint n_points, n_left_out;
  bool too_many, not_finite;
};

// ---- pieces ---------------------------------------------------------------------------------

static void
clear_piece (gpointer data)
{
  g_clear_pointer ((GArray **) data, g_array_unref);
}

LwPieces *
lw_pieces_new (void)
{
  LwPieces *self = g_new0 (LwPieces, 1);

  self->loops = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->open = g_array_new (FALSE, FALSE, sizeof (GArray *));
  g_array_set_clear_func (self->open, clear_piece);
  return self;
}

void
lw_pieces_free (LwPieces *self)
{
  g_ptr_array_unref (self->loops);
  g_array_unref (self->open);
  g_clear_pointer (&self->piece, g_array_unref);
  g_free (self);
}

bool
lw_pieces_have_failed (const LwPieces *self)
{
  return self->too_many || self->not_finite;
}

void
lw_pieces_leave_out (LwPieces *self)
{
  self->n_left_out++;
}

static const double *
point_at (const GArray *piece, guint index)
{
  return (const double *) (const void *) piece->data + 3 * (gsize) index;
}

static void
end_piece (LwPieces *self)
{
  GArray *piece = g_steal_pointer (&self->piece);

  if (piece != NULL && piece->len > 1)
    g_array_append_val (self->open, piece);
  else if (piece != NULL)
    g_array_unref (piece);
}

static void
add_point (LwPieces *self, double x, double y)
{
  const double point[3] = { x, y, 0.0 };
  const double *last = self->piece->len > 0 ? point_at (self->piece, self->piece->len - 1) : NULL;

  if (!(fabs (x) < LW_IMPORT_FAR) || !(fabs (y) < LW_IMPORT_FAR)) {
    self->not_finite = true;
    return;
  }
  if (last != NULL && last[0] == x && last[1] == y)
    return;
  if (++self->n_points > LW_IMPORT_POINTS_MAX)
    self->too_many = true;
  else
    g_array_append_vals (self->piece, point, 1);
}

void
lw_pieces_move (LwPieces *self, double x, double y)
{
  end_piece (self);
  self->piece = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  add_point (self, x, y);
}

void
lw_pieces_line (LwPieces *self, double x, double y)
{
  if (self->piece != NULL)
    add_point (self, x, y);
}

static void
add_loop (LwPieces *self, GArray *loop)
{
  const double *first = loop->len > 0 ? point_at (loop, 0) : NULL;
  const double *last = loop->len > 0 ? point_at (loop, loop->len - 1) : NULL;

  if (loop->len > 1 && first[0] == last[0] && first[1] == last[1])
    g_array_set_size (loop, loop->len - 1);
  if (loop->len > 2)
    g_ptr_array_add (self->loops, loop);
  else
    g_array_unref (loop);
}

void
lw_pieces_close (LwPieces *self)
{
  if (self->piece != NULL)
    add_loop (self, g_steal_pointer (&self->piece));
}

// ---- curves ---------------------------------------------------------------------------------

/// A curve with the tolerance of its chords.
typedef struct
{
  LwCurveFunc evaluate;
  const void *curve;
  double tolerance;
} Curve;

static double
distance_to_chord (const double point[2], const double a[2], const double b[2])
{
  const double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  double t = square > 0.0 ? ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square : 0.0;

  t = CLAMP (t, 0.0, 1.0);
  return hypot (point[0] - a[0] - t * dx, point[1] - a[1] - t * dy);
}

/// Halves the part until its chord is close enough. The quarters are checked too, because the
/// middle of an S lies on its chord.
static void
add_part (LwPieces *self,
          const Curve *curve,
          double from,
          const double a[2],
          double to,
          const double b[2],
          int depth)
{
  double worst = 0.0, middle[2];

  curve->evaluate (curve->curve, 0.5 * (from + to), middle);
  for (int quarter = 1; quarter < 4; quarter++) {
    double point[2];

    curve->evaluate (curve->curve, from + 0.25 * quarter * (to - from), point);
    worst = fmax (worst, distance_to_chord (point, a, b));
  }
  if (depth < DEPTH_MIN
      || (depth < DEPTH_MAX && worst > curve->tolerance && !lw_pieces_have_failed (self))) {
    add_part (self, curve, from, a, 0.5 * (from + to), middle, depth + 1);
    add_part (self, curve, 0.5 * (from + to), middle, to, b, depth + 1);
  } else {
    add_point (self, b[0], b[1]);
  }
}

void
lw_pieces_curve (LwPieces *self, LwCurveFunc evaluate, const void *curve)
{
  Curve part = { evaluate, curve, TOLERANCE_M };
  double a[2], b[2], size = 0.0;

  if (self->piece == NULL)
    return;
  evaluate (curve, 0.0, a);
  evaluate (curve, 1.0, b);
  for (int i = 1; i <= 4; i++) {
    double point[2];

    evaluate (curve, 0.25 * i, point);
    size = fmax (size, hypot (point[0] - a[0], point[1] - a[1]));
  }
  if (!isfinite (size) || !isfinite (a[0] + a[1])) {
    self->not_finite = true;
    return;
  }
  part.tolerance = fmax (TOLERANCE_M, TOLERANCE_PART * size);
  add_part (self, &part, 0.0, a, 1.0, b, 0);
}

static void
evaluate_arc (const void *data, double t, double point[2])
{
  const LwEllipseArc *arc = data;
  const double angle = arc->from + t * (arc->to - arc->from);

  for (int d = 0; d < 2; d++)
    point[d] = arc->centre[d] + cos (angle) * arc->first[d] + sin (angle) * arc->second[d];
}

void
lw_pieces_arc (LwPieces *self, const LwEllipseArc *arc)
{
  lw_pieces_curve (self, evaluate_arc, arc);
}

// ---- chains ---------------------------------------------------------------------------------

static void
reverse (GArray *piece)
{
  for (guint i = 0; i < piece->len / 2; i++) {
    double *a = (double *) (void *) piece->data + 3 * (gsize) i;
    double *b = (double *) (void *) piece->data + 3 * (gsize) (piece->len - 1 - i);
    double kept[3];

    memcpy (kept, a, sizeof kept);
    memcpy (a, b, sizeof kept);
    memcpy (b, kept, sizeof kept);
  }
}

static double
distance (const double *a, const double *b)
{
  return hypot (a[0] - b[0], a[1] - b[1]);
}

static double
find_size (const LwPieces *self)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (guint list = 0; list < 2; list++)
    for (guint i = 0; i < (list == 0 ? self->loops->len : self->open->len); i++) {
      const GArray *piece =
        list == 0 ? self->loops->pdata[i] : g_array_index (self->open, GArray *, i);

      for (guint k = 0; k < piece->len; k++)
        for (int d = 0; d < 2; d++) {
          low[d] = fmin (low[d], point_at (piece, k)[d]);
          high[d] = fmax (high[d], point_at (piece, k)[d]);
        }
    }
  return low[0] <= high[0] ? hypot (high[0] - low[0], high[1] - low[1]) : 0.0;
}

/// Takes the open piece with an end nearest to a place, turned so that it begins there.
static gboolean
take_next (LwPieces *self, const double *place, double reach, GArray **next)
{
  double nearest = reach;
  guint found = G_MAXUINT;
  bool turned = false;

  for (guint i = 0; i < self->open->len; i++) {
    const GArray *piece = g_array_index (self->open, GArray *, i);

    for (int end = 0; end < 2; end++) {
      const double away = distance (point_at (piece, end == 0 ? 0 : piece->len - 1), place);

      if (away <= nearest) {
        nearest = away;
        found = i;
        turned = end == 1;
      }
    }
  }
  if (found == G_MAXUINT)
    return FALSE;
  *next = g_array_ref (g_array_index (self->open, GArray *, found));
  g_array_remove_index_fast (self->open, found);
  if (turned)
    reverse (*next);
  return TRUE;
}

/// Joins pieces that meet to loops. A gap is an error.
static bool
join_pieces (LwPieces *self, GError **error)
{
  const double reach = JOIN_PART * find_size (self);

  end_piece (self);
  while (self->open->len > 0) {
    g_autoptr (GArray) chain = g_array_ref (g_array_index (self->open, GArray *, 0));
    GArray *next;

    g_array_remove_index_fast (self->open, 0);
    while (distance (point_at (chain, 0), point_at (chain, chain->len - 1)) > reach) {
      const double *end = point_at (chain, chain->len - 1);

      if (!take_next (self, end, reach, &next)) {
        g_set_error (
          error, LW_ERROR, LW_ERROR_BAD_FILE,
          _ ("The outline has a gap at x = %.6g mm, y = %.6g mm of the drawing; close it "
             "there and import it again."),
          1e3 * end[0], 1e3 * end[1]);
        return false;
      }
      g_array_append_vals (chain, point_at (next, 1), next->len - 1);
      g_array_unref (next);
    }
    // Both ends are one point.
    g_array_set_size (chain, chain->len - 1);
    if (chain->len > 2)
      g_ptr_array_add (self->loops, g_steal_pointer (&chain));
  }
  return true;
}

// ---- plates ---------------------------------------------------------------------------------

static bool
check_plates (const LwPieces *pieces, const GPtrArray *plates, GError **error)
{
  const char *fault = NULL;
  double at[2];

  if (pieces->not_finite)
    fault = _ ("The drawing has an invalid number, or a place more than 1000 km away; correct it "
               "and import it again.");
  else if (pieces->too_many)
    fault =
      _ ("The outlines have more than 10000 points; simplify them and import the drawing again.");
  else if (pieces->loops->len == 0)
    fault = _ ("There is no closed outline in the drawing; paths, polygons, circles and lines that "
               "meet can be imported.");
  else if (plates != NULL && plates->len > LW_IMPORT_PLATES_MAX)
    fault = _ ("There are more than 200 outlines in the drawing; import fewer at a time.");
  if (fault != NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE, fault);
    return false;
  }
  if (plates == NULL && lw_loops_find_crossing (pieces->loops, at)) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("Outlines cross near x = %.6g mm, y = %.6g mm of the drawing; a plate cannot be "
         "cut like that; correct them and import the drawing again."),
      1e3 * at[0], 1e3 * at[1]);
    return false;
  }
  return true;
}

static void
move_points (GArray *points, const double by[2])
{
  double *at = (double *) (void *) points->data;

  for (guint k = 0; k < points->len; k++)
    for (gsize d = 0; d < 2; d++)
      at[3 * (gsize) k + d] -= by[d];
}

/// Returns true if the plate has an area, also with its centre at the origin, where it may vanish by
/// rounding.
static bool
has_area (GArray *points)
{
  const LwPlate plate = lw_plate_default ();
  g_autoptr (GArray) moved = g_array_copy (points);
  const LwShape shape = { .kind = LW_SHAPE_POLYGON, .points = moved };
  LwShapeMass mass;

  if (!lw_shape_get_mass (&shape, &plate, &mass))
    return false;
  move_points (moved, mass.centre);
  return lw_shape_get_mass (&shape, &plate, &mass);
}

/// Removes plates without area. Returns false if none is left.
static bool
drop_lines (GPtrArray *plates)
{
  for (guint i = plates->len; i-- > 0;)
    if (!has_area (plates->pdata[i]))
      g_ptr_array_remove_index (plates, i);
  return plates->len > 0;
}

static bool
is_table (const char *folded)
{
  return g_str_has_suffix (folded, ".csv") || g_str_has_suffix (folded, ".tsv");
}

static LwImport *
new_import (void)
{
  LwImport *self = g_new0 (LwImport, 1);

  self->plates = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return self;
}

static LwImport *
parse_table (const char *text, gsize length, GError **error)
{
  g_autoptr (LwImport) self = new_import ();
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_ptr_array_add (self->curves, points);
  return lw_import_read_points (text, length, points, &self->n_left_out, error)
           ? g_steal_pointer (&self)
           : NULL;
}

bool
lw_import_knows (const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);

  return g_str_has_suffix (folded, ".svg") || g_str_has_suffix (folded, ".dxf")
         || is_table (folded);
}

LwImport *
lw_import_parse (const char *name, const char *text, gsize length, GError **error)
{
  g_autoptr (LwPieces) pieces = lw_pieces_new ();
  g_autoptr (GPtrArray) plates = NULL;
  g_autofree char *folded = g_ascii_strdown (name, -1);
  LwImport *self;
  bool read;

  if (length > LW_IMPORT_BYTES_MAX) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The drawing is larger than 16 MB; import only the outline."));
    return NULL;
  }
  if (is_table (folded))
    return parse_table (text, length, error);
  read = g_str_has_suffix (folded, ".dxf") ? lw_import_read_dxf (text, length, pieces, error)
                                           : lw_import_read_svg (text, length, pieces, error);
  if (!read)
    return NULL;
  if (!lw_pieces_have_failed (pieces) && !join_pieces (pieces, error))
    return NULL;
  if (!check_plates (pieces, NULL, error))
    return NULL;
  plates = lw_loops_make_plates (pieces->loops);
  if (!drop_lines (plates))
    g_ptr_array_set_size (pieces->loops, 0);
  if (!check_plates (pieces, plates, error))
    return NULL;
  self = new_import ();
  g_ptr_array_extend_and_steal (self->plates, g_steal_pointer (&plates));
  self->n_left_out = pieces->n_left_out;
  return self;
}

LwImport *
lw_import_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (stream == NULL)
    return NULL;
  // One byte more than the limit shows that the file is larger.
  text = g_malloc (LW_IMPORT_BYTES_MAX + 2);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), text, LW_IMPORT_BYTES_MAX + 1, &length,
                                cancellable, error))
    return NULL;
  text[length] = '\0';
  return lw_import_parse (name, text, length, error);
}

void
lw_import_free (LwImport *self)
{
  g_ptr_array_unref (self->plates);
  g_ptr_array_unref (self->curves);
  g_free (self);
}

static void
extend_box (const GPtrArray *lines, double minimum[2], double maximum[2])
{
  for (guint i = 0; i < lines->len; i++) {
    const GArray *line = lines->pdata[i];

    for (guint k = 0; k < line->len; k++)
      for (int d = 0; d < 2; d++) {
        minimum[d] = fmin (minimum[d], point_at (line, k)[d]);
        maximum[d] = fmax (maximum[d], point_at (line, k)[d]);
      }
  }
}

void
lw_import_get_box (const LwImport *self, double minimum[2], double maximum[2])
{
  for (int d = 0; d < 2; d++) {
    minimum[d] = INFINITY;
    maximum[d] = -INFINITY;
  }
  extend_box (self->plates, minimum, maximum);
  extend_box (self->curves, minimum, maximum);
}

// ---- bodies ---------------------------------------------------------------------------------

static bool
name_is_taken (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (g_strcmp0 (lw_mechanism_get_body (mechanism, i)->element.name, name) == 0)
      return true;
  return g_ascii_strcasecmp (name, "ground") == 0;
}

static char *
dup_free_name (const LwMechanism *mechanism, const char *name)
{
  char *candidate = g_strdup (name);

  for (guint n = 2; name_is_taken (mechanism, candidate); n++) {
    g_free (candidate);
    candidate = g_strdup_printf ("%s %u", name, n);
  }
  return candidate;
}

/// Returns a new body of the mechanism, and adds its id to `ids` (may be NULL).
static LwBody *
new_body (const LwMechanism *mechanism, const char *name, GArray *ids)
{
  const int id = lw_mechanism_next_body_id (mechanism);
  g_autofree char *own_name = name != NULL ? dup_free_name (mechanism, name) : NULL;
  LwBody *body = lw_body_new (id, own_name);

  body->hue = (LwHue) (lw_mechanism_get_n_bodies (mechanism) % LW_HUE_COUNT);
  body->shape.kind = LW_SHAPE_POLYGON;
  if (ids != NULL)
    g_array_append_val (ids, id);
  return body;
}

/// Gives a body a curve as its outline: an open one leads back along itself.
static void
set_curve (LwBody *body, const GArray *curve)
{
  const double *first = point_at (curve, 0), *last = point_at (curve, curve->len - 1);
  const bool is_closed = curve->len > 3 && first[0] == last[0] && first[1] == last[1];

  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (body->shape.points, curve->data, curve->len - is_closed);
  for (guint k = curve->len - 1; !is_closed && k-- > 1;)
    g_array_append_vals (body->shape.points, point_at (curve, k), 1);
  // A polygon has three corners.
  if (body->shape.points->len < 3)
    g_array_append_vals (body->shape.points, last, 1);
  body->def.mobility = MBD_FIXED;
  body->def.mass = 0;
}

LwMechanism *
lw_import_add (const LwImport *self,
               const LwMechanism *mechanism,
               const char *name,
               const double offset[2],
               GArray *ids)
{
  LwMechanism *next = lw_mechanism_copy (mechanism);

  for (guint i = 0; i < self->plates->len; i++) {
    LwBody *body = new_body (next, name, ids);
    double centre[2];

    body->shape.points = g_array_copy (self->plates->pdata[i]);
    lw_body_set_plate_mass (body);
    memcpy (centre, body->def.centre_of_mass, sizeof centre);
    move_points (body->shape.points, centre);
    for (int d = 0; d < 2; d++)
      body->def.position[d] = centre[d] + offset[d];
    lw_body_follow_plate (body);
    lw_mechanism_add_body (next, body);
  }
  for (guint i = 0; i < self->curves->len; i++) {
    LwBody *body = new_body (next, name, ids);

    set_curve (body, self->curves->pdata[i]);
    memcpy (body->def.position, offset, 2 * sizeof *offset);
    lw_mechanism_add_body (next, body);
  }
  return next;
}
