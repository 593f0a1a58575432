// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cost of edits in the window: time of the main thread from a real event to the end of the first
// frame that shows the edit, and to the end of the one with which all parts show it. Arguments: number
// of links (200), of measured edits (12).
//
// Draws the last links of a chain by clicks; then types the mass of a selected link, undoes it, and
// selects other links. Under callgrind with --collect-atstart=no, only the measured work of the main
// thread is counted, until all parts show the edit or, with LW_COUNT_FIRST, until the first frame.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS_AT(what)
#endif

#include "lw-shape-mass.h"
#include "lw-text.h"
#include "lw-canvas-private.h"
#include "lw-window-private.h"
#include "testing-pointer.h"
#include "testing-window.h"

#define PER_ROW 25
#define PITCH 0.04  ///< distance of the joints of a row, m
#define REST_S 0.7  ///< between two edits: the work after the first frame has ended
#define MASS "Mass" ///< name of the field that is typed

enum
{
  EDITED,  ///< the document and all that follows it
  UPDATED, ///< until the frame begins
  LAID_OUT,
  PAINTED,
  N_MARKS
};

static const char *const marks[N_MARKS] = { "edit", "until the frame", "layout", "paint" };

typedef struct
{
  LwWindow *window;
  bool measuring, edited, shown;
  double begin, last;
  double spent[N_MARKS];
  GArray *totals;         // array of double, ms
  GArray *complete;       // array of double, ms: until all parts show the edit
  GArray *parts[N_MARKS]; // array of double, ms
} Bench;

static int n_links = 200, n_edits = 12;
static bool count_first; // callgrind counts until the first frame with the edit

// ---- measuring --------------------------------------------------------------------------------

static double
thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static void
mark (Bench *self, int which)
{
  const double now = thread_ms ();

  self->spent[which] += now - self->last;
  self->last = now;
}

static void
begin (Bench *self)
{
  if (self->measuring)
    return;
  self->measuring = true;
  self->edited = self->shown = false;
  memset (self->spent, 0, sizeof self->spent);
  self->begin = self->last = thread_ms ();
  CALLGRIND_TOGGLE_COLLECT;
}

static gboolean
event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data)
{
  const GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_PRESS
      || (type == GDK_KEY_PRESS && gdk_key_event_get_keyval (event) == GDK_KEY_Return))
    begin (data);
  return GDK_EVENT_PROPAGATE;
}

/// Returns true until the first frame has been drawn.
static bool
is_on_the_way (const Bench *self)
{
  return self->measuring && self->edited && !self->shown;
}

static void
edited_cb (Bench *self)
{
  self->edited = true;
  if (is_on_the_way (self))
    mark (self, EDITED);
}

static void
before_paint_cb (Bench *self)
{
  if (is_on_the_way (self))
    mark (self, UPDATED);
}

static void
laid_out_cb (Bench *self)
{
  if (is_on_the_way (self))
    mark (self, LAID_OUT);
}

static void
note_first (Bench *self)
{
  const double total = self->last - self->begin;

  self->shown = true;
  g_array_append_val (self->totals, total);
  for (int i = 0; i < N_MARKS; i++)
    g_array_append_val (self->parts[i], self->spent[i]);
  if (count_first)
    CALLGRIND_TOGGLE_COLLECT;
}

static void
after_paint_cb (Bench *self)
{
  const LwWindow *window = self->window;
  const bool complete =
    lw_player_get_mechanism (window->player) == lw_document_get_mechanism (window->document);
  double total;

  if (is_on_the_way (self)) {
    mark (self, PAINTED);
    if (complete || window->canvas->preview_held)
      note_first (self);
  }
  if (!self->measuring || !self->shown || !complete)
    return;
  self->measuring = false;
  total = thread_ms () - self->begin;
  g_array_append_val (self->complete, total);
  if (!count_first)
    CALLGRIND_TOGGLE_COLLECT;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (GArray *values)
{
  g_array_sort (values, compare);
  return values->len > 0 ? g_array_index (values, double, values->len / 2) : 0;
}

/// Prints the medians and begins a new series.
static void
report (Bench *self, const char *what)
{
  const guint n = self->totals->len;
  const double usual = median (self->totals);

  printf ("%s: %.1f ms, longest %.1f, of %u; complete %.1f;", what, usual,
          n > 0 ? g_array_index (self->totals, double, n - 1) : 0, n, median (self->complete));
  for (int i = 0; i < N_MARKS; i++)
    printf (" %s %.1f%s", marks[i], median (self->parts[i]), i + 1 < N_MARKS ? "," : "\n");
  fflush (stdout);
  CALLGRIND_DUMP_STATS_AT (what);
  g_array_set_size (self->totals, 0);
  g_array_set_size (self->complete, 0);
  for (int i = 0; i < N_MARKS; i++)
    g_array_set_size (self->parts[i], 0);
}

static void
watch (Bench *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));

  self->totals = g_array_new (FALSE, FALSE, sizeof (double));
  self->complete = g_array_new (FALSE, FALSE, sizeof (double));
  for (int i = 0; i < N_MARKS; i++)
    self->parts[i] = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (event_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->window), events);
  // After all that follows the document or the selection.
  g_signal_connect_data (self->window->document, "changed", G_CALLBACK (edited_cb), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_data (self->window->selection, "changed", G_CALLBACK (edited_cb), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (before_paint_cb), self);
  g_signal_connect_data (clock, "layout", G_CALLBACK (laid_out_cb), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_data (clock, "after-paint", G_CALLBACK (after_paint_cb), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

// ---- a chain ----------------------------------------------------------------------------------

/// Returns the i-th joint of a chain in rows, there and back, so that neighbours are close.
static void
place_joint (int i, double point[3])
{
  const int row = i / PER_ROW, place = i % PER_ROW;

  point[0] = PITCH * (row % 2 == 0 ? place : PER_ROW - 1 - place);
  point[1] = -PITCH * row;
  point[2] = 0;
}

static char *
new_text (int n)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();

  for (int i = 1; i <= n; i++) {
    g_autofree char *link = g_strdup_printf ("Link %d", i);
    g_autofree char *joint = g_strdup_printf ("Pin %d", i);
    LwBody *body = lw_body_new (i, link);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
    double from[3], to[3], ends[2][3] = { { 0 } };

    place_joint (i - 1, from);
    place_joint (i, to);
    body->def.position[0] = from[0];
    body->def.position[1] = from[1];
    body->def.angle = atan2 (to[1] - from[1], to[0] - from[0]);
    body->hue = (LwHue) (i % LW_HUE_COUNT);
    body->shape.kind = LW_SHAPE_LINK;
    ends[1][0] = PITCH;
    body->shape.points = g_array_new (FALSE, FALSE, sizeof ends[0]);
    g_array_append_vals (body->shape.points, ends, 2);
    lw_body_set_plate_mass (body);
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = i - 1;
    pin.body_b = i;
    pin.frame_a.point[0] = PITCH;
    // The first link is free, as if the chain had been drawn on an empty sheet.
    if (i > 1)
      lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i, joint));
  }
  return lw_text_write (mechanism);
}

static LwWindow *
open_chain (int n)
{
  g_autofree char *text = new_text (n);
  LwWindow *window = lw_window_new (LW_WINDOW_HOST (testing_application ()));
  LwProjectView view = lw_project_view_default ();
  g_autoptr (GFile) file = testing_file_with (text);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  testing_open (window, file);
  wait_until (lw_player_get_mobility (window->player) != NULL);
  lw_canvas_get_project_view (window->canvas, &view);
  view.fitted = false;
  lw_canvas_set_project_view (window->canvas, &view);
  testing_wait (1);
  return window;
}

/// Moves the pointer to a joint.
static void
point_at (Bench *self, int joint)
{
  GtkWidget *canvas = GTK_WIDGET (self->window->canvas);
  double point[3], left, top, x, y;
  g_autofree char *command = NULL;

  place_joint (joint, point);
  lw_view_project (lw_canvas_get_view (self->window->canvas), point, &x, &y);
  gtk_widget_translate_coordinates (canvas, GTK_WIDGET (self->window), x, y, &x, &y);
  gtk_native_get_surface_transform (GTK_NATIVE (self->window), &left, &top);
  command = g_strdup_printf ("mousemove %d %d", (int) round (x + left), (int) round (y + top));
  testing_point (command);
  testing_wait (REST_S);
}

// ---- edits --------------------------------------------------------------------------------------

static void
draw_links (Bench *self)
{
  const int begin = n_links - n_edits;
  const guint before =
    lw_mechanism_get_n_bodies (lw_document_get_mechanism (self->window->document));

  lw_tools_choose (self->window->tools, LW_TOOL_LINK);
  // Two links first: the window shows a link then.
  for (int i = begin - 2; i <= n_links; i++) {
    point_at (self, i);
    if (i == begin + 1)
      report (self, "two links before");
    testing_point ("click 1");
    testing_wait (REST_S);
  }
  report (self, "drawing a link of a chain");
  testing_point ("key Escape key Escape");
  testing_wait (REST_S);
  if (lw_mechanism_get_n_bodies (lw_document_get_mechanism (self->window->document))
      != before + (guint) n_edits + 2)
    g_error ("The clicks drew %u links.",
             lw_mechanism_get_n_bodies (lw_document_get_mechanism (self->window->document))
               - before);
}

static void
type_masses (Bench *self)
{
  lw_selection_set (self->window->selection, LW_SELECTION_BODY, n_links / 2);
  testing_wait (REST_S);
  gtk_widget_grab_focus (testing_editor (self->window, MASS));
  for (int i = 0; i < n_edits; i++) {
    g_autofree char *keys = g_strdup_printf ("key ctrl+a type --delay 0 '%d.5 kg'", i + 2);

    testing_point (keys);
    testing_wait (REST_S);
    testing_point ("key Return");
    testing_wait (REST_S);
  }
  report (self, "typing a mass");
}

/// Calls that keys or a menu would make.
static void
select_and_undo (Bench *self)
{
  for (int i = 0; i < n_edits; i++) {
    begin (self);
    lw_selection_set (self->window->selection, LW_SELECTION_BODY, n_links / 3 + i);
    testing_wait (REST_S);
  }
  report (self, "selecting another link");
  for (int i = 0; i < n_edits; i++) {
    begin (self);
    lw_selection_set (self->window->selection, LW_SELECTION_COUPLING, n_links / 3 + i);
    testing_wait (REST_S);
  }
  report (self, "selecting another pin");
  for (int i = 0; i < n_edits; i++) {
    begin (self);
    if (i % 2 == 0)
      lw_document_undo (self->window->document);
    else
      lw_document_redo (self->window->document);
    testing_wait (REST_S);
  }
  report (self, "undo and redo");
}

static void
run (void)
{
  Bench bench = { NULL };

  bench.window = open_chain (n_links - n_edits - 2);
  watch (&bench);
  printf ("%d links; time of the main thread to the first frame, medians\n", n_links);
  if (n_links < 500)
    draw_links (&bench);
  type_masses (&bench);
  select_and_undo (&bench);
  gtk_window_destroy (GTK_WINDOW (bench.window));
}

static void
add_tests (void)
{
  run ();
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    n_links = atoi (argv[1]);
  if (argc > 2)
    n_edits = atoi (argv[2]);
  count_first = g_getenv ("LW_COUNT_FIRST") != NULL;
  argc = 1;
  return testing_main (&argc, &argv, add_tests);
}
