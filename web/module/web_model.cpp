#include "web_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "apps/overrides.h"
#include "web_run.h"

namespace luztar::web {
namespace {

constexpr const char* kFile = "model.toml";
constexpr double kLedger = 8;  // columns of time and energies beside those of channels

/// The model with fewer rows, where its settings ask for more than `rows`; steps keep theirs.
bool thin(Model& model, const SimulationSettings& settings, double rows) {
  if (rows <= 0.0 || settings.method == Method::Stepping || most_rows(settings) <= rows)
    return false;
  set_setting(model, "samples", Expression::number(std::max(2.0, std::floor(rows))), "rows");
  return true;
}

void check_room(const Model& model, const System& system, double points) {
  const double columns =
      static_cast<double>(select_channels(model, system).channels.size()) + kLedger;
  const double numbers = most_rows(system.settings()) * columns;
  if (numbers > points)
    throw ModelError({"points", 0, 0},
                     "the run would keep " + to_text(Expression::number(numbers)) +
                         " numbers, the limit is " + to_text(Expression::number(points)),
                     "ask for fewer `samples`, for fewer channels in [output], or raise `points`");
}

/// Keeps the rows of a sweep, until its time is up.
class Rows : public SweepObserver {
 public:
  explicit Rows(const SweepPlan& plan)
      : columns(plan.columns().size()),
        values(static_cast<std::size_t>(plan.points()) * columns, std::nan("")),
        words(static_cast<std::size_t>(plan.points()), "not run: the limit of time") {}
  void row(std::int64_t point, const SweepRow& row) override {
    const auto place = static_cast<std::size_t>(point);
    std::copy(row.values.begin(), row.values.end(),
              values.begin() + static_cast<std::ptrdiff_t>(place * columns));
    words[place] = row.words.empty() ? "finished" : row.words;
  }
  bool goes_on() override { return !time_is_up(); }

  std::size_t columns;
  std::vector<double> values;
  std::vector<std::string> words;
};

std::vector<SourceText> located(const ChangeTexts& texts, const char* key) {
  std::vector<SourceText> found;
  for (const std::string& text : texts) found.push_back({text, SourceLocation{key, 0, 0}});
  return found;
}

val table_of(const SweepPlan& plan, const Rows& rows) {
  std::vector<std::string> names = plan.given();
  for (const std::string& name : plan.columns()) names.push_back(name);
  val lines = val::array();
  for (std::int64_t point = 0; point < plan.points(); ++point) {
    val line = val::array();
    for (const double value : plan.given_at(point)) line.call<void>("push", value);
    const double* const found = rows.values.data() + static_cast<std::size_t>(point) * rows.columns;
    for (std::size_t i = 0; i < rows.columns; ++i) line.call<void>("push", found[i]);
    lines.call<void>("push", line);
  }
  val table = val::object();
  table.set("names", texts_of(names));
  table.set("rows", lines);
  table.set("status", texts_of(rows.words));
  return table;
}

val parameter_facts(const Model& model) {
  const ParameterValues values = evaluate_parameters(model);
  std::vector<std::string> names;
  for (const Parameter& parameter : model.parameters) names.push_back(parameter.name);
  const std::vector<std::string> units = si_units_of(model, names);
  val list = val::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Parameter& parameter = model.parameters[i];
    val display = val::object(), told = val::object();
    display.set("factor", 1.0 / parameter.unit_factor);
    display.set("unit", parameter.unit);
    told.set("name", parameter.name);
    told.set("value", values.at(parameter.name));
    told.set("unit", units[i]);
    told.set("display", display);
    told.set("formula",
             parameter.value.op() == Op::Number ? std::string() : to_text(parameter.value));
    told.set("note", parameter.about);
    list.call<void>("push", told);
  }
  return list;
}

}  // namespace

WebModel::WebModel(std::string text, DataFiles files)
    : text_(std::move(text)), files_(std::move(files)) {
  model_ = parse_model(text_, kFile, {.data_files = &files_});
}

val WebModel::facts() const {
  val bodies = val::array(), elements = val::object(), facts = val::object();
  for (const Body& body : model_.bodies) bodies.call<void>("push", body.name);
  for_each_element_list(model_, [&](PartKind kind, const auto& list) {
    for (const auto& part : list) elements.set(part.name, std::string(word_of(kind)));
  });
  facts.set("title", model_.title);
  facts.set("parameters", parameter_facts(model_));
  facts.set("bodies", bodies);
  facts.set("elements", elements);
  return facts;
}

val WebModel::check() const {
  return answer([&] {
    write_files();
    const System system = compile(model_);
    select_channels(model_, system);
    if (system.settings().at_rest) start_state(model_, system);
    check_sweep(model_, system);
    return list_of(warnings_of(model_, system), "warning");
  });
}

Model WebModel::changed(const ChangeTexts& set, const ChangeTexts& settings) const {
  Model model = model_;
  if (!set.empty() && !model.repeats.empty()) {
    LoadOptions options = load_options(set);
    DataFiles files = files_;
    options.data_files = &files;
    model = parse_model(text_, kFile, options);
  }
  apply_changes(model, set);
  for (const std::string& text : settings) {
    const auto equals = text.find('=');
    set_setting(model, text.substr(0, equals), text.substr(equals + 1), text.substr(0, equals));
  }
  return model;
}

std::string WebModel::write_files() const {
  namespace fs = std::filesystem;
  const fs::path folder = "/model";
  fs::current_path("/");
  fs::remove_all(folder);
  const auto write = [&](const fs::path& name, const std::string& text) {
    fs::create_directories((folder / name).parent_path());
    std::FILE* const file = std::fopen((folder / name).c_str(), "wb");
    if (file == nullptr)
      throw ModelError({name.string(), 0, 0}, "cannot be written", "give the file a shorter name");
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  };
  for (const auto& [name, text] : files_.texts) write(name, text);
  write(kFile, text_);
  fs::current_path(folder);
  return kFile;
}

val WebModel::simulate(const val& set, const val& settings, double seconds, double points,
                       double rows) const {
  return answer([&] {
    Model model = changed(list_from(set), list_from(settings));
    System system = compile(model);
    check_room(model, system, points);  // of all rows, which a picture is followed by
    const bool thinned = thin(model, system.settings(), rows);
    if (thinned) system = compile(model);
    const auto run = std::make_shared<WebRun>(std::move(model), std::move(system), thinned);
    run->run(seconds);
    return val(run);
  });
}

val WebModel::sweep(const val& vary, const val& measures, const val& set, const val& settings,
                    double seconds) const {
  return answer([&] {
    const Model model = changed(list_from(set), list_from(settings));
    SweepTable table = model.sweep;
    std::map<std::string, std::vector<SourceText>> texts;
    if (const ChangeTexts given = list_from(vary); !given.empty())
      texts["vary"] = located(given, "vary");
    if (const ChangeTexts given = list_from(measures); !given.empty())
      texts["measure"] = located(given, "measure");
    replace(table, texts);
    const SweepPlan plan = make_plan(model, table);
    check_plan(model, plan, {"sweep", 0, 0});
    Rows rows(plan);
    give_time(seconds);
    luztar::sweep(model, plan, rows);
    return table_of(plan, rows);
  });
}

}  // namespace luztar::web
