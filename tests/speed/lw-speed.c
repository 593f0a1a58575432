// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lw-speed                 do all of the work once
// lw-speed NAME [ROUNDS]   do this work; check-speed.py counts the instructions of speed_counted ()
// lw-speed --list          print the names
// lw-speed --key           print everything besides this program that the counts depend on

#include <alloca.h>
#include <gnu/libc-version.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mbd-analysis.h"
#include "workload.h"

#define ALIGNMENT 65536 ///< bytes, of the stack

/// From OpenBLAS, if that library provides BLAS; otherwise there is no such function.
extern void openblas_set_num_threads (int n) __attribute__ ((weak));

void speed_counted (const Workload *workload, void *data, int n_rounds);

static const Workload *const tables[] = { engine_workloads, project_workloads };

void
workload_require (int is_right, const char *what)
{
  if (is_right)
    return;
  fprintf (stderr, "lw-speed: %s\n", what);
  exit (1);
}

static const Workload *
find (const char *name)
{
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const Workload *workload = tables[i]; workload->name != NULL; workload++)
      if (strcmp (workload->name, name) == 0)
        return workload;
  return NULL;
}

static void
for_each (void (*what) (const Workload *workload))
{
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const Workload *workload = tables[i]; workload->name != NULL; workload++)
      what (workload);
}

static void
print_name (const Workload *workload)
{
  puts (workload->name);
}

/// Prints the compiler, the C library, and the properties by which libraries choose functions: the
/// processor (under Valgrind the emulated one, not the machine's) and the provider of BLAS.
static void
print_key (void)
{
#ifdef __clang__
  printf ("clang %d", __clang_major__);
#else
  printf ("gcc %d.%d", __GNUC__, __GNUC_MINOR__);
#endif
  printf (", glibc %s", gnu_get_libc_version ());
  printf (", " SPEED_BUILD);
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    printf (" with AVX2");
#endif
  if (openblas_set_num_threads != NULL)
    printf (", OpenBLAS");
  putchar ('\n');
}

__attribute__ ((noinline)) void
speed_counted (const Workload *workload, void *data, int n_rounds)
{
  for (int i = 0; i < n_rounds; i++)
    workload->round (data);
}

static void
work (const Workload *workload, int n_rounds)
{
  void *data = workload->prepare ();

  workload->round (data);
  speed_counted (workload, data, n_rounds);
  workload->clean_up (data);
}

static void
work_once (const Workload *workload)
{
  work (workload, 1);
}

int
main (int argc, char **argv)
{
  const Workload *workload;
  char *place;

  mbd_use_one_dense_thread ();
  if (argc == 1) {
    for_each (work_once);
    return 0;
  }
  if (argc == 2 && strcmp (argv[1], "--list") == 0) {
    for_each (print_name);
    return 0;
  }
  if (argc == 2 && strcmp (argv[1], "--key") == 0) {
    print_key ();
    return 0;
  }
  workload = find (argv[1]);
  if (workload == NULL || argc > 3) {
    fputs ("lw-speed [NAME [ROUNDS] | --list | --key]\n", stderr);
    return 2;
  }
  // The environment lies above the stack: its length must not affect the alignment of the stack.
  place = alloca (1);
  place = alloca ((uintptr_t) place % ALIGNMENT);
  __asm__ volatile("" : : "r"(place) : "memory");
  work (workload, argc == 3 ? atoi (argv[2]) : workload->n_rounds);
  return 0;
}
