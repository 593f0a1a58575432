// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Worksheets of the lessons: self-contained, escaped, with all steps, and with solutions only for
// teachers.

#include <string.h>

#include "lw-worksheet.h"

static LwLesson *
load (const char *name)
{
  g_autoptr (GFile) file =
    g_file_new_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "lessons", name, NULL);
  g_autoptr (GError) error = NULL;
  LwLesson *lesson = lw_lesson_load (file, &error);

  g_assert_no_error (error);
  return lesson;
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

static void
test_page (void)
{
  g_autoptr (LwLesson) lesson = load ("four-bar.json");
  g_autoptr (GString) page = lw_worksheet_new (lesson, "de", false);
  g_autoptr (GString) again = lw_worksheet_new (lesson, "de", false);

  g_assert_cmpuint (count (page->str, "<section>"), ==, lw_lesson_get_n_steps (lesson));
  g_assert_cmpuint (count (page->str, "Aufgabe."), ==, lw_lesson_get_n_steps (lesson));
  g_assert_nonnull (strstr (page->str, "Ein Viergelenk von Hand und mit dem Programm"));
  g_assert_nonnull (strstr (page->str, "v<sub>B</sub>"));
  // No other files, no scripts.
  g_assert_null (strstr (page->str, "http"));
  g_assert_null (strstr (page->str, "<script"));
  g_assert_cmpuint (count (page->str, "src=\""), ==,
                    count (page->str, "src=\"data:image/svg+xml;"));
  // A page for learners does not contain the results.
  g_assert_null (strstr (page->str, "23,808"));
  g_assert_null (strstr (page->str, "Hinweis"));
  g_assert_cmpstr (page->str, ==, again->str);
}

static void
test_solutions (void)
{
  g_autoptr (LwLesson) lesson = load ("four-bar.json");
  g_autoptr (GString) german = lw_worksheet_new (lesson, "de", true);
  g_autoptr (GString) other = lw_worksheet_new (lesson, "xx", true);

  g_assert_nonnull (strstr (german->str, "α₃: 23,808 rad/s²"));
  g_assert_nonnull (strstr (german->str, "Hinweis 2."));
  // An unknown language falls back to English.
  g_assert_nonnull (strstr (other->str, "α₃: 23.808 rad/s²"));
  g_assert_nonnull (strstr (other->str, "lang=\"en\""));
}

/// Texts of a lesson from elsewhere cannot add elements to the page.
static void
test_escaped (void)
{
  static const char text[] =
    "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"<script>\", \"goal\": \"&\", \"steps\": "
    "[{\"title\": \"<b>\", \"text\": \"a < b\", \"task\": \"**<i>**\", \"formulas\": [\"<x>\"], "
    "\"start\": {\"linkwright\": 1}, \"check\": {\"choices\": [{\"id\": \"a\", \"text\": "
    "\"<img>\"}], \"choice\": \"a\"}}]}";
  g_autoptr (LwLesson) lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, NULL);
  g_autoptr (GString) page = lw_worksheet_new (lesson, "en", true);

  g_assert_null (strstr (page->str, "<script>"));
  g_assert_nonnull (strstr (page->str, "<b>&lt;i&gt;</b>"));
  g_assert_nonnull (strstr (page->str, "<li>&lt;img&gt;</li>"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worksheet/page", test_page);
  g_test_add_func ("/worksheet/solutions", test_solutions);
  g_test_add_func ("/worksheet/escaped", test_escaped);
  return g_test_run ();
}
