#include "luztar/model/repeat_locals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/quantity.h"
#include "luztar/model/dependencies.h"
#include "luztar/model/random_number.h"

namespace luztar {
namespace {

constexpr double kLargestSeed = 0x1p53;

}  // namespace

RepeatLocals::RepeatLocals(const Repeat& repeat, const Model& model, const ParameterValues& values,
                           ToldOnce& told)
    : repeat_(repeat), model_(model), file_(values), told_(told) {
  for (const Repeat::Index& index : repeat_.indices) name(index.name);
  if (repeat_.indices.size() == 1) name("count");
  first_parameter_ = n_slots_;
  for (const Repeat::Local& local : repeat_.parameters) name(local.name);
  values_.resize(n_slots_);
  if (repeat_.indices.size() == 1)
    values_[1] = Expression::number(static_cast<double>(repeat_.indices[0].size));
  order();
  read_seeds();
}

/// A name that was there before is a mistake, which is told later; it has a slot all the same.
void RepeatLocals::name(const std::string& name) { slots_.emplace(name, n_slots_++); }

void RepeatLocals::order() {
  const auto& locals = repeat_.parameters;
  std::vector<std::vector<std::size_t>> uses(locals.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    std::vector<Expression> symbols = symbols_of(locals[i].value);
    if (const auto& random = locals[i].random) {
      for (const Expression* e : {&random->first, &random->second}) {
        const auto more = symbols_of(*e);
        symbols.insert(symbols.end(), more.begin(), more.end());
      }
    }
    for (const Expression& symbol : symbols) {
      const auto slot = slots_.find(symbol.symbol());
      if (slot == slots_.end()) {
        report_unknown(symbol);
      } else if (slot->second >= first_parameter_) {
        uses[i].push_back(slot->second - first_parameter_);
      }
    }
  }
  Dependencies dependencies = sort_dependencies(uses);
  for (const auto& cycle : dependencies.cycles) {
    told_.report(locals[cycle.front()].where,
                 "the parameter " + quote(locals[cycle.front()].name) + " needs itself",
                 "give it a value of its own");
  }
  order_ = std::move(dependencies.order);
}

/// The parameter may be unused: then nothing else would report the name.
void RepeatLocals::report_unknown(const Expression& symbol) {
  const std::string& name = symbol.symbol();
  if (name == kUnread || file_.contains(name)) return;
  if (told_.knows(symbol.where())) return;
  for (const Parameter& parameter : model_.parameters) {
    if (parameter.name == name) return;
  }
  std::vector<std::string> known;
  for (const auto& [local, slot] : slots_) known.push_back(local);
  std::sort(known.begin(), known.end());
  for (const Parameter& parameter : model_.parameters) known.push_back(parameter.name);
  told_.report(symbol.where(), "no parameter " + quote(name),
               suggest(name, known, "define it in this table or under [parameters]"));
}

void RepeatLocals::read_seeds() {
  for (const Repeat::Local& local : repeat_.parameters) {
    std::uint64_t seed = 0;
    if (local.random) {
      const auto value = value_of(local.random->seed, file_);
      if (value && *value >= 0 && *value <= kLargestSeed && *value == std::floor(*value)) {
        seed = static_cast<std::uint64_t>(*value);
      } else if (value) {
        told_.report(known_place(local.random->seed.where(), local.where),
                     "the seed of " + quote(local.name) + " is not a whole number from 0 to 2^53",
                     "write seed = 1");
      } else {
        check_symbols_of_seed(local);
      }
    }
    seeds_.push_back(seed);
  }
}

void RepeatLocals::check_symbols_of_seed(const Repeat::Local& local) {
  for (const Expression& symbol : symbols_of(local.random->seed)) {
    if (slots_.contains(symbol.symbol()))
      told_.report(symbol.where(),
                   "the seed of " + quote(local.name) + " cannot depend on the instance",
                   "one seed gives every instance a number of its own");
    else
      report_unknown(symbol);
  }
}

void RepeatLocals::enter(const std::vector<std::int64_t>& indices,
                         const std::function<Expression(const Expression&)>& specialised) {
  for (std::size_t k = 0; k < indices.size(); ++k)
    values_[k] = Expression::number(static_cast<double>(indices[k]));
  for (const std::size_t i : order_) {
    const Repeat::Local& local = repeat_.parameters[i];
    Expression& value = values_[first_parameter_ + i];
    if (!local.random) {
      value = specialised(local.value);
      continue;
    }
    const Repeat::Random& random = *local.random;
    const double u = uniform_number(seeds_[i], repeat_.name + "." + local.name, indices);
    const Expression first = specialised(random.first), second = specialised(random.second);
    value = check_range(local, indices, first, second)
                ? random_value(random.kind, first, second, u, local.where)
                : Expression::symbol(kUnread, local.where);
    if (value.op() == Op::Number && first.op() == Op::Number && !first.unit().empty())
      value = Expression::number(value.number(), value.where(), si_unit(first.unit(), local.where));
  }
}

const Expression* RepeatLocals::find(const std::string& name) const {
  const auto slot = slots_.find(name);
  return slot == slots_.end() ? nullptr : &values_[slot->second];
}

/// least <= most, on one side of 0 for a logarithm; no negative deviation.
bool RepeatLocals::check_range(const Repeat::Local& local, const std::vector<std::int64_t>& indices,
                               const Expression& first, const Expression& second) {
  const auto a = value_of(first, file_), b = value_of(second, file_);
  const RandomForm& form = form_of(local.random->kind);
  const auto report = [&](const std::string& what, const std::string& advice) {
    told_.report(known_place(local.random->second.where(), local.where),
                 quote(local.name) + text_of_indices(repeat_, indices) + what, advice);
    return false;
  };
  if (!b || (form.is_range() && !a)) return true;
  if (form.is_range() && !(*a <= *b))
    return report(" has its least value above its most",
                  "write " + std::string(form.name) + " = [least, most]");
  if (!form.is_range() && !(*b >= 0.0))
    return report(" has a negative deviation", "it must be 0 or more");
  if (local.random->kind == RandomKind::LogUniform && !(*a * *b > 0.0))
    return report(" has no logarithm", "both ends must be above 0, or below");
  return true;
}

}  // namespace luztar
