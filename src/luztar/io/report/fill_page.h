// What all pages have in common: their frame, look and building blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace luztar::report {

/// What differs between the pages.
struct PageParts {
  std::string_view title{};            ///< plain text
  std::string_view whole{};            ///< button that ends all zooms, plain text
  std::string_view files{};            ///< where the numbers are, in words
  std::string_view data{};             ///< JSON, safe inside a `<script>` element
  std::string_view equations{};        ///< HTML; "" if there are none
  std::vector<std::string_view> js{};  ///< run one after the other, after what all pages share
};

/// A self-contained page as HTML text.
std::string fill_page(const PageParts& parts);

}  // namespace luztar::report
