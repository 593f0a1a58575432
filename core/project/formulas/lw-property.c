// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of the numbers stored in elements, and a table of the computed ones.

#include "lw-property.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-property-private.h"

/// Allowed range of a number.
typedef enum
{
  ANY,
  POSITIVE,
  NOT_NEGATIVE,
  FRACTION, ///< from 0 to 1
} Range;

/// Location of `count` numbers in an element.
typedef struct
{
  LwSelectionKind kind;
  const char *name;
  gsize offset;
  guint count;
  Range range;
} Place;

#define BODY(member, count)                                                                        \
  {                                                                                                \
    LW_SELECTION_BODY, #member, offsetof (LwBody, def.member), count, ANY                          \
  }
#define COUPLING(member, count)                                                                    \
  {                                                                                                \
    LW_SELECTION_COUPLING, #member, offsetof (LwCoupling, def.member), count, ANY                  \
  }
#define FORCE(member, count)                                                                       \
  {                                                                                                \
    LW_SELECTION_FORCE, #member, offsetof (LwForce, def.member), count, ANY                        \
  }
#define BUSHING(name, member)                                                                      \
  {                                                                                                \
    LW_SELECTION_FORCE, name, offsetof (LwForce, def.bushing.member), 3, ANY                       \
  }
#define MEASUREMENT(name, i)                                                                       \
  {                                                                                                \
    LW_SELECTION_MEASUREMENT, name, offsetof (LwMeasurement, points[i].point), 3, ANY              \
  }
#define RUN(name, member, range)                                                                   \
  {                                                                                                \
    LW_SELECTION_NONE, name, offsetof (LwRunSettings, member), 1, range                            \
  }

static const Place places[] = {
  BODY (mass, 1),
  BODY (inertia, 6),
  BODY (centre_of_mass, 3),
  BODY (position, 3),
  BODY (angle, 1),
  BODY (velocity, 3),
  BODY (angular_velocity, 3),
  { LW_SELECTION_BODY, "density", offsetof (LwBody, plate.density), 1, POSITIVE },
  { LW_SELECTION_BODY, "thickness", offsetof (LwBody, plate.thickness), 1, POSITIVE },
  { LW_SELECTION_BODY, "hole_radius", offsetof (LwBody, plate.hole_radius), 1, POSITIVE },
  { LW_SELECTION_BODY, "shape_centre", offsetof (LwBody, shape.centre), 3, ANY },
  { LW_SELECTION_BODY, "shape_size", offsetof (LwBody, shape.size), 3, POSITIVE },
  { LW_SELECTION_BODY, "contact_friction", offsetof (LwBody, contact.friction), 1, NOT_NEGATIVE },
  { LW_SELECTION_BODY, "contact_restitution", offsetof (LwBody, contact.restitution), 1, FRACTION },
  { LW_SELECTION_BODY, "contact_rolling", offsetof (LwBody, contact.rolling), 1, NOT_NEGATIVE },
  { LW_SELECTION_COUPLING, "point_p", offsetof (LwCoupling, def.frame_a.point), 3, ANY },
  { LW_SELECTION_COUPLING, "point_s", offsetof (LwCoupling, def.frame_b.point), 3, ANY },
  { LW_SELECTION_COUPLING, "point_p_2", offsetof (LwCoupling, def.frame_c.point), 3, ANY },
  { LW_SELECTION_COUPLING, "point_s_2", offsetof (LwCoupling, def.frame_d.point), 3, ANY },
  { LW_SELECTION_COUPLING, "length", offsetof (LwCoupling, def.length), 1, POSITIVE },
  COUPLING (ratio, 1),
  COUPLING (offset, 1),
  COUPLING (lower, 1),
  COUPLING (upper, 1),
  COUPLING (angle, 1),
  COUPLING (effort_limit, 1),
  COUPLING (friction, 1),
  COUPLING (cohesion, 1),
  COUPLING (stiffness, 1),
  COUPLING (damping, 1),
  COUPLING (break_force, 1),
  COUPLING (break_moment, 1),
  COUPLING (break_impulse, 1),
  { LW_SELECTION_COUPLING, "time_constant", offsetof (LwCoupling, def.time_constant), 1, POSITIVE },
  { LW_SELECTION_COUPLING, "radius", offsetof (LwCoupling, radius), 2, ANY },
  { LW_SELECTION_COUPLING, "pitch", offsetof (LwCoupling, pitch), 1, ANY },
  FORCE (point_a, 3),
  FORCE (point_b, 3),
  FORCE (stiffness, 1),
  FORCE (damping, 1),
  FORCE (free_length, 1),
  FORCE (force, 3),
  FORCE (torque, 3),
  FORCE (rotational_damping, 1),
  BUSHING ("bushing_rotational_stiffness", rotational_stiffness),
  BUSHING ("bushing_rotational_damping", rotational_damping),
  BUSHING ("bushing_stiffness", translational_stiffness),
  BUSHING ("bushing_damping", translational_damping),
  { LW_SELECTION_TRACER, "point", offsetof (LwTracer, point), 3, ANY },
  MEASUREMENT ("point_1", 0),
  MEASUREMENT ("point_2", 1),
  MEASUREMENT ("point_3", 2),
  MEASUREMENT ("point_4", 3),
  RUN ("duration", duration, POSITIVE),
  RUN ("interval", interval, POSITIVE),
  RUN ("accuracy", integrator.accuracy, POSITIVE),
  RUN ("step", integrator.step, ANY),
  RUN ("maximum_step", integrator.maximum_step, POSITIVE),
  RUN ("run_time_constant", integrator.stabilisation.time_constant, POSITIVE),
};

// ---- bytes ----------------------------------------------------------------------------------

const char *
lw_property_get_place (const LwMechanism *mechanism, LwElementRef owner)
{
  if (owner.kind == LW_SELECTION_NONE)
    return (const char *) lw_mechanism_get_run (mechanism);
  return (const char *) lw_element_ref_find (mechanism, owner);
}

LwMechanism *
lw_property_with_bytes (const LwMechanism *mechanism,
                        LwElementRef owner,
                        gsize offset,
                        const void *bytes,
                        gsize size)
{
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  LwBody *body;
  LwCoupling *coupling;
  LwForce *force;
  LwTracer *tracer;
  LwMeasurement *measurement;

  switch (owner.kind) {
  case LW_SELECTION_BODY:
    body = lw_body_copy (lw_mechanism_find_body (mechanism, owner.id));
    memcpy ((char *) body + offset, bytes, size);
    return lw_mechanism_replace_body (mechanism, body);
  case LW_SELECTION_COUPLING:
    coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, owner.id));
    memcpy ((char *) coupling + offset, bytes, size);
    return lw_mechanism_replace_coupling (mechanism, coupling);
  case LW_SELECTION_FORCE:
    force = lw_force_copy (lw_mechanism_find_force (mechanism, owner.id));
    memcpy ((char *) force + offset, bytes, size);
    return lw_mechanism_replace_force (mechanism, force);
  case LW_SELECTION_TRACER:
    tracer = lw_tracer_copy (lw_mechanism_find_tracer (mechanism, owner.id));
    memcpy ((char *) tracer + offset, bytes, size);
    return lw_mechanism_replace_tracer (mechanism, tracer);
  case LW_SELECTION_MEASUREMENT:
    measurement = lw_measurement_copy (lw_mechanism_find_measurement (mechanism, owner.id));
    memcpy ((char *) measurement + offset, bytes, size);
    return lw_mechanism_replace_measurement (mechanism, measurement);
  case LW_SELECTION_NONE:
    break;
  }
  memcpy ((char *) &run + offset, bytes, size);
  return lw_mechanism_with_run (mechanism, &run);
}

// ---- stored numbers -------------------------------------------------------------------------

/// Finds a stored number: "velocity[1]" is the second of an array. Returns false if it does not
/// exist.
static bool
find_place (LwSelectionKind kind, const char *name, const Place **place, guint *index)
{
  const gsize length = strcspn (name, "[");

  *index = 0;
  if (name[length] == '[') {
    if (!g_ascii_isdigit (name[length + 1]) || strcmp (name + length + 2, "]") != 0)
      return false;
    *index = (guint) (name[length + 1] - '0');
  }
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].kind == kind && strlen (places[i].name) == length
        && strncmp (places[i].name, name, length) == 0 && *index < places[i].count) {
      *place = &places[i];
      return true;
    }
  return false;
}

char *
lw_property_dup_name_at (LwSelectionKind kind, gsize offset)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const gsize index = (offset - places[i].offset) / sizeof (double);

    if (places[i].kind != kind || offset < places[i].offset || index >= places[i].count)
      continue;
    return index == 0 ? g_strdup (places[i].name)
                      : g_strdup_printf ("%s[%u]", places[i].name, (guint) index);
  }
  return NULL;
}

// ---- stored and computed numbers ------------------------------------------------------------

bool
lw_property_exists (LwSelectionKind kind, const char *name)
{
  const Place *place;
  guint index;

  return lw_computed_property_find (kind, name) != NULL || find_place (kind, name, &place, &index)
         || lw_pair_property_exists (kind, name);
}

/// Returns true if the element has the number: a measurement may have fewer points than the table.
static bool
has_place (const LwMechanism *mechanism, LwElementRef owner, const Place *place)
{
  return owner.kind != LW_SELECTION_MEASUREMENT
         || place->offset < offsetof (LwMeasurement, points)
                              + lw_mechanism_find_measurement (mechanism, owner.id)->n_points
                                  * sizeof (LwBodyPoint);
}

bool
lw_property_get (const LwMechanism *mechanism,
                 LwElementRef owner,
                 const char *name,
                 guint n,
                 double *values)
{
  const LwComputedProperty *computed = lw_computed_property_find (owner.kind, name);
  const char *bytes = lw_property_get_place (mechanism, owner);
  const Place *place;
  guint index;

  if (bytes == NULL)
    return false;
  if (computed != NULL)
    return n == computed->n && computed->get (mechanism, owner.id, values);
  if (lw_pair_property_exists (owner.kind, name))
    return n == 1 && lw_pair_property_get (mechanism, owner.id, name, values);
  if (!find_place (owner.kind, name, &place, &index) || index + n > place->count
      || !has_place (mechanism, owner, place))
    return false;
  memcpy (values, bytes + place->offset + index * sizeof *values, n * sizeof *values);
  return true;
}

/// Returns the name as the beginning of a message: "Contact friction".
static char *
dup_words (const char *name)
{
  char *words = g_strdelimit (g_strdup (name), "_.", ' ');

  words[0] = g_ascii_toupper (words[0]);
  return words;
}

static bool
check_range (Range range, const char *name, guint n, const double *values, GError **error)
{
  static const char *const words[] = {
    [POSITIVE] = N_ ("greater than zero"),
    [NOT_NEGATIVE] = N_ ("zero or more"),
    [FRACTION] = N_ ("between 0 and 1"),
  };
  g_autofree char *called = NULL;

  for (guint i = 0; i < n; i++) {
    const double x = values[i];

    if (range == ANY || (range == POSITIVE && x > 0) || (range == NOT_NEGATIVE && x >= 0)
        || (range == FRACTION && x >= 0 && x <= 1))
      continue;
    called = dup_words (name);
    // Most fields have labels with these words, so translations exist.
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s must be %s."), _ (called),
                 _ (words[range]));
    return false;
  }
  return true;
}

static LwMechanism *
with_computed (const LwMechanism *mechanism,
               LwElementRef owner,
               const LwComputedProperty *computed,
               const double *values,
               GError **error)
{
  LwMechanism *next;

  if (!check_range (computed->positive ? POSITIVE : ANY, computed->name, computed->n, values,
                    error))
    return NULL;
  next = computed->with (mechanism, owner.id, values);
  if (next == NULL)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, _ (computed->refusal));
  return next;
}

LwMechanism *
lw_property_with (const LwMechanism *mechanism,
                  LwElementRef owner,
                  const char *name,
                  guint n,
                  const double *values,
                  GError **error)
{
  const LwComputedProperty *computed = lw_computed_property_find (owner.kind, name);
  double present[LW_PROPERTY_NUMBERS_MAX];
  const Place *place;
  guint index;

  if (!lw_property_get (mechanism, owner, name, n, present)) {
    g_autofree char *called = dup_words (name);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s no longer exists."), called);
    return NULL;
  }
  if (computed != NULL)
    return with_computed (mechanism, owner, computed, values, error);
  if (lw_pair_property_exists (owner.kind, name))
    return lw_pair_property_with (mechanism, owner.id, name, values[0], error);
  if (!find_place (owner.kind, name, &place, &index)
      || !check_range (place->range, name, n, values, error))
    return NULL;
  return lw_property_with_bytes (mechanism, owner, place->offset + index * sizeof *values, values,
                                 n * sizeof *values);
}
