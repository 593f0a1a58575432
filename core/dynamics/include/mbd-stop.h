// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a computation is asked to end early.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"

MBD_BEGIN_DECLS

/// A request to end, which any number of computations can watch. Set to zero ({ 0 }; {} in C++) it
/// is not requested. It holds no memory of its own: whoever declares it keeps it in place until
/// nothing watches it any more and nobody can request it.
///
/// Any thread and any signal handler may request, and any may look, at the same time: nothing locks
/// or waits. A request orders nothing else between threads; that remains the matter of what ends
/// the computation, joining its thread for example.
typedef struct
{
  int requested; ///< for the functions below only
} MbdStopToken;

/// What watches the token ends as soon as it can, with MBD_STATUS_STOPPED. Once is enough.
void mbd_stop_token_request (MbdStopToken *token);
/// Take the request back, for the next computation; one that is under way may have seen it or not.
void mbd_stop_token_clear (MbdStopToken *token);
/// NULL: no.
bool mbd_stop_token_is_requested (const MbdStopToken *token);

MBD_END_DECLS
