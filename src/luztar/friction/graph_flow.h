// Greatest flows between two nodes of a network. Private to friction/.
#pragma once

#include <vector>

namespace luztar {

/// Dinic's algorithm (Soviet Math. Dokl. 11, 1970) on real numbers: the number of its rounds does
/// not depend on the capacities. Buffers are kept from network to network.
class GraphFlow {
 public:
  /// Forgets all arcs.
  void start(int nodes);

  /// An arc and its reverse. @return its number; the reverse has number + 1
  /// @param forth, back  capacities >= 0, inf allowed
  /// @param least        capacities left over below this are rounding
  int add(int from, int to, double forth, double back, double least);

  /// Sends all that still fits from source to sink. @return false: there is no bound
  bool send(int source, int sink);

  /// What arc still takes; 0 where only rounding is left.
  double room(int arc) const { return room_[arc] > least_[arc / 2] ? room_[arc] : 0.0; }
  int arcs() const { return static_cast<int>(to_.size()); }
  void set_room(int arc, double room) { room_[arc] = room; }
  /// Sum of all that was sent along arc, an even number, less what was sent back.
  double flow(int arc) const { return flow_[arc / 2]; }

  /// Sets to 1 what nodes with 1 reach along arcs with more room than `least`, or what reaches
  /// them. Nodes with another number than 0 are not passed.
  void spread(std::vector<char>& seen, bool backwards, double least = 0.0);

  /// Nodes that reach each other along arcs with more room than `least` of the arc get the same
  /// number (Tarjan). @param ignored  a node that takes no part
  void components(const std::vector<double>& least, const std::vector<char>& ignored,
                  std::vector<int>& component);

 private:
  void list_arcs();
  bool measure(int source, int sink);
  bool saturate(int source, int sink);

  int nodes_{};
  std::vector<int> to_;        ///< (arcs)
  std::vector<double> room_;   ///< (arcs)
  std::vector<double> least_;  ///< (arcs / 2)
  std::vector<double> flow_;   ///< (arcs / 2)
  std::vector<int> begin_;     ///< (nodes + 1) into list_; empty: not made yet
  std::vector<int> list_;      ///< arcs by the node that they leave
  std::vector<int> distance_, next_, queue_, path_;
};

}  // namespace luztar
