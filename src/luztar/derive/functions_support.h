// The parts of generated functions that are the same for every model, as source text.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace luztar {

// Each solves one instant of Gauss's principle; C99 and Python line by line alike. Lines between
// `#if NAME` and `#endif` belong to models with that feature only: see select_parts().
extern const std::string_view kTreeC, kTreePython;      ///< solve(): joints form a forest
extern const std::string_view kBoxC, kBoxPython;        ///< solve(): any network
extern const std::string_view kForcesC, kForcesPython;  ///< rest(), share_forces(): around solve()

/// The text without `#if`, `#else`, `#endif` and what does not belong to `features`.
std::string select_parts(std::string_view text, const std::set<std::string>& features);

}  // namespace luztar
