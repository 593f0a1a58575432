// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images behind the mechanism.

#include <cairo.h>

#include "fuzz.h"
#include "lw-background-image.h"

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  LwDeadline deadline = lw_background_deadline (NULL);
  cairo_surface_t *surface;

  if (lw_background_get_format (bytes) == NULL)
    return;
  surface = lw_background_decode (bytes, &deadline, &error);
  if (surface == NULL) {
    fuzz_check_refusal (error);
    return;
  }
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
}
