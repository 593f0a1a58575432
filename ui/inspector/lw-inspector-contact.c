// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a point contact: the number of normals and their directions.

#include <glib/gi18n.h>

#include "lw-inspector-private.h"
#include "lw-property.h"

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

  contact->def.normal_count = 1 + (int) values[0];
  lw_coupling_straighten_normals (&contact->def);
  return lw_mechanism_replace_coupling (mechanism, contact);
}

#define COUNT(words)                                                                               \
  {                                                                                                \
    N_ ("Normals"), N_ ("Change Normals"), LW_EDITOR_CHOICE, .choices = words, .get = get_count,   \
                                                             .set = with_count                     \
  }

/// Fields in the plane, and in space.
static const LwFieldSpec count_fields[] = { COUNT (counts[0]), COUNT (counts[1]) };

static const LwFieldSpec angle_field = {
  N_ ("Direction of the normal"), N_ ("Turn Normal"), LW_EDITOR_NUMBERS, .n = 1, .unit = "rad",
  .property = "normal_angle",     .field = "normal"
};

static const LwFieldSpec normal_fields[] = {
  { N_ ("First normal"), N_ ("Turn Normal"), LW_EDITOR_NUMBERS, .n = 3, .unit = "1",
    .property = "normal_1", .field = "normal" },
  { N_ ("Second normal"), N_ ("Turn Normal"), LW_EDITOR_NUMBERS, .n = 3, .unit = "1",
    .property = "normal_2", .field = "normal" },
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
