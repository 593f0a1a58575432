// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// mujoco-pose FILE TIME: simulates an MJCF file with MuJoCo from its first key, and writes the name
// and the place of each body, and its turn about z, one a line, separated by tabulators.

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  char message[1000] = "";
  mjModel *model = argc == 3 ? mj_loadXML (argv[1], NULL, message, sizeof message) : NULL;
  mjData *data;

  if (model == NULL || *message != '\0') {
    fprintf (stderr, "%s\n", message);
    return 1;
  }
  data = mj_makeData (model);
  if (model->nkey > 0)
    mj_resetDataKeyframe (model, data, 0);
  while (data->time < atof (argv[2]) - 1e-9)
    mj_step (model, data);
  mj_forward (model, data);
  for (int i = 1; i < model->nbody; i++)
    printf ("%s\t%.12g\t%.12g\t%.12g\t%.12g\n", model->names + model->name_bodyadr[i],
            data->xpos[3 * i], data->xpos[3 * i + 1], data->xpos[3 * i + 2],
            2 * atan2 (data->xquat[4 * i + 3], data->xquat[4 * i]));
  mj_deleteData (data);
  mj_deleteModel (model);
  return 0;
}
