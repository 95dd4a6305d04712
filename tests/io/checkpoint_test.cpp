#include "luztar/io/checkpoint.h"

#include <string>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::text_of;
using test::write_text;

struct Belt {
  Model model =
      parse_model(std::string(test::kBelt) + "\n[output]\nformat = ['csv', 'npy']\n", "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();
};

std::string message(const std::filesystem::path& folder, const Belt& belt) {
  try {
    read_checkpoint(folder, belt.model, belt.system, belt.settings);
  } catch (const ModelError& error) {
    const std::string text = error.what();
    return text.substr(text.find("checkpoint.bin: ") + 16);
  }
  return "none";
}

TEST_CASE("a checkpoint holds every bit of a state, and nothing else is taken for one") {
  TemporaryFolder folder;
  Belt belt;
  CHECK(message(folder.path(), belt).starts_with("there is no checkpoint to go on from"));
  SimulationSettings half = belt.settings;
  half.duration /= 2;
  Checkpoint made;
  made.state = simulate(belt.system, initial_state(belt.system), half).info.final_state;
  made.sizes = {{123, 7}, {45, 8}, {{6, 9}, {6, 10}}};
  made.warnings = {"one", ""};
  made.kkt_residual = 1e-17;
  write_checkpoint(folder.path(), belt.model, belt.system, belt.settings, made);
  const Checkpoint read = read_checkpoint(folder.path(), belt.model, belt.system, belt.settings);
  CHECK(read.state == made.state);
  CHECK(read.sizes.trajectory == made.sizes.trajectory);
  CHECK(read.sizes.events == made.sizes.events);
  CHECK(read.sizes.arrays == made.sizes.arrays);
  CHECK(read.warnings == made.warnings);
  CHECK(read.kkt_residual == made.kkt_residual);

  Belt other;
  other.settings.tolerance = 1e-9;
  CHECK(message(folder.path(), other).starts_with("the checkpoint was made with another model"));
  const std::string good = text_of(checkpoint_path(folder.path()));
  for (const std::size_t at : {std::size_t{30}, good.size() / 2, good.size() - 1}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    write_text(checkpoint_path(folder.path()), bad);
    CHECK(message(folder.path(), belt).starts_with("the checkpoint is damaged"));
  }
  for (std::size_t size = 0; size < good.size(); size += 13) {
    write_text(checkpoint_path(folder.path()), good.substr(0, size));
    CHECK(message(folder.path(), belt) != "none");
  }
}

}  // namespace
}  // namespace luztar
