// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-tool-overlay.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-symbols.h"
#include "lw-tool-handle.h"

#define MARK_LINE 2.0
#define MARK_CASING 5.0
#define CROSSHAIR_GAP 6.0
#define UNJOINED_LEAST 20.0 ///< px, link width; at smaller widths the marks are not drawn
#define PIVOT_RADIUS 7.5    ///< px, radius of the mark of a centre of mass plus a margin
#define CENTRE_RADIUS 6.0
#define READOUT_HEIGHT 24.0
#define READOUT_PADDING 8.0
#define KEY_WIDTH 32.0  ///< px, for the name of the key
#define LINE_PITCH 20.0 ///< px, lines of the card with the names

static void
project (const LwView *view, double x, double y, double *px, double *py)
{
  const double world[3] = { x, y, 0 };

  lw_view_project (view, world, px, py);
}

/// Strokes the current path in the accent colour on the background colour.
static void
stroke_mark (LwPainter *painter, const LwPalette *palette)
{
  lw_painter_stroke_keep (painter, palette->paper, MARK_CASING);
  lw_painter_stroke (painter, palette->selection, MARK_LINE);
}

// ---- snapping -------------------------------------------------------------------------------

static void
draw_guides (LwPainter *painter, const LwPalette *palette, const LwView *view, const LwSnap *snap)
{
  static const double dash[] = { 4.0, 4.0 };

  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  for (int i = 0; i < snap->n_guides; i++) {
    const double *guide = snap->guides[i];
    double x1, y1, x2, y2, length;

    project (view, guide[0], guide[1], &x1, &y1);
    project (view, guide[2], guide[3], &x2, &y2);
    length = hypot (x2 - x1, y2 - y1);
    if (length < 1.0)
      continue;
    // Extend the line a little, so that it visibly continues.
    lw_painter_line (painter, x1, y1, x2 + 24.0 * (x2 - x1) / length,
                     y2 + 24.0 * (y2 - y1) / length);
    lw_painter_stroke (painter, lw_colour_alpha (palette->selection, 0.7), 1.0);
  }
  lw_painter_set_dash (painter, NULL, 0, 0.0);
}

static void
draw_symbol (LwPainter *painter, LwSnapKind kind, double x, double y)
{
  switch (kind) {
  case LW_SNAP_END:
    lw_painter_rect (painter, x - 6.0, y - 6.0, 12.0, 12.0);
    break;
  case LW_SNAP_MIDPOINT:
    lw_painter_move_to (painter, x - 7.0, y + 6.0);
    lw_painter_line_to (painter, x + 7.0, y + 6.0);
    lw_painter_line_to (painter, x, y - 6.0);
    lw_painter_close (painter);
    break;
  case LW_SNAP_CENTRE:
    lw_painter_circle (painter, x, y, 6.0);
    break;
  case LW_SNAP_PERPENDICULAR:
    lw_painter_move_to (painter, x - 7.0, y - 7.0);
    lw_painter_line_to (painter, x - 7.0, y + 7.0);
    lw_painter_line_to (painter, x + 7.0, y + 7.0);
    break;
  case LW_SNAP_INTERSECTION:
  case LW_SNAP_AXIS:
    lw_painter_line (painter, x - 6.0, y - 6.0, x + 6.0, y + 6.0);
    lw_painter_line (painter, x - 6.0, y + 6.0, x + 6.0, y - 6.0);
    break;
  default:
    lw_painter_line (painter, x - 6.0, y, x + 6.0, y);
    lw_painter_line (painter, x, y - 6.0, x, y + 6.0);
    break;
  }
}

static void
draw_snap (LwPainter *painter,
           const LwPalette *palette,
           const LwView *view,
           const LwSnap *snap,
           double letters)
{
  const char *word = lw_snap_get_word (snap->kind);
  LwTextStyle style = lw_text_style (12.0 * letters, 600, palette->selection);
  double x, y;

  project (view, snap->x, snap->y, &x, &y);
  draw_guides (painter, palette, view, snap);
  draw_symbol (painter, snap->kind, x, y);
  stroke_mark (painter, palette);
  // Snapping to the grid needs no word: it is the default.
  if (word == NULL || snap->kind == LW_SNAP_GRID)
    return;
  style.outline = 3.5;
  style.outline_colour = palette->paper;
  lw_painter_text (painter, x + 13.0, y - 9.0, word, &style);
}

static void
draw_crosshair (LwPainter *painter,
                const LwPalette *palette,
                const LwView *view,
                const LwSnap *snap)
{
  double x, y;

  project (view, snap->x, snap->y, &x, &y);
  lw_painter_line (painter, 0.0, y, x - CROSSHAIR_GAP, y);
  lw_painter_line (painter, x + CROSSHAIR_GAP, y, view->width, y);
  lw_painter_line (painter, x, 0.0, x, y - CROSSHAIR_GAP);
  lw_painter_line (painter, x, y + CROSSHAIR_GAP, x, view->height);
  lw_painter_stroke (painter, palette->ink, 1.0);
}

// ---- numbers --------------------------------------------------------------------------------

static void
draw_dimension (LwPainter *painter,
                const LwPalette *palette,
                const LwView *view,
                const double line[4],
                bool marks_start)
{
  static const double dash[] = { 2.0, 3.0 };
  double x1, y1, x2, y2;

  project (view, line[0], line[1], &x1, &y1);
  project (view, line[2], line[3], &x2, &y2);
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_line (painter, x1, y1, x2, y2);
  if (marks_start)
    lw_painter_stroke_keep (painter, palette->paper, MARK_CASING);
  lw_painter_stroke (painter, palette->selection, marks_start ? MARK_LINE : 1.0);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  if (!marks_start)
    return;
  draw_symbol (painter, LW_SNAP_NONE, x1, y1);
  stroke_mark (painter, palette);
}

/// Draws a card near the candidate, on the side with enough space.
static void
draw_readout (LwPainter *painter,
              const LwPalette *palette,
              const LwView *view,
              const LwSnap *snap,
              const char *text,
              bool typing,
              double letters)
{
  const double height = READOUT_HEIGHT * letters;
  LwTextStyle style = lw_text_style (12.0 * letters, 500, palette->text);
  LwTextExtents extents;
  double x, y, width;

  style.tabular = true;
  style.centred = true;
  project (view, snap->x, snap->y, &x, &y);
  lw_painter_measure (painter, text, &style, &extents);
  width = extents.width + 2.0 * READOUT_PADDING;
  x = x + 18.0 + width > view->width ? x - 18.0 - width : x + 18.0;
  y = y + 18.0 + height > view->height ? y - 18.0 - height : y + 18.0;
  lw_painter_round_rect (painter, x, y, width, height, 6.0);
  lw_painter_fill_stroke (painter, palette->card, typing ? palette->selection : palette->separator,
                          typing ? 2.0 : 1.0);
  lw_painter_text (painter, x + READOUT_PADDING, y + 0.5 * height, text, &style);
}

/// Draws a card with what will be joined below the candidate, or above it if there is no space.
static void
draw_lines (LwPainter *painter,
            const LwPalette *palette,
            const LwView *view,
            const LwToolFeedback *feedback)
{
  const double pitch = LINE_PITCH * feedback->letters;
  const double height = pitch * feedback->lines->len + READOUT_PADDING;
  const double offset = 18.0 + (feedback->readout != NULL ? READOUT_HEIGHT * feedback->letters : 0);
  LwTextStyle style = lw_text_style (12.0 * feedback->letters, 500, palette->text);
  double x, y, width = 0;

  style.centred = true;
  for (guint i = 0; i < feedback->lines->len; i++) {
    LwTextExtents extents;

    lw_painter_measure (painter, feedback->lines->pdata[i], &style, &extents);
    width = fmax (width, extents.width);
  }
  // Bold letters are wider; beside a choice is the key that changes it.
  width = 1.1 * width + 2.0 * READOUT_PADDING
          + (feedback->chosen_line >= 0 ? KEY_WIDTH * feedback->letters : 0);
  project (view, feedback->place[0], feedback->place[1], &x, &y);
  x = x + 18.0 + width > view->width ? x - 18.0 - width : x + 18.0;
  y = y + offset + height + 4.0 > view->height ? y - offset - height : y + offset + 4.0;
  lw_painter_round_rect (painter, x, y, width, height, 6.0);
  lw_painter_fill_stroke (painter, palette->card, palette->separator, 1.0);
  for (guint i = 0; i < feedback->lines->len; i++) {
    const bool chosen = feedback->chosen_line < 0 || (guint) feedback->chosen_line == i;
    const double middle = y + 0.5 * READOUT_PADDING + (i + 0.5) * pitch;

    if (chosen && feedback->chosen_line >= 0) {
      lw_painter_round_rect (painter, x + 3.0, middle - 0.5 * pitch, width - 6.0, pitch, 4.0);
      lw_painter_fill (painter, lw_colour_alpha (palette->selection, 0.16));
    }
    if (chosen && feedback->chosen_line >= 0) {
      style.weight = 400;
      style.colour = palette->selection;
      lw_painter_text (painter, x + width - READOUT_PADDING - (KEY_WIDTH - 8.0) * feedback->letters,
                       middle,
                       // Translators: the key that chooses the next line
                       _ ("Tab"), &style);
    }
    style.weight = chosen ? 600 : 400;
    style.colour = chosen ? palette->text : palette->text_2;
    lw_painter_text (painter, x + READOUT_PADDING, middle, feedback->lines->pdata[i], &style);
  }
}

// ---- pulling --------------------------------------------------------------------------------

/// Draws a line from the point at which the mechanism is held to the pointer.
static void
draw_grip (LwPainter *painter, const LwPalette *palette, const LwView *view, const double grip[4])
{
  static const double dash[] = { 2.0, 4.0 };
  double x1, y1, x2, y2;

  project (view, grip[0], grip[1], &x1, &y1);
  project (view, grip[2], grip[3], &x2, &y2);
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_line (painter, x1, y1, x2, y2);
  stroke_mark (painter, palette);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_circle (painter, x1, y1, 5.0);
  lw_painter_fill_keep (painter, palette->selection);
  lw_painter_stroke (painter, palette->paper, 1.5);
}

static void
draw_paths (LwPainter *painter,
            const LwPalette *palette,
            const LwView *view,
            double link_width_px,
            const GPtrArray *paths)
{
  const LwBrush brush = {
    .painter = painter, .palette = palette, .w = link_width_px, .emphasis = 1.0
  };

  for (guint i = 0; i < paths->len; i++) {
    const GArray *path = paths->pdata[i];
    g_autofree double *points = g_new (double, 2 * path->len + 1);

    for (guint k = 0; k < path->len; k++) {
      const double *at = (const double *) (void *) path->data + 2 * k;

      project (view, at[0], at[1], &points[2 * k], &points[2 * k + 1]);
    }
    if (path->len > 1)
      lw_symbol_trace (&brush, points, path->len);
  }
}

// ---- band and marks -------------------------------------------------------------------------

static void
draw_band (LwPainter *painter, const LwPalette *palette, const LwView *view, const double band[4])
{
  static const double dash[] = { 4.0, 3.0 };
  double x1, y1, x2, y2;

  project (view, band[0], band[1], &x1, &y1);
  project (view, band[2], band[3], &x2, &y2);
  lw_painter_rect (painter, fmin (x1, x2), fmin (y1, y2), fabs (x2 - x1), fabs (y2 - y1));
  lw_painter_fill_keep (painter, lw_colour_alpha (palette->selection, 0.1));
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_stroke (painter, palette->selection, 1.0);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
}

/// Draws a broken ring, two separate dots, and a warning.
static void
draw_unjoined (LwPainter *painter, const LwPalette *palette, double x, double y, double w)
{
  const double radius = 0.62 * w;
  const LwColour colour = palette->hue[LW_HUE_ORANGE].line;
  const double dash[] = { 0.5 * G_PI * radius - 5.0, 5.0 };
  const LwBrush brush = { .painter = painter, .palette = palette, .w = w, .emphasis = 1.0 };

  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_circle (painter, x, y, radius);
  lw_painter_stroke_keep (painter, palette->paper, 5.0);
  lw_painter_stroke (painter, colour, 2.25);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
  for (int side = -1; side <= 1; side += 2) {
    lw_painter_circle (painter, x + 0.17 * w * side, y, 2.6);
    lw_painter_fill (painter, palette->ink);
  }
  lw_symbol_warning (&brush, x + radius + 6.0, y - radius - 4.0);
}

// ---- handles --------------------------------------------------------------------------------

/// Draws the symbol of a centre of mass in the colour of handles.
static void
draw_centre (LwPainter *painter,
             const LwPalette *palette,
             double x,
             double y,
             double radius,
             bool held)
{
  lw_painter_circle (painter, x, y, radius);
  lw_painter_fill_stroke (painter, held ? palette->selection : palette->paper, palette->selection,
                          MARK_LINE);
  for (int quarter = -1; quarter <= 1; quarter += 2) {
    const double from = quarter < 0 ? -0.5 * G_PI : 0.5 * G_PI;

    lw_painter_move_to (painter, x, y);
    lw_painter_arc (painter, x, y, radius, from, from + 0.5 * G_PI);
    lw_painter_close (painter);
  }
  lw_painter_fill (painter, palette->selection);
}

static void
draw_handle (LwPainter *painter,
             const LwPalette *palette,
             const LwView *view,
             const LwHandle *handle,
             double letters,
             bool held)
{
  static const double dash[] = { 3.0, 3.0 };
  const double pivot = PIVOT_RADIUS * letters;
  double x, y, x1, y1;

  project (view, handle->at[0], handle->at[1], &x, &y);
  project (view, handle->from[0], handle->from[1], &x1, &y1);
  if (hypot (x - x1, y - y1) > 1.0) {
    lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
    lw_painter_line (painter, x1, y1, x, y);
    lw_painter_stroke (painter, lw_colour_alpha (palette->selection, 0.8), 1.0);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
  }
  if (handle->kind == LW_HANDLE_CENTRE) {
    draw_centre (painter, palette, x, y, CENTRE_RADIUS * letters, held);
    return;
  }
  if (handle->kind == LW_HANDLE_PIVOT) {
    // The centre of mass is often at this point; the pivot on top of it covers it.
    lw_painter_circle (painter, x, y, pivot);
    lw_painter_fill_stroke (painter, palette->paper, palette->selection, MARK_LINE);
    lw_painter_line (painter, x - pivot - 4.0, y, x + pivot + 4.0, y);
    lw_painter_line (painter, x, y - pivot - 4.0, x, y + pivot + 4.0);
    lw_painter_stroke (painter, palette->selection, 1.0);
    lw_painter_circle (painter, x, y, 2.5 * letters);
  } else if (handle->kind == LW_HANDLE_TURN || handle->kind == LW_HANDLE_AXIS) {
    lw_painter_circle (painter, x, y, 5.0 * letters);
  } else {
    lw_painter_round_rect (painter, x - 4.5 * letters, y - 4.5 * letters, 9.0 * letters,
                           9.0 * letters, 2.0);
  }
  lw_painter_fill_stroke (painter, held ? palette->selection : palette->paper, palette->selection,
                          MARK_LINE);
}

void
lw_tool_overlay_draw (LwPainter *painter,
                      const LwPalette *palette,
                      const LwView *view,
                      double link_width_px,
                      const LwToolFeedback *feedback)
{
  if (feedback->paths != NULL)
    draw_paths (painter, palette, view, link_width_px, feedback->paths);
  for (guint i = 0; feedback->unjoined != NULL && i < feedback->unjoined->len; i++) {
    const double *place = (const double *) (void *) feedback->unjoined->data + 2 * i;
    double x, y;

    project (view, place[0], place[1], &x, &y);
    draw_unjoined (painter, palette, x, y, fmax (link_width_px, UNJOINED_LEAST));
  }
  if (feedback->band != NULL)
    draw_band (painter, palette, view, feedback->band);
  for (guint i = 0; feedback->handles != NULL && i < feedback->handles->len; i++) {
    const LwHandle *handle = &((const LwHandle *) (void *) feedback->handles->data)[i];

    // While one handle is dragged, the preview shows its effect.
    if (feedback->held_handle < 0 || handle->kind == LW_HANDLE_PIVOT)
      draw_handle (painter, palette, view, handle, feedback->letters,
                   feedback->held_handle == (int) handle->kind);
  }
  if (feedback->grip != NULL)
    draw_grip (painter, palette, view, feedback->grip);
  if (feedback->lines != NULL && feedback->lines->len > 0)
    draw_lines (painter, palette, view, feedback);
  if (feedback->snap == NULL)
    return;
  if (feedback->dimension != NULL)
    draw_dimension (painter, palette, view, feedback->dimension, feedback->marks_start);
  if (feedback->crosshair)
    draw_crosshair (painter, palette, view, feedback->snap);
  draw_snap (painter, palette, view, feedback->snap, feedback->letters);
  if (feedback->readout != NULL)
    draw_readout (painter, palette, view, feedback->snap, feedback->readout, feedback->typing,
                  feedback->letters);
}
