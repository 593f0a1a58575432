// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports the displayed run as an animation, drawn like on the canvas.

#include <glib/gi18n.h>

#include "lw-animation-dialog.h"
#include "lw-appearance.h"
#include "lw-window-private.h"

static void
saved_cb (LwWindow *self, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_ ("“%s” is written"), name);

  g_set_object (&self->exported, file);
  lw_toasts_offer (lw_window_get_toasts (self), text, _ ("Open _Folder"), "win.show-exported");
}

/// Reports an exported file of any kind; plots use this too.
static void
say_exported_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  saved_cb (LW_WINDOW (widget), file);
}

static void
take_look (LwWindow *self, LwAnimationSource *source)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  const LwPalette *palette = lw_appearance_get_palette (look);

  source->look.fitted = false;
  source->look.view = *lw_canvas_get_view (lw_window_get_canvas (self));
  source->look.dark = palette->dark;
  source->look.high_contrast = palette->high_contrast;
  source->look.overlays = lw_canvas_get_overlays (lw_window_get_canvas (self));
  source->look.arrow_factor = lw_canvas_get_arrow_factor (lw_window_get_canvas (self));
  source->reactions = lw_canvas_dup_reactions (lw_window_get_canvas (self));
  source->look.units = *lw_appearance_get_units (look);
  source->font_family = g_strdup (lw_fonts_get_family (lw_appearance_get_fonts (look)));
}

static void
export_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  LwAnimationSource source;
  g_autofree char *title = NULL;
  GtkWidget *dialog;
  double loop[2];
  bool looping;

  if (lw_window_get_player (self) == NULL)
    return;
  looping = lw_player_get_loop (lw_window_get_shown_player (self), &loop[0], &loop[1]);
  if (!lw_animation_source_init (&source, lw_window_get_shown_player (self))) {
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("Play the mechanism first: an animation shows a recorded run"));
    return;
  }
  take_look (self, &source);
  title = lw_window_dup_title (self);
  dialog = lw_animation_dialog_new (GTK_WINDOW (self), &source, title, looping ? loop : NULL);
  g_signal_connect_object (dialog, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_exported_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GFile) folder = self->exported != NULL ? g_file_get_parent (self->exported) : NULL;
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

void
lw_window_install_animation_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.export-animation", NULL, export_action_cb);
  gtk_widget_class_install_action (widget_class, "win.say-exported", "s", say_exported_action_cb);
  gtk_widget_class_install_action (widget_class, "win.show-exported", NULL,
                                   show_exported_action_cb);
}
