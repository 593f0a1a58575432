// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The flat parts of a mechanism, ready to be cut: outlines with holes, placed on sheets; the layer
// of each part in the stack, so that none runs into another; spacers; collisions that remain.

#pragma once

#include "lw-export-option.h"
#include "lw-contour.h"
#include "lw-progress.h"
#include "lw-project.h"

G_BEGIN_DECLS

/// Options; start from lw_cut_options_init (). Lengths are mm, as they are typed.
typedef struct
{
  double kerf;         ///< width of the cut
  double hole;         ///< diameter of holes at joints where the plate has none; 0: no holes
  double thickness;    ///< thickness of parts whose plate has none
  double sheet_width;  ///< 0: as wide as needed
  double sheet_height; ///< 0: as high as needed
  double gap;          ///< between parts, and to the edge of the sheet
  double layers;       ///< most layers of the stack; 0: as many as needed
  bool labels;         ///< names on their own layer of the drawing; default true
  bool base;           ///< also a part for the ground, with the holes of its joints
} LwCutOptions;

extern const LwExportOption lw_cut_options[];
void lw_cut_options_init (void *values);

typedef struct
{
  char *name;
  int body;         ///< id; MBD_GROUND: the base
  double thickness; ///< m
  GPtrArray
    *outlines;     ///< GArrays of LwContourVertex, nominal, body frame: first the material, then
                   ///< the holes
  GPtrArray *cuts; ///< outlines displaced by half the kerf, on the sheet
  guint sheet;
  double label[2]; ///< m, middle of the name on the sheet
  double label_height;
  double label_angle; ///< rad, between -pi/2 and pi/2
  guint layer;        ///< in the stack, 0 at the bottom
} LwCutPart;

/// A sheet of one thickness, with its lower left corner at (0, 0).
typedef struct
{
  double width, height, thickness; ///< m
} LwCutSheet;

/// Spacer at a joint whose parts are not in neighbouring layers.
typedef struct
{
  char *joint;
  guint parts[2];   ///< indices, the lower one first; G_MAXUINT: the ground
  double thickness; ///< m
} LwCutSpacer;

/// A collision that the order of layers cannot avoid.
typedef struct
{
  guint part;  ///< index
  guint other; ///< index of the other part; G_MAXUINT: the pin of a joint
  char *joint; ///< its name; NULL if the other is a part
  double time; ///< s, when it was found first
} LwCutCollision;

typedef struct
{
  LwCutOptions options;
  char *title, *provenance;
  GPtrArray *parts;    ///< array of LwCutPart
  GArray *sheets;      ///< array of LwCutSheet
  GArray *spacers;     ///< array of LwCutSpacer
  GArray *collisions;  ///< array of LwCutCollision
  GPtrArray *left_out; ///< names of bodies without an outline
  bool lacks_base;     ///< a base was requested, but no pin is on the ground
  guint n_layers;
  GArray *layer_thickness; ///< array of double, m, by layer
} LwCutParts;

/// Input; borrowed.
typedef struct
{
  LwMechanism *mechanism;
  const MbdModel *model; ///< compiled from the mechanism
  LwProjectRun *run;     ///< its motion decides the layers; NULL: the start pose
  const char *provenance;
  LwProgress progress; ///< progress of lw_cut_parts_new ()
  bool printed;        ///< solids for a printer, which cuts nothing: the kerf does not count
} LwCutSource;

/// Returns NULL and an LW_ERROR_USAGE that names the part and what to do, if it does not fit on a
/// sheet, if the kerf is wider than a detail, or if there are no parts; or that it was cancelled.
LwCutParts *
lw_cut_parts_new (const LwCutSource *source, const LwCutOptions *options, GError **error);
void lw_cut_parts_free (LwCutParts *self);
const LwCutPart *lw_cut_parts_get (const LwCutParts *self, guint i);
/// Returns the offset of a sheet where all sheets are drawn beside each other, m.
double lw_cut_parts_get_sheet_x (const LwCutParts *self, guint sheet);
/// Returns the size of all sheets beside each other, m.
void lw_cut_parts_get_size (const LwCutParts *self, double *width, double *height);
/// Returns a message about collisions, or NULL if there are none. Free with g_free ().
char *lw_cut_parts_dup_warning (const LwCutParts *self);
/// Returns a message about the base that was requested and cannot be made, or NULL.
const char *lw_cut_parts_get_base_warning (const LwCutParts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCutParts, lw_cut_parts_free)

G_END_DECLS
