// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lessons of the program: each check fails at its start, passes with the model solution, and
// gives each wrong answer its reply; all texts are in English and German.

#include <string.h>

#include "lw-json.h"
#include "lw-lesson-marks.h"

static void
prove (const char *name, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson = lw_lesson_load (file, &error);
  g_autofree char *id = NULL;
  guint n_wrong = 0;

  g_assert_no_error (error);
  id = g_strconcat (lw_lesson_get_id (lesson), ".json", NULL);
  g_assert_cmpstr (id, ==, name);
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++) {
    const LwLessonStep *step = lw_lesson_get_step (lesson, i);
    g_auto (GStrv) faults = lw_lesson_prove (lesson, i, "en");

    if (faults[0] != NULL)
      g_error ("%s, step %u: %s", name, i + 1, faults[0]);
    n_wrong += step->wrong->len;
    g_assert_cmpuint (step->hints->len, >=, 1);
  }
  g_assert_cmpuint (n_wrong, >=, 3);
}

/// Visits all objects with texts in languages.
static void
visit_texts (const LwJson *node, guint *n)
{
  if (lw_json_member (node, "en") != NULL) {
    const LwJson *german = lw_json_member (node, "de");

    if (german == NULL || *german->string == '\0')
      g_error ("line %u: there is no German text", node->line);
    (*n)++;
    return;
  }
  for (guint i = 0;
       (node->type == LW_JSON_LIST || node->type == LW_JSON_OBJECT) && i < node->length; i++)
    visit_texts (lw_json_element (node, i), n);
}

static void
check_languages (const char *name, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (LwJsonTree) tree = NULL;
  const LwJson *root;
  gsize length;
  guint n = 0;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  tree = lw_json_parse (text, length, NULL, &error);
  g_assert_no_error (error);
  root = lw_json_root (tree);
  visit_texts (root, &n);
  g_assert_cmpuint (n, >, 20);
  g_assert_nonnull (lw_json_member (lw_json_member (root, "title"), "fr"));
}

static void
for_each_lesson (void (*call) (const char *name, const char *path))
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "lessons", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json")) {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_test_message ("%s", name);
      call (name, path);
      n++;
    }
  g_assert_cmpuint (n, ==, 16);
}

static void
test_proof (void)
{
  for_each_lesson (prove);
}

static void
test_languages (void)
{
  for_each_lesson (check_languages);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lessons/proof", test_proof);
  g_test_add_func ("/lessons/languages", test_languages);
  return g_test_run ();
}
