#include "luztar/io/write_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "luztar/io/write_fit.h"
#include "luztar/io/write_toml.h"
#include "luztar/model/fields.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/quantity_text.h"

namespace luztar {
namespace {

bool same(const Expression& a, const Expression& b) {
  return a.identity() == b.identity() || to_text(a) == to_text(b);
}

bool is_number(const Expression& expression, double value) {
  return expression.op() == Op::Number && expression.number() == value &&
         expression.unit().empty() && !std::signbit(expression.number());
}

// --- parameters ---------------------------------------------------------------------------------

std::string parameter_text(const Parameter& parameter) {
  Expression value = parameter.value;
  if (parameter.unit.empty() && parameter.latex.empty() && parameter.about.empty()) {
    return toml_text(value);
  }
  if (!parameter.unit.empty() && value.op() == Op::Number) {
    value = Expression::number(number_in_unit(value.number(), parameter.unit));
  }
  TomlInline table;
  table.add("value", toml_text(value));
  const std::array<std::pair<const char*, const std::string*>, 3> words = {
      {{"unit", &parameter.unit}, {"latex", &parameter.latex}, {"about", &parameter.about}}};
  for (const auto& [key, text] : words) {
    if (!text->empty()) table.add(key, toml_string(*text));
  }
  return table.text();
}

// --- bodies and elements ------------------------------------------------------------------------

/// The keys of an item that are not what they would be without being written (model/fields.h).
class KeyWriter {
 public:
  /// @param all  also what would be taken over from the other direction
  explicit KeyWriter(TomlKeys& to, bool all = false) : to_(to), all_(all) {}

  void number(const Field& field, const Expression& value) {
    if (all_ || field.advice != nullptr || !is_number(value, field.otherwise))
      to_.add(field.key, toml_text(value));
  }
  void number(const Field& field, const Expression& value, const Expression& otherwise) {
    if (all_ || field.advice != nullptr || !same(value, otherwise))
      to_.add(field.key, toml_text(value));
  }
  void optional(const Field& field, const std::optional<Expression>& value) {
    if (value) to_.add(field.key, toml_text(*value));
  }
  void edges(const Field& field, const Expression& lower, const Expression& upper) {
    to_.add(field.key, "[" + toml_text(lower) + ", " + toml_text(upper) + "]");
  }
  /// Its frictions are in the model.
  void both_ways(const Field&, const std::optional<Efficiency>&) {}
  void mass(const Field& field, const Body& body) {
    if (body.mass) to_.add(body.rotates ? "inertia" : field.key, toml_text(*body.mass));
  }
  void gap(const Field& freeplay, const Field& gap, const Spring& spring) {
    if (!spring.has_gap) return;
    const bool symmetric = spring.lower.op() == Op::Negate &&
                           same(spring.lower.operands()[0], spring.upper) &&
                           !is_number(spring.upper, 0);
    if (!symmetric) return edges(gap, spring.lower, spring.upper);
    to_.add(freeplay.key, toml_text(spring.upper));
  }
  void either(const Field& field, const std::optional<Expression>& value, const auto& others) {
    optional(field, value);
    if (!value) others();
  }
  void flag(const Field& field, bool value) {
    if (!value) to_.add(field.key, "false");
  }
  void release(const Field& field, Release value) {
    if (value != Release::Unknown)
      to_.add(field.key, toml_string(kReleaseNames[static_cast<std::size_t>(value)]));
  }
  void later(const char*) {}
  void memory(const Field& field, const std::vector<Controller::Memory>& memory) {
    TomlInline text;
    for (const auto& item : memory) text.add(item.name, toml_text(item.start));
    to_.add(field.key, text.text());
  }
  void update(const Field& field, const std::vector<Controller::Assignment>& update) {
    std::string list;
    for (const auto& [name, value, where] : update)
      list += (list.empty() ? "" : ", ") + toml_string(name + " = " + to_text(value));
    to_.add(field.key, "[" + list + "]");
  }

  void jumps(const Field& field, const std::vector<StateVariable::Jump>& jumps) {
    std::string list;
    for (const auto& [when, to, where] : jumps) {
      TomlInline text;
      text.add("when", toml_string(to_text(when.operands()[0])));
      text.add("to", toml_text(to));
      list += (list.empty() ? "" : ", ") + text.text();
    }
    if (!jumps.empty()) to_.add(field.key, "[" + list + "]");
  }

  void law(const Field& field, const Friction& friction) {
    if (!is_coulomb(friction)) to_.add(field.key, toml_string(law_name(friction)));
  }
  void part(const auto& value, const auto& inner) {
    if (value) inner(*value);
  }
  void kinetic(const Field& field, const Expression& level, const LevelRows& rows) {
    if (rows.empty()) to_.add(field.key, toml_text(level));
  }
  void rows(const Field& speed, const Field&, const LevelRows& rows, const Friction::Law&) {
    std::string text;
    for (const auto& [at, level] : rows) {
      text += (text.empty() ? "[" : ", [") + toml_text(at) + ", " + toml_text(level) + "]";
    }
    if (!text.empty()) to_.add(speed.key, "[" + text + "]");
  }
  void table(const Field& field, const auto& value, const auto& inner) {
    if (!value) return;
    TomlInline text;
    KeyWriter keys(text);
    inner(*value, keys);
    to_.add(field.key, text.text());
  }
  void backward(const Field& field, const Friction& friction) {
    const std::string text = law_text(friction.backward);
    if (text != law_text(friction.forward)) to_.add(field.key, text);
  }

 private:
  static std::string law_text(const Friction::Law& law) {
    TomlInline text;
    KeyWriter keys(text, true);
    describe(law, Friction(), keys);
    return text.text();
  }

  TomlKeys& to_;
  bool all_;
};

void add_keys(const auto& item, TomlKeys& to) {
  KeyWriter keys(to);
  describe(item, keys);
}

// --- the file -----------------------------------------------------------------------------------

class Writer {
 public:
  Writer(const Model& model, const std::string& data_folder)
      : model_(model), data_folder_(data_folder) {}

  std::string write() {
    if (!model_.title.empty()) text_ += "title = " + toml_string(model_.title) + "\n";
    parameters();
    for (const FunctionTable& data : model_.tables) add(data);
    for (const Signal& signal : model_.signals) add(signal);
    for (const StateVariable& state : model_.states) add("states", state);
    for (const Controller& controller : model_.controllers) add("controllers", controller);
    for_each_list(model_, [&](PartKind kind, const auto& items) {
      for (const auto& item : items) add(section_of(kind), item);
      if (kind == PartKind::Body)
        for (const Inertia& inertia : model_.inertias) add(inertia);
    });
    simulation();
    output();
    sweep();
    write_fit(model_.fit, data_folder_, [this](const std::string& name, const TomlLines& keys) {
      table(name.empty() ? "fit" : "fit.experiments", name, keys);
    });
    return std::move(text_);
  }

 private:
  void table(const std::string& section, const std::string& name, const TomlLines& keys) {
    // Tables of one kind stand together, kinds apart.
    if (section != section_ || section == "signals" || section == "tables")
      text_ += text_.empty() ? "" : "\n";
    section_ = section;
    text_ += "[" + section + (name.empty() ? "" : "." + name) + "]\n" + keys.text();
  }

  void parameters() {
    if (model_.parameters.empty()) return;
    std::size_t width = 0;
    for (const Parameter& parameter : model_.parameters) {
      width = std::max(width, parameter.name.size());
    }
    TomlLines keys;
    for (const Parameter& parameter : model_.parameters) {
      std::string name = parameter.name;
      name.resize(width, ' ');
      keys.add(name, parameter_text(parameter));
    }
    table("parameters", "", keys);
  }

  void add_file(const char* key, const std::string& file, TomlKeys& keys) const {
    keys.add(key, toml_file(file, data_folder_));
  }

  static void add_column(const char* key, const Table::Column& chosen, int otherwise,
                         TomlKeys& keys) {
    if (!chosen.name.empty()) {
      keys.add(key, toml_string(chosen.name));
    } else if (chosen.number != otherwise) {
      keys.add(key, std::to_string(chosen.number));
    }
  }

  static void add_interpolation(Interpolation interpolation, TomlLines& keys) {
    if (interpolation == Interpolation::Linear) keys.add("interpolation", "\"linear\"");
    if (interpolation == Interpolation::Hold) keys.add("interpolation", "\"hold\"");
  }

  void add(const FunctionTable& data) {
    TomlLines keys;
    if (data.file.empty()) {
      keys.add("x", toml_list(data.x));
      keys.add("y", toml_list(data.y));
      if (!data.z.empty()) keys.add("z", toml_lists(data.z, data.y.size()));
    } else if (!data.z.empty()) {
      add_file("grid", data.file, keys);
    } else {
      add_file("file", data.file, keys);
      add_column("x", data.x_column, 1, keys);
      add_column("y", data.y_column, 2, keys);
    }
    if (!data.x_unit.empty()) keys.add("x_unit", toml_string(data.x_unit));
    if (!data.y_unit.empty()) keys.add("y_unit", toml_string(data.y_unit));
    if (!data.z_unit.empty()) keys.add("z_unit", toml_string(data.z_unit));
    add_interpolation(data.interpolation, keys);
    if (data.beyond == Beyond::Constant) keys.add("beyond", "\"constant\"");
    if (data.beyond == Beyond::Extend) keys.add("beyond", "\"extend\"");
    table("tables", data.name, keys);
  }

  void add(const Signal& signal) {
    TomlLines keys;
    if (const auto* value = std::get_if<Expression>(&signal.value)) {
      keys.add("value", toml_text(*value));
      return table("signals", signal.name, keys);
    }
    const auto& data = std::get<Table>(signal.value);
    add_file("file", data.file, keys);
    add_column("time", data.time_column, 1, keys);
    add_column("value", data.value_column, 2, keys);
    add_interpolation(data.interpolation, keys);
    if (data.scale != 1) keys.add("scale", toml_text(Expression::number(data.scale)));
    if (data.offset != 0) keys.add("offset", toml_text(Expression::number(data.offset)));
    table("signals", signal.name, keys);
  }

  void add(const std::string& section, const auto& item) {
    TomlLines keys;
    if constexpr (requires { item.deflection; }) add_deflection(item, keys);
    add_keys(item, keys);
    if constexpr (requires { item.unit; })
      if (!item.unit.empty()) keys.add("unit", toml_string(item.unit));
    table(section, item.name, keys);
  }

  void add(const Inertia& inertia) {
    TomlLines keys;
    std::string bodies, rows;
    for (const int b : inertia.bodies)
      bodies += (bodies.empty() ? "[" : ", ") + toml_string(body_name(b));
    keys.add(inertia.value ? "between" : "bodies", bodies + "]");
    if (inertia.value) keys.add("value", toml_text(*inertia.value));
    for (const std::vector<Expression>& row : inertia.matrix) {
      std::string text;
      for (const Expression& value : row) text += (text.empty() ? "[" : ", ") + toml_text(value);
      rows += (rows.empty() ? "[" : ", ") + text + "]";
    }
    if (!rows.empty()) keys.add("matrix", rows + "]");
    table("inertias", inertia.name, keys);
  }

  void simulation() {
    const SimulationTable& run = model_.simulation;
    TomlLines keys;
    if (run.at_rest) keys.add("start", toml_string("equilibrium"));
    add_keys(run, keys);
    if (run.times && run.times->file.empty()) {
      keys.add("times", toml_list(run.times->values));
    } else if (run.times) {
      TomlInline column;
      add_file("file", run.times->file, column);
      add_column("time", run.times->column, 1, column);
      keys.add("times", column.text());
    }
    if (run.method == Method::Stepping) keys.add("method", toml_string("stepping"));
    if (run.step) keys.add("step", toml_text(*run.step));
    if (run.adaptive) keys.add("adaptive", "true");
    if (!run.derivatives.empty()) keys.add("derivatives", toml_texts(run.derivatives));
    table("simulation", "", keys);
  }

  void sweep() {
    TomlLines keys;
    for (const SweepList& list : kSweepLists)
      if (const auto& texts = model_.sweep.*list.texts; !texts.empty())
        keys.add(list.key, toml_texts(texts));
    for (const SweepItem& item : kSweepItems)
      if (const auto& text = model_.sweep.*item.text) keys.add(item.key, toml_string(text->text));
    if (!keys.text().empty()) table("sweep", "", keys);
  }

  void output() {
    const OutputTable& output = model_.output;
    TomlLines keys;
    if (output.channels) keys.add("channels", toml_texts(*output.channels));
    if (output.npy) keys.add("format", output.csv ? "[\"csv\", \"npy\"]" : "\"npy\"");
    if (output.checkpoint) keys.add("checkpoint", toml_text(*output.checkpoint));
    if (output.samples_are_events) keys.add("sample_events", "true");
    if (output.event_sides) keys.add("event_sides", "true");
    if (!output.units.empty()) keys.add("units", toml_texts(output.units));
    if (!keys.text().empty()) table("output", "", keys);
  }

  const std::string& body_name(int body) const {
    static const std::string kName = "ground";
    return body == kGround ? kName : model_.bodies[body].name;
  }

  void add_deflection(const auto& element, TomlKeys& keys) const {
    if (const auto& formula = element.deflection.formula)
      return keys.add("deflection", toml_text(*formula));
    add_terms(element.deflection.terms, keys);
  }
  void add_deflection(const Force& force, TomlKeys& keys) const {
    const auto& terms = force.deflection.terms;
    const bool one =
        terms.size() == 1 && terms[0].body != kGround && is_number(terms[0].coefficient, 1);
    if (!one) return add_terms(terms, keys);
    keys.add("on", toml_string(body_name(terms[0].body)));
  }

  /// `between` with `arms` where this reads back to the same coefficients, else `across`.
  void add_terms(const std::vector<Deflection::Term>& terms, TomlKeys& keys) const {
    const bool two = terms.size() == 2 && terms[0].body != terms[1].body;
    const Expression arm = two ? opposite(terms[1].coefficient) : Expression();
    if (!two || is_number(arm, 0)) {
      TomlInline across;
      for (const Deflection::Term& term : terms) {
        across.add(body_name(term.body), toml_text(term.coefficient));
      }
      return keys.add("across", across.text());
    }
    keys.add("between", "[" + toml_string(body_name(terms[0].body)) + ", " +
                            toml_string(body_name(terms[1].body)) + "]");
    if (!is_number(terms[0].coefficient, 1) || !is_number(arm, 1)) {
      keys.add("arms", "[" + toml_text(terms[0].coefficient) + ", " + toml_text(arm) + "]");
    }
  }

  /// The arm of which `coefficient` is the negative, or 0 if it is not written as one.
  static Expression opposite(const Expression& coefficient) {
    if (coefficient.op() == Op::Number)
      return Expression::number(-coefficient.number(), {}, coefficient.unit());
    return coefficient.op() == Op::Negate && coefficient.operands()[0].op() != Op::Number
               ? coefficient.operands()[0]
               : Expression();
  }

  const Model& model_;
  const std::string& data_folder_;
  std::string text_{};
  std::string section_{};
};

}  // namespace

std::string write_model(const Model& model, const std::string& data_folder) {
  return Writer(model, data_folder).write();
}

}  // namespace luztar
