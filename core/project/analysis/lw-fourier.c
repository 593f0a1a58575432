// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A power of two by the decimation in time of Cooley and Tukey, in place. Any other length n by
// Bluestein's identity i k = (i^2 + k^2 - (k - i)^2) / 2, which makes a convolution of the sum:
// with w (i) = exp (-pi j i^2 / n), X (k) = w (k) sum over i of x (i) w (i) conj (w (k - i)). The
// convolution is done by transforms of the next power of two from 2 n - 1.

#include "lw-fourier.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static void
swap_to_bit_reversed (double complex *values, size_t n)
{
  for (size_t i = 1, j = 0; i < n; i++) {
    size_t bit = n >> 1;

    for (; (j & bit) != 0; bit >>= 1)
      j ^= bit;
    j |= bit;
    if (i < j) {
      const double complex value = values[i];

      values[i] = values[j];
      values[j] = value;
    }
  }
}

/// Transforms in place. `sign`: -1 forward, 1 backward (without the factor 1 / n); `roots`: space
/// for n / 2.
static void
transform_power_of_two (double complex *values, size_t n, double sign, double complex *roots)
{
  for (size_t i = 0; i < n / 2; i++)
    roots[i] = cexp (sign * 2.0 * pi * I * (double) i / (double) n);
  swap_to_bit_reversed (values, n);
  for (size_t length = 2; length <= n; length *= 2)
    for (size_t start = 0; start < n; start += length)
      for (size_t i = 0; i < length / 2; i++) {
        const double complex even = values[start + i];
        const double complex odd = roots[i * (n / length)] * values[start + i + length / 2];

        values[start + i] = even + odd;
        values[start + i + length / 2] = even - odd;
      }
}

/// Returns exp (-pi j i^2 / n). Reducing i^2 modulo 2 n first keeps the angle exact.
static double complex
chirp (size_t i, size_t n)
{
  const uint64_t square = (uint64_t) i * (uint64_t) i % (2 * (uint64_t) n);

  return cexp (-pi * I * (double) square / (double) n);
}

static void
transform_any (double complex *values,
               size_t n,
               double complex *a,
               double complex *b,
               double complex *roots,
               size_t size)
{
  for (size_t i = 0; i < size; i++)
    a[i] = b[i] = 0.0;
  for (size_t i = 0; i < n; i++) {
    const double complex w = chirp (i, n);

    a[i] = values[i] * w;
    b[i] = conj (w);
    if (i > 0)
      b[size - i] = conj (w);
  }
  transform_power_of_two (a, size, -1.0, roots);
  transform_power_of_two (b, size, -1.0, roots);
  for (size_t i = 0; i < size; i++)
    a[i] *= b[i];
  transform_power_of_two (a, size, 1.0, roots);
  for (size_t k = 0; k < n; k++)
    values[k] = chirp (k, n) * a[k] / (double) size;
}

bool
lw_fourier_transform (double complex *values, size_t n)
{
  const bool power_of_two = n > 0 && (n & (n - 1)) == 0;
  size_t size = 1;
  double complex *room;

  if (n < 2)
    return true;
  if (n > SIZE_MAX / 256)
    return false;
  while (size < (power_of_two ? n : 2 * n - 1))
    size *= 2;
  room = malloc ((power_of_two ? size : 3 * size) * sizeof *room);
  if (room == NULL)
    return false;
  if (power_of_two)
    transform_power_of_two (values, n, -1.0, room);
  else
    transform_any (values, n, room + size, room + 2 * size, room, size);
  free (room);
  return true;
}
