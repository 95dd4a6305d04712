// How long work is left early.
#pragma once

namespace luztar {

/// Thrown by stop_if_asked(). The caller of the work still has what was there before it.
struct StopAsked {};

/// While it lives, long work of this thread asks now and then whether it is to be left. The library
/// knows no signals and no clock: the caller does. Scopes nest; the innermost one counts.
class StopScope {
 public:
  using Question = bool (*)();

  explicit StopScope(Question question);  ///< nullptr: no question
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  static bool is_open();  ///< somebody asks

 private:
  Question before_;
};

/// For loops whose rounds take a microsecond or more: throws StopAsked if the answer is yes.
void stop_if_asked();

}  // namespace luztar
