// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the inspector share: one file per subject builds the rows that it has, from
// tables of fields.

#pragma once

#include "lw-field.h"
#include "lw-inspector.h"

G_BEGIN_DECLS

/// One row of live values of an element: the channels whose names end so.
typedef struct
{
  const char *suffix; ///< of the channel, e.g. "reaction_x"
  const char *name;   ///< of the row, to be translated
  int significant;    ///< figures
} LwLiveSpec;

/// Rows are added to the card that was begun last.
void lw_inspector_begin_card (LwInspector *self, const char *title, const char *remark);
void lw_inspector_add (LwInspector *self, GtkWidget *row);
void lw_inspector_add_fields (LwInspector *self,
                              LwElementRef target,
                              const LwFieldSpec *specs,
                              guint n_specs);
/// A name and words at the right.
void lw_inspector_add_words (LwInspector *self, const char *name, const char *words);
/// A name and the bodies with their colours, which can be chosen.
void lw_inspector_add_bodies (LwInspector *self, const char *name, const int *ids, guint n);
/// The channels of an element (target NONE: of the whole mechanism) that it has of these.
void lw_inspector_add_live (LwInspector *self,
                            LwElementRef target,
                            const LwLiveSpec *specs,
                            guint n_specs);
/// Icon, name that can be edited, words under it, and a switch when `enabled` is not NULL.
void lw_inspector_add_header (LwInspector *self,
                              LwElementRef target,
                              const char *icon_name,
                              const char *words,
                              const LwFieldSpec *name,
                              const LwFieldSpec *enabled);

LwMechanism *lw_inspector_get_mechanism (LwInspector *self);

/// The subjects.
void lw_inspector_build_body (LwInspector *self, const LwBody *body);
void lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling);
void lw_inspector_build_force (LwInspector *self, const LwForce *force);
void lw_inspector_build_tracer (LwInspector *self, const LwTracer *tracer);
void lw_inspector_build_mechanism (LwInspector *self);

/// True when the body moves in space: three coordinates are shown.
bool lw_inspector_is_spatial (LwInspector *self, int body);
/// "Crank", "the ground" or "Body 3". Free with g_free ().
char *lw_inspector_dup_body_name (LwInspector *self, int id);

G_END_DECLS
