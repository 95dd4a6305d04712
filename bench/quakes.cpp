// How large are the earthquakes of a row of blocks? Runs a model file and writes one row for each:
// when it began, its first block, how many blocks slipped, the moment (the sum of all slips), how
// long it took. tools/quake_sizes.py makes the figure of bench/burridge_knopoff.md of them.
//
//     bench_quakes MODEL.toml OUT.csv [skipped seconds] [most quakes]
//
// An earthquake is a set of blocks next to each other that slip at overlapping times. Blocks are
// the bodies of the frictions, in their order; blocks i and i + 1 are neighbours.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "luztar/luztar.h"

namespace {

struct Quake {
  double begin{};
  int first{}, low{}, high{};
  int moving{};
  double moment{};
  int merged_into{-1};
};

class Catalogue : public luztar::Observer {
 public:
  Catalogue(const luztar::System& system, std::FILE* out, double skip, long most)
      : out_(out), skip_(skip), most_(most) {
    int blocks = 0;
    for (const auto& element : system.elements())
      block_.push_back(element.kind == luztar::PartKind::Friction ? blocks++ : -1);
    quake_.assign(static_cast<std::size_t>(blocks), -1);
    start_.assign(static_cast<std::size_t>(blocks), 0.0);
  }

  void event(const luztar::Event& event) override {
    const int block = block_[static_cast<std::size_t>(event.name)];
    if (block < 0) return;
    ++events;
    if (event.from == 0) {
      breaks(block, event.time.value, event.deflection);
    } else if (event.to == 0) {
      stops(block, event.time.value, event.deflection);
    }
  }
  bool progress(double) override { return quakes < most_; }

  long events{}, quakes{};

 private:
  int root(int quake) {
    while (open_.at(quake).merged_into >= 0) quake = open_.at(quake).merged_into;
    return quake;
  }

  /// Joins the quake of a neighbour that has slipped in it, or begins one.
  void breaks(int block, double time, double place) {
    int joined = quake_at(block);
    for (const int side : {block - 1, block + 1}) {
      const int other = quake_at(side);
      if (other < 0 || other == joined) continue;
      joined = joined < 0 ? other : merge(joined, other);
    }
    if (joined < 0) {
      joined = next_++;
      open_[joined] = {time, block, block, block};
    }
    Quake& quake = open_.at(joined);
    ++quake.moving;
    quake.low = std::min(quake.low, block);
    quake.high = std::max(quake.high, block);
    quake_[static_cast<std::size_t>(block)] = joined;
    start_[static_cast<std::size_t>(block)] = place;
  }

  int quake_at(int block) {
    if (block < 0 || block >= static_cast<int>(quake_.size())) return -1;
    int& quake = quake_[static_cast<std::size_t>(block)];
    if (quake < 0) return -1;
    if (!open_.contains(quake)) return quake = -1;  // over
    return root(quake);
  }

  int merge(int a, int b) {
    if (open_.at(b).begin < open_.at(a).begin) std::swap(a, b);
    Quake& into = open_.at(a);
    Quake& from = open_.at(b);
    into.moving += from.moving;
    into.moment += from.moment;
    into.low = std::min(into.low, from.low);
    into.high = std::max(into.high, from.high);
    from.merged_into = a;
    merged_[a].push_back(b);
    return a;
  }

  void stops(int block, double time, double place) {
    const int index = quake_at(block);
    if (index < 0) return;  // slid from the start
    Quake& quake = open_.at(index);
    quake.moment += place - start_[static_cast<std::size_t>(block)];
    if (--quake.moving > 0) return;
    if (quake.begin >= skip_ && quakes < most_) {
      std::fprintf(out_, "%.17g,%d,%d,%.17g,%.17g\n", quake.begin, quake.first,
                   quake.high - quake.low + 1, quake.moment, time - quake.begin);
      ++quakes;
    }
    close(index);
  }

  void close(int index) {
    if (const auto found = merged_.find(index); found != merged_.end()) {
      const std::vector<int> parts = found->second;
      merged_.erase(found);
      for (const int part : parts) close(part);
    }
    open_.erase(index);
  }

  std::FILE* out_;
  double skip_;
  long most_;
  std::vector<int> block_;     ///< (elements) or -1
  std::vector<int> quake_;     ///< (blocks) the last one
  std::vector<double> start_;  ///< (blocks) where it broke last
  std::map<int, Quake> open_;
  std::map<int, std::vector<int>> merged_;
  int next_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_quakes MODEL.toml OUT.csv [skipped seconds] [most quakes]\n");
    return 2;
  }
  const luztar::System system = luztar::compile(luztar::load_model(argv[1]));
  std::FILE* out = std::fopen(argv[2], "w");
  if (out == nullptr) return 1;
  std::fprintf(out, "t,block,blocks,moment,duration\n");
  Catalogue catalogue(system, out, argc > 3 ? std::atof(argv[3]) : 0.0,
                      argc > 4 ? std::atol(argv[4]) : 1'000'000'000L);
  const auto begin = std::chrono::steady_clock::now();
  const luztar::RunInfo run =
      luztar::simulate(system, luztar::initial_state(system), system.settings(), catalogue);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::fclose(out);
  std::printf("%ld quakes, %ld events until t = %.6g s, %.1f s, %.1f us an event\n",
              catalogue.quakes, catalogue.events, run.final_state.time, seconds,
              1e6 * seconds / static_cast<double>(catalogue.events));
  std::printf("missing energy %.1e of what moved; %s\n", run.energy.residual / run.energy.moved,
              run.diagnosis.empty() ? "finished" : run.diagnosis.c_str());
  return 0;
}
