// Step 3 for many pairs: nested clipping along chains, messages on trees, the box problem else.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "luztar/derive/sections.h"

namespace luztar {
namespace {

using Shape = RestProblem::Shape;

std::string name_of(const DerivationContext& context, int body) {
  return ticked(body == kGround ? "ground" : context.equations.body(body).name);
}

std::string own_cell(const DerivationContext& context, const std::string& name) {
  return "$" + context.own_name(name) + "$";
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

/// The limits of a pair's force at rest, as cells; a link has none.
struct Limits {
  std::string lower, upper;
};

Limits limits_of(const DerivationContext& context, const PairEquation& pair, bool turned = false) {
  if (pair.is_link) return {"$-inf$", "$inf$"};
  if (pair.is_freewheel) return turned ? Limits{"$0$", "$inf$"} : Limits{"$-inf$", "$0$"};
  const Formula& above = turned ? pair.breakaway_back : pair.breakaway;
  const Formula& below = turned ? pair.breakaway : pair.breakaway_back;
  return {cell(context.written(-below)), cell(context.written(above))};
}

bool have_equal_limits(const DerivationContext& context, const std::vector<int>& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](int index) {
    const PairEquation& pair = context.pair(index);
    return !pair.is_freewheel && pair.breakaway == pair.breakaway_back;
  });
}

/// z within the limits of a pair: with FT_i, or with L_i and U_i where they differ.
Expression clipped(const DerivationContext& context, const std::string& z, bool symmetric) {
  return context.own(symmetric ? "sat(" + z + ", FT_i)" : "min(max(" + z + ", L_i), U_i)");
}

void add_limit_headers(const DerivationContext& context, bool symmetric, DocumentTable& table) {
  if (!symmetric) table.header.push_back(own_cell(context, "L_i"));
  table.header.push_back(own_cell(context, symmetric ? "FT_i" : "U_i"));
}

void add_limit_cells(const DerivationContext& context, const PairEquation& pair, bool symmetric,
                     bool turned, std::vector<std::string>& row) {
  const Limits limits = limits_of(context, pair, turned);
  if (!symmetric) row.push_back(limits.lower);
  row.push_back(limits.upper);
}

bool is_inertial(const DerivationContext& context, int body) {
  return body != kGround && context.equations.role(body) == BodyRole::Inertial;
}

Expression mass_of(const DerivationContext& context, int body) {
  return is_inertial(context, body) ? context.written(context.equations.body(body).mass)
                                    : Expression::symbol("inf");
}

/// Forces of pairs that are not at rest here count as known.
Expression force_of(const DerivationContext& context, const std::set<int>& at_rest, int body) {
  return is_inertial(context, body) ? context.written(known_force(context.equations, body, at_rest))
                                    : Expression::number(0.0);
}

/// Acceleration of a body that no force moves: the right end of a chain.
std::optional<Expression> given_acceleration(const DerivationContext& context, int body) {
  if (body == kGround || context.equations.role(body) == BodyRole::Steady)
    return Expression::number(0.0);
  if (context.equations.role(body) != BodyRole::Prescribed) return std::nullopt;
  return symbol_of("a", context.equations.body(body).name);
}

void add_chain(const DerivationContext& context, const RestProblem& problem, Chain chain,
               Section& section) {
  // A fixed end belongs to the right: then it enters the group that ends there only.
  if (given_acceleration(context, chain.bodies.front())) {
    std::reverse(chain.bodies.begin(), chain.bodies.end());
    std::reverse(chain.pairs.begin(), chain.pairs.end());
    chain.turned = true;
  }
  const std::size_t n = chain.pairs.size();
  const bool symmetric = have_equal_limits(context, chain.pairs);
  section.say(context.own_words(
      "A chain of " + std::to_string(n) + " pairs between " + std::to_string(n + 1) +
      " bodies. Pairs next to each other that are at rest form a run; kinetic forces at its ends "
      "count as part of F. Its forces follow by nested clipping, from the last pair j of the run "
      "back to the first. With $T_next$ of the pair behind j known (0 for the last), go from the "
      "first pair i of the run to j, with $s_before$ of the pair before i (0 for the first):"));
  section.show({equal(context.own("a_ij"), context.own("(F_sum + s_before - T_next)/M_sum")),
                equal(context.own("z_i"), context.own("F_i + s_before - M_i*a_ij")),
                equal(context.own("s_i"), clipped(context, "z_i", symmetric)),
                equal(context.own("T_j"), context.own("s_j"))});
  std::string sums = context.own_words(
      "Here $F_sum$ and $M_sum$ are the sums over the bodies that pairs i to j hold together, and "
      "$a_ij$ is their acceleration");
  if (const auto given = given_acceleration(context, chain.bodies.back()))
    sums += " ($" + to_text(*given) + "$ if the last body is among them)";
  sums += "; " + std::to_string(n * (n + 1) / 2) + " clips in all.";
  if (chain.turned) sums += " Forces count against the order of the pair's bodies in the model.";
  section.say(sums);
  const std::set<int> at_rest(problem.pairs.begin(), problem.pairs.end());
  DocumentTable table;
  table.header = {"i", "body", own_cell(context, "M_i"), own_cell(context, "F_i"),
                  "pair to the next"};
  add_limit_headers(context, symmetric, table);
  for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
    std::vector<std::string> row{std::to_string(i + 1), name_of(context, chain.bodies[i]),
                                 cell(mass_of(context, chain.bodies[i])),
                                 cell(force_of(context, at_rest, chain.bodies[i]))};
    if (i < n) {
      const PairEquation& pair = context.pair(chain.pairs[i]);
      row.push_back(ticked(pair.name));
      add_limit_cells(context, pair, symmetric, chain.turned, row);
    }
    row.resize(table.header.size());
    table.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(table));
}

/// Chains with ratios or links: the same in terms of W and c.
void add_general_chain(const DerivationContext& context, const RestProblem& problem,
                       Section& section) {
  const bool symmetric = have_equal_limits(context, problem.pairs);
  section.say(context.own_words(
      "A chain of " + std::to_string(problem.pairs.size()) +
      " pairs, each coupled with its neighbours: without limits, W T = c. Its forces follow by "
      "nested clipping, from the last pair j of a run at rest back to its first. With $T_next$ of "
      "the pair behind j known (its force in motion behind the run, 0 if there is none) eliminate "
      "pairs j, j-1, ..., i from the end,"));
  section.show({equal(context.own("d_j"), context.own("W_jj")),
                equal(context.own("r_j"), context.own("c_j - V_j*T_next")),
                equal(context.own("d_k"), context.own("W_kk - V_k^2/d_next")),
                equal(context.own("r_k"), context.own("c_k - V_k*r_next/d_next"))});
  section.say(context.own_words(
      "and clip from the first pair i to j, with $s_before$ of the pair before i (its force in "
      "motion before the run, 0 if there is none):"));
  section.show(
      {equal(context.own("s_i"), clipped(context, "(r_i - V_before*s_before)/d_i", symmetric)),
       equal(context.own("T_j"), context.own("s_j"))});
  DocumentTable table;
  table.header = {"i", "pair", own_cell(context, "W_ii"), own_cell(context, "V_i"),
                  own_cell(context, "c_i")};
  add_limit_headers(context, symmetric, table);
  for (std::size_t i = 0; i < problem.order.size(); ++i) {
    const auto own = static_cast<std::size_t>(problem.order[i]);
    std::vector<std::string> row{std::to_string(i + 1),
                                 ticked(context.pair(problem.pairs[own]).name),
                                 cell(context.written(problem.coupling(own, own))), "",
                                 cell(context.written(problem.drive[own]))};
    add_limit_cells(context, context.pair(problem.pairs[own]), symmetric, false, row);
    if (i + 1 < problem.order.size())
      row[3] = cell(
          context.written(problem.coupling(own, static_cast<std::size_t>(problem.order[i + 1]))));
    table.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(table));
}

/// Pairs and links of a tree seen from its root: rate = own arm * x + parent's arm * x_parent + b.
struct Branch {
  const PairEquation* pair;
  int body, parent;  ///< kGround: the pair connects the body to something given
  Formula arm, parent_arm, given;
};

struct RootedTree {
  std::vector<int> bodies;       ///< parents first
  std::vector<Branch> branches;  ///< to a parent, in the order of `bodies` but for the root
  std::vector<Branch> given;     ///< to what is given
};

Branch branch_of(const DerivationContext& context, const PairEquation& pair) {
  Branch branch{&pair, kGround, kGround, {}, {}, {}};
  for (const auto& [body, arm] : pair.arms) {
    const BodyEquation& other = context.equations.body(body);
    if (other.role == BodyRole::Prescribed)
      branch.given = branch.given + arm * Formula::symbol("a." + other.name);
    if (other.role != BodyRole::Inertial) continue;
    const bool first = branch.body == kGround || branch.body == body;
    (first ? branch.body : branch.parent) = body;
    Formula& sum = first ? branch.arm : branch.parent_arm;
    sum = sum + arm;
  }
  return branch;
}

RootedTree rooted(const DerivationContext& context, const RestProblem& problem) {
  std::vector<Branch> open;
  RootedTree tree;
  for (const auto* list : {&problem.pairs, &problem.links})
    for (const int pair : *list) {
      Branch branch = branch_of(context, context.pair(pair));
      (branch.parent == kGround ? tree.given : open).push_back(std::move(branch));
    }
  std::map<int, std::vector<std::size_t>> at_body;
  for (std::size_t k = 0; k < open.size(); ++k)
    for (const int body : {open[k].body, open[k].parent}) at_body[body].push_back(k);
  tree.bodies.push_back(open.empty() ? tree.given.front().body : open.front().parent);
  for (std::size_t k = 0; k < tree.bodies.size(); ++k)
    for (const std::size_t which : at_body[tree.bodies[k]]) {
      Branch& branch = open[which];
      if (branch.pair == nullptr) continue;
      if (branch.body == tree.bodies[k]) {
        std::swap(branch.body, branch.parent);
        std::swap(branch.arm, branch.parent_arm);
      }
      tree.bodies.push_back(branch.body);
      tree.branches.push_back(branch);
      branch.pair = nullptr;
    }
  return tree;
}

std::vector<std::string> branch_cells(const DerivationContext& context, const Branch& branch) {
  const Limits limits = limits_of(context, *branch.pair);
  return {ticked(branch.pair->name), cell(context.written(branch.arm)),
          cell(context.written(branch.given)), limits.lower, limits.upper};
}

void add_tree_tables(const DerivationContext& context, const RestProblem& problem,
                     const RootedTree& tree, Section& section) {
  const auto header = [&](std::vector<std::string> names) {
    for (std::string& name : names)
      if (name.find('_') != std::string::npos) name = own_cell(context, name);
    return names;
  };
  const std::set<int> at_rest(problem.pairs.begin(), problem.pairs.end());
  DocumentTable bodies;
  bodies.header =
      header({"body", "M_i", "F_i", "parent", "E_i", "pair", "D_i", "b_i", "L_i", "U_i"});
  for (std::size_t k = 0; k < tree.bodies.size(); ++k) {
    std::vector<std::string> row{name_of(context, tree.bodies[k]),
                                 cell(mass_of(context, tree.bodies[k])),
                                 cell(force_of(context, at_rest, tree.bodies[k]))};
    if (k > 0) {
      const Branch& branch = tree.branches[k - 1];
      row.push_back(name_of(context, branch.parent));
      row.push_back(cell(context.written(branch.parent_arm)));
      const auto more = branch_cells(context, branch);
      row.insert(row.end(), more.begin(), more.end());
    }
    row.resize(bodies.header.size());
    bodies.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(bodies));
  if (tree.given.empty()) return;
  DocumentTable given;
  given.header = header({"body", "pair", "D_p", "b_p", "L_p", "U_p"});
  for (const Branch& branch : tree.given) {
    std::vector<std::string> row{name_of(context, branch.body)};
    const auto more = branch_cells(context, branch);
    row.insert(row.end(), more.begin(), more.end());
    given.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(given));
}

void add_tree(const DerivationContext& context, const RestProblem& problem, Section& section) {
  const RootedTree tree = rooted(context, problem);
  section.say(context.own_words(
      context.names_of(problem.pairs) + " form a tree with the root " +
      name_of(context, tree.bodies.front()) +
      ". The rate of a body's pair to its parent changes by $D_i*x_i + E_i*x + b_i$ with the "
      "accelerations $x_i$ of the body and $x$ of the parent. From the leaves to the root, $g_i$ "
      "is the force that a body and all behind it take when the body has the acceleration $x_i$, "
      "with the sums over its children c and over its pairs p to what is given; a pair in motion "
      "is left out, and its force counts as part of F:"));
  section.show(
      {equal(context.own("g_i"), context.own("M_i*x_i - F_i + sum_c*E_c*T_c + sum_p*D_p*T_p")),
       equal(context.own("x_c"), context.own("-(E_c*x_i + b_c)/D_c")),
       equal(context.own("T_c"), context.own("min(max(-g_c/D_c, L_c), U_c)"))});
  section.say(context.own_words(
      std::string(tree.given.empty()
                      ? ""
                      : "$T_p$ is $U_p$ where $D_p*x_i + b_p$ is positive, $L_p$ "
                        "where it is negative, and anything between where it is 0. ") +
      "All $g$ are rising polylines. The root has the acceleration where its $g$ is 0. From there "
      "outwards each child has $x_c$ if $-g_c/D_c$ is within its limits there, else the "
      "acceleration at which its $g_c$ is $-D_c*T_c$ with the limit for $T_c$."));
  add_tree_tables(context, problem, tree, section);
}

void add_box_problem(const DerivationContext& context, const RestProblem& problem,
                     Section& section) {
  section.say(
      context.names_of(problem.pairs) +
      ": the forces solve the box problem, least $Q$ = T'WT/2 - c'T within the limits, with W = D "
      "M^-1 D' and c = D M^-1 F; an active set ends after finitely many steps.");
}

}  // namespace

void add_recursion(const DerivationContext& context, const RestProblem& problem, Section& section) {
  if (problem.shape == Shape::Tree) return add_tree(context, problem, section);
  if (problem.shape == Shape::Cycle || problem.shape == Shape::Parallel)
    return add_box_problem(context, problem, section);
  if (auto chain = chain_of(context, problem))
    return add_chain(context, problem, std::move(*chain), section);
  add_general_chain(context, problem, section);
}

}  // namespace luztar
