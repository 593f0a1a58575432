// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli lesson: proves a lesson against its own model solutions, or writes its worksheet.

#include "cli.h"
#include "lw-lesson-marks.h"
#include "lw-worksheet.h"

static gboolean
prove (const LwLesson *lesson, GString *text, const char *name, GError **error)
{
  const guint n = lw_lesson_get_n_steps (lesson);
  guint n_faults = 0;

  for (guint i = 0; i < n; i++) {
    const LwLessonStep *step = lw_lesson_get_step (lesson, i);
    g_auto (GStrv) faults = lw_lesson_prove (lesson, i, "en");

    g_string_append_printf (text, "Step %u, line %u: %s: ", i + 1, step->line,
                            lw_lesson_text (step->title, "en"));
    if (faults[0] == NULL)
      g_string_append_printf (text,
                              "the start fails, the model solution passes, %u wrong answers get "
                              "their replies.\n",
                              step->wrong->len);
    else
      g_string_append_c (text, '\n');
    for (guint k = 0; faults[k] != NULL; k++, n_faults++)
      g_string_append_printf (text, "  %s\n", faults[k]);
    cli_progress_tell ((i + 1.0) / n);
  }
  cli_progress_end ();
  if (n_faults == 0)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
               n_faults == 1 ? "%s: the lesson has %u fault; see the step above."
                             : "%s: the lesson has %u faults; see the steps above.",
               name, n_faults);
  return FALSE;
}

/// Writes a worksheet if the suffix of the output is that of one; *done tells.
static gboolean
write_worksheet (const LwLesson *lesson,
                 const char *output,
                 const char *language,
                 bool solutions,
                 bool *done,
                 GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const char *data;

  *done =
    output != NULL && (g_str_has_suffix (output, ".html") || g_str_has_suffix (output, ".pdf"));
  if (!*done)
    return TRUE;
  if (g_str_has_suffix (output, ".pdf"))
    bytes = lw_worksheet_new_pdf (lesson, language, solutions, error);
  else
    bytes = g_string_free_to_bytes (lw_worksheet_new (lesson, language, solutions));
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  return cli_output_put (output, data, size, error);
}

gboolean
cli_lesson (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autoptr (LwLesson) lesson = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) faults = NULL;
  g_autofree char *language = NULL;
  gboolean solutions = FALSE;
  bool written;
  const GOptionEntry entries[] = {
    { "language", 0, 0, G_OPTION_ARG_STRING, &language, "Language of the worksheet; default: en",
      "LANGUAGE" },
    { "solutions", 0, 0, G_OPTION_ARG_NONE, &solutions, "Worksheet with hints and solutions",
      NULL },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Proves a lesson: no check may pass at the start of its step, each must pass "
                  "with the model solution, and each wrong answer must get its reply. An output "
                  "FILE.html or FILE.pdf is instead a worksheet to print.",
                  NULL, entries, NULL, CLI_OPTIONS_NO_DEFINITIONS, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  file = g_file_new_for_commandline_arg (arguments.file);
  lesson = lw_lesson_load (file, error);
  if (lesson == NULL)
    return FALSE;
  if (!write_worksheet (lesson, arguments.output, language != NULL ? language : "en", solutions,
                        &written, error))
    return FALSE;
  if (written)
    return TRUE;
  prove (lesson, text, arguments.file, &faults);
  if (!cli_output_put (arguments.output, text->str, text->len, error))
    return FALSE;
  if (faults == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&faults));
  return FALSE;
}
