// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialog that exports animations: its choices, its output, its messages; stopping it, and
// closing it while it writes.

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <webp/demux.h>

#include "lw-window-private.h"
#include "testing-animation.h"

/// Period of the crank of the example, s.
#define PERIOD 1.5

static char *folder;

// ---- helpers --------------------------------------------------------------------------------

static const char *
words_at (LwAnimationDialog *dialog, guint place)
{
  AdwComboRow *row = testing_animation_row (GTK_WIDGET (dialog), "_Length");

  return gtk_string_list_get_string (GTK_STRING_LIST (adw_combo_row_get_model (row)), place);
}

static GtkWidget *
find_export (LwAnimationDialog *dialog)
{
  return gtk_window_get_default_widget (GTK_WINDOW (dialog));
}

static GFile *
file_in (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

static guint
count_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
press (GtkWidget *widget, const char *label)
{
  GtkWidget *found = testing_find_label (widget, label);

  g_assert_nonnull (found);
  g_signal_emit_by_name (gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON), "clicked");
}

static guint
chosen_speed (LwAnimationDialog *dialog)
{
  return adw_combo_row_get_selected (testing_animation_row (GTK_WIDGET (dialog), "_Speed"));
}

// ---- choices --------------------------------------------------------------------------------

/// A motion that ends after 0.03 s is suggested at a lower speed, so that it can be exported
/// immediately; a speed chosen by the user is kept.
static void
test_short (void)
{
  LwWindow *window = testing_window_with ("andrews");
  LwAnimationDialog *dialog;
  LwAnimation animation;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  dialog = testing_animation_open (window);
  g_assert_true (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_cmpfloat (animation.speed, ==, 0.01);
  g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "75 frames, plays 3 s");
  g_assert_true (gtk_widget_get_sensitive (find_export (dialog)));
  testing_animation_choose (dialog, "_Speed", chosen_speed (dialog) + 1);
  g_assert_true (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_cmpfloat (animation.speed, ==, 0.02);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (testing_animation_find () == NULL);
  testing_close (window);
}

static void
test_offers (void)
{
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog;
  LwAnimation animation;

  lw_player_set_loop (window->player, true, 0.5, 1.25);
  dialog = testing_animation_open (window);
  // Enter exports, it does not cancel.
  wait_until (gtk_window_get_focus (GTK_WINDOW (dialog)) == find_export (dialog));
  // One period is the first choice and selected.
  g_assert_cmpstr (words_at (dialog, 0), ==, "One period, 1.5 s");
  g_assert_cmpstr (words_at (dialog, 1), ==, "Loop range, 0.5 to 1.25 s");
  g_assert_cmpstr (words_at (dialog, 2), ==, "Whole run, 6 s");
  g_assert_null (words_at (dialog, 3));
  g_assert_true (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_cmpfloat_with_epsilon (animation.end - animation.start, PERIOD, 1e-5);
  testing_animation_set_rate (dialog, 20);
  g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "30 frames, plays 1.5 s");
  testing_animation_choose (dialog, "_Speed", 7);
  g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "60 frames, plays 3 s");
  testing_animation_choose (dialog, "_Length", 1);
  g_assert_true (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_cmpfloat (animation.start, ==, 0.5);
  g_assert_cmpfloat (animation.end, ==, 1.25);
  testing_animation_choose (dialog, "_Length", 2);
  testing_animation_choose_format (dialog, LW_ANIMATION_PICTURES);
  g_assert_true (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_cmpfloat (animation.start, ==, 0);
  g_assert_cmpfloat (animation.end, ==, 6);
  g_assert_cmpint (animation.format, ==, LW_ANIMATION_PICTURES);

  // Less than two frames: a message, and an insensitive button.
  testing_animation_choose (dialog, "_Length", 0);
  testing_animation_choose (dialog, "_Speed", 11);
  testing_animation_set_rate (dialog, 1);
  g_assert_false (lw_animation_dialog_get_animation (dialog, &animation));
  g_assert_nonnull (strstr (lw_animation_dialog_get_problem (dialog), "less than two frames"));
  g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "");
  g_assert_false (gtk_widget_get_sensitive (find_export (dialog)));
  testing_animation_set_rate (dialog, 20);
  g_assert_null (lw_animation_dialog_get_problem (dialog));
  g_assert_true (gtk_widget_get_sensitive (find_export (dialog)));
  press (GTK_WIDGET (dialog), "Cancel");
  wait_until (testing_animation_find () == NULL);
  testing_close (window);
}

/// Nothing can be exported if nothing was recorded.
static void
test_nothing (void)
{
  LwWindow *window = testing_window_with ("scotch-yoke");

  testing_activate (window, "win.export-animation");
  g_assert_null (testing_animation_find ());
  g_assert_nonnull (strstr (lw_toasts_get (window->toasts, NULL), "Play the mechanism first"));
  testing_close (window);
}

/// For a run without a period the whole run is suggested.
static void
test_no_period (void)
{
  LwWindow *window = testing_window_with ("scotch-yoke");
  LwAnimationDialog *dialog;

  testing_activate (window, "win.step-10");
  wait_until (lw_player_get_n_samples (window->player) == 11);
  dialog = testing_animation_open (window);
  g_assert_true (g_str_has_prefix (words_at (dialog, 0), "Whole run"));
  g_assert_null (words_at (dialog, 1));
  press (GTK_WIDGET (dialog), "Cancel");
  wait_until (testing_animation_find () == NULL);
  testing_close (window);
}

// ---- export ---------------------------------------------------------------------------------

static WebPAnimDecoder *
decode (GFile *file, WebPAnimInfo *info, GBytes **bytes)
{
  g_autoptr (GError) error = NULL;
  WebPAnimDecoder *decoder;
  WebPData data;

  *bytes = g_file_load_bytes (file, NULL, NULL, &error);
  g_assert_no_error (error);
  data.bytes = g_bytes_get_data (*bytes, &data.size);
  decoder = WebPAnimDecoderNew (&data, NULL);
  g_assert_nonnull (decoder);
  g_assert_true (WebPAnimDecoderGetInfo (decoder, info));
  return decoder;
}

/// Returns the fraction of pixels in which a frame differs from the current canvas, except for the
/// rulers.
static double
find_difference (LwWindow *window, const guint8 *frame, const WebPAnimInfo *info)
{
  g_autofree guchar *canvas = NULL;
  int width, height;
  int n = 0;

  canvas = testing_picture (GTK_WIDGET (window->canvas), &width, &height);
  g_assert_cmpuint (info->canvas_width, ==, (guint) width);
  g_assert_cmpuint (info->canvas_height, ==, (guint) height);
  for (int y = LW_RULER_SIZE; y < height; y++)
    for (int x = LW_RULER_SIZE; x < width; x++) {
      const int at = 4 * (y * width + x);

      // Blue comes first on the canvas.
      n += ABS (frame[at] - canvas[at + 2]) > 8 || ABS (frame[at + 1] - canvas[at + 1]) > 8
           || ABS (frame[at + 2] - canvas[at]) > 8;
    }
  return (double) n / (width * height);
}

/// The first frame of the whole run equals the canvas at the start, except for the rulers.
static void
test_writes (void)
{
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog = testing_animation_open (window);
  g_autoptr (GFile) file = file_in ("yoke.webp");
  g_autoptr (GBytes) bytes = NULL;
  WebPAnimDecoder *decoder;
  WebPAnimInfo info;
  guint8 *frame;
  double part;
  int end;

  testing_animation_choose (dialog, "_Length", 1);
  testing_animation_set_rate (dialog, 4);
  lw_animation_dialog_save (dialog, file);
  g_assert_true (lw_animation_dialog_is_saving (dialog));
  g_assert_false (gtk_widget_get_sensitive (find_export (dialog)));
  wait_until (testing_animation_find () == NULL);
  g_assert_cmpstr (lw_toasts_get (window->toasts, "win.show-exported"), ==,
                   "“yoke.webp” is written");
  g_assert_cmpuint (count_files (), ==, 1);

  decoder = decode (file, &info, &bytes);
  g_assert_cmpuint (info.frame_count, ==, 24);
  g_assert_cmpuint (info.loop_count, ==, 0);
  g_assert_true (WebPAnimDecoderGetNext (decoder, &frame, &end));
  g_assert_cmpint (end, ==, 250);
  // Lengths of rails and positions of labels are chosen for the whole motion, which the canvas has
  // not drawn yet: some lines and words differ. Another pose of the mechanism would differ by 10 %.
  part = find_difference (window, frame, &info);
  g_test_message ("%.4f %% of the pixels differ", 100.0 * part);
  g_assert_cmpfloat (part, <, 0.015);
  WebPAnimDecoderDelete (decoder);
  g_file_delete (file, NULL, NULL);
  testing_close (window);
}

/// Checks all frames of the shown run, four per second, against the canvas at their times; only a
/// third of them, to save time.
static void
assert_as_canvas (LwWindow *window, const char *name)
{
  LwAnimationDialog *dialog;
  g_autoptr (GFile) file = file_in (name);
  g_autoptr (GBytes) bytes = NULL;
  WebPAnimDecoder *decoder;
  WebPAnimInfo info;
  guint8 *frame;
  int end, k = 0;

  // Before that the view is fitted to a smaller motion.
  wait_until (lw_canvas_knows_reach (window->canvas));
  dialog = testing_animation_open (window);
  while (!g_str_has_prefix (words_at (dialog, adw_combo_row_get_selected (testing_animation_row (
                                                GTK_WIDGET (dialog), "_Length"))),
                            "Whole run"))
    testing_animation_choose (
      dialog, "_Length",
      adw_combo_row_get_selected (testing_animation_row (GTK_WIDGET (dialog), "_Length")) + 1);
  testing_animation_set_rate (dialog, 4);
  lw_animation_dialog_save (dialog, file);
  wait_until (testing_animation_find () == NULL);
  decoder = decode (file, &info, &bytes);
  for (; WebPAnimDecoderGetNext (decoder, &frame, &end); k++) {
    double part;

    if (k % 3 != 1)
      continue;
    lw_player_seek (window->player, 0.25 * k);
    g_assert_cmpfloat_with_epsilon (lw_player_get_time (window->player), 0.25 * k, 1e-9);
    part = find_difference (window, frame, &info);
    g_test_message ("%s, %g s: %.4f %% of the pixels differ", name, 0.25 * k, 100 * part);
    g_assert_cmpfloat (part, <, 0.01);
  }
  g_assert_cmpint (k, ==, (int) info.frame_count);
  WebPAnimDecoderDelete (decoder);
  g_file_delete (file, NULL, NULL);
}

/// The load is changed, and a pin is opened, so that the two halves of the run have different
/// mechanisms: each frame shows the one at its time. A kept run is exported unchanged.
static void
test_changed_and_kept (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwForce *load = lw_force_copy (lw_mechanism_get_force (mechanism, 0));
  LwCoupling *pin = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 3));
  g_autoptr (LwMechanism) loaded = NULL;
  g_autoptr (LwMechanism) next = NULL;

  load->def.torque[2] *= -20;
  pin->def.enabled = false;
  loaded = lw_mechanism_replace_force (mechanism, load);
  next = lw_mechanism_replace_coupling (loaded, pin);
  // The canvas extends a path piece by piece.
  lw_canvas_set_overlays (window->canvas, LW_OVERLAY_REACTIONS | LW_OVERLAY_LOADS);
  g_object_set (window, "speed", 0.5, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_recorded_time (window->player) > 0.4);
  lw_document_edit (window->document, "Load and Pin", next);
  g_assert_true (lw_player_get_playing (window->player));
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (window->player)), >=, 2);
  g_object_set (window, "speed", 0.0, NULL);
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  assert_as_canvas (window, "changed.webp");

  // It is kept; the current run is a new one.
  testing_activate (window, "win.reset");
  testing_activate (window, "win.undo");
  wait_until (lw_document_get_n_runs (window->document) == 1
              && !lw_player_has_finished (window->player));
  lw_run_list_show (lw_transport_get_run_list (window->transport), 0);
  g_assert_nonnull (lw_player_get_run (window->player));
  assert_as_canvas (window, "kept.webp");
  testing_close (window);
}

/// Each format has its own description; a GIF has its own rate, unless the user has chosen another
/// one, and its limits are described. Films are offered if ffmpeg is installed.
static void
test_formats (void)
{
  g_autofree char *program = g_build_filename (folder, "ffmpeg", NULL);
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog;
  AdwComboRow *row;

  for (int films = 0; films < 2; films++) {
    const guint n = films ? 6 : 4;
    g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

    if (films) {
      g_assert_true (g_file_set_contents (program, "#!/bin/sh\n", -1, NULL));
      g_chmod (program, 0700);
    }
    dialog = testing_animation_open (window);
    row = testing_animation_row (GTK_WIDGET (dialog), "_Format");
    g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (row)), ==, n);
    for (guint i = 0; i < n; i++) {
      adw_combo_row_set_selected (row, i);
      g_hash_table_add (lines, g_strdup (adw_action_row_get_subtitle (ADW_ACTION_ROW (row))));
    }
    g_assert_cmpuint (g_hash_table_size (lines), ==, n);
    testing_animation_choose_format (dialog, LW_ANIMATION_GIF);
    g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "30 frames, plays 1.5 s");
    testing_animation_set_rate (dialog, 24);
    g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==,
                     "30 frames, plays 1.5 s at 20 frames per second");
    testing_animation_choose_format (dialog, LW_ANIMATION_WEBP);
    g_assert_cmpstr (lw_animation_dialog_get_summary (dialog), ==, "36 frames, plays 1.5 s");
    press (GTK_WIDGET (dialog), "Cancel");
    wait_until (testing_animation_find () == NULL);
  }
  g_unlink (program);
  testing_close (window);
}

/// The GIF of the dialog equals that of the format, and contains its provenance.
static void
test_gif (void)
{
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog = testing_animation_open (window);
  g_autoptr (GFile) file = file_in ("yoke.gif");
  g_autofree char *content = NULL;
  gsize size;

  testing_animation_choose_format (dialog, LW_ANIMATION_GIF);
  testing_animation_choose (dialog, "Si_ze", 1);
  lw_animation_dialog_save (dialog, file);
  wait_until (testing_animation_find () == NULL);
  g_assert_true (g_file_load_contents (file, NULL, &content, &size, NULL, NULL));
  g_assert_cmpmem (content, 6, "GIF89a", 6);
  g_assert_nonnull (memmem (content, size, "mechanism SHA-256", 17));
  g_file_delete (file, NULL, NULL);
  testing_close (window);
}

static void
test_dark (void)
{
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog = testing_animation_open (window);
  g_autoptr (GFile) file = file_in ("dark.webp");
  g_autoptr (GBytes) bytes = NULL;
  WebPAnimDecoder *decoder;
  WebPAnimInfo info;
  guint8 *frame;
  int end;

  testing_animation_choose (dialog, "S_tyle", 1);
  testing_animation_choose (dialog, "Si_ze", 1);
  testing_animation_set_rate (dialog, 10);
  lw_animation_dialog_save (dialog, file);
  wait_until (testing_animation_find () == NULL);
  decoder = decode (file, &info, &bytes);
  g_assert_cmpuint (info.canvas_width, ==, 640);
  g_assert_cmpuint (info.canvas_height, ==, 480);
  g_assert_cmpuint (info.frame_count, ==, 15);
  g_assert_true (WebPAnimDecoderGetNext (decoder, &frame, &end));
  g_assert_cmpint (frame[0], <, 60);
  WebPAnimDecoderDelete (decoder);
  g_file_delete (file, NULL, NULL);
  testing_close (window);
}

// ---- the window in the meantime -------------------------------------------------------------

/// Sanitizers slow every dot of every picture down, so that there they are fewer and smaller.
#ifdef __SANITIZE_ADDRESS__
#define N_BODIES 20
#define FRAMES_SIZE 1
#else
#define N_BODIES 200
#define FRAMES_SIZE 3
#endif

typedef struct
{
  GArray
    *cpu_ms; ///< array of double: processor time of the main thread for each frame of the window
  GArray *wall_ms; ///< array of double: frame intervals
  double begin_cpu_ms;
  gint64 last_usec;
} Frames;

static double
thread_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * (double) time.tv_sec + 1e-6 * (double) time.tv_nsec;
}

static void
begin_frame_cb (GdkFrameClock *clock, gpointer data)
{
  Frames *frames = data;
  const gint64 now = g_get_monotonic_time ();
  const double ms = 1e-3 * (double) (now - frames->last_usec);

  if (frames->last_usec != 0)
    g_array_append_val (frames->wall_ms, ms);
  frames->last_usec = now;
  frames->begin_cpu_ms = thread_ms ();
}

static void
end_frame_cb (GdkFrameClock *clock, gpointer data)
{
  Frames *frames = data;
  const double ms = thread_ms () - frames->begin_cpu_ms;

  g_array_append_val (frames->cpu_ms, ms);
}

/// Redraws the canvas in every frame, as while something moves.
static gboolean
draw_again_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
tell_frames (const char *what, GArray *ms)
{
  double sum = 0;

  g_assert_cmpuint (ms->len, >, 0);
  g_array_sort (ms, compare_doubles);
  for (guint i = 0; i < ms->len; i++)
    sum += g_array_index (ms, double, i);
  g_test_message ("%s: %u, mean %.1f ms, 99th percentile %.1f ms, longest %.1f ms", what, ms->len,
                  sum / ms->len, g_array_index (ms, double, (ms->len - 1) * 99 / 100),
                  g_array_index (ms, double, ms->len - 1));
}

/// Returns a mechanism of n links that hang side by side.
static char *
dup_many (int n)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) pins = g_string_new (NULL);

  for (int i = 0; i < n; i++) {
    const char *comma = i > 0 ? ", " : "";
    const double x = 0.12 * (i % 20);
    const double y = 0.12 * (i / 20);

    g_string_append_printf (bodies,
                            "%s{\"id\": %d, \"position\": [%g, %g], "
                            "\"shape\": {\"points\": [[0, 0], [0.05, 0]]}}",
                            comma, i + 1, x, y);
    g_string_append_printf (
      pins, "%s{\"id\": %d, \"kind\": \"pin\", \"bodies\": [0, %d], \"at\": [%g, %g]}", comma,
      i + 1, i + 1, x, y);
  }
  return g_strdup_printf ("{ \"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": [%s], "
                          "\"couplings\": [%s] }",
                          bodies->str, pins->str);
}

/// Counts frames of a window until there are `n`, or the dialog has been closed.
static void
count_frames (const char *what, GtkWidget *widget, guint n)
{
  g_autoptr (GArray) cpu_ms = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) wall_ms = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GdkFrameClock) clock = g_object_ref (gtk_widget_get_frame_clock (widget));
  Frames frames = { .cpu_ms = cpu_ms, .wall_ms = wall_ms };
  const gulong begin =
    g_signal_connect (clock, "before-paint", G_CALLBACK (begin_frame_cb), &frames);
  const gulong end = g_signal_connect (clock, "after-paint", G_CALLBACK (end_frame_cb), &frames);

  wait_until (n > 0 ? cpu_ms->len >= n : testing_animation_find () == NULL);
  // The frame clock of a closed dialog drops its handlers itself.
  if (g_signal_handler_is_connected (clock, begin)) {
    g_signal_handler_disconnect (clock, begin);
    g_signal_handler_disconnect (clock, end);
  }
  g_test_message ("%s", what);
  tell_frames ("  processor time of the main thread", cpu_ms);
  tell_frames ("  from one to the next", wall_ms);
}

/// The window of many bodies keeps running while their animation is written. Its frame rate is
/// reported, not checked, because test machines run other programs too.
static void
test_frames (void)
{
  g_autofree char *text = dup_many (N_BODIES);
  g_autoptr (GFile) file = file_in ("many.gif");
  LwWindow *window = testing_window_with_text (text);
  GtkWidget *canvas = GTK_WIDGET (window->canvas);
  guint tick = 0;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_n_samples (window->player) > 50);
  testing_activate (window, "win.play");
  for (int moving = 0; moving < 2; moving++) {
    LwAnimationDialog *dialog;

    if (moving) {
      tick = gtk_widget_add_tick_callback (canvas, draw_again_cb, NULL, NULL);
      count_frames ("the canvas drawn in every frame, nothing written", canvas, 60);
    }
    dialog = testing_animation_open (window);
    testing_animation_choose_format (dialog, LW_ANIMATION_GIF);
    testing_animation_choose (dialog, "Si_ze", FRAMES_SIZE);
    lw_animation_dialog_save (dialog, file);
    if (moving)
      count_frames ("the canvas drawn in every frame, an animation written", canvas, 0);
    else
      count_frames ("the dialog, an animation written", GTK_WIDGET (dialog), 0);
    g_assert_true (g_file_delete (file, NULL, NULL));
  }
  gtk_widget_remove_tick_callback (canvas, tick);
  testing_close (window);
}

// ---- stopping -------------------------------------------------------------------------------

/// Chooses some thousand frames, which the test does not wait for.
static void
choose_much (LwAnimationDialog *dialog)
{
  testing_animation_choose (dialog, "_Length", 1);
  testing_animation_choose (dialog, "_Speed", 5);
  testing_animation_choose (dialog, "Si_ze", 4);
  testing_animation_set_rate (dialog, 60);
}

static void
test_stop (void)
{
  static const LwAnimationFormat formats[] = { LW_ANIMATION_WEBP, LW_ANIMATION_PNG,
                                               LW_ANIMATION_GIF, LW_ANIMATION_PICTURES };
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog = testing_animation_open (window);
  GtkProgressBar *bar =
    GTK_PROGRESS_BAR (testing_find (GTK_WIDGET (dialog), GTK_TYPE_PROGRESS_BAR));

  choose_much (dialog);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autoptr (GFile) file = file_in ("stopped.webp");

    testing_animation_choose_format (dialog, formats[i]);
    lw_animation_dialog_save (dialog, file);
    wait_until (gtk_progress_bar_get_fraction (bar) > 0);
    g_assert_true (gtk_widget_get_visible (GTK_WIDGET (bar)));
    press (GTK_WIDGET (dialog), "Cancel");
    wait_until (!lw_animation_dialog_is_saving (dialog));
    // The state is as before, and is reported.
    g_assert_nonnull (testing_animation_find ());
    g_assert_nonnull (strstr (lw_animation_dialog_get_problem (dialog), "Stopped"));
    g_assert_true (gtk_widget_get_sensitive (find_export (dialog)));
    g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
    g_assert_cmpuint (count_files (), ==, 0);
  }
  press (GTK_WIDGET (dialog), "Cancel");
  wait_until (testing_animation_find () == NULL);
  testing_close (window);
}

/// The window is closed while it writes, and in another case only the dialog.
static void
test_leave (void)
{
  for (int whole = 0; whole < 2; whole++) {
    LwWindow *window = testing_animation_window ();
    LwAnimationDialog *dialog = testing_animation_open (window);
    GtkWidget *watched = GTK_WIDGET (dialog);
    g_autoptr (GFile) file = file_in ("left.webp");

    g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &watched);
    choose_much (dialog);
    testing_animation_choose_format (dialog, LW_ANIMATION_PICTURES);
    lw_animation_dialog_save (dialog, file);
    wait_until (count_files () == 1);
    if (whole == 0)
      gtk_window_close (GTK_WINDOW (dialog));
    else
      testing_close (window);
    wait_until (watched == NULL);
    wait_until (count_files () == 0);
    if (whole == 0)
      testing_close (window);
  }
}

/// If the file cannot be written the dialog reports this and stays open.
static void
test_failure (void)
{
  LwWindow *window = testing_animation_window ();
  LwAnimationDialog *dialog = testing_animation_open (window);
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/at/all.webp");

  testing_animation_set_rate (dialog, 4);
  testing_animation_choose (dialog, "Si_ze", 1);
  lw_animation_dialog_save (dialog, file);
  wait_until (!lw_animation_dialog_is_saving (dialog));
  g_assert_nonnull (testing_animation_find ());
  g_assert_nonnull (strstr (lw_animation_dialog_get_problem (dialog), "all.webp"));
  g_assert_true (gtk_widget_get_sensitive (find_export (dialog)));
  press (GTK_WIDGET (dialog), "Cancel");
  wait_until (testing_animation_find () == NULL);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/animation-dialog/offers", test_offers);
  g_test_add_func ("/animation-dialog/short", test_short);
  g_test_add_func ("/animation-dialog/nothing", test_nothing);
  g_test_add_func ("/animation-dialog/no-period", test_no_period);
  g_test_add_func ("/animation-dialog/writes", test_writes);
  g_test_add_func ("/animation-dialog/changed-and-kept", test_changed_and_kept);
  g_test_add_func ("/animation-dialog/formats", test_formats);
  g_test_add_func ("/animation-dialog/gif", test_gif);
  g_test_add_func ("/animation-dialog/frames", test_frames);
  g_test_add_func ("/animation-dialog/dark", test_dark);
  g_test_add_func ("/animation-dialog/stop", test_stop);
  g_test_add_func ("/animation-dialog/leave", test_leave);
  g_test_add_func ("/animation-dialog/failure", test_failure);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-animation-dialog-XXXXXX", NULL);
  // Only the program that the test puts there is found.
  g_setenv ("PATH", folder, TRUE);
  result = testing_main (&argc, &argv, add_tests);
  g_rmdir (folder);
  g_free (folder);
  return result;
}
