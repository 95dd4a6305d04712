// Measured data for random expressions: CSV files and what they mean.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acceptance/oracle_expressions.h"
#include "random.h"

namespace acceptance::nest {

/// How many files write_data makes.
constexpr int kDataFiles = 10;

/// Writes data_0.csv ... into a folder. They cover -1 to 5 s.
void write_data(const std::string& folder);
/// A file with a random interpolation, scale and offset.
std::shared_ptr<const Data> random_data(luztar::testing::Random& random, bool may_jump);

}  // namespace acceptance::nest
