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
