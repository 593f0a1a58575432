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

// Keys of the notations of objects; plain fields follow from the tables of fields, and the notations of
// couplings and force elements from their kinds.

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

static const char *const frame_keys[] = { "point", "angle", "quaternion", NULL };
static const char *const row_keys[] = { "row", "level", "compliance", NULL };
static const char *const function_keys[] = { "harmonic", "polynomial", "origin", "table",
                                             "ends",     "end_rates",  NULL };
static const char *const harmonic_keys[] = { "mean", "amplitude", "frequency", "phase", NULL };
static const char *const tracer_keys[] = { "id", "name", "body", "point", NULL };
static const char *const measurement_keys[] = { "id", "name", "points", NULL };
static const char *const body_point_keys[] = { "body", "point", NULL };
static const char *const plot_keys[] = { "title", "channels", "against", NULL };
static const char *const no_keys[] = { NULL };

const LwTextObject lw_text_own_objects[LW_TEXT_OWN_OBJECTS] = {
  [LW_TEXT_MECHANISM] = { "mechanism", mechanism_keys },
  [LW_TEXT_BODY] = { "body", body_keys, true, LW_SELECTION_BODY },
  [LW_TEXT_SHAPE] = { "shape", shape_keys },
  [LW_TEXT_CONTACT] = { "contact", no_keys, true, LW_SELECTION_BODY },
  [LW_TEXT_CONTACT_PAIR] = { "contact_pair", contact_pair_keys, .fields = &lw_contact_pair_fields },
  [LW_TEXT_FRAME] = { "frame", frame_keys },
  [LW_TEXT_COMPLIANCE] = { "compliance", no_keys, true, LW_SELECTION_COUPLING },
  [LW_TEXT_ROW] = { "row", row_keys },
  [LW_TEXT_FUNCTION] = { "function", function_keys },
  [LW_TEXT_HARMONIC] = { "harmonic", harmonic_keys },
  [LW_TEXT_PARAMETER] = { "parameter", parameter_keys },
  [LW_TEXT_BINDING] = { "binding", binding_keys },
  [LW_TEXT_MARK] = { "mark", mark_keys },
  [LW_TEXT_BACKGROUND] = { "background", background_keys },
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
