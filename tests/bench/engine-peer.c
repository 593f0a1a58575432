// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  Engine engine;
  char driver[64];
  pid_t child;
  FILE *requests, *answers;
  char *line;
  size_t size;
} Peer;

/// Finds the driver beside this program. Returns false if it does not exist.
static bool
find_driver (const char *driver, char *path, size_t size)
{
  ssize_t length = readlink ("/proc/self/exe", path, size - 1);
  char *slash;

  if (length < 0)
    return false;
  path[length] = '\0';
  slash = strrchr (path, '/');
  if (slash == NULL || (size_t) (slash + 1 - path) + strlen (driver) >= size)
    return false;
  strcpy (slash + 1, driver);
  return access (path, X_OK) == 0;
}

/// In the child: runs the driver. Its error output is dropped: failed steps are many.
static void
become_driver (const char *path, int requests, int answers)
{
  // Threads of the linear algebra would only wait, which would be counted as CPU time.
  setenv ("OPENBLAS_NUM_THREADS", "1", 1);
  if (dup2 (requests, STDIN_FILENO) >= 0 && dup2 (answers, STDOUT_FILENO) >= 0
      && freopen ("/dev/null", "w", stderr) != NULL)
    execl (path, path, (char *) NULL);
  _exit (127);
}

static bool
start_driver (Peer *self, const char *path)
{
  int requests[2], answers[2];

  if (pipe (requests) != 0 || pipe (answers) != 0)
    return false;
  // The loss of a driver is detected by the missing response.
  signal (SIGPIPE, SIG_IGN);
  fflush (NULL);
  self->child = fork ();
  if (self->child == 0) {
    close (requests[1]);
    close (answers[0]);
    become_driver (path, requests[0], answers[1]);
  }
  close (requests[0]);
  close (answers[1]);
  self->requests = fdopen (requests[1], "w");
  self->answers = fdopen (answers[0], "r");
  return self->child > 0 && self->requests != NULL && self->answers != NULL;
}

/// Reads the line with name, version and methods.
static bool
read_introduction (Peer *self)
{
  Engine *engine = &self->engine;
  char *rest, *field;

  if (getline (&self->line, &self->size, self->answers) <= 0)
    return false;
  self->line[strcspn (self->line, "\n")] = '\0';
  rest = self->line;
  field = strsep (&rest, "\t");
  snprintf (engine->name, sizeof engine->name, "%s", field);
  field = strsep (&rest, "\t");
  snprintf (engine->version, sizeof engine->version, "%s", field != NULL ? field : "");
  while (engine->method_count < ENGINE_METHODS && (field = strsep (&rest, "\t")) != NULL)
    snprintf (engine->methods[engine->method_count++], sizeof *engine->methods, "%s", field);
  return engine->method_count > 0;
}

static bool
run (Engine *engine, double limit, Record *record)
{
  Peer *self = (Peer *) engine;

  fprintf (self->requests, "%s\t%s\t%.17g\t%.17g\n", record->problem, record->method,
           record->accuracy, limit);
  fflush (self->requests);
  if (getline (&self->line, &self->size, self->answers) > 0 && record_read (record, self->line))
    return true;
  fprintf (stderr, "%s broke down at %s, %s, accuracy %g\n", self->driver, record->problem,
           record->method, record->accuracy);
  return false;
}

static bool
close_engine (Engine *engine)
{
  Peer *self = (Peer *) engine;
  int status = 0;

  fclose (self->requests);
  fclose (self->answers);
  waitpid (self->child, &status, 0);
  if (WIFSIGNALED (status))
    fprintf (stderr, "%s was ended by signal %d\n", self->driver, WTERMSIG (status));
  free (self->line);
  free (self);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

Engine *
engine_peer (const char *driver)
{
  char path[4096];
  Peer *self;

  if (!find_driver (driver, path, sizeof path))
    return NULL;
  self = calloc (1, sizeof *self);
  if (self == NULL || !start_driver (self, path)) {
    fprintf (stderr, "%s cannot be started\n", driver);
    exit (1);
  }
  snprintf (self->driver, sizeof self->driver, "%s", driver);
  self->engine.run = run;
  self->engine.close = close_engine;
  if (!read_introduction (self)) {
    fprintf (stderr, "%s does not begin as a driver should\n", driver);
    close_engine (&self->engine);
    exit (1);
  }
  return &self->engine;
}
