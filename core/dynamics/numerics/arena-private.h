// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that is allocated in pieces and freed in one call. A failure is recorded, so that a caller
// may allocate many pieces and check once.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct MbdArenaPiece MbdArenaPiece;

typedef struct
{
  MbdArenaPiece *pieces;
  bool failed;
} MbdArena;

/// Returns zeroed memory for count elements, aligned to 64 bytes. Returns NULL and sets `failed` if
/// there is not enough memory. A count of 0 yields a valid pointer.
void *mbd_arena_take (MbdArena *arena, size_t count, size_t size);
void mbd_arena_clear (MbdArena *arena);

#define MBD_TAKE(arena, type, count)                                                               \
  ((type *) mbd_arena_take ((arena), (size_t) (count), sizeof (type)))
