// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of quantities in expressions: Cart.x, or in brackets, in which each ] is written twice, if
// there are characters other than letters, digits, underscores and dots: [Pin 1.rate], [a]]b.x]. The
// brackets may also enclose the element only: [Pin 1].rate.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_OPERAND_OPEN G_MAXSIZE
/// Returns the position after the bracketed or quoted text that begins at `at`, including doubled
/// closing characters; returns `at` if none begins there, LW_OPERAND_OPEN if it does not end.
gsize lw_operand_skip_quoted (const char *text, gsize at);
/// Returns the text between brackets or quotes, with doubled characters reduced. `start`, `end`:
/// position of the opening character and position after the closing one. Free with g_free ().
char *lw_operand_dup_unquoted (const char *text, gsize start, gsize end);
/// Returns the position after the bracketed name that begins at `at`, LW_OPERAND_OPEN if it does not
/// end. Sets *name to the name without brackets (free with g_free ()).
gsize lw_operand_read_bracketed (const char *text, gsize at, char **name);
/// Returns the end of letters, digits, underscores and dots; a trailing dot is not included.
gsize lw_operand_skip_name (const char *text, gsize at);
/// Returns the end of a quantity, which has a dot or brackets; returns `at` if none begins there.
gsize lw_operand_skip_quantity (const char *text, gsize at);
gsize lw_operand_skip_number (const char *text, gsize at);
/// Returns true if the text begins with a letter or an underscore.
bool lw_operand_begins_name (const char *text);
/// Returns the position after the token at `at`. Sets *name to the quantity that it may name (free
/// with g_free ()), or NULL. *may_be_unit: false at the start of a text, then kept by the caller.
gsize lw_operand_next (const char *text, gsize at, bool *may_be_unit, char **name);
/// Returns a name as it is written in an expression: "B.reaction", "[coupling-3.reaction]",
/// "[a]]b.reaction]". Free with g_free ().
char *lw_operand_dup (const char *name);
/// Returns the expression with quantities renamed: `follow` returns the new name, which is freed
/// with g_free (), or NULL to keep it. Names are put in brackets where necessary. Returns NULL if
/// no name changes.
char *lw_operand_follow (const char *expression,
                         char *(*follow) (const char *name, gpointer data),
                         gpointer data);

G_END_DECLS
