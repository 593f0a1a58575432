// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every export of the table that is made from a finished run reports its progress, and ends without a
// file wherever it is cancelled.

#include "lw-exports.h"
#include "recorded.h"

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

static void
test_cancel (void)
{
  Recorded recorded = recorded_new ("four-bar");
  g_autoptr (LwProject) project = lw_project_new (recorded.mechanism, NULL, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (recorded.mechanism, recorded.model);
  g_autoptr (LwSeriesSet) series = lw_series_set_new_for_run (channels, recorded.run);
  LwExportInput input = { .project = project,
                          .model = recorded.model,
                          .channels = channels,
                          .run = recorded.run,
                          .series = series,
                          .provenance = "Linkwright, for a test" };
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  for (gsize i = 0; i < n; i++) {
    Watch whole = { 0 };

    if (!reports (&entries[i]))
      continue;
    g_test_message ("%s .%s", lw_export_kind_get_class (entries[i].kind)->verb, entries[i].suffix);
    g_assert_no_error (write_watched (&entries[i], &input, &whole));
    g_assert_cmpfloat (whole.part, ==, 1);
    for (guint at = 1; at <= whole.n; at += MAX (whole.n / 4, 1)) {
      Watch watch = { .cancelled_at = at };
      g_autoptr (GError) error = write_watched (&entries[i], &input, &watch);

      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      // Not much is done after that.
      g_assert_cmpuint (watch.n, <=, at + 2);
    }
  }
  recorded_clear (&recorded);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exports/cancel", test_cancel);
  return g_test_run ();
}
