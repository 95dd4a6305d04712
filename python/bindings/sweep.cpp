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

constexpr std::chrono::milliseconds kBetweenSignals{20};
using RowsOfNumbers = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Numbers = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Words = std::map<std::int64_t, std::string>;
using Texts = std::map<std::string, std::vector<std::string>>;

template <class Array, class Number>
Array owned(std::unique_ptr<Number[]> values, std::vector<std::size_t> shape) {
  Number* const place = values.release();
  const nb::capsule owner(place, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
  return Array(place, shape.size(), shape.data(), owner);
}

/// A folder that keeps rows, so that a sweep goes on where a former one ended.
class SweepFolder {
 public:
  SweepFolder(const std::string& folder, const SweepPlan& plan, const std::string& identity)
      : table_(folder,
               {.given = {}, .found = plan.columns(), .rows = plan.points(), .identity = identity},
               FormerRows::TakeIfAny) {}
  PointTable& table() { return table_; }

 private:
  PointTable table_;
};

/// Keeps the rows of the lines from `begin` to `end`.
class Kept : public SweepObserver {
 public:
  Kept(const SweepPlan& plan, std::int64_t begin, std::int64_t end, PointTable* table)
      : plan_(plan),
        begin_(begin),
        end_(end),
        columns_(plan.columns().size()),
        values_(new double[rows() * columns_ + 1]),
        table_(table) {
    if (table_ == nullptr) return;
    for (std::int64_t line = begin; line < end; ++line)
      for (std::int64_t step = 0; step < plan.length(); ++step)
        if (const std::int64_t point = plan.point_of(line, step); table_->has(point))
          note(point, table_->found(point), table_->words(point));
  }

  bool has(std::int64_t point) const override {
    const std::int64_t line = plan_.line_of(point);
    if (line < begin_ || line >= end_) return true;
    const std::scoped_lock lock(mutex_);
    return table_ != nullptr && table_->has(point);
  }
  void row(std::int64_t point, const SweepRow& row) override {
    const std::scoped_lock lock(mutex_);
    note(point, row.values, row.words);
    ++run_;
    if (table_ != nullptr) table_->add(point, row.values, row.words);
  }
  bool goes_on() override { return !stopped_; }
  void stop() { stopped_ = true; }

  std::int64_t run() const { return run_; }
  std::size_t rows() const { return static_cast<std::size_t>((end_ - begin_) * plan_.length()); }
  std::pair<RowsOfNumbers, Words> take() {
    return {owned<RowsOfNumbers>(std::move(values_), {rows(), columns_}), std::move(words_)};
  }

 private:
  void note(std::int64_t point, std::span<const double> values, const std::string& words) {
    const auto row = static_cast<std::size_t>((plan_.line_of(point) - begin_) * plan_.length() +
                                              plan_.step_of(point));
    std::copy(values.begin(), values.end(), values_.get() + row * columns_);
    if (!words.empty()) words_[point] = words;
  }

  const SweepPlan& plan_;
  std::int64_t begin_, end_;
  std::size_t columns_;
  std::unique_ptr<double[]> values_;
  PointTable* table_;
  mutable std::mutex mutex_;
  Words words_;
  std::atomic<std::int64_t> run_{0};
  std::atomic<bool> stopped_{false};
};

/// A model and what its sweep does.
class Sweep {
 public:
  /// @param texts  keys of [sweep] that replace those of the file
  /// @param listed  (rows, names) values that parameters take together; no names: none
  Sweep(const SourcedModel& source, const Changes& values, const Changes& settings,
        const Texts& texts, std::vector<std::string> names, const RowsOfNumbers& listed)
      : model_(changed(source, changes_of(values), changes_of(settings))) {
    SweepTable table = model_.sweep;
    replace(table, located(texts));
    plan_ = make_plan(model_, table);
    if (!names.empty()) list(std::move(names), listed);
    check_plan(model_, plan_);
  }

  const SweepPlan& plan() const { return plan_; }
  std::vector<std::string> units() const { return si_units_of(model_, plan_.given()); }

  std::vector<bool> logarithmic() const { return logarithmic_axes(plan_); }
  /// (columns) Units of measures; empty if the model cannot be compiled where the sweep begins.
  std::vector<std::string> measured_units() const {
    ParameterValues values;
    const std::vector<std::string> names = plan_.parameters();
    const std::vector<double> first = plan_.given_at(0);
    for (std::size_t i = 0; i < names.size(); ++i) values[names[i]] = first[i];
    try {
      const System system = compile(model_, values, StartOfFile::Unused);
      return measure_units(model_, system, result_coordinates(model_, system), plan_.measures);
    } catch (const ModelError&) {
      return {};
    }
  }

  /// Values (rows, columns) of the lines from `begin` to `end`, step by step, and the words of
  /// points that failed. `listen` is called with the number of points run.
  std::pair<RowsOfNumbers, Words> run(std::int64_t begin, std::int64_t end, int threads,
                                      SweepFolder* rows, const nb::object& listen) const {
    Kept kept(plan_, begin, end, rows == nullptr ? nullptr : &rows->table());
    {
      const nb::gil_scoped_release free;
      const Interrupt interrupt;
      auto work = std::async(std::launch::async, [&] {
        ThreadPool pool(threads);
        sweep(model_, plan_, kept, pool.threads(), pool.executor());
      });
      // This thread does nothing but listen: it alone hears of signals.
      while (work.wait_for(kBetweenSignals) != std::future_status::ready) {
        if (Interrupt::asked()) kept.stop();
        try {
          tell(listen, kept.run());
        } catch (...) {
          kept.stop();
          work.wait();
          throw;
        }
      }
      if (rows != nullptr) rows->table().flush();
      work.get();
      const nb::gil_scoped_acquire held;
      interrupt.throw_if_asked();
    }
    return kept.take();
  }

 private:
  static std::map<std::string, std::vector<SourceText>> located(const Texts& texts) {
    std::map<std::string, std::vector<SourceText>> found;
    for (const auto& [key, items] : texts) {
      found[key];
      for (const std::string& item : items) found[key].push_back({item, SourceLocation{key, 0, 0}});
    }
    return found;
  }

  void list(std::vector<std::string> names, const RowsOfNumbers& values) {
    if (!plan_.list.names.empty())
      throw ModelError({"points", 0, 0}, "there are drawn values too",
                       "draw these yourself and give them as columns of `points`");
    plan_.list.names = std::move(names);
    plan_.list.rows = static_cast<std::int64_t>(values.shape(0));
    plan_.list.values.assign(values.data(), values.data() + values.size());
  }

  static void tell(const nb::object& listen, std::int64_t points) {
    if (listen.is_none()) return;
    const nb::gil_scoped_acquire held;
    listen(points);
  }

  Model model_;
  SweepPlan plan_;
};

/// Points in the order of run().
Numbers order_of(const Sweep& sweep) {
  const SweepPlan& plan = sweep.plan();
  const auto n = static_cast<std::size_t>(plan.points());
  std::unique_ptr<std::int64_t[]> points(new std::int64_t[n + 1]);
  for (std::size_t i = 0; i < n; ++i)
    points[i] = plan.point_of(static_cast<std::int64_t>(i) / plan.length(),
                              static_cast<std::int64_t>(i) % plan.length());
  return owned<Numbers>(std::move(points), {n});
}

/// (points, given columns)
RowsOfNumbers given_of(const Sweep& sweep) {
  const SweepPlan& plan = sweep.plan();
  const std::size_t columns = plan.given().size();
  const auto n = static_cast<std::size_t>(plan.points());
  std::unique_ptr<double[]> numbers(new double[n * columns + 1]);
  for (std::size_t point = 0; point < n; ++point) {
    const auto values = plan.given_at(static_cast<std::int64_t>(point));
    std::copy(values.begin(), values.end(), numbers.get() + point * columns);
  }
  return owned<RowsOfNumbers>(std::move(numbers), {n, columns});
}

std::vector<std::pair<std::string, std::vector<double>>> varied_of(const Sweep& sweep) {
  std::vector<std::pair<std::string, std::vector<double>>> varied;
  for (const Variation& variation : sweep.plan().variations)
    varied.emplace_back(variation.name, variation.values);
  return varied;
}

std::vector<double> values_by_name(const SourcedModel& source, const Changes& values,
                                   const std::string& name, const std::string& text) {
  return parse_variation(changed(source, changes_of(values)), name + "=" + text,
                         SourceLocation{name, 0, 0})
      .values;
}

}  // namespace

void bind_sweep(nb::module_& m) {
  nb::class_<SweepFolder>(m, "SweepFolder")
      .def(
          "__init__",
          [](SweepFolder* rows, const std::string& folder, const Sweep& sweep,
             const std::string& identity) {
            new (rows) SweepFolder(folder, sweep.plan(), identity);
          },
          nb::arg("folder"), nb::arg("sweep"), nb::arg("identity"))
      .def("has", [](SweepFolder& rows, std::int64_t point) { return rows.table().has(point); })
      .def("add", [](SweepFolder& rows, std::int64_t point, const std::vector<double>& values,
                     const std::string& words) { rows.table().add(point, values, words); })
      .def("damaged",
           [](SweepFolder& rows) {
             std::vector<std::string> words;
             for (const DamagedRows& of : rows.table().damaged()) words.push_back(of.words());
             return words;
           })
      .def("flush", [](SweepFolder& rows) { rows.table().flush(); });
  nb::class_<Sweep>(m, "Sweep")
      .def(nb::init<const SourcedModel&, const Changes&, const Changes&, const Texts&,
                    std::vector<std::string>, const RowsOfNumbers&>(),
           nb::arg("model"), nb::arg("values"), nb::arg("settings"), nb::arg("texts"),
           nb::arg("names"), nb::arg("listed"))
      .def("varied", &varied_of)
      .def("parameters", [](const Sweep& sweep) { return sweep.plan().parameters(); })
      .def("given_names", [](const Sweep& sweep) { return sweep.plan().given(); })
      .def("units", &Sweep::units)
      .def("measured_units", &Sweep::measured_units)
      .def("logarithmic", &Sweep::logarithmic)
      .def("along",
           [](const Sweep& s) { return s.plan().carry ? s.plan().carry->along : std::string(); })
      .def("rows", [](const Sweep& sweep) { return sweep.plan().list.rows; })
      .def("columns", [](const Sweep& sweep) { return sweep.plan().columns(); })
      .def("points", [](const Sweep& sweep) { return sweep.plan().points(); })
      .def("lines", [](const Sweep& sweep) { return sweep.plan().lines(); })
      .def("length", [](const Sweep& sweep) { return sweep.plan().length(); })
      .def("order", &order_of)
      .def("given", &given_of)
      .def("run", &Sweep::run, nb::arg("begin"), nb::arg("end"), nb::arg("threads"),
           nb::arg("rows").none() = nb::none(), nb::arg("listen").none() = nb::none());
  m.def(
      "sweep_page",
      [](const std::string& title, const std::string& command, const std::string& carried,
         std::vector<std::string> given, std::vector<std::string> units,
         std::vector<bool> logarithmic, std::vector<std::string> found,
         std::vector<std::string> found_units, const RowsOfNumbers& numbers,
         std::vector<std::string> words) {
        SweepResult result{.given = std::move(given),
                           .found = std::move(found),
                           .numbers = {numbers.data(), numbers.data() + numbers.size()},
                           .words = std::move(words)};
        return sweep_page({title, command, carried, std::move(units), std::move(found_units),
                           std::move(logarithmic)},
                          result);
      },
      nb::arg("title"), nb::arg("command"), nb::arg("carried"), nb::arg("given"), nb::arg("units"),
      nb::arg("logarithmic"), nb::arg("found"), nb::arg("found_units"), nb::arg("numbers"),
      nb::arg("words"));
  m.def("values_of", &values_by_name, nb::arg("model"), nb::arg("values"), nb::arg("name"),
        nb::arg("text"));
}

}  // namespace luztar::python
