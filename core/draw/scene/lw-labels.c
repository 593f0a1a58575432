// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A label is a box; it collides with lines, discs and the boxes of earlier labels. There are tens
// of each, so every pair is tested.

#include "lw-labels-private.h"

#include <math.h>

typedef struct
{
  double x1, y1, x2, y2;
} Line;

typedef struct
{
  double x, y, radius;
} Disc;

typedef struct
{
  double left, top, right, bottom;
} Box;

struct _LwLabels
{
  LwPainter *painter; ///< borrowed
  GArray *lines, *discs, *boxes;
  bool has_edge;
  Box picture; ///< in which labels may be
};

/// Half the height of digits and capitals, in parts of the font size.
#define HALF_HEIGHT 0.42

LwLabels *
lw_labels_new (LwPainter *painter, double width, double height)
{
  LwLabels *self = g_new0 (LwLabels, 1);

  self->painter = painter;
  self->has_edge = width > 0;
  self->picture = (Box){ 0, 0, width, height };
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  self->discs = g_array_new (FALSE, FALSE, sizeof (Disc));
  self->boxes = g_array_new (FALSE, FALSE, sizeof (Box));
  return self;
}

void
lw_labels_cover (LwLabels *self, double left, double top)
{
  self->picture.left = left;
  self->picture.top = top;
}

void
lw_labels_free (LwLabels *self)
{
  g_array_unref (self->lines);
  g_array_unref (self->discs);
  g_array_unref (self->boxes);
  g_free (self);
}

void
lw_labels_avoid_line (LwLabels *self, double x1, double y1, double x2, double y2)
{
  const Line line = { x1, y1, x2, y2 };

  g_array_append_val (self->lines, line);
}

void
lw_labels_avoid_disc (LwLabels *self, double x, double y, double radius)
{
  const Disc disc = { x, y, radius };

  g_array_append_val (self->discs, disc);
}

void
lw_labels_avoid_box (LwLabels *self, double x, double y, double width, double height)
{
  const Box box = { x, y, x + width, y + height };

  g_array_append_val (self->boxes, box);
}

/// Returns true if a line passes through a box: clips it against the four sides (Liang and Barsky).
static bool
line_hits (const Line *line, const Box *box)
{
  const double dx = line->x2 - line->x1, dy = line->y2 - line->y1;
  const double directions[4] = { -dx, dx, -dy, dy };
  const double distances[4] = { line->x1 - box->left, box->right - line->x1, line->y1 - box->top,
                                box->bottom - line->y1 };
  double enter = 0.0, leave = 1.0;

  for (int side = 0; side < 4; side++) {
    if (directions[side] == 0.0) {
      if (distances[side] < 0.0)
        return false;
    } else {
      const double t = distances[side] / directions[side];
      if (directions[side] < 0.0)
        enter = MAX (enter, t);
      else
        leave = MIN (leave, t);
    }
  }
  return enter <= leave;
}

static bool
disc_hits (const Disc *disc, const Box *box)
{
  const double dx = disc->x - CLAMP (disc->x, box->left, box->right);
  const double dy = disc->y - CLAMP (disc->y, box->top, box->bottom);

  return dx * dx + dy * dy < disc->radius * disc->radius;
}

static bool
box_hits (const Box *a, const Box *b)
{
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

static bool
is_in_picture (const LwLabels *self, const Box *box)
{
  const Box *picture = &self->picture;

  return !self->has_edge
         || (box->left >= picture->left && box->top >= picture->top && box->right <= picture->right
             && box->bottom <= picture->bottom);
}

static bool
is_free (const LwLabels *self, const Box *box)
{
  if (!is_in_picture (self, box))
    return false;
  for (guint i = 0; i < self->boxes->len; i++)
    if (box_hits (&g_array_index (self->boxes, Box, i), box))
      return false;
  for (guint i = 0; i < self->discs->len; i++)
    if (disc_hits (&g_array_index (self->discs, Disc, i), box))
      return false;
  for (guint i = 0; i < self->lines->len; i++)
    if (line_hits (&g_array_index (self->lines, Line, i), box))
      return false;
  return true;
}

static Box
text_box (const LwLabelPlace *place, double width, double size)
{
  const double left = place->anchor == LW_ANCHOR_START    ? place->x
                      : place->anchor == LW_ANCHOR_MIDDLE ? place->x - 0.5 * width
                                                          : place->x - width;

  return (Box){
    left - 3.0,
    place->y - HALF_HEIGHT * size - 1.0,
    left + width + 3.0,
    place->y + HALF_HEIGHT * size + 1.0,
  };
}

/// Moves a box that the edge of the picture cuts inside. A box outside the picture stays there.
static void
slide_in (const LwLabels *self, Box *box)
{
  const Box *picture = &self->picture;
  double dx, dy;

  if (!self->has_edge || !box_hits (box, picture))
    return;
  dx = MAX (picture->left - box->left, 0) - MAX (box->right - picture->right, 0);
  dy = MAX (picture->top - box->top, 0) - MAX (box->bottom - picture->bottom, 0);
  *box = (Box){ box->left + dx, box->top + dy, box->right + dx, box->bottom + dy };
}

int
lw_labels_place (LwLabels *self,
                 const char *text,
                 const LwTextStyle *style,
                 const LwLabelPlace *places,
                 int n_places,
                 int preferred,
                 bool always)
{
  LwTextStyle placed = *style;
  LwTextExtents extents;
  int choice = -1;
  Box box, asked;

  lw_painter_measure (self->painter, text, style, &extents);
  if (preferred >= 0 && preferred < n_places) {
    box = text_box (&places[preferred], extents.width, style->size);
    slide_in (self, &box);
    if (is_free (self, &box))
      choice = preferred;
  }
  for (int slides = 0; slides < 2; slides++)
    for (int i = 0; i < n_places && choice < 0; i++) {
      box = text_box (&places[i], extents.width, style->size);
      if (slides)
        slide_in (self, &box);
      if (is_free (self, &box))
        choice = i;
    }
  if (choice < 0) {
    if (!always || n_places == 0)
      return -1;
    choice = 0;
    for (int i = n_places - 1; i >= 0; i--) {
      box = text_box (&places[i], extents.width, style->size);
      slide_in (self, &box);
      if (is_in_picture (self, &box))
        choice = i;
    }
    box = text_box (&places[choice], extents.width, style->size);
    slide_in (self, &box);
  }
  asked = text_box (&places[choice], extents.width, style->size);
  g_array_append_val (self->boxes, box);
  placed.centred = true;
  placed.anchor = places[choice].anchor;
  lw_painter_text (self->painter, places[choice].x + box.left - asked.left,
                   places[choice].y + box.top - asked.top, text, &placed);
  return choice;
}
