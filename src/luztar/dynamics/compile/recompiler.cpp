#include <atomic>
#include <memory>
#include <optional>

#include "luztar/dynamics/compile/beside.h"
#include "luztar/dynamics/compile/check_stepping.h"
#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/compile/compile.h"
#include "luztar/dynamics/compile/couple.h"
#include "luztar/dynamics/compile/plain_numbers.h"
#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/model/coupled_inertias.h"
#include "luztar/model/delays.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/link_loads.h"
#include "luztar/model/shifts.h"

namespace luztar {

struct Recompiler::Impl {
  Impl(const Model& m, const ParameterValues& overrides) : file(m), check(m, overrides) {}

  /// The model as it is compiled, once it is known to have no mistakes.
  void write_out() {
    if (symbols) return;
    shifted = with_shifts_beside(file);
    delayed = with_delays_beside(model());
    written = with_forces_written_out(model());
    uncoupled = without_inertias(model());
    beside = with_loading_elements_beside(model());
    symbols.emplace(model());
  }
  const Model& model() const {
    return beside      ? *beside
           : uncoupled ? uncoupled->model
           : written   ? *written
           : delayed   ? *delayed
           : shifted   ? *shifted
                       : file;
  }

  /// In the place of the last System, if no other copy of that is left.
  void make(const ParameterValues& overrides) {
    const ParameterValues& values = check.parameters();
    if (uncoupled) return make_coupled();
    if (last && !numbers) numbers.emplace(model(), overrides, values);
    if (!last || !model().delays.empty() || !numbers->suffice(*last, values)) {
      last = std::make_shared<SystemImpl>(system_of(model(), *symbols, values));
      return;
    }
    if (last.use_count() > 1) last = std::make_shared<SystemImpl>(*last);
    std::atomic_thread_fence(std::memory_order_acquire);  // others may have let go of it elsewhere
    numbers->set(*last, values);
  }

  void make_coupled() {
    const ParameterValues values = with_coupled_values(*uncoupled, check.parameters());
    last = std::make_shared<SystemImpl>(system_of(model(), *symbols, values));
    couple_bodies(file, *uncoupled, *last);
  }

  /// What is compiled is known by them; what asks for parameters is to see those of the file.
  void keep_parameters_of_file() {
    if (uncoupled) last->origin.parameters = check.parameters();
  }

  /// For derivatives of the run.
  void vary(const ParameterValues& overrides, StartOfFile start) {
    if (file.simulation.derivatives.empty()) return;
    if (uncoupled) refuse_derivatives(file, *uncoupled);
    if (!model().delays.empty())
      refuse_delays(file, "derivatives are not computed of a run with",
                    "fits need them; differences of two runs give them one by one");
    std::vector<std::string> names;
    for (const SourceText& name : file.simulation.derivatives)
      if (varied_name(name.text).side == 0) names.push_back(name.text);
    if (names.size() < file.simulation.derivatives.size())
      last->origin.beside = std::make_shared<const std::vector<SystemBeside>>(
          systems_beside(file, overrides, check.parameters(), start));
    if (names.empty()) return;
    last->origin.varied = std::make_shared<const VariedSystem>(
        varied_system_of(model(), *symbols, last->origin.parameters, *last, names));
  }

  const Model& file;
  ModelCheck check;
  std::optional<Model> shifted{}, delayed{}, written{}, beside{};
  std::optional<Uncoupled> uncoupled{};
  std::optional<LawSymbols> symbols{};
  std::shared_ptr<SystemImpl> last{};  ///< null before the first one
  std::optional<PlainNumbers> numbers{};
};

Recompiler::Recompiler(const Model& model, const ParameterValues& overrides)
    : impl_(std::make_unique<Impl>(model, overrides)) {}

Recompiler::~Recompiler() = default;

System Recompiler::compile(const ParameterValues& overrides, StartOfFile start) {
  throw_if_any(impl_->check.check(overrides), impl_->file);
  impl_->write_out();
  const Model& model = impl_->model();
  System system;
  impl_->make(overrides);
  impl_->vary(overrides, start);
  system.impl_ = impl_->last;
  check_pairs(model, system, start);
  if (system.impl_->settings.method == Method::Stepping) check_steps(model, *system.impl_);
  if (system.impl_->has_massless) check_massless(model, *system.impl_, unchecked_state(system));
  impl_->keep_parameters_of_file();
  return system;
}

System compile(const Model& model, const ParameterValues& overrides, StartOfFile start) {
  return Recompiler(model, overrides).compile(overrides, start);
}

}  // namespace luztar
