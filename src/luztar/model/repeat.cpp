#include "luztar/model/repeat.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "luztar/model/fields.h"
#include "luztar/model/fold.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/repeat_locals.h"
#include "luztar/model/told_once.h"

namespace luztar {
namespace {

constexpr auto kBodies = static_cast<std::size_t>(PartKind::Body);

}  // namespace

// --- one instance ------------------------------------------------------------------------------

/// Makes the instances of one repeat, one after the other.
class RepeatExpansion::Maker {
  /// What the names of a template stand for in the instance at hand.
  struct Instance {
    std::vector<std::int64_t> indices{};
    std::string suffix{};  ///< "_17"
  };

 public:
  Maker(RepeatExpansion& owner, int repeat)
      : owner_(owner),
        number_(repeat),
        repeat_(owner.model_.repeats[repeat]),
        locals_(repeat_, owner.model_, owner.values_, told_) {
    for (std::size_t kind = 0; kind < repeat_.conditions.size(); ++kind)
      repeat_.made[kind].resize(repeat_.conditions[kind].size());
    for (const Repeat::Reference& reference : repeat_.references) find(reference);
  }

  template <class Select>
  void make(const Select& select) {
    const std::size_t count = instances(repeat_);
    if (count == 0) return;
    Instance& at = instance_;
    at.indices.assign(repeat_.indices.size(), 1);
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
      auto& places = owner_.places_[number_][i];
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
    for (const std::int64_t index : at.indices) at.suffix += '_' + std::to_string(index);
    locals_.enter(at.indices, [this](const Expression& e) { return specialised(e); });
  }

  /// From here on mistakes are those of the instance of this body or element.
  void begin(const std::string& name) {
    item_ = name;
    item_ += instance_.suffix;
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
        for (const Expression& symbol : symbols_of(here)) locals_.report_unknown(symbol);
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
    return body < 0 ? "ground" : quote(owner_.model_.bodies[body].name);
  }

  std::optional<int> body(std::size_t k, const std::string& user) {
    if (!targets_[k]) return std::nullopt;
    const Target& target = *targets_[k];
    const Repeat::Reference& reference = repeat_.references[k];
    if (target.repeat == number_ && reference.indices.empty()) {
      const int body = owner_.places_[number_][target.item][position_];
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
    if (locals_.find(name) != nullptr) return true;
    if (name.find('[') != std::string::npos) return true;
    if (name.starts_with("f.")) return owner_.repeat_of_element(name.substr(2)) >= 0;
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
    if (const Expression* value = locals_.find(expression.symbol())) return *value;
    const auto indexed = indexed_symbol(expression);
    const std::string prefix = expression.symbol().substr(0, 2);
    if (!indexed) {  // q.block, f.couple
      const std::string name = expression.symbol().substr(2);
      const int repeat =
          prefix == "f." ? owner_.repeat_of_element(name) : owner_.target(name)->repeat;
      if (repeat == number_) {
        return Expression::symbol(expression.symbol() + instance_.suffix, expression.where());
      }
      told_.report(expression.where(), quote(expression.symbol()) + " needs an index",
                   "write " + expression.symbol() + "[...]");
      return Expression::symbol(kUnread, expression.where());
    }
    const std::size_t before = owner_.mistakes_.size();
    Expression found =
        owner_.coordinate(*indexed, expression.where(), item_.empty() ? "" : item_ + ": ",
                          [&](const Expression& index) { return at_hand(index); });
    told_.take(expression.where(), before);
    return found;
  }

  // Indices of a symbol were parsed just now: their nodes must not be remembered.
  Expression at_hand(const Expression& index) {
    return substitute(index, [&](const std::string& name) { return locals_.find(name); });
  }

  RepeatExpansion& owner_;
  int number_;
  Repeat& repeat_;
  ToldOnce told_{owner_.mistakes_};
  RepeatLocals locals_;
  std::vector<std::optional<Target>> targets_{};  ///< of repeat_.references
  std::unordered_map<const void*, bool> depends_{};
  std::vector<std::pair<Expression, Expression>> done_{};
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
