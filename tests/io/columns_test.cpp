// Columns of samples that are made by hand.
#include "luztar/io/record/columns.h"

#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

namespace luztar {
namespace {

/// Two bodies, two elements, one internal; row n has n + a tenth for each place.
struct HandMade {
  std::vector<double> q, v, a, d, f, internal;
  std::vector<ModeNumber> mode{1, -1};
  EnergyLedger energy;

  explicit HandMade(double n) {
    double next = n;
    for (auto* list : {&q, &v, &a, &d, &f})
      for (int i = 0; i < 2; ++i) list->push_back(next += 0.125);
    internal = {next + 0.125};
    energy.kinetic = {n, 2.0};
    energy.stored = {n, 4.0};
    energy.dissipated = {n, 8.0};
    energy.supplied = {n, 16.0};
    energy.motion_work = {n, 32.0};
    energy.numerical = 64.0;
    energy.residual = 128.0;
  }
  Sample at(double t) const { return {t, q, v, a, d, d, f, mode, d, d, energy, internal}; }
};

using ChannelKind = Channel::Kind;

/// One channel of each kind, of the second body and the second element.
std::vector<Channel> one_of_each_kind() {
  return {{ChannelKind::Position, 1, 0},     {ChannelKind::Velocity, 1, 0},
          {ChannelKind::Acceleration, 1, 0}, {ChannelKind::Deflection, 1, 0},
          {ChannelKind::Force, 1, 0},        {ChannelKind::Mode, 1, 0},
          {ChannelKind::Internal, 1, 0}};
}

/// The second body and element of each sample.
struct Retold : Observer {
  void sample(const Sample& s) override {
    for (const double value : {s.time, s.q[1], s.v[1], s.a[1], s.d[1], s.f[1],
                               static_cast<double>(s.mode[1]), s.internal[0]})
      values.push_back(value);
  }
  std::vector<double> values;
};

TEST_CASE("each channel has a column with what the samples have of it") {
  Columns columns(one_of_each_kind(), 2);
  columns.add(HandMade(10.0).at(0.5));
  columns.add(HandMade(20.0).at(1.5));
  REQUIRE(columns.rows() == 2);
  CHECK(columns.time()[0] == 0.5);
  CHECK(columns.time()[1] == 1.5);
  const std::vector<double> expected{10.25, 10.5, 10.75, 11.0, 11.25, -1.0, 11.375};
  for (std::size_t channel = 0; channel < expected.size(); ++channel) {
    CAPTURE(channel);
    const double later = channel == 5 ? 0.0 : 10.0;  // a mode is no number of the row
    CHECK(columns.column(channel)[0] == expected[channel]);
    CHECK(columns.column(channel)[1] == expected[channel] + later);
  }
}

TEST_CASE("the ledger's columns are sums over bodies and elements, in the order of their names") {
  Columns columns({}, 1);
  columns.add(HandMade(10.0).at(0.0));
  const std::vector<std::string> names(kLedgerNames, kLedgerNames + kLedgerColumns);
  CHECK(names == std::vector<std::string>{"kinetic", "stored", "dissipated", "supplied",
                                          "motion_work", "numerical", "residual"});
  const std::vector<double> expected{12.0, 14.0, 18.0, 26.0, 42.0, 64.0, 128.0};
  for (std::size_t i = 0; i < kLedgerColumns; ++i) CHECK(columns.ledger(i)[0] == expected[i]);
}

TEST_CASE("rows without room are left out") {
  Columns columns(one_of_each_kind(), 1);
  columns.add(HandMade(10.0).at(0.5));
  columns.add(HandMade(20.0).at(1.5));
  CHECK(columns.rows() == 1);
  CHECK(columns.time()[0] == 0.5);
}

TEST_CASE("rows that are taken replace those that were there, and are told as samples") {
  Columns columns(one_of_each_kind(), 1);
  columns.add(HandMade(10.0).at(0.5));
  std::vector<double> data;
  for (std::size_t c = 0; c < 1 + one_of_each_kind().size() + kLedgerColumns; ++c)
    for (const double row : {1.0, 2.0})
      data.push_back(c == 6 ? 1.0 - row : 10.0 * row + 1.0 * static_cast<double>(c));
  columns.take(data.data(), 2);
  CHECK(columns.rows() == 2);
  CHECK(columns.capacity() == 2);
  CHECK(columns.ledger(6)[1] == 34.0);
  const Model model = parse_model(R"([bodies.a]
mass = 1.0
[bodies.b]
mass = 1.0
[springs.s]
between = ["a", "b"]
stiffness = 1.0
[frictions.f]
between = ["b", "ground"]
kinetic = 1.0
[simulation]
duration = 1.0
)",
                                  "two.toml");
  Retold retold;
  columns.replay(compile(model), 1, retold);
  CHECK(retold.values == std::vector<double>{10, 11, 12, 13, 14, 15, 0, 17,  //
                                             20, 21, 22, 23, 24, 25, -1, 27});
}

}  // namespace
}  // namespace luztar
