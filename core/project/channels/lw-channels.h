// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels: every number that can be plotted or written, with its name, unit, frame and sign. A
// list belongs to one mechanism and its compiled model.

#pragma once

#include "lw-mechanism.h"
#include "lw-run.h"

G_BEGIN_DECLS

/// Groups of channels, in the order of lists.
typedef enum
{
  LW_GROUP_DEFINED, ///< defined by a formula
  LW_GROUP_REACTION,
  LW_GROUP_REACTION_MOMENT,
  LW_GROUP_DRIVE,
  LW_GROUP_FORCE,
  LW_GROUP_MOMENT,
  LW_GROUP_POSITION,
  LW_GROUP_ANGLE,
  LW_GROUP_VELOCITY,
  LW_GROUP_ACCELERATION,
  LW_GROUP_TRANSMISSION,
  LW_GROUP_ENERGY,
  LW_GROUP_POWER,
  LW_GROUP_MOMENTUM,
  LW_GROUP_CONTACT,
  LW_GROUP_STATE,
  LW_GROUP_ERROR,
  LW_GROUP_MULTIPLIER,
  LW_GROUP_SOLVER,
  LW_GROUP_TIME,
  LW_GROUP_COUNT,
} LwChannelGroup;

typedef struct
{
  char *name;        ///< stable, ASCII where ids are used, e.g. "B.reaction", "Crank.angle",
                     ///< "energy.total", "time"
  char *label;       ///< short, for a legend, e.g. "B"; translated
  char *quantity;    ///< for an axis, e.g. "|F|", "|ε|", "φ"
  char *unit;        ///< ASCII, e.g. "m/s^2", "N m", "1" for none
  char *description; ///< text with the meaning, frame and sign; translated
  bool detail;       ///< true for channels of which there are many of a kind; lists show them only
                     ///< on request
  LwChannelGroup group;
} LwChannel;

typedef struct _LwChannels LwChannels;
typedef struct _LwDerivation LwDerivation;

LwChannels *lw_channels_new (LwMechanism *mechanism, MbdModel *model);
LwChannels *lw_channels_ref (LwChannels *self);
void lw_channels_unref (LwChannels *self);
guint lw_channels_get_n (const LwChannels *self);
const LwChannel *lw_channels_get (const LwChannels *self, guint index);
/// Returns the name only, which is cheap, while descriptions have to be composed.
const char *lw_channels_get_name (const LwChannels *self, guint index);
/// Returns true if two lists have the same names and units in the same order.
bool lw_channels_have_same_names (const LwChannels *self, const LwChannels *other);
int lw_channels_find (const LwChannels *self, const char *name); ///< -1 if not found
/// Returns the channel of an element with this suffix ("reaction_x"), whatever the element is
/// called; for an element of kind LW_SELECTION_NONE, the channel with this name. -1 if not found.
int lw_channels_find_of (const LwChannels *self, LwElementRef element, const char *suffix);
/// Returns the channel that is the rate of this one, as its velocity is of a coordinate; -1 if there
/// is none.
int lw_channels_get_rate (const LwChannels *self, guint index);
/// Returns the heading of a group in lists, translated.
const char *lw_channel_group_get_title (LwChannelGroup group);
/// Finds the channels whose name, description or group contain every word of a text, whatever the
/// case; the words of a group include others for the same quantity ("torque" finds moments).
/// `found` (by channel) is set; details count only if `details`. Returns their number.
guint lw_channels_search (const LwChannels *self, const char *text, bool details, bool *found);
/// Returns true if the channel is an integral since the start of the run. Its value exists only in
/// the state of a run; it does not follow from positions and velocities.
bool lw_channels_is_integral (const LwChannels *self, guint index);
/// Returns the channels together with those that the plots of the mechanism and `more` (may be
/// NULL) define in the syntax of lw_definition_split (). Defined channels follow the others, whose
/// indices do not change. An invalid definition adds no channel; lw_channels_match () reports the
/// reason.
LwChannels *lw_channels_with_definitions (LwChannels *self,
                                          const LwMechanism *mechanism,
                                          const char *const *more);
/// Returns the derivation of a defined channel, or NULL for other channels.
LwDerivation *lw_channels_get_derivation (const LwChannels *self, guint index);
/// Adds to `channels` (array of guint, without duplicates) the channels to be recorded for this
/// one: itself, or those that it is computed from.
void lw_channels_collect (const LwChannels *self, guint index, GArray *channels);
/// Does the same for the channels that a derivation is computed from.
void
lw_channels_collect_for (const LwChannels *self, const LwDerivation *derivation, GArray *channels);
/// Returns the entry of a channel in a plot: its name, or its definition. Free with g_free ().
char *lw_channels_dup_entry (const LwChannels *self, guint index);
/// Splits at the commas that are not in parentheses or brackets.
char **lw_channels_split (const char *patterns);
/// Returns the indices (guint) of the channels that match any of the comma-separated patterns (*
/// and ?) or definitions, in the order of the patterns. Sets an LW_ERROR_USAGE that names the
/// pattern that matches no channel or gives the fault of a definition.
GArray *lw_channels_match (const LwChannels *self, const char *patterns, GError **error);
/// Evaluates the chosen channels at a state that has been solved (mbd_state_solve ()). Reads only
/// immutable data, so it may run in the simulation thread. Allocates nothing, except one temporary
/// block for constraint errors of mechanisms with more than 256 rows.
void lw_channels_evaluate (const LwChannels *self,
                           MbdState *state,
                           const guint *indices,
                           guint n,
                           double *values);

/// Like lw_channels_evaluate (), at the current sample of a run, including values that only a run
/// stores: contact forces.
void lw_channels_evaluate_run (const LwChannels *self,
                               LwRun *run,
                               const guint *indices,
                               guint n,
                               double *values);
/// Returns true if the channel needs a run (an integral, a contact force): evaluated at a state
/// without the run it is NaN or differs from the value of the run.
bool lw_channels_is_of_run (const LwChannels *self, guint index);

/// Returns the limit (SI) up to which values are round-off in this mechanism and shown as zero; 0
/// if there is none.
double lw_channels_get_round_off (const LwChannels *self, guint index);
/// Returns the round-off limit of a value with this unit that is not a channel.
double lw_channels_get_unit_round_off (const LwChannels *self, const char *unit);

/// For the normal force between two shapes: sets their indices in the model and the channel of the
/// impulses of the same pair. Returns false for other channels.
bool lw_channels_get_pair (const LwChannels *self, guint index, int shapes[2], guint *impulse);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChannels, lw_channels_unref)

G_END_DECLS
