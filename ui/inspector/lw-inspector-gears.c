// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a transmission (gear, belt, rack or screw): the quantities that determine its
// ratio, and, if it is not based on joints, the frames of its second pair.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-field.h"
#include "lw-gearing.h"
#include "lw-inspector-private.h"

#define COUPLING(member) offsetof (LwCoupling, member)

/// Radius of the second wheel of a transmission that changes its kind, m.
#define WHEEL_RADIUS 0.1

// ---- kind -----------------------------------------------------------------------------------

/// Labels of all kinds, as in the table of fields; NULL ends the list.
static const char *kinds[LW_GEARINGS + 1];

static void
find_kinds (void)
{
  const LwFieldTable *table = lw_field_table (LW_SELECTION_COUPLING);

  for (const LwWord *word = lw_fields_find (table, "gearing")->words; word->word != NULL; word++)
    kinds[word->value] = word->label;
}

static void
get_kind (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_find_coupling (mechanism, id)->gearing;
}

/// Returns the coordinate of the second motion of a rack or a screw: the one that its joint has.
static MbdCoordinate
get_slide (const LwMechanism *mechanism, const LwCoupling *gear, LwGearing gearing)
{
  const LwCoupling *joint = lw_mechanism_find_coupling (mechanism, gear->joint[1]);

  if (joint != NULL && lw_coupling_has_coordinate (&joint->def, MBD_COORDINATE_SLIDE))
    return MBD_COORDINATE_SLIDE;
  if (joint != NULL && lw_coupling_has_coordinate (&joint->def, MBD_COORDINATE_SLIDE_Z))
    return MBD_COORDINATE_SLIDE_Z;
  return lw_gearings[gearing].advances ? MBD_COORDINATE_SLIDE_Z : MBD_COORDINATE_SLIDE;
}

/// Changes the kind. Keeps the ratio if the second motion is of the same type, and does not
/// move the bodies in the drawing.
static LwMechanism *
with_kind (const LwMechanism *mechanism, int id, const double *values)
{
  LwCoupling *gear = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  const LwGearing gearing = (LwGearing) values[0];
  const bool slid = gear->def.coordinate[1] != MBD_COORDINATE_ANGLE;
  const bool slides = lw_gearings[gearing].slides || (gearing == LW_GEARING_RATIO && slid);
  MbdCouplingDef resolved;
  double ratio;

  lw_mechanism_resolve_coupling (mechanism, gear, &resolved, NULL);
  ratio = slid == slides && resolved.ratio != 0 ? resolved.ratio
          : !slides                             ? 1
                                                : lw_gearings[gearing].usual;
  gear->gearing = gearing;
  gear->def.ratio = ratio;
  gear->def.coordinate[0] = MBD_COORDINATE_ANGLE;
  gear->def.coordinate[1] = slides ? get_slide (mechanism, gear, gearing) : MBD_COORDINATE_ANGLE;
  gear->radius[0] = lw_gearings[gearing].wraps ? fabs (ratio) * WHEEL_RADIUS : ratio;
  gear->radius[1] = WHEEL_RADIUS;
  gear->crossed = ratio < 0;
  gear->pitch = 2 * G_PI * ratio;
  lw_mechanism_get_start_offset (mechanism, gear, &gear->def.offset);
  return lw_mechanism_replace_coupling (mechanism, gear);
}

static const LwFieldSpec kind_field = { N_ ("Kind"),      N_ ("Change Kind"), LW_EDITOR_CHOICE,
                                        .choices = kinds, .get = get_kind,    .set = with_kind };

// ---- ratio ----------------------------------------------------------------------------------

/// Radii, which are two fields of one name.
static const LwFieldSpec radius_fields[] = {
  { N_ ("First radius"), N_ ("Change Radius"), LW_EDITOR_NUMBERS, COUPLING (radius[0]), 1, "m",
    .positive = true },
  { N_ ("Second radius"), N_ ("Change Radius"), LW_EDITOR_NUMBERS, COUPLING (radius[1]), 1, "m",
    .positive = true },
};
static const LwFieldSpec radius_field = {
  N_ ("Radius"), N_ ("Change Radius"), LW_EDITOR_NUMBERS, COUPLING (radius[0]), 1, "m"
};

void
lw_inspector_add_gear (LwInspector *self,
                       LwElementRef target,
                       const LwCoupling *coupling,
                       bool spatial)
{
  const LwGearingEntry *gearing = &lw_gearings[coupling->gearing];

  find_kinds ();
  lw_inspector_add_fields (self, target, &kind_field, 1);
  if (gearing->measure == LW_MEASURE_RADII)
    lw_inspector_add_fields (self, target, gearing->n_values == 1 ? &radius_field : radius_fields,
                             gearing->n_values);
}
