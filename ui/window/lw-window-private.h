// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the window share.

#pragma once

#include "lw-adaptive.h"
#include "lw-canvas.h"
#include "lw-checklist-view.h"
#include "lw-context-field.h"
#include "lw-history-button.h"
#include "lw-hood-panel.h"
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
  LW_LAYOUT_FOLDED, ///< the sidebar lies over the canvas
  LW_LAYOUT_NARROW, ///< one part at a time
} LwLayout;

typedef void (*LwWindowFunc) (LwWindow *self);

struct _LwWindow
{
  AdwApplicationWindow parent_instance;

  // Owned
  LwDocument *document; ///< NULL while the start page is shown
  LwPlayer *player;
  LwSelection *selection;
  LwTools *tools;
  LwMotionPreview *wiggle;
  GtkButton *wiggle_button; ///< on the canvas, while a free motion is shown
  GCancellable *assembling; ///< NULL while nothing is being assembled
  GCancellable *compiling;  ///< NULL while no model is being made
  GFile *exported;          ///< what was written last; NULL: nothing
  GFile *next_file;         ///< to be opened after the question about unsaved changes
  GCancellable *opening;    ///< NULL while nothing is being read
  GSettings *settings;      ///< NULL without the schema
  char *part;               ///< what a narrow window shows: canvas, plots, inspector

  // Template children
  AdwFlap *flap;
  AdwHeaderBar *header_bar;
  AdwWindowTitle *title;
  GtkOverlay *toasts_overlay;
  LwToasts *toasts;          ///< on it
  LwPlayer *left_player;     ///< weak; what was shown before the drawing was
  double left_time;          ///< s, and when
  GtkBox *canvas_box;        ///< palette and canvas
  LwToolPalette *palette;    ///< in it
  LwToolPalette *tool_strip; ///< in its place where it is narrow
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  LwHistoryButton *history_button;
  GtkMenuButton *edit_button;
  GtkWidget *edit_menu; ///< over the canvas; NULL before it was shown
  GtkBox *mechanism_box;
  GtkOverlay *canvas_overlay;
  GtkWidget *search_button; ///< of the start page
  AdwSplitButton *open_button;
  GtkWidget *narrow_open_button; ///< in its place
  GtkWidget *new_button;
  GtkWidget *sidebar;
  LwSidebar *sidebar_pages; ///< in it
  LwSelectionCard *selection_card;
  LwContextField *context_field;
  GtkWidget *hood; ///< in the sidebar's place, with its panel
  LwHoodPanel *hood_panel;
  LwMagnifier *canvas_magnifier;
  LwMagnifier *plots_magnifier;
  GtkLabel *presented_title;
  GtkLabel *presented_subtitle;
  GtkWidget *hood_button;
  GtkWidget *sidebar_button;
  GtkWidget *plots_button;
  LwOverlaysButton *overlays_button;
  GtkWidget *switcher;
  GtkRevealer *message_revealer;
  GtkLabel *message_label;
  GtkBox *message_offers; ///< beside it: what can be done
  GtkRevealer *notes_revealer;
  GtkLabel *notes_label;
  GtkStack *stack;
  GtkPaned *paned;
  LwCanvas *canvas;
  LwTransport *transport;
  GtkOverlay *plots_overlay;
  GtkScrolledWindow *plots_scroll;
  LwPlotsDock *plots_dock;    ///< in it
  LwChecklistView *checklist; ///< over it
  LwStatusLine *status_line;
  LwStartPage *start_page;
  LwOpeningView *opening_page; ///< in a window that shows nothing yet
  LwOpeningView *opening_bar;  ///< above what it shows

  double menu_place[2]; ///< m, where the menu was asked for
  bool has_menu_place;
  double paste_place[2]; ///< m, where what is being pasted goes
  bool has_paste_place;
  LwLayout layout;
  LwWindowFunc next;    ///< after the question about unsaved changes, or after saving
  LwWindowFunc decided; ///< may be done when the dialog that asked is gone
  bool next_as_copy;
  bool saving;
  bool again;        ///< the project was to be written while something was being written
  GFile *again_file; ///< where to; NULL: the document's own
  GFile *again_text; ///< a copy in text form that was asked for meanwhile; NULL: none was
  bool recovering;   ///< it waits for a recovered document
  bool closing;      ///< nothing more is to be asked
  guint tick_id;
  double speed;
  double changed_time; ///< s, where a run stood still when its last change was told of
  bool show_plots;
  bool show_sidebar;
  bool show_hood;
  bool presenting;
  bool fullscreen_before; ///< the presentation
  guint fade_id;
  bool plots_when_high;   ///< for when the window is high enough again
  bool sidebar_when_wide; ///< for when it is wide enough again
  bool low;
  bool icons_only; ///< in the palette
  int width;       ///< px, that the layout was made for
  bool dock_placed;
  guint n_events_seen; ///< of the run
  bool jam_told;       ///< in it
};

void lw_window_install_actions (LwWindowClass *klass);
void lw_window_install_file_actions (LwWindowClass *klass);
/// The button that opens files lists the recent ones.
void lw_window_add_recent_menu (LwWindow *self);
void lw_window_add_keys (LwWindow *self);
/// Enable what makes sense now.
void lw_window_update_actions (LwWindow *self);
void lw_window_install_save_actions (LwWindowClass *klass);

/// Outlines of SVG and DXF files as bodies; `at` is where their middle lies, m, NULL: in the middle
/// of the view. Without a mechanism there is a new one.
void lw_window_import (LwWindow *self, GFile *file, const double *at);
void lw_window_install_import_actions (LwWindowClass *klass);
/// The image of a file under the mechanism. Without a mechanism there is a new one.
void lw_window_set_background (LwWindow *self, GFile *file);
void lw_window_install_background_actions (LwWindowClass *klass);
/// Files may be dropped onto the window.
void lw_window_add_drop (LwWindow *self);

/// Palette and keys of the tools.
void lw_window_install_tool_actions (LwWindowClass *klass);
void lw_window_add_tools (LwWindow *self);
void lw_window_update_tools (LwWindow *self);

/// Animations of the run.
void lw_window_install_animation_actions (LwWindowClass *klass);
/// What is hidden and locked, and the order of the outline.
void lw_window_install_mark_actions (LwWindowClass *klass);
/// Sentences over the canvas.
void lw_window_install_toast_actions (LwWindowClass *klass);
void lw_window_add_toasts (LwWindow *self);
void lw_window_say_deleted (LwWindow *self, const char *text);

/// The commands for what is selected.
void lw_window_install_part_actions (LwWindowClass *klass);
void lw_window_install_clipboard_actions (LwWindowClass *klass);
void lw_window_add_edit (LwWindow *self);
void lw_window_update_edit (LwWindow *self);
void lw_window_show_edit_menu (LwWindow *self, double x, double y); ///< px, on the canvas
/// One step of the document, which selects what was made (of LwElementRef; NULL: what it is). Takes
/// the mechanism and the error over; false when there is none, which is told of.
bool
lw_window_edit (LwWindow *self, const char *name, LwMechanism *next, GArray *made, GError *error);
void lw_window_select_refs (LwWindow *self, const GArray *refs);
/// With a toast that offers the way back.
void lw_window_delete_selected (LwWindow *self, const char *name);
/// What a copy is moved by so that it is seen beside the original.
LwPlaneMap lw_window_copy_offset (LwWindow *self);
/// Where the menu was asked for, or the pointer is, m. False when it is not on the canvas.
bool lw_window_get_place (LwWindow *self, double place[2]);

/// What is selected, inspector and outline, undo and redo.
void lw_window_install_edit_actions (LwWindowClass *klass);
void lw_window_add_sidebar (LwWindow *self);
/// The panel under the hood, and the drift laboratory; and show what the toggle says.
void lw_window_install_hood_actions (LwWindowClass *klass);
void lw_window_add_hood (LwWindow *self);
void lw_window_update_hood (LwWindow *self);
/// Large and little, for a projector.
void lw_window_add_presentation (LwWindow *self);
void lw_window_install_focus_actions (LwWindowClass *klass);
void lw_window_add_focus_keys (LwWindow *self);
void lw_window_set_presenting (LwWindow *self, bool presenting);
/// Assembly of the drawing, free motions, and what changes while it runs.
void lw_window_install_mobility_actions (LwWindowClass *klass);
void lw_window_add_wiggle (LwWindow *self);
/// Steps, loops, going on from an instant, and what is told of the memory of a recording.
void lw_window_install_time_actions (LwWindowClass *klass);
void lw_window_follow_time (LwWindow *self);
/// Friction that wedges something is told.
void lw_window_follow_contact (LwWindow *self);
/// A run that failed or broke: what happened, where, and what to try.
void lw_window_install_failure_actions (LwWindowClass *klass);
void lw_window_follow_failures (LwWindow *self);
void lw_window_clear_offers (LwWindow *self);
/// A bushing in the place of a joint and back, and the choice of constants.
void lw_window_install_compliance_actions (LwWindowClass *klass);
void lw_window_add_compliance (LwWindow *self);
/// A change of the run was refused: it is taken back and told of.
void lw_window_take_back (LwWindow *self, const char *message);
/// A new player for the mechanism as it is; false when there can be none.
bool lw_window_renew_player (LwWindow *self);
/// The card of what is selected, where the inspector is not in sight.
void lw_window_update_card (LwWindow *self);

/// The document and its player. set_document takes references; the player must be that of the
/// document's mechanism.
void lw_window_set_document (LwWindow *self, LwDocument *document, LwPlayer *player);
void lw_window_drop_document (LwWindow *self);
/// Numbers are shown in the units of the project of this window.
void lw_window_show_units (LwWindow *self);
/// So many bodies that it is prepared beside the main loop.
bool lw_window_is_large (const LwMechanism *mechanism);
/// Compile it and start its thread; in any thread.
LwPlayer *lw_window_make_player (LwMechanism *mechanism, GError **error);
void lw_window_store_view (LwWindow *self);
void lw_window_apply_view (LwWindow *self, const LwProjectView *view);
void lw_window_show_player (LwWindow *self, LwPlayer *player);
void lw_window_drop_player (LwWindow *self);
/// Its run ends, and nothing shows it any more.
void lw_window_leave_player (LwWindow *self);
LwWindowHost *
lw_window_get_host (LwWindow *self); ///< NULL without a program, and while it is destroyed

/// Do this once nothing would be lost by it: unsaved changes are asked about first.
void lw_window_guard (LwWindow *self, LwWindowFunc next);
void lw_window_forget_next (LwWindow *self);
void lw_window_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns);
void
lw_window_run_file_dialog (LwWindow *self, GtkFileChooserNative *dialog, GCallback response_cb);
/// `file` NULL: that of the document.
void lw_window_write (LwWindow *self, GFile *file, bool overwrite);

/// Choose the layout for a size.
void lw_window_fit_layout (LwWindow *self, int width, int height);
void lw_window_update_parts (LwWindow *self);
void lw_window_update_header (LwWindow *self);
void lw_window_show_message (LwWindow *self, const char *message); ///< NULL hides it

G_END_DECLS
