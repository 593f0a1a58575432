// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "contest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHORT_RUN 0.02 ///< s: runs shorter than this are made three times in a sweep

/// Makes the run described by the record. The time of a run made before can only decrease.
static bool
run_again (const Contest *contest, Engine *engine, Record *record)
{
  Record again = *record;

  if (!engine->run (engine, contest->limit, &again))
    return false;
  again.repeats = record->repeats + 1;
  if (record->repeats > 0 && !(again.seconds < record->seconds))
    again.seconds = record->seconds;
  *record = again;
  return true;
}

/// Runs one method, from loose to tight.
static bool
sweep_method (const Contest *contest,
              Engine *engine,
              const char *method,
              const Problem *problem,
              RecordList *list)
{
  int failures = 0;

  for (int k = 0; k < PROBLEM_ACCURACIES && failures < 2; k += contest->stride) {
    Record record = { .accuracy = problem_accuracy (k) };

    snprintf (record.problem, sizeof record.problem, "%s", problem->name);
    snprintf (record.method, sizeof record.method, "%s", method);
    do {
      if (!run_again (contest, engine, &record))
        return false;
    } while (record.repeats < 3 && record.seconds < SHORT_RUN && isfinite (record.error));
    record_list_add (list, &record);
    failures = isfinite (record.error) ? 0 : failures + 1;
    if ((failures == 0 && record.seconds > contest->limit / 2)
        || record_meets (&record, problem->errors[PROBLEM_ERRORS - 1]))
      break;
  }
  return true;
}

bool
contest_sweep (const Contest *contest, const Problem *problem, RecordList *list)
{
  for (int i = 0; i < contest->count; i++)
    for (int k = 0; k < contest->engines[i]->method_count; k++) {
      Engine *engine = contest->engines[i];

      if (!sweep_method (contest, engine, engine->methods[k], problem, list))
        return false;
    }
  return true;
}

bool
contest_settle (const Contest *contest, const Problem *problem, double error, RecordList *list)
{
  Record *records[CONTEST_ENGINES];

  for (int i = 0; i < contest->count; i++)
    records[i] = record_list_cheapest (list, problem->name, contest->engines[i]->name, error);
  for (int round = 0; round < contest->rounds; round++)
    for (int i = 0; i < contest->count; i++)
      if (records[i] != NULL && !run_again (contest, contest->engines[i], records[i]))
        return false;
  return true;
}

static bool
was_stopped (const RecordList *list, const char *problem, const char *engine)
{
  for (int i = 0; i < list->count; i++) {
    const Record *record = &list->records[i];

    if (strcmp (record->problem, problem) == 0 && strcmp (record->engine, engine) == 0
        && strcmp (record->note, RECORD_STOPPED) == 0)
      return true;
  }
  return false;
}

bool
contest_check (const Contest *contest, const Problem *problem, const RecordList *list)
{
  bool good = true;

  for (int i = 0; i < contest->count; i++) {
    const char *engine = contest->engines[i]->name;
    int reached = 0, needed = i == 0 ? PROBLEM_ERRORS : 1;

    for (int level = 0; level < PROBLEM_ERRORS; level++)
      reached += record_list_cheapest (list, problem->name, engine, problem->errors[level]) != NULL;
    if (i > 0 && (problem->beyond_peers || was_stopped (list, problem->name, engine)))
      needed = 0;
    if (reached >= needed)
      continue;
    fprintf (stderr, "%s reaches %d of %d errors of %s\n", engine, reached, PROBLEM_ERRORS,
             problem->name);
    good = false;
  }
  return good;
}
