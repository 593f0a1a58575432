// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the window share.

#pragma once

#include "lw-adaptive.h"
#include "lw-canvas.h"
#include "lw-plots-dock.h"
#include "lw-start-page.h"
#include "lw-status-line.h"
#include "lw-transport.h"
#include "lw-window.h"

G_BEGIN_DECLS

typedef enum
{
  LW_LAYOUT_WIDE,
  LW_LAYOUT_FOLDED, ///< the sidebar lies over the canvas
  LW_LAYOUT_NARROW, ///< one part at a time
} LwLayout;

struct _LwWindow
{
  AdwApplicationWindow parent_instance;

  // Owned
  LwPlayer *player;
  GCancellable *opening; ///< NULL while nothing is being read
  GSettings *settings;   ///< NULL without the schema
  char *part;            ///< what a narrow window shows: canvas, plots, inspector

  // Template children
  AdwFlap *flap;
  AdwWindowTitle *title;
  GtkBox *mechanism_box;
  GtkOverlay *canvas_overlay;
  GtkWidget *search_button; ///< of the start page
  GtkWidget *open_button;
  AdwButtonContent *open_content;
  GtkWidget *new_button;
  GtkWidget *sidebar;
  GtkWidget *sidebar_button;
  GtkWidget *plots_button;
  GtkWidget *switcher;
  GtkRevealer *message_revealer;
  GtkLabel *message_label;
  GtkRevealer *notes_revealer;
  GtkLabel *notes_label;
  GtkStack *stack;
  GtkPaned *paned;
  LwCanvas *canvas;
  LwTransport *transport;
  LwPlotsDock *plots_dock;
  LwStatusLine *status_line;
  LwStartPage *start_page;

  LwLayout layout;
  guint tick_id;
  double speed;
  bool show_plots;
  bool show_sidebar;
  bool plots_when_high;   ///< for when the window is high enough again
  bool sidebar_when_wide; ///< for when it is wide enough again
  bool low;
  bool dock_placed;
};

void lw_window_install_actions (LwWindowClass *klass);
void lw_window_install_file_actions (LwWindowClass *klass);
void lw_window_add_keys (LwWindow *self);
/// Enable what makes sense now.
void lw_window_update_actions (LwWindow *self);
/// Choose the layout for a size.
void lw_window_fit_layout (LwWindow *self, int width, int height);
void lw_window_update_parts (LwWindow *self);
void lw_window_update_header (LwWindow *self);
void lw_window_show_message (LwWindow *self, const char *message); ///< NULL hides it

G_END_DECLS
