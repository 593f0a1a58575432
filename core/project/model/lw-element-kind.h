// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions for elements of any kind: one table with the functions of each kind.

#pragma once

#include "lw-mechanism.h"

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

G_END_DECLS
