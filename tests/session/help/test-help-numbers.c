// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every number of the handbook's worked examples is computed again, from the mechanisms of the
// lessons.

#include <locale.h>
#include <math.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-help-book.h"
#include "lw-json.h"
#include "lw-lesson-code.h"
#include "lw-text.h"

/// Half a unit in the fifth digit.
#define TOLERANCE 5e-5

/// Reads the mechanism "LESSON/NAME".
static LwMechanism *
read_mechanism (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", 2);
  g_autofree char *file = g_strconcat (parts[0], ".json", NULL);
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "lessons", file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (LwJsonTree) tree = NULL;
  g_autoptr (GError) error = NULL;
  const LwJson *mechanisms;
  LwMechanism *mechanism;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  tree = lw_json_parse (text, length, NULL, &error);
  g_assert_no_error (error);
  mechanisms = lw_json_member (lw_json_root (tree), "mechanisms");
  mechanism = lw_text_read_node (lw_json_member (mechanisms, parts[1]), NULL, &error);
  g_assert_no_error (error);
  return mechanism;
}

static guint
check_block (const LwHelpBlock *block)
{
  g_autoptr (LwMechanism) mechanism = read_mechanism (block->mechanism);
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);

  for (guint i = 0; i < block->rows->len; i++) {
    char **row = block->rows->pdata[i];
    g_autoptr (GError) error = NULL;
    const double given = g_ascii_strtod (row[1], NULL);
    const char *unit = strchr (row[1], ' ');
    double value;

    if (!lw_lesson_evaluate (trial, row[0], NULL, unit != NULL ? unit + 1 : "1", &value, &error))
      g_error ("%s, %s: %s", block->mechanism, row[0], error->message);
    if (!(fabs (value - given) <= TOLERANCE * fabs (given)))
      g_error ("%s, %s: %.7g instead of %s", block->mechanism, row[0], value, row[1]);
  }
  return block->rows->len;
}

static void
test_numbers (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  guint n = 0;

  for (guint i = 0; i < lw_help_book_get_n (book); i++) {
    g_autoptr (GPtrArray) blocks = lw_help_parse (lw_help_book_get (book, i)->text);

    for (guint k = 0; k < blocks->len; k++) {
      const LwHelpBlock *block = blocks->pdata[k];

      if (block->kind == LW_HELP_NUMBERS)
        n += check_block (block);
    }
  }
  g_assert_cmpuint (n, >=, 15);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/help-numbers/worked", test_numbers);
  return g_test_run ();
}
