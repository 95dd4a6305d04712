#include "luztar/stepping/step_solver.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kCheapRounds = 24;  // of changing wrong modes; then the exact recursion

}  // namespace

StepSolver::StepSolver(StepArrays& arrays) : x_(arrays) {
  if (!x_.forest.is_forest)
    graph_ = std::make_unique<GraphStep>(x_);
  else if (x_.forest.is_plain_chain)
    chain_ = std::make_unique<ChainStep>(x_);
  else
    forest_ = std::make_unique<ForestStep>(x_);
}

void StepSolver::set_executor(Executor executor) {
  if (forest_) forest_->set_executor(std::move(executor));
}

void StepSolver::place() {
  if (graph_) graph_->place();
  if (chain_) chain_->forget();
}

void StepSolver::set_length(double h) {
  if (chain_ && h != x_.h) chain_->forget();
  x_.h = h;
}

StepOutcome StepSolver::run() {
  return chain_   ? chain_->solve(kCheapRounds)
         : graph_ ? graph_->solve()
                  : forest_->solve(kCheapRounds);
}

bool StepSolver::solve(StepReport& report) {
  StepOutcome outcome = run();
  report.passes += outcome.passes;
  bool possible = true;
  if (!outcome.settled && !graph_) {
    report.exact = true;
    if (!exact_) exact_ = std::make_unique<ExactModes>(x_);
    possible = exact_->find();
    if (chain_) chain_->forget();
    outcome = run();  // what the recursion rounded
    report.passes += outcome.passes;
  }
  double residual = outcome.scale > 0.0 ? outcome.violation / outcome.scale : 0.0;
  if (std::isnan(outcome.violation + outcome.scale)) residual = HUGE_VAL;
  report.residual = std::max(report.residual, residual);
  scale_ = outcome.scale;
  return possible && (outcome.settled || graph_) && residual <= kSolved;
}

void StepSolver::accept() {
  if (chain_) return chain_->move();
  const double half = 0.5 * x_.h;
  for (int s = 0; s < static_cast<int>(x_.d.size()); ++s)
    x_.d[s] += half * (x_.start_rate(s) + x_.end_rate(s));
  if (graph_) graph_->accept();
  for (std::size_t i = 0; i < x_.q.size(); ++i) {
    x_.q[i] += half * (x_.v[i] + x_.next[i]);
    x_.v[i] = x_.next[i];
  }
}

}  // namespace luztar
