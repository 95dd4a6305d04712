#include "apps/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "luztar/luztar.h"

namespace {

constexpr std::chrono::seconds kPatience{1};
constexpr std::chrono::milliseconds kPause{100};

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 59.95) return fmt::format("{:.3g} s", seconds);
  const double whole = std::min(std::round(seconds), 1e12);
  if (whole < 3600) {
    return fmt::format("{:.0f} min {:.0f} s", std::floor(whole / 60), std::fmod(whole, 60));
  }
  return fmt::format("{:.0f} h {:.0f} min", std::floor(whole / 3600),
                     std::floor(std::fmod(whole, 3600) / 60));
}

std::string progress_line(double fraction, const std::string& reached, double seconds_left,
                          const std::string& stiff) {
  constexpr std::size_t kColumns = 79;
  const int width = stiff.empty() ? 30 : 10;
  fraction = std::clamp(fraction, 0.0, 1.0);
  // Milliseconds on a bar cannot be read.
  const std::string left = duration_text(std::max(1.0, std::ceil(seconds_left)));
  const int filled = static_cast<int>(fraction * width);
  std::string line =
      fmt::format("{:4.0f} % [{:#<{}}{:-<{}}]  {}  {} left", std::floor(100 * fraction), "", filled,
                  "", width - filled, reached, left);
  if (!stiff.empty()) line += ", stiff: '" + stiff + "'";
  if (line.size() > kColumns) line.replace(kColumns - 3, line.npos, "...");
  return line;
}

ProgressBar::ProgressBar(double start, double end, std::string of)
    : of_(std::move(of)),
      start_(start),
      end_(end),
      enabled_(luztar::stderr_is_terminal() && end > start),
      begin_(Clock::now()),
      next_(begin_ + kPatience) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::show(double time) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kPause;
  const double fraction = (time - start_) / (end_ - start_);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
  const std::string reached = of_.empty() ? fmt::format("t = {:.6g} s", time)
                                          : fmt::format("{:.0f} of {:.0f} {}", time, end_, of_);
  const std::string line = progress_line(fraction, reached, left, stiff_);
  // Spaces, not escape codes: every terminal knows them.
  std::fprintf(stderr, "\r%-*s", static_cast<int>(shown_), line.c_str());
  std::fflush(stderr);
  shown_ = line.size();
}

void ProgressBar::clear() {
  if (shown_ == 0) return;
  std::fprintf(stderr, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stderr);
  shown_ = 0;
}
