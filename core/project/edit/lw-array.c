// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-array.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-part.h"

static bool
is_number_good (const LwMechanism *part, guint number, GError **error)
{
  g_autoptr (GArray) all = lw_part_all (part);

  if (number < 2 || number > LW_ARRAY_MAX) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The number of copies must be from 2 to %d."),
                 LW_ARRAY_MAX);
    return false;
  }
  if ((gsize) all->len * number > LW_MECHANISM_MAX_ELEMENTS) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("That would be too many elements: choose a smaller number of copies."));
    return false;
  }
  return true;
}

/// Inserts one copy for each map.
static LwMechanism *
make (const LwMechanism *mechanism,
      const LwMechanism *part,
      const LwPlaneMap *maps,
      guint n_maps,
      GArray **made,
      GError **error)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  LwMechanism *next = lw_mechanism_copy (mechanism);

  for (guint i = 0; i < n_maps && next != NULL; i++) {
    g_autoptr (GArray) more = NULL;
    g_autoptr (LwMechanism) previous = next;

    next = lw_part_insert (previous, part, &maps[i], &more, error);
    if (more != NULL)
      g_array_append_vals (refs, more->data, more->len);
  }
  if (next != NULL && made != NULL)
    *made = g_steal_pointer (&refs);
  return next;
}

LwMechanism *
lw_array_line (const LwMechanism *mechanism,
               const LwElementRef *elements,
               guint n_elements,
               guint number,
               double dx,
               double dy,
               GArray **made,
               GError **error)
{
  g_autoptr (LwMechanism) part = lw_part_extract (mechanism, elements, n_elements, error);
  g_autofree LwPlaneMap *maps = NULL;

  if (part == NULL || !is_number_good (part, number, error))
    return NULL;
  if (dx == 0 && dy == 0) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The copies would lie on each other: choose a distance other than zero."));
    return NULL;
  }
  maps = g_new (LwPlaneMap, number);
  for (guint i = 1; i < number; i++)
    maps[i - 1] = lw_plane_map_shift (i * dx, i * dy);
  return make (mechanism, part, maps, number - 1, made, error);
}

LwMechanism *
lw_array_circle (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 guint number,
                 double x,
                 double y,
                 double angle,
                 GArray **made,
                 GError **error)
{
  g_autoptr (LwMechanism) part = lw_part_extract (mechanism, elements, n_elements, error);
  const bool all_round = fabs (fabs (angle) - 2 * G_PI) < 1e-9;
  g_autofree LwPlaneMap *maps = NULL;

  if (part == NULL || !is_number_good (part, number, error))
    return NULL;
  if (!(fabs (angle) > 0) || fabs (angle) > 2 * G_PI + 1e-9) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("The angle of the copies must be up to a full turn and not zero."));
    return NULL;
  }
  maps = g_new (LwPlaneMap, number);
  for (guint i = 1; i < number; i++)
    maps[i - 1] = lw_plane_map_turn (x, y, angle * i / (all_round ? number : number - 1));
  return make (mechanism, part, maps, number - 1, made, error);
}
