// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the player share.

#pragma once

#include <gio/gio.h>
#include <stdatomic.h>

#include "lw-changes.h"
#include "lw-derived.h"
#include "lw-player.h"
#include "lw-touching.h"

G_BEGIN_DECLS

typedef enum
{
  LW_PLAYER_PAUSED,
  LW_PLAYER_REPLAYING,
  LW_PLAYER_LIVE,
} LwPlayerMode;

/// Where the channels of a run are found (lw-player-tracks.c).
typedef struct LwTrack LwTrack;

/// A coupling that was mended, and when.
typedef struct
{
  int coupling; ///< index in the model
  double time;  ///< s
} LwMend;

struct _LwPlayer
{
  GObject parent_instance;

  // Owned
  LwMechanism *mechanism; ///< as it is now
  LwMechanism *started;   ///< as it was when the run began, which is what the model is of
  LwChanges *changes;     ///< since then
  bool ever_changed;      ///< some shown run was, so that states may have been
  MbdModel *model;
  LwChannels *channels;
  LwChannels *sampled; ///< the same under the names that held when the run began: of the thread
  LwCurves *curves;
  LwSimulation *simulation;
  GArray *recorded;          ///< of guint: the channels that the thread records, in order
  bool *integrals;           ///< by channel that the thread records
  LwChanges *continued_from; ///< what was changed in the run that another one goes on from, until
                             ///< that has begun; NULL: there is none
  GArray *mended;            ///< of LwMend, in order of time
  GArray *breaking;          ///< of int: the couplings that can break, by index in the model
  LwRecording *recording;    ///< the shown one
  LwProjectRun *run;         ///< a kept one that is shown; NULL: the present one
  LwChanges *run_changes;    ///< of it, for the model; NULL: none
  LwTrack *track;            ///< where its channels are; NULL: nothing was asked for yet
  GPtrArray *compared;       ///< of LwTrack: of the runs that it is compared with
  GSource *wake;
  GCancellable *cancellable;
  double *q;
  double *v;
  double *sample; ///< one row of the recording, for interpolation
  double *next_sample;
  MbdState *state;      ///< the shown instant, once it is asked for
  LwTouching *touching; ///< what touches at an instant of a kept run; NULL: nothing ever does
  GArray *contacts;     ///< of MbdIntegratorContact: at an instant of the present run
  GArray *events;       ///< of MbdEvent: those of the present run that are marked
  GArray *kept_events;  ///< of MbdEvent: those of the kept run that is shown
  const LwRecording *kept_events_of; ///< only compared: where they were found
  LwScene *scene;                    ///< made ready for a canvas, until that takes it
  MbdState *scene_state;
  LwMobility *mobility; ///< NULL until it is known

  LwPlayerMode mode;
  bool following; ///< the shown instant is the newest pose
  bool scrubbing;
  bool blended; ///< the instant lies between two samples
  bool pulled;  ///< by hand
  bool failed;
  atomic_bool ticking; ///< the window polls, so the thread need not wake the main loop
  bool looping;
  bool told_of_thinning;
  bool told_of_starving;
  size_t n_breaks;   ///< that were told of
  double loop_start; ///< s
  double loop_end;
  double time;
  double speed;
  gsize n_samples;
  gsize n_events_read;   ///< of the present run
  MbdEvent last_event;   ///< that was read
  gsize position_column; ///< of the shown recording
  gsize velocity_column;
  guint derive_id;
  guint forget_id; ///< models of what was changed, in an idle moment
  gint64 last_tick_usec;
  guint n_mobilities_asked;
  bool state_known;  ///< the state is that of the shown instant
  bool state_solved; ///< and could be solved
};

/// The shown instant becomes a sample, or a time between samples of the recording.
void lw_player_show_sample (LwPlayer *self, gsize index);
void lw_player_show_time (LwPlayer *self, double time);
/// The shown instant has been set: its solution is kept only where it still holds.
void lw_player_check_state (LwPlayer *self);
/// A state of the shown instant is given the forces of the contacts there.
void lw_player_add_contacts (LwPlayer *self, MbdState *state);
gsize lw_player_nearest_sample (LwPlayer *self, double time);

/// What is shown does not go on: a kept run, or one that has finished or failed.
bool lw_player_has_ended (LwPlayer *self);
void lw_player_set_mode (LwPlayer *self, LwPlayerMode mode);
/// Another recording is shown: the channels that it does not hold are found anew.
void lw_player_derive (LwPlayer *self);
bool lw_player_is_deriving (LwPlayer *self); ///< something is not held by the recording
/// The present run has changed since.
void lw_player_derive_changed (LwPlayer *self, const LwChanges *changes);
void lw_player_init_tracks (LwPlayer *self);
void lw_player_prepare_tracks (LwPlayer *self); ///< nothing is worked out yet
void lw_player_clear_tracks (LwPlayer *self);
/// Kept runs that are compared with are called as the elements are now.
void lw_player_rename_compared (LwPlayer *self, const LwMechanism *before);
/// It has grown, or is another one.
void lw_player_emit_grown (LwPlayer *self);
void lw_player_emit_moved (LwPlayer *self);
/// The run goes on as one of this mechanism; false when it cannot.
bool lw_player_change_run (LwPlayer *self, LwMechanism *mechanism);
/// With which that run began.
const LwRunSettings *lw_player_get_shown_settings (LwPlayer *self);
/// What finds contacts of kept runs, by the method of the shown one.
void lw_player_take_touching (LwPlayer *self);
/// It could not go on from there: everything is as it was before.
void lw_player_forget_branch (LwPlayer *self, const char *message);
/// Where a loop goes on from this time; the time itself outside of a loop. The range is that of
/// what has been recorded.
double lw_player_wrap (LwPlayer *self, double time);
/// Which model the thread says that the run has.
void lw_player_follow_model (LwPlayer *self, const LwSimulationStatus *status);
/// What the thread has refused of it.
void lw_player_take_refusal (LwPlayer *self);
/// Channels that are recorded whatever the plots show: what breaks, and when; and integrals.
void lw_player_add_recorded (LwPlayer *self);

G_END_DECLS
