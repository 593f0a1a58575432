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

// Number of drivers against which advantages are computed.
#define LW_CHANNELS_MOST_DRIVERS 4

typedef struct _Channel Channel;
typedef struct _Line Line;

// The velocities per unit rate of a driver, all others standing still.
typedef struct
{
  int driver;      // index of its coupling
  MbdState *state; // NULL: not in use
  MbdStatus status;
} Influence;

// Data read from the state during one call, shared by the channels of an element.
typedef struct
{
  const LwChannels *channels;
  MbdState *state;
  const LwRun *run;  // NULL if only the state is available
  double *errors[3]; // position, velocity and acceleration errors of all rows

  const Channel *wrench_of;
  MbdWrench wrench;
  const Channel *point_of;
  double position[3], velocity[3], acceleration[3];
  Influence influences[LW_CHANNELS_MOST_DRIVERS]; // those in use come first
} Reading;

// Source of a value: its reading function, and its properties. It is defined in the file of the
// lines that use it.
typedef struct
{
  double (*read) (Reading *reading, const Channel *channel);
  bool is_integral; // since the start of the run: exists only in the state of a run
  bool is_of_run;   // known only to a run
  bool is_square;   // a sum of squares, in which nothing cancels
  bool is_error;    // needs the errors of all rows; the component is the derivative
} Source;

// Data shared by the channels of an element, in the memory of the list.
typedef struct
{
  const char *label, *called, *predecessor, *successor; // as in Owner
} Told;

struct _Channel
{
  LwChannel public; // label and description: NULL until lw_channels_get ()
  const Line *line; // NULL if it is defined by a formula
  const Told *told;
  const Source *source;
  int component;
  int index;       // index of the body, coupling or force element in the model, or in
                   // `measurements`
  int other;       // contact: the second shape; a driver; the pin of input and coupler
  int side;        // reaction: side of the coupling in the model
  int axes_body;   // index; 0: world axes
  int pivot;       // coupling about which the output turns
  int slide;       // coupling whose normal force is passed on
  double point[3]; // body frame
  int first_row;
  int n_length_rows;
  int n_angle_rows;
  MbdCoordinate coordinate; // component: index of the coordinate of the coupling
};

// The channels of an element.
typedef struct
{
  LwElementRef element; // first: the key
  guint first, n;
} Span;

struct _LwChannels
{
  gatomicrefcount ref_count;
  GArray *channels;     // array of Channel
  GArray *measurements; // array of LwMeasurement, used for their points
  GHashTable *by_name;  // name → index + 1
  GHashTable *spans;    // set of Span, by element
  int n_rows;
  LwRoundOff round_off;
  GStringChunk *strings;  // names, and copies of strings of owners and lines
  GPtrArray *told;        // strings shared by the channels of an element
  GPtrArray *lines;       // array of Line, those created for one channel
  GHashTable *prefixes;   // set of name prefixes
  GString *joined;        // scratch
  GPtrArray *drivers;     // array of LwCoupling, while the list is built
  GArray *inputs;         // array of int: indices of the couplings that drive joints
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
  const Source *source;
  int component;
  LwChannelGroup group;
  const char *text; // completes "Pin B: ..."; @ stands for the body acted upon
  char *(*dup_mark) (const Channel *channel); // NULL: the mark above
  char *(*dup_text) (const Channel *channel); // NULL: the text above
  const char *rate; // suffix of the channel of the element that is the exact rate; NULL: none
};

// The element whose channels are being added.
typedef struct
{
  const char *label;  // "B"; NULL if the suffixes are the labels
  const char *called; // "Pin B", begins the description; NULL if the text is complete
  const char *predecessor, *successor; // names of the bodies; the successor replaces @
  int sides[4];                        // coupling: sides of its ends in the model; -1: no such end
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

// Reading (lw-channels-read.c)

/// Returns the force and moment of the channel's coupling on its side, world axes.
const MbdWrench *lw_reading_get_wrench (Reading *self, const Channel *channel);
/// Computes position, velocity and acceleration of the channel's point into the reading.
void lw_reading_find_point (Reading *self, const Channel *channel);
/// Returns the Euclidean norm of a vector, without overflow.
double lw_reading_norm (const double *x, int n);

// Channels of the whole mechanism (lw-channels-whole.c)
void lw_channels_add_whole (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model);

// Channels of a coupling (lw-channels-couplings.c). `transmissions`: array of LwTransmission.
void lw_channels_add_coupling (LwChannels *self,
                               const LwMechanism *mechanism,
                               const MbdModel *model,
                               const GArray *transmissions,
                               const LwCoupling *coupling);

// Channels of bodies and tracers (lw-channels-bodies.c).
void lw_channels_add_body (LwChannels *self, const Owner *owner, MbdMobility mobility);
void lw_channels_add_tracer (LwChannels *self, const Owner *owner, bool space);

// Channels of a force element (lw-channels-forces.c).
void lw_channels_add_force (LwChannels *self, const Owner *owner, const LwForce *force, bool space);

// Channels of a measurement (lw-channels-measurements.c).
void lw_channels_add_measurement (LwChannels *self, Owner *owner, const LwMeasurement *measurement);

// Reactions (lw-channels-reactions.c): on the second body in world axes, and all others

// `has_moment`: the force need not pass through the coupling's point on the body.

void lw_channels_add_reactions (LwChannels *self, Owner *owner, bool has_moment, bool space);
/// Adds the other reactions. `bodies`: indices of the first and the second body.
void lw_channels_add_other_reactions (LwChannels *self,
                                      const Owner *owner,
                                      const int bodies[2],
                                      const bool has_moment[2],
                                      bool space);

/// Adds those on the third (end 2) or fourth body of a coupling, `body` in descriptions, in world axes.
void lw_channels_add_side_reactions (LwChannels *self,
                                     const Owner *owner,
                                     int end,
                                     const char *body,
                                     bool is_ground,
                                     bool has_moment,
                                     bool space);

// The list (lw-channels.c)

/// Returns the name of a body for use within a description.
char *lw_channels_dup_body_in_text (const LwMechanism *mechanism, int id);
/// Returns true if the body moves in space.
bool lw_channels_is_in_space (const LwMechanism *mechanism, int body);
/// Gives the channels starting at `first`, the last ones, to their element, and its name or, if
/// that is missing or taken, kind and id as prefix.
void lw_channels_name_element (LwChannels *self,
                               const LwElement *element,
                               LwSelectionKind kind,
                               guint first);

// Transmission of motion and power (lw-channels-transmission.c)

/// Adds the mechanical advantages of the joint with this id, for the coordinate of the owner's
/// pattern; `suffix`: name of the first one.
void lw_channels_add_joint_advantage (LwChannels *self,
                                      const LwMechanism *mechanism,
                                      const MbdModel *model,
                                      const Owner *owner,
                                      const char *suffix,
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

// Contact (lw-channels-contact.c)

void
lw_channels_add_contact (LwChannels *self, const LwMechanism *mechanism, const MbdModel *model);
/// Adds the contact forces of a body that takes part, after its other channels.
void lw_channels_add_contact_forces (LwChannels *self, const Owner *owner);
/// Gives the prefix to the channels starting at `first`, which have only their suffixes; uses
/// `otherwise` if the prefix is taken.
void lw_channels_name (LwChannels *self, const char *prefix, const char *otherwise, guint first);

G_END_DECLS
