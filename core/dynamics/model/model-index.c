// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Look-up of the elements of a model by id, name and row: binary search in sorted lists of indices,
// which are built and checked for duplicate ids and names when the model is compiled.

#include "model-private.h"

#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"

typedef struct
{
  int id;
  const char *name;
  int index;
} IndexEntry;

static int
compare_entry_ids (const void *x, const void *y)
{
  const IndexEntry *a = x, *b = y;
  return (a->id > b->id) - (a->id < b->id);
}

static int
compare_entry_names (const void *x, const void *y)
{
  return strcmp (((const IndexEntry *) x)->name, ((const IndexEntry *) y)->name);
}

/// Sorts n entries into by_id and those with names into by_name; reports duplicates.
static MbdStatus
index_elements (MbdModel *m,
                IndexEntry *entries,
                int n,
                MbdElement kind,
                int **by_id,
                int **by_name,
                int *n_named,
                MbdDiagnosis *why)
{
  *by_id = MBD_TAKE (&m->arena, int, n);
  if (by_name != NULL)
    *by_name = MBD_TAKE (&m->arena, int, n);
  if (m->arena.failed)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, kind, 0, 0);

  qsort (entries, (size_t) n, sizeof *entries, compare_entry_ids);
  for (int i = 0; i < n; i++) {
    if (i > 0 && entries[i].id == entries[i - 1].id)
      return mbd_diagnose (why, MBD_STATUS_DUPLICATE_ID, kind, entries[i].id, 0);
    (*by_id)[i] = entries[i].index;
  }

  int named = 0;
  for (int i = 0; i < n; i++)
    if (entries[i].name != NULL)
      entries[named++] = entries[i];
  qsort (entries, (size_t) named, sizeof *entries, compare_entry_names);
  for (int i = 0; i < named; i++) {
    if (i > 0 && strcmp (entries[i].name, entries[i - 1].name) == 0)
      return mbd_diagnose (why, MBD_STATUS_DUPLICATE_NAME, kind, entries[i].id, 0);
    if (by_name != NULL)
      (*by_name)[i] = entries[i].index;
  }
  if (n_named != NULL)
    *n_named = named;
  return MBD_STATUS_OK;
}

static MbdStatus
index_all (MbdModel *m, MbdArena *scratch, MbdDiagnosis *why)
{
  int most = m->n_bodies + m->n_couplings + m->n_forces;
  IndexEntry *entries = MBD_TAKE (scratch, IndexEntry, most);
  if (scratch->failed)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);

  for (int i = 0; i < m->n_bodies; i++)
    entries[i] = (IndexEntry){ m->bodies[i].id, m->bodies[i].name, i };
  MbdStatus status = index_elements (m, entries, m->n_bodies, MBD_ELEMENT_BODY, &m->body_by_id,
                                     &m->body_by_name, &m->n_named_bodies, why);
  if (status != MBD_STATUS_OK)
    return status;
  for (int i = 0; i < m->n_couplings; i++)
    entries[i] = (IndexEntry){ m->couplings[i].def.id, m->couplings[i].def.name, i };
  status = index_elements (m, entries, m->n_couplings, MBD_ELEMENT_COUPLING, &m->coupling_by_id,
                           &m->coupling_by_name, &m->n_named_couplings, why);
  if (status != MBD_STATUS_OK)
    return status;
  for (int i = 0; i < m->n_forces; i++)
    entries[i] = (IndexEntry){ m->force_defs[i].id, m->force_defs[i].name, i };
  return index_elements (m, entries, m->n_forces, MBD_ELEMENT_FORCE, &m->force_by_id, NULL, NULL,
                         why);
}

MbdStatus
mbd_model_index (MbdModel *m, MbdDiagnosis *why)
{
  MbdArena scratch = { 0 };
  MbdStatus status = index_all (m, &scratch, why);

  mbd_arena_clear (&scratch);
  return status;
}

/// Returns the index found by binary search in a list of indices sorted by id.
static int
find_by_id (const MbdModel *m,
            const int *order,
            int n,
            int (*id_of) (const MbdModel *, int),
            int id)
{
  for (int low = 0, high = n - 1; low <= high;) {
    int middle = (low + high) / 2, found = id_of (m, order[middle]);
    if (found == id)
      return order[middle];
    if (found < id)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

static int
find_by_name (const MbdModel *m,
              const int *order,
              int n,
              const char *(*name_of) (const MbdModel *, int),
              const char *name)
{
  for (int low = 0, high = n - 1; low <= high;) {
    int middle = (low + high) / 2, found = strcmp (name_of (m, order[middle]), name);
    if (found == 0)
      return order[middle];
    if (found < 0)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

static int
body_id (const MbdModel *m, int index)
{
  return m->bodies[index].id;
}

static const char *
body_name (const MbdModel *m, int index)
{
  return m->bodies[index].name;
}

static int
coupling_id (const MbdModel *m, int index)
{
  return m->couplings[index].def.id;
}

static const char *
coupling_name (const MbdModel *m, int index)
{
  return m->couplings[index].def.name;
}

static int
force_id (const MbdModel *m, int index)
{
  return m->force_defs[index].id;
}

int
mbd_model_body_by_id (const MbdModel *model, int id)
{
  return find_by_id (model, model->body_by_id, model->n_bodies, body_id, id);
}

int
mbd_model_body_by_name (const MbdModel *model, const char *name)
{
  return find_by_name (model, model->body_by_name, model->n_named_bodies, body_name, name);
}

int
mbd_model_coupling_by_id (const MbdModel *model, int id)
{
  return find_by_id (model, model->coupling_by_id, model->n_couplings, coupling_id, id);
}

int
mbd_model_coupling_by_name (const MbdModel *model, const char *name)
{
  return find_by_name (model, model->coupling_by_name, model->n_named_couplings, coupling_name,
                       name);
}

int
mbd_model_coupling_by_row (const MbdModel *model, int row)
{
  if (row < 0 || row >= model->n_rows)
    return -1;
  int low = 0, high = model->n_couplings - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (model->couplings[middle].first_row <= row)
      low = middle;
    else
      high = middle - 1;
  }
  // Couplings without rows share their first row with the next coupling that has rows.
  while (model->couplings[low].rows == 0)
    low--;
  return low;
}

int
mbd_model_force_by_id (const MbdModel *model, int id)
{
  return find_by_id (model, model->force_by_id, model->n_forces, force_id, id);
}
