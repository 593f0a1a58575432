// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about files: each names the file, the operation that failed and the reason, and gives
// advice if there is any.

#include "lw-file-error.h"

#include <errno.h>
#include <string.h>

#include "lw-mechanism.h"
#include "testing-project.h"

typedef struct
{
  int number;
  const char *read, *saved, *written;
} Case;

static const Case cases[] = {
  { ENOENT, "a.txt could not be read: it does not exist.",
    "a.txt could not be saved: the folder no longer exists; save to another place.",
    "a.txt could not be written: the folder does not exist; choose another place." },
  { EISDIR, "a.txt could not be read: it is a folder.",
    "a.txt could not be saved: it is a folder; save under another name.",
    "a.txt could not be written: it is a folder; choose another name." },
  { EACCES, "a.txt could not be read: permission denied.",
    "a.txt could not be saved: permission denied; save to another place.",
    "a.txt could not be written: permission denied; choose another place." },
  { EROFS, "a.txt could not be read: its file system is read-only.",
    "a.txt could not be saved: its file system is read-only; save to another place.",
    "a.txt could not be written: its file system is read-only; choose another place." },
  { ENOSPC, "a.txt could not be read: there is no space left; make room.",
    "a.txt could not be saved: there is no space left; make room or save to another place.",
    "a.txt could not be written: there is no space left; make room or choose another place." },
  { LW_FILE_NOT_REGULAR, "a.txt could not be read: it is not a regular file.",
    "a.txt could not be saved: it is not a regular file; save under another name.",
    "a.txt could not be written: it is not a regular file; choose another name." },
  { LW_FILE_NOT_LOCAL,
    "a.txt could not be read: it is not in a folder of this computer; copy it to one.",
    "a.txt could not be saved: it is not in a folder of this computer; save to one.",
    "a.txt could not be written: it is not in a folder of this computer; choose one." },
  // Any other cause in the words of the system, here those of the C locale.
  { EIO, "a.txt could not be read: Input/output error.",
    "a.txt could not be saved: Input/output error; try again or save to another place.",
    "a.txt could not be written: Input/output error." },
};

static const char *
get_expected (const Case *one, LwFileDeed deed)
{
  const char *const sentences[LW_N_FILE_DEEDS] = { one->read, one->saved, one->written };

  return sentences[deed];
}

static void
test_numbers (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int deed = 0; deed < LW_N_FILE_DEEDS; deed++) {
      g_autoptr (GError) error = NULL;

      lw_file_error_set (&error, "a.txt", (LwFileDeed) deed, cases[i].number);
      g_assert_error (error, LW_ERROR, LW_ERROR_IO);
      testing_assert_sentence (error);
      g_assert_cmpstr (error->message, ==, get_expected (&cases[i], (LwFileDeed) deed));
    }
}

/// Numbers with the same meaning have the same sentence.
static void
test_alike (void)
{
  static const int pairs[][2] = { { EPERM, EACCES }, { EDQUOT, ENOSPC } };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    GError *errors[2] = { NULL, NULL };

    for (int k = 0; k < 2; k++)
      lw_file_error_set (&errors[k], "a.txt", LW_FILE_SAVED, pairs[i][k]);
    g_assert_cmpstr (errors[0]->message, ==, errors[1]->message);
    g_error_free (errors[0]);
    g_error_free (errors[1]);
  }
}

/// An error of GIO has the sentence of the same cause.
static void
test_gio (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/a.txt");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int deed = 0; deed < LW_N_FILE_DEEDS; deed++) {
      const int number = cases[i].number;
      g_autofree char *expected = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) cause = NULL;

      if (number == LW_FILE_NOT_LOCAL)
        continue;
      cause = number == LW_FILE_NOT_REGULAR
                ? g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "It is a pipe")
                : g_error_new (G_IO_ERROR, (int) g_io_error_from_errno (number), "%s",
                               g_strerror (number));
      lw_file_error_set_from (&error, file, (LwFileDeed) deed, cause);
      g_assert_error (error, LW_ERROR, LW_ERROR_IO);
      expected = g_strconcat ("/", get_expected (&cases[i], (LwFileDeed) deed), NULL);
      g_assert_cmpstr (error->message, ==, expected);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/a.txt");
  g_autoptr (GError) cause = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  g_autoptr (GError) error = NULL;

  lw_file_error_set_from (&error, file, LW_FILE_WRITTEN, cause);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-error/numbers", test_numbers);
  g_test_add_func ("/file-error/alike", test_alike);
  g_test_add_func ("/file-error/gio", test_gio);
  g_test_add_func ("/file-error/cancelled", test_cancelled);
  return g_test_run ();
}
