// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drawing as PDF, SVG or PNG at a size in mm; 1 px is 0.2 mm on paper. The same drawing gives the
// same bytes: the date is that of SOURCE_DATE_EPOCH, or none.

#pragma once

#include <gio/gio.h>

#include "lw-painter.h"

G_BEGIN_DECLS

#define LW_EXPORT_MM_PER_PX 0.2

typedef enum
{
  LW_EXPORT_PDF,
  LW_EXPORT_SVG,
  LW_EXPORT_PNG,
} LwExportFormat;

/// Draws on width x height px.
typedef void (*LwExportFunc) (LwPainter *painter, double width, double height, void *data);

/// Start from lw_export_default (); strings are borrowed.
typedef struct
{
  LwExportFormat format;
  double width_mm, height_mm; ///< default 160 x 90
  double dots_per_inch;       ///< PNG; default 254, two dots per px
  const char *title;          ///< NULL: none
  const char *provenance;     ///< program and version, digest of the project, units; NULL: none
  const char *font_family;    ///< NULL: LW_FONT_FAMILY
} LwExport;

LwExport lw_export_default (LwExportFormat format);
/// The format that a file name ends with; an LW_ERROR_USAGE when it is none of them.
gboolean lw_export_format_for_name (const char *name, LwExportFormat *format, GError **error);
/// NULL and an error when it cannot be drawn.
GBytes *lw_export_to_bytes (const LwExport *self, LwExportFunc draw, void *data, GError **error);
/// The file is there whole, or as it was before; G_IO_ERROR_CANCELLED when cancelled.
gboolean lw_export_save (GFile *file, GBytes *bytes, GCancellable *cancellable, GError **error);
gboolean lw_export_to_file (const LwExport *self,
                            GFile *file,
                            LwExportFunc draw,
                            void *data,
                            GCancellable *cancellable,
                            GError **error);

G_END_DECLS
