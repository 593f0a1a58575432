// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots and channel formulas follow the names of elements.

#include <string.h>

#include "lw-channel-names.h"
#include "lw-channels.h"
#include "lw-derivation.h"
#include "lw-operand.h"
#include "lw-document.h"
#include "lw-text.h"

/// Numbers of sets of names, with and without LW_TORTURE=1.
#define MANY_NAMES 5000
#define SOME_NAMES 60

#define CHANNELS                                                                                   \
  "\"Crank.omega\", \"A.reaction\", \"Crank.v*\", \"energy.total\", "                              \
  "\"slip = [Crank.omega] - 2 rad/s + der (Crank.angle) * other (A.reaction, \\\"A.b\\\") / (1 "   \
  "N)\", "                                                                                         \
  "\"twice = 2 * slip\""

static LwMechanism *
parse (const char *more)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Crank\"}, {\"name\": \"Crank 2\"}],"
    "\"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}%s],"
    "\"plots\": [{\"title\": \"Crank.omega\", \"channels\": [" CHANNELS "], "
    "\"against\": \"Crank.angle\"}, {\"channels\": [\"Crank 2.omega\"]}]}",
    more);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

static LwMechanism *
rename_body (LwMechanism *mechanism, int id, const char *name)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  lw_body_set_name (body, name);
  return lw_channel_names_follow (mechanism, lw_mechanism_replace_body (mechanism, body));
}

static void
assert_plot (const LwMechanism *mechanism, guint index, const char *const *channels)
{
  const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, index);

  g_assert_cmpuint (g_strv_length (plot->channels), ==, g_strv_length ((char **) channels));
  for (guint i = 0; channels[i] != NULL; i++)
    g_assert_cmpstr (plot->channels[i], ==, channels[i]);
}

/// Checks that all plotted channels are found under their new names.
static void
assert_found (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) base = lw_channels_new (mechanism, model);
  g_autoptr (LwChannels) channels = lw_channels_with_definitions (base, mechanism, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++)
    for (char **entry = lw_mechanism_get_plot (mechanism, i)->channels; *entry != NULL; entry++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) found = lw_channels_match (channels, *entry, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (found->len, >, 0);
    }
  mbd_model_unref (model);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *channels[7];
    const char *against;
  } cases[] = {
    { "Wheel",
      { "Wheel.omega", "A.reaction", "Wheel.v*", "energy.total",
        "slip = Wheel.omega - 2 rad/s + der (Wheel.angle) * other (A.reaction, \"A.b\") / (1 N)",
        "twice = 2 * slip", NULL },
      "Wheel.angle" },
    // A name with spaces has to be in brackets.
    { "My wheel",
      { "My wheel.omega", "A.reaction", "My wheel.v*", "energy.total",
        "slip = [My wheel.omega] - 2 rad/s + der ([My wheel.angle]) * other (A.reaction, \"A.b\") "
        "/ (1 N)",
        "twice = 2 * slip", NULL },
      "My wheel.angle" },
    { "7th-1",
      { "7th-1.omega", "A.reaction", "7th-1.v*", "energy.total",
        "slip = [7th-1.omega] - 2 rad/s + der ([7th-1.angle]) * other (A.reaction, \"A.b\") / (1 "
        "N)",
        "twice = 2 * slip", NULL },
      "7th-1.angle" },
  };
  static const char *const other[] = { "Crank 2.omega", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = parse ("");
    g_autoptr (LwMechanism) next = rename_body (mechanism, 1, cases[i].name);
    g_autoptr (LwMechanism) back = rename_body (next, 1, "Crank");

    assert_found (mechanism);
    assert_plot (next, 0, cases[i].channels);
    assert_plot (next, 1, other);
    g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->against, ==, cases[i].against);
    g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->title, ==, "Crank.omega");
    assert_found (next);
    assert_found (back);
    g_assert_cmpstr (lw_mechanism_get_plot (back, 0)->against, ==, "Crank.angle");
  }
}

/// Channels of an element without a name have its id; a taken name yields to it.
static void
test_unnamed (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) unnamed = rename_body (mechanism, 2, NULL);
  g_autoptr (LwMechanism) named = rename_body (unnamed, 2, "Wheel");
  g_autoptr (LwMechanism) taken = rename_body (mechanism, 2, "A");
  g_autoptr (LwMechanism) same = rename_body (mechanism, 2, "Crank 2");

  g_assert_cmpstr (lw_mechanism_get_plot (unnamed, 1)->channels[0], ==, "body-2.omega");
  g_assert_cmpstr (lw_mechanism_get_plot (named, 1)->channels[0], ==, "Wheel.omega");
  assert_found (unnamed);
  assert_found (named);
  assert_found (taken);
  g_assert_true (lw_mechanism_equal (same, mechanism));
}

/// If the mechanism cannot be compiled, names follow by their beginnings.
static void
test_not_compiled (void)
{
  g_autoptr (LwMechanism) mechanism =
    parse (", {\"name\": \"M\", \"kind\": \"motor\", \"joint\": \"A\", \"coordinate\": \"slide\", "
           "\"function\": 1}");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "My wheel");

  g_assert_null (lw_mechanism_compile (mechanism, NULL));
  g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->channels[0], ==, "My wheel.omega");
  g_assert_cmpstr (lw_mechanism_get_plot (next, 1)->channels[0], ==, "Crank 2.omega");
}

/// A pattern that the new name does not match still shows the same channels.
static void
test_pattern (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism =
    lw_text_parse ("{\"linkwright\": 1, \"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\"}],"
                   "\"plots\": [{\"channels\": [\"?.omega\", \"a.x\"]}]}",
                   -1, &error);
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (LwMechanism) last = NULL;
  g_autoptr (LwMechanism) again = NULL;
  g_autoptr (LwMechanism) whole = NULL;
  static const char *const first_lost[] = { "Long name.omega", "?.omega", "Long name.x", NULL };
  static const char *const last_lost[] = { "a.omega", "Long name.omega", "?.omega", "a.x", NULL };
  static const char *const other_name[] = { "a.omega", "Other.omega", "?.omega", "a.x", NULL };
  // Only the message that the pattern matches nothing would be left of the pattern.
  static const char *const all_lost[] = { "One.omega", "Two.omega", "One.x", NULL };

  g_assert_no_error (error);
  next = rename_body (mechanism, 1, "Long name");
  assert_plot (next, 0, first_lost);
  last = rename_body (mechanism, 2, "Long name");
  assert_plot (last, 0, last_lost);
  again = rename_body (last, 2, "Other");
  assert_plot (again, 0, other_name);
  lw_mechanism_unref (next);
  next = rename_body (mechanism, 1, "One");
  whole = rename_body (next, 2, "Two");
  assert_plot (whole, 0, all_lost);
}

/// Renaming is one step, and undo restores both names.
static void
test_undo (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "Wheel");
  LwDocument *document = lw_document_new (mechanism);

  lw_document_edit (document, "Rename Body", next);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), mechanism));
  g_assert_finalize_object (document);
}

// ---- kept runs ------------------------------------------------------------------------------

/// Returns a run of two samples, with these channels.
static LwProjectRun *
run_with (LwMechanism *mechanism, const char *const *channels)
{
  const guint n = g_strv_length ((char **) channels);
  g_autoptr (GStrvBuilder) units = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;
  g_autofree double *row = g_new0 (double, 1 + n);
  LwRecording *recording = lw_recording_new (1 + n);
  LwProjectRun *run;

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (units, "1");
  list = g_strv_builder_end (units);
  lw_recording_append (recording, row);
  row[0] = 1;
  lw_recording_append (recording, row);
  run = lw_project_run_new ("Run 1", mechanism, lw_mechanism_get_run (mechanism), recording, 0, 0,
                            channels, (const char *const *) list);
  lw_recording_unref (recording);
  return run;
}

static const char *const old_names[] = { "energy.total", "Crank.omega", "Crank 2.omega",
                                         "A.reaction", NULL };
static const char *const new_names[] = { "energy.total", "a]b.omega", "Crank 2.omega", "A.reaction",
                                         NULL };

static void
assert_run (LwDocument *document, guint index, const char *const *names)
{
  const LwProjectRun *run = lw_document_get_run (document, index);

  for (int i = 0; names[i] != NULL; i++)
    g_assert_cmpuint (lw_project_run_find (run, names[i]).column, ==, 1 + (guint) i);
  // It still belongs to this mechanism.
  g_assert_true (
    lw_mechanism_has_fingerprint (lw_document_get_mechanism (document), run->fingerprint));
}

static void
count_cb (int *n)
{
  ++*n;
}

/// Runs follow the names of the mechanism, whichever edit changes them.
static void
test_runs (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "a]b");
  g_autoptr (LwMechanism) without = lw_mechanism_remove_body (next, 1);
  g_autoptr (LwProjectRun) before = run_with (mechanism, old_names);
  g_autoptr (LwProjectRun) after = run_with (next, new_names);
  LwDocument *document = lw_document_new (mechanism);
  int n_told = 0;

  lw_document_add_run (document, before);
  g_signal_connect_swapped (document, "runs-changed", G_CALLBACK (count_cb), &n_told);
  lw_document_edit (document, "Rename Body", next);
  g_assert_cmpint (n_told, ==, 1);
  assert_run (document, 0, new_names);
  lw_document_add_run (document, after);

  // Also a run made under the other name.
  lw_document_undo (document);
  g_assert_cmpint (n_told, ==, 3);
  assert_run (document, 0, old_names);
  assert_run (document, 1, old_names);
  lw_document_redo (document);
  assert_run (document, 0, new_names);
  assert_run (document, 1, new_names);
  g_assert_true (lw_document_get_run (document, 0)->recording == before->recording);

  // By way of a mechanism without the element.
  lw_document_edit (document, "Delete", without);
  lw_document_go_to (document, 0);
  assert_run (document, 0, old_names);
  assert_run (document, 1, old_names);
  lw_document_go_to (document, 2);
  lw_document_go_to (document, 1);
  assert_run (document, 0, new_names);
  g_assert_cmpstr (lw_document_get_run (document, 0)->name, ==, "Run 1");
  g_assert_finalize_object (document);
}

/// A hash from an older file is valid for the mechanism under its names at that time, and is
/// updated.
static void
test_fingerprint (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "Wheel");
  g_autoptr (LwMechanism) bare = lw_mechanism_with_plots (mechanism, NULL, 0);
  g_autofree char *text = lw_text_write (bare);
  g_autofree char *old = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *first = lw_mechanism_dup_fingerprint (mechanism);
  g_autofree char *second = lw_mechanism_dup_fingerprint (next);
  g_autoptr (LwProjectRun) of_today = run_with (mechanism, old_names);
  g_autoptr (GPtrArray) runs =
    g_ptr_array_new_with_free_func ((GDestroyNotify) lw_project_run_unref);
  LwBody *heavy = lw_body_copy (lw_mechanism_find_body (mechanism, 1));
  g_autoptr (LwMechanism) other = NULL;

  heavy->def.mass = 3;
  other = lw_mechanism_replace_body (mechanism, heavy);
  g_assert_cmpstr (first, ==, second);
  g_assert_true (lw_mechanism_has_fingerprint (mechanism, old));
  g_assert_false (lw_mechanism_has_fingerprint (next, old));
  g_assert_false (lw_mechanism_has_fingerprint (other, old));
  g_assert_false (lw_mechanism_has_fingerprint (other, first));
  g_ptr_array_add (runs, lw_project_run_with_channels (of_today, old_names, old));
  g_assert_true (lw_channel_names_follow_runs (mechanism, next, runs));
  g_assert_true (
    lw_mechanism_has_fingerprint (next, ((LwProjectRun *) runs->pdata[0])->fingerprint));
}

// ---- arbitrary names ------------------------------------------------------------------------

/// Returns one line of text, as allowed for names of elements.
static char *
random_name (GRand *random)
{
  static const char *const signs[] = { "]",  "[",  "\"", "(", ")", "=", ",",      " ",
                                       ".",  "a",  "t",  "2", "*", "?", ";",      "'",
                                       "%",  "\\", "é",  "ß", "²", "{", "<",      "der",
                                       "pi", "-",  "+",  "/", "^", "|", "\u2028", "e\u0301" };
  GString *name = g_string_new (NULL);

  do {
    g_string_truncate (name, 0);
    for (int i = g_rand_int_range (random, 1, 7); i > 0; i--)
      g_string_append (name, signs[g_rand_int_range (random, 0, G_N_ELEMENTS (signs))]);
  } while (g_str_equal (name->str, "ground"));
  return g_string_free (name, FALSE);
}

static LwMechanism *
rename_pin (LwMechanism *mechanism, const char *name)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_get_coupling (mechanism, 0));

  lw_coupling_set_name (coupling, name);
  return lw_channel_names_follow (mechanism, lw_mechanism_replace_coupling (mechanism, coupling));
}

/// Gives all elements names of arbitrary characters, no two bodies the same.
static LwMechanism *
rename_all (LwMechanism *mechanism, GRand *random)
{
  g_autofree char *crank = random_name (random);
  g_autofree char *other = random_name (random);
  g_autofree char *pin = random_name (random);
  g_autoptr (LwMechanism) first = rename_body (mechanism, 1, crank);
  g_autofree char *distinct = g_str_equal (crank, other) ? g_strconcat (other, "]", NULL) : NULL;
  g_autoptr (LwMechanism) second = rename_body (first, 2, distinct != NULL ? distinct : other);

  return rename_pin (second, pin);
}

static LwChannels *
list (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwChannels *channels = lw_channels_new (mechanism, model);

  mbd_model_unref (model);
  return channels;
}

/// Checks that the first part of the expression depends on this channel.
static void
assert_made_of (const char *expression,
                const LwMechanism *mechanism,
                const LwChannels *channels,
                guint channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDerivation) derivation = lw_derivation_new (expression, mechanism, channels, &error);
  const LwPart *part;

  g_assert_no_error (error);
  part = lw_derivation_get_part (derivation, 0);
  g_assert_cmpuint (part->operands->len, >, 0);
  for (guint i = 0; i < part->operands->len; i++) {
    g_assert_false (g_array_index (part->operands, LwOperand, i).is_part);
    g_assert_cmpuint (g_array_index (part->operands, LwOperand, i).index, ==, channel);
  }
}

/// Checks that every channel can be named: by itself, and in formulas inside and outside operators.
static void
assert_addressable (const LwMechanism *mechanism, const LwChannels *channels)
{
  for (guint i = 1; i < lw_channels_get_n (channels); i++) {
    const char *name = lw_channels_get (channels, i)->name;
    g_autofree char *operand = lw_operand_dup (name);
    g_autofree char *plain = g_strdup_printf ("2 * %s - %s", operand, operand);
    g_autofree char *nested =
      g_strdup_printf ("der (%s) - max (der(%s), der ( %s ))", operand, operand, operand);
    g_autofree char *other = g_strdup_printf ("other (%s, \"a \"\") b\")", operand);
    g_autofree char *list = g_strdup_printf ("d = %s, time", nested);
    g_auto (GStrv) parts = lw_channels_split (list);
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) found = lw_channels_match (channels, name, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (found->len, ==, 1);
    g_assert_cmpuint (g_array_index (found, guint, 0), ==, i);
    assert_made_of (plain, mechanism, channels, i);
    assert_made_of (nested, mechanism, channels, i);
    assert_made_of (other, mechanism, channels, i);
    g_assert_cmpuint (g_strv_length (parts), ==, 2);
  }
}

/// Returns a mechanism with formulas of three of its channels, and the three channels.
static LwMechanism *
with_formulas (const LwMechanism *mechanism, const LwChannels *channels, const guint *chosen)
{
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();
  LwPlotLayout plot = { .title = (char *) "" };
  LwMechanism *next;

  for (guint i = 0; i < 3; i++) {
    const char *name = lw_channels_get (channels, chosen[i])->name;
    g_autofree char *operand = lw_operand_dup (name);
    g_autofree char *entry = g_strdup_printf ("f%u = 3 * %s + der (int (%s))", i, operand, operand);

    g_strv_builder_add (entries, entry);
    g_strv_builder_add (entries, name);
  }
  plot.channels = g_strv_builder_end (entries);
  plot.against = plot.channels[1];
  next = lw_mechanism_with_plots (mechanism, &plot, 1);
  g_strfreev (plot.channels);
  return next;
}

static void
assert_followed (const LwMechanism *mechanism, const LwChannels *channels, const guint *chosen)
{
  const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, 0);

  for (guint i = 0; i < 3; i++) {
    g_autofree char *expression = NULL;

    g_assert_true (lw_definition_split (plot->channels[2 * i], NULL, &expression));
    assert_made_of (expression, mechanism, channels, chosen[i]);
    g_assert_cmpstr (plot->channels[2 * i + 1], ==, lw_channels_get (channels, chosen[i])->name);
  }
  g_assert_cmpstr (plot->against, ==, lw_channels_get (channels, chosen[0])->name);
}

/// Formulas can name the channels of arbitrarily named elements, and follow their renaming.
static void
test_any_signs (void)
{
  GRand *random = g_rand_new_with_seed (20261122);
  const int n_cases = g_getenv ("LW_TORTURE") != NULL ? MANY_NAMES : SOME_NAMES;

  for (int i = 0; i < n_cases; i++) {
    g_autoptr (LwMechanism) plain = parse ("");
    g_autoptr (LwMechanism) mechanism = rename_all (plain, random);
    g_autoptr (LwChannels) channels = list (mechanism);
    const int n = (int) lw_channels_get_n (channels);
    const guint chosen[] = { (guint) g_rand_int_range (random, 1, n),
                             (guint) g_rand_int_range (random, 1, n),
                             (guint) g_rand_int_range (random, 1, n) };
    g_autoptr (LwMechanism) drawn = with_formulas (mechanism, channels, chosen);
    g_autoptr (LwMechanism) renamed = rename_all (drawn, random);
    g_autoptr (LwChannels) new_channels = list (renamed);

    assert_addressable (mechanism, channels);
    assert_followed (drawn, channels, chosen);
    assert_followed (renamed, new_channels, chosen);
  }
  g_rand_free (random);
}

/// Meaning of formulas from before brackets could be doubled.
static void
test_old_brackets (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) odd = rename_body (mechanism, 1, "a[b");
  g_autoptr (LwMechanism) bracket = rename_body (mechanism, 1, "a]b");
  g_autoptr (LwChannels) channels = list (odd);
  g_autoptr (LwChannels) bracketed = list (bracket);
  g_autoptr (GError) error = NULL;

  assert_made_of ("[a[b.omega] * 2", odd, channels,
                  (guint) lw_channels_find (channels, "a[b.omega"));
  assert_made_of ("[ Crank 2.omega ]", odd, channels,
                  (guint) lw_channels_find (channels, "Crank 2.omega"));
  assert_made_of ("[a]]b.omega]", bracket, bracketed,
                  (guint) lw_channels_find (bracketed, "a]b.omega"));
  g_assert_cmpstr (lw_mechanism_get_plot (bracket, 0)->channels[4], ==,
                   "slip = [a]]b.omega] - 2 rad/s + der ([a]]b.angle]) * other (A.reaction, "
                   "\"A.b\") / (1 N)");
  g_assert_null (lw_derivation_new ("[a]]b.omega", bracket, bracketed, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-names/names", test_names);
  g_test_add_func ("/channel-names/unnamed", test_unnamed);
  g_test_add_func ("/channel-names/not-compiled", test_not_compiled);
  g_test_add_func ("/channel-names/pattern", test_pattern);
  g_test_add_func ("/channel-names/undo", test_undo);
  g_test_add_func ("/channel-names/runs", test_runs);
  g_test_add_func ("/channel-names/fingerprint", test_fingerprint);
  g_test_add_func ("/channel-names/any-signs", test_any_signs);
  g_test_add_func ("/channel-names/old-brackets", test_old_brackets);
  return g_test_run ();
}
