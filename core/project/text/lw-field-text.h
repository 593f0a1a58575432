// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of fields as JSON: a number, word or list for each field, whatever element it belongs to.

#pragma once

#include "lw-field.h"
#include "lw-json.h"

G_BEGIN_DECLS

/// Returns all values of a field: a list if it has several, null for an absent one. Free with
/// g_free ().
char *lw_field_dup_text (const LwField *field, const void *element);
/// Replaces the values of a field; the element owns them. Returns false, and changes nothing, if the
/// text does not have its type.
bool lw_field_read_text (const LwField *field, void *element, const char *text);

G_END_DECLS
