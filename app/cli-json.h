// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes JSON, indented, in the order of the calls. The key is NULL within an array.

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  GString *text;
  int depth;
  bool first; ///< true if nothing has been written at this depth
} CliJson;

/// Begins the outermost object, with "schema" as its first member.
void cli_json_init (CliJson *self);
/// Ends the outermost object. Free with g_string_free ().
GString *cli_json_finish (CliJson *self);

void cli_json_begin_object (CliJson *self, const char *key);
void cli_json_end_object (CliJson *self);
void cli_json_begin_array (CliJson *self, const char *key);
void cli_json_end_array (CliJson *self);
void cli_json_string (CliJson *self, const char *key, const char *value); ///< NULL writes null
void cli_json_bool (CliJson *self, const char *key, bool value);
void cli_json_integer (CliJson *self, const char *key, gint64 value);
/// Writes the shortest form that reads back bit for bit, or null if the number is not finite.
void cli_json_number (CliJson *self, const char *key, double value);
void cli_json_numbers (CliJson *self, const char *key, const double *values, int n);
