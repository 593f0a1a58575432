// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-words.h"

#include <glib/gi18n.h>
#include <string.h>

const LwWord lw_mobility_words[] = {
  { "fixed", MBD_FIXED, N_ ("Fixed") },
  { "planar", MBD_PLANAR, N_ ("In the plane") },
  { "spatial", MBD_SPATIAL, N_ ("In space") },
  { NULL },
};

const LwWord lw_hue_words[] = {
  { "orange", LW_HUE_ORANGE, N_ ("Orange") },
  { "sky", LW_HUE_SKY, N_ ("Sky") },
  { "green", LW_HUE_GREEN, N_ ("Green") },
  { "purple", LW_HUE_PURPLE, N_ ("Purple") },
  { "blue", LW_HUE_BLUE, N_ ("Blue") },
  { "amber", LW_HUE_AMBER, N_ ("Amber") },
  { "vermillion", LW_HUE_VERMILLION, N_ ("Vermillion") },
  { NULL },
};

const LwWord lw_shape_words[] = {
  { "link", LW_SHAPE_LINK },
  { "disc", LW_SHAPE_DISC },
  { "box", LW_SHAPE_BOX },
  { "polygon", LW_SHAPE_POLYGON },
  { NULL },
};

const LwWord lw_lock_words[] = {
  { "x", MBD_LOCK_X },
  { "y", MBD_LOCK_Y },
  { "z", MBD_LOCK_Z },
  { "rx", MBD_LOCK_RX },
  { "ry", MBD_LOCK_RY },
  { "rz", MBD_LOCK_RZ },
  { NULL },
};

const LwWord lw_stabilisation_words[] = {
  { "projection", MBD_STABILISATION_PROJECTION, N_ ("Projection") },
  { "baumgarte", MBD_STABILISATION_BAUMGARTE, N_ ("Baumgarte") },
  { "none", MBD_STABILISATION_NONE, N_ ("None") },
  { NULL },
};

const LwWord lw_coordinate_words[] = {
  { "angle", MBD_COORDINATE_ANGLE },
  { "slide", MBD_COORDINATE_SLIDE },
  { "slide_z", MBD_COORDINATE_SLIDE_Z },
  { "arc", MBD_COORDINATE_ARC },
  { NULL },
};

const LwWord lw_mode_words[] = {
  { "free", MBD_MODE_FREE, N_ ("Free") },
  { "lock", MBD_MODE_LOCK, N_ ("Locked") },
  { "unilateral", MBD_MODE_UNILATERAL, N_ ("Pushes only") },
  { "box", MBD_MODE_BOX, N_ ("Limited") },
  { "friction", MBD_MODE_FRICTION, N_ ("Friction") },
  { NULL },
};

const LwWord lw_level_words[] = {
  { "position", MBD_LEVEL_POSITION, N_ ("Position") },
  { "velocity", MBD_LEVEL_VELOCITY, N_ ("Velocity") },
  { "acceleration", MBD_LEVEL_ACCELERATION, N_ ("Acceleration") },
  { NULL },
};

const LwWord lw_row_words[] = {
  { "x", 0 },     { "y", 1 },     { "z", 2 },      { "rx", 3 },     { "ry", 4 }, { "rz", 5 },
  { "lower", 6 }, { "upper", 7 }, { "length", 8 }, { "across", 9 }, { NULL },
};

const LwWord lw_spline_end_words[] = {
  { "natural", MBD_SPLINE_NATURAL },
  { "clamped", MBD_SPLINE_CLAMPED },
  { "periodic", MBD_SPLINE_PERIODIC },
  { NULL },
};

const LwWord lw_length_unit_words[] = {
  { "SI", LW_LENGTH_M, N_ ("m, kg, s, N") },
  { "mm-kg-s", LW_LENGTH_MM, N_ ("mm, kg, s, N") },
  { "inch-lb", LW_LENGTH_IN, N_ ("in, lb, s, lbf") },
  { NULL },
};

const LwWord lw_element_kind_words[] = {
  { "body", LW_SELECTION_BODY },
  { "coupling", LW_SELECTION_COUPLING },
  { "force", LW_SELECTION_FORCE },
  { "tracer", LW_SELECTION_TRACER },
  { "measurement", LW_SELECTION_MEASUREMENT },
  { NULL },
};

const LwWord lw_function_kind_words[] = {
  { "constant", LW_FUNCTION_CONSTANT },     { "harmonic", LW_FUNCTION_HARMONIC },
  { "polynomial", LW_FUNCTION_POLYNOMIAL }, { "table", LW_FUNCTION_TABLE },
  { "expression", LW_FUNCTION_EXPRESSION }, { NULL },
};

const LwWord lw_method_words[] = {
  { "verner65", MBD_METHOD_VERNER65, N_ ("Verner 6(5)") },
  { "dopri54", MBD_METHOD_DOPRI54, N_ ("Dormand–Prince 5(4)") },
  { "verner87", MBD_METHOD_VERNER87, N_ ("Verner 8(7)") },
  { "rk4", MBD_METHOD_RK4, N_ ("Runge–Kutta 4") },
  { "esdirk43", MBD_METHOD_ESDIRK43, N_ ("ESDIRK 4(3), stiff") },
  { "radau9", MBD_METHOD_RADAU9, N_ ("Radau IIA 9, stiff") },
  { "automatic", MBD_METHOD_AUTOMATIC, N_ ("Automatic") },
  { "time-stepping", MBD_METHOD_TIME_STEPPING, N_ ("Time stepping") },
  { NULL },
};

const char *
lw_word_of (const LwWord *words, int value)
{
  for (; words->word != NULL; words++)
    if (words->value == value)
      return words->word;
  return NULL;
}

const LwWord *
lw_word_find (const LwWord *words, const char *word)
{
  for (; words->word != NULL; words++)
    if (strcmp (words->word, word) == 0)
      return words;
  return NULL;
}
