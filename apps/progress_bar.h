// How far a long run has come, on a terminal.
#pragma once

#include <chrono>
#include <string>

/// A line on stderr that appears after one second and vanishes at the end. Silent in a pipe.
class ProgressBar {
 public:
  /// @param of  what is counted, "points"; "": the model's time [s]
  ProgressBar(double start, double end, std::string of = "");
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double time);
  /// What makes the run slow, on the line from now on.
  void name_stiff(const std::string& element) { stiff_ = element; }
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string of_;
  double start_, end_;
  bool enabled_;
  Clock::time_point begin_, next_;
  std::string stiff_;
  std::size_t shown_{0};  ///< characters now on the line
};

/// `  43 % [########------------]  t = 4.1 s  12 s left`, within 79 columns; with the name of a
/// stiff element `  43 % [####------]  t = 4.1 s  12 s left, stiff: 'rail'`.
std::string progress_line(double fraction, const std::string& reached, double seconds_left,
                          const std::string& stiff = "");

/// "850 us", "4.12 ms", "3.2 s", "3 min 5 s", "2 h 10 min".
std::string duration_text(double seconds);
