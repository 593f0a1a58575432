// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/// Returns the name proposed for a new file: the title without characters that are invalid in file
/// names and without a leading dot, which would hide the file; `otherwise` if the result is empty.
/// The suffix is appended.
char *lw_file_name_propose (const char *title, const char *otherwise, const char *suffix);

/// Returns the file with a suffix (with its dot) added to its name, for a format whose suffix the name
/// does not have. A file of that name is not replaced, since the dialog has not asked
/// whether to replace it: returns NULL and sets *problem, a message to be freed with g_free ().
GFile *lw_file_name_complete (GFile *file, const char *suffix, char **problem);

G_END_DECLS
