// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-cut-slot.h"

#include "lw-contour.h"
#include "lw-curve.h"

/// Corners of an outline for each polynomial of the curve.
#define CORNERS_OF_PIECE 16

/// Adds the corner beside the curve at an arc length.
static void
add_corner (GArray *outline,
            const MbdCurve *curve,
            const MbdFrame *frame,
            double s,
            double aside,
            double bulge)
{
  const MbdCurvePoint at = mbd_curve_at (curve, s);
  const double beside[2] = { at.point[0] - aside * at.tangent[1],
                             at.point[1] + aside * at.tangent[0] };
  LwContourVertex corner = { .bulge = bulge };
  double body[3];

  lw_curve_point_to_body (beside, frame, body);
  corner.x = body[0];
  corner.y = body[1];
  g_array_append_val (outline, corner);
}

void
lw_cut_slot_add (GPtrArray *outlines, const LwCoupling *slot, double radius)
{
  const MbdFrame *frame = &slot->def.frame_a;
  const guint n = CORNERS_OF_PIECE * (slot->curve->len - 1);
  MbdCurve *curve;
  GArray *outline;
  double length;

  if (lw_curve_new (slot->curve, &curve, NULL) != MBD_STATUS_OK)
    return;
  if (mbd_curve_is_closed (curve) || !(radius < mbd_curve_reach (curve))) {
    mbd_curve_unref (curve);
    return;
  }
  // Along the left side, round the end, back along the right side, and round the beginning: clockwise.
  length = mbd_curve_length (curve);
  outline = lw_contour_new ();
  for (guint i = 0; i <= n; i++)
    add_corner (outline, curve, frame, length * i / n, radius, i == n ? -1 : 0);
  for (guint i = 0; i <= n; i++)
    add_corner (outline, curve, frame, length * (n - i) / n, -radius, i == n ? -1 : 0);
  g_ptr_array_add (outlines, outline);
  mbd_curve_unref (curve);
}
