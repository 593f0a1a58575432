// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-part.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-binding.h"
#include "lw-contact.h"
#include "lw-formula.h"
#include "lw-joint-frame.h"
#include "lw-move.h"
#include "lw-operand.h"
#include "lw-property.h"
#include "lw-signals.h"
#include "lw-text.h"
#include "mbd-force-class.h"

// ---- extraction -----------------------------------------------------------------------------

typedef struct
{
  const LwMechanism *from;
  GHashTable *chosen[LW_SELECTION_LAST + 1]; ///< ids, by kind
  LwMechanism *part;
} Extraction;

static bool
is_chosen (const Extraction *self, LwSelectionKind kind, int id)
{
  return g_hash_table_contains (self->chosen[kind], GINT_TO_POINTER (id));
}

static bool
has_body (const Extraction *self, int id)
{
  return id != MBD_GROUND && is_chosen (self, LW_SELECTION_BODY, id);
}

/// Moves an end on a body that is not taken to the ground, to its place at the start.
static void
tie_end (const Extraction *self, int *body, double point[3], double quaternion[4])
{
  if (*body == MBD_GROUND || has_body (self, *body))
    return;
  lw_joint_frame_to_world (lw_mechanism_find_body (self->from, *body), point, quaternion);
  *body = MBD_GROUND;
}

/// Returns true if both ends are taken or on the ground, and at least one of them is taken.
static bool
holds (const Extraction *self, int a, int b)
{
  return (has_body (self, a) || a == MBD_GROUND) && (has_body (self, b) || b == MBD_GROUND)
         && (has_body (self, a) || has_body (self, b));
}

/// Returns true if a coupling can be taken with the bodies of all its ends.
static bool
holds_ends (const Extraction *self, const MbdCouplingDef *def)
{
  bool any = false, all = true;

  for (int i = 0; i < lw_coupling_n_ends (def); i++) {
    const int body = lw_coupling_body (def, i);
    any = any || has_body (self, body);
    all = all && (has_body (self, body) || body == MBD_GROUND);
  }
  return any && all;
}

static void
take_joint (Extraction *self, const LwCoupling *old)
{
  const MbdCouplingDef *def = &old->def;
  const bool is_gear = lw_family_of (def->class_)->has_second_pair;
  LwCoupling *coupling;
  bool axes;

  if (lw_family_of (def->class_)->has_pulleys
        ? !holds_ends (self, def)
        : !holds (self, def->body_a, def->body_b)
            && (is_gear || !is_chosen (self, LW_SELECTION_COUPLING, old->element.id)
                || (!has_body (self, def->body_a) && !has_body (self, def->body_b))))
    return;
  if (is_gear && !holds (self, def->body_c, def->body_d))
    return;
  coupling = lw_coupling_copy (old);
  axes = lw_joint_frame_has_axes (def);
  tie_end (self, &coupling->def.body_a, coupling->def.frame_a.point,
           axes ? coupling->def.frame_a.quaternion : NULL);
  tie_end (self, &coupling->def.body_b, coupling->def.frame_b.point,
           axes ? coupling->def.frame_b.quaternion : NULL);
  lw_mechanism_add_coupling (self->part, coupling);
}

static void
take_drive (Extraction *self, const LwCoupling *drive)
{
  for (int i = 0; i < 2; i++)
    if (drive->joint[i] != 0 && lw_mechanism_find_coupling (self->part, drive->joint[i]) == NULL)
      return;
  lw_mechanism_add_coupling (self->part, lw_coupling_copy (drive));
}

static void
take_force (Extraction *self, const LwForce *old)
{
  const MbdForceDef *def = &old->def;
  const bool two = def->class_->acts_on_a;
  const bool axes = lw_family_of (def->class_)->is_compliant_joint;
  LwForce *force;

  if (two ? !holds (self, def->body_a, def->body_b)
              && (!is_chosen (self, LW_SELECTION_FORCE, old->element.id)
                  || (!has_body (self, def->body_a) && !has_body (self, def->body_b)))
          : !has_body (self, def->body_b))
    return;
  force = lw_force_copy (old);
  if (two) {
    tie_end (self, &force->def.body_a, force->def.point_a, axes ? force->def.quaternion_a : NULL);
    tie_end (self, &force->def.body_b, force->def.point_b, axes ? force->def.quaternion_b : NULL);
  }
  lw_mechanism_add_force (self->part, force);
}

/// Takes a measurement if all its points are taken or on the ground, and at least one of them is
/// taken.
static void
take_measurement (Extraction *self, const LwMeasurement *old)
{
  bool any = false;

  for (guint i = 0; i < old->n_points; i++) {
    const int body = old->points[i].body;

    if (body != MBD_GROUND && !has_body (self, body))
      return;
    any = any || body != MBD_GROUND;
  }
  if (any)
    lw_mechanism_add_measurement (self->part, lw_measurement_copy (old));
}

// ---- parameters -----------------------------------------------------------------------------

/// Adds the names that a text uses.
static void
find_names (GHashTable *names, const char *text)
{
  bool may_be_unit = false;

  for (gsize at = 0; text != NULL && text[at] != '\0';) {
    char *name = NULL;

    at = lw_operand_next (text, at, &may_be_unit, &name);
    if (name != NULL)
      g_hash_table_add (names, name);
  }
}

/// Returns true if a binding is copied. A number of a pair is copied with both of its bodies.
static bool
takes_binding (const Extraction *self, const LwBinding *binding)
{
  LwContactPair pair;

  if (lw_property_parse_pair_name (binding->owner, binding->field, &pair) != NULL)
    return lw_contact_find_pair (self->part, pair.body[0], pair.body[1]) != NULL;
  return lw_element_ref_find (self->part, binding->owner) != NULL;
}

/// Returns true if a field of a copied element is bound to a parameter.
static bool
is_followed (const Extraction *self, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self->from); i++) {
    const LwBinding *binding = lw_mechanism_get_binding (self->from, i);

    if (takes_binding (self, binding) && lw_formula_uses (binding->expression, name, true))
      return true;
  }
  return false;
}

static void
take_parameters (Extraction *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->part); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self->part, i);

    find_names (names, coupling->function != NULL ? coupling->function->expression : NULL);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self->part); i++) {
    const LwForce *force = lw_mechanism_get_force (self->part, i);

    find_names (names, force->law);
    for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
      find_names (names, force->functions[k] != NULL ? force->functions[k]->expression : NULL);
  }
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self->from); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (self->from, i);

    if (g_hash_table_contains (names, parameter->name) || is_followed (self, parameter->name))
      lw_mechanism_add_parameter (self->part, lw_parameter_copy (parameter));
  }
}

/// Copies the bindings of the fields.
static void
take_bindings (Extraction *self)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self->from); i++) {
    const LwBinding *binding = lw_mechanism_get_binding (self->from, i);

    if (takes_binding (self, binding))
      lw_mechanism_add_binding (self->part, lw_binding_ref ((LwBinding *) binding));
  }
}

static void
take_all (Extraction *self)
{
  const LwMechanism *from = self->from;
  const GArray *pairs = lw_mechanism_get_contact_pairs (from);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (from); i++) {
    const LwBody *body = lw_mechanism_get_body (from, i);

    if (has_body (self, body->element.id))
      lw_mechanism_add_body (self->part, lw_body_copy (body));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++)
    if (lw_mechanism_get_coupling (from, i)->joint[0] == 0)
      take_joint (self, lw_mechanism_get_coupling (from, i));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++)
    if (lw_mechanism_get_coupling (from, i)->joint[0] != 0)
      take_drive (self, lw_mechanism_get_coupling (from, i));
  for (guint i = 0; i < lw_mechanism_get_n_forces (from); i++)
    take_force (self, lw_mechanism_get_force (from, i));
  for (guint i = 0; i < lw_mechanism_get_n_tracers (from); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (from, i);

    if (has_body (self, tracer->body))
      lw_mechanism_add_tracer (self->part, lw_tracer_copy (tracer));
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (from); i++)
    take_measurement (self, lw_mechanism_get_measurement (from, i));
  for (guint i = 0; i < pairs->len; i++)
    lw_mechanism_add_contact_pair (self->part, &g_array_index (pairs, LwContactPair, i));
  lw_mechanism_drop_lone_pairs (self->part);
  take_parameters (self);
}

LwMechanism *
lw_part_extract (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 GError **error)
{
  Extraction self = { .from = mechanism, .part = lw_mechanism_new () };

  for (int kind = 0; kind <= LW_SELECTION_LAST; kind++)
    self.chosen[kind] = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n_elements; i++)
    g_hash_table_add (self.chosen[elements[i].kind], GINT_TO_POINTER (elements[i].id));
  take_all (&self);
  // Parameters are copied as their values.
  lw_mechanism_forget_formulas (self.part);
  take_bindings (&self);
  for (int kind = 0; kind <= LW_SELECTION_LAST; kind++)
    g_hash_table_unref (self.chosen[kind]);
  if (lw_mechanism_get_n_bodies (self.part) > 0)
    return self.part;
  lw_mechanism_unref (self.part);
  g_set_error_literal (
    error, LW_ERROR, LW_ERROR_USAGE,
    _ ("Select a body: joints and forces are copied with the bodies they are on."));
  return NULL;
}

// ---- text -----------------------------------------------------------------------------------

char *
lw_part_write (const LwMechanism *mechanism,
               const LwElementRef *elements,
               guint n_elements,
               GError **error)
{
  g_autoptr (LwMechanism) part = lw_part_extract (mechanism, elements, n_elements, error);

  return part != NULL ? lw_text_write (part) : NULL;
}

LwMechanism *
lw_part_read (const char *text, gsize length, GError **error)
{
  g_autoptr (GError) cause = NULL;
  LwMechanism *part = NULL;

  if (length <= LW_PART_MAX_SIZE)
    part = lw_text_parse (text, (gssize) length, &cause);
  if (part == NULL)
    // The cause is another sentence.
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s%s%s",
                 _ ("The clipboard holds no part of a mechanism: copy one first."),
                 cause != NULL ? " " : "", cause != NULL ? cause->message : "");
  else if (lw_mechanism_get_n_bodies (part) == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("The mechanism on the clipboard has no bodies: copy one that has."));
    g_clear_pointer (&part, lw_mechanism_unref);
  }
  return part;
}

// ---- names ----------------------------------------------------------------------------------

static void
note_name (GHashTable *names, const LwElement *element)
{
  if (element->name != NULL)
    g_hash_table_add (names, g_strdup (element->name));
}

static void
note_names (GHashTable *names, const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    note_name (names, &lw_mechanism_get_body (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    note_name (names, &lw_mechanism_get_coupling (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    note_name (names, &lw_mechanism_get_force (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    note_name (names, &lw_mechanism_get_tracer (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    note_name (names, &lw_mechanism_get_measurement (mechanism, i)->element);
}

/// Returns "Link 3" for "Link" and 3; a letter continues in the alphabet: "B", "A1".
static char *
numbered_name (const char *stem, bool is_letter, guint number)
{
  if (!is_letter)
    return g_strdup_printf ("%s %u", stem, number);
  if (number < 26)
    return g_strdup_printf ("%c", 'A' + (int) number);
  return g_strdup_printf ("%c%u", 'A' + (int) (number % 26), number / 26);
}

/// Returns an unused name like the old one, and reserves it. Returns NULL for an element without a
/// name.
static char *
free_name (GHashTable *names, GHashTable *last, const char *old)
{
  g_autofree char *stem = NULL;
  gsize length;
  bool is_letter;

  if (old == NULL)
    return NULL;
  length = strlen (old);
  is_letter = old[0] >= 'A' && old[0] <= 'Z' && strspn (old + 1, "0123456789") == length - 1;
  if (g_hash_table_add (names, g_strdup (old)))
    return g_strdup (old);
  while (length > 0 && g_ascii_isdigit (old[length - 1]))
    length--;
  while (length > 0 && old[length - 1] == ' ')
    length--;
  stem = is_letter ? g_strdup ("A") : length > 0 ? g_strndup (old, length) : g_strdup (old);
  // The next search begins where the last one ended.
  for (guint number = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (last, stem)), is_letter ? 0 : 2);;
       number++) {
    g_autofree char *name = numbered_name (stem, is_letter, number);

    if (g_hash_table_contains (names, name))
      continue;
    g_hash_table_add (names, g_strdup (name));
    g_hash_table_insert (last, g_steal_pointer (&stem), GUINT_TO_POINTER (number));
    return g_steal_pointer (&name);
  }
}

// ---- insertion ------------------------------------------------------------------------------

typedef struct
{
  LwMechanism *next;
  GArray *made;
  GHashTable *names;
  GHashTable *last;                   ///< stem of a name -> last number used
  GHashTable *bodies;                 ///< id in the part -> id in the mechanism
  GHashTable *couplings;              ///< id in the part -> id in the mechanism
  GArray *sources;                    ///< elements of the part (LwElementRef), as in `made`
  int next_id[LW_SELECTION_LAST + 1]; ///< by kind
} Insertion;

/// Returns 0 for an unknown id, such as the ground.
static int
new_body_id (const Insertion *self, int id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->bodies, GINT_TO_POINTER (id)));
}

static int
new_coupling_id (const Insertion *self, int id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->couplings, GINT_TO_POINTER (id)));
}

static void
note_made (Insertion *self, LwSelectionKind kind, int id, int old_id)
{
  const LwElementRef ref = { kind, id };
  const LwElementRef source = { kind, old_id };

  g_array_append_val (self->made, ref);
  g_array_append_val (self->sources, source);
}

static void
put_body (Insertion *self, const LwBody *old)
{
  g_autofree char *name = free_name (self->names, self->last, old->element.name);
  LwBody *body = lw_body_copy (old);

  body->element.id = body->def.id = new_body_id (self, old->element.id);
  lw_body_set_name (body, name);
  note_made (self, LW_SELECTION_BODY, body->element.id, old->element.id);
  lw_mechanism_add_body (self->next, body);
}

static void
put_coupling (Insertion *self, const LwCoupling *old)
{
  g_autofree char *name = free_name (self->names, self->last, old->element.name);
  LwCoupling *coupling = lw_coupling_copy (old);
  MbdCouplingDef *def = &coupling->def;

  coupling->element.id = def->id = new_coupling_id (self, old->element.id);
  lw_coupling_set_name (coupling, name);
  def->body_a = new_body_id (self, def->body_a);
  def->body_b = new_body_id (self, def->body_b);
  def->body_c = new_body_id (self, def->body_c);
  def->body_d = new_body_id (self, def->body_d);
  for (int i = 0; i < 2; i++)
    coupling->joint[i] = new_coupling_id (self, coupling->joint[i]);
  note_made (self, LW_SELECTION_COUPLING, coupling->element.id, old->element.id);
  lw_mechanism_add_coupling (self->next, coupling);
}

static void
put_force (Insertion *self, const LwForce *old)
{
  g_autofree char *name = free_name (self->names, self->last, old->element.name);
  LwForce *force = lw_force_copy (old);

  force->element.id = force->def.id = self->next_id[LW_SELECTION_FORCE]++;
  lw_force_set_name (force, name);
  force->def.body_a = new_body_id (self, force->def.body_a);
  force->def.body_b = new_body_id (self, force->def.body_b);
  note_made (self, LW_SELECTION_FORCE, force->element.id, old->element.id);
  lw_mechanism_add_force (self->next, force);
}

static void
put_tracer (Insertion *self, const LwTracer *old)
{
  g_autofree char *name = free_name (self->names, self->last, old->element.name);
  const int id = self->next_id[LW_SELECTION_TRACER]++;

  lw_mechanism_add_tracer (self->next,
                           lw_tracer_new (id, name, new_body_id (self, old->body), old->point));
  note_made (self, LW_SELECTION_TRACER, id, old->element.id);
}

static void
put_measurement (Insertion *self, const LwMeasurement *old)
{
  g_autofree char *name = free_name (self->names, self->last, old->element.name);
  LwMeasurement *measurement = lw_measurement_copy (old);

  measurement->element.id = self->next_id[LW_SELECTION_MEASUREMENT]++;
  lw_measurement_set_name (measurement, name);
  for (guint i = 0; i < measurement->n_points; i++)
    measurement->points[i].body = new_body_id (self, measurement->points[i].body);
  note_made (self, LW_SELECTION_MEASUREMENT, measurement->element.id, old->element.id);
  lw_mechanism_add_measurement (self->next, measurement);
}

/// Assigns new ids after the greatest. Returns false if there are none left.
static bool
find_ids (Insertion *self, const LwMechanism *mechanism, const LwMechanism *part)
{
  const int next[] = { 0,
                       lw_mechanism_next_body_id (mechanism),
                       lw_mechanism_next_coupling_id (mechanism),
                       lw_mechanism_next_force_id (mechanism),
                       lw_mechanism_next_tracer_id (mechanism),
                       lw_mechanism_next_measurement_id (mechanism) };
  const guint more[] = { 0,
                         lw_mechanism_get_n_bodies (part),
                         lw_mechanism_get_n_couplings (part),
                         lw_mechanism_get_n_forces (part),
                         lw_mechanism_get_n_tracers (part),
                         lw_mechanism_get_n_measurements (part) };

  for (int kind = LW_SELECTION_BODY; kind <= LW_SELECTION_LAST; kind++) {
    if (next[kind] <= 0 || (guint) (G_MAXINT - next[kind]) <= more[kind])
      return false;
    self->next_id[kind] = next[kind];
  }
  self->bodies = g_hash_table_new (NULL, NULL);
  self->couplings = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < more[LW_SELECTION_BODY]; i++)
    g_hash_table_insert (self->bodies,
                         GINT_TO_POINTER (lw_mechanism_get_body (part, i)->element.id),
                         GINT_TO_POINTER (self->next_id[LW_SELECTION_BODY]++));
  for (guint i = 0; i < more[LW_SELECTION_COUPLING]; i++)
    g_hash_table_insert (self->couplings,
                         GINT_TO_POINTER (lw_mechanism_get_coupling (part, i)->element.id),
                         GINT_TO_POINTER (self->next_id[LW_SELECTION_COUPLING]++));
  return true;
}

static void
put_pairs (Insertion *self, const LwMechanism *part)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (part);

  for (guint i = 0; i < pairs->len; i++) {
    LwContactPair pair = g_array_index (pairs, LwContactPair, i);

    for (int side = 0; side < 2; side++)
      pair.body[side] = new_body_id (self, pair.body[side]);
    lw_mechanism_add_contact_pair (self->next, &pair);
  }
}

/// Returns the binding of the same field of the inserted element.
static LwBinding *
translate_binding (Insertion *self, const LwBinding *binding, LwElementRef owner)
{
  LwContactPair pair;
  const char *number = lw_property_parse_pair_name (binding->owner, binding->field, &pair);
  g_autofree char *field = NULL;

  if (number == NULL)
    return lw_binding_new (owner, binding->field, binding->unit, binding->expression);
  for (int side = 0; side < 2; side++)
    pair.body[side] = new_body_id (self, pair.body[side]);
  field = lw_property_dup_pair_name (&pair, number, &owner);
  return lw_binding_new (owner, field, binding->unit, binding->expression);
}

static void
put_bindings (Insertion *self, const LwMechanism *part)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (part); i++) {
    const LwBinding *binding = lw_mechanism_get_binding (part, i);

    for (guint k = 0; k < self->sources->len; k++) {
      const LwElementRef *source = &g_array_index (self->sources, LwElementRef, k);

      if (source->kind == binding->owner.kind && source->id == binding->owner.id)
        lw_mechanism_add_binding (
          self->next,
          translate_binding (self, binding, g_array_index (self->made, LwElementRef, k)));
    }
  }
}

/// Returns the inserted element in the place of one of the part.
static LwElementRef
find_made_cb (LwElementRef element, void *data)
{
  const Insertion *self = data;
  const LwElementRef none = { LW_SELECTION_NONE, 0 };

  for (guint i = 0; i < self->sources->len; i++) {
    const LwElementRef *source = &g_array_index (self->sources, LwElementRef, i);

    if (source->kind == element.kind && source->id == element.id)
      return g_array_index (self->made, LwElementRef, i);
  }
  return none;
}

/// Lets inserted drives, loads and springs follow the inserted elements in place of those of the part.
static void
follow_made (Insertion *self, const LwMechanism *part)
{
  for (guint i = 0; i < self->made->len; i++) {
    const LwElementRef made = g_array_index (self->made, LwElementRef, i);
    LwCoupling *coupling = NULL;
    LwForce *force = NULL;
    LwMechanism *next;

    if (made.kind == LW_SELECTION_FORCE)
      force = lw_signals_follow_force (
        part, self->next, lw_mechanism_find_force (self->next, made.id), find_made_cb, self);
    else if (made.kind == LW_SELECTION_COUPLING)
      coupling = lw_signals_follow_coupling (
        part, self->next, lw_mechanism_find_coupling (self->next, made.id), find_made_cb, self);
    if (force == NULL && coupling == NULL)
      continue;
    next = force != NULL ? lw_mechanism_replace_force (self->next, force)
                         : lw_mechanism_replace_coupling (self->next, coupling);
    lw_mechanism_unref (self->next);
    self->next = next;
  }
}

static void
put_all (Insertion *self, const LwMechanism *part)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (part); i++)
    put_body (self, lw_mechanism_get_body (part, i));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (part); i++)
    put_coupling (self, lw_mechanism_get_coupling (part, i));
  for (guint i = 0; i < lw_mechanism_get_n_forces (part); i++)
    put_force (self, lw_mechanism_get_force (part, i));
  for (guint i = 0; i < lw_mechanism_get_n_tracers (part); i++)
    put_tracer (self, lw_mechanism_get_tracer (part, i));
  for (guint i = 0; i < lw_mechanism_get_n_measurements (part); i++)
    put_measurement (self, lw_mechanism_get_measurement (part, i));
  put_pairs (self, part);
  // A parameter that already exists is used.
  for (guint i = 0; i < lw_mechanism_get_n_parameters (part); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (part, i);

    if (lw_mechanism_find_parameter (self->next, parameter->name) == NULL)
      lw_mechanism_add_parameter (self->next, lw_parameter_copy (parameter));
  }
  put_bindings (self, part);
  follow_made (self, part);
}

LwMechanism *
lw_part_insert (const LwMechanism *mechanism,
                const LwMechanism *part,
                const LwPlaneMap *map,
                GArray **made,
                GError **error)
{
  g_autoptr (GArray) all = lw_part_all (part);
  g_autoptr (LwMechanism) moved =
    lw_move_by_map (part, (const LwElementRef *) (const void *) all->data, all->len, map, error);
  Insertion self = { 0 };

  if (moved == NULL)
    return NULL;
  if (!find_ids (&self, mechanism, part)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("There are no ids left for new elements: give those with the greatest "
                            "ids smaller ones in the text form."));
    return NULL;
  }
  self.next = lw_mechanism_copy (mechanism);
  self.made = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  self.sources = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  self.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  note_names (self.names, mechanism);
  put_all (&self, moved);
  g_array_unref (self.sources);
  g_hash_table_unref (self.bodies);
  g_hash_table_unref (self.couplings);
  g_hash_table_unref (self.names);
  g_hash_table_unref (self.last);
  if (made != NULL)
    *made = g_array_ref (self.made);
  g_array_unref (self.made);
  return self.next;
}

LwMechanism *
lw_part_duplicate (const LwMechanism *mechanism,
                   const LwElementRef *elements,
                   guint n_elements,
                   const LwPlaneMap *map,
                   GArray **made,
                   GError **error)
{
  g_autoptr (LwMechanism) part = lw_part_extract (mechanism, elements, n_elements, error);

  return part != NULL ? lw_part_insert (mechanism, part, map, made, error) : NULL;
}
