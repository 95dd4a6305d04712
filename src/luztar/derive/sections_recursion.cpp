// Step 3 for many pairs: nested clipping along chains, messages on trees, the box problem else.
#include <algorithm>
#include <optional>

#include "luztar/derive/sections.h"

namespace luztar {
namespace {

using Shape = RestProblem::Shape;
using Kind = BodyEquation::Kind;

Expression math(const char* text) { return parse_expression(text, {}); }

std::string name_of(const DerivationContext& context, int body) {
  return body == kGround
             ? "`ground`"
             : "`" + context.equations.bodies[static_cast<std::size_t>(body)].name + "`";
}

/// Bodies along a chain of differences: pair k is between bodies[k] and bodies[k+1], counted
/// positive if its rate is that of bodies[k] minus that of bodies[k+1].
struct Chain {
  std::vector<int> pairs;
  std::vector<int> bodies;
  bool turned{false};  ///< every pair is turned against the order of the bodies
};

struct Ends {
  int ahead, behind;  ///< bodies with arms 1 and -1
};

std::optional<Ends> ends_of(const PairEquation& pair) {
  Ends ends{kGround, kGround};
  for (const auto& [body, arm] : pair.arms) {
    if (arm == Formula(1) && ends.ahead == kGround) {
      ends.ahead = body;
    } else if (arm == Formula(-1) && ends.behind == kGround) {
      ends.behind = body;
    } else {
      return std::nullopt;
    }
  }
  return ends;
}

std::optional<Chain> follow(const DerivationContext& context, const std::vector<int>& pairs) {
  Chain chain{pairs, {}, false};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto ends = ends_of(context.pair(pairs[k]));
    if (!ends) return std::nullopt;
    if (k == 0) chain.bodies.push_back(ends->ahead);
    if (chain.bodies.back() != ends->ahead) return std::nullopt;
    chain.bodies.push_back(ends->behind);
  }
  return chain;
}

/// The chain from one end or the other, so that all rates point the same way.
std::optional<Chain> chain_of(const DerivationContext& context, const RestProblem& problem) {
  if (!problem.links.empty()) return std::nullopt;
  std::vector<int> pairs;
  for (const int place : problem.order)
    pairs.push_back(problem.pairs[static_cast<std::size_t>(place)]);
  auto chain = follow(context, pairs);
  if (!chain) {
    std::reverse(pairs.begin(), pairs.end());
    chain = follow(context, pairs);
  }
  return chain;
}

Expression mass_of(const DerivationContext& context, int body) {
  if (body == kGround) return Expression::symbol("inf");
  const BodyEquation& equation = context.equations.bodies[static_cast<std::size_t>(body)];
  return equation.kind == Kind::Inertial ? context.written(equation.mass)
                                         : Expression::symbol("inf");
}

Expression force_of(const DerivationContext& context, int body) {
  if (body == kGround) return Expression::number(0.0);
  const BodyEquation& equation = context.equations.bodies[static_cast<std::size_t>(body)];
  return equation.kind == Kind::Inertial ? context.written(Formula::symbol("F." + equation.name))
                                         : Expression::number(0.0);
}

/// Acceleration of a body that no force moves: the right end of a chain.
std::optional<Expression> given_acceleration(const DerivationContext& context, int body) {
  if (body == kGround) return Expression::number(0.0);
  const BodyEquation& equation = context.equations.bodies[static_cast<std::size_t>(body)];
  if (equation.kind == Kind::Given) return Expression::symbol("a." + equation.name);
  if (equation.kind == Kind::Steady) return Expression::number(0.0);
  return std::nullopt;
}

void add_chain(const DerivationContext& context, Chain chain, Section& section) {
  // A fixed end belongs to the right: then it enters the group that ends there only.
  if (given_acceleration(context, chain.bodies.front())) {
    std::reverse(chain.bodies.begin(), chain.bodies.end());
    std::reverse(chain.pairs.begin(), chain.pairs.end());
    chain.turned = true;
  }
  const std::size_t n = chain.pairs.size();
  section.content.emplace_back(Paragraph{
      "A chain of " + std::to_string(n) + " pairs between " + std::to_string(n + 1) +
      " bodies. Pairs next to each other that are at rest form a run; kinetic forces at its ends "
      "count as part of F. Its forces follow by nested clipping, from the last pair j of the run "
      "back to the first. With $T_next$ of the pair behind j known (0 for the last), go from the "
      "first pair i of the run to j, with $s_before$ of the pair before i (0 for the first):"});
  Display clips;
  Line z = equal(math("z_i"), math("F_i + s_before - M_i*a_ij"));
  Line mean = equal(math("a_ij"), math("(F_sum + s_before - T_next)/M_sum"));
  clips.lines.push_back(std::move(mean));
  clips.lines.push_back(std::move(z));
  clips.lines.push_back(equal(math("s_i"), math("sat(z_i, FT_i)")));
  Line last = equal(math("T_j"), math("s_j"));
  clips.lines.push_back(std::move(last));
  section.content.emplace_back(std::move(clips));
  std::string sums =
      "Here $F_sum$ and $M_sum$ are the sums over the bodies that pairs i to j hold together, and "
      "$a_ij$ is their acceleration";
  if (const auto given = given_acceleration(context, chain.bodies.back()))
    sums += " ($" + to_text(*given) + "$ if the last body is among them)";
  sums += "; " + std::to_string(n * (n + 1) / 2) + " clips in all.";
  if (chain.turned) sums += " Forces count against the order of the pair's bodies in the model.";
  section.content.emplace_back(Paragraph{sums});
  DocumentTable table;
  table.header = {"i", "body", "M_i", "F_i", "pair to the next", "FT_i"};
  for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
    std::vector<std::string> row{std::to_string(i + 1),
                                 name_of(context, chain.bodies[i]),
                                 cell(mass_of(context, chain.bodies[i])),
                                 cell(force_of(context, chain.bodies[i])),
                                 "",
                                 ""};
    if (i < n) {
      row[4] = "`" + context.pair(chain.pairs[i]).name + "`";
      row[5] = cell(context.written(context.pair(chain.pairs[i]).breakaway));
    }
    table.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(table));
}

/// Chains with ratios, links or asymmetric limits: the same in terms of W and c.
void add_general_chain(const DerivationContext& context, const RestProblem& problem,
                       Section& section) {
  section.content.emplace_back(Paragraph{
      "A chain of " + std::to_string(problem.pairs.size()) +
      " pairs, each coupled with its neighbours: without limits, W T = c. Its forces follow by "
      "nested clipping, from the last pair j of a run at rest back to its first. With $T_next$ of "
      "the pair behind j known (0 for the last) eliminate pairs j, j-1, ..., i from the end,"});
  Display elimination;
  elimination.lines.push_back(equal(math("d_j"), math("W_jj")));
  elimination.lines.push_back(equal(math("r_j"), math("c_j - V_j*T_next")));
  elimination.lines.push_back(equal(math("d_k"), math("W_kk - V_k^2/d_next")));
  elimination.lines.push_back(equal(math("r_k"), math("c_k - V_k*r_next/d_next")));
  section.content.emplace_back(std::move(elimination));
  section.content.emplace_back(
      Paragraph{"and clip from the first pair i to j, with $s_before$ of the pair before i:"});
  Display clips;
  clips.lines.push_back(equal(math("s_i"), math("sat((r_i - V_before*s_before)/d_i, FT_i)")));
  clips.lines.push_back(equal(math("T_j"), math("s_j")));
  section.content.emplace_back(std::move(clips));
  DocumentTable table;
  table.header = {"i", "pair", "W_ii", "V_i", "c_i", "FT_i"};
  for (std::size_t i = 0; i < problem.order.size(); ++i) {
    const auto own = static_cast<std::size_t>(problem.order[i]);
    std::vector<std::string> row{std::to_string(i + 1),
                                 "`" + context.pair(problem.pairs[own]).name + "`",
                                 cell(context.written(problem.coupling[own][own])),
                                 "",
                                 cell(context.written(problem.drive[own])),
                                 cell(context.written(context.pair(problem.pairs[own]).breakaway))};
    if (i + 1 < problem.order.size())
      row[3] = cell(
          context.written(problem.coupling[own][static_cast<std::size_t>(problem.order[i + 1])]));
    table.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(table));
}

void add_tree(const DerivationContext& context, const RestProblem& problem, Section& section) {
  std::vector<std::string> names;
  for (const int pair : problem.pairs) names.push_back("`" + context.pair(pair).name + "`");
  section.content.emplace_back(
      Paragraph{list_of(names) +
                " form a tree. Take any body as its root. From the leaves to the root, g(x) is the "
                "force that "
                "a body and all behind it take when the body has the acceleration x; a child c "
                "passes on its g "
                "within the limits of its pair, a pair to `ground` adds a step at x = 0:"});
  Display messages;
  messages.lines.push_back(equal(math("g_i"), math("M_i*x - F_i + children + FT_ground*sign(x)")));
  messages.lines.push_back(equal(math("children"), math("sum_c*sat(g_c, FT_c)")));
  section.content.emplace_back(std::move(messages));
  section.content.emplace_back(Paragraph{
      "All of them are rising polylines. The root has the acceleration x where its g is 0; a child "
      "has its parent's as far as its own g stays within its limits there, else the x at which g "
      "meets "
      "the limit; the force of a pair is $-sat(g_c, FT_c)$ at the parent's x."});
  DocumentTable table;
  table.header = {"pair", "rate", "limit"};
  for (const int index : problem.pairs) {
    const PairEquation& pair = context.pair(index);
    std::vector<std::string> bodies;
    for (const auto& [body, arm] : pair.arms) bodies.push_back(name_of(context, body));
    if (bodies.size() == 1) bodies.emplace_back("`ground`");
    table.rows.push_back(
        {"`" + pair.name + "`", list_of(bodies), cell(context.written(pair.breakaway))});
  }
  section.content.emplace_back(std::move(table));
}

void add_box_problem(const DerivationContext& context, const RestProblem& problem,
                     Section& section) {
  std::vector<std::string> names;
  for (const int pair : problem.pairs) names.push_back("`" + context.pair(pair).name + "`");
  section.content.emplace_back(Paragraph{
      list_of(names) +
      ": the forces solve the box problem, least $Q$ = T'WT/2 - c'T within the limits, with W = D "
      "M^-1 D' and c = D M^-1 F; an active set ends after finitely many steps."});
}

}  // namespace

void add_recursion(const DerivationContext& context, const RestProblem& problem, Section& section) {
  if (problem.shape == Shape::Tree) return add_tree(context, problem, section);
  if (problem.shape == Shape::Cycle) return add_box_problem(context, problem, section);
  if (auto chain = chain_of(context, problem))
    return add_chain(context, std::move(*chain), section);
  add_general_chain(context, problem, section);
}

}  // namespace luztar
