// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Objects of the text form that describe kinds of couplings and force elements.

#include <string.h>

#include "lw-text-private.h"

static LwTextObjectKind
find_object (const LwKind *kind)
{
  for (int i = 0; i < LW_TEXT_N_OBJECTS; i++)
    if (strcmp (lw_text_objects[i].name, kind->object) == 0)
      return (LwTextObjectKind) i;
  g_assert_not_reached ();
}

LwTextObjectKind
lw_text_object_of (const LwKind *kind)
{
  static LwTextObjectKind objects[LW_KINDS];
  static gsize found;

  if (g_once_init_enter (&found)) {
    for (int i = 0; i < LW_KINDS; i++)
      objects[i] = find_object (&lw_kinds[i]);
    g_once_init_leave (&found, 1);
  }
  return objects[kind->id];
}

void
lw_text_default_coordinates (const LwKind *kind,
                             const MbdCouplingDef *const joints[2],
                             MbdCoordinate coordinates[2])
{
  const MbdCouplingDef usual = kind->coupling (kind);
  // A kind that relates two different motions can take both from one joint.
  const bool one = joints[0] == joints[1] && usual.coordinate[0] != usual.coordinate[1];

  for (int i = 0; i < 2; i++) {
    coordinates[i] = usual.coordinate[i];
    if (joints[i] != NULL && !one)
      lw_coupling_get_coordinate (joints[i], &coordinates[i]);
  }
}

const char *
lw_text_element_object (LwSelectionKind kind, const LwElement *element)
{
  if (kind == LW_SELECTION_COUPLING)
    return lw_coupling_get_kind ((const LwCoupling *) element)->object;
  if (kind == LW_SELECTION_FORCE)
    return lw_force_get_kind ((const LwForce *) element)->object;
  return lw_text_objects[kind == LW_SELECTION_BODY     ? LW_TEXT_BODY
                         : kind == LW_SELECTION_TRACER ? LW_TEXT_TRACER
                                                       : LW_TEXT_MEASUREMENT]
    .name;
}
