// Fits as text, JSON and CSV.
#pragma once

#include <string>

#include "luztar/luztar.h"

/// Lines of words, broken at blanks, at most 80 columns wide.
std::string wrapped(const std::string& words, const std::string& indent);
/// "-" for what is not finite.
std::string shown_number(double value, int digits = 7);
/// A table of the values, and what there is to say about each.
std::string values_text(const luztar::Fit& fit);
std::string channels_text(const luztar::Fit& fit);
std::string profiles_text(const luztar::Fit& fit, const std::vector<luztar::Profile>& profiles);

/// @param choice  of laws, null: none was asked for
std::string fit_json(const luztar::Model& model, const luztar::Fit& fit,
                     const luztar::LawChoice* choice, const std::vector<luztar::Profile>& profiles);
std::string fit_csv(const luztar::Fit& fit);
/// A line for each row that was measured.
std::string fit_rows_csv(const luztar::Residuals& residuals, const luztar::Fit& fit);
