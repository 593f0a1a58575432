// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms for other programs: open, change parameters, run, read channels, write any export.
// Texts are UTF-8, numbers SI and radians. An object may be used by one thread at a time, different
// objects by different threads. docs/python.md describes the Python module that uses this library.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Result of a function. The first five are the exit codes of linkwright-cli.
typedef enum
{
  LINKWRIGHT_OK,
  LINKWRIGHT_USAGE,      ///< a request that makes no sense for this mechanism
  LINKWRIGHT_BAD_FILE,   ///< not a mechanism
  LINKWRIGHT_SIMULATION, ///< the run failed
  LINKWRIGHT_IO,         ///< the file cannot be read or written
  LINKWRIGHT_CANCELLED,
} LinkwrightStatus;

/// A mechanism with its parameters and the settings of its run.
typedef struct LinkwrightMechanism LinkwrightMechanism;
/// A recorded run. It does not change, and later changes of the mechanism do not affect it.
typedef struct LinkwrightRun LinkwrightRun;

typedef struct
{
  const char *name;
  double value;
  const char *unit;    ///< ASCII, "1" for none
  const char *formula; ///< NULL if it is a number
  const char *note;
} LinkwrightParameter;

typedef struct
{
  const char *name;
  const char *unit;        ///< ASCII, "1" for none
  const char *description; ///< with frame and sign
} LinkwrightChannel;

// Functions that fail return a status, and set *message to an error message, which is freed with
// linkwright_free (); `message` may be NULL.

/// Returns the version of the program, "0.4.0" for example.
const char *linkwright_version (void);
void linkwright_free (void *memory);

/// Opens a project or a text form.
LinkwrightStatus
linkwright_open (const char *path, LinkwrightMechanism **mechanism, char **message);
/// Opens the content of such a file.
LinkwrightStatus linkwright_parse (const void *content,
                                   size_t size,
                                   LinkwrightMechanism **mechanism,
                                   char **message);
void linkwright_mechanism_free (LinkwrightMechanism *self);
LinkwrightMechanism *linkwright_mechanism_copy (const LinkwrightMechanism *self);
/// Saves it as a project or, if the name ends with .json, in text form.
LinkwrightStatus
linkwright_mechanism_save (const LinkwrightMechanism *self, const char *path, char **message);

// Texts are borrowed until the mechanism changes.

const char *linkwright_mechanism_title (const LinkwrightMechanism *self);
const char *linkwright_mechanism_notes (const LinkwrightMechanism *self);
/// Returns a message about numbers of the file that differed from their formulas, or NULL.
const char *linkwright_mechanism_warning (const LinkwrightMechanism *self);

size_t linkwright_mechanism_parameter_count (const LinkwrightMechanism *self);
/// Returns false if there is no such index.
bool linkwright_mechanism_parameter (const LinkwrightMechanism *self,
                                     size_t index,
                                     LinkwrightParameter *parameter);
/// Sets a parameter from "NAME=VALUE" with a number and its unit, or a formula, as after -D of
/// linkwright-cli; fields that follow it change.
LinkwrightStatus
linkwright_mechanism_define (LinkwrightMechanism *self, const char *definition, char **message);

/// Sets a setting of runs: "until", "every", "accuracy", "step", "time-constant" (s or numbers),
/// "method", "stabilisation" (words of linkwright-cli), "assemble" (yes or no).
LinkwrightStatus linkwright_mechanism_set (LinkwrightMechanism *self,
                                           const char *setting,
                                           const char *value,
                                           char **message);
double linkwright_mechanism_duration (const LinkwrightMechanism *self); ///< s
double linkwright_mechanism_interval (const LinkwrightMechanism *self); ///< s, between samples

/// Returns why the mechanism cannot run and has no channels, or LINKWRIGHT_OK if it can.
LinkwrightStatus linkwright_mechanism_check (LinkwrightMechanism *self, char **message);
/// Returns 0 if linkwright_mechanism_check () fails.
size_t linkwright_mechanism_channel_count (const LinkwrightMechanism *self);
/// Channels in the order of linkwright-cli channels, time first. Returns false if there is no such
/// index.
bool linkwright_mechanism_channel (const LinkwrightMechanism *self,
                                   size_t index,
                                   LinkwrightChannel *channel);

/// Called after each sample with the finished part, 0 to 1; false cancels the run.
typedef bool (*LinkwrightProgress) (double part, void *data);

/// Runs the mechanism with its settings and records all channels. A run that stops early is
/// returned with LINKWRIGHT_SIMULATION and the reason, if it has any sample.
LinkwrightStatus linkwright_mechanism_run (LinkwrightMechanism *self,
                                           LinkwrightProgress progress,
                                           void *data,
                                           LinkwrightRun **run,
                                           char **message);
void linkwright_run_free (LinkwrightRun *self);
size_t linkwright_run_sample_count (const LinkwrightRun *self);
/// Copies the values of a channel, or of an expression of channels such as "der(Crank.angle)", to
/// an array of linkwright_run_sample_count () numbers. *unit (may be NULL) is borrowed until the run
/// is freed.
LinkwrightStatus linkwright_run_values (LinkwrightRun *self,
                                        const char *channel,
                                        double *values,
                                        const char **unit,
                                        char **message);
/// Writes an export; docs/exports.md lists them. `kind`: the verb of the command line ("run",
/// "plot", "draw" ...), NULL if the suffix decides. `channels`: names with * and ?, or
/// NAME = EXPRESSION, after commas, for tables and plots; NULL: all, or the plots of the file.
/// `against`: horizontal axis of plots; NULL: time. `options`: NAME=VALUE, NULL after the last one;
/// may be NULL. The file is written completely or not at all.
LinkwrightStatus linkwright_run_export (LinkwrightRun *self,
                                        const char *path,
                                        const char *kind,
                                        const char *channels,
                                        const char *against,
                                        const char *const *options,
                                        char **message);

#ifdef __cplusplus
}
#endif
