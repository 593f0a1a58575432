// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a coupling: the parts common to all kinds. lw-inspector-kinds.c has the parts of
// particular kinds.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-joint-friction.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Joint"), LW_EDITOR_NAME };
static const LwLiveSpec live[] = {
  { "coordinate", N_ ("Motion q"), 4 },
  { "slide", N_ ("Slide"), 4 },
  { "effort", N_ ("Effort"), 4 },
  { "power", N_ ("Power"), 4 },
  { "tension", N_ ("Tension"), 4 },
  { "gap", N_ ("Gap"), 4 },
  { "lower_gap", N_ ("Gap to the lower stop"), 4 },
  { "upper_gap", N_ ("Gap to the upper stop"), 4 },
};

/// Values that are folded.
static const LwLiveSpec more_live[] = {
  { "rate", N_ ("Rate q̇"), 4 },
  { "slide_rate", N_ ("Slide rate"), 4 },
  { "length_error", N_ ("Length error ε"), 2 },
  { "position_error", N_ ("Position error |ε|"), 2 },
  { "velocity_error", N_ ("Velocity error |ε̇|"), 2 },
  { "acceleration_error", N_ ("Acceleration error"), 2 },
  { "angle_error", N_ ("Angle error |ε|"), 2 },
  { "angle_rate_error", N_ ("Angle rate error"), 2 },
  { "angle_acceleration_error", N_ ("Angle acceleration error"), 2 },
};

/// Values of a torsion spring, for which the engine's conditions are meaningless.
static const LwLiveSpec spring_live[] = {
  { "coordinate", N_ ("Angle φ"), 4 },      { "rate", N_ ("Angle rate φ̇"), 4 },
  { "effort", N_ ("Moment"), 4 },           { "power", N_ ("Power"), 4 },
  { "energy", N_ ("Potential energy"), 4 },
};

char *
lw_inspector_dup_coupling_structure (LwInspector *self, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const LwFunction *function = coupling->function;
  unsigned springs = 0;
  MbdCouplingDef resolved;

  lw_mechanism_resolve_coupling (lw_inspector_get_mechanism (self), coupling, &resolved, NULL);
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    springs |= (unsigned) (def->rows[i].has_compliance && def->rows[i].compliant) << i;
  return g_strdup_printf (
    " %x %x %d %d %d %d %d %d %d %d %d %d %d %d %d", def->locked, springs, def->rod, def->compliant,
    lw_joint_friction_is_possible (lw_inspector_get_mechanism (self), coupling->element.id),
    def->level, (int) coupling->gearing, coupling->joint[0], coupling->joint[1],
    function != NULL ? (int) function->kind : -1, function != NULL ? (int) function->ends : -1,
    lw_inspector_element_is_spatial (self, target), resolved.body_c, resolved.body_d,
    def->normal_count);
}

static void
add_solving (LwInspector *self, LwElementRef target)
{
  if (!lw_inspector_has_card_fields (self, target, "solving"))
    return;
  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_card_fields (self, target, "solving");
}

/// Builds the rows that all selected joints have in common.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool all_rods = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++)
    all_rods =
      all_rods
      && lw_family_of (
           lw_mechanism_find_coupling (mechanism, lw_inspector_get_target (self, i).id)->def.class_)
           ->may_slacken;
  lw_inspector_add_header_of_several (self, lw_element_words_get_icon (mechanism, target));
  lw_inspector_begin_card (self, all_rods ? _ ("Rod") : _ ("Joint"), NULL);
  lw_inspector_add_field (self, target, "enabled");
  lw_inspector_add_card_fields (self, target, "kind");
  add_solving (self, target);
}

static void
add_live_card (LwInspector *self, const LwCoupling *coupling, int index)
{
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };

  if (lw_coupling_get_kind (coupling)->is_spring) {
    lw_inspector_begin_card (self, _ ("Live values"), _ ("on the second body"));
    lw_inspector_add_live (self, target, spring_live, G_N_ELEMENTS (spring_live));
    return;
  }
  lw_inspector_begin_reaction_card (self, index);
  lw_inspector_add_state (self, target, index);
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  lw_inspector_add_reaction (self, target, index);
  if (mbd_model_coupling_rows (lw_player_get_model (self->player), index) == 0) {
    lw_inspector_add_live (self, target, more_live, G_N_ELEMENTS (more_live));
    return;
  }
  lw_inspector_begin_more (self);
  lw_inspector_add_live (self, target, more_live, G_N_ELEMENTS (more_live));
  lw_inspector_add_multipliers (self, target);
  lw_inspector_add_rows (self, index);
  lw_inspector_end_more (self);
}

void
lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const MbdModel *model = lw_player_get_model (self->player);
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const int index = mbd_model_coupling_by_id (model, coupling->element.id);
  const int rows = index >= 0 ? mbd_model_coupling_rows (model, index) : 0;
  g_autofree char *kind = lw_element_words_dup_kind (mechanism, target);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (NULL, "%d row", "%d rows", (gulong) rows), rows);
  g_autofree char *words = lw_coupling_get_kind (coupling)->is_spring
                             ? g_strdup (kind)
                             : g_strdup_printf ("%s · %s", kind, count);
  MbdCouplingDef resolved;

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_mechanism_resolve_coupling (mechanism, coupling, &resolved, NULL);
  lw_inspector_add_header (self, target, lw_element_words_get_icon (mechanism, target), words,
                           &name_field, lw_inspector_get_field (target, "enabled"));
  if (index >= 0)
    add_live_card (self, coupling, index);
  lw_inspector_add_kind (self, coupling, &resolved, lw_inspector_element_is_spatial (self, target));
  if (index >= 0 && lw_family_of (resolved.class_)->drives)
    lw_inspector_add_sizing (self, index, resolved.coordinate[0] == MBD_COORDINATE_ANGLE);
  if (coupling->joint[0] == 0) {
    lw_inspector_begin_card (self, _ ("Frames"), _ ("in the axes of each body"));
    lw_inspector_add_card_fields (self, target, "frames");
  }
  add_solving (self, target);
  if (index >= 0)
    lw_inspector_add_row_defs (self, target, coupling, index);
  lw_inspector_add_equations (self, target);
}
