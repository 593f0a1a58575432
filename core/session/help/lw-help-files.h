// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sections of the help that explain messages about files.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/// Returns the anchor on the page of messages about files; NULL if it is none of them.
const char *lw_help_file_anchor (const char *sentence);
/// Returns anchors and formats of all messages in turn, for tests; free with g_ptr_array_unref ().
GPtrArray *lw_help_file_texts (void);

G_END_DECLS
