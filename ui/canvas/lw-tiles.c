// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tiles of a drawing. One image contains the complete frame. After large changes the image is
// sent to the screen in one piece, after small changes in tiles that are cut from it.

#include "lw-tiles.h"

#include <math.h>

#define TILE 64       ///< px
#define BOXES_MAX 256 ///< each picture is compared with all boxes; above this number all is redrawn

struct _LwTiles
{
  LwDrawing *shown;       ///< owned; displayed drawing; NULL if there is none
  cairo_surface_t *image; ///< owned; the complete frame
  GskRenderNode *whole;   ///< owned; node of the complete frame; NULL if tiles are displayed
  GskRenderNode **nodes;  ///< owned; node of each tile; NULL elements while `whole` is displayed
  int columns, rows;
  guint n_drawn; ///< number of tiles redrawn for the last frame
};

LwTiles *
lw_tiles_new (void)
{
  return g_new0 (LwTiles, 1);
}

/// Releases the nodes and the image.
static void
clear_nodes (LwTiles *self)
{
  for (int i = 0; self->nodes != NULL && i < self->columns * self->rows; i++)
    g_clear_pointer (&self->nodes[i], gsk_render_node_unref);
  g_clear_pointer (&self->whole, gsk_render_node_unref);
  g_clear_pointer (&self->image, cairo_surface_destroy);
}

void
lw_tiles_clear (LwTiles *self)
{
  if (self == NULL)
    return;
  clear_nodes (self);
  g_clear_pointer (&self->nodes, g_free);
  g_clear_pointer (&self->shown, lw_drawing_free);
}

void
lw_tiles_free (LwTiles *self)
{
  if (self == NULL)
    return;
  lw_tiles_clear (self);
  g_free (self);
}

guint
lw_tiles_get_n_drawn (const LwTiles *self)
{
  return self->n_drawn;
}

guint
lw_tiles_get_n (const LwTiles *self)
{
  return self->shown != NULL ? (guint) (self->columns * self->rows) : 0;
}

/// Returns the rectangle of tile i, px.
static graphene_rect_t
find_part (const LwTiles *self, const LwTilesSheet *sheet, int i)
{
  const int x = TILE * (i % self->columns), y = TILE * (i / self->columns);

  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) MIN (TILE, sheet->width - x),
                             (float) MIN (TILE, sheet->height - y));
}

/// Creates a node that shows an image. Painting on the image while the node exists makes cairo copy
/// the image first.
static GskRenderNode *
new_node (cairo_surface_t *image, const graphene_rect_t *part)
{
  GskRenderNode *node = gsk_cairo_node_new (part);
  cairo_t *cairo = gsk_cairo_node_get_draw_context (node);

  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, image, part->origin.x, part->origin.y);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  return node;
}

/// Creates a node with a copy of a part of an image.
static GskRenderNode *
cut (cairo_surface_t *from, const LwTilesSheet *sheet, const graphene_rect_t *part)
{
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) part->size.width * sheet->factor,
                                (int) part->size.height * sheet->factor);
  GskRenderNode *node;
  cairo_t *cairo;

  cairo_surface_set_device_scale (image, sheet->factor, sheet->factor);
  cairo = cairo_create (image);
  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, from, -part->origin.x, -part->origin.y);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  node = new_node (image, part);
  cairo_surface_destroy (image);
  return node;
}

static void
add_boxes (cairo_t *cairo, const double *boxes, guint n)
{
  for (guint i = 0; i < n; i++, boxes += 4)
    cairo_rectangle (cairo, boxes[0], boxes[1], boxes[2] - boxes[0], boxes[3] - boxes[1]);
}

/// Draws the sheet inside n boxes, and the pictures that overlap them, on the image of the sheet. Draws
/// the complete frame if `boxes` is NULL.
static void
draw (const LwTiles *self, const LwTilesSheet *sheet, const double *boxes, guint n)
{
  cairo_t *cairo = cairo_create (sheet->image);
  LwPainter *painter;

  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, sheet->sheet, 0, 0);
  add_boxes (cairo, boxes, n);
  if (boxes != NULL)
    cairo_fill (cairo);
  else
    cairo_paint (cairo);
  cairo_set_operator (cairo, CAIRO_OPERATOR_OVER);
  cairo_rectangle (cairo, sheet->left, sheet->top, sheet->width, sheet->height);
  cairo_clip (cairo);
  painter = lw_painter_new_cairo (cairo, sheet->fonts);
  lw_drawing_play (self->shown, painter, boxes, n);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

static void
draw_whole (LwTiles *self, const LwTilesSheet *sheet)
{
  clear_nodes (self);
  draw (self, sheet, NULL, 0);
  self->image = cairo_surface_reference (sheet->image);
  self->whole = new_node (sheet->image,
                          &GRAPHENE_RECT_INIT (0, 0, (float) sheet->width, (float) sheet->height));
  self->n_drawn = (guint) (self->columns * self->rows);
}

/// Differences between the displayed and the next drawing.
typedef struct
{
  const LwTilesSheet *sheet;
  LwTiles *tiles;
  GArray *boxes; ///< array of double[4]: left, top, right, bottom, whole px
  bool *changed; ///< by tile
} Marking;

static void
mark_changed (const double box[4], void *data)
{
  const Marking *marking = data;
  const int columns = marking->tiles->columns;
  const double inside[4] = { MAX (floor (box[0]), 0), MAX (floor (box[1]), 0),
                             MIN (ceil (box[2]), marking->sheet->width),
                             MIN (ceil (box[3]), marking->sheet->height) };

  if (!(inside[0] < inside[2]) || !(inside[1] < inside[3]))
    return;
  g_array_append_val (marking->boxes, inside);
  for (int row = (int) inside[1] / TILE; row * TILE < inside[3]; row++)
    for (int column = (int) inside[0] / TILE; column * TILE < inside[2]; column++)
      marking->changed[row * columns + column] = true;
}

/// Redraws the boxes of the frame. Clipping to the boxes would change the antialiasing of pictures that
/// cross their edges, so the pictures are drawn completely on a second image, which is right inside the
/// boxes, and the boxes are copied from there.
static void
draw_boxes (LwTiles *self, const LwTilesSheet *sheet, const double *boxes, guint n)
{
  cairo_t *cairo;

  draw (self, sheet, boxes, n);
  cairo = cairo_create (self->image);
  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, sheet->image, 0, 0);
  add_boxes (cairo, boxes, n);
  cairo_fill (cairo);
  cairo_destroy (cairo);
}

/// Creates the nodes of the changed tiles, or of all tiles if there are none yet.
static void
cut_tiles (LwTiles *self, const LwTilesSheet *sheet, const bool *changed)
{
  for (int i = 0; i < self->columns * self->rows; i++)
    if (changed[i] || self->whole != NULL) {
      const graphene_rect_t part = find_part (self, sheet, i);

      g_clear_pointer (&self->nodes[i], gsk_render_node_unref);
      self->nodes[i] = cut (self->image, sheet, &part);
      self->n_drawn += changed[i];
    }
  g_clear_pointer (&self->whole, gsk_render_node_unref);
}

/// Replaces the displayed drawing and redraws the differences. Returns true if the image of the sheet
/// is kept.
static bool
show_next (LwTiles *self, const LwTilesSheet *sheet, LwDrawing *drawing)
{
  const int n = self->columns * self->rows;
  g_autofree bool *changed = g_new0 (bool, (gsize) n + 1);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, 4 * sizeof (double));
  Marking marking = { sheet, self, boxes, changed };
  int n_changed = 0;

  lw_drawing_compare (self->shown, drawing, mark_changed, &marking);
  lw_drawing_free (self->shown);
  self->shown = drawing;
  for (int i = 0; i < n; i++)
    n_changed += changed[i];
  if (2 * n_changed > n || boxes->len > BOXES_MAX) {
    draw_whole (self, sheet);
    return true;
  }
  if (n_changed > 0) {
    draw_boxes (self, sheet, (const double *) (const void *) boxes->data, boxes->len);
    cut_tiles (self, sheet, changed);
  }
  return false;
}

bool
lw_tiles_show (LwTiles *self, GtkSnapshot *snapshot, const LwTilesSheet *sheet, LwDrawing *drawing)
{
  bool is_taken = true;

  self->n_drawn = 0;
  if (self->shown != NULL) {
    is_taken = show_next (self, sheet, drawing);
  } else {
    self->shown = drawing;
    self->columns = (sheet->width + TILE - 1) / TILE;
    self->rows = (sheet->height + TILE - 1) / TILE;
    self->nodes = g_new0 (GskRenderNode *, (gsize) (self->columns * self->rows) + 1);
    draw_whole (self, sheet);
  }
  if (self->whole != NULL)
    gtk_snapshot_append_node (snapshot, self->whole);
  else
    for (int i = 0; i < self->columns * self->rows; i++)
      gtk_snapshot_append_node (snapshot, self->nodes[i]);
  return is_taken;
}
