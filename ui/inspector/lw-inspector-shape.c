// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of the dimensions of a disc, a box and a polygon. A mass that is computed from the
// shape follows them.

#include <glib/gi18n.h>
#include <stddef.h>
#include <string.h>

#include "lw-inspector-private.h"
#include "lw-quantity.h"
#include "lw-shape-mass.h"

#define SIZE(name, index)                                                                          \
  {                                                                                                \
    name, N_ ("Change Size"), LW_EDITOR_NUMBERS, offsetof (LwBody, shape.size[index]), 1, "m",     \
      .positive = true                                                                             \
  }

static const LwFieldSpec disc_fields[] = { SIZE (N_ ("Radius"), 0) };
static const LwFieldSpec box_fields[] = { SIZE (N_ ("Width"), 0), SIZE (N_ ("Height"), 1),
                                          SIZE (N_ ("Depth"), 2) };

// ---- vertices -------------------------------------------------------------------------------

static const LwUnits *
get_units (void)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  // The program keeps the look alive.
  return lw_appearance_get_units (look);
}

char *
lw_inspector_dup_length (double length)
{
  return lw_quantity_format (&length, 1, get_units (), "m");
}

static char *
dup_point (const GArray *points, guint index)
{
  return lw_quantity_format (&g_array_index (points, double, 3 * index), 2, get_units (), "m");
}

char *
lw_inspector_dup_points (const GArray *points)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; points != NULL && i < points->len; i++) {
    g_autofree char *line = dup_point (points, i);

    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
  }
  return g_string_free (text, FALSE);
}

static char *
get_vertices (const LwMechanism *mechanism, int id)
{
  return lw_inspector_dup_points (lw_mechanism_find_body (mechanism, id)->shape.points);
}

/// Finds a point that is displayed as this line.
static bool
find_displayed (const char *line, const GArray *points, double point[3])
{
  for (guint i = 0; points != NULL && i < points->len; i++) {
    g_autofree char *displayed = dup_point (points, i);

    if (!g_str_equal (line, displayed))
      continue;
    memcpy (point, &g_array_index (points, double, 3 * i), 3 * sizeof *point);
    return true;
  }
  return false;
}

/// Empty lines are ignored.
GArray *
lw_inspector_read_points (const char *text, const GArray *before, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_autoptr (GError) why = NULL;

  for (guint i = 0; lines[i] != NULL; i++) {
    double point[3] = { 0 };

    if (*g_strstrip (lines[i]) == '\0')
      continue;
    if (!find_displayed (lines[i], before, point)
        && !lw_quantity_parse (lines[i], get_units (), "m", 2, point, &why)) {
      // Translators: the number of a line, and its error
      g_set_error (error, why->domain, why->code, _ ("Line %u: %s"), i + 1, why->message);
      return NULL;
    }
    g_array_append_vals (points, point, 1);
  }
  return g_steal_pointer (&points);
}

/// Returns NULL and sets the error if a line is invalid, or there are too few.
static GArray *
read_vertices (const char *text, const GArray *before, GError **error)
{
  g_autoptr (GArray) points = lw_inspector_read_points (text, before, error);

  if (points != NULL && points->len < 3) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("A polygon needs at least three vertices, each in a line."));
    return NULL;
  }
  return g_steal_pointer (&points);
}

static bool
has_area (const LwBody *body)
{
  LwBody *probe = lw_body_copy (body);
  const bool has = lw_body_set_plate_mass (probe);

  lw_body_unref (probe);
  return has;
}

static LwMechanism *
with_vertices (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  const LwBody *old = lw_mechanism_find_body (mechanism, id);
  GArray *points = read_vertices (text, old->shape.points, error);
  LwBody *body;

  if (points == NULL)
    return NULL;
  body = lw_body_copy (old);
  g_clear_pointer (&body->shape.points, g_array_unref);
  body->shape.points = points;
  if (!has_area (body)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("The outline has no area: choose corners that do not lie in a line."));
    lw_body_unref (body);
    return NULL;
  }
  return lw_mechanism_replace_body (mechanism, body);
}

static const LwFieldSpec vertices_field = { N_ ("Vertices"), N_ ("Move Vertices"), LW_EDITOR_LINES,
                                            .get_text = get_vertices, .set_text = with_vertices };

// ---- rows -----------------------------------------------------------------------------------

void
lw_inspector_add_dimensions (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const LwBody *body = lw_mechanism_find_body (mechanism, target.id);
  const LwShapeKind kind = body->shape.kind;

  // A single element has no list of targets.
  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++)
    if (lw_mechanism_find_body (mechanism, lw_inspector_get_target (self, i).id)->shape.kind
        != kind)
      return;
  if (kind == LW_SHAPE_DISC)
    lw_inspector_add_fields (self, target, disc_fields, G_N_ELEMENTS (disc_fields));
  else if (kind == LW_SHAPE_BOX)
    lw_inspector_add_fields (self, target, box_fields, body->def.mobility == MBD_SPATIAL ? 3 : 2);
  else if (kind == LW_SHAPE_POLYGON && !lw_inspector_is_several (self)) {
    lw_inspector_add (self, lw_inspector_new_row (_ (vertices_field.name)));
    lw_inspector_add_fields (self, target, &vertices_field, 1);
  }
}
