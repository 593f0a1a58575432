// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Level and compliance of rows. A definition keeps those of a row by the place of its name in the
// class, so that they stay with their row when the coupling locks other axes or moves to the plane,
// where rows have other numbers.

#include <math.h>
#include <string.h>

#include "mechanism-private.h"

const char *
mbd_class_row_name (const MbdCouplingClass *class_, int place)
{
  for (int i = 0; class_->row_names != NULL && i < MBD_MOST_ROWS; i++) {
    if (class_->row_names[i] == NULL)
      return NULL;
    if (i == place)
      return class_->row_names[i];
  }
  return NULL;
}

int
mbd_class_row_place (const MbdCouplingClass *class_, const char *name)
{
  for (int i = 0; mbd_class_row_name (class_, i) != NULL; i++)
    if (strcmp (mbd_class_row_name (class_, i), name) == 0)
      return i;
  return -1;
}

/// Returns the number that the row of a place has in a variant of the kind, -1 if there is none.
static int
number_of (const MbdCouplingClass *class_, unsigned variant, MbdSpace space, int place)
{
  const char *name = mbd_class_row_name (class_, place);

  if (name == NULL || class_->row_name == NULL)
    return -1;
  for (int row = 0; row < class_->rows (variant, space); row++)
    if (strcmp (class_->row_name (variant, space, row), name) == 0)
      return row;
  return -1;
}

bool
mbd_coupling_has_row (const MbdCouplingDef *def, int place)
{
  return number_of (def->class_, def->class_->variant (def, MBD_SPACE_SPACE), MBD_SPACE_SPACE,
                    place)
         >= 0;
}

bool
mbd_coupling_row_is_length (const MbdCouplingDef *def, int place)
{
  const unsigned variant = def->class_->variant (def, MBD_SPACE_SPACE);
  const int row = number_of (def->class_, variant, MBD_SPACE_SPACE, place);

  return row < 0 || def->class_->row_is_length (variant, MBD_SPACE_SPACE, row);
}

MbdRowDef
mbd_coupling_row (const MbdCouplingDef *def, int place)
{
  const MbdRowDef *own = place >= 0 && place < MBD_MOST_ROWS ? &def->rows[place] : NULL;
  MbdRowDef row = {
    .has_level = own != NULL && own->has_level,
    .has_compliance = own != NULL && own->has_compliance,
    .level = def->level,
    .compliant = def->compliant,
    .stiffness = def->stiffness,
    .damping = def->damping,
  };

  if (row.has_level)
    row.level = own->level;
  if (row.has_compliance) {
    row.compliant = own->compliant;
    row.stiffness = own->stiffness;
    row.damping = own->damping;
  }
  return row;
}

bool
mbd_coupling_rows_differ (const MbdCouplingDef *def)
{
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if (def->rows[i].has_level || def->rows[i].has_compliance)
      return true;
  return false;
}

bool
mbd_coupling_is_compliant (const MbdCouplingDef *def)
{
  const unsigned variant = def->class_->variant (def, MBD_SPACE_SPACE);

  if (!mbd_coupling_rows_differ (def))
    return def->compliant;
  for (int row = 0; row < def->class_->rows (variant, MBD_SPACE_SPACE); row++)
    if (mbd_row_of_variant (def, variant, MBD_SPACE_SPACE, row).compliant)
      return true;
  return false;
}

void
mbd_coupling_drop_rows (MbdCouplingDef *def)
{
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    if ((def->rows[i].has_level || def->rows[i].has_compliance) && !mbd_coupling_has_row (def, i))
      def->rows[i] = (MbdRowDef){ 0 };
}

MbdRowDef
mbd_row_of_variant (const MbdCouplingDef *def, unsigned variant, MbdSpace space, int row)
{
  const MbdCouplingClass *class_ = def->class_;

  return mbd_coupling_row (
    def, class_->row_names != NULL && class_->row_name != NULL && mbd_coupling_rows_differ (def)
           ? mbd_class_row_place (class_, class_->row_name (variant, space, row))
           : -1);
}

MbdStatus
mbd_check_rows (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  for (int i = 0; i < MBD_MOST_ROWS; i++) {
    const MbdRowDef *row = &def->rows[i];
    const double constants[] = { row->stiffness, row->damping };

    if (!row->has_level && !row->has_compliance)
      continue;
    why->row = i;
    if (!mbd_coupling_has_row (def, i))
      return MBD_STATUS_UNKNOWN_ROW;
    why->value = (int) row->level;
    if (row->has_level && ((int) row->level < 0 || row->level > MBD_LEVEL_ACCELERATION))
      return MBD_STATUS_BAD_PARAMETER;
    for (int k = 0; k < 2 && row->has_compliance; k++) {
      why->value = constants[k];
      if (!(constants[k] >= 0 && isfinite (constants[k])))
        return MBD_STATUS_NEGATIVE_CONSTANT;
    }
  }
  why->row = -1;
  why->value = 0;
  return MBD_STATUS_OK;
}
