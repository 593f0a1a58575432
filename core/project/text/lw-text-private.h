// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the text form, shared by its reader, its writer and its tests.

#pragma once

#include "lw-text.h"
#include "lw-words.h"

G_BEGIN_DECLS

#define LW_TEXT_FORMAT 1
#define LW_TEXT_MAX_BYTES (64 * 1024 * 1024)

/// Reads a mechanism; NULL, and an LW_ERROR, if the text is not one or the deadline has passed.
LwMechanism *
lw_text_read (const char *text, gsize length, const LwDeadline *deadline, GError **error);

/// A kind of object in the file and the keys it may have, in the order in which they are written.
/// The schema has a definition with the same name.
typedef struct
{
  const char *name;
  const char *const *keys;
} LwTextObject;

typedef enum
{
  LW_TEXT_MECHANISM,
  LW_TEXT_BODY,
  LW_TEXT_SHAPE,
  LW_TEXT_CONTACT,
  LW_TEXT_CONTACT_PAIR,
  LW_TEXT_LOOP,
  LW_TEXT_FRAME,
  LW_TEXT_ROD,
  LW_TEXT_DRIVER,
  LW_TEXT_TORSION_SPRING,
  LW_TEXT_LIMIT,
  LW_TEXT_GEAR,
  LW_TEXT_BELT,
  LW_TEXT_RACK,
  LW_TEXT_SCREW,
  LW_TEXT_ANGLE,
  LW_TEXT_REVOLUTE_SPHERICAL,
  LW_TEXT_POINT_CONTACT,
  LW_TEXT_COMPLIANCE,
  LW_TEXT_FUNCTION,
  LW_TEXT_HARMONIC,
  LW_TEXT_PARAMETER,
  LW_TEXT_BINDING,
  LW_TEXT_MARK,
  LW_TEXT_BACKGROUND,
  LW_TEXT_SPRING,
  LW_TEXT_BUSHING,
  LW_TEXT_FORCE,
  LW_TEXT_TORQUE,
  LW_TEXT_DRAG,
  LW_TEXT_TRACER,
  LW_TEXT_MEASUREMENT,
  LW_TEXT_BODY_POINT,
  LW_TEXT_PLOT,
  LW_TEXT_RUN,
  LW_TEXT_N_OBJECTS
} LwTextObjectKind;

extern const LwTextObject lw_text_objects[LW_TEXT_N_OBJECTS];

/// A kind of coupling in the file, for reading and writing.
typedef struct
{
  const char *word;
  LwTextObjectKind object;
  const MbdCouplingClass *(*class_) (void);
  int value; ///< locked axes of a joint, MbdRodKind, MbdLevel of a driver, LwGearing
} LwTextCouplingKind;

/// Returns the kind for a word of the file, or NULL if there is none.
const LwTextCouplingKind *lw_text_coupling_kind (const char *word);
/// Returns "pin, slider ... or point contact", for messages. Free with g_free ().
char *lw_text_dup_coupling_kinds (void);
/// Returns the definition of a coupling of this kind without further fields.
MbdCouplingDef lw_text_coupling_default (const LwTextCouplingKind *kind);
/// Returns the default coordinates, from the joints that are used (equal pointers: the same joint;
/// NULL: none).
void lw_text_default_coordinates (const LwTextCouplingKind *kind,
                                  const MbdCouplingDef *const joints[2],
                                  MbdCoordinate coordinates[2]);

G_END_DECLS
