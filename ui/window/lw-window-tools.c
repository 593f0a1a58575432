// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools of the main window: their palette and keys, the document that they edit, and their
// messages.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-tool-palette.h"
#include "lw-window-private.h"

static void
edited_cb (LwWindow *self, LwMechanism *next, const char *name)
{
  if (lw_window_get_document (self) != NULL)
    lw_document_edit (lw_window_get_document (self), name, next);
}

static void
removed_cb (LwWindow *self, guint n)
{
  g_autofree char *text =
    g_strdup_printf (g_dngettext (NULL, "%u element deleted", "%u elements deleted", n), n);

  lw_window_say_deleted (self, text);
}

static void
refused_cb (LwWindow *self, const char *sentence)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", sentence);
}

/// Shows in the status line which input the tool expects, or what a beginner can do next.
static void
show_hint (LwWindow *self)
{
  const bool drawing =
    lw_window_get_document (self) != NULL && lw_tools_get_tool (self->tools) != LW_TOOL_SELECT;

  lw_status_line_set_hint (LW_STATUS_LINE (lw_window_get_panel (self, LW_PANEL_STATUS)),
                           drawing ? lw_tools_get_hint (self->tools)
                                   : lw_window_get_next_hint (self));
  // A drawing tool shows its own numbers beside the pointer.
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->context_field)), !drawing);
}

static void
mechanism_changed_cb (LwWindow *self)
{
  if (lw_window_get_document (self) == NULL)
    return;
  // While its player is being made, the canvas would only show the previous mechanism once more.
  lw_canvas_ignore_tools (lw_window_get_canvas (self), lw_window_is_behind (self));
  lw_tools_set_mechanism (self->tools, lw_window_get_mechanism (self));
  lw_canvas_ignore_tools (lw_window_get_canvas (self), false);
  lw_window_update_begin (self);
  show_hint (self);
}

static void
document_changed_cb (LwWindow *self)
{
  lw_tools_choose (self->tools, LW_TOOL_SELECT);
  if (lw_window_get_document (self) != NULL)
    g_signal_connect_object (lw_window_get_document (self), "changed",
                             G_CALLBACK (mechanism_changed_cb), self, G_CONNECT_SWAPPED);
  mechanism_changed_cb (self);
  lw_canvas_set_tools (lw_window_get_canvas (self),
                       lw_window_get_document (self) != NULL ? self->tools : NULL);
  lw_window_update_tools (self);
}

/// Shows the palette if there is a drawing and enough room.
void
lw_window_update_tools (LwWindow *self)
{
  const bool spatial = lw_window_get_shown_player (self) != NULL
                       && lw_canvas_get_view (lw_window_get_canvas (self))->spatial;

  gtk_widget_set_visible (GTK_WIDGET (self->tool_strip),
                          lw_window_get_document (self) != NULL && !spatial
                            && lw_window_get_layout (self) == LW_LAYOUT_NARROW
                            && gtk_widget_get_visible (lw_window_get_panel (self, LW_PANEL_CANVAS))
                            && !adw_flap_get_reveal_flap (self->flap));
  gtk_widget_set_visible (GTK_WIDGET (self->palette),
                          lw_window_get_document (self) != NULL && !spatial
                            && !lw_window_is_presenting (self)
                            && lw_window_get_layout (self) != LW_LAYOUT_NARROW);
  lw_tool_palette_set_compact (self->palette, lw_window_has_icons_only (self));
  show_hint (self);
}

void
lw_window_offer_tools (LwWindow *self, const char *const *names)
{
  lw_tool_palette_offer (self->palette, names);
  lw_tool_palette_offer (self->tool_strip, names);
}

static void
all_requested_cb (LwWindow *self)
{
  lw_window_offer_tools (self, NULL);
}

static void
tool_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const char *wanted = g_variant_get_string (parameter, NULL);

  if (lw_window_get_document (self) == NULL
      || lw_canvas_get_view (lw_window_get_canvas (self))->spatial)
    return;
  for (int i = 0; i < LW_N_TOOLS; i++)
    if (strcmp (lw_tool_get_info ((LwToolKind) i)->name, wanted) == 0)
      lw_tools_choose (self->tools, (LwToolKind) i);
  gtk_widget_grab_focus (GTK_WIDGET (lw_window_get_canvas (self)));
}

void
lw_window_install_tool_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.tool", "s", tool_action_cb);
}

/// Adds keys of one letter each, which are handled after entries, because entries need letters for
/// themselves.
static void
add_keys (LwWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (int i = 0; i < LW_N_TOOLS; i++) {
    const LwToolInfo *info = lw_tool_get_info ((LwToolKind) i);
    g_autofree char *key = g_ascii_strdown (info->key, -1);

    if (key[0] != '\0')
      gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new_with_arguments (gtk_shortcut_trigger_parse_string (key),
                                         gtk_named_action_new ("win.tool"), "s", info->name));
  }
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
lw_window_add_tools (LwWindow *self)
{
  self->tools = lw_tools_new (lw_window_get_selection (self));
  self->palette = LW_TOOL_PALETTE (lw_tool_palette_new (self->tools));
  gtk_box_prepend (self->drawing_box, GTK_WIDGET (self->palette));
  self->tool_strip = LW_TOOL_PALETTE (lw_tool_palette_new_strip (self->tools));
  gtk_widget_insert_before (GTK_WIDGET (self->tool_strip), gtk_widget_get_parent (self->switcher),
                            self->switcher);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (lw_window_update_tools),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas_overlay, "notify::visible",
                           G_CALLBACK (lw_window_update_tools), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->palette, "all-requested", G_CALLBACK (all_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tool_strip, "all-requested", G_CALLBACK (all_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "removed", G_CALLBACK (removed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "refused", G_CALLBACK (refused_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tools, "changed", G_CALLBACK (show_hint), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  g_signal_connect_object (lw_window_get_canvas (self), "notify::player",
                           G_CALLBACK (lw_window_update_tools), self, G_CONNECT_SWAPPED);
  add_keys (self);
  lw_window_update_tools (self);
}
