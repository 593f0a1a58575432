// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Animations are decoded again: they have the right number and times of pictures, loop, equal the
// drawing on the canvas, and close a period; and an unfinished one leaves no files.

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>
#include <webp/demux.h>

#include "lw-period.h"
#include "lw-save.h"
#include "recorded.h"

#define WIDTH 320
#define HEIGHT 200

static char *folder;

/// The formats that need no other program.
static const LwAnimationFormat kept_here[] = { LW_ANIMATION_WEBP, LW_ANIMATION_PNG,
                                               LW_ANIMATION_GIF, LW_ANIMATION_PICTURES };

static LwAnimationStyle
look_of (void)
{
  LwAnimationStyle look = lw_animation_style_default ();

  look.width = WIDTH;
  look.height = HEIGHT;
  look.font_family = "DejaVu Sans";
  return look;
}

/// Returns the part of the pixels that differ by more than 8 of 255 in a colour.
static double
difference (const guint8 *a, const guint8 *b)
{
  int n = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    int largest = 0;

    for (int c = 0; c < 3; c++)
      largest = MAX (largest, ABS (a[3 * i + c] - b[3 * i + c]));
    n += largest > 8;
  }
  return (double) n / (WIDTH * HEIGHT);
}

typedef struct
{
  WebPAnimInfo info;
  GPtrArray *pictures; ///< array of guint8: RGB
  GArray *ends;        ///< array of int, ms
} Decoded;

static Decoded
decode (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  const WebPData webp = { data, size };
  WebPAnimDecoder *decoder = WebPAnimDecoderNew (&webp, NULL);
  Decoded self = {
    .pictures = g_ptr_array_new_with_free_func (g_free),
    .ends = g_array_new (FALSE, FALSE, sizeof (int)),
  };

  g_assert_nonnull (decoder);
  g_assert_true (WebPAnimDecoderGetInfo (decoder, &self.info));
  while (WebPAnimDecoderHasMoreFrames (decoder)) {
    guint8 *rgba;
    guint8 *rgb = g_malloc (3 * WIDTH * HEIGHT);
    int end;

    g_assert_true (WebPAnimDecoderGetNext (decoder, &rgba, &end));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      memcpy (&rgb[3 * i], &rgba[4 * i], 3);
      g_assert_cmpint (rgba[4 * i + 3], ==, 255);
    }
    g_ptr_array_add (self.pictures, rgb);
    g_array_append_val (self.ends, end);
  }
  WebPAnimDecoderDelete (decoder);
  return self;
}

static void
decoded_clear (Decoded *self)
{
  g_ptr_array_unref (self->pictures);
  g_array_unref (self->ends);
}

static GBytes *
bytes_of (const LwAnimation *animation, LwAnimationFrames *film)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = lw_animation_to_bytes (animation, film, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

// ---- times ----------------------------------------------------------------------------------

static void
test_period (void)
{
  static const struct
  {
    double speed, rate;
    guint n;
    int length_ms;
  } cases[] = {
    { 1, 20, 30, 1500 }, { 1, 26, 39, 1500 }, { 0.5, 30, 90, 3000 }, { 7, 60, 13, 214 }, // 214.28
                                                                                         // ms
  };
  Recorded recorded = recorded_new ("scotch-yoke");
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBP);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);
    g_autoptr (GBytes) bytes = NULL;
    int last = 0;
    Decoded decoded;

    animation.speed = cases[i].speed;
    animation.rate = cases[i].rate;
    bytes = bytes_of (&animation, film);
    decoded = decode (bytes);
    g_assert_cmpuint (decoded.info.frame_count, ==, cases[i].n);
    g_assert_cmpuint (decoded.info.canvas_width, ==, WIDTH);
    g_assert_cmpuint (decoded.info.canvas_height, ==, HEIGHT);
    g_assert_cmpuint (decoded.info.loop_count, ==, 0);
    // Each begins at its exact time rounded to ms, so that the total is the length, rounded once.
    for (guint k = 0; k < cases[i].n; k++) {
      const double exact = 1000 * 1.5 / cases[i].speed * (k + 1) / cases[i].n;
      const int end = g_array_index (decoded.ends, int, k);

      g_assert_cmpfloat_with_epsilon (end, exact, 0.5 + 1e-2);
      g_assert_cmpint (end, >, last);
      last = end;
    }
    g_assert_cmpint (last, ==, cases[i].length_ms);
    // No two successive pictures are equal, including the last and the first one.
    for (guint k = 0; k < cases[i].n; k++)
      g_assert_cmpfloat (
        difference (decoded.pictures->pdata[k], decoded.pictures->pdata[(k + 1) % cases[i].n]), >,
        0.001);
    decoded_clear (&decoded);
  }
  recorded_clear (&recorded);
}

/// Slow motion has enough decimals in its times.
static void
test_decimals (void)
{
  static const struct
  {
    double end, speed;
    int decimals;
  } cases[] = { { 1, 1, 2 }, { 1, 0.1, 3 }, { 0.1, 0.01, 4 }, { 0.01, 0.001, 5 }, { 100, 60, 2 } };
  LwAnimation animation = lw_animation_default (LW_ANIMATION_WEBP);
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimationStyle look = look_of ();
  g_autoptr (LwAnimationFrames) usual = NULL, precise = NULL;
  cairo_surface_t *pictures[2];

  animation.rate = 25;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    animation.end = cases[i].end;
    animation.speed = cases[i].speed;
    g_assert_cmpint (lw_animation_get_decimals (&animation), ==, cases[i].decimals);
  }
  look.stamp = true;
  usual = recorded_film (&recorded, &look);
  look.decimals = 4;
  precise = recorded_film (&recorded, &look);
  pictures[0] = lw_animation_frames_draw (usual, 0);
  pictures[1] = lw_animation_frames_draw (precise, 0);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (pictures[0]),
                           cairo_image_surface_get_data (pictures[1]),
                           (gsize) cairo_image_surface_get_stride (pictures[0])
                             * (gsize) cairo_image_surface_get_height (pictures[0])),
                   !=, 0);
  recorded_clear (&recorded);
}

/// The picture after the last one would be the first one: poses agree to about 1e-6, which is far
/// less than a pixel, and labels and scales have settled.
static void
test_closure (void)
{
  static const char *const examples[] = { "scotch-yoke", "crank-rocker-motor" };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++) {
    Recorded recorded = recorded_new (examples[i]);
    const LwAnimationStyle look = look_of ();
    LwAnimation animation = lw_animation_default (LW_ANIMATION_WEBP);
    g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);
    g_autoptr (GBytes) bytes = NULL;
    g_autofree guint8 *after = NULL;
    Decoded decoded;
    LwPeriod period;

    g_assert_true (lw_period_find (recorded.run->recording, recorded.model, 1,
                                   1 + recorded.run->n_positions, LW_PERIOD_TOLERANCE, NULL,
                                   &period));
    animation.start = period.start;
    animation.end = period.end;
    bytes = bytes_of (&animation, film);
    decoded = decode (bytes);
    after = recorded_pixels (lw_animation_frames_draw (film, period.end));
    g_test_message ("%s: %.4f %% of the pixels differ", examples[i],
                    100 * difference (after, decoded.pictures->pdata[0]));
    g_assert_cmpfloat (difference (after, decoded.pictures->pdata[0]), <, 0.002);
    decoded_clear (&decoded);
    recorded_clear (&recorded);
  }
}

// ---- the drawing ----------------------------------------------------------------------------

/// Draws a sample as the canvas does, from a state of that sample.
static guint8 *
draw_sample (const Recorded *recorded, const LwAnimationStyle *look, gsize sample)
{
  g_autofree double *row = g_new (double, lw_recording_n_columns (recorded->run->recording));
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (image);
  g_autoptr (LwFonts) fonts = lw_fonts_new (look->font_family);
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  g_autoptr (LwScene) scene = lw_scene_new (recorded->mechanism, recorded->model);
  MbdState *state = mbd_state_new (recorded->model);
  LwDrawOptions options = lw_draw_options_default ();
  LwPalette palette;
  guint8 *pixels;

  lw_recording_sample (recorded->run->recording, sample, row);
  mbd_state_set (state, row[0], &row[1], &row[1 + recorded->run->n_positions]);
  g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
  lw_palette_init (&palette, look->dark, false);
  lw_scene_set_largest (scene, LW_ARROW_REACTION, 10);
  lw_scene_update_traces (scene, recorded->run->recording, 1);
  lw_draw_options_set_overlays (&options, look->overlays);
  options.solved = true;
  options.trace_length = INFINITY;
  options.units = look->units;
  lw_draw_paper (painter, &palette, &look->view);
  lw_draw_grid (painter, &palette, &look->view, &look->units);
  lw_draw_mechanism (scene, painter, &palette, &look->view, state, &options);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  pixels = recorded_pixels (image);
  cairo_surface_destroy (image);
  mbd_state_free (state);
  return pixels;
}

/// The first picture equals that of the canvas, pixel by pixel, light and dark.
static void
test_canvas (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimationStyle look = look_of ();
  g_autoptr (LwLargest) reactions = lw_largest_new (1);

  look.fitted = false;
  lw_largest_add (reactions, 0, 10);
  look.reactions = reactions;
  lw_view_init (&look.view, WIDTH, HEIGHT, false);
  look.view.scale = 300;
  for (int dark = 0; dark < 2; dark++) {
    LwAnimation animation = lw_animation_default (LW_ANIMATION_WEBP);
    const gsize sample = 120;
    g_autoptr (LwAnimationFrames) film = NULL;
    g_autoptr (GBytes) bytes = NULL;
    g_autofree guint8 *wanted = NULL;
    Decoded decoded;

    look.dark = dark != 0;
    film = recorded_film (&recorded, &look);
    wanted = draw_sample (&recorded, &look, sample);
    animation.start = lw_recording_value (recorded.run->recording, 0, sample);
    animation.end = animation.start + 0.2;
    bytes = bytes_of (&animation, film);
    decoded = decode (bytes);
    g_assert_cmpmem (wanted, 3 * WIDTH * HEIGHT, decoded.pictures->pdata[0], 3 * WIDTH * HEIGHT);
    decoded_clear (&decoded);
  }
  recorded_clear (&recorded);
}

/// A larger or smaller picture of a view shows all of it, at the same place.
static void
test_sizes (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimationStyle look = look_of ();
  g_autoptr (LwLargest) reactions = lw_largest_new (1);
  g_autofree guint8 *once = NULL;

  look.fitted = false;
  lw_largest_add (reactions, 0, 10);
  look.reactions = reactions;
  look.overlays = 0;
  lw_view_init (&look.view, WIDTH, HEIGHT, false);
  look.view.scale = 300;
  {
    g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);

    once = recorded_pixels (lw_animation_frames_draw (film, 1));
  }
  for (int factor = 2; factor <= 3; factor++) {
    g_autoptr (LwAnimationFrames) film = NULL;
    g_autofree guint8 *larger = NULL;
    cairo_surface_t *image;
    int n = 0;

    look.width = factor * WIDTH;
    look.height = factor * HEIGHT;
    film = recorded_film (&recorded, &look);
    image = lw_animation_frames_draw (film, 1);
    g_assert_cmpint (cairo_image_surface_get_width (image), ==, factor * WIDTH);
    larger = recorded_pixels (image);
    // Inside the yoke and on the background, the colours at the same places are equal.
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
        const int at = (factor * y + factor / 2) * factor * WIDTH + factor * x + factor / 2;

        n += memcmp (&once[3 * (y * WIDTH + x)], &larger[3 * at], 3) == 0;
      }
    g_assert_cmpfloat ((double) n / (WIDTH * HEIGHT), >, 0.85);
  }
  recorded_clear (&recorded);
}

static void
test_reproducible (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBP);
  g_autoptr (LwAnimationFrames) first_film = recorded_film (&recorded, &look);
  g_autoptr (LwAnimationFrames) second_film = recorded_film (&recorded, &look);
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;
  gsize size;
  const char *data;

  animation.title = "A & B";
  animation.provenance = "Linkwright <test>";
  first = bytes_of (&animation, first_film);
  second = bytes_of (&animation, second_film);
  g_assert_true (g_bytes_equal (first, second));
  data = g_bytes_get_data (first, &size);
  g_assert_nonnull (memmem (data, size, "A &amp; B", 9));
  g_assert_nonnull (memmem (data, size, "Linkwright &lt;test&gt;", 23));
  recorded_clear (&recorded);
}

/// Spatial mechanisms, contacts, many bodies and all overlays are drawn, and move.
static void
test_kinds (void)
{
  static const char *const examples[] = { "bricard", "andrews", "rope", "gears-rack" };

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++) {
    Recorded recorded = recorded_new (examples[i]);
    LwAnimationStyle look = look_of ();
    g_autoptr (LwAnimationFrames) film = NULL;
    g_autofree guint8 *first = NULL;
    g_autofree guint8 *later = NULL;

    lw_view_init (&look.view, WIDTH, HEIGHT, !mbd_model_is_planar (recorded.model));
    look.overlays = (LwOverlays) LW_OVERLAYS_ALL;
    film = recorded_film (&recorded, &look);
    first = recorded_pixels (lw_animation_frames_draw (film, 0));
    later = recorded_pixels (
      lw_animation_frames_draw (film, 0.4 * lw_animation_frames_get_duration (film)));
    g_assert_cmpfloat (difference (first, later), >, 0.002);
    recorded_clear (&recorded);
  }
}

// ---- files ----------------------------------------------------------------------------------

static guint
count_files (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
progress_cb (double part, void *data)
{
  double *last = data;

  g_assert_cmpfloat (part, >, *last);
  g_assert_cmpfloat (part, <=, 1);
  *last = part;
}

static void
test_pictures (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBP);
  g_autofree char *path = g_build_filename (folder, "pictures", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  double last = 0;
  Decoded decoded;

  animation.rate = 10;
  bytes = bytes_of (&animation, film);
  decoded = decode (bytes);
  animation.format = LW_ANIMATION_PICTURES;
  g_assert_true (lw_animation_to_file (&animation, film, file, progress_cb, &last, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (last, ==, 1);
  g_assert_cmpuint (count_files (path), ==, 15);
  // The pictures are the same as in the file.
  for (guint k = 0; k < 15; k++) {
    g_autofree char *name = g_strdup_printf ("frame-%04u.png", k + 1);
    g_autofree char *one = g_build_filename (path, name, NULL);
    cairo_surface_t *image = cairo_image_surface_create_from_png (one);
    g_autofree guint8 *pixels = NULL;

    g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
    pixels = recorded_pixels (image);
    g_assert_cmpmem (pixels, 3 * WIDTH * HEIGHT, decoded.pictures->pdata[k], 3 * WIDTH * HEIGHT);
    cairo_surface_destroy (image);
  }
  // Existing files are not changed.
  g_assert_false (lw_animation_to_file (&animation, film, file, NULL, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "choose another name"));
  g_assert_cmpuint (count_files (path), ==, 15);
  decoded_clear (&decoded);
  recorded_clear (&recorded);
}

static void
cancel_cb (double part, void *data)
{
  if (part > 0.6)
    g_cancellable_cancel (data);
}

/// Cancels in the second round: no new file exists afterwards, and an existing file is unchanged.
static void
test_cancel (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBP);
  g_autofree char *inside = g_build_filename (folder, "cancel", NULL);
  g_autofree char *path = g_build_filename (inside, "a.webp", NULL);
  g_autofree char *pictures = g_build_filename (inside, "pictures", NULL);
  g_autofree char *content = NULL;

  g_mkdir (inside, 0700);
  for (gsize i = 0; i < G_N_ELEMENTS (kept_here); i++) {
    g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);
    g_autoptr (GFile) file =
      g_file_new_for_path (kept_here[i] != LW_ANIMATION_PICTURES ? path : pictures);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;

    g_file_set_contents (path, "before", -1, NULL);
    animation.format = kept_here[i];
    g_assert_false (
      lw_animation_to_file (&animation, film, file, cancel_cb, cancellable, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (count_files (inside), ==, 1);
    g_file_get_contents (path, &content, NULL, NULL);
    g_assert_cmpstr (content, ==, "before");
    g_clear_pointer (&content, g_free);
  }
  g_unlink (path);
  g_rmdir (inside);
  recorded_clear (&recorded);
}

static void
expect_failure (const Recorded *recorded, const char *inside, const char *wanted)
{
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (recorded, LW_ANIMATION_WEBP);
  const guint n = count_files (inside);

  for (gsize i = 0; i < G_N_ELEMENTS (kept_here); i++) {
    g_autofree char *path = g_build_filename (inside, "a.webp", NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (LwAnimationFrames) film = recorded_film (recorded, &look);
    g_autoptr (GError) error = NULL;

    animation.format = kept_here[i];
    g_assert_false (lw_animation_to_file (&animation, film, file, NULL, NULL, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_IO);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, "could not be written"));
    g_assert_nonnull (strstr (error->message, wanted));
    g_assert_null (strchr (error->message, '\n'));
    g_assert_cmpuint (count_files (inside), ==, n);
  }
}

/// Limits the size of files to 1000 bytes.
static void
test_limited (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  struct rlimit before;
  struct rlimit small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = (struct rlimit){ 1000, before.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  expect_failure (&recorded, folder, "");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  signal (SIGXFSZ, SIG_DFL);
  recorded_clear (&recorded);
}

static void
test_full (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  g_autofree char *path = g_build_filename (folder, "small", NULL);
  g_autofree char *filler = g_build_filename (path, "filler", NULL);
  const char block[1024] = { 0 };
  int fd;

  g_mkdir (path, 0700);
  if (mount ("none", path, "tmpfs", 0, "size=512k") != 0) {
    g_test_skip ("a file system can only be mounted by the administrator");
    recorded_clear (&recorded);
    g_rmdir (path);
    return;
  }
  fd = open (filler, O_WRONLY | O_CREAT, 0600);
  while (write (fd, block, sizeof block) == sizeof block)
    ;
  close (fd);
  expect_failure (&recorded, path, "no space left");
  umount2 (path, MNT_DETACH);
  g_rmdir (path);
  recorded_clear (&recorded);
}

/// Names of 255 bytes, links and permissions are supported.
static void
test_names (void)
{
  g_autofree char *stem = g_strnfill (255, 'a');
  g_autofree char *path = g_build_filename (folder, stem, NULL);
  g_autofree char *link_path = g_build_filename (folder, "link", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) link_file = g_file_new_for_path (link_path);
  g_autoptr (GError) error = NULL;
  const guint n = count_files (folder);
  GStatBuf info;

  g_assert_true (lw_save (file, "one", 3, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  g_assert_cmpint (symlink (path, link_path), ==, 0);
  g_assert_true (lw_save (link_file, "other", 5, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (link_path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "other");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0640);
  g_unlink (link_path);
  g_unlink (path);
  g_assert_cmpuint (count_files (folder), ==, n);
}

static void
test_no_place (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  const LwAnimationStyle look = look_of ();
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_WEBP);
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/at/all.webp");

  for (gsize i = 0; i < G_N_ELEMENTS (kept_here); i++) {
    g_autoptr (LwAnimationFrames) film = recorded_film (&recorded, &look);
    g_autoptr (GError) error = NULL;

    animation.format = kept_here[i];
    g_assert_false (lw_animation_to_file (&animation, film, file, NULL, NULL, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_IO);
    g_assert_nonnull (strstr (error->message, "all.webp"));
  }
  recorded_clear (&recorded);
}

// ---- nonsense -------------------------------------------------------------------------------

static void
expect_refused (LwAnimation animation, const char *wanted)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (lw_animation_check (&animation, 6, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, wanted));
}

static void
test_nonsense (void)
{
  static const int sizes[][2] = { { 0, 200 }, { 200, -1 }, { 15, 16 }, { 4097, 100 } };
  static const double rates[] = { 0, -1, 0.5, 61, NAN, INFINITY };
  static const double speeds[] = { 0, -1, 1e-4, 1e4, NAN, INFINITY };
  static const double lengths[][2] = { { -1, 2 },  { 2, 2 },   { 3, 2 },       { 0, 7 },
                                       { NAN, 2 }, { 0, NAN }, { 0, INFINITY } };
  LwAnimation good = lw_animation_default (LW_ANIMATION_WEBP);
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimation animation;
  LwAnimationFormat format;

  good.end = 6;
  g_assert_true (lw_animation_check (&good, 6, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++) {
    animation = good;
    animation.rate = rates[i];
    expect_refused (animation, "frames per second");
  }
  for (gsize i = 0; i < G_N_ELEMENTS (speeds); i++) {
    animation = good;
    animation.speed = speeds[i];
    expect_refused (animation, "The speed");
  }
  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++) {
    animation = good;
    animation.start = lengths[i][0];
    animation.end = lengths[i][1];
    expect_refused (animation, "The interval");
  }
  animation = good;
  animation.end = 0.05;
  expect_refused (animation, "less than two frames");
  animation = good;
  animation.speed = 0.001;
  expect_refused (animation, "more than 10000 frames");
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    LwAnimationStyle look = look_of ();
    g_autoptr (GError) error = NULL;

    look.width = sizes[i][0];
    look.height = sizes[i][1];
    g_assert_null (lw_animation_frames_new (recorded.mechanism, recorded.model, recorded.model,
                                            recorded.run, &look, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
    g_assert_nonnull (strstr (error->message, "size"));
  }
  g_assert_true (lw_animation_format_for_name ("A.WEBP", &format, NULL));
  g_assert_cmpint (format, ==, LW_ANIMATION_WEBP);
  g_assert_true (lw_animation_format_for_name ("a/", &format, NULL));
  g_assert_cmpint (format, ==, LW_ANIMATION_PICTURES);
  g_assert_false (lw_animation_format_for_name ("a.avi", &format, NULL));
  recorded_clear (&recorded);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-animation-XXXXXX", NULL);
  g_test_add_func ("/animation/period", test_period);
  g_test_add_func ("/animation/decimals", test_decimals);
  g_test_add_func ("/animation/closure", test_closure);
  g_test_add_func ("/animation/canvas", test_canvas);
  g_test_add_func ("/animation/sizes", test_sizes);
  g_test_add_func ("/animation/reproducible", test_reproducible);
  g_test_add_func ("/animation/kinds", test_kinds);
  g_test_add_func ("/animation/pictures", test_pictures);
  g_test_add_func ("/animation/cancel", test_cancel);
  g_test_add_func ("/animation/limited", test_limited);
  g_test_add_func ("/animation/full", test_full);
  g_test_add_func ("/animation/no-place", test_no_place);
  g_test_add_func ("/animation/names", test_names);
  g_test_add_func ("/animation/nonsense", test_nonsense);
  result = g_test_run ();
  {
    const char *arguments[] = { "rm", "-rf", folder, NULL };

    g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                  NULL, NULL);
  }
  g_free (folder);
  return result;
}
