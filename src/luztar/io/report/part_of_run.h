// A report on some bodies and elements of a large network.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "luztar/io/channels.h"
#include "luztar/io/report.h"

namespace luztar::report {

/// What a report shows when only some channels were asked for: their bodies and elements, and the
/// bodies that these elements act on. Energies stay those of the whole.
class PartOfRun {
 public:
  PartOfRun(const ReportSubject& whole, const std::vector<Channel>& channels);

  ReportSubject subject(const ReportSubject& whole) const;
  /// Lives until the next call with the same slot (0 or 1).
  Sample sample(const Sample& whole, int slot = 0);
  /// Nothing if the element is not shown.
  std::optional<Event> event(const Event& whole) const;

 private:
  struct Values {
    std::vector<double> q, v, a, d, rate, f, lower, upper;
    std::vector<ModeNumber> mode;
  };
  std::vector<std::size_t> bodies_, elements_;  ///< that are shown
  std::vector<int> body_, name_;  ///< where a body and an event name of the whole are; -1: nowhere
  std::array<Values, 2> values_;
};

}  // namespace luztar::report
