// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that runs out in contact, in implicit steps, with delays and in copies: whichever allocation fails, from the first definition to the end
// of a run, a status reports this and nothing leaks; the same run later has the same result. malloc and
// related functions are replaced by ones that count, and fail once.

#include "testing.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Sanitizers provide their own functions.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

static bool watching;
static long allocations, failing, blocks;

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *block, size_t size);
void *__libc_memalign (size_t alignment, size_t size);
void __libc_free (void *block);

/// Returns true if this allocation fails.
static bool
fails (void)
{
  return watching && ++allocations == failing;
}

static void *
counted (void *block)
{
  blocks += watching && block != NULL;
  return block;
}

void *
malloc (size_t size)
{
  return fails () ? NULL : counted (__libc_malloc (size));
}

void *
calloc (size_t count, size_t size)
{
  return fails () ? NULL : counted (__libc_calloc (count, size));
}

void *
realloc (void *block, size_t size)
{
  if (fails ())
    return NULL;
  void *grown = __libc_realloc (block, size);
  blocks += watching && block == NULL && grown != NULL;
  return grown;
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return fails () ? NULL : counted (__libc_memalign (alignment, size));
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  *block = aligned_alloc (alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

void
free (void *block)
{
  blocks -= watching && block != NULL;
  __libc_free (block);
}

/// Adds a load on body 1 that follows its velocity with a delay.
static MbdStatus
add_delayed_load (MbdMechanism *mechanism)
{
  MbdSignalDef velocity = mbd_signal_default (MBD_SIGNAL_POINT);
  MbdSignalDef delay = mbd_signal_default (MBD_SIGNAL_DELAY);
  MbdForceDef load = mbd_load_default ();
  MbdFunction *of = NULL, *function = NULL;
  const char *const name = "v";

  velocity.body[0] = 1;
  velocity.is_rate = true;
  MbdStatus status = mbd_function_new_feedback ("v", &name, NULL, 1, &velocity, 1, &of, NULL);
  delay.of = of;
  delay.period = 0.1;
  if (status == MBD_STATUS_OK)
    status = mbd_function_new_feedback ("1 - v", &name, NULL, 1, &delay, 1, &function, NULL);
  load.id = 2;
  load.body_b = 1;
  load.force_function[0] = function;
  if (status == MBD_STATUS_OK)
    status = mbd_mechanism_add_force (mechanism, &load, NULL);
  mbd_function_unref (function);
  mbd_function_unref (of);
  return status;
}

/// A box and a concave body fall on the ground and on each other; a spring, a rope with a stop and a
/// soft row hold some of them. Without contact, a load follows the motion with a delay instead.
static MbdStatus
define (MbdMechanism *mechanism, bool touching)
{
  static const double line[] = { 0, 0, 1, 0 }, centre[2],
                      box[] = { -0.2, -0.2, 0.2, -0.2, 0.2, 0.2, -0.2, 0.2 },
                      corner[] = { -0.3, -0.1, 0.3, -0.1, 0.3, 0.4, 0.1, 0.4, 0.1, 0.1, -0.3, 0.1 };
  static const char *const names[] = { "box", "corner", "disc", "lid" };
  MbdShape shape = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
  MbdStatus status;

  shape.points = line;
  shape.count = 2;
  shape.friction = 0.4;
  status = touching ? mbd_mechanism_add_shape (mechanism, 1, MBD_GROUND, &shape, NULL)
                    : add_delayed_load (mechanism);
  for (int i = 1; i <= 4 && status == MBD_STATUS_OK; i++) {
    MbdBodyDef body = mbd_body_default ();
    body.id = i;
    body.name = names[i - 1];
    body.inertia[2] = 0.05;
    body.position[0] = 0.1 * i;
    body.position[1] = 0.5 * i;
    shape = mbd_shape_default (i == 3 ? MBD_SHAPE_DISC : MBD_SHAPE_POLYGON);
    shape.points = i == 3 ? centre : i == 2 ? corner : box;
    shape.count = i == 3 ? 1 : i == 2 ? 6 : 4;
    shape.radius = i == 3 ? 0.2 : 0;
    shape.friction = 0.4;
    shape.restitution = 0.3;
    shape.rolling = i == 3 ? 0.01 : 0;
    status = mbd_mechanism_add_body (mechanism, &body, NULL);
    if (status == MBD_STATUS_OK && touching)
      status = mbd_mechanism_add_shape (mechanism, i + 1, i, &shape, NULL);
  }
  for (int i = 1; i <= 2 && status == MBD_STATUS_OK; i++) {
    MbdCouplingDef rope = mbd_rod_default ();
    rope.id = i;
    rope.body_b = 5 - i;
    rope.length = 2;
    rope.rod = MBD_ROD_ROPE;
    rope.compliant = i == 2;
    rope.stiffness = 100;
    rope.break_force = 1e4;
    status = mbd_mechanism_add_coupling (mechanism, &rope, NULL);
  }
  MbdForceDef spring = mbd_spring_default ();
  spring.id = 1;
  spring.body_b = 1;
  return status != MBD_STATUS_OK ? status : mbd_mechanism_add_force (mechanism, &spring, NULL);
}

/// Runs in one state; a limit changes in the middle.
static MbdStatus
move (const MbdModel *model, MbdMethod method, bool touching, double *end)
{
  MbdContactProblem problem;
  double time;
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.method = method;
  settings.step = method == MBD_METHOD_TIME_STEPPING ? 0.01 : 0;
  settings.accuracy = 1e-5;
  settings.duration = 1;
  settings.keep_ledger = true;
  MbdState *state = mbd_state_new (model);
  MbdIntegrator *integrator = state != NULL ? mbd_integrator_new (model, &settings) : NULL;
  MbdStatus status = integrator != NULL ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (integrator, state, NULL);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_advance (integrator, 0.4, state, NULL);
  if (status == MBD_STATUS_OK) {
    MbdCouplingDef changed = *mbd_state_coupling (state, 0);
    changed.break_force = 5e3;
    status = mbd_state_change_coupling (state, 0, &changed, NULL);
  }
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_restart (integrator, state, NULL);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_advance (integrator, 0.8, state, NULL);
  if (status == MBD_STATUS_OK && method != MBD_METHOD_TIME_STEPPING)
    status = mbd_integrator_contact_problem (integrator, MBD_CONTACT_ACCELERATION, &problem, &time);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (state, NULL);
  if (status == MBD_STATUS_OK)
    memcpy (end, mbd_state_positions (state),
            sizeof *end * (size_t) mbd_model_position_count (model));
  mbd_integrator_free (integrator);
  mbd_state_free (state);
  return status;
}

/// Compiles and runs a copy of the mechanism.
static MbdStatus
run (MbdMethod method, bool touching, double *end)
{
  MbdMechanism *mechanism = mbd_mechanism_new (), *copy = NULL;
  MbdModel *model = NULL;
  MbdStatus status = mechanism != NULL ? define (mechanism, touching) : MBD_STATUS_OUT_OF_MEMORY;

  if (status == MBD_STATUS_OK && (copy = mbd_mechanism_copy (mechanism)) == NULL)
    status = MBD_STATUS_OUT_OF_MEMORY;
  mbd_mechanism_free (mechanism);
  if (status == MBD_STATUS_OK)
    status = mbd_model_compile (copy, &model, NULL);
  if (status == MBD_STATUS_OK)
    status = move (model, method, touching, end);
  mbd_model_unref (model);
  mbd_mechanism_free (copy);
  return status;
}

static void
fail_each (MbdMethod method, bool touching)
{
  double usual[16] = { 0 }, end[16] = { 0 };
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;

  // Libraries keep memory from their first use.
  assert_ok (run (method, touching, usual));
  for (long n = 1; status != MBD_STATUS_OK; n++) {
    failing = n;
    allocations = blocks = 0;
    watching = true;
    status = run (method, touching, end);
    watching = false;
    const bool failed = allocations >= n;
    if (status != (failed ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK) || blocks != 0)
      g_error ("allocation %ld: %s, %ld blocks kept", n, mbd_status_text (status), blocks);
  }
  g_test_message ("%ld allocations", allocations);
  g_assert_cmpint (allocations, >, 50);
  g_assert_cmpmem (usual, sizeof usual, end, sizeof end);
}

static void
test_accurate (void)
{
  fail_each (MBD_METHOD_VERNER65, true);
}

static void
test_steps (void)
{
  fail_each (MBD_METHOD_TIME_STEPPING, true);
}

static void
test_delays (void)
{
  fail_each (MBD_METHOD_VERNER65, false);
}

static void
test_implicit (void)
{
  fail_each (MBD_METHOD_RADAU9, false);
  fail_each (MBD_METHOD_ESDIRK43, false);
}

#else

static void
test_accurate (void)
{
  g_test_skip ("malloc belongs to the sanitizer");
}

static void
test_steps (void)
{
  g_test_skip ("malloc belongs to the sanitizer");
}

static void
test_delays (void)
{
  g_test_skip ("malloc belongs to the sanitizer");
}

static void
test_implicit (void)
{
  g_test_skip ("malloc belongs to the sanitizer");
}

#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exhausted/accurate", test_accurate);
  g_test_add_func ("/exhausted/steps", test_steps);
  g_test_add_func ("/exhausted/delays", test_delays);
  g_test_add_func ("/exhausted/implicit", test_implicit);
  return g_test_run ();
}
