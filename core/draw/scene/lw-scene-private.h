// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the drawing functions know of a scene, and what they share while one frame is drawn.

#pragma once

#include "lw-crowd-private.h"
#include "lw-labels-private.h"
#include "lw-scene.h"
#include "lw-symbols-private.h"

G_BEGIN_DECLS

/// How a coupling is drawn.
typedef enum
{
  LW_JOINT_PIN,
  LW_JOINT_SLIDER,
  LW_JOINT_SLOT, ///< slides and turns
  LW_JOINT_WELD,
  LW_JOINT_BALL, ///< spherical and universal

  // What is no joint.
  LW_JOINT_ROD,      ///< rod, rope, strut, actuator
  LW_JOINT_PIN_BALL, ///< rod with a pin and a ball
  LW_JOINT_DRIVE,    ///< driver, motor
  LW_JOINT_LIMIT,
  LW_JOINT_GEAR,
  LW_JOINT_ANGLE, ///< holds attitudes only
  LW_JOINT_CONTACT,
  LW_JOINT_OTHER, ///< a kind of one's own
} LwJointKind;

static inline bool
lw_joint_kind_is_joint (LwJointKind kind)
{
  return kind < LW_JOINT_ROD;
}

/// Acts along the line between its points and carries a load there.
static inline bool
lw_joint_kind_is_line (LwJointKind kind)
{
  return kind == LW_JOINT_ROD || kind == LW_JOINT_PIN_BALL;
}

/// How a gear is drawn.
typedef enum
{
  LW_GEAR_LINE, ///< from joint to joint
  LW_GEAR_MESH,
  LW_GEAR_BELT,
  LW_GEAR_RACK,
  LW_GEAR_THREAD,
} LwGearKind;

/// A wheel of a gear.
typedef struct
{
  int body;       ///< model index
  MbdFrame frame; ///< of its centre on the body; it turns about z
  double radius;  ///< m, of the pitch circle
  double phase;   ///< rad, of a tooth from x of the frame
  int teeth;      ///< 0: a pulley
  bool inward;    ///< a ring with its teeth inside
  LwHue hue;
} LwSceneWheel;

typedef struct
{
  const LwBody *body;
  int index;      ///< in the model
  double *points; ///< link points or outline, n x 3, body frame, m
  bool *jointed;  ///< by point: a joint is there
  guint n_points;
  guint *order;  ///< polygon with holes: its points loop by loop, without the cuts; NULL: one loop
  guint *ends;   ///< where each loop ends in it
  guint n_loops; ///< of them
  int length_side;    ///< of a link, where its length is drawn: 1 on the right of its line, or -1
  bool hidden;        ///< neither drawn nor picked
  bool is_block;      ///< a single point that slides: the joint's block is all there is to see
  bool is_half_plane; ///< drawn as ground without end, to the right of its two points
  double contact_radius; ///< m: a link that takes part in contact is drawn as wide as it touches
} LwSceneBody;

typedef struct
{
  const LwCoupling *coupling;
  int index; ///< in the model
  LwJointKind kind;
  int bodies[2];                ///< model indices; 0: the ground
  double slide_axis[3];         ///< slider, slot: in the frame on the predecessor, unit
  double slide_low, slide_high; ///< m, the part of the rail that was used so far
  bool rail_below;              ///< hatch on the side of +90 deg (screen) of the slide axis
  int pin_bodies;       ///< bodies that meet at this point; 0: another coupling draws the pin
  double ground_angle;  ///< rad, how the ground pin stands
  bool driven, stopped; ///< a drive or end stops are drawn round it
  LwGearKind gear;
  int wheels[2]; ///< of a gear, in the wheels of the scene; -1: none
  char *label;
  int label_choice, arrow_choice; ///< placed here in the last frame, so that labels do not jump
} LwSceneJoint;

typedef struct
{
  const LwForce *force;
  int index;           ///< in the model
  bool grounded[2];    ///< a ground pin stands at this end
  double ground_angle; ///< rad, how that of a bushing stands
  int label_choice;
} LwSceneForce;

/// Labels of the forces of contacts: there are so many at most, else none.
#define LW_CONTACT_LABELS 6

typedef struct
{
  const LwTracer *tracer;
  int body;       ///< model index
  GArray *points; ///< of double[3], world
  GArray *times;  ///< of double
  int label_choice, arrow_choice;
} LwSceneTrace;

typedef struct
{
  const LwMeasurement *measurement;
  int side; ///< of a distance, where it is drawn: 1 on the right of its line, or -1
} LwSceneMeasure;

bool lw_scene_is_hidden (const LwScene *self, LwSelectionKind kind, const LwElement *element);

/// An arrow or a moment of this frame.
typedef struct
{
  LwArrowKind kind;
  double point[3], value[3]; ///< world; m, N or m/s
  double size;               ///< length of value
  double moment;             ///< N m about z; 0: none
  bool pale, selected;
  int *choice; ///< where its label was; NULL: no label
} LwSceneVector;

struct _LwScene
{
  // Owned
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *trace_state;
  const LwChanges *changes; ///< of the run, borrowed
  const MbdModel *first;    ///< with which it began, borrowed; NULL: that of the scene
  LwRecording *traced;      ///< whose samples the traces hold
  double *sample;           ///< one sample of it
  LwSceneBody *bodies;
  guint n_bodies;
  LwSceneJoint *joints;
  guint n_joints;
  GArray *wheels; ///< of LwSceneWheel
  LwSceneForce *forces;
  guint n_forces;
  LwSceneTrace *traces;
  guint n_traces;
  LwSceneMeasure *measures;
  guint n_measures;
  GArray *scratch; ///< of double, screen points
  GArray *vectors; ///< of LwSceneVector, of the frame being drawn

  int contact_choices[LW_CONTACT_LABELS]; ///< where their labels were
  double weight;                          ///< N, of all that moves
  double link_width;                      ///< m
  double median_length;                   ///< m
  double least_force;                     ///< N; reactions up to it are round-off
  size_t traced_samples, trace_stride;
  double largest[LW_ARROW_KINDS];
  double scale[LW_ARROW_KINDS];
  double card_x[LW_ARROW_KINDS];      ///< px, where the arrow of the scale card begins
  double card_length[LW_ARROW_KINDS]; ///< px; 0: it has none
  double card_value[LW_ARROW_KINDS];  ///< SI
  double card_y;
  int held_scale; ///< 1 + the kind whose value on the card stays what it is; 0: none
  bool fixed_scale[LW_ARROW_KINDS]; ///< given by lw_scene_set_largest ()
};

/// One frame being drawn.
typedef struct
{
  LwScene *scene;
  LwBrush brush;
  const LwPalette *palette;
  const LwView *view;
  MbdState *state;
  const LwDrawOptions *options;
  LwLabels *labels;
  LwCrowd *crowd;       ///< NULL: each element is drawn as it is
  bool ghost;           ///< an earlier pose is drawn
  GHashTable *selected; ///< what is selected, when that is much; else NULL
} LwSceneFrame;

/// Screen position of a point of a body.
void lw_scene_frame_body_point (const LwSceneFrame *self,
                                int body,
                                const double point[3],
                                double *x,
                                double *y);
/// Look of an element by what is hovered and selected.
LwSymbolState
lw_scene_frame_symbol_state (const LwSceneFrame *self, LwSelectionKind kind, int id, bool enabled);
bool lw_scene_frame_is_selected (const LwSceneFrame *self, LwSelectionKind kind, int id);
LwSymbolState lw_scene_frame_joint_symbol_state (const LwSceneFrame *self,
                                                 const LwSceneJoint *joint);
bool lw_scene_frame_is_broken (const LwSceneFrame *self, const LwSceneJoint *joint);
/// A pin or weld in the plane whose conditions are springs.
bool lw_scene_frame_is_bushing (const LwSceneFrame *self, const LwSceneJoint *joint);
/// False when a box on the screen is out of sight.
bool lw_scene_frame_sees (const LwSceneFrame *self, double x1, double y1, double x2, double y2);
/// Whether a joint is drawn with its reaction, as an arrow or, of a rod, as its tension.
bool lw_scene_shows_reaction (const LwScene *self, MbdState *state, const LwSceneJoint *joint);
/// N, of a contact: an impact counts no more.
double lw_scene_most_contact (const LwScene *self);
/// Note a value for the scale of its kind.
void lw_scene_observe (LwScene *self, LwArrowKind kind, double value);
/// Force elements; joints that a bushing has replaced are not to be seen.
void lw_scene_init_forces (LwScene *self, MbdState *state);
/// How the ground at an end stands: that of a spring away from the other end.
double lw_scene_force_ground_angle (const LwSceneForce *force,
                                    int side,
                                    const double a[3],
                                    const double b[3]);
/// The body of a model index; NULL for the ground.
const LwSceneBody *lw_scene_body_at (const LwScene *self, int index);

/// Parts of lw_draw_mechanism (). The first looks up all forces and adapts the scales.
void lw_scene_frame_observe (const LwSceneFrame *self);
void lw_scene_frame_draw_bodies (const LwSceneFrame *self);
void lw_scene_frame_draw_ground (const LwSceneFrame *self);
/// Half-planes; outlines by which what is selected touches; what touches at the instant.
void lw_scene_init_contacts (LwScene *self);
void lw_scene_frame_draw_half_planes (const LwSceneFrame *self);
void lw_scene_frame_draw_contact_outlines (const LwSceneFrame *self);
void lw_scene_frame_observe_contacts (const LwSceneFrame *self);
void lw_scene_frame_draw_contacts (const LwSceneFrame *self);
/// px along a line from (x, y) that can be seen: *low to *high, with some to spare; false: none.
bool
lw_view_clip_line (const LwView *view, double x, double y, double angle, double *low, double *high);
void lw_scene_frame_draw_forces (const LwSceneFrame *self);
/// What holds force elements to the ground.
void lw_scene_frame_draw_force_grounds (const LwSceneFrame *self);
void lw_scene_frame_draw_ground_pin (const LwSceneFrame *self, const double world[3], double angle);
void lw_scene_frame_draw_joints (const LwSceneFrame *self);
/// The trace state stands where a recording was at a time.
void lw_scene_set_trace (LwScene *self, double time, const double *q);
void lw_scene_frame_draw_traces (const LwSceneFrame *self);
void lw_scene_frame_draw_solids (const LwSceneFrame *self);
/// Rods, ropes and struts; belts, racks and pitch circles.
void lw_scene_frame_draw_lines (const LwSceneFrame *self);
/// Drives, end stops, angles, contacts, and what is compliant, broken or redundant.
void lw_scene_frame_draw_couplings (const LwSceneFrame *self);
void lw_scene_frame_draw_body (const LwSceneFrame *self, const LwSceneBody *body);
/// The hatch over a body that does not move; over others nothing.
void lw_scene_frame_draw_fixed (const LwSceneFrame *self, const LwSceneBody *body);
/// Earlier poses of the run, under the bodies.
void lw_scene_frame_draw_ghosts (const LwSceneFrame *self);
/// Screen points, the newest first.
void lw_scene_frame_draw_fading_trace (const LwSceneFrame *self, const double *points, size_t n);
/// Centres of mass, axes, instantaneous centres.
void lw_scene_frame_draw_overlays (const LwSceneFrame *self);
/// How the mechanism can move.
void lw_scene_frame_draw_free_motion (const LwSceneFrame *self);
/// Arrows, the scale card, and all labels.
void lw_scene_frame_draw_arrows (const LwSceneFrame *self);

G_END_DECLS
