// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of elements. Each kind of element has one table of its fields; everything that treats all
// fields alike (equality, copies, formulas, files) is a loop over it. A row is data; functions exist
// per type, in one table.

#pragma once

#include <stdbool.h>

#include "lw-words.h"

G_BEGIN_DECLS

/// Largest number of steps that is kept: larger whole numbers are not exact as doubles.
#define LW_MOST_STEPS 9007199254740992L

typedef enum
{
  LW_FIELD_REAL,     ///< double
  LW_FIELD_FLAG,     ///< bool
  LW_FIELD_WHOLE,    ///< int
  LW_FIELD_LONG,     ///< long
  LW_FIELD_CHOICE,   ///< an enumeration
  LW_FIELD_BITS,     ///< unsigned: bits that are combined
  LW_FIELD_BODY,     ///< int: id of a body; MBD_GROUND is the ground
  LW_FIELD_COUPLING, ///< int: id of a coupling; 0 and less: none
  LW_FIELD_TEXT,     ///< char *, owned; NULL and "" differ
  LW_FIELD_TEXTS,    ///< GStrv, owned
  LW_FIELD_POINTS,   ///< GArray * of double[3], owned; NULL and an empty one are equal
  LW_FIELD_FUNCTION, ///< LwFunction *, a reference; NULL: none
  LW_FIELD_CLASS,    ///< const void *: a class of the engine, which is never freed
  LW_FIELD_ROWS,     ///< MbdRowDef[MBD_MOST_ROWS] of a coupling
  LW_FIELD_ROW,      ///< gint64: key of a row of another table of a project file; 0: none
  LW_FIELD_BYTES,    ///< LwBytes, borrowed; only in project files
  LW_FIELD_TYPES
} LwFieldType;

/// Values that a number may have.
typedef enum
{
  LW_RANGE_ANY,
  LW_RANGE_POSITIVE,
  LW_RANGE_NOT_NEGATIVE,
  LW_RANGE_FRACTION, ///< 0 to 1
  LW_RANGE_INERTIA,  ///< the first three (moments) not negative, the others any
  LW_RANGE_UNIT,     ///< together of length 1: a quaternion
} LwFieldRange;

enum
{
  /// The drawing or the start of the mechanism depends on it.
  LW_FIELD_DRAWN = 1 << 0,
  /// It can follow a formula of the parameters.
  LW_FIELD_BOUND = 1 << 1,
  /// A run takes over a new value while it continues.
  LW_FIELD_LIVE = 1 << 2,
  /// It may be absent: a number or choice that equals `none`, the ground, no text.
  LW_FIELD_OPTIONAL = 1 << 3,
  /// No two elements have the same value; a text is not empty.
  LW_FIELD_UNIQUE = 1 << 4,
  /// Files cannot hold it: it must be 0 or absent.
  LW_FIELD_UNSAVED = 1 << 5,
};

typedef struct
{
  const void *data;
  gsize size;
} LwBytes;

typedef struct
{
  const char *name; ///< snake_case: in formulas and in files
  LwFieldType type;
  gsize offset;       ///< in the struct of the table, bytes
  guint count;        ///< values one behind the other; 0 stands for 1
  const char *parts;  ///< names of these values, separated by spaces; NULL for a list
  LwFieldRange range; ///< allowed values of each number
  /// Whole numbers and bits; bytes: sizes. Texts: `most` bytes, 0: any. Classes: families.
  long least, most;
  bool flat;           ///< points: files have x and y of each, z is 0
  double none;         ///< the value that an optional number or choice has when it is absent
  const LwWord *words; ///< words and values of a choice
  const char *refers;  ///< target of a reference to a row: "table (column)"
  const char *unit;    ///< SI; NULL: a plain number
  int since;           ///< format of project files that has it first; 0: the first format
  unsigned flags;
  const char *objects; ///< objects of the text form that have it under a key, separated by spaces;
                       ///< NULL: the text form has a notation of several fields for it, or none
  const char *key;     ///< key in these objects; NULL: the name
  const char
    *kinds;         ///< objects of the text form whose elements have it, separated by spaces; NULL:
                    ///< those in `objects`, or all if there are none
  const char *card; ///< card of the inspector that shows it; NULL: none, or a separate row
  const char *label; ///< label of its row, translatable
  const char *step;  ///< name of the undo step of its row, translatable
  /// Condition of its row: "FIELD", "!FIELD" (a flag, text or optional number that is set, or not), or
  /// "FIELD=WORD WORD" (a choice). NULL: always.
  const char *when;
  const char *planar, *spatial; ///< parts that its row shows in the plane, in space; NULL: all
  const char *shown_unit;       ///< unit of its row; NULL: the unit
  const char *none_label;       ///< in place of an absent value, translatable
  const char *about;            ///< description for the documents
  const char *absent;           ///< meaning of an absent value, for the documents
} LwField;

typedef struct
{
  const char *name; ///< kind of element, plural
  gsize size;       ///< size of the struct, bytes
  const LwField *fields;
  guint n_fields;
} LwFieldTable;

/// Values of a mechanism beside its elements.
typedef struct
{
  char *title, *notes, *lesson;
  double gravity[3]; ///< m/s^2
  int length_unit;   ///< LwLengthUnit
} LwMechanismHead;

/// Returns the values; the texts belong to the mechanism.
LwMechanismHead lw_mechanism_get_head (const LwMechanism *self);
void lw_mechanism_set_head (LwMechanism *self, const LwMechanismHead *head);

/// The tables of elements by their kind; of LW_SELECTION_NONE that of LwRunSettings.
const LwFieldTable *lw_field_table (LwSelectionKind kind);
extern const LwFieldTable lw_mechanism_fields;    ///< LwMechanismHead
extern const LwFieldTable lw_binding_fields;      ///< LwBinding
extern const LwFieldTable lw_plot_fields;         ///< LwPlotLayout
extern const LwFieldTable lw_parameter_fields;    ///< LwParameter
extern const LwFieldTable lw_contact_pair_fields; ///< LwContactPair

guint lw_field_count (const LwField *field); ///< at least 1
gsize lw_field_size (const LwField *field);  ///< size of all its values, bytes
/// Returns the place of value `index` in a struct; it may be written if the struct may.
void *lw_field_value (const LwField *field, const void *element, guint index);
/// Returns a value of a type that is a whole number: any but reals, texts, lists and references.
gint64 lw_field_get_whole (const LwField *field, const void *value);
void lw_field_set_whole (const LwField *field, void *value, gint64 number);
/// NULL if there is no field of this name.
const LwField *lw_fields_find (const LwFieldTable *table, const char *name);

/// Returns the family of this word among those that a class can have; NULL if there is none.
const LwFamily *lw_field_find_family (const LwField *field, const char *word);
/// True if elements that an object of the text form describes have the field.
bool lw_field_is_of (const LwField *field, const char *object);
/// True if the condition of its row holds for the element.
bool lw_field_is_shown (const LwFieldTable *table, const LwField *field, const void *element);
/// Returns the first of the values that its row shows, and sets their number.
guint lw_field_shown_parts (const LwField *field, bool spatial, guint *n);
/// True if an object of the text form has the field under a key.
bool lw_field_is_in (const LwField *field, const char *object);
bool lw_field_equal (const LwField *field, const void *a, const void *b);
/// True if all fields with these flags (0: all fields) are equal, numbers bit by bit.
bool lw_fields_equal (const LwFieldTable *table, const void *a, const void *b, unsigned flags);
/// Replaces the values of one field of a struct by those of another struct.
void lw_field_assign (const LwField *field, void *to, const void *from);
/// Copies all fields of the table to a struct that owns none of them yet.
void lw_fields_copy (const LwFieldTable *table, void *to, const void *from);
/// Returns true if value `index` of an optional field is absent.
bool lw_field_is_absent (const LwField *field, const void *element, guint index);
/// Makes value `index` of an optional field absent; the struct must not own a value there.
void lw_field_set_absent (const LwField *field, void *element, guint index);
/// Returns the name of value `index`: "position_x". Free with g_free ().
char *lw_field_dup_part_name (const LwField *field, guint index);
/// Returns the first fault of the values as a clause ("the mass must not be negative"), or NULL.
/// Whether other elements exist, and whether names are unique, is not checked. Free with g_free ().
char *lw_fields_dup_fault (const LwFieldTable *table, const void *element);
/// Frees or releases the values that the struct owns, and sets them to NULL.
void lw_fields_clear (const LwFieldTable *table, void *from);

G_END_DECLS
