// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scalars of a run: FUNCTION(CHANNEL), where CHANNEL is a name or an expression, as in
// max(M.effort) and rms([Rod 1.tension] - 5).

#pragma once

#include "cli-recording.h"

typedef struct
{
  char **texts;     ///< as typed, borrowed
  GArray *channels; ///< array of guint, by measure
} CliMeasures;

/// Defines the channels of the measures. Call cli_measures_clear () also after an error.
gboolean
cli_measures_init (CliMeasures *self, CliMechanism *mechanism, char **texts, GError **error);
void cli_measures_clear (CliMeasures *self);
/// Appends a line for each measure: its text, value, unit, and time if it has one, separated by
/// tabulators; before them the file, unless that is NULL.
void cli_measures_append (const CliMeasures *self,
                          CliRecording *recording,
                          const char *file,
                          GString *text);
/// Writes the measures as the array "measures".
void cli_measures_put (const CliMeasures *self, CliRecording *recording, CliJson *json);
