// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lw-bench [--json] [--all] [--no-peer] [--peer-limit SECONDS] [NAME...]: time and error of the
// engine on the problems of problem.h and of single evaluations, beside Simbody where its driver
// was built.

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  bool json;
  bool all; ///< print every run of the sweeps
  bool peer;
  double peer_limit;        ///< s of CPU time for one run of the peer
  const char *const *names; ///< NULL ends them; none: everything
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
  for (int i = 0; i < evaluation_count; i++)
    if (strcmp (evaluations[i].name, name) == 0)
      return true;
  return strcmp (name, "evaluate") == 0 || problem_find (name) != NULL;
}

static void
print_machine (void)
{
  FILE *file = fopen ("/proc/cpuinfo", "r");
  char line[256];

  printf ("CPU time of one thread, median of %d; ", BENCH_REPEATS);
  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (strncmp (line, "model name", 10) == 0 && strchr (line, ':') != NULL) {
      line[strcspn (line, "\n")] = '\0';
      printf ("%s, ", strchr (line, ':') + 2);
      break;
    }
  if (file != NULL)
    fclose (file);
  printf ("gcc %s\n", __VERSION__);
}

static Record *
find_evaluation (const RecordList *list, const char *name)
{
  for (int i = 0; i < list->count; i++)
    if (strcmp (list->records[i].problem, name) == 0)
      return &list->records[i];
  return NULL;
}

static void
time_evaluations (const Options *options, RecordList *list)
{
  if (!options->json)
    puts ("\nOne acceleration evaluation at a new pose\n"
          "                                            ns/body  evaluations");
  for (int i = 0; i < evaluation_count; i++) {
    const Evaluation *evaluation = &evaluations[i];
    Record record;

    if (!chosen (options, evaluation->name))
      continue;
    evaluation_time (evaluation, &record);
    record_list_add (list, &record);
    if (options->json)
      continue;
    printf ("  %-40s %8.1f  %11ld", evaluation->title, record_ns (&record), record.evaluations);
    if (evaluation->limit > 0)
      printf ("  limit %.0f: %s", evaluation->limit,
              record_ns (&record) <= evaluation->limit ? "met" : "missed");
    printf ("%s%s\n", record.note[0] != '\0' ? "  " : "", record.note);
    fflush (stdout);
  }

  const Record *small = find_evaluation (list, "evaluate-chain100");
  const Record *large = find_evaluation (list, "evaluate-chain10000");

  if (small != NULL && large != NULL && !options->json) {
    double ratio = record_ns (large) / record_ns (small);

    printf ("  ns per body at 10 000 bodies over that at 100: %.2f, limit 1.5: %s\n", ratio,
            ratio <= 1.5 ? "met" : "missed");
  }
}

/// What a row of the table stands for, with the verdict on the time limit.
static void
describe (const Problem *problem, int level, const Record *record, char *text, size_t size)
{
  int length =
    snprintf (text, size, "%s %.1e", level == 0 ? "target" : "cheapest at", problem->errors[level]);

  if (level == 0 && problem->limit > 0)
    snprintf (text + length, size - (size_t) length, ", limit %g ms: %s", 1e3 * problem->limit,
              record->seconds <= problem->limit ? "met" : "missed");
}

static void
run_problem (const Options *options, const Problem *problem, RecordList *list)
{
  Solution *solution = problem_solution (problem);
  int first = list->count;
  char text[80];

  trajectory_sweep (problem, solution, list);
  for (int level = 0; level < PROBLEM_ERRORS; level++) {
    double error = problem->errors[level];
    Record *record = record_list_cheapest (list, problem->name, BENCH_ENGINE, error);

    if (record != NULL)
      trajectory_measure_again (problem, solution, record);
  }
  solution_free (solution);
  if (options->json)
    return;

  printf ("\n%s: %s\n", problem->name, problem->title);
  if (problem->peers != NULL)
    printf ("  elsewhere: %s\n", problem->peers);
  record_print_heading (stdout);
  record_print (&list->records[first], problem->unit, "default", stdout);
  for (int i = first + 1; options->all && i < list->count; i++)
    record_print (&list->records[i], problem->unit, "", stdout);
  for (int level = 0; level < PROBLEM_ERRORS; level++) {
    double error = problem->errors[level];
    const Record *record = record_list_cheapest (list, problem->name, BENCH_ENGINE, error);

    if (record != NULL) {
      describe (problem, level, record, text, sizeof text);
      record_print (record, problem->unit, text, stdout);
    } else {
      printf ("  no run reached %.1e %s\n", error, problem->unit);
    }
  }
  fflush (stdout);
}

/// The cheapest runs of both at each level of error, and how many times the peer takes.
static void
compare_problem (const Problem *problem, const RecordList *list)
{
  for (int level = 0; level < PROBLEM_ERRORS; level++) {
    double error = problem->errors[level];
    const Record *own = record_list_cheapest (list, problem->name, BENCH_ENGINE, error);
    const Record *peer = record_list_cheapest (list, problem->name, "simbody", error);

    printf ("  %-16s %7.1e %-4s", problem->name, error, problem->unit);
    if (own != NULL)
      printf (" %10.3f ms (%.1e)", 1e3 * own->seconds, own->error);
    else
      printf (" %23s", "not reached");
    if (peer != NULL)
      printf (" %10.2f ms (%.1e, %s %.0e)", 1e3 * peer->seconds, peer->error, peer->method,
              peer->accuracy);
    else
      printf (" %23s", "not reached");
    if (own != NULL && peer != NULL)
      printf (" %8.0f x", peer->seconds / own->seconds);
    putchar ('\n');
  }
}

static void
compare (const Options *options, RecordList *list)
{
  RecordList peer = { 0 };

  if (!options->json)
    printf (
      "\nSimbody on the same definitions, judged by the same references; its runs are stopped "
      "after %g s.\nRunning ...\n",
      options->peer_limit);
  fflush (stdout);
  if (!peer_run (options->names, options->peer_limit, &peer)) {
    fputs ("The driver of Simbody was not built (libsimbody-dev) or failed: nothing to compare.\n",
           stderr);
    record_list_clear (&peer);
    return;
  }
  for (int i = 0; i < peer.count; i++) {
    const Record *own = find_evaluation (list, peer.records[i].problem);

    if (own != NULL)
      peer.records[i].size = own->size;
    record_list_add (list, &peer.records[i]);
  }
  if (!options->json) {
    printf ("\n  %-16s %-12s %23s %42s\n", "cheapest run", "at error", "linkwright", "simbody");
    for (int i = 0; i < problem_count; i++)
      if (chosen (options, problems[i].name))
        compare_problem (&problems[i], list);
    for (int i = 0; i < peer.count; i++) {
      const Record *record = &peer.records[i];
      const Record *own = find_evaluation (list, record->problem);

      if (strncmp (record->problem, "evaluate-", 9) == 0 && own != NULL)
        printf ("  %-29s %10.1f ns per body    %10.1f ns per body    %10.0f x\n", record->problem,
                record_ns (own), record_ns (record), record_ns (record) / record_ns (own));
      else if (options->all)
        record_print (record, "", "", stdout);
    }
  }
  record_list_clear (&peer);
}

static bool
parse (int argc, char **argv, Options *options)
{
  static const char *names[64];
  int count = 0;

  *options = (Options){ .peer = true, .peer_limit = 4, .names = names };
  for (int i = 1; i < argc; i++) {
    if (strcmp (argv[i], "--json") == 0)
      options->json = true;
    else if (strcmp (argv[i], "--all") == 0)
      options->all = true;
    else if (strcmp (argv[i], "--no-peer") == 0)
      options->peer = false;
    else if (strcmp (argv[i], "--peer-limit") == 0 && i + 1 < argc)
      options->peer_limit = strtod (argv[++i], NULL);
    else if (is_name (argv[i]) && count < 63)
      names[count++] = argv[i];
    else
      return false;
  }
  return options->peer_limit > 0;
}

static void
print_usage (void)
{
  fputs ("Usage: lw-bench [--json] [--all] [--no-peer] [--peer-limit SECONDS] [NAME...]\nNames: "
         "evaluate",
         stderr);
  for (int i = 0; i < problem_count; i++)
    fprintf (stderr, " %s", problems[i].name);
  for (int i = 0; i < evaluation_count; i++)
    fprintf (stderr, " %s", evaluations[i].name);
  fputc ('\n', stderr);
}

int
main (int argc, char **argv)
{
  Options options;
  RecordList list = { 0 };
  bool any_evaluation = false;

  if (!parse (argc, argv, &options)) {
    print_usage ();
    return 1;
  }
  if (!options.json)
    print_machine ();
  for (int i = 0; i < evaluation_count; i++)
    any_evaluation = any_evaluation || chosen (&options, evaluations[i].name);
  if (any_evaluation)
    time_evaluations (&options, &list);
  for (int i = 0; i < problem_count; i++)
    if (chosen (&options, problems[i].name))
      run_problem (&options, &problems[i], &list);
  if (options.peer)
    compare (&options, &list);
  if (options.json)
    record_list_print_json (&list, stdout);
  record_list_clear (&list);
  return 0;
}
