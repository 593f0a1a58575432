// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels in another language: all words of labels and descriptions are translated, and the names,
// which are written into files, are not. The translation is made here.

#include <libintl.h>
#include <string.h>

#include "lw-channels.h"
#include "testing-text.h"

#undef dcgettext
#undef gettext

/// True while a translation is loaded.
static bool translated;

/// Returns the message in other, capital letters, except in directives of formats.
static const char *
translate (const char *message)
{
  GString *text;
  const char *kept;

  if (!translated)
    return message;
  text = g_string_new (NULL);
  for (const char *at = message; *at != '\0'; at++) {
    const char before = at > message ? at[-1] : '\0';

    if (g_ascii_isalpha (*at) && before != '%')
      g_string_append_c (text, (char) ('A' + (g_ascii_toupper (*at) - 'A' + 13) % 26));
    else
      g_string_append_c (text, *at);
  }
  kept = g_intern_string (text->str);
  g_string_free (text, TRUE);
  return kept;
}

// The functions of the C library are replaced in this program.

char *
dcgettext (const char *domain, const char *message, int category)
{
  return (char *) translate (message);
}

char *
gettext (const char *message)
{
  return (char *) translate (message);
}

static void
add_name (GPtrArray *names, const LwElement *element)
{
  if (element->name != NULL)
    g_ptr_array_add (names, element->name);
}

static int
compare_lengths_cb (const void *a, const void *b)
{
  const gsize first = strlen (*(const char *const *) a), second = strlen (*(const char *const *) b);

  return first > second ? -1 : first < second;
}

/// Returns the names of elements, the longest first: some are parts of others.
static GPtrArray *
dup_names (const LwMechanism *mechanism)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    add_name (names, &lw_mechanism_get_body (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_name (names, &lw_mechanism_get_coupling (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    add_name (names, &lw_mechanism_get_force (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    add_name (names, &lw_mechanism_get_tracer (mechanism, i)->element);
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    add_name (names, &lw_mechanism_get_measurement (mechanism, i)->element);
  g_ptr_array_sort (names, compare_lengths_cb);
  return names;
}

/// Checks that no word of a text is left in small letters. A single letter is an axis.
static void
check_words (const GPtrArray *names, const char *name, const char *words)
{
  g_autoptr (GString) text = g_string_new (words);

  for (guint i = 0; i < names->len; i++)
    g_string_replace (text, names->pdata[i], "", 0);
  // The context of a message is not translated by the functions above.
  g_string_replace (text, "the ground", "", 0);
  for (const char *at = text->str; *at != '\0'; at++)
    if (g_ascii_islower (at[0]) && g_ascii_islower (at[1]))
      g_error ("%s is not translated: %s", name, words);
}

static void
check_mechanism (const char *file)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example (file);
  g_autoptr (GPtrArray) names = dup_names (mechanism);
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  g_autoptr (LwChannels) english = NULL, other = NULL;

  g_assert_no_error (error);
  translated = false;
  english = lw_channels_new (mechanism, model);
  for (guint i = 0; i < lw_channels_get_n (english); i++)
    lw_channels_get (english, i);
  translated = true;
  other = lw_channels_new (mechanism, model);
  g_assert_true (lw_channels_have_same_names (english, other));
  for (guint i = 0; i < lw_channels_get_n (other); i++) {
    const LwChannel *channel = lw_channels_get (other, i);
    const LwChannel *same = lw_channels_get (english, i);
    const char *suffix = strrchr (channel->name, '.');

    g_assert_cmpstr (channel->quantity, ==, same->quantity);
    check_words (names, channel->name, channel->description);
    // The label of a quantity of the whole mechanism is its name.
    if (suffix == NULL || !g_str_equal (channel->label, suffix + 1))
      check_words (names, channel->name, channel->label);
  }
  translated = false;
  mbd_model_unref (model);
}

static void
test_words (void)
{
  g_autoptr (GDir) dir = g_dir_open (g_getenv ("LW_EXAMPLES_DIR"), 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json")) {
      check_mechanism (name);
      n++;
    }
  g_assert_cmpuint (n, >, 100);
}

/// English words still find a channel.
static void
test_search (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar.json");
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) channels = NULL;
  g_autofree bool *found = NULL;

  translated = true;
  channels = lw_channels_new (mechanism, model);
  found = g_new0 (bool, lw_channels_get_n (channels));
  g_assert_cmpuint (lw_channels_search (channels, "simulated", false, found), ==, 1);
  g_assert_true (found[lw_channels_find (channels, "time")]);
  translated = false;
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-words/translated", test_words);
  g_test_add_func ("/channel-words/search", test_search);
  return g_test_run ();
}
