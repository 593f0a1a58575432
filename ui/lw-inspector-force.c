// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a spring, a load, or a tracer.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-element.h"
#include "lw-inspector-private.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Force"), LW_FIELD_NAME };
static const LwFieldSpec tracer_name_field = { N_ ("Name"), N_ ("Rename Tracer"), LW_FIELD_NAME };
static const LwFieldSpec enabled_field = { N_ ("Enabled"), N_ ("Switch Force"), LW_FIELD_CHECK,
                                           offsetof (LwForce, def.enabled) };

static const LwFieldSpec spring_fields[] = {
  { N_ ("Stiffness"), N_ ("Change Stiffness"), LW_FIELD_NUMBERS, offsetof (LwForce, def.stiffness),
    1, "N/m" },
  { N_ ("Damping"), N_ ("Change Damping"), LW_FIELD_NUMBERS, offsetof (LwForce, def.damping), 1,
    "N s/m" },
  { N_ ("Free length"), N_ ("Change Free Length"), LW_FIELD_NUMBERS,
    offsetof (LwForce, def.free_length), 1, "m" },
};

static const LwFieldSpec spring_point_fields[2][2] = {
  {
    { N_ ("First point"), N_ ("Move Spring"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_a), 2,
      "m" },
    { N_ ("Second point"), N_ ("Move Spring"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_b), 2,
      "m" },
  },
  {
    { N_ ("First point"), N_ ("Move Spring"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_a), 3,
      "m" },
    { N_ ("Second point"), N_ ("Move Spring"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_b), 3,
      "m" },
  },
};

#define FOLLOWS                                                                                    \
  {                                                                                                \
    N_ ("Turns with the body"), N_ ("Change Load"), LW_FIELD_CHECK,                                \
      offsetof (LwForce, def.follows_body)                                                         \
  }

static const LwFieldSpec load_fields[2][4] = {
  {
    { N_ ("Force"), N_ ("Change Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.force), 2, "N" },
    { N_ ("Torque"), N_ ("Change Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.torque[2]), 1,
      "N m" },
    { N_ ("Point"), N_ ("Move Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_b), 2, "m" },
    FOLLOWS,
  },
  {
    { N_ ("Force"), N_ ("Change Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.force), 3, "N" },
    { N_ ("Torque"), N_ ("Change Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.torque), 3,
      "N m" },
    { N_ ("Point"), N_ ("Move Load"), LW_FIELD_NUMBERS, offsetof (LwForce, def.point_b), 3, "m" },
    FOLLOWS,
  },
};

static const LwFieldSpec tracer_fields[2] = {
  { N_ ("Point"), N_ ("Move Tracer"), LW_FIELD_NUMBERS, offsetof (LwTracer, point), 2, "m" },
  { N_ ("Point"), N_ ("Move Tracer"), LW_FIELD_NUMBERS, offsetof (LwTracer, point), 3, "m" },
};

static const LwLiveSpec spring_live[] = {
  { "length", N_ ("Length"), 4 },
  { "rate", N_ ("Rate"), 4 },
  { "tension", N_ ("Tension"), 4 },
};

static const LwLiveSpec tracer_live[] = {
  { "x", N_ ("Position x"), 4 },
  { "y", N_ ("Position y"), 4 },
  { "z", N_ ("Position z"), 4 },
  { "speed", N_ ("Speed |v|"), 4 },
};

/// Of several force elements only what each of them has.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool all_springs = true;
  bool all_loads = true;
  bool all_planar = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++) {
    const MbdForceDef *def =
      &lw_mechanism_find_force (mechanism, lw_inspector_get_target (self, i).id)->def;

    all_springs = all_springs && def->class_ == mbd_spring_class ();
    all_loads = all_loads && def->class_ == mbd_load_class ();
    all_planar = all_planar && !lw_inspector_is_spatial (self, def->body_b);
  }
  lw_inspector_add_header_of_several (self, lw_element_get_icon (mechanism, target));
  lw_inspector_begin_card (self, _ ("Force"), NULL);
  lw_inspector_add_fields (self, target, &enabled_field, 1);
  if (all_springs)
    lw_inspector_add_fields (self, target, spring_fields, G_N_ELEMENTS (spring_fields));
  if (all_loads)
    lw_inspector_add_fields (self, target, load_fields[!all_planar], G_N_ELEMENTS (load_fields[0]));
}

void
lw_inspector_build_force (LwInspector *self, const LwForce *force)
{
  const MbdForceDef *def = &force->def;
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };
  const bool spring = def->class_ == mbd_spring_class ();
  const bool spatial = lw_inspector_is_spatial (self, def->body_b)
                       || (spring && lw_inspector_is_spatial (self, def->body_a));
  const int bodies[] = { def->body_a, def->body_b };

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_inspector_add_header (self, target, spring ? "lw-spring-symbolic" : "lw-force-symbolic",
                           spring ? _ ("Spring and damper") : _ ("Load"), &name_field,
                           &enabled_field);
  if (!spring) {
    lw_inspector_begin_card (self, _ ("Load"),
                             def->follows_body ? _ ("body axes") : _ ("world axes"));
    lw_inspector_add_bodies (self, _ ("Body"), &bodies[1], 1);
    lw_inspector_add_fields (self, target, load_fields[spatial], G_N_ELEMENTS (load_fields[0]));
    return;
  }
  lw_inspector_begin_card (self, _ ("Live values"), _ ("tension pulls together"));
  lw_inspector_add_live (self, target, spring_live, G_N_ELEMENTS (spring_live));
  lw_inspector_begin_card (self, _ ("Spring"), NULL);
  lw_inspector_add_bodies (self, _ ("Bodies"), bodies, 2);
  lw_inspector_add_fields (self, target, spring_fields, G_N_ELEMENTS (spring_fields));
  lw_inspector_add_fields (self, target, spring_point_fields[spatial], 2);
}

void
lw_inspector_build_tracer (LwInspector *self, const LwTracer *tracer)
{
  const LwElementRef target = { LW_SELECTION_TRACER, tracer->element.id };

  if (lw_inspector_is_several (self)) {
    lw_inspector_add_header_of_several (self, "lw-tracer-symbolic");
    return;
  }
  lw_inspector_add_header (self, target, "lw-tracer-symbolic", _ ("Tracer"), &tracer_name_field,
                           NULL);
  lw_inspector_begin_card (self, _ ("Live values"), _ ("world axes"));
  lw_inspector_add_live (self, target, tracer_live, G_N_ELEMENTS (tracer_live));
  lw_inspector_begin_card (self, _ ("Tracer"), NULL);
  lw_inspector_add_bodies (self, _ ("Body"), &tracer->body, 1);
  lw_inspector_add_fields (self, target,
                           &tracer_fields[lw_inspector_is_spatial (self, tracer->body)], 1);
}
