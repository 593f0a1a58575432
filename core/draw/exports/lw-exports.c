// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-exports.h"

#include <glib/gi18n.h>

#include "lw-cut-files.h"
#include "lw-exports-private.h"
#include "lw-report-pages.h"

/// A kind whose files have nothing to be chosen.
static const LwExportOption no_options[] = { { NULL } };

static void
init_none (void *values)
{
}

static const LwExportKindClass kinds[LW_EXPORT_KINDS] = {
  [LW_EXPORT_KIND_TABLE] = { .verb = "run",
                             .label = N_ ("Table of Samples"),
                             .options = lw_table_options,
                             .size = sizeof (LwTableOptions),
                             .init = lw_table_options_init,
                             .write = lw_export_write_table },
  [LW_EXPORT_KIND_PLOT] = { .verb = "plot",
                            .label = N_ ("Plots"),
                            .options = lw_plot_paper_options,
                            .size = sizeof (LwPlotPaper),
                            .init = lw_plot_paper_init,
                            .write = lw_export_write_plot },
  [LW_EXPORT_KIND_ANIMATION] = { .verb = "animate",
                                 .label = N_ ("Animation"),
                                 .options = lw_animation_options,
                                 .size = sizeof (LwAnimationOptions),
                                 .init = lw_animation_options_init,
                                 .write = lw_export_write_animation },
  [LW_EXPORT_KIND_DRAWING] = { .verb = "draw",
                               .label = N_ ("Drawing"),
                               .options = lw_sheet_options,
                               .size = sizeof (LwSheetOptions),
                               .init = lw_sheet_options_init,
                               .write = lw_export_write_drawing },
  [LW_EXPORT_KIND_PARTS] = { .verb = "cut",
                             .label = N_ ("Parts to Cut"),
                             .options = lw_cut_options,
                             .size = sizeof (LwCutOptions),
                             .init = lw_cut_options_init,
                             .write = lw_export_write_parts },
  [LW_EXPORT_KIND_REPORT] = { .verb = "report",
                              .label = N_ ("Report"),
                              .options = lw_report_options,
                              .size = sizeof (LwReportOptions),
                              .init = lw_report_options_init,
                              .write = lw_export_write_report },
  [LW_EXPORT_KIND_MODEL] = { .verb = "export",
                             .label = N_ ("Other Programs"),
                             .options = no_options,
                             .size = 1,
                             .init = init_none,
                             .write = lw_export_write_model },
};

static const LwExportEntry entries[] = {
  { LW_EXPORT_KIND_TABLE, "csv", N_ ("values separated by commas"), &lw_table_csv_class },
  { LW_EXPORT_KIND_TABLE, "tsv", N_ ("values separated by tabulators"), &lw_table_tsv_class },
  { LW_EXPORT_KIND_TABLE, "json", N_ ("columns and rows in JSON"), &lw_table_json_class },
  { LW_EXPORT_KIND_TABLE, "npz", N_ ("arrays for NumPy"), &lw_table_npz_class },
  { LW_EXPORT_KIND_TABLE, "mat", N_ ("variables for MATLAB, Octave and SciPy"),
    &lw_table_mat_class },
  { LW_EXPORT_KIND_TABLE, "py",
    N_ ("a script in Python that loads and plots the CSV of the same name"),
    &lw_table_python_class },
  { LW_EXPORT_KIND_TABLE, "gp", N_ ("a script for gnuplot that plots the CSV of the same name"),
    &lw_table_gnuplot_class },
  { LW_EXPORT_KIND_TABLE, "m",
    N_ ("a script for MATLAB that loads and plots the CSV of the same name"),
    &lw_table_matlab_class },
  { LW_EXPORT_KIND_TABLE, "linkwright", N_ ("the project with the run in it") },
  { LW_EXPORT_KIND_PLOT, "pdf", N_ ("vectors with embedded fonts"), .picture = LW_EXPORT_PDF },
  { LW_EXPORT_KIND_PLOT, "svg", N_ ("vectors, text as text"), .picture = LW_EXPORT_SVG },
  { LW_EXPORT_KIND_PLOT, "png", N_ ("dots"), .picture = LW_EXPORT_PNG },
  { LW_EXPORT_KIND_ANIMATION, "webp", N_ ("loops, without loss") },
  { LW_EXPORT_KIND_ANIMATION, "png", N_ ("loops, without loss (APNG)") },
  { LW_EXPORT_KIND_ANIMATION, "apng", N_ ("loops, without loss") },
  { LW_EXPORT_KIND_ANIMATION, "gif", N_ ("loops, 255 colours") },
  { LW_EXPORT_KIND_ANIMATION, "webm", N_ ("a film; needs ffmpeg") },
  { LW_EXPORT_KIND_ANIMATION, "mp4", N_ ("a film; needs ffmpeg") },
  { LW_EXPORT_KIND_ANIMATION, "/", N_ ("a folder of numbered PNG pictures") },
  { LW_EXPORT_KIND_DRAWING, "pdf", N_ ("vectors in true scale"), .picture = LW_EXPORT_PDF },
  { LW_EXPORT_KIND_DRAWING, "svg", N_ ("vectors in true scale, text as text"),
    .picture = LW_EXPORT_SVG },
  { LW_EXPORT_KIND_DRAWING, "png", N_ ("dots"), .picture = LW_EXPORT_PNG },
  { LW_EXPORT_KIND_PARTS, "dxf", N_ ("outlines with arcs, for lasers and mills (R12)"),
    .write_parts = lw_dxf_write },
  { LW_EXPORT_KIND_PARTS, "svg", N_ ("outlines with arcs, for lasers"),
    .write_parts = lw_cut_svg_write },
  { LW_EXPORT_KIND_PARTS, "stl", N_ ("solid plates, for printers"), .write_parts = lw_stl_write,
    .printed = true },
  { LW_EXPORT_KIND_PARTS, "txt", N_ ("the list of parts, layers, spacers and collisions"),
    .write_parts = lw_cut_list_write },
  { LW_EXPORT_KIND_PARTS, "json", N_ ("the same list in JSON"),
    .write_parts = lw_cut_list_write_json },
  { LW_EXPORT_KIND_REPORT, "html", N_ ("one page with all pictures in it"),
    .write_report = lw_report_write },
  { LW_EXPORT_KIND_REPORT, "pdf", N_ ("pages of A4, the drawing in true scale"),
    .write_report = lw_report_write_pdf },
  { LW_EXPORT_KIND_MODEL, "json", N_ ("the mechanism in text form"),
    .write_model = lw_text_form_write },
  { LW_EXPORT_KIND_MODEL, "xml", N_ ("MJCF for MuJoCo, loops closed by equality constraints"),
    .write_model = lw_mjcf_write },
  { LW_EXPORT_KIND_MODEL, "urdf", N_ ("URDF for ROS, a tree of joints with its loops open"),
    .write_model = lw_urdf_write },
  { LW_EXPORT_KIND_MODEL, "mo", N_ ("a model of the multibody library of Modelica"),
    .write_model = lw_modelica_write },
  { LW_EXPORT_KIND_MODEL, "py", N_ ("a script that runs it by the Python module"),
    .write_model = lw_python_write },
};

const LwExportKindClass *
lw_export_kind_get_class (LwExportKind kind)
{
  return &kinds[kind];
}

LwExportKind
lw_export_kind_for_verb (const char *verb)
{
  LwExportKind kind = 0;

  while (kind < LW_EXPORT_KINDS && !g_str_equal (kinds[kind].verb, verb))
    kind++;
  return kind;
}

void *
lw_export_kind_new_values (LwExportKind kind)
{
  void *values;

  if (kinds[kind].options == NULL)
    return NULL;
  values = g_malloc0 (kinds[kind].size);
  kinds[kind].init (values);
  return values;
}

void
lw_export_kind_free_values (LwExportKind kind, void *values)
{
  if (values == NULL)
    return;
  lw_export_options_clear (kinds[kind].options, values);
  g_free (values);
}

const LwExportEntry *
lw_exports_get (gsize *n)
{
  *n = G_N_ELEMENTS (entries);
  return entries;
}

const LwExportEntry *
lw_exports_find (LwExportKind kind, const char *suffix)
{
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    if (entries[i].kind == kind && g_ascii_strcasecmp (entries[i].suffix, suffix) == 0)
      return &entries[i];
  return NULL;
}

const char **
lw_exports_dup_suffixes (LwExportKind kind)
{
  GPtrArray *suffixes = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    if (entries[i].kind == kind)
      g_ptr_array_add (suffixes, (void *) entries[i].suffix);
  g_ptr_array_add (suffixes, NULL);
  return (const char **) g_ptr_array_free (suffixes, FALSE);
}

LwExportKind
lw_exports_find_kind (const char *suffix)
{
  static const LwExportKind order[] = { LW_EXPORT_KIND_REPORT, LW_EXPORT_KIND_DRAWING,
                                        LW_EXPORT_KIND_MODEL,  LW_EXPORT_KIND_TABLE,
                                        LW_EXPORT_KIND_PARTS,  LW_EXPORT_KIND_ANIMATION };

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    if (lw_exports_find (order[i], suffix) != NULL)
      return order[i];
  return LW_EXPORT_KINDS;
}

GBytes *
lw_export_entry_write (const LwExportEntry *entry,
                       const void *values,
                       const LwExportInput *input,
                       GError **error)
{
  return kinds[entry->kind].write (entry, values, input, error);
}
