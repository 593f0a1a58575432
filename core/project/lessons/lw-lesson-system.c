// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-system.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "lw-formula.h"

typedef LwLessonTrial Trial;
typedef const char *const Words;

// ---- entries --------------------------------------------------------------------------------

/// Returns the system of the start; sets the error if the mechanism cannot be assembled.
static const LwHood *
get_hood (Trial *trial, GError **error)
{
  const LwLessonStart *start = lw_lesson_trial_examine (trial, error);

  if (start != NULL && start->hood == NULL)
    lw_lesson_refuse (error, _ ("The mechanism cannot be put together as it is drawn."));
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
  lw_lesson_refuse (error, _ ("“%s” has no velocity number %s."), body, component);
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
  lw_lesson_refuse (error, _ ("“%s” has no row number %s."), coupling, row);
  return -1;
}

bool
lw_lesson_get_entry (LwLessonTrial *trial,
                     const LwLessonGiven *given,
                     const char *const *words,
                     double *value,
                     GError **error)
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

bool
lw_lesson_get_mass (LwLessonTrial *trial,
                    const LwLessonGiven *given,
                    const char *const *words,
                    double *value,
                    GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  int row, column;

  (void) given;
  if (hood == NULL)
    return false;
  row = find_velocity (hood, words[0], words[1], error);
  column = row >= 0 ? find_velocity (hood, words[0], words[2], error) : -1;
  *value = 0;
  for (guint i = 0; column >= 0 && i < hood->mass->len; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->mass, LwHoodEntry, i);

    if (entry->row == row && entry->column == column)
      *value = entry->value;
  }
  return column >= 0;
}

bool
lw_lesson_get_gamma (LwLessonTrial *trial,
                     const LwLessonGiven *given,
                     const char *const *words,
                     double *value,
                     GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  const int row = hood != NULL ? find_row (hood, words[0], words[1], error) : -1;

  (void) given;
  if (row >= 0)
    *value = g_array_index (hood->rows, LwHoodRow, row).gamma;
  return row >= 0;
}

bool
lw_lesson_get_force (LwLessonTrial *trial,
                     const LwLessonGiven *given,
                     const char *const *words,
                     double *value,
                     GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  const int component = hood != NULL ? find_velocity (hood, words[0], words[1], error) : -1;

  (void) given;
  if (component >= 0)
    *value = g_array_index (hood->velocities, LwHoodVelocity, component).force;
  return component >= 0;
}

// ---- motions --------------------------------------------------------------------------------

/// Motions for which motion () is computed.
#define MOTIONS_MOST 50

/// Solves A x = b by elimination with the largest pivots; A is n x n, in rows of n + 1 with b at the
/// end. Returns false if A is singular.
static bool
solve_small (double *rows, guint n)
{
  for (guint column = 0; column < n; column++) {
    guint pivot = column;

    for (guint i = column + 1; i < n; i++)
      if (fabs (rows[i * (n + 1) + column]) > fabs (rows[pivot * (n + 1) + column]))
        pivot = i;
    if (!(fabs (rows[pivot * (n + 1) + column]) > 1e-10))
      return false;
    for (guint k = 0; k <= n; k++) {
      const double kept = rows[column * (n + 1) + k];

      rows[column * (n + 1) + k] = rows[pivot * (n + 1) + k];
      rows[pivot * (n + 1) + k] = kept;
    }
    for (guint i = 0; i < n; i++) {
      const double factor = rows[i * (n + 1) + column] / rows[column * (n + 1) + column];

      for (guint k = column; i != column && k <= n; k++)
        rows[i * (n + 1) + k] -= factor * rows[column * (n + 1) + k];
    }
  }
  for (guint i = 0; i < n; i++)
    rows[i * (n + 1) + n] /= rows[i * (n + 1) + i];
  return true;
}

/// The free motions are the combinations Z w of the rows Z of `motions`. With as many conditions as
/// motions, the velocity `per` is 1 and each further one 0, w is unique, whatever basis Z is.
bool
lw_lesson_get_motion (LwLessonTrial *trial,
                      const LwLessonGiven *given,
                      const char *const *words,
                      double *value,
                      GError **error)
{
  const LwHood *hood = get_hood (trial, error);
  const guint n = hood != NULL ? (guint) hood->n_motions : 0;
  g_autofree double *rows = NULL;
  int of;

  (void) given;
  *value = NAN;
  if (hood == NULL)
    return false;
  of = find_velocity (hood, words[0], words[1], error);
  rows = g_new0 (double, MOTIONS_MOST *(MOTIONS_MOST + 1));
  for (guint i = 0; of >= 0 && words[2 * i + 2] != NULL; i++) {
    const int per = find_velocity (hood, words[2 * i + 2], words[2 * i + 3], error);

    if (per < 0)
      return false;
    for (guint k = 0; k < n && i < n && n <= MOTIONS_MOST; k++)
      rows[i * (n + 1) + k] = hood->motions[k * hood->velocities->len + (guint) per];
  }
  if (of < 0 || n == 0 || n > MOTIONS_MOST || g_strv_length ((char **) words) != 2 * n + 2)
    return of >= 0;
  rows[n] = 1;
  if (!solve_small (rows, n))
    return true;
  *value = 0;
  for (guint k = 0; k < n; k++)
    *value += rows[k * (n + 1) + n] * hood->motions[k * hood->velocities->len + (guint) of];
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
bool
lw_lesson_get_unbalanced (LwLessonTrial *trial,
                          const LwLessonGiven *given,
                          const char *const *words,
                          double *value,
                          GError **error)
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
    return lw_lesson_refuse (error, "%s", hood->why);
  if (hood->rows->len > ROWS_MOST)
    return lw_lesson_refuse (error, _ ("This mechanism is too large for unbalanced ()."));
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
