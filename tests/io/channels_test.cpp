#include "luztar/io/channels.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

namespace luztar {
namespace {

const std::string kTwo = R"toml([simulation]
duration = 1
[bodies]
a = { mass = 1 }
ab = { mass = 1 }
[springs]
s = { between = ["a", "ab"], stiffness = 1, freeplay = 1 }
[frictions]
f = { between = ["a", "ground"], kinetic = 1 }
g = { between = ["ab", "ground"], law = "dahl", sigma0 = 1, kinetic = 1 }
[output]
)toml";

std::string chosen(const std::string& output) {
  const Model model = parse_model(kTwo + output, "m.toml");
  const System system = compile(model);
  std::string names;
  try {
    for (const Channel& channel : select_channels(model, system).channels) {
      names += (names.empty() ? "" : " ") +
               name_of({system.bodies(), system.elements(), system.states()}, channel);
    }
  } catch (const ModelError& error) {
    return error.what();
  }
  return names;
}

TEST_CASE("patterns choose channels, in the order of trajectory.csv") {
  CHECK(chosen("") == "q.a v.a a.a q.ab v.ab a.ab d.s f.s d.g f.g d.f f.f mode.s mode.f z.g");
  CHECK(chosen("channels = ['mode.*', 'q.*']") == "q.a q.ab mode.s mode.f");
  CHECK(chosen("channels = ['q.a']") == "q.a");
  CHECK(chosen("channels = ['q.a*', 'q.a']") == "q.a q.ab");
  CHECK(chosen("channels = '?.?b'") == "q.ab v.ab a.ab");
  CHECK(chosen("channels = '*.f'") == "d.f f.f mode.f");
  CHECK(chosen("channels = '*'") == chosen(""));
  CHECK(chosen("channels = 'z.*'") == "z.g");
  CHECK(chosen("channels = '*b'") == "q.ab v.ab a.ab");  // the dot, too, is a character
  CHECK(chosen("channels = '?????f'") == "mode.f");
  CHECK(chosen("channels = []").empty());
}

TEST_CASE("a pattern that fits nothing is a mistake with a suggestion") {
  CHECK(chosen("channels = ['q.*', 'mode.s*', 'mode.ff']") ==
        "m.toml:12:32: no channel fits 'mode.ff'; did you mean 'mode.f'?");
  CHECK(chosen("channels = 'x.*'")
            .starts_with("m.toml:12:13: no channel fits 'x.*'; write q.BODY, v.BODY"));
  CHECK(chosen("channels = 'ab'") ==
        "m.toml:12:13: no channel fits 'ab'; write one of q.ab, v.ab, a.ab");
  const std::string spring = "[springs.ab]\nbetween = ['ab', 'ground']\nstiffness = 1\n[output]\n";
  const std::string body = "[simulation]\nduration = 1\n[bodies.ab]\nmass = 1\n";
  const Model both = parse_model(body + spring + "channels = 'ab'", "m.toml");
  CHECK_THROWS_WITH_AS(
      select_channels(both, compile(both)),
      "m.toml:9:13: no channel fits 'ab'; write one of q.ab, v.ab, a.ab, d.ab, f.ab", ModelError);
}

TEST_CASE("stars and question marks") {
  CHECK(fits("*", ""));
  CHECK(fits("a*b*c", "a--b-b-c"));
  CHECK(fits("*a*", "bab"));
  CHECK(fits("a?c", "abc"));
  CHECK(!fits("a?c", "ac"));
  CHECK(!fits("*b", "ba"));
  CHECK(!fits("a*b*c", "a--b"));
  CHECK(!fits("", "a"));
  CHECK(fits("a**", "a"));
}

TEST_CASE("of a large network some are chosen, and words say so") {
  const Model model = parse_model(
      "[repeat.r]\ncount = 3000\nbodies.b = { mass = 1 }\n[repeat.r.frictions.f]\nbetween = ['b', "
      "'ground']\nkinetic = 1\n[simulation]\nduration = 1\n",
      "m.toml");
  const System system = compile(model);
  const ChannelSelection selection = select_channels(model, system);
  CHECK(selection.channels.size() == 400);
  CHECK(selection.channels.front() == Channel{Channel::Kind::Position, 0});
  CHECK(selection.channels.back() == Channel{Channel::Kind::Mode, 2999});
  CHECK(selection.note.starts_with(
      "the results show 100 of 3000 bodies and 100 of 3000 elements; name what you need"));
}

}  // namespace
}  // namespace luztar
