// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-window-private.h"

#include <glib/gi18n.h>

#include "lw-settings.h"
#include "lw-text.h"

/// Below this height of the window the plots start hidden.
#define PLOTS_WINDOW_HEIGHT 650

enum
{
  PROP_0,
  PROP_SHOW_PLOTS,
  PROP_SPEED,
  N_PROPERTIES
};

enum
{
  SIGNAL_OPENED, ///< a file has been read; gboolean: it is shown now
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwWindow, lw_window, ADW_TYPE_APPLICATION_WINDOW)

// ---- messages -------------------------------------------------------------------------------

void
lw_window_show_message (LwWindow *self, const char *message)
{
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

/// The frame clock only runs while something moves.
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

static void
drop_player (LwWindow *self)
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

  return self->player;
}

bool
lw_window_is_empty (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->player == NULL && self->opening == NULL;
}

/// Name and notes of the mechanism. A mechanism without a title is called after its file.
static void
show_words (LwWindow *self, LwMechanism *mechanism, const char *name)
{
  const char *title = lw_mechanism_get_title (mechanism);
  const char *notes = lw_mechanism_get_notes (mechanism);
  bool titled = title[0] != '\0';

  adw_window_title_set_title (self->title, titled ? title : name);
  adw_window_title_set_subtitle (self->title, titled ? name : "");
  gtk_window_set_title (GTK_WINDOW (self), titled ? title : name);
  gtk_label_set_text (self->notes_label, notes);
  gtk_revealer_set_reveal_child (self->notes_revealer, notes[0] != '\0');
}

void
lw_window_set_player (LwWindow *self, LwPlayer *player, const char *name)
{
  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (LW_IS_PLAYER (player));

  drop_player (self);
  self->player = g_object_ref (player);
  lw_player_set_speed (player, self->speed);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (playing_changed_cb), self);
  g_signal_connect_swapped (player, "failed", G_CALLBACK (lw_window_show_message), self);

  show_words (self, lw_player_get_mechanism (player), name);
  lw_canvas_set_player (self->canvas, player);
  lw_transport_set_player (self->transport, player);
  lw_plots_dock_set_player (self->plots_dock, player);
  lw_status_line_set_player (self->status_line, player);
  gtk_stack_set_visible_child_name (self->stack, "mechanism");
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  lw_window_update_actions (self);
}

// ---- opening --------------------------------------------------------------------------------

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_clear_pointer (&loaded->model, mbd_model_unref);
  g_clear_pointer (&loaded->mechanism, lw_mechanism_unref);
  g_free (loaded);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Loaded *loaded = g_new0 (Loaded, 1);
  GError *error = NULL;

  loaded->mechanism = lw_text_load (data, cancellable, &error);
  if (loaded->mechanism != NULL)
    loaded->model = lw_mechanism_compile (loaded->mechanism, &error);
  if (error == NULL) {
    g_task_return_pointer (task, loaded, loaded_free);
    return;
  }
  loaded_free (loaded);
  g_task_return_error (task, error);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  GFile *file = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *display_name = name != NULL ? g_filename_display_name (name) : g_strdup ("");
  g_autoptr (LwPlayer) player = NULL;
  g_autoptr (GError) error = NULL;
  Loaded *loaded = g_task_propagate_pointer (G_TASK (result), &error);

  // Another file was chosen meanwhile, or the window is gone.
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->opening);
  if (loaded != NULL) {
    player = lw_player_new (loaded->mechanism, loaded->model, &error);
    loaded_free (loaded);
  }
  lw_window_show_message (self, error != NULL ? error->message : NULL);
  if (player != NULL)
    lw_window_set_player (self, player, display_name);
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, (gboolean) (player != NULL));
}

bool
lw_window_is_opening (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->opening != NULL;
}

void
lw_window_open (LwWindow *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  self->opening = g_cancellable_new ();
  task = g_task_new (self, self->opening, loaded_cb, NULL);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_thread);
}

static gboolean
drop_cb (LwWindow *self, const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  lw_window_open (self, files->data);
  return TRUE;
}

// ---- template callbacks ---------------------------------------------------------------------

static void
pointer_moved_cb (LwWindow *self, gboolean inside, double x, double y)
{
  lw_status_line_set_pointer (self->status_line, inside && self->player != NULL, x, y,
                              lw_canvas_get_view (self->canvas)->scale);
}

static void
place_dock (LwWindow *self, int maximum_position)
{
  int height = LW_PLOTS_DOCK_HEIGHT;

  if (lw_settings_has_key (self->settings, "plots-height"))
    height = g_settings_get_int (self->settings, "plots-height");
  gtk_paned_set_position (self->paned,
                          MAX (maximum_position + LW_PLOTS_DOCK_MINIMUM_HEIGHT - height, 0));
  self->dock_placed = true;
}

/// The paned window counts from above; the dock has a height. It is set once the space is known.
static void
paned_changed_cb (LwWindow *self)
{
  int maximum_position;

  g_object_get (self->paned, "max-position", &maximum_position, NULL);
  if (!self->dock_placed && maximum_position > 0 && maximum_position < G_MAXINT)
    place_dock (self, maximum_position);
}

/// In a low window the canvas needs the room of the plots.
static gboolean
first_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  int height = gtk_widget_get_height (widget);

  if (height == 0)
    return G_SOURCE_CONTINUE;
  if (height < PLOTS_WINDOW_HEIGHT)
    g_object_set (widget, "show-plots", FALSE, NULL);
  return G_SOURCE_REMOVE;
}

// ---- object ---------------------------------------------------------------------------------

LwWindow *
lw_window_new (LwApplication *application)
{
  return g_object_new (LW_TYPE_WINDOW, "application", application, NULL);
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
  if (self->player != NULL && self->show_plots)
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

static gboolean
lw_window_close_request (GtkWindow *window)
{
  remember (LW_WINDOW (window));
  return GTK_WINDOW_CLASS (lw_window_parent_class)->close_request (window);
}

static void
lw_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwWindow *self = LW_WINDOW (object);

  switch (id) {
  case PROP_SHOW_PLOTS:
    g_value_set_boolean (value, self->show_plots);
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
  case PROP_SHOW_PLOTS:
    self->show_plots = g_value_get_boolean (value);
    gtk_widget_set_visible (GTK_WIDGET (self->plots_dock), self->show_plots);
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

  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  drop_player (self);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_WINDOW);

  G_OBJECT_CLASS (lw_window_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LwWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, message_revealer);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, message_label);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, notes_revealer);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, notes_label);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, plots_dock);
  gtk_widget_class_bind_template_child (widget_class, LwWindow, status_line);
  gtk_widget_class_bind_template_callback (widget_class, pointer_moved_cb);
  gtk_widget_class_bind_template_callback (widget_class, paned_changed_cb);
}

static void
lw_window_class_init (LwWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = lw_window_dispose;
  object_class->get_property = lw_window_get_property;
  object_class->set_property = lw_window_set_property;
  GTK_WINDOW_CLASS (klass)->close_request = lw_window_close_request;

  properties[PROP_SHOW_PLOTS] = g_param_spec_boolean ("show-plots", NULL, NULL, TRUE, flags);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_OPENED] = g_signal_new ("opened", LW_TYPE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (LW_TYPE_CANVAS);
  g_type_ensure (LW_TYPE_TRANSPORT);
  g_type_ensure (LW_TYPE_PLOTS_DOCK);
  g_type_ensure (LW_TYPE_STATUS_LINE);
  bind_template (GTK_WIDGET_CLASS (klass));
  lw_window_install_actions (klass);
}

static void
lw_window_init (LwWindow *self)
{
  GtkDropTarget *drop;

  self->speed = 1;
  self->show_plots = true;
  self->settings = lw_settings_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  restore (self);

  drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect_swapped (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), first_frame_cb, NULL, NULL);
  lw_window_add_keys (self);
  lw_window_update_actions (self);
}
