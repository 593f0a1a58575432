// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-element-ref.h"

#include "lw-element-kind.h"

const LwElement *
lw_element_ref_find (const LwMechanism *mechanism, LwElementRef ref)
{
  const LwElementKind *kind = lw_element_kind (ref.kind);

  return kind != NULL ? kind->find (mechanism, ref.id) : NULL;
}

bool
lw_element_refs_contain (const LwElementRef *refs, guint n_refs, LwElementRef ref)
{
  for (guint i = 0; i < n_refs; i++)
    if (refs[i].kind == ref.kind && refs[i].id == ref.id)
      return true;
  return false;
}
