// Expressions of the model file, evaluated a second time: a walk over the tree in long double, with
// two derivatives in time. Nothing of luztar but the parser's tree is used.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "luztar/symbolic/expression.h"

namespace acceptance::second {

using Real = long double;

/// A function of time at an instant: value, first and second derivative.
struct Jet {
  Real x{}, d{}, dd{};
};

/// An expression with kinks and jumps: which piece is in force is a list of whole numbers that stay
/// while the motion is integrated; `margin` says how far the pieces are from their ends.
class Formula {
 public:
  /// What a name stands for: a number, an input, another expression.
  using Meaning = std::variant<Real, int, luztar::Expression>;
  using Lookup = std::function<Meaning(const std::string&)>;

  Formula() = default;
  Formula(const luztar::Expression& expression, const Lookup& lookup);

  bool empty() const { return nodes_.empty(); }
  int n_pieces() const { return n_pieces_; }
  /// Value for inputs in the order that the lookup numbered them.
  Jet operator()(std::span<const Jet> inputs, const long* pieces) const;
  /// Pieces that hold the inputs' values.
  void choose(std::span<const Jet> inputs, long* pieces) const;
  /// Smallest distance of the pieces' arguments from the ends of their pieces; < 0: outside.
  Real margin(std::span<const Jet> inputs, const long* pieces) const;

 private:
  struct Node {
    luztar::Op op{};
    std::vector<int> of{};  ///< nodes before this one
    Real number{};
    int input{-1};
    int piece{-1};
    luztar::Op compare{};  ///< of If
  };
  int add(const luztar::Expression& expression, const Lookup& lookup);
  std::vector<Jet> run(std::span<const Jet> inputs, const long* pieces) const;
  Jet value(const Node& node, const std::vector<Jet>& x, std::span<const Jet> inputs,
            const long* pieces) const;
  static long piece_of(const Node& node, const std::vector<Jet>& x);
  static Real distance(const Node& node, const std::vector<Jet>& x, long piece);

  std::vector<Node> nodes_;
  int n_pieces_{};
};

}  // namespace acceptance::second
