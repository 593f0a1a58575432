// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts a mechanism to an engine model: resolves the joints that couplings refer to, compiles,
// and maps a diagnosis back to the element it refers to.

#include "lw-mechanism.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-drive-compile.h"
#include "lw-gearing.h"
#include "lw-contact.h"
#include "lw-curve.h"
#include "lw-element-ref.h"
#include "lw-shape-mass.h"

// Couplings that use joints

gboolean
lw_coupling_has_coordinate (const MbdCouplingDef *joint, MbdCoordinate coordinate)
{
  static const unsigned axes[] = {
    [MBD_COORDINATE_ANGLE] = MBD_LOCK_RZ,
    [MBD_COORDINATE_SLIDE] = MBD_LOCK_X,
    [MBD_COORDINATE_SLIDE_Z] = MBD_LOCK_Z,
  };

  const LwFamily *family = lw_family_of (joint->class_);

  if (family->has_curve)
    return coordinate == MBD_COORDINATE_ARC || coordinate == MBD_COORDINATE_ANGLE;
  return family->is_joint && (unsigned) coordinate < G_N_ELEMENTS (axes)
         && (joint->locked & axes[coordinate]) == 0;
}

gboolean
lw_coupling_get_coordinate (const MbdCouplingDef *joint, MbdCoordinate *coordinate)
{
  static const MbdCoordinate coordinates[] = { MBD_COORDINATE_ARC, MBD_COORDINATE_ANGLE,
                                               MBD_COORDINATE_SLIDE, MBD_COORDINATE_SLIDE_Z };

  for (size_t i = 0; i < G_N_ELEMENTS (coordinates); i++)
    if (lw_coupling_has_coordinate (joint, coordinates[i])) {
      *coordinate = coordinates[i];
      return TRUE;
    }
  return FALSE;
}

static gboolean G_GNUC_PRINTF (4, 5) refuse (const LwMechanism *self,
                                             const LwCoupling *coupling,
                                             GError **error,
                                             const char *format,
                                             ...)
{
  g_autofree char *name =
    lw_mechanism_dup_element_name (self, MBD_ELEMENT_COUPLING, coupling->element.id);
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, "%s: %s.", name, what);
  return FALSE;
}

static const LwCoupling *
find_joint (const LwMechanism *self,
            const LwCoupling *coupling,
            int id,
            MbdCoordinate coordinate,
            GError **error)
{
  static const char *const sentences[] = {
    [MBD_COORDINATE_ANGLE] =
      N_ ("it uses %s, which does not turn about its z axis; choose another joint"),
    [MBD_COORDINATE_SLIDE] =
      N_ ("it uses %s, which does not slide along its x axis; choose another joint"),
    [MBD_COORDINATE_SLIDE_Z] =
      N_ ("it uses %s, which does not slide along its z axis; choose another joint"),
    [MBD_COORDINATE_ARC] = N_ ("it uses %s, which has no curve; choose a curved slot"),
  };
  const LwCoupling *joint = lw_mechanism_find_coupling (self, id);
  g_autofree char *name = NULL;

  if (joint == NULL) {
    refuse (self, coupling, error,
            _ ("the joint %d that it uses does not exist; choose another one"), id);
    return NULL;
  }
  name = lw_mechanism_dup_element_name (self, MBD_ELEMENT_COUPLING, id);
  if (!lw_family_of (joint->def.class_)->is_joint)
    refuse (self, coupling, error, _ ("it uses %s, which is not a joint; choose a pin or a slider"),
            name);
  else if (!lw_coupling_has_coordinate (&joint->def, coordinate))
    refuse (self, coupling, error,
            (unsigned) coordinate < G_N_ELEMENTS (sentences)
              ? _ (sentences[coordinate])
              : _ ("it uses %s, which does not move that way; choose another joint"),
            name);
  else
    return joint;
  return NULL;
}

static double
ratio_of (const LwCoupling *coupling)
{
  const double *values = lw_coupling_get_gearing_values ((LwCoupling *) coupling);

  return lw_gearings[coupling->gearing].get_ratio (values, coupling->crossed);
}

gboolean
lw_mechanism_resolve_coupling (const LwMechanism *self,
                               const LwCoupling *coupling,
                               MbdCouplingDef *def,
                               GError **error)
{
  const bool is_gear = lw_family_of (coupling->def.class_)->has_second_pair;
  const bool needs_joint = lw_family_of (coupling->def.class_)->needs_joint;
  const LwCoupling *joint;

  *def = coupling->def;
  if (is_gear)
    def->ratio = ratio_of (coupling);
  if (is_gear && lw_gearings[coupling->gearing].wraps && def->mesh == MBD_MESH_TEETH) {
    def->mesh = lw_gearings[coupling->gearing].mesh;
    def->pitch_radius = coupling->radius[0];
  }
  if (coupling->joint[0] == 0 && coupling->joint[1] == 0)
    return !needs_joint
           || refuse (self, coupling, error, _ ("it needs a joint; choose a pin or a slider"));
  if (is_gear && (coupling->joint[0] == 0 || coupling->joint[1] == 0))
    return refuse (self, coupling, error, _ ("it uses one joint; choose two"));
  joint = find_joint (self, coupling, coupling->joint[0], def->coordinate[0], error);
  if (joint == NULL)
    return FALSE;
  def->body_a = joint->def.body_a;
  def->body_b = joint->def.body_b;
  def->frame_a = joint->def.frame_a;
  def->frame_b = joint->def.frame_b;
  def->on_joint[0] = coupling->joint[0];
  if (needs_joint)
    def->joint = coupling->joint[0];
  if (!is_gear)
    return TRUE;
  joint = find_joint (self, coupling, coupling->joint[1], def->coordinate[1], error);
  if (joint == NULL)
    return FALSE;
  def->on_joint[1] = coupling->joint[1];
  def->body_c = joint->def.body_a;
  def->body_d = joint->def.body_b;
  def->frame_c = joint->def.frame_a;
  def->frame_d = joint->def.frame_b;
  return TRUE;
}

static GPtrArray *
borrow_parameters (const LwMechanism *self)
{
  GPtrArray *parameters = g_ptr_array_new ();

  for (guint i = 0; i < lw_mechanism_get_n_parameters (self); i++)
    g_ptr_array_add (parameters, (LwParameter *) lw_mechanism_get_parameter (self, i));
  return parameters;
}

/// Makes the curve of a coupling, or of the joint that it uses. The caller owns it.
static bool
take_curve (const LwMechanism *self,
            const LwCoupling *coupling,
            MbdCouplingDef *def,
            GError **error)
{
  const LwCoupling *joint = lw_mechanism_find_coupling (self, coupling->joint[0]);
  const LwCoupling *owner = joint != NULL && joint->curve != NULL ? joint : coupling;
  MbdCurve *curve = NULL;
  MbdDiagnosis why = { 0 };

  def->curve = NULL;
  if (owner->curve == NULL)
    return true; // the engine refuses couplings that need one
  if (lw_curve_new (owner->curve, &curve, &why) != MBD_STATUS_OK)
    return refuse (self, owner, error, "%s", _ (mbd_status_text (why.code)));
  def->curve = curve;
  return true;
}

void
lw_coupling_def_clear (MbdCouplingDef *def)
{
  mbd_function_unref (def->function);
  mbd_curve_unref (def->curve);
  def->function = NULL;
  def->curve = NULL;
}

gboolean
lw_mechanism_define_coupling (const LwMechanism *self,
                              const LwCoupling *coupling,
                              MbdCouplingDef *def,
                              GError **error)
{
  g_autoptr (GPtrArray) parameters = NULL;
  g_autofree char *reason = NULL;

  if (!lw_mechanism_resolve_coupling (self, coupling, def, error))
    return FALSE;
  def->function = NULL;
  if (!take_curve (self, coupling, def, error))
    return FALSE;
  if (coupling->function == NULL)
    return TRUE;
  parameters = borrow_parameters (self);
  if (lw_drive_follows (coupling)) {
    if (lw_drive_compile (self, coupling, parameters, def, &reason))
      return TRUE;
  } else {
    def->function = lw_function_compile (coupling->function, parameters, &reason);
    if (def->function != NULL)
      return TRUE;
  }
  lw_coupling_def_clear (def);
  return refuse (self, coupling, error, "%s", reason);
}

// The start

// Lets the engine measure the coordinate: by an end stop at 0 between the two bodies.
static gboolean
measure (const LwMechanism *self, const MbdCouplingDef *limit, double *value)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdModel *model = NULL;
  MbdState *state = NULL;
  const int bodies[] = { limit->body_a, limit->body_b };
  MbdStatus status = mechanism != NULL ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;

  for (int i = 0; status == MBD_STATUS_OK && i < 2; i++) {
    const LwBody *body = lw_mechanism_find_body (self, bodies[i]);

    if (body != NULL)
      status = mbd_mechanism_add_body (mechanism, &body->def, NULL);
  }
  if (status == MBD_STATUS_OK)
    status = mbd_mechanism_add_coupling (mechanism, limit, NULL);
  if (status == MBD_STATUS_OK)
    status = mbd_model_compile (mechanism, &model, NULL);
  if (status == MBD_STATUS_OK)
    state = mbd_state_new (model);
  *value = 0;
  if (state != NULL && mbd_model_coupling_rows (model, 0) == 1)
    mbd_state_gap (state, 0, value, NULL);
  mbd_state_free (state);
  mbd_model_unref (model);
  mbd_mechanism_free (mechanism);
  return state != NULL;
}

gboolean
lw_mechanism_get_start_coordinate (const LwMechanism *self,
                                   const LwCoupling *coupling,
                                   int which,
                                   double *value)
{
  MbdCouplingDef def, limit;
  gboolean measured;

  *value = 0;
  if (!lw_mechanism_resolve_coupling (self, coupling, &def, NULL))
    return FALSE;
  limit = mbd_limit_default (def.coordinate[which], 0, INFINITY);
  limit.body_a = which == 0 ? def.body_a : def.body_c;
  limit.body_b = which == 0 ? def.body_b : def.body_d;
  limit.frame_a = which == 0 ? def.frame_a : def.frame_c;
  limit.frame_b = which == 0 ? def.frame_b : def.frame_d;
  if (!take_curve (self, coupling, &limit, NULL))
    return FALSE;
  measured = measure (self, &limit, value);
  lw_coupling_def_clear (&limit);
  return measured;
}

gboolean
lw_mechanism_get_start_offset (const LwMechanism *self, const LwCoupling *gear, double *offset)
{
  double q1, q2;

  if (!lw_mechanism_get_start_coordinate (self, gear, 0, &q1)
      || !lw_mechanism_get_start_coordinate (self, gear, 1, &q2))
    return FALSE;
  *offset = q2 - ratio_of (gear) * q1;
  return isfinite (*offset);
}

// Compiling

static MbdStatus
add_couplings (const LwMechanism *self, MbdMechanism *mechanism, MbdDiagnosis *why, GError **error)
{
  MbdStatus status = MBD_STATUS_OK;

  for (guint i = 0; status == MBD_STATUS_OK && i < lw_mechanism_get_n_couplings (self); i++) {
    MbdCouplingDef def;

    if (!lw_mechanism_define_coupling (self, lw_mechanism_get_coupling (self, i), &def, error))
      return MBD_STATUS_BAD_PARAMETER;
    status = mbd_mechanism_add_coupling (mechanism, &def, why);
    lw_coupling_def_clear (&def);
  }
  return status;
}

static MbdStatus
add_forces (const LwMechanism *self, MbdMechanism *mechanism, MbdDiagnosis *why, GError **error)
{
  MbdStatus status = MBD_STATUS_OK;

  for (guint i = 0; status == MBD_STATUS_OK && i < lw_mechanism_get_n_forces (self); i++) {
    MbdForceDef def;

    if (!lw_mechanism_define_force (self, lw_mechanism_get_force (self, i), &def, error))
      return MBD_STATUS_BAD_PARAMETER;
    status = mbd_mechanism_add_force (mechanism, &def, why);
    lw_force_def_clear (&def);
  }
  return status;
}

// Sets the error if a fault is found before the engine is called.
static MbdStatus
define (const LwMechanism *self, MbdMechanism *mechanism, MbdDiagnosis *why, GError **error)
{
  g_autoptr (GPtrArray) parameters = borrow_parameters (self);
  g_autofree char *reason = lw_function_check_parameters (parameters);
  MbdStatus status = MBD_STATUS_OK;

  if (reason != NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, _ ("The mechanism: %s."), reason);
    return MBD_STATUS_BAD_PARAMETER;
  }
  mbd_mechanism_set_gravity (mechanism, lw_mechanism_get_gravity (self));
  for (guint i = 0; status == MBD_STATUS_OK && i < lw_mechanism_get_n_bodies (self); i++)
    status = mbd_mechanism_add_body (mechanism, &lw_mechanism_get_body (self, i)->def, why);
  if (status == MBD_STATUS_OK)
    status = add_couplings (self, mechanism, why, error);
  if (status == MBD_STATUS_OK)
    status = add_forces (self, mechanism, why, error);
  if (status == MBD_STATUS_OK)
    status = lw_contact_define (self, mechanism, why, error);
  return status;
}

/// Checks that the holes fit into their links.
static bool
check_plates (const LwMechanism *self, GError **error)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *body = lw_mechanism_get_body (self, i);
    const char *fault = lw_plate_find_fault (&body->shape, &body->plate);

    if (fault != NULL) {
      g_autofree char *name =
        lw_mechanism_dup_element_name (self, MBD_ELEMENT_BODY, body->element.id);

      g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, "%s: %s.", name, fault);
      return false;
    }
  }
  return true;
}

MbdModel *
lw_mechanism_compile (const LwMechanism *self, GError **error)
{
  MbdDiagnosis why = { MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, -1, 0 };
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdModel *model = NULL;
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;
  GError *cause = NULL;

  if (mechanism != NULL && check_plates (self, &cause))
    status = define (self, mechanism, &why, &cause);
  if (status == MBD_STATUS_OK)
    status = mbd_model_compile (mechanism, &model, &why);
  if (cause != NULL)
    g_propagate_error (error, cause);
  else if (status != MBD_STATUS_OK) {
    why.code = status;
    lw_mechanism_set_error (self, LW_ERROR_SIMULATION, &why, error);
  }
  mbd_mechanism_free (mechanism);
  return model;
}

void
lw_mechanism_set_error (const LwMechanism *self,
                        LwError code,
                        const MbdDiagnosis *why,
                        GError **error)
{
  g_autofree char *name = lw_mechanism_dup_element_name (self, why->element, why->id);

  g_set_error (error, LW_ERROR, code, "%s: %s.", name, _ (mbd_status_text (why->code)));
}

char *
lw_mechanism_dup_element_name (const LwMechanism *self, MbdElement kind, int id)
{
  // A shape has the id of its body.
  const bool is_body = kind == MBD_ELEMENT_BODY || kind == MBD_ELEMENT_SHAPE;
  const LwBody *body = is_body ? lw_mechanism_find_body (self, id) : NULL;
  const LwCoupling *coupling =
    kind == MBD_ELEMENT_COUPLING ? lw_mechanism_find_coupling (self, id) : NULL;
  const LwForce *force = kind == MBD_ELEMENT_FORCE ? lw_mechanism_find_force (self, id) : NULL;

  if (body != NULL && body->element.name != NULL)
    return lw_element_dup_called ("body", body->element.name);
  if (coupling != NULL && coupling->element.name != NULL)
    return lw_element_dup_called (lw_coupling_get_kind (coupling)->word, coupling->element.name);
  if (force != NULL && force->element.name != NULL)
    return lw_element_dup_called (lw_force_get_kind (force)->word, force->element.name);

  switch (kind) {
  case MBD_ELEMENT_BODY:
    return id == MBD_GROUND ? g_strdup (_ ("Ground")) : g_strdup_printf (_ ("Body %d"), id);
  case MBD_ELEMENT_COUPLING:
    return g_strdup_printf (_ ("Coupling %d"), id);
  case MBD_ELEMENT_FORCE:
    return g_strdup_printf (_ ("Force element %d"), id);
  case MBD_ELEMENT_SHAPE:
    return g_strdup_printf (_ ("Body %d"), id);
  case MBD_ELEMENT_NONE:
    break;
  }
  return g_strdup (_ ("The mechanism"));
}
