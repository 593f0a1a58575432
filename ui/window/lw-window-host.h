// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interface of the application as used by its windows.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "lw-recovery.h"

G_BEGIN_DECLS

#define LW_TYPE_WINDOW_HOST (lw_window_host_get_type ())
G_DECLARE_INTERFACE (LwWindowHost, lw_window_host, LW, WINDOW_HOST, GtkApplication)

struct _LwWindowHostInterface
{
  GTypeInterface parent_interface;

  LwRecovery *(*get_recovery) (LwWindowHost *self);
  bool (*get_quitting) (LwWindowHost *self);
  void (*set_quitting) (LwWindowHost *self, bool quitting);
};

LwRecovery *lw_window_host_get_recovery (LwWindowHost *self); ///< NULL before startup
/// Returns true while all windows are being closed.
bool lw_window_host_get_quitting (LwWindowHost *self);
void lw_window_host_set_quitting (LwWindowHost *self, bool quitting);

G_END_DECLS
