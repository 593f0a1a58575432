// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of tests of a window, in a temporary folder.

#pragma once

#include "testing-window.h"

/// Like testing_main (), with a folder that is removed at the end.
int testing_main_with_folder (int *argc, char ***argv, void (*add_tests) (void));
/// Returns a file in that folder.
GFile *testing_file (const char *name);
/// Sets the notes of the document, as one undo step, and returns them.
void testing_edit_notes (LwWindow *window, const char *notes);
const char *testing_notes (LwWindow *window);
/// Saves and waits for it.
void testing_save_to (LwWindow *window, GFile *file);
/// Returns a window with the four-bar, saved as a project.
LwWindow *testing_window_with_project (GFile *file);
/// Returns the digest of a file. Free with g_free ().
char *testing_dup_digest (GFile *file);
