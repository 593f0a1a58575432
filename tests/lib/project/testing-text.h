// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms of examples and of text forms written in a test.

#pragma once

#include "lw-mechanism.h"

/// Of data/examples or tests/data, with its suffix. Transfer full; the test fails where it cannot be read.
LwMechanism *testing_load_example (const char *name);
LwMechanism *testing_parse (const char *text); ///< transfer full; likewise
