// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presentation in a classroom: a trail behind the pointer, a frozen or black picture, and the steps of
// a lesson, by the keys of a presenter.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-lesson-shelf.h"
#include "lw-window-private.h"

#define TRAIL_SECONDS 0.9
#define TRAIL_WIDTH 7.0 ///< px at the pointer

/// State of this file.
struct _LwClassroom
{
  GtkWidget *trail_area;
  GArray *trail; ///< places of the pointer
  guint trail_tick;
  bool shows_trail;
  GtkPicture *cover; ///< over everything: a frozen picture, or black
  GtkLabel *steps;
};

/// A place of the pointer.
typedef struct
{
  double x, y;
  gint64 usec;
} Spot;

// ---- trail ----------------------------------------------------------------------------------

static double
age_of (const Spot *spot, gint64 now)
{
  return (double) (now - spot->usec) / G_USEC_PER_SEC / TRAIL_SECONDS;
}

static void
draw_trail_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwWindow *self = data;
  const gint64 now = g_get_monotonic_time ();

  cairo_set_line_cap (cairo, CAIRO_LINE_CAP_ROUND);
  for (guint i = 1; i < self->classroom->trail->len; i++) {
    const Spot *from = &g_array_index (self->classroom->trail, Spot, i - 1);
    const Spot *to = &g_array_index (self->classroom->trail, Spot, i);
    const double fresh = 1 - age_of (to, now);

    if (fresh <= 0)
      continue;
    // Red with a pale rim: seen on light and on dark.
    for (int rim = 1; rim >= 0; rim--) {
      cairo_set_source_rgba (cairo, rim ? 1 : 0.85, rim ? 1 : 0.1, rim ? 1 : 0.1,
                             (rim ? 0.5 : 0.9) * fresh);
      cairo_set_line_width (cairo, TRAIL_WIDTH * fresh + 3 * rim);
      cairo_move_to (cairo, from->x, from->y);
      cairo_line_to (cairo, to->x, to->y);
      cairo_stroke (cairo);
    }
  }
}

/// Draws until the last piece has faded.
static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwWindow *self = data;
  const gint64 now = g_get_monotonic_time ();

  gtk_widget_queue_draw (widget);
  while (self->classroom->trail->len > 0
         && age_of (&g_array_index (self->classroom->trail, Spot, 0), now) >= 1)
    g_array_remove_index (self->classroom->trail, 0);
  if (self->classroom->trail->len > 0)
    return G_SOURCE_CONTINUE;
  self->classroom->trail_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
moved_cb (LwWindow *self, double x, double y)
{
  const Spot spot = { x, y, g_get_monotonic_time () };

  if (!lw_window_is_presenting (self) || !self->classroom->shows_trail)
    return;
  g_array_append_val (self->classroom->trail, spot);
  if (self->classroom->trail_tick == 0)
    self->classroom->trail_tick =
      gtk_widget_add_tick_callback (self->classroom->trail_area, tick_cb, self, NULL);
}

// ---- frozen and black -----------------------------------------------------------------------

static void
uncover (LwWindow *self)
{
  gtk_picture_set_paintable (self->classroom->cover, NULL);
  gtk_widget_remove_css_class (GTK_WIDGET (self->classroom->cover), "black");
  gtk_widget_set_visible (GTK_WIDGET (self->classroom->cover), FALSE);
}

/// Keeps the current picture on the screen, while everything below can be changed; or black.
static void
cover (LwWindow *self, bool black)
{
  const bool covered = gtk_widget_get_visible (GTK_WIDGET (self->classroom->cover));

  uncover (self);
  if (covered)
    return;
  if (black) {
    gtk_widget_add_css_class (GTK_WIDGET (self->classroom->cover), "black");
  } else {
    g_autoptr (GdkPaintable) live =
      gtk_widget_paintable_new (lw_window_get_panel (self, LW_PANEL_PAGES));
    g_autoptr (GdkPaintable) kept = gdk_paintable_get_current_image (live);

    gtk_picture_set_paintable (self->classroom->cover, kept);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->classroom->cover), TRUE);
}

// ---- lesson ---------------------------------------------------------------------------------

void
lw_window_present_lesson (LwWindow *self)
{
  LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (self));
  const char *language = lw_lesson_shelf_language ();
  g_autoptr (GString) list = g_string_new (NULL);
  guint current;

  gtk_widget_set_visible (GTK_WIDGET (self->classroom->steps), lesson != NULL);
  if (lesson == NULL || !lw_window_is_presenting (self))
    return;
  current = lw_lesson_panel_get_step (lw_window_get_lesson_panel (self));
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++)
    g_string_append_printf (list, "%s%s%u  %s%s", i > 0 ? "\n" : "", i == current ? "**" : "",
                            i + 1, lw_lesson_text (lw_lesson_get_step (lesson, i)->title, language),
                            i == current ? "**" : "");
  lw_window_set_lesson_markup (self->classroom->steps, list->str);
  lw_window_present_words (self, lw_lesson_text (lw_lesson_get_title (lesson), language),
                           lw_lesson_text (lw_lesson_get_step (lesson, current)->task, language));
}

/// Returns false if there is no lesson, or no such step.
static bool
turn_page (LwWindow *self, int step)
{
  LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (self));
  const int next =
    lesson != NULL ? (int) lw_lesson_panel_get_step (lw_window_get_lesson_panel (self)) + step : -1;

  if (lesson == NULL)
    return false;
  if (next >= 0 && next < (int) lw_lesson_get_n_steps (lesson))
    lw_lesson_panel_set_step (lw_window_get_lesson_panel (self), (guint) next);
  lw_window_present_lesson (self);
  return true;
}

// ---- keys -----------------------------------------------------------------------------------

static bool
next_step (LwWindow *self)
{
  return turn_page (self, 1);
}

static bool
previous_step (LwWindow *self)
{
  return turn_page (self, -1);
}

static bool
make_black (LwWindow *self)
{
  cover (self, true);
  return true;
}

static bool
freeze (LwWindow *self)
{
  cover (self, false);
  return true;
}

static bool
switch_trail (LwWindow *self)
{
  self->classroom->shows_trail = !self->classroom->shows_trail;
  return true;
}

/// Keys while presenting; those of a presenter are the first two. They return false to leave a key to
/// the window.
static const struct
{
  guint key;
  bool (*act) (LwWindow *self);
} keys[] = {
  { GDK_KEY_Page_Down, next_step }, { GDK_KEY_Page_Up, previous_step },
  { GDK_KEY_b, make_black },        { GDK_KEY_f, freeze },
  { GDK_KEY_t, switch_trail },
};

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwWindow *self = LW_WINDOW (widget);

  return lw_window_is_presenting (self) && keys[GPOINTER_TO_UINT (data)].act (self)
           ? GDK_EVENT_STOP
           : GDK_EVENT_PROPAGATE;
}

static void
presenting_cb (LwWindow *self)
{
  uncover (self);
  gtk_widget_set_visible (self->classroom->trail_area, lw_window_is_presenting (self));
  lw_window_present_lesson (self);
}

void
lw_window_release_classroom (LwWindow *self)
{
  if (self->classroom->trail_tick != 0)
    gtk_widget_remove_tick_callback (self->classroom->trail_area, self->classroom->trail_tick);
  self->classroom->trail_tick = 0;
  g_clear_pointer (&self->classroom->trail, g_array_unref);
}

void
lw_window_add_classroom (LwWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkBox *words = lw_window_get_presented_words (self);

  self->classroom = g_new0 (LwClassroom, 1);
  self->classroom->trail = g_array_new (FALSE, FALSE, sizeof (Spot));
  self->classroom->shows_trail = true;
  self->classroom->trail_area = gtk_drawing_area_new ();
  gtk_widget_set_can_target (self->classroom->trail_area, FALSE);
  gtk_widget_set_visible (self->classroom->trail_area, FALSE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->classroom->trail_area), draw_trail_cb,
                                  self, NULL);
  gtk_overlay_add_overlay (self->toasts_overlay, self->classroom->trail_area);
  self->classroom->cover = GTK_PICTURE (gtk_picture_new ());
  gtk_picture_set_content_fit (self->classroom->cover, GTK_CONTENT_FIT_FILL);
  gtk_picture_set_can_shrink (self->classroom->cover, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->classroom->cover), "cover");
  gtk_widget_set_visible (GTK_WIDGET (self->classroom->cover), FALSE);
  gtk_overlay_add_overlay (self->toasts_overlay, GTK_WIDGET (self->classroom->cover));
  self->classroom->steps = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->classroom->steps, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->classroom->steps), "steps");
  gtk_box_append (words, GTK_WIDGET (self->classroom->steps));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, 0),
                        gtk_callback_action_new (key_cb, GUINT_TO_POINTER (i), NULL)));
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  gtk_widget_add_controller (GTK_WIDGET (self->toasts_overlay), motion);
  g_signal_connect (self, "notify::presenting", G_CALLBACK (presenting_cb), NULL);
}
