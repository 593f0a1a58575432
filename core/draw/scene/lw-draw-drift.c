// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-draw-drift.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-axis.h"

#define LEAST_LETTERS 0.7 ///< smallest factor for the size of text
#define RING 7            ///< px, radius of the point of the first body
#define DOT 4             ///< px, radius of that of the second one
#define MARK 11           ///< px, radius of the circle round the joint in the view
#define FILLED 0.8        ///< part of the radius of the inset that the opening may take

double
lw_drift_inset_factor (double gap, double px_per_m, double radius)
{
  const double most = FILLED * radius / (gap * px_per_m);
  double decade;

  if (!(gap > 0) || !isfinite (most))
    return INFINITY;
  if (most < 1)
    return 1;
  // A factor that is exactly a step may come out a rounding below it.
  decade = pow (10, floor (log10 (most) + 1e-12));
  return decade * (most >= 5 * decade ? 5 : most >= 2 * decade ? 2 : 1);
}

static void
draw_opening (LwPainter *painter,
              const LwPalette *palette,
              const LwView *view,
              const LwDriftGap *gap,
              double factor,
              double radius)
{
  double dx, dy;

  lw_view_project_vector (view, gap->gap, &dx, &dy);
  // An opening beyond the inset, while the mechanism flies apart, leaves it.
  dx = CLAMP (factor * dx, -2 * radius, 2 * radius);
  dy = CLAMP (factor * dy, -2 * radius, 2 * radius);
  lw_painter_line (painter, -radius, 0, radius, 0);
  lw_painter_stroke (painter, palette->grid_coarse, 1);
  lw_painter_line (painter, 0, -radius, 0, radius);
  lw_painter_stroke (painter, palette->grid_coarse, 1);
  lw_painter_line (painter, 0, 0, dx, dy);
  lw_painter_stroke (painter, palette->error, 2);
  lw_painter_circle (painter, 0, 0, RING);
  lw_painter_stroke (painter, palette->ink, 2);
  lw_painter_circle (painter, dx, dy, DOT);
  lw_painter_fill (painter, palette->error);
}

/// Writes a text, in smaller letters where it would be wider than `room` px.
static void
put_words (LwPainter *painter, const char *text, LwTextStyle style, double room, double x, double y)
{
  LwTextExtents extents;

  lw_painter_measure (painter, text, &style, &extents);
  style.size *= CLAMP (room / fmax (extents.width, 1), LEAST_LETTERS, 1);
  lw_painter_text (painter, x, y, text, &style);
}

static void
draw_words (LwPainter *painter,
            const LwPalette *palette,
            const char *name,
            double factor,
            double letters,
            double room,
            double x,
            double y)
{
  LwTextStyle style = lw_text_style (12 * letters, 700, palette->text);
  char number[LW_NUMBER_SIZE] = "";
  g_autofree char *words = NULL;

  put_words (painter, name, style, room, x, y - 4 * letters);
  style = lw_text_style (12 * letters, 400, palette->text_2);
  // Infinite for a joint that is closed exactly.
  if (isfinite (factor) && factor >= 1e5 && factor == pow (10, round (log10 (factor))))
    lw_format_power (number, (int) round (log10 (factor)));
  else if (isfinite (factor))
    lw_format_number (number, factor, 1,
                      lw_fonts_get_decimal_point (lw_painter_get_fonts (painter)));
  // Translators: an opening that is drawn larger by this factor
  words =
    isfinite (factor) ? g_strdup_printf (_ ("magnified × %s"), number) : g_strdup (_ ("closed"));
  put_words (painter, words, style, room, x, y + 13 * letters);
}

void
lw_draw_drift_inset (LwPainter *painter,
                     const LwPalette *palette,
                     const LwView *view,
                     const LwDriftGap *gap,
                     const char *name,
                     double factor,
                     double letters,
                     double room,
                     double x,
                     double y,
                     double radius)
{
  double at[2], length;

  lw_view_project (view, gap->place, &at[0], &at[1]);
  length = hypot (at[0] - x, at[1] - y);
  if (length > radius + MARK) {
    const double cosine = (at[0] - x) / length, sine = (at[1] - y) / length;

    lw_painter_line (painter, x + radius * cosine, y + radius * sine, at[0] - MARK * cosine,
                     at[1] - MARK * sine);
    lw_painter_stroke (painter, palette->text_2, 1);
  }
  lw_painter_circle (painter, at[0], at[1], MARK);
  lw_painter_stroke (painter, palette->text_2, 1);
  lw_painter_circle (painter, x, y, radius);
  lw_painter_fill (painter, palette->paper);
  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_clip_rect (painter, -radius, -radius, 2 * radius, 2 * radius);
  draw_opening (painter, palette, view, gap, isfinite (factor) ? factor : 0, radius);
  lw_painter_restore (painter);
  lw_painter_circle (painter, x, y, radius);
  lw_painter_stroke (painter, palette->text_2, 1);
  draw_words (painter, palette, name, factor, letters, room - radius - 10, x + radius + 10, y);
}
