// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Closing a window, or the mechanism it shows, during a run whose steps take long: it closes
// immediately and leaves nothing behind.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lw-canvas-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

// Opening and closing such a window is not instant on a busy machine; the test limits the time for
// which the main thread is blocked because the run is abandoned.
#define LONGEST_S 0.1
#define TRIES 10

/// Returns four-bars in a row that share their sides, with a stiff damped spring on each.
static char *
dup_row (int n, const char *method)
{
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");
  int coupling = 0;

  for (int i = 0; i <= n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"inertia\": 0.08, \"position\": [%d, 0.5], \"angle\": "
                            "1.5707963267948966, \"velocity\": [0.5, 0], \"angular_velocity\": -1}",
                            i > 0 ? "," : "", i + 1, i);
  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            ",{\"id\": %d, \"inertia\": 0.08, \"position\": [%d.5, 1], "
                            "\"velocity\": [1, 0]}",
                            n + 2 + i, i);
  g_string_append (text, "], \"couplings\": [");
  for (int i = 0; i <= n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"kind\": \"pin\", \"bodies\": [0, %d], \"points\": "
                            "[[%d, 0], [-0.5, 0]]}",
                            i > 0 ? "," : "", ++coupling, i + 1, i);
  for (int i = 0; i < 2 * n; i++)
    g_string_append_printf (text,
                            ",{\"id\": %d, \"kind\": \"pin\", \"bodies\": [%d, %d], \"points\": "
                            "[[0.5, 0], [%s0.5, 0]]}",
                            ++coupling, i / 2 + 1 + i % 2, n + 2 + i / 2, i % 2 == 0 ? "-" : "");
  g_string_append (text, "], \"forces\": [");
  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"kind\": \"spring\", \"bodies\": [0, %d], \"points\": "
                            "[[%d, 1.5], [0.5, 0]], \"stiffness\": 1e5, \"damping\": 1e4, "
                            "\"free_length\": 0.4}",
                            i > 0 ? "," : "", i + 1, i + 1, i);
  g_string_append_printf (
    text, "], \"run\": {\"duration\": 1e4, \"interval\": 10, \"method\": \"%s\"}}", method);
  return g_string_free (text, FALSE);
}

/// Returns a heap of boxes in accurate motion.
static char *
dup_heap (int n)
{
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"mobility\": "
                                "\"fixed\", \"shape\": {\"kind\": \"box\", \"size\": [10, 1]}, "
                                "\"position\": [0, -0.5], \"contact\": {}}");

  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            ",{\"id\": %d, \"inertia\": 0.1, \"shape\": {\"kind\": \"box\", "
                            "\"size\": [0.9, 0.4]}, \"position\": [%d.%d, %d.2], \"angle\": 0.1, "
                            "\"contact\": {}}",
                            i + 2, 0, i % 3, i);
  g_string_append (text, "], \"run\": {\"duration\": 1e4, \"interval\": 10, \"method\": "
                         "\"verner65\"}}");
  return g_string_free (text, FALSE);
}

static guint
count_simulations (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task;
  guint n = 0;

  while (tasks != NULL && (task = g_dir_read_name (tasks)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", task, "comm", NULL);
    g_autofree char *name = NULL;

    if (g_file_get_contents (path, &name, NULL, NULL) && g_str_has_prefix (name, "simulation"))
      n++;
  }
  return n;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (files != NULL && g_dir_read_name (files) != NULL)
    n++;
  return n;
}

/// Returns how long this thread has slept since its start, s: neither running nor waiting for a
/// processor, because other programs must not affect this test.
static double
slept (void)
{
  g_autofree char *text = NULL;
  unsigned long long run_ns = 0;
  unsigned long long queued_ns = 0;
  struct timespec run;
  double seconds = (double) g_get_monotonic_time () * 1e-6;

  if (g_file_get_contents ("/proc/thread-self/schedstat", &text, NULL, NULL))
    sscanf (text, "%llu %llu", &run_ns, &queued_ns);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &run);
  seconds -= (double) run.tv_sec + 1e-9 * (double) run.tv_nsec;
  return seconds - 1e-9 * (double) queued_ns;
}

/// Returns how long leaving a mechanism for the start page (or closing its window) blocks, s.
static double
measure (GFile *file, bool plays, bool closes)
{
  LwWindow *window = testing_window ();
  double start;

  testing_open (window, file);
  g_object_set (window, "speed", 0.0, NULL);
  if (plays)
    testing_activate (window, "win.play");
  // Within a step: the first sample is far away.
  testing_run (0.3);
  g_assert_cmpuint (count_simulations (), >=, 1);
  start = slept ();
  if (closes)
    gtk_window_destroy (GTK_WINDOW (window));
  else
    lw_window_show_start_page (window);
  start = slept () - start;
  testing_run (0.05);
  wait_until (count_simulations () == 0);
  if (!closes)
    gtk_window_destroy (GTK_WINDOW (window));
  return start;
}

static void
check (char *text)
{
  g_autoptr (GFile) file = testing_file_with (text);
  const guint n_files = count_files (g_get_tmp_dir ());

  for (int closes = 0; closes < 2; closes++) {
    double taken = INFINITY;

    // On a busy machine a single attempt may fail.
    for (int i = 0; i < TRIES && !(taken < LONGEST_S); i++) {
      taken = measure (file, true, closes != 0);
      g_test_message ("%s in %.1f ms", closes != 0 ? "closed" : "left", 1e3 * taken);
      // Closing a window costs more than that.
      if (!(taken < LONGEST_S) && closes != 0)
        taken -= measure (file, false, true);
    }
    g_assert_cmpfloat (taken, <, LONGEST_S);
  }
  g_assert_cmpuint (count_files (g_get_tmp_dir ()), ==, n_files);
  g_free (text);
}

static void
test_implicit (void)
{
  check (dup_row (100, "radau9"));
}

static void
test_contacts (void)
{
  check (dup_heap (10));
}

static void
unmapped_cb (LwWindow *window, bool *was_whole)
{
  *was_whole = window->document != NULL && window->player != NULL;
}

/// A closed window disappears from the screen before its mechanism is freed.
static void
test_hidden_first (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *watched = GTK_WIDGET (window);
  bool was_whole = false;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  g_signal_connect (window, "unmap", G_CALLBACK (unmapped_cb), &was_whole);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (watched == NULL);
  g_assert_true (was_whole);
}

/// The canvas computes the reach of the motion in advance. If its window is closed before that is
/// known, the computation stops and the canvas is not drawn again.
static void
test_looking_ahead (void)
{
  LwWindow *window = testing_window ();
  g_autofree char *text = dup_heap (1);
  g_autoptr (GFile) file = testing_file_with (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwPlayer) again = NULL;
  LwCanvas *canvas;

  testing_open (window, file);
  canvas = window->canvas;
  wait_until (canvas->fitted);
  g_object_add_weak_pointer (G_OBJECT (canvas), (gpointer *) &canvas);
  again = lw_player_new (lw_player_get_mechanism (window->player),
                         lw_player_get_model (window->player), &error);
  g_assert_no_error (error);
  lw_window_show_player (window, again);
  g_clear_object (&again);
  wait_until (canvas->reaching != NULL);
  // This pose is no longer drawn.
  lw_canvas_set_pose (canvas, NULL);
  g_assert_true (canvas->fitted);
  testing_close (window);
  wait_until (canvas == NULL);
}

static void
add_tests (void)
{
  g_test_add_func ("/leaving/hidden-first", test_hidden_first);
  g_test_add_func ("/leaving/looking-ahead", test_looking_ahead);
  g_test_add_func ("/leaving/implicit", test_implicit);
  g_test_add_func ("/leaving/contacts", test_contacts);
}

int
main (int argc, char **argv)
{
  char own[] = "/tmp/linkwright-leaving-XXXXXX";

  // Other programs put files into the common folder in the meantime.
  if (mkdtemp (own) != NULL)
    g_setenv ("TMPDIR", own, TRUE);
  return testing_main (&argc, &argv, add_tests);
}
