// What a model file says, as plain structs. Numbers stay expressions of the parameters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/core/settings.h"
#include "luztar/model/delay.h"
#include "luztar/model/fit_table.h"
#include "luztar/model/inertia.h"
#include "luztar/model/output_table.h"
#include "luztar/model/random_number.h"
#include "luztar/model/release.h"
#include "luztar/model/sweep_table.h"
#include "luztar/symbolic/expression.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {

/// A named constant. `value` is in SI: units of the file are already converted.
struct Parameter {
  std::string name;
  Expression value;         ///< of other parameters
  std::string unit{};       ///< as written; "" if none
  double unit_factor{1.0};  ///< value in SI = value as written * unit_factor
  std::string latex{};
  std::string about{};
  SourceLocation where{};
};

/// Measured data, time strictly increasing.
struct Table {
  using Interpolation = luztar::Interpolation;
  /// A column of the file: its name in the header line, or "" and its number from 1.
  struct Column {
    std::string name{};
    int number{1};
  };
  std::string file;           ///< as written in the model
  std::vector<double> time;   ///< [s]
  std::vector<double> value;  ///< scale and offset applied
  Interpolation interpolation{Interpolation::Cubic};
  Column time_column{};
  Column value_column{{}, 2};
  double scale{1.0}, offset{0.0};
};

/// [tables.NAME]: a function of one or two arguments, called by its name in expressions. Rows (x,
/// y), or z over x and y, x and y strictly increasing, as written; `function` has them in SI.
struct FunctionTable {
  std::string name;
  TablePtr function;
  std::vector<double> x, y;
  std::vector<double> z{};                   ///< (x, y); empty: it has one input
  std::string x_unit{}, y_unit{}, z_unit{};  ///< "" if none
  Interpolation interpolation{Interpolation::Cubic};
  Beyond beyond{Beyond::Error};
  std::string file{};  ///< as written in the model; "": the rows stand in the model
  Table::Column x_column{}, y_column{{}, 2};
  SourceLocation where{};
};

/// A function of time, by name: measured data or an expression of t.
struct Signal {
  std::string name;
  std::variant<Expression, Table> value;
  SourceLocation where{};
};

/// One coordinate. Exactly one of `mass` and `motion` is set.
struct Body {
  std::string name;
  /// > 0; 0: its forces balance at every instant; inf: keeps its initial velocity [kg, kg m2]
  std::optional<Expression> mass;
  std::optional<Expression> motion;  ///< position as a function of t [m, rad]
  bool rotates{false};               ///< the file said `inertia`
  Expression position{};             ///< initial value, ignored with `motion` [m, rad]
  Expression velocity{};             ///< [m/s, rad/s]
  Release release{};
  SourceLocation where{};
};

/// A quantity of one's own, x' = rate: the current of a motor, the integral in a controller, a
/// temperature, wear. It is read as x.NAME; it is no body and has no energy. Where the condition of
/// a jump becomes true it takes another value: a gear number, a relay, a latch, a counter.
struct StateVariable {
  struct Jump {
    Expression when{};  ///< if(a > b, 1, 0), of what a rate reads; acts where it becomes true
    Expression to{};    ///< of the values just before [unit]
    SourceLocation where{};
  };
  std::string name;
  Expression rate{};   ///< of t, q.NAME, v.NAME, x.NAME, parameters, signals [unit/s]
  Expression start{};  ///< initial value [unit]
  std::vector<Jump> jumps{};
  std::string unit{};  ///< SI, as written; "" if none
  SourceLocation where{};
};

/// A sampled controller: at first, first + period, ... its assignments are made, one after the
/// other; what they leave acts from `delay` later on and is held until the next sample's does.
/// Others read it as x.CONTROLLER.NAME. A sample reads what is just before it.
struct Controller {
  struct Memory {
    std::string name;
    Expression start{};  ///< value before the first sample
    SourceLocation where{};
  };
  struct Assignment {
    std::string to;      ///< a name of `memory`
    Expression value{};  ///< of these by name, t, q.NAME, v.NAME, x.NAME, parameters, signals
    SourceLocation where{};
  };
  std::string name;
  Expression period{};  ///< > 0 [s]
  Expression delay{};   ///< 0 <= delay < period [s]
  Expression first{};   ///< time of the first sample [s]
  std::vector<Memory> memory;
  std::vector<Assignment> update;
  SourceLocation where{};
};

/// What x.NAME may be beside a state: "CONTROLLER.NAME", controller by controller.
std::vector<std::string> output_names(const std::vector<Controller>& controllers);
/// Nothing if the memory has no such name.
std::optional<int> place_in_memory(const Controller& controller, const std::string& name);

constexpr int kGround = -1;  ///< body index of `ground`

/// d = sum of coefficient * coordinate; the element acts on each body along its coefficient. Or d
/// is an expression of positions, and the coefficients are its gradient: model/geometry.h.
struct Deflection {
  struct Term {
    int body;  ///< index in Model::bodies or kGround
    Expression coefficient;
  };
  std::vector<Term> terms;
  /// Of parameters, q.BODY and states that jump; nothing: the sum [m, rad]
  std::optional<Expression> formula{};
};

/// f = k luz(d - rest, gap) + damping * v while it touches, 0 within the gap; without a gap k (d -
/// rest) + damping * v. With `force` the law is that expression. It stores k luz²/2 [J]. d is in m
/// or rad, f in N or N m. Stiffness and damping may be negative, but not where it only pushes.
/// compile() throws ModelError for lower > upper and for what is not finite. Żardecki, J. Theor.
/// Appl. Mech. 44(1), 2006, 185-202, section 2.
struct Spring {
  std::string name;
  Deflection deflection;
  Expression stiffness{};       ///< k [N/m]
  Expression lower{}, upper{};  ///< gap = [lower, upper] of d - rest; freeplay a: [-a, a]
  bool has_gap{false};          ///< false: a plain linear spring, lower = upper = 0
  Expression rest{};
  Expression damping{};  ///< acts only in contact [N s/m]
  bool pull{true};  ///< false, with a gap: in contact it only pushes, f = 0 where it would pull
  /// Of d, v, t, x.NAME, parameters, signals; then nothing else is set.
  std::optional<Expression> force{};
  SourceLocation where{};
};

/// A spring without stiffness: f = c v [N, N m], or `force`. What it takes is dissipated; a
/// negative c gives energy.
struct Damper : Spring {
  Damper() = default;
  explicit Damper(Spring spring) : Spring(std::move(spring)) {}
};

/// Dry and viscous friction: f = C v + F_K sgn v while it slides; at v = 0 any f within +-F_S, as
/// Gauss's principle gives it (docs/theory.md, section 2). The parts below change the level F_K
/// with the speed, give each direction its own, or replace the law by one with bristles. v is in
/// m/s or rad/s, f in N or N m. compile() throws ModelError for negative levels and for F_S < F_K.
/// Żardecki, J. Theor. Appl. Mech. 44(2), 2006, 255-277.
struct Friction {
  /// The kinetic level falls from F_S at rest to F_K: F_K + (F_S - F_K) exp(-(|v|/velocity)^n).
  struct Stribeck {
    Expression velocity{};  ///< > 0 [m/s]
    Expression exponent{};  ///< n > 0; 2 if the file says nothing
  };
  /// Values in force from where the speed has risen above `rise` until it falls below `fall`.
  struct Hysteresis {
    Expression rise{}, fall{};        ///< rise >= fall > 0 [m/s]
    Expression kinetic{}, viscous{};  ///< of the branch for falling speed
  };
  /// One direction of sliding. With `normal` all forces but the viscous one are coefficients.
  struct Law {
    Expression viscous{};    ///< C >= 0 [N s/m]
    Expression kinetic{};    ///< F_K >= 0 [N]
    Expression breakaway{};  ///< F_S >= F_K; the file's `static` [N]
    std::optional<Stribeck> stribeck{};
    std::optional<Hysteresis> hysteresis{};
    /// Rows (u, level): u = |v| from 0, strictly increasing; straight lines between, the last level
    /// beyond. Not empty: `kinetic` is the level of its first row and no stribeck, no hysteresis.
    std::vector<std::pair<Expression, Expression>> table{};
  };
  /// A law with a state of its own instead of Coulomb's: the bristle deflection z [m],
  ///     Dahl   z' = v |1 - s z/F_K sgn v|^n sgn(1 - s z/F_K sgn v),  f = s z + C v
  ///     LuGre  z' = v - s |v| z/g(v),                               f = s z + s1 z' + C v
  /// with g the Stribeck level of `forward`; s = sigma0, s1 = sigma1, n = exponent.
  struct Bristles {
    enum class Kind { Dahl, LuGre };
    Kind kind{};
    Expression sigma0{};    ///< > 0 [N/m]
    Expression sigma1{};    ///< >= 0, LuGre only [N s/m]
    Expression exponent{};  ///< whole number >= 1, Dahl only
  };
  std::string name;
  Deflection deflection;
  Law forward, backward;               ///< for v > 0 and v < 0
  std::optional<Expression> normal{};  ///< N >= 0, of t, q.NAME, v.NAME, x.NAME, signals [N]
  std::optional<Bristles> bristles{};  ///< then `forward` holds the levels, and no normal, no table
  SourceLocation where{};
};

/// What of the power of the first named body the others get, and it of theirs. Two frictions on
/// that body are these losses: add_losses() (model/link_loads.h).
struct Efficiency {
  Expression forward{};   ///< > 0, <= 1
  Expression backward{};  ///< <= 1; at 0 and below it locks itself
};

/// A rigid connection: d stays what it is at the start (ideal gear, shaft, lever).
struct Link {
  std::string name;
  Deflection deflection;
  std::optional<Efficiency> efficiency{};
  SourceLocation where{};
};

/// A one-way clutch: the rate of d never falls below 0. It turns forward without a force and holds
/// against turning back with any force f <= 0, f v = 0. What would turn it back at an impact, or
/// where a given velocity jumps, takes its bodies along without rebound.
/// With a pitch p it is a ratchet, with a tooth wherever d is a multiple of p: it turns back as far
/// as the last tooth that it passed, where the pawl catches it without rebound and holds.
struct Freewheel {
  std::string name;
  Deflection deflection;
  std::optional<Expression> pitch{};  ///< p > 0 [m]
  SourceLocation where{};
};

/// Rigid limits of d with Newton's impact law: rate after = -restitution * rate before.
struct Stop {
  std::string name;
  Deflection deflection;
  Expression lower{}, upper{};  ///< lower <= upper; a one-sided stop has the number -inf or inf
  Expression restitution{};     ///< 0..1, default 0
  SourceLocation where{};
};

/// A written action, not a reaction: it pushes each body by +coefficient * value, against the sign
/// of every other element. `value` is in N or N m; its work is `supplied` in the energy ledger.
/// Kinks and jumps of the expression are events.
struct Force {
  std::string name;
  Deflection deflection;  ///< `on`: one term with coefficient 1
  Expression value{};     ///< of t, q.NAME, v.NAME, x.NAME, parameters, signals
  SourceLocation where{};
};

/// The kinds of bodies and elements. Their order in files, checks and results is that of
/// model/kinds.h; a new kind comes last here, since checkpoints count them.
enum class PartKind : std::uint8_t { Body, Spring, Damper, Friction, Link, Stop, Force, Freewheel };
inline constexpr std::size_t kKinds = 8;

/// Bodies and elements. Lists keep the order of the file.
struct Parts {
  std::vector<Body> bodies;
  std::vector<Spring> springs;
  std::vector<Damper> dampers;
  std::vector<Friction> frictions;
  std::vector<Freewheel> freewheels;
  std::vector<Link> links;
  std::vector<Stop> stops;
  std::vector<Force> forces;
};

/// [repeat.NAME]: a part of the structure that is given once. The instances are in the lists of the
/// model already (expand_bodies, expand_elements in model/repeat.h); this is what they came from.
struct Repeat {
  /// A body as an element of a template names it: `block`, `block[i+1]`, or one outside of all.
  struct Reference {
    std::string name;
    std::vector<Expression> indices{};  ///< empty: none are written
    SourceLocation where{};
  };
  /// A number of its own for each instance, the same on every machine: model/random_number.h.
  struct Random {
    RandomKind kind{};
    Expression first{}, second{};  ///< what RandomForm says
    Expression seed{};             ///< of global parameters; a whole number >= 0
  };
  struct Local {
    std::string name;
    Expression value{};  ///< of global parameters, the indices, other locals, `count`
    std::optional<Random> random{};
    SourceLocation where{};
  };
  /// A part exists for the instances where each of these is not 0.
  using Conditions = std::vector<Expression>;
  struct Index {
    std::string name;
    Expression count{};   ///< of global parameters; runs from 1 to count
    std::int64_t size{};  ///< its value
  };

  std::string name;
  std::vector<Index> indices;  ///< the last one runs fastest
  std::vector<Local> parameters;
  /// Names are those of the file, an instance appends "_" and each index. The body of a deflection
  /// is kFirstReference - (position in `references`).
  Parts items;
  static constexpr int kFirstReference = kGround - 1;
  std::vector<Reference> references;
  /// Of each kind of `items`, by its place in PartKind.
  std::array<std::vector<Conditions>, kKinds> conditions;
  /// How many instances of each were made, in the same order.
  std::array<std::vector<std::int64_t>, kKinds> made{};
  SourceLocation where{};
};

/// [simulation], still symbolic.
struct SimulationTable {
  /// Output points one by one, as they are written or in a column of a file.
  struct Times {
    std::vector<double> values{};  ///< [s]
    std::string file{};            ///< as written in the model; "": none
    Table::Column column{};
    SourceLocation where{};
  };

  Expression start{};     ///< [s]
  bool at_rest{false};    ///< start = "equilibrium": at 0 s, where everything rests
  SourceLocation rest{};  ///< of that word
  Expression duration{};
  std::optional<Expression> span;  ///< the duration of the file, where a run has another [s]
  std::optional<Expression> samples, interval;
  std::optional<Times> times{};  ///< instead of both
  std::optional<Expression> tolerance, max_events;
  Method method{Method::Events};
  std::optional<Expression> step;  ///< of stepping [s]
  bool adaptive{false};            ///< of stepping
  /// By parameters, start values "q.BODY", "v.BODY", "x.STATE"; to one side: varied_name().
  std::vector<SourceText> derivatives{};
  bool at_instant{false};  ///< they are wanted at one instant alone, whatever happens later
  SourceLocation where{};
};

/// What a run may change: changes.h.
struct ChangeableParts {
  std::vector<Parameter> parameters;
  SimulationTable simulation;
};

/// A mechanical network with dry friction and freeplay.
struct Model : Parts {
  std::string title;
  std::string file;  ///< path as given, for messages
  std::string hash;  ///< identifies the text of the file, 16 hexadecimal digits (FNV-1a, 64 bit)
  std::vector<Parameter> parameters;
  std::vector<FunctionTable> tables;
  std::vector<Signal> signals;
  std::vector<StateVariable> states;
  std::vector<Controller> controllers;
  std::vector<Inertia> inertias;
  std::vector<Delay> delays;        ///< see model/delays.h
  std::vector<std::string> shifts;  ///< elements, see model/shifts.h
  std::vector<Repeat> repeats;
  SimulationTable simulation;
  OutputTable output{};
  SweepTable sweep{};
  FitTable fit{};
  /// As they were before the first change; null: nothing was changed.
  std::shared_ptr<const ChangeableParts> unchanged{};
};

/// Name -> value in SI.
using ParameterValues = std::map<std::string, double>;

/// Values of all parameters, `overrides` taking precedence (SI; unknown names throw ModelError).
/// Throws ModelError for a cycle or a value that is not finite.
ParameterValues evaluate_parameters(const Model& model, const ParameterValues& overrides = {});

/// Value of an expression of parameters. Throws ModelError if it is not a number.
double evaluate(const Expression& expression, const ParameterValues& parameters);

/// Checks what a single table cannot know: unknown symbols, ranges of values at the default
/// parameters, F_S >= F_K, lower <= upper, tables that do not cover the run ... Throws ModelError
/// with every mistake found. Models built in code go through it in `compile` just like files.
void validate(const Model& model, const ParameterValues& overrides = {});

}  // namespace luztar
