// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Choosing the constants of springs and bushings, and joints that give way: a bushing in the place
// of a joint, and the joint again.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A spring with a damper for a mass (kg), or a moment of inertia (kg m^2) where it turns.
typedef struct
{
  double stiffness;     ///< N/m or N m/rad
  double damping;       ///< N s/m or N m s/rad; 0 where the mass is not known
  double mass;          ///< kg or kg m^2; 0: not known
  double ratio;         ///< damping ratio; 1: critically damped
  double frequency;     ///< Hz, undamped; 0 where the mass is not known
  double settling_time; ///< s until a motion has come down to the fraction `rest`; infinite without
                        ///< damping
  double rest;
  /// s, about the largest step with which an explicit method stays stable; infinite where the mass
  /// is not known
  double largest_step;
} LwSpringChoice;

/// That gives way by `deflection` under `load`: N and m, or N m and rad. `mass` 0: not known.
LwSpringChoice
lw_spring_choice_from_load (double load, double deflection, double mass, double ratio, double rest);
/// With which the mass swings undamped at `frequency`, Hz.
LwSpringChoice
lw_spring_choice_from_frequency (double mass, double frequency, double ratio, double rest);
/// With which the mass has settled to the fraction `rest` after `time` s.
LwSpringChoice lw_spring_choice_from_settling (double mass, double time, double ratio, double rest);
/// NULL, or the sentence that a spring needs steps far below the display rate. Free with g_free ().
char *lw_spring_choice_dup_warning (const LwSpringChoice *self);

/// A bushing that acts as a joint: stiff along and about the axes that are locked (MBD_LOOP_PIN,
/// MBD_LOOP_SLIDER, MBD_LOOP_SPHERICAL, MBD_LOOP_WELD ...), free in the others.
MbdBushingConstants
lw_bushing_constants_as (unsigned locked, const LwSpringChoice *along, const LwSpringChoice *about);

/// 1 / (1/m_a + 1/m_b), kg; what is fixed counts as endless. 0 when neither has a mass that moves.
double lw_mechanism_get_reduced_mass (const LwMechanism *self, int body_a, int body_b);
/// Constants for a bushing between two bodies that locks axes, as far as a spring does: under the
/// weight of all bodies (at 9.81 m/s^2 without gravity) it gives way by a thousandth of the size of
/// the mechanism; damping ratio 0.2 for the reduced mass of both bodies. Where its frames are
/// `apart` (m), softer, so that it gives way by a twentieth of that. Two figures.
MbdBushingConstants lw_mechanism_suggest_constants (const LwMechanism *self,
                                                    int body_a,
                                                    int body_b,
                                                    unsigned locked,
                                                    double apart);
/// The same for one in the place of a joint. FALSE when there is no joint with this id.
gboolean
lw_mechanism_suggest_bushing (const LwMechanism *self, int joint, MbdBushingConstants *constants);
/// With a bushing between the frames of a joint, which is switched off and keeps its place: what
/// uses it (drives, limits, gears) goes on to. `constants` NULL: as suggested. NULL, and an
/// LW_ERROR_USAGE, when the coupling is no joint or is switched off.
LwMechanism *lw_mechanism_replace_joint_by_bushing (const LwMechanism *self,
                                                    int joint,
                                                    const MbdBushingConstants *constants,
                                                    GError **error);
/// The bushing that took the place of a joint, which is switched off since; NULL: none did.
const LwForce *lw_mechanism_find_bushing_of (const LwMechanism *self, const LwCoupling *joint);
/// The joint that takes the place of a bushing, as below; it belongs to the caller.
LwCoupling *
lw_mechanism_dup_joint_for_bushing (const LwMechanism *self, int bushing, GError **error);
/// Without the bushing and with the joint that it replaced switched on again; where there is none,
/// with a joint that locks the axes in which the bushing is stiff. NULL, and an LW_ERROR_USAGE,
/// when the element is no bushing or is stiff in none.
LwMechanism *
lw_mechanism_replace_bushing_by_joint (const LwMechanism *self, int bushing, GError **error);

G_END_DECLS
