#include "luztar/model/repeat.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "luztar/model/dependencies.h"
#include "luztar/model/fields.h"
#include "luztar/model/fold.h"
#include "luztar/model/kinds.h"
#include "luztar/model/random_number.h"
#include "luztar/model/told_once.h"

namespace luztar {
namespace {

constexpr double kLargestSeed = 0x1p53;
constexpr auto kBodies = static_cast<std::size_t>(PartKind::Body);

}  // namespace

// --- one instance ------------------------------------------------------------------------------

/// Makes the instances of one repeat, one after the other.
class RepeatExpansion::Maker {
  /// What the names of a template stand for in the instance at hand.
  struct Instance {
    std::vector<std::int64_t> indices{};
    std::string suffix{};              ///< "_17"
    std::vector<Expression> values{};  ///< indices, count (with one index), locals
  };

 public:
  Maker(RepeatExpansion& owner, int repeat)
      : owner_(owner),
        number_(repeat),
        repeat_(owner.model_.repeats[static_cast<std::size_t>(repeat)]) {
    for (const Repeat::Index& index : repeat_.indices) name(index.name);
    if (repeat_.indices.size() == 1) name("count");
    first_local_ = n_slots_;
    for (const Repeat::Local& local : repeat_.parameters) name(local.name);
    for (std::size_t kind = 0; kind < repeat_.conditions.size(); ++kind)
      repeat_.made[kind].resize(repeat_.conditions[kind].size());
    order_locals();
    read_seeds();
    for (const Repeat::Reference& reference : repeat_.references) find(reference);
  }

  template <class Select>
  void make(const Select& select) {
    const std::size_t count = instances(repeat_);
    if (count == 0) return;
    Instance& at = instance_;
    at.indices.assign(repeat_.indices.size(), 1);
    at.values.assign(n_slots_, Expression());
    if (repeat_.indices.size() == 1) {
      at.values[1] = Expression::number(static_cast<double>(repeat_.indices[0].size));
    }
    for (position_ = 0; position_ < count; ++position_) {
      enter();
      select(*this);
      for (std::size_t k = at.indices.size(); k-- > 0;) {
        if (++at.indices[k] <= repeat_.indices[k].size) break;
        at.indices[k] = 1;
      }
    }
  }

  void bodies() {
    for (std::size_t i = 0; i < repeat_.items.bodies.size(); ++i) {
      auto& places = owner_.places_[static_cast<std::size_t>(number_)][i];
      begin(repeat_.items.bodies[i].name);
      // A condition that cannot be read leaves its body in, so that elements find it.
      const bool exists = holds(repeat_.conditions[kBodies][i]).value_or(true);
      places.push_back(exists ? static_cast<int>(owner_.model_.bodies.size()) : -1);
      if (!exists) continue;
      owner_.model_.bodies.push_back(instance_of(repeat_.items.bodies[i]));
      ++repeat_.made[kBodies][i];
    }
  }

  void elements() {
    for_each_template(repeat_, [&](const auto& item, const Repeat::Conditions& conditions,
                                   std::int64_t& made_so_far) {
      using Item = std::decay_t<decltype(item)>;
      if constexpr (!std::is_same_v<Item, Body>) {
        begin(item.name);
        if (!holds(conditions).value_or(false)) return;
        ++made_so_far;
        Item made = instance_of(item);
        find_bodies(made.deflection, made.name);
        list_of<Item>(owner_.model_).push_back(std::move(made));
      }
    });
  }

 private:
  // A name that was there before is a mistake, which is told later; it has a slot all the same.
  void name(const std::string& name) { slots_.emplace(name, n_slots_++); }

  void order_locals() {
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
          unknown(symbol);
        } else if (slot->second >= first_local_) {
          uses[i].push_back(slot->second - first_local_);
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

  // Nobody may use this parameter: then nothing else would report the name.
  void unknown(const Expression& symbol) {
    const std::string& name = symbol.symbol();
    if (name == kUnread || owner_.values_.contains(name)) return;
    if (told_.knows(symbol.where())) return;
    for (const Parameter& parameter : owner_.model_.parameters) {
      if (parameter.name == name) return;
    }
    std::vector<std::string> known;
    for (const auto& [local, slot] : slots_) known.push_back(local);
    std::sort(known.begin(), known.end());
    for (const Parameter& parameter : owner_.model_.parameters) known.push_back(parameter.name);
    told_.report(symbol.where(), "no parameter " + quote(name),
                 suggest(name, known, "define it in this table or under [parameters]"));
  }

  void read_seeds() {
    for (const Repeat::Local& local : repeat_.parameters) {
      std::uint64_t seed = 0;
      if (local.random) {
        const auto value = value_of(local.random->seed, owner_.values_);
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

  void check_symbols_of_seed(const Repeat::Local& local) {
    for (const Expression& symbol : symbols_of(local.random->seed)) {
      if (slots_.contains(symbol.symbol()))
        told_.report(symbol.where(),
                     "the seed of " + quote(local.name) + " cannot depend on the instance",
                     "one seed gives every instance a number of its own");
      else
        unknown(symbol);
    }
  }

  void find(const Repeat::Reference& reference) {
    const auto target = owner_.target(reference.name);
    targets_.push_back(target);
    if (target) return;
    told_.report(reference.where, "no body " + quote(reference.name),
                 suggest(reference.name, owner_.known_names(),
                         "name a body of this table, of the file, or \"ground\""));
  }

  void enter() {
    Instance& at = instance_;
    at.suffix.clear();
    item_.clear();
    for (std::size_t k = 0; k < at.indices.size(); ++k) {
      at.suffix += '_' + std::to_string(at.indices[k]);
      at.values[k] = Expression::number(static_cast<double>(at.indices[k]));
    }
    for (const std::size_t local : order_) at.values[first_local_ + local] = value(local);
  }

  Expression value(std::size_t local) {
    const Repeat::Local& parameter = repeat_.parameters[local];
    if (!parameter.random) return specialised(parameter.value);
    const Repeat::Random& random = *parameter.random;
    const double u =
        uniform_number(seeds_[local], repeat_.name + "." + parameter.name, instance_.indices);
    const Expression first = specialised(random.first), second = specialised(random.second);
    if (!check_range(parameter, first, second)) return Expression::symbol(kUnread, parameter.where);
    return random_value(random.kind, first, second, u, parameter.where);
  }

  /// From here on mistakes are those of the instance of this body or element.
  void begin(const std::string& name) {
    item_ = name;
    item_ += instance_.suffix;
  }

  /// least <= most, no negative deviation.
  bool check_range(const Repeat::Local& local, const Expression& first, const Expression& second) {
    const auto a = value_of(first, owner_.values_), b = value_of(second, owner_.values_);
    const bool uniform = local.random->kind == Repeat::Random::Kind::Uniform;
    if (!b || (uniform ? !a || *a <= *b : *b >= 0.0)) return true;
    told_.report(
        known_place(local.random->second.where(), local.where),
        quote(local.name) + text_of_indices(repeat_, instance_.indices) +
            (uniform ? " has its least value above its most" : " has a negative deviation"),
        uniform ? "write uniform = [least, most]" : "it must be 0 or more");
    return false;
  }

  /// Nothing if a mistake stands in the way, which is told.
  std::optional<bool> holds(const Repeat::Conditions& conditions) {
    bool all = true, known = true;
    for (const Expression& condition : conditions) {
      const Expression here = specialised(condition);
      const auto value = value_of(here, owner_.values_);
      if (value) {
        all = all && *value != 0;
        known = compares_numbers(here) && known;
      } else {
        for (const Expression& symbol : symbols_of(here)) unknown(symbol);
        known = false;
      }
    }
    return all && !known ? std::nullopt : std::optional(all);
  }

  /// Nothing is more or less than 0/0.
  bool compares_numbers(const Expression& condition) {
    if (condition.op() != Op::If) return true;  // decided
    for (const Expression& side : condition.operands()[0].operands()) {
      const auto value = value_of(side, owner_.values_);
      if (!value || !std::isnan(*value)) continue;
      told_.report(
          side.where(),
          "in `where`" + text_of_indices(repeat_, instance_.indices) + ": this is not a number",
          "compare numbers");
      return false;
    }
    return true;
  }

  template <class Item>
  Item instance_of(const Item& item) {
    Item made = item;
    made.name = item_;
    done_.clear();
    const auto specialise = [&](Expression& expression) {
      if (!depends(expression)) return;
      for (const auto& [before, after] : done_) {  // one node that serves twice stays one
        if (before.identity() == expression.identity()) {
          expression = after;
          return;
        }
      }
      const Expression before = expression;
      expression = specialised(before);
      done_.emplace_back(before, expression);
    };
    for_each_expression(made, specialise);
    return made;
  }

  void find_bodies(Deflection& deflection, const std::string& user) {
    auto& terms = deflection.terms;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms[i].body > Repeat::kFirstReference) continue;
      const auto k = static_cast<std::size_t>(Repeat::kFirstReference - terms[i].body);
      const std::optional<int> found = body(k, user);
      terms[i].body = found.value_or(kGround);
      for (std::size_t j = 0; found && j < i; ++j)
        if (terms[j].body == *found)
          told_.report(repeat_.references[k].where, user + " names " + name_of(*found) + " twice",
                       "name two different bodies");
    }
  }

  std::string name_of(int body) const {
    return body < 0 ? "ground" : quote(owner_.model_.bodies[static_cast<std::size_t>(body)].name);
  }

  std::optional<int> body(std::size_t k, const std::string& user) {
    if (!targets_[k]) return std::nullopt;
    const Target& target = *targets_[k];
    const Repeat::Reference& reference = repeat_.references[k];
    if (target.repeat == number_ && reference.indices.empty()) {
      const int body = owner_.places_[static_cast<std::size_t>(number_)]
                                     [static_cast<std::size_t>(target.item)][position_];
      if (body >= 0) return body;
      told_.report(reference.where,
                   user + ": there is no " + reference.name + instance_.suffix + " here",
                   "give this element the same condition `where`");
      return std::nullopt;
    }
    std::vector<Expression> indices;
    for (const Expression& index : reference.indices) indices.push_back(specialised(index));
    const std::size_t before = owner_.mistakes_.size();
    const auto found = owner_.body_at(target, indices, reference.where, user + ": ");
    told_.take(reference.where, before);
    return found;
  }

  bool depends(const Expression& expression) {
    const auto known = depends_.find(expression.identity());
    if (known != depends_.end()) return known->second;
    bool found = expression.op() == Op::Symbol && is_local(expression);
    for (const Expression& operand : expression.operands()) found = depends(operand) || found;
    // Only nodes of templates, which live as long as this.
    depends_.emplace(expression.identity(), found);
    return found;
  }

  bool is_local(const Expression& symbol) {
    const std::string& name = symbol.symbol();
    if (slots_.contains(name)) return true;
    if (name.find('[') != std::string::npos) return true;
    if (!name.starts_with("q.") && !name.starts_with("v.")) return false;
    const auto target = owner_.target(name.substr(2));
    return target && target->repeat >= 0;
  }

  Expression specialised(const Expression& expression) {
    if (!depends(expression)) return expression;
    if (expression.op() == Op::Symbol) return symbol(expression);
    std::vector<Expression> operands;
    operands.reserve(expression.operands().size());
    for (const Expression& operand : expression.operands()) {
      operands.push_back(is_comparison(operand.op()) ? comparison(operand) : specialised(operand));
    }
    return folded(expression.op(), std::move(operands), expression.where());
  }

  Expression comparison(const Expression& expression) {
    return Expression::apply(
        expression.op(),
        {specialised(expression.operands()[0]), specialised(expression.operands()[1])},
        expression.where());
  }

  Expression symbol(const Expression& expression) {
    const auto slot = slots_.find(expression.symbol());
    if (slot != slots_.end()) return instance_.values[slot->second];
    const auto indexed = indexed_symbol(expression);
    const std::string prefix = expression.symbol().substr(0, 2);
    if (!indexed) {  // q.block
      const auto target = owner_.target(expression.symbol().substr(2));
      if (target->repeat == number_) {
        return Expression::symbol(expression.symbol() + instance_.suffix, expression.where());
      }
      told_.report(expression.where(), quote(expression.symbol()) + " needs an index",
                   "write " + expression.symbol() + "[...]");
      return Expression::symbol(kUnread, expression.where());
    }
    const std::size_t before = owner_.mistakes_.size();
    const Expression found =
        owner_.coordinate(*indexed, expression.where(), item_.empty() ? "" : item_ + ": ",
                          [&](const Expression& index) { return at_hand(index); });
    told_.take(expression.where(), before);
    return found;
  }

  // Indices of a symbol were parsed just now: their nodes must not be remembered.
  Expression at_hand(const Expression& index) {
    return substitute(index, [&](const std::string& name) -> const Expression* {
      const auto slot = slots_.find(name);
      return slot == slots_.end() ? nullptr : &instance_.values[slot->second];
    });
  }

  RepeatExpansion& owner_;
  int number_;
  Repeat& repeat_;
  std::unordered_map<std::string, std::size_t> slots_{};
  std::size_t n_slots_{}, first_local_{};
  std::vector<std::size_t> order_{};
  std::vector<std::uint64_t> seeds_{};
  std::vector<std::optional<Target>> targets_{};  ///< of repeat_.references
  std::unordered_map<const void*, bool> depends_{};
  std::vector<std::pair<Expression, Expression>> done_{};
  ToldOnce told_{owner_.mistakes_};
  std::string item_{};  ///< name of the part that is being made
  Instance instance_{};
  std::size_t position_{};  ///< of the instance among all
};

/// Room for all instances, so that lists of a million do not grow by copies of themselves.
template <class Item>
void RepeatExpansion::reserve(std::vector<Item>& list) {
  std::size_t count = list.size();
  for (Repeat& repeat : model_.repeats)
    count += instances(repeat) * list_of<Item>(repeat.items).size();
  list.reserve(count);
}

void RepeatExpansion::add_bodies() {
  reserve(model_.bodies);
  for (std::size_t r = 0; r < model_.repeats.size(); ++r) {
    Maker(*this, static_cast<int>(r)).make([](Maker& maker) { maker.bodies(); });
  }
}

void RepeatExpansion::add_elements() {
  for_each_element_list(model_, [&](PartKind, auto& list) { reserve(list); });
  for (std::size_t r = 0; r < model_.repeats.size(); ++r) {
    Maker(*this, static_cast<int>(r)).make([](Maker& maker) { maker.elements(); });
  }
}

}  // namespace luztar
