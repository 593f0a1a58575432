// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GIF and animated PNG are decoded, composed as in a viewer, and compared with the PNG pictures.

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gif_lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lw-background.h"
#include "lw-colour-table.h"
#include "recorded.h"

#define N_PIXELS (RECORDED_WIDTH * RECORDED_HEIGHT)
/// Frames per second, and frames of a period.
#define RATE 26
#define N_FRAMES 39

static char *folder;

// ---- helpers --------------------------------------------------------------------------------

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/// Writes the same animation as numbered pictures and returns the pixels 0x00rrggbb of all of them.
static GPtrArray *
write_pictures (const Recorded *recorded, LwAnimation animation, guint n)
{
  GPtrArray *pictures = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = path_of ("pictures");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwAnimationFrames) film = recorded_small_film (recorded);
  g_autoptr (GError) error = NULL;

  animation.format = LW_ANIMATION_PICTURES;
  animation.rate = n / (animation.end - animation.start) * animation.speed;
  g_assert_true (lw_animation_to_file (&animation, film, file, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  for (guint k = 0; k < n; k++) {
    g_autofree char *name = g_strdup_printf ("%s/frame-%04u.png", path, k + 1);
    cairo_surface_t *image = cairo_image_surface_create_from_png (name);

    g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
    g_ptr_array_add (pictures, recorded_pixels (image));
    cairo_surface_destroy (image);
    g_assert_cmpint (g_unlink (name), ==, 0);
  }
  g_assert_cmpint (g_rmdir (path), ==, 0);
  return pictures;
}

static int
largest_difference (const guint8 *a, const guint8 *b)
{
  int largest = 0;

  for (int i = 0; i < 3 * N_PIXELS; i++)
    largest = MAX (largest, ABS (a[i] - b[i]));
  return largest;
}

static void
assert_contains (GBytes *bytes, const char *text)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  g_assert_nonnull (memmem (data, size, text, strlen (text)));
}

/// Plays a GIF once with an independent library. Checks that each picture has the given size and
/// duration; returns the number of pictures.
static guint
play_gif (GBytes *bytes, int width, int height, int delay_ms)
{
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_type ("gif", NULL);
  g_autoptr (GdkPixbufAnimationIter) iter = NULL;
  GdkPixbufAnimation *animation;
  guint n = 0;

  g_assert_true (gdk_pixbuf_loader_write_bytes (loader, bytes, NULL));
  g_assert_true (gdk_pixbuf_loader_close (loader, NULL));
  animation = gdk_pixbuf_loader_get_animation (loader);
  g_assert_cmpint (gdk_pixbuf_animation_get_width (animation), ==, width);
  g_assert_cmpint (gdk_pixbuf_animation_get_height (animation), ==, height);
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  GTimeVal now = { 0, 0 };

  iter = gdk_pixbuf_animation_get_iter (animation, &now);
  do {
    g_assert_cmpint (gdk_pixbuf_animation_iter_get_delay_time (iter), ==, delay_ms);
    g_time_val_add (&now, 1000 * delay_ms);
    n++;
  } while (gdk_pixbuf_animation_iter_advance (iter, &now) && n < 1000
           && now.tv_sec * 1000 + now.tv_usec / 1000 < 1500);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return n;
}

// ---- GIF ------------------------------------------------------------------------------------

typedef struct
{
  const guint8 *data;
  gsize size, at;
} Source;

static int
read_cb (GifFileType *gif, GifByteType *to, int n)
{
  Source *source = gif->UserData;
  const gsize length = MIN ((gsize) n, source->size - source->at);

  memcpy (to, source->data + source->at, length);
  source->at += length;
  return (int) length;
}

typedef struct
{
  GPtrArray *pictures; ///< array of guint8: RGB
  GArray *delays;      ///< array of int, 1/100 s
  gsize n_changed;     ///< non-transparent pixels of all pictures except the first
} Decoded;

static void
decoded_clear (Decoded *self)
{
  g_ptr_array_unref (self->pictures);
  g_array_unref (self->delays);
}

static void
put_over (Decoded *self, const GifFileType *gif, int k, guint8 *canvas)
{
  const SavedImage *saved = &gif->SavedImages[k];
  const GifImageDesc *box = &saved->ImageDesc;
  GraphicsControlBlock control;

  g_assert_cmpint (DGifSavedExtensionToGCB ((GifFileType *) gif, k, &control), ==, GIF_OK);
  g_assert_cmpint (control.DisposalMode, ==, DISPOSE_DO_NOT);
  g_assert_null (box->ColorMap);
  g_array_append_val (self->delays, control.DelayTime);
  for (int i = 0; i < box->Width * box->Height; i++) {
    const int place = saved->RasterBits[i];
    const int at = (box->Top + i / box->Width) * RECORDED_WIDTH + box->Left + i % box->Width;
    const GifColorType *colour = &gif->SColorMap->Colors[place];

    if (place == control.TransparentColor)
      continue;
    self->n_changed += k > 0;
    canvas[3 * at] = colour->Red;
    canvas[3 * at + 1] = colour->Green;
    canvas[3 * at + 2] = colour->Blue;
  }
  if (k == 0)
    g_assert_cmpint (box->Width * box->Height, ==, N_PIXELS);
  g_ptr_array_add (self->pictures, g_memdup2 (canvas, 3 * N_PIXELS));
}

static Decoded
decode_gif (GBytes *bytes)
{
  Source source = { .data = g_bytes_get_data (bytes, &source.size) };
  GifFileType *gif = DGifOpen (&source, read_cb, NULL);
  g_autofree guint8 *canvas = g_malloc0 (3 * N_PIXELS);
  Decoded self = {
    .pictures = g_ptr_array_new_with_free_func (g_free),
    .delays = g_array_new (FALSE, FALSE, sizeof (int)),
  };

  g_assert_nonnull (gif);
  g_assert_cmpint (DGifSlurp (gif), ==, GIF_OK);
  g_assert_cmpint (gif->SWidth, ==, RECORDED_WIDTH);
  g_assert_cmpint (gif->SHeight, ==, RECORDED_HEIGHT);
  g_assert_nonnull (gif->SColorMap);
  for (int k = 0; k < gif->ImageCount; k++)
    put_over (&self, gif, k, canvas);
  g_assert_cmpint (DGifCloseFile (gif, NULL), ==, GIF_OK);
  return self;
}

/// A GIF has the right number of pictures, times and loop, and its colours are close to those of
/// the PNG pictures.
static void
test_gif (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_GIF);
  g_autoptr (GPtrArray) pictures = write_pictures (&recorded, animation, 30);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) again = NULL;
  Decoded decoded;
  int largest = 0;

  animation.title = "Yoke";
  animation.provenance = "Linkwright of today";
  bytes = recorded_bytes (&recorded, &animation);
  again = recorded_bytes (&recorded, &animation);
  g_assert_true (g_bytes_equal (bytes, again));
  assert_contains (bytes, "GIF89a");
  assert_contains (bytes, "NETSCAPE2.0\3\1");
  assert_contains (bytes, "Yoke");
  assert_contains (bytes, "Linkwright of today");
  decoded = decode_gif (bytes);
  // 150/100 s consist of 30 pictures of 5/100 s.
  g_assert_cmpuint (decoded.pictures->len, ==, 30);
  for (guint k = 0; k < 30; k++) {
    g_assert_cmpint (g_array_index (decoded.delays, int, k), ==, 5);
    largest = MAX (largest, largest_difference (decoded.pictures->pdata[k], pictures->pdata[k]));
    // The background and the other most frequent colours are exact.
    g_assert_cmpmem (decoded.pictures->pdata[k], 3, pictures->pdata[k], 3);
  }
  g_test_message ("largest difference of a colour: %d of 255", largest);
  g_assert_cmpint (largest, <=, 20);
  // Most of a drawing does not change.
  g_assert_cmpuint (decoded.n_changed, <, 29 * N_PIXELS / 5);
  g_assert_cmpuint (play_gif (bytes, 321, 203, 50), ==, 30);
  decoded_clear (&decoded);
  recorded_clear (&recorded);
}

/// The number of pictures and their durations follow from the length, and differences from the
/// requested values are reported.
static void
test_gif_times (void)
{
  static const struct
  {
    double length, rate;
    guint n;
    int length_ms;
    int shortest, longest; ///< 1/100 s
    bool differs;
  } cases[] = {
    { 1.5, 20, 30, 1500, 5, 5, false },
    { 1.5, 25, 30, 1500, 5, 5, true }, // 4/100 s do not divide 150/100 s
    { 2, 25, 50, 2000, 4, 4, false },
    { 2, 60, 100, 2000, 2, 2, true },      // nothing is shown for less than 2/100 s
    { 1.57, 20, 31, 1570, 5, 6, false },   // a prime number of 1/100 s
    { 1.5004, 20, 30, 1500, 5, 5, false }, // the lost time is less than 1 ms
    { 1.504, 20, 30, 1500, 5, 5, true },
    { 0.04, 60, 2, 40, 2, 2, false },
    { 10, 1, 10, 10000, 100, 100, false },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    LwAnimation animation = lw_animation_default (LW_ANIMATION_GIF);
    int shortest = G_MAXINT, longest = 0;

    animation.end = cases[i].length;
    animation.rate = cases[i].rate;
    g_test_message ("%g s at %g per second", cases[i].length, cases[i].rate);
    g_assert_true (lw_animation_check (&animation, 20, NULL));
    g_assert_cmpuint (lw_animation_count (&animation), ==, cases[i].n);
    for (guint k = 0; k < cases[i].n; k++) {
      const int ms =
        lw_animation_get_begin_ms (&animation, k + 1) - lw_animation_get_begin_ms (&animation, k);

      g_assert_cmpint (ms % 10, ==, 0);
      shortest = MIN (shortest, ms / 10);
      longest = MAX (longest, ms / 10);
    }
    g_assert_cmpint (shortest, ==, cases[i].shortest);
    g_assert_cmpint (longest, ==, cases[i].longest);
    g_assert_cmpint (lw_animation_get_begin_ms (&animation, cases[i].n), ==, cases[i].length_ms);
    g_assert_cmpfloat_with_epsilon (lw_animation_get_rate (&animation),
                                    1000.0 * cases[i].n / cases[i].length_ms, 1e-9);
    g_assert_cmpint (lw_animation_differs (&animation), ==, cases[i].differs);
  }
}

// ---- colours --------------------------------------------------------------------------------

static void
test_colours (void)
{
  LwColourTable *few = lw_colour_table_new ();
  LwColourTable *many = lw_colour_table_new ();
  guint32 pixels[1024];
  const guint32 *chosen;
  double largest = 0;
  guint n;

  // The table has space for all of them, so all are exact.
  for (guint i = 0; i < 255; i++)
    pixels[i] = i * 0x010305 & 0xffffff;
  lw_colour_table_add (few, pixels, 255);
  lw_colour_table_choose (few, &n);
  g_assert_cmpuint (n, ==, 255);
  chosen = lw_colour_table_choose (few, &n);
  for (guint i = 0; i < 255; i++)
    g_assert_cmpuint (chosen[lw_colour_table_find (few, pixels[i])], ==, pixels[i]);
  lw_colour_table_free (few);

  // A cube of 10 x 10 x 10 colours at a distance of 25, and a frequent colour beside them.
  for (guint i = 0; i < 1000; i++)
    pixels[i] = i % 10 * 25 << 16 | i / 10 % 10 * 25 << 8 | i / 100 * 25;
  for (guint i = 1000; i < 1024; i++)
    pixels[i] = 0x07e3f1;
  lw_colour_table_add (many, pixels, 1024);
  chosen = lw_colour_table_choose (many, &n);
  g_assert_cmpuint (n, ==, LW_COLOUR_TABLE_MAX);
  g_assert_cmpuint (chosen[lw_colour_table_find (many, 0x07e3f1)], ==, 0x07e3f1);
  for (guint i = 0; i < 1000; i++) {
    const guint32 found = chosen[lw_colour_table_find (many, pixels[i])];
    double sum = 0;

    for (int shift = 0; shift < 24; shift += 8)
      sum += pow ((double) (found >> shift & 255) - (double) (pixels[i] >> shift & 255), 2);
    largest = fmax (largest, sqrt (sum));
  }
  // One colour in four: with the best choice the others are one step away, and this choice is at
  // most twice as far.
  g_test_message ("largest distance: %g", largest);
  g_assert_cmpfloat (largest, <=, 50);
  lw_colour_table_free (many);
}

// ---- animated PNG ---------------------------------------------------------------------------

static guint32
number_at (const guint8 *data)
{
  return (guint32) data[0] << 24 | (guint32) data[1] << 16 | (guint32) data[2] << 8 | data[3];
}

static guint32
checksum (const guint8 *data, gsize size)
{
  guint32 sum = 0xffffffff;

  for (gsize i = 0; i < size; i++) {
    sum ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  }
  return ~sum;
}

static void
append_chunk (GByteArray *bytes, const char *type, const guint8 *data, guint length)
{
  const guint32 size = GUINT32_TO_BE (length);
  const guint begin = bytes->len + 4;
  guint32 sum;

  g_byte_array_append (bytes, (const guint8 *) &size, 4);
  g_byte_array_append (bytes, (const guint8 *) type, 4);
  g_byte_array_append (bytes, data, length);
  sum = GUINT32_TO_BE (checksum (bytes->data + begin, length + 4));
  g_byte_array_append (bytes, (const guint8 *) &sum, 4);
}

static cairo_status_t
take_cb (void *closure, unsigned char *to, unsigned length)
{
  Source *source = closure;

  if (source->size - source->at < length)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (to, source->data + source->at, length);
  source->at += length;
  return CAIRO_STATUS_SUCCESS;
}

/// A PNG reader that checks the requirements of the specification.
typedef struct
{
  guint8 header[13];
  guint n_told, n_plays, next_number, n_shown;
  guint width, height, x, y; ///< size and position of the current picture
  GByteArray *compressed;
  GPtrArray *pictures; ///< array of RGB pictures
  guint8 *canvas;
  guint length_ms;
} Reader;

/// Decodes the current picture as a separate file.
static void
show (Reader *self)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint32 sides[2] = { GUINT32_TO_BE (self->width), GUINT32_TO_BE (self->height) };
  guint8 header[13];
  Source source = { 0 };
  cairo_surface_t *image;
  const guint8 *data;

  memcpy (header, self->header, 13);
  memcpy (header, sides, 8);
  g_byte_array_append (file, (const guint8 *) "\211PNG\r\n\032\n", 8);
  append_chunk (file, "IHDR", header, 13);
  append_chunk (file, "IDAT", self->compressed->data, self->compressed->len);
  append_chunk (file, "IEND", (const guint8 *) "", 0);
  source = (Source){ .data = file->data, .size = file->len };
  image = cairo_image_surface_create_from_png_stream (take_cb, &source);
  g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
  data = cairo_image_surface_get_data (image);
  for (guint i = 0; i < self->width * self->height; i++) {
    const guint at = (self->y + i / self->width) * RECORDED_WIDTH + self->x + i % self->width;
    guint32 pixel;

    memcpy (&pixel,
            data + i / self->width * (guint) cairo_image_surface_get_stride (image)
              + 4 * (i % self->width),
            4);
    g_assert_true (pixel >> 24 == 255 || pixel == 0);
    if (pixel >> 24 == 255)
      for (int c = 0; c < 3; c++)
        self->canvas[3 * at + (guint) c] = (guint8) (pixel >> (16 - 8 * c));
  }
  cairo_surface_destroy (image);
  g_ptr_array_add (self->pictures, g_memdup2 (self->canvas, 3 * N_PIXELS));
  g_byte_array_set_size (self->compressed, 0);
}

static void
begin_picture (Reader *self, const guint8 *data)
{
  if (self->n_shown++ > 0)
    show (self);
  g_assert_cmpuint (number_at (data), ==, self->next_number++);
  self->width = number_at (data + 4);
  self->height = number_at (data + 8);
  self->x = number_at (data + 12);
  self->y = number_at (data + 16);
  g_assert_cmpuint (self->x + self->width, <=, RECORDED_WIDTH);
  g_assert_cmpuint (self->y + self->height, <=, RECORDED_HEIGHT);
  // Durations are in ms; the previous picture is kept, and pixels are drawn over it.
  g_assert_cmpuint (data[22] << 8 | data[23], ==, 1000);
  self->length_ms += (guint) (data[20] << 8 | data[21]);
  g_assert_cmpuint (data[24], ==, 0);
  g_assert_cmpuint (data[25], ==, 1);
}

static void
take_chunk (Reader *self, const char *type, const guint8 *data, guint length)
{
  if (memcmp (type, "IHDR", 4) == 0)
    memcpy (self->header, data, 13);
  else if (memcmp (type, "acTL", 4) == 0) {
    g_assert_cmpuint (self->n_shown, ==, 0);
    self->n_told = number_at (data);
    self->n_plays = number_at (data + 4);
  } else if (memcmp (type, "fcTL", 4) == 0)
    begin_picture (self, data);
  else if (memcmp (type, "IDAT", 4) == 0) {
    g_assert_cmpuint (self->n_shown, ==, 1);
    g_byte_array_append (self->compressed, data, length);
  } else if (memcmp (type, "fdAT", 4) == 0) {
    g_assert_cmpuint (number_at (data), ==, self->next_number++);
    g_byte_array_append (self->compressed, data + 4, length - 4);
  } else if (memcmp (type, "IEND", 4) == 0)
    show (self);
}

static Reader
read_png (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  Reader self = {
    .compressed = g_byte_array_new (),
    .pictures = g_ptr_array_new_with_free_func (g_free),
    .canvas = g_malloc0 (3 * N_PIXELS),
  };
  gsize at = 8;

  g_assert_cmpmem (data, 8, "\211PNG\r\n\032\n", 8);
  while (at < size) {
    const guint length = number_at (data + at);

    g_assert_cmpuint (number_at (data + at + 8 + length), ==,
                      checksum (data + at + 4, 4 + (gsize) length));
    take_chunk (&self, (const char *) data + at + 4, data + at + 8, length);
    at += 12 + length;
  }
  g_assert_cmpuint (at, ==, size);
  return self;
}

static void
reader_clear (Reader *self)
{
  g_byte_array_unref (self->compressed);
  g_ptr_array_unref (self->pictures);
  g_free (self->canvas);
}

/// Every picture equals that of the PNG files, pixel by pixel.
static void
test_png (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_PNG);
  g_autoptr (GPtrArray) pictures = write_pictures (&recorded, animation, N_FRAMES);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) again = NULL;
  Source source = { 0 };
  cairo_surface_t *image;
  g_autofree guint8 *first = NULL;
  Reader reader;

  animation.rate = RATE;
  animation.title = "Yoke";
  animation.provenance = "Linkwright of today";
  bytes = recorded_bytes (&recorded, &animation);
  again = recorded_bytes (&recorded, &animation);
  g_assert_true (g_bytes_equal (bytes, again));
  assert_contains (bytes, "Yoke");
  assert_contains (bytes, "Linkwright of today");
  reader = read_png (bytes);
  g_assert_cmpuint (reader.n_told, ==, N_FRAMES);
  g_assert_cmpuint (reader.n_shown, ==, N_FRAMES);
  g_assert_cmpuint (reader.n_plays, ==, 0);
  g_assert_cmpuint (reader.length_ms, ==, 1500);
  for (guint k = 0; k < N_FRAMES; k++)
    g_assert_cmpmem (reader.pictures->pdata[k], 3 * N_PIXELS, pictures->pdata[k], 3 * N_PIXELS);
  // Programs without support for animations show the first picture.
  source.data = g_bytes_get_data (bytes, &source.size);
  image = cairo_image_surface_create_from_png_stream (take_cb, &source);
  g_assert_cmpint (cairo_surface_status (image), ==, CAIRO_STATUS_SUCCESS);
  first = recorded_pixels (image);
  g_assert_cmpmem (first, 3 * N_PIXELS, pictures->pdata[0], 3 * N_PIXELS);
  cairo_surface_destroy (image);
  reader_clear (&reader);
  recorded_clear (&recorded);
}

/// A motion with almost no changes still has the right number of pictures.
static void
test_still (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  LwAnimation animation = recorded_period (&recorded, LW_ANIMATION_GIF);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) other = NULL;
  Decoded decoded;
  Reader reader;

  // 50 µs of the run pass between two pictures.
  animation.start = 0;
  animation.end = 0.0005;
  animation.speed = 0.001;
  bytes = recorded_bytes (&recorded, &animation);
  decoded = decode_gif (bytes);
  g_assert_cmpuint (decoded.pictures->len, ==, 10);
  animation.format = LW_ANIMATION_PNG;
  other = recorded_bytes (&recorded, &animation);
  reader = read_png (other);
  g_assert_cmpuint (reader.n_shown, ==, 10);
  decoded_clear (&decoded);
  reader_clear (&reader);
  recorded_clear (&recorded);
}

// ---- background -----------------------------------------------------------------------------

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/// The image under the mechanism is also under the pictures.
static void
test_background (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  g_autoptr (GByteArray) png = g_byte_array_new ();
  g_autoptr (GBytes) file = NULL;
  g_autoptr (LwBackground) background = NULL;
  cairo_surface_t *red = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 8, 8);
  cairo_t *cairo = cairo_create (red);

  cairo_set_source_rgb (cairo, 1, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  cairo_surface_write_to_png_stream (red, append_cb, png);
  cairo_surface_destroy (red);
  file = g_bytes_new (png->data, png->len);
  background = lw_background_new (file, NULL);
  g_assert_nonnull (background);
  background->width = 100;
  background->opacity = 1;
  for (int visible = 0; visible < 2; visible++) {
    LwMechanism *before = recorded.mechanism;
    g_autoptr (LwAnimationFrames) film = NULL;
    g_autofree guint8 *pixels = NULL;
    int n = 0;

    background->visible = visible != 0;
    recorded.mechanism = lw_mechanism_with_background (before, background);
    lw_mechanism_unref (before);
    film = recorded_small_film (&recorded);
    pixels = recorded_pixels (lw_animation_frames_draw (film, 0));
    for (int i = 0; i < N_PIXELS; i++)
      n += pixels[3 * i] == 255 && pixels[3 * i + 1] == 0 && pixels[3 * i + 2] == 0;
    if (visible)
      g_assert_cmpint (n, >, N_PIXELS / 2);
    else
      g_assert_cmpint (n, ==, 0);
  }
  recorded_clear (&recorded);
}

/// An image that cannot be decoded is refused with a message, unless it is hidden.
static void
test_bad_background (void)
{
  Recorded recorded = recorded_new ("scotch-yoke");
  g_autoptr (GBytes) file = g_bytes_new_static ("\x89PNG\r\n\x1a\n\0\0", 10);
  g_autoptr (LwBackground) background = lw_background_new (file, NULL);

  for (int visible = 0; visible < 2; visible++) {
    LwMechanism *before = recorded.mechanism;
    const LwAnimationStyle look = lw_animation_style_default ();
    g_autoptr (LwAnimationFrames) film = NULL;
    g_autoptr (GError) error = NULL;

    background->visible = visible != 0;
    recorded.mechanism = lw_mechanism_with_background (before, background);
    lw_mechanism_unref (before);
    film = lw_animation_frames_new (recorded.mechanism, recorded.model, recorded.model,
                                    recorded.run, &look, NULL, &error);
    if (visible)
      g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    else
      g_assert_no_error (error);
    g_assert_cmpint (film == NULL, ==, visible);
  }
  recorded_clear (&recorded);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-animation-formats-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/animation-formats/gif", test_gif);
  g_test_add_func ("/animation-formats/gif-times", test_gif_times);
  g_test_add_func ("/animation-formats/colours", test_colours);
  g_test_add_func ("/animation-formats/png", test_png);
  g_test_add_func ("/animation-formats/still", test_still);
  g_test_add_func ("/animation-formats/background", test_background);
  g_test_add_func ("/animation-formats/bad-background", test_bad_background);
  result = g_test_run ();
  // No other files remain.
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
  return result;
}
