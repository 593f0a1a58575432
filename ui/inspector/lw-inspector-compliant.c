// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a bushing: its values at the displayed time, its constants along and about each
// axis, and its frames.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-joint-friction.h"

// ---- live values ----------------------------------------------------------------------------

static const LwLiveSpec motion_live[] = {
  { "angle", N_ ("Angle φ"), 4 },
  { "angle_rate", N_ ("Angle rate φ̇"), 4 },
  { "roll", N_ ("Roll"), 4 },
  { "pitch", N_ ("Pitch"), 4 },
  { "yaw", N_ ("Yaw"), 4 },
  { "roll_rate", N_ ("Roll rate"), 4 },
  { "pitch_rate", N_ ("Pitch rate"), 4 },
  { "yaw_rate", N_ ("Yaw rate"), 4 },
  { "x", N_ ("Displacement x"), 4 },
  { "y", N_ ("Displacement y"), 4 },
  { "z", N_ ("Displacement z"), 4 },
  { "vx", N_ ("Rate of x"), 4 },
  { "vy", N_ ("Rate of y"), 4 },
  { "vz", N_ ("Rate of z"), 4 },
};

static const LwLiveSpec energy_live[] = {
  { "energy", N_ ("Potential energy"), 4 },
  { "dissipated_power", N_ ("Dissipated power"), 4 },
  { "residual_power", N_ ("Residual power"), 2 },
};

void
lw_inspector_update_compliant (LwInspector *self, MbdState *state)
{
  MbdBushingForces forces;

  if (self->gimbal_label == NULL)
    return;
  mbd_state_bushing (state, self->compliant, &forces);
  gtk_label_set_text (self->gimbal_label,
                      forces.gimbal_lock ? _ ("gimbal lock: pitch at ±90°") : _ ("all defined"));
}

static void
add_status (LwInspector *self, int index)
{
  GtkWidget *row = lw_inspector_new_row (_ ("Angles"));

  self->compliant = index;
  self->gimbal_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->gimbal_label), "state");
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->gimbal_label));
  lw_inspector_add (self, row);
}

static void
add_live_card (LwInspector *self, const LwForce *force, bool spatial)
{
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };
  const int index = mbd_model_force_by_id (lw_player_get_model (self->player), force->element.id);

  if (index < 0)
    return;
  lw_inspector_begin_action_card (self, force);
  lw_inspector_add_live (self, target, energy_live, 2);
  lw_inspector_add_live (self, target, motion_live, G_N_ELEMENTS (motion_live));
  lw_inspector_add_action (self, target);
  if (spatial) {
    // In the plane both laws are equal, because there is only one angle.
    lw_inspector_add_live (self, target, energy_live + 2, 1);
    add_status (self, index);
  }
}

// ---- constants ------------------------------------------------------------------------------

/// Adds a row with a button for a command on the selection.
static void
add_button (LwInspector *self, const char *name, const char *label, const char *action)
{
  GtkWidget *row = lw_inspector_new_row (name);
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "mend");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (row), button);
  lw_inspector_add (self, row);
}

void
lw_inspector_add_replace (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  g_autofree char *label = lw_element_words_dup_replacement (mechanism, target);

  if (label != NULL)
    add_button (self, target.kind == LW_SELECTION_FORCE ? _ ("Ideal joint") : _ ("Compliance"),
                label, "win.replace");
}

void
lw_inspector_add_friction_button (LwInspector *self, LwElementRef target)
{
  if (lw_joint_friction_is_possible (lw_inspector_get_mechanism (self), target.id))
    add_button (self, _ ("Friction"), _ ("Add Friction"), "win.add-friction");
}

// ---- cards ----------------------------------------------------------------------------------

void
lw_inspector_add_compliant (LwInspector *self, const LwForce *force, bool spatial)
{
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };
  const int bodies[] = { force->def.body_a, force->def.body_b };

  add_live_card (self, force, spatial);
  lw_inspector_begin_card (self, _ ("Bushing"), NULL);
  lw_inspector_add_bodies (self, _ ("Bodies"), bodies, 2);
  lw_inspector_add_card_fields (self, target, "kind");
  if (spatial)
    lw_inspector_add_card_fields (self, target, "space");
  add_button (self, _ ("Constants"), _ ("Choose…"), "win.choose-constants");
  lw_inspector_add_replace (self, target);
  lw_inspector_begin_card (self, _ ("Frames"), _ ("in the axes of each body"));
  lw_inspector_add_card_fields (self, target, "frames");
}
