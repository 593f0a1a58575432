// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mechanism as the user drew it: bodies with shapes, couplings, force elements, tracers, and
// the settings of a run. It is a value: cheap to copy (elements are shared) and never changed after
// it has been handed out. To change it, copy it, edit the copy and hand out the copy.
//
// SI units, radians. The engine's definitions (mbd-mechanism.h) are reused where they suffice; this
// layer adds the drawing.

#pragma once

#include <glib-object.h>

#include "lw-function.h"
#include "lw-kind.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_ERROR (lw_error_quark ())
GQuark lw_error_quark (void);

typedef enum
{
  LW_ERROR_BAD_FILE,   ///< not a mechanism, or a mechanism that cannot be read (exit code 2)
  LW_ERROR_SIMULATION, ///< the mechanism cannot be compiled, assembled or followed in time (exit
                       ///< code 3)
  LW_ERROR_IO,         ///< reading or writing failed (exit code 4)
  LW_ERROR_USAGE,      ///< a request that makes no sense for this mechanism (exit code 1)
  LW_ERROR_CHANGED,    ///< the file was changed by another program since it was read (exit code 4)
} LwError;

/// The seven hues of the palette, in the order in which new bodies take them.
typedef enum
{
  LW_HUE_ORANGE,
  LW_HUE_SKY,
  LW_HUE_GREEN,
  LW_HUE_PURPLE,
  LW_HUE_BLUE,
  LW_HUE_AMBER,
  LW_HUE_VERMILLION,
  LW_HUE_COUNT
} LwHue;

typedef enum
{
  LW_SHAPE_LINK,    ///< bar, plate or rod about the points of the body (its own, else those of its
                    ///< couplings and tracers)
  LW_SHAPE_DISC,    ///< centre and radius
  LW_SHAPE_BOX,     ///< centre, width, height (and depth in space), in body axes
  LW_SHAPE_POLYGON, ///< closed outline
} LwShapeKind;

/// Shape of a body, body frame, m.
typedef struct
{
  LwShapeKind kind;
  double centre[3];
  double size[3]; ///< disc: size[0] is the radius; box: width, height, depth
  GArray *points; ///< array of double[3]: link points or polygon outline; may be NULL. A hole is
                  ///< connected to the outline by an edge that is traversed in both directions.
} LwShape;

/// Mass properties that are entered by the user instead of being computed from the plate.
typedef enum
{
  LW_TYPED_MASS = 1 << 0,
  LW_TYPED_CENTRE = 1 << 1,
  LW_TYPED_INERTIA = 1 << 2,
  LW_TYPED_ALL = 7,
} LwTyped;

/// Plate from which a body is cut along its shape. It determines mass, centre of mass and inertia.
typedef struct
{
  double density;     ///< kg/m^3; 0: nothing is computed from the plate
  double thickness;   ///< m
  double width;       ///< width of a link, m; 0: a tenth of its length
  double hole_radius; ///< radius of the holes at the points of a link, m; 0: no holes
  unsigned typed;     ///< LwTyped: properties that are not computed
} LwPlate;

/// Contact settings of a body. Two bodies that take part touch each other unless they are joined
/// (see lw-contact.h). The outline is the outline of the shape; a link is as wide as its plate.
/// Planar and fixed bodies only.
typedef struct
{
  bool takes_part;    ///< default false
  bool half_plane;    ///< a link with two own points represents everything to the right of the line
                      ///< from the first point to the second, without end. Default false
  double friction;    ///< mu >= 0; a pair has the geometric mean. Default 0.6
  double restitution; ///< 0 .. 1; a pair has the larger value. Default 0
  double rolling;     ///< m, >= 0: rolling resistance of a pair is at most the sum of both values
                      ///< times the normal force. Default 0
} LwContact;

/// Contact of a particular pair of bodies, which overrides their materials.
typedef struct
{
  int body[2];  ///< ids, the smaller one first
  bool touches; ///< false: they pass through each other
  double friction, restitution, rolling;
} LwContactPair;

/// Common head of all elements. Elements are immutable and shared between mechanisms.
typedef struct
{
  gatomicrefcount ref_count;
  int id;
  char *name; ///< NULL if it has none
} LwElement;

typedef struct
{
  LwElement element;
  MbdBodyDef def; ///< id and name equal those of the element
  LwHue hue;
  LwShape shape;
  LwPlate plate;
  bool length_locked; ///< for a link with two points: dragging keeps its length
  LwContact contact;
} LwBody;

/// A joint, rod, drive, gear ... lw_mechanism_resolve_coupling () returns the definition for the
/// engine: a drive on a joint has no place of its own but takes the bodies and frames of the joint.
typedef struct
{
  LwElement element;
  MbdCouplingDef def;   ///< id and name equal those of the element; `function` and `curve`
                        ///< are NULL
  LwFunction *function; ///< driver, motor: prescribed value; rod: its length; else NULL
  /// Driver, motor, limit, gear: ids of the joints whose coordinates are used (both for a gear,
  /// only the first for the others); 0: use the bodies, frames and coordinates of `def`.
  int joint[2];
  LwGearing gearing; ///< gear
  double radius[2];  ///< belt: radii of both pulleys, m; rack: [0] is the radius of the pinion, m,
                     ///< negative if the rack lies on the other side
  bool crossed;      ///< belt: the second pulley turns in the opposite direction
  double pitch;      ///< screw: m per turn, negative for a left-hand thread
  GArray *curve;     ///< curved slot: array of double[3], points in x and y of the frame on the
    ///< predecessor, m (z is 0); closed if the last one equals the first; may be NULL
} LwCoupling;

/// Number of components of a load, in the order in which their functions are numbered: force x y z,
/// torque x y z.
#define LW_FORCE_COMPONENTS 6

/// A spring, bushing, load or drag. lw_mechanism_define_force () returns the definition for the
/// engine.
typedef struct
{
  LwElement element;
  MbdForceDef def; ///< id and name equal those of the element; its functions and `law` are NULL
  /// Load: functions that its components follow instead of the numbers of `def`, which are then 0;
  /// NULL: use the number
  LwFunction *functions[LW_FORCE_COMPONENTS];
  /// Spring: tension (N, positive: pulls together) as an expression of length (m), rate (m/s), t
  /// (s) and the parameters, replaces stiffness and damping; NULL: use stiffness and damping
  char *law;
} LwForce;

/// Point whose path is drawn and recorded.
typedef struct
{
  LwElement element;
  int body;        ///< id
  double point[3]; ///< m, body frame
} LwTracer;

/// Kind of a measurement, which equals its number of points.
typedef enum
{
  LW_MEASUREMENT_POSITION = 1, ///< position of the point, world axes, m
  LW_MEASUREMENT_DISTANCE = 2, ///< distance between both points, m
  LW_MEASUREMENT_ANGLE = 3,    ///< angle at the second point, from the first to the third, 0 .. pi,
                               ///< rad
  LW_MEASUREMENT_LINES = 4, ///< angle between the direction from the first point to the second and
                            ///< the direction from the third to the fourth, 0 .. pi, rad
} LwMeasurementKind;

#define LW_MEASUREMENT_POINTS 4

/// Point that moves with a body.
typedef struct
{
  int body;        ///< id; MBD_GROUND: the ground
  double point[3]; ///< m, body frame
} LwBodyPoint;

/// Distance or angle that is measured during the motion and drawn as a dimension.
typedef struct
{
  LwElement element;
  guint n_points; ///< 1 .. LW_MEASUREMENT_POINTS; equals the LwMeasurementKind
  LwBodyPoint points[LW_MEASUREMENT_POINTS];
} LwMeasurement;

/// Settings of a run.
typedef struct
{
  double duration; ///< s; default 10
  double interval; ///< s between recorded samples; default 0.01
  MbdIntegratorSettings integrator;
  bool assemble; ///< assemble before the run; default: true unless the stabilisation is Baumgarte
                 ///< or none
} LwRunSettings;

/// Value of `against` of a plot over frequencies, that is, of amplitude spectra.
#define LW_PLOT_FREQUENCY "frequency"

/// Plot of the dock: a title and the channels it shows. Each channel is a name for
/// lw_channels_match (), or a definition "name = expression" (lw-derivation.h).
typedef struct
{
  char *title;
  GStrv channels;
  bool logarithmic;
  char *against;    ///< channel of the horizontal axis; NULL: time
  bool equal_scale; ///< both axes have the same number of px per unit; only if it is against a
                    ///< channel
} LwPlotLayout;

typedef enum
{
  LW_SELECTION_NONE,
  LW_SELECTION_BODY,
  LW_SELECTION_COUPLING,
  LW_SELECTION_FORCE,
  LW_SELECTION_TRACER,
  LW_SELECTION_MEASUREMENT,
} LwSelectionKind;

#define LW_SELECTION_LAST LW_SELECTION_MEASUREMENT

/// Reference to an element by kind and id: selected, under the pointer, or edited.
typedef struct
{
  LwSelectionKind kind; ///< LW_SELECTION_NONE: no element, or the mechanism itself
  int id;
} LwElementRef;

/// Binding of a field to a formula. The field holds the result of the latest evaluation. Immutable
/// and shared by reference.
typedef struct
{
  gatomicrefcount ref_count;
  LwElementRef owner; ///< LW_SELECTION_NONE: the mechanism, with the id 0
  char *field;        ///< name as lw_property_get () takes it
  char *unit;         ///< SI unit of each number, in ASCII
  char *expression;   ///< one expression for each number, separated by semicolons
} LwBinding;

/// Treatment of an element on the canvas (lw-marks.h).
typedef enum
{
  LW_MARK_HIDDEN = 1 << 0, ///< neither drawn nor selected by a click
  LW_MARK_LOCKED = 1 << 1, ///< not moved or edited on the canvas
  LW_MARK_ALL = 3,
} LwMark;

typedef struct
{
  LwElementRef element;
  unsigned flags; ///< LwMark, at least one
} LwElementMark;

typedef struct _LwMechanism LwMechanism;
/// Background image, see lw-background.h.
typedef struct _LwBackground LwBackground;
#define LW_TYPE_MECHANISM (lw_mechanism_get_type ())
GType lw_mechanism_get_type (void);

/// Returns an empty mechanism: the ground, gravity (0, -9.81, 0), default run.
LwMechanism *lw_mechanism_new (void);
LwMechanism *lw_mechanism_ref (LwMechanism *self);
void lw_mechanism_unref (LwMechanism *self);
/// Returns a copy that may be edited; elements are shared.
LwMechanism *lw_mechanism_copy (const LwMechanism *self);
/// Returns TRUE if all values are equal (bit by bit for numbers).
gboolean lw_mechanism_equal (const LwMechanism *a, const LwMechanism *b);
/// Returns TRUE if the elements have equal places, looks and initial states. Masses, stiffnesses,
/// functions and other values without a place may differ.
gboolean lw_mechanism_is_drawn_alike (const LwMechanism *a, const LwMechanism *b);
/// Returns TRUE if the bodies, couplings and force elements are equal.
gboolean lw_mechanism_has_equal_parts (const LwMechanism *a, const LwMechanism *b);
/// Returns TRUE if both contain the element with equal values.
gboolean
lw_mechanism_has_same_element (const LwMechanism *a, const LwMechanism *b, LwElementRef ref);

const char *lw_mechanism_get_title (const LwMechanism *self); ///< "" if there is none
const char *lw_mechanism_get_notes (const LwMechanism *self); ///< "" if there are none
/// Returns the lesson that is written in this project, as JSON, see lw-lesson.h; "" if there is none.
const char *lw_mechanism_get_lesson (const LwMechanism *self);
const double *lw_mechanism_get_gravity (const LwMechanism *self);
const LwRunSettings *lw_mechanism_get_run (const LwMechanism *self);

/// Returns elements in drawing order.
guint lw_mechanism_get_n_bodies (const LwMechanism *self);
const LwBody *lw_mechanism_get_body (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_couplings (const LwMechanism *self);
const LwCoupling *lw_mechanism_get_coupling (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_forces (const LwMechanism *self);
const LwForce *lw_mechanism_get_force (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_tracers (const LwMechanism *self);
const LwTracer *lw_mechanism_get_tracer (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_measurements (const LwMechanism *self);
const LwMeasurement *lw_mechanism_get_measurement (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_plots (const LwMechanism *self);
const LwPlotLayout *lw_mechanism_get_plot (const LwMechanism *self, guint index);
guint lw_mechanism_get_n_parameters (const LwMechanism *self);
const LwParameter *lw_mechanism_get_parameter (const LwMechanism *self, guint index);
/// Returns NULL if there is no parameter of that name.
const LwParameter *lw_mechanism_find_parameter (const LwMechanism *self, const char *name);

/// Returns the fields that follow a formula.
guint lw_mechanism_get_n_bindings (const LwMechanism *self);
const LwBinding *lw_mechanism_get_binding (const LwMechanism *self, guint index);
/// Returns the marks (array of LwElementMark, ordered by kind and id); borrowed.
const GArray *lw_mechanism_get_marks (const LwMechanism *self);
/// Returns the unit system in which lengths are shown, or LW_LENGTH_UNITS if none is specified and
/// the user's preference applies.
LwLengthUnit lw_mechanism_get_length_unit (const LwMechanism *self);
/// Returns the image to trace over, borrowed, or NULL if there is none.
const LwBackground *lw_mechanism_get_background (const LwMechanism *self);

/// Returns the pairs of bodies with their own contact values (array of LwContactPair, ordered by
/// ids). Borrowed.
const GArray *lw_mechanism_get_contact_pairs (const LwMechanism *self);

const LwBody *lw_mechanism_find_body (const LwMechanism *self, int id);
const LwCoupling *lw_mechanism_find_coupling (const LwMechanism *self, int id);
const LwForce *lw_mechanism_find_force (const LwMechanism *self, int id);
const LwTracer *lw_mechanism_find_tracer (const LwMechanism *self, int id);
const LwMeasurement *lw_mechanism_find_measurement (const LwMechanism *self, int id);

/// Maximum number of elements of one list; larger files are not read.
#define LW_MECHANISM_MAX_ELEMENTS 200000
/// Maximum length of the lesson, bytes.
#define LW_MECHANISM_MAX_LESSON (4 * 1024 * 1024)

/// Edits a mechanism; only for one that has not been handed out. These functions take ownership of
/// the element (transfer full).
void lw_mechanism_set_title (LwMechanism *self, const char *title);
void lw_mechanism_set_notes (LwMechanism *self, const char *notes);
void lw_mechanism_set_lesson (LwMechanism *self, const char *lesson);
void lw_mechanism_share_lesson (LwMechanism *self, const LwMechanism *other);
void lw_mechanism_set_gravity (LwMechanism *self, const double gravity[3]);
void lw_mechanism_set_run (LwMechanism *self, const LwRunSettings *run);
void lw_mechanism_add_body (LwMechanism *self, LwBody *body);
void lw_mechanism_add_coupling (LwMechanism *self, LwCoupling *coupling);
void lw_mechanism_add_force (LwMechanism *self, LwForce *force);
void lw_mechanism_add_tracer (LwMechanism *self, LwTracer *tracer);
void lw_mechanism_add_measurement (LwMechanism *self, LwMeasurement *measurement);
void lw_mechanism_add_plot (LwMechanism *self, const LwPlotLayout *plot);
void lw_mechanism_add_parameter (LwMechanism *self, LwParameter *parameter);
void lw_mechanism_add_binding (LwMechanism *self, LwBinding *binding);
/// Replaces its own bindings or marks with those of another mechanism.
void lw_mechanism_share_bindings (LwMechanism *self, const LwMechanism *from);
void lw_mechanism_share_marks (LwMechanism *self, const LwMechanism *from);
/// Removes the formulas of parameters and fields and the units of parameters; the values remain.
void lw_mechanism_forget_formulas (LwMechanism *self);
void lw_mechanism_set_length_unit (LwMechanism *self, LwLengthUnit unit);
/// Sets a copy of the background; NULL: none.
void lw_mechanism_set_background (LwMechanism *self, const LwBackground *background);
/// Adds a pair; it replaces an existing pair of the same bodies. The ids are put in order.
void lw_mechanism_add_contact_pair (LwMechanism *self, const LwContactPair *pair);
/// Removes the pairs of bodies that do not exist.
void lw_mechanism_drop_lone_pairs (LwMechanism *self);
void lw_mechanism_clear_contact_pairs (LwMechanism *self);

/// Returns new elements with the engine's defaults; the caller may fill in id 0 and name NULL
/// later.
LwBody *lw_body_new (int id, const char *name);
LwCoupling *lw_coupling_new (const MbdCouplingDef *def, int id, const char *name);
LwForce *lw_force_new (const MbdForceDef *def, int id, const char *name);
LwTracer *lw_tracer_new (int id, const char *name, int body, const double point[3]);
/// Returns a new measurement. `n_points`: 1 .. LW_MEASUREMENT_POINTS.
LwMeasurement *
lw_measurement_new (int id, const char *name, const LwBodyPoint *points, guint n_points);
LwRunSettings lw_run_settings_default (void);
gboolean lw_run_settings_equal (const LwRunSettings *a, const LwRunSettings *b);
/// Returns TRUE if all values are equal, including id and name.
gboolean lw_body_equal (const LwBody *a, const LwBody *b);
gboolean lw_coupling_equal (const LwCoupling *a, const LwCoupling *b);
gboolean lw_force_equal (const LwForce *a, const LwForce *b);

/// Returns copies of elements that may be edited until they are added to a mechanism; the reference
/// count is 1. Change the name only by lw_..._set_name () (NULL: none).
LwBody *lw_body_copy (const LwBody *body);
/// Returns the values that determine the ratio of a gear, see lw-gearing.h; borrowed.
double *lw_coupling_get_gearing_values (LwCoupling *self);
LwCoupling *lw_coupling_copy (const LwCoupling *coupling);
LwForce *lw_force_copy (const LwForce *force);
LwTracer *lw_tracer_copy (const LwTracer *tracer);
LwMeasurement *lw_measurement_copy (const LwMeasurement *measurement);
void lw_body_set_name (LwBody *body, const char *name);
void lw_coupling_set_name (LwCoupling *coupling, const char *name);
/// Takes a reference; NULL: no function.
void lw_coupling_set_function (LwCoupling *coupling, const LwFunction *function);
void lw_force_set_name (LwForce *force, const char *name);
/// Takes a reference; NULL: use the number. A constant function is stored as the number, so that
/// each load has only one representation.
void lw_force_set_function (LwForce *force, int component, const LwFunction *function);
void lw_force_set_law (LwForce *force, const char *law); ///< NULL: stiffness and damping
void lw_tracer_set_name (LwTracer *tracer, const char *name);
void lw_measurement_set_name (LwMeasurement *measurement, const char *name);
/// Releases elements that have not been added to a mechanism; a mechanism owns its elements.
void lw_body_unref (LwBody *body);
void lw_coupling_unref (LwCoupling *coupling);
void lw_force_unref (LwForce *force);
void lw_tracer_unref (LwTracer *tracer);
void lw_measurement_unref (LwMeasurement *measurement);

/// Edits of a mechanism that has been handed out: each returns a new mechanism with one change.
/// Takes ownership of the element, which replaces the one with its id or is added if there is none.
LwMechanism *lw_mechanism_replace_body (const LwMechanism *self, LwBody *body);
LwMechanism *lw_mechanism_replace_coupling (const LwMechanism *self, LwCoupling *coupling);
LwMechanism *lw_mechanism_replace_force (const LwMechanism *self, LwForce *force);
LwMechanism *lw_mechanism_replace_tracer (const LwMechanism *self, LwTracer *tracer);
LwMechanism *lw_mechanism_replace_measurement (const LwMechanism *self, LwMeasurement *measurement);
/// Returns a mechanism without the element. Removing a body also removes the couplings, force
/// elements, tracers and measurements on it; removing a joint also removes the drivers, limits and
/// gears that use it.
LwMechanism *lw_mechanism_remove_body (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_coupling (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_force (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_tracer (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_measurement (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_with_title (const LwMechanism *self, const char *title);
LwMechanism *lw_mechanism_with_notes (const LwMechanism *self, const char *notes);
LwMechanism *lw_mechanism_with_lesson (const LwMechanism *self, const char *lesson);
/// Returns the mechanism with the lesson of the other one.
LwMechanism *lw_mechanism_with_lesson_of (const LwMechanism *self, const LwMechanism *other);
LwMechanism *lw_mechanism_with_gravity (const LwMechanism *self, const double gravity[3]);
LwMechanism *lw_mechanism_with_run (const LwMechanism *self, const LwRunSettings *run);
/// Takes ownership of the parameter, which replaces the one with its name or is added if there is
/// none.
LwMechanism *lw_mechanism_with_parameter (const LwMechanism *self, LwParameter *parameter);
LwMechanism *lw_mechanism_without_parameter (const LwMechanism *self, const char *name);
/// Returns a copy with the parameters, formulas, units and marks of another mechanism.
LwMechanism *lw_mechanism_with_formulas_of (const LwMechanism *self, const LwMechanism *from);
LwMechanism *lw_mechanism_with_length_unit (const LwMechanism *self, LwLengthUnit unit);
LwMechanism *
lw_mechanism_with_plots (const LwMechanism *self, const LwPlotLayout *plots, guint n_plots);
/// Functions that replace elements: each is called for every element of its kind, in order, and
/// returns a replacement (transfer full) or NULL to keep the element. If a function is NULL, all
/// elements of its kind are kept.
typedef struct
{
  LwBody *(*body) (const LwBody *body, void *data);
  LwCoupling *(*coupling) (const LwCoupling *coupling, void *data);
  LwForce *(*force) (const LwForce *force, void *data);
  LwTracer *(*tracer) (const LwTracer *tracer, void *data);
  LwMeasurement *(*measurement) (const LwMeasurement *measurement, void *data);
} LwMechanismChanges;

/// Returns a copy of everything except the elements and plots; may be edited.
LwMechanism *lw_mechanism_copy_head (const LwMechanism *self);
/// Applies many changes in one call. Ids must not change.
LwMechanism *
lw_mechanism_change (const LwMechanism *self, const LwMechanismChanges *changes, void *data);
/// Returns the smallest id above all ids of that kind.
int lw_mechanism_next_body_id (const LwMechanism *self);
int lw_mechanism_next_coupling_id (const LwMechanism *self);
int lw_mechanism_next_force_id (const LwMechanism *self);
int lw_mechanism_next_tracer_id (const LwMechanism *self);
int lw_mechanism_next_measurement_id (const LwMechanism *self);

/// Returns the memory that this mechanism needs in addition to `other` (may be NULL), bytes,
/// estimated: shared elements are not counted.
gsize lw_mechanism_size_beside (const LwMechanism *self, const LwMechanism *other);
/// Returns a hash of everything that affects the motion, that is, everything except names, title,
/// notes and plots. Free with g_free ().
char *lw_mechanism_dup_fingerprint (const LwMechanism *self);
/// Returns true if the fingerprint is of this mechanism; also accepts the older form that includes
/// names.
bool lw_mechanism_has_fingerprint (const LwMechanism *self, const char *fingerprint);

/// Compiles the mechanism for the engine. The error message names the element.
MbdModel *lw_mechanism_compile (const LwMechanism *self, GError **error);
/// Sets *def to the engine's definition of a coupling: its `def` with the bodies, frames and
/// coordinates of its joints, and with the ratio computed from radii or pitch. `function` stays
/// NULL. Returns FALSE with an LW_ERROR_SIMULATION if it uses a joint that does not exist or does
/// not move in that coordinate; *def then contains the part that could be resolved.
gboolean lw_mechanism_resolve_coupling (const LwMechanism *self,
                                        const LwCoupling *coupling,
                                        MbdCouplingDef *def,
                                        GError **error);
/// Like lw_mechanism_resolve_coupling (), but includes the function, as mbd_state_change_coupling
/// () takes it, and the curve. Free with lw_coupling_def_clear ().
gboolean lw_mechanism_define_coupling (const LwMechanism *self,
                                       const LwCoupling *coupling,
                                       MbdCouplingDef *def,
                                       GError **error);
/// Drops the references of a definition to its function and curve.
void lw_coupling_def_clear (MbdCouplingDef *def);
/// Sets *def to the engine's definition of a force element, as mbd_state_change_force () takes it.
/// Returns FALSE with an LW_ERROR_SIMULATION if a function or a law cannot be followed. Free with
/// lw_force_def_clear ().
gboolean lw_mechanism_define_force (const LwMechanism *self,
                                    const LwForce *force,
                                    MbdForceDef *def,
                                    GError **error);
/// Releases the contents set by lw_mechanism_define_force ().
void lw_force_def_clear (MbdForceDef *def);
/// Computes the value at the start of the first (0) or second (1, of a gear) coordinate of a
/// driver, limit or gear, m or rad. Returns FALSE if it has none.
gboolean lw_mechanism_get_start_coordinate (const LwMechanism *self,
                                            const LwCoupling *coupling,
                                            int which,
                                            double *value);
/// Computes the offset with which a gear fits the drawn start pose. Returns FALSE if there is none.
gboolean
lw_mechanism_get_start_offset (const LwMechanism *self, const LwCoupling *gear, double *offset);
/// Returns TRUE if a joint moves in this coordinate, so that a driver, limit or gear can use it.
gboolean lw_coupling_has_coordinate (const MbdCouplingDef *joint, MbdCoordinate coordinate);
/// Returns the default coordinate of a joint: the angle if it turns about z, else the slide along
/// x, else along z. Returns FALSE if there is none.
gboolean lw_coupling_get_coordinate (const MbdCouplingDef *joint, MbdCoordinate *coordinate);
/// Sets the error to a message for a diagnosis of the engine about this mechanism, e.g. "Pin B:
/// its conditions ...".
void lw_mechanism_set_error (const LwMechanism *self,
                             LwError code,
                             const MbdDiagnosis *why,
                             GError **error);
/// Returns the name of an element for messages: "Pin B" or "Coupling 3". Free with g_free ().
char *lw_mechanism_dup_element_name (const LwMechanism *self, MbdElement kind, int id);
/// Returns the kind of a coupling.
const LwKind *lw_coupling_get_kind (const LwCoupling *coupling);
/// Returns TRUE for a coupling that drives a joint: all of that family but springs.
gboolean lw_coupling_is_input (const LwCoupling *coupling);
/// Returns the kind of a force element; a load without a force is a torque.
const LwKind *lw_force_get_kind (const LwForce *force);

/// Returns the points (double[3], body frame) about which the shape of a body is drawn: see
/// LW_SHAPE_LINK. For a body without points and without attached elements, it is the centre of
/// mass.
GArray *lw_mechanism_dup_link_points (const LwMechanism *self, int body_id);
/// Returns the link points of all bodies in one call, which is faster than body by body: GArrays in
/// the order of the bodies.
GPtrArray *lw_mechanism_dup_all_link_points (const LwMechanism *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwMechanism, lw_mechanism_unref)

G_END_DECLS
