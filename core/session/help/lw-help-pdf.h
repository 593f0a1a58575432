// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help as one PDF file of A4 pages: contents, all pages of a book, an outline, and links.

#pragma once

#include "lw-help-book.h"

G_BEGIN_DECLS

/// Returns the file. The same book gives the same bytes.
GBytes *lw_help_new_pdf (const LwHelpBook *book, GError **error);

G_END_DECLS
