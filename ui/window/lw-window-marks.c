// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hidden and locked elements, and the order of the outline: commands for the selection, and for one
// element, activated by rows of the outline.

#include <glib/gi18n.h>

#include "lw-marks.h"
#include "lw-reorder.h"
#include "lw-window-private.h"

static const char *
step_name (LwMark mark, bool set)
{
  if (mark == LW_MARK_HIDDEN)
    return set ? _ ("Hide") : _ ("Show");
  return set ? _ ("Lock") : _ ("Unlock");
}

/// Marks all elements, or removes the mark if all of them have it.
static void
toggle (LwWindow *self, const LwElementRef *refs, guint n, LwMark mark)
{
  const LwMechanism *mechanism;
  bool set = false;

  if (lw_window_get_document (self) == NULL || n == 0)
    return;
  mechanism = lw_window_get_mechanism (self);
  for (guint i = 0; i < n; i++)
    set = set || !lw_mechanism_is_marked (mechanism, refs[i], mark);
  lw_window_edit (self, step_name (mark, set),
                  lw_marks_change (mechanism, refs, n, set ? mark : 0u, set ? 0u : mark), NULL,
                  NULL);
}

static void
toggle_selected (LwWindow *self, LwMark mark)
{
  guint n;
  const LwElementRef *refs = lw_selection_get (lw_window_get_selection (self), &n);

  toggle (self, refs, n, mark);
}

static void
hide_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  toggle_selected (LW_WINDOW (widget), LW_MARK_HIDDEN);
}

static void
lock_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  toggle_selected (LW_WINDOW (widget), LW_MARK_LOCKED);
}

static void
show_all_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) != NULL)
    lw_window_edit (self, _ ("Show All"), lw_marks_show_all (lw_window_get_mechanism (self)), NULL,
                    NULL);
}

static void
mark_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwElementRef ref;
  guint kind;
  guint mark;

  g_variant_get (parameter, "(uiu)", &kind, &ref.id, &mark);
  ref.kind = (LwSelectionKind) kind;
  toggle (LW_WINDOW (widget), &ref, 1, (LwMark) mark);
}

/// Moves an element before or after another one of its kind.
static void
reorder_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwMechanism *mechanism;
  LwElementRef ref;
  LwElementRef other;
  gboolean behind;
  guint kind;
  int from;
  int to;

  if (lw_window_get_document (self) == NULL)
    return;
  mechanism = lw_window_get_mechanism (self);
  g_variant_get (parameter, "(uiib)", &kind, &ref.id, &other.id, &behind);
  ref.kind = other.kind = (LwSelectionKind) kind;
  from = lw_reorder_get_place (mechanism, ref);
  to = lw_reorder_get_place (mechanism, other);
  if (from < 0 || to < 0 || from == to)
    return;
  // Removing this element from above moves the other one up.
  to += (behind ? 1 : 0) - (from < to ? 1 : 0);
  lw_window_edit (self, _ ("Reorder"), lw_reorder_element (mechanism, ref, to - from), NULL, NULL);
}

void
lw_window_install_mark_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.hide", NULL, hide_action_cb);
  gtk_widget_class_install_action (widget_class, "win.lock", NULL, lock_action_cb);
  gtk_widget_class_install_action (widget_class, "win.show-all", NULL, show_all_action_cb);
  gtk_widget_class_install_action (widget_class, "win.mark", "(uiu)", mark_action_cb);
  gtk_widget_class_install_action (widget_class, "win.reorder", "(uiib)", reorder_action_cb);
}
