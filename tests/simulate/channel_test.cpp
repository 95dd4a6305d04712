// Columns of results, by name.
#include "luztar/simulate/channel.h"

#include <doctest/doctest.h>

#include "dynamics/small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// The last sample, channel by channel.
class Reader : public Observer {
 public:
  explicit Reader(const System& system)
      : owners_{system.bodies(), system.elements(), system.states()} {}
  void sample(const Sample& sample) override {
    names.clear();
    values.clear();
    for (const Channel& channel : all_channels(owners_)) {
      names.push_back(name_of(owners_, channel));
      values.push_back(value_of(sample, channel));
    }
  }
  std::vector<std::string> names;
  std::vector<double> values;

 private:
  ChannelOwners owners_;
};

}  // namespace

TEST_CASE("every quantity has a channel, and its value is that of the motion") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0);
  force(model, "push", block, "12");
  friction(model, "guide", between(block, kGround), 4.0, 4.0);
  dahl(model, between(block, kGround));  // its bristle yields, and takes a little
  model.frictions.back().name = "seal";
  const System system = compile(model);
  Reader reader(system);
  simulate(system, initial_state(system), system.settings(), reader);
  CHECK(reader.names == std::vector<std::string>{"q.block", "v.block", "a.block", "d.seal",
                                                 "f.seal", "d.guide", "f.guide", "d.push", "f.push",
                                                 "mode.guide", "z.seal"});
  const auto at = [&](const std::string& name) {
    const auto place = std::ranges::find(reader.names, name) - reader.names.begin();
    return reader.values[static_cast<std::size_t>(place)];
  };
  CHECK(at("f.guide") == 4.0);
  CHECK(at("mode.guide") == 1.0);
  CHECK(at("a.block") == doctest::Approx((12.0 - 4.0 - at("f.seal")) / 2.0));
  CHECK(at("d.guide") == at("q.block"));
  CHECK(at("z.seal") > 0.0);
}

TEST_CASE("both sides of an event have positions, velocities and forces") {
  using Kind = Channel::Kind;
  const std::vector<Channel> all{{Kind::Position, 0},
                                 {Kind::Acceleration, 0},
                                 {Kind::Force, 1},
                                 {Kind::Mode, 1},
                                 {Kind::Velocity, 0}};
  CHECK(channels_of_sides(all) ==
        std::vector<Channel>{{Kind::Position, 0}, {Kind::Force, 1}, {Kind::Velocity, 0}});
}
