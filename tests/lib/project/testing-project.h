// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects and folders for the tests of this layer.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"

/// Every kind of element, every field away from its default, numbers that are hard to keep.
LwMechanism *testing_mechanism (void);
/// `n` bars in a chain, for sizes.
LwMechanism *testing_chain (int n);
/// A run of so many samples of 1 + 3 + 3 + n_channels columns; some values are NaN or infinite.
LwProjectRun *testing_recorded_run (const LwMechanism *mechanism,
                                    const char *name,
                                    guint n_channels,
                                    gsize n_samples);
/// The mechanism, an unusual view and two runs.
LwProject *testing_project (void);
/// A project of about so many bytes, most of them in a recording.
LwProject *testing_project_of_size (gsize bytes);

/// A new folder; removed with all in it by testing_folder_free ().
char *testing_folder_new (void);
void testing_folder_free (char *folder);
GFile *testing_file (const char *folder, const char *name);
/// The bytes of a file. Free with g_bytes_unref ().
GBytes *testing_read (GFile *file);
void testing_write (GFile *file, const void *data, gsize size);
/// Names in a folder, sorted, one line each.
char *testing_list (const char *folder);
/// One sentence: begins with a capital or a name, ends with one full stop, has no line break.
void testing_assert_sentence (const GError *error);
/// LW_TORTURE: the long versions.
gboolean testing_is_torture (void);
/// s, of the processor in this thread: what else the machine does is not in it.
double testing_thread_seconds (void);
