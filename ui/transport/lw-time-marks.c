// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-time-marks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-change-words.h"
#include "lw-event-text.h"
#include "lw-player-events.h"

#define HIT_PX 9.0
#define SLIDER_PX 4.0 ///< width of the slider in the trough; the rest of it overhangs
#define FLAG_PX 7.0
#define TICK_GAP_PX 3.0 ///< ticks at most this far apart are drawn as one
#define REACH_PX 5.0
#define MOST_WORDS 6 ///< lines of a tooltip

typedef enum
{
  HANDLE_NONE,
  HANDLE_START,
  HANDLE_END,
} Handle;

struct _LwTimeMarks
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;

  // Borrowed
  GtkRange *range;

  Handle dragged;
  double pressed_x;
};

G_DEFINE_FINAL_TYPE (LwTimeMarks, lw_time_marks, GTK_TYPE_WIDGET)

// ---- places ---------------------------------------------------------------------------------

/// Sets the trough, in the coordinates of this widget. Returns false if there is none.
static bool
get_trough (LwTimeMarks *self, double *x, double *y, double *width, double *height)
{
  GdkRectangle rectangle;

  if (self->range == NULL || self->player == NULL)
    return false;
  gtk_range_get_range_rect (self->range, &rectangle);
  if (!gtk_widget_translate_coordinates (GTK_WIDGET (self->range), GTK_WIDGET (self), rectangle.x,
                                         rectangle.y, x, y))
    return false;
  *x += 0.5 * SLIDER_PX;
  *width = rectangle.width - SLIDER_PX;
  *height = rectangle.height;
  return *width > 0;
}

static double
x_of_time (LwTimeMarks *self, double time)
{
  const double duration = lw_player_get_duration (self->player);
  double x = 0;
  double y;
  double width = 0;
  double height;

  if (!get_trough (self, &x, &y, &width, &height) || !(duration > 0))
    return x;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    return x + width * (1 - time / duration);
  return x + width * time / duration;
}

static double
time_of_x (LwTimeMarks *self, double at)
{
  const double duration = lw_player_get_duration (self->player);
  double x;
  double y;
  double width;
  double height;
  double part;

  if (!get_trough (self, &x, &y, &width, &height))
    return 0;
  part = CLAMP ((at - x) / width, 0, 1);
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    part = 1 - part;
  return part * duration;
}

static Handle
handle_at (LwTimeMarks *self, double x)
{
  double start;
  double end;
  double to_start;
  double to_end;

  if (self->player == NULL || !lw_player_get_loop (self->player, &start, &end))
    return HANDLE_NONE;
  to_start = fabs (x - x_of_time (self, start));
  to_end = fabs (x - x_of_time (self, end));
  if (fmin (to_start, to_end) > HIT_PX)
    return HANDLE_NONE;
  return to_start < to_end ? HANDLE_START : HANDLE_END;
}

static const LwChanges *
get_changes (LwTimeMarks *self)
{
  return lw_player_get_run (self->player) != NULL ? lw_player_get_run (self->player)->changes
                                                  : lw_player_get_changes (self->player);
}

// ---- drawing --------------------------------------------------------------------------------

static GdkRGBA
colour_of (LwTimeMarks *self, const char *name)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));
  GdkRGBA colour;

  if (!gtk_style_context_lookup_color (context, name, &colour))
    gtk_style_context_get_color (context, &colour);
  return colour;
}

/// Draws ticks for events of the run, fainter than the ticks for changes.
static void
draw_impacts (LwTimeMarks *self, GtkSnapshot *snapshot, double below)
{
  const GArray *events = lw_player_get_events (self->player);
  GdkRGBA colour = colour_of (self, "window_fg_color");
  double last = -INFINITY;

  colour.alpha = 0.35F;
  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);
    const double x = x_of_time (self, event->time);

    if (event->kind == MBD_EVENT_OPENED || fabs (x - last) < TICK_GAP_PX)
      continue;
    gtk_snapshot_append_color (
      snapshot, &colour, &GRAPHENE_RECT_INIT ((float) round (x - 0.5), (float) below, 1.0F, 4.0F));
    last = x;
  }
}

static void
draw_events (LwTimeMarks *self, GtkSnapshot *snapshot, double below)
{
  const LwChanges *changes = get_changes (self);
  GdkRGBA colour = colour_of (self, "window_fg_color");
  double last = -INFINITY;

  colour.alpha = 0.55F;
  for (guint i = 0; changes != NULL && i < lw_changes_get_n (changes); i++) {
    const double x = x_of_time (self, lw_changes_get (changes, i)->time);

    if (fabs (x - last) < TICK_GAP_PX)
      continue;
    gtk_snapshot_append_color (
      snapshot, &colour, &GRAPHENE_RECT_INIT ((float) round (x - 0.75), (float) below, 1.5F, 6.0F));
    last = x;
  }
}

static void
draw_flag (cairo_t *cairo, double x, double top, double bottom, double inward)
{
  cairo_rectangle (cairo, x - 1, top, 2, bottom - top);
  cairo_fill (cairo);
  cairo_move_to (cairo, x, top);
  cairo_line_to (cairo, x + inward * FLAG_PX, top + 0.5 * FLAG_PX);
  cairo_line_to (cairo, x, top + FLAG_PX);
  cairo_close_path (cairo);
  cairo_fill (cairo);
}

static void
lw_time_marks_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwTimeMarks *self = LW_TIME_MARKS (widget);
  GdkRGBA accent = colour_of (self, "accent_color");
  const float width = (float) gtk_widget_get_width (widget);
  const float height = (float) gtk_widget_get_height (widget);
  const double inward = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? -1 : 1;
  double x;
  double y;
  double length;
  double thickness;
  double start;
  double end;
  cairo_t *cairo;

  if (!get_trough (self, &x, &y, &length, &thickness))
    return;
  draw_impacts (self, snapshot, y + thickness + 5);
  draw_events (self, snapshot, y + thickness + 5);
  if (!lw_player_get_loop (self->player, &start, &end))
    return;
  cairo = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_cairo_set_source_rgba (cairo, &accent);
  draw_flag (cairo, x_of_time (self, start), y - 11, y + thickness + 3, inward);
  draw_flag (cairo, x_of_time (self, end), y - 11, y + thickness + 3, -inward);
  accent.alpha = 0.45F;
  gdk_cairo_set_source_rgba (cairo, &accent);
  cairo_rectangle (cairo, fmin (x_of_time (self, start), x_of_time (self, end)), y - 8,
                   fabs (x_of_time (self, end) - x_of_time (self, start)), 1.5);
  cairo_fill (cairo);
  cairo_destroy (cairo);
}

// ---- in words -------------------------------------------------------------------------------

static void
add_words (GString *words, guint *n, double time, char *text)
{
  if (++*n <= MOST_WORDS) {
    if (*n > 1)
      g_string_append_c (words, '\n');
    // Translators: the time and the description of an event
    g_string_append_printf (words, _ ("%.4g s: %s"), time, text);
  }
  g_free (text);
}

/// Shows the changes and events at the ticks near the pointer.
static gboolean
query_tooltip_cb (LwTimeMarks *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autoptr (GString) words = g_string_new (NULL);
  const LwChanges *changes;
  const GArray *events;
  double at;
  double above;
  guint n = 0;

  if (keyboard || self->player == NULL
      || !gtk_widget_translate_coordinates (GTK_WIDGET (self->range), GTK_WIDGET (self), x, y, &at,
                                            &above))
    return FALSE;
  changes = get_changes (self);
  for (guint i = 0; changes != NULL && i < lw_changes_get_n (changes); i++) {
    const double time = lw_changes_get (changes, i)->time;

    if (fabs (x_of_time (self, time) - at) <= REACH_PX
        && !(n > 0 && lw_changes_goes_on (changes, i)))
      add_words (words, &n, time,
                 lw_changes_dup_words (changes, i,
                                       lw_player_get_run (self->player) == NULL
                                         ? lw_player_get_started (self->player)
                                         : NULL,
                                       lw_player_get_mechanism (self->player)));
  }
  events = lw_player_get_events (self->player);
  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);

    if (fabs (x_of_time (self, event->time) - at) <= REACH_PX)
      add_words (words, &n, event->time,
                 lw_event_dup_text (lw_player_get_mechanism (self->player),
                                    lw_player_get_model (self->player), event));
  }
  if (n > MOST_WORDS) {
    g_string_append_c (words, '\n');
    g_string_append_printf (words, g_dngettext (NULL, "%u more", "%u more", n - MOST_WORDS),
                            n - MOST_WORDS);
  }
  if (n == 0)
    return FALSE;
  gtk_tooltip_set_text (tooltip, words->str);
  return TRUE;
}

// ---- dragging -------------------------------------------------------------------------------

static gboolean
lw_time_marks_contains (GtkWidget *widget, double x, double y)
{
  return handle_at (LW_TIME_MARKS (widget), x) != HANDLE_NONE;
}

static void
begin_cb (LwTimeMarks *self, double x, double y, GtkGesture *gesture)
{
  self->dragged = handle_at (self, x);
  self->pressed_x = x;
  gtk_gesture_set_state (gesture, self->dragged != HANDLE_NONE ? GTK_EVENT_SEQUENCE_CLAIMED
                                                               : GTK_EVENT_SEQUENCE_DENIED);
}

static void
update_cb (LwTimeMarks *self, double dx, double dy)
{
  const double shortest =
    2 * lw_mechanism_get_run (lw_player_get_mechanism (self->player))->interval;
  const double time = time_of_x (self, self->pressed_x + dx);
  double start;
  double end;

  if (self->dragged == HANDLE_NONE)
    return;
  lw_player_get_loop (self->player, &start, &end);
  if (self->dragged == HANDLE_START)
    start = CLAMP (time, 0, MAX (end - shortest, 0));
  else
    end = MAX (time, start + shortest);
  lw_player_set_loop (self->player, true, start, end);
}

static void
end_cb (LwTimeMarks *self)
{
  self->dragged = HANDLE_NONE;
}

// ---- object ---------------------------------------------------------------------------------

void
lw_time_marks_set_range (LwTimeMarks *self, GtkRange *range)
{
  g_return_if_fail (LW_IS_TIME_MARKS (self));

  self->range = range;
  if (range == NULL)
    return;
  gtk_widget_set_has_tooltip (GTK_WIDGET (range), TRUE);
  g_signal_connect_object (range, "query-tooltip", G_CALLBACK (query_tooltip_cb), self,
                           G_CONNECT_SWAPPED);
}

void
lw_time_marks_set_player (LwTimeMarks *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_TIME_MARKS (self));

  if (player == self->player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL) {
    g_signal_connect_swapped (player, "loop-changed", G_CALLBACK (gtk_widget_queue_draw), self);
    g_signal_connect_swapped (player, "run-changed", G_CALLBACK (gtk_widget_queue_draw), self);
    g_signal_connect_swapped (player, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
    g_signal_connect_swapped (player, "notify::speed", G_CALLBACK (gtk_widget_queue_draw), self);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
lw_time_marks_dispose (GObject *object)
{
  lw_time_marks_set_player (LW_TIME_MARKS (object), NULL);

  G_OBJECT_CLASS (lw_time_marks_parent_class)->dispose (object);
}

static void
lw_time_marks_class_init (LwTimeMarksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_time_marks_dispose;
  widget_class->snapshot = lw_time_marks_snapshot;
  widget_class->contains = lw_time_marks_contains;
  gtk_widget_class_set_css_name (widget_class, "timemarks");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
lw_time_marks_init (LwTimeMarks *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
}
