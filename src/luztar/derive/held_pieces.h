// Kinks and jumps of expressions in generated code that keeps its pieces from event to event.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "luztar/derive/functions_source.h"

namespace luztar {

/// One edge of an expression: generated code writes its argument to `kink`, and reads which piece
/// is in force from `m->piece`.
struct HeldPiece {
  enum class Kind {
    Side,   ///< of the sign of the argument: 1 or -1, 0 where it rests on the edge
    Whole,  ///< the whole number below the argument
    Relay,  ///< 1 or -1; it turns where the argument, which depends on it, falls below 0
    Watch,  ///< 1; the run ends where the argument falls below 0
  };
  Kind kind{};
  int at_edge{};                      ///< of a Side whose argument is 0 and stays there
  bool jumps{};                       ///< the value of its operation may
  std::vector<std::string> owners{};  ///< whom events name where it changes
};

/// Writes expressions without kinks: each is a piece that `m->piece` chooses.
class HeldPieces {
 public:
  /// @param constants  symbols that keep their values from one event to the next
  HeldPieces(Source& source, std::set<std::string> constants)
      : source_(source), constants_(std::move(constants)) {}

  /// Events name `owner` where pieces that jump change, of what is written from here on; with
  /// `kinks` where the others do, too.
  /// "" names nobody.
  void belongs_to(const std::string& owner, bool kinks = false) {
    owner_ = owner;
    kinks_ = kinks;
  }
  const std::string& owner() const { return owner_; }
  /// Of all pieces, in the order in which they were written.
  std::vector<std::string> owners() const;

  /// The expression with pieces for its kinks; writes the statements that record their arguments.
  Expression held(const Expression& expression);
  /// A piece by the sign of `argument`: its place.
  int side(const std::string& argument, int at_edge, bool jumps);
  /// Where `rising` falls below 0 it turns on, where `falling` does it turns off: its place.
  int relay(const std::string& rising, const std::string& falling);
  /// The run ends where `argument` falls below 0.
  void watch(const std::string& argument);
  /// The place of the piece that was asked for last.
  int last() const { return last_; }
  /// "m->piece[place]"
  static std::string code(int place);
  static std::string is_on(int place) { return code(place) + " > 0.0"; }
  /// All so far.
  const std::vector<HeldPiece>& pieces() const { return pieces_; }

 private:
  Expression on_side(const Expression& argument, int at_edge, bool jumps);
  Expression whole(const Expression& argument);
  Expression choice(const Expression& condition, Expression yes, Expression no);
  Expression without_kink(Op op, std::vector<Expression> operands);
  bool moves(const Expression& expression) const;
  int place_of(const std::string& argument, const HeldPiece& piece);
  void name_owner(int place, bool jumps);
  Expression symbol(int place);

  Source& source_;
  std::set<std::string> constants_;
  std::vector<HeldPiece> pieces_;
  std::map<std::string, int> places_;  ///< by argument and kind, in this function
  int last_{-1};
  std::string owner_;
  bool kinks_{};
  int function_{};  ///< Source::functions() there
};

}  // namespace luztar
