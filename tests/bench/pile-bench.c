// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// pile-bench [--no-peer] [NAME...]: piles of mechanics.md section 7, a stack, inclines and a chain
// with a heavy ball: time of a step and what became of the bodies, beside Box2D and Chipmunk where
// they are installed. Sleeping is off everywhere.

#include "pile-bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mbd-pile.h"
#include "record.h"

static const double step = 1.0 / 60;

/* Scenes ----------------------------------------------------------------------------------- */

static Scene
scene_new (int bodies, int joints)
{
  return (Scene){ .n_bodies = bodies,
                  .n_joints = joints,
                  .bodies = calloc ((size_t) bodies, sizeof (SceneBody)),
                  .joints = calloc ((size_t) joints + 1, sizeof (SceneJoint)),
                  .gravity = { 0, -9.81 },
                  .friction = 0.6,
                  .ground = true };
}

static Scene
stack (double unused)
{
  Scene scene = scene_new (10, 0);

  for (int i = 0; i < 10; i++)
    scene.bodies[i] = (SceneBody){ 1, 1, 1, { 0, i + 0.5, 0 }, { 0 } };
  return scene;
}

static Scene
pyramid (double rows)
{
  const int n = (int) rows;
  Scene scene = scene_new (n * (n + 1) / 2, 0);
  SceneBody *body = scene.bodies;

  for (int r = 0; r < n; r++)
    for (int j = 0; j < n - r; j++)
      *body++ = (SceneBody){ 1, 1, 1, { j + 0.5 * r, r + 0.5, 0 }, { 0 } };
  return scene;
}

/// A pyramid whose rows fall on each other.
static Scene
dropped (double rows)
{
  const int n = (int) rows;
  Scene scene = scene_new (n * (n + 1) / 2, 0);
  SceneBody *body = scene.bodies;

  for (int r = 0; r < n; r++)
    for (int j = 0; j < n - r; j++)
      *body++ = (SceneBody){ 1, 1, 1, { 1.05 * (j + 0.5 * r), r + 0.5 + 0.1 * (r + 1), 0 }, { 0 } };
  return scene;
}

static Scene
incline (double factor)
{
  Scene scene = scene_new (1, 0);
  const double angle = atan (scene.friction * factor);

  scene.gravity[0] = 9.81 * sin (angle);
  scene.gravity[1] = -9.81 * cos (angle);
  scene.bodies[0] = (SceneBody){ 1, 1, 1, { 0, 0.5, 0 }, { 0 } };
  return scene;
}

static Scene
chain (double angle)
{
  enum
  {
    LINKS = 20
  };
  Scene scene = scene_new (LINKS + 1, LINKS + 1);

  scene.ground = false;
  for (int i = 0; i <= LINKS; i++) {
    const double along = i < LINKS ? (i + 0.5) * 0.5 : LINKS * 0.5 + 0.5;
    scene.bodies[i] = (SceneBody){ i < LINKS ? 1 : 1000,
                                   i < LINKS ? 0.05 : 1,
                                   i < LINKS ? 0.5 : 0,
                                   { along * sin (angle), -along * cos (angle), angle },
                                   { 0 } };
    scene.joints[i] = (SceneJoint){ i - 1, i };
  }
  return scene;
}

static const struct
{
  const char *name, *title;
  Scene (*build) (double parameter);
  double parameter;
  int steps;
} scenes[] = {
  { "stack10", "stack of 10, 60 s", stack, 0, 3600 },
  { "pyramid105", "pyramid of 105", pyramid, 14, 300 },
  { "pyramid496", "pyramid of 496", pyramid, 31, 300 },
  { "pyramid990", "pyramid of 990", pyramid, 44, 300 },
  { "drop990", "990 boxes dropped", dropped, 44, 300 },
  { "incline0.999", "box at 0.999 of the angle of friction", incline, 0.999, 300 },
  { "incline1.001", "box at 1.001 of it", incline, 1.001, 300 },
  { "chain", "chain of 20 with 1000 kg, from 30 degrees", chain, M_PI / 6, 300 },
};

/* Figures ---------------------------------------------------------------------------------- */

typedef struct
{
  double median, mean; // s
  double speed;        // m/s, from the displacements of one more step
  double drift, sag;   // m
  double overlap;      // m, the largest of every tenth step
  double gap;          // m, of joints at the end
  double gain;         // J
} Figures;

static double
energy_of (const Scene *scene, const PileEngine *engine, void *world)
{
  double sum = 0;

  for (int i = 0; i < scene->n_bodies; i++) {
    const SceneBody *b = &scene->bodies[i];
    const double inertia =
      b->b == 0 ? b->mass * b->a * b->a / 8 : b->mass * (b->a * b->a + b->b * b->b) / 12;
    double x[3], v[3];
    engine->pose (world, i, x, v);
    sum += 0.5 * b->mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * inertia * v[2] * v[2]
           - b->mass * (scene->gravity[0] * x[0] + scene->gravity[1] * x[1]);
  }
  return sum;
}

/// The deepest overlap of the poses that a world has, by the collision of the engine.
static double
overlap_of (const Scene *scene, const PileEngine *engine, void *world)
{
  static const double line[] = { 0, 0, 1, 0 };
  MbdPileSettings settings = mbd_pile_default ();
  MbdPile *judge = mbd_pile_new (&settings);
  MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
  MbdPileReport report = { 0 };

  ground.points = line;
  ground.count = 2;
  if (scene->ground && scene->n_joints == 0)
    mbd_pile_add_shape (judge, MBD_PILE_STATIC, &ground, NULL, NULL);
  for (int i = 0; i < scene->n_bodies && scene->n_joints == 0; i++) {
    const SceneBody *b = &scene->bodies[i];
    const double corners[] = { -b->a / 2, -b->b / 2, b->a / 2,  -b->b / 2,
                               b->a / 2,  b->b / 2,  -b->a / 2, b->b / 2 };
    MbdShape shape = mbd_shape_default (MBD_SHAPE_POLYGON);
    double x[3], v[3];
    engine->pose (world, i, x, v);
    shape.points = corners;
    shape.count = 4;
    mbd_pile_add_shape (judge, mbd_pile_add_body (judge, 1, 1, x), &shape, NULL, NULL);
  }
  mbd_pile_step (judge, 1e-9, NULL, NULL, 0, &report);
  mbd_pile_free (judge);
  return report.deepest;
}

static double
gap_of (const Scene *scene, const PileEngine *engine, void *world)
{
  double worst = 0;

  for (int i = 0; i < scene->n_joints; i++) {
    const int body[2] = { scene->joints[i].upper, scene->joints[i].lower };
    double place[2][2] = { { 0 } };
    for (int side = 0; side < 2; side++) {
      double x[3], v[3];
      if (body[side] < 0)
        continue;
      const SceneBody *b = &scene->bodies[body[side]];
      const double half = (side == 0 ? 1 : -1) * (b->b > 0 ? b->b : b->a) / 2;
      engine->pose (world, body[side], x, v);
      place[side][0] = x[0] + half * sin (x[2]);
      place[side][1] = x[1] - half * cos (x[2]);
    }
    worst = fmax (worst, hypot (place[0][0] - place[1][0], place[0][1] - place[1][1]));
  }
  return worst;
}

static Figures
run (const Scene *scene, const PileEngine *engine, int steps)
{
  void *world = engine->create (scene);
  double *times = malloc (sizeof *times * (size_t) steps);
  double *before = malloc (sizeof *before * 3 * (size_t) scene->n_bodies);
  const double energy = energy_of (scene, engine, world);
  Figures figures = { .gain = -INFINITY };

  for (int k = 0; k <= steps; k++) {
    double v[3];
    for (int i = 0; i < scene->n_bodies && k == steps; i++)
      engine->pose (world, i, before + 3 * i, v);
    if (k == steps) {
      figures.gap = gap_of (scene, engine, world);
      engine->step (world, step);
      break;
    }
    const double begin = bench_clock ();
    engine->step (world, step);
    times[k] = bench_clock () - begin;
    figures.mean += times[k] / steps;
    figures.gain = fmax (figures.gain, energy_of (scene, engine, world) - energy);
    if (k % 10 == 9)
      figures.overlap = fmax (figures.overlap, overlap_of (scene, engine, world));
  }
  for (int i = 0; i < scene->n_bodies; i++) {
    const double *start = scene->bodies[i].position;
    double x[3], v[3];
    engine->pose (world, i, x, v);
    figures.speed =
      fmax (figures.speed, hypot (x[0] - before[3 * i], x[1] - before[3 * i + 1]) / step);
    figures.drift = fmax (figures.drift, fabs (x[0] - start[0]));
    figures.sag = fmax (figures.sag, start[1] - x[1]);
  }
  figures.median = bench_median (steps, times);
  engine->destroy (world);
  free (times);
  free (before);
  return figures;
}

static void
print (const PileEngine *engine, const Figures *f, const Figures *own)
{
  printf ("  %-10s %-14s %9.4f %9.4f %9.1e %9.1e %9.1e %9.1e %9.1e %9.1e", engine->name,
          engine->version, 1e3 * f->median, 1e3 * f->mean, f->speed, f->drift, f->sag, f->overlap,
          f->gap, f->gain);
  if (f != own)
    printf ("  %6.2f x", f->median / own->median);
  putchar ('\n');
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const PileEngine *const engines[] = {
    &pile_linkwright,
#ifdef HAVE_BOX2D
    &pile_box2d,
#endif
#ifdef HAVE_CHIPMUNK
    &pile_chipmunk,
#endif
  };
  int count = (int) (sizeof engines / sizeof *engines), first = 1;

  if (argc > 1 && strcmp (argv[1], "--no-peer") == 0) {
    count = 1;
    first = 2;
  }
  printf (
    "60 Hz, CPU time of a step; speed, drift, sag and gain as in tests/dynamics/piles.h; times of "
    "others over the median of the first\n");
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    bool chosen = argc <= first;
    for (int i = first; i < argc; i++)
      chosen |= strcmp (argv[i], scenes[s].name) == 0;
    if (!chosen)
      continue;
    printf ("\n%s: %s\n  %-25s %9s %9s %9s %9s %9s %9s %9s %9s\n", scenes[s].name, scenes[s].title,
            "", "median ms", "mean ms", "speed m/s", "drift m", "sag m", "overlap m", "joints m",
            "gain J");
    Scene scene = scenes[s].build (scenes[s].parameter);
    Figures own = { 0 };
    for (int i = 0; i < count; i++) {
      const Figures figures = run (&scene, engines[i], scenes[s].steps);
      if (i == 0)
        own = figures;
      print (engines[i], i == 0 ? &own : &figures, &own);
    }
    free (scene.bodies);
    free (scene.joints);
  }
  return 0;
}
