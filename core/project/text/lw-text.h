// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text form: a mechanism as JSON that a person can write by hand and that diffs well. Described
// by data/linkwright-mechanism.schema.json and docs/text-form.md.

#pragma once

#include "lw-deadline.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Read; NULL and an LW_ERROR (one sentence naming element and field) when the text is not a
/// mechanism.
LwMechanism *lw_text_parse (const char *text, gssize length, GError **error);
/// As lw_text_parse (), of a text that a stranger may have written.
LwMechanism *
lw_text_parse_before (const char *text, gssize length, const LwDeadline *deadline, GError **error);
LwMechanism *lw_text_load (GFile *file, GCancellable *cancellable, GError **error);
/// Write; the same mechanism always gives the same bytes, and parsing them gives an equal
/// mechanism.
char *lw_text_write (const LwMechanism *mechanism);
/// Replace the file as a whole; on failure the old one is untouched.
gboolean
lw_text_save (const LwMechanism *mechanism, GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
