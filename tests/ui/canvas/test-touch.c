// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact in the window: the cards of the inspector, contacts at the displayed time, live and
// scrubbed, and the events of the run.

#include <math.h>

#include "lw-contact.h"
#include "lw-event-text.h"
#include "lw-player-events.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define G 9.81

/// A box of 2 kg falls by 0.1 m onto the floor, and a disc of 1 kg lies there.
static const char text[] =
  "{ \"linkwright\": 1, \"bodies\": ["
  "{\"name\": \"Floor\", \"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, 0], [1, 0]]},"
  " \"contact\": {\"half_plane\": true}},"
  "{\"name\": \"Box\", \"mass\": 2, \"inertia\": 0.02, \"position\": [0, 0.2],"
  " \"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.2]}, \"contact\": {}},"
  "{\"name\": \"Disc\", \"mass\": 1, \"inertia\": 0.005, \"position\": [0.5, 0.1],"
  " \"shape\": {\"kind\": \"disc\", \"radius\": 0.1}, \"contact\": {}} ],"
  " \"run\": {\"duration\": 1} }";

static LwWindow *
open_text (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (text);

  testing_open (window, file);
  return window;
}

static const LwBody *
get_body (LwWindow *window, int id)
{
  return lw_mechanism_find_body (lw_document_get_mechanism (window->document), id);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

// ---- inspector ------------------------------------------------------------------------------

static void
test_material (void)
{
  LwWindow *window = open_text ();

  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  testing_type (window, "Friction μ", "0.3");
  g_assert_cmpfloat (get_body (window, 2)->contact.friction, ==, 0.3);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Friction");
  // An invalid value is refused at the field, and nothing changes.
  testing_type (window, "Friction μ", "-0.1");
  g_assert_cmpfloat (get_body (window, 2)->contact.friction, ==, 0.3);
  testing_type (window, "Restitution e", "1.5");
  g_assert_cmpfloat (get_body (window, 2)->contact.restitution, ==, 0);
  testing_type (window, "Rolling friction", "-1 mm");
  g_assert_cmpfloat (get_body (window, 2)->contact.rolling, ==, 0);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  // Several bodies are edited in one step.
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 3);
  testing_type (window, "Restitution e", "0.5");
  g_assert_cmpfloat (get_body (window, 2)->contact.restitution, ==, 0.5);
  g_assert_cmpfloat (get_body (window, 3)->contact.restitution, ==, 0.5);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 2);
  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  gtk_switch_set_active (GTK_SWITCH (testing_editor (window, "Takes part")), FALSE);
  g_assert_false (get_body (window, 2)->contact.takes_part);
  wait_until (testing_find_field (GTK_WIDGET (window->sidebar_pages), "Friction μ") == NULL);
  testing_close (window);
}

static void
test_pair (void)
{
  LwWindow *window = open_text ();
  const LwContactPair *pair;
  GtkWidget *button = NULL;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 3);
  wait_until (
    (button = find_button (GTK_WIDGET (window->sidebar_pages), "Other Values for This Pair"))
    != NULL);
  g_signal_emit_by_name (button, "clicked");
  testing_run (0.1);
  pair = lw_contact_find_pair (lw_document_get_mechanism (window->document), 2, 3);
  g_assert_nonnull (pair);
  g_assert_true (pair->touches);
  g_assert_cmpfloat_with_epsilon (pair->friction, 0.6, 1e-15);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "When they meet")), 1);
  testing_run (0.1);
  pair = lw_contact_find_pair (lw_document_get_mechanism (window->document), 2, 3);
  g_assert_false (pair->touches);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 2);
  testing_close (window);
}

static void
test_mechanism (void)
{
  LwWindow *window = open_text ();

  lw_selection_clear (window->selection);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "Followed")), 2);
  testing_run (0.1);
  g_assert_cmpint (
    lw_mechanism_get_run (lw_document_get_mechanism (window->document))->integrator.method, ==,
    MBD_METHOD_TIME_STEPPING);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Way of Running");
  testing_close (window);
}

// ---- the displayed time ---------------------------------------------------------------------

/// Returns the sum of the normal forces of all contacts, N.
static double
sum_of_normals (LwWindow *window)
{
  guint n;
  const MbdIntegratorContact *contacts = lw_player_get_contacts (window->player, &n);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += contacts[i].normal_force;
  return sum;
}

/// While the box falls only the disc presses on the floor, at the end both do: g times their
/// masses.
static void
test_instant (void)
{
  LwWindow *window = open_text ();
  LwProjectRun *run;

  lw_player_set_speed (window->player, 0);
  lw_player_play (window->player);
  wait_until (lw_player_has_finished (window->player));
  testing_run (0.1);
  lw_player_pause (window->player);
  lw_player_seek (window->player, 1);
  g_assert_cmpfloat_with_epsilon (sum_of_normals (window), 3 * G, 1e-6);
  lw_player_seek (window->player, 0.05);
  g_assert_cmpfloat_with_epsilon (sum_of_normals (window), G, 1e-6);
  // In a kept run the contacts are computed again.
  run = lw_player_dup_run (window->player, "Kept");
  lw_player_reset (window->player);
  testing_run (0.1);
  lw_player_show_run (window->player, run);
  lw_player_seek (window->player, 1);
  g_assert_cmpfloat_with_epsilon (sum_of_normals (window), 3 * G, 1e-6);
  lw_project_run_unref (run);
  testing_close (window);
}

/// The box hits with m sqrt(2 g h) = 2 sqrt(2 9.81 0.1) N s, after sqrt(2 h / g).
static void
test_events (void)
{
  LwWindow *window = open_text ();
  const GArray *events;
  bool found = false;
  double impulse = 0;

  lw_player_set_speed (window->player, 0);
  lw_player_play (window->player);
  wait_until (lw_player_has_finished (window->player));
  testing_run (0.1);
  events = lw_player_get_events (window->player);
  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);
    g_autofree char *words = lw_event_dup_text (lw_player_get_mechanism (window->player),
                                                lw_player_get_model (window->player), event);

    g_assert_true (g_utf8_validate (words, -1, NULL));
    if (g_str_has_prefix (words, "Box touches Floor")) {
      found = true;
      g_assert_cmpfloat_with_epsilon (event->time, sqrt (0.2 / G), 1e-6);
      impulse += event->value;
    }
  }
  g_assert_true (found);
  g_assert_cmpfloat_with_epsilon (impulse, 2 * sqrt (2 * G * 0.1), 1e-6);
  lw_player_reset (window->player);
  testing_run (0.1);
  events = lw_player_get_events (window->player);
  for (guint i = 0; i < events->len; i++)
    g_assert_cmpfloat (g_array_index (events, MbdEvent, i).time, <, 0.01);
  testing_close (window);
}

/// A kept run in time steps, of which each is a sample, has the events of the run: the impulse of a
/// contact, which the step after its begin completes, is not another one. The box falls so slowly that
/// no step is made to end before.
static void
test_kept_events (void)
{
  g_autoptr (GString) stepped = g_string_new (text);
  g_autoptr (GFile) file = NULL;
  LwWindow *window = testing_window ();
  LwProjectRun *run;
  double impulses[2] = { 0, 0 };

  g_string_replace (
    stepped, "\"duration\": 1",
    "\"duration\": 0.1, \"interval\": 0.001, \"method\": \"time-stepping\", \"step\": 0.001", 1);
  g_string_replace (stepped, "[0, 0.2]", "[0, 0.10001]", 1);
  file = testing_file_with (stepped->str);
  testing_open (window, file);
  lw_player_set_speed (window->player, 0);
  lw_player_play (window->player);
  wait_until (lw_player_has_finished (window->player));
  testing_run (0.1);
  run = lw_player_dup_run (window->player, "Kept");
  for (int kept = 0; kept < 2; kept++) {
    const GArray *events = lw_player_get_events (window->player);
    int touched = 0;

    for (guint i = 0; i < events->len; i++)
      if (g_array_index (events, MbdEvent, i).kind == MBD_EVENT_TOUCHED) {
        touched++;
        impulses[kept] += g_array_index (events, MbdEvent, i).value;
      }
    g_assert_cmpint (touched, ==, 1);
    // First the run itself, then its kept copy.
    lw_player_reset (window->player);
    testing_run (0.1);
    lw_player_show_run (window->player, run);
  }
  g_assert_cmpfloat (impulses[0], >, 2 * sqrt (2 * G * 1e-5));
  g_assert_cmpfloat (impulses[1], ==, impulses[0]);
  lw_project_run_unref (run);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/touch/material", test_material);
  g_test_add_func ("/touch/pair", test_pair);
  g_test_add_func ("/touch/mechanism", test_mechanism);
  g_test_add_func ("/touch/instant", test_instant);
  g_test_add_func ("/touch/events", test_events);
  g_test_add_func ("/touch/kept-events", test_kept_events);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
