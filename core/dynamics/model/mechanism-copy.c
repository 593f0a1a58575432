// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of mechanisms, and other names for their couplings.

#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "mbd-shape.h"
#include "shape-private.h"

static MbdStatus
copy_elements (MbdMechanism *to, const MbdMechanism *from)
{
  MbdStatus status = MBD_STATUS_OK;

  for (int i = 0; i < from->n_bodies && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_body (to, &from->bodies[i], NULL);
  for (int i = 0; i < from->n_couplings && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_coupling (to, &from->couplings[i], NULL);
  for (int i = 0; i < from->n_forces && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_force (to, &from->forces[i], NULL);
  for (int i = 0; i < from->n_shapes && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_shape (to, from->shapes[i].id, from->shapes[i].body,
                                      &from->shapes[i].shape, NULL);
  for (int i = 0; i < from->n_shape_pairs && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_set_shape_pair (to, from->shape_pairs[i].a, from->shape_pairs[i].b,
                                           &from->shape_pairs[i].pair, NULL);
  return status;
}

MbdMechanism *
mbd_mechanism_copy (const MbdMechanism *mechanism)
{
  MbdMechanism *copy = mbd_mechanism_new ();

  if (copy == NULL)
    return NULL;
  mbd_mechanism_set_gravity (copy, mechanism->gravity);
  if (copy_elements (copy, mechanism) == MBD_STATUS_OK)
    return copy;
  mbd_mechanism_free (copy);
  return NULL;
}

MbdStatus
mbd_mechanism_rename_coupling (MbdMechanism *mechanism,
                               int id,
                               int new_id,
                               const char *name,
                               MbdDiagnosis *why)
{
  const MbdElement kind = MBD_ELEMENT_COUPLING;
  MbdCouplingDef *found = NULL;
  char *copy = NULL;

  for (int i = 0; i < mechanism->n_couplings; i++) {
    MbdCouplingDef *def = &mechanism->couplings[i];
    if (def->id == id)
      found = def;
    else if (def->id == new_id)
      return mbd_diagnose (why, MBD_STATUS_DUPLICATE_ID, kind, new_id, 0);
    else if (name != NULL && def->name != NULL && strcmp (def->name, name) == 0)
      return mbd_diagnose (why, MBD_STATUS_DUPLICATE_NAME, kind, def->id, 0);
  }
  if (found == NULL)
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, kind, id, 0);
  if (name != NULL && (copy = strdup (name)) == NULL)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, kind, id, 0);
  free ((char *) found->name);
  found->name = copy;
  found->id = new_id;
  for (int i = 0; i < mechanism->n_couplings; i++) {
    MbdCouplingDef *def = &mechanism->couplings[i];
    if (def->joint == id)
      def->joint = new_id;
    for (int k = 0; k < 2; k++)
      if (def->on_joint[k] == id)
        def->on_joint[k] = new_id;
  }
  return MBD_STATUS_OK;
}
