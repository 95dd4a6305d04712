// The program of docs/install.md, built against an installed luztar.
#include <cstdio>

#include <luztar/luztar.h>

int main() {
  try {
    const luztar::Model model = luztar::load_model("examples/janecek_guide.toml");
    const luztar::System system = luztar::compile(model);
    const luztar::Trajectory run = simulate(system, initial_state(system), system.settings());
    std::printf("%zu events, the seat ends at %.9f m\n", run.events.size(), run.info.q[1]);
  } catch (const luztar::ModelError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
