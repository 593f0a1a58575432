// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the files of the player.

#pragma once

#include <gio/gio.h>
#include <stdatomic.h>

#include "lw-changes.h"
#include "lw-player.h"
#include "lw-series-set.h"
#include "lw-touching.h"

G_BEGIN_DECLS

typedef enum
{
  LW_PLAYER_PAUSED,
  LW_PLAYER_REPLAYING,
  LW_PLAYER_LIVE,
} LwPlayerMode;

/// A run and the series of its channels (lw-player-tracks.c).
typedef struct LwTrack LwTrack;

/// A coupling that was reconnected, and the time of this.
typedef struct
{
  int coupling; ///< index in the model
  double time;  ///< s
} LwMend;

struct _LwPlayer
{
  GObject parent_instance;

  // owned
  LwMechanism *mechanism; ///< current mechanism
  LwMechanism *started;   ///< mechanism at the start of the run, from which the model was compiled
  LwChanges *changes;     ///< changes since the start
  bool ever_changed;      ///< some displayed run had changes, so states may have been changed
  MbdModel *model;
  LwChannels *channels;
  /// as `channels`, with their names at the start of the run; used by the thread
  LwChannels *sampled;
  LwCurves *curves;
  LwSimulation *simulation;
  GArray *recorded; ///< array of guint: the channels that the thread records, in order
  bool *integrals;  ///< by recorded channel
  /// changes of the run that another run continues, until that run has begun; NULL if there is none
  LwChanges *continued_from;
  GArray *mended;         ///< array of LwMend, in order of time
  GArray *breaking;       ///< array of int: the couplings that can break, by index in the model
  LwRecording *recording; ///< displayed recording
  LwProjectRun *run;      ///< kept run that is displayed; NULL for the current run
  LwChanges *run_changes; ///< changes of that run, for the model; NULL if none
  LwTrack *track;         ///< its series; NULL before the first request
  GPtrArray *compared;    ///< array of LwTrack: runs displayed for comparison
  GSource *wake;
  GCancellable *cancellable;
  double *q;
  double *v;
  double *sample; ///< one row of the recording, for interpolation
  double *next_sample;
  MbdState *state;      ///< state of the displayed time, created on request
  LwTouching *touching; ///< contacts at a time of a kept run; NULL if there are none at all
  GArray *contacts;     ///< array of MbdIntegratorContact: at a time of the current run
  GArray *events;       ///< array of MbdEvent: marked events of the current run
  GArray *kept_events;  ///< array of MbdEvent: events of the displayed kept run
  const LwRecording *kept_events_of; ///< recording of kept_events; only compared
  LwScene *scene;                    ///< prepared for a canvas, until the canvas takes it
  MbdState *scene_state;
  LwMobility *mobility; ///< NULL until it has been computed

  LwPlayerMode mode;
  bool following; ///< true if the displayed time is the newest pose
  bool scrubbing;
  bool blended; ///< true if the displayed time lies between two samples
  bool pulled;  ///< true while pulled by hand
  bool failed;
  atomic_bool ticking; ///< the window polls, so the thread need not wake the main loop
  bool looping;
  bool told_of_thinning;
  bool told_of_starving;
  size_t n_breaks;   ///< number of breaks that have been reported
  double loop_start; ///< s
  double loop_end;
  double time;
  double speed;
  gsize n_samples;
  gsize n_events_read;   ///< number of events read from the current run
  MbdEvent last_event;   ///< last event that was read
  gsize position_column; ///< columns of the displayed recording
  gsize velocity_column;
  guint derive_id;
  guint forget_id; ///< idle source that releases models of changes
  gint64 last_tick_usec;
  guint n_mobilities_asked;
  bool state_known;  ///< true if the state is valid for the displayed time
  bool state_solved; ///< true if it could also be solved
};

/// Sets the displayed time to a sample, or to a time between samples of the recording.
void lw_player_show_sample (LwPlayer *self, gsize index);
void lw_player_show_time (LwPlayer *self, double time);
/// Called after the displayed time has been set; keeps its solution only if it is still valid.
void lw_player_check_state (LwPlayer *self);
/// Adds the forces of the contacts to a state of the displayed time.
void lw_player_add_contacts (LwPlayer *self, MbdState *state);
gsize lw_player_nearest_sample (LwPlayer *self, double time);

/// Returns true if the displayed run cannot continue: a kept run, or one that has finished or
/// failed.
bool lw_player_has_ended (LwPlayer *self);
void lw_player_set_mode (LwPlayer *self, LwPlayerMode mode);
/// Finds the channels that the recording does not contain, after the displayed recording has
/// changed.
void lw_player_derive (LwPlayer *self);
/// true if the recording does not contain all channels
bool lw_player_is_deriving (LwPlayer *self);
/// Updates the changes of the current run.
void lw_player_derive_changed (LwPlayer *self, const LwChanges *changes);
void lw_player_init_tracks (LwPlayer *self);
void lw_player_prepare_tracks (LwPlayer *self); ///< starts without any derived values
void lw_player_clear_tracks (LwPlayer *self);
/// Renames the channels of the runs displayed for comparison after the current names of elements.
void lw_player_rename_compared (LwPlayer *self, const LwMechanism *before);
/// Emits "grown": the recording has grown, or has been replaced.
void lw_player_emit_grown (LwPlayer *self);
void lw_player_emit_moved (LwPlayer *self);
/// Continues the run with this mechanism. Returns false if that is impossible.
bool lw_player_change_run (LwPlayer *self, LwMechanism *mechanism);
/// Returns the settings at the start of the displayed run.
const LwRunSettings *lw_player_get_shown_settings (LwPlayer *self);
/// Creates the object that finds contacts of kept runs, with the method of the displayed run.
void lw_player_take_touching (LwPlayer *self);
/// Restores the previous state after a run could not be continued.
void lw_player_forget_branch (LwPlayer *self, const char *message);
/// Returns the time at which a loop continues after `time`; outside a loop, `time` itself. The
/// range is limited to the recorded time.
double lw_player_wrap (LwPlayer *self, double time);
/// Updates the model of the run from the status of the thread.
void lw_player_follow_model (LwPlayer *self, const LwSimulationStatus *status);
/// Handles a change that the thread has rejected.
void lw_player_take_refusal (LwPlayer *self);
/// Adds channels that are recorded regardless of the plots: the times at which couplings break, and
/// integrals.
void lw_player_add_recorded (LwPlayer *self);

G_END_DECLS
