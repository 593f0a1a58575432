// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places parts on sheets, on shelves: parts are turned to lie flat and sorted by height; each is
// placed on the first shelf with room, and the highest part begins a shelf.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-cut-private.h"

#define MM 1e-3
/// A sheet of any width is a little wider than a square.
#define SHEET_ASPECT 1.3
/// Edges of more corners are not tried as directions of the bounding box.
#define EDGES_MAX 512

typedef struct
{
  LwCutPart *part;
  double width, height;
  guint index;
} Item;

typedef struct
{
  guint sheet;
  double y, height, x; ///< x: begin of the free part
} Shelf;

static void
find_box (const GPtrArray *cuts, double box[4])
{
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (guint i = 0; i < cuts->len; i++) {
    double one[4];

    lw_contour_box (cuts->pdata[i], one);
    for (int d = 0; d < 2; d++) {
      box[d] = fmin (box[d], one[d]);
      box[2 + d] = fmax (box[2 + d], one[2 + d]);
    }
  }
}

/// Moves outlines and name; the lower left corner of the box comes to (x, y).
static void
move (LwCutPart *part, double angle, double x, double y)
{
  const double c = cos (angle), s = sin (angle), label = part->label[0];
  double box[4];

  for (guint i = 0; i < part->cuts->len; i++)
    lw_contour_move (part->cuts->pdata[i], angle, 0, 0);
  find_box (part->cuts, box);
  for (guint i = 0; i < part->cuts->len; i++)
    lw_contour_move (part->cuts->pdata[i], 0, x - box[0], y - box[1]);
  // Names are read from below or from the right.
  part->label_angle = remainder (part->label_angle + angle, G_PI);
  part->label[0] = x - box[0] + c * label - s * part->label[1];
  part->label[1] = y - box[1] + s * label + c * part->label[1];
}

/// Returns the turn with the smallest bounding box, among those that lay a straight edge flat.
static double
find_turn (const LwCutPart *part)
{
  const GArray *outline = part->cuts->pdata[0];
  double best = 0, least = INFINITY;

  for (guint i = 0; i < MIN (outline->len, EDGES_MAX); i++) {
    const LwContourVertex *a = lw_contour_get (outline, i);
    const LwContourVertex *b = lw_contour_get (outline, (i + 1) % outline->len);
    const double angle = a->bulge == 0 ? -atan2 (b->y - a->y, b->x - a->x) : 0;
    g_autoptr (GArray) turned = g_array_copy ((GArray *) outline);
    double box[4], area;

    lw_contour_move (turned, angle, 0, 0);
    lw_contour_box (turned, box);
    area = (box[2] - box[0]) * (box[3] - box[1]);
    // A clearly smaller box; round-off must not decide between equal ones.
    if (area < least * (1 - 1e-9)) {
      least = area;
      best = angle;
    }
  }
  return best;
}

static void
measure (Item *item)
{
  double box[4];

  find_box (item->part->cuts, box);
  item->width = box[2] - box[0];
  item->height = box[3] - box[1];
}

static void
turn (Item *item, double angle)
{
  move (item->part, angle, 0, 0);
  measure (item);
}

static bool
displace (LwCutPart *part, double kerf, GError **error)
{
  part->cuts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < part->outlines->len; i++) {
    GArray *cut = lw_contour_offset (part->outlines->pdata[i], 0.5 * kerf);

    if (cut == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   _ ("%s has details that are finer than the kerf; make the kerf smaller."),
                   part->name);
      return false;
    }
    g_ptr_array_add (part->cuts, cut);
  }
  return true;
}

/// Thickness first: a sheet has one. Then height, the highest first.
static int
compare_items (const void *a_data, const void *b_data)
{
  const Item *a = a_data, *b = b_data;
  const double differences[] = { a->part->thickness - b->part->thickness, b->height - a->height,
                                 b->width - a->width, (double) a->index - b->index };

  for (gsize i = 0; i < G_N_ELEMENTS (differences); i++)
    if (differences[i] != 0)
      return differences[i] < 0 ? -1 : 1;
  return 0;
}

static bool
fits (const Item *item, const LwCutSheet *sheet, double gap)
{
  const double slack = 1e-9;

  return item->width <= sheet->width - 2 * gap + slack
         && item->height <= sheet->height - 2 * gap + slack;
}

static bool
fit (Item *item, const LwCutSheet *sheet, double gap, GError **error)
{
  if (fits (item, sheet, gap))
    return true;
  turn (item, G_PI / 2);
  if (fits (item, sheet, gap))
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               // Translators: the name of a part, its size, the size of the sheets
               _ ("%s is %.4g × %.4g mm and does not fit on a sheet of %.4g × %.4g mm with its "
                  "gaps; choose larger sheets."),
               item->part->name, item->height / MM, item->width / MM, sheet->width / MM,
               sheet->height / MM);
  return false;
}

/// Returns the size of sheets; a side that is as long as needed is chosen or infinite.
static LwCutSheet
choose_sheet (const LwCutParts *self, const GArray *items)
{
  const double gap = self->options.gap * MM;
  LwCutSheet sheet = { self->options.sheet_width * MM, self->options.sheet_height * MM, 0 };
  double area = 0, widest = 0;

  for (guint i = 0; i < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);

    area += (item->width + gap) * (item->height + gap);
    widest = fmax (widest, item->width);
  }
  if (!(sheet.height > 0))
    sheet.height = INFINITY;
  if (!(sheet.width > 0))
    sheet.width =
      fmax (widest + 2 * gap, isinf (sheet.height) ? sqrt (SHEET_ASPECT * area) + 2 * gap
                                                   : area / sheet.height + widest + 2 * gap);
  return sheet;
}

/// Finds a shelf with room on the sheets of a thickness, or begins one.
static Shelf *
find_shelf (LwCutParts *self, GArray *shelves, const Item *item, const LwCutSheet *size)
{
  const double gap = self->options.gap * MM;
  Shelf *last = shelves->len > 0 ? &g_array_index (shelves, Shelf, shelves->len - 1) : NULL;
  Shelf shelf = { .y = gap, .height = item->height, .x = gap };

  for (guint i = 0; i < shelves->len; i++) {
    Shelf *old = &g_array_index (shelves, Shelf, i);

    if (g_array_index (self->sheets, LwCutSheet, old->sheet).thickness == item->part->thickness
        && item->height <= old->height * (1 + 1e-9)
        && old->x + item->width + gap <= size->width + 1e-9)
      return old;
  }
  if (last != NULL
      && g_array_index (self->sheets, LwCutSheet, last->sheet).thickness == item->part->thickness)
    shelf.y = last->y + last->height + gap;
  if (last == NULL || shelf.y == gap || shelf.y + item->height + gap > size->height + 1e-9) {
    const LwCutSheet sheet = { size->width, size->height, item->part->thickness };

    g_array_append_val (self->sheets, sheet);
    shelf.y = gap;
  }
  shelf.sheet = self->sheets->len - 1;
  g_array_append_val (shelves, shelf);
  return &g_array_index (shelves, Shelf, shelves->len - 1);
}

static bool
place (LwCutParts *self, GArray *items, GError **error)
{
  const double gap = self->options.gap * MM;
  const LwCutSheet size = choose_sheet (self, items);
  g_autoptr (GArray) shelves = g_array_new (FALSE, FALSE, sizeof (Shelf));

  for (guint i = 0; i < items->len; i++)
    if (!fit (&g_array_index (items, Item, i), &size, gap, error))
      return false;
  g_array_sort (items, compare_items);
  for (guint i = 0; i < items->len; i++) {
    Item *item = &g_array_index (items, Item, i);
    Shelf *shelf = find_shelf (self, shelves, item, &size);
    LwCutSheet *sheet = &g_array_index (self->sheets, LwCutSheet, shelf->sheet);

    move (item->part, 0, shelf->x, shelf->y);
    item->part->sheet = shelf->sheet;
    shelf->x += item->width + gap;
    if (isinf (size.height))
      sheet->height = isinf (sheet->height) ? 0 : sheet->height;
    if (isinf (size.height))
      sheet->height = fmax (sheet->height, shelf->y + shelf->height + gap);
  }
  return true;
}

bool
lw_cut_parts_nest (LwCutParts *self, GError **error)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));

  for (guint i = 0; i < self->parts->len; i++) {
    Item item = { .part = self->parts->pdata[i], .index = i };

    if (!displace (item.part, self->options.kerf * MM, error))
      return false;
    turn (&item, find_turn (item.part));
    if (item.height > item.width)
      turn (&item, G_PI / 2);
    g_array_append_val (items, item);
  }
  return place (self, items, error);
}
