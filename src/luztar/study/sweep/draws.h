// Random points of a sweep.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/model/random_number.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

struct Distribution {
  std::string name;  ///< of the parameter
  RandomKind kind{};
  double first{}, second{};  ///< what RandomForm says [SI]
  std::vector<Expression> made_of{};
};

/// Where the numbers come from that are spread over (0, 1).
enum class DrawnBy : std::uint8_t {
  Random,  ///< of the seed, the name of the parameter and the row: model/random_number.h
  Sobol,   ///< the sequence of Sobol (Joe and Kuo's numbers), shifted by the seed
};

/// How many, and how.
struct Draws {
  std::int64_t rows{};
  std::uint64_t seed{1};
  DrawnBy sampling{DrawnBy::Random};
  /// (distributions, distributions) symmetric, 1 on the diagonal: correlation of the Gaussian
  /// numbers that the values are made of, which is theirs for Normal. Empty: none.
  std::vector<double> correlation{};
};

/// (rows, distributions) values [SI], the same for the same arguments; more rows begin with the
/// same ones. Throws ModelError if the correlation is that of no random numbers, or for more
/// dimensions than the sequence has.
std::vector<double> draw(const std::vector<Distribution>& distributions, const Draws& draws,
                         const SourceLocation& where);

}  // namespace luztar
