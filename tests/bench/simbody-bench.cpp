// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// simbody-bench [--records] [--limit SECONDS] [NAME...]: the problems of problem.h in Simbody, for
// comparison in the same run on the same machine. --records prints one line per run for lw-bench.

#include "simbody-mechanism.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "record.h"
}

using namespace SimTK;

struct Method
{
  const char *name;
  std::function<std::unique_ptr<Integrator> (const MultibodySystem &)> create;
};

static const Method methods[] = {
  { "RK-Merson",
    [] (const MultibodySystem &system) {
      return std::unique_ptr<Integrator> (new RungeKuttaMersonIntegrator (system));
    } },
  { "RK-Fehlberg",
    [] (const MultibodySystem &system) {
      return std::unique_ptr<Integrator> (new RungeKuttaFeldbergIntegrator (system));
    } },
  { "CPodes Adams",
    // Rarely gets through a mechanism with loops.
    [] (const MultibodySystem &system) {
      return std::unique_ptr<Integrator> (new CPodesIntegrator (system, CPodes::Adams));
    } },
};

struct Options
{
  bool records = false;
  double limit = 4; // s, CPU time of one run
  std::vector<std::string> names;
};

/// Raised when a run takes too long.
struct TimeOut : std::runtime_error
{
  TimeOut () : std::runtime_error ("stopped at the time limit")
  {
  }
};

/// Step to each instant of the reference; the answer is the CPU time without reading the poses.
static double
run (const SimbodyMechanism &mechanism,
     Integrator &integrator,
     const Solution *solution,
     double limit,
     std::vector<BodyPose> &poses)
{
  const int bodies = static_cast<int> (poses.size ()) / solution->rows;
  double begin = bench_clock (), reading = 0;
  TimeStepper stepper (mechanism.system (), integrator);

  stepper.setReportAllSignificantStates (true);
  stepper.initialize (mechanism.start ());
  for (int row = 0; row < solution->rows; row++) {
    // Returns after every step, so that a run can be stopped.
    while (stepper.getTime () < solution->times[row]) {
      stepper.stepTo (solution->times[row]);
      if (bench_clock () - begin - reading > limit)
        throw TimeOut ();
    }

    double pause = bench_clock ();

    mechanism.observe (integrator.getState (), &poses[static_cast<size_t> (row) * bodies]);
    reading += bench_clock () - pause;
  }
  return bench_clock () - begin - reading;
}

static std::string
one_line (const char *message)
{
  std::string line (message);

  std::replace_if (
    line.begin (), line.end (), [] (char c) { return std::strchr ("\t\n\"\\", c); }, ' ');
  return line;
}

/// One setting: up to five runs, fewer when they are long.
static Record
measure (const Problem *problem,
         const SimbodyMechanism &mechanism,
         const Solution *solution,
         const Method &method,
         double accuracy,
         double limit)
{
  Record record = {};
  const int bodies = mechanism.body_count ();
  std::vector<BodyPose> poses (static_cast<size_t> (solution->rows) * bodies);
  std::vector<double> times;

  std::snprintf (record.problem, sizeof record.problem, "%s", problem->name);
  std::snprintf (record.engine, sizeof record.engine, "simbody");
  std::snprintf (record.method, sizeof record.method, "%s", method.name);
  record.accuracy = accuracy;
  record.bodies = bodies;
  record.error = std::numeric_limits<double>::infinity ();
  record.velocity_error = std::numeric_limits<double>::quiet_NaN ();

  double begin = bench_clock ();

  try {
    do {
      std::unique_ptr<Integrator> integrator = method.create (mechanism.system ());

      integrator->setAccuracy (accuracy);
      integrator->setReturnEveryInternalStep (true);
      times.push_back (run (mechanism, *integrator, solution, limit, poses));
      record.evaluations = integrator->getNumRealizations ();
      record.steps = integrator->getNumStepsTaken ();
    } while (times.size () < 5 && bench_clock () - begin < 0.5);
    record.error = problem_error (problem, solution, poses.data (), bodies, &record.velocity_error);
    record.repeats = static_cast<int> (times.size ());
    record.seconds = bench_median (record.repeats, times.data ());
  } catch (const std::exception &failure) {
    record.seconds = bench_clock () - begin;
    record.repeats = 1;
    std::snprintf (record.note, sizeof record.note, "%s", one_line (failure.what ()).c_str ());
  }
  return record;
}

static void
report (const Record &record, const char *unit, bool records)
{
  if (records)
    record_write (&record, stdout);
  else
    record_print (&record, unit, unit[0] == '\0' ? record.problem : "", stdout);
  std::fflush (stdout);
}

/// All methods, each from loose to tight until runs fail, take half of the limit, or leave nothing
/// to be reached.
static void
sweep (const Problem *problem, const Options &options)
{
  Solution *solution = problem_solution (problem);
  Design *design = problem->build (problem);
  const SimbodyMechanism mechanism (design);

  design_free (design);
  if (!options.records) {
    std::printf ("%s\n", problem->title);
    record_print_heading (stdout);
  }
  for (const Method &method : methods) {
    int failures = 0;

    for (int k = 0; k < PROBLEM_ACCURACIES && failures < 2; k++) {
      Record record =
        measure (problem, mechanism, solution, method, problem_accuracy (k), options.limit);

      report (record, problem->unit, options.records);
      failures += record.note[0] != '\0';
      if (record.seconds > options.limit / 2
          || record_meets (&record, problem_least_error (problem)))
        break;
    }
  }
  solution_free (solution);
}

/// One acceleration realization of a pinned chain at a new position: median of five batches.
static void
evaluate_chain (int n, const Options &options)
{
  Design *design = design_chain (n, 0.3, MBD_PLANAR);
  const SimbodyMechanism mechanism (design);
  State state = mechanism.start ();
  const int count = std::max (2, 200000 / n);
  std::vector<double> times;
  Record record = {};

  design_free (design);
  for (int batch = 0; batch < 5; batch++) {
    double begin = bench_clock ();

    for (int k = 0; k < count; k++) {
      state.updQ ()[0] += 1e-9;
      mechanism.system ().realize (state, Stage::Acceleration);
    }
    times.push_back (bench_clock () - begin);
  }
  std::snprintf (record.problem, sizeof record.problem, "evaluate-chain%d", n);
  std::snprintf (record.engine, sizeof record.engine, "simbody");
  std::snprintf (record.method, sizeof record.method, "realize");
  record.seconds = bench_median (5, times.data ());
  record.repeats = 5;
  record.error = record.velocity_error = std::numeric_limits<double>::quiet_NaN ();
  record.evaluations = count;
  record.bodies = n;
  report (record, "", options.records);
}

static bool
chosen (const Options &options, const std::string &name)
{
  return options.names.empty ()
         || std::find (options.names.begin (), options.names.end (), name) != options.names.end ();
}

int
main (int argc, char **argv)
{
  Options options;

  for (int i = 1; i < argc; i++) {
    if (std::strcmp (argv[i], "--records") == 0)
      options.records = true;
    else if (std::strcmp (argv[i], "--limit") == 0 && i + 1 < argc)
      options.limit = std::atof (argv[++i]);
    else
      options.names.push_back (argv[i]);
  }
  for (int i = 0; i < problem_count; i++)
    if (chosen (options, problems[i].name))
      sweep (&problems[i], options);
  if (chosen (options, "evaluate"))
    for (int n : { 10, 100, 1000 })
      evaluate_chain (n, options);
  return 0;
}
