// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the verbs of linkwright-cli share: options, opening a mechanism, running it, writing
// results.

#pragma once

#include <stdio.h>

#include "cli-json.h"
#include "lw-channels.h"
#include "lw-open.h"
#include "lw-run.h"

/// Version of the JSON that is written; it changes when a reader would have to change.
#define CLI_SCHEMA 1

/// A verb: its arguments begin with its own name. On failure the error says why.
typedef gboolean (*CliVerbFunc) (int argc, char **argv, GError **error);

gboolean cli_run (int argc, char **argv, GError **error);
gboolean cli_solve (int argc, char **argv, GError **error);
gboolean cli_info (int argc, char **argv, GError **error);
gboolean cli_plot (int argc, char **argv, GError **error);
gboolean cli_animate (int argc, char **argv, GError **error);
gboolean cli_channels (int argc, char **argv, GError **error);
gboolean cli_import (int argc, char **argv, GError **error);
gboolean cli_export (int argc, char **argv, GError **error);
gboolean cli_check (int argc, char **argv, GError **error);
gboolean cli_salvage (int argc, char **argv, GError **error);
gboolean cli_kinematics (int argc, char **argv, GError **error);
gboolean cli_inverse (int argc, char **argv, GError **error);
gboolean cli_equilibrium (int argc, char **argv, GError **error);
gboolean cli_constants (int argc, char **argv, GError **error);
gboolean cli_drift (int argc, char **argv, GError **error);

/// What all verbs are told.
typedef struct
{
  char *file;         ///< NULL: help was asked for, and is written; "" where a verb has no file
  char *output;       ///< NULL or "-": standard output
  char *format;       ///< of the output, a suffix; NULL: that of its name
  char **definitions; ///< NAME=VALUE of parameters; NULL: none
} CliArguments;

void cli_arguments_clear (CliArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliArguments, cli_arguments_clear)

/// What the user says about a run, as typed; NULL and FALSE where nothing is said.
typedef struct
{
  char *until, *every;
  char *method, *accuracy, *step;
  char *stabilisation, *time_constant;
  gboolean assemble, no_assemble;
  gboolean progress;
} CliRunOptions;

/// Which of the options of a run a verb has.
typedef enum
{
  CLI_OPTIONS_ASSEMBLE = 1 << 0,
  CLI_OPTIONS_INTEGRATE = 1 << 1, ///< method, accuracy, step, stabilisation, time constant
  CLI_OPTIONS_SAMPLE = 1 << 2,    ///< until, every
  CLI_OPTIONS_NO_FILE = 1 << 3,   ///< the verb has no file
} CliOptionGroups;

/// Read the arguments of a verb. `entries` are its own options (ends with a NULL name), `run` and
/// `groups` those of the run it has. One FILE is expected, and an output that the verb can write.
/// When help is asked for, it is written (summary, options, then `description`) and there is no
/// file: the verb is done.
gboolean cli_parse (int argc,
                    char **argv,
                    const char *summary,
                    const char *description,
                    const GOptionEntry *entries,
                    CliRunOptions *run,
                    CliOptionGroups groups,
                    CliArguments *arguments,
                    GError **error);
/// The defaults and tolerances, for --help. Free with g_free ().
char *cli_describe_defaults (void);
void cli_run_options_clear (CliRunOptions *self);
/// Let the options override what a file says about its run.
gboolean cli_run_options_apply (const CliRunOptions *self, LwRunSettings *settings, GError **error);

/// A number between the borders; the LW_ERROR_USAGE names the option.
gboolean cli_parse_number (const char *option,
                           const char *text,
                           double minimum,
                           double maximum,
                           double *value,
                           GError **error);

// What is read (cli-input.c); "-" is standard input.

/// All of a file or stream.
GBytes *cli_read (const char *name, GError **error);
/// Whether a path leads to the file that is read under this name.
bool cli_is_input (const char *name, const char *path);
/// Put the name of the file before an error that does not name it yet.
void cli_prefix_file (GError **error, const char *name);
/// A mechanism as its file has it.
LwOpened *cli_read_mechanism (const char *name, GError **error);
/// Give parameters the values that the arguments say.
gboolean cli_define (LwProject *project, const CliArguments *arguments, GError **error);
/// Both; standard error tells what was not as its formula says.
LwOpened *cli_open_input (const CliArguments *arguments, GError **error);

// What can be written (cli-suffix.c)

bool cli_writes (const char *verb);
/// The verb writes several kinds of files; one has to be chosen.
bool cli_has_choice (const char *verb);
/// What the option -o is. Free with g_free ().
char *cli_dup_output_help (const char *verb);
/// Refuse an output that is missing, that the verb cannot write, or that is what is read.
gboolean cli_check_output (const char *verb, const CliArguments *arguments, GError **error);
/// A name that ends as the output is to be. Free with g_free ().
char *cli_dup_format_name (const CliArguments *arguments);
/// Verbs that write text or JSON: the name of the output may ask for JSON, and must not ask for
/// text when --json is given.
gboolean cli_choose_json (const CliArguments *arguments, gboolean *as_json, GError **error);

/// A mechanism, compiled, and how it is to be run. Owned.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  LwRunSettings settings;
  LwProjectView view; ///< how it was last looked at
} CliMechanism;

/// Open the file; the options of the run override what it says.
gboolean cli_open (CliMechanism *self,
                   const CliArguments *arguments,
                   const CliRunOptions *options,
                   GError **error);
void cli_close (CliMechanism *self);
/// Let channels be defined among the patterns (NULL: none).
gboolean cli_define_channels (CliMechanism *self, const char *patterns, GError **error);
/// Indices (guint) of the channels that the patterns choose (NULL: all), time before all others.
GArray *cli_choose_channels (const CliMechanism *self, const char *patterns, GError **error);
/// Program, version, digest of what the file says, units. Free with g_free ().
char *cli_dup_provenance (const CliMechanism *self);
/// The run, at its start.
LwRun *cli_start (const CliMechanism *self, GError **error);
/// To the next sample. The error tells when the run stopped.
gboolean cli_next (const CliMechanism *self, LwRun *run, GError **error);
/// The diagnosis of the engine as an LW_ERROR_SIMULATION, after a prefix and a colon.
void cli_set_failure (const CliMechanism *self,
                      MbdStatus status,
                      const MbdDiagnosis *why,
                      const char *prefix,
                      GError **error);

// How far a run is (cli-progress.c), 0 to 1

/// Also where standard error is no terminal.
void cli_progress_want (void);
void cli_progress_tell (double part);
/// Wipe what was told; before anything else is.
void cli_progress_end (void);

/// "world", "body" or "frame"; anything else is an LW_ERROR_USAGE.
gboolean cli_check_axes (const char *word, GError **error);
MbdAxes cli_axes (const char *word);
/// Where shapes touch. Borrowed.
typedef struct
{
  const MbdIntegratorContact *points;
  size_t n;
} CliContacts;

/// Everything that is known of a solved state, as members of the object that is open.
void cli_put_state (CliJson *json,
                    const CliMechanism *self,
                    MbdState *state,
                    const CliContacts *contacts,
                    const char *axes);
/// What touches in a run where it stands.
CliContacts cli_contacts_of (const LwRun *run);
/// Coordinates, rates, efforts and powers of all drivers and motors, as the member "drivers".
void cli_put_drivers (CliJson *json, const CliMechanism *self, MbdState *state);
/// The start state; assembled, with its velocities, unless the options say otherwise. Free with
/// mbd_state_free ().
MbdState *cli_start_state (const CliMechanism *self, GError **error);

/// The result of a verb: standard output, or a file that appears whole or not at all.
typedef struct
{
  FILE *stream;
  char *path;      ///< NULL: standard output
  char *temporary; ///< NULL: written directly
} CliOutput;

gboolean cli_output_open (CliOutput *self, const char *path, GError **error);
gboolean cli_output_write (CliOutput *self, const void *data, gsize size, GError **error);
/// Finish; the file takes its name here.
gboolean cli_output_close (CliOutput *self, GError **error);
/// Give up; nothing is left behind. Harmless after cli_output_close ().
void cli_output_abandon (CliOutput *self);
/// A project file; "-" is standard output.
gboolean cli_save_project (LwProject *project, const char *path, GError **error);
/// All at once.
gboolean cli_output_put (const char *path, const void *data, gsize size, GError **error);
