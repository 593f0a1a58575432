// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-window-private.h"

#include <glib/gi18n.h>

#include "lw-window-restore.h"
#include "lw-settings.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_PART,
  PROP_SHOW_PLOTS,
  PROP_SHOW_SIDEBAR,
  PROP_SHOW_HOOD,
  PROP_PRESENTING,
  PROP_SPEED,
  N_PROPERTIES
};

enum
{
  SIGNAL_OPENED, ///< a file has been read; gboolean: true if it is shown
  SIGNAL_SAVED,  ///< a file has been written; gboolean: true if successful
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwWindow, lw_window, ADW_TYPE_APPLICATION_WINDOW)

// ---- messages -------------------------------------------------------------------------------

void
lw_window_show_message (LwWindow *self, const char *message)
{
  lw_window_clear_offers (self);
  if (message != NULL)
    gtk_label_set_text (self->message_label, message);
  gtk_revealer_set_reveal_child (self->message_revealer, message != NULL);
}

const char *
lw_window_get_message (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), NULL);

  if (!gtk_revealer_get_reveal_child (self->message_revealer))
    return NULL;
  return gtk_label_get_text (self->message_label);
}

// ---- player ---------------------------------------------------------------------------------

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  lw_player_tick (LW_WINDOW (widget)->player, gdk_frame_clock_get_frame_time (clock));
  return G_SOURCE_CONTINUE;
}

/// Runs the frame clock only while something moves.
static void
playing_changed_cb (LwWindow *self)
{
  bool playing = self->player != NULL && lw_player_get_playing (self->player);

  if (playing && self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (!playing && self->tick_id != 0) {
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
    self->tick_id = 0;
  }
}

void
lw_window_drop_player (LwWindow *self)
{
  if (self->player == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  playing_changed_cb (self);
}

LwPlayer *
lw_window_get_player (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), NULL);

  lw_window_complete_player (self);
  return self->player;
}

LwWindowHost *
lw_window_get_host (LwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return application != NULL ? LW_WINDOW_HOST (application) : NULL;
}

LwPlayer *
lw_window_get_shown_player (LwWindow *self)
{
  return self->player;
}

LwMechanism *
lw_window_get_mechanism (LwWindow *self)
{
  return self->document != NULL ? lw_document_get_mechanism (self->document) : NULL;
}

LwSelection *
lw_window_get_selection (LwWindow *self)
{
  return self->selection;
}

LwTools *
lw_window_get_tools (LwWindow *self)
{
  return self->tools;
}

LwToasts *
lw_window_get_toasts (LwWindow *self)
{
  return self->toasts;
}

LwRunList *
lw_window_get_run_list (LwWindow *self)
{
  return lw_transport_get_run_list (self->transport);
}

GtkWidget *
lw_window_get_panel (LwWindow *self, LwPanel panel)
{
  void *const panels[] = {
    [LW_PANEL_HEADER] = self->header_bar,     [LW_PANEL_PALETTE] = self->palette,
    [LW_PANEL_STRIP] = self->tool_strip,      [LW_PANEL_CANVAS] = self->canvas_overlay,
    [LW_PANEL_TRANSPORT] = self->transport,   [LW_PANEL_STATUS] = self->status_line,
    [LW_PANEL_SIDEBAR] = self->sidebar_pages, [LW_PANEL_HOOD] = self->hood,
    [LW_PANEL_PLOTS] = self->plots_overlay,   [LW_PANEL_DOCK] = self->plots_dock,
    [LW_PANEL_CHECKLIST] = self->checklist,   [LW_PANEL_NOTES] = self->notes_revealer,
    [LW_PANEL_START] = self->start_page,      [LW_PANEL_PAGES] = self->stack,
  };

  return panels[panel] != NULL ? GTK_WIDGET (panels[panel]) : NULL;
}

void
lw_window_show_page (LwWindow *self, const char *page)
{
  gtk_stack_set_visible_child_name (self->stack, page);
}

void
lw_window_lay_over_canvas (LwWindow *self, GtkWidget *widget)
{
  gtk_overlay_add_overlay (self->canvas_overlay, widget);
}

LwCanvas *
lw_window_get_canvas (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), NULL);

  return self->canvas;
}

bool
lw_window_is_empty (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->player == NULL && !lw_window_is_opening (self);
}

static gpointer
unref_thread (gpointer data)
{
  g_object_unref (data);
  return NULL;
}

/// Largest number of bodies of a mechanism whose player is freed in the main thread.
#define FREED_AT_ONCE_MAX 30

/// Frees a player; the player of a larger mechanism in a separate thread.
static void
free_player (LwPlayer *player)
{
  // Stop notifications and end its run now, because a task that examines its mechanism may still
  // hold a reference.
  g_object_run_dispose (G_OBJECT (player));
  if (lw_mechanism_get_n_bodies (lw_player_get_mechanism (player)) <= FREED_AT_ONCE_MAX) {
    g_object_unref (player);
    return;
  }
  g_thread_unref (g_thread_new ("free-player", unref_thread, player));
}

/// Sets the player of all parts that show it.
static void
set_player_of_parts (LwWindow *self, LwPlayer *player)
{
  lw_canvas_set_player (self->canvas, player);
  lw_transport_set_player (self->transport, player);
  lw_plots_dock_set_player (self->plots_dock, player);
  lw_checklist_view_set_player (self->checklist, player);
  lw_status_line_set_player (self->status_line, player);
}

void
lw_window_leave_player (LwWindow *self)
{
  LwPlayer *before = self->player != NULL ? g_object_ref (self->player) : NULL;

  lw_window_drop_player (self);
  set_player_of_parts (self, NULL);
  g_clear_pointer (&before, free_player);
}

void
lw_window_show_player (LwWindow *self, LwPlayer *player)
{
  LwPlayer *before = self->player != NULL ? g_object_ref (self->player) : NULL;

  lw_window_drop_player (self);
  self->player = g_object_ref (player);
  lw_window_forget_changed_time (self);
  lw_player_set_speed (player, self->speed);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (playing_changed_cb), self);
  lw_window_follow_failures (self);
  g_signal_connect_swapped (player, "refused", G_CALLBACK (lw_window_take_back), self);
  lw_window_follow_time (self);
  lw_window_follow_contact (self);
  set_player_of_parts (self, player);
  lw_player_attach (player);
  g_clear_pointer (&before, free_player);
}

void
lw_window_set_player (LwWindow *self, LwPlayer *player, const char *name)
{
  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (LW_IS_PLAYER (player));

  lw_window_drop_document (self);
  lw_window_show_player (self, player);
  adw_window_title_set_title (self->title, name);
  lw_window_show_page (self, "mechanism");
  lw_window_update_header (self);
  lw_window_update_actions (self);
}

// ---- template callbacks ---------------------------------------------------------------------

static void
pointer_moved_cb (LwWindow *self, gboolean inside, double x, double y)
{
  lw_status_line_set_pointer (self->status_line, inside && self->player != NULL, x, y,
                              lw_canvas_get_view (self->canvas)->scale);
}

static void
resized_cb (LwWindow *self, int width, int height)
{
  lw_window_fit_layout (self, width, height);
}

// ---- object ---------------------------------------------------------------------------------

LwWindow *
lw_window_new (LwWindowHost *host)
{
  return g_object_new (LW_TYPE_WINDOW, "application", host, NULL);
}

LwWindow *
lw_window_find (LwWindowHost *host, GFile *file)
{
  g_return_val_if_fail (LW_IS_WINDOW_HOST (host), NULL);

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (host)); item != NULL;
       item = item->next) {
    LwDocument *document = LW_IS_WINDOW (item->data) ? lw_window_get_document (item->data) : NULL;
    GFile *its_file = document != NULL ? lw_document_get_file (document) : NULL;

    if (its_file != NULL && g_file_equal (its_file, file))
      return item->data;
  }
  return NULL;
}

static void
remember_int (LwWindow *self, const char *key, int value)
{
  if (lw_settings_has_key (self->settings, key))
    g_settings_set_int (self->settings, key, value);
}

static void
remember (LwWindow *self)
{
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  remember_int (self, "window-width", width);
  remember_int (self, "window-height", height);
  // Only if the plots share the window with the canvas, and are visible.
  if (!lw_window_is_presenting (self) && lw_window_get_layout (self) != LW_LAYOUT_NARROW
      && gtk_widget_get_height (GTK_WIDGET (self->plots_dock)) >= LW_PLOTS_DOCK_MINIMUM_HEIGHT)
    remember_int (self, "plots-height", gtk_widget_get_height (GTK_WIDGET (self->plots_dock)));
  if (lw_settings_has_key (self->settings, "window-maximized"))
    g_settings_set_boolean (self->settings, "window-maximized",
                            gtk_window_is_maximized (GTK_WINDOW (self)));
}

static void
restore (LwWindow *self)
{
  if (lw_settings_has_key (self->settings, "window-width")
      && lw_settings_has_key (self->settings, "window-height"))
    gtk_window_set_default_size (GTK_WINDOW (self),
                                 g_settings_get_int (self->settings, "window-width"),
                                 g_settings_get_int (self->settings, "window-height"));
  if (lw_settings_has_key (self->settings, "window-maximized")
      && g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
close_now (LwWindow *self)
{
  self->closing = true;
  gtk_window_close (GTK_WINDOW (self));
}

/// Asks about unsaved changes first, and is called again afterwards.
static gboolean
lw_window_close_request (GtkWindow *window)
{
  LwWindow *self = LW_WINDOW (window);
  bool modified;

  if (!self->closing)
    lw_lesson_editor_commit (lw_window_get_lesson_editor (self));
  modified = self->document != NULL && lw_document_get_modified (self->document);
  if (!self->closing && (modified || lw_window_is_saving (self))) {
    lw_window_guard (self, close_now);
    return GDK_EVENT_STOP;
  }
  remember (self);
  lw_window_store_view (self);
  lw_window_restore_forget (self);
  // Hide it before it is taken apart.
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gdk_display_flush (gtk_widget_get_display (GTK_WIDGET (self)));
  lw_window_drop_document (self);
  return GTK_WINDOW_CLASS (lw_window_parent_class)->close_request (window);
}

static void
lw_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwWindow *self = LW_WINDOW (object);

  switch (id) {
  case PROP_DOCUMENT:
    g_value_set_object (value, self->document);
    break;
  case PROP_PART:
    g_value_set_string (value, lw_window_get_part (self));
    break;
  case PROP_SHOW_PLOTS:
    g_value_set_boolean (value, lw_window_get_shown (self, LW_SHOWN_PLOTS));
    break;
  case PROP_SHOW_SIDEBAR:
    g_value_set_boolean (value, lw_window_get_shown (self, LW_SHOWN_SIDEBAR));
    break;
  case PROP_SHOW_HOOD:
    g_value_set_boolean (value, lw_window_get_shown (self, LW_SHOWN_HOOD));
    break;
  case PROP_PRESENTING:
    g_value_set_boolean (value, lw_window_is_presenting (self));
    break;
  case PROP_SPEED:
    g_value_set_double (value, self->speed);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwWindow *self = LW_WINDOW (object);

  switch (id) {
  case PROP_PART:
    lw_window_set_part (self, g_value_get_string (value));
    break;
  case PROP_SHOW_PLOTS:
    lw_window_set_shown (self, LW_SHOWN_PLOTS, g_value_get_boolean (value));
    break;
  case PROP_SHOW_SIDEBAR:
    lw_window_set_shown (self, LW_SHOWN_SIDEBAR, g_value_get_boolean (value));
    break;
  case PROP_SHOW_HOOD:
    lw_window_set_shown (self, LW_SHOWN_HOOD, g_value_get_boolean (value));
    break;
  case PROP_PRESENTING:
    lw_window_set_presenting (self, g_value_get_boolean (value));
    break;
  case PROP_SPEED:
    self->speed = g_value_get_double (value);
    if (self->player != NULL)
      lw_player_set_speed (self->player, self->speed);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_window_dispose (GObject *object)
{
  LwWindow *self = LW_WINDOW (object);
  LwPlayer *player = self->player != NULL ? g_object_ref (self->player) : NULL;

  lw_window_release_presentation (self);
  lw_window_release_reading (self);
  lw_window_release_wiggle (self);
  lw_window_drop_document (self);
  lw_window_drop_player (self);
  // A task may keep a part alive for longer than the run of the player.
  if (self->canvas != NULL)
    set_player_of_parts (self, NULL);
  lw_window_release_toasts (self);
  lw_window_release_edit (self);
  lw_window_release_help (self);
  lw_window_release_welcome (self);
  lw_window_release_classroom (self);
  lw_window_release_lesson (self);
  lw_window_release_saving (self);
  g_clear_object (&self->exported);
  g_clear_object (&self->selection);
  g_clear_object (&self->tools);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_WINDOW);
  g_clear_pointer (&player, free_player);

  G_OBJECT_CLASS (lw_window_parent_class)->dispose (object);
}

static void
lw_window_finalize (GObject *object)
{
  LwWindow *self = LW_WINDOW (object);

  g_free (self->classroom);
  g_free (self->compiling);
  g_free (self->editing);
  g_free (self->free_motions);
  g_free (self->left);
  g_free (self->lesson);
  g_free (self->presentation);
  g_free (self->reading);
  g_free (self->run_reports);
  g_free (self->saving);
  g_free (self->welcome);
  // Buttons bound to the part read it until they are finalized.
  lw_window_forget_layout (self);
  G_OBJECT_CLASS (lw_window_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LwWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, mechanism_box);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, drawing_box);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, canvas_overlay);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, toasts_overlay);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, history_button);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, edit_button);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, canvas_magnifier);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, plots_magnifier);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, opening_page);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, opening_bar);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, message_revealer);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, message_label);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, message_offers);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, notes_revealer);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, notes_label);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, plots_dock);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, plots_overlay);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, plots_scroll);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, status_line);
  lw_window_bind_header (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, pointer_moved_cb);
  gtk_widget_class_bind_template_callback (widget_class, lw_window_show_message);
  gtk_widget_class_bind_template_callback (widget_class, lw_window_place_dock);
  gtk_widget_class_bind_template_callback (widget_class, resized_cb);
}

static void
lw_window_class_init (LwWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lw_window_dispose;
  object_class->finalize = lw_window_finalize;
  object_class->get_property = lw_window_get_property;
  object_class->set_property = lw_window_set_property;
  GTK_WINDOW_CLASS (klass)->close_request = lw_window_close_request;

  properties[PROP_DOCUMENT] =
    g_param_spec_object ("document", NULL, NULL, LW_TYPE_DOCUMENT,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_PART] = g_param_spec_string ("part", NULL, NULL, "canvas", flags);
  properties[PROP_SHOW_SIDEBAR] = g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE, flags);
  properties[PROP_SHOW_HOOD] = g_param_spec_boolean ("show-hood", NULL, NULL, FALSE, flags);
  properties[PROP_PRESENTING] = g_param_spec_boolean ("presenting", NULL, NULL, FALSE, flags);
  properties[PROP_SHOW_PLOTS] = g_param_spec_boolean ("show-plots", NULL, NULL, TRUE, flags);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_OPENED] = g_signal_new ("opened", LW_TYPE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[SIGNAL_SAVED] = g_signal_new ("saved", LW_TYPE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (LW_TYPE_ADAPTIVE);
  g_type_ensure (LW_TYPE_CANVAS);
  g_type_ensure (LW_TYPE_OVERLAYS_BUTTON);
  g_type_ensure (LW_TYPE_HISTORY_BUTTON);
  g_type_ensure (LW_TYPE_MAGNIFIER);
  g_type_ensure (LW_TYPE_START_PAGE);
  g_type_ensure (LW_TYPE_TRANSPORT);
  g_type_ensure (LW_TYPE_PLOTS_DOCK);
  g_type_ensure (LW_TYPE_OPENING_VIEW);
  g_type_ensure (LW_TYPE_STATUS_LINE);
  bind_template (GTK_WIDGET_CLASS (klass));
  lw_window_install_actions (klass);
  lw_window_install_file_actions (klass);
  lw_window_install_save_actions (klass);
  lw_window_install_edit_actions (klass);
  lw_window_install_toast_actions (klass);
  lw_window_install_focus_actions (klass);
  lw_window_install_mark_actions (klass);
  lw_window_install_tool_actions (klass);
  lw_window_install_part_actions (klass);
  lw_window_install_import_actions (klass);
  lw_window_install_background_actions (klass);
  lw_window_install_mobility_actions (klass);
  lw_window_install_analysis_actions (klass);
  lw_window_install_time_actions (klass);
  lw_window_install_animation_actions (klass);
  lw_window_install_export_actions (klass);
  lw_window_install_failure_actions (klass);
  lw_window_install_compliance_actions (klass);
  lw_window_install_curve_actions (klass);
  lw_window_install_hood_actions (klass);
  lw_window_install_lesson_actions (klass);
  lw_window_install_help_actions (klass);
  lw_window_install_welcome_actions (klass);
}

static void
active_cb (LwWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    lw_window_show_units (self);
}

static void
lw_window_init (LwWindow *self)
{
  self->speed = 1;
  self->settings = lw_settings_new ();
  lw_window_add_layout (self);
  lw_window_add_document (self);
  lw_window_add_saving (self);
  lw_window_add_reading (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  lw_window_add_presentation (self);
  lw_window_add_toasts (self);
  lw_window_add_sidebar (self);
  lw_window_add_hood (self);
  lw_window_add_lesson (self);
  lw_window_add_focus_keys (self);
  lw_window_add_tools (self);
  lw_window_add_edit (self);
  lw_window_add_drop (self);
  lw_window_add_wiggle (self);
  lw_window_add_driver_bar (self);
  lw_overlays_button_set_canvas (self->overlays_button, self->canvas);
  lw_window_add_compliance (self);
  lw_window_add_curve (self);
  lw_window_add_help (self);
  lw_window_add_welcome (self);
  lw_window_add_classroom (self);
  restore (self);

  lw_window_add_keys (self);
  lw_window_add_recent_menu (self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_cb), NULL);
  lw_window_update_actions (self);
  lw_window_update_header (self);
  lw_window_update_parts (self);
}
