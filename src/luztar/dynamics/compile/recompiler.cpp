#include <atomic>
#include <memory>
#include <optional>

#include "luztar/dynamics/compile/beside.h"
#include "luztar/dynamics/compile/check_stepping.h"
#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/compile/compile.h"
#include "luztar/dynamics/compile/plain_numbers.h"
#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/link_loads.h"

namespace luztar {

struct Recompiler::Impl {
  Impl(const Model& m, const ParameterValues& overrides) : file(m), check(m, overrides) {}

  /// The model as it is compiled, once it is known to have no mistakes.
  void write_out() {
    if (symbols) return;
    written = with_forces_written_out(file);
    beside = with_loading_elements_beside(written ? *written : file);
    symbols.emplace(model());
  }
  const Model& model() const { return beside ? *beside : written ? *written : file; }

  /// In the place of the last System, if no other copy of that is left.
  void make(const ParameterValues& overrides) {
    const ParameterValues& values = check.parameters();
    if (last && !numbers) numbers.emplace(model(), overrides, values);
    if (!last || !numbers->suffice(*last, values)) {
      last = std::make_shared<SystemImpl>(system_of(model(), *symbols, values));
      return;
    }
    if (last.use_count() > 1) last = std::make_shared<SystemImpl>(*last);
    std::atomic_thread_fence(std::memory_order_acquire);  // others may have let go of it elsewhere
    numbers->set(*last, values);
  }

  /// For derivatives of the run.
  void vary(const ParameterValues& overrides, StartOfFile start) {
    if (file.simulation.derivatives.empty()) return;
    std::vector<std::string> names;
    for (const SourceText& name : file.simulation.derivatives)
      if (varied_name(name.text).side == 0) names.push_back(name.text);
    if (names.size() < file.simulation.derivatives.size())
      last->origin.beside = std::make_shared<const std::vector<SystemBeside>>(
          systems_beside(file, overrides, check.parameters(), start));
    if (names.empty()) return;
    last->origin.varied = std::make_shared<const VariedSystem>(
        varied_system_of(model(), *symbols, check.parameters(), *last, names));
  }

  const Model& file;
  ModelCheck check;
  std::optional<Model> written{}, beside{};
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
  return system;
}

System compile(const Model& model, const ParameterValues& overrides, StartOfFile start) {
  return Recompiler(model, overrides).compile(overrides, start);
}

}  // namespace luztar
