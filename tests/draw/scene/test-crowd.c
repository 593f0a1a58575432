// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Thousands of elements in one view: collected elements, omitted ones, and drawing time.

#include <math.h>
#include <time.h>

#include "lw-crowd-private.h"
#include "lw-scene.h"

#define WIDTH 800
#define HEIGHT 600
#define MANY 1000

/// ms for a frame of 10 000 bodies; drawn one by one they take 2000. Instrumented programs and busy
/// machines are slower.
#ifdef __SANITIZE_ADDRESS__
#define FRAME_MAX_MS 3000.0
#else
#define FRAME_MAX_MS 500.0
#endif

typedef struct
{
  LwView view;
  LwPalette palette;
  LwFonts *fonts;
  cairo_surface_t *image;
  cairo_t *cairo;
  LwBrush brush;
} Sheet;

static void
sheet_init (Sheet *self, double w)
{
  lw_view_init (&self->view, WIDTH, HEIGHT, false);
  lw_palette_init (&self->palette, false, false);
  self->fonts = lw_fonts_new (NULL);
  self->image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  self->cairo = cairo_create (self->image);
  self->brush = (LwBrush){
    .painter = lw_painter_new_cairo (self->cairo, self->fonts),
    .palette = &self->palette,
    .w = w,
    .emphasis = 1.0,
  };
  lw_draw_paper (self->brush.painter, &self->palette, &self->view);
}

static void
sheet_clear (Sheet *self)
{
  lw_painter_free (self->brush.painter);
  cairo_destroy (self->cairo);
  cairo_surface_destroy (self->image);
  lw_fonts_unref (self->fonts);
}

static guint32
pixel (Sheet *self, int x, int y)
{
  const guint8 *data;
  int stride;

  cairo_surface_flush (self->image);
  data = cairo_image_surface_get_data (self->image);
  stride = cairo_image_surface_get_stride (self->image);
  return ((const guint32 *) (const void *) (data + (gsize) y * (gsize) stride))[x] & 0xffffff;
}

static guint32
rgb (LwColour colour)
{
  return (guint32) lround (255.0 * colour.red) << 16 | (guint32) lround (255.0 * colour.green) << 8
         | (guint32) lround (255.0 * colour.blue);
}

static void
test_few (void)
{
  Sheet sheet;
  const double point[2] = { 10.0, 10.0 };

  sheet_init (&sheet, 10.0);
  g_assert_null (lw_crowd_new (&sheet.brush, &sheet.view, 20, 0.1));
  g_assert_false (lw_crowd_take_link (NULL, point, 1, LW_HUE_SKY, LW_SYMBOL_STATE_NORMAL));
  g_assert_false (lw_crowd_take_pin (NULL, 10.0, 10.0, LW_SYMBOL_STATE_NORMAL));
  g_assert_false (lw_crowd_has_mark (NULL, LW_CROWD_GROUND, 10.0, 10.0));
  sheet.brush.w = 20.0;
  g_assert_null (lw_crowd_new (&sheet.brush, &sheet.view, MANY, 0.1));
  sheet_clear (&sheet);
}

static void
test_looks (void)
{
  const double link[4] = { 100.0, 100.0, 140.0, 100.0 };
  Sheet sheet;
  g_autoptr (LwCrowd) crowd = NULL;

  sheet_init (&sheet, 10.0);
  crowd = lw_crowd_new (&sheet.brush, &sheet.view, MANY, 40.0 / sheet.view.scale);
  // Elements that must stand out are drawn individually.
  g_assert_false (lw_crowd_take_link (crowd, link, 2, LW_HUE_SKY, LW_SYMBOL_STATE_SELECTED));
  g_assert_false (lw_crowd_take_pin (crowd, 100.0, 100.0, LW_SYMBOL_STATE_ERROR));
  g_assert_true (lw_crowd_take_link (crowd, link, 2, LW_HUE_SKY, LW_SYMBOL_STATE_NORMAL));
  g_assert_true (lw_crowd_take_pin (crowd, 100.0, 100.0, LW_SYMBOL_STATE_NORMAL));
  g_assert_cmphex (pixel (&sheet, 120, 100), ==, rgb (sheet.palette.paper));
  lw_crowd_draw_links (crowd, &sheet.brush);
  lw_crowd_draw_pins (crowd, &sheet.brush);
  g_assert_cmphex (pixel (&sheet, 120, 100), ==, rgb (sheet.palette.hue[LW_HUE_SKY].line));
  g_assert_cmphex (pixel (&sheet, 100, 100), ==, rgb (sheet.palette.ink));
  sheet_clear (&sheet);
}

/// While the mechanism is panned, the same ones of neighbouring marks are kept.
static void
test_marks (void)
{
  guint32 before = 0;

  for (int pan = 0; pan < 40; pan++) {
    Sheet sheet;
    g_autoptr (LwCrowd) crowd = NULL;
    guint32 left_out = 0;

    sheet_init (&sheet, 10.0);
    lw_view_pan (&sheet.view, pan, 0.0);
    crowd = lw_crowd_new (&sheet.brush, &sheet.view, MANY, 0.1);
    for (int i = 0; i < 32; i++)
      if (lw_crowd_has_mark (crowd, LW_CROWD_GROUND, 200.0 + 7.0 * i + pan, 300.0))
        left_out |= 1u << i;
    g_assert_cmphex (left_out, !=, 0);
    if (pan > 0)
      g_assert_cmphex (left_out, ==, before);
    before = left_out;
    sheet_clear (&sheet);
  }
}

/// The longest of the arrows that begin in one place is shown, regardless of their order.
static void
test_arrows (void)
{
  const double start[2] = { 201.0, 201.0 };
  const double lengths[2] = { 30.0, 80.0 };

  for (int first = 0; first < 2; first++) {
    Sheet sheet;
    g_autoptr (LwCrowd) crowd = NULL;

    sheet_init (&sheet, 10.0);
    crowd = lw_crowd_new (&sheet.brush, &sheet.view, MANY, 0.1);
    for (int i = 0; i < 2; i++) {
      const double along[2] = { lengths[i == first], 0.0 };

      g_assert_true (lw_crowd_take_arrow (crowd, LW_ARROW_REACTION, start, along));
    }
    g_assert_false (lw_crowd_take_arrow (crowd, LW_ARROW_LOAD, start, (double[2]){ 30.0, 0.0 }));
    lw_crowd_draw_arrows (crowd, &sheet.brush);
    g_assert_cmphex (pixel (&sheet, 275, 201), ==,
                     rgb (lw_symbol_arrow_colour (&sheet.palette, LW_ARROW_REACTION)));
    // The place where the head of the short one would be.
    g_assert_cmphex (pixel (&sheet, 223, 197), ==, rgb (sheet.palette.paper));
    sheet_clear (&sheet);
  }
}

/// Cut arrows are collected as well: a gap with two strokes in the middle, and the head at the end
/// of the longest length.
static void
test_cut_arrow (void)
{
  const double start[2] = { 100.0, 200.5 }, along[2] = { 900.0, 0.0 };
  guint32 colour;
  Sheet sheet;
  g_autoptr (LwCrowd) crowd = NULL;

  sheet_init (&sheet, 10.0);
  colour = rgb (lw_symbol_arrow_colour (&sheet.palette, LW_ARROW_REACTION));
  crowd = lw_crowd_new (&sheet.brush, &sheet.view, MANY, 0.1);
  g_assert_true (lw_crowd_take_arrow (crowd, LW_ARROW_REACTION, start, along));
  lw_crowd_draw_arrows (crowd, &sheet.brush);
  g_assert_cmphex (pixel (&sheet, 120, 200), ==, colour);
  g_assert_cmphex (pixel (&sheet, 165, 200), ==, colour);
  g_assert_cmphex (pixel (&sheet, 180, 200), ==, rgb (sheet.palette.paper));
  g_assert_cmphex (pixel (&sheet, 195, 200), ==, colour);
  g_assert_cmphex (pixel (&sheet, 230, 200), ==, colour);
  g_assert_cmphex (pixel (&sheet, 251, 197), ==, colour);
  g_assert_cmphex (pixel (&sheet, 263, 200), ==, rgb (sheet.palette.paper));
  sheet_clear (&sheet);
}

/// Creates rows of 100 links that hang from the ground at one end.
static LwMechanism *
rows (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 0; i < n; i++) {
    const int row = i / 100, column = i % 100;
    LwBody *body = lw_body_new (i + 1, NULL);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

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

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec * 1e-6;
}

static void
test_frame (void)
{
  g_autoptr (LwMechanism) mechanism = rows (10000);
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  LwDrawOptions options = lw_draw_options_default ();
  const LwElementRef selected = { LW_SELECTION_BODY, 5050 };
  const int n = 5;
  LwScene *scene;
  MbdState *state;
  double start, frame_ms;
  int n_selected = 0;
  Sheet sheet;

  g_assert_no_error (error);
  scene = lw_scene_new (mechanism, model);
  state = mbd_state_new (model);
  options.solved = mbd_state_solve (state, NULL) == MBD_STATUS_OK;
  options.selected = &selected;
  options.n_selected = 1;
  sheet_init (&sheet, 10.0);
  lw_scene_fit (scene, state, &sheet.view);
  g_assert_cmpfloat (lw_scene_link_width_px (scene, &sheet.view), ==, 10.0);
  start = cpu_ms ();
  for (int i = 0; i < n; i++)
    lw_draw_mechanism (scene, sheet.brush.painter, &sheet.palette, &sheet.view, state, &options);
  frame_ms = (cpu_ms () - start) / n;
  g_test_message ("%.1f ms for a frame of 10 000 bodies", frame_ms);
  g_assert_cmpfloat (frame_ms, <, FRAME_MAX_MS);
  // The selected one is visible among them.
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      n_selected += pixel (&sheet, x, y) == rgb (sheet.palette.selection);
  g_assert_cmpint (n_selected, >, 10);
  sheet_clear (&sheet);
  mbd_state_free (state);
  lw_scene_free (scene);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crowd/few", test_few);
  g_test_add_func ("/crowd/looks", test_looks);
  g_test_add_func ("/crowd/marks", test_marks);
  g_test_add_func ("/crowd/arrows", test_arrows);
  g_test_add_func ("/crowd/cut-arrow", test_cut_arrow);
  g_test_add_func ("/crowd/frame", test_frame);
  return g_test_run ();
}
