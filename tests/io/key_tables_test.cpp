// The key tables of docs/model*.md are what the descriptions of model/fields.h say.
#include <array>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/model/fields.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

std::string in_ticks(const std::string& key) { return "`" + key + "`"; }

std::string words_of(UnitPair unit) {
  const std::string translating(unit.translating), rotating(unit.rotating);
  return translating == rotating ? translating : translating + ", " + rotating;
}

std::string words_of(const Field& field) {
  constexpr std::array<const char*, 10> kRanges = {"",
                                                   "≥ 0",
                                                   "> 0",
                                                   "whole, 1 to 100",
                                                   "0 to 1",
                                                   "≤ 1",
                                                   "≥ 0 or `inf`",
                                                   "lower ≤ upper, one may be infinite",
                                                   "≥ `kinetic`",
                                                   "from 0, increasing"};
  constexpr std::array<const char*, 5> kPlaces = {"", "of `t`", "of `d`, `v`, `x.STATE`, `t`",
                                                  "of `t`, `q.BODY`, `v.BODY`, `x.STATE`, "
                                                  "`f.ELEMENT`",
                                                  "of `memory`, `t`, `q.BODY`, `v.BODY`, "
                                                  "`x.STATE`, `f.ELEMENT`"};
  const std::string range = kRanges[static_cast<std::size_t>(field.range)];
  const std::string place = kPlaces[static_cast<std::size_t>(field.place)];
  return range + (range.empty() || place.empty() ? "" : "; ") + place;
}

/// Which laws of friction have a key.
std::string laws_of(const Field& field) {
  if (field.laws == kAllLaws) return "all";
  std::string laws;
  for (std::size_t i = 0; i < kLawNames.size(); ++i)
    if ((field.laws >> i & 1U) != 0) laws += (laws.empty() ? "" : ", ") + in_ticks(kLawNames[i]);
  return laws;
}

/// The rows of a table of keys.
class KeyTable {
 public:
  void number(const Field& field, const Expression& value) {
    add(field, field.advice != nullptr ? "required" : to_text(Expression::number(field.otherwise)));
    keys_[&value] = field.key;
  }
  void number(const Field& field, const Expression& value, const Expression& otherwise) {
    add(field, in_ticks(keys_.at(&otherwise)));
    keys_[&value] = field.key;
  }
  void optional(const Field& field, const std::optional<Expression>&) { add(field, "none"); }
  void edges(const Field& field, const Expression& lower, const Expression&) {
    number(field, lower);
  }
  void both_ways(const Field& field, const auto&) { add(field, "none"); }
  void mass(const Field& field, const Body&) { add(field, "none", "`mass` or `inertia`"); }
  void gap(const Field& freeplay, const Field& gap, const Spring&) {
    add(freeplay, "none");
    add(gap, "none");
  }
  void either(const Field& field, const std::optional<Expression>& value, const auto& others) {
    optional(field, value);
    instead_ = field.key;
    others();
    instead_ = nullptr;
  }
  void flag(const Field& field, bool) { add(field, "`true`"); }
  void release(const Field& field, Release) { add(field, "none"); }
  void later(const char*) {}
  void memory(const Field& field, const auto&) { add(field, "required"); }
  void update(const Field& field, const auto&) { add(field, "required"); }
  void jumps(const Field& field, const auto&) { add(field, "none"); }
  void law(const Field& field, const Friction&) { add(field, "`\"coulomb\"`"); }
  template <class Part>
  void part(const std::optional<Part>&, const auto& inner) {
    const Part part{};
    inner(part);
  }
  void kinetic(const Field& field, const Expression& level, const LevelRows&) {
    number(field, level);
  }
  void rows(const Field& speed, const Field& level, const LevelRows&, const Friction::Law&) {
    add(speed, "none", "", " and " + words_of(level.unit), ", levels " + words_of(level));
  }
  template <class Part>
  void table(const Field& field, const std::optional<Part>&, const auto& inner) {
    add(field, "none");
    table_ = field.key + std::string(".");
    const Part part{};
    inner(part, *this);
    table_.clear();
  }
  void backward(const Field& field, const Friction&) { add(field, "none"); }

  struct Row {
    std::string laws, text;
  };
  std::vector<Row> rows_made{};

 private:
  void add(const Field& field, const std::string& otherwise, const std::string& key = "",
           const std::string& other_unit = "", const std::string& other_range = "") {
    std::string help = field.help;
    for (const char* other : {instead_, field.rival})
      if (other != nullptr) help += (help.empty() ? "" : "; ") + ("not beside " + in_ticks(other));
    if (table_.empty()) laws_ = laws_of(field);
    rows_made.push_back({laws_, "| " + (key.empty() ? in_ticks(table_ + field.key) : key) + " | " +
                                    words_of(field.unit) + other_unit + " | " + otherwise + " | " +
                                    words_of(field) + other_range + " | " + help + " |\n"});
  }

  std::string laws_{};  ///< of the key of which an inner table is told
  std::map<const Expression*, std::string> keys_{};
  std::string table_{};  ///< with its dot, while its keys are told
  const char* instead_{};
};

const std::string kHead = "| key | unit | default | numbers | meaning |\n|---|---|---|---|---|\n";

void check_page(const std::string& table) {
  const std::string page = test::model_pages();
  CAPTURE(table);
  CHECK(page.find("\n\n" + table + "\n") != std::string::npos);
}

std::string key_table_of(const auto& item) {
  KeyTable keys;
  describe(item, keys);
  std::string table = kHead;
  for (const KeyTable::Row& row : keys.rows_made) table += row.text;
  return table;
}

TEST_CASE("docs/model*.md has the keys of bodies, states and controllers as they are described") {
  check_page(key_table_of(Body{}));
  check_page(key_table_of(StateVariable{}) +
             "| `unit` |  | none | a unit of SI | names the unit in plots and checks; it converts "
             "nothing |\n");
  check_page(key_table_of(Controller{}));
}

TEST_CASE("docs/model*.md has the keys of elements as they are described") {
  std::string table = "| table " + std::string(kHead).insert(kHead.find('\n') + 1, "|---");
  const Parts parts;
  for_each_element_list(parts, [&]<class Element>(PartKind kind, const std::vector<Element>&) {
    if (kind == PartKind::Friction) return;
    const Element element{};
    KeyTable keys;
    describe(element, keys);
    for (const auto& row : keys.rows_made)
      table += "| " + in_ticks(section_of(kind)) + " " + row.text;
  });
  check_page(table);
}

TEST_CASE("docs/model*.md has the keys of each law of friction as they are described") {
  const Friction friction{};
  KeyTable keys;
  describe(friction, keys);
  std::string table = "| law " + std::string(kHead).insert(kHead.find('\n') + 1, "|---");
  for (const KeyTable::Row& row : keys.rows_made) table += "| " + row.laws + " " + row.text;
  check_page(table);
}

}  // namespace
}  // namespace luztar
