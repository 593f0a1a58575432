// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mechanism as the user drew it: bodies with shapes, couplings, force elements, tracers, and
// how a run is done. A value: cheap to copy (elements are shared), and never changed once it has
// been handed out; whoever wants another one copies it, edits the copy and hands that on.
//
// SI units, radians. The engine's definitions (mbd-mechanism.h) are reused for what they already
// say; this layer adds what is drawn.

#pragma once

#include <glib-object.h>

#include "lw-function.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_ERROR (lw_error_quark ())
GQuark lw_error_quark (void);

typedef enum
{
  LW_ERROR_BAD_FILE,   ///< not a mechanism, or a mechanism that cannot be read (exit code 2)
  LW_ERROR_SIMULATION, ///< it cannot be compiled, assembled or followed in time (exit code 3)
  LW_ERROR_IO,         ///< reading or writing failed (exit code 4)
  LW_ERROR_USAGE,      ///< a request that makes no sense for this mechanism (exit code 1)
  LW_ERROR_CHANGED,    ///< the file was changed by another program since it was read (exit code 4)
} LwError;

/// The seven hues of the palette, in order of creation.
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

/// How a body looks, in its body frame, m.
typedef struct
{
  LwShapeKind kind;
  double centre[3];
  double size[3]; ///< disc: size[0] is the radius; box: width, height, depth
  GArray *points; ///< of double[3]: link points or polygon outline; may be NULL. A hole is reached
                  ///< along an edge that is gone there and back.
} LwShape;

/// What is typed although it could follow from the plate.
typedef enum
{
  LW_TYPED_MASS = 1 << 0,
  LW_TYPED_CENTRE = 1 << 1,
  LW_TYPED_INERTIA = 1 << 2,
  LW_TYPED_ALL = 7,
} LwTyped;

/// A body that is cut from a plate along its shape: mass, centre of mass and inertia follow.
typedef struct
{
  double density;     ///< kg/m^3; 0: nothing follows
  double thickness;   ///< m
  double width;       ///< of a link, m; 0: a tenth of its length
  double hole_radius; ///< of the holes at the points of a link, m; 0: there are none
  unsigned typed;     ///< LwTyped: what does not follow
} LwPlate;

/// How a body takes part in contact: two bodies that take part touch each other, unless they are
/// joined (see lw-contact.h). The outline is that of the shape, a link as wide as its plate. Planar
/// and fixed bodies only.
typedef struct
{
  bool takes_part;    ///< default false
  bool half_plane;    ///< a link with two points of its own: all that lies to the right of the line
                      ///< from the first to the second, without end. Default false
  double friction;    ///< mu >= 0; a pair has the geometric mean. Default 0.6
  double restitution; ///< 0 .. 1; a pair has the larger one. Default 0
  double rolling;     ///< m, >= 0: a pair resists rolling with up to the sum times its normal
                      ///< force. Default 0
} LwContact;

/// What two bodies do to each other instead of what their materials say.
typedef struct
{
  int body[2];  ///< ids, the smaller one first
  bool touches; ///< false: they pass through each other
  double friction, restitution, rolling;
} LwContactPair;

/// Every element starts with this. Elements are immutable and shared between mechanisms.
typedef struct
{
  gatomicrefcount ref_count;
  int id;
  char *name; ///< NULL when it has none
} LwElement;

typedef struct
{
  LwElement element;
  MbdBodyDef def; ///< id and name are those of the element
  LwHue hue;
  LwShape shape;
  LwPlate plate;
  bool length_locked; ///< of a link with two points: dragging keeps its length
  LwContact contact;
} LwBody;

/// What fixes the ratio of a gear.
typedef enum
{
  LW_GEARING_RATIO, ///< the ratio itself
  LW_GEARING_BELT,  ///< two radii: pulleys or sprockets, with the belt or chain straight or crossed
  LW_GEARING_RACK,  ///< the radius of the pinion
  LW_GEARING_SCREW, ///< the pitch
} LwGearing;

/// A joint, rod, drive, gear ... What the engine is given is made by
/// lw_mechanism_resolve_coupling (): a drive on a joint has no place of its own, it takes bodies
/// and frames of the joint.
typedef struct
{
  LwElement element;
  MbdCouplingDef def;   ///< id and name are those of the element; `function` is NULL
  LwFunction *function; ///< driver, motor: what is followed; rod: its length; else NULL
  /// Driver, motor, limit, gear: ids of the joints whose coordinates are meant (both for a gear,
  /// only the first for the others); 0: bodies, frames and coordinates of `def`.
  int joint[2];
  LwGearing gearing; ///< gear
  double radius[2];  ///< belt: of both pulleys, m; rack: [0] of the pinion, m, negative when the
                     ///< rack lies on the other side
  bool crossed;      ///< belt: it turns the second pulley the other way
  double pitch;      ///< screw: m per turn, negative for a left-hand thread
} LwCoupling;

/// The components of a load, in the order in which functions of them are numbered: force x y z,
/// torque x y z.
#define LW_FORCE_COMPONENTS 6

/// A spring, bushing, load or drag. What the engine is given is made by
/// lw_mechanism_define_force ().
typedef struct
{
  LwElement element;
  MbdForceDef def; ///< id and name are those of the element; its functions and `law` are NULL
  /// Load: what its components follow instead of the numbers of `def`, which are 0 there; NULL:
  /// those numbers
  LwFunction *functions[LW_FORCE_COMPONENTS];
  /// Spring: tension (N, positive pulls together) as an expression of length (m), rate (m/s), t (s)
  /// and the parameters, instead of stiffness and damping; NULL: those
  char *law;
} LwForce;

/// A point whose path is drawn and recorded.
typedef struct
{
  LwElement element;
  int body;        ///< id
  double point[3]; ///< m, body frame
} LwTracer;

/// What is measured follows from how many points there are.
typedef enum
{
  LW_MEASUREMENT_POSITION = 1, ///< of the point, world axes, m
  LW_MEASUREMENT_DISTANCE = 2, ///< between both points, m
  LW_MEASUREMENT_ANGLE = 3,    ///< at the second point, from the first to the third, 0 .. pi, rad
  LW_MEASUREMENT_LINES = 4, ///< between the direction from the first point to the second and that
                            ///< from the third to the fourth, 0 .. pi, rad
} LwMeasurementKind;

#define LW_MEASUREMENT_POINTS 4

/// A point that goes with a body.
typedef struct
{
  int body;        ///< id; MBD_GROUND: the ground
  double point[3]; ///< m, body frame
} LwBodyPoint;

/// A distance or angle that is read while the mechanism moves, drawn as a dimension.
typedef struct
{
  LwElement element;
  guint n_points; ///< 1 .. LW_MEASUREMENT_POINTS: LwMeasurementKind
  LwBodyPoint points[LW_MEASUREMENT_POINTS];
} LwMeasurement;

/// How a run is done.
typedef struct
{
  double duration; ///< s; default 10
  double interval; ///< s between recorded samples; default 0.01
  MbdIntegratorSettings integrator;
  bool assemble; ///< assemble before the run; default: true unless the stabilisation is Baumgarte
                 ///< or none
} LwRunSettings;

/// What a plot over frequencies, that is of amplitude spectra, has as `against`.
#define LW_PLOT_FREQUENCY "frequency"

/// One plot of the dock: a title and the channels it shows. Each is a name as lw_channels_match ()
/// takes it, or defines a channel: "name = expression" (lw-derivation.h).
typedef struct
{
  char *title;
  GStrv channels;
  bool logarithmic;
  char *against;    ///< channel of the horizontal axis; NULL: time
  bool equal_scale; ///< both axes have as many px for a unit; only where it is against a channel
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

/// An element by its kind and its id: what is selected, under the pointer, or edited.
typedef struct
{
  LwSelectionKind kind; ///< LW_SELECTION_NONE: nothing, or the mechanism itself
  int id;
} LwElementRef;

/// A field that follows a formula: its numbers are what the formula gave when it was evaluated
/// last. Immutable and shared by reference.
typedef struct
{
  gatomicrefcount ref_count;
  LwElementRef owner; ///< LW_SELECTION_NONE: the mechanism, with the id 0
  char *field;        ///< as lw_property_get () takes it
  char *unit;         ///< of SI, in ASCII, of each number
  char *expression;   ///< one for each number, with semicolons between them
} LwBinding;

/// How an element is treated on the canvas (lw-marks.h).
typedef enum
{
  LW_MARK_HIDDEN = 1 << 0, ///< neither drawn nor taken by a click
  LW_MARK_LOCKED = 1 << 1, ///< not moved or edited there
  LW_MARK_ALL = 3,
} LwMark;

typedef struct
{
  LwElementRef element;
  unsigned flags; ///< LwMark, at least one
} LwElementMark;

typedef struct _LwMechanism LwMechanism;
/// lw-background.h
typedef struct _LwBackground LwBackground;
#define LW_TYPE_MECHANISM (lw_mechanism_get_type ())
GType lw_mechanism_get_type (void);

/// Empty: the ground, gravity (0, -9.81, 0), default run.
LwMechanism *lw_mechanism_new (void);
LwMechanism *lw_mechanism_ref (LwMechanism *self);
void lw_mechanism_unref (LwMechanism *self);
/// A copy that may be edited; elements are shared.
LwMechanism *lw_mechanism_copy (const LwMechanism *self);
/// Equal in every value (bit by bit for numbers).
gboolean lw_mechanism_equal (const LwMechanism *a, const LwMechanism *b);
/// Whether the elements are the same and lie, look and begin alike; masses, stiffnesses, functions
/// and whatever else has a value without a place may differ.
gboolean lw_mechanism_is_drawn_alike (const LwMechanism *a, const LwMechanism *b);
/// Whether both have an element, and equal in every value.
gboolean
lw_mechanism_has_same_element (const LwMechanism *a, const LwMechanism *b, LwElementRef ref);

const char *lw_mechanism_get_title (const LwMechanism *self); ///< "" when there is none
const char *lw_mechanism_get_notes (const LwMechanism *self); ///< what to look at; "" when there
                                                              ///< are none
const double *lw_mechanism_get_gravity (const LwMechanism *self);
const LwRunSettings *lw_mechanism_get_run (const LwMechanism *self);

/// Elements in drawing order.
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
/// NULL when there is none of that name.
const LwParameter *lw_mechanism_find_parameter (const LwMechanism *self, const char *name);

/// Fields that follow a formula.
guint lw_mechanism_get_n_bindings (const LwMechanism *self);
const LwBinding *lw_mechanism_get_binding (const LwMechanism *self, guint index);
/// Of LwElementMark, by kind and id; borrowed.
const GArray *lw_mechanism_get_marks (const LwMechanism *self);
/// The system in which lengths are shown; LW_LENGTH_UNITS: nothing is said, and it is for the user
/// to prefer one.
LwLengthUnit lw_mechanism_get_length_unit (const LwMechanism *self);
/// The image to trace over, borrowed; NULL: none.
const LwBackground *lw_mechanism_get_background (const LwMechanism *self);

/// Pairs of bodies with a contact of their own, by ids; of LwContactPair. Borrowed.
const GArray *lw_mechanism_get_contact_pairs (const LwMechanism *self);

const LwBody *lw_mechanism_find_body (const LwMechanism *self, int id);
const LwCoupling *lw_mechanism_find_coupling (const LwMechanism *self, int id);
const LwForce *lw_mechanism_find_force (const LwMechanism *self, int id);
const LwTracer *lw_mechanism_find_tracer (const LwMechanism *self, int id);
const LwMeasurement *lw_mechanism_find_measurement (const LwMechanism *self, int id);

/// More elements of one list than this make no drawing that anybody wants, and are not read.
#define LW_MECHANISM_MAX_ELEMENTS 200000

/// Editing; only on a mechanism that has not been handed out. The element is taken over (transfer
/// full).
void lw_mechanism_set_title (LwMechanism *self, const char *title);
void lw_mechanism_set_notes (LwMechanism *self, const char *notes);
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
/// Those of another one in place of its own.
void lw_mechanism_share_bindings (LwMechanism *self, const LwMechanism *from);
void lw_mechanism_share_marks (LwMechanism *self, const LwMechanism *from);
/// Parameters are their values alone, no field follows a formula, and no units are said.
void lw_mechanism_forget_formulas (LwMechanism *self);
void lw_mechanism_set_length_unit (LwMechanism *self, LwLengthUnit unit);
/// A copy of it; NULL: none.
void lw_mechanism_set_background (LwMechanism *self, const LwBackground *background);
/// The pair takes the place of one of the same bodies. Bodies are put in order.
void lw_mechanism_add_contact_pair (LwMechanism *self, const LwContactPair *pair);
/// Without the pairs of bodies that are not there.
void lw_mechanism_drop_lone_pairs (LwMechanism *self);
void lw_mechanism_clear_contact_pairs (LwMechanism *self);

/// New elements with the engine's defaults; id 0 and name NULL until the caller fills them in.
LwBody *lw_body_new (int id, const char *name);
LwCoupling *lw_coupling_new (const MbdCouplingDef *def, int id, const char *name);
LwForce *lw_force_new (const MbdForceDef *def, int id, const char *name);
LwTracer *lw_tracer_new (int id, const char *name, int body, const double point[3]);
/// `n_points` 1 .. LW_MEASUREMENT_POINTS.
LwMeasurement *
lw_measurement_new (int id, const char *name, const LwBodyPoint *points, guint n_points);
LwRunSettings lw_run_settings_default (void);
gboolean lw_run_settings_equal (const LwRunSettings *a, const LwRunSettings *b);
/// In everything, also id and name.
gboolean lw_body_equal (const LwBody *a, const LwBody *b);
gboolean lw_coupling_equal (const LwCoupling *a, const LwCoupling *b);
gboolean lw_force_equal (const LwForce *a, const LwForce *b);

/// Copies of elements that may be edited until they are added to a mechanism; the reference count
/// is 1. The name is changed by lw_..._set_name () only (NULL: none).
LwBody *lw_body_copy (const LwBody *body);
LwCoupling *lw_coupling_copy (const LwCoupling *coupling);
LwForce *lw_force_copy (const LwForce *force);
LwTracer *lw_tracer_copy (const LwTracer *tracer);
LwMeasurement *lw_measurement_copy (const LwMeasurement *measurement);
void lw_body_set_name (LwBody *body, const char *name);
void lw_coupling_set_name (LwCoupling *coupling, const char *name);
/// Takes a reference; NULL: none.
void lw_coupling_set_function (LwCoupling *coupling, const LwFunction *function);
void lw_force_set_name (LwForce *force, const char *name);
/// Takes a reference; NULL: the number. A constant becomes the number, so that each load can be
/// said in one way only.
void lw_force_set_function (LwForce *force, int component, const LwFunction *function);
void lw_force_set_law (LwForce *force, const char *law); ///< NULL: stiffness and damping
void lw_tracer_set_name (LwTracer *tracer, const char *name);
void lw_measurement_set_name (LwMeasurement *measurement, const char *name);
/// For elements that were not handed on; elements of a mechanism belong to it.
void lw_body_unref (LwBody *body);
void lw_coupling_unref (LwCoupling *coupling);
void lw_force_unref (LwForce *force);
void lw_tracer_unref (LwTracer *tracer);
void lw_measurement_unref (LwMeasurement *measurement);

/// Edits of a mechanism that has been handed out: each gives a new one in which one thing differs.
/// The element is taken over and replaces the one with its id; without such a one it is added.
LwMechanism *lw_mechanism_replace_body (const LwMechanism *self, LwBody *body);
LwMechanism *lw_mechanism_replace_coupling (const LwMechanism *self, LwCoupling *coupling);
LwMechanism *lw_mechanism_replace_force (const LwMechanism *self, LwForce *force);
LwMechanism *lw_mechanism_replace_tracer (const LwMechanism *self, LwTracer *tracer);
LwMechanism *lw_mechanism_replace_measurement (const LwMechanism *self, LwMeasurement *measurement);
/// Without the element; a body takes the couplings, force elements, tracers and measurements on it
/// with it, and a joint takes the drivers, limits and gears that use it.
LwMechanism *lw_mechanism_remove_body (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_coupling (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_force (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_tracer (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_remove_measurement (const LwMechanism *self, int id);
LwMechanism *lw_mechanism_with_title (const LwMechanism *self, const char *title);
LwMechanism *lw_mechanism_with_notes (const LwMechanism *self, const char *notes);
LwMechanism *lw_mechanism_with_gravity (const LwMechanism *self, const double gravity[3]);
LwMechanism *lw_mechanism_with_run (const LwMechanism *self, const LwRunSettings *run);
/// The parameter is taken over and replaces the one with its name; without such a one it is added.
LwMechanism *lw_mechanism_with_parameter (const LwMechanism *self, LwParameter *parameter);
LwMechanism *lw_mechanism_without_parameter (const LwMechanism *self, const char *name);
/// With the parameters, formulas, units and marks of another one.
LwMechanism *lw_mechanism_with_formulas_of (const LwMechanism *self, const LwMechanism *from);
LwMechanism *lw_mechanism_with_length_unit (const LwMechanism *self, LwLengthUnit unit);
LwMechanism *
lw_mechanism_with_plots (const LwMechanism *self, const LwPlotLayout *plots, guint n_plots);
/// What becomes of each element of a kind, in their order: another one (transfer full) in its
/// place, or NULL: it stays as it is, and so do all of a kind without a function.
typedef struct
{
  LwBody *(*body) (const LwBody *body, void *data);
  LwCoupling *(*coupling) (const LwCoupling *coupling, void *data);
  LwForce *(*force) (const LwForce *force, void *data);
  LwTracer *(*tracer) (const LwTracer *tracer, void *data);
  LwMeasurement *(*measurement) (const LwMeasurement *measurement, void *data);
} LwMechanismChanges;

/// Everything but the elements and plots; may be edited.
LwMechanism *lw_mechanism_copy_head (const LwMechanism *self);
/// Many changes at once. Ids must stay.
LwMechanism *
lw_mechanism_change (const LwMechanism *self, const LwMechanismChanges *changes, void *data);
/// The smallest id above all of that kind.
int lw_mechanism_next_body_id (const LwMechanism *self);
int lw_mechanism_next_coupling_id (const LwMechanism *self);
int lw_mechanism_next_force_id (const LwMechanism *self);
int lw_mechanism_next_tracer_id (const LwMechanism *self);
int lw_mechanism_next_measurement_id (const LwMechanism *self);

/// Memory that this mechanism needs beside `other` (may be NULL), bytes, estimated: elements that
/// both share count nothing.
gsize lw_mechanism_size_beside (const LwMechanism *self, const LwMechanism *other);
/// Tells by a hash whether two mechanisms move alike: everything but names, title, notes and plots.
/// Free with g_free ().
char *lw_mechanism_dup_fingerprint (const LwMechanism *self);
/// Whether it is that of this mechanism, also one with the names, as older files have.
bool lw_mechanism_has_fingerprint (const LwMechanism *self, const char *fingerprint);

/// Compile for the engine. The error is one sentence that names the element.
MbdModel *lw_mechanism_compile (const LwMechanism *self, GError **error);
/// What the engine is told of a coupling: as its `def`, but bodies, frames and coordinates are
/// those of its joints, and the ratio follows from radii or pitch. `function` stays NULL. FALSE,
/// and an LW_ERROR_SIMULATION, when it uses a joint that is not there or does not move that way;
/// *def then has what could be found.
gboolean lw_mechanism_resolve_coupling (const LwMechanism *self,
                                        const LwCoupling *coupling,
                                        MbdCouplingDef *def,
                                        GError **error);
/// The same with its function, as mbd_state_change_coupling () takes it. The caller owns a
/// reference to def->function (mbd_function_unref ()).
gboolean lw_mechanism_define_coupling (const LwMechanism *self,
                                       const LwCoupling *coupling,
                                       MbdCouplingDef *def,
                                       GError **error);
/// What the engine is told of a force element, as mbd_state_change_force () takes it. FALSE, and an
/// LW_ERROR_SIMULATION, when a function or a law cannot be followed. Free with
/// lw_force_def_clear ().
gboolean lw_mechanism_define_force (const LwMechanism *self,
                                    const LwForce *force,
                                    MbdForceDef *def,
                                    GError **error);
/// Gives back what lw_mechanism_define_force () made.
void lw_force_def_clear (MbdForceDef *def);
/// Value at the start of the first (0) or second (1, of a gear) coordinate of a driver, limit or
/// gear, m or rad. FALSE when it has none.
gboolean lw_mechanism_get_start_coordinate (const LwMechanism *self,
                                            const LwCoupling *coupling,
                                            int which,
                                            double *value);
/// The offset with which a gear fits the start as it is drawn. FALSE when there is none.
gboolean
lw_mechanism_get_start_offset (const LwMechanism *self, const LwCoupling *gear, double *offset);
/// Whether a joint moves in a coordinate that a driver, limit or gear could use.
gboolean lw_coupling_has_coordinate (const MbdCouplingDef *joint, MbdCoordinate coordinate);
/// The coordinate that is meant when nothing is said: angle of what turns about z, else the slide
/// along x, else along z. FALSE when there is none.
gboolean lw_coupling_get_coordinate (const MbdCouplingDef *joint, MbdCoordinate *coordinate);
/// The sentence for a diagnosis of the engine about this mechanism, e.g. "Pin B: its conditions
/// ...".
void lw_mechanism_set_error (const LwMechanism *self,
                             LwError code,
                             const MbdDiagnosis *why,
                             GError **error);
/// "Pin B" or "Coupling 3": how an element is called in sentences. Free with g_free ().
char *lw_mechanism_dup_element_name (const LwMechanism *self, MbdElement kind, int id);
/// The word for a coupling, which is its kind in the text form: "pin", "slider" ... "loop", "rod",
/// "rope", "strut", "driver", "motor", "limit", "gear", "angle", "revolute-spherical", "point
/// contact".
const char *lw_coupling_word (const MbdCouplingDef *def);
/// The same, "belt", "rack" or "screw" for a gear that is one, and "torsion spring" for a compliant
/// driver that holds an angle at a constant value.
const char *lw_coupling_get_word (const LwCoupling *coupling);
/// Such a driver.
gboolean lw_coupling_is_torsion_spring (const LwCoupling *coupling);
/// The word for a force element, which is its kind in the text form: "spring", "bushing", "force",
/// "torque" (a load without a force) or "drag".
const char *lw_force_get_word (const LwForce *force);

/// The points (double[3], body frame) that the shape of a body is drawn about: see LW_SHAPE_LINK. A
/// body that has none and that nothing touches shows its centre of mass.
GArray *lw_mechanism_dup_link_points (const LwMechanism *self, int body_id);
/// Those of all bodies at once, which is quicker than one by one: GArrays in the order of the
/// bodies.
GPtrArray *lw_mechanism_dup_all_link_points (const LwMechanism *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwMechanism, lw_mechanism_unref)

G_END_DECLS
