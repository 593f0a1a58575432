// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The objects held by a task are finalized in the requesting thread, even if the worker thread
// finishes last.

#include "lw-task.h"

#include <stdbool.h>

#define WAIT_USEC (10 * G_USEC_PER_SEC)

typedef struct
{
  GThread *source_ended_in, *data_ended_in;
  gint is_answered; ///< set by the main thread: the result has arrived, and its references are
                    ///< dropped
} Witness;

static void
source_ended_cb (gpointer data, GObject *where_it_was)
{
  Witness *witness = data;

  g_atomic_pointer_set (&witness->source_ended_in, g_thread_self ());
}

static void
data_ended_cb (gpointer data)
{
  Witness *witness = data;

  g_atomic_pointer_set (&witness->data_ended_in, g_thread_self ());
}

/// Returns a result, and continues until only this thread holds the task.
static void
dawdling_work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Witness *witness = data;
  const gint64 end = g_get_monotonic_time () + WAIT_USEC;

  g_assert_true (G_IS_OBJECT (source));
  g_task_return_boolean (task, TRUE);
  while (!g_atomic_int_get (&witness->is_answered) && g_get_monotonic_time () < end)
    g_usleep (100);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  bool *is_answered = data;

  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  *is_answered = true;
}

static void
wait_for (const bool *is_answered)
{
  while (!*is_answered)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for_the_end (Witness *witness)
{
  const gint64 end = g_get_monotonic_time () + WAIT_USEC;

  while ((g_atomic_pointer_get (&witness->source_ended_in) == NULL
          || g_atomic_pointer_get (&witness->data_ended_in) == NULL)
         && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (100);
}

static void
test_ends_here (void)
{
  Witness witness = { 0 };
  GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
  bool is_answered = false;
  GTask *task = g_task_new (source, NULL, answered_cb, &is_answered);

  g_object_weak_ref (source, source_ended_cb, &witness);
  g_task_set_task_data (task, &witness, data_ended_cb);
  lw_task_run (task, dawdling_work);
  g_object_unref (task);
  g_object_unref (source);
  wait_for (&is_answered);
  g_assert_null (witness.source_ended_in);
  g_atomic_int_set (&witness.is_answered, 1);
  wait_for_the_end (&witness);
  g_assert_true (witness.source_ended_in == g_thread_self ());
  g_assert_true (witness.data_ended_in == g_thread_self ());
}

/// Tasks do not wait for others that are still running: each has its own thread.
static void
test_at_once (void)
{
  enum
  {
    N = 40
  };
  Witness witnesses[N] = { 0 };
  bool is_answered[N] = { false };

  for (int i = 0; i < N; i++) {
    g_autoptr (GObject) source = g_object_new (G_TYPE_OBJECT, NULL);
    g_autoptr (GTask) task = g_task_new (source, NULL, answered_cb, &is_answered[i]);

    g_object_weak_ref (source, source_ended_cb, &witnesses[i]);
    g_task_set_task_data (task, &witnesses[i], data_ended_cb);
    lw_task_run (task, dawdling_work);
  }
  for (int i = 0; i < N; i++)
    wait_for (&is_answered[i]);
  for (int i = 0; i < N; i++)
    g_atomic_int_set (&witnesses[i].is_answered, 1);
  for (int i = 0; i < N; i++) {
    wait_for_the_end (&witnesses[i]);
    g_assert_true (witnesses[i].source_ended_in == g_thread_self ());
    g_assert_true (witnesses[i].data_ended_in == g_thread_self ());
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/ends-here", test_ends_here);
  g_test_add_func ("/task/at-once", test_at_once);
  return g_test_run ();
}
