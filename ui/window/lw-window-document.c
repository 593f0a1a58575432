// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document of the main window: shows its name in the header bar, and creates a new player
// whenever its mechanism has changed.

#include <glib/gi18n.h>

#include "lw-changes.h"
#include "lw-appearance.h"
#include "lw-saves.h"
#include "lw-task.h"
#include "lw-window-private.h"

/// State of this file.
struct _LwCompiling
{
  GCancellable *cancellable;  ///< NULL if no player is being made, or waits to be shown
  GdkFrameClock *frame_clock; ///< NULL if no frame with an edit is awaited
  GTask *compiled;            ///< has made a player that waits to be shown; NULL if there is none
  guint frame_wait_id;        ///< source that ends the wait for the frame with an edit
  double changed_time;        ///< s, displayed time of the last toast about a change while paused
};

/// Mechanisms with more bodies are opened in a worker thread.
#define OPENED_AT_ONCE_MAX 300
/// Players of edited mechanisms with more bodies are made in a worker thread.
#define FOLLOWED_AT_ONCE_MAX 30
/// Longest time to wait for a frame, which a hidden window does not draw.
#define FRAME_MAX_MS 50

// ---- words ----------------------------------------------------------------------------------

/// Returns the name for the user: the title of the mechanism, else the name of the file.
char *
lw_window_dup_title (LwWindow *self)
{
  const char *title;

  g_return_val_if_fail (LW_IS_WINDOW (self), NULL);

  if (self->document == NULL)
    return g_strdup (_ ("Linkwright"));
  title = lw_mechanism_get_title (lw_window_get_mechanism (self));
  if (title[0] == '\0')
    title = lw_document_get_title (self->document);
  return g_strdup (title != NULL && title[0] != '\0' ? title : _ ("New Mechanism"));
}

static void
update_title (LwWindow *self)
{
  bool modified = self->document != NULL && lw_document_get_modified (self->document);
  GFile *file = self->document != NULL ? lw_document_get_file (self->document) : NULL;
  g_autofree char *title = lw_window_dup_title (self);
  // Translators: the title of a window whose document has not been saved
  g_autofree char *marked = modified ? g_strdup_printf (_ ("● %s"), title) : g_strdup (title);
  g_autofree char *base_name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *name = base_name != NULL ? g_filename_display_name (base_name) : NULL;

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, modified       ? _ ("Unsaved changes")
                                              : name != NULL ? name
                                                             : "");
  gtk_window_set_title (GTK_WINDOW (self), marked);
}

/// Shows the notes on a card on the canvas if the sidebar, which contains them, is hidden.
static void
show_notes (LwWindow *self)
{
  const char *notes = lw_mechanism_get_notes (lw_window_get_mechanism (self));
  bool in_sidebar = lw_window_get_layout (self) == LW_LAYOUT_NARROW
                    || (lw_window_get_layout (self) == LW_LAYOUT_WIDE
                        && lw_window_get_shown (self, LW_SHOWN_SIDEBAR));

  gtk_label_set_text (self->notes_label, notes);
  gtk_revealer_set_reveal_child (self->notes_revealer, notes[0] != '\0' && !in_sidebar);
}

// ---- following the mechanism -----------------------------------------------------------------

bool
lw_window_is_large (const LwMechanism *mechanism)
{
  return lw_mechanism_get_n_bodies (mechanism) > OPENED_AT_ONCE_MAX;
}

LwPlayer *
lw_window_make_player (LwMechanism *mechanism, GError **error)
{
  MbdModel *model = lw_mechanism_compile (mechanism, error);
  LwPlayer *player = model != NULL ? lw_player_new (mechanism, model, error) : NULL;

  g_clear_pointer (&model, mbd_model_unref);
  return player;
}

/// Shows the player again that is shown: no other one is being made.
static void
stop_holding (LwWindow *self)
{
  lw_canvas_release_preview (lw_window_get_canvas (self));
  lw_sidebar_set_behind (self->sidebar_pages, false);
}

/// Shows a new player. If the mechanism cannot be played, shows the error and keeps the previous
/// player.
static void
show_renewed (LwWindow *self, LwPlayer *player, const GError *error)
{
  LwProjectView view = lw_project_view_default ();

  lw_window_show_message (self, error != NULL ? error->message : NULL);
  lw_checklist_view_set_problem (self->checklist, error != NULL ? error->message : NULL);
  if (player == NULL) {
    stop_holding (self);
    return;
  }
  lw_canvas_get_project_view (lw_window_get_canvas (self), &view);
  lw_window_show_player (self, player);
  lw_canvas_set_project_view (lw_window_get_canvas (self), &view);
}

/// Shows a new player after an edit, which returns to the start and ends the run; a toast reports
/// this.
static void
show_edited (LwWindow *self, LwPlayer *player, const GError *error)
{
  const bool goes_back =
    player != NULL && self->player != NULL && lw_player_get_time (self->player) != 0;

  show_renewed (self, player, error);
  if (goes_back)
    lw_toasts_offer (lw_window_get_toasts (self), _ ("Back at the start: the mechanism was edited"),
                     _ ("_Undo"), "win.undo");
}

// ---- players made in a worker thread ----------------------------------------------------------

// The player of an edited mechanism that is not small is made in a worker thread. Until it is shown,
// the window shows the previous player, and the canvas the preview of the edit if it has one: then the
// frame with the edit is drawn first, and all other parts follow after it.

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model; ///< NULL if it has to be compiled
  LwPlayer *player;
} Compiling;

static void
compiling_free (gpointer data)
{
  Compiling *compiling = data;

  lw_mechanism_unref (compiling->mechanism);
  g_clear_pointer (&compiling->model, mbd_model_unref);
  g_clear_object (&compiling->player);
  g_free (compiling);
}

static void
compile_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Compiling *compiling = data;
  GError *error = NULL;

  compiling->player = compiling->model != NULL
                        ? lw_player_new (compiling->mechanism, compiling->model, &error)
                        : lw_window_make_player (compiling->mechanism, &error);
  if (compiling->player != NULL && !g_cancellable_is_cancelled (cancellable))
    lw_player_make_ready (compiling->player);
  if (compiling->player != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void frame_drawn_cb (LwWindow *self);

static void
stop_waiting_for_frame (LwWindow *self)
{
  g_clear_handle_id (&self->compiling->frame_wait_id, g_source_remove);
  if (self->compiling->frame_clock != NULL)
    g_signal_handlers_disconnect_by_func (self->compiling->frame_clock, frame_drawn_cb, self);
  g_clear_object (&self->compiling->frame_clock);
}

/// Forgets a player that is being made, or waits to be shown.
static void
stop_compiling (LwWindow *self)
{
  stop_waiting_for_frame (self);
  g_cancellable_cancel (self->compiling->cancellable);
  g_clear_object (&self->compiling->cancellable);
  g_clear_object (&self->compiling->compiled);
}

/// Shows the player that has been made.
static void
show_compiled (LwWindow *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->compiling->compiled);
  Compiling *compiling = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (task, &error);
  stop_waiting_for_frame (self);
  g_clear_object (&self->compiling->cancellable);
  show_edited (self, compiling->player, error);
}

static gboolean
frame_waited_cb (gpointer data)
{
  LwWindow *self = data;

  self->compiling->frame_wait_id = 0;
  stop_waiting_for_frame (self);
  if (self->compiling->compiled != NULL)
    show_compiled (self);
  return G_SOURCE_REMOVE;
}

/// Called when the frame with the edit has been drawn. The frame is sent before the rest follows.
static void
frame_drawn_cb (LwWindow *self)
{
  stop_waiting_for_frame (self);
  self->compiling->frame_wait_id =
    g_idle_add_full (G_PRIORITY_DEFAULT, frame_waited_cb, self, NULL);
}

static void
compiled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);

  // The mechanism has changed again, or the window has been closed.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  self->compiling->compiled = g_object_ref (G_TASK (result));
  if (self->compiling->frame_wait_id == 0)
    show_compiled (self);
}

static void
begin_compiling (LwWindow *self, LwMechanism *mechanism, MbdModel *model)
{
  g_autoptr (GTask) task = NULL;
  Compiling *compiling = g_new0 (Compiling, 1);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  compiling->mechanism = lw_mechanism_ref (mechanism);
  compiling->model = model != NULL ? mbd_model_ref (model) : NULL;
  self->compiling->cancellable = g_cancellable_new ();
  lw_sidebar_set_behind (self->sidebar_pages, true);
  if (lw_canvas_hold_preview (lw_window_get_canvas (self), mechanism) && clock != NULL
      && gtk_widget_get_mapped (GTK_WIDGET (lw_window_get_canvas (self)))) {
    self->compiling->frame_clock = g_object_ref (clock);
    g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (frame_drawn_cb), self);
    self->compiling->frame_wait_id = g_timeout_add (FRAME_MAX_MS, frame_waited_cb, self);
  }
  task = g_task_new (self, self->compiling->cancellable, compiled_cb, NULL);
  g_task_set_task_data (task, compiling, compiling_free);
  lw_task_run (task, compile_thread);
}

void
lw_window_complete_player (LwWindow *self)
{
  g_autoptr (LwPlayer) player = NULL;
  g_autoptr (GError) error = NULL;

  if (self->compiling->cancellable == NULL)
    return;
  if (self->compiling->compiled != NULL) {
    show_compiled (self);
    return;
  }
  stop_compiling (self);
  player = lw_window_make_player (lw_window_get_mechanism (self), &error);
  show_edited (self, player, error);
}

// ---- edits ------------------------------------------------------------------------------------

bool
lw_window_renew_player (LwWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwPlayer) player =
    lw_window_make_player (lw_player_get_mechanism (self->player), &error);

  show_renewed (self, player, error);
  return player != NULL;
}

void
lw_window_show_units (LwWindow *self)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  lw_appearance_set_length_unit (
    look, self->document != NULL ? lw_mechanism_get_length_unit (lw_window_get_mechanism (self))
                                 : LW_LENGTH_UNITS);
}

/// Shows a toast if something was changed while a run is paused: the change takes effect when the
/// run continues, which is not visible. One toast per pause.
static void
tell_change_at_rest (LwWindow *self, guint n_changes)
{
  const double time = lw_player_get_time (self->player);
  g_autofree char *text = NULL;

  if (lw_player_get_playing (self->player) || self->compiling->changed_time == time
      || lw_changes_get_n (lw_player_get_changes (self->player)) == n_changes)
    return;
  self->compiling->changed_time = time;
  text = g_strdup_printf (_ ("Changed at %.3f s: the run continues from there"), time);
  lw_toasts_offer (lw_window_get_toasts (self), text, _ ("From the _Start"), "win.reset");
}

/// Returns true if the player is made in this thread: every frame of a gesture shows its own edit,
/// however fast they follow each other.
static bool
is_followed_at_once (LwWindow *self, LwMechanism *mechanism, MbdModel *model)
{
  if (lw_mechanism_get_n_bodies (mechanism) <= FOLLOWED_AT_ONCE_MAX)
    return true;
  return lw_document_in_gesture (self->document)
         && (model != NULL || !lw_window_is_large (mechanism));
}

static void
follow_at_once (LwWindow *self, LwMechanism *mechanism, MbdModel *model)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwPlayer) player = model != NULL ? lw_player_new (mechanism, model, &error)
                                              : lw_window_make_player (mechanism, &error);

  show_edited (self, player, error);
}

static void
mechanism_changed_cb (LwWindow *self)
{
  LwMechanism *mechanism = lw_window_get_mechanism (self);
  MbdModel *model = lw_document_get_model (self->document);
  const guint n_changes =
    self->player != NULL ? lw_changes_get_n (lw_player_get_changes (self->player)) : 0;

  // The edit that the toast could undo is no longer the last one.
  lw_toasts_withdraw (lw_window_get_toasts (self), "win.undo");
  lw_window_show_units (self);

  stop_compiling (self);
  if (self->player != NULL && lw_player_take_mechanism (self->player, mechanism)) {
    stop_holding (self);
    tell_change_at_rest (self, n_changes);
  } else if (is_followed_at_once (self, mechanism, model)) {
    follow_at_once (self, mechanism, model);
  } else {
    begin_compiling (self, mechanism, model);
  }
  update_title (self);
}

void
lw_window_add_document (LwWindow *self)
{
  self->compiling = g_new0 (LwCompiling, 1);
}

void
lw_window_forget_changed_time (LwWindow *self)
{
  self->compiling->changed_time = 0;
}

bool
lw_window_is_behind (LwWindow *self)
{
  return self->compiling->cancellable != NULL && self->compiling->frame_wait_id == 0;
}

bool
lw_window_has_compiled (LwWindow *self)
{
  return self->compiling->compiled != NULL;
}

// ---- the document ---------------------------------------------------------------------------

LwDocument *
lw_window_get_document (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), NULL);

  return self->document;
}

/// Stores the current view in the document, so that it is saved.
void
lw_window_store_view (LwWindow *self)
{
  LwProjectView view;

  if (self->document == NULL)
    return;
  view = *lw_document_get_view (self->document);
  lw_canvas_get_project_view (lw_window_get_canvas (self), &view);
  lw_window_store_shown (self, &view);
  lw_document_set_view (self->document, &view);
}

void
lw_window_apply_view (LwWindow *self, const LwProjectView *view)
{
  lw_canvas_set_project_view (lw_window_get_canvas (self), view);
  lw_window_apply_shown (self, view);
}

/// Returns the recovery; NULL if there is none, or the window is being destroyed.
static LwRecovery *
get_recovery (LwWindow *self)
{
  LwWindowHost *host = lw_window_get_host (self);

  return host != NULL ? lw_window_host_get_recovery (host) : NULL;
}

void
lw_window_drop_document (LwWindow *self)
{
  LwRecovery *recovery = get_recovery (self);

  stop_compiling (self);
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  // The toasts refer to this document.
  lw_toasts_dismiss (lw_window_get_toasts (self));
  if (recovery != NULL)
    lw_recovery_forget (recovery, self->document);
  g_clear_object (&self->document);
  lw_window_show_units (self);
}

void
lw_window_set_document (LwWindow *self, LwDocument *document, LwPlayer *player)
{
  LwRecovery *recovery = get_recovery (self);
  g_autofree char *saves = lw_saves_dup_folder ();

  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (LW_IS_DOCUMENT (document));
  g_return_if_fail (LW_IS_PLAYER (player));

  lw_window_drop_document (self);
  self->document = g_object_ref (document);
  lw_window_show_units (self);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (mechanism_changed_cb), self);
  g_signal_connect_swapped (document, "notify::modified", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (document, "notify::file", G_CALLBACK (update_title), self);
  if (recovery != NULL)
    lw_recovery_watch (recovery, document);
  lw_document_keep_saves (document, saves);

  lw_window_show_player (self, player);
  lw_window_apply_view (self, lw_document_get_view (document));
  show_notes (self);
  update_title (self);
  lw_window_show_page (self, "mechanism");
  lw_window_update_header (self);
  lw_window_update_actions (self);
  gtk_widget_grab_focus (GTK_WIDGET (lw_window_get_canvas (self)));
  g_object_notify (G_OBJECT (self), "document");
}

void
lw_window_show_start_page (LwWindow *self)
{
  g_return_if_fail (LW_IS_WINDOW (self));

  lw_window_drop_document (self);
  lw_window_leave_player (self);
  lw_window_show_message (self, NULL);
  lw_window_show_page (self, "empty");
  update_title (self);
  lw_window_update_header (self);
  lw_window_update_actions (self);
  g_object_notify (G_OBJECT (self), "document");
}
