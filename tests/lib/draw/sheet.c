// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sheet.h"

#include <math.h>

#define W 26.0

static LwBrush
brush_new (LwPainter *painter, const LwPalette *palette, double w)
{
  return (LwBrush){ .painter = painter, .palette = palette, .w = w, .emphasis = 1.0 };
}

static void
draw_bodies_column (const LwBrush *b, double x, LwSymbolState state)
{
  const double plate[] = { x + 20, 106, x + 190, 94, x + 92, 50 };
  const double pentagon[] = {
    x + 115, 152, x + 150, 134, x + 192, 142, x + 186, 184, x + 122, 182
  };
  const double box[] = { x + 216, 144, x + 262, 136, x + 268, 172, x + 222, 180 };

  lw_symbol_bar (b, x + 20, 24, x + 190, 4 + 18, LW_HUE_ORANGE, state);
  lw_symbol_pin (b, x + 20, 24, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_pin (b, x + 190, 22, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_plate (b, plate, 3, LW_HUE_SKY, state);
  for (int i = 0; i < 3; i++)
    lw_symbol_pin (b, plate[2 * i], plate[2 * i + 1], 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_disc (b, x + 50, 160, 28, LW_HUE_GREEN, state);
  lw_symbol_pin (b, x + 50, 160, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_polygon (b, pentagon, 5, LW_HUE_PURPLE, state);
  lw_symbol_box (b, box, LW_HUE_BLUE, state);
}

static void
draw_bodies (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);
  static const LwSymbolState looks[] = { LW_SYMBOL_STATE_NORMAL, LW_SYMBOL_STATE_HOVER,
                                         LW_SYMBOL_STATE_SELECTED, LW_SYMBOL_STATE_ERROR,
                                         LW_SYMBOL_STATE_DISABLED };

  for (int i = 0; i < 5; i++)
    draw_bodies_column (&b, 6.0 + 290.0 * i, looks[i]);
  lw_symbol_warning (&b, 6.0 + 290.0 * 3 + 206, 12);
}

static void
draw_joints_column (const LwBrush *b, double x, LwSymbolState state)
{
  lw_symbol_ground_pin (b, x + 40, 20, 0.0);
  lw_symbol_pin (b, x + 40, 20, 2, state);
  lw_symbol_bar (b, x + 100, 36, x + 146, 24, LW_HUE_ORANGE, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_bar (b, x + 146, 24, x + 200, 40, LW_HUE_SKY, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_pin (b, x + 146, 24, 2, state);
  lw_symbol_pin (b, x + 240, 30, 3, state);
  lw_symbol_rail (b, x + 110, 90, 0.0, 95, 95, true);
  lw_symbol_slider (b, x + 128, 90, 0.0, LW_HUE_GREEN, true, state);
  lw_symbol_bar (b, x + 30, 150, x + 180, 150, LW_HUE_AMBER, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_slot (b, x + 105, 150, 0.0, 48, 48, state);
  lw_symbol_slot_pin (b, x + 127, 150, state);
  lw_symbol_bar (b, x + 210, 150, x + 250, 140, LW_HUE_ORANGE, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_rigid (b, x + 250, 140, -0.25, state);
}

static void
draw_joints (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);
  static const LwSymbolState looks[] = { LW_SYMBOL_STATE_NORMAL, LW_SYMBOL_STATE_HOVER,
                                         LW_SYMBOL_STATE_SELECTED, LW_SYMBOL_STATE_ERROR,
                                         LW_SYMBOL_STATE_DISABLED };

  for (int i = 0; i < 5; i++)
    draw_joints_column (&b, 6.0 + 290.0 * i, looks[i]);
}

static void
draw_forces (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);

  lw_symbol_rod (&b, 20, 60, 206, 20, 84.0, 0.5, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_rod (&b, 250, 60, 436, 20, -61.0, 0.5, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_rod (&b, 480, 60, 666, 20, 0.0, 0.0, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_rod (&b, 710, 60, 896, 20, 200.0, 1.0, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_rod (&b, 940, 60, 1126, 20, 0.0, 0.0, LW_SYMBOL_STATE_SELECTED);
  lw_symbol_rod (&b, 1170, 60, 1356, 20, 0.0, 0.0, LW_SYMBOL_STATE_DISABLED);
  lw_symbol_spring (&b, 20, 110, 214, 110, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_spring (&b, 270, 110, 372, 110, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_spring (&b, 400, 110, 445, 110, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_dashpot (&b, 490, 110, 684, 110, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_spring_dashpot (&b, 730, 110, 924, 110, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_spring_dashpot (&b, 960, 120, 1100, 96, LW_SYMBOL_STATE_SELECTED);
  lw_symbol_ground (&b, 1260, 104, 0.0, 190);
  lw_symbol_ground (&b, 1260, 124, G_PI, 190);
}

static void
draw_vectors (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);

  lw_symbol_pin (&b, 20, 62, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_arrow (&b, LW_ARROW_REACTION, 20, 62, 110, -46);
  lw_symbol_arrow (&b, LW_ARROW_LOAD, 170, 62, 120, -44);
  lw_symbol_pin (&b, 350, 42, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_moment (&b, LW_ARROW_REACTION, 350, 42, true);
  lw_symbol_pin (&b, 450, 42, 2, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_moment (&b, LW_ARROW_LOAD, 450, 42, false);
  lw_symbol_arrow (&b, LW_ARROW_VELOCITY, 520, 58, 130, -30);
  lw_symbol_arrow (&b, LW_ARROW_ACCELERATION, 690, 58, 130, -30);
  lw_symbol_arrow (&b, LW_ARROW_REACTION, 860, 30, 400, 0);
  lw_symbol_arrow (&b, LW_ARROW_VELOCITY, 860, 56, 400, 0);
  lw_symbol_arrow (&b, LW_ARROW_REACTION, 1060, 30, 3, 0);
  lw_symbol_arrow (&b, LW_ARROW_REACTION, 1060, 56, 9, 0);
  lw_symbol_arrow (&b, LW_ARROW_LOAD, 1090, 56, 12, 0);
  lw_symbol_frame (&b, 1160, 76, 0.0);
  lw_symbol_frame (&b, 1290, 60, -0.5);
}

static void
draw_marks (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);
  double trace[2 * 181];

  for (int i = 0; i <= 180; i++) {
    const double angle = i * G_PI / 90.0;
    trace[2 * i] = 80.0 + 50.0 * cos (angle) + 14.0 * cos (2.0 * angle);
    trace[2 * i + 1] = 56.0 + 36.0 * sin (angle + 0.6);
  }
  lw_symbol_trace (&b, trace, 181);
  for (int i = 0; i < 180; i += 5)
    lw_symbol_trace_dot (&b, trace[2 * i], trace[2 * i + 1]);
  lw_symbol_tracer (&b, trace[0], trace[1], LW_SYMBOL_STATE_NORMAL);
  lw_symbol_dimension (&b, 190, 68, 350, 44, 30, "");
  lw_symbol_bar (&b, 190, 68, 350, 44, LW_HUE_GREEN, LW_SYMBOL_STATE_NORMAL);
  lw_symbol_centre_of_mass (&b, 270, 56);
  for (int i = 0; i < 3; i++) {
    lw_symbol_error (&b, 420 + 74 * i, 56, 3.0 * i);
    lw_symbol_pin (&b, 420 + 74 * i, 56, 2, LW_SYMBOL_STATE_NORMAL);
  }
  lw_symbol_warning (&b, 640, 56);
  for (int i = 0; i < 4; i++) {
    static const double widths[] = { 34.0, 15.0, 12.0, 10.0 };
    const LwBrush small = brush_new (painter, palette, widths[i]);
    const double x = 700.0 + 170.0 * i;
    const double plate[] = { x + 50, 60, x + 120, 52, x + 76, 20 };

    lw_symbol_ground_pin (&small, x, 70, 0.0);
    lw_symbol_bar (&small, x, 70, x + 50, 60, LW_HUE_ORANGE, LW_SYMBOL_STATE_NORMAL);
    lw_symbol_plate (&small, plate, 3, LW_HUE_SKY, LW_SYMBOL_STATE_NORMAL);
    lw_symbol_pin (&small, x, 70, 2, LW_SYMBOL_STATE_NORMAL);
    lw_symbol_pin (&small, x + 50, 60, 2, LW_SYMBOL_STATE_NORMAL);
    lw_symbol_spring (&small, x + 76, 20, x + 16, 26, LW_SYMBOL_STATE_NORMAL);
    lw_symbol_rigid (&small, x + 120, 52, 0.0, LW_SYMBOL_STATE_NORMAL);
  }
}

static void
draw_palette (LwPainter *painter, const LwPalette *palette)
{
  const LwBrush b = brush_new (painter, palette, W);

  for (int i = 0; i < LW_HUE_COUNT; i++) {
    const double x = 10.0 + 90.0 * i;
    const double corners[] = { x, 12, x + 70, 12, x + 70, 44, x, 44 };
    LwCurveStyle style;

    lw_symbol_box (&b, corners, (LwHue) i, LW_SYMBOL_STATE_NORMAL);
    lw_palette_curve (palette, (guint) i, &style);
    lw_painter_set_dash (painter, style.dash, style.n_dash, 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
    lw_painter_line (painter, x, 62, x + 70, 62);
    if (style.cased)
      lw_painter_stroke_keep (painter, style.casing, 1.75 + 1.6);
    lw_painter_stroke (painter, style.colour, 1.75);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
  }
}

const SheetSection sheet_sections[] = {
  { "bodies", 1460, 206, draw_bodies }, { "joints", 1460, 184, draw_joints },
  { "forces", 1380, 144, draw_forces }, { "vectors", 1400, 88, draw_vectors },
  { "marks", 1400, 108, draw_marks },   { "palette", 650, 76, draw_palette },
};
const int n_sheet_sections = G_N_ELEMENTS (sheet_sections);
