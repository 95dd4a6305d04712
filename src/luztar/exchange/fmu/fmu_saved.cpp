#include "luztar/exchange/fmu/fmu_saved.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

constexpr std::string_view kHead = "luztar fmu state 1\n";

[[noreturn]] void refuse_state(const std::string& what) {
  throw std::invalid_argument("this is no state of this FMU: " + what);
}

/// Words with a blank or an end of line behind each.
class StateWords {
 public:
  explicit StateWords(std::string_view text) : rest_(text) {}
  std::string_view word() {
    const std::size_t end = rest_.find_first_of(" \n");
    if (end == std::string_view::npos) refuse_state("it is cut off");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return found;
  }
  double number() {
    const std::string_view text = word();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      refuse_state(quote(text) + " is no number");
    return value;
  }
  /// A whole number up to `most`.
  std::size_t whole(std::size_t most) {
    const double value = number();
    if (!(value >= 0.0) || value > static_cast<double>(most)) refuse_state("it is cut off");
    return static_cast<std::size_t>(value);
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// Whether an instance of this kind is ever there when a state is saved.
bool is_place(FmuLife life, FmuInstance::Kind kind) {
  const auto bits = static_cast<unsigned>(life);
  const auto other = kind == FmuInstance::Kind::Steps ? FmuLife::Continuous : FmuLife::Step;
  return std::has_single_bit(bits) && life != other && life != FmuLife::Intermediate;
}

void write_values(std::string& text, const ParameterValues& values) {
  text += std::to_string(values.size()) + "\n";
  for (const auto& [name, value] : values) text += name + " " + cell_text(value) + "\n";
}

ParameterValues read_values(StateWords& words) {
  ParameterValues values;
  for (std::size_t left = words.whole(words.rest().size()); left > 0; --left) {
    const std::string name(words.word());
    values[name] = words.number();
  }
  return values;
}

}  // namespace

const FmuInstance::Saved& FmuInstance::owned(const Saved* saved) const {
  const auto found =
      std::ranges::find(saved_, saved, [](const auto& own) -> const Saved* { return own.get(); });
  if (saved == nullptr || found == saved_.end())
    throw std::invalid_argument("this is no state of this instance");
  return *saved;
}

FmuInstance::Saved* FmuInstance::save(Saved* into) {
  if (into != nullptr) owned(into);
  Saved now{.life = life_,
            .state = engine_ ? engine_->save() : StepperState{},
            .inputs = inputs_,
            .given = given_,
            .pending = pending_,
            .start = start_,
            .last = last_};
  if (into == nullptr) into = saved_.emplace_back(std::make_unique<Saved>()).get();
  *into = std::move(now);
  return into;
}

/// Nothing has changed where this throws.
void FmuInstance::restore(const Saved* saved) {
  const Saved& from = owned(saved);
  const bool same_start = from.start == start_ && from.given == given_;
  auto before = std::exchange(engine_, same_start ? std::move(engine_) : nullptr);
  const auto start = std::exchange(start_, from.start);
  const ParameterValues given = std::exchange(given_, from.given);
  std::vector<Given> inputs = std::exchange(inputs_, from.inputs);
  try {
    if (from.state.empty())
      engine_.reset();
    else
      engine().restore(from.state);
    inputs_ = from.inputs;
  } catch (...) {
    if (!same_start) engine_ = std::move(before);
    start_ = start;
    given_ = given;
    inputs_ = std::move(inputs);
    throw;
  }
  life_ = from.life;
  pending_ = from.pending;
  last_ = from.last;
}

void FmuInstance::forget(const Saved* saved) {
  if (saved == nullptr) return;
  owned(saved);
  std::erase_if(saved_, [saved](const auto& own) { return own.get() == saved; });
}

std::string FmuInstance::bytes_of(const Saved* saved) const {
  const Saved& own = owned(saved);
  std::string text(kHead);
  text += fmu_.content.token + " " + std::to_string(static_cast<int>(kind_)) + " " +
          std::to_string(static_cast<unsigned>(own.life)) + "\n";
  text += (own.start ? "1 " + cell_text(*own.start) : std::string("0 0")) + " ";
  text += (std::isfinite(own.last) ? cell_text(own.last) : "inf") + "\n";
  write_values(text, own.given);
  write_values(text, own.pending);
  for (const Given& input : own.inputs) {
    text += input.is_new ? "1 " : "0 ";
    text += input.is_first ? "1 " : "0 ";
    text += input.is_open ? "1" : "0";
    for (const double value : input.values) text += " " + cell_text(value);
    text += "\n";
  }
  text += own.state.empty() ? "0\n" : "1\n" + own.state.bytes();
  return text;
}

FmuInstance::Saved* FmuInstance::state_of(std::string_view bytes) {
  if (!bytes.starts_with(kHead)) refuse_state("it does not begin as one");
  StateWords words(bytes.substr(kHead.size()));
  if (words.word() != fmu_.content.token) refuse_state("it is one of another FMU");
  if (words.whole(1) != static_cast<std::size_t>(kind_)) refuse_state("it is one of another kind");
  auto made = std::make_unique<Saved>();
  made->life = static_cast<FmuLife>(words.whole(static_cast<std::size_t>(FmuLife::Terminated)));
  if (!is_place(made->life, kind_)) refuse_state("it is at no place of a life");
  const bool has_start = words.whole(1) == 1;
  const double start = words.number();
  if (has_start) made->start = start;
  made->last = words.number();
  made->given = read_values(words);
  made->pending = read_values(words);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Given& input = made->inputs.emplace_back();
    input.is_new = words.whole(1) == 1;
    input.is_first = words.whole(1) == 1;
    input.is_open = words.whole(1) == 1;
    for (double& value : input.values) value = words.number();
  }
  if (words.whole(1) == 1) made->state = engine().state_of(words.rest());
  return saved_.emplace_back(std::move(made)).get();
}

}  // namespace luztar
