// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-largest.h"

#include <math.h>

#include "lw-coupling-paths-private.h"

/// Part of the samples up to the end of a section whose arrows fit into the scale. The peaks of a
/// motor last longer than the remaining part.
#define ORDINARY 0.9
/// Sections of a run: up to this part of its duration, then up to twice that, and so on.
#define FIRST_PART (1.0 / 16)
/// The scale is kept from one section to the next if the new value is at most MOST times the old
/// one (arrows are not cut) and at least LEAST times (arrows are visible).
#define MOST 1.4
#define LEAST 0.4
/// Neighbouring samples are merged at this number of samples.
#define INSTANTS_MAX 4096

typedef struct
{
  double time, value;
} Instant;

struct LwLargest
{
  double first_end; ///< s, end of the first section
  GArray *instants; ///< array of Instant, in order of time
  GArray *values;   ///< array of double, scratch
  guint section;    ///< section of the last result ...
  guint n;          ///< ... and the number of samples it is based on
  double answer;
};

LwLargest *
lw_largest_new (double duration)
{
  LwLargest *self = g_new0 (LwLargest, 1);

  self->first_end = duration > 0 && isfinite (duration) ? FIRST_PART * duration : 1;
  self->instants = g_array_new (FALSE, FALSE, sizeof (Instant));
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

LwLargest *
lw_largest_copy (const LwLargest *self)
{
  LwLargest *copy = lw_largest_new (0);

  copy->first_end = self->first_end;
  g_array_append_vals (copy->instants, self->instants->data, self->instants->len);
  return copy;
}

void
lw_largest_free (LwLargest *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->instants);
  g_array_unref (self->values);
  g_free (self);
}

static Instant *
get (const LwLargest *self, guint i)
{
  return &g_array_index (self->instants, Instant, i);
}

static void
thin_out (LwLargest *self)
{
  guint n = 0;

  for (guint i = 0; i + 1 < self->instants->len; i += 2)
    *get (self, n++) =
      (Instant){ get (self, i + 1)->time, MAX (get (self, i)->value, get (self, i + 1)->value) };
  g_array_set_size (self->instants, n);
}

void
lw_largest_add (LwLargest *self, double time, double value)
{
  const guint n = self->instants->len;
  const Instant instant = { time, value };

  if (!isfinite (value) || (n > 0 && !(time > get (self, n - 1)->time)))
    return;
  g_array_append_val (self->instants, instant);
  if (self->instants->len >= INSTANTS_MAX)
    thin_out (self);
}

void
lw_largest_forget_after (LwLargest *self, double time)
{
  guint n = self->instants->len;

  while (n > 0 && get (self, n - 1)->time > time)
    n--;
  g_array_set_size (self->instants, n);
  self->n = 0;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

/// Returns the ORDINARY quantile of the values up to time `end`, s; 0 if there are none.
static double
find_ordinary (LwLargest *self, double end)
{
  g_array_set_size (self->values, 0);
  for (guint i = 0; i < self->instants->len && (i == 0 || get (self, i)->time <= end); i++)
    g_array_append_val (self->values, get (self, i)->value);
  if (self->values->len == 0)
    return 0;
  g_array_sort (self->values, compare_doubles);
  return g_array_index (self->values, double, (guint) (ORDINARY * (self->values->len - 1)));
}

double
lw_largest_at (LwLargest *self, double time)
{
  guint section = 0;
  double end = self->first_end;

  for (; end < time; end *= 2)
    section++;
  if (self->n == self->instants->len && self->section == section && self->n > 0)
    return self->answer;
  self->answer = 0;
  end = self->first_end;
  for (guint i = 0; i <= section; i++, end *= 2) {
    const double ordinary = find_ordinary (self, end);

    if (ordinary > MOST * self->answer || ordinary < LEAST * self->answer)
      self->answer = ordinary;
  }
  self->section = section;
  self->n = self->instants->len;
  return self->answer;
}

/// Computes the largest value that lw_scene_frame_observe () would find.
double
lw_scene_largest_reaction (const LwScene *scene,
                           MbdState *state,
                           const MbdIntegratorContact *contacts,
                           size_t n_contacts)
{
  const double most = lw_scene_most_contact (scene);
  double largest = 0;

  for (guint i = 0; i < scene->n_joints; i++) {
    MbdWrench wrench;

    if (!lw_scene_shows_reaction (scene, state, &scene->joints[i]))
      continue;
    mbd_state_reaction (state, scene->joints[i].index, 0, MBD_AXES_WORLD, &wrench);
    largest = fmax (largest, hypot (hypot (wrench.force[0], wrench.force[1]), wrench.force[2]));
  }
  for (size_t i = 0; i < n_contacts; i++) {
    const double size = hypot (contacts[i].normal_force, contacts[i].friction_force);

    if (contacts[i].normal_force > 0 && isfinite (size))
      largest = fmax (largest, fmin (size, most));
  }
  return largest;
}
