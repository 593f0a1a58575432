// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under delay-threads.c: the main thread is not delayed, others are.

#include <dlfcn.h>
#include <glib.h>

#define N_LOCKS 1000

static gpointer
lock_and_unlock (gpointer lock)
{
  for (int i = 0; i < N_LOCKS; i++) {
    g_mutex_lock (lock);
    g_mutex_unlock (lock);
  }
  return NULL;
}

static void
test_locks (void)
{
  unsigned (*count) (void) =
    __extension__(unsigned (*) (void)) dlsym (RTLD_DEFAULT, "delay_threads_count");
  GMutex lock;

  g_assert_true (count != NULL);
  g_mutex_init (&lock);
  lock_and_unlock (&lock);
  g_assert_cmpuint (count (), ==, 0);
  g_thread_join (g_thread_new ("other", lock_and_unlock, &lock));
  g_assert_cmpuint (count (), >, 0);
  g_mutex_clear (&lock);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/delay-threads/locks", test_locks);
  return g_test_run ();
}
