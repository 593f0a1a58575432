// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recording: compared with a plain array, and read while it is being written.

#include "lw-recording.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

enum
{
  N_COLUMNS = 3,
};

/// A custom generator (splitmix64), so that the same values can be computed again from an index.
static uint64_t
mix (uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Returns a value: column 0 is time; the others are random, with some NaN and infinities.
static double
value_at (size_t column, size_t sample)
{
  const uint64_t random = mix (sample * N_COLUMNS + column);

  if (column == 0)
    return 0.25 * (double) sample;
  if (random % 97 == 0)
    return NAN;
  if (random % 101 == 0)
    return random & 1024 ? INFINITY : -INFINITY;
  // A long range without finite values, longer than a chunk.
  if (column == 2 && sample >= 40000 && sample < 44000)
    return NAN;
  return (double) (random >> 11) * 0x1p-53 - 0.5;
}

static bool
append (LwRecording *recording, size_t sample)
{
  double values[N_COLUMNS];

  for (size_t column = 0; column < N_COLUMNS; column++)
    values[column] = value_at (column, sample);
  return lw_recording_append (recording, values);
}

static bool
same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

/// Compares with a sum over the samples. Tolerance: round-off of some hundred sums of numbers below
/// the total of their sizes.
static void
check_integrals (const LwRecording *recording,
                 const double *time,
                 const double *plain,
                 size_t column,
                 size_t first,
                 size_t last)
{
  const LwRecordingIntegrals got = lw_recording_integrate (recording, column, first, last);
  LwRecordingIntegrals want = { 0 };
  double size = 0;

  for (size_t i = first + 1; i < last; i++) {
    const double h = time[i] - time[i - 1];

    if (!isfinite (plain[i]) || !isfinite (plain[i - 1]))
      continue;
    want.time += h;
    want.value += h * (plain[i] + plain[i - 1]) / 2;
    want.square +=
      h * (plain[i] * plain[i] + plain[i] * plain[i - 1] + plain[i - 1] * plain[i - 1]) / 3;
    size += h * (1 + fabs (plain[i]) + plain[i] * plain[i]);
  }
  g_assert_cmpfloat (fabs (got.time - want.time), <=, 1e-12 * size);
  g_assert_cmpfloat (fabs (got.value - want.value), <=, 1e-12 * size);
  g_assert_cmpfloat (fabs (got.square - want.square), <=, 1e-12 * size);
}

static void
check_range (const LwRecording *recording,
             const double *plain,
             size_t column,
             size_t first,
             size_t last)
{
  double expected_minimum = INFINITY, expected_maximum = -INFINITY;
  double minimum = 77.0, maximum = 77.0;
  bool found;

  for (size_t i = first; i < last; i++)
    if (isfinite (plain[i])) {
      expected_minimum = fmin (expected_minimum, plain[i]);
      expected_maximum = fmax (expected_maximum, plain[i]);
    }
  found = lw_recording_range (recording, column, first, last, &minimum, &maximum);
  g_assert_cmpint (found, ==, expected_minimum <= expected_maximum);
  g_assert_cmpfloat (minimum, ==, found ? expected_minimum : 77.0);
  g_assert_cmpfloat (maximum, ==, found ? expected_maximum : 77.0);
}

static void
test_plain_array (void)
{
  const size_t n = 1000000;
  LwRecording *recording = lw_recording_new (N_COLUMNS);
  double *plain[N_COLUMNS];
  double values[N_COLUMNS];
  uint64_t random = 1;

  g_assert_cmpuint (lw_recording_n_columns (recording), ==, N_COLUMNS);
  g_assert_cmpuint (lw_recording_n_samples (recording), ==, 0);
  for (size_t column = 0; column < N_COLUMNS; column++)
    plain[column] = g_new (double, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t column = 0; column < N_COLUMNS; column++)
      plain[column][i] = value_at (column, i);
    g_assert_true (append (recording, i));
  }
  g_assert_cmpuint (lw_recording_n_samples (recording), ==, n);

  for (size_t i = 0; i < n; i++) {
    lw_recording_sample (recording, i, values);
    for (size_t column = 0; column < N_COLUMNS; column++) {
      g_assert_true (same_bits (values[column], plain[column][i]));
      g_assert_true (same_bits (lw_recording_value (recording, column, i), plain[column][i]));
    }
  }

  // Ranges of every length, then ranges that end at the boundaries of the tree.
  for (int i = 0; i < 2000; i++) {
    const size_t column = mix (random) % N_COLUMNS;
    const size_t first = mix (random + 1) % n;
    const size_t length = mix (random + 2) % ((size_t) 1 << mix (random + 3) % 21);

    check_range (recording, plain[column], column, first, MIN (first + length, n));
    if (i % 50 == 0)
      check_integrals (recording, plain[0], plain[column], column, first, MIN (first + length, n));
    random += 4;
  }
  for (size_t step = 32; step < n; step *= 32)
    for (size_t first = 0; first < 3 * step && first < n; first += step)
      for (size_t extra = 0; extra < 3; extra++) {
        check_range (recording, plain[1], 1, first, MIN (first + step - 1 + extra, n));
        check_range (recording, plain[1], 1, first + 1, MIN (first + 2 * step - 1 + extra, n));
      }
  check_range (recording, plain[1], 1, 0, n);
  check_range (recording, plain[2], 2, 40000, 44000);
  check_range (recording, plain[0], 0, 5, 5);
  for (size_t column = 0; column < N_COLUMNS; column++)
    g_free (plain[column]);
  lw_recording_unref (recording);
}

/// Recordings for a few samples use less memory; values, ranges and integrals are those of the samples,
/// and no more are taken.
static void
test_sized (void)
{
  static const size_t sizes[] = { 1, 2, 31, 32, 33, 64, 500, 1023, 1024, 1025, 3000 };

  for (size_t k = 0; k < G_N_ELEMENTS (sizes); k++) {
    const size_t n = sizes[k];
    LwRecording *recording = lw_recording_new_sized (N_COLUMNS, n);
    g_autofree double *time = g_new (double, n);
    g_autofree double *plain = g_new (double, n);

    for (size_t i = 0; i < n; i++)
      g_assert_true (append (recording, i));
    g_assert_false (append (recording, n));
    for (size_t column = 0; column < N_COLUMNS; column++) {
      for (size_t i = 0; i < n; i++) {
        time[i] = value_at (0, i);
        plain[i] = value_at (column, i);
        g_assert_true (same_bits (lw_recording_value (recording, column, i), plain[i]));
      }
      for (size_t first = 0; first < n; first += 1 + n / 20)
        for (size_t last = first; last <= n; last += 1 + n / 20) {
          check_range (recording, plain, column, first, last);
          check_integrals (recording, time, plain, column, first, last);
        }
      check_range (recording, plain, column, 0, n);
    }
    lw_recording_unref (recording);
  }
}

static void
test_find (void)
{
  LwRecording *recording = lw_recording_new (N_COLUMNS);
  const size_t n = 3000;

  for (size_t i = 0; i < n; i++)
    g_assert_true (append (recording, i));
  for (size_t i = 0; i < n; i++) {
    g_assert_cmpuint (lw_recording_find (recording, 0.25 * (double) i), ==, i);
    g_assert_cmpuint (lw_recording_find (recording, 0.25 * (double) i + 0.24), ==, i);
  }
  g_assert_cmpuint (lw_recording_find (recording, -1.0), ==, 0);
  g_assert_cmpuint (lw_recording_find (recording, -INFINITY), ==, 0);
  g_assert_cmpuint (lw_recording_find (recording, NAN), ==, 0);
  g_assert_cmpuint (lw_recording_find (recording, 1e300), ==, n - 1);
  lw_recording_unref (recording);
}

/// Past the first page (2^20 samples), where the upper two levels of the tree begin to matter.
static void
test_pages (void)
{
  const size_t n = ((size_t) 1 << 21) + 5;
  LwRecording *recording = lw_recording_new (1);
  double minimum, maximum;

  for (size_t i = 0; i < n; i++) {
    const double value = (double) i;

    g_assert_true (lw_recording_append (recording, &value));
  }
  g_assert_true (lw_recording_range (recording, 0, 0, n, &minimum, &maximum));
  g_assert_cmpfloat (minimum, ==, 0.0);
  g_assert_cmpfloat (maximum, ==, (double) (n - 1));
  g_assert_true (lw_recording_range (recording, 0, 31, SIZE_MAX, &minimum, &maximum));
  g_assert_cmpfloat (minimum, ==, 31.0);
  g_assert_cmpfloat (maximum, ==, (double) (n - 1));
  g_assert_true (lw_recording_range (recording, 0, 1 << 20, 1 << 21, &minimum, &maximum));
  g_assert_cmpfloat (minimum, ==, (double) (1 << 20));
  g_assert_cmpfloat (maximum, ==, (double) ((1 << 21) - 1));
  g_assert_cmpuint (lw_recording_find (recording, 1500000.5), ==, 1500000);
  lw_recording_unref (recording);
}

static void
test_refused (void)
{
  g_assert_null (lw_recording_new (0));
  g_assert_null (lw_recording_new (SIZE_MAX / 8));
  lw_recording_unref (NULL);
}

typedef struct
{
  LwRecording *recording;
  size_t n;
  atomic_int finished;
} Shared;

static void *
write_samples (void *data)
{
  Shared *shared = data;

  for (size_t i = 0; i < shared->n; i++)
    if (!append (shared->recording, i))
      break;
  atomic_store (&shared->finished, 1);
  return NULL;
}

/// Reads all published samples, by every function, and counts the errors.
static void *
read_samples (void *data)
{
  Shared *shared = data;
  LwRecording *recording = lw_recording_ref (shared->recording);
  uintptr_t wrong = 0;
  uint64_t random = 5;
  size_t seen = 0;
  bool last_round = false;

  while (!last_round) {
    size_t n;

    last_round = atomic_load (&shared->finished);
    n = lw_recording_n_samples (recording);
    wrong += n < seen;
    seen = n;
    if (n == 0)
      continue;
    for (int i = 0; i < 64; i++) {
      const size_t sample = i == 0 ? n - 1 : (random = mix (random)) % n;
      const size_t column = random % N_COLUMNS;
      double minimum = 0.0, maximum = 0.0;

      wrong +=
        !same_bits (lw_recording_value (recording, column, sample), value_at (column, sample));
      wrong += lw_recording_find (recording, 0.25 * (double) sample) != sample;
      // The range of time is known in closed form.
      wrong += !lw_recording_range (recording, 0, sample, n, &minimum, &maximum);
      wrong += minimum != 0.25 * (double) sample || maximum != 0.25 * (double) (n - 1);
    }
  }
  wrong += seen != shared->n;
  lw_recording_unref (recording);
  return (void *) wrong;
}

static void
test_concurrent (void)
{
  Shared shared = { .recording = lw_recording_new (N_COLUMNS), .n = 300000 };
  pthread_t writer, readers[2];

  g_assert_cmpint (pthread_create (&readers[0], NULL, read_samples, &shared), ==, 0);
  g_assert_cmpint (pthread_create (&readers[1], NULL, read_samples, &shared), ==, 0);
  g_assert_cmpint (pthread_create (&writer, NULL, write_samples, &shared), ==, 0);
  pthread_join (writer, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++) {
    void *wrong;

    pthread_join (readers[i], &wrong);
    g_assert_cmpuint ((uintptr_t) wrong, ==, 0);
  }
  lw_recording_unref (shared.recording);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording/plain-array", test_plain_array);
  g_test_add_func ("/recording/sized", test_sized);
  g_test_add_func ("/recording/find", test_find);
  g_test_add_func ("/recording/pages", test_pages);
  g_test_add_func ("/recording/refused", test_refused);
  g_test_add_func ("/recording/concurrent", test_concurrent);
  return g_test_run ();
}
