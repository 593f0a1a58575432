// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the elements of the text form: the fields that all have, bodies, tracers. Couplings are in
// lw-text-couplings.c, force elements in lw-text-forces.c.

#include <math.h>
#include <string.h>

#include "lw-shape-mass.h"
#include "lw-text-reader-private.h"

// Names and places in messages

void
lw_text_entry_clear (LwTextEntry *entry)
{
  g_free (entry->name);
  g_free (entry->place);
}

const LwJson *
lw_text_peek (const LwJson *node, const char *key)
{
  return node->type == LW_JSON_OBJECT ? lw_json_member (node, key) : NULL;
}

const char *
lw_text_peek_string (const LwJson *node, const char *key)
{
  const LwJson *member = lw_text_peek (node, key);

  return member != NULL && member->type == LW_JSON_STRING ? member->string : NULL;
}

// Sets the name of an element for messages before anything in it has been checked.
void
lw_text_entry_init (const LwTextReader *reader,
                    LwTextEntry *entry,
                    const LwTextObject *object,
                    const char *word,
                    const LwTextList *list,
                    const LwJson *node,
                    guint index)
{
  const char *name = lw_text_peek_string (node, "name");
  g_autofree char *quoted = name != NULL ? lw_json_dup_quoted (name) : NULL;
  const LwJson *id = lw_text_peek (node, "id");
  const double number = id != NULL && id->type == LW_JSON_NUMBER ? id->number : index + 1.0;

  entry->name = quoted != NULL ? g_strdup_printf ("%s %s", word, quoted)
                               : g_strdup_printf ("%s %.15g", word, number);
  entry->name[0] = g_ascii_toupper (entry->name[0]);
  entry->place = g_strdup_printf ("%s[%u]", list->key, index);
  entry->scope.kind = object;
  entry->scope.name = entry->name;
  entry->scope.place = entry->place;
}

void
lw_text_refuse_kind (LwTextReader *reader,
                     LwTextEntry *entry,
                     const LwJson *node,
                     const char *kinds)
{
  const char *kind = lw_text_peek_string (node, "kind");
  g_autofree char *quoted = kind != NULL ? lw_json_dup_quoted (kind) : NULL;

  // A value that is not an object is refused by lw_text_enter ().
  if (node->type != LW_JSON_OBJECT)
    return;
  entry->scope.line = node->line;
  lw_text_refuse (reader, &entry->scope, lw_text_peek (node, "kind"), "kind must be %s%s%s", kinds,
                  quoted != NULL ? ", not " : "", quoted != NULL ? quoted : "");
}

static gboolean
good_name (const char *name)
{
  if (*name == '\0' || strcmp (name, "ground") == 0)
    return FALSE;
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

// Reads the id (default: the position in the list, from 1) and name of an element, each unique in
// its list.
char *
lw_text_read_identity (LwTextReader *reader,
                       const LwTextScope *scope,
                       LwTextList *list,
                       guint index,
                       int *id)
{
  long number = (long) index + 1;
  g_autofree char *name = lw_text_dup_string (reader, scope, "name");

  lw_text_get_integer (reader, scope, "id", 1, G_MAXINT, &number);
  *id = (int) number;
  if (reader->error != NULL)
    return NULL;
  if (!g_hash_table_add (list->ids, GINT_TO_POINTER (*id)))
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "id"),
                    "the id %d is used twice among the %s; give each its own", *id, list->key);
  if (name == NULL)
    return NULL;
  if (!good_name (name))
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "name"),
                    "the name must be one line of text that is not empty and not \"ground\"");
  else if (!g_hash_table_add (list->names, g_strdup (name)))
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "name"),
                    "the name is used twice among the %s; give each its own", list->key);
  return g_steal_pointer (&name);
}

// References to bodies

void
lw_text_read_body_id (LwTextReader *reader,
                      const LwTextScope *scope,
                      const LwJson *node,
                      const char *what,
                      int *id)
{
  const LwBody *body = NULL;

  if (reader->error != NULL)
    return;
  if (node->type == LW_JSON_NUMBER) {
    if (node->number == MBD_GROUND)
      *id = MBD_GROUND;
    else if (node->number > 0 && node->number <= G_MAXINT && node->number == floor (node->number))
      body = g_hash_table_lookup (reader->bodies, GINT_TO_POINTER ((int) node->number));
    if (body == NULL && node->number != MBD_GROUND)
      lw_text_refuse (reader, scope, node, "%s: there is no body with the id %g", what,
                      node->number);
  } else {
    const char *name = lw_text_node_string (reader, scope, node, what);

    if (name != NULL && strcmp (name, "ground") == 0)
      *id = MBD_GROUND;
    else if (name != NULL) {
      body = g_hash_table_lookup (reader->names, name);
      if (body == NULL) {
        g_autofree char *quoted = lw_json_dup_quoted (name);

        lw_text_refuse (reader, scope, node, "%s: there is no body called %s", what, quoted);
      }
    }
  }
  if (body != NULL)
    *id = body->element.id;
}

void
lw_text_read_body_of (LwTextReader *reader, const LwTextScope *scope, int *id)
{
  const LwJson *node = lw_text_need (reader, scope, "body");

  if (node != NULL)
    lw_text_read_body_id (reader, scope, node, "body", id);
}

void
lw_text_read_bodies (LwTextReader *reader, const LwTextScope *scope, int *a, int *b)
{
  const LwJson *node = lw_text_need (reader, scope, "bodies");
  const LwJson *array = lw_text_get_array (reader, scope, "bodies");

  if (array == NULL)
    return;
  if (array->length != 2) {
    lw_text_refuse (reader, scope, node, "bodies must be a list of two bodies");
    return;
  }
  lw_text_read_body_id (reader, scope, lw_json_element (array, 0), "bodies[0]", a);
  lw_text_read_body_id (reader, scope, lw_json_element (array, 1), "bodies[1]", b);
}

void
lw_text_read_four_bodies (LwTextReader *reader, const LwTextScope *scope, int ids[4])
{
  const LwJson *array = lw_text_get_list (reader, scope, "bodies", 4);

  lw_text_need (reader, scope, "bodies");
  for (guint i = 0; array != NULL && i < 4; i++) {
    g_autofree char *what = g_strdup_printf ("bodies[%u]", i);

    lw_text_read_body_id (reader, scope, lw_json_element (array, i), what, &ids[i]);
  }
}

const LwBody *
lw_text_body_by_id (const LwTextReader *reader, int id)
{
  return g_hash_table_lookup (reader->bodies, GINT_TO_POINTER (id));
}

// Returns 3 for a body in space, whose vectors have three numbers; otherwise 2, where z may be left
// out.
int
lw_text_dimension (const LwTextReader *reader, int id)
{
  const LwBody *body = lw_text_body_by_id (reader, id);

  return body != NULL && body->def.mobility == MBD_SPATIAL ? 3 : 2;
}

// Bodies

static void
read_points (LwTextReader *reader, const LwTextScope *scope, int dimension, LwShape *shape)
{
  const LwJson *array = lw_text_get_array (reader, scope, "points");
  guint n = array != NULL ? array->length : 0;
  guint least = shape->kind == LW_SHAPE_POLYGON ? 3 : 0;

  if (reader->error == NULL && n < least)
    lw_text_refuse (reader, scope, NULL, "a polygon needs at least three points");
  if (n == 0)
    return;
  shape->points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  for (guint i = 0; i < n; i++) {
    g_autofree char *what = g_strdup_printf ("points[%u]", i);
    double point[3];

    if (!lw_text_node_vector (reader, scope, lw_json_element (array, i), what, dimension, point))
      return;
    g_array_append_vals (shape->points, point, 1);
  }
}

static void
read_size (LwTextReader *reader, const LwTextScope *scope, int dimension, double size[3])
{
  const LwJson *node = lw_text_need (reader, scope, "size");

  if (node == NULL || !lw_text_node_vector (reader, scope, node, "size", dimension, size))
    return;
  for (int i = 0; i < dimension; i++)
    if (size[i] <= 0)
      lw_text_refuse (reader, scope, node, "size[%d] must be greater than zero", i);
}

/// Reads the width and holes of a link.
static void
read_link_plate (LwTextReader *reader, const LwTextScope *scope, LwBody *body)
{
  static const char *const keys[] = { "width", "hole_radius" };
  double *values[] = { &body->plate.width, &body->plate.hole_radius };

  for (int i = 0; i < 2; i++) {
    const LwJson *node = lw_text_member (reader, scope, keys[i]);

    if (node != NULL && body->shape.kind != LW_SHAPE_LINK)
      lw_text_refuse (reader, scope, node, "%s is for the shape of a link", keys[i]);
    lw_text_get_number (reader, scope, keys[i], LW_TEXT_POSITIVE, values[i]);
  }
}

static void
read_shape (LwTextReader *reader, const LwTextScope *outer, int dimension, LwBody *body)
{
  LwShape *shape = &body->shape;
  g_autofree char *place = g_strconcat (outer->place, ".shape", NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_SHAPE),
                        .name = outer->name,
                        .place = place };
  const LwJson *node = lw_text_member (reader, outer, "shape");
  int kind = LW_SHAPE_LINK;

  if (node == NULL || !lw_text_enter (reader, &scope, node))
    return;
  lw_text_get_word (reader, &scope, "kind", lw_shape_words, &kind);
  shape->kind = (LwShapeKind) kind;
  lw_text_get_vector (reader, &scope, "centre", dimension, shape->centre);
  if (shape->kind == LW_SHAPE_DISC) {
    lw_text_need (reader, &scope, "radius");
    lw_text_get_number (reader, &scope, "radius", LW_TEXT_POSITIVE, &shape->size[0]);
  }
  if (shape->kind == LW_SHAPE_BOX)
    read_size (reader, &scope, dimension, shape->size);
  read_points (reader, &scope, dimension, shape);
  read_link_plate (reader, &scope, body);
}

/// Reads the plate. With a density, mass, centre of mass and inertia follow from the shape unless
/// given.
static void
read_plate (LwTextReader *reader, const LwTextScope *scope, LwBody *body)
{
  static const struct
  {
    const char *key;
    LwTyped typed;
  } given[] = {
    { "mass", LW_TYPED_MASS },
    { "centre_of_mass", LW_TYPED_CENTRE },
    { "inertia", LW_TYPED_INERTIA },
  };
  LwPlate *plate = &body->plate;
  const LwJson *density = lw_text_member (reader, scope, "density");
  const LwJson *thickness = lw_text_member (reader, scope, "thickness");
  const char *fault;

  if (density == NULL) {
    if (thickness != NULL)
      lw_text_refuse (reader, scope, thickness, "a thickness needs a density beside it");
    return;
  }
  plate->thickness = LW_PLATE_THICKNESS;
  lw_text_get_number (reader, scope, "density", LW_TEXT_POSITIVE, &plate->density);
  lw_text_get_number (reader, scope, "thickness", LW_TEXT_POSITIVE, &plate->thickness);
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (lw_text_member (reader, scope, given[i].key) != NULL)
      plate->typed |= given[i].typed;
  if (reader->error != NULL || plate->typed == LW_TYPED_ALL)
    return;
  fault = lw_plate_find_fault (&body->shape, plate);
  if (fault != NULL)
    lw_text_refuse (reader, scope, density, "%s", fault);
  else if (!lw_body_follow_plate (body))
    lw_text_refuse (
      reader, scope, density,
      "its mass cannot follow from a density, because its shape has no area; give the "
      "points of the shape, or only the mass");
}

static void
read_inertia (LwTextReader *reader, const LwTextScope *scope, MbdBodyDef *def)
{
  const LwJson *node = lw_text_member (reader, scope, "inertia");
  double numbers[6] = { 0 };

  if (node == NULL)
    return;
  if (node->type != LW_JSON_LIST && def->mobility != MBD_SPATIAL) {
    lw_text_node_number (reader, scope, node, "inertia", LW_TEXT_NOT_NEGATIVE, &def->inertia[2]);
    return;
  }
  if (lw_text_node_numbers (reader, scope, node, "inertia", 3, 6, numbers) == 0)
    return;
  for (int i = 0; i < 3; i++)
    if (numbers[i] < 0)
      lw_text_refuse (reader, scope, node, "inertia[%d] must not be negative; give a number ≥ 0",
                      i);
  memcpy (def->inertia, numbers, sizeof numbers);
}

static void
read_angular_velocity (LwTextReader *reader, const LwTextScope *scope, MbdBodyDef *def)
{
  const LwJson *node = lw_text_member (reader, scope, "angular_velocity");

  if (node == NULL)
    return;
  if (node->type != LW_JSON_LIST && def->mobility != MBD_SPATIAL)
    lw_text_node_number (reader, scope, node, "angular_velocity", LW_TEXT_ANY,
                         &def->angular_velocity[2]);
  else
    lw_text_node_vector (reader, scope, node, "angular_velocity", 3, def->angular_velocity);
}

static void
read_body (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index)
{
  g_auto (LwTextEntry) entry = { 0 };
  const LwTextScope *scope = &entry.scope;
  g_autofree char *name = NULL;
  LwBody *body;
  MbdBodyDef *def;
  int id;
  int mobility = MBD_PLANAR;
  int hue = (int) (index % LW_HUE_COUNT);
  int dimension;

  lw_text_entry_init (reader, &entry, lw_text_object (LW_TEXT_BODY), "body", list, node, index);
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, scope, list, index, &id);
  if (reader->error != NULL)
    return;
  body = lw_body_new (id, name);
  lw_mechanism_add_body (reader->mechanism, body);
  g_hash_table_insert (reader->bodies, GINT_TO_POINTER (id), body);
  if (name != NULL)
    g_hash_table_insert (reader->names, body->element.name, body);
  def = &body->def;
  lw_text_get_word (reader, scope, "mobility", lw_mobility_words, &mobility);
  def->mobility = (MbdMobility) mobility;
  dimension = mobility == MBD_SPATIAL ? 3 : 2;
  lw_text_get_number (reader, scope, "mass", LW_TEXT_NOT_NEGATIVE, &def->mass);
  read_inertia (reader, scope, def);
  lw_text_get_vector (reader, scope, "centre_of_mass", dimension, def->centre_of_mass);
  lw_text_get_vector (reader, scope, "position", dimension, def->position);
  if (mobility == MBD_SPATIAL && lw_text_member (reader, scope, "angle") != NULL)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, "angle"),
                    "angle is for bodies in the plane; give a quaternion");
  lw_text_get_number (reader, scope, "angle", LW_TEXT_ANY, &def->angle);
  lw_text_get_quaternion (reader, scope, "quaternion", def->quaternion);
  lw_text_get_vector (reader, scope, "velocity", dimension, def->velocity);
  read_angular_velocity (reader, scope, def);
  lw_text_get_word (reader, scope, "colour", lw_hue_words, &hue);
  body->hue = (LwHue) hue;
  read_shape (reader, scope, dimension, body);
  read_plate (reader, scope, body);
  lw_text_read_plain (reader, scope, body);
  lw_text_read_contact (reader, scope, body);
}

// Tracers

static void
read_tracer (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index)
{
  g_auto (LwTextEntry) entry = { 0 };
  g_autofree char *name = NULL;
  double point[3] = { 0, 0, 0 };
  int body = MBD_GROUND;
  int id;

  lw_text_entry_init (reader, &entry, lw_text_object (LW_TEXT_TRACER), "tracer", list, node, index);
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, &entry.scope, list, index, &id);
  lw_text_read_body_of (reader, &entry.scope, &body);
  lw_text_need (reader, &entry.scope, "point");
  lw_text_get_vector (reader, &entry.scope, "point", lw_text_dimension (reader, body), point);
  if (reader->error == NULL)
    lw_mechanism_add_tracer (reader->mechanism, lw_tracer_new (id, name, body, point));
}

// Measurements

static void
read_body_point (LwTextReader *reader,
                 const LwTextScope *outer,
                 const LwJson *node,
                 guint index,
                 LwBodyPoint *point)
{
  g_autofree char *place = g_strdup_printf ("%s.points[%u]", outer->place, index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_BODY_POINT),
                        .name = outer->name,
                        .place = place };

  if (!lw_text_enter (reader, &scope, node))
    return;
  lw_text_read_body_of (reader, &scope, &point->body);
  lw_text_need (reader, &scope, "point");
  lw_text_get_vector (reader, &scope, "point", lw_text_dimension (reader, point->body),
                      point->point);
}

static void
read_measurement (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index)
{
  g_auto (LwTextEntry) entry = { 0 };
  g_autofree char *name = NULL;
  LwBodyPoint points[LW_MEASUREMENT_POINTS] = { 0 };
  const LwJson *array;
  guint n;
  int id;

  lw_text_entry_init (reader, &entry, lw_text_object (LW_TEXT_MEASUREMENT), "measurement", list,
                      node, index);
  if (!lw_text_enter (reader, &entry.scope, node))
    return;
  name = lw_text_read_identity (reader, &entry.scope, list, index, &id);
  lw_text_need (reader, &entry.scope, "points");
  array = lw_text_get_array (reader, &entry.scope, "points");
  if (array == NULL)
    return;
  n = array->length;
  if (n < 1 || n > LW_MEASUREMENT_POINTS) {
    lw_text_refuse (reader, &entry.scope, lw_text_member (reader, &entry.scope, "points"),
                    "points must be one point (its position), two (their distance), three (the "
                    "angle at the second) or four (the angle between two lines)");
    return;
  }
  for (guint i = 0; i < n; i++)
    read_body_point (reader, &entry.scope, lw_json_element (array, i), i, &points[i]);
  if (reader->error == NULL)
    lw_mechanism_add_measurement (reader->mechanism, lw_measurement_new (id, name, points, n));
}

// Lists

static void
read_list (LwTextReader *reader,
           const LwTextScope *top,
           const char *key,
           void (*read_entry) (LwTextReader *, LwTextList *, const LwJson *, guint))
{
  const LwJson *array = lw_text_get_array (reader, top, key);
  LwTextList list = { .key = key };

  if (array == NULL)
    return;
  list.ids = g_hash_table_new (NULL, NULL);
  list.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; reader->error == NULL && i < array->length; i++)
    read_entry (reader, &list, lw_json_element (array, i), i);
  g_hash_table_unref (list.ids);
  g_hash_table_unref (list.names);
}

void
lw_text_read_elements (LwTextReader *reader, const LwTextScope *top)
{
  read_list (reader, top, "bodies", read_body);
  lw_text_note_couplings (reader, top);
  read_list (reader, top, "couplings", lw_text_read_coupling);
  lw_text_close_offsets (reader);
  read_list (reader, top, "forces", lw_text_read_force);
  read_list (reader, top, "tracers", read_tracer);
  lw_text_read_contact_pairs (reader, top);
  read_list (reader, top, "measurements", read_measurement);
}
