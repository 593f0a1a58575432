// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program that is timed: the engine of this tree, or a peer behind a driver.
//
// A driver is a separate process, which keeps libraries apart and survives their crashes. It writes
// one line when it starts: name, version, and its methods, separated by tabs. To each line
// "problem, method, accuracy, seconds allowed" it responds with a record (record.h), until its
// input ends.

#pragma once

#include <stdbool.h>

#include "record.h"

#define ENGINE_METHODS 16

typedef struct Engine Engine;
struct Engine
{
  char name[16];
  char version[64];
  char methods[ENGINE_METHODS][32];
  int method_count;
  /// Makes one run of a problem or one batch of evaluations: `problem`, `method` and `accuracy` of
  /// the record select it, the other fields are filled in. `limit`: seconds of CPU time after which
  /// a peer gives up. Returns false if the engine has broken down.
  bool (*run) (Engine *engine, double limit, Record *record);
  /// Returns false if it did not end normally.
  bool (*close) (Engine *engine);
};

/// Returns the engine of this tree. Its first method is the default.
Engine *engine_linkwright (void);
/// Starts the driver with that name beside this program. Returns NULL if it was not built. If it
/// does not start, ends the program with a message.
Engine *engine_peer (const char *driver);
