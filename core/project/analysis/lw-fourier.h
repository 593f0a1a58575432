// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Discrete Fourier transform of any length in O(n log n).

#pragma once

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/// Replaces values[k] by the sum over i of values[i] exp (-2 pi i k / n). Returns false if out of
/// memory.
bool lw_fourier_transform (double complex *values, size_t n);
