// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lw-bench [--json] [--all] [--brief] [--no-peer] [--limit SECONDS] [NAME...]: time and error of
// the engine on the problems of problem.h and of single evaluations, compared with the peers whose
// drivers were built. Fails if the engine does not reach an error, or a peer reaches none of the
// errors that it should.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contest.h"
#include "evaluation.h"

#define ROUNDS 5

typedef struct
{
  bool json;
  bool all;   ///< print every run of the sweeps
  bool table; ///< print only the runs of the table
  bool peer;
  const char *const *names; ///< ends with NULL; all if empty
  Contest contest;
} Options;

static bool
chosen (const Options *options, const char *name)
{
  for (int i = 0; options->names[i] != NULL; i++)
    if (strcmp (options->names[i], name) == 0
        || (strcmp (options->names[i], "evaluate") == 0 && strncmp (name, "evaluate-", 9) == 0))
      return true;
  return options->names[0] == NULL;
}

static bool
is_name (const char *name)
{
  return strcmp (name, "evaluate") == 0 || evaluation_find (name) != NULL
         || problem_find (name) != NULL;
}

static void
print_machine (const Contest *contest)
{
  FILE *file = fopen ("/proc/cpuinfo", "r");
  char line[256];

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (strncmp (line, "model name", 10) == 0 && strchr (line, ':') != NULL) {
      line[strcspn (line, "\n")] = '\0';
      printf ("%s, one thread", strchr (line, ':') + 2);
      break;
    }
  if (file != NULL)
    fclose (file);
  for (int i = 0; i < contest->count; i++)
    printf ("; %s", contest->engines[i]->version);
  putchar ('\n');
}

static const Record *
find_evaluation (const RecordList *list, const char *name, const char *engine)
{
  for (int i = 0; i < list->count; i++)
    if (strcmp (list->records[i].problem, name) == 0
        && strcmp (list->records[i].engine, engine) == 0)
      return &list->records[i];
  return NULL;
}

/// Times batches, alternating between the engines; the least time of each engine counts.
static bool
time_evaluation (const Contest *contest, const Evaluation *evaluation, RecordList *list)
{
  const int count = evaluation->peer ? contest->count : 1;
  Record best[CONTEST_ENGINES];

  for (int round = 0; round < contest->rounds; round++)
    for (int i = 0; i < count; i++) {
      Record record = { 0 };

      snprintf (record.problem, sizeof record.problem, "%s", evaluation->name);
      snprintf (record.method, sizeof record.method, "one pass");
      if (!contest->engines[i]->run (contest->engines[i], contest->limit, &record))
        return false;
      if (round == 0 || record.seconds < best[i].seconds)
        best[i] = record;
      best[i].repeats = round + 1;
    }
  for (int i = 0; i < count; i++)
    record_list_add (list, &best[i]);
  return true;
}

static void
print_evaluation (const Contest *contest, const Evaluation *evaluation, const RecordList *list)
{
  const Record *own = find_evaluation (list, evaluation->name, contest->engines[0]->name);

  printf ("  %-40s %10.1f", evaluation->title, record_ns (own));
  for (int i = 1; i < contest->count; i++) {
    const Record *peer = find_evaluation (list, evaluation->name, contest->engines[i]->name);

    if (peer == NULL)
      printf (" %21s", "");
    else if (peer->note[0] != '\0')
      printf (" %21s", "failed");
    else
      printf (" %10.1f %8.1f x", record_ns (peer), record_ns (peer) / record_ns (own));
  }
  if (evaluation->limit > 0)
    printf ("  limit %.0f: %s", evaluation->limit,
            record_ns (own) <= evaluation->limit ? "met" : "missed");
  printf ("%s%s\n", own->note[0] != '\0' ? "  " : "", own->note);
  fflush (stdout);
}

static bool
time_evaluations (const Options *options, RecordList *list)
{
  const Contest *contest = &options->contest;
  bool any = false;

  for (int i = 0; i < evaluation_count; i++) {
    if (!chosen (options, evaluations[i].name))
      continue;
    if (!any && !options->json) {
      printf ("\nOne acceleration evaluation at a new pose, ns per body\n  %-40s", "");
      for (int k = 0; k < contest->count; k++)
        printf (k == 0 ? " %10s" : " %10s %10s", contest->engines[k]->name, "");
      putchar ('\n');
    }
    any = true;
    if (!time_evaluation (contest, &evaluations[i], list))
      return false;
    if (!options->json)
      print_evaluation (contest, &evaluations[i], list);
  }

  const Record *small = find_evaluation (list, "evaluate-chain100", contest->engines[0]->name);
  const Record *large = find_evaluation (list, "evaluate-chain10000", contest->engines[0]->name);

  if (small != NULL && large != NULL && !options->json) {
    double ratio = record_ns (large) / record_ns (small);

    printf ("  ns per body at 10 000 bodies over that at 100: %.2f, limit 1.5: %s\n", ratio,
            ratio <= 1.5 ? "met" : "missed");
  }
  return true;
}

/// Describes a row, with the verdict on the time limit.
static void
describe (const Problem *problem, int level, const Record *record, char *text, size_t size)
{
  int length = snprintf (text, size, "%s %.1e", level == problem->target ? "target" : "cheapest at",
                         problem->errors[level]);

  if (level == problem->target && problem->limit > 0 && strcmp (record->engine, "linkwright") == 0)
    snprintf (text + length, size - (size_t) length, ", limit %g ms: %s", 1e3 * problem->limit,
              record->seconds <= problem->limit ? "met" : "missed");
}

static void
print_problem (const Options *options, const Problem *problem, const RecordList *list, int first)
{
  const Contest *contest = &options->contest;

  printf ("\n%s: %s\n", problem->name, problem->title);
  record_print_heading (stdout);
  record_print (&list->records[first], problem->unit, "default", stdout);
  for (int i = first + 1; options->all && i < list->count; i++)
    record_print (&list->records[i], problem->unit, "", stdout);
  for (int i = 0; i < contest->count; i++)
    for (int level = 0; level < PROBLEM_ERRORS; level++) {
      const Record *record = record_list_cheapest (list, problem->name, contest->engines[i]->name,
                                                   problem->errors[level]);
      char text[80];

      if (record == NULL)
        continue;
      describe (problem, level, record, text, sizeof text);
      record_print (record, problem->unit, text, stdout);
    }
  fflush (stdout);
}

/// Runs the default settings, then the contest. Returns false if an engine has broken down.
static bool
run_problem (const Options *options, const Problem *problem, RecordList *list)
{
  const Contest *contest = &options->contest;
  Engine *own = contest->engines[0];
  const int first = list->count;
  Record record = { .accuracy = mbd_integrator_default ().accuracy };

  snprintf (record.problem, sizeof record.problem, "%s", problem->name);
  snprintf (record.method, sizeof record.method, "%s", own->methods[0]);
  if (!own->run (own, contest->limit, &record))
    return false;
  record.repeats = 1;
  record_list_add (list, &record);
  if (!contest_sweep (contest, problem, list))
    return false;
  for (int level = 0; level < PROBLEM_ERRORS; level++)
    if (!contest_settle (contest, problem, problem->errors[level], list))
      return false;
  if (!options->json && !options->table)
    print_problem (options, problem, list, first);
  return true;
}

static void
print_table (const Options *options, const RecordList *list)
{
  const Contest *contest = &options->contest;
  const char *engines[CONTEST_ENGINES + 1] = { NULL };

  printf ("\nCheapest run at equal error: CPU time, least of %d in turns, and how many times that "
          "of the first\n(no run above %g s)\n",
          contest->rounds, contest->limit);
  for (int i = 0; i < contest->count; i++) {
    engines[i] = contest->engines[i]->name;
    if (strstr (contest->engines[i]->version, "with assertions") != NULL)
      printf ("%s: without them its times are about half of these\n", contest->engines[i]->version);
  }
  record_print_cheapest_heading (engines, stdout);
  for (int i = 0; i < problem_count; i++)
    for (int level = 0; chosen (options, problems[i].name) && level < PROBLEM_ERRORS; level++)
      record_list_print_cheapest (list, problems[i].name, problems[i].unit,
                                  problems[i].errors[level], engines, stdout);
}

static bool
run_problems (const Options *options, RecordList *list)
{
  const Contest *contest = &options->contest;
  bool good = true, any = false;

  for (int i = 0; i < problem_count; i++) {
    if (!chosen (options, problems[i].name))
      continue;
    if (!run_problem (options, &problems[i], list))
      return false;
    good = contest_check (contest, &problems[i], list) && good;
    any = true;
  }
  if (any && !options->json && contest->count > 1)
    print_table (options, list);
  return good;
}

static bool
parse (int argc, char **argv, Options *options)
{
  static const char *names[64];
  int count = 0;

  *options = (Options){
    .peer = true,
    .names = names,
    .contest = { .limit = 4, .stride = 1, .rounds = ROUNDS },
  };
  for (int i = 1; i < argc; i++) {
    if (strcmp (argv[i], "--json") == 0)
      options->json = true;
    else if (strcmp (argv[i], "--all") == 0)
      options->all = true;
    else if (strcmp (argv[i], "--table") == 0)
      options->table = true;
    else if (strcmp (argv[i], "--brief") == 0)
      options->contest = (Contest){ .limit = 2, .stride = 2, .rounds = 3 };
    else if (strcmp (argv[i], "--no-peer") == 0)
      options->peer = false;
    else if (strcmp (argv[i], "--limit") == 0 && i + 1 < argc)
      options->contest.limit = strtod (argv[++i], NULL);
    else if (is_name (argv[i]) && count < 63)
      names[count++] = argv[i];
    else
      return false;
  }
  return options->contest.limit > 0;
}

static void
print_usage (void)
{
  fputs ("Usage: lw-bench [--json | --all | --table] [--brief] [--no-peer] [--limit SECONDS] "
         "[NAME...]\n"
         "Names: evaluate",
         stderr);
  for (int i = 0; i < problem_count; i++)
    fprintf (stderr, " %s", problems[i].name);
  for (int i = 0; i < evaluation_count; i++)
    fprintf (stderr, " %s", evaluations[i].name);
  fputc ('\n', stderr);
}

static void
open_engines (const Options *options, Contest *contest)
{
  contest->engines[contest->count++] = engine_linkwright ();
  if (!options->peer)
    return;

  Engine *simbody = engine_peer ("simbody-bench");

  if (simbody != NULL)
    contest->engines[contest->count++] = simbody;
  else
    fputs ("Without Simbody: its driver was not built (libsimbody-dev)\n", stderr);
}

int
main (int argc, char **argv)
{
  Options options;
  RecordList list = { 0 };
  bool good;

  if (!parse (argc, argv, &options)) {
    print_usage ();
    return 1;
  }
  open_engines (&options, &options.contest);
  if (!options.json)
    print_machine (&options.contest);
  good = time_evaluations (&options, &list) && run_problems (&options, &list);
  if (options.json)
    record_list_print_json (&list, stdout);
  record_list_clear (&list);
  for (int i = 0; i < options.contest.count; i++)
    good = options.contest.engines[i]->close (options.contest.engines[i]) && good;
  return good ? 0 : 1;
}
