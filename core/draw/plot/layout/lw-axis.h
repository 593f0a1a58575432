// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scales, ticks at 1-2-5 times powers of ten, and numbers as displayed: true minus sign,
// superscripts, thin space before the unit.

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

G_BEGIN_DECLS

/// Maps values to px, linearly or logarithmically. `from` and `to` are the px of minimum and
/// maximum.
typedef struct
{
  double minimum, maximum; ///< minimum < maximum; both > 0 if logarithmic
  double from, to;         ///< px
  bool logarithmic;
} LwScale;

double lw_scale_map (const LwScale *self, double value);
double lw_scale_unmap (const LwScale *self, double px);

/// Returns the smallest 1-2-5 times a power of ten that is >= value (value > 0).
double lw_axis_nice_up (double value);
/// Returns the largest 1-2-5 times a power of ten that is <= value (value > 0).
double lw_axis_nice_down (double value);

#define LW_TICKS_MAX 64

typedef struct
{
  int n;
  double value[LW_TICKS_MAX];
  double step;  ///< 0 on a logarithmic axis
  int decimals; ///< decimal places of value / 10^exponent
  int exponent; ///< factor 10^exponent (multiple of 3) in the axis name; usually 0
} LwTicks;

/// Computes ticks for a scale, about one per `spacing` px; `degrees` chooses steps 15, 30, 45, 90.
/// Logarithmic: decades, every second, third ... if they are closer than half of `spacing`.
void lw_axis_ticks (const LwScale *scale, double spacing, bool degrees, LwTicks *ticks);
/// Returns the number of decimal places that multiples of a step need.
int lw_axis_decimals (double step);
/// Extends a range of values by a small margin; includes 0 if it is near.
void lw_axis_range (double *minimum, double *maximum);
/// Extends a range to whole decades, at least one; minimum and maximum must be > 0.
void lw_axis_log_range (double *minimum, double *maximum);

/// Formatted numbers. All functions write UTF-8 into the buffer and return it; decimal_point as in
/// lw_fonts_get_decimal_point ().
#define LW_NUMBER_SIZE 64
char *lw_format_tick (char buffer[LW_NUMBER_SIZE],
                      const LwTicks *ticks,
                      int index,
                      bool logarithmic,
                      const char *decimal_point);
/// Formats a number with `significant` digits; from 1e5 upwards and below 1e-3 as 6.7 x 10^-9 with
/// a raised dot and superscripts.
char *lw_format_number (char buffer[LW_NUMBER_SIZE],
                        double value,
                        int significant,
                        const char *decimal_point);
char *lw_format_decimals (char buffer[LW_NUMBER_SIZE],
                          double value,
                          int decimals,
                          const char *decimal_point);
/// Formats "10" with a superscript exponent.
char *lw_format_power (char buffer[LW_NUMBER_SIZE], int exponent);
/// Formats a number, a thin space and the unit as displayed.
char *lw_format_quantity (char buffer[LW_NUMBER_SIZE],
                          double value,
                          int significant,
                          const char *unit,
                          const char *decimal_point);
/// Returns the displayed form of an ASCII unit: "m/s^2" becomes "m/s2" with a superscript, "1"
/// becomes "". Borrowed or static.
const char *lw_unit_shown (const char *unit);

G_END_DECLS
