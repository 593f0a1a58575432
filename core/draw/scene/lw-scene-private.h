// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data of a scene, and declarations shared by the drawing functions while one frame is drawn.

#pragma once

#include "lw-crowd-private.h"
#include "lw-labels-private.h"
#include "lw-scene.h"
#include "lw-symbols-private.h"

G_BEGIN_DECLS

/// Symbol of a coupling.
typedef enum
{
  LW_JOINT_PIN,
  LW_JOINT_SLIDER,
  LW_JOINT_SLOT,  ///< slides and turns
  LW_JOINT_CURVE, ///< a pin in a curved slot
  LW_JOINT_RIGID,
  LW_JOINT_BALL, ///< spherical and universal

  // Couplings that are not joints.
  LW_JOINT_ROD,      ///< rod, rope, strut, actuator
  LW_JOINT_PIN_BALL, ///< rod with a pin and a ball
  LW_JOINT_DRIVE,    ///< driver, motor
  LW_JOINT_LIMIT,
  LW_JOINT_GEAR,
  LW_JOINT_ANGLE, ///< holds attitudes only
  LW_JOINT_CONTACT,
  LW_JOINT_FRICTION,
  LW_JOINT_OTHER, ///< a custom coupling kind
  LW_JOINT_KINDS,
} LwJointKind;

/// Properties in which symbols differ. Nothing else compares symbols.
typedef struct
{
  bool is_joint;         ///< has a place, at the origin of its frames
  bool is_pin;           ///< turns about one axis; several at one place are drawn as one
  bool slides;           ///< along an axis of its first body
  bool is_slot;          ///< slides and turns
  bool follows_curve;    ///< in a curved slot of its first body
  bool shows_compliance; ///< drawn as a bushing where it is compliant
  bool is_line;          ///< carries a load along the line between its points
  bool is_rod;           ///< a line of one rod, rope or strut
  bool drives;
  bool has_stops;
  bool has_wheels;
  bool is_named;   ///< shows its name while it is not selected
  bool is_counted; ///< numbers show its load: an arc of moment would cover its own arc
  double reach; ///< radius that takes a click, in sizes of symbols; of a joint that does not slide
} LwJointLook;

extern const LwJointLook lw_joint_looks[LW_JOINT_KINDS];

static inline bool
lw_joint_kind_is_joint (LwJointKind kind)
{
  return lw_joint_looks[kind].is_joint;
}

static inline bool
lw_joint_kind_slides (LwJointKind kind)
{
  return lw_joint_looks[kind].slides;
}

static inline bool
lw_joint_kind_is_line (LwJointKind kind)
{
  return lw_joint_looks[kind].is_line;
}

/// A wheel of a gear.
typedef struct
{
  int body;       ///< model index
  MbdFrame frame; ///< its centre on the body; it turns about z
  double radius;  ///< m, radius of the pitch circle
  double phase;   ///< rad, from x of the frame to a tooth
  int teeth;      ///< 0 for a pulley
  bool inward;    ///< a ring with its teeth inside
  LwHue hue;
} LwSceneWheel;

typedef struct
{
  const LwBody *body;
  int index;      ///< model index
  double *points; ///< link points or outline, n x 3, body frame, m
  bool *jointed;  ///< by point: true if it has a joint
  guint n_points;
  /// polygon with holes: its points loop by loop, without the cuts; NULL if there is one loop
  guint *order;
  guint *ends;           ///< end of each loop in `order`
  guint n_loops;         ///< number of loops
  int length_side;       ///< link: side of its length dimension, 1 on the right of its line, or -1
  bool hidden;           ///< neither drawn nor picked
  bool is_block;         ///< a single point that slides: only the joint's block is visible
  bool is_half_plane;    ///< drawn as infinite ground, to the right of its two points
  double contact_radius; ///< m; a link that takes part in contact is drawn with its contact width
} LwSceneBody;

typedef struct
{
  const LwCoupling *coupling;
  int index; ///< model index
  LwJointKind kind;
  int bodies[2];                ///< model indices; 0 for the ground
  double slide_axis[3];         ///< slider, slot: unit vector in the frame on the predecessor
  double slide_low, slide_high; ///< m, part of the rail used so far
  bool rail_below;              ///< hatch on the side of +90 deg (screen) of the slide axis
  int pin_bodies;       ///< bodies that meet at this point; 0 if another coupling draws the pin
  double ground_angle;  ///< rad, angle of the ground symbol
  bool driven, stopped; ///< a drive or end stops are drawn round it
  const struct LwGearSymbol *gear; ///< symbol of a gear; NULL for other couplings
  int wheels[2]; ///< wheels of a gear, indices into the wheels of the scene; -1 if none
  char *label;
  int label_choice, arrow_choice; ///< places in the last frame, so that labels do not jump
} LwSceneJoint;

typedef struct
{
  const LwForce *force;
  int index;           ///< model index
  bool grounded[2];    ///< true if a ground symbol is at this end
  double ground_angle; ///< rad, angle of the ground symbol of a bushing
  int label_choice;
} LwSceneForce;

/// Largest number of contact forces with labels; if there are more, none has a label.
#define LW_CONTACT_LABELS 6

typedef struct
{
  const LwTracer *tracer;
  int body;       ///< model index
  GArray *points; ///< array of double[3], world, m
  GArray *times;  ///< array of double, s
  int label_choice, arrow_choice;
} LwSceneTrace;

typedef struct
{
  const LwMeasurement *measurement;
  int side; ///< distance: side of its dimension line, 1 on the right of its line, or -1
} LwSceneMeasure;

bool lw_scene_is_hidden (const LwScene *self, LwSelectionKind kind, const LwElement *element);

/// An arrow or a moment of the current frame.
typedef struct
{
  LwArrowKind kind;
  double point[3], value[3]; ///< world; m, N or m/s
  double size;               ///< magnitude of value
  double moment;             ///< N m about z; 0 if none
  bool pale, selected;
  int *choice; ///< place of its label in the last frame; NULL if it has no label
} LwSceneVector;

struct _LwScene
{
  // owned
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *trace_state;
  const LwChanges *changes; ///< changes during the run, borrowed
  /// model at the start of the run, borrowed; NULL if it is the scene's model
  const MbdModel *first;
  LwRecording *traced; ///< recording from which the traces are read
  double *sample;      ///< one sample of it
  LwSceneBody *bodies;
  guint n_bodies;
  LwSceneJoint *joints;
  guint n_joints;
  GArray *wheels; ///< array of LwSceneWheel
  LwSceneForce *forces;
  guint n_forces;
  LwSceneTrace *traces;
  guint n_traces;
  LwSceneMeasure *measures;
  guint n_measures;
  GArray *scratch; ///< array of double, screen points
  GArray *vectors; ///< array of LwSceneVector, of the frame being drawn

  int contact_choices[LW_CONTACT_LABELS]; ///< places of their labels
  double weight;                          ///< N, weight of all moving bodies
  double link_width;                      ///< m
  double median_length;                   ///< m
  double least_force;                     ///< N; reactions up to this value are round-off
  size_t traced_samples, trace_stride;
  double largest[LW_ARROW_KINDS];
  double scale[LW_ARROW_KINDS];
  double card_x[LW_ARROW_KINDS];      ///< px, start of the arrow on the scale card
  double card_length[LW_ARROW_KINDS]; ///< px; 0 if the kind has no arrow
  double card_value[LW_ARROW_KINDS];  ///< SI
  double card_y;
  int held_scale;                   ///< 1 + the kind whose value on the card is held; 0 if none
  bool fixed_scale[LW_ARROW_KINDS]; ///< set by lw_scene_set_largest ()
};

/// State of the frame being drawn.
typedef struct
{
  LwScene *scene;
  LwBrush brush;
  const LwPalette *palette;
  const LwView *view;
  MbdState *state;
  const LwDrawOptions *options;
  LwLabels *labels;
  LwCrowd *crowd;       ///< NULL if each element is drawn separately
  bool ghost;           ///< true while an earlier pose is drawn
  GHashTable *selected; ///< selected elements if there are many, otherwise NULL
} LwSceneFrame;

/// Computes the screen position of a point of a body, px.
void lw_scene_frame_body_point (const LwSceneFrame *self,
                                int body,
                                const double point[3],
                                double *x,
                                double *y);
/// Returns the symbol state of an element, from hover and selection.
LwSymbolState
lw_scene_frame_symbol_state (const LwSceneFrame *self, LwSelectionKind kind, int id, bool enabled);
bool lw_scene_frame_is_selected (const LwSceneFrame *self, LwSelectionKind kind, int id);
LwSymbolState lw_scene_frame_joint_symbol_state (const LwSceneFrame *self,
                                                 const LwSceneJoint *joint);
bool lw_scene_frame_is_broken (const LwSceneFrame *self, const LwSceneJoint *joint);
/// Returns true for a pin or weld in the plane with springs as constraints.
bool lw_scene_frame_shows_compliance (const LwSceneFrame *self, const LwSceneJoint *joint);
/// Returns false if a box on the screen is outside the view.
bool lw_scene_frame_sees (const LwSceneFrame *self, double x1, double y1, double x2, double y2);
/// Returns true if a joint is drawn with its reaction: as an arrow or, for a rod, as its tension.
bool lw_scene_shows_reaction (const LwScene *self, MbdState *state, const LwSceneJoint *joint);
/// Returns the largest contact force for the scale of arrows, N; an impact counts as this much.
double lw_scene_most_contact (const LwScene *self);
/// Records a value for the scale of its kind.
void lw_scene_observe (LwScene *self, LwArrowKind kind, double value);
/// Symbol of a force element, by its family.
typedef struct
{
  /// Draws it with these ends on the screen; NULL: its arrow shows it.
  void (*draw) (const LwSceneFrame *self,
                const MbdForceDef *def,
                const double ends[4],
                LwSymbolState symbol_state);
  double ring[2]; ///< radius that takes a click at each end, in sizes of symbols; 0: none
  /// Half width that takes a click along the line between them, in sizes of symbols, and in px; 0: none.
  double line, line_px;
} LwForceLook;

extern const LwForceLook lw_force_looks[LW_FAMILIES + 1];

/// Draws a compliant joint at (x, y) whose second frame is (dx, dy) away, px.
void lw_scene_frame_draw_compliance (const LwSceneFrame *self,
                                     double x,
                                     double y,
                                     double dx,
                                     double dy,
                                     LwSymbolState symbol_state);
/// Initialises the force elements; joints that a compliant one replaces are not drawn.
void lw_scene_init_forces (LwScene *self, MbdState *state);
/// Returns the angle of the ground symbol at an end, rad; for a spring it faces away from the other
/// end.
double lw_scene_force_ground_angle (const LwSceneForce *force,
                                    int side,
                                    const double a[3],
                                    const double b[3]);
/// Returns the body with a model index; NULL for the ground.
const LwSceneBody *lw_scene_body_at (const LwScene *self, int index);

/// Parts of lw_draw_mechanism (). The first finds all forces and adapts the scales.
void lw_scene_frame_observe (const LwSceneFrame *self);
void lw_scene_frame_draw_bodies (const LwSceneFrame *self);
void lw_scene_frame_draw_ground (const LwSceneFrame *self);
/// Half-planes; contact outlines of selected elements; contacts at the displayed time.
void lw_scene_init_contacts (LwScene *self);
void lw_scene_frame_draw_half_planes (const LwSceneFrame *self);
void lw_scene_frame_draw_contact_outlines (const LwSceneFrame *self);
void lw_scene_frame_observe_contacts (const LwSceneFrame *self);
void lw_scene_frame_draw_contacts (const LwSceneFrame *self);
/// Limits `*low` and `*high`, px along a line from (x, y), to the visible part of the line with a
/// margin. Returns false if no part is visible.
bool
lw_view_clip_line (const LwView *view, double x, double y, double angle, double *low, double *high);
void lw_scene_frame_draw_forces (const LwSceneFrame *self);
/// Draws the ground symbols of force elements.
void lw_scene_frame_draw_force_grounds (const LwSceneFrame *self);
void lw_scene_frame_draw_ground_pin (const LwSceneFrame *self, const double world[3], double angle);
void lw_scene_frame_draw_joints (const LwSceneFrame *self);
/// Sets the trace state to the recorded positions at a time, s.
void lw_scene_set_trace (LwScene *self, double time, const double *q);
void lw_scene_frame_draw_traces (const LwSceneFrame *self);
void lw_scene_frame_draw_solids (const LwSceneFrame *self);
/// Draws rods, ropes and struts; belts, racks and pitch circles.
void lw_scene_frame_draw_lines (const LwSceneFrame *self);
/// Draws drives, end stops, angles and contacts, and marks compliant, broken and redundant
/// couplings.
void lw_scene_frame_draw_couplings (const LwSceneFrame *self);
void lw_scene_frame_draw_body (const LwSceneFrame *self, const LwSceneBody *body);
/// Draws the hatch over a fixed body; does nothing for other bodies.
void lw_scene_frame_draw_fixed (const LwSceneFrame *self, const LwSceneBody *body);
/// Draws earlier poses of the run, under the bodies.
void lw_scene_frame_draw_ghosts (const LwSceneFrame *self);
/// Draws a fading path through n screen points, the newest first.
void lw_scene_frame_draw_fading_trace (const LwSceneFrame *self, const double *points, size_t n);
/// Draws centres of mass, axes and instantaneous centres.
void lw_scene_frame_draw_overlays (const LwSceneFrame *self);
/// Draws the directions in which the mechanism can move.
void lw_scene_frame_draw_free_motion (const LwSceneFrame *self);
/// Draws arrows, the scale card, and all labels.
void lw_scene_frame_draw_arrows (const LwSceneFrame *self);

G_END_DECLS
