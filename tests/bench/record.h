// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one timed run gave, how it is printed, and how a driver of a peer hands it over (one line of
// text per run).

#pragma once

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  char problem[32];
  char engine[16];
  char method[32];
  double accuracy; ///< the tolerance asked for; 0: none
  double seconds;  ///< CPU time
  int repeats;     ///< `seconds` is the least of so many
  double error;    ///< m or rad; infinite for a run that failed, NaN where nothing is compared
  double velocity_error; ///< m/s; NaN when the problem has none
  double size;           ///< m, L of the mechanism; 0: not known
  long evaluations;
  long steps;
  int bodies;
  char note[64]; ///< why it failed, or what is special; no tabs
} Record;

typedef struct
{
  int count;
  Record *records;
} RecordList;

void record_list_add (RecordList *list, const Record *record);
void record_list_clear (RecordList *list);

/// ns per body and evaluation.
double record_ns (const Record *record);
/// Whether the run ended with both errors at most `error`.
bool record_meets (const Record *record, double error);
/// The quickest run of the problem by that engine that meets the error; NULL when there is none.
Record *record_list_cheapest (const RecordList *list,
                              const char *problem,
                              const char *engine,
                              double error);

/// One line per run, fields separated by tabs.
void record_write (const Record *record, FILE *file);
/// False when the line is not a record.
bool record_read (Record *record, char *line);

/// What a run that was stopped has as its note.
#define RECORD_STOPPED "stopped at the time limit"

/// Rows of a table: the cheapest run of each engine that meets the error, and the times of others
/// over that of the first. NULL ends the engines.
void record_print_cheapest_heading (const char *const *engines, FILE *file);
void record_list_print_cheapest (const RecordList *list,
                                 const char *problem,
                                 const char *unit,
                                 double error,
                                 const char *const *engines,
                                 FILE *file);

void record_print_heading (FILE *file);
void record_print (const Record *record, const char *unit, const char *remark, FILE *file);
void record_list_print_json (const RecordList *list, FILE *file);

/// CPU time of this process, s.
double bench_clock (void);
/// The median; the values are reordered.
double bench_median (int count, double *values);

#ifdef __cplusplus
}
#endif
