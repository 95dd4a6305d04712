// Generated C99 and Python functions against the engine, which knows nothing of them.
#include "luztar/derive/functions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/example.h"
#include "acceptance/generated_program.h"
#include "acceptance/random_states.h"
#include "acceptance/rich_network.h"
#include "environment.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/dynamics/system/tables.h"
#include "luztar/luztar.h"

using namespace luztar;
using acceptance::GeneratedProgram;
using acceptance::RandomState;
using acceptance::RandomStates;
using acceptance::ScratchFolder;

namespace {

#ifdef NDEBUG
constexpr std::size_t kNetworkStates = 200;
constexpr int kStates = 500, kNetworks = 10;
#else
constexpr std::size_t kNetworkStates = 50;
constexpr int kStates = 200, kNetworks = 6;
#endif

/// What the engine starts with at a state.
struct Truth {
  std::vector<double> in;  ///< t, q, v, z, signals: what the program reads
  std::vector<double> a, v, f;
  std::vector<double> rates;       ///< of states
  double acceleration{}, force{};  ///< the largest ones: the scale of rounding
  double rounding{};  ///< of written laws, which may take differences of large terms [N]
  double least_mass{HUGE_VAL};
  int sticks{}, breaks{};  ///< frictions with zero rate
};

class FirstSample : public Observer {
 public:
  void sample(const Sample& s) override {
    a.assign(s.a.begin(), s.a.end());
    q.assign(s.q.begin(), s.q.end());
    d.assign(s.d.begin(), s.d.end());
    v.assign(s.v.begin(), s.v.end());
    f.assign(s.f.begin(), s.f.end());
    rate.assign(s.rate.begin(), s.rate.end());
    mode.assign(s.mode.begin(), s.mode.end());
    internal.assign(s.internal.begin(), s.internal.end());
  }
  std::vector<double> a, q, d, v, f, rate, internal;
  std::vector<int> mode;
};

/// Value and two derivatives of measured data.
std::vector<double> measured(const PiecewiseCubic& curve, double t) {
  const auto next = std::upper_bound(curve.knot.begin(), curve.knot.end(), t);
  const auto last = static_cast<std::ptrdiff_t>(curve.piece.size()) - 1;
  const auto i =
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next - curve.knot.begin() - 1, 0, last));
  const double s = t - curve.knot[i];
  const auto& c = curve.piece[i];
  return {c[0] + s * (c[1] + s * (c[2] + s * c[3])), c[1] + s * (2 * c[2] + s * 3 * c[3]),
          2 * c[2] + s * 6 * c[3]};
}

/// How far rounding on the way may take the law of an element [N].
double rounding_of(const DirectFormula& law, double t, const FirstSample& at, std::size_t element) {
  using Kind = LawSymbol::Kind;
  if (!law) return 0.0;
  std::vector<double> x;
  for (const auto& [kind, b, side] : law.variables) {
    const auto body = static_cast<std::size_t>(std::max(b, 0));
    x.push_back(kind == Kind::Time         ? t
                : kind == Kind::Position   ? at.q[body]
                : kind == Kind::Velocity   ? at.v[body]
                : kind == Kind::State      ? at.internal[body]
                : kind == Kind::Deflection ? at.d[element]
                                           : at.rate[element]);
  }
  const std::vector<double> exact(x.size(), 0.0);
  double most = 0.0;
  for (int pattern = 0; pattern < DirectFunction::kPatterns; ++pattern)
    most = std::max(most, std::abs(law.function->rounded(x, exact, pattern) - (*law.function)(x)));
  return most;
}

/// By their formulas; signals are not among them.
std::vector<double> rates_of_states(const Model& model, const RandomState& at) {
  ParameterValues values = evaluate_parameters(model);
  values["t"] = at.time;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    values["q." + model.bodies[b].name] = at.q[b];
    values["v." + model.bodies[b].name] = at.v[b];
  }
  const std::size_t first = at.internal.size() - model.states.size();
  for (std::size_t s = 0; s < model.states.size(); ++s)
    values["x." + model.states[s].name] = at.internal[first + s];
  std::vector<double> rates;
  for (const StateVariable& state : model.states) rates.push_back(evaluate(state.rate, values));
  return rates;
}

/// The engine's values at n states; those at which a run cannot start are left out.
std::vector<Truth> truths(const Model& model, const System& system, std::size_t n) {
  std::vector<Truth> list;
  std::vector<PiecewiseCubic> curves;
  for (const Signal& signal : model.signals)
    if (const auto* table = std::get_if<Table>(&signal.value))
      curves.push_back(interpolate(*table));
  RandomStates states(system, 2026);
  SimulationSettings settings;
  settings.samples = 1;
  settings.tolerance = 1e-6;
  for (std::size_t tries = 0; list.size() < n && tries < 4 * n; ++tries) {
    const auto drawn = states.next();
    if (!drawn) continue;
    const RandomState& at = *drawn;
    settings.start = at.time;
    FirstSample first;
    const State start = initial_state(system, at.time, at.q, at.v, at.internal);
    const RunInfo info = simulate(system, start, settings, first);
    if (info.status != Status::Finished || first.a.empty()) continue;
    Truth truth;
    truth.in.push_back(at.time);
    for (const auto* part : {&at.q, &at.v, &at.internal})
      truth.in.insert(truth.in.end(), part->begin(), part->end());
    for (const PiecewiseCubic& curve : curves)
      for (const double x : measured(curve, at.time)) truth.in.push_back(x);
    truth.rates = rates_of_states(model, at);
    truth.a = first.a;
    truth.v = first.v;
    for (const PartKind kind :
         {PartKind::Friction, PartKind::Freewheel, PartKind::Link, PartKind::Stop})
      for (std::size_t e = 0; e < first.f.size(); ++e) {
        const ElementInfo& element = system.elements()[e];
        if (element.kind != kind || element.internal >= 0) continue;
        truth.f.push_back(first.f[e]);
        if (kind != PartKind::Friction || first.rate[e] != 0.0) continue;
        ++(first.mode[e] == 0 ? truth.sticks : truth.breaks);
      }
    for (std::size_t e = 0; e < first.f.size(); ++e)  // bristles come last
      if (system.elements()[e].internal >= 0) truth.f.push_back(first.f[e]);
    for (std::size_t e = 0; e < first.f.size(); ++e) {
      const ElementInfo& element = system.elements()[e];
      for (std::size_t i = 0; i < element.bodies.size(); ++i) {
        const double force = std::abs(element.coefficients[i] * first.f[e]);
        truth.force = std::max(truth.force, force);
        if (element.bodies[i] == kGround) continue;
        const double mass = system.bodies()[static_cast<std::size_t>(element.bodies[i])].mass;
        if (mass <= 0.0) continue;
        truth.acceleration = std::max(truth.acceleration, force / mass);
        truth.least_mass = std::min(truth.least_mass, mass);
      }
      truth.rounding += rounding_of(system.impl().laws[e].formula, at.time, first, e);
    }
    for (const double a : first.a) truth.acceleration = std::max(truth.acceleration, std::abs(a));
    list.push_back(std::move(truth));
  }
  return list;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Largest deviations beyond the rounding of written laws, relative to the largest acceleration and
/// force of the state.
struct Deviation {
  double a{}, v{}, f{};
  std::size_t worst{};
};

Deviation compare(const System& system, const std::vector<Truth>& truth,
                  const std::vector<double>& out, std::size_t n) {
  const std::size_t bodies = system.bodies().size();
  Deviation most;
  REQUIRE(!truth.empty());
  const std::size_t width = 2 * bodies + truth[0].f.size() + truth[0].rates.size();
  REQUIRE(out.size() == n * width);
  const auto worse = [](double& largest, double deviation, double scale, double rounding = 0.0) {
    const double relative = deviation <= rounding ? 0.0 : (deviation - rounding) / scale;
    if (!(relative > largest)) return relative == relative ? false : (largest = HUGE_VAL, true);
    largest = relative;
    return true;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = &out[i * width];
    double speed = 0.0;
    for (const double v : truth[i].v) speed = std::max(speed, std::abs(v));
    for (std::size_t b = 0; b < bodies; ++b) {
      const BodyInfo& body = system.bodies()[b];
      const bool massless = body.mass == 0.0 && !body.prescribed;
      if (!massless && worse(most.a, std::abs(row[b] - truth[i].a[b]), truth[i].acceleration,
                             truth[i].rounding / truth[i].least_mass))
        most.worst = i;
      if (massless) worse(most.v, std::abs(row[bodies + b] - truth[i].v[b]), speed);
    }
    for (std::size_t j = 0; j < truth[i].f.size(); ++j)
      worse(most.f, std::abs(row[2 * bodies + j] - truth[i].f[j]), truth[i].force,
            truth[i].rounding);
    for (std::size_t s = 0; s < truth[i].rates.size(); ++s) {
      const double rate = truth[i].rates[s];
      worse(most.a, std::abs(row[2 * bodies + truth[i].f.size() + s] - rate), std::abs(rate));
    }
  }
  return most;
}

/// Both programs at random states of one model; nothing if functions cannot express it.
struct Outcome {
  Deviation c, python;
  std::size_t states{};
  int sticks{}, breaks{};
};

std::optional<Outcome> check(const ScratchFolder& folder, const Model& model, std::size_t n,
                             std::size_t n_python) {
  std::optional<GeneratedProgram> c, python;
  try {
    c.emplace(folder, model, Language::C);
    python.emplace(folder, model, Language::Python);
  } catch (const ModelError&) {
    return std::nullopt;
  }
  CHECK(c->is_clean());
  CHECK(python->is_clean());
  const System system = compile(model);
  const auto truth = truths(model, system, n);
  Outcome outcome;
  outcome.states = truth.size();
  for (const Truth& t : truth) outcome.sticks += t.sticks, outcome.breaks += t.breaks;
  REQUIRE(truth.size() > n_python);
  std::vector<double> states, few;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    states.insert(states.end(), truth[i].in.begin(), truth[i].in.end());
    if (i + 1 == n_python) few = states;
  }
  outcome.c = compare(system, truth, c->run(states), truth.size());
  outcome.python = compare(system, truth, python->run(few), n_python);
  return outcome;
}

}  // namespace

TEST_CASE("generated C and Python give the engine's accelerations and forces for every example") {
  const ScratchFolder folder("luztar_functions_test");
  const auto n = static_cast<std::size_t>(luztar::test::count_of(kStates));
  std::vector<std::string> refused;
  for (const std::string& name : acceptance::example_names()) {
    CAPTURE(name);
    const Model model = load_model(acceptance::example_path(name + ".toml"));
    const auto outcome = check(folder, model, n, n / 20);
    if (!outcome) {
      refused.push_back(name);
      continue;
    }
    CHECK(outcome->states == n);
    for (const Deviation& deviation : {outcome->c, outcome->python}) {
      CAPTURE(deviation.worst);
      CHECK(deviation.a <= 1e-13);
      CHECK(deviation.v <= 1e-13);
      CHECK(deviation.f <= 1e-13);
    }
    if (luztar::test::shows())
      MESSAGE(name << ": C " << outcome->c.a << " " << outcome->c.v << " " << outcome->c.f
                   << ", Python " << outcome->python.a << " " << outcome->python.v << " "
                   << outcome->python.f << ", at rest " << outcome->sticks << " stick, "
                   << outcome->breaks << " break");
  }
  // A column without mass hangs between springs: its position is no part of the state. Samples and
  // the tooth that holds a ratchet are no functions of it either. A rod
  // along an expression and a link that presses frictions are refused.
  const std::vector<std::string> expected{
      "emps", "iwan", "ratchet", "sampled_servo", "slider_crank", "steering", "worm_gear_rigid"};
  std::sort(refused.begin(), refused.end());
  CHECK(refused == expected);
}

TEST_CASE("states stand beside motions, signals and massless bodies, or beside bristles") {
  const ScratchFolder folder("luztar_functions_test");
  const std::string some =
      "[parameters]\nk = 3\n[signals.wave]\nvalue = \"sin(5*t)\"\n"
      "[states.one]\nrate = \"k*x.two - abs(x.one)*q.hand\"\nstart = \"k/2\"\n"
      "[states.two]\nrate = \"v.block - if(x.one > 0, x.two, t)\"\n"
      "[bodies.hand]\nmotion = \"0.3*wave\"\n[bodies.block]\nmass = 2\n"
      "[springs.written]\nbetween = [\"block\", \"ground\"]\nforce = \"5*d + x.two*wave\"\n"
      "[frictions.dry]\nbetween = [\"block\", \"hand\"]\nkinetic = 1\n"
      "normal = \"2 + tanh(x.one)\"\n[simulation]\nduration = 2\n";
  for (const char* more : {"[bodies.joint]\nmass = 0\n"
                           "[springs.pull]\nbetween = [\"hand\", \"joint\"]\nstiffness = 30\n"
                           "[springs.push]\nbetween = [\"block\", \"joint\"]\nstiffness = 40\n"
                           "[dampers.oil]\nbetween = [\"joint\", \"ground\"]\ndamping = 2\n",
                           "[frictions.dahl]\nbetween = [\"block\", \"ground\"]\nlaw = \"dahl\"\n"
                           "sigma0 = 1e4\nkinetic = 2\n"}) {
    const auto outcome = check(folder, parse_model(some + more, "states.toml"), 300, 60);
    REQUIRE(outcome);
    for (const Deviation& deviation : {outcome->c, outcome->python}) {
      CHECK(deviation.a <= 1e-13);
      CHECK(deviation.v <= 1e-13);
      CHECK(deviation.f <= 1e-13);
    }
  }
}

TEST_CASE("random networks of every element: generated functions give the engine's values") {
  const ScratchFolder folder("luztar_functions_test");
  const int wanted = luztar::test::count_of(kNetworks);
  int compared = 0;
  for (int seed = 0; compared < wanted; ++seed) {
    CAPTURE(seed);
    REQUIRE(seed < 3 * wanted);
    const acceptance::Features features{.massless = seed % 2 == 0};
    const Model model = parse_model(
        acceptance::rich_network(static_cast<std::uint64_t>(seed), features), "rich.toml");
    std::optional<Outcome> outcome;
    try {
      outcome = check(folder, model, kNetworkStates, kNetworkStates / 5);
    } catch (const ModelError&) {
      continue;  // a mistake of the network, a stop between given motions say
    }
    if (!outcome) continue;
    ++compared;
    // On cycles the engine shares forces by the coefficients of friction, without normal forces.
    const bool pressed = std::any_of(model.frictions.begin(), model.frictions.end(),
                                     [](const Friction& f) { return f.normal.has_value(); });
    for (const Deviation& deviation : {outcome->c, outcome->python}) {
      CAPTURE(deviation.worst);
      CHECK(deviation.a <= 1e-13);
      CHECK(deviation.v <= 1e-13);
      if (!pressed) CHECK(deviation.f <= 1e-13);
    }
  }
}

TEST_CASE("what functions cannot express is refused in words, and the same model gives one text") {
  const Model steering = load_model(acceptance::example_path("steering.toml"));
  std::string words;
  try {
    generate_functions(steering, Language::C);
  } catch (const ModelError& error) {
    words = error.what();
  }
  CHECK(has(words, "steering.toml:"));
  CHECK(has(words, "functions cannot express the massless body 'column': only springs hold it"));
  const Model gear = load_model(acceptance::example_path("planetary_gear.toml"));
  for (const Language language : {Language::C, Language::Python})
    CHECK(generate_functions(gear, language) == generate_functions(gear, language));
}
