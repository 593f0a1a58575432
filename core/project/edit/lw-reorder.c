// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-reorder.h"

static void *
share (const LwElement *element)
{
  // Elements never change once shared; only their reference count does.
  LwElement *shared = (LwElement *) element;

  g_atomic_ref_count_inc (&shared->ref_count);
  return shared;
}

static GPtrArray *
collect (const LwMechanism *mechanism, LwSelectionKind kind)
{
  GPtrArray *elements = g_ptr_array_new ();

  for (guint i = 0; kind == LW_SELECTION_BODY && i < lw_mechanism_get_n_bodies (mechanism); i++)
    g_ptr_array_add (elements, share (&lw_mechanism_get_body (mechanism, i)->element));
  for (guint i = 0; kind == LW_SELECTION_COUPLING && i < lw_mechanism_get_n_couplings (mechanism);
       i++)
    g_ptr_array_add (elements, share (&lw_mechanism_get_coupling (mechanism, i)->element));
  for (guint i = 0; kind == LW_SELECTION_FORCE && i < lw_mechanism_get_n_forces (mechanism); i++)
    g_ptr_array_add (elements, share (&lw_mechanism_get_force (mechanism, i)->element));
  for (guint i = 0; kind == LW_SELECTION_TRACER && i < lw_mechanism_get_n_tracers (mechanism); i++)
    g_ptr_array_add (elements, share (&lw_mechanism_get_tracer (mechanism, i)->element));
  for (guint i = 0;
       kind == LW_SELECTION_MEASUREMENT && i < lw_mechanism_get_n_measurements (mechanism); i++)
    g_ptr_array_add (elements, share (&lw_mechanism_get_measurement (mechanism, i)->element));
  return elements;
}

/// Returns NULL after the last one.
static const LwElement *
get_element (const LwMechanism *mechanism, LwSelectionKind kind, guint i)
{
  switch (kind) {
  case LW_SELECTION_BODY:
    return i < lw_mechanism_get_n_bodies (mechanism)
             ? &lw_mechanism_get_body (mechanism, i)->element
             : NULL;
  case LW_SELECTION_COUPLING:
    return i < lw_mechanism_get_n_couplings (mechanism)
             ? &lw_mechanism_get_coupling (mechanism, i)->element
             : NULL;
  case LW_SELECTION_FORCE:
    return i < lw_mechanism_get_n_forces (mechanism)
             ? &lw_mechanism_get_force (mechanism, i)->element
             : NULL;
  case LW_SELECTION_TRACER:
    return i < lw_mechanism_get_n_tracers (mechanism)
             ? &lw_mechanism_get_tracer (mechanism, i)->element
             : NULL;
  case LW_SELECTION_MEASUREMENT:
    return i < lw_mechanism_get_n_measurements (mechanism)
             ? &lw_mechanism_get_measurement (mechanism, i)->element
             : NULL;
  case LW_SELECTION_NONE:
    break;
  }
  return NULL;
}

int
lw_reorder_get_place (const LwMechanism *mechanism, LwElementRef element)
{
  const LwElement *other;

  for (guint i = 0; (other = get_element (mechanism, element.kind, i)) != NULL; i++)
    if (other->id == element.id)
      return (int) i;
  return -1;
}

static void
shift (GPtrArray *elements, int id, int places)
{
  for (guint i = 0; i < elements->len; i++) {
    LwElement *element = elements->pdata[i];
    const gint64 wanted = (gint64) i + places;

    if (element->id != id)
      continue;
    g_ptr_array_steal_index (elements, i);
    g_ptr_array_insert (elements, (int) CLAMP (wanted, 0, (gint64) elements->len), element);
    return;
  }
}

LwMechanism *
lw_reorder_element (const LwMechanism *mechanism, LwElementRef element, int places)
{
  LwMechanism *next = lw_mechanism_copy_head (mechanism);

  for (int kind = LW_SELECTION_BODY; kind <= LW_SELECTION_LAST; kind++) {
    g_autoptr (GPtrArray) elements = collect (mechanism, (LwSelectionKind) kind);

    if (element.kind == (LwSelectionKind) kind)
      shift (elements, element.id, places);
    for (guint i = 0; i < elements->len; i++)
      switch (kind) {
      case LW_SELECTION_BODY:
        lw_mechanism_add_body (next, elements->pdata[i]);
        break;
      case LW_SELECTION_COUPLING:
        lw_mechanism_add_coupling (next, elements->pdata[i]);
        break;
      case LW_SELECTION_FORCE:
        lw_mechanism_add_force (next, elements->pdata[i]);
        break;
      case LW_SELECTION_TRACER:
        lw_mechanism_add_tracer (next, elements->pdata[i]);
        break;
      default:
        lw_mechanism_add_measurement (next, elements->pdata[i]);
        break;
      }
  }
  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++)
    lw_mechanism_add_plot (next, lw_mechanism_get_plot (mechanism, i));
  return next;
}
