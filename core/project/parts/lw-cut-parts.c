// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-cut-parts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-cut-private.h"
#include "lw-cut-slot.h"
#include "lw-geometry.h"
#include "lw-loops.h"
#include "lw-marks.h"
#include "lw-shape-mass.h"

#define MM 1e-3
/// More parts would make the search for an order of layers too long.
#define PARTS_MAX 2000
#define LABEL_HEIGHT (5 * MM)
/// Width of a letter in parts of its height, and part of an outline that a name may fill.
#define LETTER_WIDTH 0.7
#define LABEL_PART 0.6
/// Width of the base in widths of the widest link.
#define BASE_WIDTH 1.5

#define MEMBER(member) offsetof (LwCutOptions, member)

const LwExportOption lw_cut_options[] = {
  { "kerf", LW_OPTION_NUMBER, MEMBER (kerf), 0, 10, "mm", .label = N_ ("Kerf"),
    .sentence =
      N_ ("Width of the cut; outlines are displaced by half of it, except those of solids") },
  { "hole", LW_OPTION_NUMBER, MEMBER (hole), 0, 1000, "mm", .label = N_ ("Holes at Joints"),
    .sentence = N_ ("Diameter of holes at pins of parts whose plate has no holes; 0: no holes") },
  { "thickness", LW_OPTION_NUMBER, MEMBER (thickness), 0.01, 1000, "mm", .label = N_ ("Thickness"),
    .sentence = N_ ("Thickness of parts whose plate has none") },
  { "sheet-width", LW_OPTION_NUMBER, MEMBER (sheet_width), 0, 100000, "mm",
    .label = N_ ("Width of Sheets"), .sentence = N_ ("Width of a sheet; 0: as wide as needed") },
  { "sheet-height", LW_OPTION_NUMBER, MEMBER (sheet_height), 0, 100000, "mm",
    .label = N_ ("Height of Sheets"), .sentence = N_ ("Height of a sheet; 0: as high as needed") },
  { "gap", LW_OPTION_NUMBER, MEMBER (gap), 0, 1000, "mm", .label = N_ ("Gap"),
    .sentence = N_ ("Gap between parts, and to the edge of the sheet") },
  { "layers", LW_OPTION_NUMBER, MEMBER (layers), 0, PARTS_MAX, .label = N_ ("Layers"),
    .sentence = N_ ("Most layers of the stack; 0: as many as needed") },
  { "labels", LW_OPTION_FLAG, MEMBER (labels), .label = N_ ("Names"),
    .sentence = N_ ("Names of the parts, to be engraved") },
  { "base", LW_OPTION_FLAG, MEMBER (base), .label = N_ ("Base Plate"),
    .sentence = N_ ("Also a plate for the ground, with the holes of its pins") },
  { NULL },
};

void
lw_cut_options_init (void *values)
{
  *(LwCutOptions *) values = (LwCutOptions){
    .thickness = LW_PLATE_THICKNESS / MM,
    .gap = 5,
    .labels = true,
  };
}

// ---- outlines -------------------------------------------------------------------------------

static void
free_part (void *data)
{
  LwCutPart *part = data;

  g_free (part->name);
  g_clear_pointer (&part->outlines, g_ptr_array_unref);
  g_clear_pointer (&part->cuts, g_ptr_array_unref);
  g_free (part);
}

static GPtrArray *
new_outlines (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

/// Adds the loops of a polygon: those that turn as the whole are material, the others holes.
static void
add_loops (GPtrArray *outlines, const GArray *points)
{
  const double *at = (const double *) (void *) points->data;
  g_autofree guint *order = g_new (guint, points->len + 1);
  g_autofree guint *ends = g_new (guint, points->len / 3 + 2);
  const guint n = lw_loops_find (at, points->len, order, ends);
  const double whole = lw_loops_area (at, points->len);

  // Material first.
  for (int turn = 1; turn >= -1; turn -= 2)
    for (guint i = 0; i < n; i++) {
      const guint begin = i > 0 ? ends[i - 1] : 0, count = ends[i] - begin;
      g_autofree double *loop = g_new (double, 3 * (gsize) count + 3);

      for (guint k = 0; k < count; k++)
        memcpy (loop + 3 * k, at + 3 * order[begin + k], 3 * sizeof *loop);
      if ((lw_loops_area (loop, count) * whole > 0) == (turn > 0))
        g_ptr_array_add (outlines, lw_contour_new_polygon (loop, count, turn));
    }
}

static void
add_hole (GPtrArray *outlines, const double point[3], double radius)
{
  double centre[2], old;

  for (guint i = 0; i < outlines->len; i++)
    if (lw_contour_area (outlines->pdata[i]) < 0
        && lw_contour_is_circle (outlines->pdata[i], centre, &old)
        && hypot (centre[0] - point[0], centre[1] - point[1]) < 1e-9)
      return;
  g_ptr_array_add (outlines, lw_contour_new_circle (point[0], point[1], radius, -1));
}

static bool
is_pin (const LwCoupling *coupling)
{
  const unsigned both = MBD_LOCK_X | MBD_LOCK_Y;

  return lw_geometry_is_joint (coupling) && (coupling->def.locked & both) == both
         && !(coupling->def.locked & MBD_LOCK_RZ);
}

/// Adds holes at the pins of a body (MBD_GROUND: the ground).
static void
add_pin_holes (GPtrArray *outlines, const LwMechanism *mechanism, int body, double radius)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (!is_pin (coupling))
      continue;
    if (coupling->def.body_a == body)
      add_hole (outlines, coupling->def.frame_a.point, radius);
    if (coupling->def.body_b == body)
      add_hole (outlines, coupling->def.frame_b.point, radius);
  }
}

/// Adds the slots of a body, as wide as the holes of its pins, and the holes of pins in slots.
static void
add_slots (GPtrArray *outlines, const LwMechanism *mechanism, int body, double radius)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (coupling->curve == NULL)
      continue;
    if (coupling->def.body_a == body)
      lw_cut_slot_add (outlines, coupling, radius);
    if (coupling->def.body_b == body)
      add_hole (outlines, coupling->def.frame_b.point, radius);
  }
}

/// Returns the width of a link about these points, which may be those of its joints.
static double
find_link_width (const LwBody *body, const GArray *points)
{
  LwShape drawn = body->shape;

  drawn.points = (GArray *) points;
  return lw_shape_link_width (&drawn, &body->plate);
}

static GPtrArray *
make_outlines (const LwCutParts *self,
               const LwMechanism *mechanism,
               const LwBody *body,
               const GArray *points)
{
  const LwShape *shape = &body->shape;
  GPtrArray *outlines = new_outlines ();
  const double *at = (const double *) (void *) points->data;

  switch (shape->kind) {
  case LW_SHAPE_LINK:
    if (points->len > 0)
      g_ptr_array_add (outlines,
                       lw_contour_new_hull (at, points->len, 0.5 * find_link_width (body, points)));
    for (guint i = 0; body->plate.hole_radius > 0 && i < points->len; i++)
      add_hole (outlines, at + 3 * i, body->plate.hole_radius);
    break;
  case LW_SHAPE_DISC:
    g_ptr_array_add (outlines,
                     lw_contour_new_circle (shape->centre[0], shape->centre[1], shape->size[0], 1));
    break;
  case LW_SHAPE_BOX: {
    const double x = shape->centre[0], y = shape->centre[1];
    const double w = 0.5 * shape->size[0], h = 0.5 * shape->size[1];
    const double corners[] = { x - w, y - h, 0, x + w, y - h, 0, x + w, y + h, 0, x - w, y + h, 0 };

    g_ptr_array_add (outlines, lw_contour_new_polygon (corners, 4, 1));
    break;
  }
  case LW_SHAPE_POLYGON:
    if (points->len >= 3)
      add_loops (outlines, points);
    break;
  }
  if (self->options.hole > 0 || body->plate.hole_radius > 0)
    add_slots (outlines, mechanism, body->element.id,
               body->plate.hole_radius > 0 ? body->plate.hole_radius
                                           : 0.5 * self->options.hole * MM);
  if (self->options.hole > 0 && !(body->plate.hole_radius > 0))
    add_pin_holes (outlines, mechanism, body->element.id, 0.5 * self->options.hole * MM);
  return outlines;
}

static double
find_area (const GPtrArray *outlines)
{
  double area = 0;

  for (guint i = 0; i < outlines->len; i++)
    area += lw_contour_area (outlines->pdata[i]);
  return area;
}

// ---- collecting -----------------------------------------------------------------------------

/// Puts the name between the first two points of a link, else in the middle.
static void
place_label (LwCutPart *part, const LwBody *body, const GArray *points)
{
  const double *at = (const double *) (void *) points->data;
  double box[4], width, height;

  lw_contour_box (part->outlines->pdata[0], box);
  width = box[2] - box[0];
  height = box[3] - box[1];
  part->label[0] = 0.5 * (box[0] + box[2]);
  part->label[1] = 0.5 * (box[1] + box[3]);
  part->label_angle = width >= height ? 0 : G_PI / 2;
  if (body != NULL && body->shape.kind == LW_SHAPE_LINK && points->len >= 2) {
    part->label[0] = 0.5 * (at[0] + at[3]);
    part->label[1] = 0.5 * (at[1] + at[4]);
    part->label_angle = atan2 (at[4] - at[1], at[3] - at[0]);
    width = hypot (at[3] - at[0], at[4] - at[1]);
    height = find_link_width (body, points);
  }
  part->label_height = fmin (fmin (LABEL_HEIGHT, 0.4 * fmin (width, height)),
                             LABEL_PART * fmax (width, height)
                               / (LETTER_WIDTH * (double) MAX (g_utf8_strlen (part->name, -1), 1)));
}

/// Moves the name across its direction, beside a hole that it would run over.
static void
avoid_holes (LwCutPart *part)
{
  for (guint i = 0; i < part->outlines->len; i++) {
    const double reach = 0.75 * part->label_height;
    double centre[2], radius;

    if (lw_contour_area (part->outlines->pdata[i]) > 0
        || !lw_contour_is_circle (part->outlines->pdata[i], centre, &radius)
        || hypot (centre[0] - part->label[0], centre[1] - part->label[1]) > radius + reach)
      continue;
    part->label[0] = centre[0] + (radius + reach) * sin (part->label_angle);
    part->label[1] = centre[1] - (radius + reach) * cos (part->label_angle);
  }
}

static void
add_part (LwCutParts *self, LwCutPart *part, const LwBody *body, const GArray *points)
{
  place_label (part, body, points);
  avoid_holes (part);
  g_ptr_array_add (self->parts, part);
}

static char *
dup_body_name (const LwMechanism *mechanism, const LwBody *body)
{
  return body->element.name != NULL
           ? g_strdup (body->element.name)
           : lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);
}

static bool
collect_body (LwCutParts *self,
              const LwMechanism *mechanism,
              const LwBody *body,
              const GArray *points,
              GError **error)
{
  g_autofree char *name = dup_body_name (mechanism, body);
  const char *fault = lw_plate_find_fault (&body->shape, &body->plate);
  g_autoptr (GPtrArray) outlines = NULL;
  LwCutPart *part;
  double area, width;

  if (fault != NULL) {
    // Translators: the name of a part, and what is wrong with its plate
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s: %s."), name, fault);
    return false;
  }
  width = body->shape.kind == LW_SHAPE_LINK && points->len > 0 && !(body->plate.hole_radius > 0)
            ? find_link_width (body, points)
            : 0;
  if (width > 0 && self->options.hole * MM >= width) {
    // Translators: the name of a part, the diameter of holes and the width of the part, both in mm
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("%s: holes of %.4g mm do not fit into a width of %.4g mm; choose smaller holes."), name,
      self->options.hole, find_link_width (body, points) / MM);
    return false;
  }
  outlines = make_outlines (self, mechanism, body, points);
  area = find_area (outlines);
  if (!(area > 0) || !isfinite (area)) {
    g_ptr_array_add (self->left_out, g_steal_pointer (&name));
    return true;
  }
  part = g_new0 (LwCutPart, 1);
  part->name = g_steal_pointer (&name);
  part->body = body->element.id;
  part->thickness = body->plate.density > 0 && body->plate.thickness > 0
                      ? body->plate.thickness
                      : self->options.thickness * MM;
  part->outlines = g_steal_pointer (&outlines);
  add_part (self, part, body, points);
  return true;
}

/// Adds a plate about the pins of the ground.
static void
collect_base (LwCutParts *self, const LwMechanism *mechanism, const GPtrArray *link_points)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  double width = 0, hole = 0.5 * self->options.hole * MM, thickness = self->options.thickness * MM;
  LwCutPart *part;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (body->shape.kind == LW_SHAPE_LINK)
      width = fmax (width, find_link_width (body, link_points->pdata[i]));
    hole = fmax (hole, body->plate.hole_radius);
    if (body->plate.density > 0)
      thickness = fmax (thickness, body->plate.thickness);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const MbdCouplingDef *def = &lw_mechanism_get_coupling (mechanism, i)->def;

    if (!is_pin (lw_mechanism_get_coupling (mechanism, i)))
      continue;
    if (def->body_a == MBD_GROUND)
      g_array_append_vals (points, def->frame_a.point, 1);
    else if (def->body_b == MBD_GROUND)
      g_array_append_vals (points, def->frame_b.point, 1);
  }
  self->lacks_base = points->len == 0 || !(width > 0);
  if (self->lacks_base)
    return;
  part = g_new0 (LwCutPart, 1);
  part->name = g_strdup (_ ("Base"));
  part->body = MBD_GROUND;
  part->thickness = thickness;
  part->outlines = new_outlines ();
  g_ptr_array_add (part->outlines, lw_contour_new_hull ((const double *) (void *) points->data,
                                                        points->len, 0.5 * BASE_WIDTH * width));
  if (hole > 0)
    add_pin_holes (part->outlines, mechanism, MBD_GROUND, hole);
  add_part (self, part, NULL, points);
}

bool
lw_cut_parts_collect (LwCutParts *self, const LwMechanism *mechanism, GError **error)
{
  g_autoptr (GPtrArray) points = lw_mechanism_dup_all_link_points (mechanism);

  if (self->options.base)
    collect_base (self, mechanism, points);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (lw_marks_is_seen (mechanism, (LwElementRef){ LW_SELECTION_BODY, body->element.id })
        && !(body->contact.takes_part && body->contact.half_plane)
        && !collect_body (self, mechanism, body, points->pdata[i], error))
      return false;
  }
  if (self->parts->len == 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("There is nothing to cut: no visible body has an outline."));
    return false;
  }
  if (self->parts->len > PARTS_MAX) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There are %u parts, and at most %d can be cut at once; hide some of them."),
                 self->parts->len, PARTS_MAX);
    return false;
  }
  return true;
}

// ---- the whole ------------------------------------------------------------------------------

static void
clear_spacer (void *data)
{
  LwCutSpacer *spacer = data;

  g_free (spacer->joint);
}

static void
clear_collision (void *data)
{
  LwCutCollision *collision = data;

  g_free (collision->joint);
}

LwCutParts *
lw_cut_parts_new (const LwCutSource *source, const LwCutOptions *options, GError **error)
{
  g_autoptr (LwCutParts) self = NULL;

  if (!mbd_model_is_planar (source->model)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("Only mechanisms in the plane can be cut from plates; this one moves "
                            "in space."));
    return NULL;
  }
  self = g_new0 (LwCutParts, 1);
  self->options = *options;
  if (source->printed)
    self->options.kerf = 0;
  self->title = g_strdup (lw_mechanism_get_title (source->mechanism));
  self->provenance = g_strdup (source->provenance);
  self->parts = g_ptr_array_new_with_free_func (free_part);
  self->sheets = g_array_new (FALSE, FALSE, sizeof (LwCutSheet));
  self->spacers = g_array_new (FALSE, FALSE, sizeof (LwCutSpacer));
  self->collisions = g_array_new (FALSE, FALSE, sizeof (LwCutCollision));
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  self->layer_thickness = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_set_clear_func (self->spacers, clear_spacer);
  g_array_set_clear_func (self->collisions, clear_collision);
  if (!lw_cut_parts_collect (self, source->mechanism, error) || !lw_cut_parts_nest (self, error))
    return NULL;
  lw_cut_parts_stack (self, source);
  return lw_progress_continue (&source->progress, 1, error) ? g_steal_pointer (&self) : NULL;
}

void
lw_cut_parts_free (LwCutParts *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->provenance);
  g_ptr_array_unref (self->parts);
  g_array_unref (self->sheets);
  g_array_unref (self->spacers);
  g_array_unref (self->collisions);
  g_array_unref (self->layer_thickness);
  g_ptr_array_unref (self->left_out);
  g_free (self);
}

const LwCutPart *
lw_cut_parts_get (const LwCutParts *self, guint i)
{
  return self->parts->pdata[i];
}

double
lw_cut_parts_get_sheet_x (const LwCutParts *self, guint sheet)
{
  double x = 0;

  for (guint i = 0; i < sheet; i++)
    x += g_array_index (self->sheets, LwCutSheet, i).width + 2 * self->options.gap * MM;
  return x;
}

void
lw_cut_parts_get_size (const LwCutParts *self, double *width, double *height)
{
  const guint last = self->sheets->len - 1;

  *width =
    lw_cut_parts_get_sheet_x (self, last) + g_array_index (self->sheets, LwCutSheet, last).width;
  *height = 0;
  for (guint i = 0; i <= last; i++)
    *height = fmax (*height, g_array_index (self->sheets, LwCutSheet, i).height);
}

char *
lw_cut_parts_dup_warning (const LwCutParts *self)
{
  const LwCutCollision *first = &g_array_index (self->collisions, LwCutCollision, 0);
  const guint n = self->collisions->len;

  if (n == 0)
    return NULL;
  if (first->joint != NULL)
    return g_strdup_printf (
      // Translators: the number of collisions, the name of a part, the name of a joint, a time
      g_dngettext (NULL,
                   "There is %u collision that no order of layers avoids: %s runs into the pin of "
                   "%s at %.4g s.",
                   "There are %u collisions that no order of layers avoids, the first when %s runs "
                   "into the pin of %s at %.4g s.",
                   n),
      n, lw_cut_parts_get (self, first->part)->name, first->joint, first->time);
  return g_strdup_printf (
    // Translators: the number of collisions, the names of two parts, a time
    g_dngettext (NULL, "There is %u collision: %s and %s are in one layer and meet at %.4g s.",
                 "There are %u collisions, the first when %s and %s, which are in one layer, meet "
                 "at %.4g s.",
                 n),
    n, lw_cut_parts_get (self, first->part)->name, lw_cut_parts_get (self, first->other)->name,
    first->time);
}

const char *
lw_cut_parts_get_base_warning (const LwCutParts *self)
{
  return self->lacks_base
           ? _ ("There is no base plate: it would hold the pins of links on the ground, and there "
                "are none.")
           : NULL;
}
