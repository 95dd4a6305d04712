// What lists take in memory. Private to stepping/.
#pragma once

#include <cstddef>
#include <vector>

namespace luztar {

template <typename... T>
std::size_t bytes_of(const std::vector<T>&... lists) {
  return (std::size_t{0} + ... + (lists.capacity() * sizeof(T)));
}

}  // namespace luztar
