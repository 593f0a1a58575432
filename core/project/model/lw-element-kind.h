// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions for elements of any kind: one table with the functions of each kind; and the same for the
// lists of a mechanism whose members have no id.

#pragma once

#include "lw-field.h"

G_BEGIN_DECLS

/// Functions of one kind of element. Each element begins with its LwElement.
typedef struct
{
  guint (*count) (const LwMechanism *mechanism);
  const LwElement *(*get) (const LwMechanism *mechanism, guint index);
  const LwElement *(*find) (const LwMechanism *mechanism, int id); ///< NULL if there is none
  LwElement *(*create) (void); ///< with the defaults, without id and name
  LwElement *(*copy) (const LwElement *element);
  /// Makes the definition for the engine agree with the id and name of the element.
  void (*settle) (LwElement *element);
  void (*add) (LwMechanism *mechanism, LwElement *element); ///< takes ownership
  /// Returns a new mechanism; takes ownership.
  LwMechanism *(*replace) (const LwMechanism *mechanism, LwElement *element);
  void (*unref) (LwElement *element);
} LwElementKind;

/// NULL for LW_SELECTION_NONE.
const LwElementKind *lw_element_kind (LwSelectionKind kind);

typedef enum
{
  LW_LIST_PARAMETERS,
  LW_LIST_BINDINGS,
  LW_LIST_CONTACT_PAIRS,
  LW_LIST_PLOTS, ///< the motion does not depend on it
  LW_LISTS
} LwListId;

/// Functions of one list. Its name is that of the table of fields.
typedef struct
{
  const char *word;           ///< word of one member
  const LwFieldTable *fields; ///< fields of the struct of a member
  guint (*count) (const LwMechanism *mechanism);
  const void *(*get) (const LwMechanism *mechanism, guint index);
  void *(*create) (void);
  void (*add) (LwMechanism *mechanism, void *value); ///< takes ownership
  void (*free) (void *value);
} LwListKind;

extern const LwListKind lw_lists[LW_LISTS];

G_END_DECLS
