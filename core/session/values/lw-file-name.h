// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/// Returns the name proposed for a new file: the title without characters that are invalid in file
/// names and without a leading dot, which would hide the file; `otherwise` if the result is empty.
/// The suffix is appended.
char *lw_file_name_propose (const char *title, const char *otherwise, const char *suffix);

G_END_DECLS
