// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Integration in time: one-step methods, explicit and implicit, with projection after every
// accepted step.

#pragma once

#include "mbd-api.h"
#include "mbd-shape.h"
#include "mbd-state.h"
#include "mbd-stop.h"

MBD_BEGIN_DECLS

/// An integrator: settings, the current state of the run, and memory.
typedef struct MbdIntegrator MbdIntegrator;

/// Integration method.
typedef enum
{
  MBD_METHOD_VERNER65, ///< Verner "most efficient" 6(5)
  MBD_METHOD_DOPRI54,  ///< Dormand-Prince 5(4)
  MBD_METHOD_VERNER87, ///< Verner "most efficient" 8(7)
  MBD_METHOD_RK4,      ///< the classical method of order 4; fixed steps only
  MBD_METHOD_ESDIRK43, ///< diagonally implicit 4(3), for stiff springs and bushings
  MBD_METHOD_RADAU9,   ///< implicit Radau IIA of order 9, for stiff springs and bushings
  /// The default: Verner 6(5), and Radau IIA while stability and not accuracy limits its steps.
  MBD_METHOD_AUTOMATIC,
  /// semi-implicit fixed steps in which contacts, joints, stops, ropes and motors are solved for
  /// together: many contacts, real time; planar bodies with mass only
  MBD_METHOD_TIME_STEPPING,
} MbdMethod;

/// Settings of an integrator. Start from mbd_integrator_default ().
typedef struct
{
  MbdMethod method;    ///< default automatic
  double accuracy;     ///< tolerance relative to the size L and to 1 rad, 1e-14 .. 1; default 1e-8
  double step;         ///< s; > 0: steps of exactly this size, without error control; default 0
  double maximum_step; ///< s; default infinity
  double duration;     ///< s; the length of the run as far as known, for the error norm; default 1
  long maximum_steps;  ///< per call of mbd_integrator_advance (), 0: no limit; default 0
  MbdStabilisationSettings stabilisation; ///< default projection
  bool keep_ledger; ///< integrate powers along, for mbd_state_energy_balance (); default false
  /// Impacts at several contact points at once are solved one after the other (Newton's cradle
  /// swings as one expects), not all together; not for time stepping. Default false
  bool sequential_impacts;
} MbdIntegratorSettings;

/// Counts since mbd_integrator_start (), and the last step.
typedef struct
{
  long steps;              ///< accepted steps
  long rejected;           ///< rejected steps
  long evaluations;        ///< accelerations computed
  long newton_iterations;  ///< of implicit stages
  long factorisations;     ///< of the matrix of implicit stages
  long implicit_steps;     ///< of the accepted ones
  long switches;           ///< from one method to another, of the automatic one
  MbdMethod method;        ///< in use; never MBD_METHOD_AUTOMATIC
  long events;             ///< instants at which something closed, opened, slipped, held or broke
  long contact_iterations; ///< of the problems of contacts: Newton and ADMM in time stepping, else
                           ///< pivots of Lemke's method or sweeps
  long contact_step_iterations; ///< those of the last problem
  long unconverged;             ///< problems of contacts that were left before they were solved
  double contact_residual;    ///< of the last problem, relative (MbdComplementarityReport); not of
                              ///< time stepping
  double contact_speed_error; ///< m/s, of time stepping: what the last step left of closing speeds,
                              ///< slips that stick, and unbalanced impulses
  double step;                ///< s, the last accepted step
  double next_step;           ///< s, what is tried next
  bool passed_singular; ///< a step ran under the singularity guard: below 3e-7 L no accuracy is
                        ///< promised
} MbdIntegratorStatistics;

/// What can happen to a coupling at an instant.
typedef enum
{
  MBD_EVENT_CLOSED,    ///< a rope came taut, a stop was reached; value: the impulse of the row, N s
  MBD_EVENT_OPENED,    ///< it no longer pulls or presses; two shapes parted
  MBD_EVENT_SATURATED, ///< a motor reached its limit; value: the multiplier. A contact began to
                       ///< slide
  MBD_EVENT_HELD,      ///< a motor that had slipped holds its speed again; a contact sticks
  MBD_EVENT_TOUCHED,   ///< two shapes met; value: the impulse along the normal, N s
  MBD_EVENT_JAMMED,    ///< friction wedged a contact (Painleve): an impulse carried the motion on,
                       ///< or one of an impact could not make it bounce;
                       ///< value: that along the normal, N s
  MBD_EVENT_BROKEN,    ///< a breaking limit was exceeded; value: the force, moment or impulse
  MBD_EVENT_OVERLAPS,  ///< two shapes overlap at the start by more than a thousandth of the size;
                       ///< they are pushed apart slowly. value: how deep, m
} MbdEventKind;

/// An event of a run.
typedef struct
{
  MbdEventKind kind; ///< kind of event
  double time;       ///< s
  int coupling;      ///< index; -1 of contacts
  int row;           ///< of the coupling; -1 of the whole
  double value;      ///< see the kinds
  int shape_a;       ///< contacts: index of the first shape
  int shape_b;       ///< contacts: index of the second shape
} MbdEvent;

/// A point where two shapes touch or are near.
typedef struct
{
  int shape_a;           ///< index; the normal points from a to b
  int shape_b;           ///< index
  int body_a;            ///< index of the body of shape_a
  int body_b;            ///< index of the body of shape_b
  int feature;           ///< the same from step to step while the same corners and edges touch
  double point[2];       ///< m, world
  double normal[2];      ///< unit, world axes, from a to b
  double gap;            ///< m; negative: overlap
  double normal_force;   ///< N, >= 0, on b along the normal
  double friction_force; ///< N, on b along (-normal y, normal x)
  double slip;           ///< m/s, of b against a along that tangent
  bool sticks;           ///< true if the contact does not slide
} MbdIntegratorContact;

/// Returns the default settings.
MbdIntegratorSettings mbd_integrator_default (void);
/// NULL when there is no memory or a setting is out of range.
MbdIntegrator *mbd_integrator_new (const MbdModel *model, const MbdIntegratorSettings *settings);
/// Frees the integrator; NULL is allowed.
void mbd_integrator_free (MbdIntegrator *integrator);

/// A step that is under way ends as soon as `stop` is requested, with STOPPED, and so does every
/// one after it; once the request is cleared they go on from the last good instant. The token is
/// borrowed, until another or NULL takes its place. NULL: nothing stops it.
void mbd_integrator_set_stop (MbdIntegrator *integrator, const MbdStopToken *stop);

/// Begin at this state: its time, q and v, turns, and what it has changed of the couplings are
/// taken over. It is not assembled here; but what touches and closes is caught.
MbdStatus
mbd_integrator_start (MbdIntegrator *integrator, const MbdState *state, MbdDiagnosis *why);
/// The same in the middle of a run, after a change of the state: statistics go on.
MbdStatus
mbd_integrator_restart (MbdIntegrator *integrator, const MbdState *state, MbdDiagnosis *why);
/// Events since the last call, in order, at most `n` of them; answers how many. The last 256 are
/// kept.
int mbd_integrator_take_events (MbdIntegrator *integrator, MbdEvent *events, int n);
/// Advance to `time` (not before the last output time) and write q, v there into `state`, projected
/// as the stabilisation says. Steps run past `time`; the output is found by a step of its own from
/// the last step end before it, so that it has the order of the method and does not change the
/// steps. BAD_PARAMETER for a time before the last one asked for.
MbdStatus
mbd_integrator_advance (MbdIntegrator *integrator, double time, MbdState *state, MbdDiagnosis *why);
/// One internal step; `state` receives its end.
MbdStatus mbd_integrator_step (MbdIntegrator *integrator, MbdState *state, MbdDiagnosis *why);
/// The contact points at the instant that was given last, with the forces of the step in time
/// stepping; returns how many there are, writes up to `most`.
int
mbd_integrator_contacts (const MbdIntegrator *integrator, MbdIntegratorContact *contacts, int most);
/// The forces of contact points act on a state, as they do when an integrator has brought it, until
/// it is set anew: so that a sample of a run can be solved again. To be called between setting and
/// solving it. Points of bodies that are not there are left out.
void mbd_state_set_contacts (MbdState *state, const MbdIntegratorContact *contacts, int n);
/// Writes the counts since the start of the run.
void mbd_integrator_statistics (const MbdIntegrator *integrator,
                                MbdIntegratorStatistics *statistics);

MBD_END_DECLS
