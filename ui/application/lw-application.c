// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-application.h"

#include <glib/gi18n.h>

#include "lw-commands.h"
#include "lw-export.h"
#include "lw-help-pdf.h"
#include "lw-help-site.h"
#include "lw-help-window.h"
#include "lw-icon-guard.h"
#include "lw-measure.h"
#include "lw-menu-names.h"
#include "lw-preferences.h"
#include "lw-press-guard.h"
#include "lw-window-restore.h"
#include "lw-settings.h"
#include "lw-store.h"
#include "lw-text-guard.h"
#include "lw-window.h"
#include "mbd-analysis.h"

#define RESOURCES "/org/linkwright/Linkwright"

struct _LwApplication
{
  AdwApplication parent_instance;

  // Owned
  GSettings *settings; ///< NULL if the schema is not installed
  GtkStyleProvider *high_contrast;
  LwRecovery *recovery;
  LwMeasure *measure;
  char *measure_path;
  LwMeasureKind measure_kind;

  bool quitting;
  bool recovery_offered;
};

static void lw_application_host_init (LwWindowHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LwApplication,
                               lw_application,
                               ADW_TYPE_APPLICATION,
                               G_IMPLEMENT_INTERFACE (LW_TYPE_WINDOW_HOST,
                                                      lw_application_host_init))

// ---- style ----------------------------------------------------------------------------------

static AdwColorScheme
scheme_for_style (const char *style)
{
  if (g_strcmp0 (style, "light") == 0)
    return ADW_COLOR_SCHEME_FORCE_LIGHT;
  if (g_strcmp0 (style, "dark") == 0)
    return ADW_COLOR_SCHEME_FORCE_DARK;
  return ADW_COLOR_SCHEME_DEFAULT;
}

static void
style_state_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  LwApplication *self = LW_APPLICATION (data);
  const char *style = g_variant_get_string (value, NULL);

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme_for_style (style));
  g_simple_action_set_state (action, value);
  if (lw_settings_has_key (self->settings, "style"))
    g_settings_set_string (self->settings, "style", style);
}

static void
restore_style (LwApplication *self)
{
  g_autofree char *style = NULL;

  if (!lw_settings_has_key (self->settings, "style"))
    return;
  style = g_settings_get_string (self->settings, "style");
  g_action_group_change_action_state (G_ACTION_GROUP (self), "style", g_variant_new_string (style));
}

static void
contrast_cb (LwApplication *self)
{
  GdkDisplay *display = gdk_display_get_default ();

  if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    gtk_style_context_add_provider_for_display (display, self->high_contrast,
                                                GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  else
    gtk_style_context_remove_provider_for_display (display, self->high_contrast);
}

/// Adds a style sheet above style.css if the desktop requests high contrast. libadwaita would load
/// one named style-hc.css, but warns about it from 1.9 onwards; GTK does not read the media query
/// that replaces it before 4.20.
static void
follow_contrast (LwApplication *self)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, RESOURCES "/high-contrast.css");
  self->high_contrast = GTK_STYLE_PROVIDER (provider);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (contrast_cb), self, G_CONNECT_SWAPPED);
  contrast_cb (self);
}

static void
recovery_interval_cb (LwApplication *self)
{
  lw_recovery_set_interval (self->recovery,
                            g_settings_get_int (self->settings, "recovery-interval"));
}

static void
follow_recovery_interval (LwApplication *self)
{
  if (!lw_settings_has_key (self->settings, "recovery-interval"))
    return;
  g_signal_connect_object (self->settings, "changed::recovery-interval",
                           G_CALLBACK (recovery_interval_cb), self, G_CONNECT_SWAPPED);
  recovery_interval_cb (self);
}

// ---- actions --------------------------------------------------------------------------------

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  LwApplication *self = LW_APPLICATION (data);
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));
  bool any = false;

  lw_window_restore_remember (LW_WINDOW_HOST (self));
  self->quitting = true;
  // Each window asks about its unsaved changes; the program ends when the last one closes.
  for (GList *item = windows; item != NULL; item = item->next)
    if (LW_IS_WINDOW (item->data)) {
      gtk_window_close (item->data);
      any = true;
    }
  if (!any)
    g_application_quit (G_APPLICATION (self));
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  lw_preferences_show (gtk_application_get_active_window (GTK_APPLICATION (data)));
}

static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (lw_window_new (LW_WINDOW_HOST (data))));
}

static char *
dup_debug_info (LwApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  GtkNative *native = window != NULL ? GTK_NATIVE (window) : NULL;
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  return g_strdup_printf (
    "Linkwright %s\n"
    "GTK %u.%u.%u\n"
    "libadwaita %u.%u.%u\n"
    "GLib %u.%u.%u\n"
    "cairo %s\n"
    "SQLite %s\n"
    "renderer: %s\n",
    LW_VERSION, gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
    adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version (),
    glib_major_version, glib_minor_version, glib_micro_version, cairo_version_string (),
    lw_store_sqlite_version (), renderer != NULL ? G_OBJECT_TYPE_NAME (renderer) : "none");
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  LwApplication *self = LW_APPLICATION (data);
  g_autofree char *debug_info = dup_debug_info (self);

  adw_show_about_window (
    gtk_application_get_active_window (GTK_APPLICATION (self)), "application-name",
    _ ("Linkwright"), "application-icon", LW_APPLICATION_ID, "version", LW_VERSION, "comments",
    _ ("Draw a mechanism, press play, and read its forces and errors while it moves."),
    "developer-name", _ ("The Linkwright authors"), "copyright", "© 2026 The Linkwright authors",
    "license-type", GTK_LICENSE_GPL_3_0, "debug-info", debug_info, "debug-info-filename",
    "linkwright-debug-info.txt", NULL);
}

static void
add_actions (LwApplication *self)
{
  const GActionEntry entries[] = {
    { .name = "new-window", .activate = new_window_cb },
    { .name = "preferences", .activate = preferences_cb },
    { .name = "quit", .activate = quit_cb },
    { .name = "about", .activate = about_cb },
    { .name = "style", .parameter_type = "s", .state = "'system'", .change_state = style_state_cb },
  };
  guint n;
  const LwCommand *commands = lw_commands_get (&n);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  // The window binds the keys without modifiers, because a focused entry must get them first.
  for (guint i = 0; i < n; i++) {
    const char *const keys[] = { commands[i].key, NULL };

    if (commands[i].key != NULL)
      gtk_application_set_accels_for_action (GTK_APPLICATION (self), commands[i].action, keys);
  }
}

// ---- startup and shutdown -------------------------------------------------------------------

static void
measured_cb (LwApplication *self)
{
  g_application_quit (G_APPLICATION (self));
}

static void
start_measurement (LwApplication *self)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->measure_path);
  LwWindow *window = lw_window_new (LW_WINDOW_HOST (self));

  self->measure = lw_measure_new (window, file, self->measure_kind);
  g_signal_connect_swapped (self->measure, "done", G_CALLBACK (measured_cb), self);
  gtk_window_present (GTK_WINDOW (window));
}

/// Reports in the window of a document that its edits would be lost in a crash.
static void
recovery_failed_cb (LwApplication *self, LwDocument *document, const char *message)
{
  for (GList *at = gtk_application_get_windows (GTK_APPLICATION (self)); at != NULL; at = at->next)
    if (LW_IS_WINDOW (at->data) && lw_window_get_document (at->data) == document)
      lw_window_restore_report (at->data, message);
}

/// Offers recovery once, over the first window.
static void
offer_recovery (LwApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (self->recovery_offered || !LW_IS_WINDOW (window))
    return;
  self->recovery_offered = true;
  lw_window_restore_offer_recovery (LW_WINDOW (window));
}

static void
lw_application_activate (GApplication *application)
{
  LwApplication *self = LW_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (self->measure_path != NULL && self->measure == NULL) {
    start_measurement (self);
    return;
  }
  if (window == NULL && lw_window_restore_open (LW_WINDOW_HOST (self)))
    window = gtk_application_get_active_window (GTK_APPLICATION (application));
  if (window == NULL)
    window = GTK_WINDOW (lw_window_new (LW_WINDOW_HOST (self)));
  gtk_window_present (window);
  offer_recovery (self);
}

/// Opens files. A window without a mechanism takes the first file; each further file gets its own
/// window.
static void
lw_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));
  LwWindow *empty = NULL;

  if (LW_IS_WINDOW (active) && lw_window_is_empty (LW_WINDOW (active)))
    empty = LW_WINDOW (active);
  for (int i = 0; i < n_files; i++) {
    LwWindow *shown = lw_window_find (LW_WINDOW_HOST (application), files[i]);
    LwWindow *window;

    if (shown != NULL) {
      lw_window_ask_open (shown, files[i], false);
      continue;
    }
    window = empty != NULL ? empty : lw_window_new (LW_WINDOW_HOST (application));

    empty = NULL;
    lw_window_open (window, files[i]);
    gtk_window_present (GTK_WINDOW (window));
  }
  offer_recovery (LW_APPLICATION (application));
}

static void
lw_application_startup (GApplication *application)
{
  LwApplication *self = LW_APPLICATION (application);

  G_APPLICATION_CLASS (lw_application_parent_class)->startup (application);

  self->settings = lw_settings_new ();
  self->recovery = lw_recovery_new (NULL);
  g_signal_connect_swapped (self->recovery, "failed", G_CALLBACK (recovery_failed_cb), self);
  follow_recovery_interval (self);
  gtk_window_set_default_icon_name (LW_APPLICATION_ID);
  lw_icon_guard_install ();
  lw_menu_names_install ();
  lw_press_guard_install ();
  lw_text_guard_install ();
  add_actions (self);
  follow_contrast (self);
  restore_style (self);
}

/// Writes the help as web pages. Returns the exit code.
static int
write_help (const char *path)
{
  g_autoptr (GFile) folder = g_file_new_for_commandline_arg (path);
  g_autoptr (LwHelpBook) book = lw_help_window_new_book ();
  g_autoptr (GError) error = NULL;

  // The suffix selects the form.
  if (g_str_has_suffix (path, ".pdf")) {
    g_autoptr (GBytes) bytes = lw_help_new_pdf (book, &error);

    if (bytes != NULL && lw_export_save (folder, bytes, NULL, &error))
      return 0;
  } else if (lw_help_write_site (book, folder, &error)) {
    return 0;
  }
  g_printerr ("linkwright: %s\n", error->message);
  return 4;
}

static int
lw_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  LwApplication *self = LW_APPLICATION (application);
  g_autofree char *help = NULL;

  if (g_variant_dict_lookup (options, "write-help", "^ay", &help))
    return write_help (help);
  if (g_variant_dict_contains (options, "version")) {
    g_print ("linkwright %s\n", LW_VERSION);
    return 0;
  }
  if (g_variant_dict_contains (options, "new-window")
      && g_application_register (application, NULL, NULL))
    g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  if (g_variant_dict_lookup (options, "measure-pan", "^ay", &self->measure_path))
    self->measure_kind = LW_MEASURE_PAN;
  if (self->measure_path != NULL
      || g_variant_dict_lookup (options, "measure", "^ay", &self->measure_path))
    // A measurement is a separate process, even if another instance is running.
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

// ---- window host ----------------------------------------------------------------------------

static LwRecovery *
lw_application_get_recovery (LwWindowHost *host)
{
  return LW_APPLICATION (host)->recovery;
}

static bool
lw_application_get_quitting (LwWindowHost *host)
{
  return LW_APPLICATION (host)->quitting;
}

static void
lw_application_set_quitting (LwWindowHost *host, bool quitting)
{
  LW_APPLICATION (host)->quitting = quitting;
}

static void
lw_application_host_init (LwWindowHostInterface *iface)
{
  iface->get_recovery = lw_application_get_recovery;
  iface->get_quitting = lw_application_get_quitting;
  iface->set_quitting = lw_application_set_quitting;
}

// ---- object ---------------------------------------------------------------------------------

int
lw_application_get_exit_code (LwApplication *self, int run_code)
{
  g_return_val_if_fail (LW_IS_APPLICATION (self), run_code);

  return run_code == 0 && self->measure != NULL ? lw_measure_get_exit_code (self->measure)
                                                : run_code;
}

LwApplication *
lw_application_new (GApplicationFlags flags)
{
  // Analyses run in parallel with the engine.
  mbd_use_one_dense_thread ();
  return g_object_new (LW_TYPE_APPLICATION, "application-id", LW_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | flags, "resource-base-path", RESOURCES, NULL);
}

static void
lw_application_finalize (GObject *object)
{
  LwApplication *self = LW_APPLICATION (object);

  g_clear_object (&self->measure);
  g_clear_object (&self->recovery);
  g_clear_object (&self->high_contrast);
  g_clear_object (&self->settings);
  g_free (self->measure_path);

  G_OBJECT_CLASS (lw_application_parent_class)->finalize (object);
}

static void
lw_application_class_init (LwApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = lw_application_finalize;
  application_class->activate = lw_application_activate;
  application_class->open = lw_application_open;
  application_class->startup = lw_application_startup;
  application_class->handle_local_options = lw_application_handle_local_options;
}

static void
lw_application_init (LwApplication *self)
{
  const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
    { "new-window", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Open a new window"), NULL },
    { "write-help", 0, 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Write the help as web pages into a folder, or as FILE.pdf, and exit"), N_ ("FOLDER") },
    { "measure-pan", 0, 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Move a mechanism about for 10 s, print how smoothly it is drawn, and exit"),
      N_ ("FILE") },
    { "measure", 0, 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Play a mechanism for 10 s, print how smoothly it is drawn, and exit"), N_ ("FILE") },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
}
