// Expressions compiled for power series: straight-line code on Taylor coefficients.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "luztar/core/dual.h"
#include "luztar/symbolic/expression.h"
#include "luztar/symbolic/grid_function.h"
#include "luztar/symbolic/piecewise_cubic.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {

/// A point where an expression changes from one analytic piece to the next: the argument of abs,
/// an edge of luz, a knot of a table. The piece in force is an integer kept in the State.
struct Switch {
  enum class Kind : std::uint8_t {
    Sign,      ///< branch = sign of `low`: -1, 0 (identically zero), 1
    AtLeast,   ///< branch = 1 where low >= 0, else 0
    Above,     ///< branch = 1 where low > 0, else 0
    Interval,  ///< -1 where low < 0, 1 where high > 0, else 0
    Pulse,     ///< the same with -1 where low < 0, 0 where low >= 0 > high, 1 where high >= 0
    Cell,      ///< branch = floor(low / width)
    Table,     ///< branch = piece of `table` that holds t
    Lookup,    ///< branch = piece of `table` that holds low, which may rise and fall
    Relay,     ///< 1 from where low rises above 0 until high falls below 0: it has a memory
    Turn,      ///< half turns of the angle `low` of an atan2, the nearest ones or nearly: the same
  };
  Kind kind{};
  int low{};   ///< slot
  int high{};  ///< slot
  double width{};
  bool
      away{};  ///< a Cell whose value at an edge below zero is the one behind it: round(-0.5) is -1
  int table{-1};
  int grid{-1};    ///< the next switch is that of the other axis of this grid
  int owner{-1};   ///< whom to name in events and messages
  bool jumps{};    ///< the value may jump
  bool visible{};  ///< gets a row in the event list
  bool time_only{};
  bool is_fixed{};  ///< its arguments are numbers and parameters: it would be folded
};

/// Straight-line code. Every slot is a Taylor series in tau = t - anchor.
class Program {
 public:
  enum class Code : std::uint8_t {
    Add,
    Subtract,
    AddConstant,
    Scale,
    Multiply,
    Divide,
    Power,
    Exp,
    SinCos,
    SinhCosh,
    Tan,
    Tanh,
    Integral,  ///< y' = +-u'/s: log, asin, acos, atan
    Atan2,
    ScaleByBranch,  ///< branch * a
    Branch,         ///< a constant chosen by the branch
    Select,         ///< a or b
    Cell,           ///< sawtooth; the rest of a division by the width of the cells
    DeadZone,       ///< a (below), 0, b (above)
    Limit,          ///< -b (below), a, b (above)
    Table,
    Lookup,  ///< of a table over a: straight lines; how far a is in its piece; a coefficient
    Grid,    ///< a coefficient of a grid: of the pieces of its switch and of the next one
  };
  struct Instruction {
    Code code{};
    int out{};
    int a{-1}, b{-1}, aux{-1};
    double constant{};
    int sw{-1};              ///< switch
    std::uint8_t variant{};  ///< which function an Integral starts from; the PowerBase of a Power
    int degree{kAnyDegree};  ///< the series of `out` ends after this power
    bool reads_time{};       ///< an argument that is made of t by arithmetic
  };
  static constexpr int kAnyDegree = 1 << 20;
  /// What a power that is not whole may do where its base is zero.
  enum PowerBase : std::uint8_t {
    AnyBase,   ///< 0 there, below it no number
    NotBelow,  ///< below it is only rounding: 0 too
    OfMotion,  ///< no series: a given motion has two derivatives
  };

  int slots() const { return static_cast<int>(degree_.size()); }
  int degree(int slot) const { return degree_[slot]; }
  bool time_only(int slot) const { return time_only_[slot]; }
  const std::vector<Switch>& switches() const { return switches_; }
  const std::vector<Instruction>& time_code() const { return time_code_; }
  const std::vector<Instruction>& state_code() const { return state_code_; }
  const std::vector<std::shared_ptr<const PiecewiseCubic>>& tables() const { return tables_; }
  /// @pre a switch of the kind Table or Lookup
  const PiecewiseCubic& table(const Switch& sw) const {
    return *tables_[static_cast<std::size_t>(sw.table)];
  }
  /// @pre a switch with a grid
  const GridFunction& grid(const Switch& sw) const {
    return *grids_[static_cast<std::size_t>(sw.grid)];
  }
  /// The value of a Grid.
  double grid_coefficient(const Instruction& i, const std::int64_t* branch) const {
    const auto first = static_cast<std::size_t>(branch[i.sw]);
    const auto second = static_cast<std::size_t>(branch[i.sw + 1]);
    return grid(switches_[i.sw]).coefficient(first, second, i.variant / 4, i.variant % 4);
  }
  /// Slots that never change, with their value.
  const std::vector<std::pair<int, double>>& constants() const { return constants_; }

 private:
  friend class ProgramBuilder;
  friend class ProgramCutter;
  std::vector<Instruction> time_code_, state_code_;
  std::vector<Switch> switches_;
  std::vector<std::shared_ptr<const PiecewiseCubic>> tables_;
  std::vector<std::shared_ptr<const GridFunction>> grids_;
  std::vector<std::pair<int, double>> constants_;
  std::vector<int> degree_;
  std::vector<bool> time_only_;
};

/// Turns expressions into a Program. Constants are folded, common parts shared.
class ProgramBuilder {
 public:
  /// What a symbol stands for: a constant, a slot, another expression (with its own owner), a
  /// table.
  struct Named {
    const Expression* expression;
    int owner;
  };
  struct Data {
    const PiecewiseCubic* table;
    int owner;
  };
  struct Slot {
    int index;
  };
  using Meaning = std::variant<double, Slot, Named, Data>;
  using Resolve = std::function<Meaning(const std::string&)>;

  ProgramBuilder();
  int time() const { return 0; }  ///< slot of t
  /// A new slot that the caller fills, order by order.
  /// @param below_zero  false: only by rounding
  int input(bool below_zero = true);
  int output();  ///< a new slot that is constant between events: order 0
  /// A new slot of a number that the caller writes, once: what is made of it is not folded.
  int parameter(double value);
  /// A switch whose piece n begins at first + n width; an event without other effects.
  int clock(double first, double width, int owner);
  /// A switch whose pieces the caller counts from 0 on.
  int counter(int owner);

  /// Slot of the value. `owner` is named in events of its switches; `in_motion`: kinks matter too.
  /// Throws ModelError where a constant part is not a finite number.
  int compile(const Expression& expression, const Resolve& resolve, int owner, bool in_motion);
  /// Switches that count the half turns of angles, by the texts of these.
  using Turns = std::map<std::string, int>;
  /// Of a deflection, a gradient or a rate: each `atan2` goes on where it passes its cut.
  /// @param turns  of the same element; gets those of the expression
  int compile(const Expression& expression, const Resolve& resolve, int owner, Turns& turns);

  /// A switch that is 1 where `margin` is above 0, or_equal to it, else 0. Neither it nor what
  /// `margin` alone is made of has rows among events.
  int condition(const Expression& margin, bool or_equal, const Resolve& resolve, int owner);

  /// Straight lines of `table` over the slot x (c[0] and c[1] of its pieces); its ends go on. Knots
  /// are events without a row.
  int lookup(int x, PiecewiseCubic table, int owner);
  /// `below` until x rises above `rise`, then `above` until x falls below `fall` <= rise. Both are
  /// events with a row.
  int relay(int x, const Meaning& rise, const Meaning& fall, int below, int above, int owner);

  Program take();

 private:
  struct Context {
    const Resolve& resolve;
    int owner;
    bool in_motion;
    Turns* turns{};  ///< null: angles are in (-pi, pi]
  };
  using Code = Program::Code;
  using Key = std::tuple<Code, int, int, double, int, int>;

  int new_slot(bool time_only, int degree);
  int emit(Program::Instruction instruction, int degree);
  int constant(double value, const SourceLocation& where);
  int build(const Expression& e, const Context& context);
  int build_symbol(const Expression& e, const Context& context);
  int build_named(const std::string& name, const Named& named, const Context& context);
  int build_table(const std::string& name, const Data& data, const Context& context);
  int build_lookup(const TablePtr& table, int x, const Context& context);
  int build_pieces(const PiecewiseCubic& pieces, int sw, int x);
  int build_grid(const TableFunction& table, int x, int y, const Context& context);
  int build_patch(const GridFunction& grid, int sw, int x, int y);
  int table_place(const std::shared_ptr<const PiecewiseCubic>& pieces);
  int build_arithmetic(const Expression& e, const std::vector<int>& x, const Context& context);
  int build_function(const Expression& e, const std::vector<int>& x, const Context& context);
  int build_piecewise(const Expression& e, const std::vector<int>& x, const Context& context);
  int build_periodic(const Expression& e, int x, const Context& context);
  int build_whole(Op op, int x, const Context& context);
  int build_rest(int x, double width, const Context& context);
  int build_mod(int x, int y, const SourceLocation& where, const Context& context);
  int build_angle(const Expression& e, int y, int x, const Context& context);
  int build_hypot(int x, int y, const SourceLocation& where, const Context& context);
  int magnitude(int a, const Context& context);
  int half_width(const Expression& e, int x, const Context& context);
  int build_if(const Expression& e, const Context& context);
  int scale(int a, double factor);
  int add(int a, int b, bool subtract);
  int multiply(int a, int b);
  int power(int a, double exponent, const SourceLocation& where, const Context& context);
  int integer_power(int a, int exponent);
  bool has_sign(int slot, double sign) const;
  bool is_chosen_with_sign(const Program::Instruction& i, double sign) const;
  void note_fixed(const Program::Instruction& i);
  int number_slot(const Meaning& number);
  bool is_zero(int slot) const { return is_constant(slot) && *value_[slot] == 0.0; }
  int unary(Code code, int a, bool second = false);
  int integral(int a, int denominator, int start);
  int add_switch(Switch sw, const Context& context);
  int select(int sw, int a, int b);
  bool is_constant(int slot) const { return value_[slot].has_value(); }

  Program program_;
  std::vector<std::optional<double>> value_;   ///< of constant slots
  std::vector<char> is_time_;                  ///< (slots) made of t by arithmetic
  std::vector<Program::Instruction> maker_;    ///< (slots)
  std::vector<char> never_below_;              ///< (slots) inputs that are never negative
  std::vector<char> fixed_;                    ///< (slots) made of numbers and parameters alone
  std::vector<char> zero_;                     ///< (slots) the same, and 0 with their values
  std::vector<std::pair<int, double>> signs_;  ///< (slot, sign): known in this branch of an if
  std::map<double, int> constant_slots_;
  std::map<Key, std::pair<int, int>> shared_;  ///< common subexpressions
  std::map<std::string, int> signal_slots_;
  std::map<const PiecewiseCubic*, int> table_places_;  ///< in the program
  /// Of a table at one or two slots (else -1): its slot.
  std::map<std::tuple<const TableFunction*, int, int>, int> calls_;
  std::map<std::pair<int, int>, int> turns_;  ///< switches that count those of atan2 of two slots
};

/// What rounding took from an argument, if it matters: 2^-43 is far below the tolerance of a run.
inline double noticed_rest(double rest) { return rest > 0x1p-43 || rest < -0x1p-43 ? rest : 0.0; }

/// The coefficients of all slots of a Program, as numbers N: double, or Dual<W>, whose values are
/// those of a double to rounding. What is decided on the way is decided by values.
template <typename N>
class BasicProgramSeries {
 public:
  BasicProgramSeries() = default;
  BasicProgramSeries(const Program& program, int order);
  bool is_empty() const { return data_.empty(); }

  N* slot(int index) { return &data_[static_cast<std::size_t>(index) * stride_]; }
  const N* slot(int index) const { return &data_[static_cast<std::size_t>(index) * stride_]; }
  int order() const { return order_; }
  /// Expands only up to this order. @pre it is not above that of the constructor
  void use_order(int order) { order_ = order; }

  /// All orders of everything that depends on time only, expanded at t + t_rest.
  /// @param t_rest  what rounding took from t, |t_rest| <= ulp(t) / 2 [s]
  void expand_time(const Program& program, double t, const std::int64_t* branch,
                   double t_rest = 0.0);
  /// Order k of everything else; the inputs' coefficients up to k must be there.
  void expand_state(const Program& program, int k, const std::int64_t* branch);
  /// Order 0 of everything at t; the inputs' must be there. The result of every instruction is
  /// moved by `shift` to 2 `shift` of its size, differently for each: what changes is rounding.
  /// @param spread  which way goes which instruction: an irrational number in (0, 1)
  void evaluate(const Program& program, double t, const std::int64_t* branch, double shift = 0.0,
                double spread = 0.0);
  /// Of the base of a power that is not whole: it grows by its rounding within this time [s].
  void know_base(int slot, double time);
  double time_of_rounding(int base) const {
    return rounding_.empty() ? 0.0 : rounding_[static_cast<std::size_t>(base)];
  }
  /// Whether such a base is zero as far as its first two coefficients tell: it grows, and came from
  /// zero within the time of its rounding, or 1e-20 s.
  bool is_zero_base(int slot) const;
  /// What rounding took from the value of a slot that is made of t by arithmetic, where it is more
  /// than time arguments may lose: sin(314 t) after a day would be wrong by 1e-9 without it.
  double rest(int slot) const { return noticed_rest(rest_[slot]); }

 private:
  void run(const Program& program, const Program::Instruction& i, int first, int last,
           const std::int64_t* branch);
  void calculate(const Program& program, const Program::Instruction& i, int first, int last,
                 const std::int64_t* branch);
  N power_coefficient(const Program::Instruction& i, int k) const;
  void keep_rest(const Program::Instruction& i, std::int64_t piece);
  void correct(const Program& program, const Program::Instruction& i, std::int64_t piece);
  std::vector<N> data_;
  std::vector<double> rest_;        ///< (slots) see rest()
  std::vector<double> rounding_{};  ///< (slots) see know_base(); empty: none [s]
  int stride_{1};
  int order_{};
  double time_{};
};

using ProgramSeries = BasicProgramSeries<double>;

/// Branch of a switch from the values of its slots at an instant (for a start or after a jump).
/// @param now  the one in force, which a Turn goes on from
std::int64_t branch_from_values(const Program& program, const Switch& sw, double low, double high,
                                double t, std::int64_t now);

/// A boundary of the piece in force: the guard is positive inside the piece and leaves it downward.
struct SwitchGuard {
  int slot;           ///< series ...
  double sign;        ///< ... times sign ...
  double offset;      ///< ... plus offset ...
  double rest;        ///< ... plus what rounding took from it
  std::int64_t next;  ///< branch behind the boundary
};

/// The boundaries (at most two) of a switch on `branch`; returns their number.
int guards_of(const Program& program, const Switch& sw, std::int64_t branch, SwitchGuard guards[2]);

}  // namespace luztar
