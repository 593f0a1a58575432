// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a load: its point, whether it turns with the body, and its components, each a
// number or an expression in time, the parameters and the motion.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-inspector-private.h"
#include "lw-quantity.h"
#include "lw-signals.h"

static const LwLiveSpec live[] = {
  { "force_x", N_ ("Force Fx"), 4 },   { "force_y", N_ ("Force Fy"), 4 },
  { "force_z", N_ ("Force Fz"), 4 },   { "force", N_ ("Force |F|"), 4 },
  { "moment", N_ ("Moment"), 4 },      { "moment_x", N_ ("Moment Mx"), 4 },
  { "moment_y", N_ ("Moment My"), 4 }, { "moment_z", N_ ("Moment Mz"), 4 },
};

static const char *
get_unit (int component)
{
  return component < 3 ? "N" : "N m";
}

static double *
get_number (LwForce *force, int component)
{
  return component < 3 ? &force->def.force[component] : &force->def.torque[component - 3];
}

/// Returns a function as text that can be typed again; a table is only described.
static char *
dup_function_text (const LwFunction *function)
{
  if (function->kind == LW_FUNCTION_TABLE) {
    const guint n_rows = lw_function_get_n_rows (function);

    return g_strdup_printf (g_dngettext (NULL, "table of %u row", "table of %u rows", n_rows),
                            n_rows);
  }
  return lw_inspector_dup_formula (function, 0);
}

static char *
get_text (const LwMechanism *mechanism, int id, int component)
{
  const LwForce *force = lw_mechanism_find_force (mechanism, id);
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  if (force->functions[component] != NULL)
    return dup_function_text (force->functions[component]);
  return lw_quantity_format (get_number ((LwForce *) force, component), 1,
                             lw_appearance_get_units (look), get_unit (component));
}

/// Sets a component from text: a number, or else an expression, whose errors the engine reports.
static LwMechanism *
with_text (const LwMechanism *mechanism, int id, const char *text, int component)
{
  LwForce *force = lw_force_copy (lw_mechanism_find_force (mechanism, id));
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  double number;

  if (lw_quantity_parse (text, lw_appearance_get_units (look), get_unit (component), 1, &number,
                         NULL)) {
    lw_force_set_function (force, component, NULL);
    *get_number (force, component) = number;
  } else {
    g_autoptr (LwFunction) function = lw_function_new_expression (text);

    lw_force_set_function (force, component, function);
  }
  return lw_mechanism_replace_force (mechanism, force);
}

static bool
find_fault (const LwMechanism *mechanism, const char *text, int *start, int *end)
{
  return lw_signals_find_fault (mechanism, text, NULL, start, end);
}

#define COMPONENT(index)                                                                           \
  static char *get_component_##index (const LwMechanism *mechanism, int id)                        \
  {                                                                                                \
    return get_text (mechanism, id, index);                                                        \
  }                                                                                                \
  static LwMechanism *with_component_##index (const LwMechanism *mechanism, int id,                \
                                              const char *text, GError **error)                    \
  {                                                                                                \
    return with_text (mechanism, id, text, index);                                                 \
  }

COMPONENT (0)
COMPONENT (1)
COMPONENT (2)
COMPONENT (3)
COMPONENT (4)
COMPONENT (5)

#define FIELD(name, index)                                                                         \
  {                                                                                                \
    name, N_ ("Change Load"), LW_EDITOR_TEXT, .get_text = get_component_##index,                   \
                                              .set_text = with_component_##index,                  \
                                              .find_fault = find_fault, .field = "functions"       \
  }

static const LwFieldSpec fields[] = {
  FIELD (N_ ("Force x"), 0),  FIELD (N_ ("Force y"), 1),  FIELD (N_ ("Force z"), 2),
  FIELD (N_ ("Torque x"), 3), FIELD (N_ ("Torque y"), 4), FIELD (N_ ("Torque z"), 5),
};
static const LwFieldSpec torque_field = FIELD (N_ ("Torque"), 5);

static const LwFieldSpec point_fields[] = {
  { N_ ("Point"), N_ ("Move Load"), LW_EDITOR_NUMBERS, offsetof (LwForce, def.point_b), 2, "m" },
  { N_ ("Point"), N_ ("Move Load"), LW_EDITOR_NUMBERS, offsetof (LwForce, def.point_b), 3, "m" },
};

// ---- world or body --------------------------------------------------------------------------

static const char *const axes[] = { N_ ("The world"), N_ ("The body"), NULL };

static void
get_axes (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_force (mechanism, id)->def.follows_body;
}

static LwMechanism *
with_axes (const LwMechanism *mechanism, int id, const double *values)
{
  LwForce *force = lw_force_copy (lw_mechanism_find_force (mechanism, id));

  force->def.follows_body = values[0] != 0;
  return lw_mechanism_replace_force (mechanism, force);
}

static const LwFieldSpec axes_field = { N_ ("Fixed in"), N_ ("Change Load"), LW_EDITOR_CHOICE,
                                        .choices = axes, .get = get_axes,    .set = with_axes };

// ---- cards ----------------------------------------------------------------------------------

void
lw_inspector_add_load_axes (LwInspector *self, LwElementRef target)
{
  lw_inspector_add_fields (self, target, &axes_field, 1);
}

void
lw_inspector_add_load (LwInspector *self, const LwForce *force, bool spatial)
{
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };

  lw_inspector_begin_card (self, _ ("Live values"), _ ("world axes"));
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  lw_inspector_begin_card (self, _ ("Load"), _ ("numbers, or of t and motion"));
  lw_inspector_add_bodies (self, _ ("Body"), &force->def.body_b, 1);
  lw_inspector_add_fields (self, target, &axes_field, 1);
  lw_inspector_add_fields (self, target, fields, spatial ? 6 : 2);
  if (!spatial)
    lw_inspector_add_fields (self, target, &torque_field, 1);
  lw_inspector_add_fields (self, target, &point_fields[spatial], 1);
}
