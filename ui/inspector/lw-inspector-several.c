// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several selected elements in the inspector: their number and names, and the values that apply to
// all of them.

#include <glib/gi18n.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"

bool
lw_inspector_take_targets (LwInspector *self)
{
  guint n;
  const LwElementRef *selected = lw_selection_get (self->selection, &n);

  g_array_set_size (self->targets, 0);
  if (n < 2)
    return true;
  g_array_append_vals (self->targets, selected, n);
  for (guint i = 1; i < n; i++)
    if (selected[i].kind != selected[0].kind)
      return false;
  return true;
}

bool
lw_inspector_is_several (LwInspector *self)
{
  return self->targets->len > 1;
}

guint
lw_inspector_get_n_targets (LwInspector *self)
{
  return self->targets->len;
}

LwElementRef
lw_inspector_get_target (LwInspector *self, guint index)
{
  return g_array_index (self->targets, LwElementRef, index);
}

/// Returns the number of elements in words: "3 bodies"; "3 elements" if they are of several kinds.
static char *
dup_count (LwInspector *self)
{
  const guint n = self->targets->len;
  LwSelectionKind kind = lw_inspector_get_target (self, 0).kind;

  for (guint i = 1; i < n; i++)
    if (lw_inspector_get_target (self, i).kind != kind)
      kind = LW_SELECTION_NONE;
  switch (kind) {
  case LW_SELECTION_BODY:
    return g_strdup_printf (g_dngettext (NULL, "%u body", "%u bodies", n), n);
  case LW_SELECTION_COUPLING:
    return g_strdup_printf (g_dngettext (NULL, "%u joint", "%u joints", n), n);
  case LW_SELECTION_FORCE:
    return g_strdup_printf (g_dngettext (NULL, "%u force", "%u forces", n), n);
  case LW_SELECTION_TRACER:
    return g_strdup_printf (g_dngettext (NULL, "%u tracer", "%u tracers", n), n);
  case LW_SELECTION_MEASUREMENT:
    return g_strdup_printf (g_dngettext (NULL, "%u measurement", "%u measurements", n), n);
  case LW_SELECTION_NONE:
    break;
  }
  return g_strdup_printf (g_dngettext (NULL, "%u element", "%u elements", n), n);
}

void
lw_inspector_add_header_of_several (LwInspector *self, const char *icon_name)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *count = dup_count (self);

  for (guint i = 0; i < self->targets->len; i++) {
    g_autofree char *name = lw_element_words_dup_name (lw_inspector_get_mechanism (self),
                                                       lw_inspector_get_target (self, i));

    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
  }
  lw_inspector_add_header_of_many (self, icon_name, count, names->str);
}

char *
lw_inspector_dup_plot_title (LwInspector *self, const char *name)
{
  g_autofree char *element = NULL;

  if (self->live_target.kind == LW_SELECTION_NONE)
    return g_strdup (name);
  element = lw_element_words_dup_name (lw_inspector_get_mechanism (self), self->live_target);
  // Translators: the title of a plot: an element and one of its values
  return g_strdup_printf (_ ("%s: %s"), element, name);
}
