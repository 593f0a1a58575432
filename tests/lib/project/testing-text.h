// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms of examples and of text forms written in a test.

#pragma once

#include "lw-mechanism.h"

/// Loads a file of data/examples or tests/data, whose name includes its suffix. Transfer full; the
/// test fails if it cannot be read.
LwMechanism *testing_load_example (const char *name);
LwMechanism *testing_parse (const char *text); ///< transfer full; the test fails if it is invalid
