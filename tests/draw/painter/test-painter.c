// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The painter and its two back ends.

#include <locale.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-painter.h"
#include "sheet.h"

static const LwColour black = { 0.0, 0.0, 0.0, 1.0 };

static void
check_xml (const GString *svg)
{
  static const GMarkupParser parser = { 0 };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, svg->str, (gssize) svg->len, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  g_assert_null (strstr (svg->str, "nan"));
  g_assert_null (strstr (svg->str, "inf"));
}

static LwPainter *
svg_painter (LwFonts *fonts)
{
  return lw_painter_new_svg (800.0, 450.0, 0.2, "A <title> & more", "desc", fonts);
}

static void
test_svg_text (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  g_autoptr (LwPainter) painter = svg_painter (fonts);
  LwTextStyle style = lw_text_style (12.0, 600, lw_colour (0xC25400));
  GString *svg;

  style.anchor = LW_ANCHOR_END;
  style.outline = 3.5;
  style.outline_colour = lw_colour (0xFFFFFF);
  lw_painter_text (painter, 100.25, 50.0, "F < 3 & \u03bb\u2083", &style);
  lw_painter_save (painter);
  lw_painter_translate (painter, 10.0, 20.0);
  lw_painter_rotate (painter, -0.5 * G_PI);
  lw_painter_text (painter, 0.0, 0.0, "turned", &style);
  lw_painter_restore (painter);
  lw_painter_text (painter, 0.0, 0.0, "", &style);
  svg = lw_painter_svg_finish (painter);
  check_xml (svg);
  g_assert_nonnull (strstr (svg->str, ">F &lt; 3 &amp; \u03bb\u2083</text>"));
  g_assert_nonnull (strstr (svg->str, "x=\"100.25\" y=\"50\" font-size=\"12\" fill=\"#C25400\""));
  g_assert_nonnull (strstr (svg->str, "text-anchor=\"end\""));
  g_assert_nonnull (strstr (svg->str, "paint-order=\"stroke\""));
  g_assert_nonnull (strstr (svg->str, "-1 "));
  g_assert_nonnull (strstr (svg->str, "width=\"160mm\" height=\"90mm\" viewBox=\"0 0 800 450\""));
  g_assert_nonnull (strstr (svg->str, "<title>A &lt;title&gt; &amp; more</title>"));
  g_assert_nonnull (strstr (svg->str, "font-family=\"DejaVu Sans\""));
  g_string_free (svg, TRUE);
}

/// Transformations are applied to the coordinates; widths and dashes are scaled.
static void
test_svg_paths (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (LwPainter) painter = svg_painter (fonts);
  const double dash[] = { 7.0, 3.0 };
  GString *svg;

  lw_painter_save (painter);
  lw_painter_translate (painter, 100.0, 50.0);
  lw_painter_scale (painter, 2.0, 2.0);
  lw_painter_set_dash (painter, dash, 2, 0.0);
  lw_painter_line (painter, 1.0, 2.0, -3.0, 4.5);
  lw_painter_stroke (painter, black, 1.5);
  lw_painter_restore (painter);
  lw_painter_rect (painter, 0.0, 0.0, 10.0, 10.0);
  lw_painter_fill (painter, lw_colour_alpha (black, 0.25));
  svg = lw_painter_svg_finish (painter);
  check_xml (svg);
  g_assert_nonnull (strstr (svg->str, "M102 54L94 59"));
  g_assert_nonnull (strstr (svg->str, "stroke-width=\"3\""));
  g_assert_nonnull (strstr (svg->str, "stroke-dasharray=\"14 6\""));
  g_assert_nonnull (strstr (svg->str, "fill-opacity=\"0.25\""));
  g_string_free (svg, TRUE);
}

/// Clips and groups are closed in the right order, even if the caller leaves them open.
static void
test_svg_nesting (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (LwPainter) painter = svg_painter (fonts);
  GString *svg;
  int open = 0;

  lw_painter_save (painter);
  lw_painter_clip_rect (painter, 0.0, 0.0, 50.0, 50.0);
  lw_painter_begin_group (painter);
  lw_painter_clip_rect (painter, 0.0, 0.0, 20.0, 20.0);
  lw_painter_circle (painter, 10.0, 10.0, 5.0);
  lw_painter_fill (painter, black);
  lw_painter_end_group (painter, 0.35);
  lw_painter_clip_rect (painter, 5.0, 5.0, 5.0, 5.0);
  svg = lw_painter_svg_finish (painter);
  check_xml (svg);
  for (const char *at = svg->str; (at = strstr (at, "<g")) != NULL; at++)
    open++;
  g_assert_cmpint (open, ==, 4);
  g_assert_nonnull (strstr (svg->str, "<g opacity=\"0.35\">"));
  g_string_free (svg, TRUE);
}

/// Coordinates that no surface can hold are clamped, and no invalid numbers are written.
static void
test_wild_numbers (void)
{
  static const double wild[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e9, 0.0, 5e-324 };
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 64, 64);
  cairo_t *cairo = cairo_create (surface);

  for (int back_end = 0; back_end < 2; back_end++) {
    LwPainter *painter = back_end == 0 ? svg_painter (fonts) : lw_painter_new_cairo (cairo, fonts);

    for (size_t i = 0; i < G_N_ELEMENTS (wild); i++)
      for (size_t k = 0; k < G_N_ELEMENTS (wild); k++) {
        const LwTextStyle style = lw_text_style (12.0, 400, black);

        lw_painter_line (painter, wild[i], wild[k], 3.0, 4.0);
        lw_painter_stroke (painter, black, 1.0);
        lw_painter_circle (painter, wild[i], 3.0, wild[k]);
        lw_painter_fill (painter, black);
        lw_painter_arc (painter, 0.0, 0.0, 4.0, wild[i], wild[k]);
        lw_painter_new_path (painter);
        lw_painter_text (painter, wild[i], wild[k], "x", &style);
      }
    if (back_end == 0) {
      GString *svg = lw_painter_svg_finish (painter);
      check_xml (svg);
      g_string_free (svg, TRUE);
    }
    lw_painter_free (painter);
  }
  g_assert_cmpint (cairo_status (cairo), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

static void
test_measure (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwTextStyle style = lw_text_style (12.0, 400, black);
  LwTextExtents a, b;

  lw_fonts_measure (fonts, "111.11", &style, &a);
  style.tabular = true;
  lw_fonts_measure (fonts, "888.88", &style, &b);
  g_assert_cmpfloat_with_epsilon (a.width, b.width, 0.01);
  g_assert_cmpfloat (a.ascent, >, 6.0);
  g_assert_cmpfloat (a.descent, >, 1.0);
  style.size = 24.0;
  lw_fonts_set_exact (fonts, true);
  lw_fonts_measure (fonts, "888.88", &style, &a);
  style.size = 12.0;
  lw_fonts_measure (fonts, "888.88", &style, &b);
  g_assert_cmpfloat_with_epsilon (a.width, 2.0 * b.width, 0.05);
  // Many more strings than the cache keeps.
  for (int i = 0; i < 3000; i++) {
    char text[16];

    g_snprintf (text, sizeof text, "%d", i);
    lw_fonts_measure (fonts, text, &style, &a);
    g_assert_cmpfloat (a.width, >, 0.0);
  }
}

/// A circle covers its area; a clip and the opacity of a group have their effect.
static void
test_cairo (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cairo = cairo_create (surface);
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  const unsigned char *data;
  double sum = 0.0;

  lw_painter_begin_group (painter);
  lw_painter_save (painter);
  lw_painter_clip_rect (painter, 0.0, 0.0, 50.0, 100.0);
  lw_painter_circle (painter, 50.0, 50.0, 40.0);
  lw_painter_fill (painter, lw_colour (0xFFFFFF));
  lw_painter_restore (painter);
  lw_painter_end_group (painter, 0.5);
  lw_painter_free (painter);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++)
      sum += (data[y * cairo_image_surface_get_stride (surface) + 4 * x] & 0xff) / 255.0;
  g_assert_cmpfloat_with_epsilon (sum, 0.5 * 0.5 * G_PI * 1600.0, 6.0);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

/// Every symbol can be written as SVG, with the same bytes in any locale.
static void
test_sheet_svg (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  static const char *const locales[] = { "C.UTF-8", "de_DE.UTF-8" };
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  for (int i = 0; i < n_sheet_sections; i++) {
    GString *first = NULL;

    for (size_t k = 0; k < G_N_ELEMENTS (locales); k++) {
      LwPainter *painter;
      GString *svg;

      // If the locale does not exist, this compares equal files.
      setlocale (LC_ALL, locales[k]);
      painter = lw_painter_new_svg (sheet_sections[i].width, sheet_sections[i].height, 0.2, NULL,
                                    NULL, fonts);
      sheet_sections[i].draw (painter, &palette);
      svg = lw_painter_svg_finish (painter);
      check_xml (svg);
      g_assert_cmpuint (svg->len, >, 2000);
      if (first != NULL)
        g_assert_cmpstr (svg->str, ==, first->str);
      lw_painter_free (painter);
      if (first != NULL)
        g_string_free (svg, TRUE);
      else
        first = svg;
    }
    g_string_free (first, TRUE);
  }
  setlocale (LC_ALL, "C.UTF-8");
}

static int
grey_at (cairo_surface_t *image, int x, int y)
{
  cairo_surface_flush (image);
  return cairo_image_surface_get_data (image)[y * cairo_image_surface_get_stride (image) + 4 * x];
}

/// Draws polygons on white; as paths if `paths` is true, on a surface that is not an image itself.
static cairo_surface_t *
draw_polygons (const double *points, const guint8 *corners, size_t n, double scale, bool paths)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 64, 64);
  cairo_rectangle_t extents = { 0.0, 0.0, 64.0, 64.0 };
  cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  cairo_t *cairo = cairo_create (image);
  cairo_t *recorder = cairo_create (record);
  LwPainter *painter;

  cairo_set_source_rgb (cairo, 1.0, 1.0, 1.0);
  cairo_paint (cairo);
  if (!paths)
    cairo_surface_set_device_scale (image, scale, scale);
  painter = lw_painter_new_cairo (paths ? recorder : cairo, fonts);
  if (paths)
    lw_painter_scale (painter, scale, scale);
  lw_painter_fill_polygons (painter, points, corners, n, black);
  lw_painter_free (painter);
  if (paths) {
    cairo_set_source_surface (cairo, record, 0.0, 0.0);
    cairo_paint (cairo);
  }
  cairo_destroy (recorder);
  cairo_destroy (cairo);
  cairo_surface_destroy (record);
  return image;
}

/// The areas of pixels are exact; polygons outside or with invalid coordinates are ignored.
static void
test_polygons (void)
{
  /* clang-format off */
  const double points[] = {
    10.25, 10.0, 12.5, 10.0, 12.5, 11.5, 10.25, 11.5,  // by quarters of a pixel
    20.0, 20.0, 24.0, 20.0, 20.0, 22.0,                // a slope of a half
    30.0, 30.0, 40.0, 30.0, 40.0, 40.0, 30.0, 40.0,    // with the next one: one over the other,
    35.0, 35.0, 35.0, 45.0, 45.0, 45.0, 45.0, 35.0,    // the other way round
    -1e6, 50.0, 2.0, 50.0, 2.0, 51.0, -1e6, 51.0, NAN, 0.0, 5.0, 5.0, 0.0, 5.0,
    70.0, 70.0, 80.0, 70.0, 80.0, 80.0,
  };
  /* clang-format on */
  const guint8 corners[] = { 4, 3, 4, 4, 4, 3, 3 };
  cairo_surface_t *image = draw_polygons (points, corners, G_N_ELEMENTS (corners), 1.0, false);

  g_assert_cmpint (grey_at (image, 9, 10), ==, 255);
  g_assert_cmpint (grey_at (image, 10, 10), ==, 64);
  g_assert_cmpint (grey_at (image, 11, 10), ==, 0);
  g_assert_cmpint (ABS (grey_at (image, 12, 10) - 127), <=, 1);
  g_assert_cmpint (ABS (grey_at (image, 10, 11) - 159), <=, 1);
  g_assert_cmpint (grey_at (image, 10, 12), ==, 255);
  // Areas of a triangle of 4 by 2: complete pixels, and 1/4 and 3/4 of the pixels on its slope.
  g_assert_cmpint (grey_at (image, 20, 20), ==, 0);
  g_assert_cmpint (ABS (grey_at (image, 22, 20) - 64), <=, 1);
  g_assert_cmpint (ABS (grey_at (image, 23, 20) - 191), <=, 1);
  g_assert_cmpint (ABS (grey_at (image, 20, 21) - 64), <=, 1);
  g_assert_cmpint (grey_at (image, 37, 37), ==, 0);
  g_assert_cmpint (grey_at (image, 42, 42), ==, 0);
  g_assert_cmpint (grey_at (image, 42, 37), ==, 0);
  g_assert_cmpint (grey_at (image, 42, 33), ==, 255);
  g_assert_cmpint (grey_at (image, 0, 50), ==, 0);
  g_assert_cmpint (grey_at (image, 2, 50), ==, 255);
  g_assert_cmpint (grey_at (image, 2, 3), ==, 255);
  cairo_surface_destroy (image);
}

/// Computes the coverage of a row of 64 pixels by a polygon, at most 1, from the lengths of its
/// parts on LINES lines.
#define LINES 64
static void
cover_row (const double *points, guint8 n, double scale, int row, double covered[64])
{
  memset (covered, 0, 64 * sizeof *covered);
  for (int line = 0; line < LINES; line++) {
    const double y = row + (line + 0.5) / LINES;

    for (int i = 0; i < n; i++) {
      const double *a = &points[2 * i], *b = &points[2 * ((i + 1) % n)];
      const bool down = scale * b[1] > scale * a[1];
      double x;

      if ((scale * a[1] <= y) == (scale * b[1] <= y))
        continue;
      // Add the part at the right of an edge, with the sign of its direction.
      x = scale * (a[0] + (b[0] - a[0]) * (y / scale - a[1]) / (b[1] - a[1]));
      for (int k = 0; k < 64; k++)
        covered[k] += (down ? 1.0 : -1.0) * CLAMP (k + 1.0 - x, 0.0, 1.0) / LINES;
    }
  }
}

/// Coverage agrees with sums of lengths, which are wrong by one line for each edge of a pixel, and
/// in total with paths.
static void
test_polygons_as_paths (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (7));

  for (int i = 0; i < 60; i++) {
    const double scale = 1.0 + i % 2, middle = 32.0 / scale;
    const guint8 n = (guint8) g_rand_int_range (rand, 3, 9);
    const double turn = g_rand_double_range (rand, 0.0, 6.0);
    cairo_surface_t *images[2];
    double points[16], sum = 0.0;

    // Points round a centre, some of the polygons wider than the image.
    for (int k = 0; k < n; k++) {
      const double radius = g_rand_double_range (rand, 0.5, i % 5 == 0 ? 80.0 : 20.0) / scale;

      points[2 * k] = middle + radius * cos (turn + k * 2.0 * G_PI / n);
      points[2 * k + 1] = middle + radius * sin (turn + k * 2.0 * G_PI / n);
    }
    for (int paths = 0; paths < 2; paths++)
      images[paths] = draw_polygons (points, &n, 1, scale, paths);
    for (int y = 0; y < 64; y++) {
      double covered[64];

      cover_row (points, n, scale, y, covered);
      for (int x = 0; x < 64; x++) {
        const int grey = grey_at (images[0], x, y);

        g_assert_cmpfloat (fabs (grey - 255.0 * (1.0 - fabs (covered[x]))), <,
                           2.0 * 255.0 / LINES + 1.0);
        sum += ABS (grey - grey_at (images[1], x, y));
      }
    }
    g_assert_cmpfloat (sum / (64.0 * 64.0), <, 0.6);
    cairo_surface_destroy (images[0]);
    cairo_surface_destroy (images[1]);
  }
}

/// Lines of any direction, with and without dashes and gaps, agree with paths with square ends.
static void
test_points (void)
{
  static const double dashes[] = { 6.0, 3.0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (3));
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);

  for (int i = 0; i < 200; i++) {
    const double scale = 1.0 + i % 2, width = g_rand_double_range (rand, 1.0, 4.0);
    const int n_dashes = i % 4 < 2 ? 0 : 2;
    double points[2 * 5], sum = 0.0;
    cairo_surface_t *images[2];

    for (int k = 0; k < 10; k++)
      points[k] = k / 2 == 3 ? NAN : g_rand_double_range (rand, -20.0, 84.0) / scale;
    for (int paths = 0; paths < 2; paths++) {
      cairo_t *cairo;
      LwPainter *painter;

      images[paths] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 64, 64);
      cairo_surface_set_device_scale (images[paths], scale, scale);
      cairo = cairo_create (images[paths]);
      cairo_set_source_rgb (cairo, 1.0, 1.0, 1.0);
      cairo_paint (cairo);
      cairo_set_source_rgb (cairo, 0.0, 0.0, 0.0);
      painter = lw_painter_new_cairo (cairo, fonts);
      if (paths == 0) {
        g_assert_true (
          lw_painter_stroke_points (painter, points, 5, width, dashes, n_dashes, black));
      } else {
        cairo_set_line_width (cairo, width);
        cairo_set_line_cap (cairo, n_dashes > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_SQUARE);
        cairo_set_dash (cairo, dashes, n_dashes, n_dashes > 0 ? 0.5 * width : 0.0);
        for (int k = 0; k < 3; k++)
          cairo_line_to (cairo, points[2 * k], points[2 * k + 1]);
        cairo_stroke (cairo);
      }
      lw_painter_free (painter);
      cairo_destroy (cairo);
    }
    for (int y = 0; y < 64; y++)
      for (int x = 0; x < 64; x++)
        sum += ABS (grey_at (images[0], x, y) - grey_at (images[1], x, y));
    // Less than the pixels at the joint and the ends, and those of twenty dashes.
    g_assert_cmpfloat (sum / 255.0, <, (n_dashes > 0 ? 60.0 : 25.0) * width * scale);
    cairo_surface_destroy (images[0]);
    cairo_surface_destroy (images[1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/painter/svg-text", test_svg_text);
  g_test_add_func ("/painter/svg-paths", test_svg_paths);
  g_test_add_func ("/painter/svg-nesting", test_svg_nesting);
  g_test_add_func ("/painter/wild-numbers", test_wild_numbers);
  g_test_add_func ("/painter/measure", test_measure);
  g_test_add_func ("/painter/cairo", test_cairo);
  g_test_add_func ("/painter/sheet-svg", test_sheet_svg);
  g_test_add_func ("/painter/polygons", test_polygons);
  g_test_add_func ("/painter/polygons-as-paths", test_polygons_as_paths);
  g_test_add_func ("/painter/points", test_points);
  return g_test_run ();
}
