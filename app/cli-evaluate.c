// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli evaluate: computes the expressions of lessons (docs/lessons.md) for any mechanism.

#include "cli.h"
#include "lw-lesson-code.h"
#include "lw-number.h"

/// Appends a line for each expression: its text and its value, separated by a tabulator.
static gboolean
append_values (LwMechanism *mechanism, char **expressions, GString *text, GError **error)
{
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);

  for (guint i = 0; expressions[i] != NULL; i++) {
    char number[LW_NUMBER_SIZE];
    double value;

    if (!lw_lesson_evaluate (trial, expressions[i], NULL, NULL, &value, error)) {
      g_prefix_error (error, "%s: ", expressions[i]);
      return FALSE;
    }
    g_string_append_printf (text, "%s\t%s\n", expressions[i], lw_number_format (value, number));
  }
  return TRUE;
}

gboolean
cli_evaluate (int argc, char **argv, GError **error)
{
  CliMechanism mechanism;
  CliRunOptions options = { 0 };
  g_auto (CliArguments) arguments = { 0 };
  g_auto (GStrv) expressions = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean done;
  const GOptionEntry entries[] = {
    { "value", 0, 0, G_OPTION_ARG_STRING_ARRAY, &expressions,
      "Expression, as in the checks of lessons; may be given several times", "EXPRESSION" },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Computes expressions about a mechanism: counts, rank, entries of G, ratios of "
                  "motions, statistics of curves, events, and the class of a four-bar.",
                  "Values are in SI units; nan: it does not exist, as the time of an event that "
                  "did not happen.",
                  entries, &options, 0, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (expressions == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "evaluate needs an expression, as in --value 'rank(G)'.");
    return FALSE;
  }
  if (!cli_open (&mechanism, &arguments, &options, error))
    return FALSE;
  done = append_values (mechanism.mechanism, expressions, text, error)
         && cli_output_put (arguments.output, text->str, text->len, error);
  cli_close (&mechanism);
  return done;
}
