// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-task.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-cut-picture.h"
#include "lw-plot-paper.h"
#include "lw-provenance.h"
#include "lw-report-pages.h"
#include "lw-task.h"

#define MARGIN 8.0
/// Text of a file: size and distance of lines, px; most lines, and most messages below it.
#define LINE_SIZE 11
#define LINE_STEP 15
#define LINES_MAX 100
#define MESSAGES_MAX 6u
#define LEAST_SIDE_MM 20.0
#define GAP 12.0 ///< px, between the pages of a preview
/// Pages of a report that a preview shows.
#define MOST_PAGES 4

typedef struct
{
  LwExportKind kind;
  const LwExportEntry *entry; ///< may be NULL for a preview
  LwExportSource source;
  void *values;
  GFile *file; ///< NULL if there is none
  int width, height, factor;
  bool dark;
} Work;

// ---- source ---------------------------------------------------------------------------------

/// Returns the run of a report.
static LwProjectRun *
dup_full_run (const LwExportSource *source, GError **error)
{
  return lw_full_run_dup (source->full, source->mechanism, source->model, source->run,
                          source->cancellable, error);
}

/// Returns the motion of a drawing or of parts: the run that the player shows, or one that is recorded
/// if that has not been played. NULL if the mechanism cannot be run: its start is drawn then.
static LwProjectRun *
dup_motion (const LwExportSource *source)
{
  if (source->run != NULL && lw_recording_n_samples (source->run->recording) > 1)
    return lw_project_run_ref (source->run);
  return source->full != NULL ? dup_full_run (source, NULL) : NULL;
}

/// Part of the work on an export that recording its run is.
#define RECORDING_PART 0.6

double
lw_export_source_get_part (const LwExportSource *self)
{
  const double recorded = self->full != NULL ? lw_full_run_get_part (self->full) : 0;
  const double part =
    self->part != NULL ? (double) g_atomic_int_get (self->part) / LW_FULL_RUN_PARTS : 0;

  return recorded > 0 ? RECORDING_PART * recorded + (1 - RECORDING_PART) * part : part;
}

static void
tell_cb (double part, void *data)
{
  g_atomic_int_set ((int *) data, (int) (LW_FULL_RUN_PARTS * part));
}

static LwProgress
get_progress (const LwExportSource *self)
{
  LwProgress progress = lw_progress_new (self->part != NULL ? tell_cb : NULL, self->part);

  progress.cancellable = self->cancellable;
  return progress;
}

void
lw_export_source_init (LwExportSource *self, LwPlayer *player, const char *version)
{
  LwProjectRun *shown = lw_player_get_run (player);

  *self = (LwExportSource){ 0 };
  lw_player_pause (player);
  self->run = shown != NULL ? lw_project_run_ref (shown) : lw_player_dup_run (player, "");
  self->mechanism = lw_mechanism_ref (lw_player_get_mechanism (player));
  self->model = mbd_model_ref (lw_player_get_model (player));
  self->first_model = mbd_model_ref (lw_player_get_first_model (player));
  self->provenance = lw_dup_provenance (self->mechanism, version);
  lw_view_init (&self->view, 1, 1, !mbd_model_is_planar (self->model));
  self->full = lw_full_run_new ();
  self->part = g_atomic_rc_box_new0 (int);
}

void
lw_export_source_copy (LwExportSource *self, const LwExportSource *from)
{
  *self = *from;
  self->provenance = g_strdup (from->provenance);
  if (from->mechanism != NULL) {
    lw_mechanism_ref (from->mechanism);
    mbd_model_ref (from->model);
    mbd_model_ref (from->first_model);
  }
  if (from->run != NULL)
    lw_project_run_ref (from->run);
  if (from->plot != NULL)
    lw_plot_snapshot_ref (from->plot);
  if (from->full != NULL)
    lw_full_run_ref (from->full);
  if (from->part != NULL)
    g_atomic_rc_box_acquire (from->part);
}

void
lw_export_source_clear (LwExportSource *self)
{
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_clear_pointer (&self->first_model, mbd_model_unref);
  g_clear_pointer (&self->provenance, g_free);
  g_clear_pointer (&self->plot, lw_plot_snapshot_unref);
  g_clear_pointer (&self->full, lw_full_run_unref);
  g_clear_pointer (&self->part, g_atomic_rc_box_release);
}

bool
lw_export_source_offers (LwExportKind kind, const LwExportEntry *entry)
{
  return entry->kind == kind || (kind == LW_EXPORT_KIND_PLOT && entry->table != NULL);
}

char *
lw_export_source_dup_suffixes (LwExportKind kind)
{
  GString *suffixes = g_string_new (NULL);
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  for (gsize i = 0; i < n; i++)
    if (lw_export_source_offers (kind, &entries[i]))
      g_string_append_printf (suffixes, "%s.%s", suffixes->len > 0 ? ", " : "", entries[i].suffix);
  return g_string_free (suffixes, FALSE);
}

const LwExportEntry *
lw_export_source_find_entry (LwExportKind kind, const char *suffix)
{
  const LwExportEntry *entry = lw_exports_find (kind, suffix);

  if (entry == NULL && kind == LW_EXPORT_KIND_PLOT)
    entry = lw_exports_find (LW_EXPORT_KIND_TABLE, suffix);
  return entry != NULL && lw_export_source_offers (kind, entry) ? entry : NULL;
}

// ---- files ----------------------------------------------------------------------------------

static LwSheet *
new_sheet (const LwExportSource *source, const void *values, GError **error)
{
  g_autoptr (LwProjectRun) run =
    lw_sheet_options_need_run (values, source->mechanism) ? dup_motion (source) : NULL;
  const LwSheetSource sheet = {
    .mechanism = source->mechanism,
    .model = source->model,
    .first_model = source->first_model,
    .run = run != NULL ? run : source->run,
    .view = &source->view,
    .provenance = source->provenance,
    .progress = get_progress (source),
  };

  return lw_sheet_new (&sheet, values, error);
}

static LwCutParts *
new_parts (const LwExportSource *source,
           const LwExportEntry *entry,
           LwProjectRun *run,
           const void *values,
           GError **error)
{
  const LwCutSource parts = {
    source->mechanism,  source->model,         run,
    source->provenance, get_progress (source), entry != NULL && entry->printed
  };

  return lw_cut_parts_new (&parts, values, error);
}

/// A plot on its page; an LwExportFunc draws it.
typedef struct
{
  const LwPlotSnapshot *snapshot;
  const LwPlotPaper *paper;
} Page;

static LwExport
choose_page (const LwPlotPaper *paper, LwExportFormat format)
{
  LwExport export = lw_export_default (format);

  if (paper->width > 0)
    export.width_mm = fmax (paper->width, LEAST_SIDE_MM);
  if (paper->height > 0)
    export.height_mm = fmax (paper->height, LEAST_SIDE_MM);
  export.dots_per_inch = paper->dpi;
  export.font_family = paper->font;
  return export;
}

static void
draw_page_cb (LwPainter *painter, double width, double height, void *data)
{
  const Page *page = data;
  LwPlot plot = lw_plot_snapshot_get_plot (page->snapshot);

  lw_plot_paper_draw (page->paper, &plot, 1, painter, width, height, NULL);
}

static GBytes *
write_plot (const LwExportSource *source,
            const LwExportEntry *entry,
            const void *values,
            GError **error)
{
  Page page = { source->plot, values };
  const LwPlot plot = lw_plot_snapshot_get_plot (source->plot);
  LwExport export;

  if (entry->table != NULL)
    return lw_plot_snapshot_write_table (source->plot, entry->table, source->provenance, error);
  export = choose_page (values, entry->picture);
  export.title = plot.title;
  export.provenance = source->provenance;
  export.progress = get_progress (source);
  return lw_export_to_bytes (&export, draw_page_cb, &page, error);
}

static GBytes *
write_sheet (const LwExportSource *source,
             const LwExportEntry *entry,
             const void *values,
             GError **error)
{
  g_autoptr (LwSheet) sheet = new_sheet (source, values, error);

  return sheet != NULL ? lw_sheet_to_bytes (sheet, entry->picture, error) : NULL;
}

static GBytes *
write_parts (const LwExportSource *source,
             const LwExportEntry *entry,
             const void *values,
             GError **error)
{
  g_autoptr (LwProjectRun) run = dup_motion (source);
  g_autoptr (LwCutParts) parts = new_parts (source, entry, run, values, error);

  return parts != NULL ? entry->write_parts (parts) : NULL;
}

/// Returns the source of a report about this run, which is borrowed.
static LwSheetSource
report_source (const LwExportSource *source, LwProjectRun *run)
{
  return (LwSheetSource){ .mechanism = source->mechanism,
                          .model = source->model,
                          .first_model = source->first_model,
                          .run = run,
                          .view = &source->view,
                          .provenance = source->provenance,
                          .progress = get_progress (source) };
}

static LwReportPages *
new_report (const LwExportSource *source, const void *values, GError **error)
{
  g_autoptr (LwProjectRun) run = dup_full_run (source, error);
  const LwSheetSource sheet = report_source (source, run);

  return run != NULL ? lw_report_pages_new (&sheet, values, error) : NULL;
}

static GBytes *
write_report (const LwExportSource *source,
              const LwExportEntry *entry,
              const void *values,
              GError **error)
{
  g_autoptr (LwProjectRun) run = dup_full_run (source, error);
  const LwSheetSource sheet = report_source (source, run);

  return run != NULL ? entry->write_report (&sheet, values, error) : NULL;
}

static GBytes *
make_model (const LwExportSource *source,
            const LwExportEntry *entry,
            bool localized,
            GPtrArray *left_out,
            GError **error)
{
  const LwModelSource model = { .mechanism = source->mechanism,
                                .settings = *lw_mechanism_get_run (source->mechanism),
                                .provenance = source->provenance,
                                .localized = localized,
                                .progress = get_progress (source) };

  return entry->write_model (&model, left_out, error);
}

static GBytes *
write_model (const LwExportSource *source,
             const LwExportEntry *entry,
             const void *values,
             GError **error)
{
  // The file also has these messages.
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);

  return make_model (source, entry, false, left_out, error);
}

// ---- preview --------------------------------------------------------------------------------

void
lw_export_preview_free (LwExportPreview *self)
{
  if (self == NULL)
    return;
  cairo_surface_destroy (self->picture);
  g_free (self->summary);
  g_free (self->warning);
  g_free (self);
}

/// Draws a page of this size, mm, with its edge, fitted into the area.
static void
draw_page (const Work *work,
           LwPainter *painter,
           double width_mm,
           double height_mm,
           LwExportFunc draw,
           void *data)
{
  const double width = width_mm / LW_EXPORT_MM_PER_PX, height = height_mm / LW_EXPORT_MM_PER_PX;
  const double factor =
    fmin ((work->width - 2 * MARGIN) / width, (work->height - 2 * MARGIN) / height);
  LwPalette palette;

  lw_palette_init (&palette, work->dark, false);
  lw_painter_save (painter);
  lw_painter_translate (painter, 0.5 * (work->width - factor * width),
                        0.5 * (work->height - factor * height));
  lw_painter_scale (painter, factor, factor);
  draw (painter, width, height, data);
  lw_painter_rect (painter, 0, 0, width, height);
  lw_painter_stroke (painter, palette.axis, 1 / factor);
  lw_painter_restore (painter);
}

static bool
preview_plot (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error)
{
  const LwExport page = choose_page (work->values, LW_EXPORT_PDF);
  Page data = { work->source.plot, work->values };

  draw_page (work, painter, page.width_mm, page.height_mm, draw_page_cb, &data);
  // Translators: width and height of a page in mm
  preview->summary = g_strdup_printf (_ ("%.4g × %.4g mm"), page.width_mm, page.height_mm);
  return true;
}

static bool
preview_sheet (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error)
{
  g_autoptr (LwSheet) sheet = new_sheet (&work->source, work->values, error);
  g_autofree char *scale = NULL;

  if (sheet == NULL)
    return false;
  draw_page (work, painter, lw_sheet_get_width (sheet), lw_sheet_get_height (sheet), lw_sheet_draw,
             sheet);
  scale = lw_sheet_dup_scale (sheet);
  // Translators: a scale such as 1:2, and the size of a sheet of paper in mm
  preview->summary = g_strdup_printf (_ ("Scale %s on %.4g × %.4g mm"), scale,
                                      lw_sheet_get_width (sheet), lw_sheet_get_height (sheet));
  return true;
}

static bool
preview_parts (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error)
{
  g_autoptr (LwProjectRun) run = dup_motion (&work->source);
  g_autoptr (LwCutParts) parts = new_parts (&work->source, work->entry, run, work->values, error);
  LwPalette palette;

  if (parts == NULL)
    return false;
  lw_palette_init (&palette, work->dark, false);
  lw_cut_picture_draw (parts, painter, &palette, work->width, work->height);
  preview->summary = g_strdup_printf (
    // Translators: numbers of parts, of layers in the stack, of sheets, and of spacers
    _ ("Parts: %u, layers: %u, sheets: %u, spacers: %u"), parts->parts->len, parts->n_layers,
    parts->sheets->len, parts->spacers->len);
  preview->warning = lw_cut_parts_dup_warning (parts);
  if (preview->warning == NULL)
    preview->warning = g_strdup (lw_cut_parts_get_base_warning (parts));
  if (preview->warning == NULL && run == NULL)
    preview->warning =
      g_strdup (_ ("The mechanism cannot be run: the layers follow from its start only."));
  return true;
}

/// Returns the largest factor with which n pages fit into the preview, and their columns.
static double
fit_pages (const Work *work, guint n, double width, double height, guint *columns)
{
  double best = 0;

  for (guint i = 1; i <= n; i++) {
    const guint rows = (n + i - 1) / i;
    const double factor = fmin ((work->width - 2 * MARGIN - (i - 1) * GAP) / (i * width),
                                (work->height - 2 * MARGIN - (rows - 1) * GAP) / (rows * height));

    if (factor > best) {
      best = factor;
      *columns = i;
    }
  }
  return best;
}

/// Draws the first pages.
static bool
preview_report (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error)
{
  g_autoptr (LwReportPages) pages = new_report (&work->source, work->values, error);
  double width, height, factor, x, y;
  guint n, columns = 1;
  LwPalette palette;

  if (pages == NULL)
    return false;
  n = MIN (lw_report_pages_get_n (pages), MOST_PAGES);
  width = lw_report_pages_get_width (pages) / LW_EXPORT_MM_PER_PX;
  height = lw_report_pages_get_height (pages) / LW_EXPORT_MM_PER_PX;
  factor = fit_pages (work, n, width, height, &columns);
  x = 0.5 * (work->width - columns * factor * width - (columns - 1) * GAP);
  y = 0.5 * (work->height - (n + columns - 1) / columns * (factor * height + GAP) + GAP);
  lw_palette_init (&palette, work->dark, false);
  for (guint i = 0; i < n; i++) {
    lw_painter_save (painter);
    lw_painter_translate (painter, x + i % columns * (factor * width + GAP),
                          y + i / columns * (factor * height + GAP));
    lw_painter_scale (painter, factor, factor);
    lw_report_pages_draw (pages, i, painter);
    lw_painter_rect (painter, 0, 0, width, height);
    lw_painter_stroke (painter, palette.axis, 1 / factor);
    lw_painter_restore (painter);
  }
  n = lw_report_pages_get_n (pages);
  preview->summary = g_strdup_printf (g_dngettext (NULL, "%u page", "%u pages", n), n);
  return true;
}

/// Draws the first lines of a text.
static void
draw_lines (const Work *work, LwPainter *painter, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", LINES_MAX);
  LwTextStyle style;
  LwPalette palette;

  lw_palette_init (&palette, work->dark, false);
  style = lw_text_style (LINE_SIZE, 400, palette.ink_2);
  for (guint i = 0; lines[i] != NULL && i + 1 < LINES_MAX; i++) {
    g_autofree char *line = g_utf8_substring (lines[i], 0, MIN (g_utf8_strlen (lines[i], -1), 160));

    if (MARGIN + (i + 1) * LINE_STEP < work->height)
      lw_painter_text (painter, MARGIN, MARGIN + (i + 1) * LINE_STEP, line, &style);
  }
}

/// Shows the beginning of the file, and what it leaves out.
static bool
preview_model (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error)
{
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  // The file is in English, its messages here in the language of the user.
  g_autoptr (GBytes) bytes = write_model (&work->source, work->entry, work->values, error);
  g_autoptr (GBytes) localized =
    bytes != NULL ? make_model (&work->source, work->entry, true, left_out, error) : NULL;
  g_autoptr (GString) warning = g_string_new (NULL);
  g_autofree char *text = NULL;

  if (localized == NULL)
    return false;
  text = g_utf8_make_valid (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  draw_lines (work, painter, text);
  for (guint i = 0; i < MIN (left_out->len, MESSAGES_MAX); i++)
    g_string_append_printf (warning, "%s%s.", i > 0 ? "\n" : "", (const char *) left_out->pdata[i]);
  preview->summary =
    left_out->len == 0
      ? g_strdup (_ ("Everything is kept"))
      : g_strdup_printf (g_dngettext (NULL, "%u element is left out or changed",
                                      "%u elements are left out or changed", left_out->len),
                         left_out->len);
  preview->warning = warning->len > 0 ? g_strdup (warning->str) : NULL;
  return true;
}

static void
draw_report_cb (LwPainter *painter, double width, double height, void *data)
{
  const LwExportPages *pages = data;

  lw_report_pages_draw (pages->report, pages->current, painter);
}

static bool
take_report (LwExportPages *pages, const LwExportSource *source, GError **error)
{
  pages->report = new_report (source, pages->values, error);
  if (pages->report == NULL)
    return false;
  pages->width_mm = lw_report_pages_get_width (pages->report);
  pages->height_mm = lw_report_pages_get_height (pages->report);
  pages->n = lw_report_pages_get_n (pages->report);
  pages->draw = draw_report_cb;
  return true;
}

static void
draw_sheet_cb (LwPainter *painter, double width, double height, void *data)
{
  const LwExportPages *pages = data;

  lw_sheet_draw (painter, width, height, pages->sheet);
}

static bool
take_sheet (LwExportPages *pages, const LwExportSource *source, GError **error)
{
  pages->sheet = new_sheet (source, pages->values, error);
  if (pages->sheet == NULL)
    return false;
  pages->width_mm = lw_sheet_get_width (pages->sheet);
  pages->height_mm = lw_sheet_get_height (pages->sheet);
  pages->draw = draw_sheet_cb;
  return true;
}

static void
draw_plot_cb (LwPainter *painter, double width, double height, void *data)
{
  const LwExportPages *pages = data;
  Page page = { pages->plot, pages->values };

  draw_page_cb (painter, width, height, &page);
}

static bool
take_plot (LwExportPages *pages, const LwExportSource *source, GError **error)
{
  const LwExport page = choose_page (pages->values, LW_EXPORT_PDF);

  pages->plot = lw_plot_snapshot_ref (source->plot);
  pages->font = page.font_family;
  pages->width_mm = page.width_mm;
  pages->height_mm = page.height_mm;
  pages->draw = draw_plot_cb;
  return true;
}

/// Functions of the kinds that have a dialog.
static const struct
{
  bool (*preview) (const Work *work, LwPainter *painter, LwExportPreview *preview, GError **error);
  GBytes *(*write) (const LwExportSource *source,
                    const LwExportEntry *entry,
                    const void *values,
                    GError **error);
  /// NULL if it is not printed
  bool (*take_pages) (LwExportPages *pages, const LwExportSource *source, GError **error);
} exporters[LW_EXPORT_KINDS] = {
  [LW_EXPORT_KIND_PLOT] = { preview_plot, write_plot, take_plot },
  [LW_EXPORT_KIND_DRAWING] = { preview_sheet, write_sheet, take_sheet },
  [LW_EXPORT_KIND_PARTS] = { preview_parts, write_parts },
  [LW_EXPORT_KIND_REPORT] = { preview_report, write_report, take_report },
  [LW_EXPORT_KIND_MODEL] = { preview_model, write_model },
};

GBytes *
lw_export_source_write (const LwExportSource *self,
                        LwExportKind kind,
                        const LwExportEntry *entry,
                        const void *values,
                        GError **error)
{
  return exporters[kind].write (self, entry, values, error);
}

bool
lw_export_kind_has_pages (LwExportKind kind)
{
  return exporters[kind].take_pages != NULL;
}

LwExportPages *
lw_export_pages_new (const LwExportSource *source,
                     LwExportKind kind,
                     const void *values,
                     GError **error)
{
  const LwExportKindClass *class_ = lw_export_kind_get_class (kind);
  LwExportPages *self = g_new0 (LwExportPages, 1);

  self->kind = kind;
  self->n = 1;
  self->values = g_malloc0 (class_->size);
  lw_export_options_copy (class_->options, self->values, values, class_->size);
  if (exporters[kind].take_pages (self, source, error))
    return self;
  lw_export_pages_free (self);
  return NULL;
}

void
lw_export_pages_free (LwExportPages *self)
{
  g_clear_pointer (&self->sheet, lw_sheet_free);
  g_clear_pointer (&self->plot, lw_plot_snapshot_unref);
  g_clear_pointer (&self->report, lw_report_pages_free);
  lw_export_kind_free_values (self->kind, self->values);
  g_free (self);
}

/// Returns the family of the font that was chosen for plots; NULL: the usual one.
static const char *
find_font (const Work *work)
{
  return work->kind == LW_EXPORT_KIND_PLOT ? ((const LwPlotPaper *) work->values)->font : NULL;
}

static void
preview_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  LwExportPreview *preview = g_new0 (LwExportPreview, 1);
  g_autoptr (LwFonts) fonts = lw_fonts_new (find_font (work));
  GError *error = NULL;
  cairo_t *cairo;
  LwPainter *painter;
  bool drawn;

  preview->picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, work->width * work->factor,
                                                 work->height * work->factor);
  cairo_surface_set_device_scale (preview->picture, work->factor, work->factor);
  cairo = cairo_create (preview->picture);
  painter = lw_painter_new_cairo (cairo, fonts);
  drawn = exporters[work->kind].preview (work, painter, preview, &error);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  if (drawn) {
    cairo_surface_flush (preview->picture);
    g_task_return_pointer (task, preview, (GDestroyNotify) lw_export_preview_free);
  } else {
    lw_export_preview_free (preview);
    g_task_return_error (task, error);
  }
}

// ---- files ----------------------------------------------------------------------------------

static void
write_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  GError *error = NULL;
  g_autoptr (GBytes) bytes =
    lw_export_source_write (&work->source, work->kind, work->entry, work->values, &error);

  if (bytes != NULL
      && (work->file == NULL || lw_export_save (work->file, bytes, cancellable, &error)))
    g_task_return_pointer (task, g_steal_pointer (&bytes), (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

// ---- tasks ----------------------------------------------------------------------------------

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_export_source_clear (&work->source);
  lw_export_kind_free_values (work->kind, work->values);
  g_clear_object (&work->file);
  g_free (work);
}

static Work *
work_new (LwExportKind kind, const LwExportSource *source, const void *values)
{
  const LwExportKindClass *class_ = lw_export_kind_get_class (kind);
  Work *work = g_new0 (Work, 1);

  work->kind = kind;
  lw_export_source_copy (&work->source, source);
  work->values = g_malloc0 (class_->size);
  lw_export_options_copy (class_->options, work->values, values, class_->size);
  return work;
}

static void
start (Work *work,
       GTaskThreadFunc thread,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  work->source.cancellable = cancellable;
  if (work->source.part != NULL)
    g_atomic_int_set (work->source.part, 0);
  g_task_set_task_data (task, work, work_free);
  lw_task_run (task, thread);
}

void
lw_export_preview_async (LwExportKind kind,
                         const LwExportEntry *entry,
                         const LwExportSource *source,
                         const void *values,
                         int width,
                         int height,
                         int factor,
                         bool dark,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  Work *work = work_new (kind, source, values);

  work->entry = entry;
  work->width = MAX (width, 1);
  work->height = MAX (height, 1);
  work->factor = MAX (factor, 1);
  work->dark = dark;
  start (work, preview_thread, cancellable, callback, data);
}

LwExportPreview *
lw_export_preview_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
lw_export_write_async (LwExportKind kind,
                       const LwExportEntry *entry,
                       const LwExportSource *source,
                       const void *values,
                       GFile *file,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  Work *work = work_new (kind, source, values);

  work->entry = entry;
  work->file = file != NULL ? g_object_ref (file) : NULL;
  start (work, write_thread, cancellable, callback, data);
}

GBytes *
lw_export_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
