// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the tests of edits.

#pragma once

#include "lw-run.h"
#include "testing-project.h"
#include "testing-text.h"

/// Text forms: two links that touch and a third apart, with tracers; three discs, a box and a rod.
extern const char testing_two_links[];
extern const char testing_loose[];

const LwElementRef *testing_refs (GArray *array); ///< the contents of the array
void testing_assert_compiles (const LwMechanism *mechanism);
/// Checks that an edit returned NULL with a single error sentence, and frees the error.
void testing_assert_refused (LwMechanism *next, GError **error);
const LwBody *testing_body_named (const LwMechanism *mechanism, const char *name);
LwElementRef testing_body_ref (const LwMechanism *mechanism, const char *name);
void testing_assert_near (double value, double expected, double tolerance);
/// Returns a run advanced by `duration`, s, at an accuracy of 1e-10.
LwRun *testing_run_of (const LwMechanism *mechanism, double duration);
