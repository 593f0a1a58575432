// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads fields of JSON objects; every error names element, place, line and field.
//
// The reader keeps the first error. After an error every function below does nothing and leaves its
// output unchanged, so that callers read all fields in sequence and check once at the end.

#pragma once

#include "lw-field.h"
#include "lw-json.h"
#include "lw-text-private.h"

G_BEGIN_DECLS

typedef struct
{
  LwMechanism *mechanism;
  GHashTable *bodies;            // id → LwBody
  GHashTable *names;             // name of a body → LwBody
  const LwJson *couplings;       // as in the file, NULL if there are none
  GHashTable *couplings_by_id;   // id → position in the list + 1, before its elements are checked
  GHashTable *couplings_by_name; // name → position in the list + 1
  GPtrArray *open_offsets;       // array of LwCoupling: gears whose offset follows from the start
  const LwDeadline *deadline;    // NULL if there is no deadline
  GError *error;
} LwTextReader;

/// The object being read.
typedef struct
{
  const LwTextObject *kind;
  const LwKind *of; ///< kind of the coupling or force element; NULL: it is neither
  const LwJson *object;
  const char *name;  ///< for example: Body "Crank"
  const char *place; ///< for example: bodies[0]; NULL at the top
  guint line;
} LwTextScope;

/// Range of numbers that a field accepts.
typedef enum
{
  LW_TEXT_ANY,
  LW_TEXT_NOT_NEGATIVE,
  LW_TEXT_POSITIVE,
} LwTextRange;

/// Sets the error "<name> (<place>, line <n>): <text>.", with the line of `node` if it is not NULL.
void lw_text_refuse (LwTextReader *reader,
                     const LwTextScope *scope,
                     const LwJson *node,
                     const char *format,
                     ...) G_GNUC_PRINTF (4, 5);
/// Returns true, and sets the error, if reading has taken too long or was cancelled.
bool lw_text_is_late (LwTextReader *reader);
/// Returns false, and sets the error, if `node` is not an object or has a key that is not in
/// `scope->kind`.
gboolean lw_text_enter (LwTextReader *reader, LwTextScope *scope, const LwJson *node);

/// Returns the value of a key, or NULL if it is missing.
const LwJson *lw_text_member (LwTextReader *reader, const LwTextScope *scope, const char *key);
/// Returns the value of a key; sets the error if it is missing.
const LwJson *lw_text_need (LwTextReader *reader, const LwTextScope *scope, const char *key);

// Each of these leaves its output unchanged if the key is missing.
void lw_text_get_number (LwTextReader *reader,
                         const LwTextScope *scope,
                         const char *key,
                         LwTextRange range,
                         double *value);
/// Reads a vector of three numbers, or of two or three if `dimension` is 2.
void lw_text_get_vector (LwTextReader *reader,
                         const LwTextScope *scope,
                         const char *key,
                         int dimension,
                         double value[3]);
void lw_text_get_quaternion (LwTextReader *reader,
                             const LwTextScope *scope,
                             const char *key,
                             double value[4]);
void lw_text_get_integer (LwTextReader *reader,
                          const LwTextScope *scope,
                          const char *key,
                          long minimum,
                          long maximum,
                          long *value);
void
lw_text_get_bool (LwTextReader *reader, const LwTextScope *scope, const char *key, bool *value);
void lw_text_get_word (LwTextReader *reader,
                       const LwTextScope *scope,
                       const char *key,
                       const LwWord *words,
                       int *value);
/// Returns a copy of a text, or NULL if the key is missing.
char *lw_text_dup_string (LwTextReader *reader, const LwTextScope *scope, const char *key);

// Like the functions above, for a value that has already been found; `what` is its name in
// messages.
gboolean lw_text_node_number (LwTextReader *reader,
                              const LwTextScope *scope,
                              const LwJson *node,
                              const char *what,
                              LwTextRange range,
                              double *value);
/// Reads `minimum` to `maximum` numbers. Returns their number, 0 after an error.
guint lw_text_node_numbers (LwTextReader *reader,
                            const LwTextScope *scope,
                            const LwJson *node,
                            const char *what,
                            guint minimum,
                            guint maximum,
                            double *values);
gboolean lw_text_node_vector (LwTextReader *reader,
                              const LwTextScope *scope,
                              const LwJson *node,
                              const char *what,
                              int dimension,
                              double value[3]);
const char *lw_text_node_string (LwTextReader *reader,
                                 const LwTextScope *scope,
                                 const LwJson *node,
                                 const char *what);
/// Returns the list in a field, or NULL if the key is missing or after an error.
const LwJson *lw_text_get_array (LwTextReader *reader, const LwTextScope *scope, const char *key);

/// An element of a list while it is read: its scope with the strings that the scope points to.
typedef struct
{
  LwTextScope scope;
  char *name;
  char *place;
} LwTextEntry;

void lw_text_entry_clear (LwTextEntry *entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LwTextEntry, lw_text_entry_clear)

/// The list being read, with the ids and names used so far.
typedef struct
{
  const char *key; ///< for example: bodies
  GHashTable *ids;
  GHashTable *names;
} LwTextList;

/// Sets the name of the element in messages; nothing in it has been checked yet. The object is NULL if
/// its kind is unknown.
void lw_text_entry_init (const LwTextReader *reader,
                         LwTextEntry *entry,
                         const LwTextObject *object,
                         const char *word,
                         const LwTextList *list,
                         const LwJson *node,
                         guint index);
/// Sets the error for a "kind" that is missing or is not one of `kinds`.
void lw_text_refuse_kind (LwTextReader *reader,
                          LwTextEntry *entry,
                          const LwJson *node,
                          const char *kinds);
/// Reads the id (default: the position in the list, from 1) and name of an element, each unique in
/// its list.
char *lw_text_read_identity (LwTextReader *reader,
                             const LwTextScope *scope,
                             LwTextList *list,
                             guint index,
                             int *id);
/// Returns a member of a node of any type, or NULL if there is none.
const LwJson *lw_text_peek (const LwJson *node, const char *key);
const char *lw_text_peek_string (const LwJson *node, const char *key);

/// Reads the field "body": a reference by id or name.
void lw_text_read_body_of (LwTextReader *reader, const LwTextScope *scope, int *id);
/// Reads the field "bodies": two references by id or name.
void lw_text_read_bodies (LwTextReader *reader, const LwTextScope *scope, int *a, int *b);
/// Reads the id or name of a body; `what` names the field in messages.
void lw_text_read_body_id (LwTextReader *reader,
                           const LwTextScope *scope,
                           const LwJson *node,
                           const char *what,
                           int *id);
/// Reads the field "bodies": four references by id or name.
void lw_text_read_four_bodies (LwTextReader *reader, const LwTextScope *scope, int ids[4]);
/// Returns NULL for the ground.
const LwBody *lw_text_body_by_id (const LwTextReader *reader, int id);
/// Returns how many numbers a vector of this body has at least: 3 in space, 2 otherwise.
int lw_text_dimension (const LwTextReader *reader, int id);

// The start pose (lw-text-place.c)
void lw_text_turn_about_z (double angle, double q[4]);
/// Converts a place in the world at the start to a point of a body. Returns false if it is not
/// finite.
bool
lw_text_point_to_body (const LwTextReader *reader, int id, const double world[3], double local[3]);
/// Converts a world attitude to the axes of a body; exactly if it is a turn about z by
/// `world_angle`.
void lw_text_attitude_to_body (const LwTextReader *reader,
                               int id,
                               bool is_angle,
                               double world_angle,
                               const double world[4],
                               double local[4]);
/// Returns the distance of two points of bodies at the start.
double lw_text_start_distance (const LwTextReader *reader,
                               int a,
                               const double point_a[3],
                               int b,
                               const double point_b[3]);

// Couplings (lw-text-couplings.c)
/// Returns a list of exactly `n` elements, or NULL if the key is missing or after an error.
const LwJson *
lw_text_get_list (LwTextReader *reader, const LwTextScope *scope, const char *key, guint n);
void lw_text_read_frame (LwTextReader *reader,
                         const LwTextScope *outer,
                         const LwJson *node,
                         int index,
                         int dimension,
                         MbdFrame *frame);
/// Reads the place of a joint: "at" with "angle" or "quaternion", "points", or "frames".
void lw_text_read_place (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def);

// Plain fields (lw-text-plain.c)
/// Reads the plain fields of an object to the struct of its table; a missing key changes nothing.
void lw_text_read_plain (LwTextReader *reader, const LwTextScope *scope, void *element);

// Couplings that use joints, and functions of time (lw-text-drives.c)
/// Returns the id of the coupling that is referred to, and reads as much of its definition as its
/// coordinates depend on.
int lw_text_read_joint (LwTextReader *reader,
                        const LwTextScope *scope,
                        const LwJson *node,
                        const char *what,
                        MbdCouplingDef *joint);
/// Notes which couplings exist, so that they can be referred to before they are read.
void lw_text_note_couplings (LwTextReader *reader, const LwTextScope *top);
/// Reads one notation of a coupling. The notations of an object are read in their order, until the
/// first error.
typedef void (*LwTextReadCoupling) (LwTextReader *reader,
                                    const LwTextScope *scope,
                                    LwCoupling *coupling);
/// Reads the joint, or the place of a coupling without one.
void lw_text_read_where (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
void
lw_text_read_coordinates (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
void lw_text_read_relaxed (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
/// Reads the joint of a coupling that has no other place.
void lw_text_read_own_joint (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
void lw_text_read_two_joints (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
void lw_text_read_gearing (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
/// Reads the list of rows whose level or compliance differs (lw-text-rows.c); the rows had none.
void lw_text_read_rows (LwTextReader *reader,
                        const LwTextScope *outer,
                        const LwJson *list,
                        const MbdCouplingClass *class_,
                        MbdRowDef rows[MBD_MOST_ROWS]);
/// Refuses rows that the coupling, which has been read completely, does not have.
void lw_text_check_rows (LwTextReader *reader, const LwTextScope *scope, const MbdCouplingDef *def);
void lw_text_need_function (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
/// Computes the offsets that were not given from the start. Called after all couplings were read.
void lw_text_close_offsets (LwTextReader *reader);
/// Reads the field "function" in one of its forms. Sets none if the key is missing.
void lw_text_read_function (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
/// Reads a function of time in one of its forms; `what` is its name in messages. Returns NULL after
/// an error.
LwFunction *lw_text_node_function (LwTextReader *reader,
                                   const LwTextScope *scope,
                                   const LwJson *node,
                                   const char *what);

// Parameters and bindings (lw-text-formulas.c)
void lw_text_read_parameters (LwTextReader *reader, const LwTextScope *top);
/// Reads the bindings. Called after all elements were read.
void lw_text_read_bindings (LwTextReader *reader, const LwTextScope *top);
void lw_text_read_marks (LwTextReader *reader, const LwTextScope *top);
void lw_text_read_background (LwTextReader *reader, const LwTextScope *top);

void
lw_text_read_coupling (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index);
/// Reads the ends of a rod or spring: in the bodies by "points", or in the world at the start by
/// "from" and "to".
void lw_text_read_ends (LwTextReader *reader,
                        const LwTextScope *scope,
                        int body_a,
                        int body_b,
                        double point_a[3],
                        double point_b[3]);

// Force elements (lw-text-forces.c)
void lw_text_read_force (LwTextReader *reader, LwTextList *list, const LwJson *node, guint index);

// Contact (lw-text-contact.c)

/// Reads the field "contact" of a body.
void lw_text_read_contact (LwTextReader *reader, const LwTextScope *outer, LwBody *body);
/// Reads the list "contacts", after the bodies and couplings.
void lw_text_read_contact_pairs (LwTextReader *reader, const LwTextScope *top);

/// Reads bodies, couplings, forces, tracers, contacts, measurements (in this order: later elements
/// refer to earlier ones).
void lw_text_read_elements (LwTextReader *reader, const LwTextScope *top);

G_END_DECLS
