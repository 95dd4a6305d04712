// Tables of other names and forms than a model file has, at its top.
#pragma once

#include "luztar/io/toml_document.h"
#include "luztar/model/check.h"

namespace luztar {

/// Reports [body.x] and [[bodies]] and makes them [bodies.x], so that their mistake is told once
/// and what refers to them is read.
void correct_sections(TomlValue& root, Diagnostics& mistakes);

}  // namespace luztar
