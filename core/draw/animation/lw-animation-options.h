// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options of animations as typed.

#pragma once

#include "lw-animation.h"
#include "lw-export-option.h"

G_BEGIN_DECLS

/// Options; start from lw_animation_options_init ().
typedef struct
{
  char *length; ///< "period", "run" or "BEGIN:END"; NULL: a period if there is one, else the run
  char *speed;  ///< NULL: 1, or less for a short motion
  char *fps;    ///< NULL: the usual rate of the format
  char *size;   ///< "WIDTHxHEIGHT" or a preset; NULL: the usual size
  int style;    ///< 1: dark
  bool stamp;   ///< title and time
  bool ghosts;  ///< earlier positions
  bool plots;   ///< plots beside the mechanism
  bool transparent;
} LwAnimationOptions;

extern const LwExportOption lw_animation_options[];
void lw_animation_options_init (void *values);
/// Sets rate, speed, size and appearance; all texts have been checked.
void lw_animation_options_apply (const LwAnimationOptions *self,
                                 LwAnimation *animation,
                                 LwAnimationStyle *look);
/// Sets start and end, and a speed that is not given. Returns FALSE and sets an LW_ERROR_USAGE if
/// the run has no such part.
gboolean lw_animation_options_set_length (const LwAnimationOptions *self,
                                          const LwProjectRun *run,
                                          const MbdModel *model,
                                          LwAnimation *animation,
                                          GError **error);

G_END_DECLS
