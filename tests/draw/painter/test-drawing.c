// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of recorded drawings: a replay, complete or in parts, is equal to direct drawing in every
// pixel, and a comparison finds all areas in which two drawings differ.

#include <string.h>

#include "lw-drawing.h"
#include "pictures.h"
#include "sheet.h"

#include "../testing-examples.h"

#define WIDTH 800
#define HEIGHT 500
#define TILE 96

static cairo_surface_t *
new_image (void)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (image);

  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  return image;
}

static guint32
pixel (cairo_surface_t *image, int x, int y)
{
  const guchar *row;
  guint32 value;

  cairo_surface_flush (image);
  row = cairo_image_surface_get_data (image)
        + (gsize) y * (gsize) cairo_image_surface_get_stride (image);
  memcpy (&value, row + 4 * x, sizeof value);
  return value & 0xffffff;
}

static void
assert_equal (cairo_surface_t *a, cairo_surface_t *b, const double box[4])
{
  for (int y = (int) box[1]; y < MIN (box[3], HEIGHT); y++)
    for (int x = (int) box[0]; x < MIN (box[2], WIDTH); x++)
      if (pixel (a, x, y) != pixel (b, x, y))
        g_error ("pixel %d %d: %06x and %06x", x, y, pixel (a, x, y), pixel (b, x, y));
}

static LwPainter *
painter_on (cairo_surface_t *image, LwFonts *fonts)
{
  cairo_t *cairo = cairo_create (image);
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);

  cairo_destroy (cairo);
  return painter;
}

/// Replays a drawing on a white image.
static cairo_surface_t *
play (const LwDrawing *drawing, LwFonts *fonts, const double *boxes, guint n)
{
  cairo_surface_t *image = new_image ();
  LwPainter *painter = painter_on (image, fonts);

  lw_drawing_play (drawing, painter, boxes, n);
  lw_painter_free (painter);
  return image;
}

/// Checks that the replay of one tile, and of a tile with two other boxes, is right inside the boxes.
static void
check_tiles (const LwDrawing *drawing, LwFonts *fonts, cairo_surface_t *expected)
{
  for (int y = 0; y < HEIGHT; y += TILE)
    for (int x = 0; x < WIDTH; x += TILE) {
      const double boxes[] = { x, y, x + TILE, y + TILE, 100, 100, 180, 130, 700, 20, 760, 480 };

      for (guint n = 1; n <= 3; n += 2) {
        cairo_surface_t *image = play (drawing, fonts, boxes, n);

        for (guint i = 0; i < n; i++)
          assert_equal (expected, image, &boxes[4 * i]);
        cairo_surface_destroy (image);
      }
    }
}

typedef void (*DrawFunc) (LwPainter *painter, const void *data);

static void
check_same (DrawFunc draw, const void *data)
{
  const double all[4] = { 0, 0, WIDTH, HEIGHT };
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (LwDrawing) drawing = lw_drawing_new ();
  LwPainter *recorder = lw_painter_new_drawing (drawing, fonts);
  cairo_surface_t *direct = new_image ();
  cairo_surface_t *whole;
  LwPainter *painter = painter_on (direct, fonts);

  draw (painter, data);
  lw_painter_free (painter);
  draw (recorder, data);
  lw_painter_free (recorder);
  whole = play (drawing, fonts, NULL, 0);
  assert_equal (direct, whole, all);
  check_tiles (drawing, fonts, direct);
  cairo_surface_destroy (direct);
  cairo_surface_destroy (whole);
}

static void
draw_section (LwPainter *painter, const void *data)
{
  const SheetSection *section = data;
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  section->draw (painter, &palette);
}

static void
test_symbols (void)
{
  for (int i = 0; i < n_sheet_sections; i++) {
    g_test_message ("%s", sheet_sections[i].name);
    check_same (draw_section, &sheet_sections[i]);
  }
}

static void
draw_run (LwPainter *painter, const void *data)
{
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  run_draw ((Run *) data, painter, &palette, WIDTH, HEIGHT);
}

static void
test_examples (void)
{
  static const char *const names[] = { "four-bar", "slider-crank", "bricard", "box-stack" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *file_name = g_strconcat (names[i], ".json", NULL);
    g_autofree char *path = testing_example_path (file_name);
    g_autoptr (GError) error = NULL;
    g_autoptr (Run) run = run_new (path, 0.2, &error);

    g_assert_no_error (error);
    g_test_message ("%s", names[i]);
    check_same (draw_run, run);
  }
}

/// Calls all functions of the painter, some of them rotated, clipped or in a group.
static void
draw_all_kinds (LwPainter *painter, const void *data)
{
  static const double dashes[] = { 6, 3 };
  static const double points[] = { 20, 300, 90, 340, 160, 310, 230, 350, 300, 300 };
  static const guint8 corners[] = { 3, 4 };
  static const double polygons[] = { 400, 300, 460, 310, 430, 350, 500,
                                     300, 560, 310, 550, 360, 490, 350 };
  const LwColour red = lw_colour (0xC02010), blue = lw_colour_alpha (lw_colour (0x2060C0), 0.4);
  LwTextStyle style = lw_text_style (17, 600, red);

  style.outline = 3;
  style.outline_colour = lw_colour (0xFFFFFF);
  style.anchor = LW_ANCHOR_MIDDLE;
  lw_painter_save (painter);
  lw_painter_translate (painter, 200, 120);
  lw_painter_rotate (painter, 0.3);
  lw_painter_rect (painter, -60, -20, 160, 70);
  lw_painter_restore (painter);
  lw_painter_circle (painter, 310.3, 140.7, 30);
  lw_painter_set_dash (painter, dashes, 2, 1);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke_keep (painter, blue, 9);
  lw_painter_set_dash (painter, NULL, 0, 0);
  lw_painter_fill_stroke (painter, blue, red, 1.5);
  lw_painter_save (painter);
  lw_painter_clip_rect (painter, 400, 60, 120.5, 90);
  lw_painter_set_join (painter, LW_JOIN_MITRE);
  lw_painter_move_to (painter, 380, 80);
  lw_painter_curve_to (painter, 420, 40, 460, 180, 540, 100);
  lw_painter_line_to (painter, 390, 97);
  lw_painter_stroke (painter, red, 7);
  lw_painter_restore (painter);
  lw_painter_begin_group (painter);
  lw_painter_circle (painter, 600, 120, 50);
  lw_painter_fill (painter, red);
  lw_painter_circle (painter, 640, 120, 50);
  lw_painter_fill (painter, blue);
  lw_painter_text (painter, 620, 120, "in a group", &style);
  // The end of the group restores the state.
  lw_painter_set_dash (painter, dashes, 2, 0);
  lw_painter_translate (painter, 30, 20);
  lw_painter_end_group (painter, 0.5);
  lw_painter_circle (painter, 700, 120, 30);
  lw_painter_stroke (painter, red, 4);
  lw_painter_stroke_points (painter, points, 5, 2.5, dashes, 2, red);
  lw_painter_fill_polygons (painter, polygons, corners, 2, blue);
  lw_painter_save (painter);
  lw_painter_translate (painter, 120.4, 430.2);
  lw_painter_rotate (painter, -0.4);
  lw_painter_text (painter, 0, 0, "λ₂ = −3 N", &style);
  lw_painter_restore (painter);
  lw_painter_text (painter, 300.6, 420.4, "eight888", &style);
}

static void
test_all_kinds (void)
{
  check_same (draw_all_kinds, NULL);
}

// ---- differences ----------------------------------------------------------------------------

/// Differences between two drawings.
typedef struct
{
  guint n;                     ///< number of reported pictures
  bool covered[HEIGHT][WIDTH]; ///< true if a pixel is inside a reported box
} Changes;

static void
note_change (const double box[4], void *data)
{
  Changes *changes = data;

  changes->n++;
  for (int y = (int) MAX (box[1], 0); y < MIN (box[3], HEIGHT); y++)
    for (int x = (int) MAX (box[0], 0); x < MIN (box[2], WIDTH); x++)
      changes->covered[y][x] = true;
}

/// Draws n links with their names, without the link `skipped` and with the link `moved` lower; -1 for
/// none.
static LwDrawing *
draw_links (int n, int skipped, int moved, LwFonts *fonts)
{
  LwDrawing *drawing = lw_drawing_new ();
  LwPainter *painter = lw_painter_new_drawing (drawing, fonts);

  // Bodies and names are in different layers.
  for (int layer = 0; layer < 2; layer++)
    for (int i = 0; i < n; i++) {
      const double x = 10 + 26 * (i % 30), y = 20 + 30 * (i / 30) + (i == moved ? 7 : 0);
      g_autofree char *name = g_strdup_printf ("%d", i);
      const LwTextStyle style = lw_text_style (9, 400, lw_colour (0));

      if (i == skipped)
        continue;
      lw_painter_round_rect (painter, x, y, 20, 8, 4);
      if (layer == 0)
        lw_painter_fill_stroke (painter, lw_colour (0xE0E8FF), lw_colour (0x2060C0), 1.5);
      else
        lw_painter_text (painter, x, y, name, &style);
    }
  lw_painter_free (painter);
  return drawing;
}

static guint
count_changes (const LwDrawing *before, const LwDrawing *after, LwFonts *fonts)
{
  g_autofree Changes *changes = g_new0 (Changes, 1);
  cairo_surface_t *images[2] = { play (before, fonts, NULL, 0), play (after, fonts, NULL, 0) };

  lw_drawing_compare (before, after, note_change, changes);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      g_assert_true (changes->covered[y][x] || pixel (images[0], x, y) == pixel (images[1], x, y));
  for (int i = 0; i < 2; i++)
    cairo_surface_destroy (images[i]);
  return changes->n;
}

/// Adding, removing or moving one link changes only the pictures of that link, for any number of links.
static void
test_compare (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);

  for (int n = 8; n <= 400; n += 49) {
    g_autoptr (LwDrawing) all = draw_links (n, -1, -1, fonts);
    g_autoptr (LwDrawing) again = draw_links (n, -1, -1, fonts);
    g_autoptr (LwDrawing) less = draw_links (n, n / 3, -1, fonts);
    g_autoptr (LwDrawing) last = draw_links (n, n - 1, -1, fonts);
    g_autoptr (LwDrawing) moved = draw_links (n, -1, n / 2, fonts);
    g_autoptr (LwDrawing) none = lw_drawing_new ();

    g_assert_cmpuint (lw_drawing_get_n (all), ==, 2 * (guint) n);
    g_assert_cmpuint (count_changes (all, again, fonts), ==, 0);
    g_assert_cmpuint (count_changes (all, less, fonts), ==, 2);
    g_assert_cmpuint (count_changes (less, all, fonts), ==, 2);
    g_assert_cmpuint (count_changes (last, all, fonts), ==, 2);
    g_assert_cmpuint (count_changes (all, moved, fonts), ==, 4);
    g_assert_cmpuint (count_changes (none, all, fonts), ==, 2 * (guint) n);
    g_assert_cmpuint (count_changes (all, none, fonts), ==, 2 * (guint) n);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drawing/symbols", test_symbols);
  g_test_add_func ("/drawing/examples", test_examples);
  g_test_add_func ("/drawing/all-kinds", test_all_kinds);
  g_test_add_func ("/drawing/compare", test_compare);
  return g_test_run ();
}
