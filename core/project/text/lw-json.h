// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading JSON (RFC 8259): a tree of values that all know their line. Strict: each key once in an
// object and without escapes, finite numbers, no text after the end. Numbers are read exactly, the
// sign of -0 too. The text is scanned once, without recursion, within limits and a deadline.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "lw-deadline.h"

G_BEGIN_DECLS

/// Nesting of lists and objects.
#define LW_JSON_MAX_DEPTH 64
/// Keys of one object.
#define LW_JSON_MAX_KEYS 64

typedef enum
{
  LW_JSON_NULL,
  LW_JSON_BOOLEAN,
  LW_JSON_NUMBER,
  LW_JSON_STRING,
  LW_JSON_LIST,
  LW_JSON_OBJECT,
} LwJsonType;

/// A value; the tree owns it.
typedef struct _LwJson LwJson;
struct _LwJson
{
  guint8 type;  ///< LwJsonType
  bool boolean; ///< true or false
  guint line;   ///< where it begins, from 1
  guint length; ///< values of the list, or members of the object
  union
  {
    double number;
    const char *string;  ///< UTF-8
    const LwJson *items; ///< items of a list or object
    gsize place;         ///< private
  };
  union
  {
    const char *key; ///< NULL unless it is a member of an object
    gsize key_place; ///< private
  };
};

typedef struct _LwJsonTree LwJsonTree;

/// Returns the tree of a text; NULL, and an LW_ERROR_BAD_FILE that names the line, if it
/// is not strict JSON in UTF-8, or if the deadline (may be NULL) has passed.
LwJsonTree *
lw_json_parse (const char *text, gsize length, const LwDeadline *deadline, GError **error);
void lw_json_free (LwJsonTree *self);
const LwJson *lw_json_root (const LwJsonTree *self);

/// Returns a value of a list or a member of an object, in the order of the text.
const LwJson *lw_json_element (const LwJson *container, guint index);
/// Returns the member with the key; NULL if there is none, or if it is not an object.
const LwJson *lw_json_member (const LwJson *object, const char *key);

/// Appends a text as a string of JSON, in quotation marks.
void lw_json_append_string (GString *json, const char *text);
/// Quotes a text for a message: on one line, cut after 60 characters. Free with
/// g_free ().
char *lw_json_dup_quoted (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwJsonTree, lw_json_free)

G_END_DECLS
