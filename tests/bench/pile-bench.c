// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// pile-bench [--brief] [--no-peer] [NAME...]: time of a step of each scene and the final state of
// the bodies, compared with Box2D and Chipmunk if they are installed; then, if the motion is known,
// the cost at equal error. Sleeping is off everywhere. Fails if the engine of this tree misses an
// error, or a figure is not finite.

#include "pile-bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mbd-pile.h"
#include "record.h"

#define LEVELS 3

static const double step = 1.0 / 60;
/// m: motion of bodies that should rest, or opening of pins.
static const double errors[LEVELS] = { 1e-1, 1e-2, 1e-3 };

/// The first one is the engine of this tree.
static const PileEngine *const engines[] = {
  &pile_linkwright,
#ifdef HAVE_BOX2D
  &pile_box2d,
#endif
#ifdef HAVE_CHIPMUNK
  &pile_chipmunk,
#endif
  NULL,
};

typedef struct
{
  bool peers;
  double limit; ///< s, CPU time of a run
  const char *const *names;
} Options;

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

/// Returns the deepest overlap of a world's poses, by the collision of the engine.
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

/// Makes one step of 1/60 s. Returns its CPU time.
static double
step_once (const PileEngine *engine, const PileEffort *effort, void *world)
{
  const double begin = bench_clock ();

  for (int i = 0; i < effort->substeps; i++)
    engine->step (world, step / effort->substeps);
  return bench_clock () - begin;
}

/// Finds the positions of bodies after all steps, and their speed from one additional step.
static void
look_at_end (const Scene *scene,
             const PileEngine *engine,
             const PileEffort *effort,
             void *world,
             Figures *figures)
{
  double *before = malloc (sizeof *before * 3 * (size_t) scene->n_bodies), x[3], v[3];

  for (int i = 0; i < scene->n_bodies; i++)
    engine->pose (world, i, before + 3 * i, v);
  figures->gap = gap_of (scene, engine, world);
  step_once (engine, effort, world);
  for (int i = 0; i < scene->n_bodies; i++) {
    const double *start = scene->bodies[i].position;
    engine->pose (world, i, x, v);
    figures->speed =
      fmax (figures->speed, hypot (x[0] - before[3 * i], x[1] - before[3 * i + 1]) / step);
    figures->drift = fmax (figures->drift, fabs (x[0] - start[0]));
    figures->sag = fmax (figures->sag, start[1] - x[1]);
  }
  free (before);
}

/// Returns false if it takes longer than the limit.
static bool
run (const Scene *scene,
     const PileEngine *engine,
     const PileEffort *effort,
     int steps,
     double limit,
     Figures *figures)
{
  void *world = engine->create (scene, effort);
  double *times = malloc (sizeof *times * (size_t) steps), sum = 0;
  const double energy = energy_of (scene, engine, world);
  int k = 0;

  *figures = (Figures){ .gain = -INFINITY };
  while (k < steps && sum <= limit) {
    times[k] = step_once (engine, effort, world);
    sum += times[k++];
    figures->gain = fmax (figures->gain, energy_of (scene, engine, world) - energy);
    if (k % 10 == 0)
      figures->overlap = fmax (figures->overlap, overlap_of (scene, engine, world));
  }
  figures->mean = sum / k;
  figures->median = bench_median (k, times);
  look_at_end (scene, engine, effort, world, figures);
  engine->destroy (world);
  free (times);
  return k == steps;
}

/// Returns the error of a known motion.
static double
error_of (const SceneKind *kind, const Figures *f)
{
  const double error = kind->truth == SCENE_RESTS ? fmax (f->drift, f->sag) : f->gap;

  return isfinite (f->speed) ? error : INFINITY;
}

static void
print (const PileEngine *engine, const Figures *f, const Figures *own)
{
  printf ("  %-10s %-16s %9.4f %9.4f %9.1e %9.1e %9.1e %9.1e %9.1e %9.1e", engine->name,
          engine->efforts[0].name, 1e3 * f->median, 1e3 * f->mean, f->speed, f->drift, f->sag,
          f->overlap, f->gap, f->gain);
  if (f != own)
    printf ("  %6.2f x", f->median / own->median);
  putchar ('\n');
  fflush (stdout);
}

static void
keep (const SceneKind *kind,
      const PileEngine *engine,
      const PileEffort *effort,
      const Figures *figures,
      RecordList *list)
{
  Record record = { .seconds = figures->median, .repeats = kind->steps, .velocity_error = NAN };

  snprintf (record.problem, sizeof record.problem, "%s", kind->name);
  snprintf (record.engine, sizeof record.engine, "%s", engine->name);
  snprintf (record.method, sizeof record.method, "%s", effort->name);
  record.error = error_of (kind, figures);
  record_list_add (list, &record);
}

/// Runs one scene in all engines with all their efforts, except those that take too long. Returns
/// false if a figure is not finite.
static bool
run_scene (const SceneKind *kind, const Options *options, RecordList *list)
{
  Scene scene = kind->build (kind->parameter);
  Figures own, figures;
  bool good = true;

  printf ("\n%s: %s\n  %-27s %9s %9s %9s %9s %9s %9s %9s %9s\n", kind->name, kind->title, "",
          "median ms", "mean ms", "speed m/s", "drift m", "sag m", "overlap m", "joints m",
          "gain J");
  for (int i = 0; engines[i] != NULL && (i == 0 || options->peers); i++)
    for (const PileEffort *effort = engines[i]->efforts; effort->name != NULL; effort++) {
      const bool standard = effort == engines[i]->efforts;
      const double limit = standard ? INFINITY : options->limit;

      if (!standard && kind->truth == SCENE_MOVES)
        break;
      if (!run (&scene, engines[i], effort, kind->steps, limit, &figures))
        continue;
      keep (kind, engines[i], effort, &figures, list);
      if (!standard)
        continue;
      if (i == 0)
        own = figures;
      print (engines[i], i == 0 ? &own : &figures, &own);
      good = good && isfinite (figures.speed) && isfinite (figures.gain);
    }
  scene_clear (&scene);
  return good;
}

static bool
chosen (const Options *options, const SceneKind *kind)
{
  for (int i = 0; options->names[i] != NULL; i++)
    if (strcmp (options->names[i], kind->name) == 0)
      return true;
  return options->names[0] == NULL;
}

/// Returns false if the engine of this tree misses an error.
static bool
print_table (const Options *options, const RecordList *list)
{
  const char *names[4] = { NULL };
  bool good = true;

  for (int i = 0; engines[i] != NULL && (i == 0 || options->peers); i++)
    names[i] = engines[i]->name;
  printf ("\nCheapest step of 1/60 s at equal error (of bodies that should rest, by which pins "
          "open): median,\nand how many times that of the first (no run above %g s)\n",
          options->limit);
  record_print_cheapest_heading (names, stdout);
  for (int i = 0; i < scene_kind_count; i++) {
    const SceneKind *kind = &scene_kinds[i];

    if (!chosen (options, kind) || kind->truth == SCENE_MOVES)
      continue;
    for (int level = 0; level < LEVELS; level++)
      record_list_print_cheapest (list, kind->name, "m", errors[level], names, stdout);
    if (record_list_cheapest (list, kind->name, names[0], errors[LEVELS - 1]) == NULL) {
      fprintf (stderr, "%s misses %g m in %s\n", names[0], errors[LEVELS - 1], kind->name);
      good = false;
    }
  }
  return good;
}

int
main (int argc, char **argv)
{
  Options options = { .peers = true, .limit = 20 };
  RecordList list = { 0 };
  int first = 1;
  bool good = true;

  for (; first < argc && argv[first][0] == '-'; first++)
    if (strcmp (argv[first], "--no-peer") == 0) {
      options.peers = false;
    } else if (strcmp (argv[first], "--brief") == 0) {
      options.limit = 1;
    } else {
      fputs ("Usage: pile-bench [--brief] [--no-peer] [NAME...]\n", stderr);
      return 1;
    }
  options.names = (const char *const *) argv + first;
  puts (
    "60 Hz, CPU time of a step. Speed: displacement in one more step; drift and sag: sideways "
    "and\ndownwards since the start; gain: energy above that of the start; times of others over "
    "the median\nof the first");
  for (int i = 0; i < scene_kind_count; i++)
    if (chosen (&options, &scene_kinds[i]))
      good = run_scene (&scene_kinds[i], &options, &list) && good;
  good = print_table (&options, &list) && good;
  record_list_clear (&list);
  return good ? 0 : 1;
}
