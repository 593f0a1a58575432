// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The title block is in the lower right corner, the list of parts above it. The drawing takes the
// larger of the rest above them and the rest beside them.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-number.h"
#include "lw-sheet-private.h"

#define BLOCK_WIDTH (180 * LW_SHEET_MM)
/// Between the frame and the bounding box of the mechanism, for symbols and dimension lines.
#define CLEARANCE (8 * LW_SHEET_MM)
#define CLEARANCE_DIMENSIONS (18 * LW_SHEET_MM)
/// A mechanism without extent is drawn as if it had this one, m.
#define LEAST_EXTENT 1e-3
#define SCALE_MAX 1e6

static const struct
{
  const char *name;
  double sides[2]; ///< mm, the shorter one first
} papers[LW_PAPERS] = {
  [LW_PAPER_A4] = { "A4", { 210, 297 } },  [LW_PAPER_A3] = { "A3", { 297, 420 } },
  [LW_PAPER_A2] = { "A2", { 420, 594 } },  [LW_PAPER_A1] = { "A1", { 594, 841 } },
  [LW_PAPER_A0] = { "A0", { 841, 1189 } }, [LW_PAPER_LETTER] = { "Letter", { 215.9, 279.4 } },
};

const char *
lw_sheet_get_paper_name (int paper)
{
  return papers[paper].name;
}

bool
lw_sheet_parse_scale (const char *text, double *scale, GError **error)
{
  // A comma in a number can only be decimal here.
  g_autofree char *plain = g_strdelimit (g_strdup (text), ",", '.');
  g_auto (GStrv) halves = g_strsplit (plain, ":", 2);
  double numbers[2] = { 0, 0 };

  *scale = 0;
  if (g_ascii_strcasecmp (text, "fit") == 0)
    return true;
  for (guint i = 0; i < 2 && g_strv_length (halves) == 2; i++) {
    char *end;

    numbers[i] = g_ascii_strtod (halves[i], &end);
    if (end == halves[i] || *end != '\0')
      numbers[i] = 0;
  }
  *scale = numbers[0] / numbers[1];
  if (*scale >= 1 / SCALE_MAX && *scale <= SCALE_MAX)
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("A scale is written like 1:2 or 5:1, or is “fit”, not “%s”."), text);
  return false;
}

char *
lw_sheet_dup_scale_words (double scale)
{
  char number[LW_NUMBER_SIZE];

  g_ascii_formatd (number, sizeof number, "%.6g", scale >= 1 ? scale : 1 / scale);
  return scale >= 1 ? g_strdup_printf ("%s:1", number) : g_strdup_printf ("1:%s", number);
}

/// Returns the largest usual scale (1, 2, 5 times a power of ten) that is not above `most`.
static double
find_usual_scale (double most)
{
  static const double steps[] = { 5, 2, 1 };
  double power;

  if (!(most > 0))
    return 0;
  power = pow (10, floor (log10 (most)));
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power <= most * (1 + 1e-9)) {
      // 1 / 50 instead of a rounded 0.02.
      if (power < 1)
        return 1 / round (1 / (steps[i] * power));
      return steps[i] * power;
    }
  return power;
}

/// Returns the largest scale with which the mechanism fits into a box.
static double
find_largest_scale (const LwSheet *self, const LwSheetBox *box)
{
  const double clearance =
    self->options.dimensions != LW_SHEET_DIMENSIONS_NONE && !self->view.spatial
      ? CLEARANCE_DIMENSIONS
      : CLEARANCE;
  LwView view = self->view;
  double extent[2] = { INFINITY, INFINITY }, most[2] = { -INFINITY, -INFINITY };

  // Corners of the bounding box, as the view shows them.
  for (int corner = 0; corner < 8; corner++) {
    const double world[3] = {
      corner & 1 ? self->maximum[0] : self->minimum[0],
      corner & 2 ? self->maximum[1] : self->minimum[1],
      corner & 4 ? self->maximum[2] : self->minimum[2],
    };
    double at[2];

    lw_view_project (&view, world, &at[0], &at[1]);
    for (int d = 0; d < 2; d++) {
      extent[d] = fmin (extent[d], at[d] / view.scale);
      most[d] = fmax (most[d], at[d] / view.scale);
    }
  }
  for (int d = 0; d < 2; d++)
    extent[d] = fmax (most[d] - extent[d], LEAST_EXTENT) * 1000 * LW_SHEET_MM;
  return fmin ((box->width - 2 * clearance) / extent[0], (box->height - 2 * clearance) / extent[1]);
}

/// Lays out one size of paper, px. Returns the largest scale of the drawing.
static double
place (LwSheet *self, double width, double height)
{
  const LwSheetOptions *options = &self->options;
  const LwSheetBox frame = { LW_SHEET_MARGIN, LW_SHEET_MARGIN, width - 2 * LW_SHEET_MARGIN,
                             height - 2 * LW_SHEET_MARGIN };
  const double block = options->title_block ? lw_sheet_block_height (self) : 0;
  const double right = frame.x + frame.width, bottom = frame.y + frame.height;
  // A long list leaves at least a third of the height; the rest of it is counted in its last row.
  const double most = frame.height * 2 / 3 - block;
  const guint n_rows = (guint) fmax (1, floor (most / lw_sheet_table_height (0)) - 1);
  const double table = options->parts ? lw_sheet_table_height (MIN (self->parts->len, n_rows)) : 0;
  double taken, side_width, scale;
  LwSheetBox above, beside;

  self->width = width;
  self->height = height;
  taken = block + table;
  side_width = taken > 0 ? fmin (BLOCK_WIDTH, frame.width) : 0;
  self->block =
    (LwSheetBox){ right - side_width, bottom - block, block > 0 ? side_width : 0, block };
  self->table =
    (LwSheetBox){ right - side_width, bottom - taken, table > 0 ? side_width : 0, table };
  above = (LwSheetBox){ frame.x, frame.y, frame.width, frame.height - taken };
  beside = (LwSheetBox){ frame.x, frame.y, frame.width - side_width, frame.height };
  scale = find_largest_scale (self, &above);
  self->area = above;
  if (find_largest_scale (self, &beside) > scale) {
    self->area = beside;
    scale = find_largest_scale (self, &beside);
  }
  return scale;
}

/// Lays out a paper in the orientation of the options; of both, the one that permits the larger
/// usual scale, landscape if they are equal. Returns the largest scale of the drawing.
static double
place_paper (LwSheet *self, int paper)
{
  const double shorter = papers[paper].sides[0] * LW_SHEET_MM;
  const double longer = papers[paper].sides[1] * LW_SHEET_MM;
  double landscape;

  if (self->options.orientation == LW_ORIENTATION_PORTRAIT)
    return place (self, shorter, longer);
  landscape = place (self, longer, shorter);
  if (self->options.orientation == LW_ORIENTATION_LANDSCAPE
      || find_usual_scale (place (self, shorter, longer)) <= find_usual_scale (landscape))
    return place (self, longer, shorter);
  return place (self, shorter, longer);
}

static void
refuse_scale (LwSheet *self, double wanted, double largest, GError **error)
{
  g_autofree char *scale = lw_sheet_dup_scale_words (wanted);
  const double usual = find_usual_scale (largest);
  g_autofree char *smaller = usual > 0 ? lw_sheet_dup_scale_words (usual) : NULL;
  const char *paper = papers[self->options.paper].name;

  for (int larger = LW_PAPER_A4; larger <= LW_PAPER_A0; larger++)
    if (papers[larger].sides[1] > papers[self->options.paper].sides[1]
        && place_paper (self, larger) * (1 + 1e-9) >= wanted) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   _ ("At %s the mechanism does not fit on %s; choose %s, or the scale %s."), scale,
                   paper, papers[larger].name, smaller != NULL ? smaller : "fit");
      return;
    }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("At %s the mechanism does not fit on %s; choose the scale %s."), scale, paper,
               smaller != NULL ? smaller : "fit");
}

bool
lw_sheet_lay_out (LwSheet *self, GError **error)
{
  const char *text = self->options.scale != NULL ? self->options.scale : "fit";
  const double largest = place_paper (self, self->options.paper);

  if (!lw_sheet_parse_scale (text, &self->scale, error))
    return false;
  if (self->scale == 0)
    self->scale = find_usual_scale (largest);
  else if (self->scale > largest * (1 + 1e-9)) {
    refuse_scale (self, self->scale, largest, error);
    return false;
  }
  if (!(self->scale > 0)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("The title block and the list of parts leave no room on %s; choose a larger "
                    "paper."),
                 papers[self->options.paper].name);
    return false;
  }
  lw_view_set_size (&self->view, self->area.width, self->area.height);
  self->view.scale = self->scale * 1000 * LW_SHEET_MM;
  for (int d = 0; d < 3; d++)
    self->view.centre[d] = 0.5 * (self->minimum[d] + self->maximum[d]);
  return true;
}
