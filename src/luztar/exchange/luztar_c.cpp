// The C interface over Stepper.
#include "luztar/exchange/luztar_c.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"
#include "luztar/version.h"

struct luztar_stepper {
  explicit luztar_stepper(luztar::Stepper made)
      : stepper(std::move(made)), parameters(stepper.parameter_list()) {}
  luztar::Stepper stepper;
  std::vector<luztar::Stepper::Variable> parameters;
  std::string message{};
};

struct luztar_state {
  luztar::StepperState state;
};

namespace {

using luztar::StepEnd;

/// What a call returns, and in `message` why.
template <class Call>
luztar_status guarded(std::string& message, const Call& call) noexcept {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    message.clear();  // words need memory
    return LUZTAR_NO_MEMORY;
  } catch (const std::exception& error) {
    const bool wrong_model = dynamic_cast<const luztar::ModelError*>(&error) != nullptr;
    const bool wrong_call = dynamic_cast<const std::invalid_argument*>(&error) != nullptr;
    try {
      message = error.what();
    } catch (...) {
      message.clear();
    }
    return wrong_model ? LUZTAR_WRONG_MODEL : wrong_call ? LUZTAR_WRONG_CALL : LUZTAR_FAILED;
  } catch (...) {
    message.clear();
    return LUZTAR_FAILED;
  }
}

template <class Call>
luztar_status call_with(luztar_stepper* stepper, const Call& call) noexcept {
  if (stepper == nullptr) return LUZTAR_WRONG_CALL;
  return guarded(stepper->message, [&] { return call(*stepper); });
}

void need(const void* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is NULL");
}

int place(size_t index, size_t count, const char* what) {
  if (index >= count)
    throw std::invalid_argument("there are " + std::to_string(count) + " " + what +
                                ", and none has the number " + std::to_string(index));
  return static_cast<int>(index);
}

luztar_status status_of(luztar_stepper& stepper, StepEnd end) {
  if (end == StepEnd::Ended) {
    stepper.message = stepper.stepper.diagnosis();
    return LUZTAR_ENDED;
  }
  return end == StepEnd::Event ? LUZTAR_EVENT : LUZTAR_OK;
}

std::vector<luztar::StepperInput> inputs_from(const luztar_input* inputs, size_t n) {
  if (n > 0) need(inputs, "the list of inputs");
  std::vector<luztar::StepperInput> list;
  for (size_t i = 0; i < n; ++i) {
    need(inputs[i].name, "the name of an input");
    if (inputs[i].kind < LUZTAR_HELD || inputs[i].kind > LUZTAR_POLYNOMIAL)
      throw std::invalid_argument("an input is held, interpolated or a polynomial");
    list.push_back({inputs[i].name, static_cast<luztar::StepperInput::Kind>(inputs[i].kind),
                    inputs[i].degree});
  }
  return list;
}

luztar::ParameterValues parameters_from(const luztar_parameter* parameters, size_t n) {
  if (n > 0) need(parameters, "the list of parameters");
  luztar::ParameterValues values;
  for (size_t i = 0; i < n; ++i) {
    need(parameters[i].name, "the name of a parameter");
    values[parameters[i].name] = parameters[i].value;
  }
  return values;
}

void copy_text(const std::string& text, char* to, size_t room) {
  if (to == nullptr || room == 0) return;
  const size_t length = std::min(text.size(), room - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

template <class Load>
luztar_status make(const Load& load, const luztar_input* inputs, size_t n_inputs,
                   const luztar_parameter* parameters, size_t n_parameters, luztar_stepper** made,
                   char* message, size_t room) noexcept {
  if (made == nullptr) return LUZTAR_WRONG_CALL;
  *made = nullptr;
  std::string words;
  const luztar_status status = guarded(words, [&] {
    const luztar::Model model = load();
    luztar::Stepper stepper(model, inputs_from(inputs, n_inputs),
                            parameters_from(parameters, n_parameters));
    *made = std::make_unique<luztar_stepper>(std::move(stepper)).release();
    return LUZTAR_OK;
  });
  copy_text(words, message, room);
  return status;
}

template <class List>
const char* name_at(const List& list, size_t index) {
  return index < list.size() ? list[index].name.c_str() : nullptr;
}

template <class List>
const char* unit_at(const List& list, size_t index) {
  return index < list.size() ? list[index].unit.c_str() : nullptr;
}

}  // namespace

const char* luztar_version(void) { return LUZTAR_VERSION; }

luztar_status luztar_load(const char* path, const luztar_input* inputs, size_t n_inputs,
                          const luztar_parameter* parameters, size_t n_parameters,
                          luztar_stepper** made, char* message, size_t room) {
  const auto load = [&] {
    need(path, "the path");
    return luztar::load_model(path);
  };
  return make(load, inputs, n_inputs, parameters, n_parameters, made, message, room);
}

luztar_status luztar_parse(const char* text, const char* path, const luztar_input* inputs,
                           size_t n_inputs, const luztar_parameter* parameters, size_t n_parameters,
                           luztar_stepper** made, char* message, size_t room) {
  const auto load = [&] {
    need(text, "the text");
    return luztar::parse_model(text, path == nullptr ? "model" : path);
  };
  return make(load, inputs, n_inputs, parameters, n_parameters, made, message, room);
}

void luztar_free(luztar_stepper* stepper) { delete stepper; }

const char* luztar_message(const luztar_stepper* stepper) {
  return stepper == nullptr ? "there is no stepper" : stepper->message.c_str();
}

size_t luztar_n_inputs(const luztar_stepper* s) {
  return s == nullptr ? 0 : s->stepper.inputs().size();
}
size_t luztar_n_outputs(const luztar_stepper* s) {
  return s == nullptr ? 0 : s->stepper.outputs().size();
}
size_t luztar_n_parameters(const luztar_stepper* s) {
  return s == nullptr ? 0 : s->parameters.size();
}
const char* luztar_input_name(const luztar_stepper* s, size_t input) {
  return s == nullptr ? nullptr : name_at(s->stepper.inputs(), input);
}
const char* luztar_input_unit(const luztar_stepper* s, size_t input) {
  return s == nullptr ? nullptr : unit_at(s->stepper.inputs(), input);
}
const char* luztar_output_name(const luztar_stepper* s, size_t output) {
  return s == nullptr ? nullptr : name_at(s->stepper.outputs(), output);
}
const char* luztar_output_unit(const luztar_stepper* s, size_t output) {
  return s == nullptr ? nullptr : unit_at(s->stepper.outputs(), output);
}
const char* luztar_parameter_name(const luztar_stepper* s, size_t parameter) {
  return s == nullptr ? nullptr : name_at(s->parameters, parameter);
}
const char* luztar_parameter_unit(const luztar_stepper* s, size_t parameter) {
  return s == nullptr ? nullptr : unit_at(s->parameters, parameter);
}

luztar_status luztar_find_input(luztar_stepper* stepper, const char* name, size_t* input) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(name, "the name");
    need(input, "the place of the result");
    *input = static_cast<size_t>(own.stepper.input(name));
    return LUZTAR_OK;
  });
}

luztar_status luztar_find_output(luztar_stepper* stepper, const char* name, size_t* output) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(name, "the name");
    need(output, "the place of the result");
    *output = static_cast<size_t>(own.stepper.output(name));
    return LUZTAR_OK;
  });
}

luztar_status luztar_set(luztar_stepper* stepper, size_t input, double value) {
  return luztar_set_polynomial(stepper, input, &value, 1);
}

luztar_status luztar_set_polynomial(luztar_stepper* stepper, size_t input,
                                    const double* coefficients, size_t n) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(coefficients, "the list of coefficients");
    own.stepper.set(place(input, own.stepper.inputs().size(), "inputs"),
                    std::span(coefficients, n));
    return LUZTAR_OK;
  });
}

luztar_status luztar_apply_inputs(luztar_stepper* stepper) {
  return call_with(stepper, [](luztar_stepper& own) {
    return own.stepper.apply_inputs() ? LUZTAR_OK : status_of(own, StepEnd::Ended);
  });
}

luztar_status luztar_get_input(luztar_stepper* stepper, size_t input, double* value) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(value, "the place of the result");
    *value = own.stepper.input_value(place(input, own.stepper.inputs().size(), "inputs"));
    return LUZTAR_OK;
  });
}

luztar_status luztar_get(luztar_stepper* stepper, size_t output, double* value) {
  return luztar_get_many(stepper, &output, 1, value);
}

luztar_status luztar_get_many(luztar_stepper* stepper, const size_t* outputs, size_t n,
                              double* values) {
  return call_with(stepper, [&](luztar_stepper& own) {
    if (n == 0) return LUZTAR_OK;
    need(outputs, "the list of outputs");
    need(values, "the place of the results");
    for (size_t i = 0; i < n; ++i)
      values[i] = own.stepper.value(place(outputs[i], own.stepper.outputs().size(), "outputs"));
    return LUZTAR_OK;
  });
}

luztar_status luztar_get_parameter(luztar_stepper* stepper, size_t parameter, double* value) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(value, "the place of the result");
    const int index = place(parameter, own.parameters.size(), "parameters");
    *value = own.stepper.parameters().at(own.parameters[static_cast<size_t>(index)].name);
    return LUZTAR_OK;
  });
}

luztar_status luztar_set_parameters(luztar_stepper* stepper, const luztar_parameter* parameters,
                                    size_t n) {
  return call_with(stepper, [&](luztar_stepper& own) {
    own.stepper.set_parameters(parameters_from(parameters, n));
    return LUZTAR_OK;
  });
}

double luztar_time(const luztar_stepper* stepper) {
  return stepper == nullptr ? 0.0 : stepper->stepper.time();
}

luztar_status luztar_step(luztar_stepper* stepper, double h) {
  return call_with(stepper,
                   [h](luztar_stepper& own) { return status_of(own, own.stepper.step(h)); });
}

luztar_status luztar_step_to(luztar_stepper* stepper, double t) {
  return call_with(stepper,
                   [t](luztar_stepper& own) { return status_of(own, own.stepper.step_to(t)); });
}

luztar_status luztar_step_to_event(luztar_stepper* stepper, double t) {
  return call_with(
      stepper, [t](luztar_stepper& own) { return status_of(own, own.stepper.step_to(t, true)); });
}

double luztar_next_time_event(const luztar_stepper* stepper) {
  return stepper == nullptr ? 0.0 : stepper->stepper.next_time_event();
}

size_t luztar_n_events(const luztar_stepper* stepper) {
  return stepper == nullptr ? 0 : stepper->stepper.events().size();
}

luztar_status luztar_get_event(luztar_stepper* stepper, size_t index, luztar_event* event) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(event, "the place of the result");
    const auto& events = own.stepper.events();
    const luztar::Event& found = events[static_cast<size_t>(place(index, events.size(), "events"))];
    const auto& names = own.stepper.system().event_names();
    *event = {found.time.value,
              names[static_cast<size_t>(found.name)].c_str(),
              luztar::cause_word(found.cause),
              found.from,
              found.to,
              found.impulse};
    return LUZTAR_OK;
  });
}

const char* luztar_run_status(const luztar_stepper* stepper) {
  return stepper == nullptr ? "" : luztar::to_text(stepper->stepper.status());
}

luztar_status luztar_check_proofs(luztar_stepper* stepper) {
  return call_with(stepper, [](luztar_stepper& own) {
    const luztar::RunInfo info = own.stepper.info();
    own.message = info.diagnosis;
    return info.status == luztar::Status::Finished ? LUZTAR_OK : LUZTAR_ENDED;
  });
}

luztar_status luztar_save(luztar_stepper* stepper, luztar_state** state) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(state, "the place of the state");
    luztar_state made{own.stepper.save()};
    if (*state == nullptr)
      *state = new luztar_state(std::move(made));
    else
      **state = std::move(made);
    return LUZTAR_OK;
  });
}

luztar_status luztar_restore(luztar_stepper* stepper, const luztar_state* state) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(state, "the state");
    own.stepper.restore(state->state);
    return LUZTAR_OK;
  });
}

void luztar_free_state(luztar_state* state) { delete state; }

size_t luztar_state_size(const luztar_state* state) {
  if (state == nullptr) return 0;
  std::string none;
  size_t size = 0;
  guarded(none, [&] {
    size = state->state.bytes().size();
    return LUZTAR_OK;
  });
  return size;
}

luztar_status luztar_write_state(luztar_stepper* stepper, const luztar_state* state, void* bytes,
                                 size_t room) {
  return call_with(stepper, [&](luztar_stepper&) {
    need(state, "the state");
    need(bytes, "the place of the bytes");
    const std::string text = state->state.bytes();
    if (text.size() > room)
      throw std::invalid_argument("a state of " + std::to_string(text.size()) +
                                  " bytes does not fit into " + std::to_string(room));
    std::memcpy(bytes, text.data(), text.size());
    return LUZTAR_OK;
  });
}

luztar_status luztar_read_state(luztar_stepper* stepper, const void* bytes, size_t size,
                                luztar_state** state) {
  return call_with(stepper, [&](luztar_stepper& own) {
    need(bytes, "the bytes");
    need(state, "the place of the state");
    const std::string_view text(static_cast<const char*>(bytes), size);
    luztar_state made{own.stepper.state_of(text)};
    if (*state == nullptr)
      *state = new luztar_state(std::move(made));
    else
      **state = std::move(made);
    return LUZTAR_OK;
  });
}
