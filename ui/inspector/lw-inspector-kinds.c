// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inspector rows for particular kinds of coupling: axes, length, joints, ratio, limits, and the
// prescribed function.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-curve-edit.h"
#include "lw-curve.h"
#include "lw-element-words.h"
#include "lw-geometry.h"
#include "lw-help-mark.h"
#include "lw-inspector-private.h"
#include "lw-join.h"

#define COUPLING(member) offsetof (LwCoupling, member)

// ---- joints ---------------------------------------------------------------------------------

static const unsigned presets[] = {
  MBD_LOOP_PIN,           MBD_LOOP_SLIDER,         MBD_LOOP_PIN_IN_SLOT,   MBD_LOOP_WELD,
  MBD_LOOP_CYLINDRICAL,   MBD_LOOP_SPHERICAL,      MBD_LOOP_UNIVERSAL,     MBD_LOOP_PLANAR,
  MBD_LOOP_POINT_ON_LINE, MBD_LOOP_POINT_ON_PLANE, MBD_LOOP_PARALLEL_AXES, MBD_LOOP_SAME_ATTITUDE,
};
static const char *const preset_names[] = {
  N_ ("Pin"),           N_ ("Slider"),
  N_ ("Pin in slot"),   N_ ("Weld"),
  N_ ("Cylindrical"),   N_ ("Spherical"),
  N_ ("Universal"),     N_ ("Planar"),
  N_ ("Point on line"), N_ ("Point on plane"),
  N_ ("Parallel axes"), N_ ("Same attitude"),
  N_ ("Other axes"),    NULL,
};

static void
get_preset (const LwMechanism *mechanism, int id, double *values)
{
  const unsigned locked = lw_mechanism_find_coupling (mechanism, id)->def.locked;
  guint i = 0;

  while (i < G_N_ELEMENTS (presets) && presets[i] != locked)
    i++;
  values[0] = i;
}

/// Sets the axes of a preset. "Other axes" is not a preset and leaves the axes unchanged.
static LwMechanism *
with_preset (const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  const guint preset = (guint) values[0];

  if (preset < G_N_ELEMENTS (presets))
    coupling->def.locked = presets[preset];
  mbd_coupling_drop_rows (&coupling->def);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static const LwFieldSpec preset_field = { N_ ("Kind"),       N_ ("Change Kind"),
                                          LW_EDITOR_CHOICE,  .choices = preset_names,
                                          .get = get_preset, .set = with_preset };

typedef struct
{
  unsigned lock;
  const char *locked;
  const char *free;
  bool in_plane;
} Axis;

static const Axis axes[] = {
  { MBD_LOCK_X, "x", N_ ("sliding along x"), true },
  { MBD_LOCK_Y, "y", N_ ("sliding along y"), true },
  { MBD_LOCK_Z, "z", N_ ("sliding along z"), false },
  { MBD_LOCK_RX, "φx", N_ ("rotation about x"), false },
  { MBD_LOCK_RY, "φy", N_ ("rotation about y"), false },
  { MBD_LOCK_RZ, "φz", N_ ("rotation about z"), true },
};

/// Returns the free or the locked axes of a joint in words.
static char *
dup_axes (const MbdCouplingDef *def, bool spatial, bool locked)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    if (((def->locked & axes[i].lock) != 0) == locked && (spatial || axes[i].in_plane))
      g_string_append_printf (string, "%s%s", string->len > 0 ? ", " : "",
                              locked ? axes[i].locked : _ (axes[i].free));
  if (string->len == 0)
    g_string_append (string, _ ("nothing"));
  return g_string_free (string, FALSE);
}

static void
add_joint (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  g_autofree char *locked = dup_axes (&coupling->def, spatial, true);
  g_autofree char *freedoms = dup_axes (&coupling->def, spatial, false);

  lw_inspector_add_fields (self, target, &preset_field, 1);
  lw_inspector_add_words (self, _ ("Locked"), locked);
  lw_inspector_add_words (self, _ ("Free"), freedoms);
  lw_inspector_add_replace (self, target);
  lw_inspector_add_friction_button (self, target);
}

// ---- drives ---------------------------------------------------------------------------------

static const char *const drive_levels[] = { N_ ("Position"), N_ ("Speed"), NULL };
static const LwFieldSpec drive_level_field = { N_ ("Prescribes"), N_ ("Change Drive"),
                                               LW_EDITOR_CHOICE, COUPLING (def.level),
                                               .choices = drive_levels };
static const char *
motion_words (MbdCoordinate coordinate)
{
  return coordinate == MBD_COORDINATE_ANGLE   ? _ ("rotation about z")
         : coordinate == MBD_COORDINATE_ARC   ? _ ("along the curve")
         : coordinate == MBD_COORDINATE_SLIDE ? _ ("sliding along x")
                                              : _ ("sliding along z");
}

// ---- the card of the kind -------------------------------------------------------------------

static void
add_drive (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  lw_inspector_add_words (self, _ ("Motion"), motion_words (coupling->def.coordinate[0]));
  lw_inspector_add_fields (self, target, &drive_level_field, 1);
  lw_inspector_add_field (self, target, "effort_limit");
}

static void
add_limit (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  lw_inspector_add_words (self, _ ("Motion"), motion_words (coupling->def.coordinate[0]));
}

static const LwFieldSpec constant_friction_fields[] = {
  { N_ ("Constant part"), N_ ("Change Friction"), LW_EDITOR_NUMBERS, COUPLING (def.effort_limit), 1,
    "N m" },
  { N_ ("Constant part"), N_ ("Change Friction"), LW_EDITOR_NUMBERS, COUPLING (def.effort_limit), 1,
    "N" },
};

static void
add_friction (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  const bool slides = coupling->def.coordinate[0] != MBD_COORDINATE_ANGLE;

  lw_inspector_add_words (self, _ ("Motion"), motion_words (coupling->def.coordinate[0]));
  lw_inspector_add_field (self, target, "friction");
  if (!slides)
    lw_inspector_add_field (self, target, "friction_radius");
  lw_inspector_add_fields (self, target, &constant_friction_fields[slides], 1);
}

static void
get_passes (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_coupling (mechanism, id)->def.passes;
}

/// Lays the rope over its pulleys again, as long as it is drawn.
static LwMechanism *
with_passes (const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *rope = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdCouplingDef *def = &rope->def;
  double ends[4][2], length;

  def->passes = (int) CLAMP (rint (values[0]), 1, MBD_MOST_PASSES);
  lw_geometry_coupling_ends (mechanism, def, ends);
  length = lw_coupling_length (def, ends);
  if (rope->function == NULL && length > 0)
    def->length = length;
  return lw_mechanism_replace_coupling (mechanism, rope);
}

static const LwFieldSpec passes_field = {
  N_ ("Passes"),    N_ ("Change Passes"), LW_EDITOR_NUMBERS,  .n = 1,           .unit = "1",
  .positive = true, .get = get_passes,    .set = with_passes, .field = "passes"
};

static void
add_pulleys (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  lw_inspector_add_fields (self, target, &passes_field, 1);
}

static char *
get_curve (const LwMechanism *mechanism, int id)
{
  return lw_inspector_dup_points (lw_mechanism_find_coupling (mechanism, id)->curve);
}

static LwMechanism *
with_curve (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  const LwCoupling *old = lw_mechanism_find_coupling (mechanism, id);
  GArray *points = lw_inspector_read_points (text, old->curve, error);

  return points != NULL ? lw_curve_edit_set (mechanism, id, points, error) : NULL;
}

static const LwFieldSpec curve_field = { N_ ("Points of the curve"), N_ ("Change Curve"),
                                         LW_EDITOR_LINES, .get_text = get_curve,
                                         .set_text = with_curve };

static void
add_curve (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  bool closed;
  const double length = lw_curve_length (coupling->curve, &closed);
  g_autofree char *number = lw_inspector_dup_length (length);

  lw_help_mark_number (
    lw_inspector_add_words (self, closed ? _ ("Length of a lap") : _ ("Length"), number),
    "field:curve");
  if (!lw_inspector_is_several (self)) {
    lw_inspector_add (self, lw_inspector_new_row (_ (curve_field.name)));
    lw_inspector_add_fields (self, target, &curve_field, 1);
  }
  lw_inspector_add_friction_button (self, target);
}

/// Rows before those of the fields.
static void (*const add_of_family[LW_FAMILIES + 1]) (LwInspector *self,
                                                     LwElementRef target,
                                                     const LwCoupling *coupling,
                                                     bool spatial) = {
  [LW_FAMILY_JOINT] = add_joint,
  [LW_FAMILY_DRIVE] = add_drive,
  [LW_FAMILY_LIMIT] = add_limit,
  [LW_FAMILY_GEAR] = lw_inspector_add_gear,
  [LW_FAMILY_POINT_CONTACT] = lw_inspector_add_normals,
  [LW_FAMILY_PULLEY_ROPE] = add_pulleys,
  [LW_FAMILY_CURVED_SLOT] = add_curve,
  [LW_FAMILY_FRICTION] = add_friction,
};

static void
add_parameters (LwInspector *self, LwElementRef target, const LwCoupling *coupling, bool spatial)
{
  const LwFamily *family = lw_family_of (coupling->def.class_);

  if (lw_coupling_get_kind (coupling)->is_spring) {
    lw_inspector_add_fields (self, target, &lw_inspector_constant_angle_field, 1);
    lw_inspector_add_field (self, target, "stiffness");
    lw_inspector_add_field (self, target, "damping");
    return;
  }
  if (add_of_family[family->id] != NULL)
    add_of_family[family->id](self, target, coupling, spatial);
  lw_inspector_add_card_fields (self, target, "kind");
}

void
lw_inspector_add_kind (LwInspector *self,
                       const LwCoupling *coupling,
                       const MbdCouplingDef *resolved,
                       bool spatial)
{
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const LwFamily *family = lw_family_of (resolved->class_);
  const bool driver = family->drives;
  const bool gear = family->has_second_pair;
  const int first[] = { resolved->body_a, resolved->body_b };
  const int second[] = { resolved->body_c, resolved->body_d };

  lw_inspector_begin_card (self,
                           _ (lw_coupling_get_kind (coupling)->title != NULL
                                ? lw_coupling_get_kind (coupling)->title
                                : family->title),
                           NULL);
  if (coupling->joint[0] != 0)
    lw_inspector_add_couplings (self, coupling->joint[1] != 0 ? _ ("Joints") : _ ("Joint"),
                                coupling->joint, coupling->joint[1] != 0 ? 2 : 1);
  if (lw_join_can_exchange (coupling))
    lw_inspector_add_changeable_bodies (self, coupling);
  else
    lw_inspector_add_bodies (self, gear ? _ ("First pair") : _ ("Bodies"), first, 2);
  if (gear)
    lw_inspector_add_bodies (self, _ ("Second pair"), second, 2);
  if (family->has_pulleys)
    lw_inspector_add_bodies (self, _ ("Pulleys on"), second, lw_coupling_n_ends (resolved) - 2);
  add_parameters (self, target, coupling, spatial);
  if (lw_coupling_get_kind (coupling)->is_spring)
    return;
  if (driver || family->may_slacken)
    lw_inspector_add_function (self, coupling,
                               !driver                                 ? _ ("Length in time")
                               : resolved->level == MBD_LEVEL_VELOCITY ? _ ("Speed")
                               : resolved->coordinate[0] == MBD_COORDINATE_ANGLE ? _ ("Angle")
                                                                                 : _ ("Position"),
                               !driver || resolved->coordinate[0] != MBD_COORDINATE_ANGLE,
                               driver && resolved->level == MBD_LEVEL_VELOCITY);
}
