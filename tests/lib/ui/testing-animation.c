// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-animation.h"

#include "lw-animation-format-row.h"
#include "lw-window-private.h"

LwWindow *
testing_animation_window (void)
{
  LwWindow *window = testing_window_with ("scotch-yoke");

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  g_object_set (window, "speed", 1.0, NULL);
  testing_activate (window, "win.rewind");
  return window;
}

LwAnimationDialog *
testing_animation_find (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_ANIMATION_DIALOG (window))
      return LW_ANIMATION_DIALOG (window);
  }
  return NULL;
}

LwAnimationDialog *
testing_animation_open (LwWindow *window)
{
  testing_activate (window, "win.export-animation");
  wait_until (testing_animation_find () != NULL
              && gtk_widget_get_mapped (GTK_WIDGET (testing_animation_find ())));
  wait_until (!lw_animation_dialog_is_searching (testing_animation_find ()));
  return testing_animation_find ();
}

AdwComboRow *
testing_animation_row (GtkWidget *widget, const char *title)
{
  AdwComboRow *found = NULL;

  if (ADW_IS_COMBO_ROW (widget)
      && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return ADW_COMBO_ROW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = testing_animation_row (child, title);
  return found;
}

void
testing_animation_choose (LwAnimationDialog *dialog, const char *title, guint place)
{
  adw_combo_row_set_selected (testing_animation_row (GTK_WIDGET (dialog), title), place);
}

void
testing_animation_choose_format (LwAnimationDialog *dialog, LwAnimationFormat format)
{
  AdwComboRow *row = testing_animation_row (GTK_WIDGET (dialog), "_Format");

  lw_animation_format_row_set_format (LW_ANIMATION_FORMAT_ROW (row), format);
}

void
testing_animation_set_rate (LwAnimationDialog *dialog, double rate)
{
  gtk_spin_button_set_value (
    GTK_SPIN_BUTTON (testing_find (GTK_WIDGET (dialog), GTK_TYPE_SPIN_BUTTON)), rate);
}
