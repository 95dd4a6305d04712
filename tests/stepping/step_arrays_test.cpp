#include "luztar/stepping/step_arrays.h"

#include <doctest/doctest.h>

using namespace luztar;

namespace {

/// A body on the ground with all that a slot can have: k = 100, C = 4, backward 6, preload 5, a
/// spring of 1000 beyond [-0.1, 0.2] around 0.05 with damping 8.
StepNetwork everything() {
  StepNetwork network;
  network.mass = {1.0};
  network.edges = {{0, kTreeGround, 1.0, 0.0}};
  network.stiffness = {100.0};
  network.preload = {5.0};
  network.viscous = {4.0};
  network.viscous_backward = {6.0};
  network.kinetic = {1.0};
  network.contacts = {{0, 1000.0, -0.1, 0.2, 0.05, 8.0}};
  return network;
}

double compression(double d) {
  const double at = d - 0.05;
  return at > 0.2 ? at - 0.2 : at < -0.1 ? at + 0.1 : 0.0;
}

}  // namespace

TEST_CASE("step arrays: the smooth impulse is h times the means of the forces at both ends") {
  const double h = 0.1;
  for (const double d0 : {0.0, 0.24, 0.3, -0.2})
    for (const double w0 : {-1.5, 0.5})
      for (const double w1 : {-2.0, -0.3, 0.4, 3.0}) {
        CAPTURE(d0);
        CAPTURE(w0);
        CAPTURE(w1);
        StepArrays x = step_arrays(everything());
        x.h = h;
        x.d[0] = d0;
        x.v[0] = w0;
        x.mode[0] = mode_at(w1);
        x.begin_contacts();
        StepContact& contact = x.contacts.all()[0];
        const double d1 = d0 + 0.5 * h * (w0 + w1);
        contact.side = contact.side_at(x.reach(contact, w0, w1));
        const double p0 = compression(d0);
        const double p1 = compression(d1);
        const double damping = 0.5 * ((w0 < 0.0 ? 6.0 : 4.0) * w0 + (w1 < 0.0 ? 6.0 : 4.0) * w1);
        // Damping of the spring times the way that it goes while it touches.
        const double way = p0 * p1 > 0.0 ? d1 - d0 : p1 - p0;
        const double expected = h * (5.0 + 100.0 * 0.5 * (d0 + d1) + damping) +
                                h * 1000.0 * 0.5 * (p0 + p1) + 8.0 * way;
        CHECK(x.line(0, w0).at(w1 - w0) == doctest::Approx(expected).epsilon(1e-13));
      }
}

TEST_CASE("step arrays: laws of a turned edge are turned and scaled") {
  // w = -2 y: forward in y is backward in w, and forces are twice those of the edge.
  StepNetwork network = everything();
  network.edges[0].coefficient_a = -2.0;
  const StepArrays x = step_arrays(network);
  REQUIRE(x.forest.slot_scale_at(0) == -2.0);
  CHECK(x.law.stiffness[0] == 400.0);
  CHECK(x.law.preload[0] == -10.0);
  CHECK(x.law.damping(0, Mode::Forward) == 4.0 * 6.0);
  CHECK(x.law.damping(0, Mode::Backward) == 4.0 * 4.0);
  const StepContact& contact = x.contacts.all()[0];
  CHECK(contact.stiffness == 4000.0);
  CHECK(contact.lower == -0.1);
  CHECK(contact.upper == 0.05);
  CHECK(contact.rest == -0.025);
}
