// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a drawing as PDF, SVG or PNG at a size in mm; 1 px is 0.2 mm on paper. The same drawing
// results in the same bytes: the date is taken from SOURCE_DATE_EPOCH or omitted.

#pragma once

#include <gio/gio.h>

#include "lw-progress.h"
#include "lw-painter.h"

G_BEGIN_DECLS

#define LW_EXPORT_MM_PER_PX 0.2

typedef enum
{
  LW_EXPORT_PDF,
  LW_EXPORT_SVG,
  LW_EXPORT_PNG,
} LwExportFormat;

/// Draws on an area of width x height px.
typedef void (*LwExportFunc) (LwPainter *painter, double width, double height, void *data);

/// Parameters of an export; start from lw_export_default (). Strings are borrowed.
typedef struct
{
  LwExportFormat format;
  double width_mm, height_mm; ///< default 160 x 90
  double dots_per_inch;       ///< PNG; default 254, two dots per px
  const char *title;          ///< NULL if none
  const char *provenance;     ///< program and version, digest of the project, units; NULL if none
  const char *font_family;    ///< NULL: LW_FONT_FAMILY
  LwProgress progress;        ///< progress by page or plot
} LwExport;

LwExport lw_export_default (LwExportFormat format);
/// Finds the format for the suffix of a file name. Sets an LW_ERROR_USAGE if there is none.
gboolean lw_export_format_for_name (const char *name, LwExportFormat *format, GError **error);
/// Returns the file as bytes; NULL and an error if it cannot be drawn.
GBytes *lw_export_to_bytes (const LwExport *self, LwExportFunc draw, void *data, GError **error);
/// Draws a page, counted from 0.
typedef void (*LwPageFunc) (LwPainter *painter, guint page, void *data);
/// Returns a PDF file of n pages of one size.
GBytes *lw_export_pages_to_bytes (const LwExport *self,
                                  guint n,
                                  LwPageFunc draw,
                                  void *data,
                                  GError **error);
/// Saves the file completely, or leaves it unchanged on failure; G_IO_ERROR_CANCELLED if cancelled.
gboolean lw_export_save (GFile *file, GBytes *bytes, GCancellable *cancellable, GError **error);
gboolean lw_export_to_file (const LwExport *self,
                            GFile *file,
                            LwExportFunc draw,
                            void *data,
                            GCancellable *cancellable,
                            GError **error);

G_END_DECLS
