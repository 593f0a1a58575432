// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that could not continue, or in which an element broke: the message says what happened and
// where; buttons beside it select the element and offer remedies. A remedy is an edit of the run
// settings, which can be undone; the failed run is kept.

#include <glib/gi18n.h>

#include "lw-dead-point.h"
#include "lw-element-words.h"
#include "lw-popover-release.h"
#include "lw-window-private.h"

#define FINEST_ACCURACY 1e-13
#define FINER 0.01 ///< factor of the accuracy, or of the fixed step

typedef enum
{
  TRY_ACCURACY,
  TRY_STEP,
  TRY_FREE_STEPS,
  TRY_PROJECTION,
  TRY_IMPLICIT,
  TRY_TIME_STEPPING,
  TRY_AUTOMATIC,
  N_TRIES
} Try;

static const struct
{
  const char *name;
  const char *label;
  const char *tooltip;
} tries[N_TRIES] = {
  [TRY_ACCURACY] = { "accuracy", N_ ("Higher Accuracy"), N_ ("A hundredth of the tolerance") },
  [TRY_STEP] = { "step", N_ ("Smaller Steps"), N_ ("A hundredth of the fixed step") },
  [TRY_FREE_STEPS] = { "free-steps", N_ ("Steps by Accuracy"), N_ ("No fixed step") },
  [TRY_PROJECTION] = { "projection", N_ ("Projection"), N_ ("Joints closed after every step") },
  [TRY_IMPLICIT] = { "implicit", N_ ("Implicit Method"),
                     N_ ("Radau IIA, for stiff springs and bushings") },
  [TRY_TIME_STEPPING] = { "time-stepping", N_ ("Time Stepping"), N_ ("For many contacts at once") },
  [TRY_AUTOMATIC] = { "automatic", N_ ("Automatic Method"), N_ ("Chosen by the motion") },
};

// ---- applicable remedies --------------------------------------------------------------------

static bool
is_about_steps (MbdStatus code)
{
  return code == MBD_STATUS_STEP_TOO_SMALL || code == MBD_STATUS_TOO_MANY_STEPS
         || code == MBD_STATUS_DIVERGED || code == MBD_STATUS_NOT_FINITE
         || code == MBD_STATUS_ITERATION_LIMIT || code == MBD_STATUS_SINGULAR_FACTOR;
}

static bool
makes_sense (Try what, MbdStatus code, const MbdIntegratorSettings *settings)
{
  const bool steps = is_about_steps (code);
  const bool is_stepping = settings->method == MBD_METHOD_TIME_STEPPING;

  switch (what) {
  case TRY_ACCURACY:
    return steps && settings->step <= 0 && settings->accuracy > FINEST_ACCURACY;
  case TRY_STEP:
    return steps && settings->step > 0;
  case TRY_FREE_STEPS:
    return steps && settings->step > 0 && settings->method != MBD_METHOD_RK4 && !is_stepping;
  case TRY_PROJECTION:
    return (steps || code == MBD_STATUS_STUCK)
           && settings->stabilisation.stabilisation != MBD_STABILISATION_PROJECTION;
  case TRY_IMPLICIT:
    return steps && settings->method != MBD_METHOD_RADAU9 && !is_stepping;
  case TRY_TIME_STEPPING:
    return code == MBD_STATUS_CONTACT_TOO_LARGE || code == MBD_STATUS_CONTACT_STIFF
           || code == MBD_STATUS_NO_CONTACT_FORCES;
  case TRY_AUTOMATIC:
    return code == MBD_STATUS_STEPS_IN_SPACE || code == MBD_STATUS_STEPS_MASSLESS
           || code == MBD_STATUS_CONTACT_STIFF
           || (steps && settings->method != MBD_METHOD_AUTOMATIC && !is_stepping);
  case N_TRIES:
    break;
  }
  return false;
}

static void
apply (Try what, MbdIntegratorSettings *settings)
{
  switch (what) {
  case TRY_ACCURACY:
    settings->accuracy = MAX (FINER * settings->accuracy, FINEST_ACCURACY);
    break;
  case TRY_STEP:
    settings->step *= FINER;
    break;
  case TRY_FREE_STEPS:
    settings->step = 0;
    break;
  case TRY_PROJECTION:
    settings->stabilisation.stabilisation = MBD_STABILISATION_PROJECTION;
    break;
  case TRY_IMPLICIT:
    settings->method = MBD_METHOD_RADAU9;
    break;
  case TRY_TIME_STEPPING:
    settings->method = MBD_METHOD_TIME_STEPPING;
    break;
  case TRY_AUTOMATIC:
    settings->method = MBD_METHOD_AUTOMATIC;
    break;
  case N_TRIES:
    break;
  }
}

// ---- offers ---------------------------------------------------------------------------------

void
lw_window_clear_offers (LwWindow *self)
{
  GtkWidget *child;

  while (self->message_offers != NULL
         && (child = gtk_widget_get_first_child (GTK_WIDGET (self->message_offers))) != NULL) {
    lw_popover_release (child);
    gtk_box_remove (self->message_offers, child);
  }
}

/// Adds a button beside the message. Takes ownership of `target`.
static void
offer (LwWindow *self, const char *label, const char *tooltip, const char *action, GVariant *target)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  if (target != NULL)
    gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_box_append (self->message_offers, button);
}

static void
offer_element (LwWindow *self, MbdElement element, int id)
{
  static const LwSelectionKind kinds[] = {
    [MBD_ELEMENT_NONE] = LW_SELECTION_NONE,         [MBD_ELEMENT_BODY] = LW_SELECTION_BODY,
    [MBD_ELEMENT_COUPLING] = LW_SELECTION_COUPLING, [MBD_ELEMENT_FORCE] = LW_SELECTION_FORCE,
    [MBD_ELEMENT_SHAPE] = LW_SELECTION_NONE,
  };

  if (lw_window_get_document (self) == NULL || kinds[element] == LW_SELECTION_NONE || id <= 0)
    return;
  // Select the element to show where it is; the button selects it again later. If there is no
  // sample, the drawing is being edited: keep the selection.
  if (lw_player_get_n_samples (lw_window_get_shown_player (self)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.select-element", "(ui)",
                                (guint) kinds[element], id);
  offer (self, _ ("Select"), _ ("Select the Element"), "win.select-element",
         g_variant_new ("(ui)", (guint) kinds[element], id));
}

static void
offer_tries (LwWindow *self, MbdStatus code)
{
  const MbdIntegratorSettings *settings;
  GMenu *menu = g_menu_new ();
  GtkWidget *button;

  settings =
    &lw_mechanism_get_run (lw_player_get_mechanism (lw_window_get_shown_player (self)))->integrator;
  for (int i = 0; i < N_TRIES; i++)
    if (makes_sense ((Try) i, code, settings)) {
      // Translators: a setting, and its effect
      g_autofree char *label =
        g_strdup_printf (_ ("%s — %s"), _ (tries[i].label), _ (tries[i].tooltip));
      g_autofree char *action = g_strdup_printf ("win.try::%s", tries[i].name);

      g_menu_append (menu, label, action);
    }
  if (code == MBD_STATUS_CONFLICT)
    g_menu_append (menu, _ ("Assemble the Drawing"), "win.assemble");
  if (code == MBD_STATUS_DEAD_POINT) {
    g_menu_append (menu, _ ("Begin One Way — Start Velocities Out of the Dead Point"),
                   "win.push-off(1)");
    g_menu_append (menu, _ ("Begin the Other Way"), "win.push-off(-1)");
  }
  if (code != MBD_STATUS_CONFLICT
      && lw_player_get_n_samples (lw_window_get_shown_player (self)) > 1)
    g_menu_append (menu, _ ("Ten Steps Back, to Continue From There"), "win.step-back-10");
  if (lw_window_get_document (self) != NULL && g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 0) {
    button = gtk_menu_button_new ();
    gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Suggestions"));
    gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
    gtk_widget_set_tooltip_text (button, _ ("Changes That May Help"));
    gtk_box_append (self->message_offers, button);
  }
  g_object_unref (menu);
}

// ---- failures -------------------------------------------------------------------------------

static void
failed_cb (LwWindow *self, const char *message)
{
  MbdDiagnosis why = { 0 };
  g_autofree char *text = NULL;

  if (!lw_player_get_failure (lw_window_get_shown_player (self), &why)) {
    lw_window_show_message (self, message);
    return;
  }
  if (lw_player_get_n_samples (lw_window_get_shown_player (self)) > 1)
    // Translators: the time, and a message
    text =
      g_strdup_printf (_ ("The run has stopped at %.4g s. %s"),
                       lw_player_get_recorded_time (lw_window_get_shown_player (self)), message);
  lw_window_show_message (self, text != NULL ? text : message);
  offer_element (self, why.element, why.id);
  offer_tries (self, why.code);
}

static void
broke_cb (LwWindow *self, int coupling)
{
  g_autofree char *name = lw_mechanism_dup_element_name (
    lw_player_get_mechanism (lw_window_get_shown_player (self)), MBD_ELEMENT_COUPLING, coupling);
  g_autofree char *text =
    // Translators: the name of a coupling, and the time
    g_strdup_printf (_ ("%s: it broke at %.4g s, and the run has stopped there."), name,
                     lw_player_get_recorded_time (lw_window_get_shown_player (self)));

  lw_window_show_message (self, text);
  offer_element (self, MBD_ELEMENT_COUPLING, coupling);
  offer (self, _ ("Reconnect and Continue"), _ ("It Holds Again"), "win.mend-and-play",
         g_variant_new_int32 (coupling));
  offer (self, _ ("Continue"), _ ("Without It"), "win.dismiss-and-play", NULL);
}

void
lw_window_follow_failures (LwWindow *self)
{
  g_signal_connect_swapped (lw_window_get_shown_player (self), "failed", G_CALLBACK (failed_cb),
                            self);
  g_signal_connect_swapped (lw_window_get_shown_player (self), "broke", G_CALLBACK (broke_cb),
                            self);
}

// ---- actions --------------------------------------------------------------------------------

static void
select_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  LwElementRef ref = { LW_SELECTION_NONE, 0 };
  guint kind;

  if (lw_window_get_document (self) == NULL)
    return;
  g_variant_get (parameter, "(ui)", &kind, &ref.id);
  ref.kind = (LwSelectionKind) kind;
  g_array_append_val (refs, ref);
  lw_window_select_refs (self, refs);
}

static void
try_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const char *wanted = g_variant_get_string (parameter, NULL);
  g_autoptr (LwMechanism) next = NULL;
  LwRunSettings run;

  for (int i = 0; i < N_TRIES && lw_window_get_document (self) != NULL && next == NULL; i++)
    if (strcmp (tries[i].name, wanted) == 0) {
      run = *lw_mechanism_get_run (lw_window_get_mechanism (self));
      apply ((Try) i, &run.integrator);
      next = lw_mechanism_with_run (lw_window_get_mechanism (self), &run);
      lw_document_edit (lw_window_get_document (self), _ (tries[i].label), next);
      lw_window_show_message (self, NULL);
      if (lw_window_get_player (self) != NULL)
        lw_player_play (lw_window_get_shown_player (self));
    }
}

static void
push_off_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (LwMechanism) next = NULL;
  MbdDiagnosis why = { 0 };

  if (lw_window_get_document (self) == NULL || lw_window_get_shown_player (self) == NULL
      || !lw_player_get_failure (lw_window_get_shown_player (self), &why))
    return;
  next = lw_dead_point_push_off (lw_window_get_mechanism (self), why.id,
                                 g_variant_get_int32 (parameter));
  if (next == NULL)
    return;
  lw_document_edit (lw_window_get_document (self), _ ("Start Velocities"), next);
  lw_window_show_message (self, NULL);
  lw_window_complete_player (self);
  lw_player_play (lw_window_get_shown_player (self));
}

static void
play_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_player (self) == NULL)
    return;
  if (parameter != NULL) {
    // Return to where it broke, wherever the user has moved since.
    lw_player_pause (lw_window_get_shown_player (self));
    lw_player_show_latest (lw_window_get_shown_player (self));
    lw_player_mend (lw_window_get_shown_player (self), g_variant_get_int32 (parameter));
  }
  lw_window_show_message (self, NULL);
  lw_player_play (lw_window_get_shown_player (self));
}

void
lw_window_install_failure_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.select-element", "(ui)", select_action_cb);
  gtk_widget_class_install_action (widget_class, "win.try", "s", try_action_cb);
  gtk_widget_class_install_action (widget_class, "win.push-off", "i", push_off_action_cb);
  gtk_widget_class_install_action (widget_class, "win.mend-and-play", "i", play_action_cb);
  gtk_widget_class_install_action (widget_class, "win.dismiss-and-play", NULL, play_action_cb);
}
