// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Start of a target with libFuzzer.

#include <signal.h>
#include <stdlib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);

static void
trap_cb (int signal)
{
  abort ();
}

/// GLib ends a program by a signal for debuggers, for which libFuzzer would not store the input.
int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  signal (SIGTRAP, trap_cb);
  return 0;
}
