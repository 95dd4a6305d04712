// What a drive has beside its mechanics, at random: tables, states, a sampled controller, a
// friction pressed by the force of a spring, a ratchet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acceptance/network.h"
#include "acceptance/second_engine.h"

namespace acceptance {

/// Acts on the body b0 of a random network, which has a mass in all of them.
class DrivePart {
 public:
  explicit DrivePart(std::uint64_t seed);

  /// Tables of the model beside the network's, without [simulation].
  std::string text() const { return text(false); }
  /// The same for an engine without tables, f.ELEMENT and controllers: written out in expressions,
  /// with states that somebody else sets.
  std::string written_out() const { return text(true); }
  /// What the controller does, by hand, up to `end` [s]. @param first  of its three values in
  /// second::State::z
  std::vector<second::Reset> resets(Eigen::Index first, double end) const;

 private:
  enum class Kind { Linear, Parabola, Hold };

  std::string text(bool by_hand) const;
  std::string table(const std::string& argument, bool by_hand) const;
  std::string force_read(bool by_hand) const;
  std::string spring() const;
  std::string ratchet() const;
  second::Real read_by_hand(const second::State& state) const;

  Random random_;
  Kind kind_{};
  bool extends_{};
  std::vector<double> x_{}, y_{};
  bool loose_{}, turned_{}, has_ratchet_{}, has_wheel_{};
  double arm_{}, stiffness_{}, damping_{}, freeplay_{};
  double period_{}, delay_{}, first_{}, gain_{}, reads_{}, limit_{}, step_{};
  double lag_{}, press_{}, swing_{}, frequency_{}, pitch_{}, mass_{};
};

}  // namespace acceptance
