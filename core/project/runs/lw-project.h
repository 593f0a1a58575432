// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contents of a project file: the mechanism, its view, and the kept runs with their recordings. A
// value that may be passed to another thread: it does not change after it has been handed out.

#pragma once

#include "lw-changes.h"
#include "lw-element-ref.h"
#include "lw-series.h"

G_BEGIN_DECLS

/// Overlays drawn over the mechanism; combined with |.
typedef enum
{
  LW_OVERLAY_REACTIONS = 1 << 0,
  LW_OVERLAY_BOTH_BODIES = 1 << 1, ///< also the opposite reactions
  LW_OVERLAY_LOADS = 1 << 2,
  LW_OVERLAY_VELOCITIES = 1 << 3,
  LW_OVERLAY_ACCELERATIONS = 1 << 4,
  LW_OVERLAY_TENSION = 1 << 5, ///< tension of rods
  LW_OVERLAY_TRACES = 1 << 6,
  LW_OVERLAY_FADING = 1 << 7,   ///< fading of traces
  LW_OVERLAY_GHOSTS = 1 << 8,   ///< earlier poses
  LW_OVERLAY_MASSES = 1 << 9,   ///< centres of mass
  LW_OVERLAY_FRAMES = 1 << 10,  ///< axes of bodies
  LW_OVERLAY_CENTRES = 1 << 11, ///< instantaneous centres
  LW_OVERLAY_ERRORS = 1 << 12,  ///< halos of open joints
  LW_OVERLAY_CONTACTS = 1 << 13,
  LW_OVERLAY_LENGTHS = 1 << 14, ///< lengths of links, as dimensions
} LwOverlays;

#define LW_OVERLAYS_ALL ((1 << 15) - 1)
#define LW_OVERLAYS_DEFAULT                                                                        \
  (LW_OVERLAY_REACTIONS | LW_OVERLAY_LOADS | LW_OVERLAY_TENSION | LW_OVERLAY_TRACES                \
   | LW_OVERLAY_ERRORS | LW_OVERLAY_CONTACTS)

/// View of the mechanism. Start from lw_project_view_default ().
typedef struct
{
  bool fitted; ///< fit to the window on opening; centre and scale are then unused; default true
  double centre[3];         ///< m, the world point in the middle of the canvas
  double scale;             ///< px per m, > 0; default 400
  bool spatial;             ///< the axonometric view; default false
  double azimuth;           ///< rad, turn of the axonometric view about the world's y axis
  double elevation;         ///< rad, positive looks down from above
  LwSelectionKind selected; ///< selection; default none
  int selected_id;          ///< its id; 0 if nothing is selected
  bool show_sidebar;        ///< default true
  bool show_plots;          ///< default true
  int sidebar_page;         ///< 0: inspector, 1: outline
  LwOverlays overlays;      ///< default LW_OVERLAYS_DEFAULT
  double arrow_factor;      ///< > 0, factor of the length of arrows; default 1
  int plot_layout;          ///< index of the arrangement of the plots; 0: side by side
} LwProjectView;

LwProjectView lw_project_view_default (void);
/// Returns TRUE if all numbers are finite and in their ranges.
gboolean lw_project_view_is_valid (const LwProjectView *view);

/// Finished run that was kept. Immutable, shared by reference.
typedef struct
{
  gatomicrefcount ref_count;
  char *name;             ///< e.g. "Run 1"
  char *notes;            ///< user's notes; "" if there are none
  LwRunSettings settings; ///< settings of the run
  char *fingerprint;      ///< fingerprint of the mechanism: lw_mechanism_dup_fingerprint ()
  LwRecording *recording; ///< columns: time, positions, velocities, channels
  guint n_positions;
  guint n_velocities;
  GStrv channels; ///< names of the columns after the velocities
  GStrv units;    ///< units of these columns; ASCII
  /// Changes made during the run; NULL if there are none
  LwChanges *changes;
} LwProjectRun;

#define LW_TYPE_PROJECT_RUN (lw_project_run_get_type ())
GType lw_project_run_get_type (void);

/// References the recording, which must not be written to any more; copies the rest. Returns NULL
/// unless the recording has 1 + n_positions + n_velocities + (number of channels) columns.
LwProjectRun *lw_project_run_new (const char *name,
                                  const LwMechanism *mechanism,
                                  const LwRunSettings *settings,
                                  LwRecording *recording,
                                  guint n_positions,
                                  guint n_velocities,
                                  const char *const *channels,
                                  const char *const *units);
/// Sets a copy of the changes made during the run; only for a run that has not been handed out.
void lw_project_run_set_changes (LwProjectRun *self, const LwChanges *changes);
/// Returns the run under another name, or with other notes.
LwProjectRun *lw_project_run_renamed (const LwProjectRun *self, const char *name);
LwProjectRun *lw_project_run_noted (const LwProjectRun *self, const char *notes);
/// Returns the run with the same number of renamed channels, for a mechanism with this fingerprint.
LwProjectRun *lw_project_run_with_channels (const LwProjectRun *self,
                                            const char *const *channels,
                                            const char *fingerprint);
LwProjectRun *lw_project_run_ref (LwProjectRun *self);
void lw_project_run_unref (LwProjectRun *self);
/// Returns the series of a channel by its index in `channels`, or by its name; the latter does not
/// exist if there is no channel of that name.
LwSeries lw_project_run_get (const LwProjectRun *self, guint index);
LwSeries lw_project_run_find (const LwProjectRun *self, const char *name);

typedef struct
{
  gatomicrefcount ref_count;
  LwMechanism *mechanism;
  LwProjectView view;
  GPtrArray *runs; ///< array of LwProjectRun, oldest first
} LwProject;

/// Takes references; `view` and `runs` may be NULL (the default, none).
LwProject *
lw_project_new (LwMechanism *mechanism, const LwProjectView *view, const GPtrArray *runs);
LwProject *lw_project_ref (LwProject *self);
void lw_project_unref (LwProject *self);
/// Returns TRUE if all values are equal, including recordings (bit by bit).
gboolean lw_project_equal (const LwProject *a, const LwProject *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwProjectRun, lw_project_run_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwProject, lw_project_unref)

G_END_DECLS
