// Gears that shift: an engine, a shaft behind a gearbox, a wheel behind an elastic shaft. The
// gearbox is a link or a spring, dry friction holds the wheel or the shaft. The second opinion goes
// from event to event by matrix exponentials.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "environment.h"
#include "luztar/luztar.h"
#include "random.h"
#include "simulate/whole_run.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

constexpr int kBodies = 3;  // engine, shaft, wheel

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

struct Drive {
  double mass[kBodies], v[kBodies];
  double ratio[2];              ///< of the engine over the shaft, by gear
  double up, down, late;        ///< speeds of the shaft at which it shifts, a time at which too
  bool is_link;                 ///< else the gearbox is a spring with a damper
  double box[2], shaft[2];      ///< stiffness, damping
  double torque, swing, omega;  ///< of the engine
  double drag;                  ///< of the wheel
  int rubs;                     ///< body with dry friction
  double kinetic, breakaway;
  bool by_number;  ///< the state is the number of the gear, else the ratio
  double duration;

  static Drive draw(int seed) {
    Random random{static_cast<std::uint64_t>(seed)};
    Drive d{};
    for (double& mass : d.mass) mass = random(0.3, 3.0);
    d.ratio[0] = random(1.5, 4.0);
    d.ratio[1] = random(0.0, 1.0) < 0.2 ? -random(0.5, 2.0) : random(0.4, 1.4);
    for (double& v : d.v) v = random(-1.0, 1.0);
    d.is_link = random(0.0, 1.0) < 0.5;
    if (d.is_link) d.v[0] = d.ratio[0] * d.v[1];
    d.up = random(0.1, 0.8);
    d.down = d.up - random(0.1, 0.8);
    d.late = random(0.5, 1.5);
    for (double* spring : {d.box, d.shaft}) {
      spring[0] = random(5.0, 200.0);
      spring[1] = random(0.0, 2.0);
    }
    d.torque = random(0.5, 4.0);
    d.swing = random(0.0, 6.0);
    d.omega = random(1.0, 12.0);
    d.drag = random(0.0, 0.5);
    d.rubs = random(0.0, 1.0) < 0.5 ? 1 : 2;
    d.kinetic = random(0.2, 3.0);
    d.breakaway = d.kinetic * random(1.0, 1.6);
    d.by_number = random(0.0, 1.0) < 0.5;
    d.duration = random(1.5, 3.0);
    return d;
  }

  std::string model() const {
    const std::array<const char*, kBodies> names = {"engine", "shaft", "wheel"};
    std::string text;
    for (int b = 0; b < kBodies; ++b)
      text += std::string("[bodies.") + names[b] + "]\ninertia = " + text_of(mass[b]) +
              "\nvelocity = " + text_of(v[b]) + "\n";
    const std::string first = by_number ? "1" : text_of(ratio[0]);
    const std::string second = by_number ? "2" : text_of(ratio[1]);
    text += "[states.gear]\nstart = " + first + "\njumps = [{ when = \"v.shaft > " + text_of(up) +
            "\", to = " + second + " },\n  { when = \"v.shaft < " + text_of(down) +
            "\", to = " + first + " },\n  { when = \"t > " + text_of(late) + "\", to = " + second +
            " }]\n";
    const std::string arm =
        by_number ? "if(x.gear > 1.5, " + text_of(ratio[1]) + ", " + text_of(ratio[0]) + ")"
                  : "x.gear";
    if (is_link)
      text += "[links.box]\nbetween = [\"engine\", \"shaft\"]\narms = [1, \"" + arm + "\"]\n";
    else
      text += "[springs.box]\ndeflection = \"q.engine - (" + arm +
              ")*q.shaft\"\nstiffness = " + text_of(box[0]) + "\ndamping = " + text_of(box[1]) +
              "\n";
    text +=
        "[springs.elastic]\nbetween = [\"shaft\", \"wheel\"]\nstiffness = " + text_of(shaft[0]) +
        "\ndamping = " + text_of(shaft[1]) +
        "\n[dampers.drag]\nbetween = [\"wheel\", \"ground\"]\ndamping = " + text_of(drag) +
        "\n[frictions.rub]\nbetween = [\"" + names[rubs] +
        "\", \"ground\"]\nkinetic = " + text_of(kinetic) + "\nstatic = " + text_of(breakaway) +
        "\n[forces.drive]\non = \"engine\"\nvalue = \"" + text_of(torque) + " + " + text_of(swing) +
        "*sin(" + text_of(omega) + "*t)\"\n[simulation]\nduration = " + text_of(duration) +
        "\nsamples = 1\n";
    return text;
  }
};

/// q, v, deflection of the box, sin, cos, 1
constexpr int kSize = 2 * kBodies + 4;
constexpr int kV = kBodies, kBox = 2 * kBodies, kSin = kBox + 1, kCos = kBox + 2, kOne = kBox + 3;
using Vector = std::array<double, kSize>;
using Matrix = std::array<Vector, kSize>;
using Row = std::array<double, kBodies>;

/// The motion without the library.
class Second {
 public:
  explicit Second(const Drive& drive) : d_(drive) {
    for (int b = 0; b < kBodies; ++b) y_[kV + b] = d_.v[b];
    y_[kCos] = y_[kOne] = 1.0;
    settle(true);
    note_conditions();
  }

  struct Shift {
    double time, impulse;
  };
  const std::vector<Shift>& shifts() const { return shifts_; }
  const Vector& end() const { return y_; }

  void run() {
    constexpr double kStep = 1.0 / 2048.0;
    while (time_ < d_.duration) {
      double h = std::min(kStep, d_.duration - time_);
      Vector next = moved(h);
      if (happens(next, time_ + h)) {
        double low = 0.0, high = h;
        for (int i = 0; i < 60; ++i) {
          const double mid = 0.5 * (low + high);
          (happens(moved(mid), time_ + mid) ? high : low) = mid;
        }
        y_ = moved(high);
        time_ += high;
        act();
        continue;
      }
      y_ = next;
      time_ += h;
    }
  }

 private:
  double ratio() const { return d_.ratio[gear_]; }
  Row arms() const { return {1.0, -ratio(), 0.0}; }

  /// Forces as rows over y, without friction.
  std::array<Vector, kBodies> forces() const {
    std::array<Vector, kBodies> f{};
    f[0][kOne] = d_.torque;
    f[0][kSin] = d_.swing;
    f[2][kV + 2] = -d_.drag;
    const auto along = [&](const Row& g, const Vector& force) {
      for (int b = 0; b < kBodies; ++b)
        for (int i = 0; i < kSize; ++i) f[b][i] -= g[b] * force[i];
    };
    const auto rate = [](const Row& g, double damping, Vector& force) {
      for (int b = 0; b < kBodies; ++b) force[kV + b] += damping * g[b];
    };
    Vector elastic{};
    elastic[1] = d_.shaft[0];
    elastic[2] = -d_.shaft[0];
    const Row twist = {0.0, 1.0, -1.0};
    rate(twist, d_.shaft[1], elastic);
    along(twist, elastic);
    if (d_.is_link) return f;
    Vector box{};
    box[kBox] = d_.box[0];
    rate(arms(), d_.box[1], box);
    along(arms(), box);
    return f;
  }

  /// Accelerations and, in the last two rows, forces of the link and of what holds the friction.
  std::array<Vector, kBodies + 2> accelerations(bool stuck, double sliding) const {
    std::array<Vector, kBodies> f = forces();
    if (!stuck) f[d_.rubs][kOne] -= sliding * d_.kinetic;
    std::vector<Row> rows;
    if (d_.is_link) rows.push_back(arms());
    if (stuck) {
      Row hold{};
      hold[d_.rubs] = 1.0;
      rows.push_back(hold);
    }
    const int n = static_cast<int>(rows.size());
    double s[2][2]{};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int b = 0; b < kBodies; ++b) s[i][j] += rows[i][b] * rows[j][b] / d_.mass[b];
    std::array<Vector, kBodies + 2> a{};
    for (int c = 0; c < kSize; ++c) {
      double r[2]{}, x[2]{};
      for (int i = 0; i < n; ++i)
        for (int b = 0; b < kBodies; ++b) r[i] += rows[i][b] * f[b][c] / d_.mass[b];
      if (n == 1) x[0] = r[0] / s[0][0];
      if (n == 2) {
        const double det = s[0][0] * s[1][1] - s[0][1] * s[1][0];
        x[0] = (r[0] * s[1][1] - r[1] * s[0][1]) / det;
        x[1] = (r[1] * s[0][0] - r[0] * s[1][0]) / det;
      }
      for (int b = 0; b < kBodies; ++b) {
        a[b][c] = f[b][c];
        for (int i = 0; i < n; ++i) a[b][c] -= rows[i][b] * x[i];
        a[b][c] /= d_.mass[b];
      }
      if (stuck) a[kBodies + 1][c] = x[n - 1];
    }
    return a;
  }

  static double product(const Vector& row, const Vector& y) {
    double sum = 0.0;
    for (int i = 0; i < kSize; ++i) sum += row[i] * y[i];
    return sum;
  }

  Vector derivative(const Vector& y) const {
    Vector dy{};
    for (int b = 0; b < kBodies; ++b) {
      dy[b] = y[kV + b];
      dy[kV + b] = product(rows_[b], y);
    }
    const Row g = arms();
    for (int b = 0; b < kBodies; ++b) dy[kBox] += g[b] * y[kV + b];
    dy[kSin] = d_.omega * y[kCos];
    dy[kCos] = -d_.omega * y[kSin];
    return dy;
  }

  /// exp(A h) y
  Vector moved(double h) const {
    Vector sum = y_, term = y_;
    for (int k = 1; k < 40; ++k) {
      term = derivative(term);
      for (double& x : term) x *= h / k;
      for (int i = 0; i < kSize; ++i) sum[i] += term[i];
    }
    return sum;
  }

  double holding(const Vector& y) const { return product(rows_[kBodies + 1], y); }

  std::array<bool, 3> conditions(const Vector& y, double time) const {
    return {y[kV + 1] > d_.up, y[kV + 1]<d_.down, time> d_.late};
  }
  void note_conditions() { held_ = conditions(y_, time_); }

  bool happens(const Vector& y, double time) const {
    const auto now = conditions(y, time);
    if (now != held_) return true;
    if (stuck_) return std::abs(holding(y)) > d_.breakaway;
    return sliding_ * y[kV + d_.rubs] < 0.0;
  }

  /// Stick or slip from here on. @param rests  it may stick
  void settle(bool rests) {
    rests = rests && std::abs(y_[kV + d_.rubs]) < 1e-12;
    stuck_ = false;
    if (rests) {
      rows_ = accelerations(true, 0.0);
      const double force = holding(y_);
      // What has broken at this time holds by kinetic friction.
      stuck_ = std::abs(force) <= (broke_ ? d_.kinetic : d_.breakaway);
      broke_ = broke_ || !stuck_;
      sliding_ = force > 0.0 ? 1.0 : -1.0;
      if (stuck_) y_[kV + d_.rubs] = 0.0;
    } else {
      sliding_ = y_[kV + d_.rubs] > 0.0 ? 1.0 : -1.0;
    }
    rows_ = accelerations(stuck_, sliding_);
  }

  void act() {
    const auto now = conditions(y_, time_);
    if (now == held_) {
      broke_ = false;
      if (!stuck_) return settle(true);
      stuck_ = false;
      sliding_ = holding(y_) > 0.0 ? 1.0 : -1.0;
      rows_ = accelerations(false, sliding_);
      return;
    }
    const std::array<int, 3> to = {1, 0, 1};
    broke_ = false;
    for (int round = 0; round < 50; ++round) {
      const auto here = conditions(y_, time_);
      int gear = gear_;
      for (int i = 0; i < 3; ++i)
        if (here[i] && !held_[i]) gear = to[i];
      held_ = here;
      if (gear == gear_) break;
      gear_ = gear;
      shift();
    }
  }

  void shift() {
    const Row g = arms();
    double impulse = 0.0;
    if (d_.is_link) {
      double rate = 0.0, size = 0.0;
      for (int b = 0; b < kBodies; ++b) {
        rate += g[b] * y_[kV + b];
        size += g[b] * g[b] / d_.mass[b];
      }
      impulse = rate / size;
      for (int b = 0; b < kBodies; ++b) y_[kV + b] -= g[b] * impulse / d_.mass[b];
    }
    shifts_.push_back({time_, impulse});
    settle(true);
  }

  const Drive& d_;
  Vector y_{};
  double time_{};
  int gear_{};
  bool stuck_{};
  double sliding_{1.0};
  std::array<bool, 3> held_{};
  std::array<Vector, kBodies + 2> rows_{};
  std::vector<Shift> shifts_;
  bool broke_{};  ///< a jump at this time
};

}  // namespace

TEST_CASE("gears that shift go with matrix exponentials from event to event") {
  const int n = luztar::test::count_of(luztar::test::some_of(300));
  int links = 0, shifts = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + n; ++seed) {
    const Drive drive = Drive::draw(seed);
    CAPTURE(seed);
    CAPTURE(drive.model());
    Second second(drive);
    second.run();
    const System system = compile(parse_model(drive.model(), "drive.toml"));
    const Trajectory run =
        simulate(system, initial_state(system), {.duration = drive.duration, .samples = 2});
    luztar::testing::check_ledger(run);
    CHECK(run.info.proofs.hold());
    std::vector<Event> jumps, impacts;
    for (const Event& event : run.events) {
      const std::string& name = system.event_names()[static_cast<std::size_t>(event.name)];
      if (name == "gear") jumps.push_back(event);
      if (event.cause == Event::Cause::Impact) impacts.push_back(event);
    }
    REQUIRE(jumps.size() == second.shifts().size());
    std::size_t blow = 0;
    for (std::size_t i = 0; i < jumps.size(); ++i) {
      const Second::Shift& shift = second.shifts()[i];
      CHECK(std::abs(jumps[i].time.value - shift.time) < 1e-9);
      if (!drive.is_link || std::abs(shift.impulse) < 1e-12) continue;
      REQUIRE(blow < impacts.size());
      CHECK(std::abs(impacts[blow++].impulse - shift.impulse) <
            1e-8 * (1.0 + std::abs(shift.impulse)));
    }
    CHECK(blow == impacts.size());
    for (int b = 0; b < kBodies; ++b) {
      CHECK(std::abs(run.info.q[b] - second.end()[b]) < 1e-8 * (1.0 + std::abs(second.end()[b])));
      CHECK(std::abs(run.info.v[b] - second.end()[kV + b]) < 1e-7);
    }
    links += drive.is_link ? 1 : 0;
    shifts += static_cast<int>(jumps.size());
  }
  CHECK(3 * links > n);
  CHECK(shifts > 2 * n);
  MESSAGE(shifts);
}
