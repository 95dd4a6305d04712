// What the program returns to the shell (docs/running.md).
#pragma once

enum ExitStatus : int {
  kFine = 0,
  kTrouble = 1,       ///< the file system, memory: not the user's model
  kWrong = 2,         ///< a wrong model file or wrong arguments; nothing was written
  kDiffers = 3,       ///< compared runs differ by more than was asked for
  kEndedEarly = 4,    ///< the numbers ended the run; results up to there were written
  kInterrupted = 130  ///< Ctrl-C or SIGTERM; results up to there were written
};
