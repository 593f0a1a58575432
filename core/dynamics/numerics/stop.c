// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The public struct has a plain integer, since atomic types of C are none of C++; so the compiler's
// functions for plain types take the place of <stdatomic.h>.

#include "mbd-stop.h"

#include <stddef.h>

_Static_assert(__atomic_always_lock_free (sizeof (int), NULL), "signal handlers take no locks");

void
mbd_stop_token_request (MbdStopToken *token)
{
  __atomic_store_n (&token->requested, 1, __ATOMIC_RELAXED);
}

void
mbd_stop_token_clear (MbdStopToken *token)
{
  __atomic_store_n (&token->requested, 0, __ATOMIC_RELAXED);
}

bool
mbd_stop_token_is_requested (const MbdStopToken *token)
{
  return token != NULL && __atomic_load_n (&token->requested, __ATOMIC_RELAXED) != 0;
}
