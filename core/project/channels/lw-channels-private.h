// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the channels, shared by the list of channels and the reading of their
// values.

#pragma once

#include "lw-channels.h"
#include "lw-round-off.h"
#include "lw-run.h"

G_BEGIN_DECLS

// Source of a channel's value.
typedef enum
{
  SOURCE_TIME,
  SOURCE_KINETIC,
  SOURCE_POTENTIAL,
  SOURCE_TOTAL,
  SOURCE_GRAVITY,
  SOURCE_ELASTIC,
  SOURCE_ALL_DISSIPATED, // sum over all force elements
  SOURCE_ALL_RESIDUAL,
  SOURCE_BALANCE,
  SOURCE_MOMENTUM,
  SOURCE_ANGULAR_MOMENTUM,
  SOURCE_POSITION, // position of a point of a body
  SOURCE_VELOCITY,
  SOURCE_SPEED,
  SOURCE_ACCELERATION,
  SOURCE_ANGLE,
  SOURCE_QUATERNION,
  SOURCE_ANGULAR_VELOCITY,
  SOURCE_ANGULAR_ACCELERATION, // about z, or about an axis of the world
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
  SOURCE_COORDINATE, // coordinate of a joint, or of the coordinate that a driver, limit or gear
                     // works on
  SOURCE_COORDINATE_RATE,
  SOURCE_EFFORT, // effort of a driver or limit on its coordinate, positive increases it
  SOURCE_POWER,
  SOURCE_GAP, // gap of a row
  SOURCE_ACTIVE,
  SOURCE_BROKEN,
  SOURCE_ROW_ENERGY, // energy stored by the rows of a compliant coupling
  SOURCE_ROW_DISSIPATED,
  SOURCE_COUPLING_INPUT, // integrals since the start of the run
  SOURCE_COUPLING_TAKEN,
  SOURCE_FORCE_INPUT,
  SOURCE_FORCE_TAKEN,
  SOURCE_SPRING_LENGTH,
  SOURCE_SPRING_RATE,
  SOURCE_SPRING_TENSION,
  SOURCE_STORED, // energy stored by a force element; the sources below are of force elements, too
  SOURCE_DISSIPATED,
  SOURCE_RESIDUAL,
  SOURCE_ACTION_FORCE,
  SOURCE_ACTION_FORCE_SIZE,
  SOURCE_ACTION_MOMENT,
  SOURCE_BUSHING_ANGLE,
  SOURCE_BUSHING_ANGLE_RATE,
  SOURCE_BUSHING_SHIFT, // along the axes half-way between the frames
  SOURCE_BUSHING_SHIFT_RATE,
  SOURCE_BUSHING_SHIFT_A, // along the axes of the first frame
  SOURCE_MEASURED,        // distance or angle of a measurement; `component` 1: its rate
  SOURCE_MEASURED_POINT,  // point of a measurement of one point
  SOURCE_TRANSMISSION,    // angle; `component` is the LwTransmissionKind
  SOURCE_JOINT_ADVANTAGE, // mechanical advantage of a joint, against the driver `other`
  SOURCE_LOAD_ADVANTAGE,
  SOURCE_POWER_RATIO,
  SOURCE_SOLVER,         // statistics of the solver since the start of the run
  SOURCE_DEFINED,        // computed from other channels; `index`: index of the derivation
  SOURCE_CONTACT_POINTS, // number in the whole mechanism
  SOURCE_CONTACT_SOLVER,
  SOURCE_CONTACT_DISSIPATED,
  SOURCE_CONTACT_FORCE, // sum of all contacts on a body; `component` 2: the moment; 3, 4: only the
                        // friction
  SOURCE_PAIR_GAP,      // gap of two shapes: `index` and `other`
  SOURCE_PAIR_NORMAL,
  SOURCE_PAIR_FRICTION,
  SOURCE_PAIR_FRICTION_AXIS,
  SOURCE_PAIR_FRICTION_RATIO,
  SOURCE_PAIR_FRICTION_POWER,
  SOURCE_PAIR_SLIP,
  SOURCE_PAIR_IMPULSE,
} Source;

typedef struct _Line Line;

// Data shared by the channels of an element, in the memory of the list.
typedef struct
{
  const char *label, *called, *predecessor, *successor; // as in Owner
} Told;

typedef struct
{
  LwChannel public; // label and description: NULL until lw_channels_get ()
  const Line *line; // NULL if it is defined by a formula
  const Told *told;
  Source source;
  int component;
  int index;       // index of the body, coupling or force element in the model, or in
                   // `measurements`
  int other;       // contact: the second shape; a driver; the pin of input and coupler
  int side;        // reaction: 0 on the first body, 1 on the second
  int axes_body;   // index; 0: world axes
  int pivot;       // coupling about which the output turns
  int slide;       // coupling whose normal force is passed on
  double point[3]; // body frame
  int first_row;
  int n_length_rows;
  int n_angle_rows;
  MbdCoordinate coordinate; // component: index of the coordinate of the coupling
} Channel;

struct _LwChannels
{
  gatomicrefcount ref_count;
  GArray *channels;     // array of Channel
  GArray *measurements; // array of LwMeasurement, used for their points
  GHashTable *by_name;  // name → index + 1
  int n_rows;
  LwRoundOff round_off;
  GStringChunk *strings;  // names, and copies of strings of owners and lines
  GPtrArray *told;        // strings shared by the channels of an element
  GPtrArray *lines;       // array of Line, those created for one channel
  GHashTable *prefixes;   // set of name prefixes
  GString *joined;        // scratch
  GPtrArray *drivers;     // array of LwCoupling, while the list is built
  LwChannels *base;       // list whose strings are shared; NULL if there is none
  GPtrArray *derivations; // derivations of the defined channels; NULL if none is defined
  GHashTable *refused;    // definition → error message; NULL if there are none
};

// Line of a table: one channel of each element of a kind.
struct _Line
{
  const char *suffix; // without a point
  const char *mark;   // appended to the label where labels would otherwise be ambiguous in the
                      // legend
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
  const char *label;  // "B"; NULL if the suffixes are the labels
  const char *called; // "Pin B", begins the description; NULL if the text is complete
  const char *predecessor, *successor; // names of the bodies; the successor replaces @
  Channel pattern;                     // fields that all its channels share
} Owner;

/// Adds a channel for each line of a table; the lines must be static.
void lw_channels_add_lines (LwChannels *self, const Owner *owner, const Line *lines, size_t n);
#define ADD_LINES(self, owner, lines)                                                              \
  lw_channels_add_lines (self, owner, lines, G_N_ELEMENTS (lines))

/// Adds a channel for a line whose strings belong to the caller; quantity and unit are constants.
void lw_channels_add_made_line (LwChannels *self, const Owner *owner, const Line *line);
/// Gives this prefix (NULL: none) to the channels starting at `first`, which have only their
/// suffixes.
void lw_channels_prefix (LwChannels *self, const char *prefix, guint first);
/// Returns a list without channels, with room for `expected` channels.
LwChannels *lw_channels_new_empty (guint expected);

// Channels of bodies and tracers (lw-channels-bodies.c).
void lw_channels_add_body (LwChannels *self, const Owner *owner, MbdMobility mobility);
void lw_channels_add_tracer (LwChannels *self, const Owner *owner, bool space);

// Channels of a force element (lw-channels-forces.c).
void
lw_channels_add_force (LwChannels *self, const Owner *owner, const MbdForceDef *def, bool space);

// Channels of a measurement, and their values (lw-channels-measurements.c).
void lw_channels_add_measurement (LwChannels *self, Owner *owner, const LwMeasurement *measurement);
double
lw_channels_read_measurement (const LwChannels *self, MbdState *state, const Channel *channel);

// Reactions (lw-channels-reactions.c): on the second body in world axes, and all others

void lw_channels_add_reactions (LwChannels *self, Owner *owner, bool space);
/// Adds the other reactions. `bodies`: indices of the first and the second body.
void lw_channels_add_other_reactions (LwChannels *self,
                                      const Owner *owner,
                                      const int bodies[2],
                                      bool space);
double lw_channels_read_reaction (const Channel *channel, MbdState *state, const MbdWrench *wrench);
/// Returns the name of a body for use within a description (lw-channels.c).
char *lw_channels_dup_body_in_text (const LwMechanism *mechanism, int id);

// Transmission of motion and power (lw-channels-transmission.c)

/// Adds the mechanical advantages of the joint with this id, for the coordinate of the owner's
/// pattern.
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
/// Adds the transmission angles of a joint. `transmissions`: array of LwTransmission.
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
/// Adds the contact forces of a body that takes part, after its other channels.
void lw_channels_add_contact_forces (LwChannels *self, const Owner *owner);
/// Returns the value of a contact channel. `run`: NULL if the state does not belong to a run.
double lw_channels_read_contact (const Channel *channel, MbdState *state, const LwRun *run);
bool lw_channels_is_contact (const Channel *channel);
/// Gives the prefix to the channels starting at `first`, which have only their suffixes; uses
/// `otherwise` if the prefix is taken.
void lw_channels_name (LwChannels *self, const char *prefix, const char *otherwise, guint first);

G_END_DECLS
