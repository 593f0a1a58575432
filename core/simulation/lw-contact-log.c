// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-contact-log.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_MOST (64 * (size_t) 1024 * 1024)

/// Points of a sample; they end where the points of the next one begin.
typedef struct
{
  double time;
  size_t first;
} Sample;

struct LwContactLog
{
  atomic_int references;
  size_t most; ///< memory limit, bytes

  // Protected by the lock.
  pthread_mutex_t lock;
  Sample *samples;
  size_t n_samples, room_for_samples;
  MbdIntegratorContact *contacts;
  size_t n_contacts, room_for_contacts;
  MbdEvent *events;
  size_t n_events, room_for_events;
};

LwContactLog *
lw_contact_log_new (size_t most)
{
  LwContactLog *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  atomic_init (&self->references, 1);
  self->most = most > 0 ? most : USUAL_MOST;
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

LwContactLog *
lw_contact_log_ref (LwContactLog *self)
{
  atomic_fetch_add (&self->references, 1);
  return self;
}

void
lw_contact_log_unref (LwContactLog *self)
{
  if (self == NULL || atomic_fetch_sub (&self->references, 1) != 1)
    return;
  pthread_mutex_destroy (&self->lock);
  free (self->samples);
  free (self->contacts);
  free (self->events);
  free (self);
}

/// Makes room for `more` items after the `n` existing ones, within the memory limit.
static bool
make_room (LwContactLog *self, void **list, size_t *room, size_t n, size_t more, size_t size)
{
  const size_t taken = self->room_for_samples * sizeof *self->samples
                       + self->room_for_contacts * sizeof *self->contacts
                       + self->room_for_events * sizeof *self->events;
  size_t wanted = *room > 0 ? *room : 64;
  void *grown;

  if (n + more <= *room)
    return true;
  while (wanted < n + more)
    wanted += wanted / 2;
  if (taken + (wanted - *room) * size > self->most)
    return false;
  grown = realloc (*list, wanted * size);
  if (grown == NULL)
    return false;
  *list = grown;
  *room = wanted;
  return true;
}

bool
lw_contact_log_add (LwContactLog *self, double time, const MbdIntegratorContact *contacts, size_t n)
{
  bool added;

  pthread_mutex_lock (&self->lock);
  added = make_room (self, (void **) &self->samples, &self->room_for_samples, self->n_samples, 1,
                     sizeof *self->samples)
          && make_room (self, (void **) &self->contacts, &self->room_for_contacts, self->n_contacts,
                        n, sizeof *self->contacts);
  if (added) {
    self->samples[self->n_samples++] = (Sample){ time, self->n_contacts };
    if (n > 0)
      memcpy (self->contacts + self->n_contacts, contacts, n * sizeof *contacts);
    self->n_contacts += n;
  }
  pthread_mutex_unlock (&self->lock);
  return added;
}

void
lw_contact_log_add_events (LwContactLog *self, const MbdEvent *events, size_t n)
{
  pthread_mutex_lock (&self->lock);
  if (n > 0
      && make_room (self, (void **) &self->events, &self->room_for_events, self->n_events, n,
                    sizeof *self->events)) {
    memcpy (self->events + self->n_events, events, n * sizeof *events);
    self->n_events += n;
  }
  pthread_mutex_unlock (&self->lock);
}

void
lw_contact_log_truncate (LwContactLog *self, double time)
{
  pthread_mutex_lock (&self->lock);
  while (self->n_samples > 0 && self->samples[self->n_samples - 1].time > time)
    self->n_contacts = self->samples[--self->n_samples].first;
  while (self->n_events > 0 && self->events[self->n_events - 1].time > time)
    self->n_events--;
  pthread_mutex_unlock (&self->lock);
}

/// Returns the number of samples that are not after a time.
static size_t
samples_until (const LwContactLog *self, double time)
{
  size_t low = 0, high = self->n_samples;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (self->samples[middle].time <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t
lw_contact_log_get (LwContactLog *self, double time, MbdIntegratorContact *contacts, size_t most)
{
  size_t n = 0, found;

  pthread_mutex_lock (&self->lock);
  found = samples_until (self, time);
  if (found > 0) {
    const size_t first = self->samples[found - 1].first;

    n = (found < self->n_samples ? self->samples[found].first : self->n_contacts) - first;
    if (n > 0 && most > 0)
      memcpy (contacts, self->contacts + first, (n < most ? n : most) * sizeof *contacts);
  }
  pthread_mutex_unlock (&self->lock);
  return n;
}

size_t
lw_contact_log_get_events (LwContactLog *self, size_t first, MbdEvent *events, size_t most)
{
  size_t n;

  pthread_mutex_lock (&self->lock);
  n = self->n_events;
  if (first < n && most > 0)
    memcpy (events, self->events + first, (n - first < most ? n - first : most) * sizeof *events);
  pthread_mutex_unlock (&self->lock);
  return n;
}
