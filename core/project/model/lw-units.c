// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-units.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include <udunits2.h>

/// Maximum length of a unit; longer text is not a unit.
#define UNIT_MAX_BYTES 64
#define DEFINITION_MAX_BYTES 256

/// Units for each length unit, or each angle unit. The first is the SI unit.
static const char *const by_length[][LW_LENGTH_UNITS] = {
  { "m", "mm", "in" },
  { "m^2", "mm^2", "in^2" },
  { "m^3", "mm^3", "in^3" },
  { "m/s", "mm/s", "in/s" },
  { "m/s^2", "mm/s^2", "in/s^2" },
  { "m/s^3", "mm/s^3", "in/s^3" },
  { "kg", "kg", "lb" },
  { "kg m^2", "kg mm^2", "lb in^2" },
  { "kg m/s", "kg mm/s", "lb in/s" },
  { "kg m^2/s", "kg mm^2/s", "lb in^2/s" },
  { "N", "N", "lbf" },
  { "N m", "N mm", "lbf in" },
  { "N s", "N s", "lbf s" },
  { "N m s", "N mm s", "lbf in s" },
  { "J", "mJ", "lbf in" },
  { "W", "mW", "lbf in/s" },
  { "N/m", "N/mm", "lbf/in" },
  { "N s/m", "N s/mm", "lbf s/in" },
};
static const char
  *const by_angle[LW_ANGLE_UNITS] = { [LW_ANGLE_DEGREES] = "deg", [LW_ANGLE_RADIANS] = "rad" };

/// Common spellings that the database lacks.
static const char *const spellings[][2] = {
  { "deg", "arc_degree" }, { "Nm", "N.m" },        { "Nmm", "N.mm" },
  { "Ns", "N.s" },         { "thou", "0.001 in" },
};

/// Protects the library, which keeps its state in the process.
static GMutex lock;

// ---- the database ---------------------------------------------------------------------------

static void
add_spellings (ut_system *system)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++) {
    ut_unit *unit = ut_parse (system, spellings[i][1], UT_UTF8);

    if (unit == NULL)
      continue;
    ut_map_symbol_to_unit (spellings[i][0], UT_ASCII, unit);
    ut_free (unit);
  }
}

/// Returns NULL if the database cannot be read. The lock must be held.
static ut_system *
get_system (void)
{
  static ut_system *system;
  static bool is_read;

  if (!is_read) {
    is_read = true;
    ut_set_error_message_handler (ut_ignore);
    system = ut_read_xml (NULL);
    if (system != NULL)
      add_spellings (system);
    else
      g_warning ("The database of units cannot be read; everything is shown in SI.");
  }
  return system;
}

/// Switches the thread to the C locale: the library reads and writes numbers in the thread's
/// locale.
static locale_t
enter (void)
{
  static locale_t plain;

  g_mutex_lock (&lock);
  if (plain == (locale_t) 0)
    plain = newlocale (LC_ALL_MASK, "C", (locale_t) 0);
  return plain != (locale_t) 0 ? uselocale (plain) : (locale_t) 0;
}

static void
leave (locale_t before)
{
  if (before != (locale_t) 0)
    uselocale (before);
  g_mutex_unlock (&lock);
}

/// Returns a copy in which each run of white space is one plain space, without white space around
/// it.
static char *
dup_plain (const char *text)
{
  GString *string = g_string_new (NULL);
  bool is_blank = false;

  for (; *text != '\0'; text = g_utf8_next_char (text)) {
    if (g_unichar_isspace (g_utf8_get_char (text))) {
      is_blank = string->len > 0;
      continue;
    }
    if (is_blank)
      g_string_append_c (string, ' ');
    is_blank = false;
    g_string_append_len (string, text, g_utf8_next_char (text) - text);
  }
  return g_string_free (string, FALSE);
}

/// Accepts only names of units, operators between them, and powers. The library also parses
/// numbers, dates, offsets and logarithms, which are not units here.
static bool
is_plain_unit (const char *text)
{
  bool in_word = false;

  if (*text == '\0' || strlen (text) > UNIT_MAX_BYTES || strchr ("-+^", *text) != NULL)
    return false;
  for (; *text != '\0'; text = g_utf8_next_char (text)) {
    gunichar letter = g_utf8_get_char (text);

    if (strchr ("@(){}:", *text) != NULL || (g_ascii_isdigit (*text) && !in_word))
      return false;
    in_word = strchr (" */.", *text) == NULL && letter != 0x00b7;
  }
  return true;
}

/// Returns SI per unit. The number in a definition has too few digits.
static double
measure (ut_system *system, ut_unit *unit, const char *dimension)
{
  ut_unit *base = ut_parse (system, dimension, UT_ASCII);
  cv_converter *converter = base != NULL ? ut_get_converter (unit, base) : NULL;
  double factor = converter != NULL ? cv_convert_double (converter, 1) : NAN;

  cv_free (converter);
  ut_free (base);
  return factor;
}

/// Determines dimension and size of a unit. The library's definition of a unit is a number followed
/// by the powers of the base units in a fixed order; the radian is one of them.
static bool
define (const char *text, char dimension[DEFINITION_MAX_BYTES], double *factor)
{
  g_autofree char *plain = NULL;
  ut_system *system = get_system ();
  char definition[DEFINITION_MAX_BYTES];
  ut_unit *unit;
  char *end;
  int length;

  if (system == NULL || !g_utf8_validate (text, -1, NULL))
    return false;
  plain = dup_plain (text);
  if (!is_plain_unit (plain))
    return false;
  unit = ut_parse (system, plain, UT_UTF8);
  if (unit == NULL)
    return false;
  length = ut_format (unit, definition, sizeof definition, UT_ASCII | UT_DEFINITION);
  if (length < 0 || length >= (int) sizeof definition || strpbrk (definition, "@(") != NULL) {
    ut_free (unit);
    return false;
  }
  g_ascii_strtod (definition, &end);
  g_strlcpy (dimension, *end == ' ' ? end + 1 : end, DEFINITION_MAX_BYTES);
  *factor = measure (system, unit, dimension);
  ut_free (unit);
  return isfinite (*factor) && *factor > 0;
}

// ---- units ----------------------------------------------------------------------------------

double
lw_unit_factor (const char *unit)
{
  char dimension[DEFINITION_MAX_BYTES];
  double factor = 1;
  locale_t before;

  g_return_val_if_fail (unit != NULL, 1);

  before = enter ();
  if (!define (unit, dimension, &factor))
    factor = 1;
  leave (before);
  return factor;
}

bool
lw_unit_parse (const char *text, const char *like, double *factor)
{
  char dimension[DEFINITION_MAX_BYTES];
  char like_dimension[DEFINITION_MAX_BYTES];
  double like_factor;
  locale_t before;
  bool is_like;

  g_return_val_if_fail (text != NULL && like != NULL, false);

  before = enter ();
  is_like = define (text, dimension, factor) && define (like, like_dimension, &like_factor)
            && g_str_equal (dimension, like_dimension);
  leave (before);
  return is_like;
}

/// Parses "m2.kg.s-2" or "1". Returns false if it contains another base.
static bool
read_powers (const char *definition, MbdDimension *dimension)
{
  static const char *const bases[MBD_BASE_COUNT] = {
    [MBD_BASE_LENGTH] = "m",   [MBD_BASE_MASS] = "kg",   [MBD_BASE_TIME] = "s",
    [MBD_BASE_ANGLE] = "rad",  [MBD_BASE_CURRENT] = "A", [MBD_BASE_TEMPERATURE] = "K",
    [MBD_BASE_AMOUNT] = "mol", [MBD_BASE_LIGHT] = "cd",
  };
  g_auto (GStrv) parts = g_strsplit (definition, ".", -1);

  *dimension = (MbdDimension){ 0 };
  for (char **part = parts; *part != NULL; part++) {
    const gsize length = strcspn (*part, "-0123456789");
    const char *power = *part + length;
    int base = 0;

    if (length == 0)
      continue;
    while (base < MBD_BASE_COUNT
           && (strlen (bases[base]) != length || strncmp (bases[base], *part, length) != 0))
      base++;
    if (base == MBD_BASE_COUNT)
      return false;
    dimension->power[base] += *power != '\0' ? g_ascii_strtod (power, NULL) : 1;
  }
  return true;
}

bool
lw_unit_measure (const char *text, MbdDimension *dimension, double *factor)
{
  char definition[DEFINITION_MAX_BYTES];
  locale_t before;
  bool is_unit;

  g_return_val_if_fail (text != NULL, false);

  if (g_str_equal (text, "1")) {
    *dimension = (MbdDimension){ 0 };
    *factor = 1;
    return true;
  }
  before = enter ();
  is_unit = define (text, definition, factor) && read_powers (definition, dimension);
  leave (before);
  return is_unit;
}

/// SI units of the base quantities.
static const char *const bases[MBD_BASE_COUNT] = { "m", "kg", "s", "rad", "A", "K", "mol", "cd" };

const char *
lw_unit_for_dimension (const MbdDimension *dimension)
{
  static const char *const known[] = { "1",   "m",   "s",     "kg",    "rad",     "N",   "J",
                                       "W",   "m/s", "m/s^2", "rad/s", "rad/s^2", "N s", "N/m",
                                       "N/s", "W/s", "N m s", "1/s",   "kg m^2" };
  g_autoptr (GString) unit = g_string_new (NULL);
  const bool mechanical =
    dimension->power[MBD_BASE_LENGTH] != 0 || dimension->power[MBD_BASE_MASS] != 0;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    MbdDimension found;
    double factor;

    if (lw_unit_measure (known[i], &found, &factor) && mbd_dimension_alike (&found, dimension))
      return known[i];
  }
  for (int i = 0; i < 2 * MBD_BASE_COUNT; i++) {
    const int base = i % MBD_BASE_COUNT;
    const double power = dimension->power[base];
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    // Positive powers come first. As in N m/rad, the angle is omitted if there is a length or a
    // mass.
    if (fabs (power) < 1e-9 || (power > 0) != (i < MBD_BASE_COUNT)
        || (base == MBD_BASE_ANGLE && mechanical))
      continue;
    g_string_append_printf (unit, "%s%s", unit->len > 0 ? " " : "", bases[base]);
    if (fabs (power - 1) > 1e-9)
      g_string_append_printf (unit, "^%s", g_ascii_formatd (number, sizeof number, "%.3g", power));
  }
  return unit->len > 0 ? g_intern_string (unit->str) : "1";
}

char *
lw_unit_dup_words (const MbdDimension *dimension)
{
  g_autoptr (GString) above = g_string_new (NULL);
  g_autoptr (GString) below = g_string_new (NULL);

  // Use the name of the unit if it has one.
  if (strpbrk (lw_unit_for_dimension (dimension), " ^/") == NULL)
    return g_strdup (lw_unit_for_dimension (dimension));
  for (int i = 0; i < MBD_BASE_COUNT; i++) {
    const double power = fabs (dimension->power[i]);
    GString *side = dimension->power[i] > 0 ? above : below;

    if (power < 1e-9)
      continue;
    g_string_append_printf (side, "%s%s", side->len > 0 ? " " : "", bases[i]);
    if (fabs (power - 2) < 1e-9)
      g_string_append (side, "²");
    else if (fabs (power - 3) < 1e-9)
      g_string_append (side, "³");
    else if (fabs (power - 1) > 1e-9)
      g_string_append_printf (side, "^%.3g", power);
  }
  if (above->len == 0)
    g_string_append (above, "1");
  if (below->len > 0)
    g_string_append_printf (above, strchr (below->str, ' ') != NULL ? "/(%s)" : "/%s", below->str);
  return g_strdup (above->str);
}

// ---- systems --------------------------------------------------------------------------------

LwUnits
lw_units_default (void)
{
  return (LwUnits){ .length = LW_LENGTH_M, .angle = LW_ANGLE_DEGREES };
}

bool
lw_units_equal (const LwUnits *a, const LwUnits *b)
{
  return a->length == b->length && a->angle == b->angle;
}

/// Returns SI per unit for a unit of the tables, cached after the first call.
static double
get_shown_factor (const char *shown)
{
  static GMutex factors_lock;
  static GHashTable *factors;
  double *factor;
  double value;

  g_mutex_lock (&factors_lock);
  if (factors == NULL)
    factors = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  factor = g_hash_table_lookup (factors, shown);
  if (factor == NULL) {
    factor = g_new (double, 1);
    *factor = lw_unit_factor (shown);
    g_hash_table_insert (factors, (char *) shown, factor);
  }
  value = *factor;
  g_mutex_unlock (&factors_lock);
  return value;
}

static bool
has_database (void)
{
  locale_t before = enter ();
  bool has = get_system () != NULL;

  leave (before);
  return has;
}

const char *
lw_units_shown (const LwUnits *self, const char *unit)
{
  const char *shown = NULL;

  if (unit == NULL)
    return "1";
  for (guint i = 0; i < G_N_ELEMENTS (by_length); i++)
    if (g_str_equal (by_length[i][0], unit))
      shown = by_length[i][self->length];
  if (g_str_equal (unit, by_angle[LW_ANGLE_RADIANS]))
    shown = by_angle[self->angle];
  return shown == NULL || g_str_equal (shown, unit) || !has_database () ? unit : shown;
}

double
lw_units_to_shown (const LwUnits *self, const char *unit, double value)
{
  const char *shown = lw_units_shown (self, unit);

  return unit == NULL || g_str_equal (shown, unit) ? value : value / get_shown_factor (shown);
}
