// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a spring between two points: spring and damper, gas spring, constant force, or a
// custom law as an expression in length, rate, time and the motion.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-inspector-private.h"
#include "lw-quantity.h"
#include "lw-signals.h"
#include "lw-spring-law.h"

/// Initial values of a gas spring that replaces another spring: force at its length, N, and stroke
/// as a fraction of the length.
#define GAS_FORCE 100
#define GAS_STROKE 0.4
#define GAS_RATIO 1.3

static const LwForce *
get_force (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_force (mechanism, id);
}

/// Returns the mechanism with this law of the spring. Takes ownership of `law`.
static LwMechanism *
with_law (const LwMechanism *mechanism, int id, char *law)
{
  LwForce *force = lw_force_copy (get_force (mechanism, id));

  lw_force_set_law (force, law);
  g_free (law);
  return lw_mechanism_replace_force (mechanism, force);
}

// ---- kind -----------------------------------------------------------------------------------

static const char *const kinds[] = { N_ ("Spring and damper"), N_ ("Gas spring"),
                                     N_ ("Constant force"), N_ ("Law"), NULL };

static void
get_kind (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_spring_law_get_kind (get_force (mechanism, id)->law, NULL, NULL);
}

static char *
dup_number (double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (number, sizeof number, "%.12g", value));
}

/// Returns the linear spring as a law, to start from.
static char *
dup_linear_law (const MbdForceDef *def)
{
  g_autofree char *stiffness = dup_number (def->stiffness);
  g_autofree char *length = dup_number (def->free_length);
  g_autofree char *damping = dup_number (def->damping);

  return g_strdup_printf ("%s * (length - %s) + %s * rate", stiffness, length, damping);
}

static LwMechanism *
with_kind (const LwMechanism *mechanism, int id, const double *values)
{
  const LwForce *force = get_force (mechanism, id);
  const double length = force->def.free_length > 0 ? force->def.free_length : 0.3;

  switch ((LwSpringKind) values[0]) {
  case LW_SPRING_LINEAR:
    break;
  case LW_SPRING_GAS:
    return with_law (mechanism, id,
                     lw_spring_law_gas (length, GAS_STROKE * length, GAS_FORCE, GAS_RATIO));
  case LW_SPRING_CONSTANT:
    return with_law (mechanism, id, lw_spring_law_constant_force (GAS_FORCE));
  case LW_SPRING_LAW:
    // Brackets keep the law from being recognised as its former kind.
    return with_law (mechanism, id,
                     force->law != NULL ? g_strdup_printf ("(%s)", force->law)
                                        : dup_linear_law (&force->def));
  }
  return with_law (mechanism, id, NULL);
}

static const LwFieldSpec kind_field = { N_ ("Kind"),      N_ ("Change Kind"), LW_EDITOR_CHOICE,
                                        .choices = kinds, .get = get_kind,    .set = with_kind };

// ---- gas spring and constant force ----------------------------------------------------------

#define GAS_FIELD(name, member, u)                                                                 \
  {                                                                                                \
    name, N_ ("Change Gas Spring"), LW_EDITOR_NUMBERS, .n = 1, .unit = u,                          \
                                                       .property = "gas." #member                  \
  }

static const LwFieldSpec gas_fields[] = {
  GAS_FIELD (N_ ("Extended length"), length, "m"),
  GAS_FIELD (N_ ("Stroke"), stroke, "m"),
  GAS_FIELD (N_ ("Force when extended"), force, "N"),
  GAS_FIELD (N_ ("Force ratio"), ratio, "1"),
};

static const LwFieldSpec constant_field = { N_ ("Tension"),    N_ ("Change Tension"),
                                            LW_EDITOR_NUMBERS, .n = 1,
                                            .unit = "N",       .property = "constant_force" };

// ---- law ------------------------------------------------------------------------------------

static char *
get_law (const LwMechanism *mechanism, int id)
{
  return g_strdup (get_force (mechanism, id)->law);
}

static LwMechanism *
with_law_text (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  return with_law (mechanism, id, g_strdup (text));
}

static bool
find_law_fault (const LwMechanism *mechanism, const char *text, int *start, int *end)
{
  // Any spring, since the law may use its length and rate.
  const LwForce spring = { .def = mbd_spring_default () };

  return lw_signals_find_fault (mechanism, text, &spring, start, end);
}

static const LwFieldSpec law_field = {
  N_ ("Tension"),      N_ ("Change Law"),         LW_EDITOR_TEXT,
  .get_text = get_law, .set_text = with_law_text, .find_fault = find_law_fault,
  .field = "law",
};

static const LwLiveSpec live[] = {
  { "length", N_ ("Length"), 4 },
  { "rate", N_ ("Rate"), 4 },
  { "tension", N_ ("Tension"), 4 },
  { "energy", N_ ("Potential energy"), 4 },
  { "dissipated_power", N_ ("Dissipated power"), 4 },
};

// ---- cards ----------------------------------------------------------------------------------

void
lw_inspector_add_spring (LwInspector *self, const LwForce *force, bool spatial)
{
  const LwElementRef target = { LW_SELECTION_FORCE, force->element.id };
  const int bodies[] = { force->def.body_a, force->def.body_b };
  const LwSpringKind kind = lw_spring_law_get_kind (force->law, NULL, NULL);

  lw_inspector_begin_card (self, _ ("Live values"), _ ("tension pulls together"));
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  lw_inspector_begin_card (self, _ ("Spring"),
                           kind == LW_SPRING_LAW ? _ ("of length, rate, t and motion") : NULL);
  lw_inspector_add_bodies (self, _ ("Bodies"), bodies, 2);
  lw_inspector_add_fields (self, target, &kind_field, 1);
  switch (kind) {
  case LW_SPRING_LINEAR:
    lw_inspector_add_card_fields (self, target, "kind");
    break;
  case LW_SPRING_GAS:
    lw_inspector_add_fields (self, target, gas_fields, G_N_ELEMENTS (gas_fields));
    break;
  case LW_SPRING_CONSTANT:
    lw_inspector_add_fields (self, target, &constant_field, 1);
    break;
  case LW_SPRING_LAW:
    lw_inspector_add_fields (self, target, &law_field, 1);
    break;
  }
  // Energy is counted from the free length, also with a law.
  if (kind != LW_SPRING_LINEAR)
    lw_inspector_add_field (self, target, "free_length");
  lw_inspector_add_card_fields (self, target, "frames");
}
