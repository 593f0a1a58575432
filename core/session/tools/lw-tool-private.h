// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the tools. A tool is one file with one class table, and one line in the
// list of lw-tool.c.

#pragma once

#include "lw-binding.h"
#include "lw-drag-solver.h"
#include "lw-marks.h"
#include "lw-move.h"
#include "lw-names.h"
#include "lw-tool-handle.h"
#include "lw-tool.h"

G_BEGIN_DECLS

#define LW_TOOL_REACH_PX 10  ///< tolerance for joints and points
#define LW_TOOL_OUTLINE_PX 6 ///< tolerance for outlines

/// A position that was chosen.
typedef struct
{
  double x, y;
  LwSnapKind snap;
  /// body of the snapped point, or otherwise the body on top; LW_NO_BODY if there is none
  int body;
  bool joins; ///< true if an end at this point is joined to that body
} LwToolPoint;

/// Two bodies to be joined; one may be the ground.
typedef struct
{
  int bodies[2];
} LwToolPair;

/// Input from which a tool builds elements.
typedef struct
{
  const LwMechanism *mechanism;
  const LwToolView *view;
  const LwToolPoint *points;
  guint n_points;
  unsigned modifiers;
  const LwToolPair *wanted; ///< pair chosen among overlapping bodies; NULL if none
  const double *answer;     ///< typed length requested by the tool, m; NULL if there is none yet
} LwToolGesture;

/// A tool.
typedef struct
{
  LwToolInfo info;
  const char *step;     ///< name of the undo step
  const char *hints[3]; ///< by number of points; NULL: the hint for fewer points
  guint n_points;       ///< 1, 2; 0 if points are added until the outline is closed
  bool chains;          ///< the last point is the first of the next gesture
  bool second_optional; ///< a click is enough
  /// If a click is sufficient only in some places: returns true if it is sufficient for the first
  /// point.
  bool (*is_enough) (const LwToolGesture *gesture);
  /// Returns true if the clicked points are sufficient, although there could be more.
  bool (*is_complete) (const LwToolGesture *gesture);
  /// Any number of points is sufficient: a drag uses two; Enter, or a second click in the same
  /// place, uses the existing points.
  bool ends_anywhere;
  bool closes; ///< a click on the first point again is a last point there
  /// the second point defines a direction: round angles take precedence over the grid
  bool directs;
  bool shows_length; ///< length and angle from the first point are displayed, and can be typed
  bool uses_control; ///< Ctrl does not disable snapping
  bool stays;        ///< it stays active until another tool is chosen
  bool takes_bodies; ///< it selects bodies, not positions: no snapping
  /// the last point has typed distances from the two before it, instead of length and angle
  bool by_distances;
  bool snaps_not;       ///< no snapping, except with Ctrl
  bool joins_here;      ///< the first point joins two of the bodies there, which Tab chooses
  bool may_join_ground; ///< if the bodies there are joined already, one is joined to the ground
  /// Returns what the gesture does to an element, to be displayed before the click. NULL: the names
  /// of the bodies that it joins.
  char *(*describe) (const LwMechanism *mechanism, LwElementRef made);
  /// label of a length that is typed after the points have been placed; NULL if none
  const char *asked;
  const char *unit; ///< unit of a typed length, ASCII; "m" by default
  /// Returns the mechanism with the element that the points define, which is stored in *made; at
  /// least one point. Returns NULL and sets a message in *problem (free with g_free ()) if they
  /// define none.
  LwMechanism *(*build) (const LwToolGesture *gesture, LwElementRef *made, char **problem);

  /// Instead of collecting points a tool may grab existing elements. `press` is called at a press;
  /// it returns false if there is nothing to grab. `move`: the pointer, or the candidate of a
  /// crosshair, has moved. `release`: the gesture makes its edit. `key` (may be NULL) returns true
  /// if the key was used.
  bool (*press) (LwTools *self, LwElementRef under);
  void (*move) (LwTools *self);
  void (*release) (LwTools *self);
  bool (*key) (LwTools *self, LwToolKey key);
} LwToolClass;

#define LW_TOOL_DECLARE_CLASS(NAME, name) const LwToolClass *lw_tool_##name##_class (void);
LW_TOOL_LIST (LW_TOOL_DECLARE_CLASS)

/// Two numbers being typed: x and y, or length and angle.
typedef struct
{
  GString *text[2];
  int field;
} LwToolEntry;

void lw_tool_entry_init (LwToolEntry *entry);
void lw_tool_entry_clear (LwToolEntry *entry); ///< removes the typed text
void lw_tool_entry_free (LwToolEntry *entry);
bool lw_tool_entry_is_empty (const LwToolEntry *entry);
/// Returns false if a number or a formula cannot begin or continue with this character, or the
/// field is full.
bool lw_tool_entry_type (LwToolEntry *entry, gunichar character, bool takes_letters);
/// Returns the number in a field, SI, also for a formula of the parameters of the mechanism:
/// *formula is then the text for a binding, otherwise NULL. Returns false if the field is empty;
/// also sets `error` if it is not a number.
bool lw_tool_entry_get (const LwToolEntry *entry,
                        int field,
                        const char *unit,
                        const LwMechanism *mechanism,
                        const LwUnits *units,
                        double *value,
                        char **formula,
                        GError **error);

/// Current action of the Select tool.
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
  LwElementRef under; ///< pressed element
  bool may_drag;
  double reference[2]; ///< position that is snapped while elements are dragged
  int point_body; ///< body of which a point is dragged; LW_NO_BODY if whole elements are dragged
  guint point;    ///< index of the point in the shape
  bool on_handle;
  LwHandle handle; ///< pressed handle
} LwToolDrag;

struct _LwTools
{
  GObject parent_instance;

  // owned
  LwMechanism *mechanism;
  LwSelection *selection;
  LwMechanism *preview;
  GArray *points;      ///< array of LwToolPoint that were taken
  GArray *snap_points; ///< NULL if they must be found
  GArray *snap_lines;
  GArray *unjoined;
  GArray *handles; ///< array of LwHandle; NULL if they must be found
  char *readout;
  LwToolEntry entry;
  char *formula;      ///< formula of the length to the candidate; NULL if it has none
  LwDragSolver *hand; ///< holds the mechanism; NULL if it is not held
  GPtrArray *paths;   ///< by tracer, GArray of x, y: where the hand has moved it; NULL if none

  LwToolView view;
  LwToolKind tool;
  bool kept;
  bool inside;    ///< true if there is a position under the pointer, or a crosshair
  bool crosshair; ///< true if it is moved by keys
  bool pressed;
  bool moved;       ///< true if the pointer has moved since the press
  bool first_press; ///< true for the press that took the first point
  bool chained;     ///< true if the only point is the end of the previous element
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
  double answer;        ///< typed length requested by the tool, m; 0 if none
  double handles_scale; ///< px per m, for which they were found
  double handles_growth;
  bool handles_are_later;
  LwToolPair wanted; ///< pair chosen among overlapping bodies
  bool has_wanted;
  GArray *lit;      ///< array of LwElementRef that the gesture joins
  GPtrArray *lines; ///< their names
  int chosen_line;  ///< -1 if there is no choice
  double pivot[2];
  bool has_pivot; ///< true if it was moved after the selection changed
  LwToolDrag drag;
};

/// Ends the use of a tool: a tool that was chosen once is replaced by Select.
void lw_tools_end_use (LwTools *self);
/// Replaces the mechanism (transfer full), as an undo step. Returns false and sends a message to
/// the user if that would change a locked element.
bool lw_tools_edit (LwTools *self, const char *step, LwMechanism *next, LwElementRef made);
void lw_tools_removed (LwTools *self, guint n); ///< reports that n elements were deleted
void lw_tools_refuse (LwTools *self, const char *sentence);
void lw_tools_changed (LwTools *self);
const LwToolClass *lw_tool_get_class (LwToolKind kind);
const LwToolPoint *lw_tools_get_point (LwTools *self, guint index); ///< a point that has been taken

// Steps of a gesture, by keys or pointer (lw-tool.c, lw-tool-keys.c)

/// Takes the candidate as the first point. Returns false, after a message, if that is impossible.
bool lw_tools_take_first (LwTools *self);
/// Takes the candidate as a further point, or closes the outline at it.
void lw_tools_take_next (LwTools *self);
void lw_tools_finish (LwTools *self); ///< turns the preview into an edit
void lw_tools_end_gesture (LwTools *self);
void lw_tools_set_tool (LwTools *self, LwToolKind tool, bool kept);
void lw_tools_update (LwTools *self); ///< updates candidate, preview and readout

// Candidate position (lw-tool-place.c)

/// Computes the candidate from the pointer and the typed text. Returns false and sets `error` if
/// the text is not a number; the candidate is then at the pointer.
bool lw_tools_find_candidate (LwTools *self, GError **error);
void lw_tools_update_readout (LwTools *self);
/// Finds the snap candidate for a position; `anchor` may be NULL.
void lw_tools_find_snap (LwTools *self,
                         double x,
                         double y,
                         const double *anchor,
                         GArray *points,
                         GArray *lines,
                         LwSnap *snap);

// Bodies that the gesture joins (lw-tool-pairs.c)

void lw_tools_find_parties (LwTools *self);
void lw_tools_clear_parties (LwTools *self);
/// Chooses the next pair of the bodies at the candidate, or the previous one (`step` -1). Returns
/// false if there is no choice.
bool lw_tools_choose_next_pair (LwTools *self, int step);
/// Returns a gesture whose only point is the candidate.
LwToolGesture lw_tools_get_candidate_gesture (LwTools *self);

// Length requested by a tool (lw-tool-ask.c)

/// Returns true if the points have been placed and the number is being typed.
bool lw_tools_is_asking (LwTools *self);
void lw_tools_show_question (LwTools *self);
/// Removes the last point, which was placed by mistake.
void lw_tools_take_back_last (LwTools *self);
/// Stores the typed length in `answer`, > 0. Returns false, after a message, if the text is not a
/// valid length.
bool lw_tools_take_answer (LwTools *self);

/// Returns the handles of the selection (borrowed), while Select is active.
const GArray *lw_tools_get_handles (LwTools *self);

// Functions shared by several tools (lw-tool-build.c)

/// Returns the next hue in order of creation.
LwHue lw_tool_next_hue (const LwMechanism *mechanism);
/// Returns the mechanism with an additional coupling; takes ownership of both arguments.
LwMechanism *
lw_tool_add_coupling (const LwMechanism *mechanism, LwCoupling *coupling, LwElementRef *made);
/// Returns the bodies at the point: those to which the snapped point belongs, and those that lie
/// there (array of int, from the bottom to the top).
GArray *lw_tool_find_bodies (const LwToolGesture *gesture, const LwToolPoint *point);
/// Chooses the body to be joined to the ground, when all bodies here are joined with each other. Of
/// a piston on its rod, for example, the piston, whichever of them lies on top.
int lw_tool_choose_for_ground (const LwMechanism *mechanism, const int *ids, guint n);
/// Finds the two bodies that a joint at this point would connect: the chosen ones, or the top ones
/// that are not joined there yet, otherwise the body and the ground. Returns false and sets a message if there are
/// none.
bool lw_tool_find_pair (const LwToolGesture *gesture, int pair[2], char **problem);
/// Like lw_tool_find_pair (), or joins a body to the ground if all bodies there are joined.
bool lw_tool_find_pair_or_ground (const LwToolGesture *gesture, int pair[2], char **problem);
/// Finds the two bodies between the first point and the last, including the ground. If both points
/// are on the same body, uses another body at one of them, unless it is joined to it there. Returns
/// false and sets a message if there is none.
bool lw_tool_find_ends (const LwToolGesture *gesture, int ends[2], char **problem);
/// Joins two bodies at the first point, like lw_geometry_new_joint (). If all bodies there are
/// joined with each other, joins one of them and the ground, except for a weld.
LwMechanism *lw_tool_join_here (const LwToolGesture *gesture,
                                unsigned locked,
                                double angle,
                                LwElementRef *made,
                                char **problem);
/// Returns the pairs that a joint at the first point could connect (array of LwToolPair), the usual
/// one first. may_be_ground: also if several bodies there are all joined with each other.
GArray *lw_tool_list_pairs (const LwToolGesture *gesture, bool may_be_ground);
/// Returns the chosen one of the pairs (borrowed), or NULL if there are none.
const LwToolPair *lw_tool_choose_pair (const LwToolGesture *gesture, const GArray *pairs);
/// Returns the direction from the first point to the last, rad; `otherwise` if they coincide.
double lw_tool_direction (const LwToolGesture *gesture, double otherwise);
double lw_tool_length (const LwToolGesture *gesture); ///< distance of the first and last point, m
/// Rounds a size to two significant figures, the precision of drawing by hand.
double lw_tool_two_figures (double value);
/// Returns true if its points coincide within the precision of a hand.
bool lw_tool_is_click (const LwToolGesture *gesture);
/// Pins a point of a body that is not yet in the mechanism to the element under a chosen point.
LwMechanism *lw_tool_pin_end (LwMechanism *mechanism, int body, const LwToolPoint *point);

// Parts of machines (machines/lw-tool-machine.c)

/// Mechanism to which a tool adds several elements, one after the other.
typedef struct
{
  LwMechanism *mechanism; ///< owned between begin and end
  bool failed;            ///< a body has no mass, or bodies cannot touch
} LwToolMachine;

void lw_tool_machine_begin (LwToolMachine *self, const LwToolGesture *gesture);
/// Returns the mechanism (transfer full). Returns NULL and sets a message if a step has failed.
LwMechanism *lw_tool_machine_end (LwToolMachine *self, char **problem);
/// Adds a body with a name from this word. `outline`: n pairs of x and y, m, body frame; of a disc its
/// radius (n 1), of a box width and height (n 2). `place`: x, y and angle. Returns its id.
int lw_tool_machine_add_body (LwToolMachine *self,
                              const char *word,
                              LwShapeKind kind,
                              const double *outline,
                              guint n,
                              const double place[3]);
/// Adds a joint with these locked axes, like lw_geometry_new_joint (). Returns its id.
int lw_tool_machine_join (LwToolMachine *self,
                          unsigned locked,
                          const int bodies[2],
                          const double at[2],
                          double angle);
/// Adds a coupling (transfer full). Returns its id.
int lw_tool_machine_add_coupling (LwToolMachine *self, LwCoupling *coupling);
/// Adds a motor that turns a pin at a speed, rad/s. Returns its id.
int lw_tool_machine_drive (LwToolMachine *self, int joint, double speed);
/// Chooses time stepping with this step, s, if the method of the run is automatic: for contacts with
/// little play, in which accurate motion takes ever shorter steps.
void lw_tool_machine_step (LwToolMachine *self, double step);
/// Lets two bodies touch, with the friction of lubricated parts; sets a message if they cannot.
void lw_tool_machine_touch (LwToolMachine *self, int first, int second, char **problem);

G_END_DECLS
