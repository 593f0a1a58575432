// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-cut-picture.h"

#include <math.h>

#define MARGIN 8.0
/// Least height of names that are drawn, px.
#define LEAST_LETTERS 6.0
#define TOLERANCE_PX 0.1

/// Maps m on the sheets to px.
typedef struct
{
  double scale, x, y; ///< px per m; place of the lower left corner
} Map;

static void
trace (LwPainter *painter, const Map *map, const GArray *outline, double x)
{
  g_autoptr (GArray) points = lw_contour_flatten (outline, TOLERANCE_PX / map->scale);
  const double *at = (const double *) (void *) points->data;

  for (guint i = 0; i < points->len; i++) {
    const double px = map->x + (x + at[2 * i]) * map->scale;
    const double py = map->y - at[2 * i + 1] * map->scale;

    if (i == 0)
      lw_painter_move_to (painter, px, py);
    else
      lw_painter_line_to (painter, px, py);
  }
  lw_painter_close (painter);
}

static void
draw_part (const LwCutParts *parts,
           const LwCutPart *part,
           LwPainter *painter,
           const LwPalette *palette,
           const Map *map)
{
  const double x = lw_cut_parts_get_sheet_x (parts, part->sheet);
  const LwTones *tones = &palette->hue[part->layer % LW_HUE_COUNT];
  LwTextStyle style = lw_text_style (part->label_height * map->scale, 500, palette->ink);

  // Holes turn the other way round than the material, so one fill leaves them open.
  for (guint i = 0; i < part->cuts->len; i++)
    trace (painter, map, part->cuts->pdata[i], x);
  lw_painter_fill_stroke (painter, tones->fill, tones->line, 1);
  if (!parts->options.labels || style.size < LEAST_LETTERS)
    return;
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  lw_painter_save (painter);
  lw_painter_translate (painter, map->x + (x + part->label[0]) * map->scale,
                        map->y - part->label[1] * map->scale);
  lw_painter_rotate (painter, -part->label_angle);
  lw_painter_text (painter, 0, 0, part->name, &style);
  lw_painter_restore (painter);
}

void
lw_cut_picture_draw (const LwCutParts *parts,
                     LwPainter *painter,
                     const LwPalette *palette,
                     double width,
                     double height)
{
  double sheets_width, sheets_height;
  Map map;

  lw_cut_parts_get_size (parts, &sheets_width, &sheets_height);
  map.scale = fmin ((width - 2 * MARGIN) / sheets_width, (height - 2 * MARGIN) / sheets_height);
  map.x = 0.5 * (width - map.scale * sheets_width);
  map.y = 0.5 * (height + map.scale * sheets_height);
  for (guint i = 0; i < parts->sheets->len; i++) {
    const LwCutSheet *sheet = &g_array_index (parts->sheets, LwCutSheet, i);

    lw_painter_rect (painter, map.x + lw_cut_parts_get_sheet_x (parts, i) * map.scale,
                     map.y - sheet->height * map.scale, sheet->width * map.scale,
                     sheet->height * map.scale);
    lw_painter_fill_stroke (painter, palette->paper, palette->axis, 1);
  }
  for (guint i = 0; i < parts->parts->len; i++)
    draw_part (parts, lw_cut_parts_get (parts, i), painter, palette, &map);
}
