// A linear system in words, and as JSON.
#pragma once

#include <string>

#include "luztar/luztar.h"

std::string linear_text(const luztar::Model& model, const luztar::LinearSystem& system);
std::string linear_json(const luztar::Model& model, const luztar::LinearSystem& system);
