// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes of mechanisms and models, for the engine's own files.

#pragma once

#include "mbd-shape.h"

/// A shape of a mechanism (body is an id; its points are a copy) or of a model (body is an index).
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

/// Checks the ranges of a shape.
MbdStatus mbd_check_shape (const MbdShape *shape, MbdDiagnosis *why);
MbdStatus mbd_check_shape_pair (const MbdShapePair *pair, MbdDiagnosis *why);
/// Copies the shapes of a mechanism into its model; call after the bodies are known.
MbdStatus mbd_model_take_shapes (MbdModel *model, const MbdMechanism *mechanism, MbdDiagnosis *why);
void mbd_mechanism_free_shapes (MbdMechanism *mechanism);
