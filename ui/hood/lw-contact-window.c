// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-contact-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-contact-laboratory.h"
#include "lw-element-words.h"
#include "lw-equations.h"
#include "lw-formula-view.h"
#include "lw-task.h"
#include "lw-templates.h"

#define STEP 1e-3       ///< s, of the problem of a step
#define UNKNOWNS_MOST 8 ///< whose matrix is written with numbers
#define CONTACTS_MOST 6 ///< that get rows of the table
#define FIRST_FORCE 4   ///< row of the table
#define WORDS_CHARS 16  ///< width of titles and results, which are wrapped
#define FIGURES 3

struct _LwContactWindow
{
  LwSubWindow parent_instance;

  // Owned
  GCancellable *cancellable;

  // Children
  GtkDropDown *kind;
  GtkLabel *words;
  LwFormulaView *formula;
  GtkGrid *table;
};

G_DEFINE_FINAL_TYPE (LwContactWindow, lw_contact_window, LW_TYPE_SUB_WINDOW)

/// Problems in the order of the choice.
static const struct
{
  MbdContactKind kind;
  const char *title;
} kinds[] = {
  { MBD_CONTACT_ACCELERATION, N_ ("Forces at This Time") },
  { MBD_CONTACT_STEP, N_ ("Forces of a Step of 1 ms") },
  { MBD_CONTACT_IMPACT, N_ ("Impulses of the Last Impact") },
};

// ---- posing in another thread ---------------------------------------------------------------

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdContactKind kind;
  double time;
  double *q, *v;
  LwRun *run;
  MbdStopToken stop;
  LwContactLaboratory *laboratory;
  LwContactSolution solutions[LW_CONTACT_METHODS];
} Posed;

static void
posed_free (gpointer data)
{
  Posed *posed = data;

  for (int i = 0; i < LW_CONTACT_METHODS; i++)
    lw_contact_solution_clear (&posed->solutions[i]);
  g_clear_pointer (&posed->laboratory, lw_contact_laboratory_free);
  g_clear_pointer (&posed->run, lw_run_free);
  lw_mechanism_unref (posed->mechanism);
  mbd_model_unref (posed->model);
  g_free (posed->q);
  g_free (posed->v);
  g_free (posed);
}

/// Brings a run of accurate motion to the displayed time: directly in the displayed pose, or, for the
/// last impact, from the start.
static MbdStatus
bring (Posed *posed, MbdDiagnosis *why)
{
  const LwRunSettings *settings = lw_mechanism_get_run (posed->mechanism);
  const bool from_start = posed->kind == MBD_CONTACT_IMPACT && posed->time > 0;
  const double interval = from_start ? posed->time : settings->interval;
  MbdIntegratorSettings integrator =
    lw_run_choose_settings (posed->model, &settings->integrator, settings->interval);
  MbdStatus status;
  MbdState *state;

  integrator.method = MBD_METHOD_VERNER65;
  posed->run = lw_run_new (posed->model, &integrator, fmax (settings->duration, posed->time),
                           interval, settings->assemble);
  if (posed->run == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  lw_run_set_stop (posed->run, &posed->stop);
  status = lw_run_start (posed->run, why);
  if (status != MBD_STATUS_OK || posed->time <= 0)
    return status;
  if (from_start)
    return lw_run_next (posed->run, why);
  state = mbd_state_new (posed->model);
  if (state == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  mbd_state_set (state, posed->time, posed->q, posed->v);
  status = lw_run_continue (posed->run, state, why);
  mbd_state_free (state);
  return status;
}

static void
cancelled_cb (GCancellable *cancellable, Posed *posed)
{
  mbd_stop_token_request (&posed->stop);
}

static void
pose_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Posed *posed = data;
  MbdDiagnosis why = { .row = -1 };
  GError *error = NULL;

  gulong id;

  if (g_task_return_error_if_cancelled (task))
    return;
  id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), posed, NULL);
  why.code = bring (posed, &why);
  g_cancellable_disconnect (cancellable, id);
  if (why.code != MBD_STATUS_OK) {
    lw_mechanism_set_error (posed->mechanism, LW_ERROR_SIMULATION, &why, &error);
    g_task_return_error (task, error);
    return;
  }
  posed->laboratory = lw_contact_laboratory_new (posed->run, posed->kind, STEP, &error);
  if (posed->laboratory == NULL) {
    g_task_return_error (task, error);
    return;
  }
  for (int i = 0; i < LW_CONTACT_METHODS; i++)
    lw_contact_laboratory_solve (posed->laboratory, lw_contact_methods[i].method,
                                 &posed->solutions[i]);
  g_task_return_boolean (task, TRUE);
}

// ---- showing --------------------------------------------------------------------------------

static const char *
decimal_point (LwContactWindow *self)
{
  return lw_fonts_get_decimal_point (
    lw_appearance_get_fonts (lw_sub_window_get_look (LW_SUB_WINDOW (self))));
}

static void
clear_table (LwContactWindow *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->table))) != NULL)
    gtk_grid_remove (self->table, child);
}

/// Sets a cell of a method, of which each has a column, so that many contacts are rows that can be scrolled.
/// `column` 0: names of the rows.
static void
set_cell (LwContactWindow *self, int column, int row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  if (row < 2 && column > 0) {
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_max_width_chars (GTK_LABEL (label), WORDS_CHARS);
    gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
  }
  gtk_widget_add_css_class (label, column == 0 || row == 0 ? "dim-label" : "numeric");
  gtk_grid_attach (self->table, label, column, row, 1, 1);
}

static void
set_quantity (LwContactWindow *self, int column, int row, double value, const char *unit)
{
  char text[LW_NUMBER_SIZE];

  set_cell (self, column, row,
            lw_format_quantity (text, value, FIGURES, unit, decimal_point (self)));
}

static const char *
get_status (const MbdContactReport *report)
{
  switch (report->solution.status) {
  case MBD_COMPLEMENTARITY_SOLVED:
    return _ ("solved");
  case MBD_COMPLEMENTARITY_NO_SOLUTION:
    return report->solution.proved ? _ ("no solution exists") : _ ("no solution found");
  case MBD_COMPLEMENTARITY_NOT_CONVERGED:
    return _ ("not converged");
  case MBD_COMPLEMENTARITY_NOT_APPLICABLE:
    return _ ("not for this problem");
  case MBD_COMPLEMENTARITY_BAD_INPUT:
    break;
  }
  return _ ("not posed");
}

static char *
dup_body (const Posed *posed, int body)
{
  const int id = mbd_model_body_id (posed->model, body);

  return id == 0
           ? g_strdup (_ ("Ground"))
           : lw_element_words_dup_name (posed->mechanism, (LwElementRef){ LW_SELECTION_BODY, id });
}

/// Shows the names of the rows of a contact: the two bodies, for accelerations and steps, in the
/// order of the run.
static void
show_contact_head (LwContactWindow *self, const Posed *posed, int index)
{
  size_t n;
  const MbdIntegratorContact *contacts = lw_run_contacts (posed->run, &n);
  // Translators: the number of a contact point, and the letter of its normal or tangential force
  g_autofree char *normal = g_strdup_printf (_ ("%d normal"), index + 1);
  g_autofree char *tangent = g_strdup_printf (_ ("%d tangent"), index + 1);
  GtkWidget *head;

  set_cell (self, 0, FIRST_FORCE + 2 * index, normal);
  set_cell (self, 0, FIRST_FORCE + 2 * index + 1, tangent);
  if (posed->kind == MBD_CONTACT_IMPACT || (size_t) index >= n)
    return;
  for (int i = 0; i < 2; i++) {
    g_autofree char *a = dup_body (posed, contacts[index].body_a);
    g_autofree char *b = dup_body (posed, contacts[index].body_b);
    g_autofree char *names = g_strdup_printf ("%s – %s", a, b);

    head = gtk_grid_get_child_at (self->table, 0, FIRST_FORCE + 2 * index + i);
    gtk_widget_set_tooltip_text (head, names);
  }
}

static void
show_table (LwContactWindow *self, const Posed *posed)
{
  static const char *const heads[] = { N_ ("Method"), N_ ("Result"), N_ ("Iterations"),
                                       N_ ("Residual") };
  const char *unit = posed->kind == MBD_CONTACT_IMPACT ? "N s" : "N";
  const int n = MIN (posed->laboratory->problem.contacts, CONTACTS_MOST);

  clear_table (self);
  for (int i = 0; i < (int) G_N_ELEMENTS (heads); i++)
    set_cell (self, 0, i, _ (heads[i]));
  for (int i = 0; i < n; i++)
    show_contact_head (self, posed, i);
  for (int method = 0; method < LW_CONTACT_METHODS; method++) {
    const LwContactSolution *solution = &posed->solutions[method];
    g_autofree char *iterations = g_strdup_printf ("%d", solution->report.solution.iterations);

    set_cell (self, method + 1, 0, _ (lw_contact_methods[method].title));
    set_cell (self, method + 1, 1, get_status (&solution->report));
    // Other cells would hold numbers that nothing was computed for.
    if (solution->report.solution.status == MBD_COMPLEMENTARITY_NOT_APPLICABLE)
      continue;
    set_cell (self, method + 1, 2, iterations);
    set_quantity (self, method + 1, 3, solution->report.solution.residual, "1");
    for (int i = 0; i < 2 * n && solution->in_frames != NULL; i++)
      set_quantity (self, method + 1, FIRST_FORCE + i, solution->in_frames[i], unit);
  }
}

static void
append_matrix (LwContactWindow *self, GString *text, const double *values, int rows, int columns)
{
  double largest = 0;

  for (int i = 0; i < rows * columns; i++)
    largest = fmax (largest, fabs (values[i]));
  g_string_append (text, "[\\matrix{");
  for (int i = 0; i < rows * columns; i++) {
    char number[LW_NUMBER_SIZE];
    // A value that is round-off of the others is shown as 0.
    const double value = fabs (values[i]) < 1e-13 * largest ? 0 : values[i];

    g_string_append (text, i == 0 ? "" : i % columns == 0 ? " \\\\ " : " & ");
    g_string_append (text, lw_format_number (number, value, FIGURES, decimal_point (self)));
  }
  g_string_append (text, "}]");
}

/// Shows the problem in symbols, and with its numbers if it is small.
static void
show_formula (LwContactWindow *self, const Posed *posed)
{
  const MbdComplementarityProblem mixed = mbd_contact_matrix (posed->laboratory->contact);
  GArray *equations = lw_equations_new ();
  LwEquation law = { LW_EQUATION_LESSON,
                     g_strdup ("\\v{w} = M \\v{z} + \\v{q},   \\v{w}_{n} ≥ 0,   \\v{z}_{n} ≥ 0,   "
                               "\\v{z}_{n} · \\v{w}_{n} = 0,   |z_{t}| ≤ μ z_{n}") };

  g_array_append_val (equations, law);
  if (mixed.n > 0 && mixed.n <= UNKNOWNS_MOST) {
    GString *text = g_string_new ("\\v{w} = ");
    LwEquation numbers = { LW_EQUATION_NUMBERS, NULL };

    append_matrix (self, text, mixed.M, mixed.n, mixed.n);
    g_string_append (text, " \\v{z} + ");
    append_matrix (self, text, mixed.q, mixed.n, 1);
    numbers.formula = g_string_free (text, FALSE);
    g_array_append_val (equations, numbers);
  }
  lw_formula_view_set (self->formula, equations);
}

static void
show_words (LwContactWindow *self, const Posed *posed)
{
  const MbdContactProblem *problem = &posed->laboratory->problem;
  const int n = problem->contacts;
  char time[LW_NUMBER_SIZE];
  GString *text = g_string_new (NULL);

  lw_format_quantity (time, posed->laboratory->time, 4, "s", decimal_point (self));
  if (n > 0)
    // Translators: the number of contact points, and a time
    g_string_append_printf (
      text, ngettext ("%d contact at %s.", "%d contacts at %s.", (unsigned long) n), n, time);
  else
    // Translators: a time
    g_string_append_printf (
      text,
      _ ("Nothing touches at %s: the forces are those of joints, stops, ropes "
         "and motors."),
      time);
  for (int row = 0; row < LW_CONTACT_METHODS; row++)
    if (posed->solutions[row].report.painleve) {
      g_string_append_printf (text, " %s",
                              _ ("Painlevé’s paradox: a sliding contact presses itself tighter, so "
                                 "that there is no solution, or several."));
      break;
    }
  if (n > CONTACTS_MOST) {
    g_string_append_c (text, ' ');
    g_string_append_printf (text, _ ("The first %d are shown."), CONTACTS_MOST);
  }
  gtk_label_set_text (self->words, text->str);
  g_string_free (text, TRUE);
}

static void
posed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwContactWindow *self = LW_CONTACT_WINDOW (source);
  const Posed *posed = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  const bool is_done = g_task_propagate_boolean (G_TASK (result), &error);

  // Another time, or another mechanism, is shown now.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  if (!is_done) {
    gtk_label_set_text (self->words, error->message);
    lw_formula_view_set (self->formula, NULL);
    clear_table (self);
    return;
  }
  show_words (self, posed);
  show_formula (self, posed);
  show_table (self, posed);
}

static void
lw_contact_window_update (LwSubWindow *window)
{
  LwContactWindow *self = LW_CONTACT_WINDOW (window);
  LwPlayer *player = lw_sub_window_get_player (window);
  g_autoptr (GTask) task = NULL;
  Posed *posed;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  // While it plays, times pass faster than problems can be read.
  if (player == NULL || lw_player_get_playing (player))
    return;
  posed = g_new0 (Posed, 1);
  posed->mechanism = lw_mechanism_ref (lw_player_get_mechanism (player));
  posed->model = mbd_model_ref (lw_player_get_model (player));
  posed->kind = kinds[gtk_drop_down_get_selected (self->kind)].kind;
  posed->time = lw_player_get_time (player);
  posed->q = g_memdup2 (lw_player_get_positions (player),
                        (gsize) mbd_model_position_count (posed->model) * sizeof (double));
  posed->v = g_memdup2 (lw_player_get_velocities (player),
                        (gsize) mbd_model_velocity_count (posed->model) * sizeof (double));
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, posed_cb, NULL);
  g_task_set_task_data (task, posed, posed_free);
  lw_task_run (task, pose_thread);
}

const char *
lw_contact_window_get_cell (LwContactWindow *self, int method, int row)
{
  GtkWidget *label;

  g_return_val_if_fail (LW_IS_CONTACT_WINDOW (self), NULL);

  label = gtk_grid_get_child_at (self->table, method + 1, row);
  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

GtkWidget *
lw_contact_window_new (GtkWindow *parent, LwCanvas *canvas)
{
  LwContactWindow *self = g_object_new (LW_TYPE_CONTACT_WINDOW, "transient-for", parent, NULL);

  lw_sub_window_follow (LW_SUB_WINDOW (self), GTK_WIDGET (canvas));
  return GTK_WIDGET (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_contact_window_dispose (GObject *object)
{
  LwContactWindow *self = LW_CONTACT_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (lw_contact_window_parent_class)->dispose (object);
}

static void
lw_contact_window_class_init (LwContactWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_contact_window_dispose;
  LW_SUB_WINDOW_CLASS (klass)->update = lw_contact_window_update;
}

static void
add_choice (LwContactWindow *self)
{
  const char *words[G_N_ELEMENTS (kinds) + 1] = { NULL };
  GtkWidget *kind;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    words[i] = _ (kinds[i].title);
  kind = gtk_drop_down_new_from_strings (words);
  self->kind = GTK_DROP_DOWN (kind);
  gtk_widget_set_tooltip_text (kind, _ ("Problem"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (kind), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Problem"), -1);
  g_signal_connect_object (kind, "notify::selected", G_CALLBACK (lw_contact_window_update), self,
                           G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (lw_sub_window_get_header (LW_SUB_WINDOW (self)), kind);
}

static void
lw_contact_window_init (LwContactWindow *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->words = GTK_LABEL (lw_label_new_wrapped (NULL, NULL));
  self->formula = LW_FORMULA_VIEW (lw_formula_view_new ());
  self->table = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->table, 18);
  gtk_grid_set_row_spacing (self->table, 6);
  gtk_widget_add_css_class (page, "contact-laboratory");
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->words));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->formula));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->table));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), page);
  add_choice (self);
  lw_sub_window_set_up (LW_SUB_WINDOW (self), _ ("Contact Laboratory"), 980, 560);
  lw_sub_window_append (LW_SUB_WINDOW (self), scrolled);
}
