// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Integration in time: one-step methods, explicit and implicit, with projection after every
// accepted step.

#pragma once

#include "mbd-api.h"
#include "mbd-contact.h"
#include "mbd-shape.h"
#include "mbd-state.h"
#include "mbd-stop.h"

MBD_BEGIN_DECLS

/// An integrator: settings, the current state of the run, and work memory.
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
  /// The default: Verner 6(5), and Radau IIA while stability rather than accuracy limits its steps.
  MBD_METHOD_AUTOMATIC,
  /// Semi-implicit fixed steps that solve for contacts, joints, stops, ropes and motors together:
  /// for many contacts and real time; planar bodies with mass only
  MBD_METHOD_TIME_STEPPING,
} MbdMethod;

/// Settings of an integrator. Start from mbd_integrator_default ().
typedef struct
{
  MbdMethod method;    ///< default automatic
  double accuracy;     ///< tolerance relative to the size L and to 1 rad, 1e-14 .. 1; default 1e-8
  double step;         ///< s; > 0: steps of exactly this size, without error control; default 0
  double maximum_step; ///< s; default infinity
  double duration;     ///< s; expected length of the run, for the error norm; default 1
  long maximum_steps;  ///< per call of mbd_integrator_advance (), 0: no limit; default 0
  MbdStabilisationSettings stabilisation; ///< default projection
  bool keep_ledger; ///< true to integrate powers too, for mbd_state_energy_balance (); default
                    ///< false
  /// True to solve impacts at several contact points one at a time (so that Newton's cradle swings
  /// correctly) instead of all together; not used by time stepping. Default false
  bool sequential_impacts;
} MbdIntegratorSettings;

/// Counts since mbd_integrator_start (), and the last step.
typedef struct
{
  long steps;              ///< accepted steps
  long rejected;           ///< rejected steps
  long evaluations;        ///< accelerations computed
  long newton_iterations;  ///< Newton iterations of implicit stages
  long factorisations;     ///< factorisations of the matrix of implicit stages
  long implicit_steps;     ///< accepted steps that were implicit
  long switches;           ///< changes of method by the automatic method
  MbdMethod method;        ///< method in use; never MBD_METHOD_AUTOMATIC
  long events;             ///< instants at which a row or contact closed, opened, slipped, held or
                           ///< broke
  long contact_iterations; ///< iterations of contact problems: Newton and ADMM in time stepping,
                           ///< otherwise pivots of Lemke's method or sweeps
  long contact_step_iterations; ///< iterations of the last contact problem
  long unconverged;             ///< contact problems that ended before they were solved
  long unsolved_steps;          ///< time steps whose contact_speed_error is above a tenth of the
                                ///< change of speed by forces, or of a thousandth of the speed
  double contact_residual;      ///< relative residual of the last contact problem
                                ///< (MbdComplementarityReport); not set by time stepping
  double contact_speed_error;   ///< m/s, time stepping: closing speeds, slips of sticking contacts
                                ///< and unbalanced impulses that remain after the last step
  double step;                  ///< s, the last accepted step
  double next_step;             ///< s, the size of the next step to be tried
  bool passed_singular;         ///< true if a step ran under the singularity guard: no accuracy is
                                ///< guaranteed below 3e-7 L
  double rounding;              ///< least accuracy, over L, that rounding allowed, if that was less
                                ///< than the requested accuracy; else 0
  double misfit;       ///< largest error, over L or in rad, of a row that depends on others
                       ///< and is left to them (times L over the speed of its rate). Rows
                       ///< count as redundant up to 1e-7, or the accuracy if that is more
  int misfit_coupling; ///< id of the coupling of that row
  double stepped_time; ///< s, of accurate motion that was continued by time stepping
                       ///< (MBD_EVENT_CROWDED, MBD_EVENT_UNSOLVED)
} MbdIntegratorStatistics;

/// Event of a coupling or contact at an instant.
typedef enum
{
  MBD_EVENT_CLOSED,    ///< a rope came taut or a stop was reached; value: the impulse of the row, N
                       ///< s
  MBD_EVENT_OPENED,    ///< the row no longer pulls or presses, or two shapes parted
  MBD_EVENT_SATURATED, ///< a motor reached its limit, or a contact began to slide; value of a
                       ///< motor: the multiplier
  MBD_EVENT_HELD,      ///< a motor that had slipped holds its speed again, or a contact sticks
  MBD_EVENT_TOUCHED,   ///< two shapes met; value: the impulse along the normal, N s
  MBD_EVENT_JAMMED,    ///< friction wedged a contact (Painleve): an impulse continued the motion,
                       ///< or an impulse of an impact could not make it bounce; value: the impulse
                       ///< along the normal, N s
  MBD_EVENT_BROKEN,    ///< a breaking limit was exceeded; value: the force, moment or impulse
  MBD_EVENT_OVERLAPS,  ///< two shapes overlap at the start by more than a thousandth of the size;
                       ///< they are pushed apart slowly. value: the depth, m
  MBD_EVENT_CROWDED,   ///< events of contacts crowd, or the contacts are too many: time stepping
                       ///< continues for a moment; value: its duration, s
  MBD_EVENT_UNSOLVED,  ///< no contact forces or impulses that satisfy all conditions were found:
                       ///< time stepping continues for a moment; value: its duration, s
} MbdEventKind;

/// An event of a run.
typedef struct
{
  MbdEventKind kind; ///< kind of event
  double time;       ///< s
  int coupling;      ///< index; -1 for contacts
  int row;           ///< row of the coupling; -1 for the whole coupling
  double value;      ///< see MbdEventKind
  int shape_a;       ///< contacts: index of the first shape
  int shape_b;       ///< contacts: index of the second shape
} MbdEvent;

/// A point at which two shapes touch or are close.
typedef struct
{
  int shape_a;           ///< index; the normal points from a to b
  int shape_b;           ///< index
  int body_a;            ///< index of the body of shape_a
  int body_b;            ///< index of the body of shape_b
  int feature;           ///< constant from step to step while the same corners and edges touch
  double point[2];       ///< m, world
  double normal[2];      ///< unit, world axes, from a to b
  double gap;            ///< m; negative: overlap
  double normal_force;   ///< N, >= 0, on b along the normal
  double friction_force; ///< N, on b along (-normal y, normal x)
  double slip;           ///< m/s, of b relative to a along that tangent
  bool sticks;           ///< true if the contact does not slide
} MbdIntegratorContact;

/// Returns the default settings.
MbdIntegratorSettings mbd_integrator_default (void);
/// Creates an integrator. Returns NULL if there is not enough memory or a setting is out of range.
MbdIntegrator *mbd_integrator_new (const MbdModel *model, const MbdIntegratorSettings *settings);
/// Frees the integrator; NULL is allowed.
void mbd_integrator_free (MbdIntegrator *integrator);

/// Sets the token that stops the integrator. A step in progress ends as soon as `stop` is
/// requested, with STOPPED, and so does every later step; after the request is cleared, steps
/// continue from the last good instant. The token is borrowed until it is replaced. NULL if nothing
/// stops the integrator.
void mbd_integrator_set_stop (MbdIntegrator *integrator, const MbdStopToken *stop);

/// Begins a run at this state, from which it takes the time, q and v, turns, and run-time changes
/// of couplings. Does not assemble the state, but resolves the impacts of rows and contacts that
/// touch and are closing.
MbdStatus
mbd_integrator_start (MbdIntegrator *integrator, const MbdState *state, MbdDiagnosis *why);
/// Begins again within a run, after a change of the state; statistics continue.
MbdStatus
mbd_integrator_restart (MbdIntegrator *integrator, const MbdState *state, MbdDiagnosis *why);
/// Takes events since the last call, in order, at most `n` of them, and returns their number. The
/// last 256 are kept.
int mbd_integrator_take_events (MbdIntegrator *integrator, MbdEvent *events, int n);
/// Records the events of the last step that the next one would complete, at the end of a motion: time
/// stepping has the impulse of what begins to touch only after one more step. Call it before the last
/// events are taken.
void mbd_integrator_finish_events (MbdIntegrator *integrator);
/// Advances to `time` (not before the last output time) and writes q, v at that time into `state`,
/// projected as specified by the stabilisation. Steps run past `time`; the output is found by a
/// separate step from the last step end before it, so that it has the order of the method and does
/// not change the steps. Returns BAD_PARAMETER for a time before the last requested one.
MbdStatus
mbd_integrator_advance (MbdIntegrator *integrator, double time, MbdState *state, MbdDiagnosis *why);
/// Makes one internal step; `state` receives its end.
MbdStatus mbd_integrator_step (MbdIntegrator *integrator, MbdState *state, MbdDiagnosis *why);
/// Writes up to `most` contact points at the last output instant, with the forces of the step in
/// time stepping, and returns their number.
int
mbd_integrator_contacts (const MbdIntegrator *integrator, MbdIntegratorContact *contacts, int most);
/// Applies the forces of contact points to a state, like the forces that an integrator has applied
/// to it, until it is set again, so that a sample of a run can be solved again. Call it between
/// setting and solving the state. Points of bodies that do not exist are left out.
void mbd_state_set_contacts (MbdState *state, const MbdIntegratorContact *contacts, int n);
/// Writes the counts since the start of the run.
void mbd_integrator_statistics (const MbdIntegrator *integrator,
                                MbdIntegratorStatistics *statistics);

/// Poses the contact problem of accelerations or of a time step at the state delivered last, or that of the
/// last impact, at *time. The arrays belong to the integrator and are valid until it moves on. Without
/// contacts it has the rows of couplings only. Fails in time stepping (MBD_STATUS_NOT_ACCURATE), in space,
/// with too many bodies, and for an impact before there is one (MBD_STATUS_NO_IMPACT).
MbdStatus mbd_integrator_contact_problem (MbdIntegrator *integrator,
                                          MbdContactKind kind,
                                          MbdContactProblem *problem,
                                          double *time);

MBD_END_DECLS
