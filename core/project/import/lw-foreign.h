// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms of other programs: files of Linkage (.linkage2), and addresses of PMKS+ (also as a file,
// .pmks). They are recognised by their content, and converted to the text form.
//
// Files are not trusted: their size and their numbers of elements are bounded.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_FOREIGN_MAX_BYTES (4 << 20)

typedef struct
{
  const char *program; ///< whose files these are
  const char *suffix;  ///< file name suffix, with its dot
  bool (*knows) (const char *text);
  char *(*convert) (const char *text, GPtrArray *left_out, GError **error);
} LwForeignFormat;

/// Returns the format of a text; NULL if it is of none of these programs.
const LwForeignFormat *lw_foreign_find (const char *text, gsize length);
/// Converts a text to the text form, and adds messages (char *) about what it leaves out. Returns NULL
/// and sets an LW_ERROR_BAD_FILE on failure. Free with g_free ().
char *lw_foreign_convert (const LwForeignFormat *format,
                          const char *text,
                          gsize length,
                          GPtrArray *left_out,
                          GError **error);
/// Returns patterns of names of files for a dialog, NULL-terminated, static.
const char *const *lw_foreign_get_patterns (void);

G_END_DECLS
