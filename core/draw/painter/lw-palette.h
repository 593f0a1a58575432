// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All colours for light and dark backgrounds, and the styles that distinguish the curves of a plot.

#pragma once

#include "lw-mechanism.h"
#include "lw-painter.h"

G_BEGIN_DECLS

/// The five tones of a hue, and the colour of a curve.
typedef struct
{
  LwColour base;
  LwColour fill;
  LwColour hover; ///< fill under the pointer
  LwColour line;  ///< at least 3:1 against its fill and the background
  LwColour text;  ///< at least 4.5:1 on the background
  LwColour curve;
  bool cased; ///< true if a curve needs a casing in the text tone
} LwTones;

typedef struct
{
  bool dark;
  bool high_contrast;
  bool print;           ///< curves are black, and differ by dashes and markers
  double outline_extra; ///< px added to outlines: 1 in high contrast

  LwColour window, paper, header, card;
  LwColour text, text_2, faint;
  LwColour ink, ink_2;
  LwColour axis, grid_fine, grid_coarse, separator;
  LwColour selection, accent, link;
  LwColour good, warning, error;
  LwTones hue[LW_HUE_COUNT];
} LwPalette;

void lw_palette_init (LwPalette *self, bool dark, bool high_contrast);
/// Initialises a palette for black print.
void lw_palette_init_print (LwPalette *self);

#define LW_CURVE_STYLES 14

/// Small marks along a curve.
typedef enum
{
  LW_CURVE_MARKER_NONE,
  LW_CURVE_MARKER_CIRCLE,
  LW_CURVE_MARKER_SQUARE,
  LW_CURVE_MARKER_TRIANGLE,
} LwCurveMarker;

typedef struct
{
  LwHue hue;
  LwColour colour;
  bool cased;
  LwColour casing;    ///< 0.8 px on each side if cased
  const double *dash; ///< lengths in px
  int n_dash;         ///< 0 if solid
  LwCurveMarker marker;
} LwCurveStyle;

/// Computes the style of the curve at `index` in order of creation; styles repeat after
/// LW_CURVE_STYLES.
void lw_palette_curve (const LwPalette *self, guint index, LwCurveStyle *style);

G_END_DECLS
