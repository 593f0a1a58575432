// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loop joint: any subset of three translations and three rotations locked between frame P on the
// predecessor and frame S on the successor (docs/theory/couplings.md). For the derivations see
// coupling-loop-plane.c and coupling-loop-space.c.

#include "coupling-loop-private.h"

/// Axes that have rows in the plane; the plane itself locks the others.
static const unsigned in_plane = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ;

static MbdStatus
loop_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  if (def->locked == 0 || (def->locked & ~(unsigned) MBD_LOOP_WELD) != 0) {
    why->value = def->locked;
    return MBD_STATUS_BAD_AXES;
  }
  return MBD_STATUS_OK;
}

static unsigned
loop_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return space == MBD_SPACE_PLANE ? def->locked & in_plane : def->locked;
}

static int
loop_rows (unsigned variant, MbdSpace space)
{
  return __builtin_popcount (variant);
}

/// Returns true if a row measures a length. Rows are ordered x y z rx ry rz.
static bool
loop_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return row < __builtin_popcount (variant & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z));
}

static const char *const row_names[] = { "x", "y", "z", "rx", "ry", "rz", NULL };

static const char *
loop_row_name (unsigned variant, MbdSpace space, int row)
{
  for (int axis = 0; axis < 6; axis++)
    if ((variant & (1u << axis)) != 0 && row-- == 0)
      return row_names[axis];
  return NULL;
}

static void
loop_bind (const MbdBinding *binding, void *parameters)
{
  if (binding->space == MBD_SPACE_PLANE)
    mbd_loop_plane_bind (binding, parameters);
  else
    mbd_loop_space_bind (binding, parameters);
}

const MbdCouplingClass *
mbd_loop_class (void)
{
  static const MbdCouplingClass loop_class = {
    .name = "loop",
    .can_press = true,
    .frames_in_plane = true,
    .parameter_size = { MBD_LOOP_PLANE_SIZE, MBD_LOOP_SPACE_SIZE },
    .check = loop_check,
    .variant = loop_variant,
    .rows = loop_rows,
    .row_is_length = loop_row_is_length,
    .row_name = loop_row_name,
    .row_names = row_names,
    .bind = loop_bind,
    .plane_rows = mbd_loop_plane_rows,
    .space_rows = mbd_loop_space_rows,
    .plane_errors = mbd_loop_plane_errors,
    .space_errors = mbd_loop_space_errors,
    .angles = mbd_loop_space_angles,
    .angles_are_read_only = true,
  };
  return &loop_class;
}
