// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processor time, for time limits that do not depend on how busy the machine is or on how long the
// program was stopped.

#pragma once

#include <glib.h>

/// Processor time of the calling thread since it was begun, us.
gint64 lw_thread_time (void);
