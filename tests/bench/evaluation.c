// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "evaluation.h"

#include <string.h>

#define WORK 200000 ///< bodies per batch of evaluations
#define BEND 0.3    ///< rad, so that no chain is straight

static Design *
build_chain (int size)
{
  return design_chain (size, BEND, MBD_PLANAR);
}

static Design *
build_spatial_chain (int size)
{
  return design_chain (size, BEND, MBD_SPATIAL);
}

static Design *
build_fourbar (int size)
{
  return design_fourbar (MBD_PLANAR);
}

static Design *
build_nfourbar (int size)
{
  return design_nfourbar (size, 0.5, 1, MBD_PLANAR);
}

static Design *
build_grid (int size)
{
  return design_grid (size);
}

static Design *
build_hub (int size)
{
  return design_hub (size, MBD_PLANAR);
}

static Design *
build_bricard (int size)
{
  return design_bricard ();
}

const Evaluation evaluations[] = {
  { "evaluate-fourbar", "four-bar", 0, 100, true, build_fourbar },
  { "evaluate-chain10", "planar chain, 10 bodies", 10, 100, true, build_chain },
  { "evaluate-chain100", "planar chain, 100 bodies", 100, 100, true, build_chain },
  { "evaluate-chain1000", "planar chain, 1000 bodies", 1000, 100, true, build_chain },
  { "evaluate-chain10000", "planar chain, 10 000 bodies", 10000, 100, false, build_chain },
  { "evaluate-chain100000", "planar chain, 100 000 bodies", 100000, 100, false, build_chain },
  { "evaluate-nfourbar40", "N-four-bar, N = 40, 81 bodies", 40, 100, true, build_nfourbar },
  { "evaluate-hub200", "hub with 200 pins, 201 bodies", 200, 100, true, build_hub },
  { "evaluate-grid10", "grid 10x10 of pinned bars, 180 bodies", 10, 0, false, build_grid },
  { "evaluate-grid30", "grid 30x30 of pinned bars, 1740 bodies", 30, 0, false, build_grid },
  { "evaluate-bricard", "Bricard, 5 spatial bodies", 0, 0, true, build_bricard },
  { "evaluate-spatial100", "spatial chain, 100 bodies", 100, 0, true, build_spatial_chain },
};
const int evaluation_count = sizeof evaluations / sizeof *evaluations;

const Evaluation *
evaluation_find (const char *name)
{
  for (int i = 0; i < evaluation_count; i++)
    if (strcmp (evaluations[i].name, name) == 0)
      return &evaluations[i];
  return NULL;
}

int
evaluation_batch (int bodies)
{
  return WORK / bodies > 2 ? WORK / bodies : 2;
}
