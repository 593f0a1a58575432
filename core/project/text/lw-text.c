// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text form: its keys and words, and reading and writing files.

#include "lw-text.h"

#include <math.h>
#include <string.h>

#include "lw-file-error.h"
#include "lw-save.h"
#include "lw-text-private.h"

// Keys of the notations of every kind of object; plain fields follow from the tables of fields.

static const char *const mechanism_keys[] = {
  "linkwright", "title",        "notes",     "gravity", "units",
  "parameters", "bodies",       "couplings", "forces",  "tracers",
  "contacts",   "measurements", "bindings",  "marks",   "plots",
  "run",        "background",   "lesson",    NULL
};
static const char *const parameter_keys[] = { "name",    "value",   "unit", "expression",
                                              "minimum", "maximum", "note", NULL };
static const char *const binding_keys[] = { "element", "id", "field", "unit", "expression", NULL };
static const char *const mark_keys[] = { "element", "id", "hidden", "locked", NULL };
static const char *const background_keys[] = { "centre", "width", "angle", "opacity",
                                               "shown",  "image", NULL };
static const char *const body_keys[] = { "id",
                                         "name",
                                         "mobility",
                                         "mass",
                                         "inertia",
                                         "centre_of_mass",
                                         "position",
                                         "angle",
                                         "quaternion",
                                         "velocity",
                                         "angular_velocity",
                                         "colour",
                                         "density",
                                         "thickness",
                                         "shape",
                                         "contact",
                                         NULL };
static const char *const shape_keys[] = { "kind",   "centre", "radius",      "size",
                                          "points", "width",  "hole_radius", NULL };

static const char *const contact_pair_keys[] = { "bodies", NULL };

#define PLACE_KEYS "bodies", "at", "angle", "quaternion", "points", "frames"
#define GEAR_KEYS "joints", "bodies", "points", "frames", "coordinates", "offset"

static const char *const loop_keys[] = { "id",       "name",       "kind", "locked",
                                         PLACE_KEYS, "compliance", NULL };
static const char *const frame_keys[] = { "point", "angle", "quaternion", NULL };
static const char *const rod_keys[] = { "id",     "name",   "kind",     "bodies",     "from", "to",
                                        "points", "length", "function", "compliance", NULL };
static const char *const driver_keys[] = { "id",       "name",       "kind",
                                           "joint",    PLACE_KEYS,   "coordinate",
                                           "function", "compliance", NULL };
static const char *const torsion_spring_keys[] = { "id",      "name",       "kind",
                                                   "joint",   PLACE_KEYS,   "stiffness",
                                                   "damping", "free_angle", NULL };
static const char *const limit_keys[] = { "id",       "name",       "kind",       "joint",
                                          PLACE_KEYS, "coordinate", "compliance", NULL };
static const char *const gear_keys[] = { "id",    "name",       "kind", GEAR_KEYS,
                                         "ratio", "compliance", NULL };
static const char *const belt_keys[] = { "id",    "name",       "kind", GEAR_KEYS,
                                         "radii", "compliance", NULL };
static const char *const rack_keys[] = { "id",     "name",       "kind", GEAR_KEYS,
                                         "radius", "compliance", NULL };
static const char *const screw_keys[] = { "id",      "name",  "kind",       "joint",
                                          GEAR_KEYS, "pitch", "compliance", NULL };
static const char *const angle_keys[] = { "id",      "name",       "kind", PLACE_KEYS,
                                          "between", "compliance", NULL };
static const char *const revolute_spherical_keys[] = { "id",     "name",       "kind",   "bodies",
                                                       "from",   "to",         "points", "frames",
                                                       "length", "compliance", NULL };
static const char *const point_contact_keys[] = { "id",      "name",       "kind", PLACE_KEYS,
                                                  "normals", "compliance", NULL };
static const char *const pulley_rope_keys[] = { "id",         "name",  "kind",   "bodies",
                                                "points",     "along", "length", "function",
                                                "compliance", NULL };
static const char *const curved_slot_keys[] = {
  "id", "name", "kind", PLACE_KEYS, "compliance", NULL
};
static const char *const joint_friction_keys[] = {
  "id", "name", "kind", "joint", "coordinate", NULL
};
static const char *const function_keys[] = { "harmonic", "polynomial", "origin", "table",
                                             "ends",     "end_rates",  NULL };
static const char *const harmonic_keys[] = { "mean", "amplitude", "frequency", "phase", NULL };
static const char *const spring_keys[] = { "id", "name",   "kind",        "bodies", "from",
                                           "to", "points", "free_length", "law",    NULL };
static const char *const bushing_keys[] = { "id",
                                            "name",
                                            "kind",
                                            PLACE_KEYS,
                                            "law",
                                            "stiffness",
                                            "damping",
                                            "rotational_stiffness",
                                            "rotational_damping",
                                            NULL };
static const char *const force_keys[] = { "id",    "name",  "kind",   "body",
                                          "point", "force", "torque", NULL };
static const char *const torque_keys[] = { "id", "name", "kind", "body", "point", "torque", NULL };
static const char *const drag_keys[] = { "id", "name", "kind", "body", "point", NULL };
static const char *const tracer_keys[] = { "id", "name", "body", "point", NULL };
static const char *const measurement_keys[] = { "id", "name", "points", NULL };
static const char *const body_point_keys[] = { "body", "point", NULL };
static const char *const plot_keys[] = { "title", "channels", "against", NULL };
static const char *const no_keys[] = { NULL };

const LwTextObject lw_text_objects[LW_TEXT_N_OBJECTS] = {
  [LW_TEXT_MECHANISM] = { "mechanism", mechanism_keys },
  [LW_TEXT_BODY] = { "body", body_keys, true, LW_SELECTION_BODY },
  [LW_TEXT_SHAPE] = { "shape", shape_keys },
  [LW_TEXT_CONTACT] = { "contact", no_keys, true, LW_SELECTION_BODY },
  [LW_TEXT_CONTACT_PAIR] = { "contact_pair", contact_pair_keys, .fields = &lw_contact_pair_fields },
  [LW_TEXT_LOOP] = { "loop", loop_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_FRAME] = { "frame", frame_keys },
  [LW_TEXT_ROD] = { "rod", rod_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_DRIVER] = { "driver", driver_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_TORSION_SPRING] = { "torsion_spring", torsion_spring_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_LIMIT] = { "limit", limit_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_GEAR] = { "gear", gear_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_BELT] = { "belt", belt_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_RACK] = { "rack", rack_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_SCREW] = { "screw", screw_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_ANGLE] = { "angle", angle_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_REVOLUTE_SPHERICAL] = { "revolute_spherical", revolute_spherical_keys, true,
                                   LW_SELECTION_COUPLING },
  [LW_TEXT_POINT_CONTACT] = { "point_contact", point_contact_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_PULLEY_ROPE] = { "pulley_rope", pulley_rope_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_CURVED_SLOT] = { "curved_slot", curved_slot_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_JOINT_FRICTION] = { "joint_friction", joint_friction_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_COMPLIANCE] = { "compliance", no_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_FUNCTION] = { "function", function_keys },
  [LW_TEXT_HARMONIC] = { "harmonic", harmonic_keys },
  [LW_TEXT_PARAMETER] = { "parameter", parameter_keys },
  [LW_TEXT_BINDING] = { "binding", binding_keys },
  [LW_TEXT_MARK] = { "mark", mark_keys },
  [LW_TEXT_BACKGROUND] = { "background", background_keys },
  [LW_TEXT_SPRING] = { "spring", spring_keys, true, LW_SELECTION_FORCE },
  [LW_TEXT_BUSHING] = { "bushing", bushing_keys, true, LW_SELECTION_FORCE },
  [LW_TEXT_FORCE] = { "force", force_keys, true, LW_SELECTION_FORCE },
  [LW_TEXT_TORQUE] = { "torque", torque_keys, true, LW_SELECTION_FORCE },
  [LW_TEXT_DRAG] = { "drag", drag_keys, true, LW_SELECTION_FORCE },
  [LW_TEXT_TRACER] = { "tracer", tracer_keys },
  [LW_TEXT_MEASUREMENT] = { "measurement", measurement_keys },
  [LW_TEXT_BODY_POINT] = { "body_point", body_point_keys },
  [LW_TEXT_PLOT] = { "plot", plot_keys, .fields = &lw_plot_fields },
  [LW_TEXT_RUN] = { "run", no_keys, true, LW_SELECTION_NONE },
};

LwMechanism *
lw_text_parse_before (const char *text, gssize length, const LwDeadline *deadline, GError **error)
{
  static const char mark[] = "\xef\xbb\xbf"; // some editors begin files with a byte order mark
  gsize size = length < 0 ? strlen (text) : (gsize) length;

  if (size >= 3 && memcmp (text, mark, 3) == 0) {
    text += 3;
    size -= 3;
  }
  return lw_text_read (text, size, deadline, error);
}

LwMechanism *
lw_text_parse (const char *text, gssize length, GError **error)
{
  return lw_text_parse_before (text, length, NULL, error);
}

// Reads a whole file, but never more than one byte above the limit: a device may never end.
static GByteArray *
read_file (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize got = 1;

  if (stream == NULL)
    return NULL;
  while (got > 0 && bytes->len <= LW_TEXT_MAX_BYTES) {
    guint8 block[64 * 1024];

    if (!g_input_stream_read_all (G_INPUT_STREAM (stream), block, sizeof block, &got, cancellable,
                                  error))
      return NULL;
    g_byte_array_append (bytes, block, (guint) got);
  }
  return g_steal_pointer (&bytes);
}

LwMechanism *
lw_text_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GByteArray) bytes = read_file (file, cancellable, &cause);
  LwDeadline deadline;

  if (bytes == NULL) {
    lw_file_error_set_from (error, file, LW_FILE_READ, cause);
    return NULL;
  }
  deadline = lw_deadline_for_file (bytes->len, cancellable);
  return lw_text_parse_before ((const char *) bytes->data, (gssize) bytes->len, &deadline, error);
}

gboolean
lw_text_save (const LwMechanism *mechanism, GFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, error);
  g_autoptr (GError) cause = NULL;

  // A file that could not be opened again must not replace one that can be opened.
  if (again == NULL)
    return FALSE;
  if (lw_save (file, text, strlen (text), cancellable, &cause))
    return TRUE;
  lw_file_error_set_from (error, file, LW_FILE_WRITTEN, cause);
  return FALSE;
}
