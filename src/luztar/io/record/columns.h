// The samples of a run in memory, a column for each channel.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "luztar/simulate/channel.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// Sums over bodies and elements at each output point, in the order of kLedgerNames [J].
constexpr std::size_t kLedgerColumns = 7;
extern const char* const kLedgerNames[kLedgerColumns];

/// A column for the times, for each channel and for each sum of the ledger.
class Columns {
 public:
  /// @param capacity  rows that there is room for; later ones are left out
  Columns(std::vector<Channel> channels, std::size_t capacity);
  void add(const Sample& sample);
  /// The derivatives of a sample by the i-th of what is varied; modes and sums are 0.
  void add_derivatives(const Sample& sample, std::size_t i);

  const std::vector<Channel>& channels() const { return channels_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t rows() const { return rows_; }
  const double* time() const { return data_.get(); }  ///< (rows)
  const double* column(std::size_t channel) const {   ///< (rows)
    return data_.get() + (1 + channel) * capacity_;
  }
  const double* ledger(std::size_t index) const { return column(channels_.size() + index); }
  /// Has these rows instead. @param data  (1 + channels + kLedgerColumns, rows)
  void take(const double* data, std::size_t rows);
  /// Tells the rows once more; of a sample only what channels have.
  void replay(const System& system, std::size_t internals, Observer& to) const;

 private:
  struct Place {
    std::size_t index;   ///< in the list of a Sample
    std::size_t column;  ///< of channels_
  };
  std::vector<Channel> channels_;
  /// By kind of channel; modes are numbers of another type.
  std::array<std::vector<Place>, kChannelKinds> places_;
  std::size_t capacity_, rows_{};
  std::unique_ptr<double[]> data_;  ///< (1 + channels + ledger) columns of `capacity_`
};

}  // namespace luztar
