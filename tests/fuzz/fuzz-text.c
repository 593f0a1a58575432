// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text form.

#include "fuzz.h"
#include "lw-text-private.h"

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_dup_text (data, size);
  LwDeadline deadline = lw_deadline_for_file (size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse_before (text, (gssize) size, &deadline, &error);

  if (mechanism == NULL)
    fuzz_check_refusal (error);
  else
    fuzz_check_mechanism (mechanism, true);
}
