// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-sketch-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-json.h"
#include "lw-mechanism.h"
#include "lw-number.h"
#include "lw-shape-mass.h"

static void
clear_point_cb (void *data)
{
  g_free (((LwSketchPoint *) data)->name);
}

static void
clear_link_cb (void *data)
{
  LwSketchLink *link = data;

  g_free (link->name);
  g_array_unref (link->points);
}

static void
clear_force_cb (void *data)
{
  g_free (((LwSketchForce *) data)->name);
}

LwSketch *
lw_sketch_new (GPtrArray *left_out)
{
  LwSketch *self = g_new0 (LwSketch, 1);

  self->left_out = left_out;
  self->has_gravity = true;
  self->points = g_array_new (FALSE, TRUE, sizeof (LwSketchPoint));
  self->links = g_array_new (FALSE, TRUE, sizeof (LwSketchLink));
  self->gears = g_array_new (FALSE, TRUE, sizeof (LwSketchGear));
  self->forces = g_array_new (FALSE, TRUE, sizeof (LwSketchForce));
  g_array_set_clear_func (self->points, clear_point_cb);
  g_array_set_clear_func (self->links, clear_link_cb);
  g_array_set_clear_func (self->forces, clear_force_cb);
  return self;
}

void
lw_sketch_free (LwSketch *self)
{
  g_free (self->title);
  g_array_unref (self->points);
  g_array_unref (self->links);
  g_array_unref (self->gears);
  g_array_unref (self->forces);
  g_free (self);
}

LwSketchPoint *
lw_sketch_get_point (const LwSketch *self, int index)
{
  return &g_array_index (self->points, LwSketchPoint, (guint) index);
}

LwSketchLink *
lw_sketch_get_link (const LwSketch *self, int index)
{
  return &g_array_index (self->links, LwSketchLink, (guint) index);
}

int
lw_sketch_add_point (LwSketch *self, const char *name, double x, double y)
{
  LwSketchPoint point = { .name = g_strdup (name), .place = { x, y }, .carrier = LW_SKETCH_GROUND };

  g_array_append_val (self->points, point);
  return (int) self->points->len - 1;
}

int
lw_sketch_add_link (LwSketch *self, const char *name)
{
  LwSketchLink link = { .name = g_strdup (name),
                        .points = g_array_new (FALSE, FALSE, sizeof (int)) };

  g_array_append_val (self->links, link);
  return (int) self->links->len - 1;
}

bool
lw_sketch_link_has (const LwSketch *self, int link, int point)
{
  const GArray *points = lw_sketch_get_link (self, link)->points;

  for (guint i = 0; i < points->len; i++)
    if (g_array_index (points, int, i) == point)
      return true;
  return false;
}

bool
lw_sketch_link_is_fixed (const LwSketch *self, int link)
{
  const GArray *points = lw_sketch_get_link (self, link)->points;
  guint n_fixed = 0;

  for (guint i = 0; i < points->len; i++)
    n_fixed += lw_sketch_get_point (self, g_array_index (points, int, i))->is_anchored;
  return points->len > 1 && n_fixed == points->len;
}

void
lw_sketch_leave_out (LwSketch *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->left_out, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

// ---- writing --------------------------------------------------------------------------------

/// The text while it is written.
typedef struct
{
  LwSketch *sketch;
  GString *bodies, *couplings, *forces, *tracers;
  GHashTable *taken; ///< "list name" of the names
  int *bodies_of;    ///< by link: its id, 0 if it is left out
  int *pins_of;      ///< by link: id of its joint to the ground, 0 if it has none
  int n_bodies, n_couplings, n_forces, n_tracers;
  double slowest; ///< rad/s, 0 if nothing is driven
  double block;   ///< m, size of a block
} Text;

static void
append_pair (GString *json, const char *key, const double pair[2])
{
  char x[LW_NUMBER_SIZE], y[LW_NUMBER_SIZE];

  g_string_append_printf (json, ", \"%s\": [%s, %s]", key, lw_number_format (pair[0], x),
                          lw_number_format (pair[1], y));
}

static void
append_number (GString *json, const char *key, double value)
{
  char number[LW_NUMBER_SIZE];

  g_string_append_printf (json, ", \"%s\": %s", key, lw_number_format (value, number));
}

/// Begins an element with its name, or another one if an element of the list has it.
static void
begin (Text *self, GString *json, const char *list, int id, const char *name)
{
  g_autofree char *wish = g_strdup (name != NULL ? name : "");
  g_autofree char *found = NULL;

  for (char *c = wish; *c != '\0'; c++)
    if ((guchar) *c < 0x20)
      *c = ' ';
  g_strstrip (wish);
  g_string_append_printf (json, "%s\n    {\"id\": %d", json->len > 0 ? "," : "", id);
  if (*wish == '\0' || g_ascii_strcasecmp (wish, "ground") == 0)
    return;
  found = g_strdup (wish);
  for (guint i = 2;; i++) {
    g_autofree char *key = g_strdup_printf ("%s %s", list, found);

    if (g_hash_table_add (self->taken, g_steal_pointer (&key)))
      break;
    g_free (found);
    found = g_strdup_printf ("%s %u", wish, i);
  }
  g_string_append (json, ", \"name\": ");
  lw_json_append_string (json, found);
}

/// Returns true if the points of a link differ.
static bool
has_extent (const LwSketch *sketch, const LwSketchLink *link)
{
  const double *first = lw_sketch_get_point (sketch, g_array_index (link->points, int, 0))->place;

  for (guint i = 1; i < link->points->len; i++) {
    const double *other = lw_sketch_get_point (sketch, g_array_index (link->points, int, i))->place;

    if (hypot (other[0] - first[0], other[1] - first[1]) > 0)
      return true;
  }
  return false;
}

/// Computes origin and angle of the body frame: the centre of the points, x along the first two; of a
/// block, which is a single place, along the line on which it slides.
static void
find_frame (const LwSketch *sketch, const LwSketchLink *link, double origin[2], double *angle)
{
  const double *first = lw_sketch_get_point (sketch, g_array_index (link->points, int, 0))->place;

  origin[0] = origin[1] = *angle = 0;
  for (guint i = 0; i < link->points->len; i++)
    for (int k = 0; k < 2; k++)
      origin[k] += lw_sketch_get_point (sketch, g_array_index (link->points, int, i))->place[k]
                   / link->points->len;
  for (guint i = 0; i < link->points->len; i++) {
    const LwSketchPoint *point = lw_sketch_get_point (sketch, g_array_index (link->points, int, i));

    if (point->slides && !has_extent (sketch, link))
      *angle = point->angle;
  }
  if (link->points->len > 1 && has_extent (sketch, link)) {
    const double *second =
      lw_sketch_get_point (sketch, g_array_index (link->points, int, 1))->place;

    *angle = atan2 (second[1] - first[1], second[0] - first[0]);
  }
}

/// Converts a place of the world to the frame of a link.
static void
to_link (const Text *self, int link, const double place[2], double own[2])
{
  double origin[2], angle;

  find_frame (self->sketch, lw_sketch_get_link (self->sketch, link), origin, &angle);
  own[0] = cos (angle) * (place[0] - origin[0]) + sin (angle) * (place[1] - origin[1]);
  own[1] = cos (angle) * (place[1] - origin[1]) - sin (angle) * (place[0] - origin[0]);
}

static void
add_body (Text *self, int index)
{
  const LwSketchLink *link = lw_sketch_get_link (self->sketch, index);
  double origin[2], angle, centre[2];

  find_frame (self->sketch, link, origin, &angle);
  self->bodies_of[index] = ++self->n_bodies;
  begin (self, self->bodies, "body", self->n_bodies, link->name);
  append_pair (self->bodies, "position", origin);
  append_number (self->bodies, "angle", angle);
  if (link->mass > 0) {
    to_link (self, index, link->centre, centre);
    append_number (self->bodies, "mass", link->mass);
    append_number (self->bodies, "inertia", link->inertia);
    append_pair (self->bodies, "centre_of_mass", centre);
  } else {
    const LwPlate plate = lw_plate_default ();

    append_number (self->bodies, "density", plate.density);
    append_number (self->bodies, "thickness", plate.thickness);
  }
  if (!has_extent (self->sketch, link) && link->is_wheel) {
    g_string_append (self->bodies, ", \"shape\": {\"kind\": \"disc\"");
    append_number (self->bodies, "radius", self->block);
    g_string_append (self->bodies, "}}");
    return;
  }
  if (!has_extent (self->sketch, link)) {
    const double size[2] = { self->block, 0.6 * self->block };

    g_string_append (self->bodies, ", \"shape\": {\"kind\": \"box\"");
    append_pair (self->bodies, "size", size);
    g_string_append (self->bodies, "}}");
    return;
  }
  g_string_append (self->bodies, ", \"shape\": {\"kind\": \"link\", \"points\": [");
  for (guint i = 0; i < link->points->len; i++) {
    char x[LW_NUMBER_SIZE], y[LW_NUMBER_SIZE];
    double own[2];

    to_link (self, index,
             lw_sketch_get_point (self->sketch, g_array_index (link->points, int, i))->place, own);
    g_string_append_printf (self->bodies, "%s[%s, %s]", i > 0 ? ", " : "",
                            lw_number_format (own[0], x), lw_number_format (own[1], y));
  }
  g_string_append (self->bodies, "]}}");
}

/// Returns the size of the whole, m.
static double
find_size (const LwSketch *sketch)
{
  double ends[2][2] = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };

  for (int i = 0; i < (int) sketch->points->len; i++)
    for (int k = 0; k < 2; k++) {
      ends[0][k] = fmin (ends[0][k], lw_sketch_get_point (sketch, i)->place[k]);
      ends[1][k] = fmax (ends[1][k], lw_sketch_get_point (sketch, i)->place[k]);
    }
  return sketch->points->len > 0 ? hypot (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) : 0;
}

static void
add_bodies (Text *self)
{
  LwSketch *sketch = self->sketch;

  self->block = fmax (0.06 * find_size (sketch), 1e-6);
  for (int i = 0; i < (int) sketch->links->len; i++) {
    const LwSketchLink *link = lw_sketch_get_link (sketch, i);
    const char *name = link->name != NULL ? link->name : _ ("A link");
    bool is_anchored;

    if (link->points->len == 0)
      continue;
    is_anchored = lw_sketch_get_point (sketch, g_array_index (link->points, int, 0))->is_anchored;
    if (lw_sketch_link_is_fixed (sketch, i))
      lw_sketch_leave_out (sketch, _ ("%s is a part of the ground, as all its points are fixed"),
                           name);
    else if (has_extent (sketch, link) || link->mass > 0 || (link->is_wheel && is_anchored))
      add_body (self, i);
    else if (!is_anchored)
      lw_sketch_leave_out (sketch, _ ("%s has a single point and is left out"), name);
  }
}

static int
add_joint (Text *self,
           const LwSketchPoint *point,
           const char *kind,
           int first,
           int second,
           const double *angle)
{
  begin (self, self->couplings, "coupling", ++self->n_couplings, point->name);
  g_string_append_printf (self->couplings, ", \"kind\": \"%s\", \"bodies\": [%d, %d]", kind, first,
                          second);
  append_pair (self->couplings, "at", point->place);
  if (angle != NULL)
    append_number (self->couplings, "angle", *angle);
  g_string_append_c (self->couplings, '}');
  return self->n_couplings;
}

static void
add_drive (Text *self, const LwSketchPoint *point, int joint)
{
  g_autofree char *name = g_strdup_printf (_ ("Drive %s"), point->name != NULL ? point->name : "");

  begin (self, self->couplings, "coupling", ++self->n_couplings, name);
  g_string_append_printf (self->couplings, ", \"kind\": \"motor\", \"joint\": %d", joint);
  append_number (self->couplings, "function", point->speed);
  g_string_append_c (self->couplings, '}');
  if (point->speed != 0)
    self->slowest =
      self->slowest > 0 ? fmin (self->slowest, fabs (point->speed)) : fabs (point->speed);
}

/// Adds the joint of a point that slides to its carrier. Returns false if it has none.
static bool
add_slide (Text *self, const LwSketchPoint *point, int body)
{
  const int carrier = point->carrier == LW_SKETCH_GROUND ? 0 : self->bodies_of[point->carrier];

  if (carrier == body
      || (carrier == 0 && point->carrier != LW_SKETCH_GROUND
          && !lw_sketch_link_is_fixed (self->sketch, point->carrier)))
    return false;
  add_joint (self, point, point->slide_turns ? "pin in slot" : "slider", carrier, body,
             &point->angle);
  return true;
}

static void
add_joints (Text *self, int index)
{
  const LwSketchPoint *point = lw_sketch_get_point (self->sketch, index);
  const char *kind = point->is_welded ? "weld" : "pin";
  int first = point->is_anchored && !point->slides ? 0 : -1, drives = 0;

  for (int i = 0; i < (int) self->sketch->links->len; i++) {
    const int body = self->bodies_of[i];
    int joint;

    if (body == 0 || !lw_sketch_link_has (self->sketch, i, index))
      continue;
    if (first < 0) {
      first = body;
      if (point->slides && !add_slide (self, point, body))
        lw_sketch_leave_out (self->sketch, _ ("%s: the line along which it slides is left out"),
                             point->name != NULL ? point->name : _ ("A point"));
      if (point->is_traced) {
        double own[2];

        to_link (self, i, point->place, own);
        begin (self, self->tracers, "tracer", ++self->n_tracers, point->name);
        g_string_append_printf (self->tracers, ", \"body\": %d", body);
        append_pair (self->tracers, "point", own);
        g_string_append_c (self->tracers, '}');
      }
      continue;
    }
    joint = add_joint (self, point, kind, first, body, NULL);
    if (first == 0)
      self->pins_of[i] = joint;
    // Every link on a fixed point turns with its drive.
    if (point->is_driven && (first == 0 || drives == 0)) {
      add_drive (self, point, joint);
      drives++;
    }
  }
  if (point->is_driven && drives == 0)
    lw_sketch_leave_out (self->sketch, _ ("%s: its drive is left out"),
                         point->name != NULL ? point->name : _ ("A point"));
}

static void
add_gears (Text *self)
{
  for (guint i = 0; i < self->sketch->gears->len; i++) {
    const LwSketchGear *gear = &g_array_index (self->sketch->gears, LwSketchGear, i);
    const int joints[2] = { self->pins_of[gear->links[0]], self->pins_of[gear->links[1]] };

    if (joints[0] == 0 || joints[1] == 0) {
      lw_sketch_leave_out (self->sketch,
                           _ ("A pair of gears is left out: both must turn about fixed points"));
      continue;
    }
    begin (self, self->couplings, "coupling", ++self->n_couplings, NULL);
    g_string_append_printf (self->couplings, ", \"kind\": \"gear\", \"joints\": [%d, %d]",
                            joints[0], joints[1]);
    append_number (self->couplings, "ratio", gear->ratio);
    g_string_append_c (self->couplings, '}');
  }
}

static void
add_forces (Text *self)
{
  for (guint i = 0; i < self->sketch->forces->len; i++) {
    const LwSketchForce *force = &g_array_index (self->sketch->forces, LwSketchForce, i);
    double own[2], components[2] = { force->force[0], force->force[1] };

    if (self->bodies_of[force->link] == 0) {
      lw_sketch_leave_out (self->sketch, _ ("%s: its link is left out, and so is the force"),
                           force->name);
      continue;
    }
    to_link (self, force->link, force->place, own);
    if (force->follows) {
      double origin[2], angle;

      find_frame (self->sketch, lw_sketch_get_link (self->sketch, force->link), origin, &angle);
      components[0] = cos (angle) * force->force[0] + sin (angle) * force->force[1];
      components[1] = cos (angle) * force->force[1] - sin (angle) * force->force[0];
    }
    begin (self, self->forces, "force", ++self->n_forces, force->name);
    g_string_append_printf (self->forces, ", \"kind\": \"force\", \"body\": %d",
                            self->bodies_of[force->link]);
    append_pair (self->forces, "point", own);
    append_pair (self->forces, "force", components);
    if (force->follows)
      g_string_append (self->forces, ", \"follows_body\": true");
    g_string_append_c (self->forces, '}');
  }
}

/// Returns the text of all parts.
static char *
join (const Text *self)
{
  const struct
  {
    const char *key;
    const GString *elements;
  } lists[] = { { "bodies", self->bodies },
                { "couplings", self->couplings },
                { "forces", self->forces },
                { "tracers", self->tracers } };
  GString *json = g_string_new ("{\n  \"linkwright\": 1,\n  \"title\": ");

  lw_json_append_string (json, self->sketch->title != NULL ? self->sketch->title : "");
  if (!self->sketch->has_gravity)
    g_string_append (json, ",\n  \"gravity\": [0, 0, 0]");
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (lists[i].elements->len > 0)
      g_string_append_printf (json, ",\n  \"%s\": [%s\n  ]", lists[i].key, lists[i].elements->str);
  // One turn of the slowest drive.
  if (self->slowest > 0) {
    char number[LW_NUMBER_SIZE];

    g_string_append_printf (json, ",\n  \"run\": {\"duration\": %s}",
                            lw_number_format (fmin (2 * G_PI / self->slowest, 1000), number));
  }
  g_string_append (json, "\n}\n");
  return g_string_free (json, FALSE);
}

char *
lw_sketch_write (LwSketch *self, GError **error)
{
  g_autoptr (GString) bodies = g_string_new (NULL), couplings = g_string_new (NULL);
  g_autoptr (GString) forces = g_string_new (NULL), tracers = g_string_new (NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree int *bodies_of = g_new0 (int, self->links->len + 1);
  g_autofree int *pins_of = g_new0 (int, self->links->len + 1);
  Text text = { .sketch = self,
                .bodies = bodies,
                .couplings = couplings,
                .forces = forces,
                .tracers = tracers,
                .taken = taken,
                .bodies_of = bodies_of,
                .pins_of = pins_of };

  add_bodies (&text);
  if (text.n_bodies == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("There is no link that moves in this file; choose another one."));
    return NULL;
  }
  for (int i = 0; i < (int) self->points->len; i++)
    add_joints (&text, i);
  add_gears (&text);
  add_forces (&text);
  return join (&text);
}
