// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparison of mechanisms. Numbers are compared bit by bit, as equality means that a file has the
// same content.

#include "lw-mechanism-private.h"

#include <string.h>

#include "lw-binding.h"
#include "lw-contact.h"
#include "lw-marks.h"

static gboolean
same_numbers (const double *a, const double *b, size_t n)
{
  return memcmp (a, b, n * sizeof *a) == 0;
}

static gboolean
same_number (double a, double b)
{
  return same_numbers (&a, &b, 1);
}

static gboolean
same_element (const LwElement *a, const LwElement *b)
{
  return a->id == b->id && g_strcmp0 (a->name, b->name) == 0;
}

static gboolean
same_points (const GArray *a, const GArray *b)
{
  guint n_a = a ? a->len : 0;
  guint n_b = b ? b->len : 0;

  return n_a == n_b
         && (n_a == 0 || same_numbers ((double *) a->data, (double *) b->data, 3 * (size_t) n_a));
}

static gboolean
same_frame (const MbdFrame *a, const MbdFrame *b)
{
  return same_numbers (a->point, b->point, 3) && same_numbers (a->quaternion, b->quaternion, 4);
}

static gboolean
same_plate (const LwPlate *a, const LwPlate *b)
{
  return same_number (a->density, b->density) && same_number (a->thickness, b->thickness)
         && same_number (a->width, b->width) && same_number (a->hole_radius, b->hole_radius)
         && a->typed == b->typed;
}

static gboolean
same_contact_pairs (const GArray *a, const GArray *b)
{
  for (guint i = 0; i < a->len && a->len == b->len; i++) {
    const LwContactPair *first = &g_array_index (a, LwContactPair, i);
    const LwContactPair *second = &g_array_index (b, LwContactPair, i);

    if (first->body[0] != second->body[0] || first->body[1] != second->body[1]
        || first->touches != second->touches || !same_number (first->friction, second->friction)
        || !same_number (first->restitution, second->restitution)
        || !same_number (first->rolling, second->rolling))
      return FALSE;
  }
  return a->len == b->len;
}

// Compares the properties that affect the drawing and the start.
static gboolean
drawn_body (const void *first, const void *second)
{
  const LwBody *a = first;
  const LwBody *b = second;

  return a->element.id == b->element.id && a->def.mobility == b->def.mobility
         && same_numbers (a->def.position, b->def.position, 3)
         && same_numbers (a->def.quaternion, b->def.quaternion, 4)
         && same_number (a->def.angle, b->def.angle)
         && same_numbers (a->def.velocity, b->def.velocity, 3)
         && same_numbers (a->def.angular_velocity, b->def.angular_velocity, 3)
         && a->shape.kind == b->shape.kind && same_numbers (a->shape.centre, b->shape.centre, 3)
         && same_numbers (a->shape.size, b->shape.size, 3)
         && same_points (a->shape.points, b->shape.points);
}

static gboolean
same_body (const void *first, const void *second)
{
  const LwBody *a = first;
  const LwBody *b = second;

  return same_element (&a->element, &b->element) && drawn_body (a, b)
         && same_number (a->def.mass, b->def.mass)
         && same_numbers (a->def.inertia, b->def.inertia, 6)
         && same_numbers (a->def.centre_of_mass, b->def.centre_of_mass, 3) && a->hue == b->hue
         && same_plate (&a->plate, &b->plate) && a->length_locked == b->length_locked
         && lw_contact_equal (&a->contact, &b->contact);
}

// Compares the fields used by any kind: a number that the coupling's kind ignores also counts, as
// it does in a file.
static gboolean
drawn_coupling_def (const MbdCouplingDef *a, const MbdCouplingDef *b)
{
  return a->class_ == b->class_ && a->body_a == b->body_a && a->body_b == b->body_b
         && a->body_c == b->body_c && a->body_d == b->body_d
         && same_frame (&a->frame_a, &b->frame_a) && same_frame (&a->frame_b, &b->frame_b)
         && same_frame (&a->frame_c, &b->frame_c) && same_frame (&a->frame_d, &b->frame_d)
         && a->locked == b->locked && same_number (a->length, b->length) && a->rod == b->rod
         && same_number (a->angle, b->angle) && same_numbers (a->normals[0], b->normals[0], 9)
         && a->normal_count == b->normal_count && a->coordinate[0] == b->coordinate[0]
         && a->coordinate[1] == b->coordinate[1] && same_number (a->offset, b->offset);
}

static gboolean
same_coupling_def (const MbdCouplingDef *a, const MbdCouplingDef *b)
{
  return drawn_coupling_def (a, b) && same_number (a->ratio, b->ratio)
         && same_number (a->lower, b->lower) && same_number (a->upper, b->upper)
         && same_numbers (a->parameters, b->parameters, MBD_MOST_PARAMETERS) && a->mode == b->mode
         && a->level == b->level && same_number (a->effort_limit, b->effort_limit)
         && same_number (a->friction, b->friction) && same_number (a->cohesion, b->cohesion)
         && a->compliant == b->compliant && same_number (a->stiffness, b->stiffness)
         && same_number (a->damping, b->damping) && same_number (a->break_force, b->break_force)
         && same_number (a->break_moment, b->break_moment)
         && same_number (a->break_impulse, b->break_impulse) && a->enabled == b->enabled
         && a->stabilisation == b->stabilisation
         && same_number (a->time_constant, b->time_constant);
}

static gboolean
same_gearing (const LwCoupling *a, const LwCoupling *b)
{
  return a->joint[0] == b->joint[0] && a->joint[1] == b->joint[1] && a->gearing == b->gearing
         && same_numbers (a->radius, b->radius, 2) && a->crossed == b->crossed
         && same_number (a->pitch, b->pitch);
}

static gboolean
drawn_coupling (const void *first, const void *second)
{
  const LwCoupling *a = first;
  const LwCoupling *b = second;

  return a->element.id == b->element.id && drawn_coupling_def (&a->def, &b->def)
         && same_gearing (a, b);
}

static gboolean
same_coupling (const void *first, const void *second)
{
  const LwCoupling *a = first;
  const LwCoupling *b = second;

  return same_element (&a->element, &b->element) && same_coupling_def (&a->def, &b->def)
         && lw_function_equal (a->function, b->function) && same_gearing (a, b);
}

static gboolean
drawn_force_def (const MbdForceDef *a, const MbdForceDef *b)
{
  return a->class_ == b->class_ && a->body_a == b->body_a && a->body_b == b->body_b
         && same_numbers (a->point_a, b->point_a, 3) && same_numbers (a->point_b, b->point_b, 3)
         && same_numbers (a->quaternion_a, b->quaternion_a, 4)
         && same_numbers (a->quaternion_b, b->quaternion_b, 4);
}

static gboolean
drawn_force (const void *first, const void *second)
{
  const LwForce *a = first;
  const LwForce *b = second;

  return a->element.id == b->element.id && drawn_force_def (&a->def, &b->def);
}

static gboolean
same_force_def (const MbdForceDef *a, const MbdForceDef *b)
{
  return drawn_force_def (a, b) && same_number (a->stiffness, b->stiffness)
         && same_number (a->damping, b->damping) && same_number (a->free_length, b->free_length)
         && same_numbers (a->force, b->force, 3) && same_numbers (a->torque, b->torque, 3)
         && same_number (a->rotational_damping, b->rotational_damping)
         && same_numbers (a->bushing.rotational_stiffness, b->bushing.rotational_stiffness, 3)
         && same_numbers (a->bushing.rotational_damping, b->bushing.rotational_damping, 3)
         && same_numbers (a->bushing.translational_stiffness, b->bushing.translational_stiffness, 3)
         && same_numbers (a->bushing.translational_damping, b->bushing.translational_damping, 3)
         && a->bushing_law == b->bushing_law && a->follows_body == b->follows_body
         && a->enabled == b->enabled;
}

static gboolean
same_force (const void *first, const void *second)
{
  const LwForce *a = first;
  const LwForce *b = second;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (!lw_function_equal (a->functions[i], b->functions[i]))
      return FALSE;
  return same_element (&a->element, &b->element) && same_force_def (&a->def, &b->def)
         && g_strcmp0 (a->law, b->law) == 0;
}

static gboolean
same_tracer (const void *first, const void *second)
{
  const LwTracer *a = first;
  const LwTracer *b = second;

  return same_element (&a->element, &b->element) && a->body == b->body
         && same_numbers (a->point, b->point, 3);
}

static gboolean
same_measurement (const void *first, const void *second)
{
  const LwMeasurement *a = first;
  const LwMeasurement *b = second;

  if (!same_element (&a->element, &b->element) || a->n_points != b->n_points)
    return FALSE;
  for (guint i = 0; i < a->n_points; i++)
    if (a->points[i].body != b->points[i].body
        || !same_numbers (a->points[i].point, b->points[i].point, 3))
      return FALSE;
  return TRUE;
}

static gboolean
same_plot (const void *first, const void *second)
{
  const LwPlotLayout *a = first;
  const LwPlotLayout *b = second;

  return g_strcmp0 (a->title, b->title) == 0 && a->logarithmic == b->logarithmic
         && g_strcmp0 (a->against, b->against) == 0 && a->equal_scale == b->equal_scale
         && g_strv_equal ((const char *const *) a->channels, (const char *const *) b->channels);
}

static gboolean
same_parameter (const void *first, const void *second)
{
  return lw_parameter_equal (first, second);
}

static gboolean
same_binding (const void *first, const void *second)
{
  return lw_binding_equal (first, second);
}

gboolean
lw_body_equal (const LwBody *a, const LwBody *b)
{
  return a == b || same_body (a, b);
}

gboolean
lw_coupling_equal (const LwCoupling *a, const LwCoupling *b)
{
  return a == b || same_coupling (a, b);
}

gboolean
lw_force_equal (const LwForce *a, const LwForce *b)
{
  return a == b || same_force (a, b);
}

gboolean
lw_run_settings_equal (const LwRunSettings *a, const LwRunSettings *b)
{
  const MbdIntegratorSettings *i = &a->integrator;
  const MbdIntegratorSettings *j = &b->integrator;

  return same_number (a->duration, b->duration) && same_number (a->interval, b->interval)
         && a->assemble == b->assemble && i->method == j->method
         && same_number (i->accuracy, j->accuracy) && same_number (i->step, j->step)
         && same_number (i->maximum_step, j->maximum_step) && same_number (i->duration, j->duration)
         && i->maximum_steps == j->maximum_steps && i->sequential_impacts == j->sequential_impacts
         && i->stabilisation.stabilisation == j->stabilisation.stabilisation
         && same_number (i->stabilisation.time_constant, j->stabilisation.time_constant);
}

static gboolean
same_elements (const GPtrArray *a,
               const GPtrArray *b,
               gboolean (*same) (const void *, const void *))
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (a->pdata[i] != b->pdata[i] && !same (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

gboolean
lw_mechanism_is_drawn_alike (const LwMechanism *a, const LwMechanism *b)
{
  return same_elements (a->bodies, b->bodies, drawn_body)
         && same_elements (a->couplings, b->couplings, drawn_coupling)
         && same_elements (a->forces, b->forces, drawn_force);
}

gboolean
lw_mechanism_has_same_element (const LwMechanism *a, const LwMechanism *b, LwElementRef ref)
{
  static gboolean (*const same[]) (const void *, const void *) = {
    [LW_SELECTION_BODY] = same_body,
    [LW_SELECTION_COUPLING] = same_coupling,
    [LW_SELECTION_FORCE] = same_force,
    [LW_SELECTION_TRACER] = same_tracer,
    [LW_SELECTION_MEASUREMENT] = same_measurement,
  };
  const LwElement *one = lw_element_ref_find (a, ref);
  const LwElement *other = lw_element_ref_find (b, ref);

  return one != NULL && other != NULL && (guint) ref.kind < G_N_ELEMENTS (same)
         && (one == other || same[ref.kind](one, other));
}

gboolean
lw_mechanism_equal (const LwMechanism *a, const LwMechanism *b)
{
  return a == b
         || (strcmp (a->title, b->title) == 0 && strcmp (a->notes, b->notes) == 0
             && same_numbers (a->gravity, b->gravity, 3) && lw_run_settings_equal (&a->run, &b->run)
             && same_elements (a->bodies, b->bodies, same_body)
             && same_elements (a->couplings, b->couplings, same_coupling)
             && same_elements (a->forces, b->forces, same_force)
             && same_elements (a->tracers, b->tracers, same_tracer)
             && same_elements (a->measurements, b->measurements, same_measurement)
             && same_elements (a->plots, b->plots, same_plot)
             && same_elements (a->parameters, b->parameters, same_parameter)
             && same_elements (a->bindings, b->bindings, same_binding)
             && same_contact_pairs (a->contact_pairs, b->contact_pairs) && lw_marks_equal (a, b)
             && a->length_unit == b->length_unit
             && lw_background_equal (a->background, b->background));
}
