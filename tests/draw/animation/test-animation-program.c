// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Films by another program, which is missing, refuses, does nothing, hangs, or works.

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "recorded.h"

/// Frames per second, and frames of a period.
#define RATE 26
#define N_FRAMES 39

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/// Puts this program under the name of ffmpeg, or nothing at all, into the folder of the test,
/// which is the only one in PATH.
static void
put_program (const char *script)
{
  g_autofree char *program = path_of ("ffmpeg");
  g_autofree char *text = g_strconcat ("#!/bin/sh\ncd '", folder, "'\n", script, NULL);

  g_unlink (program);
  if (script != NULL) {
    g_assert_true (g_file_set_contents (program, text, -1, NULL));
    g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  }
}

static char *
take_text (const char *name)
{
  g_autofree char *path = path_of (name);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_unlink (path);
  return g_strstrip (text);
}

/// Returns the error of writing a film with such a program.
static char *
dup_refusal (const Recorded *recorded, LwAnimationFormat format, const char *script)
{
  LwAnimation animation = recorded_period (recorded, format);
  g_autoptr (LwAnimationFrames) film = recorded_small_film (recorded);
  g_autoptr (GError) error = NULL;

  put_program (script);
  g_assert_null (lw_animation_to_bytes (&animation, film, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == LW_ERROR);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_str_has_suffix (error->message, "."));
  return g_strdup (error->message);
}

static void
test_works (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");

  for (int format = LW_ANIMATION_WEBM; format <= LW_ANIMATION_MP4; format++) {
    LwAnimation animation = recorded_period (&recorded, (LwAnimationFormat) format);
    g_autoptr (GBytes) bytes = NULL;
    g_autofree char *arguments = NULL;
    g_autofree char *count = NULL;
    g_autofree char *wanted = NULL;

    animation.rate = RATE;
    animation.title = "Yoke; rm -rf $HOME";
    animation.provenance = "Linkwright of today";
    // Like a program that rewrites its header at the end.
    put_program ("printf '%s\\n' \"$@\" > arguments\n"
                 "/usr/bin/wc -c > count\n"
                 "printf 'a film' > /dev/fd/3\n");
    bytes = recorded_bytes (&recorded, &animation);
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "a film", 6);
    arguments = take_text ("arguments");
    count = take_text ("count");
    // The sides are even and nothing is cut off; all pictures together last as long as the period.
    wanted = g_strdup_printf ("%d", N_FRAMES * 322 * 204 * 4);
    g_assert_cmpstr (count, ==, wanted);
    g_assert_nonnull (strstr (arguments, "\n-video_size\n322x204\n"));
    g_assert_nonnull (strstr (arguments, "\n-framerate\n39000/1500\n"));
    g_assert_nonnull (strstr (arguments, "\n-metadata\ntitle=Yoke; rm -rf $HOME\n"));
    g_assert_nonnull (strstr (arguments, "\n-metadata\ncomment=Linkwright of today\n"));
    g_assert_nonnull (strstr (arguments, "\n-fflags\n+bitexact\n"));
    g_assert_nonnull (strstr (arguments, format == LW_ANIMATION_MP4 ? "\nmp4\n" : "\nwebm\n"));
  }
  recorded_clear (&recorded);
}

static void
test_fails (void)
{
  static const struct
  {
    const char *script, *wanted;
  } cases[] = {
    { NULL, "program ffmpeg, which is not installed" },
    { "echo \"Unknown encoder 'libx264'.\" >&2\necho more >&2\nexit 1\n",
      "ffmpeg says: Unknown encoder 'libx264'." },
    { "exit 3\n", "ended without an error message" },
    { "/usr/bin/wc -c > count\n", "ended without an error message" },
    { "kill -9 $$\n", "ended without an error message" },
    { "/usr/bin/wc -c > count\necho '  Disk full ' >&2\nprintf half > /dev/fd/3\nexit 1\n",
      "ffmpeg says: Disk full." },
    { "printf '\\377\\n' >&2\nexit 1\n", "ffmpeg says:" },
  };
  Recorded recorded = recorded_new ("scotch-yoke");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int format = LW_ANIMATION_WEBM; format <= LW_ANIMATION_MP4; format++) {
      g_autofree char *said = dup_refusal (&recorded, (LwAnimationFormat) format, cases[i].script);

      g_test_message ("%s", said);
      g_assert_nonnull (strstr (said, cases[i].wanted));
    }
  recorded_clear (&recorded);
}

/// Waits until the program reports that it is running, and cancels.
static gpointer
cancel_thread (gpointer data)
{
  g_autofree char *path = path_of ("number");

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_usleep (1000);
  g_cancellable_cancel (data);
  return NULL;
}

/// A program that reads nothing, or does not end, is stopped together with the export.
static void
test_hangs (void)
{
  static const char *const scripts[] = {
    "echo $$ > part; /bin/mv part number; exec /bin/sleep 1000\n",
    "/usr/bin/wc -c > count; echo $$ > part; /bin/mv part number; exec /bin/sleep 1000\n",
  };
  Recorded recorded = recorded_new ("scotch-yoke");

  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++) {
    LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBM);
    g_autoptr (LwAnimationFrames) film = recorded_small_film (&recorded);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    g_autofree char *number = NULL;
    GThread *thread;

    put_program (scripts[i]);
    thread = g_thread_new ("cancel", cancel_thread, cancellable);
    g_assert_null (lw_animation_to_bytes (&animation, film, NULL, NULL, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_thread_join (thread);
    number = take_text ("number");
    // It has ended and has been reaped.
    g_assert_cmpint (kill ((pid_t) g_ascii_strtoll (number, NULL, 10), 0), ==, -1);
  }
  recorded_clear (&recorded);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-animation-program-XXXXXX", NULL);
  g_setenv ("PATH", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/animation-program/works", test_works);
  g_test_add_func ("/animation-program/fails", test_fails);
  g_test_add_func ("/animation-program/hangs", test_hangs);
  result = g_test_run ();
  for (int i = 0; i < 2; i++) {
    g_autofree char *path = path_of (i == 0 ? "count" : "ffmpeg");

    g_unlink (path);
  }
  // No other files remain.
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
  return result;
}
