// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads elements of the text form that use joints (drivers, motors, limits, gears), functions of
// time, and parameters.

#include <math.h>
#include <string.h>

#include "lw-gearing.h"
#include "lw-text-reader-private.h"

// References to joints

static int
peek_id (const LwTextReader *reader, const LwJson *node, guint index)
{
  const LwJson *id = lw_text_peek (node, "id");

  return id != NULL && id->type == LW_JSON_NUMBER && id->number >= 1 && id->number <= G_MAXINT
           ? (int) id->number
           : (int) index + 1;
}

void
lw_text_note_couplings (LwTextReader *reader, const LwTextScope *top)
{
  guint n;

  reader->couplings = lw_text_get_array (reader, top, "couplings");
  n = reader->couplings != NULL ? reader->couplings->length : 0;
  for (guint i = 0; i < n && !lw_text_is_late (reader); i++) {
    const LwJson *node = lw_json_element (reader->couplings, i);
    const char *name = lw_text_peek_string (node, "name");

    g_hash_table_insert (reader->couplings_by_id, GINT_TO_POINTER (peek_id (reader, node, i)),
                         GUINT_TO_POINTER (i + 1));
    if (name != NULL)
      g_hash_table_insert (reader->couplings_by_name, (char *) name, GUINT_TO_POINTER (i + 1));
  }
}

static unsigned
peek_locked (const LwJson *node)
{
  const LwJson *locked = lw_text_peek (node, "locked");
  const LwJson *array = locked != NULL && locked->type == LW_JSON_LIST ? locked : NULL;
  unsigned bits = 0;

  for (guint i = 0; array != NULL && i < array->length; i++) {
    const LwJson *element = lw_json_element (array, i);
    const LwWord *word =
      element->type == LW_JSON_STRING ? lw_word_find (lw_lock_words, element->string) : NULL;

    bits |= word != NULL ? (unsigned) word->value : 0;
  }
  return bits;
}

int
lw_text_read_joint (LwTextReader *reader,
                    const LwTextScope *scope,
                    const LwJson *node,
                    const char *what,
                    MbdCouplingDef *joint)
{
  const LwKind *kind;
  const char *word;
  guint place = 0;

  if (reader->error != NULL)
    return 0;
  if (node->type == LW_JSON_NUMBER) {
    if (node->number >= 1 && node->number <= G_MAXINT && node->number == floor (node->number))
      place = GPOINTER_TO_UINT (
        g_hash_table_lookup (reader->couplings_by_id, GINT_TO_POINTER ((int) node->number)));
    if (place == 0)
      lw_text_refuse (reader, scope, node, "%s: there is no joint with the id %g", what,
                      node->number);
  } else {
    const char *name = lw_text_node_string (reader, scope, node, what);
    g_autofree char *quoted = name != NULL ? lw_json_dup_quoted (name) : NULL;

    if (name != NULL)
      place = GPOINTER_TO_UINT (g_hash_table_lookup (reader->couplings_by_name, name));
    if (name != NULL && place == 0)
      lw_text_refuse (reader, scope, node, "%s: there is no joint called %s", what, quoted);
  }
  if (place == 0)
    return 0;
  node = lw_json_element (reader->couplings, place - 1);
  word = lw_text_peek_string (node, "kind");
  kind = word != NULL ? lw_kind_of_word (word, false) : NULL;
  // An element that is not a joint has no coordinate.
  if (kind != NULL && lw_families[kind->family].has_curve)
    *joint = kind->coupling (kind);
  else
    *joint = kind == NULL || !lw_families[kind->family].is_joint
               ? lw_coupling_rigid ()
               : mbd_loop_default (kind->lists_axes ? peek_locked (node) : kind->value);
  return peek_id (reader, node, place - 1);
}

// Places

static void
read_four_places (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def)
{
  MbdFrame *const frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const bool points = lw_text_member (reader, scope, "points") != NULL;
  const LwJson *array = lw_text_get_list (reader, scope, points ? "points" : "frames", 4);
  int bodies[4] = { 0 };
  int dimension = 2;

  if (points == (lw_text_member (reader, scope, "frames") != NULL))
    lw_text_refuse (reader, scope, NULL, "give two joints, or four bodies with points or frames");
  lw_text_read_four_bodies (reader, scope, bodies);
  if (reader->error != NULL || array == NULL)
    return;
  for (int i = 0; i < 4; i++)
    dimension = MAX (dimension, lw_text_dimension (reader, bodies[i]));
  def->body_a = bodies[0];
  def->body_b = bodies[1];
  def->body_c = bodies[2];
  def->body_d = bodies[3];
  for (int i = 0; i < 4; i++) {
    const LwJson *node = lw_json_element (array, (guint) i);
    g_autofree char *what = g_strdup_printf ("points[%d]", i);

    if (points)
      lw_text_node_vector (reader, scope, node, what, dimension, frames[i]->point);
    else
      lw_text_read_frame (reader, scope, node, i, dimension, frames[i]);
  }
}

static void
refuse_own_place (LwTextReader *reader, const LwTextScope *scope)
{
  static const char *const keys[] = { "bodies", "at", "angle", "quaternion", "points", "frames" };

  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_strv_contains (lw_text_object_keys (scope->kind), keys[i])
        && lw_text_member (reader, scope, keys[i]) != NULL)
      lw_text_refuse (reader, scope, lw_text_member (reader, scope, keys[i]),
                      "with a joint it must not have its own %s; leave that out", keys[i]);
}

// Reads "joint" or "joints". Returns false if neither is given.
static bool
read_joints (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  const bool is_gear = lw_family_of (coupling->def.class_)->has_second_pair;
  const bool takes_one = g_strv_contains (lw_text_object_keys (scope->kind), "joint");
  const LwJson *one = takes_one ? lw_text_member (reader, scope, "joint") : NULL;
  const LwJson *two = is_gear ? lw_text_get_list (reader, scope, "joints", 2) : NULL;
  MbdCouplingDef found[2];
  const MbdCouplingDef *joints[2] = { NULL, NULL };

  if (one != NULL && two != NULL)
    lw_text_refuse (reader, scope, one, "give joint or joints, not both");
  if (one != NULL) {
    coupling->joint[0] = lw_text_read_joint (reader, scope, one, "joint", &found[0]);
    coupling->joint[1] = is_gear ? coupling->joint[0] : 0;
    joints[0] = &found[0];
    joints[1] = is_gear ? &found[0] : NULL;
  }
  for (guint i = 0; two != NULL && i < 2; i++) {
    g_autofree char *what = g_strdup_printf ("joints[%u]", i);

    coupling->joint[i] =
      lw_text_read_joint (reader, scope, lw_json_element (two, i), what, &found[i]);
    joints[i] = &found[i];
  }
  if (two != NULL && coupling->joint[0] == coupling->joint[1])
    joints[1] = joints[0];
  if (reader->error == NULL)
    lw_text_default_coordinates (scope->of, joints, coupling->def.coordinate);
  if (one != NULL || two != NULL)
    refuse_own_place (reader, scope);
  return one != NULL || two != NULL;
}

void
lw_text_read_coordinates (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  const LwJson *array;

  if (!lw_family_of (def->class_)->has_second_pair) {
    int coordinate = def->coordinate[0];

    lw_text_get_word (reader, scope, "coordinate", lw_coordinate_words, &coordinate);
    def->coordinate[0] = (MbdCoordinate) coordinate;
    return;
  }
  array = lw_text_get_list (reader, scope, "coordinates", 2);
  for (guint i = 0; array != NULL && i < 2; i++) {
    const LwJson *node = lw_json_element (array, i);
    const char *name = lw_text_node_string (reader, scope, node, "coordinates");
    const LwWord *word = name != NULL ? lw_word_find (lw_coordinate_words, name) : NULL;

    if (word != NULL)
      def->coordinate[i] = (MbdCoordinate) word->value;
    else
      lw_text_refuse (reader, scope, node,
                      "coordinates[%u] must be \"angle\", \"slide\" or \"slide_z\"", i);
  }
}

// Kinds

// Reads a number that may have either sign but must not be zero.
static void
get_factor (LwTextReader *reader, const LwTextScope *scope, const char *key, double *value)
{
  lw_text_need (reader, scope, key);
  lw_text_get_number (reader, scope, key, LW_TEXT_ANY, value);
  if (*value == 0)
    lw_text_refuse (reader, scope, lw_text_member (reader, scope, key), "%s must not be zero", key);
}

static void
read_radii (LwTextReader *reader, const LwTextScope *scope, const char *key, double radii[2])
{
  const LwJson *node = lw_text_need (reader, scope, key);

  if (node == NULL || lw_text_node_numbers (reader, scope, node, key, 2, 2, radii) == 0)
    return;
  for (int i = 0; i < 2; i++)
    if (!(radii[i] > 0))
      lw_text_refuse (reader, scope, node, "%s[%d] must be greater than zero", key, i);
}

void
lw_text_read_gearing (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  const LwGearingEntry *gearing = &lw_gearings[coupling->gearing];
  double *values = lw_coupling_get_gearing_values (coupling);

  if (gearing->n_values == 2)
    read_radii (reader, scope, gearing->key, values);
  else
    get_factor (reader, scope, gearing->key, values);
}

void
lw_text_read_where (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;

  if (read_joints (reader, scope, coupling))
    return;
  lw_text_read_bodies (reader, scope, &def->body_a, &def->body_b);
  if (reader->error == NULL)
    lw_text_read_place (reader, scope, def);
}

void
lw_text_read_two_joints (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  const bool joined = read_joints (reader, scope, coupling);

  coupling->gearing = (LwGearing) scope->of->value;
  lw_text_read_coordinates (reader, scope, coupling);
  if (!joined)
    read_four_places (reader, scope, &coupling->def);
  if (lw_text_member (reader, scope, "offset") == NULL)
    g_ptr_array_add (reader->open_offsets, coupling);
  lw_text_get_number (reader, scope, "offset", LW_TEXT_ANY, &coupling->def.offset);
}

// A spring in a joint is a compliant driver at a constant angle.
void
lw_text_read_relaxed (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  g_autoptr (LwFunction) function = NULL;
  double angle = 0;

  lw_text_get_number (reader, scope, "stiffness", LW_TEXT_NOT_NEGATIVE, &coupling->def.stiffness);
  lw_text_get_number (reader, scope, "damping", LW_TEXT_NOT_NEGATIVE, &coupling->def.damping);
  lw_text_get_number (reader, scope, "free_angle", LW_TEXT_ANY, &angle);
  // For a joint that slides and turns, the coordinate is the turn.
  coupling->def.coordinate[0] = MBD_COORDINATE_ANGLE;
  function = lw_function_new_constant (angle);
  lw_coupling_set_function (coupling, function);
}

void
lw_text_read_own_joint (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  lw_text_need (reader, scope, "joint");
  read_joints (reader, scope, coupling);
}

void
lw_text_need_function (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  lw_text_need (reader, scope, "function");
  lw_text_read_function (reader, scope, coupling);
}

void
lw_text_close_offsets (LwTextReader *reader)
{
  for (guint i = 0; reader->error == NULL && i < reader->open_offsets->len; i++) {
    LwCoupling *gear = reader->open_offsets->pdata[i];

    // If there is no offset, compiling reports the reason.
    if (!lw_mechanism_get_start_offset (reader->mechanism, gear, &gear->def.offset))
      gear->def.offset = 0;
  }
}

// Functions of time

static LwFunction *
read_harmonic (LwTextReader *reader, const LwTextScope *outer, const LwJson *node)
{
  g_autofree char *place = g_strconcat (outer->place, ".harmonic", NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_HARMONIC),
                        .name = outer->name,
                        .place = place };
  double mean = 0, amplitude = 1, frequency = 0, phase = 0;

  if (!lw_text_enter (reader, &scope, node))
    return NULL;
  lw_text_get_number (reader, &scope, "mean", LW_TEXT_ANY, &mean);
  lw_text_get_number (reader, &scope, "amplitude", LW_TEXT_ANY, &amplitude);
  lw_text_need (reader, &scope, "frequency");
  lw_text_get_number (reader, &scope, "frequency", LW_TEXT_ANY, &frequency);
  lw_text_get_number (reader, &scope, "phase", LW_TEXT_ANY, &phase);
  return lw_function_new_harmonic (mean, amplitude, frequency, phase);
}

static LwFunction *
read_polynomial (LwTextReader *reader, const LwTextScope *scope)
{
  const LwJson *node = lw_text_member (reader, scope, "polynomial");
  const LwJson *array = lw_text_get_array (reader, scope, "polynomial");
  guint n = array != NULL ? array->length : 0;
  double coefficients[LW_FUNCTION_MAX_COEFFICIENTS];
  double origin = 0;

  if (array == NULL)
    return NULL;
  if (n < 1 || n > LW_FUNCTION_MAX_COEFFICIENTS) {
    lw_text_refuse (reader, scope, node, "polynomial must be a list of 1 to %d numbers",
                    LW_FUNCTION_MAX_COEFFICIENTS);
    return NULL;
  }
  if (lw_text_node_numbers (reader, scope, node, "polynomial", n, n, coefficients) == 0)
    return NULL;
  lw_text_get_number (reader, scope, "origin", LW_TEXT_ANY, &origin);
  return lw_function_new_polynomial (coefficients, n, origin);
}

static LwFunction *
read_table (LwTextReader *reader, const LwTextScope *scope)
{
  const LwJson *array = lw_text_get_array (reader, scope, "table");
  const LwJson *rates = lw_text_member (reader, scope, "end_rates");
  guint n = array != NULL ? array->length : 0;
  g_autofree double *rows = g_new (double, 2 * (gsize) n + 1);
  double end_rates[2] = { 0, 0 };
  int ends = MBD_SPLINE_NATURAL;

  if (n > LW_FUNCTION_MAX_ROWS)
    lw_text_refuse (reader, scope, NULL, "table must not have more than %d rows",
                    LW_FUNCTION_MAX_ROWS);
  lw_text_get_word (reader, scope, "ends", lw_spline_end_words, &ends);
  if (rates != NULL)
    lw_text_node_numbers (reader, scope, rates, "end_rates", 2, 2, end_rates);
  for (guint i = 0; reader->error == NULL && i < n; i++) {
    g_autofree char *what = g_strdup_printf ("table[%u]", i);

    lw_text_node_numbers (reader, scope, lw_json_element (array, i), what, 2, 2,
                          rows + 2 * (gsize) i);
  }
  if (reader->error != NULL)
    return NULL;
  return lw_function_new_table (rows, n, (MbdSplineEnds) ends, end_rates);
}

static LwFunction *
read_function_object (LwTextReader *reader,
                      const LwTextScope *outer,
                      const LwJson *node,
                      const char *what)
{
  g_autofree char *place = g_strconcat (outer->place, ".", what, NULL);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_FUNCTION),
                        .name = outer->name,
                        .place = place };
  const LwJson *harmonic;
  bool polynomial, table;

  if (!lw_text_enter (reader, &scope, node))
    return NULL;
  harmonic = lw_text_member (reader, &scope, "harmonic");
  polynomial = lw_text_member (reader, &scope, "polynomial") != NULL;
  table = lw_text_member (reader, &scope, "table") != NULL;
  if ((harmonic != NULL) + polynomial + table != 1)
    lw_text_refuse (reader, &scope, NULL, "give one of the fields harmonic, polynomial and table");
  else if (!polynomial && lw_text_member (reader, &scope, "origin") != NULL)
    lw_text_refuse (reader, &scope, NULL, "origin can only be used with polynomial");
  else if (!table
           && (lw_text_member (reader, &scope, "ends") != NULL
               || lw_text_member (reader, &scope, "end_rates") != NULL))
    lw_text_refuse (reader, &scope, NULL, "ends and end_rates can only be used with table");
  else
    return harmonic != NULL ? read_harmonic (reader, &scope, harmonic)
           : polynomial     ? read_polynomial (reader, &scope)
                            : read_table (reader, &scope);
  return NULL;
}

LwFunction *
lw_text_node_function (LwTextReader *reader,
                       const LwTextScope *scope,
                       const LwJson *node,
                       const char *what)
{
  if (node->type == LW_JSON_NUMBER)
    return lw_function_new_constant (node->number);
  if (node->type == LW_JSON_STRING) {
    if (strlen (node->string) <= MBD_EXPRESSION_LENGTH)
      return lw_function_new_expression (node->string);
    lw_text_refuse (reader, scope, node, "%s: the expression is longer than %d bytes", what,
                    MBD_EXPRESSION_LENGTH);
    return NULL;
  }
  if (node->type == LW_JSON_OBJECT)
    return read_function_object (reader, scope, node, what);
  lw_text_refuse (reader, scope, node,
                  "%s must be a number, an expression in quotes, or an object with harmonic, "
                  "polynomial or table",
                  what);
  return NULL;
}

void
lw_text_read_function (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling)
{
  const LwJson *node = lw_text_member (reader, scope, "function");
  g_autoptr (LwFunction) function = NULL;

  if (node == NULL)
    return;
  function = lw_text_node_function (reader, scope, node, "function");
  lw_coupling_set_function (coupling, function);
}
