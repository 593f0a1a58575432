// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities of the motion that loads and springs can follow, by the names of their channels:
// positions, velocities, joint coordinates, lengths and measurements; int (x) is the integral of x
// since the start of the run, sampled (x, T) the value of x at the last multiple of T, delay (x, T) that T ago, s. Accelerations
// and forces are not among them, since a load that follows them would act on itself.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A quantity that an expression names.
typedef struct
{
  LwElementRef element;
  const char *suffix; ///< suffix of its channel; static
  MbdSignalDef def;
} LwSignal;

/// Returns true if an expression contains a name with a dot or in brackets, or one of these operators,
/// that is, if it is meant to follow the motion.
bool lw_signals_are_named (const char *expression);
/// Returns true if a function or the law of a force element does.
bool lw_signals_force_follows (const LwForce *force);
/// Finds the quantity with this name, without brackets. On failure returns false and sets *reason
/// (free with g_free ()) to a clause (no capital, no full stop).
bool
lw_signal_find (const LwMechanism *mechanism, const char *name, LwSignal *signal, char **reason);
/// Returns the name of a quantity in a mechanism that has the element. Free with g_free ().
char *lw_signal_dup_name (const LwMechanism *mechanism, LwElementRef element, const char *suffix);
/// Returns the names of all quantities of an element as they are written in an expression.
GPtrArray *lw_signals_list (const LwMechanism *mechanism, LwElementRef element);
/// Returns the element that takes the place of another one; one of kind LW_SELECTION_NONE: none.
typedef LwElementRef (*LwElementMap) (LwElementRef element, void *data);
/// Returns a copy of a force element whose expressions follow the same elements under the names that
/// they, or those that `map` (may be NULL) puts in their place, have in `after`. Returns NULL if
/// nothing changes.
LwForce *lw_signals_follow_force (const LwMechanism *before,
                                  const LwMechanism *after,
                                  const LwForce *force,
                                  LwElementMap map,
                                  void *data);
/// Returns a copy of a coupling, whose function may follow a joint, like lw_signals_follow_force ().
LwCoupling *lw_signals_follow_coupling (const LwMechanism *before,
                                        const LwMechanism *after,
                                        const LwCoupling *coupling,
                                        LwElementMap map,
                                        void *data);
/// Takes ownership of `after`, which is `before` with renamed elements. Returns it with the
/// expressions of its drives and force elements following the same elements.
LwMechanism *lw_signals_follow_names (const LwMechanism *before, LwMechanism *after);
/// Returns the mechanism with its elements named as in another mechanism, also in expressions.
LwMechanism *lw_signals_share_names (LwMechanism *mechanism, const LwMechanism *named);

/// Compiles an expression of t, of quantities of the motion, of the length and rate of `spring` (NULL:
/// none) and of these parameters (array of LwParameter). On failure returns NULL and sets *reason (free
/// with g_free ()) to a clause.
MbdFunction *lw_signals_compile (const LwMechanism *mechanism,
                                 const char *expression,
                                 const LwForce *spring,
                                 const GPtrArray *parameters,
                                 char **reason);
/// Returns true if such an expression of the parameters of the mechanism is invalid, and sets the bytes
/// in which it is.
bool lw_signals_find_fault (const LwMechanism *mechanism,
                            const char *expression,
                            const LwForce *spring,
                            int *start,
                            int *end);

G_END_DECLS
