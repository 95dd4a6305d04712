// The module luztar._core: the library's calls, with numbers and text for Python. What people see
// of it is python/luztar/.
#include <system_error>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings.h"
#include "luztar/luztar.h"

namespace nb = nanobind;

namespace {

/// luztar.ModelError with a tuple (file, line, column, what, advice) for each mistake.
void raise_model_error(const luztar::ModelError& error) {
  nb::list mistakes;
  for (const luztar::Diagnostic& mistake : error.diagnostics()) {
    mistakes.append(nb::make_tuple(mistake.where.file, mistake.where.line, mistake.where.column,
                                   mistake.what, mistake.advice));
  }
  const nb::object type = nb::module_::import_("luztar._errors").attr("ModelError");
  const nb::object value = type.attr("_from_core")(mistakes, error.what());
  PyErr_SetObject(type.ptr(), value.ptr());
}

void raise_system_error(const std::system_error& error) {
  const nb::object value =
      nb::module_::import_("builtins")
          .attr("OSError")(error.code().value(), error.code().message(), std::string(error.what()));
  PyErr_SetObject(PyExc_OSError, value.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const luztar::ModelError& error) {
    raise_model_error(error);
  } catch (const std::system_error& error) {
    raise_system_error(error);
  }
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The compiled part of luztar. Use the package `luztar`, which wraps it.";
  m.attr("VERSION") = LUZTAR_VERSION;
  nb::register_exception_translator(translate);
  m.def("habit_advice", &luztar::habit_advice, nb::arg("word"), nb::arg("place"));
  m.def("file_nearby", &luztar::file_nearby, nb::arg("path"));
  luztar::python::bind_compare(m);
  luztar::python::bind_run(m);
  luztar::python::bind_model(m);
  luztar::python::bind_former_run(m);
  luztar::python::bind_derive(m);
  luztar::python::bind_study(m);
  luztar::python::bind_linear(m);
  luztar::python::bind_fit(m);
  luztar::python::bind_law_choice(m);
  luztar::python::bind_sweep(m);
  luztar::python::bind_stepper(m);
  luztar::python::bind_export(m);
}
