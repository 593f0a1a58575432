// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages of the panel under the hood that consist of tables and equations.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-element-words.h"
#include "lw-hood-panel-private.h"
#include "lw-inspector.h"
#include "lw-templates.h"

/// Maximum number of null space motions that get a column.
#define MOTIONS_MAX 4

static GtkWidget *
new_page (void)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_add_css_class (page, "page");
  return page;
}

static GtkWidget *
new_words (const char *css_class)
{
  GtkWidget *label = lw_label_new ("", css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}

// ---- rows -----------------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new_rows_page (LwHoodPanel *self)
{
  static const char *const titles[] = { N_ ("Row"), "λ", "γ", "ε", "ε′", "ε″", N_ ("stab."), NULL };
  static const char *const numbers[] = { NULL, "lambda", "gamma", "eps", "eps1", "eps2", "stab" };
  const char *words[G_N_ELEMENTS (titles)] = { NULL };
  GtkWidget *page = new_page ();
  GtkWidget *remark = new_words ("remark");

  for (guint i = 0; titles[i] != NULL; i++)
    words[i] = _ (titles[i]);
  self->rows =
    LW_HOOD_TABLE (lw_hood_table_new (self->selection, _ ("Rows of the Jacobian"), words, numbers));
  gtk_label_set_text (
    GTK_LABEL (remark),
    _ ("Errors in m or rad and their derivatives (ε″ = G a − γ), right side γ, its Baumgarte term, "
       "multiplier λ in N or N m. ● depends on other rows, ○ takes no part."));
  gtk_box_append (GTK_BOX (page), remark);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->rows));
  return page;
}

void
lw_hood_panel_fill_rows_page (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;

  lw_hood_table_set_n_rows (self->rows, hood->rows->len);
  for (guint i = 0; i < hood->rows->len; i++) {
    const LwHoodRow *row = &g_array_index (hood->rows, LwHoodRow, i);
    g_autofree char *name = lw_hood_panel_dup_row_name (hood, i);
    g_autofree char *label = g_strconcat (row->role == MBD_ROW_OFF ? "○ "
                                          : row->redundant         ? "● "
                                                                   : "",
                                          name, NULL);

    lw_hood_table_set_element (self->rows, i,
                               g_array_index (hood->couplings, LwHoodBlock, row->coupling).element);
    lw_hood_table_set_text (self->rows, i, 0, label);
    lw_hood_table_set_number (self->rows, i, 1, row->lambda);
    lw_hood_table_set_number (self->rows, i, 2, row->gamma);
    lw_hood_table_set_error (self->rows, i, 3, row->position_error);
    lw_hood_table_set_error (self->rows, i, 4, row->velocity_error);
    lw_hood_table_set_error (self->rows, i, 5, row->acceleration_error);
    if (row->stabilisation == MBD_STABILISATION_BAUMGARTE)
      lw_hood_table_set_number (self->rows, i, 6, row->term);
    else
      lw_hood_table_set_text (self->rows, i, 6,
                              row->stabilisation == MBD_STABILISATION_NONE ? _ ("none")
                                                                           : _ ("projected"));
  }
  lw_hood_table_show_selection (self->rows);
}

// ---- motion ---------------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new_motion_page (LwHoodPanel *self)
{
  static const char *const titles[] = { N_ ("Coordinate"), "q", "v", "a", "f", "Gᵀλ",
                                        N_ ("residual"),   NULL };
  static const char *const numbers[] = { NULL, "q", "v", "a", "f", "constraint", "residual" };
  const char *words[G_N_ELEMENTS (titles)] = { NULL };
  GtkWidget *page = new_page ();
  GtkWidget *remark = new_words ("remark");

  for (guint i = 0; titles[i] != NULL; i++)
    words[i] = _ (titles[i]);
  self->motion =
    LW_HOOD_TABLE (lw_hood_table_new (self->selection, _ ("Coordinates"), words, numbers));
  gtk_label_set_text (
    GTK_LABEL (remark),
    _ ("m and rad, per s, per s²; forces f and Gᵀλ in N and N m. In space angular "
       "velocities are about the axes of the body, and q is its attitude "
       "quaternion."));
  gtk_box_append (GTK_BOX (page), remark);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->motion));
  return page;
}

/// Returns the index of the velocity in the row of a coordinate of q; -1 if there is none, as for
/// the real part of an attitude.
static int
find_velocity (const LwHood *hood, const LwHoodPosition *position, int number)
{
  const LwHoodBlock *block = &g_array_index (hood->bodies, LwHoodBlock, position->body);

  if (block->n == 3 || number < 3)
    return block->first + number;
  return number == 3 ? -1 : block->first + number - 1;
}

void
lw_hood_panel_fill_motion_page (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;
  int number = 0;

  lw_hood_table_set_n_rows (self->motion, hood->positions->len);
  for (guint i = 0; i < hood->positions->len; i++) {
    const LwHoodPosition *position = &g_array_index (hood->positions, LwHoodPosition, i);
    const LwHoodBlock *block = &g_array_index (hood->bodies, LwHoodBlock, position->body);
    int index;

    number = i > 0 && position[-1].body == position->body ? number + 1 : 0;
    index = find_velocity (hood, position, number);
    lw_hood_table_set_element (self->motion, i, block->element);
    lw_hood_table_set_number (self->motion, i, 1, position->value);
    if (index < 0) {
      g_autofree char *name = g_strdup_printf ("%s, %s", block->name, position->symbol);

      lw_hood_table_set_text (self->motion, i, 0, name);
      for (guint k = 2; k < LW_HOOD_TABLE_COLUMNS; k++)
        lw_hood_table_set_text (self->motion, i, k, "");
    } else {
      const LwHoodVelocity *velocity = &g_array_index (hood->velocities, LwHoodVelocity, index);
      g_autofree char *name = lw_hood_panel_dup_velocity_name (hood, (guint) index);

      lw_hood_table_set_text (self->motion, i, 0, name);
      lw_hood_table_set_number (self->motion, i, 2, velocity->velocity);
      lw_hood_table_set_number (self->motion, i, 3, velocity->acceleration);
      lw_hood_table_set_number (self->motion, i, 4, velocity->force);
      lw_hood_table_set_number (self->motion, i, 5, velocity->constraint);
      lw_hood_table_set_number (self->motion, i, 6, velocity->residual);
    }
  }
  lw_hood_table_show_selection (self->motion);
}

// ---- null space -----------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new_null_page (LwHoodPanel *self)
{
  static const char *const titles[] = { N_ ("Velocity"), "1", "2", "3", "4", NULL };
  static const char *const numbers[] = { NULL, "motion", "motion", "motion", "motion" };
  const char *words[G_N_ELEMENTS (titles)] = { NULL };
  GtkWidget *page = new_page ();

  for (guint i = 0; titles[i] != NULL; i++)
    words[i] = _ (titles[i]);
  self->null_space = LW_HOOD_TABLE (
    lw_hood_table_new (self->selection, _ ("Motions of the null space"), words, numbers));
  self->null_words = GTK_LABEL (new_words ("remark"));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->null_words));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->null_space));
  return page;
}

/// Returns the names of the couplings that have dependent rows.
static char *
dup_dependent (const LwHood *hood)
{
  GString *names = g_string_new (NULL);
  int last = -1;

  for (guint i = 0; i < hood->rows->len; i++) {
    const LwHoodRow *row = &g_array_index (hood->rows, LwHoodRow, i);

    if (!row->redundant || row->coupling == last)
      continue;
    last = row->coupling;
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                            g_array_index (hood->couplings, LwHoodBlock, last).name);
  }
  return g_string_free (names, FALSE);
}

static char *
dup_null_words (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;
  GString *text = g_string_new (NULL);

  if (!hood->analysed)
    return g_string_free (
      g_string_append (text,
                       _ ("For a mechanism of this size it is computed while the run is paused.")),
      FALSE);
  // Translators: numbers of velocities, of independent rows, and of motions
  g_string_append_printf (
    text,
    ngettext ("%u velocities − rank %d = %d independent motion with G v = 0.",
              "%u velocities − rank %d = %d independent motions with G v = 0.",
              (gulong) hood->n_motions),
    hood->velocities->len, hood->rank, hood->n_motions);
  if (hood->n_motions > 0)
    g_string_append_printf (
      text, " %s", _ ("Each column is one, scaled so that no point is faster than 1 m/s."));
  if (hood->n_motions > MOTIONS_MAX) {
    g_string_append_c (text, ' ');
    g_string_append_printf (text, _ ("The first %d are shown."), MOTIONS_MAX);
  }
  if (hood->n_redundant > 0) {
    g_autofree char *names = dup_dependent (hood);

    g_string_append_c (text, '\n');
    // Translators: the names of couplings
    g_string_append_printf (text, _ ("Rows that depend on each other: %s."), names);
  }
  if (hood->n_values > 0) {
    g_autofree char *large = lw_hood_panel_dup_quantity (self, hood->values[0], 3, "1");
    g_autofree char *small =
      lw_hood_panel_dup_quantity (self, hood->values[hood->n_values - 1], 3, "1");

    g_string_append_c (text, '\n');
    // Translators: the largest and the smallest singular value
    g_string_append_printf (text, _ ("Singular values of the scaled G: from %s to %s."), large,
                            small);
  }
  return g_string_free (text, FALSE);
}

void
lw_hood_panel_fill_null_page (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;
  const guint n = hood->velocities->len;
  const guint n_motions = hood->analysed ? (guint) MIN (hood->n_motions, MOTIONS_MAX) : 0;
  g_autofree char *words = dup_null_words (self);

  gtk_label_set_text (self->null_words, words);
  gtk_widget_set_visible (GTK_WIDGET (self->null_space), n_motions > 0);
  lw_hood_table_set_n_rows (self->null_space, n_motions > 0 ? n : 0);
  for (guint i = 0; i < n && n_motions > 0; i++) {
    const LwHoodVelocity *velocity = &g_array_index (hood->velocities, LwHoodVelocity, i);
    g_autofree char *name = lw_hood_panel_dup_velocity_name (hood, i);

    lw_hood_table_set_text (self->null_space, i, 0, name);
    lw_hood_table_set_element (self->null_space, i,
                               g_array_index (hood->bodies, LwHoodBlock, velocity->body).element);
    for (guint k = 0; k < MOTIONS_MAX; k++) {
      const double value = k < n_motions ? hood->motions[k * n + i] : 0;

      if (k >= n_motions)
        lw_hood_table_set_text (self->null_space, i, k + 1, "");
      else
        // Round-off is shown as 0.
        lw_hood_table_set_number (self->null_space, i, k + 1, fabs (value) < 1e-13 ? 0 : value);
    }
  }
  lw_hood_table_show_selection (self->null_space);
}

// ---- equations ------------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new_equations_page (LwHoodPanel *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *page = new_page ();

  self->system = LW_FORMULA_VIEW (lw_formula_view_new ());
  self->card = LW_FORMULA_VIEW (lw_formula_view_new ());
  self->card_title = GTK_LABEL (new_words ("section"));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->system));
  gtk_box_append (GTK_BOX (page), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->card_title));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->card));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), page);
  return scrolled;
}

void
lw_hood_panel_fill_equations_page (LwHoodPanel *self)
{
  LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  const LwElementRef element = lw_selection_get_last (self->selection);
  const char *point = lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look));
  const LwProjectRun *kept = lw_player_get_run (self->player);
  const LwRunSettings *run = kept != NULL ? &kept->settings : lw_mechanism_get_run (mechanism);

  lw_formula_view_set (self->system, lw_equations_of_system (run, point));
  // A new element may not have reached the player yet.
  if ((element.kind == LW_SELECTION_COUPLING || element.kind == LW_SELECTION_FORCE)
      && lw_selection_find (mechanism, element) != NULL) {
    g_autofree char *name = lw_element_words_dup_name (mechanism, element);
    g_autofree char *kind = lw_element_words_dup_kind (mechanism, element);
    g_autofree char *title = g_strdup_printf ("%s (%s)", name, kind);

    gtk_label_set_text (self->card_title, title);
    lw_formula_view_set (
      self->card, lw_equations_of (mechanism, element, lw_player_get_state (self->player), point));
  } else {
    gtk_label_set_text (self->card_title,
                        _ ("Select a coupling or a force element to see its equations."));
    lw_formula_view_set (self->card, NULL);
  }
}

// ---- solver ---------------------------------------------------------------------------------

GtkWidget *
lw_hood_panel_new_solver_page (LwHoodPanel *self)
{
  static const char *const titles[] = { N_ ("Of the run"), N_ ("value"), NULL };
  static const char *const numbers[] = { NULL, "solver" };
  static const char *const pair_numbers[] = { NULL, "gap", "pair-force", NULL };
  static const char *const pair_titles[] = { N_ ("Pair"), N_ ("gap"), N_ ("force"), N_ ("state"),
                                             NULL };
  const char *words[G_N_ELEMENTS (titles)] = { _ (titles[0]), _ (titles[1]), NULL };
  const char *pair_words[G_N_ELEMENTS (pair_titles)] = { NULL };
  GtkWidget *page = new_page ();

  for (guint i = 0; pair_titles[i] != NULL; i++)
    pair_words[i] = _ (pair_titles[i]);
  self->solver = LW_HOOD_TABLE (lw_hood_table_new (self->selection, _ ("Solver"), words, numbers));
  self->pairs_words = GTK_LABEL (new_words ("remark"));
  self->pairs = LW_HOOD_TABLE (
    lw_hood_table_new (self->selection, _ ("Gaps against forces"), pair_words, pair_numbers));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->solver));
  gtk_box_append (GTK_BOX (page), lw_label_new (_ ("Gap against force"), "section"));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->pairs_words));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->pairs));
  return page;
}

static void
set_solver (LwHoodPanel *self, guint row, const char *name, const char *value)
{
  lw_hood_table_set_text (self->solver, row, 0, name);
  lw_hood_table_set_text (self->solver, row, 1, value);
}

static void
set_count (LwHoodPanel *self, guint row, const char *name, long count)
{
  g_autofree char *value = g_strdup_printf ("%ld", count);

  set_solver (self, row, name, value);
}

static void
set_time (LwHoodPanel *self, guint row, const char *name, double seconds)
{
  g_autofree char *value = lw_hood_panel_dup_quantity (self, seconds, 4, "s");

  set_solver (self, row, name, value);
}

static void
set_residual (LwHoodPanel *self, guint row, const MbdIntegratorStatistics *of)
{
  const bool stepping = of->method == MBD_METHOD_TIME_STEPPING;
  g_autofree char *value = lw_hood_panel_dup_quantity (
    self, stepping ? of->contact_speed_error : of->contact_residual, 2, stepping ? "m/s" : "1");

  set_solver (self, row, _ ("Residual of contacts"), value);
}

static void
fill_statistics (LwHoodPanel *self)
{
  LwSimulationStatus status;
  const MbdIntegratorStatistics *of = &status.statistics;
  const bool has_shapes = mbd_model_shape_count (lw_player_get_model (self->player)) > 0;
  guint n = 0;

  lw_player_get_status (self->player, &status);
  lw_hood_table_set_n_rows (self->solver, has_shapes ? 14 : 10);
  set_solver (self, n++, _ ("Method in use"), lw_inspector_get_method_name (of->method));
  set_count (self, n++, _ ("Steps"), of->steps);
  set_count (self, n++, _ ("Rejected steps"), of->rejected);
  set_count (self, n++, _ ("Evaluations"), of->evaluations);
  set_time (self, n++, _ ("Last step"), of->step);
  set_time (self, n++, _ ("Next step"), of->next_step);
  set_count (self, n++, _ ("Events"), of->events);
  set_count (self, n++, _ ("Newton iterations"), of->newton_iterations);
  set_count (self, n++, _ ("Factorisations"), of->factorisations);
  set_count (self, n++, _ ("Changes of method"), of->switches);
  if (!has_shapes)
    return;
  set_count (self, n++, _ ("Iterations for contacts"), of->contact_iterations);
  set_count (self, n++, _ ("Of the last problem"), of->contact_step_iterations);
  set_residual (self, n++, of);
  set_count (self, n++, _ ("Contacts not converged"), of->unconverged);
}

/// Returns the recorded value of a channel at the displayed time; NAN if there is none.
static double
get_recorded (LwHoodPanel *self, const char *name)
{
  const int channel = lw_channels_find (lw_player_get_channels (self->player), name);

  return channel >= 0 ? lw_series_value_before (
           lw_player_find_series (self->player, (guint) channel), lw_player_get_time (self->player))
                      : NAN;
}

/// Returns "Of each pair ... zero." and how well the pairs were solved in the step before the
/// displayed time.
static char *
dup_pairs_words (LwHoodPanel *self, guint n)
{
  const double iterations = get_recorded (self, "contact.step_iterations");
  const double speed = get_recorded (self, "contact.speed_error");
  const double residual = get_recorded (self, "contact.residual");
  g_autofree char *left = NULL;

  if (n == 0)
    return g_strdup (_ ("Nothing touches here, and there are no stops, ropes or struts."));
  if (isnan (iterations))
    return g_strdup (_ ("Of each pair the gap or the force is zero, neither is negative."));
  left = !isnan (speed) ? lw_hood_panel_dup_quantity (self, speed, 2, "m/s")
                        : lw_hood_panel_dup_quantity (self, residual, 2, "1");
  // Translators: the number of iterations for contacts, and a residual with its unit
  return g_strdup_printf (_ ("Of each pair the gap or the force is zero, neither is negative: "
                             "solved in %.0f iterations, %s left."),
                          iterations, left);
}

/// Fills the row of a rope, a strut or a stop.
static void
fill_pair (LwHoodPanel *self, guint row, const LwHoodPair *pair)
{
  const char *word = lw_hood_panel_get_symbol (pair->symbol);
  g_autofree char *name =
    *word != '\0' ? g_strdup_printf ("%s, %s", pair->name, word) : g_strdup (pair->name);
  g_autofree char *gap =
    lw_hood_panel_dup_quantity (self, pair->gap, 3, pair->is_length ? "m" : "rad");
  g_autofree char *force =
    lw_hood_panel_dup_quantity (self, pair->force, 4, pair->is_length ? "N" : "N m");

  lw_hood_table_set_element (self->pairs, row, pair->element);
  lw_hood_table_set_text (self->pairs, row, 0, name);
  lw_hood_table_set_text (self->pairs, row, 1, gap);
  lw_hood_table_set_text (self->pairs, row, 2, force);
  lw_hood_table_set_text (self->pairs, row, 3, pair->closed ? _ ("closed") : _ ("open"));
}

static char *
dup_body_name (LwHoodPanel *self, int body)
{
  const int id = mbd_model_body_id (lw_player_get_model (self->player), body);

  return id == 0 ? g_strdup (_ ("Ground"))
                 : lw_element_words_dup_name (lw_player_get_mechanism (self->player),
                                              (LwElementRef){ LW_SELECTION_BODY, id });
}

/// Fills the row of a contact point of two bodies: its normal force and its friction.
static void
fill_contact (LwHoodPanel *self, guint row, const MbdIntegratorContact *contact)
{
  const MbdModel *model = lw_player_get_model (self->player);
  const int moving = contact->body_b != 0 ? contact->body_b : contact->body_a;
  g_autofree char *a = dup_body_name (self, contact->body_a);
  g_autofree char *b = dup_body_name (self, contact->body_b);
  g_autofree char *name = g_strdup_printf ("%s – %s", a, b);
  g_autofree char *gap = lw_hood_panel_dup_quantity (self, contact->gap, 3, "m");
  g_autofree char *force = lw_hood_panel_dup_quantity (self, contact->normal_force, 4, "N");
  g_autofree char *friction = lw_hood_panel_dup_quantity (self, contact->friction_force, 3, "N");
  // Translators: the friction force at a contact that slides, or sticks
  g_autofree char *state = contact->normal_force <= 0 ? g_strdup (_ ("open"))
                           : contact->sticks          ? g_strdup_printf (_ ("sticks, %s"), friction)
                                             : g_strdup_printf (_ ("slides, %s"), friction);

  lw_hood_table_set_element (
    self->pairs, row, (LwElementRef){ LW_SELECTION_BODY, mbd_model_body_id (model, moving) });
  lw_hood_table_set_text (self->pairs, row, 0, name);
  lw_hood_table_set_text (self->pairs, row, 1, gap);
  lw_hood_table_set_text (self->pairs, row, 2, force);
  lw_hood_table_set_text (self->pairs, row, 3, state);
}

void
lw_hood_panel_fill_solver_page (LwHoodPanel *self)
{
  const GArray *pairs = self->hood->pairs;
  guint n_contacts;
  const MbdIntegratorContact *contacts = lw_player_get_contacts (self->player, &n_contacts);
  const guint n = pairs->len + n_contacts;
  g_autofree char *words = dup_pairs_words (self, n);

  fill_statistics (self);
  gtk_label_set_text (self->pairs_words, words);
  gtk_widget_set_visible (GTK_WIDGET (self->pairs), n > 0);
  lw_hood_table_set_n_rows (self->pairs, n);
  for (guint i = 0; i < pairs->len; i++)
    fill_pair (self, i, &g_array_index (pairs, LwHoodPair, i));
  for (guint i = 0; i < n_contacts; i++)
    fill_contact (self, pairs->len + i, &contacts[i]);
  lw_hood_table_show_selection (self->pairs);
}
