// Atoms: one object for each symbol and for each function of equal formulas.
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "luztar/algebra/formula_access.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The run of digits at the front of `text` without leading zeros; cuts it off.
std::string_view take_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2));
}

std::size_t hash_of(const Polynomial& polynomial) {
  static const Integer kModulus = (Integer(1) << 61) - 1;
  std::size_t hash = polynomial.terms().size();
  for (const AtomPtr& atom : polynomial.atoms()) hash = mix(hash, atom->hash);
  for (const Monomial& term : polynomial.terms()) {
    for (const std::uint32_t exponent : term.exponents) hash = mix(hash, exponent);
    const Integer remainder = term.coefficient % kModulus;
    hash = mix(hash, static_cast<std::size_t>(remainder.convert_to<long long>()));
  }
  return hash;
}

// All living atoms by their hash. Never destroyed: formulas may outlive any static object.
struct Table {
  std::mutex mutex{};
  std::unordered_multimap<std::size_t, std::weak_ptr<const Atom>> atoms{};
};

Table& table() {
  static Table& the_table = *new Table;
  return the_table;
}

void forget(const Atom* atom) {
  {
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    auto [first, last] = all.atoms.equal_range(atom->hash);
    while (first != last) first = first->second.expired() ? all.atoms.erase(first) : ++first;
  }
  delete atom;  // outside the lock: it may be the last to hold other atoms
}

AtomPtr intern(Atom atom) {
  AtomPtr fresh(new Atom(std::move(atom)), forget);
  std::vector<AtomPtr> others;  // let go after the lock is released
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  const auto [first, last] = all.atoms.equal_range(fresh->hash);
  for (auto entry = first; entry != last; ++entry) {
    AtomPtr known = entry->second.lock();
    if (!known) continue;
    if (known->op == fresh->op && known->name == fresh->name &&
        known->operands == fresh->operands && known->table == fresh->table) {
      return known;
    }
    others.push_back(std::move(known));
  }
  all.atoms.emplace(fresh->hash, fresh);
  return fresh;
}

}  // namespace

std::strong_ordering compare_names(const std::string& a, const std::string& b) {
  std::string_view left = a;
  std::string_view right = b;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const auto order = compare_numbers(take_number(left), take_number(right));
      if (order != 0) return order;
    } else {
      const auto order =
          static_cast<unsigned char>(left.front()) <=> static_cast<unsigned char>(right.front());
      if (order != 0) return order;
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  if (left.size() != right.size()) return left.size() <=> right.size();
  return a.compare(b) <=> 0;  // F1 and F01
}

std::strong_ordering compare_atoms(const AtomPtr& a, const AtomPtr& b) {
  if (a == b) return std::strong_ordering::equal;
  const auto names = compare_names(a->name, b->name);
  if (names != 0) return names;
  if (a->op != b->op) return a->op <=> b->op;  // a symbol called "luz" before the function
  if (a->operands.size() != b->operands.size()) return a->operands.size() <=> b->operands.size();
  return order_of(a->operands, b->operands);
}

AtomPtr make_symbol_atom(const std::string& name) {
  return intern({Op::Symbol, name, {}, mix(1, std::hash<std::string>{}(name)), {}});
}

AtomPtr make_function_atom(Op op, std::vector<Formula> operands) {
  std::string name(function_name(op));
  if (name.empty()) name = operator_text(op);  // comparisons and powers
  std::size_t hash = mix(2, static_cast<std::size_t>(op));
  for (const Formula& operand : operands) {
    hash = mix(hash, hash_of(numerator_of(operand)));
    hash = mix(hash, hash_of(denominator_of(operand)));
  }
  return intern({op, std::move(name), std::move(operands), hash, {}});
}

AtomPtr make_table_atom(TablePtr table, std::vector<Formula> operands) {
  std::size_t hash = mix(3, std::hash<std::string>{}(table->name));
  for (const Formula& operand : operands) {
    hash = mix(hash, hash_of(numerator_of(operand)));
    hash = mix(hash, hash_of(denominator_of(operand)));
  }
  std::string name = table->name;
  return intern({Op::Lookup, std::move(name), std::move(operands), hash, std::move(table)});
}

}  // namespace luztar
