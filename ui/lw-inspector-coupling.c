// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a joint or rod.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-element.h"
#include "lw-inspector-private.h"

static const char *const stabilisations[] = { N_ ("As the run"), N_ ("Projection"),
                                              N_ ("Baumgarte"), N_ ("None"), NULL };

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Joint"), LW_FIELD_NAME };
static const LwFieldSpec enabled_field = { N_ ("Enabled"), N_ ("Switch Joint"), LW_FIELD_CHECK,
                                           offsetof (LwCoupling, def.enabled) };

static const LwFieldSpec length_field = {
  N_ ("Length"), N_ ("Change Length"), LW_FIELD_NUMBERS, offsetof (LwCoupling, def.length), 1,
  "m",           .positive = true
};

static const LwFieldSpec point_fields[2][2] = {
  {
    { N_ ("First point"), N_ ("Move Joint"), LW_FIELD_NUMBERS,
      offsetof (LwCoupling, def.frame_a.point), 2, "m" },
    { N_ ("Second point"), N_ ("Move Joint"), LW_FIELD_NUMBERS,
      offsetof (LwCoupling, def.frame_b.point), 2, "m" },
  },
  {
    { N_ ("First point"), N_ ("Move Joint"), LW_FIELD_NUMBERS,
      offsetof (LwCoupling, def.frame_a.point), 3, "m" },
    { N_ ("Second point"), N_ ("Move Joint"), LW_FIELD_NUMBERS,
      offsetof (LwCoupling, def.frame_b.point), 3, "m" },
  },
};

static const LwFieldSpec stabilisation_field = {
  N_ ("Stabilisation"),      N_ ("Change Stabilisation"),
  LW_FIELD_CHOICE,           offsetof (LwCoupling, def.stabilisation),
  .choices = stabilisations,
};
static const LwFieldSpec time_constant_field = { N_ ("Time constant"),
                                                 N_ ("Change Time Constant"),
                                                 LW_FIELD_NUMBERS,
                                                 offsetof (LwCoupling, def.time_constant),
                                                 1,
                                                 "ms",
                                                 .positive = true };

static const LwLiveSpec live[] = {
  { "tension", N_ ("Tension"), 4 },
  { "length_error", N_ ("Length error ε"), 2 },
  { "position_error", N_ ("Position error |ε|"), 2 },
  { "velocity_error", N_ ("Velocity error |ε̇|"), 2 },
  { "acceleration_error", N_ ("Acceleration error"), 2 },
  { "angle_error", N_ ("Angle error |ε|"), 2 },
  { "angle_rate_error", N_ ("Angle rate error"), 2 },
  { "reaction_x", N_ ("Reaction Fx"), 4 },
  { "reaction_y", N_ ("Reaction Fy"), 4 },
  { "reaction_z", N_ ("Reaction Fz"), 4 },
  { "reaction", N_ ("Reaction |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },
};

/// What the joint leaves free, in words.
static char *
dup_freedoms (const MbdCouplingDef *def, bool spatial)
{
  static const struct
  {
    unsigned lock;
    const char *words;
    bool in_plane;
  } axes[] = {
    { MBD_LOCK_X, N_ ("sliding along x"), true },
    { MBD_LOCK_Y, N_ ("sliding along y"), true },
    { MBD_LOCK_Z, N_ ("sliding along z"), false },
    { MBD_LOCK_RX, N_ ("rotation about x"), false },
    { MBD_LOCK_RY, N_ ("rotation about y"), false },
    { MBD_LOCK_RZ, N_ ("rotation about z"), true },
  };
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    if (!(def->locked & axes[i].lock) && (spatial || axes[i].in_plane))
      g_string_append_printf (string, "%s%s", string->len > 0 ? ", " : "", _ (axes[i].words));
  if (string->len == 0)
    g_string_append (string, _ ("nothing"));
  return g_string_free (string, FALSE);
}

/// Of several joints only what each of them has.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool all_rods = true;
  bool all_baumgarte = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++) {
    const MbdCouplingDef *def =
      &lw_mechanism_find_coupling (mechanism, lw_inspector_get_target (self, i).id)->def;

    all_rods = all_rods && def->class_ == mbd_rod_class ();
    all_baumgarte = all_baumgarte && def->stabilisation == MBD_STABILISATION_BAUMGARTE;
  }
  lw_inspector_add_header_of_several (self, lw_element_get_icon (mechanism, target));
  lw_inspector_begin_card (self, all_rods ? _ ("Rod") : _ ("Joint"), NULL);
  lw_inspector_add_fields (self, target, &enabled_field, 1);
  if (all_rods)
    lw_inspector_add_fields (self, target, &length_field, 1);
  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_fields (self, target, &stabilisation_field, 1);
  if (all_baumgarte)
    lw_inspector_add_fields (self, target, &time_constant_field, 1);
}

void
lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const bool rod = def->class_ == mbd_rod_class ();
  const bool spatial =
    lw_inspector_is_spatial (self, def->body_a) || lw_inspector_is_spatial (self, def->body_b);
  const unsigned counted = spatial ? 0x3f : MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ;
  const int rows = rod ? 1 : __builtin_popcount (def->locked & counted);
  const int bodies[] = { def->body_a, def->body_b };
  g_autofree char *kind = lw_element_dup_kind (lw_inspector_get_mechanism (self), target);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (NULL, "%d row", "%d rows", (gulong) rows), rows);
  g_autofree char *words = g_strdup_printf ("%s · %s", kind, count);
  g_autofree char *body = lw_inspector_dup_body_name (self, def->body_b);
  g_autofree char *remark = g_strdup_printf (_ ("on %s, world axes"), body);
  g_autofree char *freedoms = dup_freedoms (def, spatial);

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_inspector_add_header (self, target,
                           lw_element_get_icon (lw_inspector_get_mechanism (self), target), words,
                           &name_field, &enabled_field);
  lw_inspector_begin_card (self, _ ("Live values"), remark);
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));

  lw_inspector_begin_card (self, rod ? _ ("Rod") : _ ("Joint"), NULL);
  lw_inspector_add_bodies (self, _ ("Bodies"), bodies, G_N_ELEMENTS (bodies));
  if (rod)
    lw_inspector_add_fields (self, target, &length_field, 1);
  lw_inspector_add_fields (self, target, point_fields[spatial], 2);
  if (!rod)
    lw_inspector_add_words (self, _ ("Free"), freedoms);

  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_fields (self, target, &stabilisation_field, 1);
  if (def->stabilisation == MBD_STABILISATION_BAUMGARTE)
    lw_inspector_add_fields (self, target, &time_constant_field, 1);
}
