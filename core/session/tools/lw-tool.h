// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools with which a mechanism is drawn. Gestures are interpreted here, without a toolkit:
// pointer and key events are input; edits and the feedback to be displayed are output. A tool
// collects points. From them and the position under the pointer it builds the mechanism that would
// result from releasing the button: this is the preview, and the same function makes the edit.
// World coordinates, m, at the start pose.

#pragma once

#include "lw-selection.h"
#include "lw-tool-snap.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_TOOL_CLICK_PX 4 ///< a press with less movement is a click

/// All tools: LW_TOOL_SELECT, with the class lw_tool_select_class (), and so on. In a group of the palette
/// they have this order.
/* clang-format off */
#define LW_TOOL_LIST(TOOL) \
  TOOL (SELECT, select) \
  TOOL (HAND, hand) \
  TOOL (LINK, link) \
  TOOL (POLYGON, polygon) \
  TOOL (BOX, box) \
  TOOL (DISC, disc) \
  TOOL (GROUND, ground) \
  TOOL (PIN, pin) \
  TOOL (SLIDER, slider) \
  TOOL (SLOT, slot) \
  TOOL (WELD, weld) \
  TOOL (BUSHING, bushing) \
  TOOL (ROD, rod) \
  TOOL (GEAR, gear) \
  TOOL (CONTACT, contact) \
  TOOL (SPRING, spring) \
  TOOL (FORCE, force) \
  TOOL (MOTOR, motor) \
  TOOL (ROPE, rope) \
  TOOL (TRACER, tracer) \
  TOOL (MEASURE, measure) \
  TOOL (BELT, belt) \
  TOOL (RACK, rack) \
  TOOL (CAM, cam) \
  TOOL (GENEVA, geneva) \
  TOOL (RATCHET, ratchet) \
  TOOL (DYAD, dyad) \
  TOOL (DRAG, drag) \
  TOOL (ANGLE, angle) \
  TOOL (PULLEY, pulley) \
  TOOL (CURVE, curve) \
  TOOL (SCALE, scale)
/* clang-format on */

#define LW_TOOL_KIND(NAME, name) LW_TOOL_##NAME,

typedef enum
{
  LW_TOOL_LIST (LW_TOOL_KIND) LW_N_TOOLS
} LwToolKind;

/// Groups of the palette.
typedef enum
{
  LW_TOOLS_DRAW,
  LW_TOOLS_JOIN,
  LW_TOOLS_DRIVE,
  LW_TOOLS_OBSERVE,
  LW_TOOLS_MACHINES, ///< belts, cams and other parts of machines
  LW_TOOLS_NONE,     ///< not in the palette; chosen by a command
} LwToolGroup;

typedef enum
{
  LW_TOOL_SHIFT = 1 << 0,
  LW_TOOL_CONTROL = 1 << 1,
  LW_TOOL_ALT = 1 << 2, ///< takes the lower of overlapping bodies
} LwToolModifiers;

typedef enum
{
  LW_TOOL_KEY_ENTER,
  LW_TOOL_KEY_ESCAPE,
  LW_TOOL_KEY_TAB,
  LW_TOOL_KEY_BACKSPACE,
  LW_TOOL_KEY_DELETE,
  LW_TOOL_KEY_LEFT,
  LW_TOOL_KEY_RIGHT,
  LW_TOOL_KEY_UP,
  LW_TOOL_KEY_DOWN,
} LwToolKey;

/// View of the drawing.
typedef struct
{
  double px_per_m;
  double grid;          ///< m, distance of the lines of the snapping grid
  double link_width_px; ///< width of links as drawn
  double newton_per_px; ///< scale of arrows of forces
  double speed_per_px;  ///< m/s per px, scale of arrows of velocities
  double centre[2];     ///< m, world point in the middle of the canvas
  LwUnits units;        ///< units of typed lengths and angles
  /// the displayed time is later than the start, in whose pose drawing takes place: there are no
  /// handles
  bool is_later;
  /// font size in parts of the usual one, by which handles are scaled too; 0 for the usual size
  double letters;
} LwToolView;

/// Feedback of the gesture to be displayed. All pointers are borrowed and valid until the next
/// event.
typedef struct
{
  LwMechanism *preview;    ///< NULL for the mechanism itself
  LwElementRef made;       ///< element that the gesture creates or moves
  const LwSnap *snap;      ///< NULL if there is no candidate
  const double *dimension; ///< from x, y to x, y: the length being drawn; NULL if none
  bool marks_start;        ///< mark the start of the dimension, where nothing may be visible
  const double *band;      ///< two corners of the rubber band; NULL if none
  bool crosshair;          ///< at the snap candidate, which is moved by keys
  const double *pose;      ///< positions of the mechanism while it is held; NULL for its start pose
  guint n_pose;            ///< length of `pose`
  const double *velocities; ///< with `pose`: direction in which the mechanism is moved
  /// paths of the tracers while the mechanism was held last: arrays of x, y, m; NULL if none
  const GPtrArray *paths;
  const double *grip;  ///< from the held point to the pointer, x, y each; NULL if not held
  const char *readout; ///< length and angle, current or being typed; NULL if none
  bool typing;
  const GArray *handles; ///< array of LwHandle of the selection; NULL if none
  int held_handle;       ///< its kind (LwHandleKind); -1 if none is dragged
  double letters;        ///< font size in parts of the usual one, also for the handles
  /// bodies that the gesture joins (array of LwElementRef), besides `made`
  const GArray *lit;
  /// names of the joined bodies (char *), one line per joint; with `chosen_line` >= 0 the possible
  /// pairs
  const GPtrArray *lines;
  int chosen_line;
  double place[2];        ///< candidate, beside which the lines are displayed
  const GArray *unjoined; ///< points (double[2]) that look joined but are not; NULL if none
} LwToolFeedback;

/// Entry of the palette and the list of keys; words are untranslated.
typedef struct
{
  const char *name; ///< name of the action
  const char *word;
  const char *title; ///< text of the tooltip
  const char *key;   ///< "L"; "" if it has none
  const char *icon;
  LwToolGroup group;
} LwToolInfo;

const LwToolInfo *lw_tool_get_info (LwToolKind kind);

#define LW_TYPE_TOOLS (lw_tools_get_type ())
G_DECLARE_FINAL_TYPE (LwTools, lw_tools, LW, TOOLS, GObject)

// Properties: "tool" (int, notified), "kept" (boolean, notified).
// Signals: "changed": the feedback has changed. "edited" (LwMechanism, name of the step): the
// mechanism, which has already been replaced in this object. "removed" (a number): number of
// elements that were deleted. "refused" (a message): the gesture is not possible.

LwTools *lw_tools_new (LwSelection *selection);
/// Sets the mechanism to be drawn; unless it was created here, a current gesture is cancelled.
void lw_tools_set_mechanism (LwTools *self, LwMechanism *mechanism);
LwMechanism *lw_tools_get_mechanism (LwTools *self);
void lw_tools_set_view (LwTools *self, const LwToolView *view);

LwToolKind lw_tools_get_tool (LwTools *self);
/// Chooses a tool. After one use Select becomes active again; choosing an active tool again keeps
/// it.
void lw_tools_choose (LwTools *self, LwToolKind tool);
bool lw_tools_get_kept (LwTools *self);
/// Returns true if a gesture has begun and is not finished.
bool lw_tools_is_busy (LwTools *self);
/// Returns a hint for the next action, translated.
const char *lw_tools_get_hint (LwTools *self);
void lw_tools_get_feedback (LwTools *self, LwToolFeedback *feedback);

/// Handles a press. `under` is the element that a click would select (used by Select).
void lw_tools_press (LwTools *self, double x, double y, unsigned modifiers, LwElementRef under);
void lw_tools_move (LwTools *self, double x, double y, unsigned modifiers);
void lw_tools_release (LwTools *self, double x, double y, unsigned modifiers);
void lw_tools_leave (LwTools *self);
/// Returns true if the key was used.
bool lw_tools_key (LwTools *self, LwToolKey key, unsigned modifiers);
/// Handles a typed character; returns true if it was accepted as part of a number or a formula.
bool lw_tools_type (LwTools *self, gunichar character);
/// Cancels the gesture; the tool remains active.
void lw_tools_cancel (LwTools *self);

G_END_DECLS
