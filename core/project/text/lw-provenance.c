// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-provenance.h"

#include "lw-text.h"

char *
lw_dup_provenance (const LwMechanism *mechanism, const char *version)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strdup_printf ("Linkwright %s, mechanism SHA-256 %s, SI units", version, digest);
}
