// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-page-grid.h"

#include <glib/gi18n.h>
#include <math.h>

#define PX (1 / LW_EXPORT_MM_PER_PX) ///< px per mm
/// Edge of a page without drawing, mm: room for marks, title and ruler, and for what printers cannot
/// reach.
#define MARGIN 15.0
/// The drawing continues beyond the marks, so that pages can be glued together.
#define BLEED 4.0
#define MARK 6.0 ///< length of a mark
/// A drawing may be larger than the page by this, from rounding.
#define TOLERANCE 0.5
#define LEAST_PART 20.0
#define TEXT_SIZE 11.0

void
lw_page_grid_init (LwPageGrid *self,
                   double width,
                   double height,
                   double page_width,
                   double page_height)
{
  *self = (LwPageGrid){ width, height, page_width, page_height, width, height, 1, 1 };
  if (width <= page_width + TOLERANCE && height <= page_height + TOLERANCE)
    return;
  self->part_width = fmax (page_width - 2 * MARGIN, LEAST_PART);
  self->part_height = fmax (page_height - 2 * MARGIN, LEAST_PART);
  self->columns = (guint) ceil ((width - TOLERANCE) / self->part_width);
  self->rows = (guint) ceil ((height - TOLERANCE) / self->part_height);
}

double
lw_page_fit (double width,
             double height,
             double page_width,
             double page_height,
             double *x,
             double *y)
{
  const double factor = fmin (1, fmin (page_width / width, page_height / height));

  *x = 0.5 * (page_width - factor * width);
  *y = 0.5 * (page_height - factor * height);
  return factor;
}

guint
lw_page_grid_count (const LwPageGrid *self)
{
  return self->columns * self->rows;
}

void
lw_draw_ruler (LwPainter *painter, const LwPalette *palette, double x, double y)
{
  LwTextStyle style = lw_text_style (9, 400, palette->ink_2);

  for (int i = 0; i <= LW_RULER_MM / 10; i++)
    lw_painter_line (painter, x + 10 * i * PX, y, x + 10 * i * PX, y - (i % 5 == 0 ? 8 : 5));
  lw_painter_line (painter, x, y, x + LW_RULER_MM * PX, y);
  lw_painter_stroke (painter, palette->ink_2, 1);
  lw_painter_text (painter, x, y - 10, "100 mm", &style);
}

/// Draws the marks outside the corners of a box, px.
static void
draw_marks (LwPainter *painter,
            const LwPalette *palette,
            double x,
            double y,
            double width,
            double height)
{
  const double gap = (BLEED + 1) * PX, length = MARK * PX;

  for (int corner = 0; corner < 4; corner++) {
    const double at[2] = { corner & 1 ? x + width : x, corner & 2 ? y + height : y };
    const double away[2] = { corner & 1 ? 1 : -1, corner & 2 ? 1 : -1 };

    lw_painter_line (painter, at[0] + away[0] * gap, at[1], at[0] + away[0] * (gap + length),
                     at[1]);
    lw_painter_line (painter, at[0], at[1] + away[1] * gap, at[0],
                     at[1] + away[1] * (gap + length));
  }
  lw_painter_stroke (painter, palette->ink, 0.5);
}

static void
draw_part (const LwPageGrid *self,
           guint index,
           LwPainter *painter,
           const LwPalette *palette,
           LwExportFunc draw,
           void *data)
{
  const double left = self->part_width * (index % self->columns);
  const double top = self->part_height * (index / self->columns);
  const double width = fmin (self->part_width, self->width - left);
  const double height = fmin (self->part_height, self->height - top);

  lw_painter_save (painter);
  lw_painter_clip_rect (painter, (MARGIN - BLEED) * PX, (MARGIN - BLEED) * PX,
                        (width + 2 * BLEED) * PX, (height + 2 * BLEED) * PX);
  lw_painter_translate (painter, (MARGIN - left) * PX, (MARGIN - top) * PX);
  draw (painter, self->width * PX, self->height * PX, data);
  lw_painter_restore (painter);
  draw_marks (painter, palette, MARGIN * PX, MARGIN * PX, width * PX, height * PX);
}

void
lw_page_grid_draw (const LwPageGrid *self,
                   guint index,
                   LwPainter *painter,
                   const char *title,
                   LwExportFunc draw,
                   void *data)
{
  g_autofree char *label = NULL;
  LwTextStyle style;
  LwPalette palette;

  if (lw_page_grid_count (self) == 1) {
    lw_painter_save (painter);
    lw_painter_translate (painter, (self->page_width - self->width) / 2 * PX,
                          (self->page_height - self->height) / 2 * PX);
    draw (painter, self->width * PX, self->height * PX, data);
    lw_painter_restore (painter);
    return;
  }
  lw_palette_init (&palette, false, false);
  draw_part (self, index, painter, &palette, draw, data);
  // Translators: a title, the number of a page and of all pages, its row and column
  label = g_strdup_printf (_ ("%s: page %u of %u, row %u, column %u"), title, index + 1,
                           lw_page_grid_count (self), index / self->columns + 1,
                           index % self->columns + 1);
  style = lw_text_style (TEXT_SIZE, 400, palette.ink_2);
  lw_painter_text (painter, (MARGIN + BLEED) * PX, (MARGIN - BLEED - 2) * PX, label, &style);
  lw_draw_ruler (painter, &palette, (MARGIN + BLEED) * PX,
                 (self->page_height - MARGIN + BLEED + 4) * PX);
}
