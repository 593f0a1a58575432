// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pictures of an animation with its options, and with the plots beside the mechanism.

#pragma once

#include "lw-animation-options.h"
#include "lw-series-set.h"
#include "lw-sheet.h"

G_BEGIN_DECLS

typedef struct _LwExportFilm LwExportFilm;

/// Prepares an animation in a format. `run`: recorded with the channels of the plots, if these are
/// to be drawn. Sets *animation, which borrows `provenance` and the title of the mechanism.
LwExportFilm *lw_export_film_new (const LwProject *project,
                                  MbdModel *model,
                                  LwProjectRun *run,
                                  LwAnimationFormat format,
                                  const LwAnimationOptions *options,
                                  const char *provenance,
                                  LwAnimation *animation,
                                  GError **error);
/// Prepares the pictures of a source with this look. `plotted`: the same run with the channels of the
/// plots beside the mechanism; NULL: no plots.
LwExportFilm *lw_export_film_new_with_look (const LwSheetSource *source,
                                            const LwAnimationStyle *look,
                                            LwProjectRun *plotted,
                                            GCancellable *cancellable,
                                            GError **error);
void lw_export_film_free (LwExportFilm *self);
LwAnimationFrames *lw_export_film_get_frames (LwExportFilm *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwExportFilm, lw_export_film_free)

G_END_DECLS
