// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels: every number that can be plotted or written, with its name, unit, frame and sign. A
// list belongs to one mechanism and its compiled model.

#pragma once

#include "lw-mechanism.h"
#include "lw-run.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;        ///< stable, ASCII where ids are used, e.g. "B.reaction", "Crank.angle",
                     ///< "energy.total", "time"
  char *label;       ///< short, for a legend, e.g. "B"
  char *quantity;    ///< for an axis, e.g. "|F|", "|ε|", "φ"
  char *unit;        ///< ASCII, e.g. "m/s^2", "N m", "1" for none
  char *description; ///< one sentence: what it is, its frame and its sign
  bool detail;       ///< one of many of its kind: lists show it when they are asked for all
} LwChannel;

typedef struct _LwChannels LwChannels;
typedef struct _LwDerivation LwDerivation;

LwChannels *lw_channels_new (LwMechanism *mechanism, MbdModel *model);
LwChannels *lw_channels_ref (LwChannels *self);
void lw_channels_unref (LwChannels *self);
guint lw_channels_get_n (const LwChannels *self);
const LwChannel *lw_channels_get (const LwChannels *self, guint index);
/// Its name alone: that of many channels costs nothing, but their descriptions have to be made.
const char *lw_channels_get_name (const LwChannels *self, guint index);
/// Whether two lists have the same names and units in the same order.
bool lw_channels_have_same_names (const LwChannels *self, const LwChannels *other);
int lw_channels_find (const LwChannels *self, const char *name); ///< -1 when there is none
/// It is an integral since the start of the run: only a state that the run itself has brought knows
/// it, positions and velocities alone do not tell.
bool lw_channels_is_integral (const LwChannels *self, guint index);
/// The same channels with those that the plots of the mechanism and `more` (NULL: nothing) define,
/// in the manner of lw_definition_split (); their indices come behind the others, which stay. A
/// definition that is wrong defines nothing: lw_channels_match () tells why.
LwChannels *lw_channels_with_definitions (LwChannels *self,
                                          const LwMechanism *mechanism,
                                          const char *const *more);
/// How a channel is made of others; NULL: it is not.
LwDerivation *lw_channels_get_derivation (const LwChannels *self, guint index);
/// Add to `channels` (guint, each once) what has to be recorded for this one: itself, or those that
/// it is made of.
void lw_channels_collect (const LwChannels *self, guint index, GArray *channels);
/// A channel as plots have it: its name, or how it is defined. Free with g_free ().
char *lw_channels_dup_entry (const LwChannels *self, guint index);
/// The parts between commas that are not in parentheses or brackets.
char **lw_channels_split (const char *patterns);
/// Indices (guint) of the channels that match any of the comma-separated patterns (* and ?) or
/// definitions, in order of the patterns; an LW_ERROR_USAGE naming the pattern that matches none,
/// or telling what is wrong with a definition.
GArray *lw_channels_match (const LwChannels *self, const char *patterns, GError **error);
/// Values of the chosen channels at a state that has been solved (mbd_state_solve ()).
/// Reads only immutable data, so it may run in the simulation thread. Allocates nothing, except for
/// errors of mechanisms with more than 256 rows: there one block for the time of the call.
void lw_channels_evaluate (const LwChannels *self,
                           MbdState *state,
                           const guint *indices,
                           guint n,
                           double *values);

/// The same at the sample at which a run stands, with what only the run knows: forces in contacts.
void lw_channels_evaluate_run (const LwChannels *self,
                               LwRun *run,
                               const guint *indices,
                               guint n,
                               double *values);
/// Only a run knows it (an integral, a force in a contact): evaluated at a state alone it is not a
/// number, or not that of the run.
bool lw_channels_is_of_run (const LwChannels *self, guint index);

/// Values up to it are round-off in this mechanism (SI); 0: none is. They are shown as zero.
double lw_channels_get_round_off (const LwChannels *self, guint index);
/// The same of a value with this unit that is no channel.
double lw_channels_get_unit_round_off (const LwChannels *self, const char *unit);

/// The force by which two shapes press on each other: their indices in the model, and the channel
/// of the impulses of the same pair. False: the channel is something else.
bool lw_channels_get_pair (const LwChannels *self, guint index, int shapes[2], guint *impulse);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChannels, lw_channels_unref)

G_END_DECLS
