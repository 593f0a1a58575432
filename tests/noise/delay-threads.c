// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A library that delays all threads but the main one: at random they sleep before and after they
// acquire or release a lock or drop an object, and occasionally anywhere. A failure that otherwise
// happens in one of thousands of runs then happens in one of a few:
//
//   ninja -C _build tests/noise/libdelay-threads.so
//   wrapper="env LD_PRELOAD=$PWD/_build/tests/noise/libdelay-threads.so"
//   meson test -C _build --wrapper "$wrapper" window
//
// A thread sleeps for at most half of its time. LW_NOISE_MS is the longest single delay (50),
// LW_SEED selects other delays. Threads do not begin in the same order each time, so the seed by
// itself does not reproduce a failure.

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000
#define CHANCE 4                       ///< one call in this number is delayed
#define STOP_INTERVAL_NS (3 * 1000000) ///< processor time from one stop to the next
#define STOP_SIGNAL (SIGRTMIN + 5)
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

typedef enum
{
  UNKNOWN,
  MAIN,
  OTHER
} Role;

static _Thread_local Role role;
static _Thread_local uint64_t chance;
/// Processor time for which the thread has already slept.
static _Thread_local int64_t paid_ns;
static int64_t delay_max_ns = 50 * 1000000;
static atomic_uint n_threads, n_delays;

// ---- sleeping -------------------------------------------------------------------------------

static int64_t
now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * NS_PER_S + now.tv_nsec;
}

/// xorshift64*, 0 <= u < 1
static double
draw (void)
{
  chance ^= chance >> 12;
  chance ^= chance << 25;
  chance ^= chance >> 27;
  return (double) ((chance * 0x2545f4914f6cdd1dU) >> 11) * 0x1p-53;
}

/// Usually a short time, seldom the longest delay.
static void
sleep_at_random (void)
{
  const int64_t now = now_ns ();
  const double u = draw ();
  const int64_t delay_ns = (int64_t) ((double) delay_max_ns * u * u * u * u);
  const struct timespec delay = { delay_ns / NS_PER_S, delay_ns % NS_PER_S };

  if (paid_ns > now)
    return;
  n_delays++;
  paid_ns = now + 2 * delay_ns;
  nanosleep (&delay, NULL);
}

/// Number of delays of all threads; for the test.
unsigned delay_threads_count (void);

unsigned
delay_threads_count (void)
{
  return n_delays;
}

static void
stop_cb (int signal_number __attribute__ ((unused)))
{
  sleep_at_random ();
}

/// Stops this thread repeatedly after a span of processor time, wherever it is then.
static void
begin_stopping (void)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = STOP_SIGNAL };
  const struct itimerspec interval = { { 0, STOP_INTERVAL_NS }, { 0, STOP_INTERVAL_NS } };
  timer_t timer;

  event.sigev_notify_thread_id = gettid ();
  if (timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0)
    timer_settime (timer, 0, &interval, NULL);
}

static void
begin_thread (void)
{
  const char *seed = getenv ("LW_SEED");
  const uint64_t number = ++n_threads;

  role = gettid () == getpid () ? MAIN : OTHER;
  if (role == MAIN)
    return;
  chance = 0x9e3779b97f4a7c15U * (number + (seed != NULL ? strtoull (seed, NULL, 0) << 16 : 0));
  begin_stopping ();
}

static void
dawdle (void)
{
  if (role == UNKNOWN)
    begin_thread ();
  if (role == OTHER && draw () < 1.0 / CHANCE)
    sleep_at_random ();
}

__attribute__ ((constructor)) static void
prepare (void)
{
  const char *longest = getenv ("LW_NOISE_MS");
  struct sigaction action = { .sa_handler = stop_cb, .sa_flags = SA_RESTART };

  if (longest != NULL)
    delay_max_ns = (int64_t) (strtod (longest, NULL) * 1e6);
  sigaction (STOP_SIGNAL, &action, NULL);
}

// ---- what is delayed ------------------------------------------------------------------------

/// The function that would be called without this library. Waiting is not work: threads that queue
/// for a lock, in which each of them sleeps, would come to a standstill.
#define CALL(type, name, assignment)                                                               \
  static type (*_Atomic found) (void *);                                                           \
  type (*real) (void *) = found;                                                                   \
  int64_t begin;                                                                                   \
  if (real == NULL)                                                                                \
    found = real = __extension__(type (*) (void *)) dlsym (RTLD_NEXT, #name);                      \
  dawdle ();                                                                                       \
  begin = now_ns ();                                                                               \
  assignment real (argument);                                                                      \
  paid_ns += now_ns () - begin;                                                                    \
  dawdle ()

#define DELAYED(name)                                                                              \
  void name (void *argument);                                                                      \
  void name (void *argument)                                                                       \
  {                                                                                                \
    CALL (void, name, );                                                                           \
  }

#define DELAYED_RETURNING(type, name)                                                              \
  type name (void *argument);                                                                      \
  type name (void *argument)                                                                       \
  {                                                                                                \
    type result;                                                                                   \
    CALL (type, name, result =);                                                                   \
    return result;                                                                                 \
  }

DELAYED_RETURNING (void *, g_object_ref)
DELAYED (g_object_unref)
DELAYED (g_mutex_lock)
DELAYED (g_mutex_unlock)
DELAYED (g_source_unref)
DELAYED (g_main_context_wakeup)
DELAYED_RETURNING (int, pthread_mutex_lock)
DELAYED_RETURNING (int, pthread_mutex_unlock)
