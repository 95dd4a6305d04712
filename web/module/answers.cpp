#include "answers.h"

#include <exception>
#include <new>
#include <system_error>

namespace luztar::web {

val list_of(const std::vector<Diagnostic>& diagnostics, const char* severity) {
  val list = val::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    val mistake = val::object();
    mistake.set("message", diagnostic.what);
    mistake.set("help", diagnostic.advice);
    mistake.set("line", diagnostic.where.line);
    mistake.set("column", diagnostic.where.column);
    mistake.set("severity", std::string(severity));
    mistake.set("file", diagnostic.where.file);
    list.call<void>("push", mistake);
  }
  return list;
}

val refusal() {
  std::vector<Diagnostic> found;
  try {
    throw;
  } catch (const ModelError& error) {
    found = error.diagnostics();
  } catch (const std::bad_alloc&) {
    found.push_back({{},
                     "there is not enough memory for this",
                     "ask for fewer samples, or run it with the program `luztar`"});
  } catch (const std::exception& error) {
    found.push_back({{}, error.what(), ""});
  }
  val told = val::object();
  told.set("mistakes", list_of(found, "error"));
  return told;
}

val array_of(const double* numbers, std::size_t count) {
  return val::global("Float64Array").new_(val(emscripten::typed_memory_view(count, numbers)));
}

val text_of(const std::string& text) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  return val::global("TextDecoder")
      .new_()
      .call<val>("decode", val(emscripten::typed_memory_view(text.size(), bytes)));
}

val texts_of(const std::vector<std::string>& texts) {
  val list = val::array();
  for (const std::string& text : texts) list.call<void>("push", text);
  return list;
}

std::vector<std::string> list_from(const val& array) {
  return emscripten::vecFromJSArray<std::string>(array);
}

}  // namespace luztar::web
