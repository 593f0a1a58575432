// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An expression is evaluated in three passes: the learner's numbers are written in place of their
// names; statistics and facts are replaced by names of variables, and what they need is computed;
// the rest is an ordinary formula of these variables.

#include "lw-lesson-code.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-field.h"
#include "lw-formula.h"
#include "lw-lesson-curve.h"
#include "lw-lesson-facts.h"
#include "lw-number.h"
#include "lw-operand.h"

typedef struct _Code Code;

/// A function whose last argument is an expression for another trial.
typedef struct
{
  const char *name;
  guint n_arguments;
  /// Returns the other trial, or NULL and sets the error.
  LwLessonTrial *(*begin) (Code *self, const char *const *arguments, GError **error);
} Inner;

static LwLessonTrial *begin_with (Code *self, const char *const *arguments, GError **error);
static LwLessonTrial *begin_instant (Code *self, const char *const *arguments, GError **error);

static const Inner inners[] = {
  { "with", 3, begin_with },       // a run with another setting
  { "instant", 2, begin_instant }, // the pose of the run at a time
};

/// A function or word that is replaced by a variable.
typedef struct
{
  const LwLessonStatistic *statistic; ///< NULL: a fact
  const LwLessonFact *fact;           ///< NULL: a statistic
  const Inner *inner;                 ///< neither: an expression for another trial
  MbdDimension dimension;             ///< dimension of its value after that was computed
  GStrv arguments;
  LwDerivation *curve; ///< argument of a statistic
  double argument;     ///< its second argument, SI
} Call;

struct _Code
{
  LwLessonTrial *trial;
  const LwLessonGiven *given;
  GString *code; ///< the expression with names of variables in place of calls
  GArray *calls; ///< array of Call
  LwDerivation *condition;
};

static void
call_clear (void *data)
{
  Call *self = data;

  g_strfreev (self->arguments);
  g_clear_pointer (&self->curve, lw_derivation_unref);
}

static void
code_clear (Code *self)
{
  g_string_free (self->code, TRUE);
  g_array_unref (self->calls);
  g_clear_pointer (&self->condition, lw_derivation_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Code, code_clear)

static bool
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, text);
  return false;
}

// ---- words ----------------------------------------------------------------------------------

static bool
is_sign_of_word (const char *text)
{
  const gunichar sign = g_utf8_get_char (text);

  return g_unichar_isalnum (sign) || sign == '_' || sign == '.';
}

/// Returns the end of the token at `at`: a word with dots, a bracketed name, a number with exponent,
/// or one character. *is_word: it begins with a letter.
static gsize
skip_token (const char *text, gsize at, bool *is_word)
{
  const gsize quoted = lw_operand_skip_quoted (text, at);
  const gunichar first = g_utf8_get_char (text + at);

  *is_word = g_unichar_isalpha (first) || first == '_';
  if (quoted != at && quoted != LW_OPERAND_OPEN)
    return quoted;
  if (!is_sign_of_word (text + at))
    return (gsize) (g_utf8_next_char (text + at) - text);
  while (text[at] != '\0' && is_sign_of_word (text + at)) {
    const bool exponent = !*is_word && (text[at] == 'e' || text[at] == 'E')
                          && (text[at + 1] == '-' || text[at + 1] == '+')
                          && g_ascii_isdigit (text[at + 2]);

    at = (gsize) (g_utf8_next_char (text + at) - text) + exponent;
  }
  return at;
}

/// Returns the number of the answer that a word stands for, from 0: answer, answer2 ...; -1 if it is
/// another word.
static int
answer_index (const char *word)
{
  if (g_str_equal (word, "answer"))
    return 0;
  if (g_str_has_prefix (word, "answer") && word[6] >= '1' && word[6] <= '9' && word[7] == '\0')
    return word[6] - '1';
  return -1;
}

/// Writes numbers in place of answers, and signs in place of and, or, not.
static char *
dup_substituted (const char *text, const LwLessonGiven *given, GError **error)
{
  static const char *const words[][2] = { { "and", "&&" }, { "or", "||" }, { "not", "!" } };
  g_autoptr (GString) out = g_string_new (NULL);

  for (gsize at = 0, end; text[at] != '\0'; at = end) {
    bool is_word;
    g_autofree char *word = NULL;
    const char *written;
    int answer;

    end = skip_token (text, at, &is_word);
    word = g_strndup (text + at, end - at);
    written = word;
    answer = is_word ? answer_index (word) : -1;
    for (guint i = 0; is_word && i < G_N_ELEMENTS (words); i++)
      if (g_str_equal (word, words[i][0]))
        written = words[i][1];
    if (answer >= 0) {
      char number[LW_NUMBER_SIZE];

      if (given == NULL || (guint) answer >= given->n_numbers) {
        refuse (error, _ ("A number is missing."));
        return NULL;
      }
      g_string_append_printf (out, "((%s) %s)", lw_number_format (given->numbers[answer], number),
                              g_str_equal (given->units[answer], "1") ? "" : given->units[answer]);
    } else {
      g_string_append (out, written);
    }
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

// ---- calls ----------------------------------------------------------------------------------

/// Returns the parenthesis that closes the one at `open`, or 0 if there is none.
static gsize
find_close (const char *text, gsize open)
{
  int depth = 0;

  for (gsize at = open, end; text[at] != '\0'; at = end) {
    bool is_word;

    end = skip_token (text, at, &is_word);
    depth += text[at] == '(';
    depth -= text[at] == ')';
    if (depth == 0)
      return at;
  }
  return 0;
}

/// Returns the arguments between two parentheses, without surrounding spaces.
static GStrv
dup_arguments (const char *text, gsize open, gsize close)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gsize start = open + 1;
  int depth = 0;

  for (gsize at = open + 1, end; at <= close; at = end) {
    bool is_word;

    end = skip_token (text, at, &is_word);
    if (at == close || (depth == 0 && text[at] == ',')) {
      g_autofree char *argument = g_strstrip (g_strndup (text + start, at - start));

      g_strv_builder_add (builder, argument);
      start = end;
    }
    depth += text[at] == '(';
    depth -= text[at] == ')';
  }
  return g_strv_builder_end (builder);
}

/// Replaces "[Ball 1]" by the name in it.
static void
remove_brackets (char **arguments)
{
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++) {
    const gsize length = strlen (arguments[i]);

    if (length >= 2 && arguments[i][0] == '[' && arguments[i][length - 1] == ']') {
      memmove (arguments[i], arguments[i] + 1, length - 2);
      arguments[i][length - 2] = '\0';
    }
  }
}

static bool
evaluate_argument (Code *self, const char *text, const char *unit, double *value, GError **error)
{
  const LwFormulaScope scope = {
    .mechanism = lw_lesson_trial_get_mechanism (self->trial),
    .unit = unit,
  };

  return lw_formula_evaluate (text, &scope, value, error);
}

static bool
prepare_statistic (Code *self, Call *call, GError **error)
{
  LwChannels *channels = lw_lesson_trial_get_channels (self->trial, error);

  if (channels == NULL)
    return false;
  call->curve = lw_derivation_new (call->arguments[0], lw_lesson_trial_get_mechanism (self->trial),
                                   channels, error);
  if (call->curve == NULL)
    return false;
  return !call->statistic->has_argument
         || evaluate_argument (
           self, call->arguments[1],
           call->statistic->argument_is_time ? "s" : lw_derivation_get_unit (call->curve),
           &call->argument, error);
}

/// Replaces the call of a word by a variable. Sets *end after it; leaves it for other words.
static bool
read_call (Code *self, const char *text, const char *word, gsize *end, GError **error)
{
  gsize open = *end;
  gsize close = 0;
  Call call = { 0 };
  guint n = 0;

  while (g_ascii_isspace (text[open]))
    open++;
  if (text[open] == '(') {
    close = find_close (text, open);
    if (close == 0)
      return refuse (error, _ ("A parenthesis is missing at the end."));
    call.arguments = dup_arguments (text, open, close);
    n = g_strv_length (call.arguments);
    call.statistic = n == 1 || n == 2 ? lw_lesson_statistic_find (word, n == 2) : NULL;
  }
  call.fact = call.statistic == NULL ? lw_lesson_fact_find (word, n) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (inners); i++)
    if (n == inners[i].n_arguments && g_str_equal (word, inners[i].name))
      call.inner = &inners[i];
  if (call.statistic == NULL && call.fact == NULL && call.inner == NULL) {
    g_strfreev (call.arguments);
    g_string_append (self->code, word);
    return true;
  }
  if (call.fact != NULL)
    remove_brackets (call.arguments);
  g_array_append_val (self->calls, call);
  g_string_append_printf (self->code, "_q%u", self->calls->len - 1);
  if (close > 0)
    *end = close + 1;
  return call.statistic == NULL
         || prepare_statistic (self, &g_array_index (self->calls, Call, self->calls->len - 1),
                               error);
}

static bool
read_calls (Code *self, const char *text, GError **error)
{
  for (gsize at = 0, end; text[at] != '\0'; at = end) {
    bool is_word;
    g_autofree char *word = NULL;

    end = skip_token (text, at, &is_word);
    word = g_strndup (text + at, end - at);
    if (is_word && strchr (word, '.') != NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   _ ("“%s” is a curve; write one of its numbers, such as at (%s, 0) or max (%s)."),
                   word, word, word);
      return false;
    }
    if (is_word && g_str_equal (word, "while"))
      return refuse (error, _ ("“while” belongs at the end of an expression, or at the end of the "
                               "one inside with ()."));
    if (!is_word)
      g_string_append (self->code, word);
    else if (!read_call (self, text, word, &end, error))
      return false;
  }
  return true;
}

/// Returns the place of the word "while" outside of all parentheses, or the length of the text.
static gsize
find_while (const char *text)
{
  int depth = 0;
  gsize at, end;

  for (at = 0; text[at] != '\0'; at = end) {
    bool is_word;

    end = skip_token (text, at, &is_word);
    if (depth == 0 && is_word && end - at == strlen ("while")
        && strncmp (text + at, "while", end - at) == 0)
      return at;
    depth += text[at] == '(';
    depth -= text[at] == ')';
  }
  return at;
}

static bool
limits_any (const Code *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (g_array_index (self->calls, Call, i).statistic != NULL)
      return true;
  return false;
}

/// Splits "X while C" and reads both. A condition inside the parentheses of with () is read with the
/// expression that it limits.
static bool
read_code (Code *self, const char *text, GError **error)
{
  const gsize place = find_while (text);
  g_autofree char *before = g_strndup (text, place);
  LwChannels *channels;

  if (text[place] == '\0')
    return read_calls (self, text, error);
  channels = lw_lesson_trial_get_channels (self->trial, error);
  if (channels == NULL)
    return false;
  self->condition = lw_derivation_new (
    text + place + strlen ("while"), lw_lesson_trial_get_mechanism (self->trial), channels, error);
  if (self->condition == NULL || !read_calls (self, before, error))
    return false;
  // Without a number of a curve, the condition would silently have no effect.
  return limits_any (self)
         || refuse (error,
                    _ ("“while” limits nothing here: write it after a number of a curve, and "
                       "for another run inside the parentheses of with ()."));
}

// ---- values ---------------------------------------------------------------------------------

static bool evaluate (LwLessonTrial *trial,
                      const char *text,
                      const LwLessonGiven *given,
                      const char *unit,
                      MbdDimension *dimension,
                      double *value,
                      GError **error);

/// Sets a setting of a run from a text: a number with a unit, or a word.
static bool
set_setting (Code *self, const char *name, const char *text, LwRunSettings *run, GError **error)
{
  const LwField *field = lw_fields_find (lw_field_table (LW_SELECTION_NONE), name);
  const LwWord *word;
  double value;

  if (field != NULL && field->type == LW_FIELD_CHOICE) {
    word = lw_word_find (field->words, text);
    if (word != NULL)
      *(int *) (void *) ((char *) run + field->offset) = word->value;
    else
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("“%s” is not a word for %s."), text, name);
    return word != NULL;
  }
  if (field == NULL || field->type != LW_FIELD_REAL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("“%s” is not a setting of a run with a number or a word."), name);
    return false;
  }
  if (!evaluate_argument (self, text, field->unit != NULL ? field->unit : "1", &value, error))
    return false;
  *(double *) (void *) ((char *) run + field->offset) = value;
  return true;
}

/// with (setting, value, expression)
static LwLessonTrial *
begin_with (Code *self, const char *const *arguments, GError **error)
{
  LwMechanism *mechanism = lw_lesson_trial_get_mechanism (self->trial);
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  g_autoptr (LwMechanism) changed = NULL;

  if (!set_setting (self, arguments[0], arguments[1], &run, error))
    return NULL;
  run.integrator.duration = run.duration;
  changed = lw_mechanism_with_run (mechanism, &run);
  return lw_lesson_trial_new_within (self->trial, changed, error);
}

/// instant (time, expression)
static LwLessonTrial *
begin_instant (Code *self, const char *const *arguments, GError **error)
{
  LwMechanism *mechanism = lw_lesson_trial_get_mechanism (self->trial);
  LwLessonTrial *inner;
  double time;

  if (!evaluate_argument (self, arguments[0], "s", &time, error))
    return NULL;
  if (!(time >= 0 && time <= lw_mechanism_get_run (mechanism)->duration)) {
    refuse (error, _ ("The run has no such time; it begins at 0 s and ends with its duration."));
    return NULL;
  }
  inner = lw_lesson_trial_new_within (self->trial, mechanism, error);
  if (inner != NULL)
    lw_lesson_trial_set_instant (inner, time);
  return inner;
}

/// Evaluates the last argument in another trial.
static bool
evaluate_inner (Code *self, Call *call, double *value, GError **error)
{
  const char *const *arguments = (const char *const *) call->arguments;
  g_autoptr (LwLessonTrial) trial = call->inner->begin (self, arguments, error);

  return trial != NULL
         && evaluate (trial, arguments[call->inner->n_arguments - 1], self->given, NULL,
                      &call->dimension, value, error);
}

static bool
evaluate_statistic (Code *self,
                    const Call *call,
                    LwRecording *condition,
                    double *value,
                    GError **error)
{
  LwRecording *values = lw_lesson_trial_compute (self->trial, call->curve, error);
  const LwLessonSamples samples = { { values, 1 }, { condition, 1 } };

  if (values == NULL)
    return false;
  *value = call->statistic->reduce (&samples, call->argument);
  lw_recording_unref (values);
  return true;
}

/// Makes the run that the statistics need, and computes all calls.
static bool
evaluate_calls (Code *self, double *values, GError **error)
{
  g_autoptr (GPtrArray) curves = g_ptr_array_new ();
  LwRecording *condition = NULL;
  bool good = true;

  for (guint i = 0; i < self->calls->len; i++)
    if (g_array_index (self->calls, Call, i).curve != NULL)
      g_ptr_array_add (curves, g_array_index (self->calls, Call, i).curve);
  if (self->condition != NULL)
    g_ptr_array_add (curves, self->condition);
  if (curves->len > 0 && lw_lesson_trial_run (self->trial, curves, error) == NULL)
    return false;
  if (self->condition != NULL) {
    condition = lw_lesson_trial_compute (self->trial, self->condition, error);
    good = condition != NULL;
  }
  for (guint i = 0; i < self->calls->len && good; i++) {
    Call *call = &g_array_index (self->calls, Call, i);

    if (call->statistic != NULL)
      good = evaluate_statistic (self, call, condition, &values[i], error);
    else if (call->inner != NULL)
      good = evaluate_inner (self, call, &values[i], error);
    else
      good = call->fact->get (self->trial, self->given, (const char *const *) call->arguments,
                              &values[i], error);
  }
  lw_recording_unref (condition);
  return good;
}

static MbdDimension
call_dimension (const Call *call)
{
  if (call->inner != NULL)
    return call->dimension;
  const char *unit = call->fact != NULL              ? call->fact->unit
                     : call->statistic->unit != NULL ? call->statistic->unit
                                                     : lw_derivation_get_unit (call->curve);
  MbdDimension dimension = { 0 };
  double factor;

  if (!lw_unit_measure (unit, &dimension, &factor))
    dimension = (MbdDimension){ 0 };
  return dimension;
}

/// Evaluates the code with the values of its variables.
static bool
evaluate_code (Code *self,
               const double *values,
               const char *unit,
               MbdDimension *dimension,
               double *value,
               GError **error)
{
  g_autoptr (GArray) variables = g_array_new (FALSE, FALSE, sizeof (LwFormulaVariable));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  MbdExpression *expression = NULL;
  MbdDimension wanted;
  double factor;

  for (guint i = 0; i < self->calls->len; i++) {
    LwFormulaVariable variable = {
      .name = g_strdup_printf ("_q%u", i),
      .dimension = call_dimension (&g_array_index (self->calls, Call, i)),
    };

    g_ptr_array_add (names, (char *) variable.name);
    g_array_append_val (variables, variable);
  }
  if (!lw_formula_compile (self->code->str, self->code->str,
                           lw_lesson_trial_get_mechanism (self->trial),
                           (const LwFormulaVariable *) (const void *) variables->data,
                           variables->len, &expression, dimension, error))
    return false;
  // A plain number is in the given unit.
  if (unit != NULL && lw_unit_measure (unit, &wanted, &factor) && !dimension->is_any
      && !mbd_dimension_is_number (dimension) && !mbd_dimension_alike (dimension, &wanted)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The value of “%s” is not in %s."),
                 self->code->str, unit);
    mbd_expression_unref (expression);
    return false;
  }
  if (mbd_expression_value (expression, values, value) != MBD_STATUS_OK)
    *value = NAN;
  mbd_expression_unref (expression);
  return true;
}

/// Evaluates an expression in which answers have been replaced by numbers.
static bool
evaluate (LwLessonTrial *trial,
          const char *text,
          const LwLessonGiven *given,
          const char *unit,
          MbdDimension *dimension,
          double *value,
          GError **error)
{
  g_autofree double *values = NULL;
  g_auto (Code) self = {
    .trial = trial,
    .given = given,
    .code = g_string_new (NULL),
    .calls = g_array_new (FALSE, FALSE, sizeof (Call)),
  };

  g_array_set_clear_func (self.calls, call_clear);
  *value = NAN;
  if (!read_code (&self, text, error))
    return false;
  values = g_new0 (double, self.calls->len + 1);
  return evaluate_calls (&self, values, error)
         && evaluate_code (&self, values, unit, dimension, value, error);
}

bool
lw_lesson_evaluate (LwLessonTrial *trial,
                    const char *expression,
                    const LwLessonGiven *given,
                    const char *unit,
                    double *value,
                    GError **error)
{
  static const LwLessonGiven nothing = { 0 };
  g_autofree char *text = NULL;
  MbdDimension dimension;

  *value = NAN;
  if (strlen (expression) > LW_FORMULA_LENGTH)
    return refuse (error, _ ("This expression is too long or is not valid text."));
  text = dup_substituted (expression, given, error);
  return text != NULL
         && evaluate (trial, text, given != NULL ? given : &nothing, unit, &dimension, value,
                      error);
}

LwRecording *
lw_lesson_curve (LwLessonTrial *trial, const char *expression, GError **error)
{
  g_autoptr (GPtrArray) curves =
    g_ptr_array_new_with_free_func ((GDestroyNotify) lw_derivation_unref);
  LwChannels *channels = lw_lesson_trial_get_channels (trial, error);
  LwDerivation *curve =
    channels != NULL
      ? lw_derivation_new (expression, lw_lesson_trial_get_mechanism (trial), channels, error)
      : NULL;

  if (curve == NULL)
    return NULL;
  g_ptr_array_add (curves, curve);
  if (lw_lesson_trial_run (trial, curves, error) == NULL)
    return NULL;
  return lw_lesson_trial_compute (trial, curve, error);
}
