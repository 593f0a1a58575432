// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of channels in a finished run, including those that are computed by a formula.

#pragma once

#include "lw-computation.h"
#include "lw-project.h"

G_BEGIN_DECLS

typedef struct _LwRunColumns LwRunColumns;

/// Takes references.
LwRunColumns *lw_run_columns_new (LwChannels *channels, LwProjectRun *run);
void lw_run_columns_free (LwRunColumns *self);
/// Computes a formula of these channels for the whole run.
LwComputation *lw_run_columns_compute (LwRunColumns *self, LwDerivation *derivation);
/// Returns the column of a channel; its recording is NULL if the run has not recorded it, or if its
/// formula compares with another run. Borrowed.
LwColumn lw_run_columns_get (LwRunColumns *self, guint channel);
/// Like lw_run_columns_get (), but as a LwColumnFunc, for which there is no other run.
LwColumn lw_run_columns_source (void *data, guint channel, LwOther other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwRunColumns, lw_run_columns_free)

G_END_DECLS
