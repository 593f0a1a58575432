// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-animation-format-row.h"
#include "lw-file-name.h"
#include "lw-period.h"
#include "lw-provenance.h"
#include "lw-spin.h"

#define WIDTH 460
#define HEIGHT 700 ///< includes room for a message

typedef enum
{
  LENGTH_PERIOD,
  LENGTH_LOOP,
  LENGTH_RUN,
  N_LENGTHS
} Length;

static const double speeds[] = { 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10 };

/// Width and height, px; the first row stands for the size of the canvas.
static const int sizes[][2] = { { 0, 0 },      { 640, 480 },   { 800, 600 },
                                { 1280, 720 }, { 1920, 1080 }, { 3840, 2160 } };

struct _LwAnimationDialog
{
  LwExportWindow parent_instance;

  // Owned
  LwAnimationSource source;
  char *title;             ///< title of the mechanism
  GCancellable *searching; ///< NULL if no period is being searched for
  GTask *task;             ///< task that writes the file

  // Children
  AdwPreferencesPage *page;
  AdwComboRow *length_row;
  AdwComboRow *speed_row;
  GtkSpinButton *rate_spin;
  AdwComboRow *size_row;
  AdwComboRow *style_row;
  GtkSwitch *stamp_switch;
  GtkSwitch *ghosts_switch;
  GtkSwitch *plots_switch;
  GtkSwitch *transparent_switch;
  LwAnimationFormatRow *format_row;

  double starts[N_LENGTHS]; ///< by Length, s
  double ends[N_LENGTHS];
  bool has[N_LENGTHS];
  double default_rate; ///< frames per second, default of the last chosen format
  bool chosen;         ///< true if the user has chosen the length
  bool speed_chosen;   ///< true if the user has chosen the speed
  bool filling;        ///< true while the program changes the lists
};

G_DEFINE_FINAL_TYPE (LwAnimationDialog, lw_animation_dialog, LW_TYPE_EXPORT_WINDOW)

static LwExportWindow *
get_window (LwAnimationDialog *self)
{
  return LW_EXPORT_WINDOW (self);
}

// ---- choices --------------------------------------------------------------------------------

/// Returns the length at this position of the list.
static Length
length_at (LwAnimationDialog *self, guint place)
{
  for (int i = 0; i < N_LENGTHS; i++)
    if (self->has[i] && place-- == 0)
      return (Length) i;
  return LENGTH_RUN;
}

static LwAnimation
read_animation (LwAnimationDialog *self)
{
  const Length length = length_at (self, adw_combo_row_get_selected (self->length_row));
  LwAnimation animation =
    lw_animation_default (lw_animation_format_row_get_format (self->format_row));

  animation.start = self->starts[length];
  animation.end = self->ends[length];
  animation.speed = speeds[adw_combo_row_get_selected (self->speed_row)];
  animation.rate = gtk_spin_button_get_value (self->rate_spin);
  return animation;
}

static bool
is_folder (LwAnimationFormat format)
{
  return g_str_equal (lw_animation_format_get_suffix (format), "/");
}

static void
read_look (LwAnimationDialog *self)
{
  const guint size = adw_combo_row_get_selected (self->size_row);
  LwAnimationStyle *look = &self->source.look;

  look->width = size == 0 ? (int) round (look->view.width) : sizes[size][0];
  look->height = size == 0 ? (int) round (look->view.height) : sizes[size][1];
  look->dark = adw_combo_row_get_selected (self->style_row) == 1;
  look->stamp = gtk_switch_get_active (self->stamp_switch);
  look->overlays &= ~(unsigned) LW_OVERLAY_GHOSTS;
  if (gtk_switch_get_active (self->ghosts_switch))
    look->overlays |= LW_OVERLAY_GHOSTS;
  look->transparent = gtk_switch_get_active (self->transparent_switch)
                      && is_folder (lw_animation_format_row_get_format (self->format_row));
  self->source.plots = gtk_switch_get_active (self->plots_switch);
}

bool
lw_animation_dialog_get_animation (LwAnimationDialog *self, LwAnimation *animation)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), false);

  *animation = read_animation (self);
  return lw_animation_check (animation, self->ends[LENGTH_RUN], NULL);
}

static char *
dup_summary (const LwAnimation *animation)
{
  const guint n = lw_animation_count (animation);
  const double length = 1e-3 * lw_animation_get_begin_ms (animation, n);

  if (lw_animation_differs (animation))
    // Translators: the number of frames, the duration, and the frames per second, which the format
    // limits to fewer than requested
    return g_strdup_printf (g_dngettext (NULL, "%u frame, plays %.4g s at %.4g frames per second",
                                         "%u frames, plays %.4g s at %.4g frames per second", n),
                            n, length, lw_animation_get_rate (animation));
  // Translators: the number of frames, and the duration
  return g_strdup_printf (
    g_dngettext (NULL, "%u frame, plays %.4g s", "%u frames, plays %.4g s", n), n, length);
}

/// Shows the number of frames, or why there are none.
static void
update (LwAnimationDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  LwAnimation animation;

  if (self->filling || lw_export_window_is_saving (get_window (self)))
    return;
  animation = read_animation (self);
  if (lw_animation_check (&animation, self->ends[LENGTH_RUN], &error))
    text = dup_summary (&animation);
  lw_export_window_set_summary (get_window (self), text);
  lw_export_window_set_problem (get_window (self), error != NULL ? error->message : NULL);
  gtk_widget_set_sensitive (lw_export_window_get_export_button (get_window (self)), error == NULL);
}

// ---- length ---------------------------------------------------------------------------------

static char *
dup_length_words (LwAnimationDialog *self, Length length)
{
  const double start = self->starts[length];
  const double end = self->ends[length];

  switch (length) {
  case LENGTH_PERIOD:
    return g_strdup_printf (_ ("One period, %.4g s"), end - start);
  case LENGTH_LOOP:
    // Translators: begin and end of a range of time
    return g_strdup_printf (_ ("Loop range, %.4g to %.4g s"), start, end);
  case LENGTH_RUN:
  case N_LENGTHS:
    break;
  }
  return g_strdup_printf (_ ("Whole run, %.4g s"), end);
}

/// Selects a suitable speed for the length, unless the user has chosen a speed.
static void
offer_speed (LwAnimationDialog *self)
{
  const LwAnimation animation = read_animation (self);
  const double speed = lw_animation_choose_speed (animation.end - animation.start);
  guint place = 0;

  while (place + 1 < G_N_ELEMENTS (speeds) && speeds[place + 1] <= speed)
    place++;
  self->filling = true;
  if (!self->speed_chosen)
    adw_combo_row_set_selected (self->speed_row, place);
  self->filling = false;
}

static void
speed_chosen_cb (LwAnimationDialog *self)
{
  self->speed_chosen = self->speed_chosen || !self->filling;
}

static void
fill_lengths (LwAnimationDialog *self, Length selected)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint place = 0;

  for (int i = 0; i < N_LENGTHS; i++)
    if (self->has[i]) {
      g_autofree char *words = dup_length_words (self, (Length) i);

      if (i < (int) selected)
        place++;
      gtk_string_list_append (list, words);
    }
  self->filling = true;
  adw_combo_row_set_model (self->length_row, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->length_row, place);
  offer_speed (self);
  update (self);
}

static void
length_chosen_cb (LwAnimationDialog *self)
{
  self->chosen = self->chosen || !self->filling;
  if (!self->filling)
    offer_speed (self);
  update (self);
}

/// Selects the default rate of the format, unless the user has changed the rate.
static void
format_chosen_cb (LwAnimationDialog *self)
{
  const double rate =
    lw_animation_default (lw_animation_format_row_get_format (self->format_row)).rate;
  const bool is_default = gtk_spin_button_get_value (self->rate_spin) == self->default_rate;

  gtk_widget_set_sensitive (GTK_WIDGET (self->transparent_switch),
                            is_folder (lw_animation_format_row_get_format (self->format_row)));
  self->default_rate = rate;
  if (is_default)
    gtk_spin_button_set_value (self->rate_spin, rate);
  update (self);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwAnimationDialog) self = lw_export_window_take_weak_ref (data);
  LwPeriod period;
  const bool found = lw_period_finish (result, &period);
  Length before;

  if (self == NULL)
    return;
  before = length_at (self, adw_combo_row_get_selected (self->length_row));
  g_clear_object (&self->searching);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->length_row),
                               found ? _ ("The motion repeats itself")
                                     : _ ("No period was found in the run"));
  if (!found)
    return;
  self->has[LENGTH_PERIOD] = true;
  self->starts[LENGTH_PERIOD] = period.start;
  self->ends[LENGTH_PERIOD] = period.end;
  fill_lengths (self, self->chosen ? before : LENGTH_PERIOD);
}

static void
find_period (LwAnimationDialog *self)
{
  self->searching = g_cancellable_new ();
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->length_row), _ ("Looking for a period…"));
  lw_period_async (NULL, self->source.run->recording, self->source.first_model, 1,
                   1 + self->source.run->n_positions, self->searching, found_cb,
                   lw_export_window_new_weak_ref (get_window (self)));
}

// ---- writing --------------------------------------------------------------------------------

static double
get_part (LwExportWindow *window)
{
  GTask *task = LW_ANIMATION_DIALOG (window)->task;

  return task != NULL ? lw_animation_task_get_part (task) : 0;
}

static void
update_busy (LwExportWindow *window)
{
  gtk_widget_set_sensitive (lw_export_window_get_export_button (window),
                            !lw_export_window_is_saving (window));
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwAnimationDialog) self = lw_export_window_take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = lw_animation_task_finish (result, &error);

  if (self == NULL)
    return;
  g_clear_object (&self->task);
  lw_export_window_end (get_window (self), error);
  if (file != NULL)
    lw_export_window_finish (get_window (self), file);
}

void
lw_animation_dialog_save (LwAnimationDialog *self, GFile *file)
{
  g_autofree char *provenance = NULL;
  LwAnimation animation;

  g_return_if_fail (LW_IS_ANIMATION_DIALOG (self));

  if (lw_export_window_is_saving (get_window (self))
      || !lw_animation_dialog_get_animation (self, &animation))
    return;
  provenance = lw_dup_provenance (self->source.mechanism, LW_VERSION);
  animation.title = lw_mechanism_get_title (self->source.mechanism);
  animation.provenance = provenance;
  read_look (self);
  lw_export_window_set_problem (get_window (self), NULL);
  self->task = lw_animation_task_async (&self->source, &animation, file,
                                        lw_export_window_begin (get_window (self)), saved_cb,
                                        lw_export_window_new_weak_ref (get_window (self)));
}

/// Saves to `file`, with the suffix of the format added to its name.
static void
save_as (LwExportWindow *window, GFile *file)
{
  LwAnimationDialog *self = LW_ANIMATION_DIALOG (window);
  const LwAnimationFormat format = lw_animation_format_row_get_format (self->format_row);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *problem = NULL;
  g_autoptr (GFile) full = NULL;

  if (!is_folder (format) && !lw_animation_format_has_suffix (format, name))
    full = lw_file_name_complete (file, lw_animation_format_get_suffix (format), &problem);
  if (problem != NULL)
    lw_export_window_set_problem (window, problem);
  else
    lw_animation_dialog_save (self, full != NULL ? full : file);
}

static void
choose (LwExportWindow *window)
{
  LwAnimationDialog *self = LW_ANIMATION_DIALOG (window);
  const LwAnimationFormat format = lw_animation_format_row_get_format (self->format_row);
  const bool is_file = !is_folder (format);
  g_autofree char *name = lw_file_name_propose (
    self->title, _ ("New Mechanism"), is_file ? lw_animation_format_get_suffix (format) : "");

  gtk_spin_button_update (self->rate_spin);
  lw_export_window_ask (
    window, is_file ? _ ("Export the Animation") : _ ("Export Pictures to a New Folder"), name);
}

// ---- for tests ------------------------------------------------------------------------------

const char *
lw_animation_dialog_get_summary (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), NULL);

  return lw_export_window_get_summary (get_window (self));
}

const char *
lw_animation_dialog_get_problem (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), NULL);

  return lw_export_window_get_problem (get_window (self));
}

bool
lw_animation_dialog_is_searching (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), false);

  return self->searching != NULL;
}

bool
lw_animation_dialog_is_saving (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), false);

  return lw_export_window_is_saving (get_window (self));
}

// ---- building -------------------------------------------------------------------------------

static AdwComboRow *
add_choice (LwAnimationDialog *self, AdwPreferencesGroup *group, const char *title, GStrv words)
{
  AdwComboRow *row = ADW_COMBO_ROW (adw_combo_row_new ());
  g_autoptr (GtkStringList) list = gtk_string_list_new ((const char *const *) words);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  adw_preferences_group_add (group, GTK_WIDGET (row));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return row;
}

static void
add_speed (LwAnimationDialog *self, AdwPreferencesGroup *group)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++) {
    g_autofree char *word = g_strdup_printf (_ ("%g ×"), speeds[i]);

    g_strv_builder_add (words, word);
  }
  list = g_strv_builder_end (words);
  self->speed_row = add_choice (self, group, _ ("_Speed"), list);
  g_signal_connect_object (self->speed_row, "notify::selected", G_CALLBACK (speed_chosen_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
add_rate (LwAnimationDialog *self, AdwPreferencesGroup *group)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *spin = lw_spin_new (LW_ANIMATION_RATE_MIN, LW_ANIMATION_RATE_MAX, 1, 0);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Frames _per second"));
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  self->default_rate = lw_animation_default (LW_ANIMATION_WEBP).rate;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), self->default_rate);
  // Enter exports, also from this entry.
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (spin, _ ("Frames per Second of the Animation"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Frames per second"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  adw_preferences_group_add (group, row);
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  self->rate_spin = GTK_SPIN_BUTTON (spin);
}

static void
add_size (LwAnimationDialog *self, AdwPreferencesGroup *group)
{
  const LwView *view = &self->source.look.view;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree char *word =
      // Translators: width and height in pixels
      i == 0 ? g_strdup_printf (_ ("As on screen, %.0f × %.0f"), view->width, view->height)
             : g_strdup_printf (_ ("%d × %d"), sizes[i][0], sizes[i][1]);

    g_strv_builder_add (words, word);
  }
  list = g_strv_builder_end (words);
  self->size_row = add_choice (self, group, _ ("Si_ze"), list);
}

/// Adds an insensitive row for the formats that a missing program would provide.
static void
add_missing (AdwPreferencesGroup *group)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("WebM and MP4 films"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _ ("Offered where the program ffmpeg is installed"));
  gtk_widget_set_sensitive (row, FALSE);
  adw_preferences_group_add (group, row);
}

static void
add_format (LwAnimationDialog *self, AdwPreferencesGroup *group)
{
  GtkWidget *row = lw_animation_format_row_new ();

  self->format_row = LW_ANIMATION_FORMAT_ROW (row);
  adw_preferences_group_add (group, row);
  if (!lw_animation_format_row_has_films (self->format_row))
    add_missing (group);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (format_chosen_cb), self,
                           G_CONNECT_SWAPPED);
}

static GtkSwitch *
add_switch (AdwPreferencesGroup *group, const char *title, const char *tooltip)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *widget = gtk_switch_new ();
  g_auto (GStrv) parts = g_strsplit (title, "_", 2);
  g_autofree char *label = g_strjoinv ("", parts);

  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (widget, tooltip);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  adw_preferences_group_add (group, row);
  return GTK_SWITCH (widget);
}

static void
add_switches (LwAnimationDialog *self, AdwPreferencesGroup *group)
{
  self->stamp_switch =
    add_switch (group, _ ("Title and T_ime"), _ ("Title and time in each picture"));
  self->ghosts_switch =
    add_switch (group, _ ("Earlier Positi_ons"), _ ("Earlier positions, as ghosts"));
  self->plots_switch =
    add_switch (group, _ ("Plo_ts"), _ ("Plots beside the mechanism, which follow the time"));
  self->transparent_switch =
    add_switch (group, _ ("T_ransparent"), _ ("No background; only in a folder of pictures"));
  gtk_switch_set_active (self->ghosts_switch,
                         (self->source.look.overlays & LW_OVERLAY_GHOSTS) != 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->transparent_switch), FALSE);
}

static void
add_rows (LwAnimationDialog *self)
{
  AdwPreferencesGroup *time = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  AdwPreferencesGroup *picture = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  char *styles[] = { _ ("Light"), _ ("Dark"), NULL };
  char *none[] = { NULL };

  self->length_row = add_choice (self, time, _ ("_Length"), none);
  g_signal_connect_object (self->length_row, "notify::selected", G_CALLBACK (length_chosen_cb),
                           self, G_CONNECT_SWAPPED);
  add_speed (self, time);
  add_rate (self, time);
  add_size (self, picture);
  self->style_row = add_choice (self, picture, _ ("S_tyle"), styles);
  adw_combo_row_set_selected (self->style_row, self->source.look.dark ? 1 : 0);
  add_format (self, picture);
  add_switches (self, picture);
  adw_preferences_page_add (self->page, time);
  adw_preferences_page_add (self->page, picture);
}

static void
lw_animation_dialog_dispose (GObject *object)
{
  LwAnimationDialog *self = LW_ANIMATION_DIALOG (object);

  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_object (&self->task);
  lw_animation_source_clear (&self->source);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (lw_animation_dialog_parent_class)->dispose (object);
}

static void
lw_animation_dialog_class_init (LwAnimationDialogClass *klass)
{
  LwExportWindowClass *window_class = LW_EXPORT_WINDOW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_animation_dialog_dispose;
  window_class->choose = choose;
  window_class->save_as = save_as;
  window_class->get_part = get_part;
  window_class->update_busy = update_busy;
}

static void
lw_animation_dialog_init (LwAnimationDialog *self)
{
  gtk_window_set_title (GTK_WINDOW (self), _ ("Export Animation"));
}

GtkWidget *
lw_animation_dialog_new (GtkWindow *parent,
                         LwAnimationSource *source,
                         const char *title,
                         const double *loop)
{
  LwAnimationDialog *self = g_object_new (LW_TYPE_ANIMATION_DIALOG, "transient-for", parent, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *foot;
  const LwRecording *recording = source->run->recording;

  lw_export_window_set_size (get_window (self), lw_export_window_in_letters (WIDTH), HEIGHT);
  self->source = *source;
  *source = (LwAnimationSource){ 0 };
  self->title = g_strdup (title);
  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->page), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->page));
  foot = lw_export_window_new_foot (get_window (self));
  gtk_widget_add_css_class (foot, "results");
  gtk_box_append (GTK_BOX (box), foot);
  gtk_widget_add_css_class (GTK_WIDGET (self), "animation");
  lw_export_window_build (get_window (self), box, GTK_WIDGET (self->page));
  self->filling = true;
  add_rows (self);
  self->has[LENGTH_RUN] = true;
  self->ends[LENGTH_RUN] = lw_recording_end (recording);
  if (loop != NULL && loop[0] < self->ends[LENGTH_RUN]) {
    self->has[LENGTH_LOOP] = true;
    self->starts[LENGTH_LOOP] = loop[0];
    self->ends[LENGTH_LOOP] = fmin (loop[1], self->ends[LENGTH_RUN]);
  }
  fill_lengths (self, self->has[LENGTH_LOOP] ? LENGTH_LOOP : LENGTH_RUN);
  find_period (self);
  return GTK_WIDGET (self);
}
