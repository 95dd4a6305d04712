// Sweeps for Python.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"
#include "interrupt.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};
using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Varied = std::vector<std::pair<std::string, std::vector<double>>>;

/// Keeps the rows of the points from `begin` to `end`.
class Kept : public SweepObserver {
 public:
  Kept(std::int64_t begin, std::int64_t end, std::size_t measures)
      : begin_(begin),
        end_(end),
        measures_(measures),
        values_(new double[static_cast<std::size_t>(end - begin) * measures + 1]) {}

  bool has(std::int64_t point) const override { return point < begin_ || point >= end_; }
  void row(std::int64_t point, const SweepRow& row) override {
    double* place = values_.get() + static_cast<std::size_t>(point - begin_) * measures_;
    std::copy(row.values.begin(), row.values.end(), place);
    if (row.words.empty()) return;
    const std::scoped_lock lock(mutex_);
    words_[point] = row.words;
  }
  bool goes_on() override { return !stopped_; }
  void stop() { stopped_ = true; }

  std::map<std::int64_t, std::string>& words() { return words_; }
  Rows rows() {
    double* values = values_.release();
    const nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    return Rows(values, {static_cast<std::size_t>(end_ - begin_), measures_}, owner);
  }

 private:
  std::int64_t begin_, end_;
  std::size_t measures_;
  std::unique_ptr<double[]> values_;
  std::mutex mutex_;
  std::map<std::int64_t, std::string> words_;
  std::atomic<bool> stopped_{false};
};

SweepPlan plan_of(const Varied& varied, const std::vector<std::string>& measures,
                  double transient) {
  SweepPlan plan;
  for (const auto& [name, values] : varied) plan.variations.push_back({name, values});
  for (const std::string& text : measures)
    plan.measures.push_back(parse_measure(text, SourceLocation{text, 0, 0}));
  plan.transient = transient;
  return plan;
}

/// Values (points, measures) and the words of points that failed.
std::pair<Rows, std::map<std::int64_t, std::string>> run(
    const SourcedModel& source, const Changes& values, const Changes& settings,
    const Varied& varied, const std::vector<std::string>& measures, double transient,
    std::int64_t begin, std::int64_t end, int threads) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const SweepPlan plan = plan_of(varied, measures, transient);
  Kept kept(begin, end, measures.size());
  {
    const nb::gil_scoped_release free;
    const Interrupt interrupt;
    const Model model = changed(source, parameters, keys);
    auto work = std::async(std::launch::async, [&] {
      ThreadPool pool(threads);
      sweep(model, plan, kept, pool.threads(), pool.executor());
    });
    // This thread does nothing but listen: it alone hears of signals.
    while (work.wait_for(kBetweenLooks) != std::future_status::ready)
      if (Interrupt::asked()) kept.stop();
    work.get();
    const nb::gil_scoped_acquire held;
    interrupt.throw_if_asked();
  }
  return {kept.rows(), std::move(kept.words())};
}

/// Throws ModelError for what no point could do.
void check(const SourcedModel& source, const Changes& values, const Changes& settings,
           const Varied& varied, const std::vector<std::string>& measures, double transient) {
  check_plan(changed(source, changes_of(values), changes_of(settings)),
             plan_of(varied, measures, transient));
}

std::vector<double> values_of(const SourcedModel& source, const Changes& values,
                              const std::string& name, const std::string& text) {
  return parse_variation(changed(source, changes_of(values)), name + "=" + text, name).values;
}

double seconds_of(const SourcedModel& source, const Changes& values, const std::string& text) {
  const SourceLocation where{"transient", 1, 1};
  return evaluate(parse_value(text, "s", where),
                  evaluate_parameters(changed(source, changes_of(values))));
}

}  // namespace

void bind_sweep(nb::module_& m) {
  m.def("sweep", &run, nb::arg("model"), nb::arg("values"), nb::arg("settings"), nb::arg("varied"),
        nb::arg("measures"), nb::arg("transient"), nb::arg("begin"), nb::arg("end"),
        nb::arg("threads"));
  m.def("check_sweep", &check, nb::arg("model"), nb::arg("values"), nb::arg("settings"),
        nb::arg("varied"), nb::arg("measures"), nb::arg("transient"));
  m.def("seconds_of", &seconds_of, nb::arg("model"), nb::arg("values"), nb::arg("text"));
  m.def("values_of", &values_of, nb::arg("model"), nb::arg("values"), nb::arg("name"),
        nb::arg("text"));
}

}  // namespace luztar::python
