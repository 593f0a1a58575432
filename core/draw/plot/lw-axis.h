// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scales, ticks at 1-2-5 times powers of ten, and numbers as they are shown: true minus sign,
// superscripts, thin space before the unit.

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

G_BEGIN_DECLS

/// Value to px, linear or logarithmic. `from` and `to` are the px of minimum and maximum.
typedef struct
{
  double minimum, maximum; ///< minimum < maximum; both > 0 when logarithmic
  double from, to;         ///< px
  bool logarithmic;
} LwScale;

double lw_scale_map (const LwScale *self, double value);
double lw_scale_unmap (const LwScale *self, double px);

/// Smallest 1-2-5 times a power of ten that is >= value (value > 0).
double lw_axis_nice_up (double value);
/// Largest 1-2-5 times a power of ten that is <= value (value > 0).
double lw_axis_nice_down (double value);

#define LW_TICKS_MAX 64

typedef struct
{
  int n;
  double value[LW_TICKS_MAX];
  double step;  ///< 0 on a logarithmic axis
  int decimals; ///< places after the point of value / 10^exponent
  int exponent; ///< a factor 10^exponent (multiple of 3) goes into the axis name; 0 mostly
} LwTicks;

/// Ticks for a scale, about one for `spacing` px; `degrees` chooses steps 15, 30, 45, 90.
/// Logarithmic: decades, every second, third ... when they are closer than half of `spacing`.
void lw_axis_ticks (const LwScale *scale, double spacing, bool degrees, LwTicks *ticks);
/// Places after the point that multiples of a step need.
int lw_axis_decimals (double step);
/// A range with a little air for values from minimum to maximum; 0 is included when it is near.
void lw_axis_range (double *minimum, double *maximum);
/// Whole decades round the range, at least one; minimum and maximum must be > 0.
void lw_axis_log_range (double *minimum, double *maximum);

/// Numbers. All write UTF-8 into the buffer and return it; decimal_point as
/// lw_fonts_get_decimal_point ().
#define LW_NUMBER_SIZE 64
char *lw_format_tick (char buffer[LW_NUMBER_SIZE],
                      const LwTicks *ticks,
                      int index,
                      bool logarithmic,
                      const char *decimal_point);
/// With so many significant figures; from 1e5 on and below 1e-3 as 6.7 x 10^-9 with a raised dot
/// and superscripts.
char *lw_format_number (char buffer[LW_NUMBER_SIZE],
                        double value,
                        int significant,
                        const char *decimal_point);
char *lw_format_decimals (char buffer[LW_NUMBER_SIZE],
                          double value,
                          int decimals,
                          const char *decimal_point);
/// "10" with a superscript exponent.
char *lw_format_power (char buffer[LW_NUMBER_SIZE], int exponent);
/// Number, thin space and unit as it is shown.
char *lw_format_quantity (char buffer[LW_NUMBER_SIZE],
                          double value,
                          int significant,
                          const char *unit,
                          const char *decimal_point);
/// The unit as it is shown for one in ASCII: "m/s^2" gives "m/s2" with a superscript, "1" gives "".
/// Borrowed or static.
const char *lw_unit_shown (const char *unit);

G_END_DECLS
