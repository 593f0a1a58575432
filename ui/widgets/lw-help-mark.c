// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-mark.h"

#include <glib/gi18n.h>

#define PAGE "lw-help-page"
#define NUMBER "lw-help-number"

static void
set (GtkWidget *widget, const char *key, const char *value)
{
  g_object_set_data_full (G_OBJECT (widget), key, g_strdup (value), g_free);
}

static const char *
find (GtkWidget *widget, const char *key)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget)) {
    const char *value = g_object_get_data (G_OBJECT (widget), key);

    if (value != NULL)
      return value;
  }
  return NULL;
}

void
lw_help_mark_page (GtkWidget *widget, const char *page)
{
  set (widget, PAGE, page);
}

void
lw_help_mark_number (GtkWidget *widget, const char *number)
{
  set (widget, NUMBER, number);
}

const char *
lw_help_mark_find_page (GtkWidget *widget)
{
  return find (widget, PAGE);
}

const char *
lw_help_mark_find_number (GtkWidget *widget)
{
  return find (widget, NUMBER);
}

GtkWidget *
lw_help_mark_new_button (const char *page)
{
  GtkWidget *button = gtk_button_new_with_label ("?");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "help-mark");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, _ ("Help About This Part"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Help About This Part"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-help");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", page);
  return button;
}
