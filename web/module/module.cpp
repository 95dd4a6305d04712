// The module luztar.wasm: what web/package/src wraps.
#include <emscripten/bind.h>

#include "web_model.h"
#include "web_run.h"

namespace luztar::web {
namespace {

std::string version() { return LUZTAR_VERSION; }

/// A WebModel, or mistakes. @param names, texts  of its data files
val load(const std::string& text, const val& names, const val& texts) {
  return answer([&] {
    DataFiles files{.texts = {}, .complete = true};
    const auto keys = list_from(names);
    const auto values = list_from(texts);
    for (std::size_t i = 0; i < keys.size(); ++i) files.texts[keys[i]] = values[i];
    return val(std::make_shared<WebModel>(text, std::move(files)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(luztar) {
  emscripten::function("version", &version);
  emscripten::function("load", &load);
  emscripten::class_<WebModel>("WebModel")
      .smart_ptr<std::shared_ptr<WebModel>>("WebModel")
      .function("facts", &WebModel::facts)
      .function("check", &WebModel::check)
      .function("simulate", &WebModel::simulate)
      .function("sweep", &WebModel::sweep)
      .function("derive", &WebModel::derive)
      .function("equilibrium", &WebModel::equilibrium)
      .function("modes", &WebModel::modes)
      .function("linearize", &WebModel::linearize);
  emscripten::class_<WebRun>("WebRun")
      .smart_ptr<std::shared_ptr<WebRun>>("WebRun")
      .function("facts", &WebRun::facts)
      .function("times", &WebRun::times)
      .function("column", &WebRun::column)
      .function("events", &WebRun::events)
      .function("summary", &WebRun::summary)
      .function("reportData", &WebRun::report_data)
      .function("report", &WebRun::report)
      .function("files", &WebRun::files);
}

}  // namespace luztar::web
