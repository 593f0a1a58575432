// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of linkwright-cli (the environment variable LW_CLI), and what must hold of their output.

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/// What a run of the program gave.
typedef struct
{
  int code;
  GBytes *out;
  char *err;
} CliResult;

extern const char *cli_program;
extern char *cli_folder;   ///< for files that tests write
extern char *cli_examples; ///< data/examples

/// g_test_init () and the three above.
void cli_test_init (int *argc, char ***argv);
/// Run the tests and remove the folder.
int cli_test_run (void);

void cli_result_clear (CliResult *self);
CliResult cli_call (const char *first, ...) G_GNUC_NULL_TERMINATED;
CliResult cli_call_with (char **environment, const char *first, ...) G_GNUC_NULL_TERMINATED;
/// With something on standard input.
CliResult cli_call_fed (GBytes *input, const char *first, ...) G_GNUC_NULL_TERMINATED;
char *cli_dup_output (const CliResult *result);
/// Success, with something on standard output and nothing on standard error.
void cli_assert_done (const CliResult *result);
/// The exit code, one sentence on standard error, nothing on standard output.
void cli_assert_refused (const CliResult *result, int code);
/// As good as no environment: only what the leak sanitizer must be told.
char **cli_dup_bare_environment (void);
char *cli_path_of (const char *name);
char *cli_example (const char *name);
JsonNode *cli_parse_json (const CliResult *result);
/// The rows of a CSV as it must be: CRLF, as many fields as the header, numbers.
GPtrArray *cli_parse_csv (const CliResult *result, char ***header);
