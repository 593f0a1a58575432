// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result of one timed run, its printed form, and its transfer from a driver of a peer (one line of
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
  double accuracy;       ///< requested tolerance; 0 if there is none
  double seconds;        ///< CPU time
  int repeats;           ///< number of runs of which `seconds` is the least
  double error;          ///< m or rad; infinite for a failed run, NaN if nothing is compared
  double velocity_error; ///< m/s; NaN if the problem has none
  double size;           ///< m, L of the mechanism; 0 if unknown
  long evaluations;
  long steps;
  int bodies;
  char note[64]; ///< reason of a failure, or a special property; no tabs
} Record;

typedef struct
{
  int count;
  Record *records;
} RecordList;

void record_list_add (RecordList *list, const Record *record);
void record_list_clear (RecordList *list);

/// Returns ns per body and evaluation.
double record_ns (const Record *record);
/// Returns true if the run ended with both errors at most `error`.
bool record_meets (const Record *record, double error);
/// Returns the quickest run of the problem by that engine that meets the error; NULL if there is
/// none.
Record *record_list_cheapest (const RecordList *list,
                              const char *problem,
                              const char *engine,
                              double error);

/// Writes one line per run, fields separated by tabs.
void record_write (const Record *record, FILE *file);
/// Returns false if the line is not a record.
bool record_read (Record *record, char *line);

/// Note of a run that was stopped.
#define RECORD_STOPPED "stopped at the time limit"

/// Print rows of a table: the cheapest run of each engine that meets the error, and the times of
/// others over the time of the first. NULL ends the engines.
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

/// Returns the CPU time of this process, s.
double bench_clock (void);
/// Returns the median; the values are reordered.
double bench_median (int count, double *values);

#ifdef __cplusplus
}
#endif
