// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sleep: the bodies of an island that have all been calm for half a second keep their positions and
// the impulses of their points, and take no part in steps. Calm is slower than any permitted motion
// of a resting pile, so that no creep is hidden. Bodies with rows of the caller (joints, motors)
// never sleep; the others wake together when one of them
//   - has a different force on it from when it fell asleep,
//   - has been moved or given a speed,
//   - has an awake body within the margin of contact.

#include "pile-private.h"

#include <math.h>
#include <string.h>

static const double calm_time = 0.5;
/// Change of a force, over the force and over g of 1 m/s2, from which it counts as different.
static const double same_force = 1e-9;

static void
wake_group (MbdPile *pile, int group)
{
  for (int i = 1; i < pile->n_bodies; i++)
    if (pile->bodies[i].asleep && pile->bodies[i].group == group) {
      pile->bodies[i].asleep = false;
      pile->bodies[i].calm = 0;
      pile->n_asleep--;
    }
  pile->pairs_known = false;
}

static bool
is_pulled (const MbdPile *pile, int body, const double *forces)
{
  const MbdPileBody *b = &pile->bodies[body];
  const double *v = pile->v + 4 * body;

  if (b->in_row || memcmp (b->x, b->slept_x, sizeof b->x) != 0 || v[0] != 0 || v[1] != 0
      || v[2] != 0)
    return true;
  for (int k = 0; k < 3; k++) {
    const double now = forces != NULL ? forces[3 * body + k] : 0;
    const double unit = k < 2 ? b->mass : b->mass * b->length;
    if (!(fabs (now - b->slept_force[k]) <= same_force * (fabs (b->slept_force[k]) + unit)))
      return true;
  }
  return false;
}

void
mbd_pile_wake_pulled (MbdPile *pile, const double *forces)
{
  for (int i = 1; i < pile->n_bodies && pile->n_asleep > 0; i++)
    if (pile->bodies[i].asleep && is_pulled (pile, i, forces))
      wake_group (pile, pile->bodies[i].group);
}

bool
mbd_pile_pair_sleeps (const MbdPile *pile, const MbdPilePair *pair)
{
  const int a = pile->pieces[pair->a].body, b = pile->pieces[pair->b].body;

  return (a == 0 || pile->bodies[a].asleep) && (b == 0 || pile->bodies[b].asleep);
}

bool
mbd_pile_wake_touched (MbdPile *pile)
{
  bool woke = false;

  for (int i = 0; i < pile->n_pairs && pile->n_asleep > 0; i++) {
    const MbdPilePair *pair = &pile->pairs[i];
    const int bodies[] = { pile->pieces[pair->a].body, pile->pieces[pair->b].body };
    if (pair->manifold.count == 0 || mbd_pile_pair_sleeps (pile, pair))
      continue;
    for (int side = 0; side < 2; side++)
      if (pile->bodies[bodies[side]].asleep) {
        wake_group (pile, pile->bodies[bodies[side]].group);
        woke = true;
      }
  }
  return woke;
}

static int
root_of (const MbdPile *pile, int body)
{
  while (pile->bodies[body].island_root != body)
    body = pile->bodies[body].island_root;
  return body;
}

static void
put_to_sleep (MbdPile *pile, int body, int group, const double *forces)
{
  MbdPileBody *b = &pile->bodies[body];

  b->asleep = true;
  b->group = group;
  memcpy (b->slept_x, b->x, sizeof b->x);
  for (int k = 0; k < 3; k++)
    b->slept_force[k] = forces != NULL ? forces[3 * body + k] : 0;
  memset (pile->v + 4 * body, 0, 4 * sizeof *pile->v);
  pile->n_asleep++;
}

void
mbd_pile_fall_asleep (MbdPile *pile, double h, const double *forces)
{
  const double calm = pile->settings.calm_speed * mbd_least (1, pile->length);
  bool any = false;

  for (int i = 1; i < pile->n_bodies; i++) {
    MbdPileBody *b = &pile->bodies[i];
    const double *v = pile->v + 4 * i;
    const bool is_calm =
      !b->in_row && hypot (v[0], v[1]) <= calm && fabs (v[2]) * b->length <= calm;
    b->calm = is_calm ? mbd_least (b->calm + h, calm_time) : 0;
    b->island_calm = calm_time;
  }
  for (int i = 1; i < pile->n_bodies; i++) {
    MbdPileBody *root = &pile->bodies[root_of (pile, i)];
    if (!pile->bodies[i].asleep && pile->bodies[i].calm < root->island_calm)
      root->island_calm = pile->bodies[i].calm;
  }
  for (int i = 1; i < pile->n_bodies; i++) {
    const int root = root_of (pile, i);
    if (pile->bodies[i].asleep || pile->bodies[root].island_calm < calm_time)
      continue;
    any = true;
    put_to_sleep (pile, i, pile->n_groups + root, forces);
  }
  if (!any)
    return;
  pile->n_groups += pile->n_bodies;
  // Groups are distinguished by number; they are renumbered long before the numbers run out.
  if (pile->n_groups > 1 << 30) {
    for (int i = 1; i < pile->n_bodies; i++)
      if (pile->bodies[i].asleep)
        wake_group (pile, pile->bodies[i].group);
    pile->n_groups = 0;
  }
  for (int i = 0; i < pile->n_pairs; i++)
    if (mbd_pile_pair_sleeps (pile, &pile->pairs[i]))
      pile->pairs[i].slip[0] = pile->pairs[i].slip[1] = 0;
  pile->pairs_known = false;
}
