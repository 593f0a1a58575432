// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-binding.h"

LwBinding *
lw_binding_new (LwElementRef owner, const char *field, const char *unit, const char *expression)
{
  LwBinding *self = g_new0 (LwBinding, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->owner = owner;
  self->field = g_strdup (field);
  self->unit = g_strdup (unit);
  self->expression = g_strdup (expression);
  return self;
}

LwBinding *
lw_binding_ref (LwBinding *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_binding_unref (LwBinding *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->field);
  g_free (self->unit);
  g_free (self->expression);
  g_free (self);
}

static gboolean
same_place (const LwBinding *binding, LwElementRef owner, const char *field)
{
  return binding->owner.kind == owner.kind && binding->owner.id == owner.id
         && g_str_equal (binding->field, field);
}

gboolean
lw_binding_equal (const LwBinding *a, const LwBinding *b)
{
  return same_place (a, b->owner, b->field) && g_str_equal (a->unit, b->unit)
         && g_str_equal (a->expression, b->expression);
}

const LwBinding *
lw_mechanism_find_binding (const LwMechanism *self, LwElementRef owner, const char *field)
{
  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++)
    if (same_place (lw_mechanism_get_binding (self, i), owner, field))
      return lw_mechanism_get_binding (self, i);
  return NULL;
}

LwMechanism *
lw_mechanism_with_bindings (const LwMechanism *self, GPtrArray *bindings)
{
  g_autoptr (LwMechanism) bare = lw_mechanism_new ();
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_share_bindings (next, bare);
  for (guint i = 0; i < bindings->len; i++)
    lw_mechanism_add_binding (next, bindings->pdata[i]);
  g_ptr_array_unref (bindings);
  return next;
}

LwMechanism *
lw_mechanism_with_binding (const LwMechanism *self, LwBinding *binding)
{
  GPtrArray *bindings = g_ptr_array_new ();
  bool found = false;

  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++) {
    const LwBinding *old = lw_mechanism_get_binding (self, i);
    const bool is_it = same_place (old, binding->owner, binding->field);

    found = found || is_it;
    g_ptr_array_add (bindings, is_it ? binding : lw_binding_ref ((LwBinding *) old));
  }
  if (!found)
    g_ptr_array_add (bindings, binding);
  return lw_mechanism_with_bindings (self, bindings);
}

LwMechanism *
lw_mechanism_without_binding (const LwMechanism *self, LwElementRef owner, const char *field)
{
  GPtrArray *bindings = g_ptr_array_new ();

  for (guint i = 0; i < lw_mechanism_get_n_bindings (self); i++) {
    const LwBinding *old = lw_mechanism_get_binding (self, i);

    if (!same_place (old, owner, field))
      g_ptr_array_add (bindings, lw_binding_ref ((LwBinding *) old));
  }
  return lw_mechanism_with_bindings (self, bindings);
}
