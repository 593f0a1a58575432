// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines of an SVG drawing. GLib's parser reads the XML: it supports only the predefined entities
// of XML and loads nothing, and its depth is bounded here. y points down in SVG and up in a
// mechanism.

#include "lw-import-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define DEPTH_MAX 64
#define PX_M (0.0254 / 96.0)

/// x' = a x + c y + e, y' = b x + d y + f
typedef struct
{
  double a, b, c, d, e, f;
} Matrix;

typedef struct
{
  LwPieces *pieces; ///< Borrowed
  Matrix matrix[DEPTH_MAX];
  int depth;  ///< depth of the elements being read
  int hidden; ///< number of open elements within one that is not drawn, 0 if drawn
  bool has_root;
} Reader;

static const Matrix identity = { 1, 0, 0, 1, 0, 0 };

static Matrix
multiply (Matrix m, Matrix n)
{
  return (Matrix){
    m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b,       m.a * n.c + m.c * n.d,
    m.b * n.c + m.d * n.d, m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f,
  };
}

static void
map (const Reader *self, double x, double y, double point[2])
{
  const Matrix *m = &self->matrix[self->depth];

  point[0] = m->a * x + m->c * y + m->e;
  point[1] = m->b * x + m->d * y + m->f;
}

// ---- numbers --------------------------------------------------------------------------------

static void
skip_separators (const char **text)
{
  while (g_ascii_isspace (**text) || **text == ',')
    (*text)++;
}

/// Reads a number. Returns false at the end and if there is no number.
static bool
take_number (const char **text, double *value)
{
  char *end;

  skip_separators (text);
  // Words such as "inf" and hexadecimal numbers are not numbers here.
  if (**text == '\0' || strchr ("+-.0123456789", **text) == NULL)
    return false;
  *value = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*value))
    return false;
  *text = end;
  return true;
}

/// Reads a length in px. A percentage is not a length here, as there is nothing that it refers to.
static bool
read_length (const char *text, double *value)
{
  static const struct
  {
    const char *unit;
    double px;
  } units[] = {
    { "", 1.0 },           { "px", 1.0 },          { "mm", 96.0 / 25.4 },
    { "cm", 96.0 / 2.54 }, { "m", 9600.0 / 2.54 }, { "in", 96.0 },
    { "pt", 96.0 / 72.0 }, { "pc", 16.0 },         { "q", 96.0 / 101.6 },
  };
  g_autofree char *unit = NULL;

  if (text == NULL || !take_number (&text, value))
    return false;
  unit = g_strstrip (g_ascii_strdown (text, -1));
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].unit)) {
      *value *= units[i].px;
      return true;
    }
  return false;
}

typedef struct
{
  const char **names, **values;
} Attributes;

static const char *
get_attribute (const Attributes *self, const char *name)
{
  for (guint i = 0; self->names[i] != NULL; i++)
    if (g_str_equal (self->names[i], name))
      return self->values[i];
  return NULL;
}

static double
get_length (const Attributes *self, const char *name, double otherwise)
{
  double value;

  return read_length (get_attribute (self, name), &value) ? value : otherwise;
}

// ---- transformations ------------------------------------------------------------------------

static Matrix
read_transformation (const char *name, gsize length, const double *n, guint count)
{
  Matrix m = identity;

  if (strncmp (name, "matrix", length) == 0 && count == 6)
    return (Matrix){ n[0], n[1], n[2], n[3], n[4], n[5] };
  if (strncmp (name, "translate", length) == 0 && count >= 1) {
    m.e = n[0];
    m.f = count > 1 ? n[1] : 0.0;
  } else if (strncmp (name, "scale", length) == 0 && count >= 1) {
    m.a = n[0];
    m.d = count > 1 ? n[1] : n[0];
  } else if (strncmp (name, "rotate", length) == 0 && count >= 1) {
    const double c = cos (n[0] * G_PI / 180.0), s = sin (n[0] * G_PI / 180.0);
    const double x = count > 2 ? n[1] : 0.0, y = count > 2 ? n[2] : 0.0;

    m = (Matrix){ c, s, -s, c, x - c * x + s * y, y - s * x - c * y };
  } else if (strncmp (name, "skewX", length) == 0 && count == 1) {
    m.c = tan (n[0] * G_PI / 180.0);
  } else if (strncmp (name, "skewY", length) == 0 && count == 1) {
    m.b = tan (n[0] * G_PI / 180.0);
  }
  return m;
}

static Matrix
read_transform (const char *text)
{
  Matrix matrix = identity;

  while (text != NULL && *text != '\0') {
    const char *name;
    double numbers[6];
    guint count = 0;
    gsize length;

    skip_separators (&text);
    name = text;
    while (g_ascii_isalpha (*text))
      text++;
    length = (gsize) (text - name);
    while (g_ascii_isspace (*text))
      text++;
    if (length == 0 || *text != '(')
      break;
    text++;
    while (count < G_N_ELEMENTS (numbers) && take_number (&text, &numbers[count]))
      count++;
    text = strchr (text, ')');
    matrix = multiply (matrix, read_transformation (name, length, numbers, count));
    if (text != NULL)
      text++;
  }
  return matrix;
}

/// Returns the transformation from the user units of the outermost element to m, y up.
static Matrix
read_root (const Attributes *attributes)
{
  const char *box = get_attribute (attributes, "viewBox");
  double width = get_length (attributes, "width", 0.0);
  double height = get_length (attributes, "height", 0.0);
  double n[4], scale = 1.0;
  guint count = 0;
  Matrix m = { PX_M, 0, 0, -PX_M, 0, 0 };

  while (box != NULL && count < 4 && take_number (&box, &n[count]))
    count++;
  if (count < 4 || !(n[2] > 0.0) || !(n[3] > 0.0))
    return m;
  if (width > 0.0 && height > 0.0)
    scale = fmin (width / n[2], height / n[3]);
  else if (width > 0.0 || height > 0.0)
    scale = width > 0.0 ? width / n[2] : height / n[3];
  m.a *= scale;
  m.d *= scale;
  return multiply (m, (Matrix){ 1, 0, 0, 1, -n[0], -n[1] });
}

// ---- lines ----------------------------------------------------------------------------------

static void
move_to (const Reader *self, double x, double y)
{
  double p[2];

  map (self, x, y, p);
  lw_pieces_move (self->pieces, p[0], p[1]);
}

static void
line_to (const Reader *self, double x, double y)
{
  double p[2];

  map (self, x, y, p);
  lw_pieces_line (self->pieces, p[0], p[1]);
}

typedef struct
{
  double p[4][2];
} Cubic;

static void
evaluate_cubic (const void *data, double t, double point[2])
{
  const Cubic *cubic = data;
  const double u = 1.0 - t;

  for (int d = 0; d < 2; d++)
    point[d] = u * u * u * cubic->p[0][d] + 3.0 * u * u * t * cubic->p[1][d]
               + 3.0 * u * t * t * cubic->p[2][d] + t * t * t * cubic->p[3][d];
}

/// Draws a curve from six numbers: two handles and the end.
static void
curve_to (const Reader *self, const double start[2], const double n[6])
{
  Cubic cubic;

  map (self, start[0], start[1], cubic.p[0]);
  for (int i = 0; i < 3; i++)
    map (self, n[2 * i], n[2 * i + 1], cubic.p[i + 1]);
  lw_pieces_curve (self->pieces, evaluate_cubic, &cubic);
}

/// Draws an arc of an ellipse about (x, y), its axes turned by `angle`.
static void
ellipse_arc (const Reader *self,
             const double centre[2],
             double rx,
             double ry,
             double angle,
             double from,
             double to)
{
  const Matrix *m = &self->matrix[self->depth];
  const double c = cos (angle), s = sin (angle);
  LwEllipseArc arc = {
    .first = { rx * (m->a * c + m->c * s), rx * (m->b * c + m->d * s) },
    .second = { ry * (-m->a * s + m->c * c), ry * (-m->b * s + m->d * c) },
    .from = from,
    .to = to,
  };

  map (self, centre[0], centre[1], arc.centre);
  lw_pieces_arc (self->pieces, &arc);
}

/// Draws an arc from its ends; its centre is computed by SVG 1.1, F.6.
static void
arc_to (const Reader *self, const double start[2], const double n[7])
{
  const double angle = n[2] * G_PI / 180.0, c = cos (angle), s = sin (angle);
  const double dx = 0.5 * (start[0] - n[5]), dy = 0.5 * (start[1] - n[6]);
  const double x = c * dx + s * dy, y = -s * dx + c * dy;
  double rx = fabs (n[0]), ry = fabs (n[1]), excess, root, cx, cy, from, sweep, centre[2];

  if (!(rx > 0.0) || !(ry > 0.0) || (dx == 0.0 && dy == 0.0)) {
    line_to (self, n[5], n[6]);
    return;
  }
  excess = x * x / (rx * rx) + y * y / (ry * ry);
  if (excess > 1.0) {
    rx *= sqrt (excess);
    ry *= sqrt (excess);
    excess = 1.0;
  }
  root = sqrt (fmax (1.0 / excess - 1.0, 0.0)) * ((n[3] != 0.0) == (n[4] != 0.0) ? -1.0 : 1.0);
  cx = root * rx * y / ry;
  cy = -root * ry * x / rx;
  from = atan2 ((y - cy) / ry, (x - cx) / rx);
  sweep = atan2 ((-y - cy) / ry, (-x - cx) / rx) - from;
  if (n[4] != 0.0 && sweep < 0.0)
    sweep += 2.0 * G_PI;
  if (n[4] == 0.0 && sweep > 0.0)
    sweep -= 2.0 * G_PI;
  centre[0] = c * cx - s * cy + 0.5 * (start[0] + n[5]);
  centre[1] = s * cx + c * cy + 0.5 * (start[1] + n[6]);
  ellipse_arc (self, centre, rx, ry, angle, from, from + sweep);
}

// ---- path -----------------------------------------------------------------------------------

/// Current state of a path.
typedef struct
{
  double at[2], begin[2];
  double handle[2]; ///< the last handle of the previous curve
  char before;      ///< the previous command, in capitals
  bool is_open;
} Path;

static guint
count_numbers (char command)
{
  switch (command) {
  case 'H':
  case 'V':
    return 1;
  case 'M':
  case 'L':
  case 'T':
    return 2;
  case 'S':
  case 'Q':
    return 4;
  case 'C':
    return 6;
  case 'A':
    return 7;
  default:
    return 0;
  }
}

/// Reads the numbers of a command. Flags of arcs need no space between them.
static bool
take_numbers (const char **text, char command, double *numbers)
{
  for (guint i = 0; i < count_numbers (command); i++) {
    if (command == 'A' && (i == 3 || i == 4)) {
      skip_separators (text);
      if (**text != '0' && **text != '1')
        return false;
      numbers[i] = *(*text)++ - '0';
    } else if (!take_number (text, &numbers[i])) {
      return false;
    }
  }
  return true;
}

static void
to_absolute (const Path *path, char command, double *n)
{
  const guint count = count_numbers (command);

  if (command == 'V')
    n[0] += path->at[1];
  else if (command == 'A') {
    n[5] += path->at[0];
    n[6] += path->at[1];
  } else {
    for (guint i = 0; i < count; i++)
      n[i] += path->at[i % 2];
  }
}

/// Draws a curve; other curves are converted to cubic ones.
static void
draw_curve (const Reader *self, Path *path, char command, const double *n)
{
  const bool is_quadratic = command == 'Q' || command == 'T';
  const bool follows = is_quadratic ? path->before == 'Q' || path->before == 'T'
                                    : path->before == 'C' || path->before == 'S';
  double cubic[6], handle[2];

  for (int d = 0; d < 2; d++) {
    const double mirrored = follows ? 2.0 * path->at[d] - path->handle[d] : path->at[d];

    handle[d] = command == 'S' || command == 'T' ? mirrored : n[d];
    cubic[4 + d] = n[command == 'C' ? 4 + d : command == 'T' ? d : 2 + d];
    cubic[d] = is_quadratic ? path->at[d] + 2.0 / 3.0 * (handle[d] - path->at[d]) : handle[d];
    cubic[2 + d] = is_quadratic     ? cubic[4 + d] + 2.0 / 3.0 * (handle[d] - cubic[4 + d])
                   : command == 'C' ? n[2 + d]
                                    : n[d];
    path->handle[d] = is_quadratic ? handle[d] : cubic[2 + d];
  }
  curve_to (self, path->at, cubic);
  memcpy (path->at, cubic + 4, sizeof path->at);
}

static void
draw_command (const Reader *self, Path *path, char command, const double *n)
{
  if (command != 'M' && !path->is_open) {
    move_to (self, path->at[0], path->at[1]);
    memcpy (path->begin, path->at, sizeof path->at);
  }
  path->is_open = true;
  switch (command) {
  case 'M':
    move_to (self, n[0], n[1]);
    memcpy (path->at, n, sizeof path->at);
    memcpy (path->begin, n, sizeof path->at);
    break;
  case 'C':
  case 'S':
  case 'Q':
  case 'T':
    draw_curve (self, path, command, n);
    break;
  case 'A':
    arc_to (self, path->at, n);
    memcpy (path->at, n + 5, sizeof path->at);
    break;
  default:
    if (command != 'V')
      path->at[0] = n[0];
    if (command != 'H')
      path->at[1] = n[command == 'V' ? 0 : 1];
    line_to (self, path->at[0], path->at[1]);
    break;
  }
  path->before = command;
}

/// Draws a path up to its first error, as the SVG specification requires.
static void
read_path (Reader *self, const char *text)
{
  Path path = { .before = 'Z' };
  char command = '\0';

  while (text != NULL && !lw_pieces_have_failed (self->pieces)) {
    const bool is_letter = (skip_separators (&text), g_ascii_isalpha (*text));
    double numbers[7];

    if (is_letter)
      command = *text++;
    else if (*text == '\0' || command == '\0' || g_ascii_toupper (command) == 'Z')
      return;
    if (g_ascii_toupper (command) == 'Z') {
      lw_pieces_close (self->pieces);
      memcpy (path.at, path.begin, sizeof path.at);
      path.is_open = false;
      path.before = 'Z';
      continue;
    }
    if (count_numbers (g_ascii_toupper (command)) == 0
        || !take_numbers (&text, g_ascii_toupper (command), numbers))
      return;
    if (g_ascii_islower (command))
      to_absolute (&path, g_ascii_toupper (command), numbers);
    draw_command (self, &path, g_ascii_toupper (command), numbers);
    // Further places after a move are lines.
    if (command == 'M' || command == 'm')
      command = command == 'M' ? 'L' : 'l';
  }
}

// ---- shapes ---------------------------------------------------------------------------------

static void
read_points (Reader *self, const char *text, bool close)
{
  double x, y;
  bool begun = false;

  while (text != NULL && take_number (&text, &x) && take_number (&text, &y)) {
    if (begun)
      line_to (self, x, y);
    else
      move_to (self, x, y);
    begun = true;
  }
  if (begun && close)
    lw_pieces_close (self->pieces);
}

static void
read_rect (Reader *self, const Attributes *attributes)
{
  const double x = get_length (attributes, "x", 0.0), y = get_length (attributes, "y", 0.0);
  const double width = get_length (attributes, "width", 0.0);
  const double height = get_length (attributes, "height", 0.0);
  double rx = get_length (attributes, "rx", -1.0), ry = get_length (attributes, "ry", -1.0);

  if (!(width > 0.0) || !(height > 0.0))
    return;
  rx = rx >= 0.0 ? rx : ry;
  ry = ry >= 0.0 ? ry : rx;
  rx = CLAMP (rx, 0.0, 0.5 * width);
  ry = CLAMP (ry, 0.0, 0.5 * height);
  move_to (self, x + rx, y);
  for (int corner = 0; corner < 4; corner++) {
    const double right = corner < 2, low = corner == 1 || corner == 2;
    const double centre[2] = { right ? x + width - rx : x + rx, low ? y + height - ry : y + ry };
    const double from = (corner - 1) * 0.5 * G_PI;

    line_to (self, centre[0] + rx * cos (from), centre[1] + ry * sin (from));
    if (rx > 0.0 && ry > 0.0)
      ellipse_arc (self, centre, rx, ry, 0.0, from, from + 0.5 * G_PI);
  }
  lw_pieces_close (self->pieces);
}

static void
read_ellipse (Reader *self, const Attributes *attributes, const char *rx_name, const char *ry_name)
{
  const double centre[2] = { get_length (attributes, "cx", 0.0),
                             get_length (attributes, "cy", 0.0) };
  const double rx = get_length (attributes, rx_name, 0.0);
  const double ry = get_length (attributes, ry_name, 0.0);

  if (!(rx > 0.0) || !(ry > 0.0))
    return;
  move_to (self, centre[0] + rx, centre[1]);
  ellipse_arc (self, centre, rx, ry, 0.0, 0.0, 2.0 * G_PI);
  lw_pieces_close (self->pieces);
}

static void
read_line (Reader *self, const Attributes *attributes)
{
  move_to (self, get_length (attributes, "x1", 0.0), get_length (attributes, "y1", 0.0));
  line_to (self, get_length (attributes, "x2", 0.0), get_length (attributes, "y2", 0.0));
}

/// Draws a shape; elements that are neither shapes nor containers are counted as left out.
static void
read_shape (Reader *self, const char *name, const Attributes *attributes)
{
  static const char *const silent[] = { "svg",  "g",     "a",        "switch", "title",
                                        "desc", "style", "metadata", "defs",   "sodipodi:namedview",
                                        NULL };

  if (g_str_equal (name, "path"))
    read_path (self, get_attribute (attributes, "d"));
  else if (g_str_equal (name, "polygon") || g_str_equal (name, "polyline"))
    read_points (self, get_attribute (attributes, "points"), g_str_equal (name, "polygon"));
  else if (g_str_equal (name, "rect"))
    read_rect (self, attributes);
  else if (g_str_equal (name, "circle"))
    read_ellipse (self, attributes, "r", "r");
  else if (g_str_equal (name, "ellipse"))
    read_ellipse (self, attributes, "rx", "ry");
  else if (g_str_equal (name, "line"))
    read_line (self, attributes);
  else if (!g_strv_contains (silent, name) && strchr (name, ':') == NULL)
    lw_pieces_leave_out (self->pieces);
}

/// Returns true if a style sets a property to this value.
static bool
says (const char *style, const char *property, const char *value)
{
  const char *at = style != NULL ? strstr (style, property) : NULL;

  if (at == NULL)
    return false;
  at += strlen (property);
  at += strspn (at, " \t\n:");
  return g_str_has_prefix (at, value);
}

static bool
is_hidden (const char *name, const Attributes *attributes)
{
  static const char *const unseen[] = { "defs",    "symbol", "clipPath", "mask",   "marker",
                                        "pattern", "style",  "metadata", "filter", NULL };
  const char *display = get_attribute (attributes, "display");
  const char *visibility = get_attribute (attributes, "visibility");
  const char *style = get_attribute (attributes, "style");

  return g_strv_contains (unseen, name) || g_strcmp0 (display, "none") == 0
         || g_strcmp0 (visibility, "hidden") == 0 || says (style, "display", "none")
         || says (style, "visibility", "hidden");
}

// ---- XML ------------------------------------------------------------------------------------

static const char *
local_name (const char *name)
{
  return g_str_has_prefix (name, "svg:") ? name + 4 : name;
}

static void
start_cb (GMarkupParseContext *context,
          const char *full_name,
          const char **names,
          const char **values,
          gpointer data,
          GError **error)
{
  Reader *self = data;
  const Attributes attributes = { names, values };
  const char *name = local_name (full_name);

  if (self->hidden > 0 || is_hidden (name, &attributes)) {
    self->hidden++;
    return;
  }
  if (!self->has_root && !g_str_equal (name, "svg")) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The file is not an SVG drawing; choose one that begins with <svg>."));
    return;
  }
  if (self->depth + 1 >= DEPTH_MAX) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The groups of the drawing are nested more than %d deep; ungroup them and "
                    "import it again."),
                 DEPTH_MAX);
    return;
  }
  self->matrix[self->depth + 1] =
    multiply (self->has_root ? self->matrix[self->depth] : read_root (&attributes),
              read_transform (get_attribute (&attributes, "transform")));
  self->has_root = true;
  self->depth++;
  read_shape (self, name, &attributes);
}

static void
end_cb (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Reader *self = data;

  if (self->hidden > 0)
    self->hidden--;
  else
    self->depth--;
}

bool
lw_import_read_svg (const char *text, gsize length, LwPieces *pieces, GError **error)
{
  const GMarkupParser parser = { .start_element = start_cb, .end_element = end_cb };
  Reader reader = { .pieces = pieces, .matrix[0] = identity };
  g_autoptr (GMarkupParseContext) context =
    g_markup_parse_context_new (&parser, G_MARKUP_IGNORE_QUALIFIED, &reader, NULL);
  g_autoptr (GError) cause = NULL;
  const gsize chunk = 1 << 16;
  gsize at = 0;

  // Parse in parts, so that a drawing with too many points ends early.
  while (at < length && cause == NULL && !lw_pieces_have_failed (pieces)) {
    const gsize part = MIN (chunk, length - at);

    if (!g_markup_parse_context_parse (context, text + at, (gssize) part, &cause))
      break;
    at += part;
  }
  if (lw_pieces_have_failed (pieces))
    return true;
  if (cause == NULL)
    g_markup_parse_context_end_parse (context, &cause);
  if (cause == NULL)
    return true;
  if (cause->domain == LW_ERROR) {
    g_propagate_error (error, g_steal_pointer (&cause));
    return false;
  }
  g_set_error_literal (
    error, LW_ERROR, LW_ERROR_BAD_FILE,
    _ ("The file is not well-formed SVG; save it again as plain SVG and import that."));
  return false;
}
