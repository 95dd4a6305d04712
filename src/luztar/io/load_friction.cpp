// The laws of friction: which keys each has, and what one direction takes over from the other.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "luztar/io/model_parts.h"

namespace luztar {
namespace {

using Kind = TomlValue::Kind;

// --- one direction of Coulomb's law ----------------------------------------------------------

/// What one direction says of its own.
struct LawKeys {
  struct Branch {
    Friction::Hysteresis values{};
    bool has_viscous{};
  };
  std::optional<Expression> viscous{}, kinetic{}, breakaway{};
  std::optional<Friction::Stribeck> stribeck{};
  std::optional<Branch> hysteresis{};
  std::optional<decltype(Friction::Law::table)> table{};
};

Friction::Stribeck read_stribeck(const TomlEntry& entry, Diagnostics& mistakes) {
  TableReader table(entry.value, entry.where, mistakes);
  Friction::Stribeck stribeck;
  stribeck.velocity = table.required("velocity", "stribeck = { velocity = ... }");
  stribeck.exponent = table.number_or("exponent", Expression::number(2, entry.where));
  table.finish();
  return stribeck;
}

LawKeys::Branch read_hysteresis(const TomlEntry& entry, Diagnostics& mistakes) {
  TableReader table(entry.value, entry.where, mistakes);
  const std::string advice = "hysteresis = { rise = ..., fall = ..., kinetic = ... }";
  LawKeys::Branch branch;
  branch.values.rise = table.required("rise", advice);
  branch.values.fall = table.required("fall", advice);
  branch.values.kinetic = table.required("kinetic", advice);
  const auto viscous = table.number("viscous");
  branch.has_viscous = viscous.has_value();
  branch.values.viscous = viscous.value_or(Expression());
  table.finish();
  return branch;
}

// A row that is not one has been reported; it stands there unread.
decltype(Friction::Law::table) read_levels(const TomlValue& value, TableReader& table) {
  const auto report = [&](const SourceLocation& where) {
    table.report(where, "`table` needs a list of pairs of numbers",
                 "write table = [[0, level], [speed, level], ...]");
    const Expression unread = Expression::symbol(kUnread, where);
    return std::pair(unread, unread);
  };
  if (value.kind != Kind::List || value.items.empty()) return {report(value.where)};
  decltype(Friction::Law::table) levels;
  for (const TomlValue& row : value.items) {
    if (row.kind != Kind::List || row.items.size() != 2) return {report(row.where)};
    levels.emplace_back(read_expression(row.items[0], "table", table.mistakes()),
                        read_expression(row.items[1], "table", table.mistakes()));
  }
  return levels;
}

LawKeys read_keys(TableReader& table) {
  LawKeys keys;
  keys.viscous = table.number("viscous");
  keys.breakaway = table.number("static");
  if (const TomlEntry* levels = table.find("table")) {
    table.exclude({"kinetic", "stribeck", "hysteresis"}, "table");
    keys.table = read_levels(levels->value, table);
    return keys;
  }
  keys.kinetic = table.number("kinetic");
  if (const TomlEntry* entry = table.find("stribeck", Kind::Table)) {
    keys.stribeck = read_stribeck(*entry, table.mistakes());
  }
  if (const TomlEntry* entry = table.find("hysteresis", Kind::Table)) {
    keys.hysteresis = read_hysteresis(*entry, table.mistakes());
  }
  return keys;
}

// What `negative` does not say is taken over. A kinetic force there replaces a table above; a table
// replaces the rest because law_of() looks at it first.
LawKeys take_over(LawKeys above, LawKeys own) {
  if (own.kinetic) above.table.reset();
  const auto fill = [](auto& key, auto& from) {
    if (!key) key = std::move(from);
  };
  fill(own.viscous, above.viscous);
  fill(own.breakaway, above.breakaway);
  fill(own.table, above.table);
  fill(own.kinetic, above.kinetic);
  fill(own.stribeck, above.stribeck);
  fill(own.hysteresis, above.hysteresis);
  return own;
}

Friction::Law law_of(const LawKeys& keys) {
  Friction::Law law;
  law.viscous = keys.viscous.value_or(Expression());
  if (keys.table) {
    law.table = *keys.table;
    law.kinetic = law.table.front().second;
  } else {
    law.kinetic = *keys.kinetic;
    law.stribeck = keys.stribeck;
  }
  law.breakaway = keys.breakaway.value_or(law.kinetic);
  if (!keys.hysteresis || keys.table) return law;
  law.hysteresis = keys.hysteresis->values;
  if (!keys.hysteresis->has_viscous) law.hysteresis->viscous = law.viscous;
  return law;
}

LawKeys read_negative(const TomlEntry& entry, const LawKeys& above, Diagnostics& mistakes) {
  TableReader table(entry.value, entry.where, mistakes);
  const LawKeys own = read_keys(table);
  table.finish();
  if (above.table && !own.kinetic && !own.table) {
    for (const char* key : {"stribeck", "hysteresis"}) {
      if (!table.has(key)) continue;
      table.report(table.find(key)->where, "`" + std::string(key) + "` needs `kinetic` here",
                   "the `table` of positive rates is in force: write kinetic = ... too");
    }
  }
  return take_over(above, own);
}

void read_coulomb(TableReader& table, Friction& friction) {
  LawKeys forward = read_keys(table);
  if (!forward.kinetic && !forward.table) {
    forward.kinetic = table.required("kinetic", "kinetic = ... or table = [[0, level], ...]");
  }
  friction.forward = law_of(forward);
  friction.backward = friction.forward;
  friction.normal = table.number("normal");
  if (const TomlEntry* negative = table.find("negative", Kind::Table)) {
    friction.backward = law_of(read_negative(*negative, forward, table.mistakes()));
  }
}

// --- bristles ---------------------------------------------------------------------------------

void read_dahl(TableReader& table, Friction& friction) {
  Friction::Bristles bristles{Friction::Bristles::Kind::Dahl, {}, {}, {}};
  bristles.sigma0 = table.required("sigma0", "sigma0 = ..., the stiffness at rest");
  bristles.exponent = table.number_or("exponent", Expression::number(1, table.where()));
  friction.bristles = bristles;
  Friction::Law& law = friction.forward;
  law.viscous = table.number_or("viscous", {});
  law.kinetic = law.breakaway = table.required("kinetic", "kinetic = ...");
  friction.backward = law;
}

void read_lugre(TableReader& table, Friction& friction) {
  Friction::Bristles bristles{Friction::Bristles::Kind::LuGre, {}, {}, {}};
  bristles.sigma0 = table.required("sigma0", "sigma0 = ..., the stiffness at rest");
  bristles.sigma1 = table.number_or("sigma1", {});
  bristles.exponent = Expression::number(1, table.where());
  friction.bristles = bristles;
  Friction::Law& law = friction.forward;
  law.viscous = table.number_or("viscous", {});
  law.kinetic = table.required("kinetic", "kinetic = ...");
  law.breakaway = table.number_or("static", law.kinetic);
  if (const TomlEntry* entry = table.find("stribeck", Kind::Table)) {
    law.stribeck = read_stribeck(*entry, table.mistakes());
  }
  friction.backward = law;
}

// --- which law --------------------------------------------------------------------------------

struct LawName {
  std::string_view name;
  void (*read)(TableReader&, Friction&);
};

constexpr std::array<LawName, 3> kLaws{
    {{"coulomb", read_coulomb}, {"dahl", read_dahl}, {"lugre", read_lugre}}};

/// Keys that only some laws have; `viscous` and `kinetic` belong to all.
struct KeyOfLaws {
  std::string_view key;
  std::array<bool, 3> laws;  ///< as kLaws
};

constexpr std::array<KeyOfLaws, 9> kKeys{{{"static", {true, false, true}},
                                          {"stribeck", {true, false, true}},
                                          {"hysteresis", {true, false, false}},
                                          {"table", {true, false, false}},
                                          {"normal", {true, false, false}},
                                          {"negative", {true, false, false}},
                                          {"sigma0", {false, true, true}},
                                          {"sigma1", {false, false, true}},
                                          {"exponent", {false, true, false}}}};

std::string in_quotes(std::string_view law) { return "\"" + std::string(law) + "\""; }

void refuse_keys_of_others(TableReader& table, std::size_t law) {
  for (const KeyOfLaws& row : kKeys) {
    const TomlEntry* entry = table.find(std::string(row.key));
    if (entry == nullptr || row.laws[law]) continue;
    std::string others;
    for (std::size_t i = 0; i < kLaws.size(); ++i) {
      if (row.laws[i]) others += (others.empty() ? "" : " or ") + in_quotes(kLaws[i].name);
    }
    table.report(
        entry->where,
        "`" + std::string(row.key) + "` does not belong to law = " + in_quotes(kLaws[law].name),
        "remove it, or write law = " + others);
  }
}

void leave_unread(TableReader& table, Friction& friction) {
  for (const KeyOfLaws& row : kKeys) table.find(std::string(row.key));
  table.find("viscous");
  table.find("kinetic");
  const Expression unread = Expression::symbol(kUnread, table.where());
  friction.forward.viscous = friction.forward.kinetic = friction.forward.breakaway = unread;
  friction.backward = friction.forward;
}

}  // namespace

void read_friction_law(TableReader& table, Friction& friction) {
  const TomlEntry* name = table.find("law", Kind::Text);
  if (name == nullptr && table.has("law")) return leave_unread(table, friction);
  const std::string law = name != nullptr ? name->value.text : "coulomb";
  const auto found = std::find_if(kLaws.begin(), kLaws.end(),
                                  [&](const LawName& candidate) { return candidate.name == law; });
  if (found == kLaws.end()) {
    std::vector<std::string> known;
    for (const LawName& candidate : kLaws) known.emplace_back(candidate.name);
    table.report(name->value.content, "no law " + quote_name(law),
                 suggest(law, known, "see docs/model-format.md"));
    return leave_unread(table, friction);
  }
  refuse_keys_of_others(table, static_cast<std::size_t>(found - kLaws.begin()));
  found->read(table, friction);
}

}  // namespace luztar
