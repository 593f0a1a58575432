// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of couplings and force elements of the text form: one table of each for reading and writing.

#include <string.h>

#include "lw-text-private.h"

static const LwTextCouplingKind kinds[] = {
  { "pin", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_PIN },
  { "slider", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_SLIDER },
  { "weld", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_WELD },
  { "cylindrical", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_CYLINDRICAL },
  { "spherical", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_SPHERICAL },
  { "universal", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_UNIVERSAL },
  { "pin in slot", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_PIN_IN_SLOT },
  { "planar", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_PLANAR },
  { "point on line", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_POINT_ON_LINE },
  { "point on plane", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_POINT_ON_PLANE },
  { "parallel axes", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_PARALLEL_AXES },
  { "same attitude", LW_TEXT_LOOP, mbd_loop_class, MBD_LOOP_SAME_ATTITUDE },
  { "loop", LW_TEXT_LOOP, mbd_loop_class, 0 },
  { "rod", LW_TEXT_ROD, mbd_rod_class, MBD_ROD_BAR },
  { "rope", LW_TEXT_ROD, mbd_rod_class, MBD_ROD_ROPE },
  { "strut", LW_TEXT_ROD, mbd_rod_class, MBD_ROD_STRUT },
  { "driver", LW_TEXT_DRIVER, mbd_driver_class, MBD_LEVEL_POSITION },
  { "motor", LW_TEXT_DRIVER, mbd_driver_class, MBD_LEVEL_VELOCITY },
  { "torsion spring", LW_TEXT_TORSION_SPRING, mbd_driver_class, MBD_LEVEL_POSITION },
  { "limit", LW_TEXT_LIMIT, mbd_limit_class, 0 },
  { "gear", LW_TEXT_GEAR, mbd_gear_class, LW_GEARING_RATIO },
  { "belt", LW_TEXT_BELT, mbd_gear_class, LW_GEARING_BELT },
  { "rack", LW_TEXT_RACK, mbd_gear_class, LW_GEARING_RACK },
  { "screw", LW_TEXT_SCREW, mbd_gear_class, LW_GEARING_SCREW },
  { "angle", LW_TEXT_ANGLE, mbd_angle_class, 0 },
  { "revolute-spherical", LW_TEXT_REVOLUTE_SPHERICAL, mbd_revolute_spherical_class, 0 },
  { "point contact", LW_TEXT_POINT_CONTACT, mbd_point_contact_class, 0 },
};

const LwTextCouplingKind *
lw_text_coupling_kind (const char *word)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].word, word) == 0)
      return &kinds[i];
  return NULL;
}

char *
lw_text_dup_coupling_kinds (void)
{
  GString *list = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_string_append_printf (list, "%s%s",
                            i == 0                          ? ""
                            : i + 1 == G_N_ELEMENTS (kinds) ? " or "
                                                            : ", ",
                            kinds[i].word);
  return g_string_free (list, FALSE);
}

MbdCouplingDef
lw_text_coupling_default (const LwTextCouplingKind *kind)
{
  const MbdCouplingClass *class_ = kind->class_ ();
  MbdCouplingDef def;

  if (class_ == mbd_loop_class ())
    return mbd_loop_default ((unsigned) kind->value);
  if (class_ == mbd_rod_class ()) {
    def = mbd_rod_default ();
    def.rod = (MbdRodKind) kind->value;
    return def;
  }
  if (class_ == mbd_driver_class ()) {
    def = mbd_driver_default (MBD_COORDINATE_ANGLE, NULL);
    def.level = (MbdLevel) kind->value;
    def.compliant = kind->object == LW_TEXT_TORSION_SPRING;
    return def;
  }
  if (class_ == mbd_angle_class ())
    return mbd_angle_default (G_PI / 2);
  if (class_ == mbd_revolute_spherical_class ())
    return mbd_revolute_spherical_default (1);
  if (class_ == mbd_point_contact_class ())
    return mbd_point_contact_default ();
  def = mbd_coupling_default (class_);
  if (kind->object == LW_TEXT_SCREW)
    def.coordinate[1] = MBD_COORDINATE_SLIDE_Z;
  return def;
}

void
lw_text_default_coordinates (const LwTextCouplingKind *kind,
                             const MbdCouplingDef *const joints[2],
                             MbdCoordinate coordinates[2])
{
  const bool one_screw = kind->object == LW_TEXT_SCREW && joints[0] == joints[1];

  coordinates[0] = MBD_COORDINATE_ANGLE;
  coordinates[1] = kind->object == LW_TEXT_SCREW  ? MBD_COORDINATE_SLIDE_Z
                   : kind->object == LW_TEXT_RACK ? MBD_COORDINATE_SLIDE
                                                  : MBD_COORDINATE_ANGLE;
  for (int i = 0; i < 2 && !one_screw; i++)
    if (joints[i] != NULL)
      lw_coupling_get_coordinate (joints[i], &coordinates[i]);
}

const LwTextForceKind *
lw_text_force_kind (const char *word)
{
  static const LwTextForceKind force_kinds[] = {
    { "spring", LW_TEXT_SPRING, mbd_spring_default },
    { "bushing", LW_TEXT_BUSHING, mbd_bushing_default },
    { "force", LW_TEXT_FORCE, mbd_load_default },
    { "torque", LW_TEXT_TORQUE, mbd_load_default },
    { "drag", LW_TEXT_DRAG, mbd_drag_default },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (force_kinds); i++)
    if (strcmp (force_kinds[i].word, word) == 0)
      return &force_kinds[i];
  return NULL;
}

const char *
lw_text_element_object (LwSelectionKind kind, const LwElement *element)
{
  LwTextObjectKind object = LW_TEXT_BODY;

  if (kind == LW_SELECTION_COUPLING)
    object = lw_text_coupling_kind (lw_coupling_get_word ((const LwCoupling *) element))->object;
  else if (kind == LW_SELECTION_FORCE)
    object = lw_text_force_kind (lw_force_get_word ((const LwForce *) element))->object;
  else if (kind != LW_SELECTION_BODY)
    object = kind == LW_SELECTION_TRACER ? LW_TEXT_TRACER : LW_TEXT_MEASUREMENT;
  return lw_text_objects[object].name;
}
