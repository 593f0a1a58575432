// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a force element, with parts for each kind, and of a tracer.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-spring-law.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Force"), LW_EDITOR_NAME };
static const LwFieldSpec tracer_name_field = { N_ ("Name"), N_ ("Rename Tracer"), LW_EDITOR_NAME };
#define POINT(n)                                                                                   \
  {                                                                                                \
    N_ ("Point"), N_ ("Move Drag"), LW_EDITOR_NUMBERS, offsetof (LwForce, def.point_b), n, "m"     \
  }

static const LwFieldSpec drag_point_fields[] = { POINT (2), POINT (3) };

static const LwLiveSpec drag_live[] = {
  { "force", N_ ("Force |F|"), 4 },
  { "force_x", N_ ("Force Fx"), 4 },
  { "force_y", N_ ("Force Fy"), 4 },
  { "force_z", N_ ("Force Fz"), 4 },
  { "moment", N_ ("Moment"), 4 },
  { "moment_x", N_ ("Moment Mx"), 4 },
  { "moment_y", N_ ("Moment My"), 4 },
  { "moment_z", N_ ("Moment Mz"), 4 },
  { "dissipated_power", N_ ("Dissipated power"), 4 },
};

static const LwLiveSpec tracer_live[] = {
  { "x", N_ ("Position x"), 4 },
  { "y", N_ ("Position y"), 4 },
  { "z", N_ ("Position z"), 4 },
  { "speed", N_ ("Speed |v|"), 4 },
};

/// Builds the rows that all selected force elements have in common.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool plain = true, loads = true, spatial = false;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++) {
    const LwForce *force =
      lw_mechanism_find_force (mechanism, lw_inspector_get_target (self, i).id);

    loads = loads && lw_family_of (force->def.class_)->is_load;
    spatial = spatial || lw_inspector_element_is_spatial (self, lw_inspector_get_target (self, i));
    for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
      plain = plain && force->functions[k] == NULL;
  }
  lw_inspector_add_header_of_several (self, lw_element_words_get_icon (mechanism, target));
  lw_inspector_begin_card (self, _ ("Force"), NULL);
  lw_inspector_add_field (self, target, "enabled");
  lw_inspector_add_card_fields (self, target, "kind");
  if (spatial)
    lw_inspector_add_card_fields (self, target, "space");
  if (plain)
    lw_inspector_add_card_fields (self, target, "numbers");
  if (plain && loads)
    lw_inspector_add_load_axes (self, target);
}

static void
add_drag (LwInspector *self, const LwForce *force, bool spatial)
{
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };

  lw_inspector_begin_card (self, _ ("Live values"), _ ("world axes"));
  lw_inspector_add_live (self, target, drag_live, G_N_ELEMENTS (drag_live));
  lw_inspector_begin_card (self, _ ("Drag"), _ ("against the motion"));
  lw_inspector_add_bodies (self, _ ("Body"), &force->def.body_b, 1);
  lw_inspector_add_card_fields (self, target, "kind");
  lw_inspector_add_fields (self, target, &drag_point_fields[spatial], 1);
}

static void (*const add_of_family[LW_FAMILIES + 1]) (LwInspector *self,
                                                     const LwForce *force,
                                                     bool spatial) = {
  [LW_FAMILY_SPRING] = lw_inspector_add_spring,     [LW_FAMILY_LOAD] = lw_inspector_add_load,
  [LW_FAMILY_BUSHING] = lw_inspector_add_compliant, [LW_FAMILY_DRAG] = add_drag,
  [LW_FAMILY_OTHER] = lw_inspector_add_load,
};

char *
lw_inspector_dup_force_structure (const LwForce *force)
{
  return g_strdup_printf (" %p %d", (const void *) force->def.class_,
                          (int) lw_spring_law_get_kind (force->law, NULL, NULL));
}

void
lw_inspector_build_force (LwInspector *self, const LwForce *force)
{
  const LwFamily *family = lw_family_of (force->def.class_);
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };
  const bool spatial = lw_inspector_element_is_spatial (self, target);
  g_autofree char *kind = lw_element_words_dup_kind (lw_inspector_get_mechanism (self), target);

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_inspector_add_header (self, target,
                           lw_element_words_get_icon (lw_inspector_get_mechanism (self), target),
                           kind, &name_field, lw_inspector_get_field (target, "enabled"));
  add_of_family[family->id](self, force, spatial);
  lw_inspector_add_equations (self, target);
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
  lw_inspector_add_card_fields (self, target, "point");
}
