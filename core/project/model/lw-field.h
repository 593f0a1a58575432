// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of elements. Each kind of element has one table of its fields; everything that treats all
// fields alike (equality, copies, formulas, files) is a loop over it. A row is data; functions exist
// per type, in one table.

#pragma once

#include <stdbool.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

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
  LW_FIELD_TYPES
} LwFieldType;

/// Values that a number may have.
typedef enum
{
  LW_RANGE_ANY,
  LW_RANGE_POSITIVE,
  LW_RANGE_NOT_NEGATIVE,
  LW_RANGE_FRACTION, ///< 0 to 1
} LwFieldRange;

enum
{
  /// The drawing or the start of the mechanism depends on it.
  LW_FIELD_DRAWN = 1 << 0,
  /// It can follow a formula of the parameters.
  LW_FIELD_BOUND = 1 << 1,
  /// A run takes over a new value while it continues.
  LW_FIELD_LIVE = 1 << 2,
};

typedef struct
{
  const char *name; ///< snake_case: in formulas and in files
  LwFieldType type;
  gsize offset;       ///< in the struct of the table, bytes
  guint count;        ///< values one behind the other; 0 stands for 1
  LwFieldRange range; ///< allowed values of each number
  unsigned flags;
} LwField;

typedef struct
{
  const char *name; ///< kind of element, plural
  gsize size;       ///< size of the struct, bytes
  const LwField *fields;
  guint n_fields;
} LwFieldTable;

/// The tables of elements by their kind; of LW_SELECTION_NONE that of LwRunSettings.
const LwFieldTable *lw_field_table (LwSelectionKind kind);
extern const LwFieldTable lw_plot_fields;         ///< LwPlotLayout
extern const LwFieldTable lw_parameter_fields;    ///< LwParameter
extern const LwFieldTable lw_contact_pair_fields; ///< LwContactPair

guint lw_field_count (const LwField *field); ///< at least 1
gsize lw_field_size (const LwField *field);  ///< size of all its values, bytes
/// NULL if there is no field of this name.
const LwField *lw_fields_find (const LwFieldTable *table, const char *name);

bool lw_field_equal (const LwField *field, const void *a, const void *b);
/// True if all fields with these flags (0: all fields) are equal, numbers bit by bit.
bool lw_fields_equal (const LwFieldTable *table, const void *a, const void *b, unsigned flags);
/// Replaces the values of one field of a struct by those of another struct.
void lw_field_assign (const LwField *field, void *to, const void *from);
/// Copies all fields of the table to a struct that owns none of them yet.
void lw_fields_copy (const LwFieldTable *table, void *to, const void *from);
/// Frees or releases the values that the struct owns, and sets them to NULL.
void lw_fields_clear (const LwFieldTable *table, void *from);

G_END_DECLS
