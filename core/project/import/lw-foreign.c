// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-foreign.h"

#include <glib/gi18n.h>

#include "lw-mechanism.h"
#include "lw-sketch-private.h"

static const LwForeignFormat formats[] = {
  { "Linkage", ".linkage2", lw_foreign_is_linkage, lw_foreign_convert_linkage },
  { "PMKS+", ".pmks", lw_foreign_is_pmks, lw_foreign_convert_pmks },
};

const LwForeignFormat *
lw_foreign_find (const char *text, gsize length)
{
  g_autofree char *start = g_strndup (text, MIN (length, LW_FOREIGN_MAX_BYTES));

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].knows (start))
      return &formats[i];
  return NULL;
}

char *
lw_foreign_convert (const LwForeignFormat *format,
                    const char *text,
                    gsize length,
                    GPtrArray *left_out,
                    GError **error)
{
  g_autofree char *copy = NULL;

  if (length > LW_FOREIGN_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The file of %s is larger than %u MiB; choose a smaller one."), format->program,
                 (guint) (LW_FOREIGN_MAX_BYTES >> 20));
    return NULL;
  }
  copy = g_utf8_make_valid (text, (gssize) length);
  return format->convert (copy, left_out, error);
}

const char *const *
lw_foreign_get_patterns (void)
{
  static const char *const patterns[] = { "*.linkage2", "*.LINKAGE2", "*.pmks", "*.PMKS", NULL };

  return patterns;
}
