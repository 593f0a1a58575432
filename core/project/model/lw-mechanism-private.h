// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data of a mechanism, private to lw-mechanism*.c.

#pragma once

#include "lw-background.h"
#include "lw-mechanism.h"

struct _LwMechanism
{
  gatomicrefcount ref_count;

  // Owned
  char *title;
  char *notes;
  char *lesson; // GRefString, shared by copies
  GPtrArray *bodies;
  GPtrArray *couplings;
  GPtrArray *forces;
  GPtrArray *tracers;
  GPtrArray *measurements;
  GPtrArray *plots;       // array of LwPlotLayout, one copy for each mechanism
  GPtrArray *parameters;  // array of LwParameter, one copy for each mechanism
  GPtrArray *bindings;    // array of LwBinding, shared
  GArray *contact_pairs;  // array of LwContactPair, ordered by ids
  GArray *marks;          // array of LwElementMark, ordered by kind and id
  GHashTable *body_by_id; // the first body with each id
  GHashTable *coupling_by_id;
  LwBackground *background; // NULL if there is none

  double gravity[3];
  LwRunSettings run;
  LwLengthUnit length_unit; // LW_LENGTH_UNITS if not specified
};
