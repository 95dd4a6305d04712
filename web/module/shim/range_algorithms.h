// What the library uses of std::ranges' algorithms, which libc++ 13 does not have yet. Included
// before every source of the preset `web`, and nowhere else. Whole ranges only; projections where
// they are used.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace std::ranges {
namespace shim {
struct Same {
  template <class T>
  constexpr T&& operator()(T&& value) const noexcept {
    return std::forward<T>(value);
  }
};

struct Less {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};

/// before(projection(a), projection(b))
template <class Before, class Projection>
auto by(Before& before, Projection& projection) {
  return [&](auto&& a, auto&& b) -> bool {
    return std::invoke(before, std::invoke(projection, a), std::invoke(projection, b));
  };
}

template <class Test, class Projection>
auto of(Test& test, Projection& projection) {
  return [&](auto&& a) -> bool {
    return std::invoke(test, std::invoke(projection, a));
  };
}
}  // namespace shim

template <class T>
struct min_max_result {
  T min;
  T max;
};

template <class R, class Test, class P = shim::Same>
constexpr auto find_if(R&& range, Test test, P of = {}) {
  auto at = std::begin(range);
  const auto end = std::end(range);
  while (at != end && !std::invoke(test, std::invoke(of, *at))) ++at;
  return at;
}

template <class R, class T, class P = shim::Same>
constexpr auto find(R&& range, const T& value, P of = {}) {
  auto at = std::begin(range);
  const auto end = std::end(range);
  while (at != end && !(std::invoke(of, *at) == value)) ++at;
  return at;
}

template <class R, class Test, class P = shim::Same>
constexpr bool any_of(R&& range, Test test, P of = {}) {
  return ranges::find_if(range, test, of) != std::end(range);
}

template <class R, class Test, class P = shim::Same>
constexpr bool all_of(R&& range, Test test, P of = {}) {
  return std::all_of(std::begin(range), std::end(range), shim::of(test, of));
}

template <class R, class Test, class P = shim::Same>
constexpr bool none_of(R&& range, Test test, P of = {}) {
  return !ranges::any_of(range, test, of);
}

template <class R, class Test, class P = shim::Same>
constexpr auto count_if(R&& range, Test test, P of = {}) {
  return std::count_if(std::begin(range), std::end(range), shim::of(test, of));
}

template <class R, class T, class P = shim::Same>
constexpr auto count(R&& range, const T& value, P of = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](auto&& item) -> bool { return std::invoke(of, item) == value; });
}

template <class R, class T>
constexpr void fill(R&& range, const T& value) {
  std::fill(std::begin(range), std::end(range), value);
}

template <class R, class T>
constexpr void replace(R&& range, const T& from, const T& to) {
  std::replace(std::begin(range), std::end(range), from, to);
}

template <class R, class Out>
constexpr void copy(R&& range, Out to) {
  std::copy(std::begin(range), std::end(range), to);
}

template <class R, class Out, class Test>
constexpr void copy_if(R&& range, Out to, Test test) {
  std::copy_if(std::begin(range), std::end(range), to, test);
}

template <class R, class Use>
constexpr void for_each(R&& range, Use use) {
  for (auto&& item : range) std::invoke(use, item);
}

template <class R, class Before = shim::Less, class P = shim::Same>
constexpr void sort(R&& range, Before before = {}, P of = {}) {
  std::sort(std::begin(range), std::end(range), shim::by(before, of));
}

template <class R, class Before = shim::Less, class P = shim::Same>
void stable_sort(R&& range, Before before = {}, P of = {}) {
  std::stable_sort(std::begin(range), std::end(range), shim::by(before, of));
}

template <class R, class Before = shim::Less, class P = shim::Same>
constexpr auto min_element(R&& range, Before before = {}, P of = {}) {
  return std::min_element(std::begin(range), std::end(range), shim::by(before, of));
}

template <class R, class Before = shim::Less, class P = shim::Same>
constexpr auto max_element(R&& range, Before before = {}, P of = {}) {
  return std::max_element(std::begin(range), std::end(range), shim::by(before, of));
}

template <class R, class Before = shim::Less, class P = shim::Same>
constexpr auto minmax_element(R&& range, Before before = {}, P of = {}) {
  const auto found = std::minmax_element(std::begin(range), std::end(range), shim::by(before, of));
  return min_max_result<decltype(std::begin(range))>{found.first, found.second};
}

template <class R>
constexpr auto minmax(R&& range) {
  const auto found = std::minmax_element(std::begin(range), std::end(range));
  using Value = typename std::iterator_traits<decltype(std::begin(range))>::value_type;
  return min_max_result<Value>{*found.first, *found.second};
}

template <class R, class T, class Before = shim::Less, class P = shim::Same>
constexpr auto lower_bound(R&& range, const T& value, Before before = {}, P of = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](auto&& item, const T& wanted) -> bool {
                            return std::invoke(before, std::invoke(of, item), wanted);
                          });
}

template <class R, class T, class Before = shim::Less, class P = shim::Same>
constexpr auto upper_bound(R&& range, const T& value, Before before = {}, P of = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value,
                          [&](const T& wanted, auto&& item) -> bool {
                            return std::invoke(before, wanted, std::invoke(of, item));
                          });
}

template <class A, class B, class Out>
constexpr void set_union(A&& a, B&& b, Out to) {
  std::set_union(std::begin(a), std::end(a), std::begin(b), std::end(b), to);
}

template <class A, class B>
constexpr bool includes(A&& a, B&& b) {
  return std::includes(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <class A, class B>
constexpr bool is_permutation(A&& a, B&& b) {
  return std::is_permutation(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
}  // namespace std::ranges
