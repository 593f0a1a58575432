// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities that determine the ratio of a gear, one entry of one table for each.

#pragma once

#include "lw-kind.h"

G_BEGIN_DECLS

/// Values that give the ratio of a gear.
typedef enum
{
  LW_MEASURE_RATIO,
  LW_MEASURE_RADII,
  LW_MEASURE_PITCH,
  LW_MEASURES,
} LwGearingMeasure;

typedef struct
{
  const char *key;          ///< key of its values in the text form
  guint n_values;           ///< 1, of either sign, or 2 radii
  bool wraps;               ///< a belt or chain, round two wheels
  MbdMesh mesh;             ///< points at which its force acts on the wheels
  LwGearingMeasure measure; ///< member of a coupling with its values
  bool slides;              ///< the second motion is a slide
  bool advances; ///< this slide is along the axis of the first motion, and one joint may have both
  double usual;  ///< usual ratio if the second motion is a slide, m/rad
  /// Returns the ratio: units of the second motion for one of the first.
  double (*get_ratio) (const double *values, bool crossed);
  /// Returns the factor on the values if the motions are multiplied by `factors`, and lengths by
  /// `scale`.
  double (*map) (const double factors[2], double scale);
} LwGearingEntry;

extern const LwGearingEntry lw_gearings[LW_GEARINGS];

G_END_DECLS
