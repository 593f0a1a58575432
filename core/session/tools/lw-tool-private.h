// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tools share. A tool is one file with one class table, and one line in the list of
// lw-tool.c.

#pragma once

#include "lw-binding.h"
#include "lw-drag-solver.h"
#include "lw-marks.h"
#include "lw-move.h"
#include "lw-names.h"
#include "lw-tool-handle.h"
#include "lw-tool.h"

G_BEGIN_DECLS

#define LW_TOOL_REACH_PX 10  ///< joints and points may be missed by so much
#define LW_TOOL_OUTLINE_PX 6 ///< outlines likewise

/// A place that was chosen.
typedef struct
{
  double x, y;
  LwSnapKind snap;
  int body;   ///< that it lies on: of the point snapped to, else the one on top; LW_NO_BODY: none
  bool joins; ///< an end there is joined to that body
} LwToolPoint;

/// What a tool builds from.
typedef struct
{
  const LwMechanism *mechanism;
  const LwToolView *view;
  const LwToolPoint *points;
  guint n_points;
  unsigned modifiers;
  const double *answer; ///< to what the tool asks, m; NULL: there is none yet
} LwToolGesture;

/// A tool. Hints by the number of points there are.
typedef struct
{
  LwToolInfo info;
  const char *step;     ///< name of the undo step
  const char *hints[3]; ///< where there is none, that of fewer points
  guint n_points;       ///< 1, 2; 0: until they are closed
  bool chains;          ///< the last point is the first of the next gesture
  bool second_optional; ///< a click is enough
  /// Where a click is enough for some places only: whether it is for the first point.
  bool (*is_enough) (const LwToolGesture *gesture);
  /// The points that were clicked are enough, although there could be more.
  bool (*is_complete) (const LwToolGesture *gesture);
  /// It makes something of any number of points: a drag makes it of two; Enter, or a second click
  /// in the same place, of those there are.
  bool ends_anywhere;
  bool directs;      ///< the second point gives a direction: round ones are preferred to the grid
  bool shows_length; ///< length and angle from the first point are shown, and can be typed
  bool uses_control; ///< Ctrl is not for snapping
  bool stays;        ///< it is used again and again, until another one is chosen
  bool takes_bodies; ///< bodies are meant and not places: nothing is snapped to
  bool snaps_not;    ///< places are meant as they are; with Ctrl they are snapped to
  const char *asked; ///< a length that is typed when the points are there: its word; NULL: none
  const char *unit;  ///< of what is typed as length, ASCII; "m" by default
  /// The mechanism with what the points make, which goes into *made; at least one point. NULL, and
  /// a sentence in *problem (free with g_free ()), when they make nothing.
  LwMechanism *(*build) (const LwToolGesture *gesture, LwElementRef *made, char **problem);

  /// Instead of collecting points a tool may take hold of what is there. `press`: at `press` of the
  /// tools; false: there is nothing to be held. `move`: the pointer, or the candidate of a
  /// crosshair, is elsewhere. `release`: the gesture makes its edit. `key` (may be NULL): true when
  /// it meant something.
  bool (*press) (LwTools *self, LwElementRef under);
  void (*move) (LwTools *self);
  void (*release) (LwTools *self);
  bool (*key) (LwTools *self, LwToolKey key);
} LwToolClass;

const LwToolClass *lw_tool_select_class (void);
const LwToolClass *lw_tool_hand_class (void);
const LwToolClass *lw_tool_link_class (void);
const LwToolClass *lw_tool_polygon_class (void);
const LwToolClass *lw_tool_box_class (void);
const LwToolClass *lw_tool_disc_class (void);
const LwToolClass *lw_tool_ground_class (void);
const LwToolClass *lw_tool_pin_class (void);
const LwToolClass *lw_tool_slider_class (void);
const LwToolClass *lw_tool_slot_class (void);
const LwToolClass *lw_tool_weld_class (void);
const LwToolClass *lw_tool_bushing_class (void);
const LwToolClass *lw_tool_rod_class (void);
const LwToolClass *lw_tool_rope_class (void);
const LwToolClass *lw_tool_gear_class (void);
const LwToolClass *lw_tool_contact_class (void);
const LwToolClass *lw_tool_spring_class (void);
const LwToolClass *lw_tool_force_class (void);
const LwToolClass *lw_tool_motor_class (void);
const LwToolClass *lw_tool_tracer_class (void);
const LwToolClass *lw_tool_measure_class (void);
const LwToolClass *lw_tool_scale_class (void);

/// Two numbers that are being typed: x and y, or length and angle.
typedef struct
{
  GString *text[2];
  int field;
} LwToolEntry;

void lw_tool_entry_init (LwToolEntry *entry);
void lw_tool_entry_clear (LwToolEntry *entry); ///< nothing is typed
void lw_tool_entry_free (LwToolEntry *entry);
bool lw_tool_entry_is_empty (const LwToolEntry *entry);
/// False when a number or a formula does not begin so, or is full.
bool lw_tool_entry_type (LwToolEntry *entry, gunichar character, bool takes_letters);
/// The number in a field, SI, also by a formula of the parameters of the mechanism: *formula is
/// then what a binding keeps, else NULL. False when there is none, and an error when it is no
/// number.
bool lw_tool_entry_get (const LwToolEntry *entry,
                        int field,
                        const char *unit,
                        const LwMechanism *mechanism,
                        const LwUnits *units,
                        double *value,
                        char **formula,
                        GError **error);

/// What Select does at the moment.
typedef enum
{
  LW_DRAG_NOTHING,
  LW_DRAG_BAND,
  LW_DRAG_ELEMENTS,
  LW_DRAG_HANDLE,
} LwDragKind;

typedef struct
{
  LwDragKind kind;
  LwElementRef under; ///< what was pressed
  bool may_drag;
  double reference[2]; ///< the place that is snapped while things are dragged
  int point_body;      ///< the body of which a point is dragged; LW_NO_BODY: whole elements
  guint point;         ///< its index in the shape
  bool on_handle;
  LwHandle handle; ///< that was pressed
} LwToolDrag;

struct _LwTools
{
  GObject parent_instance;

  // Owned
  LwMechanism *mechanism;
  LwSelection *selection;
  LwMechanism *preview;
  GArray *points;      ///< of LwToolPoint, taken
  GArray *snap_points; ///< NULL: to be found
  GArray *snap_lines;
  GArray *unjoined;
  GArray *handles; ///< of LwHandle; NULL: to be found
  char *readout;
  LwToolEntry entry;
  char *formula;      ///< of the length to the candidate; NULL: it follows none
  LwDragSolver *hand; ///< that holds the mechanism; NULL: none

  LwToolView view;
  LwToolKind tool;
  bool kept;
  bool inside;    ///< there is a place under the pointer, or a crosshair
  bool crosshair; ///< it is moved by keys
  bool pressed;
  bool moved;       ///< since the press
  bool first_press; ///< the press that took the first point
  bool chained;     ///< the only point is the end of what was drawn before
  double pointer[2];
  double press[2];
  unsigned modifiers;
  LwSnap snap;
  LwToolPoint candidate;
  LwElementRef made;
  double dimension[4];
  bool has_dimension;
  double band[4];
  double grip[4];
  double answer;        ///< to what the tool asked, m; 0: none
  double handles_scale; ///< px per m, for which they were found
  double handles_growth;
  bool handles_are_later;
  double pivot[2];
  bool has_pivot; ///< it was moved since the selection was changed
  LwToolDrag drag;
};

/// A tool that was chosen once makes way for Select.
void lw_tools_end_use (LwTools *self);
/// The mechanism becomes this one (transfer full), as an undo step. False, and a sentence for the
/// user, when that would change what is locked.
bool lw_tools_edit (LwTools *self, const char *step, LwMechanism *next, LwElementRef made);
void lw_tools_removed (LwTools *self, guint n); ///< so many elements were deleted
void lw_tools_refuse (LwTools *self, const char *sentence);
void lw_tools_changed (LwTools *self);
const LwToolClass *lw_tool_get_class (LwToolKind kind);
const LwToolPoint *lw_tools_get_point (LwTools *self, guint index); ///< of those taken

// The course of a gesture, for keys as for the pointer (lw-tool.c, lw-tool-keys.c)

/// The candidate is taken as the first point. False when that makes no sense, which was said.
bool lw_tools_take_first (LwTools *self);
/// The candidate is taken as a further point, or closes what it lies on.
void lw_tools_take_next (LwTools *self);
void lw_tools_finish (LwTools *self); ///< what was drawn becomes an edit
void lw_tools_end_gesture (LwTools *self);
void lw_tools_set_tool (LwTools *self, LwToolKind tool, bool kept);
void lw_tools_update (LwTools *self); ///< candidate, preview and readout

// The place that is meant (lw-tool-place.c)

/// From the pointer and what is typed. False, and an error, when that is no number; the candidate
/// is then the pointer's.
bool lw_tools_find_candidate (LwTools *self, GError **error);
void lw_tools_update_readout (LwTools *self);
/// Candidate for a place; `anchor` may be NULL.
void lw_tools_find_snap (LwTools *self,
                         double x,
                         double y,
                         const double *anchor,
                         GArray *points,
                         GArray *lines,
                         LwSnap *snap);

// A length that the tool asks for (lw-tool-ask.c)

/// Its points are there, and the number is being typed.
bool lw_tools_is_asking (LwTools *self);
void lw_tools_show_question (LwTools *self);
/// The last point was not meant.
void lw_tools_take_back_last (LwTools *self);
/// Into `answer`, > 0. False, after a sentence, when what is typed is no such length.
bool lw_tools_take_answer (LwTools *self);

/// The handles of what is selected (borrowed), while Select is active.
const GArray *lw_tools_get_handles (LwTools *self);

// What several tools build with (lw-tool-build.c)

/// The next hue in order of creation.
LwHue lw_tool_next_hue (const LwMechanism *mechanism);
/// The mechanism with another coupling; both are taken over.
LwMechanism *
lw_tool_add_coupling (const LwMechanism *mechanism, LwCoupling *coupling, LwElementRef *made);
/// The two bodies that a joint at this point would join: those on top that are not joined there
/// yet, else the body and the ground. False, and a sentence, when there are none.
bool lw_tool_find_pair (const LwToolGesture *gesture, int pair[2], char **problem);
/// The two bodies between the first point and the last, the ground among them. Where both lie on
/// one body, another one that lies at either of them is meant, unless it is joined to it there.
/// False, and a sentence, when there is none.
bool lw_tool_find_ends (const LwToolGesture *gesture, int ends[2], char **problem);
/// Joins these two at the first point, as lw_geometry_new_joint (); where all that is there is
/// joined with each other, one of it and the ground, unless it is a weld.
LwMechanism *lw_tool_join_here (const LwToolGesture *gesture,
                                unsigned locked,
                                double angle,
                                LwElementRef *made,
                                char **problem);
/// From the first point to the last, rad; `otherwise` when they are one.
double lw_tool_direction (const LwToolGesture *gesture, double otherwise);
double lw_tool_length (const LwToolGesture *gesture); ///< m
/// Two figures of a size are as much as a hand can draw.
double lw_tool_two_figures (double value);
/// Its points are one, as far as a hand can tell.
bool lw_tool_is_click (const LwToolGesture *gesture);
/// Pin a point of a body that is not in the mechanism yet to what lies under a chosen place.
LwMechanism *lw_tool_pin_end (LwMechanism *mechanism, int body, const LwToolPoint *point);

G_END_DECLS
