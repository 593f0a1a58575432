// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-spring-law.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lw-number.h"

char *
lw_spring_law_constant_force (double force)
{
  char number[LW_NUMBER_SIZE];

  return g_strdup (lw_number_format (force, number));
}

char *
lw_spring_law_gas (double length, double stroke, double force, double ratio)
{
  char texts[4][LW_NUMBER_SIZE];

  if (!(length > 0 && stroke > 0 && stroke < length && force > 0 && ratio >= 1 && isfinite (length)
        && isfinite (force) && isfinite (ratio)))
    return NULL;
  // p V is constant, and V is proportional to the remaining stroke.
  return g_strdup_printf ("-%s / (1 - (1 - 1 / %s) * clamp((%s - length) / %s, 0, 1))",
                          lw_number_format (force, texts[0]), lw_number_format (ratio, texts[1]),
                          lw_number_format (length, texts[2]), lw_number_format (stroke, texts[3]));
}

// ---- recognition ----------------------------------------------------------------------------

/// Advances *at behind `words`. Returns false if the text does not start with them.
static bool
skip (const char **at, const char *words)
{
  if (!g_str_has_prefix (*at, words))
    return false;
  *at += strlen (words);
  return true;
}

static bool
take_number (const char **at, double *number)
{
  char *end;

  *number = g_ascii_strtod (*at, &end);
  if (end == *at)
    return false;
  *at = end;
  return isfinite (*number);
}

static bool
read_gas (const char *law, LwGasSpring *gas)
{
  g_autofree char *again = NULL;

  if (!(skip (&law, "-") && take_number (&law, &gas->force) && skip (&law, " / (1 - (1 - 1 / ")
        && take_number (&law, &gas->ratio) && skip (&law, ") * clamp((")
        && take_number (&law, &gas->length) && skip (&law, " - length) / ")
        && take_number (&law, &gas->stroke) && skip (&law, ", 0, 1))") && *law == '\0'))
    return false;
  again = lw_spring_law_gas (gas->length, gas->stroke, gas->force, gas->ratio);
  return again != NULL;
}

LwSpringKind
lw_spring_law_get_kind (const char *law, LwGasSpring *gas, double *force)
{
  LwGasSpring found;
  const char *end = law;
  double number;

  if (law == NULL)
    return LW_SPRING_LINEAR;
  if (read_gas (law, &found)) {
    if (gas != NULL)
      *gas = found;
    return LW_SPRING_GAS;
  }
  if (!take_number (&end, &number) || *end != '\0')
    return LW_SPRING_LAW;
  if (force != NULL)
    *force = number;
  return LW_SPRING_CONSTANT;
}
