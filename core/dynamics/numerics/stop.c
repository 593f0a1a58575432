// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stop requests. The public struct holds a plain integer because C's atomic types do not exist in
// C++; so the compiler's functions for plain types replace <stdatomic.h>.

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
