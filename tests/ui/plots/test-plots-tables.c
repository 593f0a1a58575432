// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of plots equal the output of the command line, bit by bit: for values of every kind, with
// every method, after changes during the run, and for kept runs.

#include <glib/gstdio.h>

#include "lw-plot-view-private.h"
#include "lw-text.h"
#include "lw-window-private.h"
#include "testing-plots.h"

static char *
table_of (LwPlotView *plot)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-plots-XXXXXX", NULL);
  g_autoptr (GFile) file = testing_export_plot (plot, folder, "plot.csv");
  char *table = testing_content_of (file);

  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
  return table;
}

static char *
table_of_command_line (GFile *file, const char *channels, const char *option)
{
  const char *arguments[] = {
    g_getenv ("LW_CLI"), "run", g_file_peek_path (file), "--channels", channels, option, NULL
  };
  g_autoptr (GError) error = NULL;
  char *table = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &table, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (strlen (table), >, 5000);
  return table;
}

/// Checks that the table of a plot equals the output of the command line with these options.
static void
assert_same_table (LwPlotView *plot, const char *channels, const char *option)
{
  g_autoptr (GFile) example = testing_example ("four-bar");
  g_autofree char *plotted = table_of (plot);
  g_autofree char *written = table_of_command_line (example, channels, option);

  g_assert_cmpstr (plotted, ==, written);
}

/// The exported values equal the output of the command line bit by bit: the shortest decimal form
/// of a number is unique. This includes derived values, plots against a value, and spectra.
static void
test_same_as_command_line (void)
{
  static const char *const forces[] = { "B.reaction", "C.reaction", "D.reaction", NULL };
  static const char *const made[] = { "w = der (Crank.angle) * 2",
                                      "W = int (B.reaction_x * T.speed)", NULL };
  static const char *const path[] = { "T.y", NULL };
  const LwPlotLayout layouts[] = {
    { .title = (char *) "Forces", .channels = (char **) forces },
    { .title = (char *) "Made", .channels = (char **) made },
    { .title = (char *) "Path", .channels = (char **) path, .against = (char *) "T.x" },
    { .title = (char *) "Lines", .channels = (char **) forces, .against = (char *) "frequency" },
  };
  LwWindow *window = testing_window_with_plots ("four-bar", layouts, G_N_ELEMENTS (layouts));

  // The spectrum is updated a little later.
  testing_run (1);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    wait_until (lw_plot_view_has_values (testing_plot_at (window, i)));
  assert_same_table (testing_plot_at (window, 0), "B.reaction,C.reaction,D.reaction", NULL);
  assert_same_table (testing_plot_at (window, 1),
                     "w = der (Crank.angle) * 2, W = int (B.reaction_x * T.speed)", NULL);
  assert_same_table (testing_plot_at (window, 2), "T.x,T.y", NULL);
  assert_same_table (testing_plot_at (window, 3), "B.reaction,C.reaction,D.reaction", "--spectrum");
  testing_close (window);
}

/// Returns the output of the command line for the mechanism as it is drawn now.
static char *
table_of_drawing (LwWindow *window, const char *channels)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-plots-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "drawn.json", NULL);
  g_autofree char *text = lw_text_write (lw_document_get_mechanism (window->document));
  char *table;

  g_assert_true (g_file_set_contents (g_file_peek_path (file), text, -1, NULL));
  table = table_of_command_line (file, channels, NULL);
  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
  return table;
}

static void
change_method (LwWindow *window)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  g_autoptr (LwMechanism) next = NULL;

  run.integrator.method = MBD_METHOD_DOPRI54;
  run.integrator.stabilisation.stabilisation = MBD_STABILISATION_BAUMGARTE;
  run.integrator.stabilisation.time_constant = 0.02;
  next = lw_mechanism_with_run (mechanism, &run);
  lw_document_edit (window->document, "Method", next);
}

static void
begin_anew (LwWindow *window)
{
  testing_activate (window, "win.reset");
  wait_until (!lw_player_has_finished (window->player)
              && lw_player_get_recorded_time (window->player) == 0);
}

static void
run_again (LwWindow *window)
{
  begin_anew (window);
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
}

/// The values are equal to the bit in a run whose method is changed half-way, up to that point; in
/// a run with that method from the start; and in the kept run before both.
static void
test_same_after_changes (void)
{
  static const char *const forces[] = { "B.reaction", "C.reaction", "D.reaction", NULL };
  const LwPlotLayout layout = { .title = (char *) "Forces", .channels = (char **) forces };
  LwWindow *window = testing_window_with_plots ("four-bar", &layout, 1);
  LwRunList *runs = lw_transport_get_run_list (window->transport);
  g_autofree char *first = table_of_drawing (window, "B.reaction,C.reaction,D.reaction");
  g_autofree char *changed = NULL;
  g_autofree char *other = NULL;
  g_autofree char *plotted = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *kept_beside = NULL;
  const char *line;
  int n = 0;

  begin_anew (window);
  g_object_set (window, "speed", 0.5, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_recorded_time (window->player) > 0.3);
  change_method (window);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (window->player)), ==, 1);
  g_object_set (window, "speed", 0.0, NULL);
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
  changed = table_of (testing_plot_at (window, 0));
  for (line = changed; *line == first[line - changed] && *line != '\0'; line++)
    n += *line == '\n';
  // One sample every 10 ms, below the line of names; and the other method gives other bits.
  g_assert_cmpint (n, >, 30);
  g_assert_cmpint (*line, !=, '\0');
  g_assert_cmpuint (lw_changes_get (lw_player_get_changes (window->player), 0)->time * 100, <, n);

  run_again (window);
  other = table_of_drawing (window, "B.reaction,C.reaction,D.reaction");
  plotted = table_of (testing_plot_at (window, 0));
  g_assert_cmpstr (plotted, ==, other);
  g_assert_cmpstr (plotted, !=, first);

  // The first of the kept runs reports its own method.
  g_assert_true (lw_run_list_can_show (runs, 0));
  lw_run_list_show (runs, 0);
  wait_until (lw_plot_view_has_values (testing_plot_at (window, 0)));
  kept_beside = table_of (testing_plot_at (window, 0));
  g_assert_cmpstr (kept_beside, ==, first);
  testing_activate (window, "win.undo");
  wait_until (lw_run_list_can_show (runs, 0));
  lw_run_list_show (runs, 0);
  g_assert_nonnull (lw_player_get_run (window->player));
  wait_until (lw_plot_view_has_values (testing_plot_at (window, 0)));
  kept = table_of (testing_plot_at (window, 0));
  g_assert_cmpstr (kept, ==, first);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/plots-tables/same-as-command-line", test_same_as_command_line);
  g_test_add_func ("/plots-tables/same-after-changes", test_same_after_changes);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
