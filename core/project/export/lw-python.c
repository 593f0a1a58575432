// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-model-files.h"
#include "lw-text.h"

/// Takes ownership of a text and returns it; NULL and the error if it was cancelled.
static GBytes *
finish (const LwModelSource *source, GString *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);

  return lw_progress_continue (&source->progress, 1, error) ? g_steal_pointer (&bytes) : NULL;
}

GBytes *
lw_text_form_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  g_autofree char *text = lw_text_write (source->mechanism);

  return finish (source, g_string_new (text), error);
}

/// Appends a text as a comment; line feeds would end it.
static void
append_comment (GString *script, const char *text)
{
  g_autofree char *line = g_strdup (text);

  g_strdelimit (line, "\r\n", ' ');
  g_string_append_printf (script, "# %s\n", line);
}

GBytes *
lw_python_write (const LwModelSource *source, GPtrArray *left_out, GError **error)
{
  g_autofree char *text = lw_text_write (source->mechanism);
  g_autoptr (GString) script = g_string_new ("#!/usr/bin/python3\n");

  append_comment (script, lw_mechanism_get_title (source->mechanism));
  if (source->provenance != NULL)
    append_comment (script, source->provenance);
  g_string_append (script, "\nimport linkwright\n\nmechanism = linkwright.parse(r\"\"\"\n");
  // JSON has no three quotation marks in sequence, and a raw string keeps its backslashes.
  g_string_append (script, text);
  g_string_append (script, "\"\"\")\n\n");
  for (guint i = 0; i < lw_mechanism_get_n_parameters (source->mechanism); i++)
    g_string_append_printf (script, "# mechanism.parameters[\"%s\"] = ...\n",
                            lw_mechanism_get_parameter (source->mechanism, i)->name);
  g_string_append (script,
                   "run = mechanism.run()\n"
                   "print(f\"{mechanism.title}: {len(run)} samples to {run.time[-1]} s\")\n"
                   "for name in list(mechanism.channels)[1:]:\n"
                   "    values = run[name]\n"
                   "    print(f\"{name} [{run.unit(name)}]: {min(values)} to {max(values)}\")\n");
  return finish (source, g_steal_pointer (&script), error);
}
