// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism of mechanisms.h built in Simbody like its users do: a tree of pin mobilizers from the
// ground outwards, and for each pin that closes a loop a constraint: in the plane a point on the
// line of the other body's pin (two rows; quicker there than a ball, which has three), in space a
// ball and two constant angles.

#pragma once

#include <Simbody.h>

#include <vector>

extern "C" {
#include "mechanisms.h"
#include "problem.h"
}

class SimbodyMechanism {
public:
  explicit SimbodyMechanism (const Design *design);

  /// Computes the poses of all bodies, in the order of the design.
  void observe (const SimTK::State &state, BodyPose *poses) const;

  int body_count () const
  {
    return static_cast<int> (centres_.size ());
  }

  const SimTK::MultibodySystem &system () const
  {
    return system_;
  }

  const SimTK::State &start () const
  {
    return start_;
  }

private:
  struct Link
  {
    SimTK::MobilizedBody mobilized;
    int parent = 0;
    SimTK::Real offset = 0; // angle of the body minus its parent's angle and the pin's
  };

  bool attach (const Design *design, const MbdCouplingDef &pin);
  void close (const Design *design, const MbdCouplingDef &pin);
  void add_force (const MbdForceDef &force);

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  std::vector<Link> links_; // by id; 0 is the ground
  std::vector<int> order_;  // ids, parents before children
  std::vector<SimTK::Vec3> centres_;
  SimTK::State start_;
};
