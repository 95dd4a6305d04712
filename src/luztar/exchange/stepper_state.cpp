// States of steppers: kept, given back, as text; other parameters.
#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/exchange/stepper_impl.h"
#include "luztar/io/state_file.h"

namespace luztar {
namespace {

constexpr const char* kFirstLine = "luztar stepper 1";

[[noreturn]] void refuse_text(const std::string& what) {
  throw std::invalid_argument("this is no state of a stepper: " + what);
}

/// Words of the lines before the state itself.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  std::string_view word() {
    const std::size_t end = rest_.find_first_of(" \n");
    if (end == std::string_view::npos) refuse_text("it is cut off");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return found;
  }
  template <class Number>
  Number number() {
    const std::string_view text = word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      refuse_text(quote(text) + " is no number");
    return value;
  }
  std::size_t count() {
    const auto value = number<std::size_t>();
    if (value > rest_.size()) refuse_text("it is cut off");
    return value;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

void write_inputs(std::string& text, const std::vector<InputValues>& inputs) {
  text += std::to_string(inputs.size()) + "\n";
  for (const InputValues& input : inputs) {
    text += std::string(input.is_set ? "1 " : "0 ") + cell_text(input.reached) + " " +
            cell_text(input.reached_at) + " " + std::to_string(input.wanted.size());
    for (const double value : input.wanted) text += " " + cell_text(value);
    text += "\n";
  }
}

std::vector<InputValues> read_inputs(WordReader& reader) {
  std::vector<InputValues> inputs(reader.count());
  for (InputValues& input : inputs) {
    input.is_set = reader.number<int>() != 0;
    input.reached = reader.number<double>();
    input.reached_at = reader.number<double>();
    input.wanted.resize(reader.count());
    for (double& value : input.wanted) value = reader.number<double>();
  }
  return inputs;
}

}  // namespace

void refuse_other_state(const std::string& what) {
  throw std::invalid_argument("this state belongs to another stepper: " + what);
}

bool are_alike(const std::vector<InputValues>& given, const std::vector<Stepper::Input>& own) {
  if (given.size() != own.size()) return false;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (given[i].wanted.empty() ||
        given[i].wanted.size() > static_cast<std::size_t>(own[i].degree) + 1)
      return false;
  return true;
}

double StepperState::time() const { return content_ ? content_->state.time : 0.0; }

std::string StepperState::bytes() const {
  if (empty()) throw std::invalid_argument("there is no state to write");
  std::string text = std::string(kFirstLine) + "\n" + cell_text(content_->clock.value) + " " +
                     cell_text(content_->clock.rest) + "\n";
  text += std::to_string(content_->parameters.size()) + "\n";
  for (const auto& [name, value] : content_->parameters)
    text += name + " " + cell_text(value) + "\n";
  write_inputs(text, content_->inputs);
  return text + state_to_json(content_->state);
}

StepperState Stepper::save() {
  auto content = std::make_shared<StepperState::Content>();
  content->state = impl_->run->look().final_state;
  content->clock = impl_->clock;
  content->parameters = impl_->parameters;
  content->inputs = impl_->inputs.values();
  StepperState state;
  state.content_ = std::move(content);
  return state;
}

void Stepper::restore(const StepperState& state) {
  if (state.empty()) throw std::invalid_argument("there is no state to go back to");
  const StepperState::Content& content = *state.content_;
  if (!are_alike(content.inputs, inputs())) refuse_other_state("it has other inputs");
  impl_->go_on_with(content);
}

StepperState StepperState::read(std::string_view bytes, const System& system) {
  const std::string first = std::string(kFirstLine) + "\n";
  if (!bytes.starts_with(first))
    refuse_text("it does not begin with '" + std::string(kFirstLine) + "'");
  WordReader reader(bytes.substr(first.size()));
  auto content = std::make_shared<Content>();
  content->clock.value = reader.number<double>();
  content->clock.rest = reader.number<double>();
  for (std::size_t left = reader.count(); left > 0; --left) {
    const std::string name(reader.word());
    content->parameters[name] = reader.number<double>();
  }
  content->inputs = read_inputs(reader);
  content->state = state_from_json(system, std::string(reader.rest()), "state of a stepper");
  StepperState state;
  state.content_ = std::move(content);
  return state;
}

StepperState Stepper::state_of(std::string_view bytes) const {
  return StepperState::read(bytes, system());
}

/// The state of now, with which a run with other laws begins.
void Stepper::set_parameters(const ParameterValues& parameters) {
  for (const Input& input : inputs())
    if (parameters.contains(input.name))
      throw std::invalid_argument(quote(input.name) + " is an input: set it");
  if (impl_->run->ended()) throw std::invalid_argument("the run has ended: " + diagnosis());
  StepperState::Content content = *save().content_;
  for (const auto& [name, value] : parameters) content.parameters[name] = value;
  impl_->go_on_with(content);
}

/// Nothing has changed where this throws.
void Stepper::Impl::go_on_with(const StepperState::Content& content) {
  System system = run->system();
  std::optional<StepperInputs> others;
  if (content.parameters != parameters) {
    others.emplace(model.file, model.given, content.parameters);
    system = model.compiled(*others, content.parameters);
    others->find_places(system);
  }
  if (const std::string wrong = misfit(system, content.state); !wrong.empty())
    refuse_other_state(wrong);
  const bool has_past = system.impl().n_delays() > 0 && content.state.resolved;
  if (has_past && has_other_laws(system.impl(), system.settings(), content.state))
    throw ModelError({}, "a run with delay() goes on with the same parameters only",
                     "what was before belongs to them");
  if (others) inputs = std::move(*others);
  parameters = content.parameters;
  go_on_from(system, content.state);
  inputs.values() = content.inputs;
  clock = content.clock;
}

}  // namespace luztar
