// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of channels: the channels of each element, one after the other. Lines and
// reading functions are in one file for each family of elements.

#include "lw-channels-private.h"
#include "lw-transmission.h"
#include "mbd-force-class.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// Building the list

void
lw_channels_name_element (LwChannels *self,
                          const LwElement *element,
                          LwSelectionKind kind,
                          guint first)
{
  static const char *const words[] = {
    [LW_SELECTION_NONE] = "",
    [LW_SELECTION_BODY] = "body",
    [LW_SELECTION_COUPLING] = "coupling",
    [LW_SELECTION_FORCE] = "force",
    [LW_SELECTION_TRACER] = "tracer",
    [LW_SELECTION_MEASUREMENT] = "measurement",
  };
  g_autofree char *number = g_strdup_printf ("%s-%d", words[kind], element->id);
  const Span span = { { kind, element->id }, first, self->channels->len - first };

  g_hash_table_add (self->spans, g_memdup2 (&span, sizeof span));
  lw_channels_name (self, element->name != NULL ? element->name : number, number, first);
}

static void
add_body (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model, const LwBody *body)
{
  guint first = self->channels->len;
  g_autofree char *called =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);
  Owner owner = {
    .label = body->element.name != NULL ? body->element.name : called,
    .called = called,
    .pattern.index = mbd_model_body_by_id (model, body->element.id),
  };

  lw_channels_add_body (self, &owner, body->def.mobility);
  if (body->contact.takes_part && body->def.mobility == MBD_PLANAR)
    lw_channels_add_contact_forces (self, &owner);
  lw_channels_name_element (self, &body->element, LW_SELECTION_BODY, first);
}

bool
lw_channels_is_in_space (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);

  return found != NULL && found->def.mobility == MBD_SPATIAL;
}

// Returns the name of a body for use within a description.
char *
lw_channels_dup_body_in_text (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  if (id == MBD_GROUND)
    return g_strdup (C_ ("force on", "the ground"));
  return body != NULL && body->element.name != NULL ? g_strdup (body->element.name)
                                                    : g_strdup_printf (_ ("body %d"), id);
}

static void
add_force (LwChannels *self,
           const LwMechanism *mechanism,
           const MbdModel *model,
           const LwForce *force)
{
  guint first = self->channels->len;
  g_autofree char *called =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_FORCE, force->element.id);
  Owner owner = {
    .label = force->element.name != NULL ? force->element.name : called,
    .called = called,
    .pattern.index = mbd_model_force_by_id (model, force->element.id),
  };

  lw_channels_add_force (
    self, &owner, force,
    lw_channels_is_in_space (mechanism, force->def.body_b)
      || (force->def.class_->acts_on_a && lw_channels_is_in_space (mechanism, force->def.body_a)));
  if (lw_family_of (force->def.class_)->is_load)
    lw_channels_add_load_advantage (self, mechanism, model, &owner,
                                    lw_force_get_kind (force)->is_turning);
  lw_channels_name_element (self, &force->element, LW_SELECTION_FORCE, first);
}

static void
add_tracer (LwChannels *self,
            const LwMechanism *mechanism,
            const MbdModel *model,
            const LwTracer *tracer)
{
  guint first = self->channels->len;
  g_autofree char *called = tracer->element.name != NULL
                              ? g_strdup_printf (_ ("Tracer %s"), tracer->element.name)
                              : g_strdup_printf (_ ("Tracer %d"), tracer->element.id);
  Owner owner = {
    .label = tracer->element.name != NULL ? tracer->element.name : called,
    .called = called,
    .pattern.index = mbd_model_body_by_id (model, tracer->body),
  };

  // A tracer may outlive its body while a drawing is edited.
  if (owner.pattern.index < 0)
    return;
  memcpy (owner.pattern.point, tracer->point, sizeof tracer->point);
  lw_channels_add_tracer (self, &owner, lw_channels_is_in_space (mechanism, tracer->body));
  lw_channels_name_element (self, &tracer->element, LW_SELECTION_TRACER, first);
}

static void
add_measurement (LwChannels *self, const MbdModel *model, const LwMeasurement *measurement)
{
  const char *name = measurement->element.name;
  guint first = self->channels->len;
  g_autofree char *called = name != NULL
                              ? g_strdup (name)
                              : g_strdup_printf (_ ("Measurement %d"), measurement->element.id);
  Owner owner = { .label = called, .called = called };

  // A measurement may outlive its bodies while a drawing is edited.
  for (guint i = 0; i < measurement->n_points; i++)
    if (mbd_model_body_by_id (model, measurement->points[i].body) < 0)
      return;
  lw_channels_add_measurement (self, &owner, measurement);
  lw_channels_name_element (self, &measurement->element, LW_SELECTION_MEASUREMENT, first);
}

LwChannels *
lw_channels_new (LwMechanism *mechanism, MbdModel *model)
{
  const guint n_elements = lw_mechanism_get_n_bodies (mechanism)
                           + lw_mechanism_get_n_couplings (mechanism)
                           + lw_mechanism_get_n_forces (mechanism);
  LwChannels *self = lw_channels_new_empty (32 * (n_elements + 1));
  g_autoptr (GArray) transmissions = lw_transmissions_find (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    const int index = mbd_model_coupling_by_id (model, coupling->element.id);

    if (!lw_coupling_is_input (coupling))
      continue;
    g_array_append_val (self->inputs, index);
    if (coupling->def.enabled)
      g_ptr_array_add (self->drivers, (gpointer) coupling);
  }
  self->n_rows = mbd_model_row_count (model);
  lw_round_off_init (&self->round_off, mechanism, model);

  lw_channels_add_whole (self, mechanism, model);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    add_body (self, mechanism, model, lw_mechanism_get_body (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    lw_channels_add_coupling (self, mechanism, model, transmissions,
                              lw_mechanism_get_coupling (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    add_force (self, mechanism, model, lw_mechanism_get_force (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    add_tracer (self, mechanism, model, lw_mechanism_get_tracer (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    add_measurement (self, model, lw_mechanism_get_measurement (mechanism, i));
  lw_channels_add_contact (self, mechanism, model);
  // The drivers belong to the mechanism.
  g_ptr_array_set_size (self->drivers, 0);
  return self;
}

// Access to channels

guint
lw_channels_get_n (const LwChannels *self)
{
  return self->channels->len;
}

const char *
lw_channels_get_name (const LwChannels *self, guint index)
{
  g_return_val_if_fail (index < self->channels->len, NULL);

  return g_array_index (self->channels, Channel, index).public.name;
}

bool
lw_channels_have_same_names (const LwChannels *self, const LwChannels *other)
{
  bool same = self->channels->len == other->channels->len;

  for (guint i = 0; same && i < self->channels->len; i++) {
    const LwChannel *a = &g_array_index (self->channels, Channel, i).public;
    const LwChannel *b = &g_array_index (other->channels, Channel, i).public;

    same = strcmp (a->name, b->name) == 0 && strcmp (a->unit, b->unit) == 0;
  }
  return same;
}

int
lw_channels_find (const LwChannels *self, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->by_name, name)) - 1;
}

int
lw_channels_find_of (const LwChannels *self, LwElementRef element, const char *suffix)
{
  const LwChannels *owner = self;
  const Span *span;

  if (element.kind == LW_SELECTION_NONE)
    return lw_channels_find (self, suffix);
  // Defined channels follow those of the elements.
  while (owner->base != NULL)
    owner = owner->base;
  span = g_hash_table_lookup (owner->spans, &element);
  for (guint i = 0; span != NULL && i < span->n; i++)
    if (g_str_equal (g_array_index (self->channels, Channel, span->first + i).line->suffix, suffix))
      return (int) (span->first + i);
  return -1;
}
