// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Piles of boxes, and the results of their runs.

#include "piles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "testing.h"

MbdPile *
pile_new (double friction)
{
  static const double line[] = { 0, 0, 1, 0 };
  MbdPileSettings settings = mbd_pile_default ();
  MbdPile *pile = mbd_pile_new (&settings);
  MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);

  ground.points = line;
  ground.count = 2;
  ground.friction = friction;
  mbd_pile_add_shape (pile, MBD_PILE_STATIC, &ground, NULL, NULL);
  return pile;
}

int
pile_add_box (MbdPile *pile, double mass, double a, double b, double x, double y, double angle)
{
  const double corners[] = { -a / 2, -b / 2, a / 2, -b / 2, a / 2, b / 2, -a / 2, b / 2 };
  const double position[] = { x, y, angle };
  const int body = mbd_pile_add_body (pile, mass, mass * (a * a + b * b) / 12, position);
  MbdShape box = mbd_shape_default (MBD_SHAPE_POLYGON);

  box.points = corners;
  box.count = 4;
  mbd_pile_add_shape (pile, body, &box, NULL, NULL);
  return body;
}

int
pile_add_disc (MbdPile *pile, double mass, double radius, double x, double y)
{
  const double centre[] = { 0, 0 }, position[] = { x, y, 0 };
  const int body = mbd_pile_add_body (pile, mass, mass * radius * radius / 2, position);
  MbdShape disc = mbd_shape_default (MBD_SHAPE_DISC);

  disc.points = centre;
  disc.count = 1;
  disc.radius = radius;
  mbd_pile_add_shape (pile, body, &disc, NULL, NULL);
  return body;
}

MbdPile *
pile_stack (int boxes)
{
  MbdPile *pile = pile_new (0.6);

  for (int i = 0; i < boxes; i++)
    pile_add_box (pile, 1, 1, 1, 0, i + 0.5, 0);
  return pile;
}

MbdPile *
pile_pyramid (int rows, double row_gap, double gap)
{
  MbdPile *pile = pile_new (0.6);

  for (int r = 0; r < rows; r++)
    for (int j = 0; j < rows - r; j++)
      pile_add_box (pile, 1, 1, 1, (1 + gap) * (j + 0.5 * r), r + 0.5 + row_gap * (r + 1), 0);
  return pile;
}

static int
compare_times (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

void
pile_run (MbdPile *pile, int steps, MbdPileRow *rows, int n_rows, PileRun *run)
{
  const int n = mbd_pile_body_count (pile);
  double *start = malloc (sizeof *start * 3 * (size_t) n),
         *times = malloc (sizeof *times * (size_t) steps);
  double *before = malloc (sizeof *before * 3 * (size_t) n);
  const double energy = mbd_pile_energy (pile);

  memset (run, 0, sizeof *run);
  run->gain = -INFINITY;
  for (int i = 0; i < n; i++)
    mbd_pile_get (pile, i, start + 3 * i, NULL);
  for (int k = 0; k <= steps; k++) {
    MbdPileReport report;
    const double begin = now ();
    for (int i = 0; i < n && k == steps; i++)
      mbd_pile_get (pile, i, before + 3 * i, NULL);
    assert_ok (mbd_pile_step (pile, 1.0 / 60, NULL, rows, n_rows, &report));
    if (k < steps)
      times[k] = now () - begin;
    run->mean += k < steps ? times[k] / steps : 0;
    run->capped += report.end == MBD_PILE_CAPPED;
    run->factors += report.factors;
    run->newton += report.newton;
    run->admm += report.admm;
    run->deepest = worst_of (run->deepest, report.deepest);
    run->gain = worst_of (run->gain, mbd_pile_energy (pile) - energy);
  }
  for (int i = 1; i < n; i++) {
    double x[3];
    mbd_pile_get (pile, i, x, NULL);
    run->speed = worst_of (run->speed, 60 * hypot (x[0] - before[3 * i], x[1] - before[3 * i + 1]));
    run->drift = worst_of (run->drift, fabs (x[0] - start[3 * i]));
    run->sag = worst_of (run->sag, start[3 * i + 1] - x[1]);
  }
  qsort (times, (size_t) steps, sizeof *times, compare_times);
  run->median = times[steps / 2];
  run->worst = times[steps - 1];
  free (start);
  free (times);
  free (before);
}
