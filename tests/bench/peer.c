// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// The driver beside this program; false when it is not there.
static bool
find_driver (char *path, size_t size)
{
  ssize_t length = readlink ("/proc/self/exe", path, size - 1);
  char *slash;

  if (length < 0)
    return false;
  path[length] = '\0';
  slash = strrchr (path, '/');
  if (slash == NULL || (size_t) (slash - path) + sizeof "/simbody-bench" > size)
    return false;
  strcpy (slash, "/simbody-bench");
  return access (path, X_OK) == 0;
}

/// Start the driver with its output in a pipe; its complaints are dropped (failed steps are many).
static pid_t
start_driver (const char *path, const char *const *names, double limit, FILE **output)
{
  char limit_text[32];
  const char *arguments[64] = { path, "--records", "--limit", limit_text };
  int count = 4, ends[2];
  pid_t child;

  snprintf (limit_text, sizeof limit_text, "%g", limit);
  for (int i = 0; names[i] != NULL && count < 63; i++)
    arguments[count++] = names[i];
  if (pipe (ends) != 0)
    return -1;
  fflush (NULL);
  child = fork ();
  if (child == 0) {
    FILE *null = freopen ("/dev/null", "w", stderr);

    if (null != NULL && dup2 (ends[1], STDOUT_FILENO) >= 0) {
      close (ends[0]);
      close (ends[1]);
      execv (path, (char *const *) arguments);
    }
    _exit (127);
  }
  close (ends[1]);
  *output = child > 0 ? fdopen (ends[0], "r") : NULL;
  if (*output == NULL)
    close (ends[0]);
  return child;
}

bool
peer_run (const char *const *names, double limit, RecordList *list)
{
  char path[4096], *line = NULL;
  size_t size = 0;
  FILE *output = NULL;
  pid_t child;
  int status = 0;

  if (!find_driver (path, sizeof path))
    return false;
  child = start_driver (path, names, limit, &output);
  if (child < 0)
    return false;
  while (output != NULL && getline (&line, &size, output) > 0) {
    Record record;

    if (record_read (&record, line))
      record_list_add (list, &record);
  }
  free (line);
  if (output != NULL)
    fclose (output);
  waitpid (child, &status, 0);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}
