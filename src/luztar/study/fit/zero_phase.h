// A filter that moves nothing in time.
#pragma once

#include <vector>

namespace luztar {

/// Butterworth's filter of fourth order there and back, so that no frequency is delayed; the ends
/// go on by their reflection in the end points (F. Gustafsson, IEEE Trans. Signal Processing 44,
/// 1996).
/// @param x       evenly sampled
/// @param cutoff  over the sampling frequency, below 0.5: there half of an amplitude passes
std::vector<double> zero_phase(const std::vector<double>& x, double cutoff);

/// Its rate by central differences; one-sided at the ends. @param step  between samples [s]
std::vector<double> central_rate(const std::vector<double>& x, double step);

}  // namespace luztar
