// How the parameters of a sweep are shown: on axes that are even, or even in the logarithm.
#pragma once

#include <vector>

#include "luztar/study/sweep/sweep_plan.h"

namespace luztar {

/// Three or more different values, all positive, that are more even in the logarithm: the largest
/// distance of neighbours by the least one is below the root of that of the values themselves; or
/// the greatest value is above 50 times the least, and the median is nearer to the middle of the
/// range in the logarithm.
bool is_logarithmic(std::vector<double> values);

/// (SweepPlan::given) Whether values were asked for by their logarithm (`:log`, `loguniform`,
/// `lognormal`) and are positive, or are spread so: is_logarithmic().
std::vector<bool> logarithmic_axes(const SweepPlan& plan);

}  // namespace luztar
