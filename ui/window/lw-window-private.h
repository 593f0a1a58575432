// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the main window, shared by its files.

#pragma once

#include "lw-edit-menu.h"
#include "lw-adaptive.h"
#include "lw-canvas.h"
#include "lw-checklist-view.h"
#include "lw-context-field.h"
#include "lw-driver-bar.h"
#include "lw-history-button.h"
#include "lw-hood-panel.h"
#include "lw-lesson-editor.h"
#include "lw-lesson-panel.h"
#include "lw-magnifier.h"
#include "lw-plane-map.h"
#include "lw-opening-view.h"
#include "lw-overlays-button.h"
#include "lw-plots-dock.h"
#include "lw-selection-card.h"
#include "lw-selection.h"
#include "lw-sidebar.h"
#include "lw-start-page.h"
#include "lw-status-line.h"
#include "lw-toasts.h"
#include "lw-tool-palette.h"
#include "lw-transport.h"
#include "lw-motion-preview.h"
#include "lw-window.h"

G_BEGIN_DECLS

typedef enum
{
  LW_LAYOUT_WIDE,
  LW_LAYOUT_FOLDED, ///< the sidebar covers part of the canvas
  LW_LAYOUT_NARROW, ///< one part at a time
} LwLayout;

typedef void (*LwWindowFunc) (LwWindow *self);
// State that belongs to one file each, which defines it.
typedef struct _LwShownParts LwShownParts;
typedef struct _LwClassroom LwClassroom;
typedef struct _LwWelcome LwWelcome;
typedef struct _LwRunReports LwRunReports;
typedef struct _LwCompiling LwCompiling;
typedef struct _LwSaving LwSaving;
typedef struct _LwPresentation LwPresentation;
typedef struct _LwEditing LwEditing;
typedef struct _LwFreeMotions LwFreeMotions;
typedef struct _LwReading LwReading;
typedef struct _LwWindowLesson LwWindowLesson;
typedef struct _LwLeftTime LwLeftTime;

struct _LwWindow
{
  AdwApplicationWindow parent_instance;

  // Owned
  LwLeftTime *left;             ///< time before the return to the start
  LwWindowLesson *lesson;       ///< open lesson
  LwReading *reading;           ///< file that is being read, and the one to read next
  LwFreeMotions *free_motions;  ///< free motions, assembly
  LwEditing *editing;           ///< menu on the canvas
  LwPresentation *presentation; ///< enlarged for a projector
  LwSaving *saving;             ///< writing, and the question before it
  LwCompiling *compiling;       ///< player that is being made
  LwRunReports *run_reports;    ///< messages about a run
  LwWelcome *welcome;           ///< tour, words on an empty sheet
  LwClassroom *classroom;       ///< trail, covers and steps while presenting
  LwShownParts *shown;          ///< parts of the window, and the layout for its size
  LwDocument *document;         ///< NULL while the start page is shown
  LwPlayer *player;
  LwSelection *selection;
  LwTools *tools;
  LwDriverBar *driver_bar; ///< between canvas and transport
  GFile *exported;         ///< last exported file; NULL if there is none
  GSettings *settings;     ///< NULL if the schema is not installed

  // Template children
  AdwFlap *flap;
  AdwHeaderBar *header_bar;
  AdwWindowTitle *title;
  GtkOverlay *toasts_overlay;
  LwToasts *toasts;          ///< on `toasts_overlay`
  GtkBox *drawing_box;       ///< palette, then canvas, transport and plots
  LwToolPalette *palette;    ///< in `drawing_box`
  LwToolPalette *tool_strip; ///< replaces the palette in a narrow window
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  LwHistoryButton *history_button;
  GtkMenuButton *edit_button;
  GtkBox *mechanism_box;
  GtkOverlay *canvas_overlay;
  AdwSplitButton *open_button;
  GtkWidget *sidebar;
  LwSidebar *sidebar_pages; ///< in `sidebar`
  GtkPopover *explanation;  ///< explains a number; NULL before the first
  LwSelectionCard *selection_card;
  LwContextField *context_field;
  GtkWidget *hood; ///< replaces `sidebar_pages`; contains `hood_panel`
  LwHoodPanel *hood_panel;
  LwMagnifier *canvas_magnifier;
  LwMagnifier *plots_magnifier;
  LwOverlaysButton *overlays_button;
  GtkWidget *switcher;
  GtkRevealer *message_revealer;
  GtkLabel *message_label;
  GtkBox *message_offers; ///< buttons beside the message
  GtkRevealer *notes_revealer;
  GtkLabel *notes_label;
  GtkStack *stack;
  GtkPaned *paned;
  LwCanvas *canvas;
  LwTransport *transport;
  GtkOverlay *plots_overlay;
  GtkScrolledWindow *plots_scroll;
  LwPlotsDock *plots_dock;    ///< in `plots_scroll`
  LwChecklistView *checklist; ///< over the dock
  LwStatusLine *status_line;
  LwStartPage *start_page;
  LwOpeningView *opening_page; ///< in a window that shows no mechanism yet
  LwOpeningView *opening_bar;  ///< above the mechanism

  bool closing; ///< true if no more dialogs are to be shown
  guint tick_id;
  double speed;
};

// Functions for the other files of the window: each member of the struct above is used by the file that
// it belongs to and by at most two others (tests/lint/window-members.py).

/// Parts of the window that can be focused, pointed at and explained.
typedef enum
{
  LW_PANEL_HEADER,
  LW_PANEL_PALETTE,
  LW_PANEL_STRIP,
  LW_PANEL_CANVAS, ///< with what lies over it
  LW_PANEL_TRANSPORT,
  LW_PANEL_STATUS,
  LW_PANEL_SIDEBAR,
  LW_PANEL_HOOD,
  LW_PANEL_PLOTS, ///< with what lies over them
  LW_PANEL_DOCK,
  LW_PANEL_CHECKLIST,
  LW_PANEL_NOTES,
  LW_PANEL_START,
  LW_PANEL_PAGES, ///< the pages of lw_window_show_page ()
} LwPanel;

/// NULL for a part that is not made before it is needed.
GtkWidget *lw_window_get_panel (LwWindow *self, LwPanel panel);
/// Shows "mechanism", "opening", or "empty": the start page.
void lw_window_show_page (LwWindow *self, const char *page);
void lw_window_lay_over_canvas (LwWindow *self, GtkWidget *widget);
/// Mechanism of the document; NULL while nothing is open.
LwMechanism *lw_window_get_mechanism (LwWindow *self);
/// The player that is shown; after an edit, until it has been replaced, that of the mechanism before.
LwPlayer *lw_window_get_shown_player (LwWindow *self);
LwSelection *lw_window_get_selection (LwWindow *self);
LwTools *lw_window_get_tools (LwWindow *self);
LwToasts *lw_window_get_toasts (LwWindow *self);
LwRunList *lw_window_get_run_list (LwWindow *self);
/// The page of lessons in the sidebar.
void lw_window_add_lesson_page (LwWindow *self, GtkWidget *page);
void lw_window_show_lesson_page (LwWindow *self, bool shown);

void lw_window_install_actions (LwWindowClass *klass);
void lw_window_install_file_actions (LwWindowClass *klass);
/// Adds the menu of recent files to the button that opens files.
void lw_window_add_recent_menu (LwWindow *self);
void lw_window_add_keys (LwWindow *self);
/// Enables the actions that currently apply.
void lw_window_update_actions (LwWindow *self);
void lw_window_install_save_actions (LwWindowClass *klass);

/// Imports the outlines of an SVG or DXF file as bodies. `at` is the position of their centre, m;
/// NULL for the centre of the view. Creates a new mechanism if there is none.
void lw_window_import (LwWindow *self, GFile *file, const double *at);
void lw_window_install_import_actions (LwWindowClass *klass);
/// Adds the image of a file behind the mechanism. Creates a new mechanism if there is none.
void lw_window_set_background (LwWindow *self, GFile *file);
void lw_window_install_background_actions (LwWindowClass *klass);
/// Accepts files dropped onto the window.
void lw_window_add_drop (LwWindow *self);

/// Palette and keys of the tools.
void lw_window_install_tool_actions (LwWindowClass *klass);
void lw_window_add_tools (LwWindow *self);
void lw_window_update_tools (LwWindow *self);
/// Shows only some tools in the palette, by their words; NULL: all.
void lw_window_offer_tools (LwWindow *self, const char *const *names);

/// Animations of the run.
void lw_window_install_animation_actions (LwWindowClass *klass);
void lw_window_install_export_actions (LwWindowClass *klass);
/// Hidden and locked elements, and the order of the outline.
void lw_window_install_mark_actions (LwWindowClass *klass);
/// Toasts.
void lw_window_install_toast_actions (LwWindowClass *klass);
void lw_window_add_toasts (LwWindow *self);
void lw_window_say_deleted (LwWindow *self, const char *text);

void lw_window_release_toasts (LwWindow *self);

/// Commands for the selection.
void lw_window_install_part_actions (LwWindowClass *klass);
void lw_window_install_clipboard_actions (LwWindowClass *klass);
void lw_window_add_edit (LwWindow *self);
void lw_window_release_edit (LwWindow *self);
void lw_window_update_edit (LwWindow *self);
void lw_window_show_edit_menu (LwWindow *self,
                               LwEditContext context,
                               double x,
                               double y); ///< px, on the canvas
/// Applies a mechanism as one undo step and selects the elements `made` (array of LwElementRef;
/// NULL keeps the selection). Takes ownership of `next` and `error`. Shows the error
/// and returns false if `next` is NULL or an element is locked.
bool
lw_window_edit (LwWindow *self, const char *name, LwMechanism *next, GArray *made, GError *error);
void lw_window_select_refs (LwWindow *self, const GArray *refs);
/// Deletes the selection and shows a toast with a button for undoing.
void lw_window_delete_selected (LwWindow *self, const char *name);
/// Returns the displacement of a copy, which makes it visible beside the original.
LwPlaneMap lw_window_copy_offset (LwWindow *self);
/// Sets the position at which the menu was opened, or else of the pointer, m. Returns false if it
/// is not on the canvas.
bool lw_window_get_place (LwWindow *self, double place[2]);

/// Selection, inspector and outline, undo and redo.
void lw_window_install_edit_actions (LwWindowClass *klass);
void lw_window_add_sidebar (LwWindow *self);
/// The panel under the hood, and the drift laboratory; lw_window_update_hood () applies the toggle.
void lw_window_install_hood_actions (LwWindowClass *klass);
void lw_window_add_hood (LwWindow *self);
void lw_window_update_hood (LwWindow *self);
/// Pages of the help, explanations of numbers.
void lw_window_install_help_actions (LwWindowClass *klass);
void lw_window_add_help (LwWindow *self);
void lw_window_release_help (LwWindow *self);
/// Explains the number at a place of the window. Returns false if there is none.
bool lw_window_explain_at (LwWindow *self, double x, double y);
/// Returns the explanation of the number that a widget shows, as a text of the help; NULL if it shows
/// none. Free with g_free ().
char *lw_window_dup_explanation (LwWindow *self, GtkWidget *widget);
/// First steps: the tour, the words on an empty sheet, hints for what to do next.
void lw_window_install_welcome_actions (LwWindowClass *klass);
void lw_window_add_welcome (LwWindow *self);
void lw_window_release_welcome (LwWindow *self);
void lw_window_update_begin (LwWindow *self);
/// Returns a hint for what a beginner can do next, translated; NULL if there is none.
const char *lw_window_get_next_hint (LwWindow *self);
/// The shown bubble of the tour, NULL if there is none; the next bubble; none any more.
GtkPopover *lw_window_get_bubble (LwWindow *self);
void lw_window_tour_next (LwWindow *self);
void lw_window_tour_end (LwWindow *self);
/// Trail of the pointer, frozen and black picture, and steps of a lesson, while presenting.
void lw_window_add_classroom (LwWindow *self);
void lw_window_release_classroom (LwWindow *self);
void lw_window_present_lesson (LwWindow *self);
/// Lessons; lw_window_close_lesson () does not change the mechanism.
void lw_window_install_lesson_actions (LwWindowClass *klass);
void lw_window_add_lesson (LwWindow *self);
void lw_window_release_lesson (LwWindow *self);
LwLessonPanel *lw_window_get_lesson_panel (LwWindow *self);
void lw_window_forget_next_lesson (LwWindow *self);
/// Puts the sheet for a prediction among the plots if they are visible, otherwise into the lesson.
void lw_window_place_sheet (LwWindow *self);
void lw_window_close_lesson (LwWindow *self);
/// The lesson that is written in the project.
void lw_window_install_lesson_edit_actions (LwWindowClass *klass);
void lw_window_add_lesson_editor (LwWindow *self);
LwLessonEditor *lw_window_get_lesson_editor (LwWindow *self);
void lw_window_commit_lesson (LwWindow *self);    ///< stores the typed text
void lw_window_watch_own_lesson (LwWindow *self); ///< for a new document
bool lw_window_edits_lesson (LwWindow *self);
/// Opens a file if it is a lesson. Returns false for other files.
bool lw_window_open_lesson (LwWindow *self, GFile *file);
/// Presentation, enlarged for a projector.
void lw_window_add_presentation (LwWindow *self);
void lw_window_release_presentation (LwWindow *self);
bool lw_window_is_presenting (LwWindow *self);
/// Shows the words above the mechanism while presenting, in the notation of lessons.
void lw_window_present_words (LwWindow *self, const char *title, const char *subtitle);
GtkBox *lw_window_get_presented_words (LwWindow *self);
/// Shows a text in the notation of lessons, and hides the label if it is empty.
void lw_window_set_lesson_markup (GtkLabel *label, const char *text);
void lw_window_install_focus_actions (LwWindowClass *klass);
void lw_window_add_focus_keys (LwWindow *self);
void lw_window_set_presenting (LwWindow *self, bool presenting);
/// Assembly of the drawing, free motions, and changes during the run.
void lw_window_install_mobility_actions (LwWindowClass *klass);
void lw_window_install_analysis_actions (LwWindowClass *klass);
void lw_window_add_driver_bar (LwWindow *self); ///< after lw_window_add_wiggle ()
void lw_window_add_wiggle (LwWindow *self);
void lw_window_release_wiggle (LwWindow *self);
LwMotionPreview *lw_window_get_motion_preview (LwWindow *self);
/// Assembly and equilibrium, of which one is computed at a time; the cancellable is borrowed.
bool lw_window_is_solving (LwWindow *self);
GCancellable *lw_window_begin_solving (LwWindow *self);
void lw_window_end_solving (LwWindow *self);
/// Steps, loops, continuing from a displayed time, and messages about the memory of a recording.
void lw_window_install_time_actions (LwWindowClass *klass);
void lw_window_follow_time (LwWindow *self);
/// Reports bodies that are wedged by friction.
void lw_window_follow_contact (LwWindow *self);
/// A run that failed or broke: message, element, and remedies.
void lw_window_install_failure_actions (LwWindowClass *klass);
void lw_window_follow_failures (LwWindow *self);
void lw_window_clear_offers (LwWindow *self);
/// Replacing a joint by a bushing and back, and the choice of constants.
void lw_window_install_compliance_actions (LwWindowClass *klass);
/// Returns the selected curved slot, or NULL.
const LwCoupling *lw_window_find_curve (LwWindow *self);
void lw_window_add_curve (LwWindow *self);
void lw_window_install_curve_actions (LwWindowClass *klass);
void lw_window_add_compliance (LwWindow *self);
/// Undoes a change during a run that was refused, and shows the message.
void lw_window_take_back (LwWindow *self, const char *message);
/// Creates a new player for the current mechanism. Returns false if that is not possible.
bool lw_window_renew_player (LwWindow *self);
/// Updates the card of the selection, which is shown while the inspector is hidden.
void lw_window_update_card (LwWindow *self);

/// Sets the document and its player. Takes references; `player` must be for the document's
/// mechanism.
void lw_window_set_document (LwWindow *self, LwDocument *document, LwPlayer *player);
void lw_window_drop_document (LwWindow *self);
void lw_window_add_document (LwWindow *self);
/// Allows one more toast about a change while paused.
void lw_window_forget_changed_time (LwWindow *self);
/// Returns true if a player for the edited mechanism is being made, and no frame is awaited.
bool lw_window_is_behind (LwWindow *self);
/// Returns true if a player has been made and waits to be shown.
bool lw_window_has_compiled (LwWindow *self);
/// Applies the units of this window's project to all displayed numbers.
void lw_window_show_units (LwWindow *self);
/// Returns true if the mechanism has so many bodies that it is compiled in a worker thread.
bool lw_window_is_large (const LwMechanism *mechanism);
/// Compiles the mechanism and creates its player; can be called in any thread.
LwPlayer *lw_window_make_player (LwMechanism *mechanism, GError **error);
/// Shows the player of the document's mechanism now, if it is still being made.
void lw_window_complete_player (LwWindow *self);
void lw_window_store_view (LwWindow *self);
void lw_window_apply_view (LwWindow *self, const LwProjectView *view);
void lw_window_show_player (LwWindow *self, LwPlayer *player);
void lw_window_drop_player (LwWindow *self);
/// Ends the run of the player, which is no longer shown.
void lw_window_leave_player (LwWindow *self);
LwWindowHost *
lw_window_get_host (LwWindow *self); ///< NULL without an application, and while it is destroyed

/// Calls `next` once no work would be lost by it: asks about unsaved changes first.
void lw_window_guard (LwWindow *self, LwWindowFunc next);
void lw_window_forget_next (LwWindow *self);
void lw_window_add_saving (LwWindow *self);
void lw_window_release_saving (LwWindow *self);
void lw_window_add_reading (LwWindow *self);
void lw_window_release_reading (LwWindow *self);
void lw_window_forget_next_file (LwWindow *self);
/// Returns the name of a file without its folder, for messages.
char *lw_window_dup_file_name (GFile *file);
/// Begins to read a file in another thread; an earlier reading is abandoned. After a moment the name is
/// shown with a button that cancels. Returns the cancellable of the button, borrowed.
GCancellable *lw_window_begin_reading (LwWindow *self, const char *name);
/// Ends reading. Not to be called when it was cancelled, since another file may be read by then.
void lw_window_end_reading (LwWindow *self);
void lw_window_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns);
void
lw_window_run_file_dialog (LwWindow *self, GtkFileChooserNative *dialog, GCallback response_cb);
/// Writes the project. `file`: NULL for the document's own file.
void lw_window_write (LwWindow *self, GFile *file, bool overwrite);

/// Parts that the user shows and hides.
typedef enum
{
  LW_SHOWN_PLOTS,
  LW_SHOWN_SIDEBAR,
  LW_SHOWN_HOOD,
} LwShownPart;

void lw_window_add_layout (LwWindow *self);
void lw_window_forget_layout (LwWindow *self); ///< frees its state
LwLayout lw_window_get_layout (LwWindow *self);
/// Returns the width for which the layout was chosen, px.
int lw_window_get_layout_width (LwWindow *self);
bool lw_window_is_low (LwWindow *self);         ///< too low for plots
bool lw_window_has_icons_only (LwWindow *self); ///< in the palette
bool lw_window_get_shown (LwWindow *self, LwShownPart part);
void lw_window_set_shown (LwWindow *self, LwShownPart part, bool shown);
/// The part of a narrow window: canvas, plots, inspector.
const char *lw_window_get_part (LwWindow *self);
void lw_window_set_part (LwWindow *self, const char *part);
/// Store and apply the parts that a project shows.
void lw_window_store_shown (LwWindow *self, LwProjectView *view);
void lw_window_apply_shown (LwWindow *self, const LwProjectView *view);
/// Gives the dock of the plots its height, once the size of the window is known.
void lw_window_place_dock (LwWindow *self);
/// Keeps the dock as placed, or has it placed again.
void lw_window_keep_dock (LwWindow *self, bool placed);
/// Chooses the layout for a size, px.
void lw_window_fit_layout (LwWindow *self, int width, int height);
/// Closes the sidebar if it covers part of the canvas.
void lw_window_uncover_canvas (LwWindow *self);
void lw_window_update_parts (LwWindow *self);
void lw_window_update_header (LwWindow *self);
/// Binds the buttons of the header bar that are not shown everywhere.
void lw_window_bind_header (GtkWidgetClass *widget_class);
void lw_window_show_message (LwWindow *self, const char *message); ///< NULL hides it

/// Returns the chosen file, with the first of these suffixes if its name has none of them. Shows a
/// message and returns NULL if a file of that name exists, which the dialog has not offered to replace.
GFile *lw_window_complete_name (LwWindow *self, GFile *file, const char *const *suffixes);
/// Saves the worksheet of the shown lesson as PDF or HTML, as the suffix says, or the project's lesson.
void lw_window_save_worksheet (LwWindow *self, GFile *chosen, bool solutions);
void lw_window_save_lesson (LwWindow *self, GFile *chosen);
/// Prints the worksheet of the open lesson, to a PDF file if `path` is not NULL (for tests).
void lw_window_print_worksheet (LwWindow *self, GtkPrintOperationAction action, const char *path);

G_END_DECLS
