// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writers of the kinds of exports.

#pragma once

#include "lw-exports.h"

GBytes *lw_export_write_table (const LwExportEntry *entry,
                               const void *values,
                               const LwExportInput *input,
                               GError **error);
GBytes *lw_export_write_plot (const LwExportEntry *entry,
                              const void *values,
                              const LwExportInput *input,
                              GError **error);
GBytes *lw_export_write_animation (const LwExportEntry *entry,
                                   const void *values,
                                   const LwExportInput *input,
                                   GError **error);
GBytes *lw_export_write_drawing (const LwExportEntry *entry,
                                 const void *values,
                                 const LwExportInput *input,
                                 GError **error);
GBytes *lw_export_write_parts (const LwExportEntry *entry,
                               const void *values,
                               const LwExportInput *input,
                               GError **error);
GBytes *lw_export_write_model (const LwExportEntry *entry,
                               const void *values,
                               const LwExportInput *input,
                               GError **error);
GBytes *lw_export_write_report (const LwExportEntry *entry,
                                const void *values,
                                const LwExportInput *input,
                                GError **error);
