// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that is freed in one call.

#include "arena-private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
  ALIGNMENT = 64
};

struct MbdArenaPiece
{
  MbdArenaPiece *next;
};

void *
mbd_arena_take (MbdArena *arena, size_t count, size_t size)
{
  // Elements without parameters have the size 0.
  if (arena->failed || (size > 0 && count > (SIZE_MAX - 2 * ALIGNMENT) / size)) {
    arena->failed = true;
    return NULL;
  }
  size_t bytes = (count * size + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  MbdArenaPiece *piece = aligned_alloc (ALIGNMENT, bytes + ALIGNMENT);
  if (piece == NULL) {
    arena->failed = true;
    return NULL;
  }
  piece->next = arena->pieces;
  arena->pieces = piece;
  return memset ((char *) piece + ALIGNMENT, 0, bytes);
}

void
mbd_arena_clear (MbdArena *arena)
{
  while (arena->pieces != NULL) {
    MbdArenaPiece *next = arena->pieces->next;
    free (arena->pieces);
    arena->pieces = next;
  }
}
