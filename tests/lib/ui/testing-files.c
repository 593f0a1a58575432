// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-files.h"

#include <glib/gstdio.h>

static char *folder;

GFile *
testing_file (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

void
testing_edit_notes (LwWindow *window, const char *notes)
{
  LwDocument *document = lw_window_get_document (window);
  LwMechanism *next = lw_mechanism_with_notes (lw_document_get_mechanism (document), notes);

  lw_document_edit (document, "Edit the Notes", next);
  lw_mechanism_unref (next);
}

const char *
testing_notes (LwWindow *window)
{
  return lw_mechanism_get_notes (lw_document_get_mechanism (lw_window_get_document (window)));
}

void
testing_save_to (LwWindow *window, GFile *file)
{
  lw_window_save_to (window, file);
  wait_until (!lw_window_is_saving (window));
}

LwWindow *
testing_window_with_project (GFile *file)
{
  LwWindow *window = testing_window_with ("four-bar");

  testing_save_to (window, file);
  g_assert_false (lw_document_get_modified (lw_window_get_document (window)));
  return window;
}

char *
testing_dup_digest (GFile *file)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_load_contents (file, NULL, &content, &length, NULL, NULL));
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) content, length);
}

static void
remove_folder (void)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
  g_rmdir (folder);
  g_free (folder);
}

int
testing_main_with_folder (int *argc, char ***argv, void (*add_tests) (void))
{
  int code;

  folder = g_dir_make_tmp ("linkwright-files-XXXXXX", NULL);
  code = testing_main (argc, argv, add_tests);
  remove_folder ();
  return code;
}
