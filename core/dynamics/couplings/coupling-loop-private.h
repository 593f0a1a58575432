// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plane and space parts of the loop joint.

#pragma once

#include "mbd-coupling-class.h"

#define MBD_LOOP_PLANE_SIZE 56 ///< bytes of a bound loop in the plane, asserted there
void mbd_loop_plane_bind (const MbdBinding *binding, void *parameters);
void mbd_loop_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
void mbd_loop_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps);

#define MBD_LOOP_SPACE_SIZE 112 ///< bytes of a bound loop in space, asserted there
void mbd_loop_space_bind (const MbdBinding *binding, void *parameters);
void mbd_loop_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
void mbd_loop_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps);
void mbd_loop_space_angles (const MbdBatch *batch, const MbdPose *pose, double *angle);
