// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-number.h"

#include <math.h>
#include <string.h>

const char *
lw_number_format (double value, char buffer[LW_NUMBER_SIZE])
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  if (!isfinite (value))
    return strcpy (buffer, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_ascii_formatd (buffer, LW_NUMBER_SIZE, formats[i], value);
    if (g_ascii_strtod (buffer, NULL) == value)
      break;
  }
  return buffer;
}
