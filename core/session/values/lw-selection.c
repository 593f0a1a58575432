// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-selection.h"

struct _LwSelection
{
  GObject parent_instance;

  // owned
  GArray *elements; ///< array of LwElementRef

  LwElementRef hovered;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_HOVER_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwSelection, lw_selection, G_TYPE_OBJECT)

static int
find (LwSelection *self, LwSelectionKind kind, int id)
{
  for (guint i = 0; i < self->elements->len; i++) {
    const LwElementRef *element = &g_array_index (self->elements, LwElementRef, i);

    if (element->kind == kind && element->id == id)
      return (int) i;
  }
  return -1;
}

LwSelection *
lw_selection_new (void)
{
  return g_object_new (LW_TYPE_SELECTION, NULL);
}

const LwElementRef *
lw_selection_get (LwSelection *self, guint *n)
{
  g_return_val_if_fail (LW_IS_SELECTION (self), NULL);

  *n = self->elements->len;
  return (const LwElementRef *) (const void *) self->elements->data;
}

LwElementRef
lw_selection_get_last (LwSelection *self)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };

  g_return_val_if_fail (LW_IS_SELECTION (self), none);

  if (self->elements->len == 0)
    return none;
  return g_array_index (self->elements, LwElementRef, self->elements->len - 1);
}

bool
lw_selection_contains (LwSelection *self, LwSelectionKind kind, int id)
{
  g_return_val_if_fail (LW_IS_SELECTION (self), false);

  return find (self, kind, id) >= 0;
}

void
lw_selection_set (LwSelection *self, LwSelectionKind kind, int id)
{
  const LwElementRef element = { kind, id };

  g_return_if_fail (LW_IS_SELECTION (self));

  if (kind == LW_SELECTION_NONE) {
    lw_selection_clear (self);
    return;
  }
  if (self->elements->len == 1 && find (self, kind, id) == 0)
    return;
  g_array_set_size (self->elements, 0);
  g_array_append_val (self->elements, element);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
lw_selection_set_all (LwSelection *self, const LwElementRef *elements, guint n)
{
  bool same;

  g_return_if_fail (LW_IS_SELECTION (self));

  same = n == self->elements->len;
  for (guint i = 0; same && i < n; i++)
    same = find (self, elements[i].kind, elements[i].id) == (int) i;
  if (same)
    return;
  g_array_set_size (self->elements, 0);
  if (n > 0)
    g_array_append_vals (self->elements, elements, n);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
lw_selection_toggle (LwSelection *self, LwSelectionKind kind, int id)
{
  const LwElementRef element = { kind, id };
  int index;

  g_return_if_fail (LW_IS_SELECTION (self));
  g_return_if_fail (kind != LW_SELECTION_NONE);

  index = find (self, kind, id);
  if (index >= 0)
    g_array_remove_index (self->elements, (guint) index);
  else
    g_array_append_val (self->elements, element);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
lw_selection_clear (LwSelection *self)
{
  g_return_if_fail (LW_IS_SELECTION (self));

  if (self->elements->len == 0)
    return;
  g_array_set_size (self->elements, 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
lw_selection_keep (LwSelection *self, const LwMechanism *mechanism)
{
  guint n;

  g_return_if_fail (LW_IS_SELECTION (self));

  n = self->elements->len;
  for (guint i = n; i-- > 0;)
    if (lw_selection_find (mechanism, g_array_index (self->elements, LwElementRef, i)) == NULL)
      g_array_remove_index (self->elements, i);
  if (lw_selection_find (mechanism, self->hovered) == NULL)
    self->hovered = (LwElementRef){ LW_SELECTION_NONE, 0 };
  if (self->elements->len != n)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

LwElementRef
lw_selection_get_hovered (LwSelection *self)
{
  g_return_val_if_fail (LW_IS_SELECTION (self), ((LwElementRef){ LW_SELECTION_NONE, 0 }));

  return self->hovered;
}

void
lw_selection_set_hovered (LwSelection *self, LwElementRef element)
{
  g_return_if_fail (LW_IS_SELECTION (self));

  if (element.kind == self->hovered.kind && element.id == self->hovered.id)
    return;
  self->hovered = element;
  g_signal_emit (self, signals[SIGNAL_HOVER_CHANGED], 0);
}

// ---- elements of a mechanism ----------------------------------------------------------------

/// Returns the element at a position of the outline: bodies, couplings, forces, tracers,
/// measurements.
static LwElementRef
element_at (const LwMechanism *mechanism, guint place)
{
  const guint n_bodies = lw_mechanism_get_n_bodies (mechanism);
  const guint n_couplings = lw_mechanism_get_n_couplings (mechanism);
  const guint n_forces = lw_mechanism_get_n_forces (mechanism);
  const guint n_tracers = lw_mechanism_get_n_tracers (mechanism);

  if (place < n_bodies)
    return (LwElementRef){ LW_SELECTION_BODY,
                           lw_mechanism_get_body (mechanism, place)->element.id };
  place -= n_bodies;
  if (place < n_couplings)
    return (LwElementRef){ LW_SELECTION_COUPLING,
                           lw_mechanism_get_coupling (mechanism, place)->element.id };
  place -= n_couplings;
  if (place < n_forces)
    return (LwElementRef){ LW_SELECTION_FORCE,
                           lw_mechanism_get_force (mechanism, place)->element.id };
  place -= n_forces;
  if (place < n_tracers)
    return (LwElementRef){ LW_SELECTION_TRACER,
                           lw_mechanism_get_tracer (mechanism, place)->element.id };
  place -= n_tracers;
  return (LwElementRef){ LW_SELECTION_MEASUREMENT,
                         lw_mechanism_get_measurement (mechanism, place)->element.id };
}

bool
lw_selection_cycle (LwSelection *self, const LwMechanism *mechanism, int step)
{
  const int n =
    (int) (lw_mechanism_get_n_bodies (mechanism) + lw_mechanism_get_n_couplings (mechanism)
           + lw_mechanism_get_n_forces (mechanism) + lw_mechanism_get_n_tracers (mechanism)
           + lw_mechanism_get_n_measurements (mechanism));
  LwElementRef last, next;
  int place;

  g_return_val_if_fail (LW_IS_SELECTION (self), false);
  g_return_val_if_fail (step == 1 || step == -1, false);

  last = lw_selection_get_last (self);
  place = step > 0 ? 0 : n - 1;
  for (int i = 0; i < n && last.kind != LW_SELECTION_NONE; i++) {
    next = element_at (mechanism, (guint) i);
    if (next.kind == last.kind && next.id == last.id)
      place = i + step;
  }
  if (place < 0 || place >= n) {
    lw_selection_clear (self);
    return false;
  }
  next = element_at (mechanism, (guint) place);
  lw_selection_set (self, next.kind, next.id);
  return true;
}

const LwElement *
lw_selection_find (const LwMechanism *mechanism, LwElementRef element)
{
  return lw_element_ref_find (mechanism, element);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_selection_finalize (GObject *object)
{
  LwSelection *self = LW_SELECTION (object);

  g_array_unref (self->elements);

  G_OBJECT_CLASS (lw_selection_parent_class)->finalize (object);
}

static void
lw_selection_class_init (LwSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_selection_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LW_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_HOVER_CHANGED] = g_signal_new (
    "hover-changed", LW_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lw_selection_init (LwSelection *self)
{
  self->elements = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
}
