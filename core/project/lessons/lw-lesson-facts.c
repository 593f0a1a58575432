// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-facts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-four-bar.h"
#include "lw-words.h"

typedef LwLessonTrial Trial;
typedef const LwLessonGiven Given;
typedef const char *const Words;

static bool refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static bool
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error = g_error_new_valist (LW_ERROR, LW_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return false;
}

// ---- counts ---------------------------------------------------------------------------------

static guint
count_moving (const LwMechanism *mechanism)
{
  guint n = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    n += lw_mechanism_get_body (mechanism, i)->def.mobility != MBD_FIXED;
  return n;
}

static bool
get_count (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwMechanism *mechanism = lw_lesson_trial_get_mechanism (trial);
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  (void) given;
  if (start == NULL)
    return false;
  const struct
  {
    const char *word;
    double n;
  } counts[] = {
    { "bodies", count_moving (mechanism) },
    { "couplings", lw_mechanism_get_n_couplings (mechanism) },
    { "forces", lw_mechanism_get_n_forces (mechanism) },
    { "velocities", start->freedoms->velocities },
    { "rows", start->freedoms->rows },
    { "freedoms", start->freedoms->freedoms_by_count },
  };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (g_str_equal (words[0], counts[i].word)) {
      *value = counts[i].n;
      return true;
    }
  return refuse (error,
                 _ ("count () has no “%s”; it counts bodies, couplings, forces, velocities, "
                    "rows and freedoms."),
                 words[0]);
}

static bool
get_rank (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  (void) given;
  if (start == NULL)
    return false;
  if (!g_str_equal (words[0], "G"))
    return refuse (error, _ ("Write rank (G), not rank (%s)."), words[0]);
  *value = start->freedoms->rank;
  return true;
}

static bool
get_dof (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  (void) given;
  (void) words;
  if (start == NULL)
    return false;
  *value = start->freedoms->freedoms;
  return true;
}

static bool
get_fits (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  (void) given;
  (void) words;
  if (start == NULL)
    return false;
  *value = start->fits;
  return true;
}

static const LwCoupling *
find_coupling (Trial *trial, const char *name)
{
  const LwMechanism *mechanism = lw_lesson_trial_get_mechanism (trial);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (g_strcmp0 (coupling->element.name, name) == 0)
      return coupling;
  }
  return NULL;
}

static bool
get_exists (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwMechanism *mechanism = lw_lesson_trial_get_mechanism (trial);

  (void) given;
  (void) error;
  *value = find_coupling (trial, words[0]) != NULL;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (g_strcmp0 (lw_mechanism_get_body (mechanism, i)->element.name, words[0]) == 0)
      *value = 1;
  return true;
}

static bool
get_redundant (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwCoupling *coupling = find_coupling (trial, words[0]);

  (void) given;
  if (lw_lesson_trial_examine (trial, error) == NULL)
    return false;
  *value = coupling != NULL && lw_lesson_trial_is_redundant (trial, coupling->element.id);
  return true;
}

// ---- the learner ----------------------------------------------------------------------------

static bool
get_selected (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) trial;
  (void) error;
  *value = given->selected != NULL && g_strv_contains (given->selected, words[0]);
  return true;
}

static bool
get_n_selected (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) trial;
  (void) words;
  (void) error;
  *value = given->selected != NULL ? g_strv_length ((char **) given->selected) : 0;
  return true;
}

static bool
get_chosen (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) trial;
  (void) error;
  *value = g_strcmp0 (given->choice, words[0]) == 0;
  return true;
}

/// Returns the point with the largest value times `sign`; NULL if nothing was drawn.
static const double *
find_drawn (Given *given, double sign)
{
  const double *best = NULL;

  for (guint i = 0; given->drawn != NULL && i < given->drawn->len; i++) {
    const double *point = &g_array_index (given->drawn, double, 2 * i);

    if (best == NULL || sign * point[1] > sign * best[1])
      best = point;
  }
  return best;
}

static bool
get_drawn (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const double *largest = find_drawn (given, 1);
  const double *least = find_drawn (given, -1);
  const guint n = given->drawn != NULL ? given->drawn->len : 0;

  (void) trial;
  *value = NAN;
  if (n == 0)
    return true;
  const struct
  {
    const char *word;
    double value;
  } features[] = {
    { "max", largest[1] },
    { "min", least[1] },
    { "first", g_array_index (given->drawn, double, 1) },
    { "final", g_array_index (given->drawn, double, 2 * n - 1) },
    { "time_of_max", largest[0] },
    { "time_of_min", least[0] },
  };
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (g_str_equal (words[0], features[i].word)) {
      *value = features[i].value;
      return true;
    }
  return refuse (error, _ ("A drawn curve has no “%s”."), words[0]);
}

// ---- rows and motions -----------------------------------------------------------------------

/// Returns the system of the start; sets the error if the mechanism cannot be assembled.
static const LwHood *
get_hood (Trial *trial, GError **error)
{
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  if (start != NULL && start->hood == NULL)
    refuse (error, _ ("The mechanism cannot be put together as it is drawn."));
  return start != NULL ? start->hood : NULL;
}

/// Returns the component of the velocity of a body, from 1; -1 and the error if there is none.
static int
find_velocity (const LwHood *hood, const char *body, const char *component, GError **error)
{
  const int n = atoi (component);

  for (guint i = 0; i < hood->bodies->len; i++) {
    const LwHoodBlock *block = &g_array_index (hood->bodies, LwHoodBlock, i);

    if (g_str_equal (block->name, body) && n >= 1 && n <= block->n)
      return block->first + n - 1;
  }
  refuse (error, _ ("“%s” has no velocity number %s."), body, component);
  return -1;
}

/// Returns a row of a coupling, counted from 1; -1 and the error if there is none.
static int
find_row (const LwHood *hood, const char *coupling, const char *row, GError **error)
{
  const int number = atoi (row);

  for (guint i = 0; i < hood->couplings->len; i++) {
    const LwHoodBlock *block = &g_array_index (hood->couplings, LwHoodBlock, i);

    if (g_str_equal (block->name, coupling) && number >= 1 && number <= block->n)
      return block->first + number - 1;
  }
  refuse (error, _ ("“%s” has no row number %s."), coupling, row);
  return -1;
}

static bool
get_entry (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  int row, column;

  (void) given;
  if (hood == NULL)
    return false;
  row = find_row (hood, words[0], words[1], error);
  column = row >= 0 ? find_velocity (hood, words[2], words[3], error) : -1;
  *value = 0;
  for (guint i = 0; column >= 0 && i < hood->jacobian->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->jacobian, LwHoodEntry, i);

    if (entry->row == row && entry->column == column)
      *value = entry->value;
  }
  return column >= 0;
}

static bool
get_motion (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  int of, per;

  (void) given;
  if (hood == NULL)
    return false;
  of = find_velocity (hood, words[0], words[1], error);
  per = find_velocity (hood, words[2], words[3], error);
  if (of < 0 || per < 0)
    return false;
  *value = hood->n_motions == 1 ? hood->motions[of] / hood->motions[per] : NAN;
  return true;
}

// ---- balance of forces ----------------------------------------------------------------------

/// Rows for which unbalanced () is computed.
#define ROWS_MOST 400

/// Removes from a vector what the rows can balance with any multipliers: the part in the span of the
/// rows, which become orthogonal (Gram and Schmidt, twice for accuracy).
static void
remove_span (double *rows, guint n_rows, guint n, double *vector)
{
  for (guint i = 0; i <= n_rows; i++) {
    double *own = i < n_rows ? rows + i * n : vector;
    double before = 0, after = 0;

    for (guint k = 0; k < n; k++)
      before += own[k] * own[k];
    for (guint pass = 0; pass < 2; pass++)
      for (guint j = 0; j < i; j++) {
        double part = 0;

        for (guint k = 0; k < n; k++)
          part += rows[j * n + k] * own[k];
        for (guint k = 0; k < n; k++)
          own[k] -= part * rows[j * n + k];
      }
    for (guint k = 0; k < n; k++)
      after += own[k] * own[k];
    // A row that depends on those before it balances nothing else.
    const double size = after > 1e-20 * before ? sqrt (after) : INFINITY;
    for (guint k = 0; i < n_rows && k < n; k++)
      own[k] /= size;
  }
}

/// Reads multipliers of rows: triples of coupling, row and value. Rows without one keep NaN.
static bool
read_multipliers (Trial *trial,
                  const LwHood *hood,
                  Words *words,
                  double *multipliers,
                  GError **error)
{
  for (guint i = 0; i < hood->rows->len; i++)
    multipliers[i] = NAN;
  for (guint i = 0; words[i] != NULL; i += 3) {
    const int row = find_row (hood, words[i], words[i + 1], error);
    LwFormulaScope scope = { .mechanism = lw_lesson_trial_get_mechanism (trial) };

    if (row < 0)
      return false;
    scope.unit = g_array_index (hood->rows, LwHoodRow, row).is_length ? "N" : "N m";
    if (!lw_formula_evaluate (words[i + 2], &scope, &multipliers[row], error))
      return false;
  }
  return true;
}

/// The largest component of f + G'λ - M a at the start, if some rows have these multipliers and the
/// others those that balance best: 0 for each of many valid solutions.
static bool
get_unbalanced (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  g_autofree double *multipliers = NULL;
  g_autofree double *rows = NULL;
  g_autofree double *rest = NULL;
  guint n;

  (void) given;
  if (hood == NULL)
    return false;
  if (!hood->solved)
    return refuse (error, "%s", hood->why);
  if (hood->rows->len > ROWS_MOST)
    return refuse (error, _ ("This mechanism is too large for unbalanced ()."));
  n = hood->velocities->len;
  multipliers = g_new (double, hood->rows->len);
  if (!read_multipliers (trial, hood, words, multipliers, error))
    return false;
  // M a - f equals G'λ of the program, up to round-off.
  rest = g_new (double, n);
  for (guint k = 0; k < n; k++) {
    const LwHoodVelocity *velocity = &g_array_index (hood->velocities, LwHoodVelocity, k);

    rest[k] = velocity->constraint + velocity->residual;
  }
  rows = g_new0 (double, (gsize) hood->rows->len *n);
  for (guint i = 0; i < hood->jacobian->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->jacobian, LwHoodEntry, i);

    if (!isnan (multipliers[entry->row]))
      rest[entry->column] -= multipliers[entry->row] * entry->value;
    else if (g_array_index (hood->rows, LwHoodRow, entry->row).role != MBD_ROW_OFF)
      rows[(gsize) entry->row * n + (gsize) entry->column] = entry->value;
  }
  remove_span (rows, hood->rows->len, n, rest);
  *value = 0;
  for (guint k = 0; k < n; k++)
    *value = fmax (*value, fabs (rest[k]));
  return true;
}

// ---- the run --------------------------------------------------------------------------------

static const LwLessonRun *
get_run (Trial *trial, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  return lw_lesson_trial_run (trial, none, error);
}

static bool
get_run_fact (Trial *trial, double *value, double (*read) (const LwLessonRun *run), GError **error)
{
  const LwLessonRun *run = get_run (trial, error);

  if (run == NULL)
    return false;
  *value = read (run);
  return true;
}

static double
read_failed (const LwLessonRun *run)
{
  return run->failed;
}

static double
read_end (const LwLessonRun *run)
{
  return run->end;
}

static double
read_steps (const LwLessonRun *run)
{
  return (double) run->statistics.steps;
}

static double
read_evaluations (const LwLessonRun *run)
{
  return (double) run->statistics.evaluations;
}

#define RUN_FACT(name)                                                                             \
  static bool get_##name (Trial *trial, Given *given, Words *words, double *value, GError **error) \
  {                                                                                                \
    (void) given;                                                                                  \
    (void) words;                                                                                  \
    return get_run_fact (trial, value, read_##name, error);                                        \
  }

RUN_FACT (failed)
RUN_FACT (end)
RUN_FACT (steps)
RUN_FACT (evaluations)

static const struct
{
  const char *word;
  MbdEventKind kind;
  bool contact; ///< else: of a coupling
} event_words[] = {
  { "touch", MBD_EVENT_TOUCHED, true }, { "part", MBD_EVENT_OPENED, true },
  { "stick", MBD_EVENT_HELD, true },    { "slide", MBD_EVENT_SATURATED, true },
  { "wedge", MBD_EVENT_JAMMED, true },  { "taut", MBD_EVENT_CLOSED, false },
  { "slack", MBD_EVENT_OPENED, false }, { "break", MBD_EVENT_BROKEN, false },
};

/// Counts the events of a kind; *found is the one with this number, NULL if there are fewer.
static bool
find_events (Trial *trial,
             const char *word,
             guint number,
             guint *n,
             const MbdEvent **found,
             GError **error)
{
  const LwLessonRun *run = get_run (trial, error);
  guint kind = 0;

  *n = 0;
  *found = NULL;
  if (run == NULL)
    return false;
  while (kind < G_N_ELEMENTS (event_words) && !g_str_equal (event_words[kind].word, word))
    kind++;
  if (kind == G_N_ELEMENTS (event_words))
    return refuse (error,
                   _ ("There are no events “%s”; there are touch, part, stick, slide, wedge, "
                      "taut, slack and break."),
                   word);
  for (guint i = 0; i < run->events->len; i++) {
    const MbdEvent *event = &g_array_index (run->events, MbdEvent, i);

    if (event->kind != event_words[kind].kind || (event->coupling < 0) != event_words[kind].contact)
      continue;
    if (++*n == number)
      *found = event;
  }
  return true;
}

static bool
get_events (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const MbdEvent *event;
  guint n;

  (void) given;
  if (!find_events (trial, words[0], 0, &n, &event, error))
    return false;
  *value = n;
  return true;
}

static bool
get_event_time (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const MbdEvent *event;
  guint n;

  (void) given;
  if (!find_events (trial, words[0], (guint) atoi (words[1]), &n, &event, error))
    return false;
  *value = event != NULL ? event->time : NAN;
  return true;
}

static bool
get_event_impulse (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const MbdEvent *event;
  guint n;

  (void) given;
  if (!find_events (trial, words[0], (guint) atoi (words[1]), &n, &event, error))
    return false;
  *value = event != NULL ? event->value : NAN;
  return true;
}

// ---- settings and theory --------------------------------------------------------------------

static bool
compare_word (const LwWord *words, int setting, const char *word, double *value, GError **error)
{
  const LwWord *found = lw_word_find (words, word);

  if (found == NULL)
    return refuse (error, _ ("“%s” is not a setting of a run."), word);
  *value = found->value == setting;
  return true;
}

static bool
get_method (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwRunSettings *run = lw_mechanism_get_run (lw_lesson_trial_get_mechanism (trial));

  (void) given;
  return compare_word (lw_method_words, (int) run->integrator.method, words[0], value, error);
}

static bool
get_stabilisation (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwRunSettings *run = lw_mechanism_get_run (lw_lesson_trial_get_mechanism (trial));

  (void) given;
  return compare_word (lw_stabilisation_words, (int) run->integrator.stabilisation.stabilisation,
                       words[0], value, error);
}

static bool
get_step_size (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) given;
  (void) words;
  (void) error;
  *value = lw_mechanism_get_run (lw_lesson_trial_get_mechanism (trial))->integrator.step;
  return true;
}

static bool
get_accuracy (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) given;
  (void) words;
  (void) error;
  *value = lw_mechanism_get_run (lw_lesson_trial_get_mechanism (trial))->integrator.accuracy;
  return true;
}

static bool
get_grashof (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  static const LwWord classes[] = {
    { "crank_rocker", MBD_GRASHOF_CRANK_ROCKER },
    { "rocker_crank", MBD_GRASHOF_ROCKER_CRANK },
    { "double_crank", MBD_GRASHOF_DOUBLE_CRANK },
    { "double_rocker", MBD_GRASHOF_DOUBLE_ROCKER },
    { "triple_rocker", MBD_GRASHOF_TRIPLE_ROCKER },
    { "change_point", MBD_GRASHOF_CHANGE_POINT },
    { NULL },
  };
  g_autoptr (GArray) found = lw_four_bars_find (lw_lesson_trial_get_mechanism (trial));

  (void) given;
  if (found->len > 0)
    return compare_word (classes, (int) g_array_index (found, LwFourBar, 0).class_, words[0], value,
                         error);
  *value = 0;
  return true;
}

static const LwLessonFact facts[] = {
  { "count", 1, "1", get_count },
  { "rank", 1, "1", get_rank },
  { "dof", 0, "1", get_dof },
  { "fits", 0, "1", get_fits },
  { "exists", 1, "1", get_exists },
  { "redundant", 1, "1", get_redundant },
  { "selected", 1, "1", get_selected },
  { "selected", 0, "1", get_n_selected },
  { "chosen", 1, "1", get_chosen },
  { "drawn", 1, "1", get_drawn },
  { "G", 4, "1", get_entry },
  { "motion", 4, "1", get_motion },
  { "unbalanced", LW_LESSON_TRIPLES, "N", get_unbalanced },
  { "run_failed", 0, "1", get_failed },
  { "run_end", 0, "s", get_end },
  { "steps", 0, "1", get_steps },
  { "evaluations", 0, "1", get_evaluations },
  { "events", 1, "1", get_events },
  { "event_time", 2, "s", get_event_time },
  { "event_impulse", 2, "N s", get_event_impulse },
  { "method", 1, "1", get_method },
  { "stabilisation", 1, "1", get_stabilisation },
  { "step_size", 0, "s", get_step_size },
  { "accuracy", 0, "1", get_accuracy },
  { "grashof", 1, "1", get_grashof },
};

const LwLessonFact *
lw_lesson_fact_find (const char *name, guint n_arguments)
{
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (g_str_equal (facts[i].name, name)
        && (facts[i].n_arguments == n_arguments
            || (facts[i].n_arguments == LW_LESSON_TRIPLES && n_arguments > 0
                && n_arguments % 3 == 0)))
      return &facts[i];
  return NULL;
}
