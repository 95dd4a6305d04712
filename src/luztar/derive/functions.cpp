#include "luztar/derive/functions.h"

#include "luztar/derive/functions_writer.h"

namespace luztar {

std::string generate_functions(const Model& model, Language language) {
  return FunctionsWriter(model, language).write();
}

}  // namespace luztar
