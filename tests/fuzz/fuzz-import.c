// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawings, whose format is that of FUZZ_NAME: accepted ones become bodies of a valid mechanism.

#include <math.h>

#include "fuzz.h"
#include "lw-import.h"

void
fuzz_one (const uint8_t *data, size_t size)
{
  static const double offset[2] = { 0.1, -0.2 };
  g_autofree char *text = fuzz_dup_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwImport) import = lw_import_parse (FUZZ_NAME, text, size, &error);
  g_autoptr (LwMechanism) empty = NULL;
  g_autoptr (LwMechanism) mechanism = NULL;
  double minimum[2], maximum[2];

  if (import == NULL) {
    fuzz_check_refusal (error);
    return;
  }
  lw_import_get_box (import, minimum, maximum);
  for (int i = 0; i < 2; i++)
    g_assert_true (isfinite (minimum[i]) && isfinite (maximum[i]) && minimum[i] <= maximum[i]);
  empty = lw_mechanism_new ();
  mechanism = lw_import_add (import, empty, "Part", offset, NULL);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, import->plates->len);
  fuzz_check_mechanism (mechanism, true);
}
