// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-live.h"

#include <math.h>

#include "lw-axis.h"
#include "lw-lesson.h"

#define SIGNIFICANT 4

typedef struct
{
  LwPlayer *player;
  const LwUnits *units;
  const char *decimal_point;
} Live;

/// Returns the present value of a channel as upright text; an LwLessonValueFunc.
static char *
get_cb (const char *channel, gpointer data)
{
  const Live *self = data;
  LwChannels *channels = lw_player_get_channels (self->player);
  MbdState *state = lw_player_get_state (self->player);
  const int found = lw_channels_find (channels, channel);
  char number[LW_NUMBER_SIZE];
  double value;

  if (found < 0 || state == NULL || lw_channels_get_derivation (channels, (guint) found) != NULL)
    return NULL;
  const guint index = (guint) found;
  const char *unit = lw_channels_get (channels, index)->unit;

  lw_channels_evaluate (channels, state, &index, 1, &value);
  if (fabs (value) <= lw_channels_get_round_off (channels, index))
    value = 0;
  lw_format_number (number, lw_units_to_shown (self->units, unit, value), SIGNIFICANT,
                    self->decimal_point);
  unit = lw_unit_shown (lw_units_shown (self->units, unit));
  return *unit != '\0' ? g_strdup_printf ("\\t{%s %s}", number, unit)
                       : g_strdup_printf ("\\t{%s}", number);
}

char *
lw_lesson_live_formula (const char *formula,
                        LwPlayer *player,
                        const LwUnits *units,
                        const char *decimal_point)
{
  Live self = { player, units, decimal_point };

  return lw_lesson_fill_formula (formula, *decimal_point, player != NULL ? get_cb : NULL, &self);
}
