// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms for tests and benchmarks, as lists of definitions that can be changed (reordered,
// moved, swapped) before they are compiled. No GLib. Errors (no memory, a rejected definition) end
// the program with a message: a builder that fails is a broken test.

#pragma once

#include "mbd.h"

#define DESIGN_GRAVITY 9.81

/// A mechanism as its definitions. Elements carry the ids 1, 2, ... in the order of the arrays.
typedef struct
{
  double gravity[3];
  int body_count, coupling_count, force_count;
  MbdBodyDef *bodies;
  MbdCouplingDef *couplings;
  MbdForceDef *forces;
} Design;

/// Creates an empty design, with gravity (0, -9.81, 0).
Design *design_new (void);
void design_free (Design *design);
/// Appends a definition with the next id, which is returned.
int design_add_body (Design *design, const MbdBodyDef *def);
int design_add_coupling (Design *design, const MbdCouplingDef *def);
int design_add_force (Design *design, const MbdForceDef *def);

MbdMechanism *design_mechanism (const Design *design);
MbdModel *design_compile (const Design *design);
/// Compiles, then frees the design.
MbdModel *design_take_model (Design *design);

/// Adds a uniform slender bar from A to B in the x-y plane at rest: frame at the middle, x from A
/// to B. A spatial body gets a tenth of the inertia about its own axis.
int design_add_bar (Design *design,
                    MbdMobility mobility,
                    const double a[2],
                    const double b[2],
                    double mass);
/// Adds a pin about z between two points given in the body frames.
int
design_add_pin (Design *design, int body_a, double ax, double ay, int body_b, double bx, double by);
/// Returns the frame at (x, y, z) whose z axis is the x (0), y (1) or z (2) axis of the body.
MbdFrame design_frame (double x, double y, double z, int axis);
/// Sets the plane motion of body `id`: this angular velocity and this velocity of its origin.
void design_set_motion (Design *design, int id, double vx, double vy, double omega);

/// Changes the whole design without changing its motion: turns by `quaternion`, then moves by
/// `shift` (gravity, loads and start states with it). Planar designs may only turn about z; their
/// bodies get the turn in `angle`.
void design_move (Design *design, const double quaternion[4], const double shift[3]);
/// Exchanges predecessor and successor of every coupling; valid for pins, welds, spherical joints,
/// cylinders, sliders and rods.
void design_swap_sides (Design *design);
/// Reverses the order of bodies, couplings and forces; ids stay with their elements.
void design_reverse (Design *design);

/// Crank-rocker of reference/fourbar.csv: crank 0.2 m, coupler 0.7 m, rocker 0.5 m, base 0.6 m,
/// torque 0.5 N m on the crank (bodies 1, 2, 3), crank speed 10 rad/s.
Design *design_fourbar (MbdMobility mobility);
/// Crank 0.1 m 0.5 kg, rod 0.3 m 0.7 kg, slider 0.4 kg on the x axis; crank at `angle`, `speed`.
/// Bodies 1, 2, 3; couplings: pin, pin, pin, slider. Both dead points are passed.
Design *design_slider_crank (MbdMobility mobility, double angle, double speed);
/// n bars of 1 m and 1 kg pinned end to end and to the ground, horizontal along +x, at rest
/// (n = 2: reference/double_pendulum.csv, n = 10: reference/chain10.csv). At this start every other
/// pin carries no shear; `bend` > 0 turns bar i by -bend sin (i + 1) for evaluations off that pose.
Design *design_chain (int n, double bend, MbdMobility mobility);
/// Point mass 1 kg on a rod of 1 m, released at (-1, 0) (reference/pendulum_exact.csv).
Design *design_pendulum (MbdMobility mobility);
/// n four-bars in a row, all links 1 m and 1 kg: vertical links A_i B_i (bodies 1 .. n + 1) at phi
/// clockwise from upright with rate `rate`, couplers B_(i-1) B_i (bodies n + 2 .. 2 n + 1);
/// A_i = (i, 0). reference/nfourbar_exact_N*.csv start at phi = 0, rate 1.
Design *design_nfourbar (int n, double phi, double rate, MbdMobility mobility);
/// Five links of 2 m and 2 kg from joint angles and rates: 1 and 2 in a row from the origin, 3, 4
/// and the massless 5 in another; the tip of 2 is welded to the origin of 5 (coupling 6).
Design *design_rhombus (const double q[5], const double rates[5]);
/// Andrews' squeezer (reference/andrews_testset.csv): bodies 1 .. 7 are K1 .. K7.
Design *design_andrews (MbdMobility mobility);
/// Free body, m = 1, I = diag (1, 2, 3), omega = (0.1, 2, 0.2), no gravity
/// (reference/free_asymmetric_body.csv).
Design *design_free_body (void);
/// Bricard's mechanism (reference/bricard.csv): bodies 1 .. 5, 6 pins, 30 rows of rank 29.
Design *design_bricard (void);
/// Double perpendicular pendulum: link 1 turns about world z at the origin, link 2 about y of link
/// 1 at its (0, -1, 0); frames at the joints.
Design *design_perpendicular_pendulum (const double angles[2], const double rates[2]);
/// Body of 1 kg, I = (0.04, 0.1, 0.1), its x axis along world +y, centre of mass at (0, 2, 0),
/// gravity 9.80665 along -z, held at the origin by a rod of 2 m (kind 0), or at its own point
/// (-2, 0, 0) by a pin about world x (1), a spherical joint (2), a universal joint (3) or a pin and
/// a universal joint together, which are redundant (4).
Design *design_hinged_body (int kind);
/// The hinged body on a pin at (1, 2, 3) about (0, 1, 1) / sqrt 2, centre of mass at (3, 2, 3).
Design *design_slanted_pin (void);
/// n x n nodes 1 m apart joined by bars of 1 kg, pinned to the ground at both upper corners: the
/// upper row is straight between fixed points, so its rows are dependent.
Design *design_grid (int n);
/// A disc of 10 kg and radius 1 m pinned to the ground at its centre, with `pins` bars of 1 m and 1
/// kg hanging outwards on its rim, turning as a whole at 1 rad/s.
Design *design_hub (int pins, MbdMobility mobility);
/// The stiff flyball governor: shaft (1) on z, two arms of 1 m with balls of 5 kg (2, 3) hinged at
/// (+-0.05, 0, 1), slider of 3 kg (4) at 0.5 m, spring-dampers of 8e5 N/m, 4e4 N s/m, 0.5 m between
/// the middles of the arms and the slider; arms 30 degrees below horizontal, 2 pi rad/s.
Design *design_governor (void);
