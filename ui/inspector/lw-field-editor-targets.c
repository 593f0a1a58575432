// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The elements whose value a field shows.

#include "lw-field-editor-private.h"

guint
lw_field_editor_n_targets (LwFieldEditor *self)
{
  return 1 + (self->others != NULL ? self->others->len : 0);
}

LwElementRef
lw_field_editor_get_target (LwFieldEditor *self, guint index)
{
  return index == 0 ? self->target : g_array_index (self->others, LwElementRef, index - 1);
}

static bool
has_others (const LwFieldEditor *self, const LwElementRef *others, guint n)
{
  if (self->others == NULL || self->others->len != n)
    return n == 0 && self->others == NULL;
  for (guint i = 0; i < n; i++) {
    const LwElementRef *other = &g_array_index (self->others, LwElementRef, i);

    if (other->kind != others[i].kind || other->id != others[i].id)
      return false;
  }
  return true;
}

void
lw_field_editor_set_targets (LwFieldEditor *self, int id, const LwElementRef *others, guint n)
{
  g_return_if_fail (LW_IS_FIELD_EDITOR (self));
  g_return_if_fail (n == 0 || self->spec->type != LW_EDITOR_NAME);

  if (self->target.id == id && has_others (self, others, n)) {
    lw_field_editor_follow (self);
    return;
  }
  g_clear_handle_id (&self->written_id, g_source_remove);
  self->target.id = id;
  g_clear_pointer (&self->others, g_array_unref);
  if (n > 0) {
    self->others = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
    g_array_append_vals (self->others, others, n);
  }
  lw_field_editor_refresh (self);
  lw_field_editor_show_error (self, NULL);
}
