// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports the mechanism as a drawing on paper, as parts to cut, as a report, or for other programs.

#include <glib/gi18n.h>

#include "lw-export-dialog.h"
#include "lw-window-private.h"

static void
saved_cb (LwWindow *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.say-exported", "s", uri);
}

static void
copied_cb (LwWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("The picture is copied"));
}

static GtkWidget *
export_kind (LwWindow *self, LwExportKind kind)
{
  LwExportSource source;
  g_autofree char *title = NULL;
  GtkWidget *dialog;

  if (lw_window_get_player (self) == NULL)
    return NULL;
  lw_export_source_init (&source, lw_window_get_shown_player (self), LW_VERSION);
  if (source.view.spatial) {
    const LwView *view = lw_canvas_get_view (lw_window_get_canvas (self));

    if (view->spatial)
      lw_view_set_angles (&source.view, view->azimuth, view->elevation);
  }
  title = lw_window_dup_title (self);
  dialog = lw_export_dialog_new (GTK_WINDOW (self), kind, &source, title,
                                 lw_player_get_time (lw_window_get_shown_player (self)));
  g_signal_connect_object (dialog, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "copied", G_CALLBACK (copied_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

static void
export_drawing_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  export_kind (LW_WINDOW (widget), LW_EXPORT_KIND_DRAWING);
}

static void
print_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *dialog = export_kind (LW_WINDOW (widget), LW_EXPORT_KIND_DRAWING);

  if (dialog != NULL)
    lw_export_dialog_prefer_print (LW_EXPORT_DIALOG (dialog));
}

static void
export_report_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  export_kind (LW_WINDOW (widget), LW_EXPORT_KIND_REPORT);
}

static void
export_parts_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  export_kind (LW_WINDOW (widget), LW_EXPORT_KIND_PARTS);
}

static void
export_model_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  export_kind (LW_WINDOW (widget), LW_EXPORT_KIND_MODEL);
}

void
lw_window_install_export_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.export-drawing", NULL,
                                   export_drawing_action_cb);
  gtk_widget_class_install_action (widget_class, "win.export-report", NULL,
                                   export_report_action_cb);
  gtk_widget_class_install_action (widget_class, "win.export-model", NULL, export_model_action_cb);
  gtk_widget_class_install_action (widget_class, "win.print", NULL, print_action_cb);
  gtk_widget_class_install_action (widget_class, "win.export-parts", NULL, export_parts_action_cb);
}
