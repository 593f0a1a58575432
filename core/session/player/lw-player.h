// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Playback of one mechanism: its compiled model, its simulation thread, its recording, and the
// displayed time. Widgets read the displayed time from here and draw it; none of them accesses the
// simulation. The displayed time either follows the newest pose or lies anywhere in the recording.

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

/// Part of the memory of the machine that a recording may take (1/4), and the least, bytes.
#define LW_PLAYER_MEMORY_PART 4
#define LW_PLAYER_MEMORY_LEAST ((gsize) 1 << 28)

#define LW_TYPE_PLAYER (lw_player_get_type ())
G_DECLARE_FINAL_TYPE (LwPlayer, lw_player, LW, PLAYER, GObject)

/// Starts the thread of a mechanism, paused at the start. The model must be compiled from the
/// mechanism. This takes time for a large mechanism; it may be done in any thread, and so may the
/// last unref of a player that was never attached.
LwPlayer *lw_player_new (LwMechanism *mechanism, MbdModel *model, GError **error);
/// Waits for the start pose and creates what is needed to show it, so that the main loop is not
/// blocked. Call it in the thread that created the player, before lw_player_attach ().
void lw_player_make_ready (LwPlayer *self);
/// Attaches the player to the thread of the main loop; from now on it emits signals. Call it once,
/// after connecting to the signals.
void lw_player_attach (LwPlayer *self);

LwMechanism *lw_player_get_mechanism (LwPlayer *self);
/// Model at the displayed time, and model at the start of the run.
MbdModel *lw_player_get_model (LwPlayer *self);
MbdModel *lw_player_get_first_model (LwPlayer *self);
LwChannels *lw_player_get_channels (LwPlayer *self);
const LwCurves *lw_player_get_curves (LwPlayer *self);

/// Returns the series of a channel of the curves in the displayed run; it may not exist.
LwSeries lw_player_find_series (LwPlayer *self, guint channel);

/// Sets the runs that are drawn beside the displayed one; the first is the run that other () in
/// expressions refers to. Emits "curves-changed".
void lw_player_set_compared (LwPlayer *self, LwProjectRun *const *runs, guint n);
guint lw_player_get_n_compared (LwPlayer *self);
LwProjectRun *lw_player_get_compared (LwPlayer *self, guint index);
/// Does the same for one of these runs. The series does not exist if that run has not recorded the
/// channel and it cannot be derived from its positions either.
LwSeries lw_player_find_compared_series (LwPlayer *self, guint index, guint channel);

/// Adopts a mechanism that differs only in title, notes and plots; the run continues. While
/// running, also one that differs in properties of couplings that can change during motion. Returns
/// false if the mechanism needs a new player.
bool lw_player_take_mechanism (LwPlayer *self, LwMechanism *mechanism);
/// Returns true if the run was changed on the way, so that a new run needs a new player.
bool lw_player_is_changed (LwPlayer *self);
/// Query whether a coupling (its id) is broken at the displayed time, and reconnect it, at the
/// newest time only.
bool lw_player_is_broken (LwPlayer *self, int coupling);
bool lw_player_can_mend (LwPlayer *self);
/// shows the end of the current run, where it continues; only while paused
void lw_player_show_latest (LwPlayer *self);
void lw_player_mend (LwPlayer *self, int coupling);

/// Returns true if the mechanism can be pulled by hand, that is while the current run is running.
bool lw_player_can_pull (LwPlayer *self);
/// Pulls a body at a point (index in the model, m in its frame) towards a point of the world, by a
/// spring that suits the mechanism. The spring belongs to the run until lw_player_let_go ().
void lw_player_pull (LwPlayer *self, int body, const double point[3], const double target[3]);
void lw_player_let_go (LwPlayer *self);

/// Returns the current run for keeping; pauses it first, because a kept run does not change.
/// Returns NULL if it has no motion yet.
LwProjectRun *lw_player_dup_run (LwPlayer *self, const char *name);
/// Returns true and the reason if the current run has failed.
bool lw_player_get_failure (LwPlayer *self, MbdDiagnosis *why);
bool lw_player_has_finished (LwPlayer *self); ///< true if the current run has finished
/// Returns true if this is the current run.
bool lw_player_is_present (LwPlayer *self, const LwProjectRun *run);
/// Returns true if it is a run of this mechanism, with any method and duration.
bool lw_player_can_show (LwPlayer *self, const LwProjectRun *run);
/// Returns true if the displayed run was computed with the method of the current one; otherwise it
/// cannot be continued, since its first part would have an unknown method.
bool lw_player_is_made_alike (LwPlayer *self);
/// Returns the kept run that is displayed; NULL for the current run.
LwProjectRun *lw_player_get_run (LwPlayer *self);
void lw_player_show_run (LwPlayer *self, LwProjectRun *run);

/// Returns the recording of the displayed run; it is a different object after a reset.
LwRecording *lw_player_get_recording (LwPlayer *self);
gsize lw_player_get_n_samples (LwPlayer *self);
gsize lw_player_get_position_column (LwPlayer *self); ///< first column of q
double lw_player_get_recorded_time (LwPlayer *self);  ///< s, time of the newest sample
double lw_player_get_duration (LwPlayer *self);       ///< s

/// Returns the displayed time, s.
double lw_player_get_time (LwPlayer *self);
/// Returns true if the displayed time lies between two samples: the drawing is smooth, but the
/// errors of joints are not known.
bool lw_player_is_blended (LwPlayer *self);
/// Positions and velocities at the displayed time, valid until it changes.
const double *lw_player_get_positions (LwPlayer *self);
const double *lw_player_get_velocities (LwPlayer *self);

/// Returns the contacts at the displayed time, valid until it changes; NULL if there are none.
const MbdIntegratorContact *lw_player_get_contacts (LwPlayer *self, guint *n);

/// Sets a state of the model to the displayed time, including changes and broken couplings up to it
/// and the forces of contacts. Does not solve it.
void lw_player_prepare (LwPlayer *self, MbdState *state);
/// Returns the scene of the mechanism and a state to draw it with, for one canvas: the prepared
/// ones the first time, otherwise new ones. The caller frees both.
LwScene *lw_player_take_scene (LwPlayer *self, MbdState **state);
/// Returns the solved state of the displayed time; NULL if it cannot be solved. Valid until the
/// displayed time changes.
MbdState *lw_player_get_state (LwPlayer *self);

bool lw_player_get_playing (LwPlayer *self);
/// Returns true while playing the run as it is computed, false while replaying the recording.
bool lw_player_is_live (LwPlayer *self);
void lw_player_play (LwPlayer *self);
void lw_player_pause (LwPlayer *self);
void lw_player_reset (LwPlayer *self);             ///< starts a new run, paused at its start
void lw_player_rewind (LwPlayer *self);            ///< shows the start; the recording is kept
void lw_player_step (LwPlayer *self);              ///< moves one sample forward
void lw_player_step_back (LwPlayer *self);         ///< moves one sample back
void lw_player_seek (LwPlayer *self, double time); ///< moves to the nearest recorded sample
/// Holds the displayed time while a scrub bar is dragged; playing continues afterwards.
void lw_player_begin_scrub (LwPlayer *self);
void lw_player_end_scrub (LwPlayer *self);

/// Moves n samples forward, or back if negative; samples that are not recorded yet are computed in
/// sequence.
void lw_player_step_by (LwPlayer *self, int n);
/// Sets a range whose end is followed by its start while playing. An empty range is ignored.
void lw_player_set_loop (LwPlayer *self, bool looping, double start, double end);
bool lw_player_get_loop (LwPlayer *self, double *start, double *end); ///< s; NULL skips one

/// Returns true if a run can continue from the displayed time: it is recorded, and not the end.
bool lw_player_can_continue (LwPlayer *self);
/// Starts a new run that equals the displayed one up to the displayed time and continues from there
/// with the current mechanism, paused. Callers that need the current run must keep it first.
void lw_player_continue (LwPlayer *self);

double lw_player_get_speed (LwPlayer *self); ///< simulated seconds per second; 0: as fast as
                                             ///< possible
void lw_player_set_speed (LwPlayer *self, double speed);
void lw_player_get_status (LwPlayer *self, LwSimulationStatus *status);

/// Must be called once per frame while playing: fetches the results of the thread and moves the
/// displayed time.
void lw_player_tick (LwPlayer *self, gint64 frame_time_usec);

/// Returns the mobility of the mechanism: at its start, or where it was last requested. NULL until
/// it has been computed, or if it cannot be computed.
const LwMobility *lw_player_get_mobility (LwPlayer *self);
/// Computes the mobility at the displayed time; emits "mobility-changed" when done.
void lw_player_ask_mobility (LwPlayer *self);
/// Returns the changes made up to the displayed time, for separate tasks.
const LwChanges *lw_player_get_changes (LwPlayer *self);
/// Returns the mechanism at the start of the current run.
LwMechanism *lw_player_get_started (LwPlayer *self);
/// Returns the changes of the displayed run, current or kept; NULL if a kept run has none.
const LwChanges *lw_player_get_shown_changes (LwPlayer *self);

G_END_DECLS
