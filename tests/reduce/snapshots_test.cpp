// What `luztar reduce` prints, reviewed: tests/reduce/snapshots. LUZTAR_UPDATE_SNAPSHOTS=1 writes
// them anew.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

void check_snapshot(const std::string& name, const std::string& text) {
  const std::string path = LUZTAR_SOURCE_DIR "/tests/reduce/snapshots/" + name;
  if (std::getenv("LUZTAR_UPDATE_SNAPSHOTS") != nullptr)
    std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  const std::string reviewed{std::istreambuf_iterator<char>(file), {}};
  INFO(name);
  CHECK(text == reviewed);
}

void check_reduction(const std::string& name, const std::string& example,
                     const std::vector<std::string>& limits) {
  const Model model = load_model(LUZTAR_SOURCE_DIR "/examples/" + example + ".toml");
  std::vector<ParameterLimit> all;
  for (const std::string& limit : limits) all.push_back(parse_limit(limit));
  const Reduction reduction = reduce(model, all);
  check_snapshot(name + ".txt", print(reduction_document(model, reduction), DocumentFormat::Text));
  check_snapshot(name + ".toml", write_model(reduction.model));
}

}  // namespace

TEST_CASE("the printed reductions of the papers' systems are the reviewed ones") {
  check_reduction("parallel_frictions", "parallel_frictions", {});
  check_reduction("two_blocks_m1_inf", "two_blocks_on_ground", {"M1=inf"});
  check_reduction("two_blocks_m2_zero", "two_blocks_on_ground", {"M2=0", "A2=0"});
  check_reduction("three_blocks_m3_inf", "three_blocks", {"M3=inf"});
  check_reduction("gear_system_1", "gear_system", {"I_delta=0", "I_gamma=0"});
  const std::vector<std::string> light = {"I_delta=0",  "I_gamma=0",  "mu_delta=0",
                                          "mu_gamma=0", "MT_delta=0", "MT_gamma=0"};
  check_reduction("gear_system_2", "gear_system", light);
  std::vector<std::string> stiff = light;
  stiff.insert(stiff.end(), {"k_dg=inf", "g_pd=0", "g_dg=0", "g_gf=0", "MT_psi=0", "MT_phi=0"});
  check_reduction("gear_system_3_stiff", "gear_system", stiff);
  check_reduction("gear_system_rigid_teeth", "gear_system", {"k_dg=inf", "g_dg=0"});
  check_reduction("gear_system_stop", "gear_system", {"k_dg=inf"});
}
