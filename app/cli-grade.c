// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli grade: checks the files of a class against a lesson. The files are only read: their
// formulas are evaluated and their motion is computed, nothing else in them is used.

#include <string.h>

#include "cli.h"
#include "lw-lesson-marks.h"

/// Appends a text as a field: quoted if necessary, and never as a formula of a spreadsheet.
static void
append_text (GString *csv, const char *text)
{
  g_autofree char *guarded = g_strdup_printf (
    "%s%s", strchr ("=+-@\t\r", text[0]) != NULL && *text != '\0' ? "'" : "", text);

  if (strpbrk (guarded, ",\"\r\n") == NULL) {
    g_string_append (csv, guarded);
    return;
  }
  g_string_append_c (csv, '"');
  for (const char *at = guarded; *at != '\0'; at++) {
    if (*at == '"')
      g_string_append_c (csv, '"');
    g_string_append_c (csv, *at);
  }
  g_string_append_c (csv, '"');
}

static void
append_header (GString *csv, const LwLesson *lesson)
{
  g_string_append (csv, "file");
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++) {
    g_autofree char *title = g_strdup_printf (
      "%u %s", i + 1, lw_lesson_text (lw_lesson_get_step (lesson, i)->title, "en"));

    g_string_append_c (csv, ',');
    append_text (csv, title);
  }
  g_string_append (csv, ",passed,note\r\n");
}

/// Appends the marks of a file: 1 passed, 0 not, empty if there is no answer.
static void
append_marks (GString *csv, const LwLesson *lesson, LwMechanism *mechanism)
{
  g_autoptr (GString) notes = g_string_new (NULL);
  guint passed = 0;

  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++) {
    g_auto (LwLessonAnswers) answers = lw_lesson_read_notes (lesson, i, mechanism);
    g_autoptr (GError) why = NULL;
    g_autoptr (LwLessonResult) result =
      lw_lesson_check (lesson, i, mechanism, &answers, "en", NULL, &why);

    g_string_append_c (csv, ',');
    if (result == NULL)
      g_string_append_printf (notes, "%sstep %u: %s", notes->len > 0 ? " " : "", i + 1,
                              why->message);
    else if (result->verdict != LW_LESSON_MISSING)
      g_string_append_c (csv, result->verdict == LW_LESSON_PASSED ? '1' : '0');
    passed += result != NULL && result->verdict == LW_LESSON_PASSED;
  }
  g_string_append_printf (csv, ",%u,", passed);
  append_text (csv, notes->str);
}

static void
append_file (GString *csv, const LwLesson *lesson, GFile *file, const char *name)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (LwOpened) opened = lw_open_file (file, NULL, &why);
  g_autofree char *shown = g_filename_display_name (name);

  append_text (csv, shown);
  if (opened != NULL) {
    append_marks (csv, lesson, opened->project->mechanism);
  } else {
    // A file that cannot be read has a row as well: the list of the class is complete.
    for (guint i = 0; i <= lw_lesson_get_n_steps (lesson); i++)
      g_string_append_c (csv, ',');
    g_string_append (csv, "0,");
    append_text (csv, why->message);
  }
  g_string_append (csv, "\r\n");
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/// Returns the names of the projects and text forms in a folder, sorted.
static GPtrArray *
list_files (const char *folder, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &why);
  GPtrArray *names;
  const char *name;

  if (dir == NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_IO, "%s.", why->message);
    return NULL;
  }
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.'
        && (g_str_has_suffix (name, ".linkwright") || g_str_has_suffix (name, ".json")))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names_cb);
  return names;
}

static gboolean
grade (const char *folder, const LwLesson *lesson, const char *output, GError **error)
{
  g_autoptr (GPtrArray) names = list_files (folder, error);
  g_autoptr (GString) csv = g_string_new (NULL);

  if (names == NULL)
    return FALSE;
  append_header (csv, lesson);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);

    append_file (csv, lesson, file, names->pdata[i]);
    cli_progress_tell ((i + 1.0) / names->len);
  }
  cli_progress_end ();
  return cli_output_put (output, csv->str, csv->len, error);
}

gboolean
cli_grade (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *name = NULL;
  g_autoptr (LwLesson) lesson = NULL;
  g_autoptr (GFile) file = NULL;
  const GOptionEntry entries[] = {
    { "lesson", 0, 0, G_OPTION_ARG_FILENAME, &name, "Lesson whose checks are made", "FILE" },
    { NULL },
  };

  if (!cli_parse (argc, argv,
                  "Checks the mechanisms in a folder against a lesson: a row for each file, a "
                  "column for each step, 1 passed, 0 not, empty without an answer.",
                  "FILE is the folder. Answers are read from the notes of a mechanism: lines such "
                  "as \"Step 3: 2.4; -1\" or \"Step 4: b\".",
                  entries, NULL, CLI_OPTIONS_NO_DEFINITIONS, &arguments, error))
    return FALSE;
  if (arguments.file == NULL)
    return TRUE;
  if (name == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "grade needs --lesson FILE, the lesson that the class did.");
    return FALSE;
  }
  file = g_file_new_for_commandline_arg (name);
  lesson = lw_lesson_load (file, error);
  return lesson != NULL && grade (arguments.file, lesson, arguments.output, error);
}
