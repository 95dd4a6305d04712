#include "luztar/derive/functions_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "luztar/model/delays.h"
#include "luztar/model/law.h"
#include "luztar/model/link_loads.h"

namespace luztar {
namespace {

using Index = std::size_t;
using Law = NetworkElement::Law;

bool written_alike(const Expression& a, const Expression& b) { return to_text(a) == to_text(b); }

bool may_break(const Friction::Law& law) { return !written_alike(law.breakaway, first_level(law)); }

bool is_plain(const Friction::Law& law) { return is_constant(law) && !may_break(law); }

bool mentions_velocity(const Expression& expression) {
  const auto symbols = symbols_of(expression);
  return std::any_of(symbols.begin(), symbols.end(), [](const Expression& symbol) {
    return symbol.symbol() == "v" || symbol.symbol().starts_with("v.");
  });
}

class Planner {
 public:
  Planner(const Model& model, Keeps keeps)
      : model_(model), keeps_(keeps), values_(evaluate_parameters(model)) {
    plan_.network = network_of(model, values_);
    plan_.massless = network_.has_massless();
  }

  FunctionsPlan run() {
    if (keeps_ == Keeps::Nothing) refuse_what_happens();
    refuse_loads(model_, "functions cannot express");
    if (const Expression* delay = find_delay(model_))
      refuse(delay->where(), "functions of time and state cannot express '" + to_text(*delay) + "'",
             "give it as a parameter, and keep what was in the program that calls them");
    find_joints();
    find_tree();
    if (plan_.massless) check_massless();
    if (!mistakes_.empty()) throw ModelError(std::move(mistakes_));
    return std::move(plan_);
  }

 private:
  void refuse_what_happens() {
    for (const Controller& controller : model_.controllers)
      refuse(controller.where,
             "functions of time and state cannot express the samples of '" + controller.name + "'",
             "give its output as a parameter, and sample in the program that calls them");
    for (const StateVariable& state : model_.states)
      for (const StateVariable::Jump& jump : state.jumps)
        refuse(jump.where,
               "functions of time and state cannot express the jumps of '" + state.name + "'",
               "give it as a parameter, and let it jump in the program that calls them");
  }

  void refuse(const SourceLocation& where, std::string what, std::string advice) {
    mistakes_.push_back({where, std::move(what), std::move(advice)});
  }

  void add(const NetworkElement& element) {
    plan_.joints.push_back({element, network_.touches_massless(element.deflection)});
  }

  void refuse_bent(const NetworkElement& element) {
    if (element.is_bent())
      refuse(element.where,
             "functions cannot express '" + element.name +
                 "' yet: it is rigid along an expression of positions",
             "give it constant arms, or put something stiff in its place");
  }

  void find_joints() {
    for (const NetworkElement& element : network_.elements) {
      if (element.law == Law::Internal) plan_.internals.push_back(&model_.frictions[element.index]);
      if (element.law == Law::Internal || element.is_pair()) refuse_bent(element);
      if (!element.is_pair()) continue;
      if (element.law == Law::Ratchet)
        refuse(element.where,
               "functions of time and state cannot express the ratchet '" + element.name +
                   "': which tooth holds follows from the motion before",
               "leave its pitch out, or write a rigid limit at the tooth that holds");
      add(element);
      if (element.law != Law::Coulomb) continue;
      const Friction& friction = model_.frictions[element.index];
      plan_.joints.back().may_break = may_break(friction.forward) || may_break(friction.backward);
      plan_.breaks = plan_.breaks || plan_.joints.back().may_break;
    }
    plan_.n_pairs = plan_.joints.size();
    for (const PartKind kind : {PartKind::Damper, PartKind::Spring})
      for (const NetworkElement& element : network_.elements)
        if (element.kind == kind && network_.touches_massless(element.deflection) &&
            (kind == PartKind::Damper || has_damping(element)))
          add(element);
  }

  bool has_damping(const NetworkElement& element) const {
    return element.viscous != nullptr && evaluate(*element.viscous, values_) != 0.0;
  }

  // --- the tree ------------------------------------------------------------------------------

  void find_tree() {
    const Index n = model_.bodies.size();
    plan_.tree = true;
    std::vector<std::vector<std::pair<int, int>>> at(n);  // (joint, other body)
    std::vector<int> ties(n, 0);
    for (Index j = 0; j < plan_.joints.size(); ++j) connect(static_cast<int>(j), at, ties);
    plan_.joint_in.assign(n, -1);
    std::vector<char> seen(n, 0);
    for (const BodyRole wanted : {BodyRole::Inertial, BodyRole::Massless})
      for (Index b = 0; b < n; ++b)
        if (network_.roles[b] == wanted && seen[b] == 0) walk(static_cast<int>(b), at, ties, seen);
    std::reverse(plan_.order.begin(), plan_.order.end());
    if (!plan_.tree) plan_.cycles = true;
    plan_.rigid =
        plan_.cycles && std::any_of(plan_.joints.begin(), plan_.joints.end(),
                                    [](const Joint& joint) { return joint.element.is_endless(); });
  }

  void connect(int index, std::vector<std::vector<std::pair<int, int>>>& at,
               std::vector<int>& ties) {
    Joint& joint = plan_.joints[static_cast<Index>(index)];
    std::vector<int> free, given;
    for (const auto& term : joint.element.deflection.terms)
      (network_.is_given(term.body) ? given : free).push_back(term.body);
    if (free.size() + given.size() > 2) plan_.tree = false;
    joint.inner = free.size() > 1;
    if (free.empty()) {  // between given bodies: nothing moves by its force
      joint.first = given[0] == kGround ? given.back() : given[0];
      joint.other = given[0] == kGround || given.size() < 2 ? kGround : given[1];
      return;
    }
    joint.first = free[0];
    joint.other = joint.inner ? free[1] : given.empty() ? kGround : given[0];
    if (!joint.inner) {
      if (joint.element.is_pair()) ++ties[static_cast<Index>(free[0])];
      return;
    }
    at[static_cast<Index>(free[0])].emplace_back(index, free[1]);
    at[static_cast<Index>(free[1])].emplace_back(index, free[0]);
  }

  /// One tree from its root, parents first.
  void walk(int root, const std::vector<std::vector<std::pair<int, int>>>& at,
            const std::vector<int>& ties, std::vector<char>& seen) {
    const Index begin = plan_.order.size();
    plan_.order.push_back(root);
    seen[static_cast<Index>(root)] = 1;
    int held = 0;
    Index edges = 0, joints = 0;
    for (Index k = begin; k < plan_.order.size(); ++k) {
      const auto b = static_cast<Index>(plan_.order[k]);
      held += ties[b];
      for (const auto& [joint, other] : at[b]) {
        ++edges;
        if (seen[static_cast<Index>(other)] != 0) continue;
        seen[static_cast<Index>(other)] = 1;
        plan_.order.push_back(other);
        plan_.joint_in[static_cast<Index>(other)] = joint;
        Joint& edge = plan_.joints[static_cast<Index>(joint)];
        edge.first = other;
        edge.other = plan_.order[k];
      }
    }
    const Index bodies = plan_.order.size() - begin;
    joints = edges / 2 + static_cast<Index>(held);
    if (edges / 2 >= bodies) plan_.tree = false;
    if (held > 1) plan_.cycles = true;
    for (Index j = plan_.n_pairs; j < plan_.joints.size(); ++j) ++joints;  // dampings tie too
    plan_.most_points = std::max(plan_.most_points, static_cast<int>(bodies + 2 * joints + 1));
  }

  // --- massless bodies -----------------------------------------------------------------------

  void check_massless() {
    if (!plan_.tree)
      refuse({model_.file, 0, 0},
             "functions cannot express massless bodies in a network whose frictions, dampers and "
             "links form cycles",
             "give the massless bodies a small mass");
    if (!plan_.internals.empty() && plan_.joints.size() > plan_.n_pairs)
      refuse({model_.file, 0, 0},
             "functions cannot express massless bodies with dampers beside bristle laws",
             "give the massless bodies a small mass");
    check_held();
    for (const Joint& joint : plan_.joints)
      if (joint.touches_massless) check_joint(joint);
    for (const NetworkElement& element : network_.elements) check_force(element);
    for (const Friction* friction : plan_.internals)
      if (network_.touches_massless(friction->deflection))
        refuse_element(friction->where, friction->name);
  }

  void refuse_element(const SourceLocation& where, const std::string& name) {
    refuse(where,
           "functions cannot express the force of '" + name +
               "' on a massless body: its velocity is no closed function of the state",
           "give the massless body a small mass");
  }

  /// Springs and written forces; of dampers all is said by check_joint().
  void check_force(const NetworkElement& element) {
    if (!network_.touches_massless(element.deflection) || element.kind == PartKind::Damper) return;
    const bool refused =
        element.law == Law::Written
            ? mentions_velocity(*element.written)
            : element.law == Law::Spring && has_damping(element) && element.spring->has_gap;
    if (refused) refuse_element(element.where, element.name);
  }

  void check_joint(const Joint& joint) {
    const NetworkElement& element = joint.element;
    if (element.has_edges() || element.law == Law::Written)
      refuse_element(element.where, element.name);
    if (element.law != Law::Coulomb) return;
    const Friction& friction = model_.frictions[element.index];
    const bool alike = written_alike(friction.forward.viscous, friction.backward.viscous);
    const bool steady = element.written == nullptr || !mentions_velocity(*element.written);
    if (!is_plain(friction.forward) || !is_plain(friction.backward) || !alike || !steady)
      refuse_element(element.where, element.name);
  }

  /// What it gives to the rate of a massless body; 1 where any would do.
  double damping_of(const NetworkElement& element) const {
    if (element.viscous != nullptr) return evaluate(*element.viscous, values_);
    return element.is_one_sided() ? 0.0 : 1.0;
  }

  /// Massless bodies that dampings and links tie to each other need one to something else.
  void check_held() {
    std::vector<int> group(model_.bodies.size());
    std::iota(group.begin(), group.end(), 0);
    std::vector<char> held(model_.bodies.size(), 0);
    for (int round = 0; round < 2; ++round)
      for (const Joint& joint : plan_.joints) {
        if (!joint.touches_massless || damping_of(joint.element) == 0.0) continue;
        const bool both = network_.is_massless(joint.first) && network_.is_massless(joint.other);
        const int own = group[static_cast<Index>(network_.is_massless(joint.first) ? joint.first
                                                                                   : joint.other)];
        if (round == 0 && both) {
          const int other = group[static_cast<Index>(joint.other)];
          std::replace(group.begin(), group.end(), other, own);
        }
        if (round == 1 && !both) held[static_cast<Index>(own)] = 1;
      }
    for (Index b = 0; b < model_.bodies.size(); ++b)
      if (network_.is_massless(static_cast<int>(b)) && held[static_cast<Index>(group[b])] == 0)
        refuse(model_.bodies[b].where,
               "functions cannot express the massless body '" + model_.bodies[b].name +
                   "': only springs hold it, so its position follows from the balance of forces",
               "give it a small mass, or replace the springs in a row by one");
  }

  const Model& model_;
  Keeps keeps_;
  ParameterValues values_;
  FunctionsPlan plan_;
  const Network& network_{plan_.network};
  std::vector<Diagnostic> mistakes_;
};

}  // namespace

FunctionsPlan plan_functions(const Model& model, Keeps keeps) {
  return Planner(model, keeps).run();
}

}  // namespace luztar
