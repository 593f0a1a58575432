// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects and folders for the tests of this layer.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

/// Returns a mechanism with every kind of element, every field different from its default, and
/// numbers that are hard to store exactly.
LwMechanism *testing_mechanism (void);
/// Returns a chain of `n` bars, for tests of sizes.
LwMechanism *testing_chain (int n);
/// Returns a run of `n_samples` samples of 1 + 3 + 3 + n_channels columns; some values are NaN or
/// infinite.
LwProjectRun *testing_recorded_run (const LwMechanism *mechanism,
                                    const char *name,
                                    guint n_channels,
                                    gsize n_samples);
/// Returns a project with the mechanism, an unusual view and two runs.
LwProject *testing_project (void);
/// Returns a project of about `bytes` bytes, most of them in a recording.
LwProject *testing_project_of_size (gsize bytes);

/// Creates a folder; testing_folder_free () removes it with its contents.
char *testing_folder_new (void);
void testing_folder_free (char *folder);
GFile *testing_file (const char *folder, const char *name);
/// Returns the bytes of a file. Free with g_bytes_unref ().
GBytes *testing_read (GFile *file);
void testing_write (GFile *file, const void *data, gsize size);
/// Returns the names in a folder, sorted, one per line.
char *testing_list (const char *folder);
/// Checks for a single sentence: an initial capital or name, one full stop at the end, no line
/// break.
void testing_assert_sentence (const GError *error);
/// Returns TRUE if LW_TORTURE requests the long versions.
gboolean testing_is_torture (void);
/// Returns the processor time of this thread, s, which does not depend on other load.
double testing_thread_seconds (void);
