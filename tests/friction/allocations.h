// Counts what operator new hands out in this program.
#pragma once

namespace luztar::testing {

long allocations();  ///< so far

}  // namespace luztar::testing
