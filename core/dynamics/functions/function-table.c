// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The C2 cubic spline through a table (t_i, y_i), i = 0 ... n - 1, in terms of its second
// derivatives M_i at the knots. With
//
//   h_i = t_{i+1} - t_i,   d_i = (y_{i+1} - y_i) / h_i,   s = t - t_i
//
// the piece
//
//   f = y_i + b_i s + M_i s^2 / 2 + (M_{i+1} - M_i) / h_i s^3 / 6
//   b_i = d_i - h_i (2 M_i + M_{i+1}) / 6
//
// meets both values and both second derivatives. Equal first derivatives at t_i require
//
//   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (d_i - d_{i-1})
//
//   natural    M_0 = M_{n-1} = 0
//   clamped    2 h_0 M_0 + h_0 M_1 = 6 (d_0 - r_0), and in the same way 6 (r_1 - d_{n-2}) at the end
//   periodic   the same equation at t_0 with the last piece before it; M_{n-1} = M_0
//
// The matrix is symmetric and diagonally dominant, so that it is factored without pivoting. In the
// periodic case it is T - c w w' with T tridiagonal, c = h_{n-2} and w = (-1, 0 ... 0, 1), and the
// solution is x + z c (w.x) / (1 - c w.z) with T x = right side and T z = w (Sherman and Morrison).

#include "function-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// f = value + first s + second s^2 / 2 + third s^3 / 6.
typedef struct
{
  double value, first, second, third;
} Piece;

typedef struct
{
  bool periodic;
  int count;
  double *times;
  Piece before;   ///< a line, s from the first time
  Piece pieces[]; ///< from each time onwards; the last is a line
} Table;

/* Second derivatives --------------------------------------------------------------------------- */

/// System of equations for the second derivatives: n unknowns.
typedef struct
{
  int n;
  double *diagonal, *beside; ///< beside[i] couples i and i + 1
  double *x, *z;             ///< right sides, then solutions; z if periodic
} Spline;

/// Factors T = L D L' in place.
static void
spline_factor (Spline *spline)
{
  for (int i = 1; i < spline->n; i++) {
    double ratio = spline->beside[i - 1] / spline->diagonal[i - 1];

    spline->diagonal[i] -= ratio * spline->beside[i - 1];
    spline->beside[i - 1] = ratio;
  }
}

static void
spline_solve (const Spline *spline, double *x)
{
  for (int i = 1; i < spline->n; i++)
    x[i] -= spline->beside[i - 1] * x[i - 1];
  for (int i = 0; i < spline->n; i++)
    x[i] /= spline->diagonal[i];
  for (int i = spline->n - 2; i >= 0; i--)
    x[i] -= spline->beside[i] * x[i + 1];
}

/// Sets the equation at time i between the pieces before and after it, each given by a length and a
/// slope.
static void
spline_set_row (Spline *spline, int i, const double h[2], const double d[2])
{
  spline->diagonal[i] = 2 * (h[0] + h[1]);
  spline->beside[i] = h[1];
  spline->x[i] = 6 * (d[1] - d[0]);
}

static double
slope (const double *times, const double *values, int i)
{
  return (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
}

static void
spline_set_inner_rows (Spline *spline, const double *times, const double *values, int count)
{
  for (int i = 1; i < count - 1; i++)
    spline_set_row (spline, i, (double[]){ times[i] - times[i - 1], times[i + 1] - times[i] },
                    (double[]){ slope (times, values, i - 1), slope (times, values, i) });
}

/// Sets up clamped ends: a piece of zero length with the given slope makes the end an inner row.
static void
spline_clamped (Spline *spline,
                const double *times,
                const double *values,
                int count,
                const double rates[2])
{
  int last = count - 1;

  spline->n = count;
  spline_set_row (spline, 0, (double[]){ 0, times[1] - times[0] },
                  (double[]){ rates[0], slope (times, values, 0) });
  spline_set_row (spline, last, (double[]){ times[last] - times[last - 1], 0 },
                  (double[]){ slope (times, values, last - 1), rates[1] });
  spline_set_inner_rows (spline, times, values, count);
  spline_factor (spline);
  spline_solve (spline, spline->x);
}

static void
spline_natural (Spline *spline, const double *times, const double *values, int count)
{
  int last = count - 1;

  // Rows that say M = 0, not coupled to their neighbours.
  spline->n = count;
  spline_set_inner_rows (spline, times, values, count);
  spline->diagonal[0] = spline->diagonal[last] = 1;
  spline->x[0] = spline->x[last] = 0;
  spline->beside[0] = spline->beside[last - 1] = 0;
  spline_factor (spline);
  spline_solve (spline, spline->x);
}

static void
spline_periodic (Spline *spline, const double *times, const double *values, int count)
{
  int last = count - 2; // the unknown before the one that repeats the first
  double c = times[last + 1] - times[last];

  spline->n = count - 1;
  spline_set_row (spline, 0, (double[]){ c, times[1] - times[0] },
                  (double[]){ slope (times, values, last), slope (times, values, 0) });
  spline_set_inner_rows (spline, times, values, count);
  spline->diagonal[0] += c;
  spline->diagonal[last] += c;
  spline->z[0] = -1;
  spline->z[last] = 1;
  spline_factor (spline);
  spline_solve (spline, spline->x);
  spline_solve (spline, spline->z);

  double w_x = spline->x[last] - spline->x[0], w_z = spline->z[last] - spline->z[0];
  double factor = c * w_x / (1 - c * w_z);

  for (int i = 0; i < spline->n; i++)
    spline->x[i] += factor * spline->z[i];
  spline->x[count - 1] = spline->x[0];
}

/* The pieces ----------------------------------------------------------------------------------- */

static void
table_set_pieces (Table *self, const double *times, const double *values, const double *M)
{
  int last = self->count - 1;

  for (int i = 0; i < last; i++) {
    double h = times[i + 1] - times[i];

    self->pieces[i] = (Piece){
      .value = values[i],
      .first = slope (times, values, i) - h * (2 * M[i] + M[i + 1]) / 6,
      .second = M[i],
      .third = (M[i + 1] - M[i]) / h,
    };
  }
  double h = times[last] - times[last - 1];
  self->before = (Piece){ .value = values[0], .first = self->pieces[0].first };
  self->pieces[last] = (Piece){
    .value = values[last],
    .first = slope (times, values, last - 1) + h * (M[last - 1] + 2 * M[last]) / 6,
  };
}

static bool
table_is_finite (const Table *self)
{
  bool finite = true;

  for (int i = 0; i < self->count; i++) {
    const Piece *piece = &self->pieces[i];

    finite =
      finite && isfinite (piece->first) && isfinite (piece->second) && isfinite (piece->third);
  }
  return finite;
}

/// Sets the pieces. Returns false if there is not enough memory.
static bool
table_fit (Table *self, const double *values, MbdSplineEnds ends, const double end_rates[2])
{
  static const double at_rest[2] = { 0, 0 };
  size_t n = (size_t) self->count;
  double *memory = calloc (n, 4 * sizeof *memory);
  const double *rates = end_rates != NULL ? end_rates : at_rest;

  if (memory == NULL)
    return false;

  Spline spline = {
    .diagonal = memory,
    .beside = memory + n,
    .x = memory + 2 * n,
    .z = memory + 3 * n,
  };

  if (ends == MBD_SPLINE_CLAMPED)
    spline_clamped (&spline, self->times, values, self->count, rates);
  else if (ends == MBD_SPLINE_PERIODIC)
    spline_periodic (&spline, self->times, values, self->count);
  else
    spline_natural (&spline, self->times, values, self->count);
  table_set_pieces (self, self->times, values, spline.x);
  if (ends == MBD_SPLINE_CLAMPED) {
    self->before.first = rates[0];
    self->pieces[self->count - 1].first = rates[1];
  }
  free (memory);
  return true;
}

/* Evaluation ----------------------------------------------------------------------------------- */

static MbdJet
piece_evaluate (const Piece *piece, double s)
{
  return (MbdJet){
    .value = piece->value + s * (piece->first + s * (piece->second / 2 + s * (piece->third / 6))),
    .first = piece->first + s * (piece->second + s * (piece->third / 2)),
    .second = piece->second + s * piece->third,
  };
}

static MbdJet
table_evaluate (double t, void *user_data)
{
  const Table *self = user_data;
  double first = self->times[0], last = self->times[self->count - 1];

  if (self->periodic && (t < first || t >= last)) {
    double s = fmod (t - first, last - first);

    t = first + (s < 0 ? s + (last - first) : s);
  }

  int i = mbd_knots_until (self->times, self->count, t) - 1;

  if (i < 0)
    return piece_evaluate (&self->before, t - first);
  if (self->periodic && i == self->count - 1)
    i--; // rounding led to the end
  return piece_evaluate (&self->pieces[i], t - self->times[i]);
}

/// Returns knot i in a repetition: always the same number, so that rounding does not produce
/// clusters of knots.
static double
repeated_knot (const Table *self, double repetition, int i)
{
  double first = self->times[0], period = self->times[self->count - 1] - first;

  return first + (repetition * period + (self->times[i] - first));
}

static double
table_next_knot (double t, void *user_data)
{
  const Table *self = user_data;

  if (!self->periodic)
    return mbd_knot_after (self->times, self->count, t);

  double first = self->times[0], period = self->times[self->count - 1] - first;
  double repetition = floor ((t - first) / period) - 1;

  // Rounding can put t into the neighbouring repetition, but not further.
  for (int trial = 0; trial < 4; trial++, repetition++) {
    int low = 0, high = self->count - 1;

    while (low < high) {
      int middle = low + (high - low) / 2;

      if (repeated_knot (self, repetition, middle) > t)
        high = middle;
      else
        low = middle + 1;
    }
    if (low < self->count - 1)
      return repeated_knot (self, repetition, low);
  }
  return INFINITY; // t is so large that the repetitions cannot be distinguished
}

/* Construction --------------------------------------------------------------------------------- */

static MbdStatus
check_table (const double *times,
             const double *values,
             int count,
             MbdSplineEnds ends,
             const double end_rates[2],
             MbdDiagnosis *why)
{
  MbdStatus status;

  if ((int) ends < MBD_SPLINE_NATURAL || ends > MBD_SPLINE_PERIODIC)
    return mbd_function_refuse (MBD_STATUS_BAD_PARAMETER, -1, (int) ends, why);
  if (count < (ends == MBD_SPLINE_PERIODIC ? 3 : 2))
    return mbd_function_refuse (MBD_STATUS_TABLE_TOO_SHORT, -1, count, why);
  status = mbd_function_check_finite (times, count, why);
  if (status == MBD_STATUS_OK)
    status = mbd_function_check_finite (values, count, why);
  if (status == MBD_STATUS_OK && ends == MBD_SPLINE_CLAMPED && end_rates != NULL)
    status = mbd_function_check_finite (end_rates, 2, why);
  if (status != MBD_STATUS_OK)
    return status;
  for (int i = 1; i < count; i++)
    if (times[i] <= times[i - 1])
      return mbd_function_refuse (MBD_STATUS_TABLE_ORDER, i, times[i], why);
  if (ends == MBD_SPLINE_PERIODIC && values[count - 1] != values[0])
    return mbd_function_refuse (MBD_STATUS_TABLE_NOT_PERIODIC, count - 1, values[count - 1], why);
  return MBD_STATUS_OK;
}

static void
table_free (void *user_data)
{
  Table *self = user_data;

  if (self != NULL)
    free (self->times);
  free (self);
}

/// Creates the spline. Returns NULL if there is not enough memory.
static Table *
table_new (const double *times,
           const double *values,
           int count,
           MbdSplineEnds ends,
           const double end_rates[2])
{
  size_t n = (size_t) count;
  Table *self = calloc (1, sizeof *self + n * sizeof (Piece));

  if (self == NULL)
    return NULL;
  self->periodic = ends == MBD_SPLINE_PERIODIC;
  self->count = count;
  self->times = malloc (n * sizeof *times);
  if (self->times != NULL)
    memcpy (self->times, times, n * sizeof *times);
  if (self->times == NULL || !table_fit (self, values, ends, end_rates)) {
    table_free (self);
    return NULL;
  }
  return self;
}

MbdStatus
mbd_function_new_table (const double *times,
                        const double *values,
                        int count,
                        MbdSplineEnds ends,
                        const double end_rates[2],
                        MbdFunction **function,
                        MbdDiagnosis *why)
{
  static const MbdFunctionClass table_class = {
    .evaluate = table_evaluate,
    .next_knot = table_next_knot,
    .destroy = table_free,
  };
  MbdStatus status = check_table (times, values, count, ends, end_rates, why);

  *function = NULL;
  if (status != MBD_STATUS_OK)
    return status;

  Table *self = table_new (times, values, count, ends, end_rates);

  if (self != NULL && !table_is_finite (self)) {
    // The numbers are finite but too large, or the times too close, for the slopes between them.
    table_free (self);
    return mbd_function_refuse (MBD_STATUS_NOT_FINITE, -1, 0, why);
  }
  return mbd_function_take (&table_class, self, function, why);
}
