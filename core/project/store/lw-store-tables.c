// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of a project file: which fields are columns of which table. Elements take their fields
// from the tables of the model; the structs that only a file has are described here. The SQL
// follows from the types.
//
// Numbers are columns of type ANY that hold reals: a column of type REAL would lose the sign of -0.

#include "lw-store-private.h"

#include <math.h>
#include <string.h>

/* clang-format off */

#define FIELDS(name, struct, rows)                                                                 \
  static const LwFieldTable name = { #name, sizeof (struct), rows, G_N_ELEMENTS (rows) }
#define OPTIONAL LW_FIELD_OPTIONAL
#define UNIQUE LW_FIELD_UNIQUE

#define FIELD(member) .offset = offsetof (LwStoreHead, member)
static const LwField head_rows[] = {
  { "minor", LW_FIELD_WHOLE, FIELD (minor), .most = G_MAXINT,
    .about = "Revision of the format, increased when the meaning of the same tables is extended; 0." },
  { "written_by", LW_FIELD_TEXT, FIELD (written_by),
    .about = "The program that wrote the file, with its version." },
  { "digest", LW_FIELD_BYTES, FIELD (digest), .least = LW_STORE_DIGEST_SIZE,
    .most = LW_STORE_DIGEST_SIZE, .about = "SHA-256 of the content." },
};
#undef FIELD
FIELDS (head_fields, LwStoreHead, head_rows);

#define FIELD(member) .offset = offsetof (LwStorePoint, member)
static const LwField point_rows[] = {
  { "body", LW_FIELD_BODY, FIELD (owner), .about = "Id of the body whose shape it belongs to." },
  { "point", LW_FIELD_REAL, FIELD (point), .count = 3, .parts = "x y z", .unit = "m",
    .about = "The point in the body frame." },
};
FIELDS (point_fields, LwStorePoint, point_rows);

static const LwField curve_point_rows[] = {
  { "coupling", LW_FIELD_WHOLE, FIELD (owner), .least = 1, .most = G_MAXINT,
    .about = "Id of the coupling whose curve it belongs to." },
  { "point", LW_FIELD_REAL, FIELD (point), .count = 2, .parts = "x y", .unit = "m",
    .about = "The point in the frame on P." },
};
#undef FIELD
FIELDS (curve_point_fields, LwStorePoint, curve_point_rows);

#define FIELD(member) .offset = offsetof (LwStoreCouplingRow, member)
static const LwField coupling_row_rows[] = {
  { "coupling", LW_FIELD_ROW, FIELD (coupling), .refers = "couplings (id)",
    .about = "Id of the coupling." },
  { "row", LW_FIELD_CHOICE, FIELD (row), .words = lw_row_words,
    .about = "Name of the row: along or about an axis of the frame on P, a stop, the length of a "
             "rod, or across a curve." },
  { "level", LW_FIELD_CHOICE, FIELD (level), .words = lw_level_words, .none = -1, .flags = OPTIONAL,
    .about = "Its level; NULL: that of the coupling." },
  { "compliant", LW_FIELD_WHOLE, FIELD (compliant), .least = -1, .most = 1,
    .about = "1: the row is a spring with a damper, 0: rigid; -1: compliance, stiffness and damping "
             "are those of the coupling." },
  { "stiffness", LW_FIELD_REAL, FIELD (stiffness), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N m/rad or N/m", .about = "Its stiffness; 0 if it is that of the coupling." },
  { "damping", LW_FIELD_REAL, FIELD (damping), .range = LW_RANGE_NOT_NEGATIVE,
    .unit = "N m s/rad or N s/m", .about = "Its damping; 0 if it is that of the coupling." },
};
#undef FIELD
FIELDS (coupling_row_fields, LwStoreCouplingRow, coupling_row_rows);

#define FIELD(member) .offset = offsetof (LwStoreFunction, member)
static const LwField function_rows[] = {
  { "coupling", LW_FIELD_ROW, FIELD (coupling), .refers = "couplings (id)",
    .flags = OPTIONAL | UNIQUE,
    .about = "Id of the coupling that follows it; NULL: a load follows it." },
  { "force", LW_FIELD_ROW, FIELD (force), .refers = "forces (id)", .flags = OPTIONAL,
    .about = "Id of the load that follows it; NULL: a coupling follows it." },
  { "component", LW_FIELD_WHOLE, FIELD (component), .most = LW_FORCE_COMPONENTS - 1,
    .about = "Component of the load that follows it: 0 to 2 of the force along x, y, z, 3 to 5 of "
             "the torque about them." },
  { "kind", LW_FIELD_CHOICE, FIELD (kind), .words = lw_function_kind_words,
    .about = "Form of the function." },
  { "origin", LW_FIELD_REAL, FIELD (origin), .unit = "s", .about = "Time origin of a polynomial." },
  { "ends", LW_FIELD_CHOICE, FIELD (ends), .words = lw_spline_end_words,
    .about = "End conditions of a table." },
  { "end_rate", LW_FIELD_REAL, FIELD (end_rates), .count = 2, .parts = "1 2",
    .about = "First derivatives at the first and at the last time of a clamped table, per s." },
  { "expression", LW_FIELD_TEXT, FIELD (expression), .flags = OPTIONAL,
    .about = "The text of an expression; NULL for all other kinds." },
};
#undef FIELD
FIELDS (function_fields, LwStoreFunction, function_rows);

#define FIELD(member) .offset = offsetof (LwStoreNumber, member)
static const LwField number_rows[] = {
  { "function", LW_FIELD_ROW, FIELD (function), .refers = "functions (place)",
    .about = "Place of the function." },
  { "value", LW_FIELD_REAL, FIELD (value), .about = "The number." },
};
#undef FIELD
FIELDS (number_fields, LwStoreNumber, number_rows);

#define FIELD(member) .offset = offsetof (LwStoreMark, member)
static const LwField mark_rows[] = {
  { "element", LW_FIELD_CHOICE, FIELD (element.kind), .words = lw_element_kind_words,
    .about = "Kind of the element." },
  { "id", LW_FIELD_WHOLE, FIELD (element.id), .least = 1, .most = G_MAXINT,
    .about = "Id of the element; unknown ids are ignored." },
  { "hidden", LW_FIELD_FLAG, FIELD (hidden),
    .about = "1: neither drawn nor selected by clicking." },
  { "locked", LW_FIELD_FLAG, FIELD (locked),
    .about = "1: neither moved nor edited on the canvas." },
};
#undef FIELD
FIELDS (mark_fields, LwStoreMark, mark_rows);

#define FIELD(member) .offset = offsetof (LwStoreBackground, member)
static const LwField background_rows[] = {
  { "centre", LW_FIELD_REAL, FIELD (background.centre), .count = 2, .parts = "x y", .unit = "m",
    .about = "Centre of the image." },
  { "width", LW_FIELD_REAL, FIELD (background.width), .range = LW_RANGE_POSITIVE, .unit = "m",
    .about = "Width; the height follows from the aspect ratio of the image." },
  { "angle", LW_FIELD_REAL, FIELD (background.angle), .unit = "rad",
    .about = "Angle, counterclockwise." },
  { "opacity", LW_FIELD_REAL, FIELD (background.opacity), .range = LW_RANGE_FRACTION,
    .about = "0 (invisible) to 1." },
  { "visible", LW_FIELD_FLAG, FIELD (background.visible), .about = "0: not drawn." },
  { "image", LW_FIELD_BYTES, FIELD (image), .most = LW_BACKGROUND_MAX_BYTES,
    .about = "The bytes of a PNG or JPEG file." },
};
#undef FIELD
FIELDS (background_fields, LwStoreBackground, background_rows);

#define FIELD(member) .offset = offsetof (LwStoreName, member)
static const LwField plot_channel_rows[] = {
  { "plot", LW_FIELD_ROW, FIELD (owner), .refers = "plots (place)", .about = "Place of the plot." },
  { "name", LW_FIELD_TEXT, FIELD (name),
    .about = "Name of a channel, a pattern with `*` and `?`, or `NAME = EXPRESSION`, which defines "
             "a channel from others." },
};
FIELDS (plot_channel_fields, LwStoreName, plot_channel_rows);

static const LwField run_channel_rows[] = {
  { "run", LW_FIELD_ROW, FIELD (owner), .refers = "runs (place)", .about = "Place of the run." },
  { "name", LW_FIELD_TEXT, FIELD (name), .about = "Name of the channel." },
  { "unit", LW_FIELD_TEXT, FIELD (unit), .about = "Its SI unit." },
};
#undef FIELD
FIELDS (run_channel_fields, LwStoreName, run_channel_rows);

#define FIELD(member) .offset = offsetof (LwProjectView, member)
static const LwField view_rows[] = {
  { "fitted", LW_FIELD_FLAG, FIELD (fitted),
    .about = "1: fit it to the window on opening; centre and scale are then unused." },
  { "centre", LW_FIELD_REAL, FIELD (centre), .count = 3, .parts = "x y z", .unit = "m",
    .about = "World point in the middle of the canvas." },
  { "scale", LW_FIELD_REAL, FIELD (scale), .range = LW_RANGE_POSITIVE,
    .about = "Pixels per metre." },
  { "spatial", LW_FIELD_FLAG, FIELD (spatial), .about = "1: the axonometric view." },
  { "azimuth", LW_FIELD_REAL, FIELD (azimuth), .unit = "rad",
    .about = "Rotation of the axonometric view about the world's y axis." },
  { "elevation", LW_FIELD_REAL, FIELD (elevation), .unit = "rad",
    .about = "Elevation of the view direction, positive when looking down." },
  { "selected", LW_FIELD_CHOICE, FIELD (selected), .words = lw_element_kind_words,
    .none = LW_SELECTION_NONE, .flags = OPTIONAL,
    .about = "Kind of the selected element; NULL: none." },
  { "selected_id", LW_FIELD_WHOLE, FIELD (selected_id), .most = G_MAXINT,
    .about = "Id of the selected element; 0: none." },
  { "show_sidebar", LW_FIELD_FLAG, FIELD (show_sidebar), .about = "1: the sidebar is shown." },
  { "show_plots", LW_FIELD_FLAG, FIELD (show_plots), .about = "1: the plots are shown." },
  { "sidebar_page", LW_FIELD_WHOLE, FIELD (sidebar_page), .most = G_MAXINT,
    .about = "0: inspector, 1: outline." },
  { "overlays", LW_FIELD_BITS, FIELD (overlays), .most = LW_OVERLAYS_ALL,
    .about = "Overlays on the mechanism, the sum of 1 reactions, 2 on both bodies, 4 loads, 8 "
             "velocities, 16 accelerations, 32 load of rods, 64 traces, 128 fading ones, 256 "
             "earlier poses, 512 centres of mass, 1024 axes of bodies, 2048 instantaneous centres, "
             "4096 open joints, 8192 contacts, 16384 lengths of links." },
  { "arrow_factor", LW_FIELD_REAL, FIELD (arrow_factor), .range = LW_RANGE_POSITIVE,
    .about = "Factor of the length of arrows." },
  { "plot_layout", LW_FIELD_WHOLE, FIELD (plot_layout), .most = G_MAXINT,
    .about = "Arrangement of the plots; 0: side by side." },
};
#undef FIELD
FIELDS (view_fields, LwProjectView, view_rows);

#define FIELD(member) .offset = offsetof (LwStoreRun, member)
static const LwField run_rows[] = {
  { "name", LW_FIELD_TEXT, FIELD (name), .about = "Name of the run." },
  { "notes", LW_FIELD_TEXT, FIELD (notes), .about = "Notes of the user; empty if there are none." },
  { "fingerprint", LW_FIELD_TEXT, FIELD (fingerprint),
    .about = "Hash of the mechanism that ran, without names, title, notes and plots: it shows later changes." },
  { "positions", LW_FIELD_ROW, FIELD (n_positions), .most = LW_STORE_MAX_COLUMNS,
    .about = "Number of positions q in each sample, including one number for each integral and sampled value that a load or spring follows." },
  { "velocities", LW_FIELD_ROW, FIELD (n_velocities), .most = LW_STORE_MAX_COLUMNS,
    .about = "Number of velocities v in each sample." },
  { "channels", LW_FIELD_ROW, FIELD (n_channels), .most = LW_STORE_MAX_COLUMNS,
    .about = "Number of channels in each sample." },
  { "samples", LW_FIELD_ROW, FIELD (n_samples), .most = 1 << 30, .about = "Number of samples." },
  { "chunk_samples", LW_FIELD_ROW, FIELD (chunk_samples), .least = 1, .most = LW_STORE_CHUNK_SAMPLES,
    .about = "Number of samples in each row of recordings, except the last." },
};
#undef FIELD
FIELDS (run_fields, LwStoreRun, run_rows);

#define FIELD(member) .offset = offsetof (LwStoreChange, member)
static const LwField change_rows[] = {
  { "run", LW_FIELD_ROW, FIELD (run), .refers = "runs (place)", .about = "Place of the run." },
  { "change", LW_FIELD_WHOLE, FIELD (number), .least = 1, .most = G_MAXINT,
    .about = "Number of the change in its run, from 1; a change has a row for each field." },
  { "time", LW_FIELD_REAL, FIELD (time), .unit = "s", .about = "Time from which it is in effect." },
  { "element", LW_FIELD_TEXT, FIELD (element),
    .about = "`body`, `coupling`, `force`, `tracer`, `measurement`, `contact_pair`, `parameter`, "
             "`mechanism`, `run` (settings), `hand` (a pull) or `player`." },
  { "id", LW_FIELD_WHOLE, FIELD (id), .most = G_MAXINT,
    .about = "Id of the element or of the pulled body; the number of a parameter or pair; else 0." },
  { "field", LW_FIELD_TEXT, FIELD (field),
    .about = "Name of the field: the column of the table of the element, or a list of it." },
  { "value", LW_FIELD_TEXT, FIELD (value), .most = LW_STORE_MAX_VALUE,
    .about = "The new value as JSON: a number, a list of the numbers of all columns of the field, a "
             "word, `true`, `false`, a function as in the text form; `null`: none." },
};
#undef FIELD
FIELDS (change_fields, LwStoreChange, change_rows);

#define FIELD(member) .offset = offsetof (LwStoreChunk, member)
static const LwField chunk_rows[] = {
  { "run", LW_FIELD_ROW, FIELD (run), .refers = "runs (place)", .about = "Place of the run." },
  { "chunk", LW_FIELD_ROW, FIELD (chunk), .most = 1 << 30, .about = "Number of the chunk, from 0." },
  { "column_number", LW_FIELD_ROW, FIELD (column), .most = LW_STORE_MAX_COLUMNS,
    .about = "0: time; then positions, velocities, channels." },
  { "digest", LW_FIELD_BYTES, FIELD (digest), .least = LW_STORE_DIGEST_SIZE,
    .most = LW_STORE_DIGEST_SIZE, .about = "SHA-256 of the data." },
  { "data", LW_FIELD_BYTES, FIELD (data), .most = 8 * LW_STORE_CHUNK_SAMPLES,
    .about = "The values, little-endian doubles." },
};
#undef FIELD
FIELDS (chunk_fields, LwStoreChunk, chunk_rows);

static const LwStoreDescription descriptions[LW_STORE_N_TABLES] = {
  [LW_STORE_PROJECT] = { "project", .fields = &head_fields, .single = true, .covered = 2,
    .about = "One row about the file itself." },
  [LW_STORE_MECHANISM] = { "mechanism", .fields = &lw_mechanism_fields, .single = true,
    .about = "One row." },
  [LW_STORE_PARAMETERS] = { "parameters", .fields = &lw_parameter_fields,
    .about = "Named numbers that expressions of time and formulas of fields may use." },
  [LW_STORE_BODIES] = { "bodies", .kind = LW_SELECTION_BODY,
    .about = "Bodies in the order of drawing." },
  [LW_STORE_BODY_POINTS] = { "body_points", .fields = &point_fields,
    .about = "Points of links and polygons." },
  [LW_STORE_CURVE_POINTS] = { "curve_points", .fields = &curve_point_fields,
    .about = "Points of the curves of curved slots." },
  [LW_STORE_COUPLINGS] = { "couplings", .kind = LW_SELECTION_COUPLING,
    .about = "Joints, rods, drives and other couplings in the order of drawing." },
  [LW_STORE_COUPLING_ROWS] = { "coupling_rows", .fields = &coupling_row_fields,
    .about = "Rows of couplings with their own level or compliance, in the order of the couplings." },
  [LW_STORE_FORCES] = { "forces", .kind = LW_SELECTION_FORCE,
    .about = "Force elements in the order of drawing." },
  [LW_STORE_FUNCTIONS] = { "functions", .fields = &function_fields,
    .about = "Functions of time that drivers, motors, torsion springs, rods and loads follow, in "
             "the order of the couplings, then of the force elements." },
  [LW_STORE_FUNCTION_NUMBERS] = { "function_numbers", .fields = &number_fields,
    .about = "The numbers of a function: the value of a constant; mean, amplitude, frequency "
             "(rad/s) and phase (rad) of a harmonic one; the coefficients of a polynomial from the "
             "lowest power up; time (s) and value of each row of a table." },
  [LW_STORE_TRACERS] = { "tracers", .kind = LW_SELECTION_TRACER,
    .about = "Points whose path is drawn." },
  [LW_STORE_MEASUREMENTS] = { "measurements", .kind = LW_SELECTION_MEASUREMENT,
    .about = "Positions, distances and angles that are measured during the motion." },
  [LW_STORE_BINDINGS] = { "bindings", .fields = &lw_binding_fields,
    .about = "Fields that follow formulas, in the order in which they are evaluated; the elements "
             "store the last results of the formulas." },
  [LW_STORE_CONTACT_PAIRS] = { "contact_pairs", .fields = &lw_contact_pair_fields,
    .about = "Pairs of bodies with their own contact properties, in the order of the ids." },
  [LW_STORE_MARKS] = { "marks", .fields = &mark_fields,
    .about = "Elements that are hidden or locked on the canvas, by kind, then by id." },
  [LW_STORE_BACKGROUND] = { "background", .fields = &background_fields, .single = true,
    .about = "The image for tracing, under the plane of the mechanism; no row if there is none." },
  [LW_STORE_PLOTS] = { "plots", .fields = &lw_plot_fields, .about = "Plots in their order." },
  [LW_STORE_PLOT_CHANNELS] = { "plot_channels", .fields = &plot_channel_fields,
    .about = "Curves of the plots in their order." },
  [LW_STORE_RUN_SETTINGS] = { "run_settings", .kind = LW_SELECTION_NONE, .single = true,
    .about = "Settings of the next run; one row." },
  [LW_STORE_VIEW] = { "view", .fields = &view_fields, .single = true,
    .about = "The view of the mechanism; one row." },
  [LW_STORE_RUNS] = { "runs", .fields = &run_fields, .settings = offsetof (LwStoreRun, settings),
    .about = "Runs that were kept, oldest first, each with the settings it was made with." },
  [LW_STORE_RUN_CHANNELS] = { "run_channels", .fields = &run_channel_fields,
    .about = "Channels of runs, in the order of their columns." },
  [LW_STORE_RUN_CHANGES] = { "run_changes", .fields = &change_fields,
    .about = "Changes during a run, in the order of time: a row for each field." },
  [LW_STORE_RECORDINGS] = { "recordings", .fields = &chunk_fields, .covered = 4,
    .about = "Samples of runs: each row holds some thousand values of one column." },
};

/* clang-format on */

const LwStoreDescription *
lw_store_describe (LwStoreTableId table)
{
  return &descriptions[table];
}

static const LwFieldTable *
fields_of (const LwStoreDescription *self)
{
  return self->fields != NULL ? self->fields : lw_field_table (self->kind);
}

LwStoreTableId
lw_store_table_of (const LwFieldTable *fields)
{
  int table = 0;

  while (fields_of (&descriptions[table]) != fields)
    table++;
  return (LwStoreTableId) table;
}

guint
lw_store_get_parts (LwStoreTableId table, LwStoreFields parts[LW_STORE_PARTS])
{
  const LwStoreDescription *self = &descriptions[table];
  guint n = 0;

  parts[n++] = (LwStoreFields){ fields_of (self), 0 };
  if (self->settings != 0)
    parts[n++] = (LwStoreFields){ lw_field_table (LW_SELECTION_NONE), self->settings };
  return n;
}

bool
lw_store_has_column (const LwField *field, int format)
{
  // Lists are separate tables.
  return field->type != LW_FIELD_POINTS && field->type != LW_FIELD_TEXTS
         && field->type != LW_FIELD_FUNCTION && field->type != LW_FIELD_ROWS
         && !(field->flags & LW_FIELD_UNSAVED) && field->since <= format;
}
