#include "luztar/model/link_loads.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "luztar/model/element_forces.h"
#include "luztar/model/geometry.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

/// "f.NAME" of all elements that may load a friction, with: it only pushes.
std::map<std::string, bool> forces_that_load(const Model& model) {
  std::map<std::string, bool> names;
  for (const Link& link : model.links) names.emplace("f." + link.name, false);
  for (const Stop& stop : model.stops) names.emplace("f." + stop.name, true);
  return names;
}

/// How an expression depends on sizes of such forces.
enum class Degree { None, Linear, Other };

class Reader {
 public:
  explicit Reader(const Model& model) : names_(forces_that_load(model)) {}

  bool is_force(const Expression& x) const {
    return x.op() == Op::Symbol && names_.contains(x.symbol());
  }
  /// x = factor * force, with a factor that reads no such force.
  struct Multiple {
    Expression factor;
    const Expression* force;
  };
  std::optional<Multiple> multiple(const Expression& x) const {
    if (is_force(x)) return Multiple{Expression::number(1), &x};
    const auto& of = x.operands();
    const auto times = [&](std::size_t i, const auto& factor) -> std::optional<Multiple> {
      auto found = multiple(of[i]);
      if (found) found->factor = factor(found->factor);
      return found;
    };
    if (x.op() == Op::Negate) return times(0, terse::negated);
    if (x.op() == Op::Divide && degree(of[1]) == Degree::None)
      return times(0, [&](const Expression& f) { return terse::quotient(f, of[1]); });
    if (x.op() != Op::Multiply) return std::nullopt;
    for (const std::size_t i : {0U, 1U})
      if (degree(of[1 - i]) == Degree::None)
        return times(i, [&](const Expression& f) { return terse::product(f, of[1 - i]); });
    return std::nullopt;
  }

  /// x in symbols of loads, if it is the size of a multiple of a force, or a side of one:
  /// abs(k f) = abs(k) abs(f), max(k f, 0) = max(k, 0) max(f, 0) + max(-k, 0) max(-f, 0).
  std::optional<Expression> load(const Expression& x) const {
    const auto symbol = [&](std::size_t prefix, const Expression& force) {
      return Expression::symbol(std::string(kLoadPrefixes[prefix].text) + force.symbol().substr(2),
                                x.where());
    };
    if (is_force(x) && names_.at(x.symbol())) return symbol(0, x);
    if (x.op() == Op::Abs) {
      const auto of = multiple(x.operands()[0]);
      if (!of) return std::nullopt;
      return terse::product(folded_sign(Op::Abs, of->factor), symbol(0, *of->force));
    }
    if (x.op() != Op::Max || x.operands().size() != 2) return std::nullopt;
    for (const std::size_t zero : {0U, 1U}) {
      if (!terse::is_number(x.operands()[zero], 0.0)) continue;
      const auto of = multiple(x.operands()[1 - zero]);
      if (!of) continue;
      return terse::sum(
          terse::product(folded_sign(Op::Max, of->factor), symbol(1, *of->force)),
          terse::product(folded_sign(Op::Max, terse::negated(of->factor)), symbol(2, *of->force)));
    }
    return std::nullopt;
  }

  Expression with_loads(const Expression& x) const {
    if (auto found = load(x)) return *std::move(found);
    if (x.operands().empty()) return x;
    std::vector<Expression> operands;
    for (const Expression& operand : x.operands()) operands.push_back(with_loads(operand));
    return x.with(std::move(operands));
  }

  Expression with_sizes(const Expression& x) const {
    if (is_force(x) && names_.at(x.symbol())) return Expression::apply(Op::Abs, {x}, x.where());
    if (x.operands().empty() || load(x)) return x;
    std::vector<Expression> operands;
    for (const Expression& operand : x.operands()) operands.push_back(with_sizes(operand));
    return x.with(std::move(operands));
  }

  std::set<std::string> elements(const Expression& x) const {
    std::set<std::string> found;
    for (const Expression& symbol : symbols_of(x))
      if (is_force(symbol)) found.insert(symbol.symbol().substr(2));
    return found;
  }

  Degree degree(const Expression& x) const {
    if (load(x)) return Degree::Linear;
    if (is_force(x)) return Degree::Other;
    std::vector<Degree> of;
    for (const Expression& operand : x.operands()) of.push_back(degree(operand));
    const auto all = [&](std::size_t from, Degree wanted) {
      return std::all_of(of.begin() + static_cast<std::ptrdiff_t>(from), of.end(),
                         [&](Degree d) { return d == wanted; });
    };
    if (all(0, Degree::None)) return Degree::None;
    if (std::find(of.begin(), of.end(), Degree::Other) != of.end()) return Degree::Other;
    switch (x.op()) {
      case Op::Add:
      case Op::Subtract:
      case Op::Negate:
        return Degree::Linear;
      case Op::Multiply:
        return of[0] == Degree::None || of[1] == Degree::None ? Degree::Linear : Degree::Other;
      case Op::Divide:
        return of[1] == Degree::None ? Degree::Linear : Degree::Other;
      case Op::If:
        return of[0] == Degree::None ? Degree::Linear : Degree::Other;
      default:
        return Degree::Other;
    }
  }

 private:
  /// abs(k) or max(k, 0): of numbers a number.
  static Expression folded_sign(Op op, const Expression& k) {
    std::vector<Expression> operands{k};
    if (op == Op::Max) operands.push_back(Expression::number(0));
    Expression made = Expression::apply(op, std::move(operands));
    if (!symbols_of(k).empty()) return made;
    return Expression::number(evaluate(
        made, [](const std::string&) { return std::numeric_limits<double>::quiet_NaN(); }));
  }

  std::map<std::string, bool> names_;
};

/// The losses of a link while its force has this sign, as a friction on its first body. Forward is
/// where force and rate there have one sign: the body drives.
Friction loss_of(const Link& link, bool plus) {
  const Expression one = Expression::number(1);
  const Expression force = Expression::symbol("f." + link.name, link.where);
  Friction loss;
  // Of an instance: a name[3] becomes name_loss_plus[3].
  loss.name = link.name;
  loss.name.insert(std::min(link.name.find('['), link.name.size()),
                   plus ? "_loss_plus" : "_loss_minus");
  loss.deflection.terms = {link.deflection.terms.front()};
  loss.where = link.where;
  loss.normal = Expression::apply(
      Op::Max, {plus ? force : terse::negated(force), Expression::number(0)}, link.where);
  const auto level = [&](Friction::Law& law, const Expression& efficiency, bool forward) {
    const Expression lost =
        forward ? Expression::apply(Op::Subtract, {terse::reciprocal(efficiency), one},
                                    efficiency.where())
                : Expression::apply(Op::Subtract, {one, efficiency}, efficiency.where());
    law.kinetic = law.breakaway = lost;
  };
  level(plus ? loss.forward : loss.backward, link.efficiency->forward, true);
  level(plus ? loss.backward : loss.forward, link.efficiency->backward, false);
  return loss;
}

}  // namespace

bool has_input(const Deflection& deflection) {
  return !deflection.formula && !deflection.terms.empty() &&
         deflection.terms.front().body != kGround;
}

void add_losses(Model& model) {
  for (const Link& link : model.links)
    if (link.efficiency && has_input(link.deflection))
      for (const bool plus : {true, false}) model.frictions.push_back(loss_of(link, plus));
}

std::vector<std::string> names_that_load(const Model& model) {
  std::vector<std::string> names;
  for (const Link& link : model.links) names.push_back(link.name);
  for (const Stop& stop : model.stops) names.push_back(stop.name);
  return names;
}

bool may_load(PartKind kind) { return kind == PartKind::Link || kind == PartKind::Stop; }

bool stops_press(const Model& model) {
  const std::set<std::string> loading = loading_elements(model);
  return std::ranges::any_of(model.stops,
                             [&](const Stop& stop) { return loading.contains(stop.name); });
}

std::set<std::string> loading_elements(const Model& model) {
  std::set<std::string> found;
  const Reader reader(model);
  for (const Friction& friction : model.frictions)
    if (friction.normal) found.merge(reader.elements(*friction.normal));
  return found;
}

std::optional<Expression> wrong_load(const Model& model, const Expression& normal) {
  const Reader reader(model);
  if (reader.degree(normal) != Degree::Other) return std::nullopt;
  for (const Expression& symbol : symbols_of(normal))
    if (reader.is_force(symbol)) return symbol;
  return std::nullopt;
}

Expression with_sizes(const Model& model, const Expression& normal) {
  return Reader(model).with_sizes(normal);
}

void refuse_loads(const Model& model, const std::string& who) {
  const Reader reader(model);
  for (const Friction& friction : model.frictions) {
    if (!friction.normal) continue;
    const std::set<std::string> elements = reader.elements(*friction.normal);
    if (elements.empty()) continue;
    const std::string& by = *elements.begin();
    const std::string word =
        std::ranges::find(model.stops, by, &Stop::name) == model.stops.end() ? "link" : "stop";
    throw ModelError(friction.where,
                     who + " '" + friction.name + "': its normal force reads that of the " + word +
                         " '" + by + "'",
                     "put a stiff spring in place of the " + word + " and read its force");
  }
}

std::optional<Model> with_loading_elements_beside(const Model& model) {
  const std::set<std::string> loading = loading_elements(model);
  if (loading.empty()) return std::nullopt;
  const Reader reader(model);
  Model beside = model;
  const auto put_beside = [&](auto& elements) {
    for (auto& element : elements)
      if (loading.contains(element.name) && !element.deflection.formula)
        element.deflection = along(model, deflection_sum(model, element.deflection, "q"));
  };
  put_beside(beside.links);
  put_beside(beside.stops);
  for (Friction& friction : beside.frictions)
    if (friction.normal) friction.normal = reader.with_loads(*friction.normal);
  return beside;
}

}  // namespace luztar
