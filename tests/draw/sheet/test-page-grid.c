// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawings on several pages: each point of a drawing is on a page, at its true distance from the
// marks.

#include "lw-page-grid.h"

#include <math.h>
#include <string.h>

#define PX (1 / LW_EXPORT_MM_PER_PX)

static void
test_count (void)
{
  LwPageGrid grid;

  // A sheet of the size of the page is not divided, nor is a smaller one.
  lw_page_grid_init (&grid, 297, 210, 297.04, 209.9);
  g_assert_cmpuint (lw_page_grid_count (&grid), ==, 1);
  lw_page_grid_init (&grid, 160, 90, 297, 210);
  g_assert_cmpuint (lw_page_grid_count (&grid), ==, 1);
  // 594 × 420 mm on pages that have 267 × 180 mm between their marks.
  lw_page_grid_init (&grid, 594, 420, 297, 210);
  g_assert_cmpuint (grid.columns, ==, 3);
  g_assert_cmpuint (grid.rows, ==, 3);
  // An exact multiple, and a drawing that is larger in one direction only.
  lw_page_grid_init (&grid, 2 * 267, 100, 297, 210);
  g_assert_cmpuint (grid.columns, ==, 2);
  g_assert_cmpuint (grid.rows, ==, 1);
}

/// Fills 10 mm about (300, 200) mm, which the second of four pages has.
static void
draw_cb (LwPainter *painter, double width, double height, void *data)
{
  g_assert_cmpfloat_with_epsilon (width, 500 * PX, 1e-9);
  g_assert_cmpfloat_with_epsilon (height, 300 * PX, 1e-9);
  lw_painter_rect (painter, 295 * PX, 165 * PX, 10 * PX, 10 * PX);
  lw_painter_fill (painter, (LwColour){ 1, 0, 0, 1 });
}

/// Returns the box of the red dots of a page, px.
static bool
find_box (const LwPageGrid *grid, guint page, int box[4])
{
  const int width = (int) (grid->page_width * PX), height = (int) (grid->page_height * PX);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  LwPainter *painter;

  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  painter = lw_painter_new_cairo (cairo, fonts);
  lw_page_grid_draw (grid, page, painter, "Drawing", draw_cb, NULL);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  memcpy (box, (int[]){ width, height, -1, -1 }, 4 * sizeof *box);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const guint8 *row = cairo_image_surface_get_data (surface)
                          + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
      const guint32 dot = ((const guint32 *) (const void *) row)[x];

      if ((dot & 0xffffff) == 0xff0000) {
        box[0] = MIN (box[0], x);
        box[1] = MIN (box[1], y);
        box[2] = MAX (box[2], x + 1);
        box[3] = MAX (box[3], y + 1);
      }
    }
  cairo_surface_destroy (surface);
  return box[2] >= 0;
}

static void
test_places (void)
{
  // 267 mm of the drawing are on the first page, and 180 mm of its height.
  const int expected[4] = { (int) (43 * PX), (int) (180 * PX), (int) (53 * PX), (int) (190 * PX) };
  LwPageGrid grid;
  int box[4];

  lw_page_grid_init (&grid, 500, 300, 297, 210);
  g_assert_cmpuint (lw_page_grid_count (&grid), ==, 4);
  g_assert_false (find_box (&grid, 0, box));
  g_assert_false (find_box (&grid, 2, box));
  g_assert_true (find_box (&grid, 1, box));
  for (int i = 0; i < 4; i++)
    g_assert_cmpint (box[i], ==, expected[i]);
}

/// A page of A4 is shrunk to a Letter page, with nothing beyond its edges, and not enlarged to A3.
static void
test_fit (void)
{
  double x, y;
  double factor = lw_page_fit (210, 297, 215.9, 279.4, &x, &y);

  g_assert_cmpfloat_with_epsilon (factor, 279.4 / 297, 1e-12);
  g_assert_cmpfloat_with_epsilon (y, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (x, (215.9 - 210 * factor) / 2, 1e-12);
  factor = lw_page_fit (210, 297, 297, 420, &x, &y);
  g_assert_cmpfloat (factor, ==, 1);
  g_assert_cmpfloat_with_epsilon (x, 43.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (y, 61.5, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-grid/count", test_count);
  g_test_add_func ("/page-grid/places", test_places);
  g_test_add_func ("/page-grid/fit", test_fit);
  return g_test_run ();
}
