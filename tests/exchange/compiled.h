// An FMU that is compiled for one model, unpacked, and its library in this program.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

#include "luztar/exchange/fmu/export_fmu.h"
#include "tests/exchange/fmi2_calls.h"
#include "tests/io/zip_members.h"

namespace luztar::testing {

/// The functions of a library of FMI 2.0 that tests call.
struct Fmi2Library {
  decltype(&::fmi2Instantiate) instantiate;
  decltype(&::fmi2FreeInstance) free;
  decltype(&::fmi2SetupExperiment) setup;
  decltype(&::fmi2EnterInitializationMode) enter;
  decltype(&::fmi2ExitInitializationMode) exit;
  decltype(&::fmi2Terminate) terminate;
  decltype(&::fmi2Reset) reset;
  decltype(&::fmi2GetReal) get;
  decltype(&::fmi2GetInteger) get_mode;
  decltype(&::fmi2SetReal) set;
  decltype(&::fmi2DoStep) step;
  decltype(&::fmi2GetFMUstate) save;
  decltype(&::fmi2SetFMUstate) restore;
  decltype(&::fmi2FreeFMUstate) forget;
  decltype(&::fmi2SerializedFMUstateSize) size;
  decltype(&::fmi2SerializeFMUstate) write;
  decltype(&::fmi2DeSerializeFMUstate) read;
  decltype(&::fmi2GetRealStatus) real_status;
  decltype(&::fmi2GetBooleanStatus) boolean_status;
  decltype(&::fmi2SetTime) set_time;
  decltype(&::fmi2CancelStep) cancel;
};

/// `find` gives a function by its name.
template <class Find>
Fmi2Library fmi2_library(const Find& find) {
  Fmi2Library made{};
  const auto take = [&find](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(name));
    if (function == nullptr) throw std::runtime_error(std::string("no ") + name);
  };
  take(made.instantiate, "fmi2Instantiate");
  take(made.free, "fmi2FreeInstance");
  take(made.setup, "fmi2SetupExperiment");
  take(made.enter, "fmi2EnterInitializationMode");
  take(made.exit, "fmi2ExitInitializationMode");
  take(made.terminate, "fmi2Terminate");
  take(made.reset, "fmi2Reset");
  take(made.get, "fmi2GetReal");
  take(made.get_mode, "fmi2GetInteger");
  take(made.set, "fmi2SetReal");
  take(made.step, "fmi2DoStep");
  take(made.save, "fmi2GetFMUstate");
  take(made.restore, "fmi2SetFMUstate");
  take(made.forget, "fmi2FreeFMUstate");
  take(made.size, "fmi2SerializedFMUstateSize");
  take(made.write, "fmi2SerializeFMUstate");
  take(made.read, "fmi2DeSerializeFMUstate");
  take(made.real_status, "fmi2GetRealStatus");
  take(made.boolean_status, "fmi2GetBooleanStatus");
  take(made.set_time, "fmi2SetTime");
  take(made.cancel, "fmi2CancelStep");
  return made;
}

/// The functions of the FMU of any model, which are linked to the test.
inline Fmi2Library generic_fmi2() {
  return {&fmi2Instantiate,
          &fmi2FreeInstance,
          &fmi2SetupExperiment,
          &fmi2EnterInitializationMode,
          &fmi2ExitInitializationMode,
          &fmi2Terminate,
          &fmi2Reset,
          &fmi2GetReal,
          &fmi2GetInteger,
          &fmi2SetReal,
          &fmi2DoStep,
          &fmi2GetFMUstate,
          &fmi2SetFMUstate,
          &fmi2FreeFMUstate,
          &fmi2SerializedFMUstateSize,
          &fmi2SerializeFMUstate,
          &fmi2DeSerializeFMUstate,
          &fmi2GetRealStatus,
          &fmi2GetBooleanStatus,
          &fmi2SetTime,
          &fmi2CancelStep};
}

class Compiled {
 public:
  Compiled(const std::string& text, FmuOptions options, const ParameterValues& parameters = {}) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("luztar_compiled_" + std::to_string(getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
    options.compiled = true;
    report =
        export_fmu({.path = "axis.toml", .text = text, .data_files = {}, .parameters = parameters},
                   options, folder_ / "axis.fmu");
    for (const auto& [name, bytes] : zip_members(folder_ / "axis.fmu")) {
      members[name] = bytes;
      if (!name.starts_with("binaries/")) continue;
      std::ofstream(folder_ / "library", std::ios::binary) << bytes;
    }
    handle_ = dlopen((folder_ / "library").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    call = fmi2_library([this](const char* name) { return dlsym(handle_, name); });
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() {
    if (handle_ != nullptr) dlclose(handle_);
    std::filesystem::remove_all(folder_);
  }

  const std::string& xml() const { return members.at("modelDescription.xml"); }
  std::string token() const { return attribute("guid=\""); }
  /// ~0U: it has no such variable.
  unsigned reference(const std::string& name) const {
    const std::string text = attribute("name=\"" + name + "\" valueReference=\"");
    return text.empty() ? ~0U : static_cast<unsigned>(std::stoul(text));
  }

  FmuReport report;
  std::map<std::string, std::string> members;
  Fmi2Library call{};

 private:
  std::string attribute(const std::string& begin) const {
    const std::size_t at = xml().find(begin);
    if (at == std::string::npos) return "";
    const std::size_t from = at + begin.size();
    return xml().substr(from, xml().find('"', from) - from);
  }

  std::filesystem::path folder_;
  void* handle_{};
};

/// An instance of an FMU, and the last words of it.
class Fmi2Run {
 public:
  Fmi2Run(const Fmi2Library& library, const std::string& token, const std::string& uri)
      : call(library),
        functions_{log, nullptr, nullptr, nullptr, this},
        c(library.instantiate("axis", fmi2CoSimulation, token.c_str(), uri.c_str(), &functions_,
                              fmi2False, fmi2False)) {}
  Fmi2Run(const Fmi2Run&) = delete;
  Fmi2Run& operator=(const Fmi2Run&) = delete;
  ~Fmi2Run() { call.free(c); }

  fmi2Status start(double at = 0.0) const {
    if (call.setup(c, fmi2False, 0.0, at, fmi2False, 0.0) != fmi2OK) return fmi2Error;
    if (call.enter(c) != fmi2OK) return fmi2Error;
    return call.exit(c);
  }
  fmi2Status set(unsigned reference, double value) const {
    return call.set(c, &reference, 1, &value);
  }
  /// -1e300: an error.
  double get(unsigned reference) const {
    double value = -1e300;
    return call.get(c, &reference, 1, &value) == fmi2OK ? value : -1e300;
  }
  int mode(unsigned reference) const {
    int value = -99;
    call.get_mode(c, &reference, 1, &value);
    return value;
  }
  double time() const {
    double value = -1e300;
    call.real_status(c, fmi2LastSuccessfulTime, &value);
    return value;
  }

  const Fmi2Library& call;
  std::string words;

 private:
  static void log(fmi2ComponentEnvironment environment, fmi2String, fmi2Status, fmi2String,
                  fmi2String message, ...) {
    char text[600];
    va_list more;
    va_start(more, message);
    std::vsnprintf(text, sizeof text, message, more);
    va_end(more);
    static_cast<Fmi2Run*>(environment)->words = text;
  }

  fmi2CallbackFunctions functions_;

 public:
  fmi2Component c;
};

}  // namespace luztar::testing
