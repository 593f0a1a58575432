// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Addresses of PMKS+, which contain the mechanism after the question mark:
//
//   flags.scale.speed,step.units.joints..links..forces..selection checksum
//
// where each joint, link and force ends with a dot. Numbers have the base 64; a leading 0 makes them
// negative, and those with decimals are multiplied by 1000. The checksum is the length modulo 62.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-mechanism.h"
#include "lw-sketch-private.h"

#define DIGITS "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
#define CHECK_DIGITS 62
#define RPM (2 * G_PI / 60)

/// Flags of the whole, of a joint, and of a force.
enum
{
  CLOCKWISE = 1 << 0,
  GRAVITY = 1 << 1,

  PRISMATIC = 1 << 0,
  INPUT = 1 << 1,
  GROUNDED = 1 << 2,
  WELDED = 1 << 3,
  TRACED = 1 << 4,

  LOCAL = 1 << 0,
  FACING_OUT = 1 << 1,
};

/// Units by the number in the address: of lengths, m; of forces, N; of masses, kg.
static const double lengths[] = { 0.0254, 0.01, 1 };
static const double forces[] = { 4.4482216152605, 1 };
static const double masses[] = { 0.45359237, 1, 1 };

typedef struct
{
  LwSketch *sketch;
  GHashTable *points, *links; ///< identifier -> index + 1
  double length, force, mass; ///< units
  double speed;               ///< rad/s
  GPtrArray *carriers;        ///< by point: identifier of its carrier, "" for the ground
  bool is_sound;
} Reader;

/// Returns the mechanism in an address or a file; free with g_free ().
static char *
dup_query (const char *text)
{
  const char *question = strchr (text, '?');
  g_autofree char *raw = g_strdup (question != NULL ? question + 1 : text);
  char *plain;

  raw[strcspn (raw, "#\r\n")] = '\0';
  plain = g_uri_unescape_string (g_strstrip (raw), NULL);
  return plain != NULL ? plain : g_strdup (raw);
}

static bool
has_checksum (const char *query)
{
  const gsize length = strlen (query);

  return length > 10 && query[length - 1] == DIGITS[(length - 1) % CHECK_DIGITS];
}

bool
lw_foreign_is_pmks (const char *text)
{
  g_autofree char *query = NULL;

  text += strspn (text, " \t\r\n");
  if (g_str_has_prefix (text, "http"))
    return strncasecmp (text, "https://app.pmksplus.com/", 25) == 0
           || strncasecmp (text, "http://app.pmksplus.com/", 24) == 0;
  // A file has only what is after the question mark: two digits of flags, and a dot.
  query = dup_query (text);
  return strspn (query, DIGITS) == 2 && query[2] == '.' && has_checksum (query);
}

// ---- numbers --------------------------------------------------------------------------------

static double
read_number (Reader *self, const char *text)
{
  const bool is_negative = text != NULL && text[0] == '0';
  double number = 0;

  if (text == NULL || strlen (text) > 10) {
    self->is_sound = false;
    return 0;
  }
  for (const char *c = text + is_negative; *c != '\0'; c++) {
    const char *digit = strchr (DIGITS, *c);

    self->is_sound = self->is_sound && digit != NULL;
    number = 64 * number + (digit != NULL ? (double) (digit - DIGITS) : 0);
  }
  return is_negative && number > 0 ? -number : number;
}

static double
read_decimal (Reader *self, const char *text)
{
  return read_number (self, text) / 1000;
}

/// Returns the flags of `n` digits.
static unsigned
read_flags (Reader *self, const char *text, int n)
{
  unsigned flags = 0;

  for (int i = 0; i < n; i++) {
    const char *digit = text[i] != '\0' ? strchr (DIGITS, text[i]) : NULL;

    if (digit == NULL) {
      self->is_sound = false;
      return 0;
    }
    flags = 64 * flags + (unsigned) (digit - DIGITS);
  }
  return flags;
}

static double
choose_unit (Reader *self, const char *text, gsize index, const double *units, gsize n)
{
  const char *digit = strlen (text) > index ? strchr (DIGITS, text[index]) : NULL;
  const gsize choice = digit != NULL ? (gsize) (digit - DIGITS) : 0;

  return units[MIN (choice, n - 1)];
}

static int
look_up (GHashTable *table, const char *identifier)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (table, identifier)) - 1;
}

// ---- elements -------------------------------------------------------------------------------

static void
read_joint (Reader *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  const unsigned flags = read_flags (self, text, 1);
  LwSketchPoint *point;
  int index;

  if (!self->is_sound || g_strv_length (parts) < 5) {
    self->is_sound = false;
    return;
  }
  index = lw_sketch_add_point (self->sketch, parts[1], self->length * read_decimal (self, parts[2]),
                               self->length * read_decimal (self, parts[3]));
  point = lw_sketch_get_point (self->sketch, index);
  point->is_anchored = (flags & GROUNDED) != 0;
  point->is_driven = (flags & INPUT) != 0;
  point->is_welded = (flags & WELDED) != 0;
  point->is_traced = (flags & TRACED) != 0 && !point->is_anchored;
  point->slides = (flags & PRISMATIC) != 0;
  point->angle = read_decimal (self, parts[4]);
  point->speed = self->speed;
  g_hash_table_insert (self->points, g_strdup (parts[0] + 1), GINT_TO_POINTER (index + 1));
  g_ptr_array_add (self->carriers, g_strdup (g_strv_length (parts) > 5 ? parts[5] : ""));
  if (point->slides && point->is_driven) {
    point->is_driven = false;
    lw_sketch_leave_out (self->sketch, _ ("%s: the drive of its slide is left out"), point->name);
  }
}

static void
read_link (Reader *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  LwSketchLink *link;
  int index;

  if (g_strv_length (parts) < 8 || strlen (parts[0]) < 3) {
    self->is_sound = false;
    return;
  }
  // Links that are welded together are also listed as one, the root.
  if (text[0] != 'Y')
    return;
  index = lw_sketch_add_link (self->sketch, parts[1]);
  link = lw_sketch_get_link (self->sketch, index);
  link->mass = self->mass * read_decimal (self, parts[2]);
  link->inertia = self->mass * self->length * self->length * read_decimal (self, parts[3]);
  for (int k = 0; k < 2; k++)
    link->centre[k] = self->length * read_decimal (self, parts[4 + k]);
  for (guint i = 7; parts[i] != NULL && *parts[i] != '\0'; i++) {
    const int point = look_up (self->points, parts[i]);

    self->is_sound = self->is_sound && point >= 0;
    if (point >= 0 && !lw_sketch_link_has (self->sketch, index, point))
      g_array_append_val (link->points, point);
  }
  self->is_sound = self->is_sound && link->points->len > 0;
  // Files have no centre of mass of a block.
  if (text[1] == 'P' && self->is_sound)
    memcpy (link->centre,
            lw_sketch_get_point (self->sketch, g_array_index (link->points, int, 0))->place,
            sizeof link->centre);
  g_hash_table_insert (self->links, g_strdup (parts[0] + 2), GINT_TO_POINTER (index + 1));
}

static void
read_force (Reader *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  const unsigned flags = read_flags (self, text, 1);
  LwSketchForce force = { .follows = (flags & LOCAL) != 0 };
  double ends[4], length, size;

  if (!self->is_sound || g_strv_length (parts) < 8) {
    self->is_sound = false;
    return;
  }
  force.link = look_up (self->links, parts[1]);
  for (int i = 0; i < 4; i++)
    ends[i] = self->length * read_decimal (self, parts[3 + i]);
  size = self->force * read_decimal (self, parts[7]) * ((flags & FACING_OUT) != 0 ? 1 : -1);
  length = hypot (ends[2] - ends[0], ends[3] - ends[1]);
  if (force.link < 0 || !(length > 0)) {
    lw_sketch_leave_out (self->sketch, _ ("%s: a force without a link or a direction is left out"),
                         parts[2]);
    return;
  }
  for (int k = 0; k < 2; k++) {
    force.place[k] = ends[k];
    force.force[k] = size * (ends[2 + k] - ends[k]) / length;
  }
  force.name = g_strdup (parts[2]);
  g_array_append_val (self->sketch->forces, force);
}

// ---- the address ----------------------------------------------------------------------------

static void
set_carriers (Reader *self)
{
  for (guint i = 0; i < self->carriers->len; i++) {
    LwSketchPoint *point = lw_sketch_get_point (self->sketch, (int) i);
    const char *carrier = self->carriers->pdata[i];
    const int link = *carrier != '\0' ? look_up (self->links, carrier) : LW_SKETCH_GROUND;
    const double *first, *second;

    if (!point->slides || link < 0)
      continue;
    point->carrier = link;
    first = lw_sketch_get_point (
              self->sketch, g_array_index (lw_sketch_get_link (self->sketch, link)->points, int, 0))
              ->place;
    second =
      lw_sketch_get_point (self->sketch,
                           g_array_index (lw_sketch_get_link (self->sketch, link)->points, int,
                                          lw_sketch_get_link (self->sketch, link)->points->len > 1))
        ->place;
    point->angle = atan2 (second[1] - first[1], second[0] - first[0]);
  }
}

/// Reads the elements up to an empty one. Returns the place of the next list.
static char **
read_list (Reader *self, char **at, void (*read) (Reader *self, const char *text))
{
  while (self->is_sound && *at != NULL && **at != '\0') {
    self->is_sound = self->sketch->points->len + self->sketch->links->len < LW_SKETCH_MAX_POINTS;
    read (self, *at++);
  }
  return *at != NULL ? at + 1 : at;
}

static void
read_all (Reader *self, char **at)
{
  const unsigned flags = read_flags (self, at[0], 2);
  g_auto (GStrv) integers = g_strsplit (at[2], ",", -1);

  self->length = choose_unit (self, at[3], 0, lengths, G_N_ELEMENTS (lengths));
  self->force = choose_unit (self, at[3], 2, forces, G_N_ELEMENTS (forces));
  // Masses follow the lengths: older addresses end before the unit of the whole.
  self->mass = choose_unit (self, at[3], 0, masses, G_N_ELEMENTS (masses));
  self->speed = RPM * read_number (self, integers[0]) * ((flags & CLOCKWISE) != 0 ? -1 : 1);
  self->sketch->has_gravity = (flags & GRAVITY) != 0;
  at = read_list (self, at + 4, read_joint);
  at = read_list (self, at, read_link);
  read_list (self, at, read_force);
}

char *
lw_foreign_convert_pmks (const char *text, GPtrArray *left_out, GError **error)
{
  g_autofree char *query = dup_query (text);
  g_autoptr (LwSketch) sketch = lw_sketch_new (left_out);
  g_autoptr (GHashTable) points = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) carriers = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = NULL;
  Reader reader = { .sketch = sketch,
                    .points = points,
                    .links = links,
                    .carriers = carriers,
                    .is_sound = has_checksum (query) };

  if (reader.is_sound) {
    query[strlen (query) - 1] = '\0';
    parts = g_strsplit (query, ".", -1);
    reader.is_sound = g_strv_length (parts) >= 6;
  }
  if (reader.is_sound)
    read_all (&reader, parts);
  if (!reader.is_sound) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("This address of PMKS+ is damaged; copy it as a whole."));
    return NULL;
  }
  set_carriers (&reader);
  return lw_sketch_write (sketch, error);
}
