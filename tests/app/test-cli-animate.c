// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of linkwright-cli animate: content of the files, refused arguments, and no remains of an
// interrupted run.

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "lw-background.h"
#include "lw-text.h"
#include "testing-cli.h"

/// Content of the chunks of a WebP file.
typedef struct
{
  guint width, height;
  guint loop_count;
  guint n_pictures;
  guint length_ms;
} Told;

static guint
little_endian (const guint8 *data, int n)
{
  guint value = 0;

  for (int i = n; i-- > 0;)
    value = value << 8 | data[i];
  return value;
}

static Told
read_webp (const char *path)
{
  g_autofree char *content = NULL;
  Told told = { .loop_count = G_MAXUINT };
  const guint8 *data;
  gsize size;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  data = (const guint8 *) content;
  g_assert_cmpmem (data, 4, "RIFF", 4);
  g_assert_cmpmem (data + 8, 4, "WEBP", 4);
  for (gsize at = 12; at + 8 <= size;) {
    const guint8 *chunk = data + at + 8;
    const guint length = little_endian (data + at + 4, 4);

    if (memcmp (data + at, "VP8X", 4) == 0) {
      told.width = 1 + little_endian (chunk + 4, 3);
      told.height = 1 + little_endian (chunk + 7, 3);
    } else if (memcmp (data + at, "ANIM", 4) == 0)
      told.loop_count = little_endian (chunk + 4, 2);
    else if (memcmp (data + at, "ANMF", 4) == 0) {
      told.n_pictures++;
      told.length_ms += little_endian (chunk + 12, 3);
    }
    at += 8 + length + length % 2;
  }
  return told;
}

static void
test_lengths (void)
{
  static const struct
  {
    const char *arguments[3];
    guint width, height, n, length_ms;
  } cases[] = {
    // One turn takes 1.5 s.
    { { "--fps=10" }, 800, 600, 15, 1500 },
    { { "--fps=10", "--length=period", "--size=200x100" }, 200, 100, 15, 1500 },
    { { "--fps=4", "--length=run", "--size=64x64" }, 64, 64, 24, 6000 },
    { { "--speed=0.5", "--length=0.5:1.25", "--size=64x64" }, 64, 64, 38, 1500 },
    { { "--speed=3", "--style=dark", "--size=64x64" }, 64, 64, 12, 500 },
  };
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *path = cli_path_of ("yoke.webp");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    CliResult result = cli_call ("animate", "-o", path, file, cases[i].arguments[0],
                                 cases[i].arguments[1], cases[i].arguments[2], NULL);
    Told told;

    cli_assert_done (&result);
    told = read_webp (path);
    g_assert_cmpuint (told.width, ==, cases[i].width);
    g_assert_cmpuint (told.height, ==, cases[i].height);
    g_assert_cmpuint (told.loop_count, ==, 0);
    g_assert_cmpuint (told.n_pictures, ==, cases[i].n);
    g_assert_cmpuint (told.length_ms, ==, cases[i].length_ms);
    cli_result_clear (&result);
  }
}

/// Title, time, ghosts and plots change the pictures, presets set their size, and only pictures in a
/// folder are transparent.
static void
test_additions (void)
{
  static const char *const options[] = { "--style=light", "--stamp", "--ghosts", "--plots" };
  g_autofree char *file = cli_example ("four-bar.json");
  g_autofree char *path = cli_path_of ("additions.webp");
  g_autofree char *pictures = cli_path_of ("transparent/");
  g_autofree char *first = g_build_filename (pictures, "frame-0001.png", NULL);
  g_autofree char *last = NULL, *png = NULL;
  CliResult result;

  for (gsize i = 0; i < G_N_ELEMENTS (options); i++) {
    g_autofree char *contents = NULL;
    char *sum;
    gsize size;

    result = cli_call ("animate", "--fps=4", "--size=320x240", options[i], "-o", path, file, NULL);
    cli_assert_done (&result);
    cli_result_clear (&result);
    g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
    sum = g_compute_checksum_for_data (G_CHECKSUM_MD5, (guchar *) contents, size);
    g_assert_cmpstr (sum, !=, last);
    g_free (last);
    last = sum;
  }
  result = cli_call ("animate", "--fps=3", "--size=720p", "-o", path, file, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  g_assert_cmpuint (read_webp (path).width, ==, 1280);
  result = cli_call ("animate", "--transparent", "-o", path, file, NULL);
  g_assert_cmpint (result.code, ==, 1);
  g_assert_nonnull (strstr (result.err, "Only the pictures in a folder can be transparent"));
  cli_result_clear (&result);
  result =
    cli_call ("animate", "--fps=3", "--size=64x64", "--transparent", "-o", pictures, file, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
  g_assert_true (g_file_get_contents (first, &png, NULL, NULL));
  // Colour type 6: red, green, blue and alpha.
  g_assert_cmpint (png[25], ==, 6);
}

/// A motion of 0.03 s is shown slower, with a message; at its real speed it would have fewer than
/// two pictures.
static void
test_short (void)
{
  g_autofree char *file = cli_example ("andrews.json");
  g_autofree char *path = cli_path_of ("short.webp");
  CliResult result = cli_call ("animate", "--fps=4", "--size=64x64", "-o", path, file, NULL);

  g_assert_cmpint (result.code, ==, 0);
  g_assert_nonnull (strstr (result.err, "0.01 of its speed"));
  g_assert_cmpuint (read_webp (path).length_ms, ==, 3000);
  cli_result_clear (&result);
  result = cli_call ("animate", "--speed=1", "-o", path, file, NULL);
  cli_assert_refused (&result, 1);
  g_assert_nonnull (strstr (result.err, "two frames"));
  cli_result_clear (&result);
}

/// Without a period the default is the run; requesting a period reports that there is none.
static void
test_no_period (void)
{
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *path = cli_path_of ("part.webp");
  CliResult result = cli_call ("animate", "--until=1", "--size=64x64", "-o", path, file, NULL);

  cli_assert_done (&result);
  g_assert_cmpuint (read_webp (path).length_ms, ==, 1000);
  cli_result_clear (&result);
  result = cli_call ("animate", "--until=1", "--length=period", "-o", path, file, NULL);
  cli_assert_refused (&result, 1);
  g_assert_nonnull (strstr (result.err, "does not repeat"));
  cli_result_clear (&result);
}

static void
test_same_bytes (void)
{
  static const char *const suffixes[] = { ".webp", ".png", ".gif" };
  g_autofree char *file = cli_example ("crank-rocker-motor.json");

  for (gsize kind = 0; kind < G_N_ELEMENTS (suffixes); kind++) {
    char *content[2] = { NULL, NULL };
    gsize size[2];

    for (int i = 0; i < 2; i++) {
      g_autofree char *name = g_strconcat (i == 0 ? "a" : "b", suffixes[kind], NULL);
      g_autofree char *path = cli_path_of (name);
      CliResult result = cli_call ("animate", "--fps=5", "--size=160x120", "-o", path, file, NULL);

      cli_assert_done (&result);
      g_assert_true (g_file_get_contents (path, &content[i], &size[i], NULL));
      cli_result_clear (&result);
    }
    g_assert_cmpmem (content[0], size[0], content[1], size[1]);
    // Provenance.
    g_assert_nonnull (memmem (content[0], size[0], "mechanism SHA-256", 17));
    g_assert_nonnull (memmem (content[0], size[0], "SI units", 8));
    g_free (content[0]);
    g_free (content[1]);
  }
}

/// The example with the largest file, at the default size; and the message about frame rates that a
/// GIF cannot represent.
static void
test_gif (void)
{
  g_autofree char *large = cli_example ("four-bar.json");
  g_autofree char *yoke = cli_example ("scotch-yoke.json");
  g_autofree char *path = cli_path_of ("a.gif");
  CliResult result = cli_call ("animate", "-o", path, large, NULL);
  GStatBuf info;

  cli_assert_done (&result);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_test_message ("%.2f MB", 1e-6 * (double) info.st_size);
  g_assert_cmpint (info.st_size, <=, 2000000);
  cli_result_clear (&result);
  result = cli_call ("animate", "--fps=25", "--size=64x64", "-o", path, yoke, NULL);
  g_assert_cmpint (result.code, ==, 0);
  g_assert_nonnull (strstr (result.err, "30 frames in 1.5 s, 20 per second"));
  cli_result_clear (&result);
}

static guint
count_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_pictures (void)
{
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *path = cli_path_of ("frames/");
  CliResult result = cli_call ("animate", "--fps=10", "--size=64x64", "-o", path, file, NULL);
  g_autofree char *last = g_build_filename (path, "frame-0015.png", NULL);

  cli_assert_done (&result);
  g_assert_cmpuint (count_files (path), ==, 15);
  g_assert_true (g_file_test (last, G_FILE_TEST_IS_REGULAR));
  cli_result_clear (&result);
  // The pictures are not mixed with other files.
  result = cli_call ("animate", "--fps=10", "--size=64x64", "-o", path, file, NULL);
  cli_assert_refused (&result, 4);
  g_assert_nonnull (strstr (result.err, "choose another name"));
  cli_result_clear (&result);
  // The slash is the suffix of a folder of pictures, as export finds.
  result = cli_call ("export", "--fps=10", "--size=64x64", "-o", path, file, NULL);
  cli_assert_refused (&result, 4);
  g_assert_nonnull (strstr (result.err, "choose another name"));
  cli_result_clear (&result);
  for (int k = 1; k <= 15; k++) {
    g_autofree char *name = g_strdup_printf ("frame-%04d.png", k);
    g_autofree char *one = g_build_filename (path, name, NULL);

    g_assert_cmpint (g_unlink (one), ==, 0);
  }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static void
test_refused (void)
{
  static const char *const cases[][2] = {
    { "--output=a.avi", NULL },        { "--output=a", NULL },
    { "--fps=0", "-oa.webp" },         { "--fps=61", "-oa.webp" },
    { "--fps=nan", "-oa.webp" },       { "--speed=0", "-oa.webp" },
    { "--speed=-1", "-oa.webp" },      { "--speed=fast", "-oa.webp" },
    { "--size=100", "-oa.webp" },      { "--size=0x100", "-oa.webp" },
    { "--size=100x5000", "-oa.webp" }, { "--style=pink", "-oa.webp" },
    { "--length=turn", "-oa.webp" },   { "--length=2:1", "-oa.webp" },
    { "--length=0:7", "-oa.webp" },    { "--length=:", "-oa.webp" },
    { "--length=0:0.01", "-oa.webp" },
  };
  g_autofree char *file = cli_example ("scotch-yoke.json");
  CliResult result = cli_call ("animate", file, NULL);

  cli_assert_refused (&result, 1);
  cli_result_clear (&result);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    result = cli_call ("animate", file, cases[i][0], cases[i][1], NULL);
    cli_assert_refused (&result, 1);
    cli_result_clear (&result);
  }
  g_assert_false (g_file_test ("a.webp", G_FILE_TEST_EXISTS));
  result = cli_call ("animate", "-o", "/dev/full", file, NULL);
  cli_assert_refused (&result, 1);
  cli_result_clear (&result);
  result = cli_call ("animate", "--size=64x64", "-o", "/no/such/folder/a.webp", file, NULL);
  cli_assert_refused (&result, 4);
  cli_result_clear (&result);
}

/// Interrupting it while it writes pictures leaves no picture.
static void
test_interrupted (void)
{
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *inside = cli_path_of ("interrupted");
  g_autofree char *path = g_build_filename (inside, "frames/", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;

  g_mkdir (inside, 0700);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, cli_program, "animate",
                              "--speed=0.05", "--fps=60", "-o", path, file, NULL);
  g_assert_no_error (error);
  // The folder exists under a temporary name from the first of several thousand pictures onwards.
  while (count_files (inside) == 0 && g_subprocess_get_identifier (process) != NULL)
    g_usleep (1000);
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpuint (count_files (inside), ==, 0);
  g_rmdir (inside);
}

/// Blocks until the process whose number is in a file has ended. A process that no parent has
/// reaped has an empty command line.
static void
wait_for_end (const char *path)
{
  g_autofree char *number = NULL;
  g_autofree char *name = NULL;
  char *command = NULL;
  gsize size = 1;

  g_assert_true (g_file_get_contents (path, &number, NULL, NULL));
  name = g_strdup_printf ("/proc/%s/cmdline", g_strstrip (number));
  while (g_file_get_contents (name, &command, &size, NULL) && size > 0) {
    g_free (g_steal_pointer (&command));
    g_usleep (1000);
  }
  g_free (command);
}

/// A film requires a program; killing linkwright-cli while it runs leaves nothing behind.
static void
test_film (void)
{
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *bin = cli_path_of ("bin");
  g_autofree char *inside = cli_path_of ("inside");
  g_autofree char *program = g_build_filename (bin, "ffmpeg", NULL);
  g_autofree char *started = g_build_filename (bin, "started", NULL);
  g_autofree char *path = g_build_filename (inside, "a.mp4", NULL);
  g_autofree char *script = g_strdup_printf (
    "#!/bin/sh\necho $$ > '%s.part'\n/bin/mv '%s.part' '%s'\nexec /bin/sleep 1000\n", started,
    started, started);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", bin, TRUE);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  CliResult result;

  g_mkdir (bin, 0700);
  g_mkdir (inside, 0700);
  result = cli_call_with (environment, "animate", "-o", path, file, NULL);
  cli_assert_refused (&result, 1);
  g_assert_nonnull (strstr (result.err, "program ffmpeg, which is not installed"));
  cli_result_clear (&result);
  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_chmod (program, 0700);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_set_environ (launcher, environment);
  process = g_subprocess_launcher_spawn (launcher, &error, cli_program, "animate", "--speed=0.05",
                                         "--fps=60", "-o", path, file, NULL);
  g_assert_no_error (error);
  while (!g_file_test (started, G_FILE_TEST_EXISTS)
         && g_subprocess_get_identifier (process) != NULL)
    g_usleep (1000);
  g_subprocess_force_exit (process);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpuint (count_files (inside), ==, 0);
  wait_for_end (started);
  g_unlink (started);
  g_unlink (program);
  g_rmdir (bin);
  g_rmdir (inside);
}

/// The image under the mechanism is drawn.
static void
test_background (void)
{
  // One red pixel.
  const char *const image =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/"
    "pLvAAAAAElFTkSuQmCC";
  g_autofree char *file = cli_example ("scotch-yoke.json");
  g_autofree char *with = cli_path_of ("with.json");
  char *content[2] = { NULL, NULL };
  g_autoptr (GFile) opened = g_file_new_for_path (file);
  g_autoptr (LwMechanism) plain = lw_text_load (opened, NULL, NULL);
  g_autoptr (LwMechanism) mechanism = NULL;
  g_autoptr (LwBackground) background = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  gsize size[2];
  guint8 *data = g_base64_decode (image, &size[0]);

  bytes = g_bytes_new_take (data, size[0]);
  background = lw_background_new (bytes, NULL);
  g_assert_nonnull (background);
  background->width = 100;
  background->visible = true;
  mechanism = lw_mechanism_with_background (plain, background);
  text = lw_text_write (mechanism);
  g_assert_true (g_file_set_contents (with, text, -1, NULL));
  for (int i = 0; i < 2; i++) {
    g_autofree char *path = cli_path_of (i == 0 ? "plain.gif" : "with.gif");
    CliResult result = cli_call ("animate", "--size=64x64", "-o", path, i == 0 ? file : with, NULL);

    cli_assert_done (&result);
    g_assert_true (g_file_get_contents (path, &content[i], &size[i], NULL));
    cli_result_clear (&result);
  }
  // The first colour of the table is the background colour, half of it visible through the red.
  g_assert_cmpmem (content[0] + 13, 3, "\377\377\377", 3);
  g_assert_cmpuint ((guint8) content[1][13], ==, 255);
  g_assert_cmpuint ((guint8) content[1][14], <, 160);
  g_free (content[0]);
  g_free (content[1]);
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-animate/lengths", test_lengths);
  g_test_add_func ("/cli-animate/additions", test_additions);
  g_test_add_func ("/cli-animate/short", test_short);
  g_test_add_func ("/cli-animate/no-period", test_no_period);
  g_test_add_func ("/cli-animate/same-bytes", test_same_bytes);
  g_test_add_func ("/cli-animate/gif", test_gif);
  g_test_add_func ("/cli-animate/film", test_film);
  g_test_add_func ("/cli-animate/background", test_background);
  g_test_add_func ("/cli-animate/pictures", test_pictures);
  g_test_add_func ("/cli-animate/refused", test_refused);
  g_test_add_func ("/cli-animate/interrupted", test_interrupted);
  return cli_test_run ();
}
