// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For what may take only so long: the time of the processor. Nothing is given up because the
// machine is busy, or the program was stopped for a while.

#pragma once

#include <glib.h>

/// Processor time of the calling thread since it was begun, us.
gint64 lw_thread_time (void);
