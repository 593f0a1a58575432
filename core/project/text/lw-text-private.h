// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the text form, shared by its reader, its writer and its tests.

#pragma once

#include "lw-field.h"
#include "lw-text.h"

G_BEGIN_DECLS

#define LW_TEXT_FORMAT 1
#define LW_TEXT_MAX_BYTES (64 * 1024 * 1024)

/// Reads a mechanism; NULL, and an LW_ERROR, if the text is not one or the deadline has passed.
LwMechanism *
lw_text_read (const char *text, gsize length, const LwDeadline *deadline, GError **error);

/// A kind of object in the file. The schema has a definition with the same name.
typedef struct
{
  const char *name;
  const char *const *forms;    ///< keys of notations, each with its own function; NULL: of a kind
  bool is_element;             ///< true: its plain fields are those of elements of a kind
  LwSelectionKind element;     ///< this kind
  const LwFieldTable *fields;  ///< table of its plain fields; NULL: of the element, or none
  const LwKind *kind;          ///< first kind of couplings or force elements that it describes
  const LwNotation *notations; ///< notations of this kind
} LwTextObject;

/// Objects other than those of kinds, which follow them in the list of all.
typedef enum
{
  LW_TEXT_MECHANISM,
  LW_TEXT_BODY,
  LW_TEXT_SHAPE,
  LW_TEXT_CONTACT,
  LW_TEXT_CONTACT_PAIR,
  LW_TEXT_FRAME,
  LW_TEXT_COMPLIANCE,
  LW_TEXT_ROW,
  LW_TEXT_FUNCTION,
  LW_TEXT_HARMONIC,
  LW_TEXT_PARAMETER,
  LW_TEXT_BINDING,
  LW_TEXT_MARK,
  LW_TEXT_BACKGROUND,
  LW_TEXT_TRACER,
  LW_TEXT_MEASUREMENT,
  LW_TEXT_BODY_POINT,
  LW_TEXT_PLOT,
  LW_TEXT_RUN,
  LW_TEXT_OWN_OBJECTS
} LwTextObjectId;

extern const LwTextObject lw_text_own_objects[LW_TEXT_OWN_OBJECTS];

/// Returns the number of objects, and one of them: the own ones, then those of kinds.
guint lw_text_n_objects (void);
const LwTextObject *lw_text_object (guint index);
/// Returns the object that describes elements of a kind.
const LwTextObject *lw_text_object_of (const LwKind *kind);

/// Returns the table of the plain fields, or NULL if there are none.
const LwFieldTable *lw_text_object_table (const LwTextObject *object);
/// Returns all keys of an object, those of notations first; NULL ends the list.
const char *const *lw_text_object_keys (const LwTextObject *object);
/// Returns the key of a field that is plain in this object, or NULL.
const char *lw_text_plain_key (const LwTextObject *object, const LwField *field);

/// Returns the default coordinates, from the joints that are used (equal pointers: the same joint;
/// NULL: none).
void lw_text_default_coordinates (const LwKind *kind,
                                  const MbdCouplingDef *const joints[2],
                                  MbdCoordinate coordinates[2]);

G_END_DECLS
