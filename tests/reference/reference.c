// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of comma-separated numbers, read into one growing array.

#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

static void
fail (const char *name, const char *what)
{
  fprintf (stderr, "Bail out! reference %s: %s\n", name, what);
  abort ();
}

/// Appends the numbers of one line. Returns how many there were.
static int
read_line (Reference *reference, char *line, int *count, int *space, const char *name)
{
  int columns = 0;

  for (char *end, *at = line;; at = end + 1, columns++) {
    double value = strtod (at, &end);

    if (end == at)
      fail (name, "a field is not a number");
    if (*count == *space) {
      *space = *space ? 2 * *space : 256;
      reference->values = realloc (reference->values, (size_t) *space * sizeof (double));
      if (reference->values == NULL)
        fail (name, "out of memory");
    }
    reference->values[(*count)++] = value;
    if (*end != ',')
      return columns + 1;
  }
}

Reference *
reference_read (const char *name)
{
  Reference *reference = calloc (1, sizeof *reference);
  char path[4096], *line = NULL;
  size_t size = 0;
  int count = 0, space = 0;

  snprintf (path, sizeof path, "%s/%s", REFERENCE_DIR, name);
  FILE *file = fopen (path, "r");
  if (file == NULL || reference == NULL)
    fail (name, "cannot be opened");
  while (getline (&line, &size, file) > 0) {
    if (line[0] == '#' || line[0] == '\n')
      continue;
    int columns = read_line (reference, line, &count, &space, name);

    if (reference->rows > 0 && columns != reference->columns)
      fail (name, "its lines differ in length");
    reference->columns = columns;
    reference->rows++;
  }
  free (line);
  fclose (file);
  if (reference->rows == 0)
    fail (name, "it is empty");
  return reference;
}

void
reference_free (Reference *reference)
{
  free (reference->values);
  free (reference);
}

double
reference_at (const Reference *reference, int row, int column)
{
  return reference->values[row * reference->columns + column];
}
