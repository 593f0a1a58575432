// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-sheet.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-instant.h"
#include "lw-page-grid.h"
#include "lw-sheet-private.h"

/// Maximum number of positions that are drawn at once.
#define POSITIONS_MAX 100

// ---- options --------------------------------------------------------------------------------

static const LwWord papers[] = {
  { "A4", LW_PAPER_A4 },
  { "A3", LW_PAPER_A3 },
  { "A2", LW_PAPER_A2 },
  { "A1", LW_PAPER_A1 },
  { "A0", LW_PAPER_A0 },
  { "letter", LW_PAPER_LETTER },
  { NULL },
};

static const LwWord orientations[] = {
  { "auto", LW_ORIENTATION_AUTO },
  { "landscape", LW_ORIENTATION_LANDSCAPE },
  { "portrait", LW_ORIENTATION_PORTRAIT },
  { NULL },
};

static const LwWord dimension_words[] = {
  { "none", LW_SHEET_DIMENSIONS_NONE },
  { "lengths", LW_SHEET_DIMENSIONS_LENGTHS },
  { "all", LW_SHEET_DIMENSIONS_ALL },
  { NULL },
};

static const LwWord unit_words[] = {
  { "file", LW_SHEET_UNIT_FILE },
  { "mm", LW_SHEET_UNIT_MM },
  { "m", LW_SHEET_UNIT_M },
  { "in", LW_SHEET_UNIT_IN },
  { NULL },
};

// Words for dialogs, in the same order.
static const char *const paper_choices[] = { "A4", "A3", "A2", "A1", "A0", N_ ("Letter"), NULL };
static const char *const orientation_choices[] = { N_ ("As it fits"), N_ ("Landscape"),
                                                   N_ ("Portrait"), NULL };
static const char *const dimension_choices[] = { N_ ("None"), N_ ("Lengths of links"),
                                                 N_ ("Lengths, pins and angles"), NULL };
static const char *const unit_choices[] = { N_ ("Of the mechanism"), "mm", "m", "in", NULL };

static bool
check_scale (const char *text, GError **error)
{
  double scale;

  return lw_sheet_parse_scale (text, &scale, error);
}

#define MEMBER(member) offsetof (LwSheetOptions, member)

const LwExportOption lw_sheet_options[] = {
  { "scale", LW_OPTION_TEXT, MEMBER (scale), .argument = "SCALE", .placeholder = N_ ("fit"),
    .check = check_scale, .label = N_ ("Scale"),
    .sentence = N_ ("Scale such as 1:2 or 5:1; default: fit") },
  { "paper", LW_OPTION_CHOICE, MEMBER (paper), .words = papers, .choices = paper_choices,
    .label = N_ ("Paper"), .sentence = N_ ("Size of the paper") },
  { "orientation", LW_OPTION_CHOICE, MEMBER (orientation), .words = orientations,
    .choices = orientation_choices, .label = N_ ("Orientation"),
    .sentence = N_ ("Orientation of the paper") },
  { "dimensions", LW_OPTION_CHOICE, MEMBER (dimensions), .words = dimension_words,
    .choices = dimension_choices, .label = N_ ("Dimensions"),
    .sentence = N_ ("Lengths of links; all: also distances of pins on the ground, and angles") },
  { "unit", LW_OPTION_CHOICE, MEMBER (unit), .words = unit_words, .choices = unit_choices,
    .label = N_ ("Unit of Lengths"),
    .sentence = N_ ("Unit of dimensions; file: that of the mechanism, else mm") },
  { "names", LW_OPTION_FLAG, MEMBER (names), .label = N_ ("Names"),
    .sentence = N_ ("Names of bodies and joints") },
  { "traces", LW_OPTION_FLAG, MEMBER (traces), .label = N_ ("Paths of Tracers"),
    .sentence = N_ ("Paths of tracers, from a run") },
  { "positions", LW_OPTION_NUMBER, MEMBER (positions), 1, POSITIONS_MAX, .label = N_ ("Positions"),
    .sentence =
      N_ ("Positions of a run that are drawn at once, at equal intervals of one period where the "
          "motion repeats itself, else of the run") },
  { "time", LW_OPTION_NUMBER, MEMBER (time), 0, 1e12, "s", .label = N_ ("Time"),
    .sentence = N_ ("Time of the position that is drawn in full") },
  { "forces", LW_OPTION_FLAG, MEMBER (forces), .label = N_ ("Forces"),
    .sentence = N_ ("Reactions and loads") },
  { "ground", LW_OPTION_FLAG, MEMBER (ground), .label = N_ ("Ground Symbols"),
    .sentence = N_ ("Ground symbols") },
  { "parts", LW_OPTION_FLAG, MEMBER (parts), .label = N_ ("List of Parts"),
    .sentence = N_ ("List of parts with size, holes, density and mass") },
  { "title-block", LW_OPTION_FLAG, MEMBER (title_block), .label = N_ ("Title Block"),
    .sentence = N_ ("Title block with title, scale, unit and source") },
  { "author", LW_OPTION_TEXT, MEMBER (author), .argument = "NAME", .label = N_ ("Drawn by"),
    .sentence = N_ ("Name for the title block") },
  { "number", LW_OPTION_TEXT, MEMBER (number), .argument = "TEXT",
    .label = N_ ("Number of the Drawing"), .sentence = N_ ("Number for the title block") },
  { "tolerance", LW_OPTION_TEXT, MEMBER (tolerance), .argument = "TEXT", .label = N_ ("Tolerances"),
    .sentence = N_ ("General tolerances for the title block, such as ISO 2768-m") },
  { "dark", LW_OPTION_FLAG, MEMBER (dark), .label = N_ ("Dark"),
    .sentence = N_ ("Light lines on a dark background") },
  { "dpi", LW_OPTION_NUMBER, MEMBER (dpi), 30, 1200, .label = N_ ("Dots per Inch of PNG"),
    .sentence = N_ ("Dots per inch of PNG") },
  { NULL },
};

void
lw_sheet_options_init (void *values)
{
  *(LwSheetOptions *) values = (LwSheetOptions){
    .dimensions = LW_SHEET_DIMENSIONS_LENGTHS,
    .ground = true,
    .names = true,
    .traces = true,
    .title_block = true,
    .positions = 1,
    .dpi = 254,
  };
}

bool
lw_sheet_options_need_run (const LwSheetOptions *options, const LwMechanism *mechanism)
{
  return options->positions >= 2 || options->time > 0
         || (options->traces && lw_mechanism_get_n_tracers (mechanism) > 0);
}

// ---- positions ------------------------------------------------------------------------------

/// Sets the state to a time of the run, s.
static void
take_time (LwSheet *self, double time)
{
  const gsize n = lw_recording_n_samples (self->run->recording);
  const guint n_columns = (guint) lw_recording_n_columns (self->run->recording);
  g_autofree double *sample = g_new (double, n_columns);
  g_autofree double *next = g_new (double, n_columns);

  lw_instant_read (self->run->recording, n, self->model, 1, time, sample, next);
  if (self->changes != NULL)
    lw_changes_apply (self->changes, self->first_model, self->state, sample[0]);
  mbd_state_set (self->state, sample[0], &sample[1], &sample[1 + self->run->n_positions]);
  self->time = sample[0];
}

/// Finds the time in which the positions are: positions of several periods would lie on each other.
static void
find_cycle (LwSheet *self)
{
  const LwRecording *recording = self->run->recording;

  if (!lw_period_find (recording, self->model, 1, 1 + self->run->n_positions, LW_PERIOD_TOLERANCE,
                       NULL, &self->cycle))
    self->cycle = (LwPeriod){ .end = lw_recording_end (recording) };
}

/// Returns the time of a position, s. In a period, they begin with the one that is drawn in full.
static double
get_position_time (const LwSheet *self, int i)
{
  const double length = self->cycle.end - self->cycle.start;
  const double first = self->cycle.start > 0 ? self->options.time - self->cycle.start : 0;
  const double after = fmod (first, length) + length * (1 + i / floor (self->options.positions));

  return length > 0 ? self->cycle.start + fmod (after, length) : self->cycle.start;
}

static void
include (LwSheet *self)
{
  double minimum[3], maximum[3];

  if (!lw_scene_box (self->scene, self->state, minimum, maximum))
    return;
  for (int d = 0; d < 3; d++) {
    self->minimum[d] = fmin (self->minimum[d], minimum[d]);
    self->maximum[d] = fmax (self->maximum[d], maximum[d]);
  }
}

/// Finds the extent of everything that is drawn, and leaves the state at the time of the options.
static bool
find_extent (LwSheet *self, GError **error)
{
  for (int d = 0; d < 3; d++) {
    self->minimum[d] = INFINITY;
    self->maximum[d] = -INFINITY;
  }
  if (self->run != NULL && self->options.positions >= 2)
    find_cycle (self);
  for (int i = 0;
       self->run != NULL && self->options.positions >= 2 && i < (int) self->options.positions;
       i++) {
    take_time (self, get_position_time (self, i));
    include (self);
  }
  if (self->run != NULL)
    take_time (self, self->options.time);
  include (self);
  if (self->minimum[0] <= self->maximum[0])
    return true;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       _ ("There is nothing to draw: the mechanism has no visible elements."));
  return false;
}

// ---- construction ---------------------------------------------------------------------------

static void
choose_units (LwSheet *self)
{
  static const LwLengthUnit units[] = {
    [LW_SHEET_UNIT_MM] = LW_LENGTH_MM,
    [LW_SHEET_UNIT_M] = LW_LENGTH_M,
    [LW_SHEET_UNIT_IN] = LW_LENGTH_IN,
  };
  const LwLengthUnit own = lw_mechanism_get_length_unit (self->mechanism);

  self->units = lw_units_default ();
  if (self->options.unit != LW_SHEET_UNIT_FILE)
    self->units.length = units[self->options.unit];
  else
    self->units.length = own < LW_LENGTH_UNITS ? own : LW_LENGTH_MM;
}

LwSheet *
lw_sheet_new (const LwSheetSource *source, const LwSheetOptions *options, GError **error)
{
  g_autoptr (LwSheet) self = g_new0 (LwSheet, 1);

  lw_export_options_copy (lw_sheet_options, &self->options, options, sizeof *options);
  self->mechanism = lw_mechanism_ref (source->mechanism);
  self->model = mbd_model_ref (source->model);
  self->first_model =
    mbd_model_ref (source->first_model != NULL ? source->first_model : source->model);
  self->provenance = g_strdup (source->provenance);
  if (source->run != NULL && lw_recording_n_samples (source->run->recording) > 0)
    self->run = lw_project_run_ref (source->run);
  if (self->run != NULL && self->run->changes != NULL)
    self->changes = lw_changes_resolved (self->run->changes, self->first_model);
  self->scene = lw_scene_new (self->mechanism, self->model);
  self->state = mbd_state_new (self->first_model);
  self->parts = lw_part_list_new (self->mechanism);
  choose_units (self);
  lw_view_init (&self->view, 1, 1, lw_scene_is_spatial (self->scene));
  if (source->view != NULL && self->view.spatial && source->view->spatial)
    lw_view_set_angles (&self->view, source->view->azimuth, source->view->elevation);
  lw_scene_set_changes (self->scene, self->changes, self->first_model);
  if (self->run != NULL && options->traces)
    lw_scene_update_traces (self->scene, self->run->recording, 1);
  if (!lw_progress_continue (&source->progress, 0.5, error) || !find_extent (self, error)
      || !lw_sheet_lay_out (self, error))
    return NULL;
  self->solved = mbd_state_solve (self->state, NULL) == MBD_STATUS_OK;
  return lw_progress_continue (&source->progress, 1, error) ? g_steal_pointer (&self) : NULL;
}

void
lw_sheet_free (LwSheet *self)
{
  if (self == NULL)
    return;
  lw_export_options_clear (lw_sheet_options, &self->options);
  mbd_state_free (self->state);
  lw_scene_free (self->scene);
  g_clear_pointer (&self->changes, lw_changes_free);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  mbd_model_unref (self->first_model);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
  g_free (self->provenance);
  g_free (self);
}

double
lw_sheet_get_width (const LwSheet *self)
{
  return self->width / LW_SHEET_MM;
}

double
lw_sheet_get_height (const LwSheet *self)
{
  return self->height / LW_SHEET_MM;
}

double
lw_sheet_get_scale (const LwSheet *self)
{
  return self->scale;
}

char *
lw_sheet_dup_scale (const LwSheet *self)
{
  return lw_sheet_dup_scale_words (self->scale);
}

// ---- drawing --------------------------------------------------------------------------------

/// Draws a line whose true length on paper is known, to check a print: beside the title block or, if
/// there is no room, above the block and the list.
static void
draw_ruler (const LwSheet *self, LwPainter *painter, const LwPalette *palette)
{
  const double x = LW_SHEET_MARGIN + 3 * LW_SHEET_MM;
  const double room =
    self->width - 2 * LW_SHEET_MARGIN - fmax (self->block.width, self->table.width);
  const double bottom = room > (LW_RULER_MM + 5) * LW_SHEET_MM ? self->height - LW_SHEET_MARGIN
                        : self->table.width > 0                ? self->table.y
                                                               : self->block.y;
  const double y = bottom - 3 * LW_SHEET_MM;

  lw_draw_ruler (painter, palette, x, y);
}

static LwDrawOptions
choose_options (const LwSheet *self)
{
  LwDrawOptions options = lw_draw_options_default ();

  options.solved = self->solved;
  options.reactions = self->options.forces && self->solved;
  options.loads = self->options.forces;
  options.tension = self->options.forces && self->solved;
  options.scale_card = self->options.forces;
  options.contacts = false;
  options.errors = false;
  options.traces = self->options.traces;
  options.labels = self->options.names || self->options.forces;
  options.grounds = self->options.ground;
  options.trace_length = INFINITY;
  options.units = self->units;
  return options;
}

/// Returns the boxes of the texts of dimensions, x y width height each, which names avoid.
static GArray *
find_label_boxes (const GArray *dimensions)
{
  GArray *boxes = g_array_new (FALSE, FALSE, 4 * sizeof (double));

  for (guint i = 0; i < dimensions->len; i++) {
    const LwSheetDimension *dimension = &g_array_index (dimensions, LwSheetDimension, i);
    const double box[4] = {
      dimension->label[0] - dimension->extent[0],
      dimension->label[1] - dimension->extent[1],
      2 * dimension->extent[0],
      2 * dimension->extent[1],
    };

    g_array_append_vals (boxes, box, 1);
  }
  return boxes;
}

static void
draw_area (LwSheet *self, LwPainter *painter, const LwPalette *palette)
{
  g_autoptr (GArray) dimensions = lw_sheet_find_dimensions (self, painter);
  g_autoptr (GArray) boxes = find_label_boxes (dimensions);
  g_autofree double *times = NULL;
  LwDrawOptions options = choose_options (self);

  if (self->run != NULL && self->options.positions >= 2) {
    times = g_new (double, (gsize) self->options.positions);
    for (int i = 0; i < (int) self->options.positions; i++)
      times[i] = get_position_time (self, i);
    options.ghost_recording = self->run->recording;
    options.ghost_column = 1;
    options.ghost_times = times;
    options.n_ghost_times = (guint) self->options.positions;
  }
  options.avoided = (const double *) (const void *) boxes->data;
  options.n_avoided = boxes->len;
  lw_painter_save (painter);
  lw_painter_clip_rect (painter, self->area.x, self->area.y, self->area.width, self->area.height);
  lw_painter_translate (painter, self->area.x, self->area.y);
  lw_draw_mechanism (self->scene, painter, palette, &self->view, self->state, &options);
  lw_sheet_draw_dimensions (self, painter, palette, dimensions);
  lw_painter_restore (painter);
}

void
lw_sheet_draw (LwPainter *painter, double width, double height, void *sheet)
{
  LwSheet *self = sheet;
  LwPalette palette;

  lw_palette_init (&palette, self->options.dark, false);
  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_fill (painter, palette.paper);
  lw_scene_reset_scales (self->scene);
  draw_area (self, painter, &palette);
  lw_painter_rect (painter, LW_SHEET_MARGIN, LW_SHEET_MARGIN, width - 2 * LW_SHEET_MARGIN,
                   height - 2 * LW_SHEET_MARGIN);
  lw_painter_stroke (painter, palette.ink, 3);
  draw_ruler (self, painter, &palette);
  if (self->table.width > 0)
    lw_sheet_draw_parts (self, painter, &palette);
  if (self->block.width > 0)
    lw_sheet_draw_block (self, painter, &palette);
}

GBytes *
lw_sheet_to_bytes (LwSheet *self, LwExportFormat format, GError **error)
{
  LwExport export = lw_export_default (format);

  export.width_mm = lw_sheet_get_width (self);
  export.height_mm = lw_sheet_get_height (self);
  export.dots_per_inch = self->options.dpi;
  export.title = lw_mechanism_get_title (self->mechanism);
  export.provenance = self->provenance;
  return lw_export_to_bytes (&export, lw_sheet_draw, self, error);
}
