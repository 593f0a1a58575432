// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Named vectors and matrices as files of other programs.

#pragma once

#include "lw-named-array.h"

G_BEGIN_DECLS

/// Returns the arrays as an archive for NumPy (.npz), with their names. Returns NULL and sets `error`,
/// an LW_ERROR_USAGE, if they are too large for the format.
GBytes *lw_named_arrays_to_npz (const LwNamedArray *arrays, guint n, GError **error);

G_END_DECLS
