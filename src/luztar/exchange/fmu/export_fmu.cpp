#include "luztar/exchange/fmu/export_fmu.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/derive/embedded.h"
#include "luztar/exchange/fmu/compile_fmu.h"
#include "luztar/exchange/fmu/fmu_content.h"
#include "luztar/exchange/fmu/fmu_description.h"
#include "luztar/exchange/fmu/fmu_engine.h"
#include "luztar/exchange/fmu/fmu_sources.h"
#include "luztar/io/load_model.h"
#include "luztar/io/zip_file.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;

struct Platform {
  const char* folder2;  ///< in binaries/, of FMI 2.0
  const char* folder3;
  const char* ending;
};
#if defined(_WIN32)
constexpr Platform kPlatform{"win64", "x86_64-windows", ".dll"};
#elif defined(__APPLE__) && defined(__aarch64__)
constexpr Platform kPlatform{"darwin64", "aarch64-darwin", ".dylib"};
#elif defined(__APPLE__)
constexpr Platform kPlatform{"darwin64", "x86_64-darwin", ".dylib"};
#elif defined(__aarch64__)
constexpr Platform kPlatform{"aarch64-linux", "aarch64-linux", ".so"};
#else
constexpr Platform kPlatform{"linux64", "x86_64-linux", ".so"};
#endif

/// A name of C: "two_blocks" of "two blocks.toml".
std::string identifier_of(std::string name) {
  if (name.ends_with(".toml")) name.resize(name.size() - 5);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
    name.insert(name.begin(), '_');
  return name;
}

/// FNV-1a of 64 bits.
std::uint64_t hash_of_fmu(const std::string& text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

/// "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}": what is different has another one.
std::string token_of(const std::string& text) {
  const std::uint64_t a = hash_of_fmu(text, 0xcbf29ce484222325U), b = hash_of_fmu(text, ~a);
  char token[40];
  std::snprintf(token, sizeof token, "{%08x-%04x-%04x-%04x-%012llx}",
                static_cast<unsigned>(a >> 32U), static_cast<unsigned>(a >> 16U) & 0xffffU,
                static_cast<unsigned>(a) & 0xffffU, static_cast<unsigned>(b >> 48U),
                static_cast<unsigned long long>(b & 0xffffffffffffU));
  return token;
}

/// Whether a run takes another value near the present one.
bool is_tunable(Stepper& run, const std::string& name, double value) {
  const double part = 0x1p-10 * (value == 0.0 ? 1.0 : value);
  for (const double other : {value + part, value - part}) {
    try {
      run.set_parameters({{name, other}});
      run.set_parameters({{name, value}});
      return true;
    } catch (const ModelError&) {
    } catch (const std::invalid_argument&) {  // the start does not fit it
    }
  }
  return false;
}

void mark_tunable(FmuVariables& variables, Stepper& run) {
  bool any = false;
  for (FmuVariable& variable : variables.list)
    if (variable.role == FmuRole::Parameter)
      any |= variable.is_tunable = is_tunable(run, variable.name, *variable.start);
  for (FmuVariable& variable : variables.list)
    if (variable.role == FmuRole::Derived) variable.is_tunable = any;
}

constexpr int kNominalPoints = 200;
constexpr std::size_t kNominalEvents = 10'000;  ///< a run with more is not followed farther

/// The largest values of states in a run of the file's length.
std::vector<double> largest_states(const FmuVariables& variables, Stepper& run) {
  const SimulationSettings& settings = run.system().settings();
  std::vector<double> largest(variables.states.size());
  std::vector<int> outputs;
  for (const auto& [state, slope] : variables.states)
    outputs.push_back(run.output(variables.list[static_cast<std::size_t>(state)].name));
  std::size_t events = 0;
  for (int point = 0; point <= kNominalPoints && events < kNominalEvents; ++point) {
    const double time = settings.start + settings.duration * point / kNominalPoints;
    if (time > run.time() && run.step_to(time) == StepEnd::Ended) break;
    events += run.events().size();
    for (std::size_t i = 0; i < outputs.size(); ++i)
      largest[i] = std::max(largest[i], std::abs(run.value(outputs[i])));
  }
  return largest;
}

/// Powers of ten below what states reach; what hardly moves has that of others of its unit.
void find_nominals(FmuVariables& variables, Stepper& run) {
  const StepperState start = run.save();
  const std::vector<double> largest = largest_states(variables, run);
  run.restore(start);
  std::map<std::string, double> of_unit;
  const auto state = [&](std::size_t i) -> FmuVariable& {
    return variables.list[static_cast<std::size_t>(variables.states[i].first)];
  };
  for (std::size_t i = 0; i < largest.size(); ++i)
    of_unit[state(i).unit] = std::max(of_unit[state(i).unit], largest[i]);
  for (std::size_t i = 0; i < largest.size(); ++i) {
    const double size = std::max(largest[i], kHalfDigits * of_unit[state(i).unit]);
    if (size > 0.0 && std::isfinite(size))
      state(i).nominal = std::pow(10.0, std::floor(std::log10(size)));
  }
}

void check_compiled(const FmuOptions& options) {
  if (options.version != 2)
    throw std::invalid_argument("a compiled FMU is one of FMI 2.0; leave out --fmi 3");
  if (!options.for_steps || options.must_have_equations)
    throw std::invalid_argument("a compiled FMU has Co-Simulation alone; leave out --kind me");
  if (!options.library.empty())
    throw std::invalid_argument("a compiled FMU has a library of its own; leave out --library");
}

void check_options(const FmuOptions& options) {
  if (options.version != 2 && options.version != 3)
    throw std::invalid_argument("FMI has the versions 2 and 3, not " +
                                std::to_string(options.version));
  if (!options.for_steps && !options.for_equations)
    throw std::invalid_argument("an FMU is for Co-Simulation, for Model Exchange, or for both");
  if (options.compiled) return check_compiled(options);
  for (const std::string& name : options.outputs)
    if (options.for_equations && name.starts_with("energy."))
      throw std::invalid_argument(quote(name) +
                                  " is a sum that only Co-Simulation has; ask for "
                                  "that kind alone (--kind cs)");
}

class FmuExporter {
 public:
  FmuExporter(const FmuSource& source, const FmuOptions& options);
  FmuReport write(const fs::path& path);

 private:
  std::unique_ptr<ModelExchange> equations(const System& system);
  FmuReport report() const;
  const std::string& describe();
  void make_sources();
  std::map<std::string, std::string> sources() const;
  void add_library(ZipFile& zip) const;
  void add_licenses(ZipFile& zip) const;
  void add_resources(ZipFile& zip) const;

  const FmuSource& source_;
  const FmuOptions& options_;
  Model model_;
  FmuDescription description_;
  FmuContent content_;
  std::string text_;  ///< of the description
  std::vector<std::string> notes_;
};

/// The model with the values that stand in the place of those of the file.
Model with_values(Model model, const ParameterValues& values) {
  for (const auto& [name, value] : values)
    set_parameter(model, name, Expression::number(value), "export_fmu()");
  return model;
}

FmuExporter::FmuExporter(const FmuSource& source, const FmuOptions& options)
    : source_(source), options_(options) {
  check_options(options);
  DataFiles files = source.data_files;
  model_ = parse_model(source.text, source.path,
                       {.parameters = as_expressions(source.parameters), .data_files = &files});
  const fs::path file = fs::path(source.path).filename();
  content_.model = file.empty() ? kFmuModelName : file.string();
  content_.parameters = source.parameters;
  for (const auto& [name, text] : files.texts)
    content_.data[name] = "data/" + std::to_string(content_.data.size()) + ".csv";
  FmuRun run(model_, options.inputs, source.parameters);
  const auto made = equations(run.stepper().system());
  description_.for_steps = content_.for_steps = options.for_steps;
  description_.for_equations = content_.for_equations = made != nullptr;
  description_.identifier = identifier_of(options.name.empty() ? content_.model : options.name);
  description_.title = model_.title;
  description_.settings = run.stepper().system().settings();
  description_.variables = fmu_variables(model_, run.stepper(), made.get(), options.outputs);
  if (options.compiled) make_sources();
  find_nominals(description_.variables, run.stepper());
  mark_tunable(description_.variables, run.stepper());
}

/// Null: the model has none for an integrator, and other kinds do.
std::unique_ptr<ModelExchange> FmuExporter::equations(const System& system) {
  if (!options_.for_equations || options_.compiled) return nullptr;
  try {
    return std::make_unique<ModelExchange>(model_, options_.inputs, source_.parameters,
                                           system.settings().start);
  } catch (const ModelError& error) {
    if (options_.must_have_equations || !options_.for_steps) throw;
    notes_.push_back(std::string("no Model Exchange: ") + error.what());
    return nullptr;
  }
}

const std::string& FmuExporter::describe() {
  content_.variables = description_.variables.list;
  content_.states = description_.variables.states;
  const auto describe_it = options_.version == 2 ? fmu_description2 : fmu_description3;
  std::string all = describe_it(description_) + write_fmu_content(content_) + source_.text;
  if (options_.compiled)
    for (const auto& [name, text] : sources()) all += text;
  DataFiles files = source_.data_files;
  for (const auto& [name, text] : files.texts) all += name + "\n" + text;
  description_.token = content_.token = token_of(all);
  text_ = describe_it(description_);
  return text_;
}

FmuReport FmuExporter::report() const {
  FmuReport report{.identifier = description_.identifier,
                   .for_steps = description_.for_steps,
                   .for_equations = description_.for_equations};
  for (const FmuVariable& variable : description_.variables.list) {
    report.inputs += variable.role == FmuRole::Input ? 1 : 0;
    report.parameters += variable.role == FmuRole::Parameter ? 1 : 0;
    report.tunable += variable.role == FmuRole::Parameter && variable.is_tunable ? 1 : 0;
    report.outputs += variable.is_output ? 1 : 0;
    report.indicators += variable.role == FmuRole::Indicator ? 1 : 0;
  }
  report.states = static_cast<int>(description_.variables.states.size());
  report.notes = notes_;
  return report;
}

/// Of an FMU that is compiled: what C does not have leaves the list of variables.
void FmuExporter::make_sources() {
  description_.identifier = compiled_identifier(description_.identifier);
  description_.variables = compiled_variables(with_values(model_, source_.parameters),
                                              std::move(description_.variables), options_.outputs);
  for (const char* ending : {".c", "_fmu.c"})
    description_.sources.push_back(description_.identifier + ending);
  notes_ = kept_start_values(model_, options_.inputs);
}

std::map<std::string, std::string> FmuExporter::sources() const {
  return fmu_sources(with_values(model_, source_.parameters), description_.variables,
                     {.identifier = description_.identifier,
                      .token = description_.token,
                      .inputs = options_.inputs,
                      .start = description_.settings.start});
}

void FmuExporter::add_library(ZipFile& zip) const {
  const char* const folder = options_.version == 2 ? kPlatform.folder2 : kPlatform.folder3;
  const std::string name =
      std::string("binaries/") + folder + "/" + description_.identifier + kPlatform.ending;
  if (options_.compiled) {
    const auto files = sources();
    zip.add(name, compile_fmu(options_.compiler, files));
    for (const auto& [file, text] : files) zip.add("sources/" + file, text);
  } else {
    const fs::path library = options_.library.empty() ? find_fmu_library() : options_.library;
    zip.add(name, read_file(library.string(), {library.string(), 0, 0}));
  }
}

/// Of the code in the library, where both versions of FMI look for it.
void FmuExporter::add_licenses(ZipFile& zip) const {
  std::string text(license);
  if (!options_.compiled) text += "\n" + std::string(copyright);
  zip.add("documentation/licenses/license.txt", std::move(text));
}

/// What the library of any model reads.
void FmuExporter::add_resources(ZipFile& zip) const {
  const std::string resources = "resources/";
  zip.add(resources + kFmuContentName, write_fmu_content(content_));
  zip.add(resources + kFmuModelName, source_.text);
  DataFiles files = source_.data_files;
  for (const auto& [name, file] : content_.data)
    zip.add(resources + file,
            read_data_file(name, source_.path, &files, {source_.path, 0, 0}).text);
}

FmuReport FmuExporter::write(const fs::path& path) {
  ZipFile zip;
  zip.add("modelDescription.xml", describe());
  add_library(zip);
  add_licenses(zip);
  if (!options_.compiled) add_resources(zip);
  zip.write(path);
  return report();
}

}  // namespace

FmuReport export_fmu(const FmuSource& source, const FmuOptions& options, const fs::path& path) {
  return FmuExporter(source, options).write(path);
}

}  // namespace luztar
