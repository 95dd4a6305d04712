// The witness of limits: nothing of luztar is used.
#include <algorithm>
#include <cmath>

#include "acceptance/limit_network.h"

namespace acceptance {
namespace {

using Element = LimitNetwork::Element;
using Kind = Element::Kind;

class Integrator {
 public:
  Integrator(const LimitNetwork& net, const std::vector<double>& s) : net_(net) {
    for (std::size_t i = 0; i < net.limits.size(); ++i) {
      factor_.push_back(net.limits[i].infinite ? 1 / s[i] : s[i]);
    }
    for (const auto& body : net.bodies) {
      q_.push_back(body.moved ? 0 : body.position);
      v_.push_back(body.moved ? body.position * body.velocity : body.velocity);
      inverse_.push_back(body.moved ? 0 : 1 / value(body.mass));
    }
    for (const Element& one : net.elements) {
      Row row{one.first, one.second, one.first_arm, -one.second_arm};
      row.k = value(one.stiffness);
      row.lower = one.lower;
      row.upper = one.upper;
      if (one.freeplay.number != 0) {
        row.upper = value(one.freeplay);
        row.lower = -row.upper;
      }
      row.c = value(one.viscous);
      row.level = value(one.kinetic);
      row.mobility = inverse(row.first) * row.r1 * row.r1 + inverse(row.second) * row.r2 * row.r2;
      rows_.push_back(row);
    }
  }

  std::vector<std::vector<double>> run(int samples, long most_steps) {
    double fastest = 0;  // sum of squares of what springs could do to a body alone
    for (const Row& row : rows_) fastest += row.k * row.mobility;
    const double spacing = net_.duration / (samples - 1);
    const double step = std::min(0.05 / std::sqrt(fastest + 1), 2e-4);
    const long each = static_cast<long>(std::ceil(spacing / step));
    if (each * (samples - 1) > most_steps) return {};
    h_ = spacing / static_cast<double>(each);
    std::vector<std::vector<double>> out(q_.size());
    for (int k = 0; k < samples; ++k) {
      for (std::size_t b = 0; b < q_.size(); ++b) out[b].push_back(q_[b]);
      for (long i = 0; k + 1 < samples && i < each; ++i)
        advance(k * spacing + static_cast<double>(i) * h_);
    }
    return out;
  }

 private:
  struct Row {
    int first, second;
    double r1, r2;
    double k{}, lower{}, upper{}, c{}, level{};
    double mobility{};
    double impulse{};
    bool stuck{true};
  };

  double value(const LimitValue& of) const {
    return of.limit < 0 ? of.number
                        : net_.limits[static_cast<std::size_t>(of.limit)].value *
                              factor_[static_cast<std::size_t>(of.limit)];
  }
  double inverse(int body) const { return body < 0 ? 0 : inverse_[static_cast<std::size_t>(body)]; }
  double along(const Row& row, const std::vector<double>& x) const {
    double sum = 0;
    if (row.first >= 0) sum += row.r1 * x[static_cast<std::size_t>(row.first)];
    if (row.second >= 0) sum += row.r2 * x[static_cast<std::size_t>(row.second)];
    return sum;
  }
  /// A force times time that the element takes from its bodies.
  void pull(const Row& row, double impulse) {
    if (row.first >= 0)
      v_[static_cast<std::size_t>(row.first)] -= row.r1 * inverse(row.first) * impulse;
    if (row.second >= 0) {
      v_[static_cast<std::size_t>(row.second)] -= row.r2 * inverse(row.second) * impulse;
    }
  }

  void advance(double t) {
    for (const Row& row : rows_) {
      if (row.k == 0) continue;
      const double d = along(row, q_);
      const double beyond = d > row.upper ? d - row.upper : d < row.lower ? d - row.lower : 0;
      if (beyond != 0) pull(row, h_ * row.k * beyond);
    }
    for (const auto& force : net_.forces) {
      const auto b = static_cast<std::size_t>(force.body);
      v_[b] += h_ * inverse_[b] *
               (force.constant +
                force.amplitude * std::sin(force.frequency * (t + h_ / 2) + force.phase));
    }
    for (std::size_t b = 0; b < q_.size(); ++b) {
      const auto& body = net_.bodies[b];
      if (body.moved) {  // the mean velocity of the step
        v_[b] =
            body.position * (std::sin(body.velocity * (t + h_)) - std::sin(body.velocity * t)) / h_;
      }
    }
    relax();
    for (std::size_t b = 0; b < q_.size(); ++b) q_[b] += h_ * v_[b];
  }

  /// Impulses of everything that depends on rates, one after the other until they agree.
  void relax() {
    for (Row& row : rows_) {
      row.impulse = 0;
    }
    for (int sweep = 0; sweep < 200; ++sweep) {
      double change = 0;
      for (std::size_t e = 0; e < rows_.size(); ++e) change = std::max(change, correct(e));
      if (change < 1e-13) break;
    }
    for (std::size_t e = 0; e < rows_.size(); ++e) {
      if (net_.elements[e].kind == Kind::Friction) {
        rows_[e].stuck = std::abs(along(rows_[e], v_)) < 1e-9;
      }
    }
    for (std::size_t e = 0; e < rows_.size(); ++e) strike(e);
  }

  double correct(std::size_t e) {
    Row& row = rows_[e];
    const Element& one = net_.elements[e];
    if (one.kind == Kind::Spring || one.kind == Kind::Stop || row.mobility == 0) return 0;
    // The rate that is left without this impulse, and the impulse that the law asks for.
    const double free = along(row, v_) + row.mobility * row.impulse;
    double impulse = 0;
    if (one.kind == Kind::Link) {
      impulse = free / row.mobility;
    } else {
      const double c = h_ * row.c;
      const double rest = row.stuck ? one.breakaway : 1;
      const double forward = h_ * row.level, backward = forward * one.backward;
      if (one.kind == Kind::Friction && free <= row.mobility * forward * rest &&
          free >= -row.mobility * backward * rest) {
        impulse = free / row.mobility;
      } else {
        const double level = one.kind != Kind::Friction ? 0 : free > 0 ? forward : -backward;
        const double rate = (free - row.mobility * level) / (1 + row.mobility * c);
        impulse = level + c * rate;
      }
    }
    const double change = impulse - row.impulse;
    pull(row, change);
    row.impulse = impulse;
    return std::abs(change) * row.mobility;
  }

  void strike(std::size_t e) {
    const Element& one = net_.elements[e];
    if (one.kind != Kind::Stop) return;
    const Row& row = rows_[e];
    const double d = along(row, q_), rate = along(row, v_);
    const double next = d + h_ * rate;
    if ((next > row.upper && rate > 0) || (next < row.lower && rate < 0)) {
      pull(row, (1 + one.restitution) * rate / row.mobility);
    }
  }

  const LimitNetwork& net_;
  std::vector<double> factor_{}, q_{}, v_{}, inverse_{};
  std::vector<Row> rows_{};
  double h_{};
};

}  // namespace

std::vector<std::vector<double>> integrate(const LimitNetwork& network,
                                           const std::vector<double>& s, int samples,
                                           long most_steps) {
  return Integrator(network, s).run(samples, most_steps);
}

}  // namespace acceptance
