// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of the plate from which a body is cut, and of whether its mass follows from its
// shape.

#include <glib/gi18n.h>

#include "lw-inspector-private.h"
#include "lw-shape-mass.h"

enum
{
  MASS_TYPED,
  MASS_FOLLOWS,
  MASS_PARTLY_TYPED,
};

static const char *const sources[] = { N_ ("Typed numbers"), N_ ("Shape"), N_ ("Shape, partly"),
                                       NULL };

static void
get_source (const LwMechanism *mechanism, int id, double *values)
{
  const LwPlate *plate = &lw_mechanism_find_body (mechanism, id)->plate;

  values[0] = !(plate->density > 0) ? MASS_TYPED
              : plate->typed == 0   ? MASS_FOLLOWS
                                    : MASS_PARTLY_TYPED;
}

/// Gives a link its own points, if it has used the points of its joints.
static void
take_points (const LwMechanism *mechanism, LwBody *body)
{
  if (body->shape.kind == LW_SHAPE_LINK && body->shape.points == NULL)
    body->shape.points = lw_mechanism_dup_link_points (mechanism, body->element.id);
}

static LwMechanism *
with_source (const LwMechanism *mechanism, int id, const double *values)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));
  LwPlate *plate = &body->plate;
  const LwPlate usual = lw_plate_default ();

  if (values[0] == MASS_TYPED) {
    plate->density = 0;
    plate->typed = 0;
  } else if (values[0] == MASS_FOLLOWS) {
    if (!(plate->density > 0)) {
      plate->density = usual.density;
      plate->thickness = usual.thickness;
    }
    plate->typed = 0;
    take_points (mechanism, body);
  }
  return lw_mechanism_replace_body (mechanism, body);
}

static const LwFieldSpec source_field = {
  N_ ("Taken from"),  N_ ("Change Mass"), LW_EDITOR_CHOICE,
  .choices = sources, .get = get_source,  .set = with_source
};
static const LwFieldSpec plate_fields[] = {
  { N_ ("Density"), N_ ("Change Density"), LW_EDITOR_NUMBERS, .n = 1, .unit = "kg/m^3",
    .positive = true, .property = "density" },
  { N_ ("Thickness"), N_ ("Change Thickness"), LW_EDITOR_NUMBERS, .n = 1, .unit = "m",
    .positive = true, .property = "thickness" },
};
static const LwFieldSpec link_fields[] = {
  { N_ ("Width"), N_ ("Change Width"), LW_EDITOR_NUMBERS, .n = 1, .unit = "m", .positive = true,
    .property = "link_width" },
  { N_ ("Hole diameter"), N_ ("Change Holes"), LW_EDITOR_NUMBERS, .n = 1, .unit = "m",
    .property = "hole_diameter", .field = "hole_radius" },
};

void
lw_inspector_add_plate (LwInspector *self, LwElementRef target)
{
  const guint n = lw_inspector_get_n_targets (self);
  bool all_plates = true, all_links = true;

  // A single element has no list of targets.
  for (guint i = 0; i < MAX (n, 1); i++) {
    const int id = n > 0 ? lw_inspector_get_target (self, i).id : target.id;
    const LwBody *body = lw_mechanism_find_body (lw_inspector_get_mechanism (self), id);

    all_plates = all_plates && body->plate.density > 0;
    all_links = all_links && body->shape.kind == LW_SHAPE_LINK && body->shape.points != NULL;
  }
  lw_inspector_begin_card (self, _ ("Mass"), NULL);
  lw_inspector_add_fields (self, target, &source_field, 1);
  if (all_plates)
    lw_inspector_add_fields (self, target, plate_fields, G_N_ELEMENTS (plate_fields));
  if (all_links)
    lw_inspector_add_fields (self, target, link_fields, G_N_ELEMENTS (link_fields));
}
