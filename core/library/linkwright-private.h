// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contents of the objects of the library.

#pragma once

#include "linkwright.h"

#include "lw-project.h"
#include "lw-series-set.h"

struct LinkwrightMechanism
{
  LwProject *project;
  LwRunSettings settings;
  char *warning;        ///< NULL if there is none
  MbdModel *model;      ///< NULL until it is needed
  LwChannels *channels; ///< NULL until they are needed
};

struct LinkwrightRun
{
  LwProject *project;
  MbdModel *model;
  LwChannels *channels; ///< also those of the plots
  LwProjectRun *run;
  LwSeriesSet *series;
  GArray *events;          ///< array of MbdEvent
  GHashTable *expressions; ///< text -> LwComputation
};

/// Turns an error into a status and its sentence; takes ownership.
LinkwrightStatus lw_library_report (GError *error, char **message);
/// Refuses a text that is not UTF-8.
gboolean lw_library_check_text (const char *text, GError **error);
