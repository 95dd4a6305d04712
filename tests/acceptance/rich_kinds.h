// What a model is made of, in words, so that a test can say that nothing was left out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace acceptance {

using Counts = std::map<std::string, long>;

/// Adds the kinds of bodies, elements and laws that a model has.
void count_kinds(const luztar::Model& model, Counts& counts);

/// Every kind of docs/model.md that a random network can have.
const std::vector<std::string>& every_kind();

}  // namespace acceptance
