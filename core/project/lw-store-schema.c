// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of a project, format 0.1. docs/project-file.md has a sentence for every column.
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
#define QUATERNION(name) REAL (name "_w") ", " VECTOR (name)
#define FLAG(name) name " INTEGER NOT NULL CHECK (" name " IN (0, 1))"
#define COUNT(name) name " INTEGER NOT NULL CHECK (" name " >= 0)"
#define BODY(name) name " INTEGER REFERENCES bodies (id)"
#define STABILISATIONS "('projection', 'baumgarte', 'none')"
#define SETTINGS                                                                                   \
  POSITIVE ("duration") ", " POSITIVE ("interval") ", " FLAG ("assemble") ", "                     \
  "method TEXT NOT NULL CHECK (method IN ('verner65', 'dopri54', 'verner87', 'rk4')), "            \
  POSITIVE ("accuracy") ", " NOT_NEGATIVE ("step") ", "                                            \
  "maximum_step ANY CHECK (typeof (maximum_step) IN ('null', 'real')), "                           \
  COUNT ("maximum_steps") ", "                                                                     \
  "stabilisation TEXT NOT NULL CHECK (stabilisation IN " STABILISATIONS "), "                      \
  POSITIVE ("time_constant")

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

const LwStoreTable lw_store_tables[LW_STORE_N_TABLES] = {
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
  [LW_STORE_MECHANISM] = TABLE ("mechanism", P5 ", " P1,
    ONLY ", title TEXT NOT NULL, notes TEXT NOT NULL, " VECTOR ("gravity")),
  [LW_STORE_BODIES] = TABLE ("bodies", P10 ", " P10 ", " P10 ", " P5 ", " P1,
    PLACE ", " ID ", " NAME ", "
    "mobility TEXT NOT NULL CHECK (mobility IN ('fixed', 'planar', 'spatial')), "
    NOT_NEGATIVE ("mass") ", "
    NOT_NEGATIVE ("inertia_xx") ", " NOT_NEGATIVE ("inertia_yy") ", " NOT_NEGATIVE ("inertia_zz") ", "
    REAL ("inertia_xy") ", " REAL ("inertia_xz") ", " REAL ("inertia_yz") ", "
    VECTOR ("centre_of_mass") ", " VECTOR ("position") ", " QUATERNION ("quaternion") ", "
    REAL ("angle") ", " VECTOR ("velocity") ", " VECTOR ("angular_velocity") ", "
    "colour TEXT NOT NULL CHECK (colour IN "
      "('orange', 'sky', 'green', 'purple', 'blue', 'amber', 'vermillion')), "
    "shape TEXT NOT NULL CHECK (shape IN ('link', 'disc', 'box', 'polygon')), "
    VECTOR ("shape_centre") ", " VECTOR ("shape_size")),
  [LW_STORE_BODY_POINTS] = TABLE ("body_points", P5,
    PLACE ", body INTEGER NOT NULL REFERENCES bodies (id), " VECTOR ("point")),
  [LW_STORE_COUPLINGS] = TABLE ("couplings", P10 ", " P10 ", " P5,
    PLACE ", " ID ", " NAME ", kind TEXT NOT NULL CHECK (kind IN ('loop', 'rod')), "
    BODY ("predecessor") ", " BODY ("successor") ", "
    VECTOR ("point_p") ", " QUATERNION ("quaternion_p") ", "
    VECTOR ("point_s") ", " QUATERNION ("quaternion_s") ", "
    "locked INTEGER NOT NULL CHECK (locked BETWEEN 0 AND 63), "
    REAL ("length") ", " FLAG ("enabled") ", "
    "stabilisation TEXT CHECK (stabilisation IN " STABILISATIONS "), "
    POSITIVE ("time_constant")),
  [LW_STORE_FORCES] = TABLE ("forces", P10 ", " P10 ", " P1 ", " P1 ", " P1,
    PLACE ", " ID ", " NAME ", kind TEXT NOT NULL CHECK (kind IN ('spring', 'load')), "
    BODY ("body_a") ", " BODY ("body_b") ", "
    VECTOR ("point_a") ", " VECTOR ("point_b") ", "
    NOT_NEGATIVE ("stiffness") ", " NOT_NEGATIVE ("damping") ", " NOT_NEGATIVE ("free_length") ", "
    VECTOR ("force") ", " VECTOR ("torque") ", "
    FLAG ("follows_body") ", " FLAG ("enabled")),
  [LW_STORE_TRACERS] = TABLE ("tracers", P5 ", " P1 ", " P1,
    PLACE ", " ID ", " NAME ", " BODY ("body") ", " VECTOR ("point")),
  [LW_STORE_PLOTS] = TABLE ("plots", "?, ?, ?",
    PLACE ", title TEXT NOT NULL, " FLAG ("logarithmic")),
  [LW_STORE_PLOT_CHANNELS] = TABLE ("plot_channels", "?, ?, ?",
    PLACE ", plot INTEGER NOT NULL REFERENCES plots (place), name TEXT NOT NULL"),
  [LW_STORE_RUN_SETTINGS] = TABLE ("run_settings", P10 ", " P1, ONLY ", " SETTINGS),
  [LW_STORE_VIEW] = TABLE ("view", P10 ", " P5,
    ONLY ", " FLAG ("fitted") ", " VECTOR ("centre") ", " POSITIVE ("scale") ", "
    FLAG ("spatial") ", " REAL ("azimuth") ", " REAL ("elevation") ", "
    "selected TEXT CHECK (selected IN ('body', 'coupling', 'force', 'tracer')), "
    COUNT ("selected_id") ", "
    FLAG ("show_sidebar") ", " FLAG ("show_plots") ", " COUNT ("sidebar_page") ", "
    COUNT ("plot_layout")),
  [LW_STORE_RUNS] = TABLE ("runs", P10 ", " P5 ", ?, ?, ?",
    PLACE ", name TEXT NOT NULL, fingerprint TEXT NOT NULL, " SETTINGS ", "
    COUNT ("positions") ", " COUNT ("velocities") ", " COUNT ("channels") ", " COUNT ("samples") ", "
    "chunk_samples INTEGER NOT NULL CHECK (chunk_samples BETWEEN 1 AND 4096)"),
  [LW_STORE_RUN_CHANNELS] = TABLE ("run_channels", "?, ?, ?, ?",
    PLACE ", run INTEGER NOT NULL REFERENCES runs (place), name TEXT NOT NULL, unit TEXT NOT NULL"),
  [LW_STORE_RECORDINGS] = {
    "recordings",
    "CREATE TABLE recordings (" PLACE ", run INTEGER NOT NULL REFERENCES runs (place), "
      COUNT ("chunk") ", " COUNT ("column_number") ", "
      "digest BLOB NOT NULL CHECK (length (digest) = 32), data BLOB NOT NULL) STRICT",
    "INSERT INTO recordings VALUES (?, ?, ?, ?, ?, ?)",
    "SELECT * FROM recordings ORDER BY place",
    "SELECT * FROM recordings WHERE place = ?1",
    "SELECT max (place) FROM recordings",
    // Each row brings the digest of its own data.
    "SELECT place, run, chunk, column_number, digest FROM recordings ORDER BY place" },
};
/* clang-format on */
