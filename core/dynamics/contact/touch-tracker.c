// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detection of shapes that begin and end to touch from step to step, for time stepping, which has
// contact points but no instants. The points of a step are summed by pairs in a hash table; the
// pairs that touched in the step before are kept in a list. A pair touches when it presses; it
// parts when it no longer presses and there is a small gap between the shapes, so that resting
// shapes do not part and meet again.
//
// Shapes that meet within a step get only the part of the impulse that stops them where they meet,
// and the rest in the next step. So the begin is reported a step later, with both.

#include "touch-tracker-private.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  unsigned long step; // free if of another step
  int a, b;
  double impulse, gap;
  bool known; // True if it touched before
} Entry;

typedef struct
{
  int a, b;
  bool fresh;     // true if it began in the step before
  double impulse; // then: of that step
} Pair;

struct MbdTouchTracker
{
  Entry *entries;
  size_t capacity; // power of two
  size_t *order;   // indices of the entries of this step, in order of appearance
  size_t n_order;
  Pair *pairs; // pairs that touch
  size_t n_pairs, most_pairs;
  unsigned long step;
  bool begun; // True if pairs come from a step before
};

MbdTouchTracker *
mbd_touch_tracker_new (void)
{
  return calloc (1, sizeof (MbdTouchTracker));
}

void
mbd_touch_tracker_free (MbdTouchTracker *self)
{
  if (self == NULL)
    return;
  free (self->entries);
  free (self->order);
  free (self->pairs);
  free (self);
}

void
mbd_touch_tracker_reset (MbdTouchTracker *self)
{
  self->n_pairs = 0;
  self->begun = false;
}

/// Reserves room for a step of `n_points`; allocates only if there are more than ever before.
static bool
reserve (MbdTouchTracker *self, size_t n_points)
{
  size_t capacity = self->capacity > 0 ? self->capacity : 64;

  while (capacity < 2 * n_points)
    capacity *= 2;
  if (capacity != self->capacity) {
    Entry *entries = calloc (capacity, sizeof *entries);
    size_t *order = malloc (capacity * sizeof *order);
    if (entries == NULL || order == NULL) {
      free (entries);
      free (order);
      return false;
    }
    free (self->entries);
    free (self->order);
    self->entries = entries;
    self->order = order;
    self->capacity = capacity;
  }
  // All pairs of a step may touch, in addition to those that touched.
  if (self->n_pairs + n_points > self->most_pairs) {
    const size_t most = 2 * (self->n_pairs + n_points);
    Pair *pairs = realloc (self->pairs, most * sizeof *pairs);
    if (pairs == NULL)
      return false;
    self->pairs = pairs;
    self->most_pairs = most;
  }
  return true;
}

/// Returns the place of a pair: its entry of this step, or a free one.
static size_t
find (const MbdTouchTracker *self, int a, int b)
{
  const uint64_t key = ((uint64_t) (uint32_t) a << 32) | (uint32_t) b;
  size_t place = (size_t) ((key * UINT64_C (0x9e3779b97f4a7c15)) >> 20) & (self->capacity - 1);

  while (self->entries[place].step == self->step
         && (self->entries[place].a != a || self->entries[place].b != b))
    place = (place + 1) & (self->capacity - 1);
  return place;
}

static void
add_point (MbdTouchTracker *self, const MbdPileContact *contact)
{
  const int a = contact->shape_a < contact->shape_b ? contact->shape_a : contact->shape_b;
  const int b = contact->shape_a < contact->shape_b ? contact->shape_b : contact->shape_a;
  const size_t place = find (self, a, b);
  Entry *entry = &self->entries[place];

  if (entry->step != self->step) {
    *entry = (Entry){ .step = self->step, .a = a, .b = b, .gap = INFINITY };
    self->order[self->n_order++] = place;
  }
  entry->impulse += contact->normal_impulse;
  entry->gap = fmin (entry->gap, contact->gap);
}

/// Reports a pair that began in the step before; `rest` N s: its impulse in this step.
static void
tell_begin (Pair *pair, double rest, MbdTouchTold tell, void *data)
{
  if (pair->fresh)
    tell (data, pair->a, pair->b, true, pair->impulse + rest);
  pair->fresh = false;
}

void
mbd_touch_tracker_flush (MbdTouchTracker *self, MbdTouchTold tell, void *data)
{
  for (size_t i = 0; i < self->n_pairs; i++)
    tell_begin (&self->pairs[i], 0, tell, data);
}

bool
mbd_touch_tracker_step (MbdTouchTracker *self,
                        const MbdPileContact *contacts,
                        int n,
                        double slack,
                        MbdTouchTold tell,
                        void *data)
{
  size_t kept = 0;

  if (!reserve (self, (size_t) n))
    return false;
  self->step++;
  self->n_order = 0;
  for (int i = 0; i < n; i++)
    add_point (self, &contacts[i]);
  for (size_t i = 0; i < self->n_pairs; i++) {
    Entry *entry = &self->entries[find (self, self->pairs[i].a, self->pairs[i].b)];
    tell_begin (&self->pairs[i], entry->step == self->step ? entry->impulse : 0, tell, data);
    if (entry->step == self->step && (entry->impulse > 0 || entry->gap <= slack)) {
      entry->known = true;
      self->pairs[kept++] = self->pairs[i];
    } else {
      tell (data, self->pairs[i].a, self->pairs[i].b, false, 0);
    }
  }
  self->n_pairs = kept;
  for (size_t i = 0; i < self->n_order; i++) {
    const Entry *entry = &self->entries[self->order[i]];
    if (entry->known || !(entry->impulse > 0))
      continue;
    // Contacts present from the start do not begin.
    self->pairs[self->n_pairs++] = (Pair){ entry->a, entry->b, self->begun, entry->impulse };
  }
  self->begun = true;
  return true;
}
