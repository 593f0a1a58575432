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

static const char *const stabilisations[] = { N_ ("As the run"), N_ ("Projection"),
                                              N_ ("Baumgarte"), N_ ("None"), NULL };
static const char *const levels[] = { N_ ("Position"), N_ ("Velocity"), N_ ("Acceleration"), NULL };
static const char *const compliances[] = { N_ ("Rigid"), N_ ("Spring and damper"), NULL };

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Joint"), LW_EDITOR_NAME };
static const LwFieldSpec enabled_field = { N_ ("Enabled"), N_ ("Switch Joint"), LW_EDITOR_CHECK,
                                           offsetof (LwCoupling, def.enabled) };

#define POINTS(n)                                                                                  \
  {                                                                                                \
    { N_ ("First point"),                                                                          \
      N_ ("Move Joint"),                                                                           \
      LW_EDITOR_NUMBERS,                                                                           \
      offsetof (LwCoupling, def.frame_a.point),                                                    \
      n,                                                                                           \
      "m" },                                                                                       \
    {                                                                                              \
      N_ ("Second point"), N_ ("Move Joint"), LW_EDITOR_NUMBERS,                                   \
        offsetof (LwCoupling, def.frame_b.point), n, "m"                                           \
    }                                                                                              \
  }

static const LwFieldSpec point_fields[2][2] = { POINTS (2), POINTS (3) };

static const LwFieldSpec stabilisation_field = {
  N_ ("Stabilisation"),      N_ ("Change Stabilisation"),
  LW_EDITOR_CHOICE,          offsetof (LwCoupling, def.stabilisation),
  .choices = stabilisations,
};
static const LwFieldSpec time_constant_field = { N_ ("Time constant"),
                                                 N_ ("Change Time Constant"),
                                                 LW_EDITOR_NUMBERS,
                                                 offsetof (LwCoupling, def.time_constant),
                                                 1,
                                                 "ms",
                                                 .positive = true };
static const LwFieldSpec level_field = { N_ ("Level"), N_ ("Change Level"), LW_EDITOR_CHOICE,
                                         offsetof (LwCoupling, def.level), .choices = levels };

static void
get_compliance (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_coupling (mechanism, id)->def.compliant;
}

static LwMechanism *
with_compliance (const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  coupling->def.compliant = values[0] != 0;
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static const LwFieldSpec compliance_field = { N_ ("Compliance"),     N_ ("Change Compliance"),
                                              LW_EDITOR_CHOICE,      .choices = compliances,
                                              .get = get_compliance, .set = with_compliance };

#define SPRING(stiffness_unit, damping_unit)                                                       \
  {                                                                                                \
    { N_ ("Stiffness"),                                                                            \
      N_ ("Change Stiffness"),                                                                     \
      LW_EDITOR_NUMBERS,                                                                           \
      offsetof (LwCoupling, def.stiffness),                                                        \
      1,                                                                                           \
      stiffness_unit },                                                                            \
    {                                                                                              \
      N_ ("Damping"), N_ ("Change Damping"), LW_EDITOR_NUMBERS,                                    \
        offsetof (LwCoupling, def.damping), 1, damping_unit                                        \
    }                                                                                              \
  }

/// Fields for rows that measure angles, and lengths.
static const LwFieldSpec spring_fields[2][2] = { SPRING ("N m/rad", "N m s/rad"),
                                                 SPRING ("N/m", "N s/m") };

#define BREAKING(name, step, member, unit)                                                         \
  {                                                                                                \
    name, step, LW_EDITOR_NUMBERS, offsetof (LwCoupling, def.member), 1, unit,                     \
      .none = N_ ("none"), .none_value = INFINITY                                                  \
  }

static const LwFieldSpec breaking_fields[] = {
  BREAKING (N_ ("Breaking force"), N_ ("Change Breaking Load"), break_force, "N"),
  BREAKING (N_ ("Breaking moment"), N_ ("Change Breaking Load"), break_moment, "N m"),
  BREAKING (N_ ("Breaking impulse"), N_ ("Change Breaking Load"), break_impulse, "N s"),
};

static const LwLiveSpec live[] = {
  { "coordinate", N_ ("Motion q"), 4 },
  { "rate", N_ ("Rate q̇"), 4 },
  { "slide", N_ ("Slide"), 4 },
  { "slide_rate", N_ ("Slide rate"), 4 },
  { "effort", N_ ("Effort"), 4 },
  { "power", N_ ("Power"), 4 },
  { "tension", N_ ("Tension"), 4 },
  { "gap", N_ ("Gap"), 4 },
  { "lower_gap", N_ ("Gap to the lower stop"), 4 },
  { "upper_gap", N_ ("Gap to the upper stop"), 4 },
  { "length_error", N_ ("Length error ε"), 2 },
  { "position_error", N_ ("Position error |ε|"), 2 },
  { "velocity_error", N_ ("Velocity error |ε̇|"), 2 },
  { "acceleration_error", N_ ("Acceleration error"), 2 },
  { "angle_error", N_ ("Angle error |ε|"), 2 },
  { "angle_rate_error", N_ ("Angle rate error"), 2 },
  { "angle_acceleration_error", N_ ("Angle acceleration error"), 2 },
};

/// Values of a torsion spring, for which the engine's conditions are meaningless.
static const LwLiveSpec torsion_live[] = {
  { "coordinate", N_ ("Angle φ"), 4 },      { "rate", N_ ("Angle rate φ̇"), 4 },
  { "effort", N_ ("Moment"), 4 },           { "power", N_ ("Power"), 4 },
  { "energy", N_ ("Potential energy"), 4 },
};

static bool
is_spatial (LwInspector *self, const MbdCouplingDef *def)
{
  return lw_inspector_is_spatial (self, def->body_a) || lw_inspector_is_spatial (self, def->body_b)
         || (lw_family_of (def->class_)->has_second_pair
             && (lw_inspector_is_spatial (self, def->body_c)
                 || lw_inspector_is_spatial (self, def->body_d)));
}

char *
lw_inspector_dup_coupling_structure (LwInspector *self, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  const LwFunction *function = coupling->function;
  MbdCouplingDef resolved;

  lw_mechanism_resolve_coupling (lw_inspector_get_mechanism (self), coupling, &resolved, NULL);
  return g_strdup_printf (
    " %x %d %d %d %d %d %d %d %d %d %d %d %d %d %d", def->locked, def->rod, def->stabilisation,
    def->mode, def->level, def->compliant, (int) coupling->gearing, coupling->joint[0],
    coupling->joint[1], function != NULL ? (int) function->kind : -1,
    function != NULL ? (int) function->ends : -1, is_spatial (self, &resolved), resolved.body_c,
    resolved.body_d, def->normal_count);
}

static void
add_solving (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool is_length)
{
  const MbdCouplingDef *def = &coupling->def;

  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_fields (self, target, &stabilisation_field, 1);
  if (def->stabilisation == MBD_STABILISATION_BAUMGARTE)
    lw_inspector_add_fields (self, target, &time_constant_field, 1);
  // The values that a drive prescribes are in the card of the drive.
  if (!lw_family_of (def->class_)->drives)
    lw_inspector_add_fields (self, target, &level_field, 1);
  lw_inspector_add_fields (self, target, &compliance_field, 1);
  // The values of a torsion spring are in the card of its angle.
  if (def->compliant && !lw_coupling_is_torsion_spring (coupling))
    lw_inspector_add_fields (self, target, spring_fields[is_length], 2);
  lw_inspector_add_fields (self, target, breaking_fields, G_N_ELEMENTS (breaking_fields));
}

/// Builds the rows that all selected joints have in common.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool all_rods = true;
  bool all_baumgarte = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++) {
    const MbdCouplingDef *def =
      &lw_mechanism_find_coupling (mechanism, lw_inspector_get_target (self, i).id)->def;

    all_rods = all_rods && lw_family_of (def->class_)->may_slacken;
    all_baumgarte = all_baumgarte && def->stabilisation == MBD_STABILISATION_BAUMGARTE;
  }
  lw_inspector_add_header_of_several (self, lw_element_words_get_icon (mechanism, target));
  lw_inspector_begin_card (self, all_rods ? _ ("Rod") : _ ("Joint"), NULL);
  lw_inspector_add_fields (self, target, &enabled_field, 1);
  if (all_rods)
    lw_inspector_add_fields (self, target, &lw_inspector_length_field, 1);
  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_fields (self, target, &stabilisation_field, 1);
  if (all_baumgarte)
    lw_inspector_add_fields (self, target, &time_constant_field, 1);
  lw_inspector_add_fields (self, target, breaking_fields, G_N_ELEMENTS (breaking_fields));
}

static void
add_live_card (LwInspector *self, const LwCoupling *coupling, int index)
{
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };

  if (lw_coupling_is_torsion_spring (coupling)) {
    lw_inspector_begin_card (self, _ ("Live values"), _ ("on the second body"));
    lw_inspector_add_live (self, target, torsion_live, G_N_ELEMENTS (torsion_live));
    return;
  }
  lw_inspector_begin_reaction_card (self, index);
  lw_inspector_add_state (self, target, index);
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  lw_inspector_add_reaction (self, target, index);
  lw_inspector_add_multipliers (self, target);
  lw_inspector_add_rows (self, index);
}

void
lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const MbdModel *model = lw_player_get_model (self->player);
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const int index = mbd_model_coupling_by_id (model, coupling->element.id);
  const int rows = index >= 0 ? mbd_model_coupling_rows (model, index) : 0;
  const bool is_length =
    rows > 0 && mbd_model_row_is_length (model, mbd_model_coupling_first_row (model, index));
  g_autofree char *kind = lw_element_words_dup_kind (mechanism, target);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (NULL, "%d row", "%d rows", (gulong) rows), rows);
  g_autofree char *words = lw_coupling_is_torsion_spring (coupling)
                             ? g_strdup (kind)
                             : g_strdup_printf ("%s · %s", kind, count);
  MbdCouplingDef resolved;

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_mechanism_resolve_coupling (mechanism, coupling, &resolved, NULL);
  lw_inspector_add_header (self, target, lw_element_words_get_icon (mechanism, target), words,
                           &name_field, &enabled_field);
  if (index >= 0)
    add_live_card (self, coupling, index);
  lw_inspector_add_kind (self, coupling, &resolved, is_spatial (self, &resolved));
  lw_inspector_add_plain (self, target);
  if (coupling->joint[0] == 0) {
    lw_inspector_begin_card (self, _ ("Frames"), _ ("in the axes of each body"));
    lw_inspector_add_frames (self, target, &resolved, is_spatial (self, &resolved),
                             point_fields[is_spatial (self, &resolved)]);
    if (lw_family_of (resolved.class_)->has_second_pair)
      lw_inspector_add_second_frames (self, target, is_spatial (self, &resolved));
  }
  add_solving (self, target, coupling, is_length);
  lw_inspector_add_equations (self, target);
}
