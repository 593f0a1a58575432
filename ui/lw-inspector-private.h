// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the inspector share: one file per subject builds the rows that it has, from
// tables of fields.

#pragma once

#include "lw-field.h"
#include "lw-inspector.h"
#include "lw-live-value.h"
#include "lw-look.h"

G_BEGIN_DECLS

#define LW_LIVE_CHANNELS_MAX 6

typedef struct
{
  LwLiveValue *row;
  char *name;
  char *suffixes[LW_LIVE_CHANNELS_MAX];
  guint channels[LW_LIVE_CHANNELS_MAX];
  guint n;
  int significant;
} LwLiveRow;

struct _LwInspector
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwDocument *document;
  LwPlayer *player;
  LwLook *look;
  GPtrArray *live; ///< of LwLiveRow
  char *structure; ///< what the rows were built for

  // Children
  GtkScrolledWindow *scrolled;
  GtkBox *content;
  GtkBox *card; ///< the one begun last

  GArray *targets; ///< of LwElementRef: several elements of one kind that are shown; else empty
  LwElementRef live_target;
  guint rebuild_id;
  guint live_id;
};

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

/// Show the values of the shown instant, now or when it is time.
void lw_inspector_update_live (LwInspector *self);
void lw_inspector_moved (LwInspector *self);
/// The channels of the rows in another mechanism; false when one is gone.
bool lw_inspector_find_live_again (LwInspector *self);
void lw_inspector_update_marks (LwInspector *self);
/// What a new plot of a value is called: "B: Reaction |F|". Free with g_free ().
char *lw_inspector_dup_plot_title (LwInspector *self, const char *name);
void lw_live_row_free (gpointer data);

LwMechanism *lw_inspector_get_mechanism (LwInspector *self);

/// Take over what is selected; false when it is of several kinds.
bool lw_inspector_take_targets (LwInspector *self);
/// Several elements of one kind are shown; fields edit all of them.
bool lw_inspector_is_several (LwInspector *self);
guint lw_inspector_get_n_targets (LwInspector *self);
LwElementRef lw_inspector_get_target (LwInspector *self, guint index);
/// Icon, how many there are, and their names.
void lw_inspector_add_header_of_several (LwInspector *self, const char *icon_name);

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
