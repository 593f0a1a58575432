// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of the parts of a mechanism, for drawings and reports: one row for each visible body.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  const LwBody *body;   ///< borrowed from the mechanism
  char *name;           ///< its name, or "Body 3"
  double mass;          ///< kg
  double density;       ///< kg/m^3; 0 if its plate determines nothing
  double thickness;     ///< m; 0 if unknown
  double length;        ///< m, link: greatest distance of two points; box, polygon: larger side;
                        ///< disc: diameter
  double width;         ///< m, link: width of its plate; box, polygon: smaller side; else 0
  bool is_round;        ///< the length is a diameter
  guint n_holes;        ///< holes of the same diameter
  double hole_diameter; ///< m
} LwPartRow;

/// Returns a GArray of LwPartRow, in the order of the bodies; valid as long as the mechanism.
GArray *lw_part_list_new (const LwMechanism *mechanism);

G_END_DECLS
