#include "luztar/dynamics/system/system.h"

#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

const std::string& System::title() const { return impl_->origin.title; }
const std::vector<BodyInfo>& System::bodies() const { return impl_->bodies.list(); }
const std::vector<ElementInfo>& System::elements() const { return impl_->elements.list(); }
const std::vector<StateInfo>& System::states() const { return impl_->states; }
const std::vector<std::string>& System::event_names() const { return impl_->event_names; }
const SimulationSettings& System::settings() const { return impl_->settings; }
const ParameterValues& System::parameters() const { return impl_->origin.parameters; }

}  // namespace luztar
