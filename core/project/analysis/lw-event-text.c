// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-event-text.h"

#include <glib/gi18n.h>

#include "lw-contact.h"

/// Returns "Box A" or "Body 3".
static char *
dup_body (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  return body != NULL && body->element.name != NULL ? g_strdup (body->element.name)
                                                    : g_strdup_printf (_ ("Body %d"), id);
}

gboolean
lw_event_is_marked (const MbdEvent *event)
{
  return event->kind == MBD_EVENT_TOUCHED || event->kind == MBD_EVENT_CLOSED
         || event->kind == MBD_EVENT_JAMMED || event->kind == MBD_EVENT_BROKEN
         || event->kind == MBD_EVENT_OVERLAPS
         || (event->kind == MBD_EVENT_OPENED && event->coupling < 0);
}

gboolean
lw_event_get_bodies (const MbdModel *model, const MbdEvent *event, int bodies[2])
{
  const int shapes[2] = { event->shape_a, event->shape_b };

  if (event->coupling >= 0)
    return FALSE;
  for (int i = 0; i < 2; i++)
    if (shapes[i] < 0 || shapes[i] >= mbd_model_shape_count (model))
      return FALSE;
  // The moving body is named first.
  for (int i = 0; i < 2; i++)
    bodies[i] = lw_contact_body_of (model, shapes[i]);
  if (mbd_model_body_mobility (model, mbd_model_shape_body (model, shapes[0])) == MBD_FIXED) {
    const int fixed = bodies[0];

    bodies[0] = bodies[1];
    bodies[1] = fixed;
  }
  return TRUE;
}

static char *
text_of_contact (const LwMechanism *mechanism, const int bodies[2], const MbdEvent *event)
{
  g_autofree char *a = dup_body (mechanism, bodies[0]);
  g_autofree char *b = dup_body (mechanism, bodies[1]);

  switch (event->kind) {
  case MBD_EVENT_TOUCHED:
  case MBD_EVENT_CLOSED:
    if (!(event->value > 0))
      // Translators: events of a run, with the names of two bodies
      return g_strdup_printf (_ ("%s touches %s"), a, b);
    return g_strdup_printf (_ ("%s touches %s, impulse %.4g N s"), a, b, event->value);
  case MBD_EVENT_OPENED:
    return g_strdup_printf (_ ("%s leaves %s"), a, b);
  case MBD_EVENT_SATURATED:
    return g_strdup_printf (_ ("%s begins to slide on %s"), a, b);
  case MBD_EVENT_HELD:
    return g_strdup_printf (_ ("%s sticks to %s"), a, b);
  case MBD_EVENT_JAMMED:
    return g_strdup_printf (
      _ ("Friction wedges %s against %s (Painlevé): no forces satisfy all conditions, "
         "and an impulse of %.4g N s continues the motion"),
      a, b, event->value);
  case MBD_EVENT_OVERLAPS:
    return g_strdup_printf (
      _ ("%s and %s overlap by %.3g m at the start; they are moved apart gently"), a, b,
      event->value);
  case MBD_EVENT_BROKEN:
  case MBD_EVENT_CROWDED:
  case MBD_EVENT_UNSOLVED:
    break;
  }
  return g_strdup_printf (_ ("%s parts from %s"), a, b);
}

static char *
text_of_coupling (const LwMechanism *mechanism, const MbdModel *model, const MbdEvent *event)
{
  const int id = event->coupling >= 0 && event->coupling < mbd_model_coupling_count (model)
                   ? mbd_model_coupling_id (model, event->coupling)
                   : 0;
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, id);
  const bool slackens = coupling != NULL && lw_family_of (coupling->def.class_)->may_slacken
                        && !lw_coupling_only_pushes (&coupling->def);
  g_autofree char *name = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, id);

  switch (event->kind) {
  case MBD_EVENT_CLOSED:
  case MBD_EVENT_TOUCHED:
    // Translators: events of a run, with the name of a rope or of a stop
    return g_strdup_printf (slackens ? _ ("%s becomes taut, impulse %.4g N s")
                                     : _ ("%s is reached, impulse %.4g N s"),
                            name, event->value);
  case MBD_EVENT_OPENED:
    return g_strdup_printf (slackens ? _ ("%s goes slack") : _ ("%s is left"), name);
  case MBD_EVENT_SATURATED:
    return g_strdup_printf (_ ("%s slips at its limit"), name);
  case MBD_EVENT_HELD:
    return g_strdup_printf (_ ("%s holds again"), name);
  case MBD_EVENT_JAMMED:
    return g_strdup_printf (
      _ ("Friction wedges %s: no forces let it continue to move, and it stops at once"), name);
  case MBD_EVENT_OVERLAPS:
  case MBD_EVENT_BROKEN:
  case MBD_EVENT_CROWDED:
  case MBD_EVENT_UNSOLVED:
    break;
  }
  return g_strdup_printf (_ ("%s breaks"), name);
}

char *
lw_event_dup_text (const LwMechanism *mechanism, const MbdModel *model, const MbdEvent *event)
{
  int bodies[2];

  if (event->kind == MBD_EVENT_CROWDED)
    return g_strdup_printf (
      _ ("Contacts change too often, or are too many, to follow each change: time steps continue "
         "the motion for %.3g s"),
      event->value);
  if (event->kind == MBD_EVENT_UNSOLVED)
    return g_strdup_printf (_ ("No contact forces that satisfy all conditions were found: time "
                               "steps continue the motion for %.3g s"),
                            event->value);
  return lw_event_get_bodies (model, event, bodies) ? text_of_contact (mechanism, bodies, event)
                                                    : text_of_coupling (mechanism, model, event);
}
