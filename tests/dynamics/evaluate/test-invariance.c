// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism described in different ways moves identically: as spatial bodies, in a different
// order, with the sides of its couplings exchanged, and at another place and attitude.

#include "testing.h"

#define MOST_BODIES 64

/// A point of every body by id: its acceleration at the start and its position after a while.
typedef struct
{
  double a[3 * MOST_BODIES], x[3 * MOST_BODIES];
} Motion;

/// Displacement of a design: x = turn (x0) + shift.
typedef struct
{
  double turn[4], shift[3];
} Carriage;

static const Carriage in_place = { { 1, 0, 0, 0 }, { 0 } };

static void
observe (const Design *design, const Carriage *carriage, double time, Motion *motion)
{
  const double back[4] = { carriage->turn[0], -carriage->turn[1], -carriage->turn[2],
                           -carriage->turn[3] };
  const double point[3] = { 0.1, 0.2, 0 };
  MbdState *state = mbd_state_new (design_compile (design));
  const MbdModel *model = mbd_state_model (state);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why = { 0 };

  g_assert_cmpint (design->body_count, <=, MOST_BODIES);
  assert_ok (mbd_state_solve (state, &why));
  for (int id = 1; id <= design->body_count; id++) {
    double *a = motion->a + 3 * (id - 1);

    mbd_state_body_point (state, mbd_model_body_by_id (model, id), point, NULL, NULL, a);
    quaternion_turn (back, a, a);
  }

  settings.accuracy = 1e-10;
  settings.duration = time;
  MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  for (int id = 1; id <= design->body_count; id++) {
    double *x = motion->x + 3 * (id - 1);

    mbd_state_body_point (state, mbd_model_body_by_id (model, id), point, x, NULL, NULL);
    for (int k = 0; k < 3; k++)
      x[k] -= carriage->shift[k];
    quaternion_turn (back, x, x);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// Checks that the second design moves like the first. Frees both. Accelerations agree to round-off
/// of the solve (relative 1e-11: conditions up to 1e4); motions at accuracy 1e-10 to `limit`, which
/// is the growth of the difference over the run.
static void
compare (Design *first, Design *second, const Carriage *carriage, double time, double limit)
{
  Motion *motions = g_new0 (Motion, 2);
  int n = 3 * first->body_count;

  observe (first, &in_place, time, &motions[0]);
  observe (second, carriage, time, &motions[1]);
  assert_all_close (n, motions[1].a, motions[0].a, 1e-11 * (1 + max_norm (n, motions[0].a)));
  assert_all_close (n, motions[1].x, motions[0].x, limit);
  g_free (motions);
  design_free (first);
  design_free (second);
}

static Design *
slider_crank (MbdMobility mobility)
{
  return design_slider_crank (mobility, 0.7, 20);
}

static Design *
chain (MbdMobility mobility)
{
  return design_chain (8, 0.4, mobility);
}

static Design *
nfourbar (MbdMobility mobility)
{
  return design_nfourbar (3, 0.3, 1, mobility);
}

static Design *
hub (MbdMobility mobility)
{
  return design_hub (12, mobility);
}

/// Duration of each: the N-four-bar before its first singular position.
static const struct
{
  Design *(*design) (MbdMobility);
  double time;
} planar[] = {
  { design_fourbar, 1 },    { slider_crank, 0.5 },  { chain, 0.5 }, { nfourbar, 0.3 },
  { design_andrews, 0.02 }, { design_pendulum, 1 }, { hub, 0.5 },
};

static void
test_planar_is_spatial (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (planar); i++)
    compare (planar[i].design (MBD_PLANAR), planar[i].design (MBD_SPATIAL), &in_place,
             planar[i].time, 1e-8);
}

static Design *
reversed (Design *design)
{
  design_reverse (design);
  return design;
}

static Design *
swapped (Design *design)
{
  design_swap_sides (design);
  return design;
}

static Design *
carried (Design *design, const Carriage *carriage)
{
  design_move (design, carriage->turn, carriage->shift);
  return design;
}

static Design *
perpendicular (void)
{
  return design_perpendicular_pendulum ((double[]){ 1, 0.5 }, (double[]){ 3, 1.5 });
}

static void
test_order (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (planar); i++)
    for (int j = 0; j < 2; j++)
      compare (planar[i].design (j ? MBD_SPATIAL : MBD_PLANAR),
               reversed (planar[i].design (j ? MBD_SPATIAL : MBD_PLANAR)), &in_place,
               planar[i].time, 1e-8);
  compare (perpendicular (), reversed (perpendicular ()), &in_place, 1, 1e-8);
  compare (design_bricard (), reversed (design_bricard ()), &in_place, 0.5, 1e-8);
}

static void
test_sides (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (planar); i++)
    for (int j = 0; j < 2; j++)
      compare (planar[i].design (j ? MBD_SPATIAL : MBD_PLANAR),
               swapped (planar[i].design (j ? MBD_SPATIAL : MBD_PLANAR)), &in_place, planar[i].time,
               1e-8);
  compare (perpendicular (), swapped (perpendicular ()), &in_place, 1, 1e-8);
  compare (design_bricard (), swapped (design_bricard ()), &in_place, 0.5, 1e-8);
}

static void
test_place (void)
{
  // A few sizes away and turned by an odd angle; the lost digits are those of the distance.
  Carriage in_plane = { { cos (0.6), 0, 0, sin (0.6) }, { 5, -3, 0 } };
  Carriage in_space = { { 0 }, { 5, -3, 4 } };

  quaternion_from_vector ((double[]){ 0.7, -1.1, 0.4 }, in_space.turn);
  for (guint i = 0; i < G_N_ELEMENTS (planar); i++) {
    compare (planar[i].design (MBD_PLANAR), carried (planar[i].design (MBD_PLANAR), &in_plane),
             &in_plane, planar[i].time, 1e-8);
    compare (planar[i].design (MBD_SPATIAL), carried (planar[i].design (MBD_SPATIAL), &in_space),
             &in_space, planar[i].time, 1e-8);
  }
  compare (perpendicular (), carried (perpendicular (), &in_space), &in_space, 1, 1e-8);
  compare (design_bricard (), carried (design_bricard (), &in_space), &in_space, 0.5, 1e-8);
}

/// Replaces every loop joint by two: its translations, and its rotations if it locks any.
static Design *
split (Design *design)
{
  const unsigned translations = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z;

  for (int i = 0, count = design->coupling_count; i < count; i++) {
    MbdCouplingDef rotations = design->couplings[i];

    if (rotations.class_ != mbd_loop_class () || (rotations.locked & ~translations) == 0)
      continue;
    rotations.locked &= ~translations;
    design->couplings[i].locked &= translations;
    design_add_coupling (design, &rotations);
  }
  return design;
}

static void
test_split_joints (void)
{
  // A pin is a spherical joint and two rotations; plane sliders a row and a rotation.
  compare (slider_crank (MBD_SPATIAL), split (slider_crank (MBD_SPATIAL)), &in_place, 0.5, 1e-8);
  compare (chain (MBD_SPATIAL), split (chain (MBD_SPATIAL)), &in_place, 0.5, 1e-8);
  compare (perpendicular (), split (perpendicular ()), &in_place, 1, 1e-8);
  compare (design_bricard (), split (design_bricard ()), &in_place, 0.5, 1e-8);
  compare (design_slanted_pin (), split (design_slanted_pin ()), &in_place, 1, 1e-8);

  Design *halves = slider_crank (MBD_PLANAR);
  MbdCouplingDef turning = halves->couplings[3];
  halves->couplings[3].locked = MBD_LOCK_Y;
  turning.locked = MBD_LOCK_RZ;
  design_add_coupling (halves, &turning);
  compare (slider_crank (MBD_PLANAR), halves, &in_place, 0.5, 1e-8);
}

/// Replaces the ground in every coupling and spring by a fixed body at another place.
static Design *
based (Design *design)
{
  const double back[4] = { cos (0.2), 0, 0, -sin (0.2) }, at[3] = { 2, 1, 0 };
  MbdBodyDef base = mbd_body_default ();

  base.mobility = MBD_FIXED;
  memcpy (base.position, at, sizeof at);
  base.angle = 0.4;
  int id = design_add_body (design, &base);
  for (int i = 0; i < design->coupling_count; i++) {
    MbdCouplingDef *def = &design->couplings[i];
    MbdFrame *frame = def->body_a == MBD_GROUND ? &def->frame_a : &def->frame_b;

    if (def->body_a != MBD_GROUND && def->body_b != MBD_GROUND)
      continue;
    *(def->body_a == MBD_GROUND ? &def->body_a : &def->body_b) = id;
    for (int k = 0; k < 3; k++)
      frame->point[k] -= at[k];
    quaternion_turn (back, frame->point, frame->point);
    quaternion_multiply (back, frame->quaternion, frame->quaternion);
  }
  for (int i = 0; i < design->force_count; i++) {
    MbdForceDef *def = &design->forces[i];

    if (def->class_ != mbd_spring_class () || def->body_a != MBD_GROUND)
      continue;
    def->body_a = id;
    for (int k = 0; k < 3; k++)
      def->point_a[k] -= at[k];
    quaternion_turn (back, def->point_a, def->point_a);
  }
  return design;
}

static void
test_fixed_base (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (planar); i++)
    for (int j = 0; j < 2; j++) {
      MbdMobility mobility = j ? MBD_SPATIAL : MBD_PLANAR;

      compare (planar[i].design (mobility), based (planar[i].design (mobility)), &in_place,
               planar[i].time, 1e-8);
    }
  compare (design_bricard (), based (design_bricard ()), &in_place, 0.5, 1e-8);
}

static void
test_mixed_bodies (void)
{
  // Some bodies planar and some spatial in one loop.
  for (int body = 0; body < 3; body++) {
    Design *mixed = design_fourbar (MBD_PLANAR), *spatial = design_fourbar (MBD_SPATIAL);

    mixed->bodies[body] = spatial->bodies[body];
    design_free (spatial);
    compare (design_fourbar (MBD_PLANAR), mixed, &in_place, 1, 1e-8);
  }
}

static void
test_two_in_one (void)
{
  // Two mechanisms without contact move as each does separately: blocks do not mix.
  Design *both = design_fourbar (MBD_PLANAR), *other = design_fourbar (MBD_PLANAR);
  Design *alone = design_fourbar (MBD_PLANAR);
  int bodies = both->body_count;

  for (int i = 0; i < bodies; i++)
    design_add_body (both, &other->bodies[i]);
  for (int i = 0; i < other->coupling_count; i++) {
    MbdCouplingDef def = other->couplings[i];

    def.body_a += def.body_a ? bodies : 0;
    def.body_b += bodies;
    design_add_coupling (both, &def);
  }
  other->forces[0].body_b += bodies;
  design_add_force (both, &other->forces[0]);
  design_free (other);
  compare (alone, both, &in_place, 1, 1e-8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/invariance/planar-is-spatial", test_planar_is_spatial);
  g_test_add_func ("/invariance/order", test_order);
  g_test_add_func ("/invariance/sides", test_sides);
  g_test_add_func ("/invariance/place", test_place);
  g_test_add_func ("/invariance/split-joints", test_split_joints);
  g_test_add_func ("/invariance/fixed-base", test_fixed_base);
  g_test_add_func ("/invariance/mixed-bodies", test_mixed_bodies);
  g_test_add_func ("/invariance/two-in-one", test_two_in_one);
  return g_test_run ();
}
