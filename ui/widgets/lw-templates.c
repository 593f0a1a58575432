// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-templates.h"

GtkWidget *
lw_label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
lw_label_new_short (const char *text, const char *style)
{
  GtkWidget *label = lw_label_new (text, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

GtkWidget *
lw_label_new_wrapped (const char *text, const char *style)
{
  GtkWidget *label = lw_label_new (text, style);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  return label;
}

static void
add_shortcut (GtkWidget *widget, const char *keys, GtkShortcutAction *action)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (controller),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys), action));
  gtk_widget_add_controller (widget, controller);
}

void
lw_widget_add_key (GtkWidget *widget, const char *keys, GtkShortcutFunc callback, gpointer data)
{
  add_shortcut (widget, keys, gtk_callback_action_new (callback, data, NULL));
}

void
lw_widget_add_key_action (GtkWidget *widget, const char *keys, const char *action)
{
  add_shortcut (widget, keys, gtk_named_action_new (action));
}
