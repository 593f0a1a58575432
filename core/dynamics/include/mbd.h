// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The constrained-dynamics engine: define (mbd-mechanism.h), compile (mbd-model.h), evaluate
// (mbd-state.h), inspect (mbd-inspect.h), integrate (mbd-integrator.h), analyse (mbd-analysis.h),
// end early (mbd-stop.h). Functions of time and formulas: mbd-function.h, mbd-expression.h; of the
// motion: mbd-signal.h. Contact on plain data: mbd-contact.h, mbd-complementarity.h; piles at a
// fixed step: mbd-pile.h. Path of a rope over pulleys: mbd-rope.h;
// curves through points: mbd-curve.h.

#pragma once

#include "mbd-analysis.h"
#include "mbd-complementarity.h"
#include "mbd-contact.h"
#include "mbd-curve.h"
#include "mbd-expression.h"
#include "mbd-function.h"
#include "mbd-inspect.h"
#include "mbd-integrator.h"
#include "mbd-mechanism.h"
#include "mbd-model.h"
#include "mbd-pile.h"
#include "mbd-rope.h"
#include "mbd-row.h"
#include "mbd-shape.h"
#include "mbd-signal.h"
#include "mbd-state.h"
#include "mbd-status.h"
#include "mbd-stop.h"
