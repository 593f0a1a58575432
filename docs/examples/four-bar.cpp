// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine from C++: a crank-rocker four-bar under a torque on its crank. Writes the poses of the
// links every half a second, as lines of t and of x, y and angle of crank, coupler and rocker.
//
//   c++ -std=c++17 four-bar.cpp $(pkg-config --cflags --libs linkwright-dynamics)

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <mbd.h>

namespace {

template <auto free> struct Deleter
{
  template <typename T> void operator() (T *object) const
  {
    free (object);
  }
};

using Mechanism = std::unique_ptr<MbdMechanism, Deleter<mbd_mechanism_free>>;
using Model = std::unique_ptr<MbdModel, Deleter<mbd_model_unref>>;
using State = std::unique_ptr<MbdState, Deleter<mbd_state_free>>;
using Integrator = std::unique_ptr<MbdIntegrator, Deleter<mbd_integrator_free>>;

/// Start position and velocity of an end of a bar: m, m/s.
struct End
{
  double x, y, vx, vy;
};

/// Checks the status of an engine call; the diagnosis names the element that an error refers to.
class Check {
public:
  operator MbdDiagnosis * ()
  {
    return &why;
  }

  void operator() (MbdStatus status) const
  {
    if (status != MBD_STATUS_OK)
      throw std::runtime_error ("element " + std::to_string (why.id) + ": "
                                + mbd_status_text (status));
  }

private:
  MbdDiagnosis why{};
};

/// Adds a uniform slender bar from one point to another; its frame is in the middle, x along it.
void
add_bar (MbdMechanism *mechanism, int id, double mass, const End &from, const End &to)
{
  const double x = to.x - from.x, y = to.y - from.y, length = std::hypot (x, y);
  MbdBodyDef bar = mbd_body_default ();
  Check check;

  bar.id = id;
  bar.mass = mass;
  bar.inertia[2] = mass * length * length / 12;
  bar.position[0] = (from.x + to.x) / 2;
  bar.position[1] = (from.y + to.y) / 2;
  bar.angle = std::atan2 (y, x);
  bar.velocity[0] = (from.vx + to.vx) / 2;
  bar.velocity[1] = (from.vy + to.vy) / 2;
  bar.angular_velocity[2] = (x * (to.vy - from.vy) - y * (to.vx - from.vx)) / (length * length);
  check (mbd_mechanism_add_body (mechanism, &bar, check));
}

/// Adds a pin between two bodies, at_a and at_b metres along each from its middle.
void
add_pin (MbdMechanism *mechanism, int id, int body_a, double at_a, int body_b, double at_b)
{
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  Check check;

  pin.id = id;
  pin.body_a = body_a;
  pin.body_b = body_b;
  pin.frame_a.point[0] = at_a;
  pin.frame_b.point[0] = at_b;
  check (mbd_mechanism_add_coupling (mechanism, &pin, check));
}

Model
four_bar ()
{
  // The crank turns at 10 rad/s, and so the rocker at -5 rad/s.
  const double height = std::sqrt (0.24);
  const End a{ 0, 0, 0, 0 }, b{ 0.2, 0, 0, 2 }, c{ 0.7, height, 5 * height, -0.5 };
  const End d{ 0.6, 0, 0, 0 };
  Mechanism mechanism{ mbd_mechanism_new () };
  MbdForceDef torque = mbd_load_default ();
  MbdModel *model;
  Check check;

  add_bar (mechanism.get (), 1, 0.5, a, b);
  add_bar (mechanism.get (), 2, 1.2, b, c);
  add_bar (mechanism.get (), 3, 0.9, d, c);
  add_pin (mechanism.get (), 1, MBD_GROUND, a.x, 1, -0.1);
  add_pin (mechanism.get (), 2, 1, 0.1, 2, -0.35);
  add_pin (mechanism.get (), 3, 2, 0.35, 3, 0.25);
  add_pin (mechanism.get (), 4, MBD_GROUND, d.x, 3, -0.25);
  torque.id = 1;
  torque.body_b = 1;
  torque.torque[2] = 0.5; // N m
  check (mbd_mechanism_add_force (mechanism.get (), &torque, check));
  check (mbd_model_compile (mechanism.get (), &model, check));
  return Model{ model };
}

void
simulate ()
{
  const Model model = four_bar ();
  const State state{ mbd_state_new (model.get ()) };
  MbdIntegratorSettings settings = mbd_integrator_default ();
  Check check;

  settings.accuracy = 1e-11;
  const Integrator integrator{ mbd_integrator_new (model.get (), &settings) };
  check (mbd_integrator_start (integrator.get (), state.get (), check));
  for (int k = 0; k <= 10; k++) {
    check (mbd_integrator_advance (integrator.get (), 0.5 * k, state.get (), check));
    std::printf ("%.17g", mbd_state_time (state.get ()));
    for (int body = 1; body <= 3; body++) {
      double x[3];

      mbd_state_body_pose (state.get (), body, x, nullptr);
      std::printf (",%.17g,%.17g,%.17g", x[0], x[1], mbd_state_body_angle (state.get (), body));
    }
    std::printf ("\n");
  }
}

} // namespace

int
main ()
try {
  simulate ();
  return 0;
} catch (const std::exception &failure) {
  std::fprintf (stderr, "four-bar: %s\n", failure.what ());
  return 1;
}
