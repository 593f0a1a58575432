// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stated properties of the palette, recomputed: contrasts, fills, and curves that colour-blind
// people can distinguish.

#include <math.h>

#include "lw-palette.h"

static void
assert_contrast (LwColour a, LwColour b, double at_least)
{
  // The design gives one decimal, in one place rounded up.
  g_assert_cmpfloat (lw_colour_contrast (a, b), >=, at_least - 0.06);
}

static void
test_contrast_of_hues (void)
{
  // Contrast of line and text tones on the background, as the design states them.
  static const double light[LW_HUE_COUNT][2] = {
    [LW_HUE_ORANGE] = { 3.8, 4.6 },     [LW_HUE_SKY] = { 3.8, 4.7 },  [LW_HUE_GREEN] = { 4.2, 4.6 },
    [LW_HUE_PURPLE] = { 4.0, 4.6 },     [LW_HUE_BLUE] = { 5.2, 5.2 }, [LW_HUE_AMBER] = { 3.7, 4.6 },
    [LW_HUE_VERMILLION] = { 4.3, 4.6 },
  };
  static const double dark[LW_HUE_COUNT][2] = {
    [LW_HUE_ORANGE] = { 7.4, 7.4 },     [LW_HUE_SKY] = { 7.2, 7.2 },
    [LW_HUE_GREEN] = { 5.1, 5.1 },      [LW_HUE_PURPLE] = { 5.4, 5.4 },
    [LW_HUE_BLUE] = { 4.3, 4.6 },       [LW_HUE_AMBER] = { 10.4, 10.4 },
    [LW_HUE_VERMILLION] = { 4.8, 4.8 },
  };

  for (int is_dark = 0; is_dark < 2; is_dark++) {
    LwPalette palette;

    lw_palette_init (&palette, is_dark, false);
    for (int i = 0; i < LW_HUE_COUNT; i++) {
      const LwTones *tones = &palette.hue[i];
      const double *promised = is_dark ? dark[i] : light[i];

      assert_contrast (tones->line, palette.paper, promised[0]);
      assert_contrast (tones->text, palette.paper, promised[1]);
      assert_contrast (tones->line, tones->fill, 3.05);
      // A curve, or otherwise its casing, is visible on the background.
      assert_contrast (tones->cased ? tones->text : tones->curve, palette.paper, 3.0);
      g_assert_true (tones->cased
                     == (!is_dark && lw_colour_contrast (tones->base, palette.paper) < 3.0));
    }
  }
}

static void
test_contrast_of_neutrals (void)
{
  LwPalette light, dark;

  lw_palette_init (&light, false, false);
  lw_palette_init (&dark, true, false);
  assert_contrast (light.text, light.window, 12.1);
  assert_contrast (dark.text, dark.window, 15.5);
  assert_contrast (light.text_2, light.window, 6.0);
  assert_contrast (dark.text_2, dark.window, 8.3);
  assert_contrast (light.text_2, light.header, 5.3);
  assert_contrast (dark.text_2, dark.header, 7.0);
  assert_contrast (light.ink, light.paper, 12.7);
  assert_contrast (dark.ink, dark.paper, 13.4);
  assert_contrast (light.ink_2, light.paper, 5.1);
  assert_contrast (dark.ink_2, dark.paper, 7.0);
  assert_contrast (light.axis, light.paper, 3.2);
  assert_contrast (dark.axis, dark.paper, 3.9);
  assert_contrast (light.selection, light.paper, 4.8);
  assert_contrast (dark.selection, dark.paper, 6.1);
  assert_contrast (light.faint, light.paper, 3.7);
  assert_contrast (dark.faint, dark.paper, 5.5);
  assert_contrast (light.error, light.window, 5.8);
  assert_contrast (dark.error, dark.window, 6.1);
  g_assert_cmpfloat_with_epsilon (lw_colour_contrast (lw_colour (0), lw_colour (0xFFFFFF)), 21.0,
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (lw_colour_contrast (light.ink, light.ink), 1.0, 1e-12);
}

/// The fill is the base over the background, 26 % (amber 38 %) on light and 34 % on dark.
static void
test_fills (void)
{
  for (int is_dark = 0; is_dark < 2; is_dark++) {
    LwPalette palette;

    lw_palette_init (&palette, is_dark, false);
    for (int i = 0; i < LW_HUE_COUNT; i++) {
      const double part = is_dark ? 0.34 : i == LW_HUE_AMBER ? 0.38 : 0.26;
      const LwColour over = lw_colour_mix (palette.paper, palette.hue[i].base, part);
      const LwColour fill = palette.hue[i].fill;

      // Amber on dark has a little more.
      if (is_dark && i == LW_HUE_AMBER)
        continue;
      g_assert_cmpfloat_with_epsilon (over.red, fill.red, 1.5 / 255.0);
      g_assert_cmpfloat_with_epsilon (over.green, fill.green, 1.5 / 255.0);
      g_assert_cmpfloat_with_epsilon (over.blue, fill.blue, 1.5 / 255.0);
    }
  }
}

static double
to_linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/// Computes linear sRGB as perceived according to Machado, Oliveira and Fernandes (2009): normal,
/// deuteranope, protanope.
static void
simulate (LwColour colour, int vision, double rgb[3])
{
  static const double matrices[3][3][3] = {
    { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } },
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } },
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } },
  };
  const double linear[3] = { to_linear (colour.red), to_linear (colour.green),
                             to_linear (colour.blue) };

  for (int i = 0; i < 3; i++) {
    rgb[i] = 0.0;
    for (int k = 0; k < 3; k++)
      rgb[i] += matrices[vision][i][k] * linear[k];
    rgb[i] = CLAMP (rgb[i], 0.0, 1.0);
  }
}

static double
lab_f (double t)
{
  return t > 216.0 / 24389.0 ? cbrt (t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/// Returns the distance in CIE L*a*b* of 1976, white D65.
static double
distance (LwColour a, LwColour b, int vision)
{
  double lab[2][3], sum = 0.0;

  for (int i = 0; i < 2; i++) {
    double c[3], x, y, z;

    simulate (i == 0 ? a : b, vision, c);
    x = (0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505;
    y = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    z = (0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089;
    lab[i][0] = 116.0 * lab_f (y) - 16.0;
    lab[i][1] = 500.0 * (lab_f (x) - lab_f (y));
    lab[i][2] = 200.0 * (lab_f (y) - lab_f (z));
  }
  for (int k = 0; k < 3; k++)
    sum += (lab[0][k] - lab[1][k]) * (lab[0][k] - lab[1][k]);
  return sqrt (sum);
}

static void
test_curves_differ (void)
{
  static const double designed[2][3] = { { 19.6, 12.2, 16.4 }, { 18.7, 12.2, 16.4 } };

  for (int is_dark = 0; is_dark < 2; is_dark++)
    for (int vision = 0; vision < 3; vision++) {
      LwPalette palette;
      double closest = INFINITY;

      lw_palette_init (&palette, is_dark, false);
      // The second half has the same colours, with markers.
      for (int a = 0; a < LW_HUE_COUNT; a++)
        for (int b = 0; b < a; b++) {
          LwCurveStyle one, other;

          lw_palette_curve (&palette, (guint) a, &one);
          lw_palette_curve (&palette, (guint) b, &other);
          closest = MIN (closest, distance (one.colour, other.colour, vision));
        }
      g_test_message ("%s, vision %d: closest pair %.1f", is_dark ? "dark" : "light", vision,
                      closest);
      g_assert_cmpfloat_with_epsilon (closest, designed[is_dark][vision], 0.1);
      g_assert_cmpfloat (closest, >=, 10.0);
    }
}

/// Without colour, curves differ by their dashes and marks.
static void
test_dashes_differ (void)
{
  LwPalette palettes[2];

  lw_palette_init (&palettes[0], false, false);
  lw_palette_init_print (&palettes[1]);
  for (guint k = 0; k < 2 * LW_CURVE_STYLES * LW_CURVE_STYLES; k++) {
    const LwPalette *palette = &palettes[k % 2];
    const guint a = k / 2 % LW_CURVE_STYLES, b = k / 2 / LW_CURVE_STYLES;
    LwCurveStyle one, other;
    bool same = true;

    lw_palette_curve (palette, a, &one);
    lw_palette_curve (palette, b, &other);
    g_assert_true (!palette->print || lw_colour_contrast (one.colour, palette->paper) > 20.9);
    if (a == b || one.n_dash != other.n_dash || one.marker != other.marker)
      continue;
    for (int i = 0; i < one.n_dash; i++)
      same = same && one.dash[i] == other.dash[i];
    g_assert_false (same);
  }
}

static void
test_high_contrast (void)
{
  LwPalette palette;

  lw_palette_init (&palette, false, true);
  g_assert_cmpfloat (palette.outline_extra, ==, 1.0);
  assert_contrast (palette.text_2, palette.window, 12.0);
  assert_contrast (palette.grid_coarse, palette.paper, 3.0);
  for (int i = 0; i < LW_HUE_COUNT; i++)
    g_assert_cmpfloat_with_epsilon (lw_colour_contrast (palette.hue[i].fill, palette.paper), 1.0,
                                    1e-12);
}

/// In high contrast the coarse grid is as dark as the axes, and the fine one clearly lighter.
static void
test_grid (void)
{
  for (int dark = 0; dark < 2; dark++) {
    LwPalette palette;

    lw_palette_init (&palette, dark, true);
    assert_contrast (palette.grid_coarse, palette.paper,
                     lw_colour_contrast (palette.axis, palette.paper));
    g_assert_cmpfloat (lw_colour_contrast (palette.grid_fine, palette.paper), <,
                       0.6 * lw_colour_contrast (palette.grid_coarse, palette.paper));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/contrast-of-hues", test_contrast_of_hues);
  g_test_add_func ("/palette/contrast-of-neutrals", test_contrast_of_neutrals);
  g_test_add_func ("/palette/fills", test_fills);
  g_test_add_func ("/palette/curves-differ", test_curves_differ);
  g_test_add_func ("/palette/dashes-differ", test_dashes_differ);
  g_test_add_func ("/palette/grid", test_grid);
  g_test_add_func ("/palette/high-contrast", test_high_contrast);
  return g_test_run ();
}
