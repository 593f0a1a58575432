// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress of a run: one line of a terminal that is overwritten. Short runs show no progress, nor
// do runs whose results scroll on the terminal. On request, one line for each tenth, for programs
// that wait for the end.

#include <stdio.h>
#include <unistd.h>

#include "cli.h"

/// Nothing is shown before this time.
#define DELAY_USEC G_USEC_PER_SEC
#define INTERVAL_USEC (G_USEC_PER_SEC / 5)

static struct
{
  bool is_wanted;      ///< true to print a line for each tenth
  bool is_writing;     ///< a result is being written, after its run
  int tenths;          ///< number of tenths printed
  gint64 next_usec;    ///< time of the next output, 0 before the first call
  bool is_shown;       ///< true if there is a line to erase
  int is_for_somebody; ///< 1 yes, 0 no, -1 not checked yet
} progress = { .is_for_somebody = -1 };

void
cli_progress_want (void)
{
  progress.is_wanted = true;
}

/// Returns true if standard error is a terminal and standard output is not.
static bool
is_for_somebody (void)
{
  if (progress.is_for_somebody < 0)
    progress.is_for_somebody = isatty (STDERR_FILENO) && !isatty (STDOUT_FILENO);
  return progress.is_for_somebody == 1;
}

static void
show (double part)
{
  const gint64 now = g_get_monotonic_time ();

  if (progress.next_usec == 0)
    progress.next_usec = now + DELAY_USEC;
  if (now < progress.next_usec)
    return;
  progress.next_usec = now + INTERVAL_USEC;
  progress.is_shown = true;
  fprintf (stderr, progress.is_writing ? "\rwriting %3.0f %%" : "\r%3.0f %%", 100 * part);
}

void
cli_progress_tell (double part)
{
  if (progress.is_wanted)
    for (; progress.tenths < (int) (10 * part + 1e-9); progress.tenths++)
      fprintf (stderr, "%s%d %%\n", progress.is_writing ? "writing " : "",
               10 * (progress.tenths + 1));
  else if (is_for_somebody ())
    show (part);
}

void
cli_progress_end (void)
{
  if (progress.is_shown)
    fputs (progress.is_writing ? "\r             \r" : "\r     \r", stderr);
  progress.is_shown = false;
  progress.is_writing = false;
  progress.tenths = 0;
}

static void
tell_writing_cb (double part, void *data)
{
  progress.is_writing = true;
  cli_progress_tell (part);
}

LwProgress
cli_progress_of_writing (void)
{
  return lw_progress_new (tell_writing_cb, NULL);
}
