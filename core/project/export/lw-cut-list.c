// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list of cut parts: their sheets, and how to stack them.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-json.h"
#include "lw-cut-files.h"
#include "lw-number.h"
#include "lw-table-private.h"

#define MM 1e3

static double
find_area (const LwCutPart *part)
{
  double area = 0;

  for (guint i = 0; i < part->outlines->len; i++)
    area += lw_contour_area (part->outlines->pdata[i]);
  return area;
}

static guint
count_holes (const LwCutPart *part)
{
  guint n = 0;

  for (guint i = 0; i < part->outlines->len; i++)
    n += lw_contour_area (part->outlines->pdata[i]) < 0;
  return n;
}

static const char *
get_part_name (const LwCutParts *parts, guint index)
{
  return index == G_MAXUINT ? _ ("the ground") : lw_cut_parts_get (parts, index)->name;
}

// ---- text -----------------------------------------------------------------------------------

static void
append_parts (GString *text, const LwCutParts *parts)
{
  g_string_append_printf (text, "%s\n",
                          _ ("No.\tPart\tThickness, mm\tArea, mm²\tHoles\tSheet\tLayer"));
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);

    g_string_append_printf (text, "%u\t%s\t%.6g\t%.8g\t%u\t%u\t%u\n", i + 1, part->name,
                            part->thickness * MM, find_area (part) * MM * MM, count_holes (part),
                            part->sheet + 1, part->layer + 1);
  }
}

static void
append_spacers (GString *text, const LwCutParts *parts)
{
  g_string_append_printf (text, "\n%s\n",
                          parts->spacers->len > 0 ? _ ("Spacers") : _ ("No spacers are needed."));
  for (guint i = 0; i < parts->spacers->len; i++) {
    const LwCutSpacer *spacer = &g_array_index (parts->spacers, LwCutSpacer, i);

    // Translators: a joint, a length in mm, the parts below and above
    g_string_append_printf (text, _ ("%s: %.6g mm between %s and %s"), spacer->joint,
                            spacer->thickness * MM, get_part_name (parts, spacer->parts[0]),
                            get_part_name (parts, spacer->parts[1]));
    g_string_append_c (text, '\n');
  }
}

static void
append_collisions (GString *text, const LwCutParts *parts)
{
  g_string_append_printf (text, "\n%s\n",
                          parts->collisions->len > 0 ? _ ("Collisions") : _ ("No parts collide."));
  for (guint i = 0; i < parts->collisions->len; i++) {
    const LwCutCollision *collision = &g_array_index (parts->collisions, LwCutCollision, i);

    if (collision->joint != NULL)
      // Translators: a part, a joint, a time
      g_string_append_printf (text, _ ("%s and the pin of %s, first at %.6g s"),
                              get_part_name (parts, collision->part), collision->joint,
                              collision->time);
    else
      // Translators: two parts, a time
      g_string_append_printf (text, _ ("%s and %s, in one layer, first at %.6g s"),
                              get_part_name (parts, collision->part),
                              get_part_name (parts, collision->other), collision->time);
    g_string_append_c (text, '\n');
  }
}

GBytes *
lw_cut_list_write (const LwCutParts *parts)
{
  GString *text = g_string_new (NULL);

  if (*parts->title != '\0')
    g_string_append_printf (text, "%s\n", parts->title);
  if (parts->provenance != NULL)
    g_string_append_printf (text, "%s\n\n", parts->provenance);
  append_parts (text, parts);
  append_spacers (text, parts);
  append_collisions (text, parts);
  if (parts->left_out->len > 0)
    g_string_append_printf (text, "\n%s\n", _ ("Bodies without an outline"));
  for (guint i = 0; i < parts->left_out->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) parts->left_out->pdata[i]);
  return g_string_free_to_bytes (text);
}

// ---- JSON -----------------------------------------------------------------------------------

static void
append_key (GString *text, const char *before, const char *key)
{
  g_string_append_printf (text, "%s\"%s\": ", before, key);
}

static void
append_number (GString *text, const char *before, const char *key, double value)
{
  char number[LW_NUMBER_SIZE];

  append_key (text, before, key);
  g_string_append (text, isfinite (value) ? lw_number_format (value, number) : "null");
}

static void
append_string (GString *text, const char *before, const char *key, const char *value)
{
  append_key (text, before, key);
  if (value == NULL)
    g_string_append (text, "null");
  else
    lw_json_append_string (text, value);
}

static void
append_json_part (GString *text, const LwCutPart *part)
{
  append_string (text, "{", "name", part->name);
  append_number (text, ", ", "thickness", part->thickness);
  append_number (text, ", ", "area", find_area (part));
  append_number (text, ", ", "holes", count_holes (part));
  append_number (text, ", ", "sheet", part->sheet + 1);
  append_number (text, ", ", "layer", part->layer + 1);
  g_string_append_c (text, '}');
}

static const char *
get_name_or_null (const LwCutParts *parts, guint index)
{
  return index == G_MAXUINT ? NULL : lw_cut_parts_get (parts, index)->name;
}

static void
append_json_spacer (GString *text, const LwCutParts *parts, const LwCutSpacer *spacer)
{
  append_string (text, "{", "joint", spacer->joint);
  append_number (text, ", ", "thickness", spacer->thickness);
  append_string (text, ", ", "lower", get_name_or_null (parts, spacer->parts[0]));
  append_string (text, ", ", "upper", get_name_or_null (parts, spacer->parts[1]));
  g_string_append_c (text, '}');
}

static void
append_json_collision (GString *text, const LwCutParts *parts, const LwCutCollision *collision)
{
  append_string (text, "{", "part", get_name_or_null (parts, collision->part));
  append_string (text, ", ", "other", get_name_or_null (parts, collision->other));
  append_string (text, ", ", "joint", collision->joint);
  append_number (text, ", ", "time", collision->time);
  g_string_append_c (text, '}');
}

static void
begin_item (GString *text, guint i)
{
  g_string_append (text, i == 0 ? "\n    " : ",\n    ");
}

GBytes *
lw_cut_list_write_json (const LwCutParts *parts)
{
  GString *text = g_string_new ("{\n  \"schema\": 1");

  append_string (text, ",\n  ", "title", parts->title);
  append_string (text, ",\n  ", "provenance", parts->provenance);
  append_number (text, ",\n  ", "layers", parts->n_layers);
  append_key (text, ",\n  ", "parts");
  g_string_append_c (text, '[');
  for (guint i = 0; i < parts->parts->len; i++) {
    begin_item (text, i);
    append_json_part (text, lw_cut_parts_get (parts, i));
  }
  append_key (text, "\n  ],\n  ", "spacers");
  g_string_append_c (text, '[');
  for (guint i = 0; i < parts->spacers->len; i++) {
    begin_item (text, i);
    append_json_spacer (text, parts, &g_array_index (parts->spacers, LwCutSpacer, i));
  }
  append_key (text, "],\n  ", "collisions");
  g_string_append_c (text, '[');
  for (guint i = 0; i < parts->collisions->len; i++) {
    begin_item (text, i);
    append_json_collision (text, parts, &g_array_index (parts->collisions, LwCutCollision, i));
  }
  append_key (text, "],\n  ", "left_out");
  g_string_append_c (text, '[');
  for (guint i = 0; i < parts->left_out->len; i++) {
    begin_item (text, i);
    lw_json_append_string (text, parts->left_out->pdata[i]);
  }
  g_string_append (text, "]\n}\n");
  return g_string_free_to_bytes (text);
}
