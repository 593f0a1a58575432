// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Objects of the text form that describe kinds of couplings and force elements.

#include <string.h>

#include "lw-text-private.h"

/// The list of all objects. It is made once.
typedef struct
{
  LwTextObject all[LW_TEXT_OWN_OBJECTS + LW_KINDS];
  guint n;
  const LwTextObject *of_kind[LW_KINDS];
} Objects;

static void
add_object (Objects *self, const LwKindObject *object)
{
  LwTextObject *made = &self->all[self->n++];

  *made =
    (LwTextObject){ .name = object->name, .is_element = true, .notations = object->notations };
  for (int i = LW_KINDS - 1; i >= 0; i--) {
    const LwKind *kind = &lw_kinds[i];

    if (strcmp (kind->object, object->name) != 0)
      continue;
    made->kind = kind;
    made->element = lw_kind_is_force (kind) ? LW_SELECTION_FORCE : LW_SELECTION_COUPLING;
    self->of_kind[i] = made;
  }
}

static const Objects *
get_objects (void)
{
  static Objects objects;
  static gsize made;

  if (g_once_init_enter (&made)) {
    memcpy (objects.all, lw_text_own_objects, sizeof lw_text_own_objects);
    objects.n = LW_TEXT_OWN_OBJECTS;
    for (const LwKindObject *object = lw_kind_objects; object->name != NULL; object++)
      add_object (&objects, object);
    g_once_init_leave (&made, 1);
  }
  return &objects;
}

guint
lw_text_n_objects (void)
{
  return get_objects ()->n;
}

const LwTextObject *
lw_text_object (guint index)
{
  return &get_objects ()->all[index];
}

const LwTextObject *
lw_text_object_of (const LwKind *kind)
{
  return get_objects ()->of_kind[kind->id];
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
  return lw_text_own_objects[kind == LW_SELECTION_BODY     ? LW_TEXT_BODY
                             : kind == LW_SELECTION_TRACER ? LW_TEXT_TRACER
                                                           : LW_TEXT_MEASUREMENT]
    .name;
}
