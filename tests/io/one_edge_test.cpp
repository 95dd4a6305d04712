// Springs with a gap that is open on one side.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "simulate/whole_run.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// With `none` for the edge that is not there, on a massless joint and on a block.
std::string model_with(const std::string& none, bool below, const std::string& keys,
                       const std::string& method) {
  const std::string gap = below ? "[0, " + none + "]" : "[-" + none + ", 0]";
  const auto quoted = [](std::string text) {
    const std::size_t at = text.find("inf");
    if (at == std::string::npos) return text;
    const std::size_t from = at > 0 && text[at - 1] == '-' ? at - 1 : at;
    return text.insert(at + 3, "'").insert(from, "'");
  };
  return "bodies.block = { mass = 1, position = 0.1, velocity = -1 }\n"
         "springs.soft = { between = ['block', 'ground'], stiffness = 5 }\n"
         "springs.face = { between = ['block', 'ground'], rest = 0.02, stiffness = 300, gap = " +
         quoted(gap) + keys + " }\nforces.push = { on = 'block', value = '-3*sin(4*t)' }\n" +
         (method.empty()
              ? "bodies.joint = { mass = 0 }\n"
                "springs.s = { between = ['block', 'joint'], stiffness = 100 }\n"
                "springs.floor = { between = ['joint', 'ground'], stiffness = 40, gap = " +
                    quoted(gap) + " }\n"
              : "") +
         "simulation = { duration = 5" + method + " }\n";
}

Trajectory run_of(const std::string& text) {
  const System system = compile(parse_model(text, "edge.toml"));
  Trajectory r = simulate(system, initial_state(system), system.settings());
  CAPTURE(text);
  CHECK(r.info.diagnosis == "");
  CHECK(r.info.status == Status::Finished);
  CHECK(r.info.proofs.hold());
  return r;
}

}  // namespace

TEST_CASE("a gap with one edge acts as one whose other edge is far away") {
  const std::string stepping = ", method = 'stepping', step = 1e-3";
  for (const bool below : {true, false})
    for (const char* text : {"", ", damping = 3", ", damping = 3, pull = false"})
      for (const std::string& method : {std::string(), stepping}) {
        const std::string keys = text;
        if (!method.empty() && keys.find("pull") != std::string::npos) continue;
        CAPTURE(below);
        CAPTURE(keys);
        CAPTURE(method);
        const Trajectory one = run_of(model_with("inf", below, keys, method)),
                         two = run_of(model_with("50", below, keys, method));
        REQUIRE(one.events.size() == two.events.size());
        CHECK(one.events.size() > 2);
        double most = 0.0;
        for (std::size_t i = 0; i < one.time.size(); ++i)
          most = std::max(most, std::abs(one.q[0][i] - two.q[0][i]));
        CHECK(most < 1e-11);
      }
}
