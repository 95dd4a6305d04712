// Links, frictions, stops and freewheels along expressions of positions beside the numbers of
// tests/reference/rigid_geometry.py.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acceptance/recording.h"

namespace acceptance {

/// What is expected at one sample.
struct RigidRow {
  double time;
  std::vector<double> q, v;  ///< (bodies)
  std::vector<double> f;     ///< (RigidCase::forces)
};

struct RigidCase {
  std::string text;                 ///< of the model file
  std::vector<std::string> forces;  ///< elements that a row has the force of
  std::vector<std::string> modes;   ///< elements that an instant has the mode of
  std::vector<RigidRow> rows{};
  std::vector<Instant> changes{};  ///< of those modes, after the start
};

struct Impulse {
  double time, along;
};

struct RigidRun {
  luztar::System system;
  Recorded run;
};

/// A deflection from the positions of all bodies.
using Deflection = std::function<double(const std::vector<double>&)>;

/// Runs it: finished, proofs hold, the rate of a friction at rest is 0.0, rows and changes of modes
/// are the expected ones to 1e-10 of the largest that is expected of the same column.
RigidRun rigid_run(const RigidCase& wanted);

/// At samples and at both sides of events a link has the deflection of the start, to 1e-13 of
/// `size`, the length of its parts.
void check_link(const RigidRun& rigid, double size, const Deflection& deflection);

/// Neither does a friction change its deflection from a sample at rest to the next one.
void check_rest(const RigidRun& rigid, const std::string& friction, double size,
                const Deflection& deflection);

/// The first impacts of a stop, to 1e-10.
void check_impulses(const RigidRun& rigid, const std::string& stop,
                    const std::vector<Impulse>& wanted);

}  // namespace acceptance
