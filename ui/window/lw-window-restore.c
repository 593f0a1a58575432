// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-window-restore.h"

#include <glib/gi18n.h>

#include "lw-settings.h"
#include "lw-window-private.h"

#define KEY "session"
#define WANTED_KEY "restore-session"

// ---- remembering ----------------------------------------------------------------------------

static GVariant *
view_to_variant (const LwProjectView *view)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "fitted", "b", view->fitted);
  g_variant_dict_insert (&dict, "centre", "(ddd)", view->centre[0], view->centre[1],
                         view->centre[2]);
  g_variant_dict_insert (&dict, "scale", "d", view->scale);
  g_variant_dict_insert (&dict, "spatial", "b", view->spatial);
  g_variant_dict_insert (&dict, "angles", "(dd)", view->azimuth, view->elevation);
  g_variant_dict_insert (&dict, "selected", "(ii)", (int) view->selected, view->selected_id);
  g_variant_dict_insert (&dict, "shown", "(bb)", view->show_sidebar, view->show_plots);
  return g_variant_dict_end (&dict);
}

static LwProjectView
view_from_variant (GVariant *variant)
{
  LwProjectView view = lw_project_view_default ();
  g_autoptr (GVariantDict) dict = g_variant_dict_new (variant);
  int selected = LW_SELECTION_NONE;

  g_variant_dict_lookup (dict, "fitted", "b", &view.fitted);
  g_variant_dict_lookup (dict, "centre", "(ddd)", &view.centre[0], &view.centre[1],
                         &view.centre[2]);
  g_variant_dict_lookup (dict, "scale", "d", &view.scale);
  g_variant_dict_lookup (dict, "spatial", "b", &view.spatial);
  g_variant_dict_lookup (dict, "angles", "(dd)", &view.azimuth, &view.elevation);
  g_variant_dict_lookup (dict, "selected", "(ii)", &selected, &view.selected_id);
  g_variant_dict_lookup (dict, "shown", "(bb)", &view.show_sidebar, &view.show_plots);
  view.selected = (LwSelectionKind) selected;
  return lw_project_view_is_valid (&view) ? view : lw_project_view_default ();
}

static void
save_windows (GList *windows)
{
  g_autoptr (GSettings) settings = lw_settings_new ();
  GVariantBuilder builder;

  if (!lw_settings_has_key (settings, KEY))
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sa{sv})"));
  for (GList *item = windows; item != NULL; item = item->next) {
    LwDocument *document = LW_IS_WINDOW (item->data) ? lw_window_get_document (item->data) : NULL;
    GFile *file = document != NULL ? lw_document_get_file (document) : NULL;

    if (file != NULL) {
      g_autofree char *uri = g_file_get_uri (file);

      lw_window_store_view (item->data);
      g_variant_builder_add (&builder, "(s@a{sv})", uri,
                             view_to_variant (lw_document_get_view (document)));
    }
  }
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

void
lw_window_restore_remember (LwWindowHost *host)
{
  save_windows (gtk_application_get_windows (GTK_APPLICATION (host)));
}

void
lw_window_restore_forget (LwWindow *window)
{
  LwWindowHost *host = lw_window_get_host (window);
  GList only = { .data = window };

  if (host == NULL || lw_window_host_get_quitting (host))
    return;
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (host)); item != NULL;
       item = item->next)
    if (LW_IS_WINDOW (item->data) && item->data != window)
      return;
  save_windows (&only);
}

// ---- restoring ------------------------------------------------------------------------------

static void
view_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
opened_cb (LwWindow *window, gboolean opened, LwProjectView *view)
{
  if (opened && lw_window_get_document (window) != NULL)
    lw_window_apply_view (window, view);
  g_signal_handlers_disconnect_by_func (window, opened_cb, view);
}

bool
lw_window_restore_open (LwWindowHost *host)
{
  g_autoptr (GSettings) settings = lw_settings_new ();
  g_autoptr (GVariant) session = NULL;
  GVariantIter iter;
  GVariant *stored_view;
  const char *uri;
  bool restored = false;

  if (!lw_settings_has_key (settings, KEY) || !g_settings_get_boolean (settings, WANTED_KEY))
    return false;
  session = g_settings_get_value (settings, KEY);
  g_variant_iter_init (&iter, session);
  while (g_variant_iter_loop (&iter, "(&s@a{sv})", &uri, &stored_view)) {
    g_autoptr (GFile) file = g_file_new_for_uri (uri);

    if (g_file_query_exists (file, NULL)) {
      LwWindow *window = lw_window_new (host);
      LwProjectView view = view_from_variant (stored_view);

      g_signal_connect_data (window, "opened", G_CALLBACK (opened_cb),
                             g_memdup2 (&view, sizeof view), view_free, 0);
      lw_window_open (window, file);
      gtk_window_present (GTK_WINDOW (window));
      restored = true;
    }
  }
  return restored;
}

// ---- after a crash --------------------------------------------------------------------------

typedef struct
{
  LwWindow *window;
  GPtrArray *entries; ///< array of LwRecoveryEntry
} Offer;

static void
offer_free (gpointer data, GClosure *closure)
{
  Offer *offer = data;

  g_ptr_array_unref (offer->entries);
  g_free (offer);
}

static const char *
title_of (const LwRecoveryEntry *entry)
{
  return entry->title[0] != '\0' ? entry->title : _ ("New Mechanism");
}

static gboolean
confirm_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwWindow *window = LW_WINDOW (widget);
  LwRecovery *recovery = lw_window_host_get_recovery (lw_window_get_host (window));
  LwPlayer *player = lw_window_get_player (window);

  if (lw_window_is_opening (window))
    return G_SOURCE_CONTINUE;
  // Wait until it has been drawn, so that a project that crashes the program is not confirmed.
  if (player != NULL && lw_player_get_n_samples (player) == 0)
    return G_SOURCE_CONTINUE;
  if (recovery != NULL && lw_window_get_document (window) == data)
    lw_recovery_confirm (recovery, data);
  return G_SOURCE_REMOVE;
}

static void
recovered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwWindow) window = LW_WINDOW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDocument) document = lw_recovery_open_finish (LW_RECOVERY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_reading (window);
  if (document == NULL) {
    if (lw_window_get_player (window) == NULL)
      lw_window_show_start_page (window);
    lw_window_show_message (window, error->message);
    return;
  }
  lw_window_adopt_document (window, document);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), confirm_cb, g_object_ref (document),
                                g_object_unref);
}

/// Returns a window for a recovered project: the one that shows its file, or an empty one.
static LwWindow *
window_for_entry (LwWindow *window, const LwRecoveryEntry *entry)
{
  LwWindowHost *host = lw_window_get_host (window);
  LwWindow *found = entry->file != NULL ? lw_window_find (host, entry->file) : NULL;

  if (found != NULL)
    return found;
  if (lw_window_is_empty (window))
    return window;
  return lw_window_new (host);
}

static void
recover_all (Offer *offer)
{
  LwRecovery *recovery = lw_window_host_get_recovery (lw_window_get_host (offer->window));

  for (guint i = 0; i < offer->entries->len; i++) {
    const LwRecoveryEntry *entry = g_ptr_array_index (offer->entries, i);
    LwWindow *window;

    if (entry->is_blocked)
      continue;
    window = window_for_entry (offer->window, entry);
    lw_recovery_open_async (recovery, entry, lw_window_begin_reading (window, title_of (entry)),
                            recovered_cb, g_object_ref (window));
    gtk_window_present (GTK_WINDOW (window));
  }
}

static void
offer_response_cb (Offer *offer, const char *response)
{
  LwRecovery *recovery = lw_window_host_get_recovery (lw_window_get_host (offer->window));

  if (g_str_equal (response, "recover"))
    recover_all (offer);
  else if (g_str_equal (response, "discard"))
    for (guint i = 0; i < offer->entries->len; i++)
      lw_recovery_discard (recovery, g_ptr_array_index (offer->entries, i));
}

static char *
dup_offer_text (GPtrArray *entries, bool *openable)
{
  g_autoptr (GString) text = g_string_new (NULL);

  *openable = false;
  for (guint i = 0; i < entries->len; i++) {
    const LwRecoveryEntry *entry = g_ptr_array_index (entries, i);
    g_autoptr (GDateTime) time = g_date_time_to_local (entry->time);
    g_autofree char *time_text = g_date_time_format (time, "%x, %H:%M");
    const char *title = title_of (entry);

    *openable = *openable || !entry->is_blocked;
    // Translators: date and time of the last edit
    if (entry->is_unknown)
      g_string_append_printf (
        text,
        entry->is_blocked ? _ ("A project of unknown origin, last edited %s (ended the program "
                               "when it was opened)")
                          : _ ("A project of unknown origin, last edited %s"),
        time_text);
    else
      // Translators: title, date and time of the last edit
      g_string_append_printf (text,
                              entry->is_blocked
                                ? _ ("“%s”, last edited %s (ended the program when it was opened)")
                                : _ ("“%s”, last edited %s"),
                              title, time_text);
    g_string_append_c (text, '\n');
  }
  g_string_append_c (text, '\n');
  g_string_append (text, _ ("The saved files are untouched either way."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
lw_window_restore_report (LwWindow *window, const char *message)
{
  g_autofree char *text = g_strdup_printf (
    // Translators: %s is a whole sentence with the cause
    _ ("%s Until this works again, a crash would lose all changes that are not saved."), message);

  lw_window_show_message (window, text);
}

bool
lw_window_restore_offer_recovery (LwWindow *window)
{
  LwRecovery *recovery = lw_window_host_get_recovery (lw_window_get_host (window));
  g_autoptr (GPtrArray) entries = recovery != NULL ? lw_recovery_list (recovery) : NULL;
  g_autofree char *text = NULL;
  AdwMessageDialog *dialog;
  Offer *offer;
  bool openable;

  if (entries == NULL || entries->len == 0)
    return false;
  text = dup_offer_text (entries, &openable);
  dialog = ADW_MESSAGE_DIALOG (
    adw_message_dialog_new (GTK_WINDOW (window), _ ("Recover Unsaved Changes?"), NULL));
  adw_message_dialog_set_body (dialog, text);
  adw_message_dialog_add_responses (dialog, "keep", _ ("_Not Now"), "discard", _ ("_Discard"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  if (openable) {
    adw_message_dialog_add_response (dialog, "recover", _ ("_Recover"));
    adw_message_dialog_set_response_appearance (dialog, "recover", ADW_RESPONSE_SUGGESTED);
    adw_message_dialog_set_default_response (dialog, "recover");
  }
  adw_message_dialog_set_close_response (dialog, "keep");
  offer = g_new0 (Offer, 1);
  offer->window = window;
  offer->entries = g_steal_pointer (&entries);
  g_signal_connect_data (dialog, "response", G_CALLBACK (offer_response_cb), offer, offer_free,
                         G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return true;
}
