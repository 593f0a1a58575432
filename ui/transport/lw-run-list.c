// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-run-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-channel-names.h"
#include "lw-derivation.h"
#include "lw-label-guard.h"
#include "lw-popover-release.h"
#include "lw-templates.h"

/// Maximum number of automatically kept runs; the oldest that has not been renamed is removed.
#define KEPT_MAX 12
#define NOTES_WIDTH_CHARS 36
// Translators: name of a run that is kept: "Run 1"
#define RUN_NAME N_ ("Run %d")

struct _LwRunList
{
  GtkBox parent_instance;

  // Owned
  LwDocument *document;
  LwPlayer *player;
  GPtrArray *compared;     ///< array of LwRecording: runs with which the shown run is compared
  LwProjectRun *removed;   ///< last removed run
  LwMechanism *removed_of; ///< mechanism that named its channels
  guint removed_index;

  // Children
  GtkListBox *list;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwRunList, lw_run_list, GTK_TYPE_BOX)

static void update (LwRunList *self);

// ---- runs -----------------------------------------------------------------------------------

/// Returns the number in a name that was made from a pattern like "Run %d"; 0 for other names.
static int
get_number_in (const char *name, const char *pattern)
{
  const char *place = strstr (pattern, "%d");
  const gsize before = place != NULL ? (gsize) (place - pattern) : 0;
  guint64 number;
  char *end;

  if (place == NULL || strncmp (name, pattern, before) != 0 || !g_ascii_isdigit (name[before]))
    return 0;
  number = g_ascii_strtoull (name + before, &end, 10);
  return number < G_MAXINT && g_str_equal (end, place + 2) ? (int) number : 0;
}

/// Returns the number in "Run 3", in English (from the command line) or in the language of the
/// window; 0 for other names.
static int
get_number (const char *name)
{
  const int number = get_number_in (name, RUN_NAME);

  return number > 0 ? number : get_number_in (name, _ (RUN_NAME));
}

/// Returns the name of the current run, with the next number.
static char *
dup_present_name (LwRunList *self)
{
  int number = 0;

  for (guint i = 0; i < lw_document_get_n_runs (self->document); i++)
    number = MAX (number, get_number (lw_document_get_run (self->document, i)->name));
  return g_strdup_printf (_ (RUN_NAME), number + 1);
}

/// Returns the index of the current run among the kept runs; the number of kept runs if it is not
/// kept.
static guint
find_present (LwRunList *self)
{
  guint n = lw_document_get_n_runs (self->document);

  for (guint i = 0; i < n; i++)
    if (lw_player_is_present (self->player, lw_document_get_run (self->document, i)))
      return i;
  return n;
}

/// Converts the channel names of a run from a former mechanism of the document to the current one.
/// Takes ownership of `run`.
static LwProjectRun *
dup_named (LwRunList *self, const LwMechanism *mechanism, LwProjectRun *run)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  g_ptr_array_add (runs, run);
  lw_channel_names_follow_runs (mechanism, lw_document_get_mechanism (self->document), runs);
  return runs->pdata[0];
}

static void
prune (LwRunList *self)
{
  guint n = lw_document_get_n_runs (self->document);

  for (guint i = 0; i < n && n > KEPT_MAX; i++) {
    const LwProjectRun *run = lw_document_get_run (self->document, i);

    if (get_number (run->name) == 0 || run == lw_player_get_run (self->player))
      continue;
    lw_document_remove_run (self->document, i);
    return;
  }
}

void
lw_run_list_keep (LwRunList *self)
{
  g_autoptr (LwProjectRun) run = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (LW_IS_RUN_LIST (self));

  if (self->document == NULL || self->player == NULL
      || find_present (self) < lw_document_get_n_runs (self->document))
    return;
  name = dup_present_name (self);
  run = lw_player_dup_run (self->player, name);
  if (run == NULL)
    return;
  // The edit that ends a run may rename an element.
  run = dup_named (self, lw_player_get_mechanism (self->player), run);
  lw_document_add_run (self->document, run);
  prune (self);
}

guint
lw_run_list_get_n (LwRunList *self)
{
  guint n;

  g_return_val_if_fail (LW_IS_RUN_LIST (self), 0);

  if (self->document == NULL || self->player == NULL)
    return 0;
  n = lw_document_get_n_runs (self->document);
  return find_present (self) < n ? n : n + 1;
}

char *
lw_run_list_dup_name (LwRunList *self, guint index)
{
  g_return_val_if_fail (LW_IS_RUN_LIST (self), NULL);
  g_return_val_if_fail (index < lw_run_list_get_n (self), NULL);

  if (index < lw_document_get_n_runs (self->document))
    return g_strdup (lw_document_get_run (self->document, index)->name);
  return dup_present_name (self);
}

guint
lw_run_list_get_shown (LwRunList *self)
{
  LwProjectRun *shown;

  g_return_val_if_fail (LW_IS_RUN_LIST (self), 0);

  if (self->document == NULL || self->player == NULL)
    return 0;
  shown = lw_player_get_run (self->player);
  for (guint i = 0; i < lw_document_get_n_runs (self->document) && shown != NULL; i++)
    // Renaming a run creates a new object with the same recording.
    if (lw_document_get_run (self->document, i)->recording == shown->recording)
      return i;
  return find_present (self);
}

bool
lw_run_list_can_show (LwRunList *self, guint index)
{
  g_return_val_if_fail (LW_IS_RUN_LIST (self), false);

  return index >= lw_document_get_n_runs (self->document)
         || lw_player_can_show (self->player, lw_document_get_run (self->document, index));
}

void
lw_run_list_show (LwRunList *self, guint index)
{
  g_return_if_fail (LW_IS_RUN_LIST (self));

  if (index >= lw_run_list_get_n (self) || !lw_run_list_can_show (self, index))
    return;
  lw_player_show_run (self->player, index < lw_document_get_n_runs (self->document)
                                      ? lw_document_get_run (self->document, index)
                                      : NULL);
}

void
lw_run_list_remove (LwRunList *self, guint index)
{
  LwProjectRun *run;

  g_return_if_fail (LW_IS_RUN_LIST (self));
  g_return_if_fail (self->document != NULL && index < lw_document_get_n_runs (self->document));

  run = lw_project_run_ref (lw_document_get_run (self->document, index));
  if (lw_run_list_get_shown (self) == index)
    lw_player_show_run (self->player, NULL);
  g_clear_pointer (&self->removed, lw_project_run_unref);
  self->removed = run;
  self->removed_index = index;
  g_clear_pointer (&self->removed_of, lw_mechanism_unref);
  self->removed_of = lw_mechanism_ref (lw_document_get_mechanism (self->document));
  lw_document_remove_run (self->document, index);
  g_signal_emit (self, signals[SIGNAL_REMOVED], 0, run->name);
}

void
lw_run_list_restore (LwRunList *self)
{
  g_return_if_fail (LW_IS_RUN_LIST (self));

  if (self->removed == NULL || self->document == NULL)
    return;
  self->removed = dup_named (self, self->removed_of, self->removed);
  lw_document_insert_run (self->document, self->removed_index, self->removed);
  g_clear_pointer (&self->removed, lw_project_run_unref);
}

// ---- comparing ------------------------------------------------------------------------------

/// More curves could not be distinguished.
#define COMPARED_MAX LW_OTHERS_MAX

bool
lw_run_list_get_compared (LwRunList *self, guint index)
{
  g_return_val_if_fail (LW_IS_RUN_LIST (self), false);

  return self->document != NULL && index < lw_document_get_n_runs (self->document)
         && g_ptr_array_find (self->compared,
                              lw_document_get_run (self->document, index)->recording, NULL);
}

/// Sets the compared runs of the player: those that still exist, without the shown one.
static void
compare (LwRunList *self)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  guint shown = lw_run_list_get_shown (self);

  if (self->player == NULL || self->document == NULL)
    return;
  for (guint i = 0; i < self->compared->len; i++)
    for (guint k = 0; k < lw_document_get_n_runs (self->document); k++) {
      LwProjectRun *run = lw_document_get_run (self->document, k);

      if (run->recording == self->compared->pdata[i] && k != shown)
        g_ptr_array_add (runs, run);
    }
  lw_player_set_compared (self->player, (LwProjectRun *const *) runs->pdata, runs->len);
}

void
lw_run_list_set_compared (LwRunList *self, guint index, bool compared)
{
  LwRecording *recording;

  g_return_if_fail (LW_IS_RUN_LIST (self));
  g_return_if_fail (self->document != NULL && index < lw_document_get_n_runs (self->document));

  recording = lw_document_get_run (self->document, index)->recording;
  if (compared == lw_run_list_get_compared (self, index))
    return;
  if (!compared) {
    g_ptr_array_remove (self->compared, recording);
  } else {
    if (self->compared->len >= COMPARED_MAX)
      g_ptr_array_remove_index (self->compared, 0);
    g_ptr_array_add (self->compared, lw_recording_ref (recording));
  }
  update (self);
}

// ---- rows -----------------------------------------------------------------------------------

/// Returns the index of the row that contains a widget; G_MAXUINT if the row has been removed from
/// the list, for which GTK would read freed memory.
static guint
row_index (GtkWidget *child)
{
  GtkWidget *row = gtk_widget_get_ancestor (child, GTK_TYPE_LIST_BOX_ROW);

  return gtk_widget_get_parent (row) != NULL
           ? (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row))
           : G_MAXUINT;
}

static void
remove_cb (GtkWidget *button, LwRunList *self)
{
  lw_run_list_remove (self, row_index (button));
}

static void
renamed_cb (GtkWidget *label, GParamSpec *pspec, LwRunList *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (label));
  guint index;

  // When the window is closed, the focus leaves an edited label last; the list has no document by
  // then.
  if (gtk_editable_label_get_editing (GTK_EDITABLE_LABEL (label)) || self->document == NULL)
    return;
  index = row_index (label);
  if (index >= lw_document_get_n_runs (self->document)
      || g_str_equal (lw_document_get_run (self->document, index)->name, name))
    return;
  if (name[0] != '\0')
    lw_document_rename_run (self->document, index, name);
  else
    gtk_editable_set_text (GTK_EDITABLE (label), lw_document_get_run (self->document, index)->name);
}

static void
rename_cb (GtkWidget *button, gpointer data)
{
  gtk_editable_label_start_editing (GTK_EDITABLE_LABEL (data));
}

static GtkWidget *
new_button (const char *icon_name, const char *text, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);
  // Translators: the action of a button, and the name of a run
  g_autofree char *label = g_strdup_printf (_ ("%s: %s"), text, name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return button;
}

static void
compare_cb (GtkToggleButton *button, LwRunList *self)
{
  lw_run_list_set_compared (self, row_index (GTK_WIDGET (button)),
                            gtk_toggle_button_get_active (button));
}

static GtkWidget *
new_compare_button (LwRunList *self, guint index, const char *name)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *label = g_strdup_printf (_ ("%s: %s"), _ ("Compare in Plots"), name);

  gtk_button_set_icon_name (GTK_BUTTON (button), "view-dual-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), lw_run_list_get_compared (self, index));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Compare in Plots"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (compare_cb), self, 0);
  return button;
}

/// Stores the notes of a run and hides their entry; called when the focus leaves it. Hiding it
/// makes the focus leave it too.
static void
noted_cb (GtkWidget *entry, LwRunList *self)
{
  const char *notes = gtk_editable_get_text (GTK_EDITABLE (entry));
  guint index;

  // As in renamed_cb ().
  if (self->document == NULL)
    return;
  gtk_widget_set_visible (entry, FALSE);
  index = row_index (entry);
  gtk_widget_set_visible (gtk_widget_get_prev_sibling (entry), notes[0] != '\0');
  if (index < lw_document_get_n_runs (self->document)
      && !g_str_equal (lw_document_get_run (self->document, index)->notes, notes))
    lw_document_note_run (self->document, index, notes);
}

static void
notes_left_cb (GtkEventController *controller, LwRunList *self)
{
  GtkWidget *entry = gtk_event_controller_get_widget (controller);

  if (gtk_widget_get_visible (entry))
    noted_cb (entry, self);
}

/// Escape restores the notes and keeps the list open.
static gboolean
notes_escape_cb (GtkWidget *entry, GVariant *arguments, gpointer data)
{
  GtkWidget *label = gtk_widget_get_prev_sibling (entry);

  gtk_editable_set_text (GTK_EDITABLE (entry), gtk_label_get_text (GTK_LABEL (label)));
  noted_cb (entry, data);
  return GDK_EVENT_STOP;
}

static void
note_cb (GtkWidget *button, gpointer data)
{
  gtk_widget_set_visible (gtk_widget_get_prev_sibling (data), FALSE);
  gtk_widget_set_visible (data, TRUE);
  gtk_widget_grab_focus (data);
}

static GtkWidget *
new_notes_entry (LwRunList *self, const char *notes, const char *name)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_autofree char *text = g_strdup_printf (_ ("%s: %s"), _ ("Notes"), name);

  gtk_editable_set_text (GTK_EDITABLE (entry), notes);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("What is special about this run?"));
  gtk_widget_set_margin_bottom (entry, 6);
  gtk_widget_set_visible (entry, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (noted_cb), self, 0);
  g_signal_connect_object (focus, "leave", G_CALLBACK (notes_left_cb), self, 0);
  gtk_widget_add_controller (entry, focus);
  lw_widget_add_key (entry, "Escape", notes_escape_cb, self);
  return entry;
}

/// Returns the notes of a run, below its name. *entry is the entry for editing them.
static GtkWidget *
new_notes (LwRunList *self, guint index, const char *name, GtkWidget **entry)
{
  const LwProjectRun *run = lw_document_get_run (self->document, index);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new (run->notes);

  *entry = new_notes_entry (self, run->notes, name);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_bottom (label, 6);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  // Set the same minimum and maximum width: the list requests its height before its width is known.
  gtk_label_set_width_chars (GTK_LABEL (label),
                             MIN (NOTES_WIDTH_CHARS, (int) g_utf8_strlen (run->notes, -1)));
  gtk_label_set_max_width_chars (GTK_LABEL (label), NOTES_WIDTH_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_visible (label, run->notes[0] != '\0');
  gtk_widget_set_margin_start (box, 22);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), *entry);
  return box;
}

static GtkWidget *
new_row (LwRunList *self, guint index, bool shown)
{
  const bool kept = index < lw_document_get_n_runs (self->document);
  const bool can_show = lw_run_list_can_show (self, index);
  g_autofree char *name = lw_run_list_dup_name (self, index);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");
  GtkWidget *label = kept ? gtk_editable_label_new (name) : gtk_label_new (name);

  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_widget_set_opacity (mark, shown ? 1 : 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (lines), box);
  if (kept) {
    GtkWidget *entry;
    GtkWidget *notes = new_notes (self, index, name, &entry);
    GtkWidget *note = new_button ("accessories-text-editor-symbolic", _ ("Notes"), name);
    GtkWidget *edit = new_button ("document-edit-symbolic", _ ("Rename"), name);
    GtkWidget *delete = new_button ("user-trash-symbolic", _ ("Delete"), name);

    lw_label_guard (label);
    g_signal_connect_object (label, "notify::editing", G_CALLBACK (renamed_cb), self, 0);
    g_signal_connect_object (edit, "clicked", G_CALLBACK (rename_cb), label, 0);
    g_signal_connect_object (delete, "clicked", G_CALLBACK (remove_cb), self, 0);
    g_signal_connect_object (note, "clicked", G_CALLBACK (note_cb), entry, 0);
    if (!shown)
      gtk_box_append (GTK_BOX (box), new_compare_button (self, index, name));
    gtk_box_append (GTK_BOX (lines), notes);
    gtk_box_append (GTK_BOX (box), note);
    gtk_box_append (GTK_BOX (box), edit);
    gtk_box_append (GTK_BOX (box), delete);
  } else {
    gtk_label_set_xalign (GTK_LABEL (label), 0);
  }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), lines);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), can_show);
  if (!can_show) {
    gtk_widget_add_css_class (row, "dim-label");
    gtk_widget_set_tooltip_text (row, _ ("This run was made with another mechanism; it is shown "
                                         "again when the edits since then are undone."));
  }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

void
lw_run_list_fill (LwRunList *self)
{
  GtkListBoxRow *row;
  guint shown, n;

  g_return_if_fail (LW_IS_RUN_LIST (self));

  shown = lw_run_list_get_shown (self);
  n = lw_run_list_get_n (self);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL) {
    lw_popover_release (GTK_WIDGET (row));
    // The focus may be leaving an entry of this row, which must exist until that event has been
    // handled.
    g_idle_add_once (g_object_unref, g_object_ref (row));
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  }
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, new_row (self, i, i == shown));
}

static void
update (LwRunList *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    lw_run_list_fill (self);
  compare (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
activated_cb (LwRunList *self, GtkListBoxRow *row)
{
  lw_run_list_show (self, (guint) gtk_list_box_row_get_index (row));
}

// ---- following ------------------------------------------------------------------------------

static void
playing_cb (LwRunList *self)
{
  if (!lw_player_get_playing (self->player) && lw_player_has_finished (self->player))
    lw_run_list_keep (self);
}

void
lw_run_list_set (LwRunList *self, LwDocument *document, LwPlayer *player)
{
  g_return_if_fail (LW_IS_RUN_LIST (self));

  if (player != self->player && document == self->document)
    lw_run_list_keep (self);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (document != self->document) {
    g_clear_pointer (&self->removed, lw_project_run_unref);
    g_ptr_array_set_size (self->compared, 0);
  }
  g_set_object (&self->document, document);
  g_set_object (&self->player, player);
  if (document != NULL)
    g_signal_connect_swapped (document, "runs-changed", G_CALLBACK (update), self);
  if (player != NULL) {
    g_signal_connect_swapped (player, "run-changed", G_CALLBACK (update), self);
    g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (playing_cb), self);
  }
  update (self);
}

static void
lw_run_list_dispose (GObject *object)
{
  LwRunList *self = LW_RUN_LIST (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
  g_clear_pointer (&self->removed, lw_project_run_unref);
  g_clear_pointer (&self->removed_of, lw_mechanism_unref);
  g_clear_pointer (&self->compared, g_ptr_array_unref);

  G_OBJECT_CLASS (lw_run_list_parent_class)->dispose (object);
}

static void
lw_run_list_class_init (LwRunListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_run_list_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LW_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_REMOVED] = g_signal_new ("removed", LW_TYPE_RUN_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "runlist");
}

static void
lw_run_list_init (LwRunList *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->compared = g_ptr_array_new_with_free_func ((GDestroyNotify) lw_recording_unref);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (scrolled), 240);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self), scrolled);
}
