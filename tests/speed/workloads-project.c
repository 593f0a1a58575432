// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <math.h>
#include <string.h>

#include "lw-drawing.h"
#include "lw-geometry.h"
#include "lw-plot.h"
#include "lw-scene.h"
#include "lw-store.h"
#include "lw-text.h"
#include "workload.h"

#define TEXT_BODIES 1000
#define PROJECT_BODIES 300
#define N_SAMPLES 100000
#define PLOT_WIDTH 450
#define PLOT_HEIGHT 165
#define DRAWN_LINKS 400
#define LINKS_PER_ROW 20

// ---- files ----------------------------------------------------------------------------------

typedef struct
{
  LwProject *project; // project for saving, or
  GFile *file;
  char *text; // text for reading
} Files;

/// Creates a chain of named links.
static LwMechanism *
chain_new (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 1; i <= n; i++) {
    g_autofree char *link = g_strdup_printf ("Link %d", i);
    g_autofree char *joint = g_strdup_printf ("Pin %d", i);
    LwBody *body = lw_body_new (i, link);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->def.position[0] = 0.1 * i;
    body->def.inertia[2] = 1.0 / 12;
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = i - 1;
    pin.body_b = i;
    pin.frame_a.point[0] = 0.05;
    pin.frame_b.point[0] = -0.05;
    lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i, joint));
  }
  return mechanism;
}

/// Creates a project in the folder in which the program was started.
static void *
prepare_project (void)
{
  Files *self = g_new0 (Files, 1);
  g_autoptr (LwMechanism) mechanism = chain_new (PROJECT_BODIES);

  self->project = lw_project_new (mechanism, NULL, NULL);
  self->file = g_file_new_for_path ("chain.linkwright");
  return self;
}

static void
save (void *data)
{
  Files *self = data;

  workload_require (lw_store_save (self->project, self->file, NULL, NULL, NULL, NULL),
                    "the project is not saved");
}

static void *
prepare_saved_project (void)
{
  Files *self = prepare_project ();

  save (self);
  return self;
}

static void
open_project (void *data)
{
  Files *self = data;
  g_autoptr (LwProject) project = lw_store_load (self->file, NULL, NULL, NULL);

  workload_require (project != NULL
                      && lw_mechanism_get_n_bodies (project->mechanism) == PROJECT_BODIES,
                    "the project is not read");
}

static void *
prepare_text (void)
{
  Files *self = g_new0 (Files, 1);
  g_autoptr (LwMechanism) mechanism = chain_new (TEXT_BODIES);

  self->text = lw_text_write (mechanism);
  return self;
}

static void
read_text (void *data)
{
  Files *self = data;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (self->text, -1, NULL);

  workload_require (mechanism != NULL && lw_mechanism_get_n_bodies (mechanism) == TEXT_BODIES,
                    "the text is not read");
}

static void
clean_up_files (void *data)
{
  Files *self = data;

  if (self->file != NULL)
    g_file_delete (self->file, NULL, NULL);
  g_clear_object (&self->file);
  g_clear_pointer (&self->project, lw_project_unref);
  g_free (self->text);
  g_free (self);
}

// ---- a plot ---------------------------------------------------------------------------------

typedef struct
{
  LwRecording *recording;
  cairo_surface_t *surface;
  LwFonts *fonts;
  LwPainter *painter;
  LwPalette palette;
} Picture;

/// Records a slow and a quick vibration: each pixel column has something to draw.
static LwRecording *
record (void)
{
  LwRecording *recording = lw_recording_new (2);

  workload_require (recording != NULL, "no memory");
  for (int i = 0; i < N_SAMPLES; i++) {
    const double time = 1e-3 * i;
    const double row[] = { time, sin (0.3 * time) + 0.3 * sin (31 * time) };

    workload_require (lw_recording_append (recording, row), "no memory");
  }
  return recording;
}

static void *
prepare_plot (void)
{
  Picture *self = g_new0 (Picture, 1);
  cairo_t *cairo;

  self->recording = record ();
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PLOT_WIDTH, PLOT_HEIGHT);
  cairo = cairo_create (self->surface);
  self->fonts = lw_fonts_new (NULL);
  self->painter = lw_painter_new_cairo (cairo, self->fonts);
  cairo_destroy (cairo);
  lw_palette_init (&self->palette, false, false);
  return self;
}

static void
clean_up_plot (void *data)
{
  Picture *self = data;

  lw_painter_free (self->painter);
  lw_fonts_unref (self->fonts);
  cairo_surface_destroy (self->surface);
  lw_recording_unref (self->recording);
  g_free (self);
}

static void
draw_plot (void *data)
{
  Picture *self = data;
  LwPlotCurve curve = { .y = { self->recording, 1 }, .label = "q", .unit = "1" };
  LwPlot plot = lw_plot_default ();

  plot.curves = &curve;
  plot.n_curves = 1;
  plot.x_minimum = 0;
  plot.x_maximum = 1e-3 * N_SAMPLES;
  lw_painter_rect (self->painter, 0, 0, PLOT_WIDTH, PLOT_HEIGHT);
  lw_painter_fill (self->painter, self->palette.paper);
  lw_plot_draw (&plot, self->painter, &self->palette, 0, 0, PLOT_WIDTH, PLOT_HEIGHT, NULL);
}

// ---- a frame after an edit ------------------------------------------------------------------

typedef struct
{
  LwMechanism *mechanisms[2]; ///< drawn alternately
  MbdModel *models[2];
  int shown;          ///< index of the mechanism that was drawn last
  LwDrawing *drawing; ///< its drawing; empty before the first round
  LwFonts *fonts;
  LwPalette palette;
  LwView view;
  guint n_changed;
} Sheet;

/// Creates rows of links, each link pinned to the previous one. `last`: length of the last link, m.
static LwMechanism *
links_new (double last)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 1; i <= DRAWN_LINKS; i++) {
    const double ends[2][3] = { { 0 }, { i == DRAWN_LINKS ? last : 0.1 } };
    g_autofree char *link = g_strdup_printf ("Link %d", i);
    g_autofree char *joint = g_strdup_printf ("Pin %d", i);
    LwBody *body = lw_body_new (i, link);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->def.position[0] = 0.1 * ((i - 1) % LINKS_PER_ROW);
    body->def.position[1] = 0.1 * ((i - 1) / LINKS_PER_ROW);
    body->def.inertia[2] = 1.0 / 12;
    body->shape.kind = LW_SHAPE_LINK;
    body->shape.points = g_array_new (FALSE, FALSE, sizeof ends[0]);
    g_array_append_vals (body->shape.points, ends, 2);
    lw_mechanism_add_body (mechanism, body);
    if (i % LINKS_PER_ROW == 1)
      continue;
    pin.body_a = i - 1;
    pin.body_b = i;
    pin.frame_a.point[0] = 0.1;
    lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i, joint));
  }
  return mechanism;
}

static void *
prepare_sheet (void)
{
  Sheet *self = g_new0 (Sheet, 1);

  for (int i = 0; i < 2; i++) {
    self->mechanisms[i] = links_new (0.1 + 0.05 * i);
    self->models[i] = lw_mechanism_compile (self->mechanisms[i], NULL);
    workload_require (self->models[i] != NULL, "the links have no model");
  }
  self->fonts = lw_fonts_new (NULL);
  self->drawing = lw_drawing_new ();
  lw_palette_init (&self->palette, false, false);
  lw_view_init (&self->view, 1000, 1000, false);
  self->view.centre[0] = self->view.centre[1] = 1;
  return self;
}

static void
clean_up_sheet (void *data)
{
  Sheet *self = data;

  for (int i = 0; i < 2; i++) {
    mbd_model_unref (self->models[i]);
    lw_mechanism_unref (self->mechanisms[i]);
  }
  lw_drawing_free (self->drawing);
  lw_fonts_unref (self->fonts);
  g_free (self);
}

static void
count_changed (const double box[4], void *data)
{
  Sheet *self = data;

  self->n_changed++;
}

/// Does the work of the canvas after an edit: finds free sides and loose ends, records the drawing and
/// compares it with the previous one.
static void
draw_edit (void *data)
{
  Sheet *self = data;
  LwMechanism *mechanism = self->mechanisms[1 - self->shown];
  MbdModel *model = self->models[1 - self->shown];
  LwScene *scene = lw_scene_new (mechanism, model);
  MbdState *state = mbd_state_new (model);
  const LwDrawOptions options = lw_draw_options_default ();
  LwDrawing *drawing = lw_drawing_new ();
  LwPainter *painter = lw_painter_new_drawing (drawing, self->fonts);

  self->n_changed = 0;
  g_array_unref (lw_geometry_unjoined (mechanism));
  lw_draw_mechanism (scene, painter, &self->palette, &self->view, state, &options);
  lw_drawing_compare (self->drawing, drawing, count_changed, self);
  workload_require (lw_drawing_get_n (drawing) > DRAWN_LINKS && self->n_changed > 0,
                    "the links are not drawn");
  lw_painter_free (painter);
  mbd_state_free (state);
  lw_scene_free (scene);
  lw_drawing_free (self->drawing);
  self->drawing = drawing;
  self->shown = 1 - self->shown;
}

const Workload project_workloads[] = {
  { "open-project", 1, prepare_saved_project, open_project, clean_up_files },
  { "save-project", 1, prepare_project, save, clean_up_files },
  { "read-text", 1, prepare_text, read_text, clean_up_files },
  { "draw-plot", 20, prepare_plot, draw_plot, clean_up_plot },
  { "draw-edit", 10, prepare_sheet, draw_edit, clean_up_sheet },
  { 0 },
};
