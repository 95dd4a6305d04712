// A mass on a belt, held by a spring: sticks and slips in turn for ever. With a stop that it
// touches now and then, so that every kind of mode occurs.
#pragma once

#include <string>

namespace luztar::test {

inline const std::string kBelt = R"(title = "Mass on a belt"
[parameters]
FS = 6.0
speed = 0.2
[bodies.belt]
motion = "speed*t"
[bodies.mass]
mass = 1.0
position = 0.05
[springs.holder]
between = ["mass", "ground"]
stiffness = 25.0
[springs.stopper]
between = ["mass", "ground"]
stiffness = 100.0
gap = [-0.2, 0.2]
[frictions.contact]
between = ["mass", "belt"]
kinetic = 3.0
static = "FS"
[simulation]
duration = 10.0
samples = 101
)";

}  // namespace luztar::test
