// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Request to end a computation early.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"

MBD_BEGIN_DECLS

/// A request to end, which any number of computations can watch. If set to zero ({ 0 }; {} in C++)
/// it is not requested. It owns no memory: its owner must keep it in place until nothing watches it
/// any more and no thread can request it.
///
/// Any thread and any signal handler may request and any thread may check at the same time, without
/// locking or waiting. A request does not order other memory accesses between threads; the end of
/// the computation does, for example joining its thread.
typedef struct
{
  int requested; ///< used only by the functions below
} MbdStopToken;

/// Requests the end of all computations that watch the token: they end as soon as they can, with
/// MBD_STATUS_STOPPED. One request is enough.
void mbd_stop_token_request (MbdStopToken *token);
/// Withdraws the request, for the next computation; a computation in progress may or may not have
/// detected it.
void mbd_stop_token_clear (MbdStopToken *token);
/// Returns true if the end has been requested; false if `token` is NULL.
bool mbd_stop_token_is_requested (const MbdStopToken *token);

MBD_END_DECLS
