// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing JSON from a tree, and changing one value of a text. Places are paths of keys and of
// numbers of list items, from 0: "steps/2/check/numbers/0/tolerance".

#pragma once

#include "lw-json.h"

G_BEGIN_DECLS

/// Appends a value. Lists and objects that fit on a line take one, others a line for each item, as
/// far to the right as `depth` levels.
void lw_json_append (GString *json, const LwJson *node, guint depth);
/// Returns the value at a place, or NULL if there is none.
const LwJson *lw_json_at (const LwJson *root, const char *path);

typedef enum
{
  LW_JSON_SET,    ///< replaces the value, or adds it with the objects and lists around it
  LW_JSON_INSERT, ///< adds it to a list, before the item that has this number
  LW_JSON_REMOVE, ///< removes it
  LW_JSON_MOVE,   ///< exchanges an item of a list with the next one
} LwJsonChange;

/// Returns the text of a tree with one change, as lw_json_append () writes it, ending with a line
/// break. `value`: JSON, NULL if the change has none. Free with g_free ().
char *
lw_json_dup_changed (const LwJson *root, LwJsonChange change, const char *path, const char *value);

G_END_DECLS
