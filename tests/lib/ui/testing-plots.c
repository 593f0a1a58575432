// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-plots.h"

#include "lw-window-private.h"

LwPlotView *
testing_plot_at (LwWindow *window, guint index)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window->plots_dock));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (LW_IS_PLOT_VIEW (child) && index-- == 0)
      return LW_PLOT_VIEW (child);
  g_error ("There is no such plot");
}

GFile *
testing_export_plot (LwPlotView *plot, const char *folder, const char *name)
{
  GFile *file = g_file_new_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  lw_plot_view_export (plot, file, &error);
  g_assert_no_error (error);
  return file;
}

char *
testing_content_of (GFile *file)
{
  g_autoptr (GError) error = NULL;
  char *content = NULL;

  g_file_load_contents (file, NULL, &content, NULL, NULL, &error);
  g_assert_no_error (error);
  return content;
}

LwWindow *
testing_window_with_plots (const char *example, const LwPlotLayout *layouts, guint n)
{
  LwWindow *window = testing_window_with (example);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_plots (lw_document_get_mechanism (window->document), layouts, n);

  lw_document_edit (window->document, "Plots", next);
  testing_run (0.1);
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  testing_run (0.2);
  return window;
}
