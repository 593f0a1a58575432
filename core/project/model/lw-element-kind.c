// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-element-kind.h"

#include "lw-binding.h"

// Elements without values

static LwBody *
new_body (void)
{
  return lw_body_new (0, NULL);
}

static LwCoupling *
new_coupling (void)
{
  const MbdCouplingDef def = mbd_loop_default (0);

  return lw_coupling_new (&def, 0, NULL);
}

static LwForce *
new_force (void)
{
  const MbdForceDef def = mbd_load_default ();

  return lw_force_new (&def, 0, NULL);
}

static LwTracer *
new_tracer (void)
{
  static const double origin[3];

  return lw_tracer_new (0, NULL, MBD_GROUND, origin);
}

static LwMeasurement *
new_measurement (void)
{
  static const LwBodyPoint origin = { .body = MBD_GROUND };

  return lw_measurement_new (0, NULL, &origin, 1);
}

// Definitions for the engine

static void
settle_body (LwElement *element)
{
  LwBody *body = (LwBody *) element;

  body->def.id = element->id;
  body->def.name = element->name;
}

static void
settle_coupling (LwElement *element)
{
  LwCoupling *coupling = (LwCoupling *) element;

  coupling->def.id = element->id;
  coupling->def.name = element->name;
}

static void
settle_force (LwElement *element)
{
  LwForce *force = (LwForce *) element;

  force->def.id = element->id;
  force->def.name = element->name;
  // A constant function is kept as the number.
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (force->functions[i] != NULL) {
      g_autoptr (LwFunction) function = lw_function_ref (force->functions[i]);

      lw_force_set_function (force, i, function);
    }
}

static void
settle_nothing (LwElement *element)
{
}

/// The functions of a kind for elements of any kind.
#define KIND(name, Type)                                                                           \
  static const LwElement *get_##name (const LwMechanism *mechanism, guint index)                   \
  {                                                                                                \
    return &lw_mechanism_get_##name (mechanism, index)->element;                                   \
  }                                                                                                \
  static const LwElement *find_##name (const LwMechanism *mechanism, int id)                       \
  {                                                                                                \
    const Type *found = lw_mechanism_find_##name (mechanism, id);                                  \
                                                                                                   \
    return found != NULL ? &found->element : NULL;                                                 \
  }                                                                                                \
  static LwElement *create_##name (void)                                                           \
  {                                                                                                \
    return &new_##name ()->element;                                                                \
  }                                                                                                \
  static LwElement *copy_##name (const LwElement *element)                                         \
  {                                                                                                \
    return &lw_##name##_copy ((const Type *) element)->element;                                    \
  }                                                                                                \
  static void add_##name (LwMechanism *mechanism, LwElement *element)                              \
  {                                                                                                \
    lw_mechanism_add_##name (mechanism, (Type *) element);                                         \
  }                                                                                                \
  static LwMechanism *replace_##name (const LwMechanism *mechanism, LwElement *element)            \
  {                                                                                                \
    return lw_mechanism_replace_##name (mechanism, (Type *) element);                              \
  }                                                                                                \
  static void unref_##name (LwElement *element)                                                    \
  {                                                                                                \
    lw_##name##_unref ((Type *) element);                                                          \
  }

KIND (body, LwBody)
KIND (coupling, LwCoupling)
KIND (force, LwForce)
KIND (tracer, LwTracer)
KIND (measurement, LwMeasurement)

#define ENTRY(name, plural, settle)                                                                \
  {                                                                                                \
    lw_mechanism_get_n_##plural, get_##name, find_##name, create_##name, copy_##name, settle,      \
      add_##name, replace_##name, unref_##name                                                     \
  }

const LwElementKind *
lw_element_kind (LwSelectionKind kind)
{
  static const LwElementKind kinds[] = {
    [LW_SELECTION_BODY] = ENTRY (body, bodies, settle_body),
    [LW_SELECTION_COUPLING] = ENTRY (coupling, couplings, settle_coupling),
    [LW_SELECTION_FORCE] = ENTRY (force, forces, settle_force),
    [LW_SELECTION_TRACER] = ENTRY (tracer, tracers, settle_nothing),
    [LW_SELECTION_MEASUREMENT] = ENTRY (measurement, measurements, settle_nothing),
  };

  return kind != LW_SELECTION_NONE ? &kinds[kind] : NULL;
}

// Lists

/// The functions of a list that takes ownership of its members.
#define LIST(name, create_value, free_value)                                                       \
  static const void *get_##name (const LwMechanism *mechanism, guint index)                        \
  {                                                                                                \
    return lw_mechanism_get_##name (mechanism, index);                                             \
  }                                                                                                \
  static void *create_##name (void)                                                                \
  {                                                                                                \
    return create_value;                                                                           \
  }                                                                                                \
  static void add_##name (LwMechanism *mechanism, void *value)                                     \
  {                                                                                                \
    lw_mechanism_add_##name (mechanism, value);                                                    \
  }                                                                                                \
  static void free_##name (void *value)                                                            \
  {                                                                                                \
    free_value (value);                                                                            \
  }

LIST (parameter, lw_parameter_new (NULL, 0, NULL), lw_parameter_free)
LIST (binding, lw_binding_new ((LwElementRef){ 0 }, NULL, NULL, NULL), lw_binding_unref)

static guint
count_pairs (const LwMechanism *mechanism)
{
  return lw_mechanism_get_contact_pairs (mechanism)->len;
}

static const void *
get_pair (const LwMechanism *mechanism, guint index)
{
  return &g_array_index (lw_mechanism_get_contact_pairs (mechanism), LwContactPair, index);
}

static void *
create_pair (void)
{
  return g_new0 (LwContactPair, 1);
}

static void
add_pair (LwMechanism *mechanism, void *value)
{
  lw_mechanism_add_contact_pair (mechanism, value);
  g_free (value);
}

static const void *
get_plot (const LwMechanism *mechanism, guint index)
{
  return lw_mechanism_get_plot (mechanism, index);
}

static void *
create_plot (void)
{
  return g_new0 (LwPlotLayout, 1);
}

static void
free_plot (void *value)
{
  lw_fields_clear (&lw_plot_fields, value);
  g_free (value);
}

static void
add_plot (LwMechanism *mechanism, void *value)
{
  lw_mechanism_add_plot (mechanism, value);
  free_plot (value);
}

const LwListKind lw_lists[LW_LISTS] = {
  [LW_LIST_PARAMETERS] = { "parameter", &lw_parameter_fields, lw_mechanism_get_n_parameters,
                           get_parameter, create_parameter, add_parameter, free_parameter },
  [LW_LIST_BINDINGS] = { "binding", &lw_binding_fields, lw_mechanism_get_n_bindings, get_binding,
                         create_binding, add_binding, free_binding },
  [LW_LIST_CONTACT_PAIRS] = { "contact_pair", &lw_contact_pair_fields, count_pairs, get_pair,
                              create_pair, add_pair, g_free },
  [LW_LIST_PLOTS] = { "plot", &lw_plot_fields, lw_mechanism_get_n_plots, get_plot, create_plot,
                      add_plot, free_plot },
};
