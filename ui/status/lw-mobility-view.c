// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-mobility-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-checklist.h"
#include "lw-element-words.h"
#include "lw-four-bar.h"
#include "lw-popover-release.h"
#include "lw-warnings.h"

#define NAMES_MAX 3
/// Maximum number of rows for one kind of warning; the others are only counted.
#define WARNINGS_MAX 5
/// Bodies slower than this fraction of the fastest body count as at rest.
#define STILL 1e-6

struct _LwMobilityView
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection;
  LwMotionPreview *wiggle;
  GPtrArray *play_buttons; ///< array of GtkToggleButton, by motion

  bool filling;
};

enum
{
  SIGNAL_SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwMobilityView, lw_mobility_view, GTK_TYPE_BOX)

static void
add_label (LwMobilityView *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self), label);
}

static GtkWidget *
add_row (LwMobilityView *self, const char *text)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (self), row);
  return row;
}

// ---- elements to select ---------------------------------------------------------------------

static void
select_cb (GtkButton *button, gpointer data)
{
  LwMobilityView *self =
    LW_MOBILITY_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_MOBILITY_VIEW));
  const LwElementRef *element = data;

  if (self->selection != NULL)
    lw_selection_set (self->selection, element->kind, element->id);
  g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
free_element (gpointer element, GClosure *closure G_GNUC_UNUSED)
{
  g_free (element);
}

/// Adds a row that selects an element. `text`: NULL shows the name of the element.
static void
add_element (LwMobilityView *self, LwElementRef element, const char *text)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  g_autofree char *name =
    element.kind == LW_SELECTION_COUPLING
      ? lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, element.id)
      : lw_element_words_dup_name (mechanism, element);
  g_autofree char *tooltip = g_strdup_printf (_ ("Select %s"), name);
  GtkWidget *row = add_row (self, text != NULL ? text : name);
  GtkWidget *button = gtk_button_new_with_label (_ ("Select"));

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect_data (button, "clicked", G_CALLBACK (select_cb),
                         g_memdup2 (&element, sizeof element), free_element, 0);
  gtk_box_append (GTK_BOX (row), button);
}

/// Adds rows for the marked couplings below a heading; adds nothing if none is marked.
static void
add_couplings (LwMobilityView *self, const char *heading, const bool *marked)
{
  const MbdModel *model = lw_player_get_model (self->player);
  bool any = false;

  for (int i = 0; marked != NULL && i < mbd_model_coupling_count (model); i++) {
    if (!marked[i])
      continue;
    if (!any)
      add_label (self, heading, "heading");
    any = true;
    add_element (self, (LwElementRef){ LW_SELECTION_COUPLING, mbd_model_coupling_id (model, i) },
                 NULL);
  }
}

// ---- warnings -------------------------------------------------------------------------------

/// Texts indexed by LwWarningKind: the warning, and why it matters.
static const struct
{
  const char *heading;
  const char *why;
} warning_texts[] = {
  [LW_WARNING_UNCONNECTED] = { N_ ("Not connected"),
                               N_ (
                                 "No joint, drive or force acts on it, so it moves on its own.") },
  [LW_WARNING_MASSLESS] = { N_ ("Without mass"),
                            N_ ("It can move and has no mass or inertia there, so its motion is "
                                "not determined; give it both.") },
  [LW_WARNING_SINGULAR] = { N_ ("Singular position"),
                            N_ ("Here, as at a dead point, the couplings leave another motion "
                                "free or a drive has no grip; move away from it before a run.") },
  [LW_WARNING_NOT_ASSEMBLED] = { N_ ("The drawing cannot be closed at these"),
                                 N_ ("They are not met together wherever the bodies are moved; "
                                     "move them nearer to each other, or switch one off.") },
  [LW_WARNING_OVERLAP] = { N_ ("Overlapping at the start"),
                           N_ ("They lie in another body that they touch, and a run would push "
                               "them out slowly; move them apart, or let the two pass through "
                               "each other.") },
};

static void
add_warnings (LwMobilityView *self, const LwMobility *mobility)
{
  g_autoptr (GArray) warnings = lw_warnings_find (lw_player_get_mechanism (self->player),
                                                  lw_player_get_model (self->player), mobility);
  guint i = 0;

  while (i < warnings->len) {
    const LwWarningKind kind = g_array_index (warnings, LwWarning, i).kind;
    guint n = 0;

    add_label (self, _ (warning_texts[kind].heading), "heading");
    add_label (self, _ (warning_texts[kind].why), "words");
    for (; i < warnings->len && g_array_index (warnings, LwWarning, i).kind == kind; i++, n++)
      if (n < WARNINGS_MAX)
        add_element (self, g_array_index (warnings, LwWarning, i).element, NULL);
    if (n > WARNINGS_MAX) {
      g_autofree char *more = g_strdup_printf (
        g_dngettext (NULL, "%u more", "%u more", n - WARNINGS_MAX), n - WARNINGS_MAX);

      add_label (self, more, "words");
    }
  }
}

// ---- four-bars ------------------------------------------------------------------------------

static const char *
four_bar_name (MbdGrashofClass class_)
{
  switch (class_) {
  case MBD_GRASHOF_CRANK_ROCKER:
    return _ ("Crank-rocker");
  case MBD_GRASHOF_ROCKER_CRANK:
    return _ ("Rocker-crank");
  case MBD_GRASHOF_DOUBLE_CRANK:
    return _ ("Double crank");
  case MBD_GRASHOF_DOUBLE_ROCKER:
    return _ ("Double rocker");
  case MBD_GRASHOF_TRIPLE_ROCKER:
    return _ ("Triple rocker");
  case MBD_GRASHOF_CHANGE_POINT:
    return _ ("Change point");
  case MBD_GRASHOF_IMPOSSIBLE:
    break;
  }
  return _ ("Four-bar");
}

/// Explains the limits of a four-bar, or why there are none.
static char *
dup_why_limits (LwMobilityView *self, const LwFourBar *four_bar)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  g_autofree char *input =
    lw_element_words_dup_name (mechanism, (LwElementRef){ LW_SELECTION_BODY, four_bar->bodies[0] });
  g_autofree char *output =
    lw_element_words_dup_name (mechanism, (LwElementRef){ LW_SELECTION_BODY, four_bar->bodies[2] });

  if (four_bar->limits == LW_FOUR_BAR_NO_LIMITS)
    return g_strdup_printf (_ ("%s has no limit."), input);
  if (four_bar->limits == LW_FOUR_BAR_RANGE)
    return g_strdup_printf (_ ("Between these angles from the line of the ground pins %s swings."),
                            input);
  // Translators: the names of the output and of the input
  return g_strdup_printf (
    _ ("%s turns back where %s has these angles from the line of the ground pins."), output, input);
}

static void
add_four_bars (LwMobilityView *self)
{
  g_autoptr (GArray) found = lw_four_bars_find (lw_player_get_mechanism (self->player));

  for (guint i = 0; i < found->len; i++) {
    const LwFourBar *four_bar = &g_array_index (found, LwFourBar, i);
    const char *name = four_bar_name (four_bar->class_);
    g_autofree char *why = dup_why_limits (self, four_bar);
    // Translators: the class of a four-bar, and two angles in degrees
    g_autofree char *limits =
      g_strdup_printf (_ ("%s · limits %.1f° and %.1f°"), name, four_bar->limit[0] * 180 / G_PI,
                       four_bar->limit[1] * 180 / G_PI);

    if (i == 0)
      add_label (self, _ ("Four-bars"), "heading");
    add_element (self, (LwElementRef){ LW_SELECTION_BODY, four_bar->bodies[0] },
                 four_bar->limits == LW_FOUR_BAR_NO_LIMITS ? name : limits);
    add_label (self, why, "words");
  }
}

// ---- motions --------------------------------------------------------------------------------

/// Returns the names of the moving bodies: "Crank, Coupler and 2 more".
static char *
dup_moving (LwMobilityView *self, const LwMobility *mobility, int motion)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  const MbdModel *model = lw_player_get_model (self->player);
  const double *v = mobility->motions + motion * mobility->n_velocities;
  GString *names = g_string_new (NULL);
  g_autofree char *all = NULL;
  guint n_more = 0;
  int n = 0;

  for (int body = 1; body < mbd_model_body_count (model); body++) {
    const int first = mbd_model_body_first_velocity (model, body);
    const int size = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 6 : 3;
    double fastest = 0;

    for (int i = 0; first >= 0 && i < size; i++)
      fastest = fmax (fastest, fabs (v[first + i]));
    if (fastest <= STILL)
      continue;
    if (n++ < NAMES_MAX) {
      g_autofree char *name = lw_element_words_dup_name (
        mechanism, (LwElementRef){ LW_SELECTION_BODY, mbd_model_body_id (model, body) });

      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    } else {
      n_more++;
    }
  }
  all = g_string_free (names, FALSE);
  if (n_more == 0)
    return g_steal_pointer (&all);
  // Translators: a list of names, and the number of further names
  return g_strdup_printf (g_dngettext (NULL, "%s and %u more", "%s and %u more", n_more), all,
                          n_more);
}

static void
play_toggled_cb (LwMobilityView *self, GtkToggleButton *button)
{
  guint motion;

  if (self->filling || self->wiggle == NULL
      || !g_ptr_array_find (self->play_buttons, button, &motion))
    return;
  if (gtk_toggle_button_get_active (button))
    lw_motion_preview_start (self->wiggle, (int) motion);
  else
    lw_motion_preview_stop (self->wiggle);
}

/// Updates the buttons to the displayed motion; they are insensitive while the mechanism runs.
static void
update_buttons (LwMobilityView *self)
{
  const int motion = self->wiggle != NULL ? lw_motion_preview_get_motion (self->wiggle) : -1;
  const bool playing = self->player != NULL && lw_player_get_playing (self->player);

  self->filling = true;
  for (guint i = 0; i < self->play_buttons->len; i++) {
    GtkToggleButton *button = g_ptr_array_index (self->play_buttons, i);
    const bool active = (int) i == motion;
    const char *tooltip = playing  ? _ ("Pause the Run to See This Motion")
                          : active ? _ ("Stop This Motion (Esc)")
                                   : _ ("Show This Motion");

    gtk_toggle_button_set_active (button, active);
    gtk_button_set_icon_name (GTK_BUTTON (button), active ? "media-playback-stop-symbolic"
                                                          : "media-playback-start-symbolic");
    gtk_widget_set_sensitive (GTK_WIDGET (button), !playing);
    gtk_widget_set_tooltip_text (GTK_WIDGET (button), tooltip);
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                    -1);
  }
  self->filling = false;
}

static void
add_motions (LwMobilityView *self, const LwMobility *mobility)
{
  if (mobility->n_motions == 0)
    return;
  add_label (self, mobility->driven > 0 ? _ ("Free motions, drives released") : _ ("Free motions"),
             "heading");
  for (int i = 0; i < mobility->n_motions; i++) {
    g_autofree char *names = dup_moving (self, mobility, i);
    g_autofree char *text = g_strdup_printf ("%d · %s", i + 1, names);
    GtkWidget *row = add_row (self, text);
    GtkWidget *button = gtk_toggle_button_new ();

    gtk_widget_add_css_class (button, "circular");
    gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
    g_signal_connect_object (button, "toggled", G_CALLBACK (play_toggled_cb), self,
                             G_CONNECT_SWAPPED);
    g_ptr_array_add (self->play_buttons, button);
    gtk_box_append (GTK_BOX (row), button);
  }
}

// ---- everything -----------------------------------------------------------------------------

static void
add_freedoms (LwMobilityView *self, const LwMobility *mobility)
{
  g_autofree char *title =
    g_strdup_printf (g_dngettext (NULL, "%d degree of freedom", "%d degrees of freedom",
                                  (gulong) MAX (mobility->freedoms, 0)),
                     mobility->freedoms);
  g_autofree char *words = g_strdup_printf (_ ("%d by the rank of the constraints, %d by count"),
                                            mobility->freedoms, mobility->by_count);
  const int n_loops = lw_mechanism_count_loops (lw_player_get_mechanism (self->player));
  g_autofree char *loops = g_strdup_printf (
    g_dngettext (NULL, "%d closed loop", "%d closed loops", (gulong) n_loops), n_loops);
  g_autofree char *driven = NULL;

  add_label (self, title, "title-4");
  add_label (self, words, "words");
  add_label (self, loops, "words");
  if (mobility->driven > 0) {
    driven = g_strdup_printf (g_dngettext (NULL, "%d of them is driven", "%d of them are driven",
                                           (gulong) mobility->driven),
                              mobility->driven);
    add_label (self, driven, "words");
  }
}

static void
add_assembly (LwMobilityView *self, const LwMobility *mobility)
{
  GtkWidget *row;
  GtkWidget *button;

  if (mobility->drawn_fits || !mobility->can_fit)
    return;
  row = add_row (self, _ ("The drawing is not closed"));
  button = gtk_button_new_with_label (_ ("Assemble"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.assemble");
  gtk_widget_set_tooltip_text (button,
                               _ ("Move the Bodies so That All Joints Are Closed (Ctrl+J)"));
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_box_append (GTK_BOX (row), button);
}

static void
clear (LwMobilityView *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->play_buttons, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL) {
    lw_popover_release (child);
    gtk_box_remove (GTK_BOX (self), child);
  }
}

void
lw_mobility_view_fill (LwMobilityView *self)
{
  const LwMobility *mobility = self->player != NULL ? lw_player_get_mobility (self->player) : NULL;

  clear (self);
  if (mobility == NULL) {
    add_label (self, _ ("Degrees of freedom are not known yet"), "words");
    return;
  }
  add_freedoms (self, mobility);
  add_assembly (self, mobility);
  add_warnings (self, mobility);
  add_couplings (self, _ ("In conflict with each other"), mobility->is_conflicting);
  if (mobility->redundant > 0)
    add_couplings (self, _ ("Rows of these depend on each other"), mobility->is_redundant);
  add_four_bars (self);
  add_motions (self, mobility);
  update_buttons (self);
}

/// Fills the rows only while they are visible: a chain of links has hundreds of them, and they
/// would be rebuilt while it is drawn.
static void
follow (LwMobilityView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    lw_mobility_view_fill (self);
  else
    clear (self);
}

void
lw_mobility_view_set_player (LwMobilityView *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_MOBILITY_VIEW (self));

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL) {
    g_signal_connect_swapped (player, "mobility-changed", G_CALLBACK (follow), self);
    g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (update_buttons), self);
  }
  follow (self);
}

void
lw_mobility_view_set_selection (LwMobilityView *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_MOBILITY_VIEW (self));

  g_set_object (&self->selection, selection);
}

void
lw_mobility_view_set_wiggle (LwMobilityView *self, LwMotionPreview *wiggle)
{
  g_return_if_fail (LW_IS_MOBILITY_VIEW (self));

  if (self->wiggle != NULL)
    g_signal_handlers_disconnect_by_data (self->wiggle, self);
  g_set_object (&self->wiggle, wiggle);
  if (wiggle != NULL)
    g_signal_connect_swapped (wiggle, "notify::motion", G_CALLBACK (update_buttons), self);
}

/// Updates the mobility, because the one at the start may not apply to the displayed time.
static void
lw_mobility_view_map (GtkWidget *widget)
{
  LwMobilityView *self = LW_MOBILITY_VIEW (widget);

  GTK_WIDGET_CLASS (lw_mobility_view_parent_class)->map (widget);
  if (self->player != NULL && !lw_player_get_playing (self->player)
      && (self->wiggle == NULL || lw_motion_preview_get_motion (self->wiggle) < 0))
    lw_player_ask_mobility (self->player);
}

static gboolean
key_cb (LwMobilityView *self, guint key)
{
  if (key != GDK_KEY_Escape || self->wiggle == NULL
      || lw_motion_preview_get_motion (self->wiggle) < 0)
    return GDK_EVENT_PROPAGATE;
  lw_motion_preview_stop (self->wiggle);
  return GDK_EVENT_STOP;
}

// ---- object ---------------------------------------------------------------------------------

GtkWidget *
lw_mobility_view_new (void)
{
  return g_object_new (LW_TYPE_MOBILITY_VIEW, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
}

static void
lw_mobility_view_dispose (GObject *object)
{
  LwMobilityView *self = LW_MOBILITY_VIEW (object);

  g_ptr_array_set_size (self->play_buttons, 0);
  lw_mobility_view_set_wiggle (self, NULL);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (lw_mobility_view_parent_class)->dispose (object);
}

static void
lw_mobility_view_finalize (GObject *object)
{
  g_ptr_array_unref (LW_MOBILITY_VIEW (object)->play_buttons);

  G_OBJECT_CLASS (lw_mobility_view_parent_class)->finalize (object);
}

static void
lw_mobility_view_class_init (LwMobilityViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_mobility_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_mobility_view_finalize;
  GTK_WIDGET_CLASS (klass)->map = lw_mobility_view_map;
  signals[SIGNAL_SELECTED] = g_signal_new ("selected", LW_TYPE_MOBILITY_VIEW, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "mobility");
}

static void
lw_mobility_view_init (LwMobilityView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->play_buttons = g_ptr_array_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
