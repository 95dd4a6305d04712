// The command line as data.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

struct SimulateArguments {
  std::string model;
  std::string folder;                ///< --out; "" for out/<name of the model>
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  // Settings that replace those of the file, as text: expressions of the parameters.
  std::string duration, samples, interval, tolerance, max_events, step;
  std::string method;      ///< events, stepping or "": that of the file
  bool adaptive{false};    ///< true: with stepping; false: as the file says
  std::string state;       ///< --continue: a file or a folder with a summary.json
  std::string checkpoint;  ///< seconds between two checkpoints, as text; "": as the file says
  std::string resume;      ///< --resume: the folder of a run that was killed
  int threads{1};          ///< 0: one for each core
  bool json{false};
  bool no_report{false};
  bool quiet{false};
};

struct CheckArguments {
  std::vector<std::string> models;
};

struct ExamplesArguments {
  std::vector<std::string> names;  ///< of examples to write; none: list all
  std::string folder;              ///< --out; "" for the current folder, "-" for stdout
  bool all{false};
  bool force{false};  ///< replace files that are there
};

struct DeriveArguments {
  std::string model;
  std::string format;  ///< text (also if empty), markdown, latex, html, json, c, python
  std::string file;    ///< --out; "" for standard output
  bool steps{false};
  bool as_published{false};
};

struct ReduceArguments {
  std::string model;
  std::vector<std::string> limits;   ///< --limit, each NAME=inf or NAME=0
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  std::string file;                  ///< --out; "" for none, "-" for stdout
  std::string format{"text"};
  bool force{false};  ///< replace a file that is there
  bool verify{false};
};

struct DoneAlready {
  int exit_status;  ///< help was printed, or what is wrong
};

using Arguments = std::variant<SimulateArguments, CheckArguments, ExamplesArguments,
                               DeriveArguments, ReduceArguments, DoneAlready>;

/// Reads the command line. Prints help and version to stdout, mistakes in one line to stderr.
Arguments parse_arguments(int argc, const char* const* argv);
