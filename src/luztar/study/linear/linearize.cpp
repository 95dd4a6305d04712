#include "luztar/study/linear/linearize.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/model/check.h"
#include "luztar/simulate/channel.h"
#include "luztar/study/linear/sampled_system.h"

namespace luztar {
namespace {

using ChannelKind = Channel::Kind;

ChannelOwners owners_of(const System& system) {
  return {system.bodies(), system.elements(), system.states()};
}

LinearSystem::Rows matrix_rows(const Matrix& matrix) {
  LinearSystem::Rows rows;
  for (Index i = 0; i < matrix.rows(); ++i) rows.push_back(matrix.row(i).list());
  return rows;
}

/// A channel; nothing for a signal.
using Output = std::optional<Channel>;

Output output_named(const LinearPoint& point, const std::string& name) {
  const ChannelOwners owners = owners_of(point.system);
  const std::vector<Signal>& signals = point.inputs.model.signals;
  std::vector<std::string> known;
  for (const Channel& channel : all_channels(owners)) {
    if (channel.kind == ChannelKind::Mode) continue;
    if (name_of(owners, channel) == name) return channel;
    known.push_back(name_of(owners, channel));
  }
  if (std::ranges::find(signals, name, &Signal::name) != signals.end()) return std::nullopt;
  for (const Signal& signal : signals) known.push_back(signal.name);
  throw ModelError({"output " + name, 0, 0}, "nothing of this name is given out",
                   suggest(name, known, "outputs are q.BODY, v.BODY, f.ELEMENT, x.STATE"));
}

class Linearisation {
 public:
  Linearisation(const Model& model, const LinearSettings& settings)
      : settings_(settings),
        point_(linear_point(model, settings)),
        system_(point_.system.impl()),
        motion_(system_, point_.state),
        coordinates_(linear_coordinates(point_.varied(), motion_)) {
    for (const std::string& name : settings.outputs) outputs_.push_back(output_named(point_, name));
    for (const auto& names : point_.inputs.parameters)
      for (std::size_t rate = 0; rate < 3; ++rate) columns_[rate].push_back(column_of(names[rate]));
  }

  LinearSystem take() {
    refuse_moved();
    const WithoutRates made = without_rates(rated());
    refuse_improper(made);
    result_.time = point_.values.time;
    result_.at_rest = point_.at_rest;
    name_variables();
    describe_modes();
    describe_followers();
    add_notes(made);
    set_matrices(made);
    return std::move(result_);
  }

 private:
  int column_of(const std::string& name) const {
    const auto& names = point_.varied().names;
    return static_cast<int>(std::ranges::find(names, name) - names.begin());
  }

  Matrix by_states(const Matrix& rows) const { return rows.right_cols(coordinates_.states()); }

  Matrix output_rows() const {
    const InstantSlopes& slopes = coordinates_.slopes;
    Matrix rows(static_cast<Index>(outputs_.size()), slopes.q.cols());
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const auto row = static_cast<Index>(i);
      if (!outputs_[i]) {
        set_signal_row(settings_.outputs[i], row, rows);
        continue;
      }
      const auto index = static_cast<Index>(outputs_[i]->index);
      const auto internal = static_cast<Index>(outputs_[i]->internal);
      switch (outputs_[i]->kind) {
        case ChannelKind::Position:
          rows.set_row(row, slopes.q.row(index));
          break;
        case ChannelKind::Velocity:
          rows.set_row(row, slopes.v.row(index));
          break;
        case ChannelKind::Acceleration:
          rows.set_row(row, slopes.a.row(index));
          break;
        case ChannelKind::Deflection:
          rows.set_row(row, slopes.d.row(index));
          break;
        case ChannelKind::Force:
          rows.set_row(row, slopes.f.row(index));
          break;
        default:
          rows.set_row(row, slopes.z.row(internal));
      }
    }
    return rows;
  }

  void set_signal_row(const std::string& name, Index row, Matrix& rows) const {
    for (int i = 0; i < coordinates_.parameters; ++i)
      rows(row, i) =
          signal_slope(point_.inputs.model, point_.system.parameters(), name,
                       point_.varied().names[static_cast<std::size_t>(i)], point_.values.time);
  }

  RatedSpace rated() const {
    const Matrix rates = rates_of(coordinates_), outputs = output_rows();
    RatedSpace made{by_states(rates), by_states(outputs), {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
      made.b[i] = rates.cols_at(columns_[i]);
      made.d[i] = outputs.cols_at(columns_[i]);
    }
    return made;
  }

  void set_matrices(const WithoutRates& made) {
    const StateSpace& system = made.system;
    Matrix a = system.a, b = system.b, c = system.c;
    if (!system_.sampling.controllers.empty()) {
      const SampledSystem sampled = sampled_system(point_.varied(), motion_, coordinates_, system,
                                                   made.shift, columns_[0], point_.values.time);
      result_.period = sampled.period;
      a = sampled.a;
      b = sampled.b;
      c = Matrix(c.rows(), a.cols());
      c.set_part(0, 0, system.c);
    }
    result_.a = matrix_rows(a);
    result_.b = matrix_rows(b);
    result_.c = matrix_rows(c);
    result_.d = matrix_rows(system.d);
  }

  void name_variables() {
    const ChannelOwners owners = owners_of(point_.system);
    const auto add = [&](const Channel& channel) {
      result_.states.push_back(
          {name_of(owners, channel), value_of(point_.values.sample(), channel)});
    };
    for (const int b : coordinates_.positions)
      add({ChannelKind::Position, static_cast<std::size_t>(b)});
    for (const int b : coordinates_.velocities)
      add({ChannelKind::Velocity, static_cast<std::size_t>(b)});
    for (const Channel& channel : all_channels(owners))
      if (channel.kind == ChannelKind::Internal || channel.kind == ChannelKind::State) add(channel);
    for (const ControllerLaw& law : system_.sampling.controllers)
      for (int k = 0; k < law.size && law.pending >= 0; ++k) {
        const int place = law.output - system_.first_state() + k;
        const auto held = static_cast<std::size_t>(place);
        result_.states.push_back(
            {"next." + system_.states[held].name, point_.state.ahead.pending[law.pending + k]});
      }
    for (const std::string& name : settings_.inputs)
      result_.inputs.push_back({name, value_of_input(name)});
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      result_.outputs.push_back(
          {settings_.outputs[i], outputs_[i] ? value_of(point_.values.sample(), *outputs_[i])
                                             : value_of_input(settings_.outputs[i])});
  }

  double value_of_input(const std::string& name) const {
    return input_value(point_.inputs.model, point_.system.parameters(), name, point_.values.time);
  }

  void describe_modes() {
    const auto& elements = point_.system.elements();
    for (std::size_t e = 0; e < elements.size(); ++e) {
      if (!elements[e].has_modes) continue;
      const bool held = elements[e].is_held(point_.values.mode[e]);
      LinearElement item{elements[e].name, held ? "touches" : "free", 0.0};
      const int pair = static_cast<int>(e) - system_.first_pair();
      const PairLaw* law = elements[e].is_pair ? &system_.pairs[pair] : nullptr;
      if (law && law->is_dry()) {
        item.state = held ? "sticks" : "slides";
        item.rate = held ? 0.0 : point_.values.rate[e];
      } else if (law && law->is_one_way() && held) {
        item.state = "holds";
      }
      result_.modes.push_back(item);
    }
  }

  void describe_followers() {
    const Matrix by_state = by_states(coordinates_.slopes.q);
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (system_.is_given(b) ||
          std::ranges::find(coordinates_.positions, b) != coordinates_.positions.end())
        continue;
      const Vector row = by_state.row(b);
      std::string text;
      for (Index i = 0; i < row.size(); ++i) {
        if (is_negligible(row[i], largest(row), kNoise)) continue;
        const std::string size =
            std::abs(row[i]) == 1.0 ? "" : rounded_text(std::abs(row[i])) + " ";
        text += (text.empty() ? (row[i] < 0 ? "-" : "")
                 : row[i] < 0 ? " - "
                              : " + ") +
                size + result_.states[static_cast<std::size_t>(i)].name;
      }
      result_.followers.emplace_back("q." + system_.bodies[b].name, text.empty() ? "0" : text);
    }
  }

  void add_notes(const WithoutRates& made) {
    for (const std::string& name : coordinates_.slopes.kinks)
      result_.notes.push_back("'" + name +
                              "' is just at its limit: on the other side of it the linear system "
                              "is another one");
    for (Index j = 0; j < made.shift.cols(); ++j)
      for (Index i = 0; i < made.shift.rows(); ++i) {
        if (made.shift(i, j) == 0.0) continue;
        result_.notes.push_back("the state " + result_.states[static_cast<std::size_t>(i)].name +
                                " is less " + rounded_text(made.shift(i, j)) + " " +
                                settings_.inputs[static_cast<std::size_t>(j)] +
                                ", so that no rate of this input is needed");
      }
  }

  void refuse_moved() const {
    for (const auto& [element, column] : coordinates_.slopes.moved) {
      std::string input = point_.varied().names[static_cast<std::size_t>(column)];
      for (std::size_t i = 0; i < settings_.inputs.size(); ++i)
        if (std::ranges::find(point_.inputs.parameters[i], input) !=
            point_.inputs.parameters[i].end())
          input = settings_.inputs[i];
      throw ModelError({"input " + input, 0, 0},
                       "'" + system_.elements[element].name +
                           "' holds, and where it does depends on this parameter",
                       "let a given motion depend on it, or take another input");
    }
  }

  void refuse_improper(const WithoutRates& made) const {
    if (made.improper.empty()) return;
    const auto [output, input] = made.improper.front();
    throw ModelError({"output " + settings_.outputs[static_cast<std::size_t>(output)], 0, 0},
                     "it depends on the rate of the input '" +
                         settings_.inputs[static_cast<std::size_t>(input)] +
                         "', which A, B, C, D do not express",
                     "take another output, or the rate as the input: a state that integrates it");
  }

  const LinearSettings& settings_;
  LinearPoint point_;
  const SystemImpl& system_;
  InstantMotion motion_;
  LinearCoordinates coordinates_;
  std::vector<Output> outputs_;
  std::vector<int> columns_[3];  ///< (inputs) of values, rates, second rates
  LinearSystem result_;
};

}  // namespace

LinearSystem linearize(const Model& model, const LinearSettings& settings) {
  return Linearisation(model, settings).take();
}

}  // namespace luztar
