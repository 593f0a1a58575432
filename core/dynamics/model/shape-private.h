// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes of mechanisms and models as the engine's own files see them.

#pragma once

#include "mbd-shape.h"

/// A shape of a mechanism (body: id; points of its own) or of a model (body: index).
typedef struct
{
  int id, body;
  MbdShape shape;
} MbdBodyShape;

typedef struct
{
  int a, b; // ids in a mechanism, indices in a model
  MbdShapePair pair;
} MbdBodyShapePair;

/// Range checks.
MbdStatus mbd_check_shape (const MbdShape *shape, MbdDiagnosis *why);
MbdStatus mbd_check_shape_pair (const MbdShapePair *pair, MbdDiagnosis *why);
/// The shapes of a mechanism for its model, after the bodies are known.
MbdStatus mbd_model_take_shapes (MbdModel *model, const MbdMechanism *mechanism, MbdDiagnosis *why);
void mbd_mechanism_free_shapes (MbdMechanism *mechanism);
