// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines of a DXF drawing: pairs of lines, a code and its value. The unit in HEADER and the
// ENTITIES are read; an entity is collected until the next pair with the code 0, and then drawn.

#include "lw-import-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE_MAX 15
#define KNOTS_MAX 4096

typedef struct
{
  double x, y, bulge;
} Vertex;

typedef struct
{
  LwPieces *pieces; ///< Borrowed
  double unit;      ///< m
  bool in_entities, in_header;
  bool expects_section; ///< true after 0 SECTION, which its name follows
  bool is_unit;         ///< true if the last header variable was $INSUNITS
  GString *entity;      ///< "" if there is none
  double number[256];   ///< the last value of each code
  bool given[256];
  GArray *vertices; ///< Vertex: (LW)POLYLINE, or control points of a SPLINE (bulge: weight)
  GArray *knots;    ///< array of double
  GArray *weights;  ///< array of double
  bool in_polyline; ///< POLYLINE: vertices follow as entities
  bool closed;      ///< true if that polyline is closed
} Reader;

static double
number (const Reader *self, int code, double otherwise)
{
  return self->given[code] ? self->number[code] : otherwise;
}

static bool
flag (const Reader *self, int code, int bit)
{
  const double bits = number (self, code, 0.0);

  return bits >= 0.0 && bits <= 65535.0 && ((int) bits & bit) != 0;
}

/// Returns the unit for x; negative for an entity that is drawn from below and therefore mirrored.
static double
side (const Reader *self)
{
  return number (self, 230, 1.0) < 0.0 ? -self->unit : self->unit;
}

// ---- entities -------------------------------------------------------------------------------

static void
draw_line (Reader *self)
{
  lw_pieces_move (self->pieces, self->unit * number (self, 10, 0.0),
                  self->unit * number (self, 20, 0.0));
  lw_pieces_line (self->pieces, self->unit * number (self, 11, 0.0),
                  self->unit * number (self, 21, 0.0));
}

static void
draw_arc (Reader *self, bool whole)
{
  const double radius = self->unit * number (self, 40, 0.0), mirror = side (self) / self->unit;
  const double from = number (self, 50, 0.0) * G_PI / 180.0;
  double to = number (self, 51, 360.0) * G_PI / 180.0;
  LwEllipseArc arc = {
    .centre = { side (self) * number (self, 10, 0.0), self->unit * number (self, 20, 0.0) },
    .first = { mirror * radius, 0.0 },
    .second = { 0.0, radius },
  };

  if (!(radius > 0.0)) {
    lw_pieces_leave_out (self->pieces);
    return;
  }
  to = from + fmod (to - from, 2.0 * G_PI);
  if (to <= from)
    to += 2.0 * G_PI;
  arc.from = whole ? 0.0 : from;
  arc.to = whole ? 2.0 * G_PI : to;
  lw_pieces_move (self->pieces, arc.centre[0] + mirror * radius * cos (arc.from),
                  arc.centre[1] + radius * sin (arc.from));
  lw_pieces_arc (self->pieces, &arc);
  if (whole)
    lw_pieces_close (self->pieces);
}

static void
draw_ellipse (Reader *self)
{
  const double u = self->unit, ratio = number (self, 40, 1.0);
  const double turn = number (self, 230, 1.0) < 0.0 ? -1.0 : 1.0;
  const double x = u * number (self, 11, 1.0), y = u * number (self, 21, 0.0);
  double from = number (self, 41, 0.0), to = number (self, 42, 2.0 * G_PI);
  LwEllipseArc arc = {
    .centre = { u * number (self, 10, 0.0), u * number (self, 20, 0.0) },
    .first = { x, y },
    .second = { -turn * ratio * y, turn * ratio * x },
  };
  const bool whole = fabs (fabs (to - from) - 2.0 * G_PI) < 1e-6;

  if (to <= from)
    to += 2.0 * G_PI;
  arc.from = from;
  arc.to = to;
  lw_pieces_move (self->pieces, arc.centre[0] + cos (from) * x + sin (from) * arc.second[0],
                  arc.centre[1] + cos (from) * y + sin (from) * arc.second[1]);
  lw_pieces_arc (self->pieces, &arc);
  if (whole)
    lw_pieces_close (self->pieces);
}

/// Draws an edge. The bulge is the tangent of a quarter of the angle of the arc, positive
/// counter-clockwise.
static void
draw_edge (Reader *self, const Vertex *a, const Vertex *b)
{
  const double s = side (self), u = self->unit, mirror = s / u;
  const double angle = 4.0 * atan (a->bulge);
  const double dx = b->x - a->x, dy = b->y - a->y, chord = hypot (dx, dy);
  double height, centre[2], radius, from;
  LwEllipseArc arc;

  if (fabs (a->bulge) < 1e-9 || !(chord > 0.0)) {
    lw_pieces_line (self->pieces, s * b->x, u * b->y);
    return;
  }
  // Height from the middle of the chord to the centre, to its left.
  height = 0.5 * chord * (1.0 - a->bulge * a->bulge) / (2.0 * a->bulge);
  centre[0] = 0.5 * (a->x + b->x) - height * dy / chord;
  centre[1] = 0.5 * (a->y + b->y) + height * dx / chord;
  radius = hypot (a->x - centre[0], a->y - centre[1]);
  from = atan2 (a->y - centre[1], a->x - centre[0]);
  arc = (LwEllipseArc){
    .centre = { s * centre[0], u * centre[1] },
    .first = { mirror * u * radius, 0.0 },
    .second = { 0.0, u * radius },
    .from = from,
    .to = from + angle,
  };
  lw_pieces_arc (self->pieces, &arc);
}

static void
draw_polyline (Reader *self, bool closed)
{
  const guint n = self->vertices->len;

  if (n < 2) {
    lw_pieces_leave_out (self->pieces);
    return;
  }
  for (guint i = 0; i < n && !lw_pieces_have_failed (self->pieces); i++) {
    const Vertex *vertex = &g_array_index (self->vertices, Vertex, i);

    if (i == 0)
      lw_pieces_move (self->pieces, side (self) * vertex->x, self->unit * vertex->y);
    if (i + 1 < n || closed)
      draw_edge (self, vertex, &g_array_index (self->vertices, Vertex, (i + 1) % n));
  }
  if (closed)
    lw_pieces_close (self->pieces);
}

// ---- splines --------------------------------------------------------------------------------

typedef struct
{
  const Vertex *points; ///< their bulge is the weight
  const double *knots;
  int degree, span;
  double unit;
} Spline;

/// Evaluates a spline by de Boor's algorithm within one span, in homogeneous coordinates.
static void
evaluate_spline (const void *data, double t, double point[2])
{
  const Spline *self = data;
  const double *knots = self->knots + self->span;
  const double u = knots[0] + t * (knots[1] - knots[0]);
  const int p = self->degree;
  double d[DEGREE_MAX + 1][3];

  for (int j = 0; j <= p; j++) {
    const Vertex *control = &self->points[self->span - p + j];

    d[j][0] = control->x * control->bulge;
    d[j][1] = control->y * control->bulge;
    d[j][2] = control->bulge;
  }
  for (int r = 1; r <= p; r++)
    for (int j = p; j >= r; j--) {
      const double low = knots[j - p], high = knots[j + 1 - r];
      const double part = high > low ? (u - low) / (high - low) : 0.0;

      for (int k = 0; k < 3; k++)
        d[j][k] = (1.0 - part) * d[j - 1][k] + part * d[j][k];
    }
  for (int k = 0; k < 2; k++)
    point[k] = self->unit * d[p][k] / d[p][2];
}

static bool
is_spline (const Reader *self, int degree)
{
  const double *knots = (const double *) (const void *) self->knots->data;

  if (degree < 1 || degree > DEGREE_MAX || self->vertices->len <= (guint) degree
      || self->knots->len != self->vertices->len + (guint) degree + 1
      || self->knots->len > KNOTS_MAX)
    return false;
  for (guint i = 0; i < self->vertices->len; i++)
    if (!(g_array_index (self->vertices, Vertex, i).bulge > 0.0))
      return false;
  for (guint i = 1; i < self->knots->len; i++)
    if (!(knots[i] >= knots[i - 1]))
      return false;
  return true;
}

static void
draw_spline (Reader *self)
{
  const double degree = number (self, 71, 3.0);
  Spline spline = {
    .points = (const Vertex *) (const void *) self->vertices->data,
    .knots = (const double *) (const void *) self->knots->data,
    .degree = degree >= 1.0 && degree <= DEGREE_MAX ? (int) degree : 0,
    .unit = self->unit,
  };
  bool begun = false;

  if (!is_spline (self, spline.degree)) {
    lw_pieces_leave_out (self->pieces);
    return;
  }
  for (spline.span = spline.degree; spline.span < (int) self->vertices->len; spline.span++) {
    double start[2];

    if (!(spline.knots[spline.span + 1] > spline.knots[spline.span]))
      continue;
    if (!begun) {
      evaluate_spline (&spline, 0.0, start);
      lw_pieces_move (self->pieces, start[0], start[1]);
      begun = true;
    }
    lw_pieces_curve (self->pieces, evaluate_spline, &spline);
  }
  if (begun && flag (self, 70, 1))
    lw_pieces_close (self->pieces);
}

// ---- pairs ----------------------------------------------------------------------------------

static void
draw_entity (Reader *self)
{
  const char *name = self->entity->str;

  if (g_str_equal (name, "VERTEX") && self->in_polyline) {
    const Vertex vertex = { number (self, 10, 0.0), number (self, 20, 0.0),
                            number (self, 42, 0.0) };

    // Control points of a curve that is also in the file are not on it.
    if (!flag (self, 70, 16))
      g_array_append_val (self->vertices, vertex);
  } else if (g_str_equal (name, "POLYLINE")) {
    self->in_polyline = true;
    self->closed = flag (self, 70, 1);
    g_array_set_size (self->vertices, 0);
  } else if (g_str_equal (name, "SEQEND")) {
    if (self->in_polyline)
      draw_polyline (self, self->closed);
    self->in_polyline = false;
  } else if (g_str_equal (name, "LINE"))
    draw_line (self);
  else if (g_str_equal (name, "CIRCLE"))
    draw_arc (self, true);
  else if (g_str_equal (name, "ARC"))
    draw_arc (self, false);
  else if (g_str_equal (name, "ELLIPSE"))
    draw_ellipse (self);
  else if (g_str_equal (name, "LWPOLYLINE"))
    draw_polyline (self, flag (self, 70, 1));
  else if (g_str_equal (name, "SPLINE"))
    draw_spline (self);
  else
    lw_pieces_leave_out (self->pieces);
}

static void
begin_entity (Reader *self, const char *name)
{
  if (self->entity->len > 0)
    draw_entity (self);
  g_string_assign (self->entity, self->in_entities ? name : "");
  memset (self->given, 0, sizeof self->given);
  g_array_set_size (self->knots, 0);
  if (!self->in_polyline)
    g_array_set_size (self->vertices, 0);
}

/// Adds a value of a list of points: x begins a point, y and all other values belong to the last
/// one.
static void
take_listed (Reader *self, int code, double value)
{
  const bool is_polyline = g_str_equal (self->entity->str, "LWPOLYLINE");
  const bool is_spline = g_str_equal (self->entity->str, "SPLINE");
  Vertex *last = self->vertices->len > 0
                   ? &g_array_index (self->vertices, Vertex, self->vertices->len - 1)
                   : NULL;

  if (!is_polyline && !is_spline)
    return;
  if (code == 10 && self->vertices->len <= LW_IMPORT_POINTS_MAX) {
    const Vertex vertex = { value, 0.0, is_spline ? 1.0 : 0.0 };

    g_array_append_val (self->vertices, vertex);
  } else if (code == 20 && last != NULL)
    last->y = value;
  else if (code == 42 && is_polyline && last != NULL)
    last->bulge = value;
  else if (code == 40 && is_spline && self->knots->len <= KNOTS_MAX)
    g_array_append_val (self->knots, value);
  else if (code == 41 && is_spline && self->weights->len <= KNOTS_MAX)
    g_array_append_val (self->weights, value);
}

/// Moves the weights to the points; they are a separate list before or after the points.
static void
take_weights (Reader *self)
{
  for (guint i = 0; i < self->weights->len && i < self->vertices->len; i++)
    g_array_index (self->vertices, Vertex, i).bulge = g_array_index (self->weights, double, i);
  g_array_set_size (self->weights, 0);
}

static void
take_unit (Reader *self, int unit)
{
  // Inch, foot, mile, mm, cm, m, km, microinch, mil, yard, angstrom, nm, µm, dm
  static const double units[] = { 1e-3,    0.0254,  0.3048, 1609.344, 1e-3, 1e-2, 1.0, 1e3,
                                  2.54e-8, 2.54e-5, 0.9144, 1e-10,    1e-9, 1e-6, 0.1 };

  if (unit >= 0 && unit < (int) G_N_ELEMENTS (units))
    self->unit = units[unit];
}

static void
take_pair (Reader *self, int code, const char *value)
{
  char *end;
  double read;

  if (code == 0) {
    if (g_str_equal (self->entity->str, "SPLINE"))
      take_weights (self);
    begin_entity (self, value);
    self->expects_section = g_str_equal (value, "SECTION");
    if (g_str_equal (value, "ENDSEC")) {
      self->in_entities = self->in_header = false;
      g_string_truncate (self->entity, 0);
    }
    return;
  }
  if (code == 2 && self->expects_section) {
    self->in_entities = g_str_equal (value, "ENTITIES");
    self->in_header = g_str_equal (value, "HEADER");
    self->expects_section = false;
    return;
  }
  if (code == 9)
    self->is_unit = self->in_header && g_str_equal (value, "$INSUNITS");
  else if (code == 70 && self->is_unit && self->in_header)
    take_unit (self, atoi (value));
  if (code < 0 || code >= (int) G_N_ELEMENTS (self->number) || self->entity->len == 0)
    return;
  read = g_ascii_strtod (value, &end);
  if (end == value)
    return;
  self->number[code] = read;
  self->given[code] = true;
  take_listed (self, code, read);
}

/// Returns the next line without leading and trailing spaces, or NULL at the end.
static char *
take_row (char **text, const char *end)
{
  char *row = *text, *after;

  if (row >= end)
    return NULL;
  after = memchr (row, '\n', (gsize) (end - row));
  if (after == NULL)
    after = (char *) end;
  *after = '\0';
  *text = after + 1;
  return g_strstrip (row);
}

bool
lw_import_read_dxf (const char *text, gsize length, LwPieces *pieces, GError **error)
{
  g_autofree char *copy = g_strndup (text, length);
  Reader reader = {
    .pieces = pieces,
    .unit = 1e-3,
    .entity = g_string_new (NULL),
    .vertices = g_array_new (FALSE, FALSE, sizeof (Vertex)),
    .knots = g_array_new (FALSE, FALSE, sizeof (double)),
    .weights = g_array_new (FALSE, FALSE, sizeof (double)),
  };
  const char *end = copy + strlen (copy);
  char *at = copy, *code, *value;
  bool is_dxf = false, seen_end = false;

  while ((code = take_row (&at, end)) != NULL && (value = take_row (&at, end)) != NULL
         && !lw_pieces_have_failed (pieces) && !seen_end) {
    char *after;
    const long number = strtol (code, &after, 10);

    if (after == code || *after != '\0')
      break;
    is_dxf = is_dxf || (number == 0 && g_str_equal (value, "SECTION"));
    seen_end = number == 0 && g_str_equal (value, "EOF");
    take_pair (&reader, number >= 0 && number < 2000 ? (int) number : 1999, value);
  }
  g_string_free (reader.entity, TRUE);
  g_array_unref (reader.vertices);
  g_array_unref (reader.knots);
  g_array_unref (reader.weights);
  if (lw_pieces_have_failed (pieces) || (is_dxf && (seen_end || code == NULL)))
    return true;
  g_set_error_literal (
    error, LW_ERROR, LW_ERROR_BAD_FILE,
    is_dxf ? _ ("The DXF drawing breaks off or is damaged; save it again as DXF "
                "and import that.")
           : _ ("The file is not a DXF drawing in text form; save it as ASCII DXF and "
                "import that."));
  return false;
}
