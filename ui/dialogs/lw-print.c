// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-print.h"

#include "lw-page-grid.h"

#define MM_PER_POINT (25.4 / 72)

typedef struct
{
  LwExportPages *pages; ///< NULL if surfaces are printed
  GPtrArray *surfaces;  ///< cairo_surface_t, in points; NULL if an export is printed
  double size[2];       ///< size of the surfaces, points
  char *title;
  bool is_wide;
  LwPageGrid grid;
  LwFonts *fonts;
  LwPrintDone done;
  gpointer data;
} Job;

static void
job_free (gpointer data, GClosure *closure)
{
  Job *job = data;

  g_clear_pointer (&job->pages, lw_export_pages_free);
  g_clear_pointer (&job->surfaces, g_ptr_array_unref);
  g_clear_pointer (&job->fonts, lw_fonts_unref);
  g_free (job->title);
  g_free (job);
}

/// Returns true if a page needs no true scale, and is fitted on the paper: the text of a report.
static bool
is_fitted (const Job *job, guint page)
{
  const LwReportPages *report = job->pages->report;

  return report != NULL && !lw_report_pages_is_drawing (report, page);
}

/// Returns the number of sheets of paper that a page takes.
static guint
count_sheets (const Job *job, guint page)
{
  return is_fitted (job, page) ? 1 : lw_page_grid_count (&job->grid);
}

static void
begin_cb (GtkPrintOperation *operation, GtkPrintContext *context, gpointer data)
{
  Job *job = data;
  guint n = 0;

  lw_page_grid_init (&job->grid, job->pages->width_mm, job->pages->height_mm,
                     gtk_print_context_get_width (context), gtk_print_context_get_height (context));
  for (guint i = 0; i < job->pages->n; i++)
    n += count_sheets (job, i);
  gtk_print_operation_set_n_pages (operation, (int) n);
}

/// Draws a page as large as it fits on the paper.
static void
draw_fitted (Job *job, LwPainter *painter)
{
  LwExportPages *pages = job->pages;
  double x, y;
  const double factor = lw_page_fit (pages->width_mm, pages->height_mm, job->grid.page_width,
                                     job->grid.page_height, &x, &y);

  lw_painter_translate (painter, x / LW_EXPORT_MM_PER_PX, y / LW_EXPORT_MM_PER_PX);
  lw_painter_scale (painter, factor, factor);
  pages->draw (painter, pages->width_mm / LW_EXPORT_MM_PER_PX,
               pages->height_mm / LW_EXPORT_MM_PER_PX, pages);
}

static void
draw_cb (GtkPrintOperation *operation, GtkPrintContext *context, int number, gpointer data)
{
  Job *job = data;
  guint sheet = (guint) number, page = 0;
  cairo_t *cairo = gtk_print_context_get_cairo_context (context);
  LwPainter *painter;

  for (; sheet >= count_sheets (job, page); page++)
    sheet -= count_sheets (job, page);
  cairo_scale (cairo, LW_EXPORT_MM_PER_PX, LW_EXPORT_MM_PER_PX);
  painter = lw_painter_new_cairo (cairo, job->fonts);
  job->pages->current = page;
  if (is_fitted (job, page))
    draw_fitted (job, painter);
  else
    lw_page_grid_draw (&job->grid, sheet, painter, job->title, job->pages->draw, job->pages);
  lw_painter_free (painter);
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  if (result == GTK_PRINT_OPERATION_RESULT_ERROR)
    gtk_print_operation_get_error (operation, &error);
  job->done (result, error, job->data);
}

/// Returns an operation with mm as unit; it owns `job`. `path`: NULL for a printer.
static GtkPrintOperation *
new_operation (Job *job, const char *path)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();

  gtk_page_setup_set_orientation (setup, job->is_wide ? GTK_PAGE_ORIENTATION_LANDSCAPE
                                                      : GTK_PAGE_ORIENTATION_PORTRAIT);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_use_full_page (operation, TRUE);
  gtk_print_operation_set_unit (operation, GTK_UNIT_MM);
  gtk_print_operation_set_job_name (operation, job->title);
  gtk_print_operation_set_allow_async (operation, TRUE);
  if (path != NULL)
    gtk_print_operation_set_export_filename (operation, path);
  g_signal_connect_data (operation, "done", G_CALLBACK (done_cb), job, job_free, 0);
  return operation;
}

void
lw_print (GtkWindow *parent,
          LwExportPages *pages,
          const char *title,
          GtkPrintOperationAction action,
          const char *path,
          LwPrintDone done,
          gpointer data)
{
  g_autoptr (GtkPrintOperation) operation = NULL;
  Job *job = g_new0 (Job, 1);

  job->pages = pages;
  job->title = g_strdup (title);
  job->fonts = lw_fonts_new (pages->font);
  job->is_wide = pages->width_mm > pages->height_mm;
  job->done = done;
  job->data = data;
  lw_fonts_set_exact (job->fonts, true);
  operation = new_operation (job, path);
  g_signal_connect (operation, "begin-print", G_CALLBACK (begin_cb), job);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_cb), job);
  gtk_print_operation_run (operation, action, parent, NULL);
}

// ---- surfaces -------------------------------------------------------------------------------

static void
draw_surface_cb (GtkPrintOperation *operation, GtkPrintContext *context, int page, gpointer data)
{
  Job *job = data;
  cairo_t *cairo = gtk_print_context_get_cairo_context (context);
  double x, y;
  const double factor = lw_page_fit (MM_PER_POINT * job->size[0], MM_PER_POINT * job->size[1],
                                     gtk_print_context_get_width (context),
                                     gtk_print_context_get_height (context), &x, &y);

  cairo_translate (cairo, x, y);
  cairo_scale (cairo, factor * MM_PER_POINT, factor * MM_PER_POINT);
  cairo_set_source_surface (cairo, job->surfaces->pdata[page], 0, 0);
  cairo_paint (cairo);
}

void
lw_print_surfaces (GtkWindow *parent,
                   GPtrArray *pages,
                   double width,
                   double height,
                   const char *title,
                   GtkPrintOperationAction action,
                   const char *path,
                   LwPrintDone done,
                   gpointer data)
{
  g_autoptr (GtkPrintOperation) operation = NULL;
  Job *job = g_new0 (Job, 1);

  job->surfaces = pages;
  job->title = g_strdup (title);
  job->size[0] = width;
  job->size[1] = height;
  job->is_wide = width > height;
  job->done = done;
  job->data = data;
  operation = new_operation (job, path);
  gtk_print_operation_set_n_pages (operation, (int) pages->len);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_surface_cb), job);
  gtk_print_operation_run (operation, action, parent, NULL);
}
