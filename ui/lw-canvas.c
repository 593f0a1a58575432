// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing area. A frame is put together as an image: the sheet (paper, grid, rulers), which is
// drawn anew only when the view or the palette changes; the paths of tracers, which are added to;
// and the mechanism, drawn whenever it moves.

#include "lw-canvas.h"

#include <math.h>

#include "lw-look.h"
#include "lw-pick.h"
#include "lw-reach.h"
#include "lw-scene.h"
#include "lw-trace-layer.h"

#define ZOOM_PER_NOTCH 1.2
#define KEY_PAN_PX 40
#define TURN_PER_PX 0.01 ///< rad
#define PICK_REACH_PX 5
#define FIT_MARGIN_PX 56
#define FIT_MARGIN_SPATIAL_PX 88 ///< the floor reaches beyond the mechanism

struct _LwCanvas
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection; ///< NULL: nothing can be selected
  LwLook *look;
  LwScene *scene;
  MbdState *state;
  cairo_surface_t *sheet; ///< paper, grid and rulers; NULL: to be drawn anew
  cairo_surface_t *frames[2];
  LwTraceLayer traces;
  GCancellable *reaching; ///< while the reach of the motion is being found

  LwView view;
  int frame;      ///< which of them is on the screen
  cairo_t *cairo; ///< while drawing
  LwReach reach;
  bool reach_known;
  bool fit_pending; ///< fit as soon as the size is known
  bool fitted;      ///< and the user has not changed the view since
  bool pointer_inside;
  double pointer_x, pointer_y;
  double drag_x, drag_y; ///< offset of the drag that has been taken into the view
  bool dragged;          ///< beyond a trembling click
  bool drag_turns;       ///< a spatial view, else it pans
  double pinch_scale;
};

enum
{
  PROP_0,
  PROP_PLAYER,
  N_PROPERTIES
};

enum
{
  SIGNAL_POINTER_MOVED, ///< gboolean inside; double x, y of the world, m
  SIGNAL_VIEW_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwCanvas, lw_canvas, GTK_TYPE_WIDGET)

// ---- view -----------------------------------------------------------------------------------

static void
report_pointer (LwCanvas *self)
{
  double world[3] = { 0, 0, 0 };

  if (self->pointer_inside)
    lw_view_unproject (&self->view, self->pointer_x, self->pointer_y, world);
  g_signal_emit (self, signals[SIGNAL_POINTER_MOVED], 0, (gboolean) self->pointer_inside, world[0],
                 world[1]);
}

static void
drop_images (LwCanvas *self)
{
  g_clear_pointer (&self->sheet, cairo_surface_destroy);
  g_clear_pointer (&self->frames[0], cairo_surface_destroy);
  g_clear_pointer (&self->frames[1], cairo_surface_destroy);
}

static void
view_changed (LwCanvas *self)
{
  drop_images (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  report_pointer (self);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

static void
zoom_at (LwCanvas *self, double x, double y, double factor)
{
  self->fitted = false;
  lw_view_zoom_at (&self->view, x, y, factor);
  view_changed (self);
}

static void
take_pose (LwCanvas *self)
{
  mbd_state_set (self->state, lw_player_get_time (self->player),
                 lw_player_get_positions (self->player), lw_player_get_velocities (self->player));
}

/// The whole motion as far as it is known, and the pose that was taken.
static bool
known_box (LwCanvas *self, double minimum[3], double maximum[3])
{
  if (!lw_scene_box (self->scene, self->state, minimum, maximum))
    return false;
  for (int i = 0; i < 3 && self->reach_known; i++) {
    minimum[i] = fmin (minimum[i], self->reach.minimum[i]);
    maximum[i] = fmax (maximum[i], self->reach.maximum[i]);
  }
  return true;
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
  take_pose (self);
  if (!known_box (self, minimum, maximum))
    return;
  lw_view_fit (&self->view, minimum, maximum,
               self->view.spatial ? FIT_MARGIN_SPATIAL_PX : FIT_MARGIN_PX);
  // The rulers take room at the left and the top.
  if (!self->view.spatial)
    lw_view_pan (&self->view, 0.5 * LW_RULER_SIZE, 0.5 * LW_RULER_SIZE);
  self->fitted = true;
  view_changed (self);
}

static void
reach_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwCanvas *self = LW_CANVAS (source);
  LwReach reach;

  // Another mechanism is shown by now, or none.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->reaching);
  if (!lw_reach_finish (result, &reach))
    return;
  self->reach = reach;
  self->reach_known = true;
  lw_scene_set_largest (self->scene, LW_ARROW_REACTION, reach.reaction);
  if (self->fitted || self->fit_pending)
    lw_canvas_zoom_to_fit (self);
}

void
lw_canvas_zoom (LwCanvas *self, double factor)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (self->pointer_inside)
    zoom_at (self, self->pointer_x, self->pointer_y, factor);
  else
    zoom_at (self, self->view.width / 2, self->view.height / 2, factor);
}

void
lw_canvas_pan (LwCanvas *self, double dx_px, double dy_px)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  self->fitted = false;
  lw_view_pan (&self->view, dx_px, dy_px);
  view_changed (self);
}

void
lw_canvas_set_direction (LwCanvas *self, LwViewDirection direction)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (!self->view.spatial)
    return;
  lw_view_set_direction (&self->view, direction);
  lw_canvas_zoom_to_fit (self);
  view_changed (self);
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
  view_changed (self);
}

// ---- selection ------------------------------------------------------------------------------

static bool
pick (LwCanvas *self, double x, double y, LwElementRef *found)
{
  *found = (LwElementRef){ LW_SELECTION_NONE, 0 };
  if (self->scene == NULL)
    return false;
  take_pose (self);
  return lw_scene_pick (self->scene, self->state, &self->view, x, y, PICK_REACH_PX, found);
}

/// Only what a click would take is hovered.
static void
hover (LwCanvas *self)
{
  LwElementRef found = { LW_SELECTION_NONE, 0 };

  if (self->selection == NULL)
    return;
  if (self->pointer_inside)
    pick (self, self->pointer_x, self->pointer_y, &found);
  lw_selection_set_hovered (self->selection, found);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   found.kind != LW_SELECTION_NONE ? "pointer" : NULL);
}

static void
click (LwCanvas *self, double x, double y, bool extend)
{
  LwElementRef found;

  if (self->selection == NULL)
    return;
  if (!pick (self, x, y, &found)) {
    if (!extend)
      lw_selection_clear (self->selection);
  } else if (extend) {
    lw_selection_toggle (self->selection, found.kind, found.id);
  } else {
    lw_selection_set (self->selection, found.kind, found.id);
  }
}

static gboolean
cycle_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  // After the last element the key goes on to the next widget.
  return self->selection != NULL && self->player != NULL
         && lw_selection_cycle (self->selection, lw_player_get_mechanism (self->player),
                                g_variant_get_int32 (arguments));
}

static gboolean
clear_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (self->selection == NULL || lw_selection_get_last (self->selection).kind == LW_SELECTION_NONE)
    return FALSE;
  lw_selection_clear (self->selection);
  return TRUE;
}

static gboolean
direction_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (!self->view.spatial)
    return FALSE;
  lw_canvas_set_direction (self, (LwViewDirection) g_variant_get_int32 (arguments));
  return TRUE;
}

void
lw_canvas_set_selection (LwCanvas *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL) {
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
    g_signal_connect_swapped (selection, "hover-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  }
}

// ---- gestures -------------------------------------------------------------------------------

static GdkModifierType
drag_state (GtkGestureDrag *drag)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
}

static void
drag_begin_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));

  if (button != 0 && button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_MIDDLE) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_x = 0;
  self->drag_y = 0;
  self->dragged = false;
  self->drag_turns =
    self->view.spatial && button != GDK_BUTTON_MIDDLE && !(drag_state (drag) & GDK_SHIFT_MASK);
}

static void
drag_update_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  // A click may tremble a little and is still one.
  if (!self->dragged && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) x, (int) y))
    return;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  self->dragged = true;
  if (self->drag_turns) {
    lw_view_set_angles (
      &self->view, self->view.azimuth + TURN_PER_PX * (x - self->drag_x),
      CLAMP (self->view.elevation + TURN_PER_PX * (y - self->drag_y), -G_PI / 2, G_PI / 2));
    view_changed (self);
  } else {
    lw_canvas_pan (self, x - self->drag_x, y - self->drag_y);
  }
  self->drag_x = x;
  self->drag_y = y;
}

static void
drag_end_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  double start_x;
  double start_y;

  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  if (!self->dragged && button != GDK_BUTTON_MIDDLE
      && gtk_gesture_drag_get_start_point (drag, &start_x, &start_y))
    click (self, start_x, start_y, drag_state (drag) & GDK_SHIFT_MASK);
}

static void
pressed_cb (LwCanvas *self, int n_press, double x, double y)
{
  LwElementRef found;

  if (n_press == 2 && !pick (self, x, y, &found))
    lw_canvas_zoom_to_fit (self);
}

/// A wheel zooms at the pointer; two fingers on a touchpad move the sheet, and zoom with Ctrl.
static gboolean
scroll_cb (LwCanvas *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  bool smooth = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;

  if (smooth && !(modifiers & GDK_CONTROL_MASK))
    lw_canvas_pan (self, -dx, -dy);
  else
    lw_canvas_zoom (self, pow (ZOOM_PER_NOTCH, smooth ? -dy / 40 : -dy));
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (LwCanvas *self)
{
  self->pinch_scale = 1;
}

static void
pinch_cb (LwCanvas *self, double scale, GtkGestureZoom *zoom)
{
  double x = self->view.width / 2;
  double y = self->view.height / 2;

  if (scale <= 0)
    return;
  gtk_gesture_get_bounding_box_center (GTK_GESTURE (zoom), &x, &y);
  zoom_at (self, x, y, scale / self->pinch_scale);
  self->pinch_scale = scale;
}

static void
motion_cb (LwCanvas *self, double x, double y)
{
  self->pointer_inside = true;
  self->pointer_x = x;
  self->pointer_y = y;
  report_pointer (self);
  hover (self);
}

static void
leave_cb (LwCanvas *self)
{
  self->pointer_inside = false;
  report_pointer (self);
  hover (self);
}

static gboolean
pan_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  int dx;
  int dy;

  g_variant_get (arguments, "(ii)", &dx, &dy);
  lw_canvas_pan (LW_CANVAS (widget), dx, dy);
  return TRUE;
}

// ---- drawing --------------------------------------------------------------------------------

/// An image as large as the canvas, in device pixels.
static cairo_surface_t *
create_image (LwCanvas *self)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *image = cairo_image_surface_create (
    CAIRO_FORMAT_RGB24, (int) self->view.width * factor, (int) self->view.height * factor);

  cairo_surface_set_device_scale (image, factor, factor);
  return image;
}

/// Paper, grid and rulers.
static cairo_surface_t *
draw_sheet (LwCanvas *self)
{
  const LwPalette *palette = lw_look_get_palette (self->look);
  cairo_surface_t *image = create_image (self);
  cairo_t *cairo = cairo_create (image);
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_look_get_fonts (self->look));

  lw_draw_paper (painter, palette, &self->view);
  if (!self->view.spatial) {
    lw_draw_grid (painter, palette, &self->view);
    lw_draw_rulers (painter, palette, &self->view);
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
  return image;
}

static gboolean
draw_again_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

static void
update_traces (LwCanvas *self)
{
  LwRecording *recording = lw_player_get_recording (self->player);

  lw_scene_update_traces (self->scene, recording, lw_player_get_position_column (self->player));
  if (lw_mechanism_get_n_tracers (lw_player_get_mechanism (self->player)) > 0
      && lw_trace_layer_update (&self->traces, self->scene, recording, &self->view,
                                gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                lw_look_get_palette (self->look), lw_look_get_fonts (self->look))
      && !lw_player_get_playing (self->player))
    gtk_widget_add_tick_callback (GTK_WIDGET (self), draw_again_cb, NULL, NULL);
}

static void
paint_traces_cb (void *data)
{
  LwCanvas *self = data;

  lw_trace_layer_paint (&self->traces, self->cairo);
}

static void
draw_mechanism (LwCanvas *self, cairo_t *cairo)
{
  const LwPalette *palette = lw_look_get_palette (self->look);
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_look_get_fonts (self->look));
  LwDrawOptions options = lw_draw_options_default ();
  double minimum[3];
  double maximum[3];

  self->cairo = cairo;
  take_pose (self);
  options.solved = mbd_state_solve (self->state, NULL) == MBD_STATUS_OK;
  options.reactions = options.solved;
  if (self->selection != NULL) {
    options.hovered = lw_selection_get_hovered (self->selection);
    options.selected = lw_selection_get (self->selection, &options.n_selected);
  }
  options.paint_traces = paint_traces_cb;
  options.paint_traces_data = self;
  update_traces (self);
  if (self->view.spatial && known_box (self, minimum, maximum))
    lw_draw_floor (painter, palette, &self->view, minimum, maximum);
  lw_draw_mechanism (self->scene, painter, palette, &self->view, self->state, &options);
  if (self->view.spatial)
    lw_draw_triad (painter, palette, &self->view);
  lw_painter_free (painter);
  self->cairo = NULL;
}

/// The sheet with the mechanism on it.
static void
draw_frame (LwCanvas *self, cairo_surface_t *image)
{
  double ruler = self->view.spatial ? 0 : LW_RULER_SIZE;
  cairo_t *cairo = cairo_create (image);

  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, self->sheet, 0, 0);
  cairo_paint (cairo);
  if (self->scene != NULL) {
    cairo_set_operator (cairo, CAIRO_OPERATOR_OVER);
    cairo_rectangle (cairo, ruler, ruler, self->view.width, self->view.height);
    cairo_clip (cairo);
    draw_mechanism (self, cairo);
  }
  cairo_destroy (cairo);
}

/// The screen gets one image: sending it each line of the drawing takes longer. There are two of
/// them because the toolkit still holds the last one, and would copy it before it is drawn over.
static void
lw_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwCanvas *self = LW_CANVAS (widget);
  float width = (float) self->view.width;
  float height = (float) self->view.height;
  cairo_surface_t **image;
  cairo_t *cairo;

  if (width < 1 || height < 1)
    return;
  if (self->sheet == NULL)
    self->sheet = draw_sheet (self);
  self->frame = 1 - self->frame;
  image = &self->frames[self->frame];
  if (*image == NULL)
    *image = create_image (self);
  draw_frame (self, *image);

  cairo = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, *image, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
}

static void
lw_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (width != (int) self->view.width || height != (int) self->view.height) {
    lw_view_set_size (&self->view, width, height);
    drop_images (self);
    self->fit_pending = self->fit_pending || (self->fitted && self->scene != NULL);
  }
  if (self->fit_pending)
    lw_canvas_zoom_to_fit (self);
}

static void
look_changed_cb (LwCanvas *self)
{
  drop_images (self);
  lw_trace_layer_clear (&self->traces);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  g_cancellable_cancel (self->reaching);
  g_clear_object (&self->reaching);
  self->reach_known = false;
  lw_trace_layer_clear (&self->traces);
  g_clear_pointer (&self->scene, lw_scene_free);
  g_clear_pointer (&self->state, mbd_state_free);
  g_clear_object (&self->player);
}

void
lw_canvas_set_player (LwCanvas *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_CANVAS (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  drop_player (self);
  if (player != NULL) {
    self->player = g_object_ref (player);
    self->scene = lw_scene_new (lw_player_get_mechanism (player), lw_player_get_model (player));
    self->state = mbd_state_new (lw_player_get_model (player));
    lw_view_init (&self->view, self->view.width, self->view.height,
                  lw_scene_is_spatial (self->scene));
    self->reaching = g_cancellable_new ();
    lw_reach_async (G_OBJECT (self), lw_player_get_mechanism (player), lw_player_get_model (player),
                    self->reaching, reach_cb, NULL);
    g_signal_connect_swapped (player, "moved", G_CALLBACK (gtk_widget_queue_draw), self);
    g_signal_connect_swapped (player, "grown", G_CALLBACK (gtk_widget_queue_draw), self);
  }
  lw_canvas_zoom_to_fit (self);
  view_changed (self);
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
  lw_canvas_set_selection (self, NULL);
  drop_images (self);
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
bind_pan (GtkWidgetClass *widget_class, guint key, guint keypad_key, int dx, int dy)
{
  gtk_widget_class_add_binding (widget_class, key, 0, pan_key_cb, "(ii)", dx, dy);
  gtk_widget_class_add_binding (widget_class, keypad_key, 0, pan_key_cb, "(ii)", dx, dy);
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

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Tab, 0, cycle_key_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK, cycle_key_cb,
                                "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_1, 0, direction_key_cb, "i",
                                LW_VIEW_FRONT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_2, 0, direction_key_cb, "i", LW_VIEW_TOP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_3, 0, direction_key_cb, "i",
                                LW_VIEW_RIGHT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0, 0, direction_key_cb, "i",
                                LW_VIEW_AXONOMETRIC);

  // The arrows move the window over the sheet, so the picture goes the other way.
  bind_pan (widget_class, GDK_KEY_Left, GDK_KEY_KP_Left, KEY_PAN_PX, 0);
  bind_pan (widget_class, GDK_KEY_Right, GDK_KEY_KP_Right, -KEY_PAN_PX, 0);
  bind_pan (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, 0, KEY_PAN_PX);
  bind_pan (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, 0, -KEY_PAN_PX);

  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (LwCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *controller;

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (controller), 0);
  g_signal_connect_swapped (controller, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (controller, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (controller, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect_swapped (controller, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_zoom_new ());
  g_signal_connect_swapped (controller, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (controller, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect_swapped (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (controller, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, controller);
}

static void
lw_canvas_init (LwCanvas *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  lw_view_init (&self->view, 0, 0, false);
  self->look = lw_look_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (look_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed_cb), NULL);
  add_controllers (self);
}
