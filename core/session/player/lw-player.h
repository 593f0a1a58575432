// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One mechanism being played: its compiled model, its simulation thread, its recording, and the
// instant that is shown. Widgets read the instant from here and draw it; none of them talks to the
// simulation. The shown instant either follows the newest pose or lies somewhere in the recording.

#pragma once

#include <glib-object.h>

#include "lw-changes.h"
#include "lw-channels.h"
#include "lw-curves.h"
#include "lw-mobility.h"
#include "lw-project.h"
#include "lw-scene.h"
#include "lw-simulation.h"

G_BEGIN_DECLS

#define LW_TYPE_PLAYER (lw_player_get_type ())
G_DECLARE_FINAL_TYPE (LwPlayer, lw_player, LW, PLAYER, GObject)

/// Start the thread of a mechanism, paused at the start. The model must be that of the mechanism.
/// For a large one this takes its time; it may be done in any thread, and so may the last unref of
/// a player that was never attached.
LwPlayer *lw_player_new (LwMechanism *mechanism, MbdModel *model, GError **error);
/// Wait for the start pose and make what is shown of it, so that this does not keep the main loop.
/// In the thread that made the player, before it is attached.
void lw_player_make_ready (LwPlayer *self);
/// From here on it belongs to the thread of the main loop and tells what happens. Once connected
/// to.
void lw_player_attach (LwPlayer *self);

LwMechanism *lw_player_get_mechanism (LwPlayer *self);
/// Of the shown instant; and that with which the run began.
MbdModel *lw_player_get_model (LwPlayer *self);
MbdModel *lw_player_get_first_model (LwPlayer *self);
LwChannels *lw_player_get_channels (LwPlayer *self);
const LwCurves *lw_player_get_curves (LwPlayer *self);

/// Where the values of a channel of the curves are: a column of the recording or of another one
/// that is made from it. False when they are nowhere. The recording is borrowed.
bool lw_player_find_column (LwPlayer *self, guint channel, LwRecording **recording, gsize *column);

/// Runs that are drawn beside the shown one; the first is the one that other () in expressions
/// means. "curves-changed" tells.
void lw_player_set_compared (LwPlayer *self, LwProjectRun *const *runs, guint n);
guint lw_player_get_n_compared (LwPlayer *self);
LwProjectRun *lw_player_get_compared (LwPlayer *self, guint index);
/// The same of one of them. False where that run has not recorded the channel and it cannot be
/// found from its positions either.
bool lw_player_find_compared_column (LwPlayer *self,
                                     guint index,
                                     guint channel,
                                     LwRecording **recording,
                                     gsize *column);

/// Take over a mechanism that differs in title, notes and plots only; the run goes on. While it
/// runs, also one that differs in what can be changed of couplings while they move. False: it needs
/// a player of its own.
bool lw_player_take_mechanism (LwPlayer *self, LwMechanism *mechanism);
/// The run was changed on the way, so that a new one needs a player of its own.
bool lw_player_is_changed (LwPlayer *self);
/// Whether a coupling (its id) is broken at the shown instant; and mend it, at the newest one only.
bool lw_player_is_broken (LwPlayer *self, int coupling);
bool lw_player_can_mend (LwPlayer *self);
void lw_player_show_latest (LwPlayer *self); ///< of the present run, where it goes on; while paused
void lw_player_mend (LwPlayer *self, int coupling);

/// Whether it can be pulled by hand: the present run goes on.
bool lw_player_can_pull (LwPlayer *self);
/// Pull a body at a point (index in the model, m in its frame) towards a place of the world, by a
/// spring that suits the mechanism; it belongs to the run from then on, until it is let go.
void lw_player_pull (LwPlayer *self, int body, const double point[3], const double target[3]);
void lw_player_let_go (LwPlayer *self);

/// The present run as it is kept: paused first, since what is kept does not change any more. NULL
/// when there is no motion in it yet.
LwProjectRun *lw_player_dup_run (LwPlayer *self, const char *name);
/// True, and why, when the present run has failed.
bool lw_player_get_failure (LwPlayer *self, MbdDiagnosis *why);
bool lw_player_has_finished (LwPlayer *self); ///< the present run
/// Whether this is the present run.
bool lw_player_is_present (LwPlayer *self, const LwProjectRun *run);
/// Whether it is a run of this mechanism, with whatever method and duration.
bool lw_player_can_show (LwPlayer *self, const LwProjectRun *run);
/// Whether the shown run was made by the method of the present one: else it cannot go on, since it
/// would not be known any more what it was made with up to there.
bool lw_player_is_made_alike (LwPlayer *self);
/// The kept run that is shown; NULL: the present one.
LwProjectRun *lw_player_get_run (LwPlayer *self);
void lw_player_show_run (LwPlayer *self, LwProjectRun *run);

/// The recording of the shown run; another object after a reset.
LwRecording *lw_player_get_recording (LwPlayer *self);
gsize lw_player_get_n_samples (LwPlayer *self);
gsize lw_player_get_position_column (LwPlayer *self); ///< where q begins
double lw_player_get_recorded_time (LwPlayer *self);  ///< s, of the newest sample
double lw_player_get_duration (LwPlayer *self);       ///< s

/// The instant that is shown.
double lw_player_get_time (LwPlayer *self);
/// It lies between two samples: what is drawn is smooth, but how far joints are open is not known.
bool lw_player_is_blended (LwPlayer *self);
/// Its positions and velocities, valid until the next change of the instant.
const double *lw_player_get_positions (LwPlayer *self);
const double *lw_player_get_velocities (LwPlayer *self);

/// What touches there, of the shown instant; valid until the next change of it. NULL: nothing.
const MbdIntegratorContact *lw_player_get_contacts (LwPlayer *self, guint *n);

/// A state of the model becomes that of the shown instant, with what was changed and what is broken
/// until then, and the forces of contacts. Not solved.
void lw_player_prepare (LwPlayer *self, MbdState *state);
/// The scene of the mechanism and a state to draw it with, for one canvas: those that were made
/// ready, the first time, else new ones. The caller frees both.
LwScene *lw_player_take_scene (LwPlayer *self, MbdState **state);
/// The shown instant, solved; NULL when that cannot be done. Valid until the next change.
MbdState *lw_player_get_state (LwPlayer *self);

bool lw_player_get_playing (LwPlayer *self);
/// Returns true while it plays what is being computed, false where it plays what is recorded.
bool lw_player_is_live (LwPlayer *self);
void lw_player_play (LwPlayer *self);
void lw_player_pause (LwPlayer *self);
void lw_player_reset (LwPlayer *self);             ///< a new run, paused at its start
void lw_player_rewind (LwPlayer *self);            ///< show the start; the recording is kept
void lw_player_step (LwPlayer *self);              ///< one sample forward
void lw_player_step_back (LwPlayer *self);         ///< one sample back
void lw_player_seek (LwPlayer *self, double time); ///< to the nearest recorded sample
/// While a scrub bar is held the shown instant stands still; playing goes on at the end of it.
void lw_player_begin_scrub (LwPlayer *self);
void lw_player_end_scrub (LwPlayer *self);

/// So many samples forward, or back; what is not recorded yet is computed, one after the other.
void lw_player_step_by (LwPlayer *self, int n);
/// While it plays, the end of this range goes over into its start. An empty range is not taken.
void lw_player_set_loop (LwPlayer *self, bool looping, double start, double end);
bool lw_player_get_loop (LwPlayer *self, double *start, double *end); ///< s; NULL skips one

/// Whether a run can go on from the shown instant: it is recorded, and not the end.
bool lw_player_can_continue (LwPlayer *self);
/// A new run that is the shown one up to the shown instant and goes on from there, paused, as the
/// mechanism is now. Whoever wants to keep the present run does so before.
void lw_player_continue (LwPlayer *self);

double lw_player_get_speed (LwPlayer *self); ///< simulated seconds per second; 0: as fast as
                                             ///< possible
void lw_player_set_speed (LwPlayer *self, double speed);
void lw_player_get_status (LwPlayer *self, LwSimulationStatus *status);

/// Once a frame while playing: take over what the thread has published, move the shown instant.
void lw_player_tick (LwPlayer *self, gint64 frame_time_usec);

/// What the mechanism can do: at its start, or where it was asked again. NULL until it is known (or
/// when it cannot be had).
const LwMobility *lw_player_get_mobility (LwPlayer *self);
/// Find that anew at the shown instant; "mobility-changed" tells.
void lw_player_ask_mobility (LwPlayer *self);
/// What was changed on the way to the shown instant, for tasks of their own.
const LwChanges *lw_player_get_changes (LwPlayer *self);
/// The mechanism as the present run began.
LwMechanism *lw_player_get_started (LwPlayer *self);
/// Of the run that is shown, the present or a kept one; NULL: a kept one has none.
const LwChanges *lw_player_get_shown_changes (LwPlayer *self);

G_END_DECLS
