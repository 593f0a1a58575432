// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The palette: Okabe and Ito's colours, with amber for their yellow, and tones that keep outlines
// and text readable on their fills and on the background. The table was computed once (line and
// text tones are the base moved in OKLab lightness); the tests recompute the contrasts.

#include "lw-palette.h"

#define FINE_GRID 0.3 ///< in high contrast: 0 is the paper, 1 the coarse grid

typedef struct
{
  guint32 base, fill, hover, line, text;
  bool cased;
} HueRow;

static const HueRow light_hues[LW_HUE_COUNT] = {
  [LW_HUE_ORANGE] = { 0xE69F00, 0xF8E6BD, 0xF6DB9E, 0xB07900, 0x9D6B00, true },
  [LW_HUE_SKY] = { 0x56B4E9, 0xD3ECF9, 0xBFE2F7, 0x278CBF, 0x097CAE, true },
  [LW_HUE_GREEN] = { 0x009E73, 0xBDE6DB, 0x9EDACA, 0x028D67, 0x028561, false },
  [LW_HUE_PURPLE] = { 0xCC79A7, 0xF2DCE8, 0xECCCDE, 0xB56592, 0xAA5A87, false },
  [LW_HUE_BLUE] = { 0x0072B2, 0xBDDAEB, 0x9EC9E2, 0x0072B2, 0x0072B2, false },
  [LW_HUE_AMBER] = { 0xF5C710, 0xFBEAA4, 0xFAE388, 0xA08100, 0x8E7200, true },
  [LW_HUE_VERMILLION] = { 0xD55E00, 0xF4D5BD, 0xEFC29E, 0xCA5901, 0xC25400, false },
};

static const HueRow dark_hues[LW_HUE_COUNT] = {
  [LW_HUE_ORANGE] = { 0xE69F00, 0x624A14, 0x7A5910, 0xE69F00, 0xE69F00, false },
  [LW_HUE_SKY] = { 0x56B4E9, 0x315163, 0x38637B, 0x56B4E9, 0x56B4E9, false },
  [LW_HUE_GREEN] = { 0x009E73, 0x144A3B, 0x105945, 0x0AA175, 0x0AA175, false },
  [LW_HUE_PURPLE] = { 0xCC79A7, 0x593D4D, 0x6E485D, 0xCC79A7, 0xCC79A7, false },
  [LW_HUE_BLUE] = { 0x0072B2, 0x143B50, 0x104562, 0x2988CA, 0x308DCF, false },
  [LW_HUE_AMBER] = { 0xF5C710, 0x675719, 0x816C18, 0xF5C710, 0xF5C710, false },
  [LW_HUE_VERMILLION] = { 0xD55E00, 0x5C3414, 0x723B10, 0xDD6614, 0xDD6614, false },
};

static void
init_neutrals_light (LwPalette *self)
{
  self->window = lw_colour (0xFAFAFA);
  self->paper = lw_colour (0xFFFFFF);
  self->header = lw_colour (0xEBEBEB);
  self->card = lw_colour (0xFFFFFF);
  self->text = lw_colour (0x2E3436);
  self->text_2 = lw_colour (0x5C6164);
  self->faint = lw_colour (0x7F8487);
  self->ink = lw_colour (0x2E3436);
  self->ink_2 = lw_colour (0x6A6F72);
  self->axis = lw_colour (0x8B9093);
  self->grid_fine = lw_colour (0xF3F3F3);
  self->grid_coarse = lw_colour (0xE4E4E4);
  self->separator = lw_colour (0xDEDEDE);
  self->selection = lw_colour (0x1C71D8);
  self->accent = lw_colour (0x1C71D8);
  self->link = lw_colour (0x1C71D8);
  self->good = lw_colour (0x136B40);
  self->warning = lw_colour (0x905400);
  self->error = lw_colour (0xC01C28);
}

static void
init_neutrals_dark (LwPalette *self)
{
  self->window = lw_colour (0x242424);
  self->paper = lw_colour (0x1E1E1E);
  self->header = lw_colour (0x303030);
  self->card = lw_colour (0x363636);
  self->text = lw_colour (0xFFFFFF);
  self->text_2 = lw_colour (0xBDBDBD);
  self->faint = lw_colour (0x949494);
  self->ink = lw_colour (0xE6E6E6);
  self->ink_2 = lw_colour (0xA8A8A8);
  self->axis = lw_colour (0x7A7A7A);
  self->grid_fine = lw_colour (0x262626);
  self->grid_coarse = lw_colour (0x313131);
  self->separator = lw_colour (0x3D3D3D);
  self->selection = lw_colour (0x62A0EA);
  self->accent = lw_colour (0x1C71D8);
  self->link = lw_colour (0x78AEED);
  self->good = lw_colour (0x8FF0A4);
  self->warning = lw_colour (0xF8E45C);
  self->error = lw_colour (0xFF7B63);
}

static void
init_hue (LwTones *tones, const HueRow *row)
{
  tones->base = lw_colour (row->base);
  tones->fill = lw_colour (row->fill);
  tones->hover = lw_colour (row->hover);
  tones->line = lw_colour (row->line);
  tones->text = lw_colour (row->text);
  tones->cased = row->cased;
}

void
lw_palette_init (LwPalette *self, bool dark, bool high_contrast)
{
  *self = (LwPalette){ .dark = dark, .high_contrast = high_contrast };
  if (dark)
    init_neutrals_dark (self);
  else
    init_neutrals_light (self);
  for (int i = 0; i < LW_HUE_COUNT; i++) {
    LwTones *tones = &self->hue[i];

    init_hue (tones, dark ? &dark_hues[i] : &light_hues[i]);
    // Curves keep the base colours, whose mutual distances were measured, except blue on dark.
    tones->curve = dark && i == LW_HUE_BLUE ? tones->line : tones->base;
  }
  if (!high_contrast)
    return;
  self->outline_extra = 1.0;
  self->ink = self->text;
  self->text_2 = self->text;
  self->grid_coarse = self->axis;
  // As dark as the coarse one, the fine grid would hide the drawing.
  self->grid_fine = lw_colour_mix (self->paper, self->axis, FINE_GRID);
  for (int i = 0; i < LW_HUE_COUNT; i++) {
    self->hue[i].fill = self->paper;
    self->hue[i].hover = self->paper;
  }
}

void
lw_palette_init_print (LwPalette *self)
{
  const LwColour black = lw_colour (0x000000);

  lw_palette_init (self, false, false);
  self->print = true;
  self->text = self->text_2 = self->ink = self->ink_2 = black;
  for (int i = 0; i < LW_HUE_COUNT; i++) {
    self->hue[i].curve = self->hue[i].line = self->hue[i].text = black;
    self->hue[i].cased = false;
  }
}

static const double dash_blue[] = { 7.0, 3.0 };
static const double dash_green[] = { 2.0, 2.5 };
static const double dash_purple[] = { 6.0, 3.0 };
static const double dash_orange[] = { 9.0, 3.0, 2.0, 3.0 };
static const double dash_amber[] = { 12.0, 4.0 };
/// In black, 6 3 could be mistaken for 7 3.
static const double dash_print[] = { 9.0, 3.0, 2.0, 3.0, 2.0, 3.0 };

/// Hues in order of creation, each with its own dash.
static const struct
{
  LwHue hue;
  const double *dash;
  int n_dash;
  LwCurveMarker marker;
} curve_styles[LW_HUE_COUNT] = {
  { LW_HUE_VERMILLION, NULL, 0, LW_CURVE_MARKER_NONE },
  { LW_HUE_BLUE, dash_blue, G_N_ELEMENTS (dash_blue), LW_CURVE_MARKER_NONE },
  { LW_HUE_GREEN, dash_green, G_N_ELEMENTS (dash_green), LW_CURVE_MARKER_NONE },
  { LW_HUE_PURPLE, dash_purple, G_N_ELEMENTS (dash_purple), LW_CURVE_MARKER_NONE },
  { LW_HUE_ORANGE, dash_orange, G_N_ELEMENTS (dash_orange), LW_CURVE_MARKER_NONE },
  { LW_HUE_SKY, NULL, 0, LW_CURVE_MARKER_CIRCLE },
  { LW_HUE_AMBER, dash_amber, G_N_ELEMENTS (dash_amber), LW_CURVE_MARKER_NONE },
};

/// The second half of the styles repeats the hues and dashes with markers.
void
lw_palette_curve (const LwPalette *self, guint index, LwCurveStyle *style)
{
  const guint i = index % LW_HUE_COUNT;
  const bool again = index % LW_CURVE_STYLES >= LW_HUE_COUNT;
  const LwTones *tones = &self->hue[curve_styles[i].hue];

  *style = (LwCurveStyle){
    .hue = curve_styles[i].hue,
    .colour = tones->curve,
    .cased = tones->cased,
    .casing = tones->text,
    .dash = curve_styles[i].dash,
    .n_dash = curve_styles[i].n_dash,
    .marker = curve_styles[i].marker,
  };
  if (self->print && style->dash == dash_purple) {
    style->dash = dash_print;
    style->n_dash = G_N_ELEMENTS (dash_print);
  }
  if (again)
    style->marker =
      style->marker == LW_CURVE_MARKER_NONE ? LW_CURVE_MARKER_SQUARE : LW_CURVE_MARKER_TRIANGLE;
}
