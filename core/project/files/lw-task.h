// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work in another thread whose result is returned to the requesting thread.
//
// A task holds its source object, a window for example, and the data of the work; releasing the
// last reference to the task releases these too. g_task_run_in_thread () leaves that last reference
// to whichever thread finishes later, so that a window closed at the wrong moment would be
// finalized in the worker thread. Here the task is always finalized in the thread of its context.

#pragma once

#include <gio/gio.h>

/// Calls @p work in another thread without waiting for a free one, like g_task_run_in_thread (). A
/// result is sent as soon as @p work calls g_task_return_*, so that must be its last action.
void lw_task_run (GTask *task, GTaskThreadFunc work);

/// Drops a reference to @p task held by this thread, in the thread of the task's context.
void lw_task_let_go (GTask *task);
