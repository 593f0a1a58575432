// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws all symbols, or a mechanism some seconds into its run, for visual comparison with the
// design: draw-sheet [--dark] [--time=SECONDS] OUT.png [MECHANISM.json]

#include <math.h>
#include <stdlib.h>

#include "lw-equations.h"
#include "lw-formula-layout.h"
#include "pictures.h"
#include "plots.h"
#include "sheet.h"

static gboolean dark, high_contrast, plots, equations;
static double until, width = 1148.0, height = 476.0, scale = 1.0;

static const GOptionEntry entries[] = {
  { "dark", 0, 0, G_OPTION_ARG_NONE, &dark, "Dark palette", NULL },
  { "high-contrast", 0, 0, G_OPTION_ARG_NONE, &high_contrast, "High contrast", NULL },
  { "plots", 0, 0, G_OPTION_ARG_NONE, &plots, "Plots instead of symbols", NULL },
  { "equations", 0, 0, G_OPTION_ARG_NONE, &equations, "Equations of the mechanism instead", NULL },
  { "time", 0, 0, G_OPTION_ARG_DOUBLE, &until, "Run the mechanism for so long", "SECONDS" },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, &width, "Width of the picture of a mechanism", "PX" },
  { "height", 0, 0, G_OPTION_ARG_DOUBLE, &height, "Height of the picture of a mechanism", "PX" },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "Device pixels per px", "FACTOR" },
  { NULL },
};

static void
draw_sections (LwPainter *painter, const LwPalette *palette)
{
  double y = 12.0;

  lw_painter_rect (painter, 0.0, 0.0, width, height);
  lw_painter_fill (painter, palette->paper);
  for (int i = 0; i < n_sheet_sections; i++) {
    lw_painter_save (painter);
    lw_painter_translate (painter, 0.0, y);
    sheet_sections[i].draw (painter, palette);
    lw_painter_restore (painter);
    y += sheet_sections[i].height + 24.0;
  }
}

static void
draw_plots (LwPainter *painter, const LwPalette *palette)
{
  for (int i = 0; i < PLOT_KINDS; i++) {
    lw_painter_save (painter);
    lw_painter_translate (painter, i % 2 * 0.5 * width, i / 2 * height / 3.0);
    plot_picture (i, painter, palette, 0.5 * width, height / 3.0);
    lw_painter_restore (painter);
  }
}

static void
draw_equations (Run *run, LwPainter *painter, const LwPalette *palette)
{
  const double column = 0.5 * width - 36;
  double x = 24;
  double y = 16;

  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_fill (painter, palette->paper);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (run->mechanism); i++) {
    const LwElementRef element = { LW_SELECTION_COUPLING,
                                   lw_mechanism_get_coupling (run->mechanism, i)->element.id };
    g_autoptr (GArray) list = lw_equations_of (run->mechanism, element, run->state, ".");

    for (guint k = 0; k < list->len; k++) {
      LwFormulaLayout *layout = lw_formula_layout_new (g_array_index (list, LwEquation, k).formula,
                                                       lw_painter_get_fonts (painter), 14, column);

      if (y + lw_formula_layout_get_height (layout) > height - 16) {
        x += column + 24;
        y = 16;
      }
      lw_formula_layout_draw (layout, painter, x, y, palette->text);
      y += lw_formula_layout_get_height (layout) + 8;
      lw_formula_layout_free (layout);
    }
    y += 16;
  }
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("OUT.png [MECHANISM.json]");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwFonts) fonts = NULL;
  g_autoptr (LwPainter) painter = NULL;
  g_autoptr (Run) run = NULL;
  LwPalette palette;
  cairo_surface_t *surface;
  cairo_t *cairo;
  cairo_status_t status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc < 2) {
    g_printerr ("%s\n", error != NULL ? error->message : "name the picture to write");
    return EXIT_FAILURE;
  }
  if (argc > 2 && (run = run_new (argv[2], until, &error)) == NULL) {
    g_printerr ("%s\n", error->message);
    return EXIT_FAILURE;
  }
  if (run == NULL && !plots) {
    width = height = 0.0;
    for (int i = 0; i < n_sheet_sections; i++) {
      width = MAX (width, sheet_sections[i].width);
      height += sheet_sections[i].height + 24.0;
    }
  }
  lw_palette_init (&palette, dark, high_contrast);
  fonts = lw_fonts_new (NULL);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (width * scale),
                                        (int) ceil (height * scale));
  cairo = cairo_create (surface);
  cairo_scale (cairo, scale, scale);
  painter = lw_painter_new_cairo (cairo, fonts);
  if (run != NULL && equations)
    draw_equations (run, painter, &palette);
  else if (run != NULL)
    run_draw (run, painter, &palette, width, height);
  else if (plots)
    draw_plots (painter, &palette);
  else
    draw_sections (painter, &palette);
  status = cairo_surface_write_to_png (surface, argv[1]);
  g_clear_pointer (&painter, lw_painter_free);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
  return status == CAIRO_STATUS_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}
