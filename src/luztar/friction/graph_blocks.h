// Cycles of a graph. Private to friction/.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace luztar {

/// The edges of a graph in blocks: two are in the same one if a cycle passes along both, and an
/// edge on no cycle is alone (Hopcroft and Tarjan, Comm. ACM 16(6), 1973). Edges of a block that is
/// one cycle come in the order in which they lie on it.
/// @param edges  their two nodes, which differ; several may join the same two
std::vector<std::vector<int>> graph_blocks(int nodes, std::span<const std::array<int, 2>> edges);

}  // namespace luztar
