// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a point contact: how many normals it has and where they point. They are kept
// perpendicular to each other: the second is taken without its part along the first.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-inspector-private.h"

static MbdCouplingDef *
get_def (const LwCoupling *coupling)
{
  return (MbdCouplingDef *) &coupling->def;
}

/// Unit length; what has no direction is left for the engine to refuse.
static void
normalise (double v[3])
{
  const double length = hypot (v[0], hypot (v[1], v[2]));

  for (int d = 0; d < 3 && length > 0; d++)
    v[d] /= length;
}

/// A direction perpendicular to both, or to the first when they are parallel.
static void
find_third (const double a[3], const double b[3], double c[3])
{
  const int least = fabs (a[0]) <= fabs (a[1]) && fabs (a[0]) <= fabs (a[2]) ? 0
                    : fabs (a[1]) <= fabs (a[2])                             ? 1
                                                                             : 2;
  const double axis[3] = { least == 0, least == 1, least == 2 };

  for (int pass = 0; pass < 2; pass++) {
    const double *other = pass == 0 ? b : axis;

    for (int d = 0; d < 3; d++)
      c[d] = a[(d + 1) % 3] * other[(d + 2) % 3] - a[(d + 2) % 3] * other[(d + 1) % 3];
    if (hypot (c[0], hypot (c[1], c[2])) > 1e-9)
      break;
  }
  normalise (c);
}

/// The other normals follow the first, then the second.
static void
straighten (MbdCouplingDef *def)
{
  double (*n)[3] = def->normals;
  double third[3];
  double along = 0;

  normalise (n[0]);
  for (int d = 0; d < 3; d++)
    along += n[0][d] * n[1][d];
  for (int d = 0; d < 3; d++)
    n[1][d] -= along * n[0][d];
  if (hypot (n[1][0], hypot (n[1][1], n[1][2])) < 1e-9) {
    find_third (n[0], n[1], third);
    memcpy (n[1], third, sizeof third);
  }
  normalise (n[1]);
  find_third (n[0], n[1], n[2]);
}

static LwMechanism *
with_normal (const LwMechanism *mechanism, int id, int index, const double values[3])
{
  LwCoupling *contact = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdCouplingDef *def = get_def (contact);

  memcpy (def->normals[index], values, sizeof def->normals[index]);
  straighten (def);
  return lw_mechanism_replace_coupling (mechanism, contact);
}

// ---- fields ---------------------------------------------------------------------------------

static const char *const counts[2][4] = { { "1", "2", NULL }, { "1", "2", "3", NULL } };

static void
get_count (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_coupling (mechanism, id)->def.normal_count - 1;
}

static LwMechanism *
with_count (const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *contact = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  get_def (contact)->normal_count = 1 + (int) values[0];
  straighten (get_def (contact));
  return lw_mechanism_replace_coupling (mechanism, contact);
}

#define COUNT(words)                                                                               \
  {                                                                                                \
    N_ ("Normals"), N_ ("Change Normals"), LW_FIELD_CHOICE, .choices = words, .get = get_count,    \
                                                            .set = with_count                      \
  }

/// In the plane, and in space.
static const LwFieldSpec count_fields[] = { COUNT (counts[0]), COUNT (counts[1]) };

static void
get_angle (const LwMechanism *mechanism, int id, double *values)
{
  const double *normal = lw_mechanism_find_coupling (mechanism, id)->def.normals[0];

  values[0] = atan2 (normal[1], normal[0]);
}

static LwMechanism *
with_angle (const LwMechanism *mechanism, int id, const double *values)
{
  const double normal[3] = { cos (values[0]), sin (values[0]), 0 };

  return with_normal (mechanism, id, 0, normal);
}

static const LwFieldSpec angle_field = { N_ ("Direction of the normal"),
                                         N_ ("Turn Normal"),
                                         LW_FIELD_NUMBERS,
                                         .n = 1,
                                         .unit = "rad",
                                         .get = get_angle,
                                         .set = with_angle };

#define NORMAL(place, index)                                                                       \
  static void get_##place (const LwMechanism *mechanism, int id, double *values)                   \
  {                                                                                                \
    memcpy (values, lw_mechanism_find_coupling (mechanism, id)->def.normals[index],                \
            3 * sizeof *values);                                                                   \
  }                                                                                                \
  static LwMechanism *with_##place (const LwMechanism *mechanism, int id, const double *values)    \
  {                                                                                                \
    return with_normal (mechanism, id, index, values);                                             \
  }

NORMAL (first, 0)
NORMAL (second, 1)

static const LwFieldSpec normal_fields[] = {
  { N_ ("First normal"), N_ ("Turn Normal"), LW_FIELD_NUMBERS, .n = 3, .unit = "1",
    .get = get_first, .set = with_first },
  { N_ ("Second normal"), N_ ("Turn Normal"), LW_FIELD_NUMBERS, .n = 3, .unit = "1",
    .get = get_second, .set = with_second },
};

void
lw_inspector_add_normals (LwInspector *self,
                          LwElementRef target,
                          const LwCoupling *contact,
                          bool spatial)
{
  const int count = contact->def.normal_count;

  lw_inspector_add_fields (self, target, &count_fields[spatial], 1);
  if (spatial)
    lw_inspector_add_fields (self, target, normal_fields, count > 1 ? 2 : 1);
  else
    lw_inspector_add_fields (self, target, &angle_field, 1);
}
