// What do the equations of a block cost, printed and as functions, in rows of 10 to 10,000 blocks?
//
// Exit status 1 if a requirement line at the end says "not met".
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace bench {
namespace {

constexpr double kMostGrowth = 3.0;  // of the time for a block, from 100 to 10,000 of them

luztar::Model row_of_blocks(int n, bool on_floor) {
  std::string text = "[bodies]\n", pairs = "[frictions]\n";
  for (int b = 0; b < n; ++b) {
    const std::string name = "b" + std::to_string(b), level = std::to_string(1 + b % 5);
    text += name + " = { mass = " + std::to_string(1 + b % 3) + " }\n";
    if (b > 0)
      pairs += "p" + std::to_string(b) + " = { between = [\"b" + std::to_string(b - 1) + "\", \"" +
               name + "\"], kinetic = " + level + " }\n";
    if (on_floor)
      pairs += "g" + std::to_string(b) + " = { between = [\"" + name +
               "\", \"ground\"], kinetic = " + level + " }\n";
  }
  return luztar::parse_model(text + pairs +
                                 "[forces.F]\non = \"b0\"\nvalue = \"3*sin(t)\"\n"
                                 "[simulation]\nduration = 1\n",
                             "row.toml");
}

/// Processor time [s], the best of some.
double seconds(int repetitions, const std::function<void()>& work) {
  double best = 1e300;
  for (int k = 0; k < repetitions; ++k) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

bool compare() {
  bool met = true;
  std::printf("microseconds for a block\n%-8s%-10s", "row", "blocks");
  const std::vector<std::pair<const char*, luztar::DocumentFormat>> formats = {
      {"text", luztar::DocumentFormat::Text}, {"json", luztar::DocumentFormat::Json}};
  std::printf("%10s%10s%10s\n", "text", "json", "C");
  for (const bool on_floor : {false, true}) {
    std::vector<double> at_100(3);
    for (const int n : {10, 100, 1000, 10000}) {
      const luztar::Model model = row_of_blocks(n, on_floor);
      const int repetitions = n >= 1000 ? 1 : 5;
      std::vector<double> cost;
      for (const auto& [name, format] : formats)
        cost.push_back(seconds(
            repetitions, [&, one = format] { luztar::print(luztar::derivation(model), one); }));
      cost.push_back(
          seconds(repetitions, [&] { luztar::generate_functions(model, luztar::Language::C); }));
      std::printf("%-8s%-10d", on_floor ? "floor" : "free", n);
      for (std::size_t k = 0; k < cost.size(); ++k) {
        cost[k] *= 1e6 / n;
        std::printf("%10.1f", cost[k]);
        if (n == 100) at_100[k] = cost[k];
        if (n == 10000) met = met && cost[k] <= kMostGrowth * at_100[k];
      }
      std::printf("\n");
    }
  }
  std::printf("requirement: a block costs at most %g times as much in 10,000 as in 100: %s\n",
              kMostGrowth, met ? "met" : "not met");
  return met;
}

}  // namespace
}  // namespace bench

int main() { return bench::compare() ? 0 : 1; }
