// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page for each example, from the texts of the gallery, and one of the lessons.

#pragma once

#include "lw-help-book.h"

G_BEGIN_DECLS

void lw_help_add_examples (LwHelpBook *book);
void lw_help_add_lessons (LwHelpBook *book);

G_END_DECLS
