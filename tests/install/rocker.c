// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// rocker FILE: writes by how many degrees the rocker of the four-bar swings.

#include <linkwright.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  LinkwrightMechanism *mechanism;
  LinkwrightRun *run;
  char *message = NULL;
  double *angle, least = INFINITY, most = -INFINITY;

  if (argc != 2 || linkwright_open (argv[1], &mechanism, &message) != LINKWRIGHT_OK
      || linkwright_mechanism_set (mechanism, "every", "0.001", &message) != LINKWRIGHT_OK
      || linkwright_mechanism_run (mechanism, NULL, NULL, &run, &message) != LINKWRIGHT_OK) {
    fprintf (stderr, "%s\n", message != NULL ? message : "usage: rocker FILE");
    return 1;
  }
  angle = malloc (linkwright_run_sample_count (run) * sizeof *angle);
  if (angle == NULL
      || linkwright_run_values (run, "Rocker.angle", angle, NULL, &message) != LINKWRIGHT_OK)
    return 1;
  for (size_t i = 0; i < linkwright_run_sample_count (run); i++) {
    least = fmin (least, angle[i]);
    most = fmax (most, angle[i]);
  }
  printf ("%.9f\n", (most - least) * 180 / acos (-1.0));
  free (angle);
  linkwright_run_free (run);
  linkwright_mechanism_free (mechanism);
  return 0;
}
