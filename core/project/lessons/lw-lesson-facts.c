// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-facts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-four-bar.h"
#include "lw-lesson-system.h"
#include "lw-words.h"

typedef LwLessonTrial Trial;
typedef const LwLessonGiven Given;
typedef const char *const Words;

bool
lw_lesson_refuse (GError **error, const char *format, ...)
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
  return lw_lesson_refuse (
    error,
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
    return lw_lesson_refuse (error, _ ("Write rank (G), not rank (%s)."), words[0]);
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

static bool
get_exists (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  (void) given;
  (void) error;
  *value = lw_lesson_trial_has_element (trial, words[0]);
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
get_redundant (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwCoupling *coupling = find_coupling (trial, words[0]);

  (void) given;
  if (lw_lesson_trial_examine (trial, error) == NULL)
    return false;
  *value = coupling != NULL && lw_lesson_trial_is_redundant (trial, coupling->element.id);
  return true;
}

static bool
get_unmet (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const LwCoupling *coupling = find_coupling (trial, words[0]);

  (void) given;
  return coupling != NULL
           ? lw_lesson_trial_is_unmet (trial, coupling->element.id, value, error)
           : lw_lesson_refuse (error, _ ("There is no body or coupling “%s”."), words[0]);
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

/// Counts the places at which the drawn curve changes its sign; *first is the time of the first one,
/// NaN if there is none.
static guint
count_drawn_crossings (Given *given, double *first)
{
  guint n = 0;

  *first = NAN;
  for (guint i = 1; given->drawn != NULL && i < given->drawn->len; i++) {
    const double *before = &g_array_index (given->drawn, double, 2 * (i - 1));
    const double *after = before + 2;

    if ((before[1] < 0) == (after[1] < 0))
      continue;
    if (n++ == 0)
      *first = before[0] + before[1] / (before[1] - after[1]) * (after[0] - before[0]);
  }
  return n;
}

static bool
get_drawn (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const double *largest = find_drawn (given, 1);
  const double *least = find_drawn (given, -1);
  const guint n = given->drawn != NULL ? given->drawn->len : 0;
  double first_crossing;
  const guint crossings = count_drawn_crossings (given, &first_crossing);

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
    { "crossings", crossings },
    { "first_crossing", first_crossing },
  };
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    if (g_str_equal (words[0], features[i].word)) {
      *value = features[i].value;
      return true;
    }
  return lw_lesson_refuse (error, _ ("A drawn curve has no “%s”."), words[0]);
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

/// The reasons for which a run can stop: the codes of the engine, in small letters.
static bool
get_stopped (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
#define REASON(code, text) { #code, MBD_STATUS_##code },
  static const struct
  {
    const char *word;
    MbdStatus status;
  } reasons[] = { MBD_STATUS_LIST (REASON) };
#undef REASON
  const LwLessonRun *run = get_run (trial, error);

  (void) given;
  if (run == NULL)
    return false;
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_ascii_strcasecmp (reasons[i].word, words[0]) == 0) {
      *value = run->failed && run->status == reasons[i].status;
      return true;
    }
  return lw_lesson_refuse (error,
                           _ ("No run stops for “%s”; it stops, for example, for out_of_reach, "
                              "blocked, dead_point, stuck or step_too_small."),
                           words[0]);
}

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

/// Counts the events of a kind with all of the `names`, of a coupling or of bodies; *found is the one
/// with this number, NULL if there are fewer.
static bool
find_events (Trial *trial,
             const char *word,
             Words *names,
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
    return lw_lesson_refuse (
      error,
      _ ("There are no events “%s”; there are touch, part, stick, slide, wedge, "
         "taut, slack and break."),
      word);
  for (guint i = 0; names[i] != NULL; i++)
    if (!lw_lesson_trial_has_element (trial, names[i]))
      return lw_lesson_refuse (error, _ ("There is no body or coupling “%s”."), names[i]);
  for (guint i = 0; i < run->events->len; i++) {
    const MbdEvent *event = &g_array_index (run->events, MbdEvent, i);
    bool concerns = true;

    for (guint k = 0; names[k] != NULL && concerns; k++)
      concerns = lw_lesson_trial_is_concerned (trial, event, names[k]);
    if (!concerns)
      continue;
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
  if (!find_events (trial, words[0], words + 1, 0, &n, &event, error))
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
  if (!find_events (trial, words[0], words + 2, (guint) atoi (words[1]), &n, &event, error))
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
  if (!find_events (trial, words[0], words + 2, (guint) atoi (words[1]), &n, &event, error))
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
    return lw_lesson_refuse (error, _ ("“%s” is not a setting of a run."), word);
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

/// Returns the first four-bar whose output turns back while its input turns fully.
static bool
get_limits (Trial *trial, double limit[2])
{
  g_autoptr (GArray) found = lw_four_bars_find (lw_lesson_trial_get_mechanism (trial));

  for (guint i = 0; i < found->len; i++) {
    const LwFourBar *four_bar = &g_array_index (found, LwFourBar, i);

    if (four_bar->limits != LW_FOUR_BAR_TURNS_BACK)
      continue;
    limit[0] = four_bar->limit[0];
    limit[1] = four_bar->limit[1];
    return true;
  }
  return false;
}

static bool
get_limit (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  const int number = atoi (words[0]);
  double limit[2];

  (void) given;
  if (number != 1 && number != 2)
    return lw_lesson_refuse (error, _ ("A four-bar has limit (1) and limit (2), not limit (%s)."),
                             words[0]);
  *value = get_limits (trial, limit) ? limit[number - 1] : NAN;
  return true;
}

/// The longer part of the turn of the input between the limits over the shorter one.
static bool
get_time_ratio (Trial *trial, Given *given, Words *words, double *value, GError **error)
{
  double limit[2];
  double part;

  (void) given;
  (void) words;
  (void) error;
  *value = NAN;
  if (!get_limits (trial, limit))
    return true;
  part = fabs (limit[1] - limit[0]);
  *value = fmax (part, 2 * G_PI - part) / fmin (part, 2 * G_PI - part);
  return true;
}

static const LwLessonFact facts[] = {
  { "count", 1, 0, "1", get_count },
  { "rank", 1, 0, "1", get_rank },
  { "dof", 0, 0, "1", get_dof },
  { "fits", 0, 0, "1", get_fits },
  { "exists", 1, 0, "1", get_exists },
  { "redundant", 1, 0, "1", get_redundant },
  { "unmet", 1, 0, "1", get_unmet },
  { "selected", 1, 0, "1", get_selected },
  { "selected", 0, 0, "1", get_n_selected },
  { "chosen", 1, 0, "1", get_chosen },
  { "drawn", 1, 0, "1", get_drawn },
  { "G", 4, 0, "1", lw_lesson_get_entry },
  { "M", 3, 0, "1", lw_lesson_get_mass },
  { "gamma", 2, 0, "1", lw_lesson_get_gamma },
  { "f", 2, 0, "1", lw_lesson_get_force },
  { "motion", 4, 2, "1", lw_lesson_get_motion },
  { "unbalanced", 3, 3, "N", lw_lesson_get_unbalanced },
  { "run_failed", 0, 0, "1", get_failed },
  { "run_end", 0, 0, "s", get_end },
  { "stopped", 1, 0, "1", get_stopped },
  { "steps", 0, 0, "1", get_steps },
  { "evaluations", 0, 0, "1", get_evaluations },
  { "events", 1, 1, "1", get_events },
  { "event_time", 2, 1, "s", get_event_time },
  { "event_impulse", 2, 1, "N s", get_event_impulse },
  { "method", 1, 0, "1", get_method },
  { "stabilisation", 1, 0, "1", get_stabilisation },
  { "step_size", 0, 0, "s", get_step_size },
  { "accuracy", 0, 0, "1", get_accuracy },
  { "grashof", 1, 0, "1", get_grashof },
  { "limit", 1, 0, "rad", get_limit },
  { "time_ratio", 0, 0, "1", get_time_ratio },
};

/// Returns whether a function may have this number of arguments.
static bool
takes (const LwLessonFact *fact, guint n_arguments)
{
  const guint more = n_arguments - fact->n_arguments;

  return n_arguments == fact->n_arguments
         || (fact->n_repeated > 0 && n_arguments > fact->n_arguments
             && more % fact->n_repeated == 0);
}

const LwLessonFact *
lw_lesson_fact_find (const char *name, guint n_arguments)
{
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (g_str_equal (facts[i].name, name) && takes (&facts[i], n_arguments))
      return &facts[i];
  return NULL;
}
