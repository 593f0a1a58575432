// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// After the most frequent colours, each further entry is the colour farthest from all entries so
// far (Gonzalez, Clustering to minimize the maximum intercluster distance, 1985): the largest
// distance is then at most twice the smallest possible one.

#include "lw-colour-table.h"

/// Number of most frequent colours: background, grid, bodies and lines of a drawing.
#define EXACT 64u
/// Most candidates: photographs have more colours than drawings; rare ones are then left out.
#define CANDIDATES_MAX 65536u
#define N_RGB (1u << 24)

typedef struct
{
  guint32 colour;
  guint64 count;  ///< number of pixels in all pictures
  guint distance; ///< squared distance to the nearest entry
} Candidate;

struct _LwColourTable
{
  GHashTable *counts; ///< colour to index in `candidates`
  GArray *candidates; ///< array of Candidate
  guint32 chosen[LW_COLOUR_TABLE_MAX];
  guint n_chosen;
  guint8 *places; ///< by colour: 1 + index of the nearest entry; 0 if not searched yet
};

LwColourTable *
lw_colour_table_new (void)
{
  LwColourTable *self = g_new0 (LwColourTable, 1);

  self->counts = g_hash_table_new (NULL, NULL);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  self->places = g_malloc0 (N_RGB);
  return self;
}

void
lw_colour_table_free (LwColourTable *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->counts);
  g_array_unref (self->candidates);
  g_free (self->places);
  g_free (self);
}

static void
add_run (LwColourTable *self, guint32 colour, gsize n)
{
  gpointer place;

  if (g_hash_table_lookup_extended (self->counts, GUINT_TO_POINTER (colour), NULL, &place))
    g_array_index (self->candidates, Candidate, GPOINTER_TO_UINT (place)).count += n;
  else {
    g_hash_table_insert (self->counts, GUINT_TO_POINTER (colour),
                         GUINT_TO_POINTER (self->candidates->len));
    g_array_append_vals (self->candidates, &(Candidate){ colour, n, G_MAXUINT }, 1);
  }
}

void
lw_colour_table_add (LwColourTable *self, const guint32 *pixels, gsize n)
{
  gsize begin = 0;

  // Most pixels equal the previous one.
  for (gsize i = 1; i <= n; i++)
    if (i == n || pixels[i] != pixels[begin]) {
      add_run (self, pixels[begin], i - begin);
      begin = i;
    }
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a;
  const Candidate *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return (x->colour > y->colour) - (x->colour < y->colour);
}

static guint
get_distance (guint32 a, guint32 b)
{
  guint sum = 0;

  for (int shift = 0; shift < 24; shift += 8) {
    const int d = (int) (a >> shift & 0xff) - (int) (b >> shift & 0xff);

    sum += (guint) (d * d);
  }
  return sum;
}

static void
take (LwColourTable *self, guint32 colour)
{
  self->chosen[self->n_chosen++] = colour;
  for (guint i = 0; i < self->candidates->len; i++) {
    Candidate *candidate = &g_array_index (self->candidates, Candidate, i);

    candidate->distance = MIN (candidate->distance, get_distance (candidate->colour, colour));
  }
}

const guint32 *
lw_colour_table_choose (LwColourTable *self, guint *n)
{
  GArray *candidates = self->candidates;

  g_array_sort (candidates, compare_candidates);
  g_array_set_size (candidates, MIN (candidates->len, CANDIDATES_MAX));
  for (guint i = 0; i < candidates->len && self->n_chosen < EXACT; i++)
    take (self, g_array_index (candidates, Candidate, i).colour);
  while (self->n_chosen < LW_COLOUR_TABLE_MAX) {
    const Candidate *farthest = NULL;

    for (guint i = 0; i < candidates->len; i++) {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (farthest == NULL || candidate->distance > farthest->distance)
        farthest = candidate;
    }
    if (farthest == NULL || farthest->distance == 0)
      break;
    take (self, farthest->colour);
  }
  *n = self->n_chosen;
  return self->chosen;
}

guint
lw_colour_table_find (LwColourTable *self, guint32 colour)
{
  guint best = 0;

  if (self->places[colour] != 0)
    return self->places[colour] - 1u;
  for (guint i = 1; i < self->n_chosen; i++)
    if (get_distance (self->chosen[i], colour) < get_distance (self->chosen[best], colour))
      best = i;
  self->places[colour] = (guint8) (best + 1);
  return best;
}
