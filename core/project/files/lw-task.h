// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work in another thread whose result comes back to the thread that asked for it.
//
// A task holds its source, a window for example, and what was given to the work; with the last
// reference to the task these end too. g_task_run_in_thread () leaves that last reference to
// whichever thread is the later one, so a window that is closed at the wrong instant would be taken
// apart by the other thread. Here the task always ends in the thread of its context.

#pragma once

#include <gio/gio.h>

/// Calls @p work at once in another thread, as g_task_run_in_thread (). What it returns by
/// g_task_return_* is on its way at that moment, so that is the last it does.
void lw_task_run (GTask *task, GTaskThreadFunc work);

/// Drops a reference to @p task that this thread holds, in the thread of the task's context.
void lw_task_let_go (GTask *task);
