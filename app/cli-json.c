// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes JSON. json-glib is not used for this, because it writes some numbers in a form that no
// reader accepts.

#include "cli-json.h"

#include <math.h>

#include "cli.h"
#include "lw-json.h"
#include "lw-number.h"

static void
append_number (GString *text, double value)
{
  char number[LW_NUMBER_SIZE];

  g_string_append (text, isfinite (value) ? lw_number_format (value, number) : "null");
}

static void
begin_line (CliJson *self)
{
  g_string_append_printf (self->text, "\n%*s", 2 * self->depth, "");
}

/// Writes the text before a value: comma, line break and key.
static void
begin_value (CliJson *self, const char *key)
{
  if (!self->first)
    g_string_append_c (self->text, ',');
  self->first = false;
  begin_line (self);
  if (key == NULL)
    return;
  lw_json_append_string (self->text, key);
  g_string_append (self->text, ": ");
}

static void
open_bracket (CliJson *self, char bracket)
{
  g_string_append_c (self->text, bracket);
  self->depth++;
  self->first = true;
}

static void
close_bracket (CliJson *self, char bracket)
{
  self->depth--;
  if (!self->first)
    begin_line (self);
  g_string_append_c (self->text, bracket);
  self->first = false;
}

void
cli_json_init (CliJson *self)
{
  *self = (CliJson){ .text = g_string_new (NULL) };
  open_bracket (self, '{');
  cli_json_integer (self, "schema", CLI_SCHEMA);
}

GString *
cli_json_finish (CliJson *self)
{
  close_bracket (self, '}');
  g_string_append_c (self->text, '\n');
  return g_steal_pointer (&self->text);
}

void
cli_json_begin_object (CliJson *self, const char *key)
{
  begin_value (self, key);
  open_bracket (self, '{');
}

void
cli_json_end_object (CliJson *self)
{
  close_bracket (self, '}');
}

void
cli_json_begin_array (CliJson *self, const char *key)
{
  begin_value (self, key);
  open_bracket (self, '[');
}

void
cli_json_end_array (CliJson *self)
{
  close_bracket (self, ']');
}

void
cli_json_string (CliJson *self, const char *key, const char *value)
{
  begin_value (self, key);
  if (value == NULL)
    g_string_append (self->text, "null");
  else
    lw_json_append_string (self->text, value);
}

void
cli_json_bool (CliJson *self, const char *key, bool value)
{
  begin_value (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

void
cli_json_integer (CliJson *self, const char *key, gint64 value)
{
  begin_value (self, key);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, value);
}

void
cli_json_number (CliJson *self, const char *key, double value)
{
  begin_value (self, key);
  append_number (self->text, value);
}

void
cli_json_numbers (CliJson *self, const char *key, const double *values, int n)
{
  begin_value (self, key);
  g_string_append_c (self->text, '[');
  for (int i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (self->text, ", ");
    append_number (self->text, values[i]);
  }
  g_string_append_c (self->text, ']');
}
