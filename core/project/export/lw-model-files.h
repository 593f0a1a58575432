// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism as a file for other programs.

#pragma once

#include "lw-mechanism.h"
#include "lw-progress.h"

G_BEGIN_DECLS

/// Input; borrowed.
typedef struct
{
  const LwMechanism *mechanism;
  LwRunSettings settings;
  const char *provenance; ///< NULL if none
  bool localized;         ///< the messages are in the language of the user; those in the file, too
  LwProgress progress;    ///< reports, and stops, the writing
} LwModelSource;

// Each returns the file, and adds messages (char *) about elements that it cannot contain to
// `left_out`. NULL and the error if there is no start pose, or if it was cancelled.

/// MJCF of MuJoCo: a tree of joints, in which equality constraints close the loops.
GBytes *lw_mjcf_write (const LwModelSource *source, GPtrArray *left_out, GError **error);
/// URDF of ROS: only the tree; joints follow others (mimic) in gears and parallelograms.
GBytes *lw_urdf_write (const LwModelSource *source, GPtrArray *left_out, GError **error);
/// A model of the multibody library of Modelica.
GBytes *lw_modelica_write (const LwModelSource *source, GPtrArray *left_out, GError **error);
/// A script in Python that contains the mechanism and runs it by the module linkwright.
GBytes *lw_python_write (const LwModelSource *source, GPtrArray *left_out, GError **error);
/// The text form.
GBytes *lw_text_form_write (const LwModelSource *source, GPtrArray *left_out, GError **error);

G_END_DECLS
