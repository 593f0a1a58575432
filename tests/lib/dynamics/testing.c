// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparisons, random numbers, motion; the dense system is in testing-system.c.

#include "testing.h"

void
testing_close (const char *file,
               int line,
               const char *function,
               const char *expression,
               int index,
               double got,
               double expected,
               double tolerance)
{
  if (fabs (got - expected) <= tolerance)
    return;

  char *element = index >= 0 ? g_strdup_printf ("[%d]", index) : g_strdup ("");
  char *message = g_strdup_printf ("%s%s is %.17g, expected %.17g within %g (off by %g)",
                                   expression, element, got, expected, tolerance, got - expected);

  g_assertion_message (G_LOG_DOMAIN, file, line, function, message);
}

void
testing_all_close (const char *file,
                   int line,
                   const char *function,
                   const char *expression,
                   int n,
                   const double *got,
                   const double *expected,
                   double tolerance)
{
  for (int i = 0; i < n; i++)
    testing_close (file, line, function, expression, i, got[i], expected[i], tolerance);
}

void
testing_at_most (const char *file,
                 int line,
                 const char *function,
                 const char *expression,
                 double value,
                 double limit)
{
  if (value <= limit)
    return;

  char *message = g_strdup_printf ("%s is %.6g, must be at most %.6g", expression, value, limit);

  g_assertion_message (G_LOG_DOMAIN, file, line, function, message);
}

void
testing_status (const char *file,
                int line,
                const char *function,
                const char *call,
                MbdStatus got,
                MbdStatus expected)
{
  if (got == expected)
    return;

  char *message =
    g_strdup_printf ("%s: status %d (%s), expected %d (%s)", call, (int) got, mbd_status_text (got),
                     (int) expected, mbd_status_text (expected));

  g_assertion_message (G_LOG_DOMAIN, file, line, function, message);
}

bool
testing_torture (void)
{
  return g_getenv ("LW_TORTURE") != NULL;
}

MbdState *
testing_state (Design *design)
{
  MbdState *state = mbd_state_new (design_take_model (design));

  g_assert_nonnull (state);
  return state;
}

void
testing_state_free (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);

  mbd_state_free (state);
  mbd_model_unref (model);
}

double
max_norm (int n, const double *x)
{
  double largest = 0;

  for (int i = 0; i < n; i++) {
    if (isnan (x[i]))
      return INFINITY;
    largest = fmax (largest, fabs (x[i]));
  }
  return largest;
}

double
worst_of (double worst, double error)
{
  return isnan (error) ? INFINITY : fmax (worst, error);
}

double
dot (int n, const double *x, const double *y)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void
cross (const double a[3], const double b[3], double product[3])
{
  const double result[3] = {
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  };

  memcpy (product, result, sizeof result);
}

void
quaternion_from_vector (const double vector[3], double quaternion[4])
{
  double angle = sqrt (dot (3, vector, vector));
  double factor = angle > 0 ? sin (0.5 * angle) / angle : 0.5;

  quaternion[0] = cos (0.5 * angle);
  for (int k = 0; k < 3; k++)
    quaternion[k + 1] = factor * vector[k];
}

void
quaternion_multiply (const double p[4], const double q[4], double pq[4])
{
  const double result[4] = {
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  };

  memcpy (pq, result, sizeof result);
}

void
quaternion_turn (const double quaternion[4], const double v[3], double turned[3])
{
  const double pure[4] = { 0, v[0], v[1], v[2] };
  const double conjugate[4] = { quaternion[0], -quaternion[1], -quaternion[2], -quaternion[3] };
  double product[4];

  quaternion_multiply (quaternion, pure, product);
  quaternion_multiply (product, conjugate, product);
  memcpy (turned, product + 1, 3 * sizeof *turned);
}

double
random_in (GRand *rand, double low, double high)
{
  return g_rand_double_range (rand, low, high);
}

void
random_vector (GRand *rand, int n, double size, double *x)
{
  for (int i = 0; i < n; i++)
    x[i] = random_in (rand, -size, size);
}

void
random_quaternion (GRand *rand, double quaternion[4])
{
  double norm;

  do {
    random_vector (rand, 4, 1, quaternion);
    norm = sqrt (dot (4, quaternion, quaternion));
  } while (norm < 0.1 || norm > 1);
  for (int k = 0; k < 4; k++)
    quaternion[k] /= norm;
}

void
move_along (const MbdModel *model, const double *q, const double *v, double h, double *moved)
{
  memcpy (moved, q, (size_t) mbd_model_position_count (model) * sizeof *q);
  for (int body = 0; body < mbd_model_body_count (model); body++) {
    int iq = mbd_model_body_first_position (model, body);
    int iv = mbd_model_body_first_velocity (model, body);

    if (iv < 0)
      continue;
    for (int k = 0; k < 3; k++)
      moved[iq + k] = q[iq + k] + h * v[iv + k];
    if (mbd_model_body_mobility (model, body) == MBD_SPATIAL) {
      const double vector[3] = { h * v[iv + 3], h * v[iv + 4], h * v[iv + 5] };
      double turn[4];

      quaternion_from_vector (vector, turn);
      quaternion_multiply (q + iq + 3, turn, moved + iq + 3);
    }
  }
}

MbdIntegratorSettings
testing_settings (MbdMethod method, double accuracy, double step, double duration)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.method = method;
  settings.accuracy = accuracy;
  settings.step = step;
  settings.duration = duration;
  return settings;
}

MbdFunction *
testing_feedback (const char *text, const char *const *names, const MbdSignalDef *signals, int n)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_feedback (text, names, NULL, n, signals, n, &function, NULL));
  return function;
}
