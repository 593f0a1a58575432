// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Derivatives of forces that follow the motion, for implicit stages: a function F of signals s acts along
// g, and a signal has the gradient ds = (grad s) . u, so that forces change by g dF/ds (grad s) . u. Unlike
// stiffness this need not be symmetric, and the signal may belong to other bodies than the force.

#include "stiff-private.h"

int
mbd_feedback_count (const MbdBoundForce *force)
{
  int sum = 0, count;

  for (int k = 0; k < MBD_FORCE_COMPONENTS && force->def->class_->component != NULL; k++)
    if (mbd_force_component (force->def, k) != NULL) {
      mbd_function_signals (mbd_force_component (force->def, k), &count);
      sum += count;
    }
  return sum;
}

int
mbd_find_feedback (const MbdBoundForce *force, const MbdPose *pose, MbdFeedback *feedback)
{
  double slopes[MBD_MOST_SIGNALS];
  int n = 0;

  for (int k = 0; k < MBD_FORCE_COMPONENTS && force->def->class_->component != NULL; k++) {
    const int count =
      mbd_function_slopes (mbd_force_component (force->def, k), force->signal[k], pose, slopes);
    for (int s = 0; s < count; s++, n++) {
      MbdFeedback *f = &feedback[n];
      *f = (MbdFeedback){ .signal = &pose->signals[force->signal[k][s]] };
      force->def->class_->component (force, pose, k, f->g);
      mbd_signal_motion (f->signal, pose, f->from);
      for (int end = 0; end < f->signal->ends; end++)
        for (int i = 0; i < 6; i++)
          f->from[end][i] *= slopes[s];
    }
  }
  return n;
}
