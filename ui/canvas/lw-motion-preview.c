// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-motion-preview.h"

#include <math.h>

#include "lw-mobility-task.h"

#define POSES_PER_SIDE 64
#define PERIOD_USEC 2000000

struct _LwMotionPreview
{
  GObject parent_instance;

  // Owned
  LwPlayer *player; ///< set while a motion is shown or computed
  double *poses;    ///< NULL until they are computed
  GCancellable *cancellable;

  // Borrowed
  LwCanvas *canvas;

  int motion;
  guint tick_id;
  gint64 start_usec;
};

enum
{
  PROP_0,
  PROP_MOTION,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwMotionPreview, lw_motion_preview, G_TYPE_OBJECT)

// ---- showing --------------------------------------------------------------------------------

/// Shows a pose of the motion, a sine in time. There are more poses than frames, so that the
/// nearest pose is good enough: its joints are closed, while an interpolated pose would have open
/// joints.
static void
show_pose (LwMotionPreview *self, gint64 elapsed_usec)
{
  const int n = mbd_model_position_count (lw_player_get_model (self->player));
  const double phase = 2 * G_PI * (double) (elapsed_usec % PERIOD_USEC) / PERIOD_USEC;
  const int index = (int) lround (POSES_PER_SIDE * (1 + sin (phase)));

  lw_canvas_set_pose (self->canvas, self->poses + CLAMP (index, 0, 2 * POSES_PER_SIDE) * n);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwMotionPreview *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->start_usec == 0)
    self->start_usec = now;
  show_pose (self, now - self->start_usec);
  return G_SOURCE_CONTINUE;
}

static void
swing_done_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  LwMotionPreview *self = LW_MOTION_PREVIEW (object);
  double *poses = lw_swing_finish (result);

  // Another motion, or none, is shown now.
  if (poses == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) {
    g_free (poses);
    return;
  }
  self->poses = poses;
  self->start_usec = 0;
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->canvas), tick_cb, self, NULL);
}

// ---- public ---------------------------------------------------------------------------------

LwMotionPreview *
lw_motion_preview_new (LwCanvas *canvas)
{
  LwMotionPreview *self = g_object_new (LW_TYPE_MOTION_PREVIEW, NULL);

  self->canvas = canvas;
  g_signal_connect_object (canvas, "notify::player", G_CALLBACK (lw_motion_preview_stop), self,
                           G_CONNECT_SWAPPED);
  return self;
}

static void
set_motion (LwMotionPreview *self, int motion)
{
  if (motion == self->motion)
    return;
  self->motion = motion;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MOTION]);
}

/// Stops the motion without notifying.
static void
clear (LwMotionPreview *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->canvas), self->tick_id);
  self->tick_id = 0;
  if (self->player != NULL) {
    g_signal_handlers_disconnect_by_data (self->player, self);
    if (lw_canvas_get_player (self->canvas) == self->player)
      lw_canvas_set_pose (self->canvas, NULL);
  }
  g_clear_object (&self->player);
  g_clear_pointer (&self->poses, g_free);
}

void
lw_motion_preview_start (LwMotionPreview *self, int motion)
{
  LwPlayer *player = lw_canvas_get_player (self->canvas);
  const LwMobility *mobility;

  g_return_if_fail (LW_IS_MOTION_PREVIEW (self));
  g_return_if_fail (player != NULL);

  clear (self);
  lw_player_pause (player);
  mobility = lw_player_get_mobility (player);
  if (mobility == NULL || motion < 0 || motion >= mobility->n_motions) {
    set_motion (self, -1);
    return;
  }
  self->player = g_object_ref (player);
  self->cancellable = g_cancellable_new ();
  lw_swing_async (G_OBJECT (self), lw_player_get_model (player), lw_player_get_changes (player),
                  lw_player_get_time (player), lw_player_get_positions (player),
                  mobility->motions + motion * mobility->n_velocities, POSES_PER_SIDE,
                  self->cancellable, swing_done_cb, NULL);
  // Motion of the mechanism itself must be visible.
  g_signal_connect_swapped (player, "moved", G_CALLBACK (lw_motion_preview_stop), self);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (lw_motion_preview_stop), self);
  set_motion (self, motion);
}

void
lw_motion_preview_stop (LwMotionPreview *self)
{
  g_return_if_fail (LW_IS_MOTION_PREVIEW (self));

  clear (self);
  set_motion (self, -1);
}

int
lw_motion_preview_get_motion (LwMotionPreview *self)
{
  g_return_val_if_fail (LW_IS_MOTION_PREVIEW (self), -1);

  return self->motion;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_motion_preview_dispose (GObject *object)
{
  clear (LW_MOTION_PREVIEW (object));

  G_OBJECT_CLASS (lw_motion_preview_parent_class)->dispose (object);
}

static void
lw_motion_preview_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwMotionPreview *self = LW_MOTION_PREVIEW (object);

  switch (id) {
  case PROP_MOTION:
    g_value_set_int (value, self->motion);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_motion_preview_class_init (LwMotionPreviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = lw_motion_preview_dispose;
  object_class->get_property = lw_motion_preview_get_property;

  properties[PROP_MOTION] = g_param_spec_int ("motion", NULL, NULL, -1, G_MAXINT, -1,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
lw_motion_preview_init (LwMotionPreview *self)
{
  self->motion = -1;
}
