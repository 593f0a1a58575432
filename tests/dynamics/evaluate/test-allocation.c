// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// No memory is allocated after a state and an integrator have been created: malloc and related
// functions are replaced by counting ones.

#include "testing.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// Sanitizers provide their own functions.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

static long allocations;

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *block, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

void *
malloc (size_t size)
{
  allocations++;
  return __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  allocations++;
  return __libc_calloc (count, size);
}

void *
realloc (void *block, size_t size)
{
  allocations++;
  return __libc_realloc (block, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  allocations++;
  return __libc_memalign (alignment, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  allocations++;
  *block = __libc_memalign (alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

static void
check_design (Design *design)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
  MbdState *copy = mbd_state_new (model);
  MbdDiagnosis why;
  MbdWrench wrench;
  MbdEnergy energy;
  MbdStatus status[5];
  long before = allocations;

  g_assert_cmpint (before, >, 0);
  status[0] = mbd_state_assemble (state, NULL, &why);
  status[1] = mbd_state_assemble_velocities (state, NULL, &why);
  status[2] = mbd_integrator_start (integrator, state, &why);
  status[3] = mbd_integrator_advance (integrator, 0.05, state, &why);
  status[4] = mbd_state_solve (state, &why);
  mbd_state_energy (state, &energy);
  mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &wrench);
  mbd_state_copy (copy, state);
  long after = allocations;

  g_assert_cmpint (after, ==, before);
  for (int i = 0; i < 5; i++)
    assert_ok (status[i]);
  mbd_state_free (copy);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_run (void)
{
  check_design (design_fourbar (MBD_PLANAR));
  check_design (design_fourbar (MBD_SPATIAL));
  check_design (design_bricard ());
  check_design (design_hub (20, MBD_PLANAR));
  check_design (design_andrews (MBD_PLANAR));
}

#else

static void
test_run (void)
{
  g_test_skip ("malloc belongs to the sanitizer");
}

#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/allocation/run", test_run);
  return g_test_run ();
}
