// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the writers of files for other programs: the tree of bodies, the names in the
// file, and the messages about elements that the file cannot contain.

#pragma once

#include "lw-family.h"
#include "lw-model-files.h"
#include "lw-model-tree.h"

G_BEGIN_DECLS

typedef struct _LwModelWriter LwModelWriter;

/// A format, as a const table.
typedef struct
{
  const char *name; ///< in messages
  /// Returns a name in the file for a name of the drawing; free with g_free (). NULL: names are left
  /// unchanged.
  char *(*dup_word) (const char *name);
  /// Elements of one type have different names.
  const char *body_type, *joint_type, *line_type;
  /// Write an element; a family without a function is left out.
  void (*add_coupling[LW_FAMILIES]) (LwModelWriter *self, const LwCoupling *coupling);
  void (*add_force[LW_FAMILIES]) (LwModelWriter *self, const LwForce *force);
  /// Writes a joint that closes a loop.
  void (*add_closure) (LwModelWriter *self, const LwCoupling *joint);
} LwModelFormat;

/// The first member of a writer.
struct _LwModelWriter
{
  const LwModelFormat *format;
  const LwModelSource *source; ///< borrowed
  LwModelTree *tree;
  GPtrArray *left_out; ///< borrowed
  GPtrArray *points;   ///< by body of the mechanism: arrays of its link points
  GHashTable *names;   ///< "kind id" -> name in the file
  GHashTable *taken;   ///< "type name" of the names in the file
};

/// Sets the tree at the start of a run, and the names. Returns false and sets the error if there is
/// no start pose; nothing is to be released then.
bool lw_model_writer_init (LwModelWriter *self,
                           const LwModelFormat *format,
                           const LwModelSource *source,
                           GPtrArray *left_out,
                           GError **error);
/// Releases what the writer has. Takes ownership of the text of the file, and returns it; NULL and the error
/// if the work was cancelled.
GBytes *lw_model_writer_finish (LwModelWriter *self, GString *text, GError **error);
/// Adds all elements, or messages about them.
void lw_model_writer_add_elements (LwModelWriter *self);
/// Returns the progress of work on the conditions of the start, after that on the elements.
LwProgress lw_model_writer_get_last_progress (const LwModelWriter *self);

/// Returns the name of an element in the drawing, "Pin 3" if it has none.
char *lw_model_writer_dup_own_name (const LwModelWriter *self, MbdElement kind, int id);
/// Returns the name of an element in the file; borrowed.
const char *lw_model_writer_get_name (const LwModelWriter *self, MbdElement kind, int id);
/// Returns a name that no other element of this type in the file has, and takes it.
char *lw_model_writer_dup_free_name (LwModelWriter *self, const char *type, const char *name);
/// Adds a message about an element: `format` is translatable and takes its name, then that of the file
/// format.
void lw_model_writer_leave_out (LwModelWriter *self, MbdElement kind, int id, const char *format);
/// Adds another message; `format` is translatable.
void lw_model_writer_note (LwModelWriter *self, const char *format, ...);

/// Returns mass (kg) and inertia (kg m^2, about the centre of mass, body axes: xx yy zz xy xz yz)
/// that simulators accept: they have no bodies without mass, or without inertia about any axis. Adds
/// a message if they differ from those of the body.
void lw_model_writer_find_mass (LwModelWriter *self,
                                const LwTreeBody *body,
                                double *mass,
                                double inertia[6]);
/// A straight bar of round section, by which the shape of a body is shown.
typedef struct
{
  double ends[2][3]; ///< m, body frame
  double radius;     ///< m, > 0
} LwModelBar;

/// Returns the bars of a body, array of LwModelBar: along a link, around an outline, across a disc.
GArray *lw_model_writer_dup_bars (const LwModelWriter *self, const LwTreeBody *body);
/// Returns the stops of a joint of the tree that has one axis, from the start (m or rad), infinite if
/// there are none.
void
lw_model_writer_find_range (const LwModelWriter *self, const LwTreeBody *body, double range[2]);
/// Returns the bodies of a transmission whose coordinates are those of joints of the tree with one
/// axis, and the ratio of the motions of these axes: second = ratio first. Returns false and adds a
/// message if there are no such joints.
bool lw_model_writer_find_gear (LwModelWriter *self,
                                const LwCoupling *gear,
                                const LwTreeBody *bodies[2],
                                double *ratio);

/// Appends names and numbers of XML, as attributes with a space before.
void lw_xml_append_numbers (GString *xml, const char *name, const double *values, int n);
void lw_xml_append_name (GString *xml, const char *attribute, const char *name);
/// Appends provenance and messages as comments of XML.
void lw_xml_append_notes (GString *xml, const LwModelWriter *self);

G_END_DECLS
