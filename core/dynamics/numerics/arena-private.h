// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that is taken piece by piece and given back at once. A failure is remembered, so that a
// caller may take many pieces and look once.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct MbdArenaPiece MbdArenaPiece;

typedef struct
{
  MbdArenaPiece *pieces;
  bool failed;
} MbdArena;

/// Zeroed memory for count elements, aligned to 64 bytes; NULL and `failed` when there is none. A
/// count of 0 gives a valid pointer.
void *mbd_arena_take (MbdArena *arena, size_t count, size_t size);
void mbd_arena_clear (MbdArena *arena);

#define MBD_TAKE(arena, type, count)                                                               \
  ((type *) mbd_arena_take ((arena), (size_t) (count), sizeof (type)))
