// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-measure.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "lw-text.h"
#include "lw-window.h"

#define SAMPLES_TO_FILL 100000
#define NUMBERS_TO_FILL 5e7 ///< in all columns; mechanisms with many bodies record fewer samples
#define ALONE_S 2.0         ///< duration of the run of the engine without drawing
#define SAMPLE_INTERVAL_S 1e-4
#define SETTLE_S 1.0
#define PLAY_S 10.0
#define SPARE_S 20.0
/// Panning moves once round this circle in PAN_STEPS steps, about as fast as an unhurried hand.
#define PAN_RADIUS_PX 250.0
#define PAN_STEPS 120

typedef enum
{
  PHASE_OPENING,
  PHASE_FILLING,
  PHASE_SETTLING,
  PHASE_PLAYING,
  PHASE_RESTING, ///< displayed, before panning begins
  PHASE_PANNING,
  PHASE_DONE,
} Phase;

struct _LwMeasure
{
  GObject parent_instance;

  // Owned
  LwWindow *window;
  GArray *clock_ms; ///< array of double: frame intervals according to the frame clock
  GArray *paint_ms; ///< array of double: intervals between the ends of painting

  LwMeasureKind kind;
  Phase phase;
  int exit_code;
  gint64 phase_start_usec;
  gint64 last_clock_usec;
  gint64 last_paint_usec;
  double start_time;    ///< simulated time, s
  GArray *work_ms;      ///< array of double: from before the update to after painting
  GArray *busy_ms;      ///< like work_ms, while the engine computes as fast as it can
  gint64 update_usec;   ///< beginning of the frame
  double update_cpu_ms; ///< processor time of the thread at that time
  GArray *work_cpu_ms;  ///< array of double: like work_ms, in processor time
  GArray *busy_cpu_ms;  ///< array of double: like busy_ms, in processor time
  gsize samples_to_fill;
  double alone;        ///< simulated s per s without a window
  double beside;       ///< simulated s per s while drawing
  double start_cpu_ms; ///< processor time of the drawing thread at the start of the phase
  double start_all_ms; ///< processor time of the process at the start of the phase
  double shown_ms;     ///< from the start of the process to the first frame, without `alone_usec`
  gint64 alone_usec;   ///< duration of the measurement without a window, before the first frame
  GArray *cpu_ms;      ///< array of double: processor time of each frame in the drawing thread
  double last_cpu_ms;
  int pan_step;
};

enum
{
  SIGNAL_DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwMeasure, lw_measure, G_TYPE_OBJECT)

static double
cpu_ms (int who)
{
  struct rusage usage;

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
}

/// Returns the processor time of this thread, with a finer resolution than getrusage ().
static double
thread_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

/// Returns the time since the start of the process, with the 10 ms resolution of the kernel clock;
/// 0 if unknown.
static double
process_age_ms (void)
{
  g_autofree char *stat = NULL;
  const char *after_name;
  unsigned long long start_ticks = 0;
  struct timespec now;

  if (!g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL)
      || (after_name = strrchr (stat, ')')) == NULL
      || sscanf (
           after_name + 1,
           " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
           &start_ticks)
           != 1)
    return 0;
  clock_gettime (CLOCK_BOOTTIME, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6
         - (double) start_ticks * 1e3 / (double) sysconf (_SC_CLK_TCK);
}

static void
finish (LwMeasure *self, int exit_code)
{
  self->phase = PHASE_DONE;
  self->exit_code = exit_code;
  g_signal_emit (self, signals[SIGNAL_DONE], 0);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
percentile (GArray *values, double part)
{
  if (values->len == 0)
    return 0;
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, (guint) (part * (values->len - 1)));
}

static double
percentile_95 (GArray *values)
{
  return percentile (values, 0.95);
}

static void
report (LwMeasure *self, const LwSimulationStatus *status, gint64 now_usec)
{
  double wall = (double) (now_usec - self->phase_start_usec) * 1e-6;
  double n_frames = self->clock_ms->len;
  int width = gtk_widget_get_width (GTK_WIDGET (self->window));
  int height = gtk_widget_get_height (GTK_WIDGET (self->window));
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (self->window));

  g_print ("window                    %d x %d, %s\n", width, height, G_OBJECT_TYPE_NAME (renderer));
  g_print ("first frame after start   %.0f ms\n", self->shown_ms);
  g_print ("samples in each plot      %" G_GSIZE_FORMAT "\n", status->n_samples);
  g_print ("frames/s, mean            %.1f\n", n_frames / wall);
  g_print ("frame interval, 95th pct  %.1f ms\n", percentile_95 (self->clock_ms));
  g_print ("paint to paint, 95th pct  %.1f ms\n", percentile_95 (self->paint_ms));
  g_print ("CPU per frame, drawing    %.1f ms\n",
           (cpu_ms (RUSAGE_THREAD) - self->start_cpu_ms) / n_frames);
  g_print ("CPU per frame, process    %.1f ms\n",
           (cpu_ms (RUSAGE_SELF) - self->start_all_ms) / n_frames);
  g_print ("update to after-paint, 99th pct, playing   %.1f ms\n",
           percentile (self->work_ms, 0.99));
  g_print ("update to after-paint, 99th pct, computing %.1f ms (%u frames)\n",
           percentile (self->busy_ms, 0.99), self->busy_ms->len);
  g_print ("the same in processor time, playing          %.1f ms\n",
           percentile (self->work_cpu_ms, 0.99));
  g_print ("the same in processor time, computing        %.1f ms\n",
           percentile (self->busy_cpu_ms, 0.99));
  g_print ("engine, without window    %.4f simulated/wall\n", self->alone);
  g_print ("engine, while it is drawn %.4f simulated/wall, %.0f %%\n", self->beside,
           self->alone > 0 ? 100 * self->beside / self->alone : 0);
  g_print ("simulated/wall            %.4f\n", (status->time - self->start_time) / wall);
}

static void
report_pan (LwMeasure *self, gint64 now_usec)
{
  const double wall = (double) (now_usec - self->phase_start_usec) * 1e-6;
  const double n_frames = self->paint_ms->len;
  GtkWidget *canvas = GTK_WIDGET (lw_window_get_canvas (self->window));
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (self->window));

  g_print ("window                    %d x %d, %s\n",
           gtk_widget_get_width (GTK_WIDGET (self->window)),
           gtk_widget_get_height (GTK_WIDGET (self->window)), G_OBJECT_TYPE_NAME (renderer));
  g_print ("canvas                    %d x %d\n", gtk_widget_get_width (canvas),
           gtk_widget_get_height (canvas));
  g_print ("first frame after start   %.0f ms\n", self->shown_ms);
  g_print ("frames/s, mean            %.1f\n", n_frames / wall);
  g_print ("paint to paint, 95th pct  %.1f ms\n", percentile_95 (self->paint_ms));
  g_print ("CPU per frame, mean       %.1f ms\n",
           (cpu_ms (RUSAGE_THREAD) - self->start_cpu_ms) / n_frames);
  g_print ("CPU per frame, 95th pct   %.1f ms\n", percentile_95 (self->cpu_ms));
  g_print ("CPU per frame, 99th pct   %.1f ms\n", percentile (self->cpu_ms, 0.99));
  g_print ("CPU per frame, longest    %.1f ms\n",
           g_array_index (self->cpu_ms, double, self->cpu_ms->len - 1));
}

static void
note_frame (LwMeasure *self, gint64 clock_usec, gint64 paint_usec)
{
  double clock_ms = (double) (clock_usec - self->last_clock_usec) * 1e-3;
  double paint_ms = (double) (paint_usec - self->last_paint_usec) * 1e-3;

  const double cpu_now_ms = cpu_ms (RUSAGE_THREAD);
  const double frame_cpu_ms = cpu_now_ms - self->last_cpu_ms;
  const double work_ms = (double) (paint_usec - self->update_usec) * 1e-3;

  if (self->update_usec != 0) {
    const double work_cpu_ms = thread_cpu_ms () - self->update_cpu_ms;

    if (self->phase == PHASE_PLAYING) {
      g_array_append_val (self->work_ms, work_ms);
      g_array_append_val (self->work_cpu_ms, work_cpu_ms);
    } else if (self->phase == PHASE_FILLING) {
      g_array_append_val (self->busy_ms, work_ms);
      g_array_append_val (self->busy_cpu_ms, work_cpu_ms);
    }
  }

  if (self->phase == PHASE_PLAYING || self->phase == PHASE_PANNING) {
    g_array_append_val (self->clock_ms, clock_ms);
    g_array_append_val (self->paint_ms, paint_ms);
    g_array_append_val (self->cpu_ms, frame_cpu_ms);
  }
  self->last_cpu_ms = cpu_now_ms;
  self->last_clock_usec = clock_usec;
  self->last_paint_usec = paint_usec;
}

static void
begin_phase (LwMeasure *self, Phase phase, gint64 now_usec, const LwSimulationStatus *status)
{
  self->phase = phase;
  self->phase_start_usec = now_usec;
  self->start_time = status->time;
  self->start_cpu_ms = cpu_ms (RUSAGE_THREAD);
  self->start_all_ms = cpu_ms (RUSAGE_SELF);
}

/// Moves the view by the next step round the circle.
static gboolean
pan_cb (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  LwMeasure *self = data;
  const double from = 2 * G_PI * self->pan_step / PAN_STEPS;
  const double to = 2 * G_PI * (self->pan_step + 1) / PAN_STEPS;

  if (self->phase != PHASE_PANNING)
    return G_SOURCE_REMOVE;
  self->pan_step++;
  lw_canvas_pan (lw_window_get_canvas (self->window),
                 round (PAN_RADIUS_PX * cos (to)) - round (PAN_RADIUS_PX * cos (from)),
                 round (PAN_RADIUS_PX * sin (to)) - round (PAN_RADIUS_PX * sin (from)));
  return G_SOURCE_CONTINUE;
}

static void
follow_pan (LwMeasure *self, gint64 now_usec, const LwSimulationStatus *status)
{
  const double elapsed = (double) (now_usec - self->phase_start_usec) * 1e-6;

  if (self->phase == PHASE_RESTING && elapsed >= SETTLE_S) {
    begin_phase (self, PHASE_PANNING, now_usec, status);
    gtk_widget_add_tick_callback (GTK_WIDGET (self->window), pan_cb, self, NULL);
  } else if (self->phase == PHASE_PANNING && elapsed >= PLAY_S) {
    report_pan (self, now_usec);
    finish (self, 0);
  } else if (self->phase == PHASE_RESTING) {
    gtk_widget_queue_draw (GTK_WIDGET (self->window));
  }
}

static void
after_paint_cb (LwMeasure *self, GdkFrameClock *clock)
{
  LwPlayer *player = lw_window_get_player (self->window);
  gint64 now_usec = g_get_monotonic_time ();
  LwSimulationStatus status;
  double elapsed = (double) (now_usec - self->phase_start_usec) * 1e-6;

  if (self->phase == PHASE_DONE || self->phase == PHASE_OPENING)
    return;
  if (self->shown_ms == 0)
    self->shown_ms = process_age_ms () - (double) self->alone_usec * 1e-3;
  note_frame (self, gdk_frame_clock_get_frame_time (clock), now_usec);
  lw_player_get_status (player, &status);
  if (self->kind == LW_MEASURE_PAN) {
    follow_pan (self, now_usec, &status);
    return;
  }
  if (status.phase == LW_SIMULATION_FAILED || status.phase == LW_SIMULATION_FINISHED) {
    g_printerr ("%s\n", lw_window_get_message (self->window) != NULL
                          ? lw_window_get_message (self->window)
                          : "The run ended before the measurement.");
    finish (self, 3);
  } else if (self->phase == PHASE_FILLING && status.n_samples >= self->samples_to_fill) {
    // The frame clock reports the first frame after it has been painted.
    self->beside = elapsed > 0 ? (status.time - self->start_time) / elapsed : 0;
    lw_player_set_speed (player, 1);
    begin_phase (self, PHASE_SETTLING, now_usec, &status);
  } else if (self->phase == PHASE_SETTLING && elapsed >= SETTLE_S) {
    begin_phase (self, PHASE_PLAYING, now_usec, &status);
  } else if (self->phase == PHASE_PLAYING && elapsed >= PLAY_S) {
    report (self, &status, now_usec);
    finish (self, 0);
  }
}

static void
before_paint_cb (LwMeasure *self)
{
  self->update_usec = g_get_monotonic_time ();
  self->update_cpu_ms = thread_cpu_ms ();
}

static void
realized_cb (LwMeasure *self)
{
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "after-paint",
                           G_CALLBACK (after_paint_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "before-paint",
                           G_CALLBACK (before_paint_cb), self, G_CONNECT_SWAPPED);
  if (self->kind == LW_MEASURE_PAN || lw_window_get_player (self->window) == NULL)
    return;
  self->phase = PHASE_FILLING;
  self->phase_start_usec = g_get_monotonic_time ();
  lw_player_set_speed (lw_window_get_player (self->window), 0);
  lw_player_play (lw_window_get_player (self->window));
}

/// Loads a mechanism and sets a sample interval so short that the plots fill with many samples.
static LwPlayer *
load (GFile *file, GError **error)
{
  g_autoptr (LwMechanism) original = lw_text_load (file, NULL, error);
  g_autoptr (LwMechanism) mechanism = NULL;
  LwRunSettings run;
  MbdModel *model;
  LwPlayer *player;

  if (original == NULL)
    return NULL;
  mechanism = lw_mechanism_copy (original);
  run = *lw_mechanism_get_run (original);
  run.interval = SAMPLE_INTERVAL_S;
  run.duration = SAMPLES_TO_FILL * SAMPLE_INTERVAL_S + SETTLE_S + PLAY_S + SPARE_S;
  lw_mechanism_set_run (mechanism, &run);
  model = lw_mechanism_compile (mechanism, error);
  if (model == NULL)
    return NULL;
  player = lw_player_new (mechanism, model, error);
  mbd_model_unref (model);
  return player;
}

static gboolean
failed_idle_cb (gpointer data)
{
  finish (LW_MEASURE (data), 2);
  return G_SOURCE_REMOVE;
}

static void
opened_cb (LwMeasure *self, gboolean opened)
{
  if (!opened) {
    g_printerr ("%s\n", lw_window_get_message (self->window));
    finish (self, 2);
    return;
  }
  self->phase = PHASE_RESTING;
  self->phase_start_usec = g_get_monotonic_time ();
}

/// Measures the engine without drawing: its thread runs while this thread sleeps.
static void
measure_alone (LwMeasure *self, LwPlayer *player)
{
  const gsize n_columns = lw_recording_n_columns (lw_player_get_recording (player));
  const gint64 start_usec = g_get_monotonic_time ();
  LwSimulationStatus status;

  self->samples_to_fill = (gsize) MIN (SAMPLES_TO_FILL, NUMBERS_TO_FILL / (double) n_columns);
  lw_player_set_speed (player, 0);
  lw_player_play (player);
  do {
    g_usleep (10000);
    lw_player_get_status (player, &status);
  } while (g_get_monotonic_time () - start_usec < (gint64) (ALONE_S * G_USEC_PER_SEC)
           && status.n_samples < self->samples_to_fill && status.phase != LW_SIMULATION_FAILED);
  self->alone_usec = g_get_monotonic_time () - start_usec;
  self->alone = status.time / ((double) self->alone_usec * 1e-6);
  lw_player_reset (player);
}

/// Creates a player without a document, because the samples of the file are too far apart.
static void
begin_playing (LwMeasure *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwPlayer) player = load (file, &error);

  if (player == NULL) {
    g_printerr ("%s\n", error->message);
    g_idle_add (failed_idle_cb, self);
    return;
  }
  measure_alone (self, player);
  lw_window_set_player (self->window, player, name);
}

LwMeasure *
lw_measure_new (LwWindow *window, GFile *file, LwMeasureKind kind)
{
  LwMeasure *self = g_object_new (LW_TYPE_MEASURE, NULL);

  self->window = g_object_ref (window);
  self->kind = kind;
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_unmaximize (GTK_WINDOW (window));
  g_signal_connect_object (window, "realize", G_CALLBACK (realized_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  if (kind == LW_MEASURE_PAN) {
    g_signal_connect_object (window, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
    lw_window_open_example (window, file);
  } else {
    begin_playing (self, file);
  }
  return self;
}

int
lw_measure_get_exit_code (LwMeasure *self)
{
  g_return_val_if_fail (LW_IS_MEASURE (self), 3);

  return self->exit_code;
}

static void
lw_measure_finalize (GObject *object)
{
  LwMeasure *self = LW_MEASURE (object);

  g_clear_object (&self->window);
  g_clear_pointer (&self->clock_ms, g_array_unref);
  g_clear_pointer (&self->paint_ms, g_array_unref);
  g_clear_pointer (&self->cpu_ms, g_array_unref);
  g_clear_pointer (&self->work_ms, g_array_unref);
  g_clear_pointer (&self->busy_ms, g_array_unref);
  g_clear_pointer (&self->work_cpu_ms, g_array_unref);
  g_clear_pointer (&self->busy_cpu_ms, g_array_unref);

  G_OBJECT_CLASS (lw_measure_parent_class)->finalize (object);
}

static void
lw_measure_class_init (LwMeasureClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_measure_finalize;

  signals[SIGNAL_DONE] =
    g_signal_new ("done", LW_TYPE_MEASURE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lw_measure_init (LwMeasure *self)
{
  self->clock_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->paint_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->work_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->busy_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->work_cpu_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->busy_cpu_ms = g_array_new (FALSE, FALSE, sizeof (double));
  self->cpu_ms = g_array_new (FALSE, FALSE, sizeof (double));
}
