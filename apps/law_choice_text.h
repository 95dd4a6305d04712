// A choice among laws of friction as text and JSON.
#pragma once

#include <string>

#include "luztar/luztar.h"

/// A table of the laws, and the verdict.
std::string laws_text(const luztar::LawChoice& choice, const std::string& name);
/// Adds its members to an open object.
void add_choice(luztar::JsonWriter& json, const luztar::LawChoice& choice);
