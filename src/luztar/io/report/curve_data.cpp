#include "luztar/io/report/curve_data.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "luztar/model/kinds.h"

namespace luztar::report {
namespace {

constexpr std::size_t kMostExactNumbers = 200'000;  // more are written with 16 bits each

// Calls write(column) for every curve: arrays of (q, v, a) by body, then of (d, rate, f) and, for
// frictions, (lower, upper) by element, then of (x) by state.
template <class Write>
void write_curves(Json& json, const RowLayout& layout, const Write& write) {
  json.key("bodies").open('[');
  for (std::size_t i = 0; i < layout.bodies; ++i) {
    json.open('[');
    for (std::size_t k = 0; k < 3; ++k) write(layout.body(i) + k);
    json.close(']');
  }
  json.close(']').key("elements").open('[');
  for (std::size_t i = 0; i < layout.elements; ++i) {
    json.open('[');
    for (std::size_t k = 0; k < 3; ++k) write(layout.element(i) + k);
    for (std::size_t k = 0; k < 2 && layout.limits[i]; ++k) write(layout.limits[i] + k);
    json.close(']');
  }
  json.close(']');
  if (layout.states == 0) return;
  json.key("states").open('[');
  for (std::size_t i = 0; i < layout.states; ++i) {
    json.open('[');
    write(layout.state(i));
    json.close(']');
  }
  json.close(']');
}

/// Writes columns of rows with 16 bits a number. Deflections and rates that are sums over the
/// bodies are left to the page: {"sum": 0} of positions, {"sum": 1} of velocities.
class ShortColumns {
 public:
  ShortColumns(Json& json, const ReportSubject& subject, const Collector& run)
      : json_(json), run_(run), sums_(run.layout().columns, nullptr) {
    for (std::size_t i = 0; i < run.layout().elements; ++i)
      for (const std::size_t k : {0U, 1U})
        sums_[run.layout().element(i) + k] = &subject.elements[i];
  }

  void write(std::size_t column) {
    const std::vector<double> values = of(column);
    const ElementInfo* element = sums_[column];
    const std::size_t k = element == nullptr ? 0 : (column - run_.layout().element(0)) % 3;
    if (element != nullptr && is_sum(*element, k, values)) {
      json_.open('{').key("sum").count(k).close('}');
    } else {
      json_.blocks(values);
    }
  }

 private:
  std::vector<double> of(std::size_t column) const {
    return run_.rows().column(column, run_.first_row());
  }

  /// To what 16 bits can tell.
  bool is_sum(const ElementInfo& element, std::size_t k, const std::vector<double>& values) const {
    if (!is_sum_of_bodies(element)) return false;
    std::vector<double> sum(values.size());
    for (std::size_t j = 0; j < element.bodies.size(); ++j) {
      const int body = element.bodies[j];
      if (body == kGround) continue;
      if (static_cast<std::size_t>(body) >= run_.layout().bodies) return false;
      const std::vector<double> part = of(run_.layout().body(static_cast<std::size_t>(body)) + k);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += element.coefficients[j] * part[i];
    }
    const auto [low, high] = std::ranges::minmax(values);
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (!(std::abs(sum[i] - values[i]) <= (high - low) / 65536.0)) return false;
    return true;
  }

  Json& json_;
  const Collector& run_;
  std::vector<const ElementInfo*> sums_;  ///< (columns) of deflections and rates
};

}  // namespace

void write_rows(Json& json, const ReportSubject& subject, const Collector& run) {
  if (run.rows().size() == 0) return;
  const std::size_t first = run.first_row(), n = run.rows().size() - first;
  json.key("rows").open('{').key("n").count(n).key("t");
  if (n * run.layout().columns > kMostExactNumbers) {
    json.times(run.rows().column(0, first));
    ShortColumns columns(json, subject, run);
    write_curves(json, run.layout(), [&](std::size_t column) { columns.write(column); });
  } else {
    json.column(run.rows().column(0, first));
    write_curves(json, run.layout(),
                 [&](std::size_t column) { json.column(run.rows().column(column, first)); });
  }
  json.close('}');
}

void write_thinned(Json& json, const Collector& run) {
  if (run.curves().empty()) return;
  json.key("thinned").open('{').key("span").number(run.curves().front().span());
  write_curves(json, run.layout(), [&](std::size_t column) {
    std::vector<double> t, y;
    for (const Point& point : run.curves()[column - 1].points()) {
      t.push_back(point.t);
      y.push_back(point.y);
    }
    json.open('{').key("n").count(t.size()).key("t").times(t).key("y").blocks(y).close('}');
  });
  json.close('}');
}

}  // namespace luztar::report
