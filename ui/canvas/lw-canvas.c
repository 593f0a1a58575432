// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing area: its view, player and properties. lw-canvas-frames.c draws the frames.

#include "lw-canvas-private.h"

#include <math.h>

#define FIT_MARGIN_PX 56
#define FIT_MARGIN_COMPACT_PX 40
#define PRESENTED_TITLE_PX 18    ///< half the height of the title, less the margin
#define FIT_MARGIN_SPATIAL_PX 88 ///< the floor extends beyond the mechanism
#define REACH_DELAY_MS 500       ///< after an edit; drawing a link takes about as long
#define EMPTY_SCALE 1000         ///< px per m for an empty sheet: suits links of about 0.1 m

enum
{
  PROP_0,
  PROP_PLAYER,
  N_PROPERTIES
};

enum
{
  SIGNAL_POINTER_MOVED, ///< gboolean inside; double x, y in the world, m
  SIGNAL_VIEW_CHANGED,
  SIGNAL_BACKGROUND_FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwCanvas, lw_canvas, GTK_TYPE_WIDGET)

// ---- view -----------------------------------------------------------------------------------

void
lw_canvas_report_pointer (LwCanvas *self)
{
  double world[3] = { 0, 0, 0 };

  if (self->pointer_inside)
    lw_view_unproject (&self->view, self->pointer_x, self->pointer_y, world);
  g_signal_emit (self, signals[SIGNAL_POINTER_MOVED], 0, (gboolean) self->pointer_inside, world[0],
                 world[1]);
}

static void
tell_of_view (LwCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  lw_canvas_report_pointer (self);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

void
lw_canvas_redraw (LwCanvas *self)
{
  self->only_panned = false;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_canvas_view_changed (LwCanvas *self)
{
  lw_canvas_redraw (self);
  tell_of_view (self);
}

void
lw_canvas_zoom_at (LwCanvas *self, double x, double y, double factor)
{
  self->fitted = false;
  lw_view_zoom_at (&self->view, x, y, factor);
  lw_canvas_view_changed (self);
}

void
lw_canvas_take_pose (LwCanvas *self)
{
  if (self->pose_state != LW_POSE_STALE)
    return;
  lw_player_prepare (self->player, self->state);
  if (self->pose != NULL)
    mbd_state_set (self->state, lw_player_get_time (self->player), self->pose, NULL);
  lw_canvas_take_held_pose (self);
  self->pose_state = LW_POSE_TAKEN;
}

/// Called when the displayed time or the mechanism has changed.
static void
moved_cb (LwCanvas *self)
{
  self->pose_state = LW_POSE_STALE;
  lw_canvas_redraw (self);
}

bool
lw_canvas_find_known_box (LwCanvas *self, double minimum[3], double maximum[3])
{
  if (!lw_scene_box (self->scene, self->state, minimum, maximum))
    return false;
  for (int i = 0; i < 3 && self->reach_known; i++) {
    minimum[i] = fmin (minimum[i], self->reach.minimum[i]);
    maximum[i] = fmax (maximum[i], self->reach.maximum[i]);
  }
  return true;
}

double
lw_canvas_get_ruler_size (LwCanvas *self)
{
  return self->view.spatial || self->compact || self->bare
           ? 0
           : floor (LW_RULER_SIZE * lw_appearance_get_letters (self->look));
}

void
lw_canvas_zoom_to_fit (LwCanvas *self)
{
  double minimum[3];
  double maximum[3];

  g_return_if_fail (LW_IS_CANVAS (self));

  self->fit_pending = self->scene != NULL && self->view.width <= 0;
  if (self->scene == NULL || self->fit_pending)
    return;
  lw_canvas_take_pose (self);
  if (!lw_canvas_find_known_box (self, minimum, maximum))
    return;
  lw_view_fit (&self->view, minimum, maximum,
               self->compact        ? FIT_MARGIN_COMPACT_PX
               : self->view.spatial ? FIT_MARGIN_SPATIAL_PX
                                    : FIT_MARGIN_PX);
  // The rulers occupy space at the left and the top.
  lw_view_pan (&self->view, 0.5 * lw_canvas_get_ruler_size (self),
               0.5 * lw_canvas_get_ruler_size (self));
  // The title of a presentation occupies space at the top.
  if (self->bare)
    lw_view_pan (&self->view, 0, PRESENTED_TITLE_PX);
  self->fitted = true;
  lw_canvas_view_changed (self);
}

static void
reach_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwCanvas *self = LW_CANVAS (source);
  LwReach reach;

  // Another mechanism, or none, is shown now.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->reaching);
  if (!lw_reach_finish (result, &reach))
    return;
  self->reach = reach;
  self->reach_known = true;
  lw_largest_free (self->reactions);
  self->reactions = g_steal_pointer (&self->reach.reactions);
  if (self->fitted || self->fit_pending)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_redraw (self);
}

void
lw_canvas_zoom (LwCanvas *self, double factor)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (self->pointer_inside)
    lw_canvas_zoom_at (self, self->pointer_x, self->pointer_y, factor);
  else
    lw_canvas_zoom_at (self, self->view.width / 2, self->view.height / 2, factor);
}

void
lw_canvas_pan (LwCanvas *self, double dx_px, double dy_px)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  self->fitted = false;
  lw_view_pan (&self->view, dx_px, dy_px);
  tell_of_view (self);
}

void
lw_canvas_set_direction (LwCanvas *self, LwViewDirection direction)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (!self->view.spatial)
    return;
  lw_view_set_direction (&self->view, direction);
  lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_compact (LwCanvas *self, bool compact)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (compact == self->compact)
    return;
  self->compact = compact;
  self->sheet_drawn = false;
  if (self->fitted)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_bare (LwCanvas *self, bool bare)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (bare == self->bare)
    return;
  self->bare = bare;
  // The resolution of the images depends on the magnification.
  lw_canvas_drop_images (self);
  if (self->fitted)
    lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
}

void
lw_canvas_set_show_scales (LwCanvas *self, bool show)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (show == self->show_scales)
    return;
  self->show_scales = show;
  lw_canvas_redraw (self);
}

void
lw_canvas_set_overlays (LwCanvas *self, LwOverlays overlays)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (overlays == self->overlays)
    return;
  self->overlays = overlays;
  lw_canvas_redraw (self);
}

LwOverlays
lw_canvas_get_overlays (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), LW_OVERLAYS_DEFAULT);

  return self->overlays;
}

void
lw_canvas_set_arrow_factor (LwCanvas *self, double factor)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (factor == self->arrow_factor)
    return;
  self->arrow_factor = factor;
  lw_canvas_redraw (self);
}

double
lw_canvas_get_arrow_factor (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), 1);

  return self->arrow_factor;
}

LwLargest *
lw_canvas_dup_reactions (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);
  g_return_val_if_fail (self->reactions != NULL, NULL);

  return lw_largest_copy (self->reactions);
}

bool
lw_canvas_knows_reach (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), false);

  return self->reach_known;
}

const LwView *
lw_canvas_get_view (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);

  return &self->view;
}

void
lw_canvas_get_project_view (LwCanvas *self, LwProjectView *view)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  view->fitted = self->fitted || self->fit_pending;
  view->overlays = self->overlays;
  view->arrow_factor = self->arrow_factor;
  for (int i = 0; i < 3; i++)
    view->centre[i] = self->view.centre[i];
  view->scale = self->view.scale;
  view->spatial = self->view.spatial;
  view->azimuth = self->view.azimuth;
  view->elevation = self->view.elevation;
}

void
lw_canvas_set_project_view (LwCanvas *self, const LwProjectView *view)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  lw_canvas_set_overlays (self, view->overlays);
  lw_canvas_set_arrow_factor (self, view->arrow_factor);
  if (view->fitted) {
    lw_canvas_zoom_to_fit (self);
    return;
  }
  self->fitted = false;
  self->fit_pending = false;
  if (self->view.spatial)
    lw_view_set_angles (&self->view, view->azimuth, view->elevation);
  for (int i = 0; i < 3; i++)
    self->view.centre[i] = view->centre[i];
  self->view.scale = CLAMP (view->scale, LW_VIEW_SCALE_MIN, LW_VIEW_SCALE_MAX);
  lw_canvas_view_changed (self);
}

static void
lw_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (width != (int) self->view.width || height != (int) self->view.height) {
    lw_view_set_size (&self->view, width, height);
    lw_canvas_drop_images (self);
    self->fit_pending = self->fit_pending || (self->fitted && self->scene != NULL);
  }
  if (self->fit_pending)
    lw_canvas_zoom_to_fit (self);
}

static void
look_changed_cb (LwCanvas *self)
{
  lw_canvas_drop_images (self);
  lw_trace_layer_clear (&self->traces);
  lw_canvas_redraw (self);
}

// ---- player ---------------------------------------------------------------------------------

LwPlayer *
lw_canvas_get_player (LwCanvas *self)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), NULL);

  return self->player;
}

static void
drop_player (LwCanvas *self)
{
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_handle_id (&self->reach_id, g_source_remove);
  g_cancellable_cancel (self->reaching);
  g_clear_object (&self->reaching);
  self->reach_known = false;
  g_clear_pointer (&self->reactions, lw_largest_free);
  lw_trace_layer_clear (&self->traces);
  g_clear_pointer (&self->pose, g_free);
  g_clear_pointer (&self->scene, lw_scene_free);
  g_clear_pointer (&self->state, mbd_state_free);
  self->pose_state = LW_POSE_STALE;
  g_clear_object (&self->player);
}

void
lw_canvas_set_pose (LwCanvas *self, const double *q)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (q == NULL || self->player != NULL);

  g_clear_pointer (&self->pose, g_free);
  if (q != NULL)
    self->pose = g_memdup2 (q, (gsize) mbd_model_position_count (lw_player_get_model (self->player))
                                 * sizeof *q);
  moved_cb (self);
}

/// Called when a coupling has been switched or changed during the run.
static void
changed_cb (LwCanvas *self)
{
  lw_scene_free (self->scene);
  self->scene =
    lw_scene_new (lw_player_get_mechanism (self->player), lw_player_get_model (self->player));
  lw_trace_layer_clear (&self->traces);
  lw_largest_forget_after (self->reactions, lw_player_get_time (self->player));
  moved_cb (self);
}

/// Begins to compute the reach of the mechanism in a worker thread.
static gboolean
find_reach_cb (gpointer data)
{
  LwCanvas *self = data;

  self->reach_id = 0;
  self->reaching = g_cancellable_new ();
  lw_reach_async (G_OBJECT (self), lw_player_get_mechanism (self->player),
                  lw_player_get_model (self->player), self->reaching, reach_cb, NULL);
  return G_SOURCE_REMOVE;
}

void
lw_canvas_set_player (LwCanvas *self, LwPlayer *player)
{
  const bool edited = self->player != NULL && player != NULL;

  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  self->preview_held = false;
  drop_player (self);
  if (player != NULL) {
    self->player = g_object_ref (player);
    self->scene = lw_player_take_scene (player, &self->state);
    lw_view_init (&self->view, self->view.width, self->view.height,
                  lw_scene_is_spatial (self->scene));
    if (lw_mechanism_get_n_bodies (lw_player_get_mechanism (player)) == 0)
      self->view.scale = EMPTY_SCALE;
    self->reactions = lw_largest_new (lw_player_get_duration (player));
    // The reach requires a whole run, which is not computed after each step of a drawing.
    if (edited)
      self->reach_id = g_timeout_add (REACH_DELAY_MS, find_reach_cb, self);
    else
      find_reach_cb (self);
    g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
    g_signal_connect_swapped (player, "grown", G_CALLBACK (moved_cb), self);
    g_signal_connect_swapped (player, "changed", G_CALLBACK (changed_cb), self);
  }
  lw_canvas_zoom_to_fit (self);
  lw_canvas_view_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYER]);
}

// ---- object ---------------------------------------------------------------------------------

GtkWidget *
lw_canvas_new (void)
{
  return g_object_new (LW_TYPE_CANVAS, NULL);
}

static void
lw_canvas_dispose (GObject *object)
{
  LwCanvas *self = LW_CANVAS (object);

  drop_player (self);
  lw_canvas_set_tools (self, NULL);
  lw_canvas_set_selection (self, NULL);
  lw_canvas_drop_images (self);
  lw_backdrop_clear (&self->backdrop);
  g_clear_pointer (&self->crowd, lw_pan_layer_free);
  g_clear_pointer (&self->tiles, lw_tiles_free);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_canvas_parent_class)->dispose (object);
}

static void
lw_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwCanvas *self = LW_CANVAS (object);

  switch (id) {
  case PROP_PLAYER:
    g_value_set_object (value, self->player);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwCanvas *self = LW_CANVAS (object);

  switch (id) {
  case PROP_PLAYER:
    lw_canvas_set_player (self, g_value_get_object (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_canvas_class_init (LwCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_canvas_dispose;
  object_class->get_property = lw_canvas_get_property;
  object_class->set_property = lw_canvas_set_property;
  widget_class->snapshot = lw_canvas_snapshot;
  widget_class->size_allocate = lw_canvas_size_allocate;

  properties[PROP_PLAYER] =
    g_param_spec_object ("player", NULL, NULL, LW_TYPE_PLAYER,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_POINTER_MOVED] =
    g_signal_new ("pointer-moved", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 3, G_TYPE_BOOLEAN, G_TYPE_DOUBLE, G_TYPE_DOUBLE);

  signals[SIGNAL_VIEW_CHANGED] = g_signal_new ("view-changed", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                               NULL, NULL, NULL, G_TYPE_NONE, 0);
  // Emitted if the background image cannot be shown; the string is a message.
  signals[SIGNAL_BACKGROUND_FAILED] =
    g_signal_new ("background-failed", LW_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);

  lw_canvas_install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_canvas_init (LwCanvas *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  lw_view_init (&self->view, 0, 0, false);
  self->show_scales = true;
  self->overlays = LW_OVERLAYS_DEFAULT;
  self->arrow_factor = 1;
  self->crowd = lw_pan_layer_new ();
  self->tiles = lw_tiles_new ();
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (look_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed_cb), NULL);
  lw_canvas_add_controllers (self);
}
