// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-family.h"

#include <math.h>
#include <string.h>

static const LwFamily other = { .id = LW_FAMILY_OTHER,
                                .n_bodies = 2,
                                .has_axes = true,
                                .dissipates = true };

const void *
lw_family_class (const LwFamily *family)
{
  return family->coupling != NULL ? (const void *) family->coupling ()
                                  : (const void *) family->force ();
}

const LwFamily *
lw_family_of (const void *class_)
{
  for (guint i = 0; i < LW_FAMILIES; i++)
    if (lw_family_class (&lw_families[i]) == class_)
      return &lw_families[i];
  return &other;
}

const LwFamily *
lw_family_of_word (const char *word, LwFamilyId first, LwFamilyId last)
{
  for (guint i = first; i <= last; i++)
    if (strcmp (lw_families[i].word, word) == 0)
      return &lw_families[i];
  return NULL;
}

int
lw_coupling_n_bodies (const MbdCouplingDef *def)
{
  return lw_family_of (def->class_)->n_bodies;
}

int
lw_coupling_body (const MbdCouplingDef *def, int index)
{
  const int bodies[] = { def->body_a, def->body_b, def->body_c, def->body_d };

  return bodies[index];
}

int
lw_coupling_n_ends (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  return family->n_ends != NULL ? family->n_ends (def) : 2;
}

double
lw_coupling_length (const MbdCouplingDef *def, const double ends[4][2])
{
  const LwFamily *family = lw_family_of (def->class_);

  if (family->length != NULL)
    return family->length (def, ends);
  return hypot (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
}

bool
lw_coupling_can_break (const MbdCouplingDef *def)
{
  return isfinite (def->break_force) || isfinite (def->break_moment)
         || isfinite (def->break_impulse);
}

bool
lw_coupling_is_one_sided (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  return family->has_stops || def->mode == MBD_MODE_UNILATERAL
         || (family->may_slacken && def->rod != MBD_ROD_BAR);
}

bool
lw_coupling_measures_length (const MbdCouplingDef *def)
{
  const LwFamily *family = lw_family_of (def->class_);

  if (family->is_joint && !family->has_curve)
    return (def->locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z)) != 0;
  if (family->has_motion || family->has_second_pair)
    return def->coordinate[family->has_second_pair] != MBD_COORDINATE_ANGLE;
  return family->has_length || family->has_curve || !family->has_axes;
}
