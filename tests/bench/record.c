// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIELDS 13

void
record_list_add (RecordList *list, const Record *record)
{
  if ((list->count & (list->count - 1)) == 0) {
    size_t space = list->count > 0 ? 2 * (size_t) list->count : 1;

    list->records = realloc (list->records, space * sizeof *record);
    if (list->records == NULL) {
      fputs ("out of memory\n", stderr);
      exit (1);
    }
  }
  list->records[list->count++] = *record;
}

void
record_list_clear (RecordList *list)
{
  free (list->records);
  *list = (RecordList){ 0 };
}

double
record_ns (const Record *record)
{
  double evaluations = (double) record->evaluations * record->bodies;

  return evaluations > 0 ? 1e9 * record->seconds / evaluations : (double) NAN;
}

bool
record_meets (const Record *record, double error)
{
  return record->error <= error && !(record->velocity_error > error);
}

Record *
record_list_cheapest (const RecordList *list, const char *problem, const char *engine, double error)
{
  Record *best = NULL;

  for (int i = 0; i < list->count; i++) {
    Record *record = &list->records[i];

    if (strcmp (record->problem, problem) == 0 && strcmp (record->engine, engine) == 0
        && record_meets (record, error) && (best == NULL || record->seconds < best->seconds))
      best = record;
  }
  return best;
}

void
record_print_cheapest_heading (const char *const *engines, FILE *file)
{
  fprintf (file, "  %-17s %-11s", "", "at error");
  for (int i = 0; engines[i] != NULL; i++)
    fprintf (file, "  %-*s", i == 0 ? 38 : 46, engines[i]);
  fputc ('\n', file);
}

void
record_list_print_cheapest (const RecordList *list,
                            const char *problem,
                            const char *unit,
                            double error,
                            const char *const *engines,
                            FILE *file)
{
  const Record *own = record_list_cheapest (list, problem, engines[0], error);

  fprintf (file, "  %-17s %7.1e %-3s", problem, error, unit);
  for (int i = 0; engines[i] != NULL; i++) {
    const Record *record = record_list_cheapest (list, problem, engines[i], error);
    char accuracy[16] = "";

    if (record == NULL) {
      fprintf (file, "  %-*s", i == 0 ? 38 : 46, "not reached");
      continue;
    }
    if (record->accuracy > 0)
      snprintf (accuracy, sizeof accuracy, "%.0e", record->accuracy);
    fprintf (file, "  %9.4g ms  %-17s %5s", 1e3 * record->seconds, record->method, accuracy);
    if (i > 0 && own != NULL)
      fprintf (file, " %7.3g", record->seconds / own->seconds);
  }
  fputc ('\n', file);
}

void
record_write (const Record *record, FILE *file)
{
  fprintf (file, "%s\t%s\t%s\t%.17g\t%.17g\t%d\t%.17g\t%.17g\t%.17g\t%ld\t%ld\t%d\t%s\n",
           record->problem, record->engine, record->method, record->accuracy, record->seconds,
           record->repeats, record->error, record->velocity_error, record->size,
           record->evaluations, record->steps, record->bodies, record->note);
  fflush (file);
}

bool
record_read (Record *record, char *line)
{
  char *fields[FIELDS], *rest = line;
  int count = 0;

  line[strcspn (line, "\n")] = '\0';
  while (count < FIELDS && rest != NULL)
    fields[count++] = strsep (&rest, "\t");
  if (count != FIELDS)
    return false;

  snprintf (record->problem, sizeof record->problem, "%s", fields[0]);
  snprintf (record->engine, sizeof record->engine, "%s", fields[1]);
  snprintf (record->method, sizeof record->method, "%s", fields[2]);
  record->accuracy = strtod (fields[3], NULL);
  record->seconds = strtod (fields[4], NULL);
  record->repeats = atoi (fields[5]);
  record->error = strtod (fields[6], NULL);
  record->velocity_error = strtod (fields[7], NULL);
  record->size = strtod (fields[8], NULL);
  record->evaluations = atol (fields[9]);
  record->steps = atol (fields[10]);
  record->bodies = atoi (fields[11]);
  snprintf (record->note, sizeof record->note, "%s", fields[12]);
  return true;
}

void
record_print_heading (FILE *file)
{
  fprintf (file, "  %-12s %-16s %8s %11s %13s %8s %9s %9s %8s %8s  %s\n", "engine", "method",
           "accuracy", "CPU ms", "error", "error/L", "velocity", "evals", "steps", "ns/body", "");
}

/// Returns a number or a dash.
static const char *
figure (char text[16], const char *format, double value)
{
  if (isnan (value))
    return "-";
  snprintf (text, 16, format, value);
  return text;
}

void
record_print (const Record *record, const char *unit, const char *remark, FILE *file)
{
  char accuracy[16], error[16], relative[16], velocity[16], ns[16], with_unit[32];
  bool length = unit[0] == 'm' && record->size > 0;

  snprintf (with_unit, sizeof with_unit, "%s %s", figure (error, "%.2e", record->error),
            isfinite (record->error) ? unit : "");
  fprintf (file, "  %-12s %-16s %8s %11.3f %13s %8s %9s %9ld %8ld %8s  %s%s%s\n", record->engine,
           record->method,
           figure (accuracy, "%.0e", record->accuracy > 0 ? record->accuracy : (double) NAN),
           1e3 * record->seconds, with_unit,
           figure (relative, "%.1e", length ? record->error / record->size : (double) NAN),
           figure (velocity, "%.1e", record->velocity_error), record->evaluations, record->steps,
           figure (ns, "%.1f", record_ns (record)), remark, record->note[0] != '\0' ? "; " : "",
           record->note);
}

static void
print_json_number (const char *name, double value, FILE *file)
{
  if (isfinite (value))
    fprintf (file, ", \"%s\": %.9g", name, value);
  else
    fprintf (file, ", \"%s\": null", name);
}

void
record_list_print_json (const RecordList *list, FILE *file)
{
  fputs ("[\n", file);
  for (int i = 0; i < list->count; i++) {
    const Record *record = &list->records[i];

    fprintf (file, "  {\"problem\": \"%s\", \"engine\": \"%s\", \"method\": \"%s\"",
             record->problem, record->engine, record->method);
    print_json_number ("accuracy", record->accuracy, file);
    print_json_number ("seconds", record->seconds, file);
    fprintf (file, ", \"repeats\": %d", record->repeats);
    print_json_number ("error", record->error, file);
    print_json_number ("velocity_error", record->velocity_error, file);
    print_json_number ("size", record->size, file);
    fprintf (file, ", \"evaluations\": %ld, \"steps\": %ld, \"bodies\": %d", record->evaluations,
             record->steps, record->bodies);
    print_json_number ("ns_per_body", record_ns (record), file);
    fprintf (file, ", \"note\": \"%s\"}%s\n", record->note, i + 1 < list->count ? "," : "");
  }
  fputs ("]\n", file);
}

double
bench_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
bench_median (int count, double *values)
{
  qsort (values, (size_t) count, sizeof *values, compare_doubles);
  return values[count / 2];
}
