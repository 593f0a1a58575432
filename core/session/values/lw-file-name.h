// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/// The name that is proposed for a new file: the title without what a file name cannot have and
/// without the dot that would hide it; `otherwise` where nothing is left of it. Then the suffix.
char *lw_file_name_propose (const char *title, const char *otherwise, const char *suffix);

G_END_DECLS
