// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the window share.

#pragma once

#include "lw-canvas.h"
#include "lw-plots-dock.h"
#include "lw-status-line.h"
#include "lw-transport.h"
#include "lw-window.h"

G_BEGIN_DECLS

struct _LwWindow
{
  AdwApplicationWindow parent_instance;

  // Owned
  LwPlayer *player;
  GCancellable *opening; ///< NULL while nothing is being read
  GSettings *settings;   ///< NULL without the schema

  // Template children
  AdwWindowTitle *title;
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

  guint tick_id;
  double speed;
  bool show_plots;
  bool dock_placed;
};

void lw_window_install_actions (LwWindowClass *klass);
void lw_window_add_keys (LwWindow *self);
/// Enable what makes sense now.
void lw_window_update_actions (LwWindow *self);
void lw_window_show_message (LwWindow *self, const char *message); ///< NULL hides it

G_END_DECLS
