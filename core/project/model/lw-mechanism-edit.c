// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a mechanism that has been handed out: copies with one change, and queries for the edit
// history (new ids, size).

#include <string.h>

#include "lw-field.h"
#include "lw-shape-mass.h"
#include "mbd-force-class.h"

// Copies of elements

static void
set_name (LwElement *element, const char **def_name, const char *name)
{
  char *copy = g_strdup (name);

  g_free (element->name);
  element->name = copy;
  if (def_name != NULL)
    *def_name = copy;
}

/// A copy of all fields, with a reference count of 1.
static void *
copy_element (LwSelectionKind kind, const void *element)
{
  const LwFieldTable *table = lw_field_table (kind);
  LwElement *copy = g_malloc0 (table->size);

  lw_fields_copy (table, copy, element);
  g_atomic_ref_count_init (&copy->ref_count);
  return copy;
}

LwBody *
lw_body_copy (const LwBody *body)
{
  LwBody *copy = copy_element (LW_SELECTION_BODY, body);

  copy->def.id = copy->element.id;
  copy->def.name = copy->element.name;
  return copy;
}

LwCoupling *
lw_coupling_copy (const LwCoupling *coupling)
{
  LwCoupling *copy = copy_element (LW_SELECTION_COUPLING, coupling);

  copy->def.id = copy->element.id;
  copy->def.name = copy->element.name;
  return copy;
}

LwForce *
lw_force_copy (const LwForce *force)
{
  LwForce *copy = copy_element (LW_SELECTION_FORCE, force);

  copy->def.id = copy->element.id;
  copy->def.name = copy->element.name;
  return copy;
}

LwTracer *
lw_tracer_copy (const LwTracer *tracer)
{
  return copy_element (LW_SELECTION_TRACER, tracer);
}

LwMeasurement *
lw_measurement_copy (const LwMeasurement *measurement)
{
  return copy_element (LW_SELECTION_MEASUREMENT, measurement);
}

void
lw_body_set_name (LwBody *body, const char *name)
{
  set_name (&body->element, &body->def.name, name);
}

void
lw_coupling_set_name (LwCoupling *coupling, const char *name)
{
  set_name (&coupling->element, &coupling->def.name, name);
}

void
lw_force_set_name (LwForce *force, const char *name)
{
  set_name (&force->element, &force->def.name, name);
}

void
lw_tracer_set_name (LwTracer *tracer, const char *name)
{
  set_name (&tracer->element, NULL, name);
}

void
lw_measurement_set_name (LwMeasurement *measurement, const char *name)
{
  set_name (&measurement->element, NULL, name);
}

// Rebuilding

// Change of an element: replaced, or removed if `replacement` is NULL.
typedef struct
{
  LwElement *old; // the element to remove or replace; NULL: none
  LwElement *replacement;
  int removed_body; // everything on this body is also removed; MBD_GROUND: none
} Change;

static void *
share (const LwElement *element)
{
  // Shared elements never change; only their reference count does.
  LwElement *shared = (LwElement *) element;

  g_atomic_ref_count_inc (&shared->ref_count);
  return shared;
}

static void *
changed (const Change *change, const LwElement *element)
{
  return element == change->old ? change->replacement : share (element);
}

static bool
goes (const Change *change, const LwElement *element, int body_a, int body_b)
{
  if (element == change->old && change->replacement == NULL)
    return true;
  return change->removed_body != MBD_GROUND
         && (body_a == change->removed_body || body_b == change->removed_body);
}

static bool
measurement_goes (const Change *change, const LwMeasurement *measurement)
{
  for (guint i = 0; i < measurement->n_points; i++)
    if (goes (change, &measurement->element, measurement->points[i].body, MBD_GROUND))
      return true;
  return false;
}

static bool
touches (const LwCoupling *coupling, int body)
{
  const MbdCouplingDef *def = &coupling->def;

  return body != MBD_GROUND && coupling->joint[0] == 0
         && (def->body_a == body || def->body_b == body
             || (lw_family_of (def->class_)->n_bodies == 4
                 && (def->body_c == body || def->body_d == body)));
}

// Returns true if a coupling is removed: by itself, with its body, or with a joint that it uses.
// Joints do not use other joints, so one level is enough.
static bool
coupling_goes (const LwMechanism *self, const Change *change, const LwCoupling *coupling)
{
  if (goes (change, &coupling->element, MBD_GROUND, MBD_GROUND)
      || touches (coupling, change->removed_body))
    return true;
  for (int i = 0; i < 2; i++) {
    const LwCoupling *joint =
      coupling->joint[i] != 0 ? lw_mechanism_find_coupling (self, coupling->joint[i]) : NULL;

    if (joint != NULL
        && (goes (change, &joint->element, MBD_GROUND, MBD_GROUND)
            || touches (joint, change->removed_body)))
      return true;
  }
  return false;
}

static LwMechanism *
copy_head_without_parameters (const LwMechanism *self)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (self);
  LwMechanism *copy = lw_mechanism_new ();

  lw_mechanism_set_title (copy, lw_mechanism_get_title (self));
  lw_mechanism_set_notes (copy, lw_mechanism_get_notes (self));
  lw_mechanism_share_lesson (copy, self);
  lw_mechanism_set_gravity (copy, lw_mechanism_get_gravity (self));
  lw_mechanism_set_run (copy, lw_mechanism_get_run (self));
  lw_mechanism_share_bindings (copy, self);
  lw_mechanism_share_marks (copy, self);
  lw_mechanism_set_length_unit (copy, lw_mechanism_get_length_unit (self));
  lw_mechanism_set_background (copy, lw_mechanism_get_background (self));
  for (guint i = 0; i < pairs->len; i++)
    lw_mechanism_add_contact_pair (copy, &g_array_index (pairs, LwContactPair, i));
  return copy;
}

LwMechanism *
lw_mechanism_copy_head (const LwMechanism *self)
{
  LwMechanism *copy = copy_head_without_parameters (self);

  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    lw_mechanism_add_parameter (copy, lw_parameter_copy (lw_mechanism_get_parameter (self, i)));
  return copy;
}

static void
copy_plots (LwMechanism *copy, const LwMechanism *self)
{
  for (guint i = 0; i < lw_mechanism_get_n_plots (self); i++)
    lw_mechanism_add_plot (copy, lw_mechanism_get_plot (self, i));
}

static LwMechanism *
rebuild (const LwMechanism *self, const Change *change)
{
  LwMechanism *copy = lw_mechanism_copy_head (self);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *body = lw_mechanism_get_body (self, i);

    if (!goes (change, &body->element, MBD_GROUND, MBD_GROUND))
      lw_mechanism_add_body (copy, changed (change, &body->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self, i);

    if (!coupling_goes (self, change, coupling))
      lw_mechanism_add_coupling (copy, changed (change, &coupling->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    const LwForce *force = lw_mechanism_get_force (self, i);
    // A load and drag do not use body_a.
    bool has_a = force->def.class_->acts_on_a;

    if (!goes (change, &force->element, has_a ? force->def.body_a : MBD_GROUND, force->def.body_b))
      lw_mechanism_add_force (copy, changed (change, &force->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (self, i);

    if (!goes (change, &tracer->element, tracer->body, tracer->body))
      lw_mechanism_add_tracer (copy, changed (change, &tracer->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (self, i);

    if (!measurement_goes (change, measurement))
      lw_mechanism_add_measurement (copy, changed (change, &measurement->element));
  }
  copy_plots (copy, self);
  if (change->removed_body != MBD_GROUND)
    lw_mechanism_drop_lone_pairs (copy);
  return copy;
}

const LwForce *
lw_mechanism_find_force (const LwMechanism *self, int id)
{
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++)
    if (lw_mechanism_get_force (self, i)->element.id == id)
      return lw_mechanism_get_force (self, i);
  return NULL;
}

const LwTracer *
lw_mechanism_find_tracer (const LwMechanism *self, int id)
{
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++)
    if (lw_mechanism_get_tracer (self, i)->element.id == id)
      return lw_mechanism_get_tracer (self, i);
  return NULL;
}

const LwMeasurement *
lw_mechanism_find_measurement (const LwMechanism *self, int id)
{
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++)
    if (lw_mechanism_get_measurement (self, i)->element.id == id)
      return lw_mechanism_get_measurement (self, i);
  return NULL;
}

LwMechanism *
lw_mechanism_replace_body (const LwMechanism *self, LwBody *body)
{
  const LwBody *old = lw_mechanism_find_body (self, body->element.id);
  Change change = { (LwElement *) old, &body->element };
  LwMechanism *next;

  if (old != NULL && old != body)
    lw_body_follow_change (old, body);
  next = rebuild (self, &change);
  if (change.old == NULL)
    lw_mechanism_add_body (next, body);
  return next;
}

LwMechanism *
lw_mechanism_replace_coupling (const LwMechanism *self, LwCoupling *coupling)
{
  Change change = { (LwElement *) lw_mechanism_find_coupling (self, coupling->element.id),
                    &coupling->element };
  LwMechanism *next = rebuild (self, &change);

  if (change.old == NULL)
    lw_mechanism_add_coupling (next, coupling);
  return next;
}

LwMechanism *
lw_mechanism_replace_force (const LwMechanism *self, LwForce *force)
{
  Change change = { (LwElement *) lw_mechanism_find_force (self, force->element.id),
                    &force->element };
  LwMechanism *next = rebuild (self, &change);

  if (change.old == NULL)
    lw_mechanism_add_force (next, force);
  return next;
}

LwMechanism *
lw_mechanism_replace_tracer (const LwMechanism *self, LwTracer *tracer)
{
  Change change = { (LwElement *) lw_mechanism_find_tracer (self, tracer->element.id),
                    &tracer->element };
  LwMechanism *next = rebuild (self, &change);

  if (change.old == NULL)
    lw_mechanism_add_tracer (next, tracer);
  return next;
}

LwMechanism *
lw_mechanism_replace_measurement (const LwMechanism *self, LwMeasurement *measurement)
{
  Change change = { (LwElement *) lw_mechanism_find_measurement (self, measurement->element.id),
                    &measurement->element };
  LwMechanism *next = rebuild (self, &change);

  if (change.old == NULL)
    lw_mechanism_add_measurement (next, measurement);
  return next;
}

LwMechanism *
lw_mechanism_remove_body (const LwMechanism *self, int id)
{
  Change change = { (LwElement *) lw_mechanism_find_body (self, id), NULL, id };

  return rebuild (self, &change);
}

LwMechanism *
lw_mechanism_remove_coupling (const LwMechanism *self, int id)
{
  Change change = { (LwElement *) lw_mechanism_find_coupling (self, id) };

  return rebuild (self, &change);
}

LwMechanism *
lw_mechanism_remove_force (const LwMechanism *self, int id)
{
  Change change = { (LwElement *) lw_mechanism_find_force (self, id) };

  return rebuild (self, &change);
}

LwMechanism *
lw_mechanism_remove_tracer (const LwMechanism *self, int id)
{
  Change change = { (LwElement *) lw_mechanism_find_tracer (self, id) };

  return rebuild (self, &change);
}

LwMechanism *
lw_mechanism_remove_measurement (const LwMechanism *self, int id)
{
  Change change = { (LwElement *) lw_mechanism_find_measurement (self, id) };

  return rebuild (self, &change);
}

LwMechanism *
lw_mechanism_with_title (const LwMechanism *self, const char *title)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_title (next, title);
  return next;
}

LwMechanism *
lw_mechanism_with_notes (const LwMechanism *self, const char *notes)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_notes (next, notes);
  return next;
}

LwMechanism *
lw_mechanism_with_lesson (const LwMechanism *self, const char *lesson)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_lesson (next, lesson);
  return next;
}

LwMechanism *
lw_mechanism_with_lesson_of (const LwMechanism *self, const LwMechanism *other)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_share_lesson (next, other);
  return next;
}

LwMechanism *
lw_mechanism_with_gravity (const LwMechanism *self, const double gravity[3])
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_gravity (next, gravity);
  return next;
}

LwMechanism *
lw_mechanism_with_run (const LwMechanism *self, const LwRunSettings *run)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_run (next, run);
  return next;
}

static void
share_elements (LwMechanism *copy, const LwMechanism *self)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++)
    lw_mechanism_add_body (copy, share (&lw_mechanism_get_body (self, i)->element));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++)
    lw_mechanism_add_coupling (copy, share (&lw_mechanism_get_coupling (self, i)->element));
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++)
    lw_mechanism_add_force (copy, share (&lw_mechanism_get_force (self, i)->element));
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++)
    lw_mechanism_add_tracer (copy, share (&lw_mechanism_get_tracer (self, i)->element));
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++)
    lw_mechanism_add_measurement (copy, share (&lw_mechanism_get_measurement (self, i)->element));
}

// Copies everything that affects the motion, without plots.
static LwMechanism *
copy_elements (const LwMechanism *self)
{
  LwMechanism *copy = lw_mechanism_copy_head (self);

  share_elements (copy, self);
  return copy;
}

LwMechanism *
lw_mechanism_with_plots (const LwMechanism *self, const LwPlotLayout *plots, guint n_plots)
{
  LwMechanism *next = copy_elements (self);

  for (guint i = 0; i < n_plots; i++)
    lw_mechanism_add_plot (next, &plots[i]);
  return next;
}

// Replaces the parameter of this name, or appends it; NULL removes it.
static LwMechanism *
replace_parameter (const LwMechanism *self, const char *name, LwParameter *parameter)
{
  LwMechanism *next = copy_head_without_parameters (self);

  share_elements (next, self);
  copy_plots (next, self);
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    const LwParameter *old = lw_mechanism_get_parameter (self, i);
    bool is_it = strcmp (old->name, name) == 0;

    if (!is_it)
      lw_mechanism_add_parameter (next, lw_parameter_copy (old));
    else if (parameter != NULL)
      lw_mechanism_add_parameter (next, g_steal_pointer (&parameter));
  }
  if (parameter != NULL)
    lw_mechanism_add_parameter (next, parameter);
  return next;
}

LwMechanism *
lw_mechanism_with_formulas_of (const LwMechanism *self, const LwMechanism *from)
{
  LwMechanism *next = copy_head_without_parameters (self);

  share_elements (next, self);
  copy_plots (next, self);
  for (guint i = 0; i < lw_mechanism_get_n_parameters (from); i++)
    lw_mechanism_add_parameter (next, lw_parameter_copy (lw_mechanism_get_parameter (from, i)));
  lw_mechanism_share_bindings (next, from);
  lw_mechanism_share_marks (next, from);
  lw_mechanism_set_length_unit (next, lw_mechanism_get_length_unit (from));
  return next;
}

LwMechanism *
lw_mechanism_with_length_unit (const LwMechanism *self, LwLengthUnit unit)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_length_unit (next, unit);
  return next;
}

LwMechanism *
lw_mechanism_with_parameter (const LwMechanism *self, LwParameter *parameter)
{
  return replace_parameter (self, parameter->name, parameter);
}

LwMechanism *
lw_mechanism_without_parameter (const LwMechanism *self, const char *name)
{
  return replace_parameter (self, name, NULL);
}

LwMechanism *
lw_mechanism_change (const LwMechanism *self, const LwMechanismChanges *changes, void *data)
{
  LwMechanism *next = lw_mechanism_copy_head (self);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *old = lw_mechanism_get_body (self, i);
    LwBody *body = changes->body != NULL ? changes->body (old, data) : NULL;

    if (body != NULL)
      lw_body_follow_change (old, body);
    lw_mechanism_add_body (next, body != NULL ? body : share (&old->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *old = lw_mechanism_get_coupling (self, i);
    LwCoupling *coupling = changes->coupling != NULL ? changes->coupling (old, data) : NULL;

    lw_mechanism_add_coupling (next, coupling != NULL ? coupling : share (&old->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    const LwForce *old = lw_mechanism_get_force (self, i);
    LwForce *force = changes->force != NULL ? changes->force (old, data) : NULL;

    lw_mechanism_add_force (next, force != NULL ? force : share (&old->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    const LwTracer *old = lw_mechanism_get_tracer (self, i);
    LwTracer *tracer = changes->tracer != NULL ? changes->tracer (old, data) : NULL;

    lw_mechanism_add_tracer (next, tracer != NULL ? tracer : share (&old->element));
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++) {
    const LwMeasurement *old = lw_mechanism_get_measurement (self, i);
    LwMeasurement *measurement =
      changes->measurement != NULL ? changes->measurement (old, data) : NULL;

    lw_mechanism_add_measurement (next, measurement != NULL ? measurement : share (&old->element));
  }
  copy_plots (next, self);
  return next;
}

// Ids

int
lw_mechanism_next_body_id (const LwMechanism *self)
{
  int last = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++)
    last = MAX (last, lw_mechanism_get_body (self, i)->element.id);
  return last + 1;
}

int
lw_mechanism_next_coupling_id (const LwMechanism *self)
{
  int last = 0;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++)
    last = MAX (last, lw_mechanism_get_coupling (self, i)->element.id);
  return last + 1;
}

int
lw_mechanism_next_force_id (const LwMechanism *self)
{
  int last = 0;

  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++)
    last = MAX (last, lw_mechanism_get_force (self, i)->element.id);
  return last + 1;
}

int
lw_mechanism_next_tracer_id (const LwMechanism *self)
{
  int last = 0;

  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++)
    last = MAX (last, lw_mechanism_get_tracer (self, i)->element.id);
  return last + 1;
}

int
lw_mechanism_next_measurement_id (const LwMechanism *self)
{
  int last = 0;

  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++)
    last = MAX (last, lw_mechanism_get_measurement (self, i)->element.id);
  return last + 1;
}

// Size

static gsize
text_size (const char *text)
{
  return text != NULL ? strlen (text) + 1 : 0;
}

static gsize
element_size (const LwElement *element, const LwElement *other, gsize size)
{
  // The memory of the list entry and of the id table entry is added to the element's size.
  return 5 * sizeof (void *) + (element == other ? 0 : size + text_size (element->name));
}

static gsize
functions_size (const LwForce *force)
{
  gsize size = 0;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    size += lw_function_size (force->functions[i]);
  return size;
}

gsize
lw_mechanism_size_beside (const LwMechanism *self, const LwMechanism *other)
{
  gsize size =
    1024 + text_size (lw_mechanism_get_title (self)) + text_size (lw_mechanism_get_notes (self));

  if (other == NULL || lw_mechanism_get_lesson (other) != lw_mechanism_get_lesson (self))
    size += text_size (lw_mechanism_get_lesson (self));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *body = lw_mechanism_get_body (self, i);
    const LwBody *twin = other != NULL ? lw_mechanism_find_body (other, body->element.id) : NULL;
    gsize n_points = body->shape.points != NULL ? body->shape.points->len : 0;

    size += element_size (&body->element, (const LwElement *) twin,
                          sizeof *body + 3 * sizeof (double) * n_points);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self, i);
    const LwCoupling *twin =
      other != NULL ? lw_mechanism_find_coupling (other, coupling->element.id) : NULL;

    size += element_size (&coupling->element, (const LwElement *) twin,
                          sizeof *coupling + lw_function_size (coupling->function));
  }
  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (self, i);

    size += sizeof *parameter + text_size (parameter->name) + text_size (parameter->note)
            + text_size (parameter->unit) + text_size (parameter->expression);
  }
  // Shared bindings are counted too; there are few of them.
  size += lw_mechanism_get_n_bindings (self) * sizeof (void *);
  size += lw_mechanism_get_contact_pairs (self)->len * sizeof (LwContactPair);
  // Few mechanisms have many of these. They are compared by index, so after a shift they count as
  // not shared.
  for (guint i = 0; i < lw_mechanism_get_n_forces (self); i++) {
    const LwForce *force = lw_mechanism_get_force (self, i);
    bool has_twin = other != NULL && i < lw_mechanism_get_n_forces (other);

    size +=
      element_size (&force->element, has_twin ? &lw_mechanism_get_force (other, i)->element : NULL,
                    sizeof *force + text_size (force->law) + functions_size (force));
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (self, i);
    bool has_twin = other != NULL && i < lw_mechanism_get_n_tracers (other);

    size +=
      element_size (&tracer->element,
                    has_twin ? &lw_mechanism_get_tracer (other, i)->element : NULL, sizeof *tracer);
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (self); i++) {
    const LwMeasurement *measurement = lw_mechanism_get_measurement (self, i);
    bool has_twin = other != NULL && i < lw_mechanism_get_n_measurements (other);

    size += element_size (&measurement->element,
                          has_twin ? &lw_mechanism_get_measurement (other, i)->element : NULL,
                          sizeof *measurement);
  }
  for (guint i = 0; i < lw_mechanism_get_n_plots (self); i++) {
    const LwPlotLayout *plot = lw_mechanism_get_plot (self, i);

    size += sizeof *plot + text_size (plot->title) + text_size (plot->against);
    for (char **channel = plot->channels; *channel != NULL; channel++)
      size += sizeof *channel + text_size (*channel);
  }
  return size;
}
