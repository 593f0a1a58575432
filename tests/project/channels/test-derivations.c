// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels defined by formulas: meaning of expressions, refusals, rates and integrals compared with
// those of polynomials, and spectra compared with the defining sum.

#include <math.h>

#include "lw-computation.h"
#include "lw-fourier.h"
#include "lw-spectrum.h"
#include "lw-text.h"
#include "testing-seed.h"

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
} Fixture;

static Fixture
fixture_new (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), "four-bar.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Fixture self;

  self.mechanism = lw_text_load (file, NULL, NULL);
  g_assert_nonnull (self.mechanism);
  lw_mechanism_add_parameter (self.mechanism, lw_parameter_new ("k", 2.5, ""));
  self.model = lw_mechanism_compile (self.mechanism, NULL);
  self.channels = lw_channels_new (self.mechanism, self.model);
  return self;
}

static void
fixture_clear (Fixture *self)
{
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

/// Returns the channels with these definitions.
static LwChannels *
define (Fixture *self, const char *const *definitions)
{
  return lw_channels_with_definitions (self->channels, self->mechanism, definitions);
}

// ---- expressions ----------------------------------------------------------------------------

static void
test_split (void)
{
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;
  g_auto (GStrv) parts = lw_channels_split ("a, b = max(x, y) ,c(,d = \"]),\" [(,]],]*2,*.e");

  g_assert_true (lw_definition_split (" P loss = a == b ", &name, &expression));
  g_assert_cmpstr (name, ==, "P loss");
  g_assert_cmpstr (expression, ==, "a == b");
  g_assert_false (lw_definition_split ("a <= b", NULL, NULL));
  g_assert_false (lw_definition_split ("*.reaction", NULL, NULL));
  g_assert_cmpuint (g_strv_length (parts), ==, 5);
  g_assert_cmpstr (parts[1], ==, "b = max(x, y)");
  g_assert_cmpstr (parts[2], ==, "c(");
  g_assert_cmpstr (parts[3], ==, "d = \"]),\" [(,]],]*2");
}

static void
test_units (void)
{
  static const struct
  {
    const char *expression, *unit;
  } cases[] = {
    { "B.reaction_x * Coupler.vx", "W" },
    { "B.reaction", "N" },
    { "B.reaction + 3 N", "N" },
    { "k * B.reaction + 1 kN", "N" },
    { "der (Crank.angle)", "rad/s" },
    { "der(Crank.omega) - Crank.alpha", "rad/s^2" },
    { "int (B.reaction * der ([Coupler.x]))", "J" },
    { "sin (Crank.angle)", "1" },
    { "Coupler.x ^ 2", "m^2" },
    { "sqrt (Coupler.x^2 + Coupler.y^2)", "m" },
    { "B.reaction - other (B.reaction)", "N" },
    { "t * 2", "s" },
    { "energy.kinetic * Coupler.x", "m^3 kg s^-2" },
    { "0", "1" },
    { "int (time)", "s^2" },
    { "Crank.omega * 1 rad / (2 * pi)", "rad^2 s^-1" },
  };
  Fixture fixture = fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LwDerivation) derivation =
      lw_derivation_new (cases[i].expression, fixture.mechanism, fixture.channels, &error);

    g_assert_no_error (error);
    g_test_message ("%s", cases[i].expression);
    g_assert_cmpstr (lw_derivation_get_unit (derivation), ==, cases[i].unit);
  }
  fixture_clear (&fixture);
}

/// Each error message quotes the entered words.
static void
test_wrong (void)
{
  static const struct
  {
    const char *expression, *says;
  } cases[] = {
    { "", "missing" },
    { "B.reaction + Coupler.x", "do not go together" },
    { "B.reaction + 3", "do not go together" },
    { "B.nothing * 2", "“B.nothing”" },
    { "2 * (B.reaction", "" },
    { "der (B.reaction", "parenthesis" },
    { "der ()", "" },
    { "der (B.reaction, 2)", "" },
    { "[B.reaction", "“]”" },
    { "[] + 1", "no value" },
    { "[No such]", "“No such”" },
    { "B.reaction *", "" },
    { "foo * B.reaction", "foo" },
    { "foo (B.reaction)", "foo" },
    { "B.reaction B.reaction", "" },
    { "sin (B.reaction)", "" },
    { "other (other (B.reaction))", "once" },
    { "other (B.reaction, 4)", "1, 2 or 3" },
    { "other (B.reaction, Run)", "in quotes" },
    { "other (B.reaction, \"\")", "in quotes" },
    { "other (B.reaction, 1, 2)", "1, 2 or 3" },
    { "other (, 2)", "" },
    { "exp (Coupler.x)", "" },
    { "1..2", "" },
    { "\xff", "not valid text" },
    { "@", "" },
    { "B.reaction = 2", "" },
    { "der (der (der (der (der (der (der (der (der (der (der (der (der (der (der (der (der (der "
      "(B.reaction))))))))))))))))))",
      "operators" },
  };
  Fixture fixture = fixture_new ();
  g_autofree char *deep = g_strnfill (5000, '(');
  g_autoptr (GError) too_long = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    LwDerivation *derivation =
      lw_derivation_new (cases[i].expression, fixture.mechanism, fixture.channels, &error);

    if (g_utf8_validate (cases[i].expression, -1, NULL))
      g_test_message ("%s: %s", cases[i].expression, error != NULL ? error->message : "fine?");
    g_assert_null (derivation);
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    g_assert_nonnull (strstr (error->message, cases[i].says));
    // Internal replacement names never appear.
    g_assert_null (strstr (error->message, "__"));
  }
  g_assert_null (lw_derivation_new (deep, fixture.mechanism, fixture.channels, &too_long));
  g_assert_nonnull (too_long);
  fixture_clear (&fixture);
}

/// Random texts of meaningful characters: none crashes, and each is compiled or refused.
static void
test_random (void)
{
  static const char *const pieces[] = { "der", "int",        "other",       "(", ")",   "[",
                                        "]",   "B.reaction", "Crank.angle", "k", "t",   "+",
                                        "*",   "^",          ",",           "=", "2",   "1e9",
                                        " ",   "m",          "N",           "ü", "max", "." };
  Fixture fixture = fixture_new ();
  guint good = 0;

  for (int i = 0; i < 3000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (GError) error = NULL;
    LwDerivation *derivation;

    for (int k = g_test_rand_int_range (1, 12); k > 0; k--)
      g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
    derivation = lw_derivation_new (text->str, fixture.mechanism, fixture.channels, &error);
    g_assert_true ((derivation == NULL) == (error != NULL));
    good += derivation != NULL;
    g_clear_pointer (&derivation, lw_derivation_unref);
  }
  g_assert_cmpuint (good, >, 0);
  fixture_clear (&fixture);
}

// ---- definitions among the channels ---------------------------------------------------------

static void
test_definitions (void)
{
  static const char *const definitions[] = {
    "b = 2 * a", "a = B.reaction + 1 N", "bad = B.foo", "a = B.reaction", "B.reaction = t",
    "w w = [a]", "B.reaction",           "x = y",       "y = x",          NULL
  };
  Fixture fixture = fixture_new ();
  g_autoptr (LwChannels) channels = define (&fixture, definitions);
  const guint n = lw_channels_get_n (fixture.channels);
  g_autoptr (GArray) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *entry = NULL;

  // Definitions may be in any order; the indices of existing channels do not change.
  g_assert_cmpuint (lw_channels_get_n (channels), ==, n + 3);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (lw_channels_get (channels, i)->name, ==,
                     lw_channels_get (fixture.channels, i)->name);
  g_assert_cmpstr (lw_channels_get (channels, (guint) lw_channels_find (channels, "b"))->unit, ==,
                   "N");
  found = lw_channels_match (channels, "b, b = 2 * a, B.reaction, w w", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 3);
  entry = lw_channels_dup_entry (channels, g_array_index (found, guint, 0));
  g_assert_cmpstr (entry, ==, "b = 2 * a");
  for (guint i = 2; i < 5; i++) {
    g_clear_error (&error);
    g_assert_null (lw_channels_match (channels, definitions[i], &error));
    g_test_message ("%s", error->message);
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  }
  g_clear_error (&error);
  g_assert_null (lw_channels_match (channels, "x = y", &error));
  g_assert_nonnull (error);
  fixture_clear (&fixture);
}

// ---- values ---------------------------------------------------------------------------------

/// Two runs: column 1 is a parabola of time, column 2 a straight line.
typedef struct
{
  LwRecording *recordings[3]; ///< the last one is named "A (1)"
  guint parabola;
} Runs;

static double
parabola (double t)
{
  return 3 * t * t - 2 * t + 0.5;
}

static LwSeries
series_cb (void *data, guint channel, LwOther other)
{
  Runs *self = data;
  const guint run = other.run != NULL ? 2 : other.number;

  g_assert_true (other.run == NULL || g_str_equal (other.run, "A (1)"));
  return (LwSeries){ self->recordings[run], channel == 0 ? 0 : channel == self->parabola ? 1 : 2 };
}

static void
fill (LwRecording *recording, gsize n, double step, bool jump)
{
  double t = 0;

  for (gsize i = 0; i < n; i++) {
    // Unequal steps; and in the middle two samples at the same time, with a jump between them.
    const double rise = jump && i >= n / 2 ? 100 : 0;
    const double row[3] = { t, parabola (t) + rise, 4 - t };

    g_assert_true (lw_recording_append (recording, row));
    if (!jump || i + 1 != n / 2)
      t += step * (1 + 0.3 * (double) (i % 3));
  }
}

static LwRecording *
compute (Fixture *fixture, Runs *runs, const char *expression, LwComputation **computation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDerivation) derivation =
    lw_derivation_new (expression, fixture->mechanism, fixture->channels, &error);

  g_assert_no_error (error);
  *computation = lw_computation_new (derivation);
  g_assert_true (lw_computation_extend (*computation, series_cb, runs, true, 10));
  return lw_computation_get_series (*computation).recording;
}

static void
test_values (void)
{
  Fixture fixture = fixture_new ();
  Runs runs = { { lw_recording_new (3), lw_recording_new (3), lw_recording_new (3) },
                (guint) lw_channels_find (fixture.channels, "B.reaction") };
  LwComputation *rate, *integral, *sum, *other, *nested, *between, *named;
  LwRecording *found;
  const gsize n = 400;

  fill (runs.recordings[0], n, 0.01, false);
  fill (runs.recordings[1], n / 2, 0.017, false);
  found = compute (&fixture, &runs, "der (B.reaction)", &rate);
  g_assert_cmpuint (lw_recording_n_samples (found), ==, n);
  // Exact for a parabola, even at the ends: only rounding remains, of values of about 100 over
  // steps of 0.01.
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, i),
                                    6 * lw_recording_value (found, 0, i) - 2, 1e-10);

  // Exact for a straight line.
  found = compute (&fixture, &runs, "int (C.reaction)", &integral);
  for (gsize i = 0; i < n; i++) {
    const double t = lw_recording_value (found, 0, i);

    g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, i), 4 * t - 0.5 * t * t, 1e-12);
  }

  // The arithmetic equals that of the expression, to the last bit.
  found = compute (&fixture, &runs, "k * B.reaction / (C.reaction + 2 N) - t * 1 s^-1", &sum);
  for (gsize i = 0; i < n; i++) {
    const double t = lw_recording_value (runs.recordings[0], 0, i);
    const double b = lw_recording_value (runs.recordings[0], 1, i);
    const double c = lw_recording_value (runs.recordings[0], 2, i);

    g_assert_cmpfloat (lw_recording_value (found, 1, i), ==, 2.5 * b / (c + 2) - t * 1.0);
  }

  // The other run at the same time, with linear interpolation; not a number after its end.
  found = compute (&fixture, &runs, "C.reaction - other (C.reaction)", &other);
  g_assert_true (isnan (lw_recording_value (found, 1, n - 1)));
  for (gsize i = 0; i < n / 4; i++)
    g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, i), 0, 1e-14);

  // Nested operators: the rate of the integral of a line in the other run.
  found = compute (&fixture, &runs, "other (der (int (C.reaction)))", &nested);
  for (gsize i = 1; i < n / 4; i++)
    g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, i),
                                    4 - lw_recording_value (found, 0, i), 1e-9);
  // The second run is identified by its number or its name: it jumps by 100 at its middle, so that
  // the difference is the jump.
  fill (runs.recordings[2], n, 0.01, true);
  found = compute (&fixture, &runs, "other (B.reaction, 2) - B.reaction", &between);
  g_assert_cmpfloat (lw_recording_value (found, 1, 10), ==, 0);
  // Chords of the parabola: up to 6 h^2 / 8 error.
  g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, n - 10), 100, 1e-3);
  found = compute (&fixture, &runs, "other (B.reaction; \"A (1)\") - other (B.reaction)", &named);
  g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, 10), 0, 1e-3);
  {
    const LwDerivation *needs = lw_computation_get_derivation (between);
    const LwDerivation *by_name = lw_computation_get_derivation (named);

    g_assert_true (lw_derivation_lacks_other (needs, (const char *const[]){ "x", NULL }));
    g_assert_false (lw_derivation_lacks_other (needs, (const char *const[]){ "x", "y", NULL }));
    g_assert_true (lw_derivation_lacks_other (by_name, (const char *const[]){ "x", NULL }));
    g_assert_false (lw_derivation_lacks_other (by_name, (const char *const[]){ "A (1)", NULL }));
  }
  lw_computation_free (between);
  lw_computation_free (named);
  lw_recording_unref (runs.recordings[2]);
  lw_computation_free (rate);
  lw_computation_free (integral);
  lw_computation_free (sum);
  lw_computation_free (other);
  lw_computation_free (nested);
  lw_recording_unref (runs.recordings[0]);
  lw_recording_unref (runs.recordings[1]);
  fixture_clear (&fixture);
}

/// At a jump, the rate is the one-sided rate of either side; values that are not finite are skipped
/// in integrals and stay so in expressions.
static void
test_odd_values (void)
{
  Fixture fixture = fixture_new ();
  Runs runs = { { lw_recording_new (3), NULL },
                (guint) lw_channels_find (fixture.channels, "B.reaction") };
  LwComputation *rate, *integral, *quotient;
  LwRecording *found;
  const double gap[3] = { 100, NAN, INFINITY };

  fill (runs.recordings[0], 100, 0.01, true);
  g_assert_cmpfloat (lw_recording_value (runs.recordings[0], 0, 49), ==,
                     lw_recording_value (runs.recordings[0], 0, 50));
  found = compute (&fixture, &runs, "der (B.reaction)", &rate);
  for (gsize i = 0; i < 100; i++)
    g_assert_cmpfloat_with_epsilon (lw_recording_value (found, 1, i),
                                    6 * lw_recording_value (found, 0, i) - 2, 1e-9);
  g_assert_true (lw_recording_append (runs.recordings[0], gap));
  found = compute (&fixture, &runs, "int (B.reaction)", &integral);
  g_assert_cmpfloat (lw_recording_value (found, 1, 100), ==, lw_recording_value (found, 1, 99));
  found = compute (&fixture, &runs, "1 N / (B.reaction - B.reaction)", &quotient);
  g_assert_true (isnan (lw_recording_value (found, 1, 5)));
  lw_computation_free (rate);
  lw_computation_free (integral);
  lw_computation_free (quotient);
  lw_recording_unref (runs.recordings[0]);
  fixture_clear (&fixture);
}

/// A growing recording gives the same values, to the last bit, as the complete one.
static void
test_growing (void)
{
  Fixture fixture = fixture_new ();
  Runs whole = { { lw_recording_new (3), NULL },
                 (guint) lw_channels_find (fixture.channels, "B.reaction") };
  Runs part = { { lw_recording_new (3), NULL }, whole.parabola };
  const char *expression = "der (B.reaction) + int (C.reaction) * 1 s^-2";
  g_autoptr (LwDerivation) derivation =
    lw_derivation_new (expression, fixture.mechanism, fixture.channels, NULL);
  g_autoptr (LwComputation) growing = lw_computation_new (derivation);
  LwComputation *at_once;
  LwRecording *a;
  LwRecording *b;

  fill (whole.recordings[0], 5000, 0.01, false);
  a = compute (&fixture, &whole, expression, &at_once);
  for (gsize i = 0; i < 5000; i++) {
    double row[3];

    lw_recording_sample (whole.recordings[0], i, row);
    lw_recording_append (part.recordings[0], row);
    if (i % 37 == 0)
      lw_computation_extend (growing, series_cb, &part, false, 1e-5);
  }
  while (!lw_computation_extend (growing, series_cb, &part, true, 1e-5))
    ;
  b = lw_computation_get_series (growing).recording;
  g_assert_cmpuint (lw_recording_n_samples (b), ==, 5000);
  for (gsize i = 0; i < 5000; i++)
    g_assert_cmpfloat (lw_recording_value (a, 1, i), ==, lw_recording_value (b, 1, i));
  lw_computation_free (at_once);
  lw_recording_unref (whole.recordings[0]);
  lw_recording_unref (part.recordings[0]);
  fixture_clear (&fixture);
}

// ---- spectra --------------------------------------------------------------------------------

static void
test_fourier (void)
{
  static const size_t lengths[] = { 1, 2, 3, 4, 5, 8, 12, 17, 64, 100, 127, 360 };

  for (guint c = 0; c < G_N_ELEMENTS (lengths); c++) {
    const size_t n = lengths[c];
    g_autofree double complex *values = g_new (double complex, n);
    g_autofree double complex *expected = g_new0 (double complex, n);

    for (size_t i = 0; i < n; i++)
      values[i] = g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1);
    for (size_t k = 0; k < n; k++)
      for (size_t i = 0; i < n; i++)
        expected[k] += values[i] * cexp (-2 * G_PI * I * (double) (i * k % n) / (double) n);
    g_assert_true (lw_fourier_transform (values, n));
    // Both sums round about 1e-16 of their terms, of which there are up to 360 of size 1.
    for (size_t k = 0; k < n; k++)
      g_assert_cmpfloat (cabs (values[k] - expected[k]), <, 1e-12);
  }
}

static void
test_spectrum (void)
{
  LwRecording *recording = lw_recording_new (2);
  LwRecording *spectrum;
  LwRecording *none;
  const size_t n = 2000;
  const double step = 0.005;
  const double bad[2] = { 10, NAN };

  // 3 at 12 Hz, 0.5 at 40 Hz, on a mean of -7: all at lines of the spectrum, 0.1 Hz apart.
  for (size_t i = 0; i < n; i++) {
    const double t = step * (double) i;
    const double row[2] = { t,
                            -7 + 3 * cos (2 * G_PI * 12 * t + 1) + 0.5 * sin (2 * G_PI * 40 * t) };

    lw_recording_append (recording, row);
  }
  none = lw_spectrum_new ((LwSeries){ recording, 1 }, 7);
  g_assert_null (none);
  spectrum = lw_spectrum_new ((LwSeries){ recording, 1 }, n);
  g_assert_nonnull (spectrum);
  g_assert_cmpuint (lw_recording_n_samples (spectrum), ==, n / 2 + 1);
  g_assert_cmpfloat_with_epsilon (lw_recording_value (spectrum, 0, 120), 12, 1e-10);
  g_assert_cmpfloat_with_epsilon (lw_recording_value (spectrum, 0, n / 2), 100, 1e-10);
  for (size_t k = 0; k <= n / 2; k++) {
    // Because of the window, each vibration has half its amplitude in the neighbouring lines.
    const double expected = k == 0                 ? 7
                            : k == 120             ? 3
                            : k == 119 || k == 121 ? 1.5
                            : k == 400             ? 0.5
                            : k == 399 || k == 401 ? 0.25
                                                   : 0;

    g_assert_cmpfloat_with_epsilon (lw_recording_value (spectrum, 1, k), expected, 1e-10);
  }
  lw_recording_append (recording, bad);
  g_assert_null (lw_spectrum_new ((LwSeries){ recording, 1 }, n + 1));
  lw_recording_unref (spectrum);
  lw_recording_unref (recording);
}

int
main (int argc, char **argv)
{
  testing_seed_init (&argc, &argv);
  g_test_add_func ("/derivations/split", test_split);
  g_test_add_func ("/derivations/units", test_units);
  g_test_add_func ("/derivations/wrong", test_wrong);
  g_test_add_func ("/derivations/random", test_random);
  g_test_add_func ("/derivations/definitions", test_definitions);
  g_test_add_func ("/derivations/values", test_values);
  g_test_add_func ("/derivations/odd-values", test_odd_values);
  g_test_add_func ("/derivations/growing", test_growing);
  g_test_add_func ("/derivations/fourier", test_fourier);
  g_test_add_func ("/derivations/spectrum", test_spectrum);
  return g_test_run ();
}
