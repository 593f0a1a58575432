// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mechanism holds, for the files of lw-mechanism*.c alone.

#pragma once

#include "lw-background.h"
#include "lw-mechanism.h"

struct _LwMechanism
{
  gatomicrefcount ref_count;

  // Owned
  char *title;
  char *notes;
  GPtrArray *bodies;
  GPtrArray *couplings;
  GPtrArray *forces;
  GPtrArray *tracers;
  GPtrArray *measurements;
  GPtrArray *plots;       // of LwPlotLayout, one copy for each mechanism
  GPtrArray *parameters;  // of LwParameter, likewise
  GPtrArray *bindings;    // of LwBinding, shared
  GArray *contact_pairs;  // of LwContactPair, by ids
  GArray *marks;          // of LwElementMark, by kind and id
  GHashTable *body_by_id; // the first with each id
  GHashTable *coupling_by_id;
  LwBackground *background; // NULL: none

  double gravity[3];
  LwRunSettings run;
  LwLengthUnit length_unit; // LW_LENGTH_UNITS: not said
};
