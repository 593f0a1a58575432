// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Samples are stored in chunks of 1024, column by column, so that a column of a chunk is
// contiguous. A root of fixed size points to pages of 1024 chunks each: nothing is ever moved, so a
// reader can follow the pointers while the writer appends. All data of a sample (chunk, page,
// summaries) is written before the sample count is published by a release store, and a reader
// accesses only samples below the count it has acquired; hence no lock and no race.
//
// Summaries form a tree of factor 32 over the samples: 32, 1024 (a chunk), 32 chunks, 1024 chunks
// (a page). A node is written once, when its last sample arrives. The integrals of a node are over
// the segments that end at its samples, so that neighbours can be added; the segment that leads to
// the first sample of a range is subtracted again.

#include "lw-recording.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
  FANOUT = 32,
  CHUNK_SAMPLES = FANOUT * FANOUT,
  PAGE_CHUNKS = FANOUT * FANOUT,
  ROOT_PAGES = 1024,
};
#define PAGE_SAMPLES ((size_t) CHUNK_SAMPLES * PAGE_CHUNKS)

/// Smallest and largest finite value of a node; minimum > maximum if no value is finite. Integrals
/// by the trapezoidal rule over the segments with two finite ends.
typedef struct
{
  double minimum, maximum;
  LwRecordingIntegrals integrals;
} Range;

typedef struct
{
  double *values; ///< [column][stride]
  Range *blocks;  ///< [column][n_blocks]: of 32 samples each
  Range *whole;   ///< [column]
} Chunk;

typedef struct
{
  _Atomic (Chunk *) chunks[PAGE_CHUNKS];
  Range *groups; ///< [column][n_groups]: of 32 chunks each
  Range *whole;  ///< [column]
} Page;

struct LwRecording
{
  atomic_int ref_count;
  size_t n_columns;
  /// Samples and blocks of a column in a chunk, groups of a column in a page: CHUNK_SAMPLES, FANOUT and
  /// FANOUT, or fewer if that is all
  size_t stride, n_blocks, n_groups;
  size_t limit; ///< samples; used by the writer only
  atomic_size_t n_samples;
  _Atomic (Page *) pages[ROOT_PAGES];
};

static const Range EMPTY_RANGE = { .minimum = INFINITY, .maximum = -INFINITY };

static inline void
include_value (Range *range, double value)
{
  if (!isfinite (value))
    return;
  if (value < range->minimum)
    range->minimum = value;
  if (value > range->maximum)
    range->maximum = value;
}

static inline void
include_range (Range *range, const Range *part)
{
  if (part->minimum < range->minimum)
    range->minimum = part->minimum;
  if (part->maximum > range->maximum)
    range->maximum = part->maximum;
  range->integrals.time += part->integrals.time;
  range->integrals.value += part->integrals.value;
  range->integrals.square += part->integrals.square;
}

static void
chunk_free (Chunk *chunk)
{
  if (chunk == NULL)
    return;
  free (chunk->values);
  free (chunk->blocks);
  free (chunk->whole);
  free (chunk);
}

static void *(*_Atomic allocator) (size_t size);

void
lw_recording_set_allocator (void *(*allocate) (size_t size))
{
  atomic_store (&allocator, allocate);
}

static void *
take (size_t size)
{
  void *(*const allocate) (size_t) = atomic_load (&allocator);

  return allocate != NULL ? allocate (size) : malloc (size);
}

static void *
take_cleared (size_t size)
{
  void *memory = take (size);

  if (memory != NULL)
    memset (memory, 0, size);
  return memory;
}

static Chunk *
chunk_new (const LwRecording *self)
{
  Chunk *chunk = take_cleared (sizeof *chunk);

  if (chunk == NULL)
    return NULL;
  chunk->values = take (self->n_columns * self->stride * sizeof (double));
  chunk->blocks = take (self->n_columns * self->n_blocks * sizeof (Range));
  chunk->whole = take (self->n_columns * sizeof (Range));
  if (chunk->values == NULL || chunk->blocks == NULL || chunk->whole == NULL) {
    chunk_free (chunk);
    return NULL;
  }
  return chunk;
}

static void
page_free (Page *page)
{
  if (page == NULL)
    return;
  for (size_t i = 0; i < PAGE_CHUNKS; i++)
    chunk_free (atomic_load_explicit (&page->chunks[i], memory_order_relaxed));
  free (page->groups);
  free (page->whole);
  free (page);
}

static Page *
page_new (const LwRecording *self)
{
  Page *page = take_cleared (sizeof *page);

  if (page == NULL)
    return NULL;
  page->groups = take (self->n_columns * self->n_groups * sizeof (Range));
  page->whole = take (self->n_columns * sizeof (Range));
  if (page->groups == NULL || page->whole == NULL) {
    page_free (page);
    return NULL;
  }
  return page;
}

LwRecording *
lw_recording_new (size_t n_columns)
{
  LwRecording *self;

  // Time is column 0; the largest allocation must not overflow.
  if (n_columns == 0 || n_columns > SIZE_MAX / (CHUNK_SAMPLES * sizeof (Range)))
    return NULL;
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  atomic_init (&self->ref_count, 1);
  self->n_columns = n_columns;
  self->stride = CHUNK_SAMPLES;
  self->n_blocks = FANOUT;
  self->n_groups = FANOUT;
  self->limit = SIZE_MAX;
  return self;
}

LwRecording *
lw_recording_new_sized (size_t n_columns, size_t n_samples)
{
  LwRecording *self = lw_recording_new (n_columns);

  if (self == NULL)
    return NULL;
  lw_recording_set_limit (self, n_samples);
  if (n_samples < CHUNK_SAMPLES) {
    self->stride = n_samples > 0 ? n_samples : 1;
    self->n_blocks = (self->stride + FANOUT - 1) / FANOUT;
    self->n_groups = 1;
  }
  return self;
}

void
lw_recording_set_limit (LwRecording *self, size_t n_samples)
{
  self->limit = n_samples != 0 ? n_samples : SIZE_MAX;
}

size_t
lw_recording_size (size_t n_columns, size_t n_samples)
{
  // A sample and its part of its block; higher levels take less than a thousandth of it.
  return n_columns * n_samples * sizeof (double)
         + n_columns * (n_samples / FANOUT) * sizeof (Range);
}

LwRecording *
lw_recording_ref (LwRecording *self)
{
  atomic_fetch_add_explicit (&self->ref_count, 1, memory_order_relaxed);
  return self;
}

void
lw_recording_unref (LwRecording *self)
{
  if (self == NULL || atomic_fetch_sub_explicit (&self->ref_count, 1, memory_order_acq_rel) > 1)
    return;
  for (size_t i = 0; i < ROOT_PAGES; i++)
    page_free (atomic_load_explicit (&self->pages[i], memory_order_relaxed));
  free (self);
}

size_t
lw_recording_n_columns (const LwRecording *self)
{
  return self->n_columns;
}

size_t
lw_recording_n_samples (const LwRecording *self)
{
  return atomic_load_explicit (&self->n_samples, memory_order_acquire);
}

static inline Page *
page_of (const LwRecording *self, size_t sample)
{
  return atomic_load_explicit (&self->pages[sample / PAGE_SAMPLES], memory_order_acquire);
}

static inline Chunk *
chunk_of (const LwRecording *self, size_t sample)
{
  const Page *page = page_of (self, sample);

  return atomic_load_explicit (&page->chunks[sample / CHUNK_SAMPLES % PAGE_CHUNKS],
                               memory_order_acquire);
}

/// Returns the chunk that will hold `sample`, creating it and its page if necessary. Returns NULL
/// if memory is exhausted.
static Chunk *
ensure_chunk (LwRecording *self, size_t sample)
{
  Page *page;
  Chunk *chunk;

  if (sample / PAGE_SAMPLES >= ROOT_PAGES)
    return NULL;
  page = page_of (self, sample);
  if (page == NULL) {
    page = page_new (self);
    if (page == NULL)
      return NULL;
    atomic_store_explicit (&self->pages[sample / PAGE_SAMPLES], page, memory_order_release);
  }
  chunk = chunk_of (self, sample);
  if (chunk == NULL) {
    chunk = chunk_new (self);
    if (chunk != NULL)
      atomic_store_explicit (&page->chunks[sample / CHUNK_SAMPLES % PAGE_CHUNKS], chunk,
                             memory_order_release);
  }
  return chunk;
}

/// Adds the segment that ends at `sample`, with `sign`.
static void
include_segment (const LwRecording *self,
                 size_t column,
                 size_t sample,
                 double sign,
                 LwRecordingIntegrals *integrals)
{
  double h, a, b;

  if (sample == 0)
    return;
  h = sign * (lw_recording_value (self, 0, sample) - lw_recording_value (self, 0, sample - 1));
  a = lw_recording_value (self, column, sample - 1);
  b = lw_recording_value (self, column, sample);
  if (!isfinite (a) || !isfinite (b))
    return;
  integrals->time += h;
  integrals->value += 0.5 * h * (a + b);
  // Integral of the square of the straight line between the two.
  integrals->square += h * (a * a + a * b + b * b) / 3.0;
}

/// Writes the summary of every node of which `sample` is the last one.
static void
summarise (LwRecording *self, size_t sample)
{
  const size_t end = sample + 1;
  Chunk *chunk = chunk_of (self, sample);
  Page *page = page_of (self, sample);
  const size_t block = sample % CHUNK_SAMPLES / FANOUT;
  const size_t group = sample / CHUNK_SAMPLES % PAGE_CHUNKS / FANOUT;

  if (end % FANOUT != 0)
    return;
  for (size_t column = 0; column < self->n_columns; column++) {
    const double *values = chunk->values + column * self->stride + block * FANOUT;
    Range range = EMPTY_RANGE;

    for (size_t i = 0; i < FANOUT; i++) {
      include_value (&range, values[i]);
      include_segment (self, column, end - FANOUT + i, 1.0, &range.integrals);
    }
    chunk->blocks[column * self->n_blocks + block] = range;
  }

  if (end % CHUNK_SAMPLES != 0)
    return;
  for (size_t column = 0; column < self->n_columns; column++) {
    chunk->whole[column] = EMPTY_RANGE;
    for (size_t i = 0; i < FANOUT; i++)
      include_range (&chunk->whole[column], &chunk->blocks[column * self->n_blocks + i]);
  }

  if (end % ((size_t) CHUNK_SAMPLES * FANOUT) != 0)
    return;
  for (size_t column = 0; column < self->n_columns; column++) {
    Range range = EMPTY_RANGE;

    for (size_t i = 0; i < FANOUT; i++)
      include_range (&range, &chunk_of (self, sample - i * CHUNK_SAMPLES)->whole[column]);
    page->groups[column * self->n_groups + group] = range;
  }

  if (end % PAGE_SAMPLES != 0)
    return;
  for (size_t column = 0; column < self->n_columns; column++) {
    page->whole[column] = EMPTY_RANGE;
    for (size_t i = 0; i < FANOUT; i++)
      include_range (&page->whole[column], &page->groups[column * self->n_groups + i]);
  }
}

bool
lw_recording_append (LwRecording *self, const double *sample)
{
  const size_t n = atomic_load_explicit (&self->n_samples, memory_order_relaxed);
  Chunk *chunk = n < self->limit ? ensure_chunk (self, n) : NULL;

  if (chunk == NULL)
    return false;
  for (size_t column = 0; column < self->n_columns; column++)
    chunk->values[column * self->stride + n % CHUNK_SAMPLES] = sample[column];
  summarise (self, n);
  atomic_store_explicit (&self->n_samples, n + 1, memory_order_release);
  return true;
}

LwRecording *
lw_recording_new_thinned (const LwRecording *self, size_t n, size_t stride)
{
  LwRecording *thinned = lw_recording_new (self->n_columns);
  double *sample = malloc (self->n_columns * sizeof *sample);
  bool done = thinned != NULL && sample != NULL;

  for (size_t i = 0; done && i < n; i += stride) {
    lw_recording_sample (self, i, sample);
    done = lw_recording_append (thinned, sample);
  }
  free (sample);
  if (done)
    return thinned;
  lw_recording_unref (thinned);
  return NULL;
}

double
lw_recording_value (const LwRecording *self, size_t column, size_t sample)
{
  return chunk_of (self, sample)->values[column * self->stride + sample % CHUNK_SAMPLES];
}

double
lw_recording_end (const LwRecording *self)
{
  const size_t n = lw_recording_n_samples (self);

  return n > 0 ? lw_recording_value (self, 0, n - 1) : 0;
}

void
lw_recording_sample (const LwRecording *self, size_t sample, double *values)
{
  const Chunk *chunk = chunk_of (self, sample);

  for (size_t column = 0; column < self->n_columns; column++)
    values[column] = chunk->values[column * self->stride + sample % CHUNK_SAMPLES];
}

/// Finds the largest node that begins at `first` and ends at or before `last`. Returns its length.
static size_t
take_node (const LwRecording *self, size_t column, size_t first, size_t last, Range *range)
{
  const size_t room = last - first;
  const size_t group_samples = (size_t) CHUNK_SAMPLES * FANOUT;

  if (first % FANOUT != 0 || room < FANOUT) {
    include_value (range, lw_recording_value (self, column, first));
    include_segment (self, column, first, 1.0, &range->integrals);
    return 1;
  }
  if (first % CHUNK_SAMPLES != 0 || room < CHUNK_SAMPLES) {
    const size_t block = first % CHUNK_SAMPLES / FANOUT;

    include_range (range, &chunk_of (self, first)->blocks[column * self->n_blocks + block]);
    return FANOUT;
  }
  if (first % group_samples != 0 || room < group_samples) {
    include_range (range, &chunk_of (self, first)->whole[column]);
    return CHUNK_SAMPLES;
  }
  if (first % PAGE_SAMPLES != 0 || room < PAGE_SAMPLES) {
    const size_t group = first % PAGE_SAMPLES / group_samples;

    include_range (range, &page_of (self, first)->groups[column * self->n_groups + group]);
    return group_samples;
  }
  include_range (range, &page_of (self, first)->whole[column]);
  return PAGE_SAMPLES;
}

bool
lw_recording_range (const LwRecording *self,
                    size_t column,
                    size_t first,
                    size_t last,
                    double *minimum,
                    double *maximum)
{
  const size_t n = lw_recording_n_samples (self);
  Range range = EMPTY_RANGE;

  if (last > n)
    last = n;
  while (first < last)
    first += take_node (self, column, first, last, &range);
  if (range.minimum > range.maximum)
    return false;
  *minimum = range.minimum;
  *maximum = range.maximum;
  return true;
}

LwRecordingIntegrals
lw_recording_integrate (const LwRecording *self, size_t column, size_t first, size_t last)
{
  const size_t n = lw_recording_n_samples (self);
  Range range = EMPTY_RANGE;

  if (last > n)
    last = n;
  for (size_t i = first; i < last;)
    i += take_node (self, column, i, last, &range);
  if (first < last)
    include_segment (self, column, first, -1.0, &range.integrals);
  return range.integrals;
}

size_t
lw_recording_find (const LwRecording *self, double t)
{
  size_t low = 0, high = lw_recording_n_samples (self);

  // The result is in [low, high).
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;

    if (lw_recording_value (self, 0, middle) <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}
