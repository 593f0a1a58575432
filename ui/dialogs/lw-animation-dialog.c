// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-animation-format-row.h"
#include "lw-file-name.h"
#include "lw-period.h"
#include "lw-provenance.h"

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
  AdwWindow parent_instance;

  // Owned
  LwAnimationSource source;
  char *title;             ///< title of the mechanism
  GCancellable *searching; ///< NULL if no period is being searched for
  GCancellable *saving;    ///< NULL if no file is being written
  GTask *task;             ///< task that writes the file
  GtkFileChooserNative *chooser;

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
  GtkLabel *summary_label;
  GtkLabel *problem_label;
  GtkProgressBar *progress_bar;
  GtkWidget *export_button;

  double starts[N_LENGTHS]; ///< by Length, s
  double ends[N_LENGTHS];
  bool has[N_LENGTHS];
  double default_rate; ///< frames per second, default of the last chosen format
  bool chosen;         ///< true if the user has chosen the length
  bool speed_chosen;   ///< true if the user has chosen the speed
  bool filling;        ///< true while the program changes the lists
  bool closed;
  guint tick_id;
};

enum
{
  SIGNAL_SAVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwAnimationDialog, lw_animation_dialog, ADW_TYPE_WINDOW)

/// Returns a weak reference for a task. Tasks do not keep the dialog alive: it closes with its
/// window, and they finish without it.
static GWeakRef *
new_weak_ref (LwAnimationDialog *self)
{
  GWeakRef *ref = g_new (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

/// Frees the weak reference. Returns a new reference, or NULL if the dialog has been closed.
static LwAnimationDialog *
take_weak_ref (gpointer data)
{
  LwAnimationDialog *self = g_weak_ref_get (data);

  g_weak_ref_clear (data);
  g_free (data);
  if (self != NULL && self->closed)
    g_clear_object (&self);
  return self;
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

static void
show_problem (LwAnimationDialog *self, const char *sentence)
{
  gtk_label_set_text (self->problem_label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), sentence != NULL);
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

  if (self->filling || self->saving != NULL)
    return;
  animation = read_animation (self);
  if (lw_animation_check (&animation, self->ends[LENGTH_RUN], &error))
    text = dup_summary (&animation);
  gtk_label_set_text (self->summary_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary_label), text != NULL);
  show_problem (self, error != NULL ? error->message : NULL);
  gtk_widget_set_sensitive (self->export_button, error == NULL);
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
  g_autoptr (LwAnimationDialog) self = take_weak_ref (data);
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
                   new_weak_ref (self));
}

// ---- writing --------------------------------------------------------------------------------

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwAnimationDialog *self = LW_ANIMATION_DIALOG (widget);

  gtk_progress_bar_set_fraction (self->progress_bar, lw_animation_task_get_part (self->task));
  return G_SOURCE_CONTINUE;
}

static void
show_saving (LwAnimationDialog *self, bool saving)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->page), !saving);
  gtk_widget_set_sensitive (self->export_button, !saving);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), saving);
  gtk_progress_bar_set_fraction (self->progress_bar, 0);
  if (saving)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else {
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
    self->tick_id = 0;
  }
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwAnimationDialog) self = take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = lw_animation_task_finish (result, &error);

  if (self == NULL)
    return;
  show_saving (self, false);
  g_clear_object (&self->saving);
  g_clear_object (&self->task);
  update (self);
  if (file != NULL) {
    g_signal_emit (self, signals[SIGNAL_SAVED], 0, file);
    gtk_window_close (GTK_WINDOW (self));
  } else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_problem (self, _ ("Stopped; nothing was written."));
  else
    show_problem (self, error->message);
}

void
lw_animation_dialog_save (LwAnimationDialog *self, GFile *file)
{
  g_autofree char *provenance = NULL;
  LwAnimation animation;

  g_return_if_fail (LW_IS_ANIMATION_DIALOG (self));

  if (self->saving != NULL || !lw_animation_dialog_get_animation (self, &animation))
    return;
  provenance = lw_dup_provenance (self->source.mechanism, LW_VERSION);
  animation.title = lw_mechanism_get_title (self->source.mechanism);
  animation.provenance = provenance;
  read_look (self);
  show_problem (self, NULL);
  self->saving = g_cancellable_new ();
  self->task = lw_animation_task_async (&self->source, &animation, file, self->saving, saved_cb,
                                        new_weak_ref (self));
  show_saving (self, true);
}

/// Saves to `file`, with the suffix of the format added to its name.
static void
save_as (LwAnimationDialog *self, GFile *file)
{
  const LwAnimationFormat format = lw_animation_format_row_get_format (self->format_row);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *problem = NULL;
  g_autoptr (GFile) full = NULL;

  if (!is_folder (format) && !lw_animation_format_has_suffix (format, name))
    full = lw_file_name_complete (file, lw_animation_format_get_suffix (format), &problem);
  if (problem != NULL)
    show_problem (self, problem);
  else
    lw_animation_dialog_save (self, full != NULL ? full : file);
}

static void
response_cb (LwAnimationDialog *self, int response, GtkNativeDialog *chooser)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

    save_as (self, file);
  }
  gtk_native_dialog_hide (chooser);
}

static void
export_cb (LwAnimationDialog *self)
{
  const LwAnimationFormat format = lw_animation_format_row_get_format (self->format_row);
  const bool is_file = !is_folder (format);
  g_autofree char *name = NULL;

  gtk_spin_button_update (self->rate_spin);
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (
    is_file ? _ ("Export the Animation") : _ ("Export Pictures to a New Folder"), GTK_WINDOW (self),
    GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  name = lw_file_name_propose (self->title, _ ("New Mechanism"),
                               is_file ? lw_animation_format_get_suffix (format) : "");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/// Stops writing if a file is being written.
static void
cancel_cb (LwAnimationDialog *self)
{
  if (self->saving != NULL)
    g_cancellable_cancel (self->saving);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  cancel_cb (LW_ANIMATION_DIALOG (widget));
  return TRUE;
}

// ---- for tests ------------------------------------------------------------------------------

const char *
lw_animation_dialog_get_summary (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), NULL);

  return gtk_label_get_text (self->summary_label);
}

const char *
lw_animation_dialog_get_problem (LwAnimationDialog *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_DIALOG (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self->problem_label))
           ? gtk_label_get_text (self->problem_label)
           : NULL;
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

  return self->saving != NULL;
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
  GtkWidget *spin =
    gtk_spin_button_new_with_range (LW_ANIMATION_RATE_MIN, LW_ANIMATION_RATE_MAX, 1);

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

static GtkWidget *
new_header (LwAnimationDialog *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->export_button = gtk_button_new_with_mnemonic (_ ("_Export…"));
  gtk_widget_add_css_class (self->export_button, "suggested-action");
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->export_button);
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (cancel_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->export_button, "clicked", G_CALLBACK (export_cb), self,
                           G_CONNECT_SWAPPED);
  return header;
}

/// Returns the summary and the button below the page, which are always visible.
static GtkWidget *
new_foot (LwAnimationDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->summary_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary_label), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->summary_label), "numeric");
  self->problem_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->problem_label, TRUE);
  gtk_label_set_wrap_mode (self->problem_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->problem_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem_label), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), FALSE);
  self->progress_bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress_bar),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Progress"), -1);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->summary_label));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->problem_label));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->progress_bar));
  gtk_widget_add_css_class (box, "results");
  return box;
}

static void
lw_animation_dialog_dispose (GObject *object)
{
  LwAnimationDialog *self = LW_ANIMATION_DIALOG (object);

  self->closed = true;
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_cancellable_cancel (self->saving);
  g_clear_object (&self->saving);
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  g_clear_object (&self->task);
  g_clear_object (&self->chooser);
  lw_animation_source_clear (&self->source);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (lw_animation_dialog_parent_class)->dispose (object);
}

static void
lw_animation_dialog_class_init (LwAnimationDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_animation_dialog_dispose;

  signals[SIGNAL_SAVED] = g_signal_new ("saved", LW_TYPE_ANIMATION_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
lw_animation_dialog_init (LwAnimationDialog *self)
{
  gtk_window_set_title (GTK_WINDOW (self), _ ("Export Animation"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
}

GtkWidget *
lw_animation_dialog_new (GtkWindow *parent,
                         LwAnimationSource *source,
                         const char *title,
                         const double *loop)
{
  LwAnimationDialog *self = g_object_new (LW_TYPE_ANIMATION_DIALOG, "transient-for", parent, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const LwRecording *recording = source->run->recording;

  self->source = *source;
  *source = (LwAnimationSource){ 0 };
  self->title = g_strdup (title);
  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->page), TRUE);
  gtk_box_append (GTK_BOX (box), new_header (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->page));
  gtk_box_append (GTK_BOX (box), new_foot (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "animation");
  adw_window_set_content (ADW_WINDOW (self), box);
  self->filling = true;
  add_rows (self);
  gtk_window_set_default_widget (GTK_WINDOW (self), self->export_button);
  // Enter exports immediately, instead of cancelling.
  gtk_widget_grab_focus (self->export_button);
  self->has[LENGTH_RUN] = true;
  self->ends[LENGTH_RUN] =
    lw_recording_value (recording, 0, lw_recording_n_samples (recording) - 1);
  if (loop != NULL && loop[0] < self->ends[LENGTH_RUN]) {
    self->has[LENGTH_LOOP] = true;
    self->starts[LENGTH_LOOP] = loop[0];
    self->ends[LENGTH_LOOP] = fmin (loop[1], self->ends[LENGTH_RUN]);
  }
  fill_lengths (self, self->has[LENGTH_LOOP] ? LENGTH_LOOP : LENGTH_RUN);
  find_period (self);
  return GTK_WIDGET (self);
}
