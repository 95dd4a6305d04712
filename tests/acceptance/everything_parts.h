// What stands beside the mechanics of a random network: tables, signals, states, controllers.
#pragma once

#include <string>
#include <vector>

#include "acceptance/network.h"

namespace acceptance {

/// Numbers with six digits, and random ones.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed * 2654435761u + 771'237u) { random_.next(); }
  static std::string text(double x);
  /// Reads back as the same number.
  static std::string exactly(double x);
  std::string number(double low, double high) { return text(random_.uniform(low, high)); }
  double uniform(double low, double high) { return std::stod(number(low, high)); }
  int below(int n) { return random_.below(n); }
  bool chance(double probability) { return random_.chance(probability); }
  const std::string& one_of(const std::vector<std::string>& all) {
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

 private:
  Random random_;
};

/// All of its outputs are bounded, and its states stable.
class Surroundings {
 public:
  /// @param bodies  names of those with a mass
  Surroundings(Draw& draw, std::vector<std::string> bodies);

  /// Elements that are written from now on may be read as f.NAME.
  void add_force(const std::string& element) { forces_.push_back(element); }
  const std::vector<std::string>& forces() const { return forces_; }
  /// Continuous, of time, positions, velocities, states, forces; within 1 or so.
  std::string input();
  /// Of what a force law may read beside d and v.
  std::string law_input();
  /// What jumps at instants: outputs of controllers, held tables, signals.
  std::string jumping_input();
  /// A table of one input that is continuous, of any argument; nothing where there is none.
  std::string lookup(const std::string& argument);
  /// Of positions, with or without kinks.
  static std::string cam_table();
  std::string text();

 private:
  struct Table {
    std::string name;
    bool jumps{}, two{}, within{};  ///< within: has no value beyond its rows
  };
  void make_tables();
  std::string call(const Table& table, const std::string& argument);
  std::string state(int i);
  std::string controller(int i);
  std::string update(int kind, const std::string& body);
  std::string body() { return draw_.one_of(bodies_); }

  Draw& draw_;
  std::vector<std::string> bodies_, forces_;
  std::vector<Table> tables_;
  int states_{}, controllers_{};
  bool has_signal_{};
  std::string texts_;
};

}  // namespace acceptance
