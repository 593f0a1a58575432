// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of a crowd that is panned strip by strip equals the picture drawn from scratch.

#include <math.h>
#include <time.h>

#include "testing-seed.h"
#include "lw-pan-layer.h"

#define WIDTH 640
#define HEIGHT 400
#define PER_ROW 40
/// Mean time of a step, ms; if each step is drawn from scratch, 20 are measured. Instrumented
/// programs and busy machines are slower.
#ifdef __SANITIZE_ADDRESS__
#define STEP_MAX_MS 1000.0
#else
#define STEP_MAX_MS 100.0
#endif

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  LwScene *scene;
  LwPalette palette;
  LwFonts *fonts;
  LwView view;
  LwDrawOptions options;
  int factor;
} Sheet;

/// Creates rows of links with occasional springs and tracers.
static LwMechanism *
rows (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 0; i < n; i++) {
    const int row = i / PER_ROW, column = i % PER_ROW;
    LwBody *body = lw_body_new (i + 1, NULL);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->hue = (LwHue) (i % LW_HUE_COUNT);
    body->def.position[0] = 0.1 * (column + 0.5);
    body->def.position[1] = -0.1 * row;
    body->def.inertia[2] = 1.0 / 12.0;
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = column > 0 ? i : MBD_GROUND;
    pin.body_b = i + 1;
    pin.frame_a.point[0] = column > 0 ? 0.05 : 0.0;
    pin.frame_a.point[1] = column > 0 ? 0.0 : -0.1 * row;
    pin.frame_b.point[0] = -0.05;
    lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i + 1, NULL));
  }
  return mechanism;
}

static void
sheet_init (Sheet *self, int n, int factor)
{
  g_autoptr (GError) error = NULL;

  self->mechanism = rows (n);
  self->model = lw_mechanism_compile (self->mechanism, &error);
  g_assert_no_error (error);
  self->state = mbd_state_new (self->model);
  self->scene = lw_scene_new (self->mechanism, self->model);
  self->fonts = lw_fonts_new (NULL);
  self->options = lw_draw_options_default ();
  self->options.solved = mbd_state_solve (self->state, NULL) == MBD_STATUS_OK;
  self->factor = factor;
  g_assert_true (self->options.solved);
  lw_palette_init (&self->palette, false, false);
  lw_view_init (&self->view, WIDTH, HEIGHT, false);
  lw_scene_fit (self->scene, self->state, &self->view);
  g_assert_true (lw_scene_is_crowd (self->scene, &self->view));
}

static void
sheet_clear (Sheet *self)
{
  lw_fonts_unref (self->fonts);
  lw_scene_free (self->scene);
  mbd_state_free (self->state);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

static cairo_surface_t *
new_image (const Sheet *self)
{
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * self->factor, HEIGHT * self->factor);
  cairo_t *cairo = cairo_create (image);

  cairo_surface_set_device_scale (image, self->factor, self->factor);
  cairo_set_source_rgb (cairo, 1.0, 1.0, 1.0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  return image;
}

static cairo_surface_t *
paint (Sheet *self, LwPanLayer *layer)
{
  cairo_surface_t *image = new_image (self);
  cairo_t *cairo = cairo_create (image);

  lw_pan_layer_paint (layer, cairo, self->factor, self->scene, &self->palette, self->fonts,
                      &self->view, self->state, &self->options);
  cairo_destroy (cairo);
  cairo_surface_flush (image);
  return image;
}

/// Counts the pixels with a channel that differs by more than `limit`.
static int
count_differences (cairo_surface_t *a, cairo_surface_t *b, int limit)
{
  const int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  const int stride = cairo_image_surface_get_stride (a);
  const guint8 *pixels_a = cairo_image_surface_get_data (a);
  const guint8 *pixels_b = cairo_image_surface_get_data (b);
  int n = 0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int worst = 0;

      for (int channel = 0; channel < 3; channel++)
        worst = MAX (worst, abs (pixels_a[y * stride + 4 * x + channel]
                                 - pixels_b[y * stride + 4 * x + channel]));
      n += worst > limit;
    }
  return n;
}

/// The picture equals the one without a layer, if the centre lies on whole pixels.
static void
test_same (void)
{
  for (int factor = 1; factor <= 2; factor++) {
    Sheet sheet;
    g_autoptr (LwPanLayer) layer = lw_pan_layer_new ();
    cairo_surface_t *direct, *layered, *empty;
    cairo_t *cairo;
    LwPainter *painter;

    sheet_init (&sheet, 1200, factor);
    sheet.options.scale_card = false;
    direct = new_image (&sheet);
    cairo = cairo_create (direct);
    painter = lw_painter_new_cairo (cairo, sheet.fonts);
    lw_draw_mechanism (sheet.scene, painter, &sheet.palette, &sheet.view, sheet.state,
                       &sheet.options);
    lw_painter_free (painter);
    cairo_destroy (cairo);
    layered = paint (&sheet, layer);
    // Colours composited in two steps differ by rounding.
    g_assert_cmpint (count_differences (direct, layered, 6), ==, 0);
    empty = new_image (&sheet);
    g_assert_cmpint (count_differences (direct, empty, 6), >, 1000);
    cairo_surface_destroy (empty);
    cairo_surface_destroy (direct);
    cairo_surface_destroy (layered);
    sheet_clear (&sheet);
  }
}

/// After a walk with steps of all sizes, a layer used throughout and a new one show the same
/// picture, except for marks at the edge of strips: of neighbouring marks a strip may have chosen a
/// different one than the whole picture.
static void
test_strips (void)
{
  Sheet sheet;
  g_autoptr (LwPanLayer) layer = lw_pan_layer_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (5));
  int n_drawn = 0;

  sheet_init (&sheet, 1200, 1);
  for (int step = 0; step < 60; step++) {
    cairo_surface_t *kept, *fresh;
    g_autoptr (LwPanLayer) other = lw_pan_layer_new ();
    const int reach = step % 7 == 0 ? 500 : 60;

    lw_view_pan (&sheet.view, g_rand_int_range (random, -reach, reach + 1),
                 g_rand_int_range (random, -reach, reach + 1));
    kept = paint (&sheet, layer);
    fresh = paint (&sheet, other);
    g_assert_cmpint (count_differences (kept, fresh, 16), <=, WIDTH * HEIGHT / 2000);
    {
      cairo_surface_t *empty = new_image (&sheet);

      n_drawn += count_differences (fresh, empty, 16) > 500;
      cairo_surface_destroy (empty);
    }
    cairo_surface_destroy (kept);
    cairo_surface_destroy (fresh);
    if (step % 10 == 9)
      lw_scene_fit (sheet.scene, sheet.state, &sheet.view);
  }
  g_assert_cmpint (n_drawn, >, 30);
  sheet_clear (&sheet);
}

/// The picture is never farther from its place than half a pixel, even after many pans by fractions
/// of a pixel.
static void
test_parts_of_pixels (void)
{
  Sheet sheet;
  g_autoptr (LwPanLayer) layer = lw_pan_layer_new ();
  g_autoptr (LwPanLayer) other = lw_pan_layer_new ();
  cairo_surface_t *kept, *fresh;

  sheet_init (&sheet, 1200, 1);
  cairo_surface_destroy (paint (&sheet, layer));
  for (int step = 0; step < 300; step++) {
    lw_view_pan (&sheet.view, step < 150 ? 1.1 : -1.3, 0.0);
    cairo_surface_destroy (paint (&sheet, layer));
  }
  // 300 steps add up to -30 px, a whole number.
  kept = paint (&sheet, layer);
  fresh = paint (&sheet, other);
  g_assert_cmpint (count_differences (kept, fresh, 16), <=, WIDTH * HEIGHT / 2000);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (fresh);
  sheet_clear (&sheet);
}

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec * 1e-6;
}

static void
test_time (void)
{
  Sheet sheet;
  g_autoptr (LwPanLayer) layer = lw_pan_layer_new ();
  double longest = 0.0, first, start;
  const int n = 100;

  sheet_init (&sheet, 10000, 1);
  start = cpu_ms ();
  cairo_surface_destroy (paint (&sheet, layer));
  first = cpu_ms () - start;
  start = cpu_ms ();
  for (int step = 0; step < n; step++) {
    const double before = cpu_ms ();

    lw_view_pan (&sheet.view, round (12.0 * cos (0.06 * step)), round (12.0 * sin (0.06 * step)));
    cairo_surface_destroy (paint (&sheet, layer));
    longest = MAX (longest, cpu_ms () - before);
  }
  g_test_message ("10 000 bodies: %.1f ms from nothing, %.2f ms a step, longest %.1f ms", first,
                  (cpu_ms () - start) / n, longest);
  g_assert_cmpfloat ((cpu_ms () - start) / n, <, STEP_MAX_MS);
  sheet_clear (&sheet);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pan-layer/same", test_same);
  g_test_add_func ("/pan-layer/strips", test_strips);
  g_test_add_func ("/pan-layer/parts-of-pixels", test_parts_of_pixels);
  g_test_add_func ("/pan-layer/time", test_time);
  return g_test_run ();
}
