// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-check.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-lesson-code.h"
#include "lw-lesson-curve.h"
#include "lw-number.h"

/// Part of the run that a drawn curve has to cover.
#define COVERED 0.8
#define GRAVITY 9.81
/// Room above and below the curve on the sheet for a prediction, in parts of its range.
#define SHEET_ROOM 1.2
/// Parts into which the curve of a model solution is divided.
#define SOLVED_PARTS 60

/// A check while it is made.
typedef struct
{
  const LwLesson *lesson;
  const LwLessonStep *step;
  const LwLessonAnswers *answers;
  const char *language;
  LwLessonTrial *own;       ///< trial of the learner's mechanism
  LwLessonTrial *reference; ///< trial of the model solution
  double given[LW_LESSON_MAX_NUMBERS], expected[LW_LESSON_MAX_NUMBERS];
  const char *units[LW_LESSON_MAX_NUMBERS];
  bool right[LW_LESSON_MAX_NUMBERS];
  LwRecording *curve; ///< predicted curve; NULL if there is none
  char *fault;        ///< why the expression could not be evaluated; NULL if it could
} Check;

void
lw_lesson_result_free (LwLessonResult *self)
{
  g_free (self->reply);
  lw_recording_unref (self->curve);
  g_free (self);
}

static LwLessonResult *
result_new (LwLessonVerdict verdict, int wrong, const char *reply)
{
  LwLessonResult *self = g_new0 (LwLessonResult, 1);

  self->verdict = verdict;
  self->wrong = wrong;
  self->reply = g_strdup (reply);
  return self;
}

static const LwLessonNumber *
get_number (const Check *self, guint index)
{
  return &g_array_index (self->step->numbers, LwLessonNumber, index);
}

// ---- the answers ----------------------------------------------------------------------------

/// Reads a number as typed, in SI. The comma is accepted as a decimal point.
static bool
read_typed (const char *text, const char *unit, double *value, GError **error)
{
  const LwFormulaScope scope = { .unit = unit, .decimal_point = ',' };

  return lw_formula_evaluate (text, &scope, value, error);
}

/// Returns a result if an answer is missing or cannot be read, else NULL.
static LwLessonResult *
read_answers (Check *self)
{
  const LwLessonStep *step = self->step;
  const LwLessonAnswers *answers = self->answers;
  const guint n = answers->numbers != NULL ? g_strv_length (answers->numbers) : 0;

  for (guint i = 0; i < step->numbers->len; i++) {
    g_autoptr (GError) why = NULL;

    self->units[i] = get_number (self, i)->unit;
    if (i >= n || *answers->numbers[i] == '\0')
      return result_new (LW_LESSON_MISSING, -1, _ ("Enter your result first."));
    if (!read_typed (answers->numbers[i], self->units[i], &self->given[i], &why))
      return result_new (LW_LESSON_MISSING, -1, why->message);
  }
  if (step->choices->len > 0 && answers->choice == NULL)
    return result_new (LW_LESSON_MISSING, -1, _ ("Choose an answer first."));
  if (step->drawn != NULL && (answers->drawn == NULL || answers->drawn->len < 2))
    return result_new (LW_LESSON_MISSING, -1, _ ("Draw your prediction first."));
  return NULL;
}

static bool
is_near (const LwLessonNumber *number, double given, double expected)
{
  const double tolerance = fmax (number->within, number->tolerance * fabs (expected));

  return fabs (given - expected) <= fmax (tolerance, 1e-12);
}

/// Compares the numbers with those of the model solution. Returns false and sets the error if one of
/// the lesson's numbers cannot be computed.
static bool
compare_numbers (Check *self, bool *right, GError **error)
{
  for (guint i = 0; i < self->step->numbers->len; i++) {
    const LwLessonNumber *number = get_number (self, i);

    self->right[i] = number->value == NULL;
    if (self->right[i])
      continue;
    if (!lw_lesson_evaluate (self->reference, number->value, NULL, number->unit, &self->expected[i],
                             error))
      return false;
    if (isnan (self->expected[i])) {
      g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, _ ("The number “%s” does not exist."),
                   number->value);
      return false;
    }
    self->right[i] = is_near (number, self->given[i], self->expected[i]);
    *right = *right && self->right[i];
  }
  return true;
}

// ---- a drawn curve --------------------------------------------------------------------------

static double
drawn_at (const GArray *drawn, double time)
{
  guint right = 1;

  while (right + 1 < drawn->len && g_array_index (drawn, double, 2 * right) < time)
    right++;
  const double *a = &g_array_index (drawn, double, 2 * (right - 1));
  const double *b = &g_array_index (drawn, double, 2 * right);
  return a[1] + (time - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
}

double
lw_lesson_compare_drawn (const GArray *drawn, const LwRecording *curve)
{
  const size_t n = lw_recording_n_samples (curve);
  const double first = g_array_index (drawn, double, 0);
  const double last = g_array_index (drawn, double, 2 * (drawn->len - 1));
  double least = INFINITY, largest = -INFINITY, sum = 0;
  size_t count = 0;

  for (size_t i = 0; i < n; i++) {
    const double time = lw_recording_value (curve, 0, i);
    const double value = lw_recording_value (curve, 1, i);

    if (isnan (value))
      continue;
    least = fmin (least, value);
    largest = fmax (largest, value);
    if (time < first || time > last)
      continue;
    sum += pow (drawn_at (drawn, time) - value, 2);
    count++;
  }
  if (count == 0)
    return NAN;
  const double range = largest - least;
  const double size = fmax (fabs (largest), fabs (least));
  // A curve that is constant to round-off is compared with its own size.
  return sqrt (sum / (double) count) / (range > 1e-9 * size ? range : fmax (size, 1e-12));
}

static bool
compare_drawn (Check *self, bool *right, GError **error)
{
  const GArray *drawn = self->answers->drawn;
  const LwRecording *curve;

  self->curve = lw_lesson_curve (self->reference, self->step->drawn, error);
  if (self->curve == NULL)
    return false;
  curve = self->curve;
  const double span = lw_recording_end (curve) - lw_recording_value (curve, 0, 0);
  const double covered =
    g_array_index (drawn, double, 2 * (drawn->len - 1)) - g_array_index (drawn, double, 0);
  const double difference = lw_lesson_compare_drawn (drawn, curve);
  *right = *right && covered >= COVERED * span && difference <= self->step->bound;
  return true;
}

// ---- replies --------------------------------------------------------------------------------

static LwLessonGiven
get_given (const Check *self)
{
  return (LwLessonGiven){
    .numbers = self->given,
    .units = self->units,
    .n_numbers = self->step->numbers->len,
    .choice = self->answers->choice,
    .selected = (const char *const *) self->answers->selected,
    .drawn = self->answers->drawn,
  };
}

/// Evaluates a condition on the learner's mechanism. Returns false if it is not true; *fault is set
/// if it cannot be evaluated.
static bool
is_true (const Check *self, const char *expression, char **fault)
{
  const LwLessonGiven given = get_given (self);
  g_autoptr (GError) why = NULL;
  double value;

  if (!lw_lesson_evaluate (self->own, expression, &given, NULL, &value, &why)) {
    if (fault != NULL)
      *fault = g_strdup (why->message);
    return false;
  }
  return value != 0 && !isnan (value);
}

static bool
has_wrong_numbers (const Check *self, const LwLessonWrong *wrong)
{
  for (guint i = 0; wrong->answers.numbers[i] != NULL; i++) {
    double value;

    if (!read_typed (wrong->answers.numbers[i], self->units[i], &value, NULL)
        || !is_near (get_number (self, i), self->given[i], value))
      return false;
  }
  return true;
}

/// Returns the index of the wrong answer that was given, or -1.
static int
find_wrong (const Check *self)
{
  for (guint i = 0; i < self->step->wrong->len; i++) {
    const LwLessonWrong *wrong = self->step->wrong->pdata[i];

    if (wrong->when != NULL) {
      if (is_true (self, wrong->when, NULL))
        return (int) i;
      continue;
    }
    if (wrong->answers.choice != NULL
        && g_strcmp0 (wrong->answers.choice, self->answers->choice) != 0)
      continue;
    if (wrong->answers.numbers == NULL || has_wrong_numbers (self, wrong))
      return (int) i;
  }
  return -1;
}

/// A mistake that multiplies the right number by a factor.
typedef struct
{
  double factor;
  const char *units; ///< only for units that contain one of these signs; NULL: all
  const char *reply;
} Mistake;

static const Mistake mistakes[] = {
  { -1, NULL,
    N_ ("The size is right, the sign is not: on which body does it act, along which axis?") },
  { 180 / G_PI, "rad",
    N_ ("This is in degrees; the result is in radians. You can type the sign ° as well.") },
  { G_PI / 180, "rad", N_ ("This was converted from degrees to radians once too often.") },
  { 1 / GRAVITY, "N", N_ ("This looks like a mass; the weight is the mass times g.") },
  { GRAVITY, "kg N", N_ ("This looks like a weight; was g multiplied once too often?") },
  { 2, NULL, N_ ("A factor of 2 too much.") },
  { 0.5, NULL, N_ ("A factor of 2 too little.") },
  { 1000, "m", N_ ("A factor of 1000 too much: mm or m?") },
  { 0.001, "m", N_ ("A factor of 1000 too little: mm or m?") },
};

static bool
has_unit (const char *unit, const char *units)
{
  g_auto (GStrv) words = NULL;
  bool found = units == NULL;

  if (units != NULL) {
    words = g_strsplit (units, " ", -1);
    for (guint i = 0; words[i] != NULL; i++)
      found = found || strstr (unit, words[i]) != NULL;
  }
  return found;
}

/// Returns the reply to a typical mistake in a number, or NULL.
static const char *
find_mistake (const Check *self)
{
  for (guint i = 0; i < self->step->numbers->len; i++) {
    const LwLessonNumber *number = get_number (self, i);

    for (guint k = 0; k < G_N_ELEMENTS (mistakes) && !self->right[i]; k++)
      if (self->expected[i] != 0 && has_unit (number->unit, mistakes[k].units)
          && is_near (number, self->given[i] / mistakes[k].factor, self->expected[i]))
        return _ (mistakes[k].reply);
  }
  return NULL;
}

static LwLessonResult *
reply_to_wrong (const Check *self)
{
  const int wrong = find_wrong (self);
  const char *reply;

  if (wrong >= 0) {
    const LwLessonWrong *found = self->step->wrong->pdata[wrong];

    return result_new (LW_LESSON_WRONG, wrong, lw_lesson_text (found->reply, self->language));
  }
  reply = find_mistake (self);
  if (reply == NULL && self->step->hint != NULL)
    reply = lw_lesson_text (self->step->hint, self->language);
  if (reply == NULL)
    reply = self->fault;
  if (reply == NULL)
    reply = _ ("Not yet. Read the task again, or ask for a hint.");
  return result_new (LW_LESSON_WRONG, -1, reply);
}

static LwLessonResult *
check_step (Check *self, GError **error)
{
  const LwLessonStep *step = self->step;
  LwLessonResult *missing;
  bool right = true;

  if (step->fault != NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE, step->fault);
    return NULL;
  }
  missing = read_answers (self);
  if (missing != NULL)
    return missing;
  if (!compare_numbers (self, &right, error))
    return NULL;
  if (step->choice != NULL && g_strcmp0 (step->choice, self->answers->choice) != 0)
    right = false;
  if (step->drawn != NULL && !compare_drawn (self, &right, error))
    return NULL;
  if (right && step->expression != NULL)
    right = is_true (self, step->expression, &self->fault);
  if (!right)
    return reply_to_wrong (self);
  return result_new (LW_LESSON_PASSED, -1,
                     step->why != NULL ? lw_lesson_text (step->why, self->language) : _ ("Right."));
}

LwLessonResult *
lw_lesson_check (const LwLesson *lesson,
                 guint step,
                 LwMechanism *mechanism,
                 const LwLessonAnswers *answers,
                 const char *language,
                 GCancellable *cancellable,
                 GError **error)
{
  Check self = {
    .lesson = lesson,
    .step = lw_lesson_get_step (lesson, step),
    .answers = answers,
    .language = language,
    .own = lw_lesson_trial_new (mechanism, cancellable),
    .reference = lw_lesson_trial_new (lw_lesson_get_solution (lesson, step), cancellable),
  };
  LwLessonResult *result = check_step (&self, error);

  if (result != NULL && result->verdict == LW_LESSON_PASSED)
    result->curve = g_steal_pointer (&self.curve);
  lw_recording_unref (self.curve);
  g_free (self.fault);
  lw_lesson_trial_free (self.own);
  lw_lesson_trial_free (self.reference);
  if (result != NULL && g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_pointer (&result, lw_lesson_result_free);
  return result;
}

char *
lw_lesson_dup_solved_curve (const LwLesson *lesson,
                            guint step,
                            GCancellable *cancellable,
                            GError **error)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  g_autoptr (LwLessonTrial) trial =
    lw_lesson_trial_new (lw_lesson_get_solution (lesson, step), cancellable);
  g_autoptr (GString) json = g_string_new ("[");
  LwRecording *curve;

  if (self->drawn == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("Enter the curve that learners predict first."));
    return NULL;
  }
  curve = lw_lesson_curve (trial, self->drawn, error);
  if (curve == NULL)
    return NULL;
  const double first = lw_recording_value (curve, 0, 0);
  const double span = lw_recording_end (curve) - first;
  for (int i = 0; i <= SOLVED_PARTS; i++) {
    const double time = first + span * i / SOLVED_PARTS;
    const double value = lw_lesson_value_at ((LwSeries){ curve, 1 }, time);
    char texts[2][LW_NUMBER_SIZE];

    // A derivative does not exist everywhere.
    if (isfinite (value) && (i == 0 || span > 0))
      g_string_append_printf (json, "%s[%s, %s]", json->len > 1 ? ", " : "",
                              lw_number_format (time, texts[0]),
                              lw_number_format (value, texts[1]));
  }
  g_string_append_c (json, ']');
  lw_recording_unref (curve);
  return g_strdup (json->str);
}

bool
lw_lesson_get_sheet (const LwLesson *lesson, guint step, LwLessonSheet *sheet)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  LwMechanism *mechanism = lw_lesson_get_solution (lesson, step);
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
  const GArray *drawn = self->solved.drawn;
  LwChannels *channels;
  g_autoptr (LwDerivation) curve = NULL;
  double least = INFINITY, largest = -INFINITY;

  if (self->drawn == NULL || drawn == NULL)
    return false;
  channels = lw_lesson_trial_get_channels (trial, NULL);
  if (channels != NULL)
    curve = lw_derivation_new (self->drawn, mechanism, channels, NULL);
  if (curve == NULL)
    return false;
  // With much more room than the curve needs, the axis does not reveal the curve.
  for (guint i = 0; i < drawn->len; i++) {
    least = fmin (least, g_array_index (drawn, double, 2 * i + 1));
    largest = fmax (largest, g_array_index (drawn, double, 2 * i + 1));
  }
  *sheet = (LwLessonSheet){
    .unit = g_intern_string (lw_derivation_get_unit (curve)),
    .duration = lw_mechanism_get_run (mechanism)->duration,
    .minimum = least - SHEET_ROOM * (largest - least),
    .maximum = largest + SHEET_ROOM * (largest - least),
  };
  return sheet->maximum > sheet->minimum;
}
