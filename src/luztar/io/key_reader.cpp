#include "luztar/io/key_reader.h"

namespace luztar {
namespace {

constexpr const char* kAssignment = "write \"NAME = expression\", with a name of `memory`";

/// "sum = sum + e*Ts"
Controller::Assignment read_assignment(const TomlValue& value, Diagnostics& mistakes) {
  const SourceLocation& place = content_place(value);
  Controller::Assignment assignment{kUnread, Expression::symbol(kUnread, place), place};
  const std::string& text = value.text;
  const std::size_t equals = text.find('=');
  const std::size_t begin = text.find_first_not_of(" \t");
  const bool compares = equals != std::string::npos && equals > 0 &&
                        (text[equals - 1] == '<' || text[equals - 1] == '>' ||
                         (equals + 1 < text.size() && text[equals + 1] == '='));
  if (value.kind != TomlKind::Text || equals == std::string::npos || begin >= equals || compares) {
    mistakes.push_back({place, "this is no assignment", kAssignment});
    return assignment;
  }
  const std::size_t last = text.find_last_not_of(" \t", equals - 1);
  assignment.to = text.substr(begin, last + 1 - begin);
  assignment.where.column += static_cast<int>(begin);
  TomlValue right = value;
  right.text = text.substr(equals + 1);
  right.content.column += static_cast<int>(equals) + 1;
  assignment.value = read_expression(right, "update", mistakes);
  return assignment;
}

/// What makes comparisons of an expression that passes zero.
std::vector<std::string> signs_of(TableReader& table) {
  const TomlEntry* direction = table.find("direction", TomlKind::Text);
  if (direction == nullptr || direction->value.text == "rising") return {" > 0"};
  if (direction->value.text == "falling") return {" < 0"};
  if (direction->value.text == "either") return {" > 0", " < 0"};
  table.report(direction->value.content, "no direction " + quote(direction->value.text),
               "use \"rising\", \"falling\" or \"either\"");
  return {};
}

/// Outside of parentheses: those inside belong to an `if`.
bool is_compared(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && (c == '<' || c == '>')) return true;
  }
  return false;
}

/// One for a comparison, or for each direction in which an expression passes zero.
void read_jump(TableReader& table, std::vector<StateVariable::Jump>& jumps) {
  const TomlEntry* when = table.find("when");
  const Expression to = table.required("to", "to = ...");
  if (when == nullptr)
    return table.report(table.where(), "`when` is missing", "write when = \"v.car > 10\"");
  const TomlValue& condition = when->value;
  const bool compares = is_compared(condition.text);
  if (const TomlEntry* direction = compares ? table.find("direction") : nullptr)
    table.report(direction->where, "a comparison has no `direction`",
                 "remove it: a jump acts where the comparison becomes true");
  for (const std::string& sign : compares ? std::vector<std::string>{""} : signs_of(table))
    jumps.push_back({read_condition(condition, "when", "v.car > 10", table.mistakes(), sign), to,
                     table.where()});
}

}  // namespace

bool KeyReader::excluded(const Field& field) {
  const bool of_law = (field.laws & law_) != 0;
  const bool beside_rival = field.rival != nullptr && table_.has(field.rival);
  if (!of_law) {
    refuse_of_other_laws(field);
  } else if (beside_ != nullptr || beside_rival) {
    table_.exclude({field.key}, beside_rival ? field.rival : beside_);
  }
  return !of_law || beside_ != nullptr || beside_rival;
}

void KeyReader::number(const Field& field, Expression& value) {
  if (excluded(field)) return;
  if (const auto written = table_.number(field.key)) {
    value = *written;
  } else if (above_ == nullptr && field.advice != nullptr) {
    value = table_.required(field.key, field.advice);
  } else if (above_ == nullptr && field.otherwise != 0) {
    value = Expression::number(field.otherwise, table_.where());
  }
}

void KeyReader::number(const Field& field, Expression& value, const Expression& otherwise) {
  const bool refused = excluded(field);
  const bool stays = above_ != nullptr && above_->has(field.key);
  if (!stays) value = otherwise;
  if (refused) return;
  if (const auto written = table_.number(field.key)) value = *written;
}

void KeyReader::memory(const Field& field, std::vector<Controller::Memory>& memory) {
  const TomlEntry* entry = table_.find(field.key, TomlKind::Table);
  if (entry == nullptr) return;
  for (const TomlEntry& item : entry->value.entries)
    memory.push_back(
        {item.key, read_expression(item.value, item.key, table_.mistakes()), item.where});
}

void KeyReader::update(const Field& field, std::vector<Controller::Assignment>& update) {
  const TomlEntry* entry = table_.find(field.key);
  if (entry == nullptr)
    return table_.report(table_.where(), std::string("`") + field.key + "` is missing",
                         std::string("write ") + field.advice);
  for (const TomlValue& value : items_of(entry->value))
    update.push_back(read_assignment(value, table_.mistakes()));
}

void KeyReader::jumps(const Field& field, std::vector<StateVariable::Jump>& jumps) {
  const TomlEntry* entry = table_.find(field.key);
  if (entry == nullptr) return;
  for (const TomlValue& value : items_of(entry->value)) {
    if (value.kind != TomlKind::Table) {
      table_.report(value.where, "a jump is a table of a condition and a value",
                    "write jumps = [{ when = \"v.car > 10\", to = 2 }]");
      continue;
    }
    TableReader table(value, value.where, table_.mistakes());
    read_jump(table, jumps);
    table.finish("jump");
  }
}

void KeyReader::edges(const Field& field, Expression& lower, Expression& upper) {
  if (excluded(field)) return;
  if (const TomlEntry* list = table_.find(field.key)) {
    table_.pair(list->value, field.key, "[lower, upper]", lower, upper, Infinity::Both);
  } else if (field.advice != nullptr) {
    lower = upper = table_.required(field.key, field.advice);
  }
}

void KeyReader::mass(const Field& field, Body& body) {
  body.mass = table_.number(field.key, Infinity::Positive);
  table_.has("motion");  // before `inertia`, where a mistake names all keys
  const auto inertia = table_.number("inertia", Infinity::Positive);
  if (body.mass) return table_.exclude({"inertia"}, field.key);
  body.mass = inertia;
  body.rotates = inertia.has_value();
}

void KeyReader::both_ways(const Field& field, std::optional<Efficiency>& efficiency) {
  const TomlEntry* entry = table_.find(field.key);
  if (entry == nullptr) return;
  efficiency.emplace();
  if (entry->value.kind == TomlKind::List) {
    table_.pair(entry->value, field.key, "[forward, backward]", efficiency->forward,
                efficiency->backward);
  } else {
    efficiency->forward = efficiency->backward =
        read_expression(entry->value, field.key, table_.mistakes());
  }
}

void KeyReader::flag(const Field& field, bool& value) {
  if (excluded(field)) return;
  if (const TomlEntry* written = table_.find(field.key, TomlValue::Kind::Truth))
    value = written->value.number != 0;
}

void KeyReader::release(const Field& field, Release& value) {
  const TomlEntry* written = table_.find(field.key, TomlKind::Text);
  if (written == nullptr) return;
  for (std::size_t i = 1; i < kReleaseNames.size(); ++i)
    if (written->value.text == kReleaseNames[i]) value = static_cast<Release>(i);
  if (value == Release::Unknown)
    table_.report(written->value.content, "no release " + quote(written->value.text),
                  "use \"damped\" or \"inertial\"");
}

void KeyReader::gap(const Field& freeplay, const Field& gap, Spring& spring) {
  const bool with_force = excluded(freeplay);
  if (excluded(gap) || with_force) return;
  spring.has_gap = table_.has(gap.key);
  edges(gap, spring.lower, spring.upper);
  const auto a = table_.number(freeplay.key);
  if (spring.has_gap) return table_.exclude({freeplay.key}, gap.key);
  if (a) set_freeplay(spring, *a);
}

}  // namespace luztar
