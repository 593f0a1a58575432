// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ticks are multiples of a step, computed as the nearest doubles to their labels.

#include "lw-axis.h"

#include <math.h>
#include <string.h>

#define MINUS "\u2212"
#define THIN_SPACE "\u2009"
#define MIDDLE_DOT "\u00b7"

static const char *const superscripts[] = { "\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                            "\u2075", "\u2076", "\u2077", "\u2078", "\u2079" };

/// Returns the decades of a logarithmic scale; the quotient of its ends may overflow.
static double
decades (const LwScale *self)
{
  return log10 (self->maximum) - log10 (self->minimum);
}

double
lw_scale_map (const LwScale *self, double value)
{
  const double part = self->logarithmic ? (log10 (value) - log10 (self->minimum)) / decades (self)
                                        : (value - self->minimum) / (self->maximum - self->minimum);

  return self->from + part * (self->to - self->from);
}

double
lw_scale_unmap (const LwScale *self, double px)
{
  const double part = (px - self->from) / (self->to - self->from);

  if (self->logarithmic)
    return self->minimum * pow (10.0, part * decades (self));
  return self->minimum + part * (self->maximum - self->minimum);
}

/// Returns mantissa * 10^exponent with exact powers of ten where doubles have them: 10^n for n < 0
/// as a quotient, so that 0.1, 0.2 and 0.5 are the nearest doubles.
static double
decimal (double mantissa, int exponent)
{
  return exponent >= 0 ? mantissa * pow (10.0, exponent) : mantissa / pow (10.0, -exponent);
}

double
lw_axis_nice_up (double value)
{
  static const double mantissas[] = { 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0 };
  const int exponent = (int) floor (log10 (value)) - 1;

  // The tolerance accepts 0.1 + 0.2 as 0.3; the table begins a decade low because log10 rounds.
  for (size_t i = 0; i < G_N_ELEMENTS (mantissas); i++) {
    const double nice = decimal (mantissas[i], exponent);
    if (nice >= value * (1.0 - 1e-12))
      return nice;
  }
  return decimal (200.0, exponent);
}

double
lw_axis_nice_down (double value)
{
  static const double mantissas[] = { 100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0 };
  const int exponent = (int) floor (log10 (value)) - 1;

  for (size_t i = 0; i < G_N_ELEMENTS (mantissas); i++) {
    const double nice = decimal (mantissas[i], exponent);
    if (nice <= value * (1.0 + 1e-12))
      return nice;
  }
  return decimal (0.5, exponent);
}

static double
degree_step (double at_least)
{
  static const double steps[] = { 1.0, 2.0, 5.0, 15.0, 30.0, 45.0, 90.0, 180.0, 360.0 };

  if (at_least < 1.0)
    return lw_axis_nice_up (at_least);
  for (size_t i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] >= at_least)
      return steps[i];
  return 360.0 * lw_axis_nice_up (at_least / 360.0);
}

static void
log_ticks (const LwScale *scale, double spacing, LwTicks *ticks)
{
  // Powers of ten beyond these limits are not doubles with full precision.
  const int first = (int) ceil (fmax (log10 (scale->minimum), -307) - 1e-9);
  const int last = (int) floor (log10 (scale->maximum) + 1e-9);
  const double pitch = fabs (scale->to - scale->from) / decades (scale);
  int every;

  if (!(scale->minimum > 0.0) || !(pitch > 0.0))
    return;
  // The limit exceeds the number of decades of a double.
  every = (int) CLAMP (ceil (0.5 * spacing / pitch), 1.0, 1000.0);
  while ((last - first) / every >= LW_TICKS_MAX)
    every++;
  // Use multiples of the stride, so that panning by decades keeps the same labels.
  for (int exponent = first; exponent <= last; exponent++)
    if (exponent % every == 0)
      ticks->value[ticks->n++] = decimal (1.0, exponent);
}

int
lw_axis_decimals (double step)
{
  int decimals = 0;

  for (; decimals < 12; decimals++) {
    const double scaled = step * pow (10.0, decimals);
    if (fabs (scaled - round (scaled)) < 1e-6 * scaled)
      break;
  }
  return decimals;
}

/// Chooses the decimal places, and the factor that keeps labels short.
static void
choose_digits (const LwScale *scale, LwTicks *ticks)
{
  const double largest = MAX (fabs (scale->minimum), fabs (scale->maximum));
  const int top = (int) floor (log10 (largest) + 1e-9);

  if (top >= 5 || top <= -4)
    ticks->exponent = 3 * (int) floor (top / 3.0);
  ticks->decimals = lw_axis_decimals (ticks->step / decimal (1.0, ticks->exponent));
}

void
lw_axis_ticks (const LwScale *scale, double spacing, bool degrees, LwTicks *ticks)
{
  const double pixels = fabs (scale->to - scale->from);
  const double range = scale->maximum - scale->minimum;
  double first, last;

  *ticks = (LwTicks){ 0 };
  if (!(range > 0.0) || !isfinite (range) || !(pixels > 0.0))
    return;
  if (scale->logarithmic) {
    log_ticks (scale, spacing, ticks);
    return;
  }
  ticks->step = range * spacing / pixels;
  // A range that is narrow compared with its distance from zero runs out of digits.
  ticks->step = MAX (ticks->step, 1e-14 * MAX (fabs (scale->minimum), fabs (scale->maximum)));
  ticks->step = degrees ? degree_step (ticks->step) : lw_axis_nice_up (ticks->step);
  while (range / ticks->step >= LW_TICKS_MAX - 1)
    ticks->step *= 10.0;
  first = ceil (scale->minimum / ticks->step - 1e-9);
  last = floor (scale->maximum / ticks->step + 1e-9);
  for (double i = first; i <= last && ticks->n < LW_TICKS_MAX; i++)
    ticks->value[ticks->n++] = i * ticks->step;
  choose_digits (scale, ticks);
}

void
lw_axis_range (double *minimum, double *maximum)
{
  double low = *minimum, high = *maximum;
  const double size = MAX (fabs (low), fabs (high));
  double air;

  if (!(high - low > 1e-9 * size)) {
    // Constant values: half their size on either side, or one unit about zero.
    air = size > 0.0 ? 0.5 * size : 1.0;
    *minimum = low - air;
    *maximum = high + air;
    if (low >= 0.0 && size > 0.0)
      *minimum = 0.0;
    if (high <= 0.0 && size > 0.0)
      *maximum = 0.0;
    return;
  }
  if (low > 0.0 && low < 0.5 * high)
    low = 0.0;
  if (high < 0.0 && high > 0.5 * low)
    high = 0.0;
  air = 0.06 * (high - low);
  *minimum = low == 0.0 ? 0.0 : low - air;
  *maximum = high == 0.0 ? 0.0 : high + air;
}

void
lw_axis_log_range (double *minimum, double *maximum)
{
  int first = (int) floor (log10 (*minimum) + 1e-9);
  int last = (int) ceil (log10 (*maximum) - 1e-9);

  if (last <= first)
    last = first + 1;
  first = MAX (first, -300);
  last = MAX (MIN (last, 300), first + 1);
  *minimum = decimal (1.0, first);
  *maximum = decimal (1.0, last);
}

/// Replaces minus sign and decimal point of a number formatted in the C locale by the true minus
/// sign and the requested decimal point.
static char *
dress (char buffer[LW_NUMBER_SIZE], const char *plain, const char *decimal_point)
{
  char *out = buffer;
  char *const end = buffer + LW_NUMBER_SIZE - 8;

  for (const char *in = plain; *in != '\0' && out < end; in++) {
    if (*in == '-')
      out = g_stpcpy (out, MINUS);
    else if (*in == '.')
      out = g_stpcpy (out, strlen (decimal_point) <= 4 ? decimal_point : ".");
    else
      *out++ = *in;
  }
  *out = '\0';
  return buffer;
}

char *
lw_format_decimals (char buffer[LW_NUMBER_SIZE],
                    double value,
                    int decimals,
                    const char *decimal_point)
{
  char format[8], plain[LW_NUMBER_SIZE];

  if (!isfinite (value)) {
    g_strlcpy (buffer,
               isnan (value) ? "\u2013"
               : value > 0.0 ? "\u221e"
                             : MINUS "\u221e",
               LW_NUMBER_SIZE);
    return buffer;
  }
  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 15));
  g_ascii_formatd (plain, sizeof plain, format, value);
  // "-0.00" is 0.00.
  if (plain[0] == '-' && strspn (plain + 1, "0.") == strlen (plain + 1))
    memmove (plain, plain + 1, strlen (plain));
  return dress (buffer, plain, decimal_point);
}

static char *
append_superscript (char *out, int exponent)
{
  char digits[12];

  g_snprintf (digits, sizeof digits, "%d", ABS (exponent));
  if (exponent < 0)
    out = g_stpcpy (out, "\u207b");
  for (const char *digit = digits; *digit != '\0'; digit++)
    out = g_stpcpy (out, superscripts[*digit - '0']);
  return out;
}

char *
lw_format_power (char buffer[LW_NUMBER_SIZE], int exponent)
{
  append_superscript (g_stpcpy (buffer, "10"), exponent);
  return buffer;
}

char *
lw_format_tick (char buffer[LW_NUMBER_SIZE],
                const LwTicks *ticks,
                int index,
                bool logarithmic,
                const char *decimal_point)
{
  const double value = ticks->value[index];

  if (logarithmic)
    return lw_format_power (buffer, (int) lround (log10 (value)));
  if (value == 0.0)
    return g_strlcpy (buffer, "0", LW_NUMBER_SIZE), buffer;
  return lw_format_decimals (buffer, value / decimal (1.0, ticks->exponent), ticks->decimals,
                             decimal_point);
}

char *
lw_format_number (char buffer[LW_NUMBER_SIZE],
                  double value,
                  int significant,
                  const char *decimal_point)
{
  char scientific[LW_NUMBER_SIZE], mantissa[LW_NUMBER_SIZE], format[8];
  char *letter;
  int exponent;

  if (value == 0.0)
    return g_strlcpy (buffer, "0", LW_NUMBER_SIZE), buffer;
  if (!isfinite (value))
    return lw_format_decimals (buffer, value, 0, decimal_point);
  significant = CLAMP (significant, 1, 15);
  g_snprintf (format, sizeof format, "%%.%de", significant - 1);
  g_ascii_formatd (scientific, sizeof scientific, format, value);
  letter = strchr (scientific, 'e');
  exponent = (int) g_ascii_strtoll (letter + 1, NULL, 10);
  if (exponent >= -3 && exponent < 5)
    return lw_format_decimals (buffer, value, MAX (0, significant - 1 - exponent), decimal_point);
  *letter = '\0';
  dress (mantissa, scientific, decimal_point);
  letter = g_stpcpy (buffer, mantissa);
  letter = g_stpcpy (letter, THIN_SPACE MIDDLE_DOT THIN_SPACE "10");
  append_superscript (letter, exponent);
  return buffer;
}

const char *
lw_unit_shown (const char *unit)
{
  GString *string;
  const char *shown;

  if (unit == NULL || g_str_equal (unit, "1"))
    return "";
  if (strpbrk (unit, " ^") == NULL && !g_str_has_prefix (unit, "deg"))
    return unit;
  string = g_string_new (unit);
  if (g_str_has_prefix (unit, "deg"))
    g_string_replace (string, "deg", "\u00b0", 1);
  g_string_replace (string, "^2", "\u00b2", 0);
  g_string_replace (string, "^3", "\u00b3", 0);
  // A thin space is too narrow between two long symbols: lbf·in.
  g_string_replace (string, " ", g_str_has_prefix (unit, "lb") ? MIDDLE_DOT : THIN_SPACE, 0);
  shown = g_intern_string (string->str);
  g_string_free (string, TRUE);
  return shown;
}

char *
lw_format_quantity (char buffer[LW_NUMBER_SIZE],
                    double value,
                    int significant,
                    const char *unit,
                    const char *decimal_point)
{
  const char *shown = lw_unit_shown (unit);

  lw_format_number (buffer, value, significant, decimal_point);
  if (*shown == '\0')
    return buffer;
  if (!g_str_equal (shown, "\u00b0"))
    g_strlcat (buffer, THIN_SPACE, LW_NUMBER_SIZE);
  g_strlcat (buffer, shown, LW_NUMBER_SIZE);
  return buffer;
}
