// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// simbody-bench: the driver of Simbody for lw-bench; engine.h describes the protocol.

#include "simbody-mechanism.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "evaluation.h"
#include "record.h"
}

using namespace SimTK;

struct Method
{
  const char *name;
  std::unique_ptr<Integrator> (*create) (const System &system);
  Real tolerance = 0.1; ///< of constraints, over the accuracy; 0.1 is the default
};

template <class T>
static std::unique_ptr<Integrator>
create (const System &system)
{
  return std::unique_ptr<Integrator> (new T (system));
}

static std::unique_ptr<Integrator>
create_adams (const System &system)
{
  return std::unique_ptr<Integrator> (new CPodesIntegrator (system, CPodes::Adams));
}

// The cheapest methods of all problems are among these. Runge-Kutta 2 and 3, Verlet and CPodes BDF
// were not, nor did it help to project at every step, to take full Newton steps or the infinity
// norm, or to interpolate between steps. CPodes Adams rarely completes a mechanism with loops.
static const Method methods[] = {
  { "RK-Merson", create<RungeKuttaMersonIntegrator> },
  { "RK-Merson loose", create<RungeKuttaMersonIntegrator>, 1 },
  { "RK-Merson tight", create<RungeKuttaMersonIntegrator>, 0.01 },
  { "RK-Fehlberg", create<RungeKuttaFeldbergIntegrator> },
  { "RK-Fehlberg loose", create<RungeKuttaFeldbergIntegrator>, 1 },
  { "RK-Fehlberg tight", create<RungeKuttaFeldbergIntegrator>, 0.01 },
  { "CPodes Adams", create_adams },
};

/// Data that runs of a problem need, created once.
struct Scene
{
  const Problem *problem;
  std::unique_ptr<SimbodyMechanism> mechanism;
  std::unique_ptr<Solution, void (*) (Solution *)> solution;
  std::vector<BodyPose> poses;
};

/// Raised when a run takes too long.
struct TimeOut : std::runtime_error
{
  TimeOut () : std::runtime_error (RECORD_STOPPED)
  {
  }
};

static std::unique_ptr<SimbodyMechanism>
build (Design *design)
{
  const std::unique_ptr<Design, void (*) (Design *)> owner (design, design_free);

  return std::unique_ptr<SimbodyMechanism> (new SimbodyMechanism (design));
}

static const Method &
find_method (const char *name)
{
  for (const Method &method : methods)
    if (std::strcmp (method.name, name) == 0)
      return method;
  throw std::invalid_argument ("unknown method");
}

/// Steps to each instant of the reference. Returns the CPU time without reading the poses.
static double
step_through (Scene &scene, Integrator &integrator, double limit)
{
  const int bodies = scene.mechanism->body_count ();
  const Solution &solution = *scene.solution;
  double begin = bench_clock (), reading = 0;
  TimeStepper stepper (scene.mechanism->system (), integrator);

  stepper.setReportAllSignificantStates (true);
  stepper.initialize (scene.mechanism->start ());
  for (int row = 0; row < solution.rows; row++) {
    // Returns after every step, so that a run can be stopped.
    while (stepper.getTime () < solution.times[row]) {
      stepper.stepTo (solution.times[row]);
      if (bench_clock () - begin - reading > limit)
        throw TimeOut ();
    }

    double pause = bench_clock ();

    scene.mechanism->observe (integrator.getState (),
                              &scene.poses[static_cast<size_t> (row) * bodies]);
    reading += bench_clock () - pause;
  }
  return bench_clock () - begin - reading;
}

static void
run_problem (Scene &scene, double limit, Record &record)
{
  const Method &method = find_method (record.method);
  const std::unique_ptr<Integrator> integrator = method.create (scene.mechanism->system ());
  const double begin = bench_clock ();

  record.bodies = scene.mechanism->body_count ();
  try {
    integrator->setAccuracy (record.accuracy);
    integrator->setConstraintTolerance (method.tolerance * record.accuracy);
    integrator->setReturnEveryInternalStep (true);
    record.seconds = step_through (scene, *integrator, limit);
    record.evaluations = integrator->getNumRealizations ();
    record.steps = integrator->getNumStepsTaken ();
    record.error = problem_error (scene.problem, scene.solution.get (), scene.poses.data (),
                                  record.bodies, &record.velocity_error);
  } catch (...) {
    record.seconds = bench_clock () - begin;
    throw;
  }
}

/// Times acceleration realizations at new positions, a tenth as many as the engine makes.
static void
evaluate (const Evaluation &evaluation, Record &record)
{
  const std::unique_ptr<SimbodyMechanism> mechanism = build (evaluation.build (evaluation.size));
  State state = mechanism->start ();

  record.bodies = mechanism->body_count ();
  record.evaluations = std::max (evaluation_batch (record.bodies) / 10, 2);
  mechanism->system ().realize (state, Stage::Acceleration);

  const double begin = bench_clock ();

  for (long k = 0; k < record.evaluations; k++) {
    state.updQ ()[0] += 1e-12;
    mechanism->system ().realize (state, Stage::Acceleration);
  }
  record.seconds = bench_clock () - begin;
}

/// Returns the scene of the problem, a new one if the problem has changed.
static Scene &
scene_of (const Problem *problem)
{
  static std::unique_ptr<Scene> scene;

  if (!scene || scene->problem != problem) {
    scene.reset (new Scene{ problem,
                            build (problem->build (problem)),
                            { problem_solution (problem), solution_free },
                            {} });
    scene->poses.resize (static_cast<size_t> (scene->solution->rows)
                         * scene->mechanism->body_count ());
  }
  return *scene;
}

static std::string
one_line (const char *message)
{
  std::string line (message);

  std::replace_if (
    line.begin (), line.end (), [] (char c) { return std::strchr ("\t\n\"\\", c); }, ' ');
  return line;
}

static void
answer (double limit, Record &record)
{
  const Evaluation *evaluation = evaluation_find (record.problem);
  const Problem *problem = problem_find (record.problem);

  record.error = record.velocity_error = std::numeric_limits<double>::quiet_NaN ();
  try {
    if (evaluation != nullptr)
      evaluate (*evaluation, record);
    else if (problem != nullptr)
      run_problem (scene_of (problem), limit, record);
    else
      throw std::invalid_argument ("unknown problem");
  } catch (const std::exception &failure) {
    record.error = std::numeric_limits<double>::infinity ();
    std::snprintf (record.note, sizeof record.note, "%s", one_line (failure.what ()).c_str ());
  }
}

static void
introduce ()
{
  char checks[16] = "";
  int major, minor, patch;

  SimTK_version_simbody (&major, &minor, &patch);
  SimTK_about_SimTKcommon ("debug", sizeof checks, checks);
  std::printf ("simbody\tSimbody %d.%d.%d, built %s assertions", major, minor, patch,
               std::strcmp (checks, "debug") == 0 ? "with" : "without");
  for (const Method &method : methods)
    std::printf ("\t%s", method.name);
  std::putchar ('\n');
  std::fflush (stdout);
}

int
main ()
{
  char line[256];

  introduce ();
  while (std::fgets (line, sizeof line, stdin) != nullptr) {
    Record record = {};
    double limit = 0;

    std::snprintf (record.engine, sizeof record.engine, "simbody");
    if (std::sscanf (line, "%31[^\t]\t%31[^\t]\t%lg\t%lg", record.problem, record.method,
                     &record.accuracy, &limit)
        != 4)
      return 1;
    answer (limit, record);
    record_write (&record, stdout);
  }
  return 0;
}
