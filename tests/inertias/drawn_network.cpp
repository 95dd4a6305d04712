#include "inertias/drawn_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "random.h"

namespace inertias {
namespace {

using luztar::testing::Random;

std::string number(double x) { return fmt::format("{:.17g}", x); }

class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : draw_{seed * 7919 + 3} {}

  DrawnNetwork take() {
    out_.n = 2 + draw_.below(4);
    massless_ = draw_.below(4) == 0;
    all_ = out_.n + (massless_ ? 1 : 0);
    out_.given.assign(size(all_), 0);
    if (out_.n > 2 && draw_.below(3) == 0) out_.given[size(draw_.below(out_.n))] = 1;
    for (int b = 0; b < all_; ++b) position_.push_back(draw_(-0.5, 0.5));
    draw_masses();
    change_coordinates();
    write_bodies();
    write_inertias();
    draw_elements();
    for (const char* kind :
         {"springs", "dampers", "frictions", "freewheels", "links", "stops", "forces"}) {
      for (const Element& element : elements_[kind]) write(kind, element);
    }
    for (std::string* text : {&out_.coupled, &out_.plain})
      *text += "[simulation]\nduration = 2\nsamples = 41\n";
    return std::move(out_);
  }

 private:
  struct Element {
    std::vector<double> arms;  ///< (bodies)
    std::string keys;
    std::vector<double> q{}, v{};  ///< of forces: what it reads
  };

  /// One after the other, on every compiler.
  template <std::size_t N>
  std::array<double, N> drawn(const std::array<std::array<double, 2>, N>& ranges) {
    std::array<double, N> numbers{};
    for (std::size_t i = 0; i < N; ++i) numbers[i] = draw_(ranges[i][0], ranges[i][1]);
    return numbers;
  }

  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
  bool is_given(int b) const { return out_.given[size(b)] != 0; }

  // --- masses ------------------------------------------------------------------------------------

  /// Own masses, and couplings small enough beside them.
  void draw_masses() {
    out_.mass.assign(size(out_.n), std::vector<double>(size(out_.n), 0.0));
    for (int b = 0; b < out_.n; ++b) out_.mass[size(b)][size(b)] = draw_(0.5, 4.0);
    for (int i = 0; i < out_.n; ++i)
      for (int j = i + 1; j < out_.n; ++j) {
        if (j > i + 1 && draw_.below(2) == 0) continue;
        const double most = std::sqrt(at(i, i) * at(j, j)) / (out_.n - 1);
        at(i, j) = at(j, i) = draw_(-0.95, 0.95) * most;
      }
    for (int b = 0; b < out_.n; ++b)
      if (is_given(b)) at(b, b) = 0.0;
  }
  double& at(int i, int j) { return out_.mass[size(i)][size(j)]; }

  /// M = L'D L from the last body to the first: y = q + L q of those before it, and of given ones.
  void change_coordinates() {
    Rows left = out_.mass, shares(size(out_.n), std::vector<double>(size(out_.n), 0.0));
    own_.assign(size(all_), 0.0);
    for (int k = out_.n - 1; k >= 0; --k) {
      if (is_given(k)) continue;
      own_[size(k)] = left[size(k)][size(k)];
      const auto takes = [&](int j) {
        return j < k || is_given(j);
      };
      for (int j = 0; j < out_.n; ++j)
        if (takes(j)) shares[size(k)][size(j)] = left[size(k)][size(j)] / own_[size(k)];
      for (int i = 0; i < out_.n; ++i)
        for (int j = 0; j < out_.n; ++j)
          if (takes(i) && takes(j))
            left[size(i)][size(j)] -=
                own_[size(k)] * shares[size(k)][size(i)] * shares[size(k)][size(j)];
    }
    out_.positions.assign(size(all_), std::vector<double>(size(all_), 0.0));
    for (int b = 0; b < all_; ++b) out_.positions[size(b)][size(b)] = 1.0;
    start_ = position_;
    for (int b = 0; b < out_.n; ++b)
      if (is_given(b)) start_[size(b)] = position_[size(b)] = 0.0;
    for (int k = 0; k < out_.n; ++k)
      for (int j = 0; j < out_.n; ++j) {
        const double share = shares[size(k)][size(j)];
        start_[size(k)] += share * position_[size(j)];
        for (int m = 0; m < all_; ++m)
          out_.positions[size(k)][size(m)] -= share * out_.positions[size(j)][size(m)];
      }
  }

  void write_bodies() {
    for (int b = 0; b < all_; ++b) {
      const std::string name = fmt::format("[bodies.b{}]\n", b);
      std::string own = name, other = name;
      if (b < out_.n && is_given(b)) {
        const auto [size_of, frequency] = drawn<2>({{{-0.5, 0.5}, {1.0, 5.0}}});
        const std::string motion =
            fmt::format("motion = \"{}*(1 - cos({}*t))\"\n", number(size_of), number(frequency));
        own += motion;
        other += motion;
      } else if (b == out_.n) {
        own += "mass = 0\nposition = " + number(position_[size(b)]) + "\n";
        other = own;
      } else {
        own +=
            fmt::format("mass = {}\nposition = {}\n", number(at(b, b)), number(position_[size(b)]));
        other += fmt::format("mass = {}\nposition = {}\n", number(own_[size(b)]),
                             number(start_[size(b)]));
      }
      out_.coupled += own;
      out_.plain += other;
    }
  }

  /// Some as pairs, in two inertias that add up, some in a matrix.
  void write_inertias() {
    const bool in_matrix = draw_.below(2) == 0;
    std::string bodies, rows;
    for (int i = 0; i < out_.n; ++i) {
      bodies += fmt::format("{}\"b{}\"", i == 0 ? "" : ", ", i);
      std::string row;
      for (int j = 0; j < out_.n; ++j)
        row += (j == 0 ? "" : ", ") + number(i == j ? 0.0 : at(i, j));
      rows += (i == 0 ? "[" : ", [") + row + "]";
    }
    if (in_matrix) {
      out_.coupled += fmt::format("[inertias.all]\nbodies = [{}]\nmatrix = [{}]\n", bodies, rows);
      return;
    }
    for (int i = 0; i < out_.n; ++i)
      for (int j = i + 1; j < out_.n; ++j)
        if (at(i, j) != 0.0)
          out_.coupled +=
              fmt::format("[inertias.i{0}{1}]\nbetween = [\"b{1}\", \"b{0}\"]\nvalue = {2}\n", i, j,
                          number(at(i, j)));
  }

  // --- elements ----------------------------------------------------------------------------------

  void draw_elements() {
    const auto spring = [&](std::vector<double> arms) {
      std::string keys = "stiffness = " + number(draw_(5.0, 60.0)) + "\n";
      if (draw_.below(3) == 0) keys += "freeplay = " + number(draw_(0.01, 0.1)) + "\n";
      if (draw_.below(3) == 0) keys += "damping = " + number(draw_(0.01, 0.5)) + "\n";
      elements_["springs"].push_back({std::move(arms), keys});
    };
    for (int b = 0; b < out_.n; ++b)
      if (draw_.below(3) > 0) spring(to_ground(b));
    for (int i = draw_.below(3); i > 0; --i) spring(between());
    for (int i = draw_.below(3); i > 0; --i) {
      const double kinetic = draw_(0.05, 1.5);
      std::string keys = "kinetic = " + number(kinetic) + "\n";
      if (draw_.below(2) == 0) keys += "static = " + number(kinetic * draw_(1.0, 1.8)) + "\n";
      if (draw_.below(3) == 0) keys += "viscous = " + number(draw_(0.01, 0.3)) + "\n";
      elements_["frictions"].push_back({some(), keys});
    }
    if (draw_.below(2) == 0) {
      const std::vector<double> arms = some();
      double d = 0.0;
      for (int b = 0; b < all_; ++b) d += arms[size(b)] * position_[size(b)];
      const auto [below, above, e] = drawn<3>({{{0.02, 0.4}, {0.02, 0.4}, {0.0, 0.9}}});
      elements_["stops"].push_back(
          {arms, fmt::format("gap = [{}, {}]\nrestitution = {}\n", number(d - below),
                             number(d + above), number(e))});
    }
    if (draw_.below(3) == 0 && elements_["stops"].empty()) {
      const std::vector<double> arms = between();
      if (std::ranges::count(arms, 0.0) == all_ - 2) elements_["links"].push_back({arms, ""});
    }
    if (draw_.below(5) == 0) elements_["freewheels"].push_back({some(), ""});
    if (massless_) hold_massless();
    for (int i = 1 + draw_.below(2); i > 0; --i) {
      Element force{to_ground(free_body()), "", std::vector<double>(size(all_), 0.0),
                    std::vector<double>(size(all_), 0.0)};
      const auto [most, frequency, phase] = drawn<3>({{{1.0, 8.0}, {1.0, 6.0}, {0.0, 6.0}}});
      force.keys = fmt::format("{}*sin({}*t + {})", number(most), number(frequency), number(phase));
      if (draw_.below(2) == 0) force.q[size(draw_.below(out_.n))] = draw_(-2.0, 2.0);
      if (draw_.below(2) == 0) force.v[size(draw_.below(out_.n))] = draw_(-0.5, 0.1);
      elements_["forces"].push_back(std::move(force));
    }
  }

  void hold_massless() {
    std::vector<double> arms(size(all_), 0.0);
    arms[size(out_.n)] = 1.0;
    elements_["dampers"].push_back({arms, "damping = " + number(draw_(0.1, 1.0)) + "\n"});
    arms[size(draw_.below(out_.n))] = -1.0;
    elements_["springs"].push_back({arms, "stiffness = " + number(draw_(5.0, 30.0)) + "\n"});
  }

  int free_body() {
    int b = draw_.below(out_.n);
    while (is_given(b)) b = draw_.below(out_.n);
    return b;
  }
  std::vector<double> to_ground(int b) const {
    std::vector<double> arms(size(all_), 0.0);
    arms[size(b)] = 1.0;
    return arms;
  }
  /// Of two free bodies, or of one where there is no other.
  std::vector<double> between() {
    std::vector<double> arms = to_ground(free_body());
    const int other = free_body();
    if (arms[size(other)] == 0.0) arms[size(other)] = draw_(-1.5, -0.5);
    return arms;
  }
  std::vector<double> some() { return draw_.below(2) == 0 ? to_ground(free_body()) : between(); }

  // --- writing -----------------------------------------------------------------------------------

  std::vector<double> in_coordinates(const std::vector<double>& arms) const {
    std::vector<double> sum(size(all_), 0.0);
    for (int b = 0; b < all_; ++b)
      for (int m = 0; m < all_; ++m)
        sum[size(m)] += arms[size(b)] * out_.positions[size(b)][size(m)];
    return sum;
  }

  std::string across(const std::vector<double>& arms) const {
    std::string text;
    for (int b = 0; b < all_; ++b)
      if (arms[size(b)] != 0.0)
        text += fmt::format("{}b{} = {}", text.empty() ? "" : ", ", b, number(arms[size(b)]));
    return "across = { " + text + " }\n";
  }

  std::string reads(const char* prefix, const std::vector<double>& factors) const {
    std::string text;
    for (std::size_t b = 0; b < factors.size(); ++b)
      if (factors[b] != 0.0) text += fmt::format(" + ({})*{}.b{}", number(factors[b]), prefix, b);
    return text;
  }

  void write(const std::string& kind, const Element& element) {
    const std::string name = fmt::format("[{}.{}{}]\n", kind, kind.substr(0, 2), next_++);
    for (const bool plain : {false, true}) {
      const auto as = [&](const std::vector<double>& list) {
        return plain ? in_coordinates(list) : list;
      };
      std::string& text = plain ? out_.plain : out_.coupled;
      text += name + across(as(element.arms));
      text += kind != "forces" ? element.keys
                               : "value = \"" + element.keys + reads("q", as(element.q)) +
                                     reads("v", as(element.v)) + "\"\n";
    }
    std::vector<double> push = element.arms;
    if (kind != "forces")
      for (double& arm : push) arm = -arm;
    out_.pushes.push_back(std::move(push));
  }

  Random draw_;
  DrawnNetwork out_;
  bool massless_{};
  int all_{};                                   ///< bodies, the massless one included
  std::vector<double> position_, start_, own_;  ///< (bodies) start of q, of y; mass of y
  std::map<std::string, std::vector<Element>> elements_;
  int next_{};
};

}  // namespace

DrawnNetwork drawn_network(std::uint64_t seed) { return Drawing(seed).take(); }

}  // namespace inertias
