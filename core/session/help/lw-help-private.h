// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups of pages, and the functions that make pages from tables.

#pragma once

#include "lw-help-book.h"

G_BEGIN_DECLS

#define LW_HELP_BEGIN N_ ("First Steps")
#define LW_HELP_TOOLS N_ ("Tools")
#define LW_HELP_PANELS N_ ("Panels")
#define LW_HELP_KINDS N_ ("Couplings and Forces")
#define LW_HELP_CHANNELS N_ ("Numbers")
#define LW_HELP_FIELDS N_ ("Properties")
#define LW_HELP_ANALYSES N_ ("Analyses")
#define LW_HELP_EXPORTS N_ ("Exports")
#define LW_HELP_ERRORS N_ ("Messages")
#define LW_HELP_HANDBOOK N_ ("Handbook")
#define LW_HELP_FILES N_ ("Files and Formats")

/// Prefixes of channels that belong to no element: to the mechanism, to two shapes that touch.
#define LW_HELP_WHOLE "whole"
#define LW_HELP_PAIR "pair"

/// Returns the table of the channels of each element: prefix to rows. `samples`: mechanisms in text
/// form, NULL-terminated. Free with g_hash_table_unref ().
GHashTable *lw_help_read_channels (const char *const *samples);
/// Returns the table of a prefix as text, "" if it has none. Free with g_free ().
char *lw_help_dup_channel_table (GHashTable *tables, const char *prefix);
/// Splits the name of a channel into element and number; LW_HELP_WHOLE has the full name.
char *lw_help_dup_channel_prefix (const char *name, const char **suffix);
/// Appends a row of a table whose first cell is code; cells may contain any signs.
void lw_help_append_row (GString *rows, const char *first, ...) G_GNUC_NULL_TERMINATED;

void lw_help_add_tools (LwHelpBook *book);
void lw_help_add_kinds (LwHelpBook *book, GHashTable *channels);
void lw_help_add_channels (LwHelpBook *book, GHashTable *channels);
void lw_help_add_fields (LwHelpBook *book);
void lw_help_add_exports (LwHelpBook *book);
void lw_help_add_messages (LwHelpBook *book);

G_END_DECLS
