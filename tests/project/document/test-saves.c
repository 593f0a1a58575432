// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last saves of a project: their number, contents and size.

#include <glib/gstdio.h>
#include <unistd.h>

#include "lw-document.h"
#include "lw-saves.h"
#include "testing-project.h"

static void
edit (LwDocument *document, int number)
{
  g_autofree char *title = g_strdup_printf ("%d", number);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_title (lw_document_get_mechanism (document), title);

  lw_document_edit (document, "Edit", next);
}

static void
arrived_cb (GObject *source, GAsyncResult *result, void *data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
save (LwDocument *document, GFile *file)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  lw_document_save_async (document, file, FALSE, NULL, arrived_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  lw_document_save_finish (document, result, &error);
  g_assert_no_error (error);
}

/// After 13 saves, the last 10 before the current one are kept to the last byte.
static void
test_saves (void)
{
  const guint n = LW_SAVES_MAX_N + 3;
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autoptr (GFile) file = testing_file (folder, "a.linkwright");
  g_autoptr (GFile) other = testing_file (folder, "b.linkwright");
  g_autoptr (GFile) link = testing_file (folder, "link.linkwright");
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (GPtrArray) saved = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) saves = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) by_link = NULL;

  lw_document_keep_saves (document, kept);
  for (guint i = 0; i < n; i++) {
    edit (document, (int) i);
    save (document, file);
    g_ptr_array_add (saved, testing_read (file));
  }
  saves = lw_saves_list (kept, file);
  g_assert_cmpuint (saves->len, ==, LW_SAVES_MAX_N);
  for (guint i = 0; i < saves->len; i++) {
    const LwSave *save = saves->pdata[i];
    g_autoptr (GBytes) bytes = testing_read (save->file);

    g_assert_true (g_bytes_equal (bytes, saved->pdata[n - 2 - i]));
    g_assert_cmpuint (save->size, ==, g_bytes_get_size (bytes));
  }
  none = lw_saves_list (kept, other);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (g_file_make_symbolic_link (link, "a.linkwright", NULL, NULL));
  by_link = lw_saves_list (kept, link);
  g_assert_cmpuint (by_link->len, ==, LW_SAVES_MAX_N);
  testing_folder_free (folder);
}

/// All of them have bounded size; saving works where they cannot be kept.
static void
test_saves_bounded (void)
{
  char *folder = testing_folder_new ();
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *large = g_build_filename (kept, "older", "1000000-1.linkwright", NULL);
  g_autofree char *old = g_build_filename (kept, "older", NULL);
  g_autoptr (GFile) file = testing_file (folder, "a.linkwright");
  g_autoptr (LwMechanism) chain = testing_chain (3);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  g_autoptr (GPtrArray) saves = NULL;

  g_assert_cmpint (g_mkdir_with_parents (old, 0700), ==, 0);
  g_assert_true (g_file_set_contents (large, "", 0, NULL));
  g_assert_cmpint (truncate (large, LW_SAVES_MAX_BYTES), ==, 0);
  lw_document_keep_saves (document, kept);
  for (int i = 0; i < 2; i++) {
    edit (document, i);
    save (document, file);
  }
  saves = lw_saves_list (kept, file);
  g_assert_cmpuint (saves->len, ==, 1);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));

  // A file is where the folder belongs.
  lw_document_keep_saves (document, g_file_peek_path (file));
  edit (document, 9);
  save (document, file);
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/saves/last", test_saves);
  g_test_add_func ("/saves/bounded", test_saves_bounded);
  return g_test_run ();
}
