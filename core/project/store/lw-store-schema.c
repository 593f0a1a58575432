// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of a project in format 0.4, and the tables of older formats that differ.
// docs/project-file.md describes every column.
//
// Numbers are columns of type ANY that hold reals: a column of type REAL would lose the sign of -0.

#include "lw-store-private.h"

/* clang-format off */

#define PLACE "place INTEGER PRIMARY KEY CHECK (place >= 1)"
#define ONLY "place INTEGER PRIMARY KEY CHECK (place = 1)"
#define ID "id INTEGER NOT NULL UNIQUE CHECK (id BETWEEN 1 AND 2147483647)"
#define NAME "name TEXT UNIQUE CHECK (name <> '')"
#define REAL(name) name " ANY NOT NULL CHECK (typeof (" name ") = 'real')"
#define NOT_NEGATIVE(name) name " ANY NOT NULL CHECK (typeof (" name ") = 'real' AND " name " >= 0)"
#define POSITIVE(name) name " ANY NOT NULL CHECK (typeof (" name ") = 'real' AND " name " > 0)"
#define VECTOR(name) REAL (name "_x") ", " REAL (name "_y") ", " REAL (name "_z")
#define AMOUNTS(name)                                                                              \
  NOT_NEGATIVE (name "_x") ", " NOT_NEGATIVE (name "_y") ", " NOT_NEGATIVE (name "_z")
#define QUATERNION(name) REAL (name "_w") ", " VECTOR (name)
#define FLAG(name) name " INTEGER NOT NULL CHECK (" name " IN (0, 1))"
#define COUNT(name) name " INTEGER NOT NULL CHECK (" name " >= 0)"
#define BODY(name) name " INTEGER REFERENCES bodies (id)"
#define JOINT(name) name " INTEGER REFERENCES couplings (id) DEFERRABLE INITIALLY DEFERRED"
#define COORDINATE(name) name " TEXT NOT NULL CHECK (" name " IN ('angle', 'slide', 'slide_z'))"
#define BOUND(name) name " ANY CHECK (typeof (" name ") IN ('null', 'real'))"
#define STABILISATIONS "('projection', 'baumgarte', 'none')"
#define EXPLICIT_METHODS "'verner65', 'dopri54', 'verner87', 'rk4'"
#define METHODS_2 EXPLICIT_METHODS ", 'esdirk43'"
#define METHODS_3 METHODS_2 ", 'radau9', 'automatic'"
#define METHODS METHODS_3 ", 'time-stepping'"
#define SETTINGS(methods)                                                                          \
  POSITIVE ("duration") ", " POSITIVE ("interval") ", " FLAG ("assemble") ", "                     \
  "method TEXT NOT NULL CHECK (method IN (" methods ")), "                                         \
  POSITIVE ("accuracy") ", " NOT_NEGATIVE ("step") ", "                                            \
  "maximum_step ANY CHECK (typeof (maximum_step) IN ('null', 'real')), "                           \
  COUNT ("maximum_steps") ", "                                                                     \
  "stabilisation TEXT NOT NULL CHECK (stabilisation IN " STABILISATIONS "), "                      \
  POSITIVE ("time_constant")
#define SETTINGS_4 SETTINGS (METHODS) ", " FLAG ("sequential_impacts")
#define MATERIAL                                                                                   \
  NOT_NEGATIVE ("friction") ", "                                                                   \
  "restitution ANY NOT NULL CHECK (typeof (restitution) = 'real' AND "                             \
    "restitution BETWEEN 0 AND 1), "                                                               \
  NOT_NEGATIVE ("rolling")

#define FORCE_COLUMNS                                                                              \
  BODY ("body_a") ", " BODY ("body_b") ", " VECTOR ("point_a") ", " VECTOR ("point_b") ", "        \
  NOT_NEGATIVE ("stiffness") ", " NOT_NEGATIVE ("damping") ", " NOT_NEGATIVE ("free_length") ", "  \
  VECTOR ("force") ", " VECTOR ("torque") ", " FLAG ("follows_body") ", " FLAG ("enabled")

#define RUN_COLUMNS(settings)                                                                      \
  PLACE ", name TEXT NOT NULL, fingerprint TEXT NOT NULL, " settings ", "                          \
  COUNT ("positions") ", " COUNT ("velocities") ", " COUNT ("channels") ", " COUNT ("samples") ", "\
  "chunk_samples INTEGER NOT NULL CHECK (chunk_samples BETWEEN 1 AND 4096)"

#define PLOT_COLUMNS PLACE ", title TEXT NOT NULL, " FLAG ("logarithmic")

#define PARAMETER_COLUMNS                                                                          \
  PLACE ", name TEXT NOT NULL UNIQUE CHECK (name <> ''), " REAL ("value") ", note TEXT NOT NULL"

#define BODY_COLUMNS                                                                               \
  PLACE ", " ID ", " NAME ", "                                                                     \
  "mobility TEXT NOT NULL CHECK (mobility IN ('fixed', 'planar', 'spatial')), "                    \
  NOT_NEGATIVE ("mass") ", "                                                                       \
  NOT_NEGATIVE ("inertia_xx") ", " NOT_NEGATIVE ("inertia_yy") ", " NOT_NEGATIVE ("inertia_zz") ", "\
  REAL ("inertia_xy") ", " REAL ("inertia_xz") ", " REAL ("inertia_yz") ", "                       \
  VECTOR ("centre_of_mass") ", " VECTOR ("position") ", " QUATERNION ("quaternion") ", "           \
  REAL ("angle") ", " VECTOR ("velocity") ", " VECTOR ("angular_velocity") ", "                    \
  "colour TEXT NOT NULL CHECK (colour IN "                                                         \
    "('orange', 'sky', 'green', 'purple', 'blue', 'amber', 'vermillion')), "                       \
  "shape TEXT NOT NULL CHECK (shape IN ('link', 'disc', 'box', 'polygon')), "                      \
  VECTOR ("shape_centre") ", " VECTOR ("shape_size")

#define ELEMENTS_3 "'body', 'coupling', 'force', 'tracer'"
#define ELEMENTS ELEMENTS_3 ", 'measurement'"
#define BINDING_COLUMNS(elements)                                                                  \
  PLACE ", element TEXT CHECK (element IN (" elements ")), "                                       \
  COUNT ("id") ", field TEXT NOT NULL, unit TEXT NOT NULL, expression TEXT NOT NULL"
#define VIEW_COLUMNS(elements)                                                                     \
  ONLY ", " FLAG ("fitted") ", " VECTOR ("centre") ", " POSITIVE ("scale") ", "                    \
  FLAG ("spatial") ", " REAL ("azimuth") ", " REAL ("elevation") ", "                              \
  "selected TEXT CHECK (selected IN (" elements ")), "                                             \
  COUNT ("selected_id") ", "                                                                       \
  FLAG ("show_sidebar") ", " FLAG ("show_plots") ", " COUNT ("sidebar_page") ", "                  \
  COUNT ("plot_layout")

#define P1 "?"
#define P5 "?, ?, ?, ?, ?"
#define P10 P5 ", " P5

#define TABLE(name, parameters, columns)                                                           \
  { name,                                                                                          \
    "CREATE TABLE " name " (" columns ") STRICT",                                                  \
    "INSERT INTO " name " VALUES (" parameters ")",                                                \
    "SELECT * FROM " name " ORDER BY place",                                                       \
    "SELECT * FROM " name " WHERE place = ?1",                                                     \
    "SELECT max (place) FROM " name,                                                               \
    "SELECT * FROM " name " ORDER BY place" }

static const LwStoreTable tables[LW_STORE_N_TABLES] = {
  [LW_STORE_PROJECT] = {
    "project",
    "CREATE TABLE project (" ONLY ", "
      COUNT ("minor") ", written_by TEXT NOT NULL, "
      "digest BLOB NOT NULL CHECK (length (digest) = 32)) STRICT",
    "INSERT INTO project VALUES (?, ?, ?, ?)",
    "SELECT * FROM project ORDER BY place",
    "SELECT * FROM project WHERE place = ?1",
    "SELECT max (place) FROM project",
    "SELECT place, minor, written_by FROM project ORDER BY place" },
  [LW_STORE_MECHANISM] = TABLE ("mechanism", P5 ", " P1 ", " P1,
    ONLY ", title TEXT NOT NULL, notes TEXT NOT NULL, " VECTOR ("gravity") ", "
    "units TEXT CHECK (units IN ('SI', 'mm-kg-s', 'inch-lb'))"),
  [LW_STORE_PARAMETERS] = TABLE ("parameters", P5 ", ?, ?, ?",
    PARAMETER_COLUMNS ", unit TEXT NOT NULL, expression TEXT, "
    BOUND ("minimum") ", " BOUND ("maximum")),
  [LW_STORE_BODIES] = TABLE ("bodies", P10 ", " P10 ", " P10 ", " P10 ", " P1,
    BODY_COLUMNS ", " NOT_NEGATIVE ("density") ", " NOT_NEGATIVE ("thickness") ", "
    NOT_NEGATIVE ("link_width") ", " NOT_NEGATIVE ("hole_radius") ", "
    "typed INTEGER NOT NULL CHECK (typed BETWEEN 0 AND 7)"),
  [LW_STORE_BODY_POINTS] = TABLE ("body_points", P5,
    PLACE ", body INTEGER NOT NULL REFERENCES bodies (id), " VECTOR ("point")),
  [LW_STORE_COUPLINGS] = TABLE ("couplings",
    P10 ", " P10 ", " P10 ", " P10 ", " P10 ", " P10 ", " P10 ", " P5,
    PLACE ", " ID ", " NAME ", kind TEXT NOT NULL CHECK (kind IN ('loop', 'rod', 'driver', 'limit', "
      "'gear', 'angle', 'revolute-spherical', 'point contact')), "
    BODY ("predecessor") ", " BODY ("successor") ", "
    VECTOR ("point_p") ", " QUATERNION ("quaternion_p") ", "
    VECTOR ("point_s") ", " QUATERNION ("quaternion_s") ", "
    "locked INTEGER NOT NULL CHECK (locked BETWEEN 0 AND 63), "
    REAL ("length") ", " FLAG ("enabled") ", "
    "stabilisation TEXT CHECK (stabilisation IN " STABILISATIONS "), "
    POSITIVE ("time_constant") ", "
    JOINT ("joint_1") ", " JOINT ("joint_2") ", "
    COORDINATE ("coordinate_1") ", " COORDINATE ("coordinate_2") ", "
    BODY ("predecessor_2") ", " BODY ("successor_2") ", "
    VECTOR ("point_p_2") ", " QUATERNION ("quaternion_p_2") ", "
    VECTOR ("point_s_2") ", " QUATERNION ("quaternion_s_2") ", "
    "rod TEXT NOT NULL CHECK (rod IN ('rod', 'rope', 'strut')), "
    "gearing TEXT NOT NULL CHECK (gearing IN ('gear', 'belt', 'rack', 'screw')), "
    REAL ("ratio") ", " REAL ("offset") ", " REAL ("radius_1") ", " REAL ("radius_2") ", "
    FLAG ("crossed") ", " REAL ("pitch") ", "
    BOUND ("lower") ", " BOUND ("upper") ", " REAL ("angle") ", "
    "normals INTEGER NOT NULL CHECK (normals BETWEEN 1 AND 3), "
    VECTOR ("normal_1") ", " VECTOR ("normal_2") ", " VECTOR ("normal_3") ", "
    "mode TEXT CHECK (mode IN ('free', 'lock', 'unilateral', 'box')), "
    "level TEXT NOT NULL CHECK (level IN ('position', 'velocity', 'acceleration')), "
    BOUND ("effort_limit") ", " FLAG ("compliant") ", "
    NOT_NEGATIVE ("stiffness") ", " NOT_NEGATIVE ("damping") ", "
    BOUND ("break_force") ", " BOUND ("break_moment") ", " BOUND ("break_impulse")),
  [LW_STORE_FUNCTIONS] = TABLE ("functions", P10,
    PLACE ", coupling INTEGER UNIQUE REFERENCES couplings (id), "
    "force INTEGER REFERENCES forces (id), "
    "component INTEGER NOT NULL CHECK (component BETWEEN 0 AND 5), "
    "kind TEXT NOT NULL CHECK (kind IN "
      "('constant', 'harmonic', 'polynomial', 'table', 'expression')), "
    REAL ("origin") ", "
    "ends TEXT NOT NULL CHECK (ends IN ('natural', 'clamped', 'periodic')), "
    REAL ("end_rate_1") ", " REAL ("end_rate_2") ", expression TEXT"),
  [LW_STORE_FUNCTION_NUMBERS] = TABLE ("function_numbers", "?, ?, ?",
    PLACE ", function INTEGER NOT NULL REFERENCES functions (place), " REAL ("value")),
  [LW_STORE_FORCES] = TABLE ("forces", P10 ", " P10 ", " P10 ", " P10 ", " P5 ", " P1,
    PLACE ", " ID ", " NAME ", "
    "kind TEXT NOT NULL CHECK (kind IN ('spring', 'load', 'bushing', 'drag')), "
    FORCE_COLUMNS ", law TEXT, " NOT_NEGATIVE ("rotational_damping") ", "
    QUATERNION ("quaternion_a") ", " QUATERNION ("quaternion_b") ", "
    "bushing_law TEXT NOT NULL CHECK (bushing_law IN ('quasi-symmetric', 'energy-consistent')), "
    AMOUNTS ("bushing_rotational_stiffness") ", " AMOUNTS ("bushing_rotational_damping") ", "
    AMOUNTS ("bushing_stiffness") ", " AMOUNTS ("bushing_damping")),
  [LW_STORE_TRACERS] = TABLE ("tracers", P5 ", " P1 ", " P1,
    PLACE ", " ID ", " NAME ", " BODY ("body") ", " VECTOR ("point")),
  [LW_STORE_LOCKED_LENGTHS] = TABLE ("locked_lengths", "?, ?",
    PLACE ", body INTEGER NOT NULL UNIQUE REFERENCES bodies (id)"),
  [LW_STORE_MEASUREMENTS] = TABLE ("measurements", "?, ?, ?", PLACE ", " ID ", " NAME),
  [LW_STORE_MEASUREMENT_POINTS] = TABLE ("measurement_points", P5 ", " P1,
    PLACE ", measurement INTEGER NOT NULL REFERENCES measurements (id), "
    BODY ("body") ", " VECTOR ("point")),
  [LW_STORE_BINDINGS] = TABLE ("bindings", P5 ", " P1,
    BINDING_COLUMNS (ELEMENTS)),
  [LW_STORE_CONTACTS] = TABLE ("contacts", P5 ", ?, ?",
    PLACE ", body INTEGER NOT NULL UNIQUE REFERENCES bodies (id), "
    FLAG ("takes_part") ", " FLAG ("half_plane") ", " MATERIAL),
  [LW_STORE_CONTACT_PAIRS] = TABLE ("contact_pairs", P5 ", ?, ?",
    PLACE ", body_a INTEGER NOT NULL REFERENCES bodies (id), "
    "body_b INTEGER NOT NULL REFERENCES bodies (id), " FLAG ("touches") ", " MATERIAL),
  [LW_STORE_MARKS] = TABLE ("marks", P5,
    PLACE ", element TEXT NOT NULL CHECK (element IN (" ELEMENTS ")), "
    COUNT ("id") ", " FLAG ("hidden") ", " FLAG ("locked")),
  [LW_STORE_BACKGROUND] = TABLE ("background", P5 ", ?, ?, ?",
    ONLY ", " REAL ("centre_x") ", " REAL ("centre_y") ", " POSITIVE ("width") ", " REAL ("angle") ", "
    "opacity ANY NOT NULL CHECK (typeof (opacity) = 'real' AND opacity BETWEEN 0 AND 1), "
    FLAG ("visible") ", image BLOB NOT NULL CHECK (length (image) <= 16777216)"),
  [LW_STORE_PLOTS] = TABLE ("plots", P5,
    PLOT_COLUMNS ", against TEXT CHECK (against <> ''), " FLAG ("equal_scale")),
  [LW_STORE_PLOT_CHANNELS] = TABLE ("plot_channels", "?, ?, ?",
    PLACE ", plot INTEGER NOT NULL REFERENCES plots (place), name TEXT NOT NULL"),
  [LW_STORE_RUN_SETTINGS] = TABLE ("run_settings", P10 ", ?, ?", ONLY ", " SETTINGS_4),
  [LW_STORE_VIEW] = TABLE ("view", P10 ", " P5 ", " P1 ", " P1,
    VIEW_COLUMNS (ELEMENTS) ", overlays INTEGER NOT NULL CHECK (overlays BETWEEN 0 AND 32767), "
    POSITIVE ("arrow_factor")),
  [LW_STORE_RUNS] = TABLE ("runs", P10 ", " P10,
    RUN_COLUMNS (SETTINGS_4) ", notes TEXT NOT NULL"),
  [LW_STORE_RUN_CHANNELS] = TABLE ("run_channels", "?, ?, ?, ?",
    PLACE ", run INTEGER NOT NULL REFERENCES runs (place), name TEXT NOT NULL, unit TEXT NOT NULL"),
  [LW_STORE_RUN_CHANGES] = TABLE ("run_changes", P5 ", " P1,
    PLACE ", run INTEGER NOT NULL REFERENCES runs (place), " REAL ("time") ", "
    "kind TEXT NOT NULL CHECK (kind IN ('coupling', 'force', 'pull', 'solver', 'mend', 'speed')), "
    COUNT ("element") ", definition TEXT NOT NULL"),
  [LW_STORE_RECORDINGS] = {
    "recordings",
    "CREATE TABLE recordings (" PLACE ", run INTEGER NOT NULL REFERENCES runs (place), "
      COUNT ("chunk") ", " COUNT ("column_number") ", "
      "digest BLOB NOT NULL CHECK (length (digest) = 32), data BLOB NOT NULL) STRICT",
    "INSERT INTO recordings VALUES (?, ?, ?, ?, ?, ?)",
    "SELECT * FROM recordings ORDER BY place",
    "SELECT * FROM recordings WHERE place = ?1",
    "SELECT max (place) FROM recordings",
    // Each row contributes the digest of its own data.
    "SELECT place, run, chunk, column_number, digest FROM recordings ORDER BY place" },
};

// Format 0.3 has only plots over time, no notes of runs, no contact and no measurements.
static const LwStoreTable run_settings_3 = TABLE ("run_settings", P10 ", " P1,
    ONLY ", " SETTINGS (METHODS_3));
static const LwStoreTable plots_3 = TABLE ("plots", "?, ?, ?", PLOT_COLUMNS);
static const LwStoreTable runs_3 = TABLE ("runs", P10 ", " P5 ", ?, ?, ?", RUN_COLUMNS (SETTINGS (METHODS_3)));
static const LwStoreTable bindings_3 = TABLE ("bindings", P5 ", " P1, BINDING_COLUMNS (ELEMENTS_3));
static const LwStoreTable view_3 = TABLE ("view", P10 ", " P5, VIEW_COLUMNS (ELEMENTS_3));

// Format 0.2 has no formulas in fields, no units of a mechanism, no plates, and no automatic
// method.
static const LwStoreTable bodies_2 = TABLE ("bodies", P10 ", " P10 ", " P10 ", " P5 ", " P1,
    BODY_COLUMNS);
static const LwStoreTable run_settings_2 = TABLE ("run_settings", P10 ", " P1,
    ONLY ", " SETTINGS (METHODS_2));
static const LwStoreTable runs_2 = TABLE ("runs", P10 ", " P5 ", ?, ?, ?",
    RUN_COLUMNS (SETTINGS (METHODS_2)));
static const LwStoreTable mechanism_2 = TABLE ("mechanism", P5 ", " P1,
    ONLY ", title TEXT NOT NULL, notes TEXT NOT NULL, " VECTOR ("gravity"));
static const LwStoreTable parameters_2 = TABLE ("parameters", "?, ?, ?, ?", PARAMETER_COLUMNS);

// Format 0.1 has only joints and rods, springs and loads, and explicit methods.
static const LwStoreTable run_settings_1 = TABLE ("run_settings", P10 ", " P1,
    ONLY ", " SETTINGS (EXPLICIT_METHODS));
static const LwStoreTable runs_1 = TABLE ("runs", P10 ", " P5 ", ?, ?, ?",
    RUN_COLUMNS (SETTINGS (EXPLICIT_METHODS)));
static const LwStoreTable couplings_1 = TABLE ("couplings", P10 ", " P10 ", " P5,
    PLACE ", " ID ", " NAME ", kind TEXT NOT NULL CHECK (kind IN ('loop', 'rod')), "
    BODY ("predecessor") ", " BODY ("successor") ", "
    VECTOR ("point_p") ", " QUATERNION ("quaternion_p") ", "
    VECTOR ("point_s") ", " QUATERNION ("quaternion_s") ", "
    "locked INTEGER NOT NULL CHECK (locked BETWEEN 0 AND 63), "
    REAL ("length") ", " FLAG ("enabled") ", "
    "stabilisation TEXT CHECK (stabilisation IN " STABILISATIONS "), "
    POSITIVE ("time_constant"));
static const LwStoreTable forces_1 = TABLE ("forces", P10 ", " P10 ", " P1 ", " P1 ", " P1,
    PLACE ", " ID ", " NAME ", kind TEXT NOT NULL CHECK (kind IN ('spring', 'load')), "
    FORCE_COLUMNS);
/* clang-format on */

static const LwStoreTable *
table_of_3 (LwStoreTableId table)
{
  switch (table) {
  case LW_STORE_PLOTS:
    return &plots_3;
  case LW_STORE_RUN_SETTINGS:
    return &run_settings_3;
  case LW_STORE_RUNS:
    return &runs_3;
  case LW_STORE_BINDINGS:
    return &bindings_3;
  case LW_STORE_VIEW:
    return &view_3;
  case LW_STORE_CONTACTS:
  case LW_STORE_CONTACT_PAIRS:
  case LW_STORE_LOCKED_LENGTHS:
  case LW_STORE_MEASUREMENTS:
  case LW_STORE_MEASUREMENT_POINTS:
  case LW_STORE_MARKS:
  case LW_STORE_BACKGROUND:
  case LW_STORE_RUN_CHANGES:
    return NULL;
  default:
    return &tables[table];
  }
}

static const LwStoreTable *
table_of_2 (LwStoreTableId table)
{
  switch (table) {
  case LW_STORE_MECHANISM:
    return &mechanism_2;
  case LW_STORE_BODIES:
    return &bodies_2;
  case LW_STORE_PARAMETERS:
    return &parameters_2;
  case LW_STORE_RUN_SETTINGS:
    return &run_settings_2;
  case LW_STORE_RUNS:
    return &runs_2;
  case LW_STORE_BINDINGS:
    return NULL;
  default:
    return table_of_3 (table);
  }
}

const LwStoreTable *
lw_store_table (int format, LwStoreTableId table)
{
  if (format >= 4)
    return &tables[table];
  if (format == 3)
    return table_of_3 (table);
  if (format == 2)
    return table_of_2 (table);
  switch (table) {
  case LW_STORE_PARAMETERS:
  case LW_STORE_FUNCTIONS:
  case LW_STORE_FUNCTION_NUMBERS:
    return NULL;
  case LW_STORE_COUPLINGS:
    return &couplings_1;
  case LW_STORE_FORCES:
    return &forces_1;
  case LW_STORE_RUN_SETTINGS:
    return &run_settings_1;
  case LW_STORE_RUNS:
    return &runs_1;
  default:
    return table_of_2 (table);
  }
}
