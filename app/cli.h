// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the verbs of linkwright-cli: options, opening a mechanism, running it,
// writing results.

#pragma once

#include <stdio.h>

#include "cli-json.h"
#include "lw-channels.h"
#include "lw-exports.h"
#include "lw-file-writer.h"
#include "lw-open.h"
#include "lw-run.h"

/// Version of the JSON output; it changes when readers would have to change.
#define CLI_SCHEMA 1

/// A verb; its arguments begin with its own name. Returns FALSE and sets the error on failure.
typedef gboolean (*CliVerbFunc) (int argc, char **argv, GError **error);

/// Calls the verb argv[0].
gboolean cli_call_verb (int argc, char **argv, GError **error);
gboolean cli_run (int argc, char **argv, GError **error);
gboolean cli_solve (int argc, char **argv, GError **error);
gboolean cli_contact (int argc, char **argv, GError **error);
gboolean cli_info (int argc, char **argv, GError **error);
gboolean cli_evaluate (int argc, char **argv, GError **error);
gboolean cli_plot (int argc, char **argv, GError **error);
gboolean cli_animate (int argc, char **argv, GError **error);
gboolean cli_draw (int argc, char **argv, GError **error);
gboolean cli_cut (int argc, char **argv, GError **error);
gboolean cli_report (int argc, char **argv, GError **error);
gboolean cli_channels (int argc, char **argv, GError **error);
gboolean cli_import (int argc, char **argv, GError **error);
gboolean cli_export (int argc, char **argv, GError **error);
gboolean cli_exports (int argc, char **argv, GError **error);
gboolean cli_check (int argc, char **argv, GError **error);
gboolean cli_salvage (int argc, char **argv, GError **error);
gboolean cli_kinematics (int argc, char **argv, GError **error);
gboolean cli_inverse (int argc, char **argv, GError **error);
gboolean cli_equilibrium (int argc, char **argv, GError **error);
gboolean cli_constants (int argc, char **argv, GError **error);
gboolean cli_drift (int argc, char **argv, GError **error);
gboolean cli_lesson (int argc, char **argv, GError **error);
gboolean cli_grade (int argc, char **argv, GError **error);

/// Arguments that all verbs have.
typedef struct
{
  char *file;         ///< NULL if help was requested and written; "" if the verb has no file
  char **files;       ///< all files, of which `file` is one; NULL if the verb has no file
  char *output;       ///< NULL or "-" for standard output
  char *format;       ///< suffix of the output format, NULL to use the suffix of its name
  char **definitions; ///< NAME=VALUE of parameters, NULL if there are none
  LwExportKind kind;  ///< kind of export of the verb; LW_EXPORT_KINDS if it has none
  void *values;       ///< options of that kind; NULL if it has none
} CliArguments;

void cli_arguments_clear (CliArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliArguments, cli_arguments_clear)

/// Options of a run as typed; NULL and FALSE if not given.
typedef struct
{
  char *until, *every;
  char *method, *accuracy, *step;
  char *stabilisation, *time_constant;
  gboolean assemble, no_assemble;
  gboolean progress;
} CliRunOptions;

/// The options of a run that a verb has.
typedef enum
{
  CLI_OPTIONS_ASSEMBLE = 1 << 0,
  CLI_OPTIONS_INTEGRATE = 1 << 1,      ///< method, accuracy, step, stabilisation, time constant
  CLI_OPTIONS_SAMPLE = 1 << 2,         ///< until, every
  CLI_OPTIONS_NO_FILE = 1 << 3,        ///< the verb has no file
  CLI_OPTIONS_NO_DEFINITIONS = 1 << 4, ///< its file has no parameters
  CLI_OPTIONS_SEVERAL = 1 << 5,        ///< the verb takes several files
  CLI_OPTIONS_PROGRESS = 1 << 6,       ///< progress, without a run that is sampled
} CliOptionGroups;

/// Reads the arguments of a verb. `entries` are its own options (ends with a NULL name), `run` and
/// `groups` the options of its run. One FILE is expected, and an output that the verb can write. If
/// help is requested, it is written (summary, options, then `description`) and there is no file:
/// the verb is done.
gboolean cli_parse (int argc,
                    char **argv,
                    const char *summary,
                    const char *description,
                    const GOptionEntry *entries,
                    CliRunOptions *run,
                    CliOptionGroups groups,
                    CliArguments *arguments,
                    GError **error);
/// Processes one file; arguments->file and arguments->output are set for it.
typedef gboolean (*CliFileFunc) (const CliArguments *arguments, void *data, GError **error);
/// Processes every file of a verb that takes several. The output of several files, or a name that
/// ends with "/", is a folder in which each has its name with the suffix of the format. All files are
/// processed; a failure is reported with its file, and the last one is set.
gboolean cli_each_file (CliArguments *arguments, CliFileFunc process, void *data, GError **error);
/// A verb that takes several files, runs them and has no further options: reads its arguments and
/// processes every file; `data` is the CliRunOptions.
gboolean
cli_run_each_file (int argc, char **argv, const char *summary, CliFileFunc process, GError **error);
/// Writes a note for the user to standard error, unless --quiet is given.
void cli_note (const char *format, ...) G_GNUC_PRINTF (1, 2);
/// Returns the defaults and tolerances, for --help. Free with g_free ().
char *cli_describe_defaults (void);
void cli_run_options_clear (CliRunOptions *self);
/// Overrides the run settings of a file by the options.
gboolean cli_run_options_apply (const CliRunOptions *self, LwRunSettings *settings, GError **error);

/// Parses a number between the limits; the LW_ERROR_USAGE names the option.
gboolean cli_parse_number (const char *option,
                           const char *text,
                           double minimum,
                           double maximum,
                           double *value,
                           GError **error);

// Input (cli-input.c); "-" is standard input.

/// Reads a whole file or stream.
GBytes *cli_read (const char *name, GError **error);
/// Returns true if a path leads to the input file of this name.
bool cli_is_input (const char *name, const char *path);
/// Puts the name of the file before an error that does not name it yet.
void cli_prefix_file (GError **error, const char *name);
/// Reads a mechanism without changes.
LwOpened *cli_read_mechanism (const char *name, GError **error);
/// Sets parameters to the values in the arguments.
gboolean cli_define (LwProject *project, const CliArguments *arguments, GError **error);
/// Reads and defines; differences between numbers and formulas are reported on standard error.
LwOpened *cli_open_input (const CliArguments *arguments, GError **error);

// Output formats (cli-suffix.c)

bool cli_writes (const char *verb);
/// Returns true if the verb writes several kinds of files, one of which must be chosen.
bool cli_has_choice (const char *verb);
/// Returns the description of the option -o. Free with g_free ().
char *cli_dup_output_help (const char *verb);
/// Refuses an output that is missing, that the verb cannot write, or that is the input.
gboolean cli_check_output (const char *verb, const CliArguments *arguments, GError **error);
/// Returns a name with the suffix of the output format. Free with g_free ().
char *cli_dup_format_name (const CliArguments *arguments);
/// Returns the entry that the arguments of an export choose: the usual one if neither name nor
/// --format chooses.
const LwExportEntry *cli_choose_entry (const CliArguments *arguments);
/// Calls the verb that writes the format which the name after -o of "export" chooses; *called is
/// false if that is the text form, or no format.
gboolean cli_export_otherwise (int argc, char **argv, bool *called, GError **error);
/// For verbs that write text or JSON: the suffix of the output may choose JSON, and must not choose
/// text if --json is given.
gboolean cli_choose_json (const CliArguments *arguments, gboolean *as_json, GError **error);

/// A mechanism, compiled, with its run settings. All members are owned.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  LwRunSettings settings;
  LwProject *project; ///< as read, with the parameters of the arguments
} CliMechanism;

/// Opens the file; the options of the run override its settings.
gboolean cli_open (CliMechanism *self,
                   const CliArguments *arguments,
                   const CliRunOptions *options,
                   GError **error);
void cli_close (CliMechanism *self);
/// Defines the channels that are defined among the patterns (NULL: none).
gboolean cli_define_channels (CliMechanism *self, const char *patterns, GError **error);
/// Returns indices (guint) of the channels that the patterns choose (NULL: all), time first.
GArray *cli_choose_channels (const CliMechanism *self, const char *patterns, GError **error);
/// Returns program, version, digest of the mechanism and units. Free with g_free ().
char *cli_dup_provenance (const CliMechanism *self);
/// Returns the run, at its start.
LwRun *cli_start (const CliMechanism *self, GError **error);
/// Returns the run at a time, s. It is the run of the verb run, so that the numbers are equal, with one
/// sample at that time, which the settings then have. NULL if it cannot start or stops before.
LwRun *cli_start_at (CliMechanism *self, double time, GError **error);
/// Advances to the next sample. If the run has stopped, sets the error to the time and the reason.
gboolean cli_next (const CliMechanism *self, LwRun *run, GError **error);
/// Runs the mechanism and records it with the channels (guint) and those of broken elements. If it
/// stops early, *stopped has the reason.
LwProjectRun *cli_record_run (const CliMechanism *self,
                              const GArray *channels,
                              const char *name,
                              GError **stopped,
                              GError **error);
/// Sets an LW_ERROR_SIMULATION from a diagnosis of the engine, after a prefix and a colon.
void cli_set_failure (const CliMechanism *self,
                      MbdStatus status,
                      const MbdDiagnosis *why,
                      const char *prefix,
                      GError **error);

// Progress of a run (cli-progress.c), 0 to 1

/// Requests progress even if standard error is not a terminal.
void cli_progress_want (void);
/// Returns the progress of writing a result, after that of a run.
LwProgress cli_progress_of_writing (void);
void cli_progress_tell (double part);
/// Erases the progress line; called before other output.
void cli_progress_end (void);

/// Checks for "world", "body" or "frame"; sets an LW_ERROR_USAGE for anything else.
gboolean cli_check_axes (const char *word, GError **error);
MbdAxes cli_axes (const char *word);
/// Contact points. Borrowed.
typedef struct
{
  const MbdIntegratorContact *points;
  size_t n;
} CliContacts;

/// Writes the complete solution of a state, as members of the object that is open.
void cli_put_state (CliJson *json,
                    const CliMechanism *self,
                    MbdState *state,
                    const CliContacts *contacts,
                    const char *axes);
/// Returns the contacts at the current time of a run.
CliContacts cli_contacts_of (const LwRun *run);
/// Writes coordinates, rates, efforts and powers of all drivers and motors, as the member
/// "drivers".
void cli_put_drivers (CliJson *json, const CliMechanism *self, MbdState *state);
/// Returns the start state; assembled, with its velocities, unless the options specify otherwise.
/// Free with mbd_state_free ().
MbdState *cli_start_state (const CliMechanism *self, GError **error);

/// The result of a verb: standard output, or a file that appears completely or not at all.
typedef struct
{
  FILE *stream;
  char *path;           ///< NULL for standard output
  LwFileWriter *writer; ///< NULL if written directly
} CliOutput;

gboolean cli_output_open (CliOutput *self, const char *path, GError **error);
gboolean cli_output_write (CliOutput *self, const void *data, gsize size, GError **error);
/// Finishes the output and renames the file to its final name.
gboolean cli_output_close (CliOutput *self, GError **error);
/// Abandons the output and removes temporary files. Harmless after cli_output_close ().
void cli_output_abandon (CliOutput *self);
/// Saves a project file; "-" is standard output.
gboolean cli_save_project (LwProject *project, const char *path, GError **error);
/// Opens, writes and closes an output.
gboolean cli_output_put (const char *path, const void *data, gsize size, GError **error);
