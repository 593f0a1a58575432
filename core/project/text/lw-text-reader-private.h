// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading fields of JSON objects so that every refusal names element, place, line and field.
//
// The reader keeps the first error; after it every function below does nothing and leaves its
// output as it is, so that callers read one field after the other and ask once at the end.

#pragma once

#include <json-glib/json-glib.h>

#include "lw-text-private.h"

G_BEGIN_DECLS

/// The largest step limit: whole numbers above it are not exact in JSON.
#define LW_TEXT_MAX_STEPS 9007199254740992L

typedef struct
{
  GHashTable *values; // JsonNode → LwTextValue
  LwMechanism *mechanism;
  GHashTable *bodies;            // id → LwBody
  GHashTable *names;             // name of a body → LwBody
  JsonArray *couplings;          // as they stand in the file; NULL: none
  GHashTable *couplings_by_id;   // id → place in the list + 1, before anything of it is checked
  GHashTable *couplings_by_name; // likewise
  GPtrArray *open_offsets;       // of LwCoupling: gears whose offset follows from the start
  const LwDeadline *deadline;    // NULL: none
  GError *error;
} LwTextReader;

/// The object that is being read.
typedef struct
{
  const LwTextObject *kind;
  JsonObject *object;
  const char *name;  ///< Body "Crank"
  const char *place; ///< bodies[0]; NULL at the top
  guint line;
} LwTextScope;

/// Which numbers a field takes.
typedef enum
{
  LW_TEXT_ANY,
  LW_TEXT_NOT_NEGATIVE,
  LW_TEXT_POSITIVE,
} LwTextRange;

/// Refuse: "<name> (<place>, line <n>): <text>.", with the line of `node` where it is not NULL.
void lw_text_refuse (LwTextReader *reader,
                     const LwTextScope *scope,
                     JsonNode *node,
                     const char *format,
                     ...) G_GNUC_PRINTF (4, 5);
/// True, after a refusal, when the reading has taken too long or was cancelled.
bool lw_text_is_late (LwTextReader *reader);
/// False, after a refusal, when `node` is not an object or has a key that `scope->kind` does not
/// know.
gboolean lw_text_enter (LwTextReader *reader, LwTextScope *scope, JsonNode *node);

/// The value of a key; NULL when it is not there.
JsonNode *lw_text_member (LwTextReader *reader, const LwTextScope *scope, const char *key);
/// As before, but its absence is refused.
JsonNode *lw_text_need (LwTextReader *reader, const LwTextScope *scope, const char *key);

// Each of these leaves its output as it is when the key is not there.
void lw_text_get_number (LwTextReader *reader,
                         const LwTextScope *scope,
                         const char *key,
                         LwTextRange range,
                         double *value);
/// A vector of three numbers; with `dimension` 2 of two or three.
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
                       const LwTextWord *words,
                       int *value);
/// A copy of a text, NULL when the key is not there.
char *lw_text_dup_string (LwTextReader *reader, const LwTextScope *scope, const char *key);

// The same for a value that has been found already; `what` is its name in sentences.
gboolean lw_text_node_number (LwTextReader *reader,
                              const LwTextScope *scope,
                              JsonNode *node,
                              const char *what,
                              LwTextRange range,
                              double *value);
/// At least `minimum` and at most `maximum` numbers; gives how many, 0 after a refusal.
guint lw_text_node_numbers (LwTextReader *reader,
                            const LwTextScope *scope,
                            JsonNode *node,
                            const char *what,
                            guint minimum,
                            guint maximum,
                            double *values);
gboolean lw_text_node_vector (LwTextReader *reader,
                              const LwTextScope *scope,
                              JsonNode *node,
                              const char *what,
                              int dimension,
                              double value[3]);
const char *lw_text_node_string (LwTextReader *reader,
                                 const LwTextScope *scope,
                                 JsonNode *node,
                                 const char *what);
/// The list in a field; NULL when the key is not there or after a refusal.
JsonArray *lw_text_get_array (LwTextReader *reader, const LwTextScope *scope, const char *key);

guint lw_text_line (const LwTextReader *reader, JsonNode *node);

/// An element of a list while it is read: its scope with the strings that the scope points at.
typedef struct
{
  LwTextScope scope;
  char *name;
  char *place;
} LwTextEntry;

void lw_text_entry_clear (LwTextEntry *entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LwTextEntry, lw_text_entry_clear)

/// The list that is being read, with the ids and names it has used.
typedef struct
{
  const char *key; ///< bodies
  GHashTable *ids;
  GHashTable *names;
} LwTextList;

/// Set up what the element is called in sentences; nothing of it has been checked yet.
void lw_text_entry_init (const LwTextReader *reader,
                         LwTextEntry *entry,
                         LwTextObjectKind kind,
                         const char *word,
                         const LwTextList *list,
                         JsonNode *node,
                         guint index);
/// Refuse a "kind" that is missing or none of `kinds`.
void
lw_text_refuse_kind (LwTextReader *reader, LwTextEntry *entry, JsonNode *node, const char *kinds);
/// Id (default: the place in the list, from 1) and name of an element, each used once in its list.
char *lw_text_read_identity (LwTextReader *reader,
                             const LwTextScope *scope,
                             LwTextList *list,
                             guint index,
                             int *id);
/// A member of a node that may be anything; NULL when there is none.
JsonNode *lw_text_peek (JsonNode *node, const char *key);
const char *lw_text_peek_string (JsonNode *node, const char *key);

/// The field "body": a reference by id or name.
void lw_text_read_body_of (LwTextReader *reader, const LwTextScope *scope, int *id);
/// The field "bodies": two references by id or name.
void lw_text_read_bodies (LwTextReader *reader, const LwTextScope *scope, int *a, int *b);
/// The same of four bodies.
void lw_text_read_four_bodies (LwTextReader *reader, const LwTextScope *scope, int ids[4]);
/// NULL for the ground.
const LwBody *lw_text_body_by_id (const LwTextReader *reader, int id);
/// How many numbers a vector that concerns this body has at least: 3 in space, 2 otherwise.
int lw_text_dimension (const LwTextReader *reader, int id);

// The start pose (lw-text-place.c)
void lw_text_turn_about_z (double angle, double q[4]);
/// A place in the world at the start as a point of a body; false when it is not finite.
bool
lw_text_point_to_body (const LwTextReader *reader, int id, const double world[3], double local[3]);
/// A world attitude in the axes of a body; when it is a turn about z by `world_angle`, exactly so.
void lw_text_attitude_to_body (const LwTextReader *reader,
                               int id,
                               bool is_angle,
                               double world_angle,
                               const double world[4],
                               double local[4]);
/// Distance of two points of bodies at the start.
double lw_text_start_distance (const LwTextReader *reader,
                               int a,
                               const double point_a[3],
                               int b,
                               const double point_b[3]);

// Couplings (lw-text-couplings.c)
/// A list of exactly so many; NULL when the key is not there or after a refusal.
JsonArray *
lw_text_get_list (LwTextReader *reader, const LwTextScope *scope, const char *key, guint n);
void lw_text_read_frame (LwTextReader *reader,
                         const LwTextScope *outer,
                         JsonNode *node,
                         int index,
                         int dimension,
                         MbdFrame *frame);
/// The place of a joint: "at" with "angle" or "quaternion", "points", or "frames".
void lw_text_read_place (LwTextReader *reader, const LwTextScope *scope, MbdCouplingDef *def);

// Couplings that use joints, and functions of time (lw-text-drives.c)
bool lw_text_uses_joints (const LwTextCouplingKind *kind);
/// Note which couplings there are, so that references may go either way.
void lw_text_note_couplings (LwTextReader *reader, const LwTextScope *top);
void lw_text_read_drive (LwTextReader *reader,
                         const LwTextScope *scope,
                         const LwTextCouplingKind *kind,
                         LwCoupling *coupling);
/// When all couplings are there: offsets that were not given follow from the start.
void lw_text_close_offsets (LwTextReader *reader);
/// The field "function", in one of its forms; none when it is not there.
void lw_text_read_function (LwTextReader *reader, const LwTextScope *scope, LwCoupling *coupling);
/// A function of time in one of its forms; `what` is its name in sentences. NULL after a refusal.
LwFunction *lw_text_node_function (LwTextReader *reader,
                                   const LwTextScope *scope,
                                   JsonNode *node,
                                   const char *what);

// Parameters and what follows them (lw-text-formulas.c)
void lw_text_read_parameters (LwTextReader *reader, const LwTextScope *top);
/// When all elements are there.
void lw_text_read_bindings (LwTextReader *reader, const LwTextScope *top);
void lw_text_read_marks (LwTextReader *reader, const LwTextScope *top);
void lw_text_read_background (LwTextReader *reader, const LwTextScope *top);

void lw_text_read_coupling (LwTextReader *reader, LwTextList *list, JsonNode *node, guint index);
/// The ends of a rod or spring: in the bodies by "points", or in the world at the start by "from",
/// "to".
void lw_text_read_ends (LwTextReader *reader,
                        const LwTextScope *scope,
                        int body_a,
                        int body_b,
                        double point_a[3],
                        double point_b[3]);

// Force elements (lw-text-forces.c)
void lw_text_read_force (LwTextReader *reader, LwTextList *list, JsonNode *node, guint index);

// Contact (lw-text-contact.c)

/// The field "contact" of a body.
void lw_text_read_contact (LwTextReader *reader, const LwTextScope *outer, LwBody *body);
/// The list "contacts", after the bodies and couplings.
void lw_text_read_contact_pairs (LwTextReader *reader, const LwTextScope *top);

/// Bodies, couplings, forces, tracers, contacts, measurements (in that order: the later refer
/// to the earlier).
void lw_text_read_elements (LwTextReader *reader, const LwTextScope *top);

G_END_DECLS
