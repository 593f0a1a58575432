// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares drawings with stored pictures. If they differ, the actual picture, the expected picture
// and a map of the differences are written side by side, in this order, to a file in the working
// directory; LW_UPDATE_IMAGES=1 stores the new pictures instead. The tolerance allows for other
// versions of the font and of cairo, not for different drawings.

#include <math.h>
#include <string.h>

#include "pictures.h"
#include "plots.h"
#include "sheet.h"

/// Mean difference of a channel, and largest difference of means over BLUR x BLUR px, of 255. The
/// pictures were drawn by cairo 1.16, which puts letters at whole pixels; later versions position
/// them to a quarter of a pixel.
#define MEAN_TOLERANCE (letters_at_whole_pixels () ? 0.6 : 2.4)
#define BLURRED_TOLERANCE (letters_at_whole_pixels () ? 32.0 : 56.0)
#define BLUR 5

typedef struct
{
  const char *name;
  const char *source; ///< section of the sheet, example, or NULL for the plots
  double until;       ///< s into the run of an example
  double width, height;
  double scale;
  bool dark;
} Picture;

static const Picture pictures[] = {
  { "bodies-light", "bodies", 0, 0, 0, 0.5, false },
  { "joints-light", "joints", 0, 0, 0, 0.6, false },
  { "forces-light", "forces", 0, 0, 0, 0.6, false },
  { "vectors-light", "vectors", 0, 0, 0, 0.6, false },
  { "marks-light", "marks", 0, 0, 0, 0.6, false },
  { "palette-light", "palette", 0, 0, 0, 1.0, false },
  { "bodies-dark", "bodies", 0, 0, 0, 0.5, true },
  { "joints-dark", "joints", 0, 0, 0, 0.6, true },
  { "marks-dark", "marks", 0, 0, 0, 0.6, true },
  { "four-bar-light", "four-bar", 0.7, 480, 300, 1.0, false },
  { "four-bar-dark", "four-bar", 0.7, 480, 300, 1.0, true },
  { "slider-crank-light", "slider-crank", 0.2, 480, 240, 1.0, false },
  { "double-pendulum-light", "double-pendulum", 1.0, 400, 300, 1.0, false },
  { "chebyshev-dark", "chebyshev", 0.5, 400, 300, 1.0, true },
  { "n-four-bar-10-light", "n-four-bar-10", 0.5, 640, 180, 0.75, false },
  { "andrews-light", "andrews", 0.01, 480, 300, 1.0, false },
  { "bricard-light", "bricard", 1.0, 400, 300, 1.0, false },
  { "bricard-dark", "bricard", 1.0, 400, 300, 1.0, true },
  { "parts-light", "parts", 0.02, 640, 300, 0.75, false },
  { "parts-dark", "parts", 0.02, 640, 300, 0.75, true },
  { "couplings-light", "couplings", 0, 1000, 560, 0.75, false },
  { "couplings-dark", "couplings", 0, 1000, 560, 0.75, true },
  { "couplings-space-light", "couplings-space", 0, 900, 500, 0.75, false },
  { "plots-light", NULL, 0, 720, 480, 0.5, false },
  { "plots-dark", NULL, 0, 720, 480, 0.5, true },
};

static bool
letters_at_whole_pixels (void)
{
  return cairo_version () < CAIRO_VERSION_ENCODE (1, 17, 4);
}

static char *
reference_path (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);

  return g_build_filename (g_getenv ("LW_SOURCE_DIR"), "tests", "draw", "reference", file, NULL);
}

static const SheetSection *
find_section (const char *name)
{
  for (int i = 0; name != NULL && i < n_sheet_sections; i++)
    if (g_str_equal (sheet_sections[i].name, name))
      return &sheet_sections[i];
  return NULL;
}

static void
draw_example (const Picture *picture, LwPainter *painter, const LwPalette *palette)
{
  const bool parts =
    g_str_equal (picture->source, "parts") || g_str_has_prefix (picture->source, "couplings");
  g_autofree char *file = g_strconcat (picture->source, ".json", NULL);
  g_autofree char *path =
    parts ? g_build_filename (g_getenv ("LW_SOURCE_DIR"), "tests", "draw", "data", file, NULL)
          : g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (Run) run = run_new (path, picture->until, &error);

  g_assert_no_error (error);
  run_draw (run, painter, palette, picture->width, picture->height);
}

/// Reduces each channel to 32 levels: pictures are stored in this small form, and compared in it.
static void
reduce (cairo_surface_t *surface)
{
  unsigned char *data = cairo_image_surface_get_data (surface);
  const int size =
    cairo_image_surface_get_stride (surface) * cairo_image_surface_get_height (surface);

  for (int i = 0; i < size; i++)
    data[i] = (unsigned char) lround (round (data[i] / 255.0 * 31.0) / 31.0 * 255.0);
  cairo_surface_mark_dirty (surface);
}

static cairo_surface_t *
draw_picture (const Picture *picture)
{
  const SheetSection *section = find_section (picture->source);
  const double width = section != NULL ? section->width : picture->width;
  const double height = section != NULL ? section->height : picture->height;
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_RGB24, (int) ceil (width * picture->scale), (int) ceil (height * picture->scale));
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter;
  LwPalette palette;

  cairo_scale (cairo, picture->scale, picture->scale);
  painter = lw_painter_new_cairo (cairo, fonts);
  lw_palette_init (&palette, picture->dark, false);
  lw_painter_rect (painter, 0.0, 0.0, width + 1.0, height + 1.0);
  lw_painter_fill (painter, palette.paper);
  if (section != NULL)
    section->draw (painter, &palette);
  else if (picture->source != NULL)
    draw_example (picture, painter, &palette);
  else
    for (int i = 0; i < PLOT_KINDS; i++) {
      lw_painter_save (painter);
      lw_painter_translate (painter, i % 2 * 0.5 * width, i / 2 * height / 3.0);
      plot_picture (i, painter, &palette, 0.5 * width, height / 3.0);
      lw_painter_restore (painter);
    }
  lw_painter_free (painter);
  g_assert_cmpint (cairo_status (cairo), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  reduce (surface);
  return surface;
}

static int
channel (cairo_surface_t *surface, int x, int y, int c)
{
  return cairo_image_surface_get_data (
    surface)[y * cairo_image_surface_get_stride (surface) + 4 * x + c];
}

/// Returns the mean of a channel over the square about a pixel, as far as it lies in the picture.
static double
blurred (cairo_surface_t *surface, int x, int y, int c)
{
  const int width = cairo_image_surface_get_width (surface);
  const int height = cairo_image_surface_get_height (surface);
  double sum = 0.0;
  int n = 0;

  for (int v = MAX (0, y - BLUR / 2); v <= MIN (height - 1, y + BLUR / 2); v++)
    for (int u = MAX (0, x - BLUR / 2); u <= MIN (width - 1, x + BLUR / 2); u++) {
      sum += channel (surface, u, v, c);
      n++;
    }
  return sum / n;
}

static void
compare (cairo_surface_t *actual,
         cairo_surface_t *expected,
         double *mean,
         double *largest,
         int worst[2])
{
  const int width = cairo_image_surface_get_width (actual);
  const int height = cairo_image_surface_get_height (actual);

  *mean = *largest = 0.0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int c = 0; c < 3; c++) {
        const double difference = fabs (blurred (actual, x, y, c) - blurred (expected, x, y, c));

        *mean += abs (channel (actual, x, y, c) - channel (expected, x, y, c));
        if (difference > *largest) {
          *largest = difference;
          worst[0] = x;
          worst[1] = y;
        }
      }
  *mean /= 3.0 * width * height;
}

/// Writes the actual picture, the expected one and their difference (white: none) side by side.
static char *
write_difference (const Picture *picture, cairo_surface_t *actual, cairo_surface_t *expected)
{
  const int width = cairo_image_surface_get_width (actual);
  const int height = cairo_image_surface_get_height (actual);
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, 3 * width + 16, height);
  cairo_t *cairo = cairo_create (surface);
  char *path = g_strdup_printf ("%s-differs.png", picture->name);

  cairo_set_source_rgb (cairo, 1.0, 1.0, 1.0);
  cairo_paint (cairo);
  cairo_set_source_surface (cairo, actual, 0.0, 0.0);
  cairo_paint (cairo);
  cairo_set_source_surface (cairo, expected, width + 8.0, 0.0);
  cairo_paint (cairo);
  cairo_rectangle (cairo, 2.0 * width + 16.0, 0.0, width, height);
  cairo_clip (cairo);
  cairo_set_source_surface (cairo, actual, 2.0 * width + 16.0, 0.0);
  cairo_paint (cairo);
  cairo_set_operator (cairo, CAIRO_OPERATOR_DIFFERENCE);
  cairo_set_source_surface (cairo, expected, 2.0 * width + 16.0, 0.0);
  cairo_paint (cairo);
  cairo_set_source_rgb (cairo, 1.0, 1.0, 1.0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  return path;
}

static void
test_picture (gconstpointer data)
{
  const Picture *picture = data;
  cairo_surface_t *actual = draw_picture (picture);
  g_autofree char *path = reference_path (picture->name);
  cairo_surface_t *expected;
  double mean, largest;
  int worst[2] = { 0, 0 };

  if (g_getenv ("LW_UPDATE_IMAGES") != NULL) {
    g_assert_cmpint (cairo_surface_write_to_png (actual, path), ==, CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy (actual);
    return;
  }
  expected = cairo_image_surface_create_from_png (path);
  if (cairo_surface_status (expected) != CAIRO_STATUS_SUCCESS)
    g_error ("%s: there is no such picture; LW_UPDATE_IMAGES=1 stores it", path);
  g_assert_cmpint (cairo_image_surface_get_width (actual), ==,
                   cairo_image_surface_get_width (expected));
  g_assert_cmpint (cairo_image_surface_get_height (actual), ==,
                   cairo_image_surface_get_height (expected));
  compare (actual, expected, &mean, &largest, worst);
  g_test_message ("%s: mean difference %.2f, largest blurred difference %.1f at %d, %d",
                  picture->name, mean, largest, worst[0], worst[1]);
  if (mean > MEAN_TOLERANCE || largest > BLURRED_TOLERANCE) {
    g_autofree char *written = write_difference (picture, actual, expected);

    g_test_fail_printf ("%s differs from the stored picture by %.2f on average and %.1f about "
                        "%d, %d; look at %s",
                        picture->name, mean, largest, worst[0], worst[1], written);
  }
  cairo_surface_destroy (expected);
  cairo_surface_destroy (actual);
}

/// Checks the comparison itself: a shifted joint is detected, slight noise is not.
static void
test_comparison (void)
{
  static const Picture here = { "here", "joints", 0, 0, 0, 0.6, false };
  cairo_surface_t *one = draw_picture (&here), *other = draw_picture (&here);
  double mean, largest;
  int worst[2];
  cairo_t *cairo;

  compare (one, other, &mean, &largest, worst);
  g_assert_cmpfloat (mean, ==, 0.0);
  g_assert_cmpfloat (largest, ==, 0.0);
  cairo = cairo_create (other);
  cairo_set_source_rgba (cairo, 0.0, 0.0, 0.0, 0.002);
  cairo_paint (cairo);
  cairo_surface_flush (other);
  compare (one, other, &mean, &largest, worst);
  g_assert_cmpfloat (mean, <, MEAN_TOLERANCE);
  // A dot of the size of a pin.
  cairo_set_source_rgb (cairo, 0.18, 0.2, 0.21);
  cairo_arc (cairo, 300.0, 60.0, 4.0, 0.0, 2.0 * G_PI);
  cairo_fill (cairo);
  cairo_destroy (cairo);
  cairo_surface_flush (other);
  compare (one, other, &mean, &largest, worst);
  g_assert_cmpfloat (largest, >, BLURRED_TOLERANCE);
  g_assert_cmpint (abs (worst[0] - 300), <=, 4);
  cairo_surface_destroy (one);
  cairo_surface_destroy (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/images/comparison", test_comparison);
  for (size_t i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree char *path = g_strconcat ("/images/", pictures[i].name, NULL);
    g_test_add_data_func (path, &pictures[i], test_picture);
  }
  return g_test_run ();
}
