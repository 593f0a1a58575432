// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Centrodes of a planar body over a recorded run: the paths of its instantaneous centre in the world
// and in the body. The body moves as if the second curve rolled on the first one.

#pragma once

#include <glib.h>

#include "lw-recording.h"
#include "mbd.h"

G_BEGIN_DECLS

/// Point of both curves at a time.
typedef struct
{
  double fixed[2];  ///< m, world axes
  double moving[2]; ///< m, from the centre of mass, in the axes of the body
} LwCentrodePoint;

/// Computes the centrodes at up to `most` samples (> 1) at equal distances, ending with the last.
/// `position_column`: first column of the positions, which the velocities follow. Returns an array
/// of LwCentrodePoint, with NAN if the body does not turn then, and one more with NAN if the
/// centre passes infinity between two samples, so that the curves have a gap; empty for bodies that
/// are not planar. Free with g_array_unref ().
GArray *lw_centrode_new (const LwRecording *recording,
                         const MbdModel *model,
                         size_t position_column,
                         int body,
                         size_t most);

G_END_DECLS
