// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs linkwright-cli (the environment variable LW_CLI), and checks its output.

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/// Result of a run of the program.
typedef struct
{
  int code;
  GBytes *out;
  char *err;
} CliResult;

extern const char *cli_program;
extern char *cli_folder;   ///< folder for files that tests write
extern char *cli_examples; ///< path of data/examples

/// Calls g_test_init () and sets the three variables above.
void cli_test_init (int *argc, char ***argv);
/// Runs the tests and removes the folder.
int cli_test_run (void);

void cli_result_clear (CliResult *self);
CliResult cli_call (const char *first, ...) G_GNUC_NULL_TERMINATED;
CliResult cli_call_with (char **environment, const char *first, ...) G_GNUC_NULL_TERMINATED;
/// Like cli_call (), with `input` on standard input.
CliResult cli_call_fed (GBytes *input, const char *first, ...) G_GNUC_NULL_TERMINATED;
char *cli_dup_output (const CliResult *result);
/// Asserts success, with output on standard output and nothing on standard error.
void cli_assert_done (const CliResult *result);
/// Asserts the exit code, one message on standard error, and nothing on standard output.
void cli_assert_refused (const CliResult *result, int code);
/// Returns an almost empty environment: only the options of the leak sanitizer.
char **cli_dup_bare_environment (void);
char *cli_path_of (const char *name);
char *cli_example (const char *name);
JsonNode *cli_parse_json (const CliResult *result);
/// Parses a CSV and checks its form: CRLF, as many fields as the header, numbers.
GPtrArray *cli_parse_csv (const CliResult *result, char ***header);
