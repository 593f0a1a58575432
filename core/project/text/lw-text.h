// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text form: a mechanism as JSON that a person can write by hand and that diffs well. Described
// by data/linkwright-mechanism.schema.json and docs/text-form.md.

#pragma once

#include "lw-deadline.h"
#include "lw-json.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Reads a mechanism. Returns NULL and sets an LW_ERROR that names element and field if the text is
/// not a mechanism.
LwMechanism *lw_text_parse (const char *text, gssize length, GError **error);
/// Like lw_text_parse (), for a text from an untrusted source.
LwMechanism *
lw_text_parse_before (const char *text, gssize length, const LwDeadline *deadline, GError **error);
/// Reads a mechanism that is an object within another JSON text, such as a lesson.
LwMechanism *lw_text_read_node (const LwJson *node, const LwDeadline *deadline, GError **error);
LwMechanism *lw_text_load (GFile *file, GCancellable *cancellable, GError **error);
/// Writes a mechanism. Equal mechanisms give the same bytes, and parsing them gives an equal
/// mechanism.
char *lw_text_write (const LwMechanism *mechanism);
/// Replaces the file atomically; after an error the old file is intact.
gboolean
lw_text_save (const LwMechanism *mechanism, GFile *file, GCancellable *cancellable, GError **error);
/// Returns the name of the object of the schema that describes an element: "gear", "spring" ...
const char *lw_text_element_object (LwSelectionKind kind, const LwElement *element);

G_END_DECLS
