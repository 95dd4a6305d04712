#include "luztar/import/mjcf_inertia.h"

#include <cmath>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar::mjcf {
namespace {

/// A part of a position that turns with the hinges up to `hinge`.
struct Arm {
  std::size_t hinge{};
  Vector3 vector{};  ///< across the axis
};

struct Sum {
  Vector3 vector{};
  double size{};
};

bool is_rounding(double x, double size) { return is_negligible(x, size, kNoise); }

class InertiaSum {
 public:
  InertiaSum(const Tree& tree, const Vector3& gravity) : tree_(tree), gravity_(gravity) {
    const std::size_t n = tree.joints.size();
    result_.mass.assign(n, std::vector<double>(n, 0.0));
    result_.weight.assign(n, 0.0);
    chains_.resize(n);
  }

  JointInertia summed() {
    for (const Body& body : tree_.bodies) add(body);
    for (const auto& [pair, sum] : crossed_) require(sum, pair.first, pair.second);
    for (const auto& [pair, sum] : carried_) require_carried(sum, pair.first, pair.second);
    for (const auto& [hinge, moment] : moments_) add_swing(hinge, moment);
    return std::move(result_);
  }

 private:
  const Joint& joint(std::size_t i) const { return tree_.joints[i]; }

  /// Hinges of a chain with the sign of each against the first one's axis.
  std::vector<std::pair<std::size_t, double>> hinges(const Body& body) const {
    std::vector<std::pair<std::size_t, double>> list;
    for (const std::size_t i : body.chain) {
      if (!list.empty()) check_parallel(joint(list.front().first), joint(i));
      if (joint(i).turns)
        list.emplace_back(i, list.empty() ? 1.0
                                          : std::copysign(1.0, dot(joint(list.front().first).axis,
                                                                   joint(i).axis)));
    }
    return list;
  }

  static void check_parallel(const Joint& hinge, const Joint& other) {
    if (is_rounding(length(cross(hinge.axis, other.axis)), 1.0)) return;
    Document::fail(
        other.element->where,
        Document::name_of(*other.element) + " is turned by " + Document::name_of(*hinge.element) +
            " about another axis, so that the inertia changes with the position",
        "only joints whose axes are parallel can follow a hinge; write this part without it");
  }

  Vector3 across(const Vector3& v, const Vector3& axis) const {
    return sum(v, axis, -dot(v, axis));
  }

  void add(const Body& body) {
    const auto turning = hinges(body);
    for (std::size_t k = 0; k < turning.size(); ++k)
      chains_[turning[k].first] = {turning.begin(), turning.begin() + static_cast<long>(k) + 1};
    std::vector<Arm> arms;
    for (std::size_t k = 0; k < turning.size(); ++k) {
      const Vector3 from = joint(turning[k].first).anchor;
      const Vector3 to = k + 1 < turning.size() ? joint(turning[k + 1].first).anchor : body.centre;
      arms.push_back({.hinge = turning[k].first,
                      .vector = across(sum(to, from, -1.0), joint(turning[0].first).axis)});
    }
    add_slides(body, arms);
    add_turns(body, turning, arms);
  }

  void add_slides(const Body& body, const std::vector<Arm>& arms) {
    for (const std::size_t i : body.chain) {
      if (joint(i).turns) continue;
      result_.weight[i] += body.mass * (1.0 - body.gravcomp) * dot(gravity_, joint(i).axis);
      for (const std::size_t j : body.chain)
        if (!joint(j).turns) result_.mass[i][j] += body.mass * dot(joint(i).axis, joint(j).axis);
      for (const Arm& arm : arms) {
        Sum& carried = carried_[{i, arm.hinge}];
        carried.vector = sum(carried.vector, arm.vector, body.mass);
        carried.size += body.mass * length(arm.vector);
      }
    }
  }

  void add_turns(const Body& body, const std::vector<std::pair<std::size_t, double>>& turning,
                 const std::vector<Arm>& arms) {
    if (turning.empty()) return;
    const Vector3& axis = joint(turning[0].first).axis;
    double about_axis = 0.0;
    for (std::size_t i = 0; i < 3; ++i) about_axis += axis[i] * dot(body.inertia[i], axis);
    for (std::size_t a = 0; a < turning.size(); ++a)
      for (std::size_t b = 0; b < turning.size(); ++b) {
        double own = about_axis;  // arms that turn with both
        for (std::size_t k = std::max(a, b); k < arms.size(); ++k)
          own += body.mass * dot(arms[k].vector, arms[k].vector);
        result_.mass[turning[a].first][turning[b].first] +=
            turning[a].second * turning[b].second * own;
      }
    for (std::size_t k = 0; k < arms.size(); ++k) {
      Sum& moment = moments_[arms[k].hinge];
      moment.vector = sum(moment.vector, arms[k].vector, body.mass * (1.0 - body.gravcomp));
      moment.size += body.mass * length(arms[k].vector);
      for (std::size_t l = 0; l < k; ++l) {
        const Vector3 &outer = arms[k].vector, &inner = arms[l].vector;
        Sum& crossed = crossed_[{arms[l].hinge, arms[k].hinge}];
        crossed.vector = sum(crossed.vector,
                             {dot(outer, inner), dot(axis, cross(inner, outer)), 0.0}, body.mass);
        crossed.size += body.mass * length(outer) * length(inner);
      }
    }
  }

  void require(const Sum& sum, std::size_t inner, std::size_t outer) const {
    if (is_rounding(length(sum.vector), sum.size)) return;
    Document::fail(joint(outer).element->where,
                   "what " + Document::name_of(*joint(outer).element) +
                       " carries is not balanced about it, so that the inertia at " +
                       Document::name_of(*joint(inner).element) + " changes with the position",
                   "luztar has constant inertia: balance it, or take one of both joints away");
  }

  void require_carried(const Sum& sum, std::size_t slide, std::size_t hinge) const {
    const Vector3 along = across(joint(slide).axis, joint(hinge).axis);
    if (is_rounding(length(sum.vector) * length(along), sum.size)) return;
    Document::fail(joint(hinge).element->where,
                   "what " + Document::name_of(*joint(hinge).element) +
                       " carries is not balanced about it, so that the inertia at " +
                       Document::name_of(*joint(slide).element) + " changes with the position",
                   "luztar has constant inertia: balance it, or take one of both joints away");
  }

  void add_swing(std::size_t hinge, const Sum& moment) {
    if (is_rounding(length(moment.vector), moment.size)) return;
    const auto& chain = chains_[hinge];
    const Vector3& axis = joint(chain.front().first).axis;
    const Vector3 side = cross(axis, moment.vector);
    Swing swing{
        .angle = chain, .cosine = dot(gravity_, side), .sine = -dot(gravity_, moment.vector)};
    const double size = length(gravity_) * moment.size;
    if (is_rounding(swing.cosine, size)) swing.cosine = 0.0;
    if (is_rounding(swing.sine, size)) swing.sine = 0.0;
    if (swing.cosine != 0.0 || swing.sine != 0.0) result_.swings.push_back(std::move(swing));
  }

  const Tree& tree_;
  Vector3 gravity_;
  JointInertia result_{};
  std::vector<std::vector<std::pair<std::size_t, double>>> chains_{};
  std::map<std::pair<std::size_t, std::size_t>, Sum> crossed_{};
  std::map<std::pair<std::size_t, std::size_t>, Sum> carried_{};
  std::map<std::size_t, Sum> moments_{};
};

}  // namespace

JointInertia inertia_of(const Tree& tree, const Vector3& gravity) {
  return InertiaSum(tree, gravity).summed();
}

}  // namespace luztar::mjcf
