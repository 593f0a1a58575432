// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools with which a mechanism is drawn. What becomes of a gesture is decided here, without a
// toolkit: pointer and keys go in, edits and what is to be shown come out. A tool collects points,
// and builds from those it has, and the place under the pointer, the mechanism that releasing the
// button would give: that is the preview, and the same function makes the edit. World coordinates,
// m, at the start pose.

#pragma once

#include "lw-selection.h"
#include "lw-tool-snap.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_TOOL_CLICK_PX 4 ///< a press that moves less is a click

typedef enum
{
  LW_TOOL_SELECT,
  LW_TOOL_HAND,
  LW_TOOL_LINK,
  LW_TOOL_POLYGON,
  LW_TOOL_BOX,
  LW_TOOL_DISC,
  LW_TOOL_GROUND,
  LW_TOOL_PIN,
  LW_TOOL_SLIDER,
  LW_TOOL_SLOT,
  LW_TOOL_WELD,
  LW_TOOL_BUSHING,
  LW_TOOL_ROD,
  LW_TOOL_GEAR,
  LW_TOOL_CONTACT,
  LW_TOOL_SPRING,
  LW_TOOL_FORCE,
  LW_TOOL_MOTOR,
  LW_TOOL_ROPE,
  LW_TOOL_TRACER,
  LW_TOOL_MEASURE,
  LW_TOOL_SCALE,
  LW_N_TOOLS
} LwToolKind;

/// Groups of the palette.
typedef enum
{
  LW_TOOLS_DRAW,
  LW_TOOLS_JOIN,
  LW_TOOLS_DRIVE,
  LW_TOOLS_OBSERVE,
  LW_TOOLS_NONE, ///< not in the palette: a command chooses it
} LwToolGroup;

typedef enum
{
  LW_TOOL_SHIFT = 1 << 0,
  LW_TOOL_CONTROL = 1 << 1,
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

/// How the drawing is looked at.
typedef struct
{
  double px_per_m;
  double grid;          ///< m, between the lines that are snapped to
  double link_width_px; ///< as links are drawn
  double newton_per_px; ///< of an arrow
  double speed_per_px;  ///< m/s, of an arrow
  double centre[2];     ///< m, in the middle of the canvas
  LwUnits units;        ///< in which lengths and angles are typed
  bool is_later;        ///< than the start, which is what is drawn: nothing has handles
  double letters; ///< how large they are, of their usual size: handles are so, too; 0: as usual
} LwToolView;

/// What is to be shown of the gesture. All is borrowed and valid until the next event.
typedef struct
{
  LwMechanism *preview;    ///< NULL: the mechanism itself
  LwElementRef made;       ///< what the gesture makes, or moves
  const LwSnap *snap;      ///< NULL: no candidate
  const double *dimension; ///< from x, y to x, y: the length that is being drawn; NULL: none
  bool marks_start;        ///< where the dimension begins there may be nothing to be seen
  const double *band;      ///< two corners of the rubber band; NULL: none
  bool crosshair;          ///< at the snap candidate: the place is moved by keys
  const double *pose;      ///< positions of the mechanism as it is held; NULL: where it starts
  guint n_pose;            ///< how many numbers
  const double *grip;  ///< from where it is held to where it is pulled, x, y each; NULL: it is not
  const char *readout; ///< length and angle, as they are or as they are being typed; NULL: none
  bool typing;
  const GArray *handles;  ///< of LwHandle, of what is selected; NULL: none
  int held_handle;        ///< its kind (LwHandleKind); -1: none is dragged
  double letters;         ///< how large they and the handles are, of their usual size
  const GArray *unjoined; ///< places (double[2]) that only look joined; NULL: none
} LwToolFeedback;

/// What the palette and the list of keys show; words are untranslated.
typedef struct
{
  const char *name; ///< of the action
  const char *word;
  const char *title; ///< for the tooltip
  const char *key;   ///< "L"; "" when it has none
  const char *icon;
  LwToolGroup group;
} LwToolInfo;

const LwToolInfo *lw_tool_get_info (LwToolKind kind);

#define LW_TYPE_TOOLS (lw_tools_get_type ())
G_DECLARE_FINAL_TYPE (LwTools, lw_tools, LW, TOOLS, GObject)

// Properties: "tool" (int, notified), "kept" (boolean, notified).
// Signals: "changed": something else is to be shown. "edited" (LwMechanism, name of the step): the
// next mechanism, which is this one's by now. "removed" (a number): so many elements were deleted.
// "refused" (a sentence): the gesture cannot be done.

LwTools *lw_tools_new (LwSelection *selection);
/// The mechanism that is drawn; unless it came from here, a gesture that lasts is given up.
void lw_tools_set_mechanism (LwTools *self, LwMechanism *mechanism);
LwMechanism *lw_tools_get_mechanism (LwTools *self);
void lw_tools_set_view (LwTools *self, const LwToolView *view);

LwToolKind lw_tools_get_tool (LwTools *self);
/// After one use the tool goes back to Select; choosing it again while it is active keeps it.
void lw_tools_choose (LwTools *self, LwToolKind tool);
bool lw_tools_get_kept (LwTools *self);
/// A gesture has begun and is not finished.
bool lw_tools_is_busy (LwTools *self);
/// What to do now, translated.
const char *lw_tools_get_hint (LwTools *self);
void lw_tools_get_feedback (LwTools *self, LwToolFeedback *feedback);

/// `under`: what a click would take (used by Select).
void lw_tools_press (LwTools *self, double x, double y, unsigned modifiers, LwElementRef under);
void lw_tools_move (LwTools *self, double x, double y, unsigned modifiers);
void lw_tools_release (LwTools *self, double x, double y, unsigned modifiers);
void lw_tools_leave (LwTools *self);
/// True when the key meant something.
bool lw_tools_key (LwTools *self, LwToolKey key, unsigned modifiers);
/// A character that is typed; true when it was taken as part of a number or a formula.
bool lw_tools_type (LwTools *self, gunichar character);
/// Give the gesture up; the tool stays.
void lw_tools_cancel (LwTools *self);

G_END_DECLS
