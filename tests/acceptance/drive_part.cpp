#include "acceptance/drive_part.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

namespace acceptance {
namespace {

using second::Real;

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string list_of(const std::vector<double>& numbers) {
  std::string all;
  for (const double x : numbers) all += (all.empty() ? "[" : ", ") + text_of(x);
  return all + "]";
}

}  // namespace

DrivePart::DrivePart(std::uint64_t seed) : random_(seed + 47'000) {
  kind_ = static_cast<Kind>(random_.below(3));
  extends_ = kind_ == Kind::Linear && random_.chance(0.5);
  const std::size_t rows = kind_ == Kind::Parabola ? 3 : 4;
  double x = random_.uniform(-1.5, -0.5);
  for (std::size_t i = 0; i < rows; ++i, x += random_.uniform(0.1, 0.8)) {
    x_.push_back(x);
    y_.push_back(random_.uniform(-1, 1));
  }
  loose_ = random_.chance(0.4);
  arm_ = random_.uniform(0.3, 2);
  stiffness_ = random_.uniform(5, 60);
  damping_ = loose_ || random_.chance(0.5) ? 0.0 : random_.uniform(0.1, 1);
  freeplay_ = random_.uniform(0.01, 0.1);
  period_ = random_.uniform(0.02, 0.3);
  delay_ = random_.chance(0.5) ? random_.uniform(0.05, 0.9) * period_ : 0.0;
  first_ = random_.chance(0.5) ? 0.0 : random_.uniform(0.0, 0.5);
  gain_ = random_.uniform(0.5, 20);
  reads_ = random_.uniform(-0.2, 0.2);
  limit_ = random_.uniform(0.5, 5);
  step_ = random_.uniform(1e-4, 1e-2);
  lag_ = random_.uniform(0.5, 4);
  press_ = random_.uniform(0.05, 0.4);
  swing_ = random_.uniform(2, 12);
  frequency_ = random_.uniform(2, 9);
  pitch_ = random_.uniform(0.01, 0.15);
  mass_ = random_.uniform(0.3, 3);
  turned_ = random_.chance(0.5);
  has_ratchet_ = random_.chance(0.6);
  has_wheel_ = random_.chance(0.5);
}

/// The value of the table at an argument: a call, or its pieces one by one.
std::string DrivePart::table(const std::string& argument, bool by_hand) const {
  if (!by_hand) return "tab(" + argument + ")";
  const auto line = [&](std::size_t i) {
    const double slope = (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]);
    return "(" + text_of(y_[i]) + " + " + text_of(slope) + "*(" + argument + " - " +
           text_of(x_[i]) + "))";
  };
  const auto below = [&](double edge, const std::string& then, const std::string& otherwise) {
    return "if(" + argument + " < " + text_of(edge) + ", " + then + ", " + otherwise + ")";
  };
  std::string all = extends_ ? line(x_.size() - 2) : text_of(y_.back());
  if (kind_ == Kind::Parabola) {
    std::string parabola;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      parabola += (i == 0 ? "" : " + ") + ("(" + argument) + " - " + text_of(x_[j]) + ")*(" +
                  argument + " - " + text_of(x_[k]) + ")*" +
                  text_of(y_[i] / ((x_[i] - x_[j]) * (x_[i] - x_[k])));
    }
    return below(x_[0], text_of(y_[0]), below(x_[2], parabola, all));
  }
  for (std::size_t i = x_.size() - 1; i > 0; --i)
    all = below(x_[i], kind_ == Kind::Hold ? text_of(y_[i - 1]) : line(i - 1), all);
  return below(x_[0], extends_ ? line(0) : text_of(y_[0]), all);
}

std::string DrivePart::force_read(bool by_hand) const {
  if (!by_hand) return "f.read";
  const std::string d = text_of(arm_) + "*q.b0", v = text_of(arm_) + "*v.b0";
  if (loose_) return "(" + text_of(stiffness_) + "*luz(" + d + ", " + text_of(freeplay_) + "))";
  return "(" + text_of(stiffness_) + "*" + d + " + " + text_of(damping_) + "*" + v + ")";
}

std::string DrivePart::spring() const {
  return "[springs.read]\nbetween = [\"b0\", \"ground\"]\narms = [" + text_of(arm_) +
         ", 1]\nstiffness = " + text_of(stiffness_) + "\n" +
         (loose_ ? "freeplay = " + text_of(freeplay_) : "damping = " + text_of(damping_)) + "\n";
}

/// Between b0 and the ground or a wheel of its own that swings on a spring.
std::string DrivePart::ratchet() const {
  if (!has_ratchet_) return "";
  const std::string other = has_wheel_ ? "partner" : "ground";
  std::string all = "[freewheels.pawl]\nbetween = " +
                    (turned_ ? "[\"" + other + "\", \"b0\"]" : "[\"b0\", \"" + other + "\"]") +
                    "\npitch = " + text_of(pitch_) + "\n";
  if (has_wheel_)
    all += "[bodies.partner]\nmass = " + text_of(mass_) +
           "\n[springs.holds]\nbetween = [\"partner\", \"ground\"]\nstiffness = 50\n"
           "[frictions.rubs]\nbetween = [\"partner\", \"ground\"]\nkinetic = 0.4\nviscous = 0.2\n";
  return all;
}

std::string DrivePart::text(bool by_hand) const {
  const std::string u = by_hand ? "x.u" : "x.pd.u", read = force_read(by_hand);
  std::string all;
  if (!by_hand)
    all += "[tables.tab]\nx = " + list_of(x_) + "\ny = " + list_of(y_) + "\ninterpolation = \"" +
           (kind_ == Kind::Linear ? "linear"
            : kind_ == Kind::Hold ? "hold"
                                  : "cubic") +
           "\"\nbeyond = \"" + (extends_ ? "extend" : "constant") + "\"\n";
  all += "[states.lag]\nrate = \"" + text_of(lag_) + "*(" + u + " - x.lag)\"\n[states.heat]\n" +
         "rate = \"0.1*abs(" + read + ") - x.heat + 0.2*" + table("x.lag", by_hand) +
         "\"\nstart = 0.3\n";
  if (by_hand)
    all +=
        "[states.sum]\nrate = 0\nstart = 0.2\n[states.u]\nrate = 0\nstart = 0.25\n"
        "[states.q0]\nrate = 0\n";
  else
    all += "[controllers.pd]\nperiod = " + text_of(period_) + "\ndelay = " + text_of(delay_) +
           "\nfirst = " + text_of(first_) +
           "\nmemory = { sum = 0.2, u = 0.25, q0 = 0 }\nupdate = [\"q0 = " + text_of(step_) +
           "*round(q.b0/" + text_of(step_) + ")\", \"sum = sat(sum - q0, 3)\", \"u = sat(sum - " +
           text_of(gain_) + "*q0 + " + text_of(reads_) + "*f.read, " + text_of(limit_) + ")\"]\n";
  all += spring() + ratchet();
  all += "[frictions.pressed]\nbetween = [\"b0\", \"ground\"]\nkinetic = " + text_of(press_) +
         "\nnormal = \"0.2 + abs(" + read + ")*(1 + 0.2*tanh(x.heat))\"\n";
  all += "[forces.drive]\non = \"b0\"\nvalue = \"" + text_of(swing_) + "*sin(" +
         text_of(frequency_) + "*t) + " + u + " + 2*" + table("3*q.b0 + 0.1*x.lag", by_hand) +
         " - 0.2*sat(" + read + ", 1)\"\n";
  return all;
}

Real DrivePart::read_by_hand(const second::State& state) const {
  const Real d = Real(arm_) * state.q[0], v = Real(arm_) * state.v[0];
  const Real play = freeplay_;
  if (loose_) return Real(stiffness_) * (d - std::clamp(d, -play, play));
  return Real(stiffness_) * d + Real(damping_) * v;
}

std::vector<second::Reset> DrivePart::resets(Eigen::Index first, double end) const {
  std::vector<second::Reset> all;
  const auto memory = std::make_shared<std::array<Real, 3>>(std::array<Real, 3>{0.2, 0.25L, 0});
  for (int n = 0; first_ + n * period_ <= end; ++n) {
    const Real at = Real(first_) + n * Real(period_);
    const auto act = [memory, first](second::State& s) {
      for (std::size_t k = 0; k < 3; ++k) s.z[first + static_cast<Eigen::Index>(k)] = (*memory)[k];
    };
    all.push_back({at, [this, memory, act](second::State& s) {
                     auto& [sum, u, q] = *memory;
                     q = Real(step_) * std::round(s.q[0] / Real(step_));
                     sum = std::clamp(sum - q, Real(-3), Real(3));
                     u = std::clamp(sum - Real(gain_) * q + Real(reads_) * read_by_hand(s),
                                    Real(-limit_), Real(limit_));
                     if (delay_ == 0.0) act(s);
                   }});
    if (delay_ > 0.0) all.push_back({at + Real(delay_), act});
  }
  return all;
}

}  // namespace acceptance
