// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports that are cancelled end soon, wherever they are, and leave the old file or the complete new one.

#include <string.h>
#include <sys/resource.h>

#include "lw-export-task.h"
#include "lw-text.h"
#include "testing-project.h"
#include "testing-seed.h"

// Instrumented programs take several times as long.
#ifdef __SANITIZE_ADDRESS__
#define SLOWER 10.0
#else
#define SLOWER 1.0
#endif

/// Most processor time from the request to the end, s.
#define MOST_SECONDS (0.1 * SLOWER)

static LwExportSource
new_source (const char *example)
{
  g_autofree char *name = g_strconcat (example, ".json", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LwExportSource source = { .mechanism = lw_text_load (file, NULL, &error) };

  g_assert_no_error (error);
  source.model = lw_mechanism_compile (source.mechanism, &error);
  g_assert_no_error (error);
  source.first_model = mbd_model_ref (source.model);
  source.full = lw_full_run_new ();
  source.part = g_atomic_rc_box_new0 (int);
  lw_view_init (&source.view, 1, 1, !mbd_model_is_planar (source.model));
  return source;
}

static void
done_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static double
process_seconds (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return (double) usage.ru_utime.tv_sec + 1e-6 * (double) usage.ru_utime.tv_usec
         + (double) usage.ru_stime.tv_sec + 1e-6 * (double) usage.ru_stime.tv_usec;
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/// Writes an export, and cancels it after `delay_usec`; 0: never. Returns the bytes, NULL if it was cancelled,
/// and the processor time until it ended.
static GBytes *
write_export (const LwExportSource *source,
              const LwExportEntry *entry,
              GFile *file,
              gint64 delay_usec,
              double *seconds)
{
  void *values = lw_export_kind_new_values (entry->kind);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  const gint64 end = g_get_monotonic_time () + delay_usec;
  double start;
  GBytes *bytes;

  lw_export_write_async (entry->kind, entry, source, values, file, cancellable, done_cb, &result);
  while (delay_usec > 0 && result == NULL && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  if (delay_usec > 0)
    g_cancellable_cancel (cancellable);
  start = process_seconds ();
  wait_for (&result);
  *seconds = process_seconds () - start;
  bytes = lw_export_write_finish (result, &error);
  if (bytes == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  lw_export_kind_free_values (entry->kind, values);
  return bytes;
}

/// Returns the entries that can be written without a window.
static GPtrArray *
dup_entries (void)
{
  GPtrArray *found = g_ptr_array_new ();
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  for (gsize i = 0; i < n; i++)
    if (entries[i].kind == LW_EXPORT_KIND_DRAWING || entries[i].kind == LW_EXPORT_KIND_PARTS
        || entries[i].kind == LW_EXPORT_KIND_REPORT || entries[i].kind == LW_EXPORT_KIND_MODEL)
      g_ptr_array_add (found, (void *) &entries[i]);
  return found;
}

static void
test_random (void)
{
  const guint n = testing_is_torture () ? 1000 : 60;
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "export");
  g_autoptr (GPtrArray) entries = dup_entries ();
  g_autoptr (GArray) times = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (23));
  LwExportSource source = new_source ("strandbeest6");
  double longest = 0;
  guint n_cancelled = 0;

  g_array_set_size (times, entries->len);
  for (guint i = 0; i < entries->len; i++) {
    const gint64 start = g_get_monotonic_time ();
    double seconds;
    g_autoptr (GBytes) bytes = write_export (&source, entries->pdata[i], file, 0, &seconds);

    g_assert_nonnull (bytes);
    g_array_index (times, gint64, i) = g_get_monotonic_time () - start;
  }
  for (guint i = 0; i < n; i++) {
    const guint k = (guint) g_rand_int_range (random, 0, (gint32) entries->len);
    const gint64 delay =
      1 + (gint64) (g_rand_double (random) * 1.2 * (double) g_array_index (times, gint64, k));
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GBytes) found = NULL;
    g_autofree char *names = NULL;
    double seconds;

    testing_write (file, "old", 3);
    // The run of the report is recorded again.
    lw_export_source_clear (&source);
    source = new_source ("strandbeest6");
    bytes = write_export (&source, entries->pdata[k], file, delay, &seconds);
    found = testing_read (file);
    names = testing_list (folder);
    g_assert_cmpstr (g_strchomp (names), ==, "export");
    if (bytes == NULL) {
      g_assert_cmpmem (g_bytes_get_data (found, NULL), g_bytes_get_size (found), "old", 3);
      n_cancelled++;
    } else {
      g_assert_true (g_bytes_equal (bytes, found));
    }
    longest = MAX (longest, seconds);
  }
  g_test_message ("%u of %u cancelled, at most %.3f s of processor time afterwards", n_cancelled, n,
                  longest);
  g_assert_cmpuint (n_cancelled, >, n / 4);
  g_assert_cmpfloat (longest, <=, MOST_SECONDS);
  lw_export_source_clear (&source);
  testing_folder_free (folder);
}

// ---- at each report of progress -------------------------------------------------------------

/// The progress of one export.
typedef struct
{
  GCancellable *cancellable;
  double part;        ///< the last one
  guint n;            ///< number of reports
  guint cancelled_at; ///< number of the report at which it is cancelled; 0: never
} Watch;

static void
tell_cb (double part, void *data)
{
  Watch *watch = data;

  g_assert_cmpfloat (part, >=, watch->part - 1e-12);
  g_assert_cmpfloat (part, <=, 1 + 1e-12);
  watch->part = part;
  watch->n++;
  if (watch->n == watch->cancelled_at)
    g_cancellable_cancel (watch->cancellable);
}

/// Returns true for exports that report their progress: tables do while their run is computed, and the
/// command line and the window report that of the pictures of a film.
static bool
reports (const LwExportEntry *entry)
{
  return entry->kind != LW_EXPORT_KIND_TABLE && entry->kind != LW_EXPORT_KIND_ANIMATION;
}

/// Writes an export. Returns the error if it was cancelled, else NULL.
static GError *
write_watched (const LwExportEntry *entry, LwExportInput *input, Watch *watch)
{
  void *values = lw_export_kind_new_values (entry->kind);
  g_autoptr (GBytes) bytes = NULL;
  GError *error = NULL;

  watch->cancellable = g_cancellable_new ();
  input->progress = lw_progress_new (tell_cb, watch);
  input->progress.cancellable = watch->cancellable;
  bytes = lw_export_entry_write (entry, values, input, &error);
  g_assert_true ((bytes != NULL) == (error == NULL));
  g_assert_true (bytes == NULL || g_bytes_get_size (bytes) > 0);
  lw_export_kind_free_values (entry->kind, values);
  g_object_unref (watch->cancellable);
  return error;
}

/// Every export reports its progress, and ends without a file wherever it is cancelled.
static void
test_everywhere (void)
{
  LwExportSource source = new_source ("four-bar");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProjectRun) run =
    lw_full_run_record (source.mechanism, source.model, NULL, NULL, NULL, &error);
  g_autoptr (LwProject) project = lw_project_new (source.mechanism, NULL, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (source.mechanism, source.model);
  g_autoptr (LwSeriesSet) series = lw_series_set_new_for_run (channels, run);
  LwExportInput input = { .project = project,
                          .model = source.model,
                          .channels = channels,
                          .run = run,
                          .series = series,
                          .provenance = "Linkwright, for a test" };
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++) {
    Watch whole = { 0 };

    if (!reports (&entries[i]))
      continue;
    g_test_message ("%s .%s", lw_export_kind_get_class (entries[i].kind)->verb, entries[i].suffix);
    g_assert_no_error (write_watched (&entries[i], &input, &whole));
    g_assert_cmpfloat (whole.part, ==, 1);
    for (guint at = 1; at <= whole.n; at += MAX (whole.n / 3, 1)) {
      Watch watch = { .cancelled_at = at };
      g_autoptr (GError) cancelled = write_watched (&entries[i], &input, &watch);

      g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      // Not much is done after that.
      g_assert_cmpuint (watch.n, <=, at + 2);
    }
  }
  lw_export_source_clear (&source);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export-cancel/random", test_random);
  g_test_add_func ("/export-cancel/everywhere", test_everywhere);
  return g_test_run ();
}
