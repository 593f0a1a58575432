// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Abbreviations in the tables of fields.

#pragma once

#include "lw-field.h"

#define DRAWN LW_FIELD_DRAWN
#define BOUND LW_FIELD_BOUND
#define LIVE LW_FIELD_LIVE
#define OPTIONAL LW_FIELD_OPTIONAL
#define UNIQUE LW_FIELD_UNIQUE
#define UNSAVED LW_FIELD_UNSAVED

#define TABLE(name, struct, rows)                                                                  \
  {                                                                                                \
    name, sizeof (struct), rows, G_N_ELEMENTS (rows)                                               \
  }

/// Fields of couplings (lw-fields-couplings.c).
extern const LwFieldTable lw_coupling_fields;
