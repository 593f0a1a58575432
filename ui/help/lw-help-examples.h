// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page for each example, from the texts of the gallery, and one of the lessons.

#pragma once

#include "lw-help-book.h"

G_BEGIN_DECLS

/// Beginning of links that open an example, before the name of its file.
#define LW_HELP_OPEN_EXAMPLE "open-example:"

void lw_help_add_examples (LwHelpBook *book);
void lw_help_add_lessons (LwHelpBook *book);

G_END_DECLS
