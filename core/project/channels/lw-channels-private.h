// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels, inside: what the list of them and the reading of their values share.

#pragma once

#include "lw-channels.h"
#include "lw-round-off.h"
#include "lw-run.h"

G_BEGIN_DECLS

// Where the value of a channel comes from.
typedef enum
{
  SOURCE_TIME,
  SOURCE_KINETIC,
  SOURCE_POTENTIAL,
  SOURCE_TOTAL,
  SOURCE_GRAVITY,
  SOURCE_ELASTIC,
  SOURCE_ALL_DISSIPATED, // of all force elements
  SOURCE_ALL_RESIDUAL,
  SOURCE_BALANCE,
  SOURCE_MOMENTUM,
  SOURCE_ANGULAR_MOMENTUM,
  SOURCE_POSITION, // of a point of a body
  SOURCE_VELOCITY,
  SOURCE_SPEED,
  SOURCE_ACCELERATION,
  SOURCE_ANGLE,
  SOURCE_QUATERNION,
  SOURCE_ANGULAR_VELOCITY,
  SOURCE_ANGULAR_ACCELERATION, // about z, or an axis of the world
  SOURCE_BODY_KINETIC,
  SOURCE_BODY_GRAVITY,
  SOURCE_BODY_MOMENTUM,
  SOURCE_BODY_SPIN,    // angular momentum about its centre of mass
  SOURCE_LENGTH_ERROR, // norms over the rows of a coupling that measure lengths ...
  SOURCE_ANGLE_ERROR,  // ... and over those that measure angles; `component` is the derivative
  SOURCE_MULTIPLIER,
  SOURCE_FORCE,
  SOURCE_FORCE_SIZE,
  SOURCE_MOMENT,
  SOURCE_MOMENT_SIZE,
  SOURCE_ROD_TENSION,
  SOURCE_ROD_ERROR,
  SOURCE_COORDINATE, // of a joint, or of what a driver, limit or gear works on
  SOURCE_COORDINATE_RATE,
  SOURCE_EFFORT, // of a driver or limit on its coordinate, positive increases it
  SOURCE_POWER,
  SOURCE_GAP, // of a row
  SOURCE_ACTIVE,
  SOURCE_BROKEN,
  SOURCE_ROW_ENERGY, // of the rows of a coupling that gives way
  SOURCE_ROW_DISSIPATED,
  SOURCE_COUPLING_INPUT, // integrals since the start of the run
  SOURCE_COUPLING_TAKEN,
  SOURCE_FORCE_INPUT,
  SOURCE_FORCE_TAKEN,
  SOURCE_SPRING_LENGTH,
  SOURCE_SPRING_RATE,
  SOURCE_SPRING_TENSION,
  SOURCE_STORED, // of a force element, as those below
  SOURCE_DISSIPATED,
  SOURCE_RESIDUAL,
  SOURCE_ACTION_FORCE,
  SOURCE_ACTION_FORCE_SIZE,
  SOURCE_ACTION_MOMENT,
  SOURCE_BUSHING_ANGLE,
  SOURCE_BUSHING_ANGLE_RATE,
  SOURCE_BUSHING_SHIFT, // along the axes half-way between the frames
  SOURCE_BUSHING_SHIFT_RATE,
  SOURCE_BUSHING_SHIFT_A, // along those of the first frame
  SOURCE_MEASURED,        // distance or angle of a measurement; `component` 1: its rate
  SOURCE_MEASURED_POINT,  // of a measurement of one point
  SOURCE_TRANSMISSION,    // angle; `component` is the LwTransmissionKind
  SOURCE_JOINT_ADVANTAGE, // mechanical advantage of a joint, against the driver `other`
  SOURCE_LOAD_ADVANTAGE,
  SOURCE_POWER_RATIO,
  SOURCE_SOLVER,         // what it has done since the start of the run
  SOURCE_DEFINED,        // of others; `index`: which of the derivations
  SOURCE_CONTACT_POINTS, // of the whole mechanism
  SOURCE_CONTACT_SOLVER,
  SOURCE_CONTACT_DISSIPATED,
  SOURCE_CONTACT_FORCE, // of all contacts on a body; `component` 2: the moment; 3, 4: the
                        // friction alone
  SOURCE_PAIR_GAP,      // of two shapes: index and other
  SOURCE_PAIR_NORMAL,
  SOURCE_PAIR_FRICTION,
  SOURCE_PAIR_FRICTION_AXIS,
  SOURCE_PAIR_FRICTION_RATIO,
  SOURCE_PAIR_FRICTION_POWER,
  SOURCE_PAIR_SLIP,
  SOURCE_PAIR_IMPULSE,
} Source;

typedef struct _Line Line;

// What the channels of an element have in common, in the memory of the list.
typedef struct
{
  const char *label, *called, *predecessor, *successor; // as in Owner
} Told;

typedef struct
{
  LwChannel public; // label and description: NULL until lw_channels_get ()
  const Line *line; // NULL: it is defined
  const Told *told;
  Source source;
  int component;
  int index;       // of the body, coupling or force element in the model, or in `measurements`
  int other;       // contact: the second shape; a driver; the pin of input and coupler
  int side;        // reaction: 0 on the first body, 1 on the second
  int axes_body;   // index; 0: world axes
  int pivot;       // coupling: what the output turns about
  int slide;       // coupling: by whose normal force is passed on
  double point[3]; // of the body
  int first_row;
  int n_length_rows;
  int n_angle_rows;
  MbdCoordinate coordinate; // component: which pair of the coupling
} Channel;

struct _LwChannels
{
  gatomicrefcount ref_count;
  GArray *channels;     // of Channel
  GArray *measurements; // of LwMeasurement, for their points
  GHashTable *by_name;  // name → index + 1
  int n_rows;
  LwRoundOff round_off;
  GStringChunk *strings;  // names, and what is kept of owners and lines
  GPtrArray *told;        // of Told
  GPtrArray *lines;       // of Line, those that are made for one channel
  GHashTable *prefixes;   // of names
  GString *joined;        // scratch
  GPtrArray *drivers;     // of LwCoupling, while the list is made
  LwChannels *base;       // whose strings these are too; NULL: none
  GPtrArray *derivations; // of those that are defined; NULL: none is
  GHashTable *refused;    // definition → what is wrong with it; NULL: nothing
};

// A line of a table: one channel that an element of a kind has.
struct _Line
{
  const char *suffix; // without a point
  const char *mark;   // added to the label where the legend would not tell two apart
  const char *quantity;
  const char *unit;
  Source source;
  int component;
  const char *text; // completes "Pin B: ..."; @ stands for the body acted upon
  char *(*dup_mark) (const Channel *channel); // NULL: the mark above
  char *(*dup_text) (const Channel *channel); // NULL: the text above
};

// The element whose channels are being added.
typedef struct
{
  const char *label;  // "B"; NULL: the suffixes are the labels
  const char *called; // "Pin B", begins the description; NULL: the text is one by itself
  const char *predecessor, *successor; // the bodies, the latter for @
  Channel pattern;                     // what all its channels share
} Owner;

/// Lines that live as long as the program.
void lw_channels_add_lines (LwChannels *self, const Owner *owner, const Line *lines, size_t n);
#define ADD_LINES(self, owner, lines)                                                              \
  lw_channels_add_lines (self, owner, lines, G_N_ELEMENTS (lines))

/// A line of strings of the caller; quantity and unit are constants.
void lw_channels_add_made_line (LwChannels *self, const Owner *owner, const Line *line);
/// Give the channels from `first` on, which have their suffixes only, this prefix (NULL: none).
void lw_channels_prefix (LwChannels *self, const char *prefix, guint first);
/// A list without channels, with room for so many.
LwChannels *lw_channels_new_empty (guint expected);

// What can be read of bodies and tracers (lw-channels-bodies.c).
void lw_channels_add_body (LwChannels *self, const Owner *owner, MbdMobility mobility);
void lw_channels_add_tracer (LwChannels *self, const Owner *owner, bool space);

// What can be read of a force element (lw-channels-forces.c).
void
lw_channels_add_force (LwChannels *self, const Owner *owner, const MbdForceDef *def, bool space);

// What can be read of a measurement, and its value (lw-channels-measurements.c).
void lw_channels_add_measurement (LwChannels *self, Owner *owner, const LwMeasurement *measurement);
double
lw_channels_read_measurement (const LwChannels *self, MbdState *state, const Channel *channel);

// Reactions (lw-channels-reactions.c): those on the second body in world axes, and all others

void lw_channels_add_reactions (LwChannels *self, Owner *owner, bool space);
/// `bodies` (indices): the first and the second.
void lw_channels_add_other_reactions (LwChannels *self,
                                      const Owner *owner,
                                      const int bodies[2],
                                      bool space);
double lw_channels_read_reaction (const Channel *channel, MbdState *state, const MbdWrench *wrench);
/// What a body is called in the middle of a sentence (lw-channels.c).
char *lw_channels_dup_body_in_text (const LwMechanism *mechanism, int id);

// How motion and power pass through (lw-channels-transmission.c)

/// Of the joint with this id: whose coordinate the pattern tells.
void lw_channels_add_joint_advantage (LwChannels *self,
                                      const LwMechanism *mechanism,
                                      const MbdModel *model,
                                      const Owner *owner,
                                      int joint);
void lw_channels_add_load_advantage (LwChannels *self,
                                     const LwMechanism *mechanism,
                                     const MbdModel *model,
                                     const Owner *owner,
                                     bool torque);
/// `transmissions`: of LwTransmission.
void lw_channels_add_transmission (LwChannels *self,
                                   const LwMechanism *mechanism,
                                   const MbdModel *model,
                                   const GArray *transmissions,
                                   const Owner *owner,
                                   int joint);
double lw_channels_read_transmission (const Channel *channel, MbdState *state);

// Contact (lw-channels-contact.c)

void
lw_channels_add_contact (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model);
/// Of a body that takes part, after its other channels.
void lw_channels_add_contact_forces (LwChannels *self, const Owner *owner);
/// `run`: NULL when the state is not that of a run.
double lw_channels_read_contact (const Channel *channel, MbdState *state, const LwRun *run);
bool lw_channels_is_contact (const Channel *channel);
/// Give the channels from `first` on, which have their suffixes only, this prefix, or another one
/// when it is taken.
void lw_channels_name (LwChannels *self, const char *prefix, const char *otherwise, guint first);

G_END_DECLS
