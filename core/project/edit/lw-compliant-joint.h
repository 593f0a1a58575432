// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses the constants of springs and compliant joints (bushings), and replaces an ideal joint by a
// compliant one and back.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A spring with a damper for a mass (kg), or for a moment of inertia (kg m^2) if it is rotational.
typedef struct
{
  double stiffness;     ///< N/m or N m/rad
  double damping;       ///< N s/m or N m s/rad; 0 if the mass is unknown
  double mass;          ///< kg or kg m^2; 0 if unknown
  double ratio;         ///< damping ratio; 1: critically damped
  double frequency;     ///< Hz, undamped; 0 if the mass is unknown
  double settling_time; ///< s until a motion has decayed to the fraction `rest`; infinite without
                        ///< damping
  double rest;
  /// s, approximate largest step with which an explicit method is stable; infinite if the mass is
  /// unknown
  double largest_step;
} LwSpringChoice;

/// Chooses a spring that deflects by `deflection` under `load`: N and m, or N m and rad. `mass` is
/// 0 if unknown.
LwSpringChoice
lw_spring_choice_from_load (double load, double deflection, double mass, double ratio, double rest);
/// Chooses a spring with which the mass oscillates undamped at `frequency`, Hz.
LwSpringChoice
lw_spring_choice_from_frequency (double mass, double frequency, double ratio, double rest);
/// Chooses a spring with which the mass has settled to the fraction `rest` after `time` s.
LwSpringChoice lw_spring_choice_from_settling (double mass, double time, double ratio, double rest);
/// Returns a warning if the spring needs steps far below the display interval, otherwise NULL. Free
/// with g_free ().
char *lw_spring_choice_dup_warning (const LwSpringChoice *self);

/// Returns a bushing that imitates a joint: stiff along and about the axes that are locked
/// (MBD_LOOP_PIN, MBD_LOOP_SLIDER, MBD_LOOP_SPHERICAL, MBD_LOOP_WELD ...), free in the others.
MbdBushingConstants lw_compliant_joint_constants (unsigned locked,
                                                  const LwSpringChoice *along,
                                                  const LwSpringChoice *about);

/// Returns 1 / (1/m_a + 1/m_b), kg; fixed bodies count as infinite. Returns 0 if neither mass
/// moves.
double lw_mechanism_get_reduced_mass (const LwMechanism *self, int body_a, int body_b);
/// Suggests constants for a bushing between two bodies that imitates a joint with these locked
/// axes: under the weight of all bodies (at 9.81 m/s^2 without gravity) it deflects by a thousandth
/// of the size of the mechanism; damping ratio 0.2 for the reduced mass of both bodies. If its
/// frames are `apart` (m), it is softer, so that it deflects by a twentieth of that. Rounded to two
/// figures.
MbdBushingConstants lw_mechanism_suggest_constants (const LwMechanism *self,
                                                    int body_a,
                                                    int body_b,
                                                    unsigned locked,
                                                    double apart);
/// Returns the joint that a compliant one is most like, one of lw_kind_list_imitated ().
const LwKind *lw_compliant_joint_get_imitated (const LwMechanism *self, const MbdForceDef *def);
/// Returns the mechanism with a bushing between the frames of a joint. The joint is switched off
/// and keeps its frames, so that drives, limits and gears that use it still work. `constants` may
/// be NULL for suggested ones. Returns NULL and sets an LW_ERROR_USAGE if the coupling is not a
/// joint or is switched off.
LwMechanism *lw_mechanism_make_compliant (const LwMechanism *self,
                                          int joint,
                                          const MbdBushingConstants *constants,
                                          GError **error);
/// Returns the bushing that replaces a joint that is switched off, or NULL if there is none.
const LwForce *lw_mechanism_find_compliant (const LwMechanism *self, const LwCoupling *joint);
/// Returns the joint that would replace a bushing, as below; owned by the caller.
LwCoupling *lw_mechanism_dup_ideal (const LwMechanism *self, int force, GError **error);
/// Returns the mechanism without the bushing, with the joint that it replaced switched on again. If
/// there is none, a new joint locks the axes in which the bushing is stiff. Returns NULL and sets
/// an LW_ERROR_USAGE if the element is not a bushing or is not stiff in any axis.
LwMechanism *lw_mechanism_make_ideal (const LwMechanism *self, int force, GError **error);
/// Replaces a joint by a compliant one or a compliant one by a joint, as above. `made`: the new element.
LwMechanism *lw_mechanism_exchange_joint (const LwMechanism *self,
                                          LwElementRef element,
                                          LwElementRef *made,
                                          GError **error);

G_END_DECLS
