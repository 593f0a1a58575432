// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help: everything has its page, every link leads somewhere, what is searched is found, and the
// web pages are complete.

#include <locale.h>
#include <string.h>

#include <glib/gstdio.h>

#include "lw-channels.h"
#include "lw-exports.h"
#include "lw-field.h"
#include "lw-help-book.h"
#include "lw-help-explain.h"
#include "lw-help-files.h"
#include "lw-help-link.h"
#include "lw-help-messages.h"
#include "lw-help-pdf.h"
#include "lw-help-site.h"
#include "lw-text.h"

// ---- texts ----------------------------------------------------------------------------------

static void
test_blocks (void)
{
  g_autoptr (GPtrArray) blocks = lw_help_parse ("## Rows of **G** {#g}\n"
                                                "A line\nand its end.\n"
                                                "- one\n  more\n2. two\n"
                                                "| `a` | b\\|c |\n|---|---|\n"
                                                "```\n| x |\n```\n"
                                                "```numbers four-bar/driven\nmax(a) = 2 m\n```\n"
                                                "![A bar](file:///a/bar.json)\n"
                                                "![not shown](bar.png)\n");
  const LwHelpBlock *block = blocks->pdata[0];
  char **row;

  g_assert_cmpuint (blocks->len, ==, 9);
  g_assert_cmpint (block->level, ==, 2);
  g_assert_cmpstr (block->anchor, ==, "g");
  block = blocks->pdata[1];
  g_assert_cmpstr (block->text, ==, "A line and its end.");
  block = blocks->pdata[2];
  g_assert_cmpstr (block->text, ==, "one more");
  block = blocks->pdata[3];
  g_assert_cmpuint (block->number, ==, 2);
  block = blocks->pdata[4];
  g_assert_cmpuint (block->rows->len, ==, 1);
  row = block->rows->pdata[0];
  g_assert_cmpstr (row[1], ==, "b|c");
  block = blocks->pdata[5];
  g_assert_cmpstr (block->text, ==, "| x |");
  block = blocks->pdata[6];
  g_assert_cmpint (block->kind, ==, LW_HELP_NUMBERS);
  g_assert_cmpstr (block->mechanism, ==, "four-bar/driven");
  row = block->rows->pdata[0];
  g_assert_cmpstr (row[1], ==, "2 m");
  block = blocks->pdata[7];
  g_assert_cmpint (block->kind, ==, LW_HELP_PICTURE);
  g_assert_cmpstr (block->text, ==, "A bar");
  g_assert_cmpstr (block->mechanism, ==, "file:///a/bar.json");
  block = blocks->pdata[8];
  g_assert_cmpint (block->kind, ==, LW_HELP_PARAGRAPH);
}

static void
test_spans (void)
{
  g_autoptr (GPtrArray) spans =
    lw_help_spans ("2 * 3 and **bold *both***, [`a|b` c](page#x) ![](p.png)");
  g_autofree char *plain = lw_help_dup_plain ("a **b** [c](d) \\* `e*f*`");
  const LwHelpSpan *span = spans->pdata[0];

  g_assert_cmpstr (plain, ==, "a b c * e*f*");
  g_assert_cmpstr (span->text, ==, "2 * 3 and ");
  for (guint i = 0; i < spans->len; i++) {
    span = spans->pdata[i];
    g_assert_cmpint (span->link != NULL, ==,
                     strstr (span->text, "a|b") != NULL || g_str_equal (span->text, " c"));
  }
}

// ---- pages ----------------------------------------------------------------------------------

/// Fails unless there is this page, with words of data/help.
static void
check_words (LwHelpBook *book, const char *id)
{
  const char *words = lw_help_book_get_words (book, id);

  if (lw_help_book_find (book, id) == NULL)
    g_error ("there is no page %s", id);
  if (words == NULL || strlen (words) < 20)
    g_error ("data/help has no words for %s", id);
}

static void
check_link (LwHelpBook *book, const LwHelpPage *from, const char *link)
{
  g_autofree char *anchor = NULL;
  gboolean outside;
  const LwHelpPage *page = lw_help_book_follow (book, from, link, &anchor, &outside);

  if (page == NULL && !outside)
    g_error ("%s: %s leads nowhere", from != NULL ? from->id : "", link);
  if (page != NULL && anchor != NULL && !lw_help_has_anchor (page->text, anchor))
    g_error ("%s: %s has no heading %s", from != NULL ? from->id : "", page->id, anchor);
}

static void
test_pages (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();

  for (int i = 0; i < LW_N_TOOLS; i++) {
    g_autofree char *id = lw_help_dup_tool_link ((LwToolKind) i);

    check_words (book, id);
  }
  for (guint i = 0; i < LW_KINDS; i++) {
    g_autofree char *id = lw_help_dup_kind_link (&lw_kinds[i]);

    check_words (book, id);
  }
  for (int i = 0; i < LW_EXPORT_KINDS; i++) {
    g_autofree char *id =
      g_strconcat ("export-", lw_export_kind_get_class ((LwExportKind) i)->verb, NULL);

    check_words (book, id);
  }
  for (int kind = LW_SELECTION_BODY; kind <= LW_SELECTION_LAST; kind++) {
    const LwFieldTable *table = lw_field_table ((LwSelectionKind) kind);

    for (guint i = 0; i < table->n_fields; i++) {
      g_autofree char *link =
        g_strdup_printf ("properties-%s#%s", table->name, table->fields[i].name);

      check_link (book, NULL, link);
    }
  }
}

static void
test_messages (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();

  for (int status = 0; status < lw_help_messages_n (); status++) {
    g_autofree char *sentence =
      g_strdup_printf ("Pin B: %s.", mbd_status_text ((MbdStatus) status));
    g_autofree char *link = lw_help_dup_message_link (sentence);

    if (status == MBD_STATUS_OK || status == MBD_STATUS_STOPPED)
      continue;
    if (link == NULL)
      g_error ("nothing explains: %s", sentence);
    check_link (book, NULL, link);
    g_assert_true (g_str_has_prefix (link, lw_help_messages_family ((MbdStatus) status)));
  }
  g_assert_null (lw_help_dup_message_link ("The file is not a mechanism."));
}

/// Returns the code of a folder of the project layer, with literals that continue on the next line joined.
static char *
dup_code (const char *const *folders)
{
  g_autoptr (GString) code = g_string_new (NULL);
  g_autoptr (GRegex) joint = g_regex_new ("\"\\s*\\\\?\\s*\\n\\s*\"", 0, 0, NULL);

  for (; *folders != NULL; folders++) {
    g_autofree char *path = g_build_filename (g_getenv ("LW_SOURCE_DIR"), *folders, NULL);
    g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name (dir)) != NULL) {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;

      if (g_str_has_suffix (name, ".c")) {
        g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
        g_string_append (code, text);
      }
    }
  }
  return g_regex_replace_literal (joint, code->str, -1, 0, "", 0, NULL);
}

static char *
dup_file_link (const char *format)
{
  g_autoptr (GRegex) inserted = g_regex_new ("%[0-9.$]*[a-z]", 0, 0, NULL);
  g_autofree char *sentence = g_regex_replace_literal (inserted, format, -1, 0, "17", 0, NULL);

  return lw_help_dup_message_link (sentence);
}

/// Every message about files has its section, and the sections are about messages that exist.
static void
test_file_messages (void)
{
  static const char *const all[] = { "core/project/files",
                                     "core/project/store",
                                     "core/project/document",
                                     "core/project/import",
                                     "core/project/text",
                                     "ui/window",
                                     NULL };
  static const char *const complete[] = { "core/project/store", "core/project/document", NULL };
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  g_autoptr (GPtrArray) texts = lw_help_file_texts ();
  g_autofree char *code = dup_code (all);
  g_autofree char *complete_code = dup_code (complete);
  g_autoptr (GRegex) sentence = g_regex_new ("_ \\(\"((?:[^\"\\\\]|\\\\.)*\\.)\"\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int n = 0;

  for (guint i = 0; i < texts->len; i += 2) {
    g_autofree char *expected = g_strconcat ("messages-files#", texts->pdata[i], NULL);
    g_autofree char *escaped = g_strescape (texts->pdata[i + 1], "");
    g_autofree char *link = dup_file_link (texts->pdata[i + 1]);

    if (strstr (code, escaped) == NULL)
      g_error ("no function says: %s", escaped);
    g_assert_cmpstr (link, ==, expected);
    check_link (book, NULL, link);
  }
  for (g_regex_match (sentence, complete_code, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL), n++) {
    g_autofree char *escaped = g_match_info_fetch (match, 1);
    g_autofree char *text = g_strcompress (escaped);
    g_autofree char *link = dup_file_link (text);

    if (link == NULL)
      g_error ("nothing explains: %s", text);
  }
  g_assert_cmpint (n, >, 15);
}

/// Every channel of every example is described on the page of its element.
static void
test_channels (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  const char *folder = g_getenv ("LW_EXAMPLES_DIR");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (LwMechanism) mechanism = NULL;
    g_autoptr (LwChannels) channels = NULL;
    MbdModel *model;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    mechanism = lw_text_load (file, NULL, NULL);
    model = lw_mechanism_compile (mechanism, NULL);
    channels = lw_channels_new (mechanism, model);
    for (guint i = 0; i < lw_channels_get_n (channels); i++) {
      const char *channel = lw_channels_get_name (channels, i);
      g_autofree char *link = lw_help_dup_channel_link (mechanism, channel);

      if (link == NULL)
        g_error ("%s: no page has %s", name, channel);
      if (!g_hash_table_contains (known, link)) {
        check_link (book, NULL, link);
        g_hash_table_add (known, g_steal_pointer (&link));
      }
    }
    mbd_model_unref (model);
  }
  g_assert_cmpuint (g_hash_table_size (known), >, 200);
}

static void
test_links (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  guint n = 0;

  for (guint i = 0; i < lw_help_book_get_n (book); i++) {
    const LwHelpPage *page = lw_help_book_get (book, i);
    // Files of docs/ also refer to files that are not in the help; these are shown as plain text.
    const gboolean chapter = lw_help_book_get_words (book, page->id) == NULL;
    g_autoptr (GPtrArray) spans = lw_help_spans (page->text);

    for (guint k = 0; k < spans->len; k++) {
      const LwHelpSpan *span = spans->pdata[k];

      if (span->link == NULL || (chapter && strstr (span->link, "/") != NULL)
          || (chapter && g_str_has_suffix (span->link, ".md")))
        continue;
      check_link (book, page, span->link);
      n++;
    }
  }
  g_assert_cmpuint (n, >, 300);
}

static void
test_search (void)
{
  static const struct
  {
    const char *words, *page;
  } cases[] = {
    { "rope", "kind-rope" },
    { "Baumgarte drift", "analysis-drift" },
    { "dead point", "messages-motion" },
    { "worksheet", "panel-lesson" },
  };
  g_autoptr (LwHelpBook) book = lw_help_book_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) pages = lw_help_book_search (book, cases[i].words);
    gboolean found = FALSE;

    for (guint k = 0; k < MIN (pages->len, 5); k++)
      found = found || g_str_equal (((const LwHelpPage *) pages->pdata[k])->id, cases[i].page);
    if (!found)
      g_error ("“%s” does not lead to %s", cases[i].words, cases[i].page);
  }
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GPtrArray) none = lw_help_book_search (book, i == 0 ? "qqxx" : "");

    g_assert_cmpuint (none->len, ==, 0);
  }
}

// ---- explanations ---------------------------------------------------------------------------

/// The crank of 0.4 kg and 0.2 m turns with 10 rad/s about its end: 0.5 J omega^2 with J = m L^2/3.
static void
test_explain (void)
{
  g_autoptr (LwMechanism) mechanism = lw_text_parse (
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Crank\", \"mass\": 0.4, \"inertia\": "
    "0.0013333333333333333, \"position\": [0, 0.1], \"angular_velocity\": 10, \"velocity\": [-1, "
    "0]}], \"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [\"ground\", "
    "\"Crank\"], \"at\": [0, 0]}]}",
    -1, NULL);
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (mechanism, model);
  LwRun *run = lw_run_new (model, &settings->integrator, 1, 0.1, false);
  const LwElementRef crank = { LW_SELECTION_BODY, 1 };
  g_autofree char *energy = NULL, *force = NULL, *mass = NULL, *freedoms = NULL;

  lw_run_start (run, NULL);
  energy =
    lw_help_explain_channel (mechanism, channels, lw_run_state (run), "Crank.kinetic_energy");
  g_assert_nonnull (strstr (energy, "**0.266667 J**"));
  g_assert_nonnull (strstr (energy, "2 · 0.4"));
  g_assert_nonnull (strstr (energy, "· 0.0013333 · (10)^{2} = 0.26667"));
  g_assert_nonnull (strstr (energy, "(numbers-bodies#kinetic_energy)"));
  // Centripetal force and weight: 0.4 * 100 * 0.1 - 0.4 * 9.81 N upwards on the pin.
  force = lw_help_explain_channel (mechanism, channels, lw_run_state (run), "A.reaction");
  g_assert_nonnull (strstr (force, "**0.076 N**"));
  g_assert_null (lw_help_explain_channel (mechanism, channels, lw_run_state (run), "A.nothing"));
  mass = lw_help_explain_field (mechanism, crank, "mass");
  g_assert_nonnull (strstr (mass, "(properties-bodies#mass)"));
  g_assert_null (lw_help_explain_field (mechanism, crank, "nothing"));
  freedoms = lw_help_explain_count (mechanism, NULL, "freedoms");
  g_assert_nonnull (strstr (freedoms, "(analysis-mobility)"));
  lw_run_free (run);
  mbd_model_unref (model);
}

static char *
dup_explained (const char *text, const char *channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (LwChannels) channels = NULL;
  MbdState *state;
  MbdModel *model;
  char *explained;

  g_assert_no_error (error);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);
  state = mbd_state_new (model);
  mbd_state_solve (state, NULL);
  explained = lw_help_explain_channel (mechanism, channels, state, channel);
  g_assert_nonnull (explained);
  mbd_state_free (state);
  mbd_model_unref (model);
  return explained;
}

/// A formula that holds only in the plane, or only for linear springs, is not shown elsewhere.
static void
test_explain_elsewhere (void)
{
  static const char space[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"B\", \"mobility\": \"spatial\", \"mass\": 2, "
    "\"inertia\": [1, 2, 3], \"velocity\": [3, 4, 12]}], \"tracers\": [{\"name\": \"T\", "
    "\"body\": \"B\", \"point\": [0, 0, 0]}]}";
  static const char law[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"B\", \"position\": [1, 0]}], \"forces\": [{\"name\": "
    "\"S\", \"kind\": \"spring\", \"bodies\": [0, \"B\"], \"from\": [0, 0], \"to\": [1, 0], "
    "\"stiffness\": 100, \"free_length\": 0.5}, {\"name\": \"L\", \"kind\": \"spring\", \"bodies\": "
    "[0, \"B\"], \"from\": [0, 0], \"to\": [1, 0], \"law\": \"100*length^3\"}]}";
  g_autofree char *speed = dup_explained (space, "T.speed");
  g_autofree char *energy = dup_explained (space, "B.kinetic_energy");
  g_autofree char *linear = dup_explained (law, "S.tension");
  g_autofree char *tension = dup_explained (law, "L.tension");
  g_autofree char *stored = dup_explained (law, "L.energy");

  g_assert_nonnull (strstr (speed, "**13 m/s**"));
  g_assert_nonnull (strstr (speed, "(3)^{2} + (4)^{2} + (12)^{2}} = 13"));
  g_assert_null (strstr (energy, "```formula"));
  g_assert_nonnull (strstr (linear, "100 · (1 − 0.5)"));
  g_assert_null (strstr (tension, "```formula"));
  g_assert_null (strstr (stored, "```formula"));
}

/// Each column of the tables under the hood is explained, and leads to a page that exists.
static void
test_explain_hood (void)
{
  static const char *const words[] = { "lambda",
                                       "gamma",
                                       "eps",
                                       "eps1",
                                       "eps2",
                                       "stab",
                                       "q",
                                       "v",
                                       "a",
                                       "f",
                                       "constraint",
                                       "residual",
                                       "motion",
                                       "gap",
                                       "pair-force",
                                       "solver",
                                       "rank",
                                       "sigma",
                                       "condition",
                                       "null-space",
                                       "position-error",
                                       "row-residual",
                                       "dependent" };
  g_autoptr (LwHelpBook) book = lw_help_book_new ();

  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    g_autofree char *text = lw_help_explain_hood (words[i], "−12.46");
    const char *link;

    g_assert_nonnull (text);
    g_assert_nonnull (strstr (text, "= −12.46\n"));
    link = strstr (text, "](") + 2;
    g_autofree char *page = g_strndup (link, strcspn (link, ")"));
    check_link (book, NULL, page);
  }
  g_assert_null (lw_help_explain_hood ("nothing", "1"));
}

// ---- web pages ------------------------------------------------------------------------------

/// Checks that the files and anchors of all links of a page exist.
static void
check_page (const char *folder, const char *html)
{
  for (const char *at = strstr (html, "href=\""); at != NULL; at = strstr (at + 6, "href=\"")) {
    g_autofree char *address = g_strndup (at + 6, strcspn (at + 6, "\""));
    char *anchor = strchr (address, '#');
    g_autofree char *path = NULL;
    g_autofree char *id = NULL;
    g_autofree char *text = NULL;

    if (g_str_has_prefix (address, "http"))
      continue;
    if (anchor != NULL)
      *anchor++ = '\0';
    path = g_build_filename (folder, address, NULL);
    if (anchor == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
      continue;
    if (!g_file_get_contents (path, &text, NULL, NULL))
      g_error ("%s does not exist", address);
    id = g_strdup_printf ("id=\"%s\"", anchor);
    if (strstr (text, id) == NULL)
      g_error ("%s has no %s", address, anchor);
  }
}

static void
test_site (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  g_autofree char *path = g_dir_make_tmp ("lw-help-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n = 0;

  lw_help_book_add (book, "Examples", "bad", "<Bad & odd>", "A *page* with <tags> & **more**.");
  lw_help_write_site (book, folder, &error);
  g_assert_no_error (error);
  dir = g_dir_open (path, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);
    g_autofree char *html = NULL;

    g_assert_true (g_file_get_contents (file, &html, NULL, NULL));
    if (g_str_equal (name, "bad.html")) {
      g_assert_nonnull (strstr (html, "<h1>&lt;Bad &amp; odd&gt;</h1>"));
      g_assert_nonnull (strstr (html, "A <i>page</i> with &lt;tags&gt; &amp; <b>more</b>."));
    }
    if (g_str_has_suffix (name, ".html"))
      check_page (path, html);
    n++;
  }
  // One file for each page, the first page as index, and the search.
  g_assert_cmpuint (n, ==, lw_help_book_get_n (book) + 2);
  g_dir_rewind (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);

    g_remove (file);
  }
  g_rmdir (path);
}

/// The PDF has all pages in its outline, no link to a place that it lacks (cairo refuses such a
/// file), and is the same each time. A page that is longer than a sheet, and odd names, are written.
static void
test_pdf (void)
{
  g_autoptr (LwHelpBook) book = lw_help_book_new ();
  g_autoptr (GString) text = g_string_new (
    "[Elsewhere](https://example.org/it's) [here](#no)\n\n| a | b |\n|---|---|\n| `it's` | ");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;
  const char *bytes;
  gsize size;

  for (int i = 0; i < 4000; i++)
    g_string_append (text, "long cell ");
  g_string_append (text, "|\n");
  lw_help_book_add (book, "Examples", "bad", "<Bad & odd>", text->str);
  first = lw_help_new_pdf (book, &error);
  g_assert_no_error (error);
  second = lw_help_new_pdf (book, &error);
  g_assert_true (g_bytes_equal (first, second));
  bytes = g_bytes_get_data (first, &size);
  g_assert_cmpmem (bytes, 5, "%PDF-", 5);
  g_assert_cmpuint (size, >, 100000);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/help/blocks", test_blocks);
  g_test_add_func ("/help/spans", test_spans);
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/messages", test_messages);
  g_test_add_func ("/help/file-messages", test_file_messages);
  g_test_add_func ("/help/channels", test_channels);
  g_test_add_func ("/help/links", test_links);
  g_test_add_func ("/help/search", test_search);
  g_test_add_func ("/help/explain", test_explain);
  g_test_add_func ("/help/explain-elsewhere", test_explain_elsewhere);
  g_test_add_func ("/help/explain-hood", test_explain_hood);
  g_test_add_func ("/help/site", test_site);
  g_test_add_func ("/help/pdf", test_pdf);
  return g_test_run ();
}
