// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help as web pages: one HTML file for each page of a book, contents, and a search that needs no
// server.

#pragma once

#include <gio/gio.h>

#include "lw-help-book.h"

G_BEGIN_DECLS

/// Writes the pages into a folder, which is made if necessary. The same book gives the same bytes.
gboolean lw_help_write_site (LwHelpBook *book, GFile *folder, GError **error);
/// Returns one page as HTML. Free with g_free ().
char *lw_help_dup_html (const LwHelpBook *book, const LwHelpPage *page);

G_END_DECLS
