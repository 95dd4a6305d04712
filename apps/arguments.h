// The command line as data.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct SimulateArguments {
  std::string model;
  std::string folder;                ///< --out; "" for out/<name of the model>
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  // Settings that replace those of the file, as text: expressions of the parameters.
  std::string duration, samples, interval, times, tolerance, max_events, step;
  std::string method;                    ///< events, stepping or "": that of the file
  std::vector<std::string> derivatives;  ///< parameters and start values
  bool adaptive{false};                  ///< true: with stepping; false: as the file says
  std::string state;                     ///< --continue: a file or a folder with a summary.json
  std::string checkpoint;  ///< seconds between two checkpoints, as text; "": as the file says
  std::string resume;      ///< --resume: the folder of a run that was killed
  int threads{1};          ///< 0: one for each core
  bool force{false};       ///< the checkpoint of another run may be replaced
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

struct SweepArguments {
  std::string model;
  std::string folder;                ///< --out; "" for out/<name of the model>_sweep
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  /// Options in place of keys of [sweep], by key; empty: what the file says.
  std::map<std::string, std::vector<std::string>> options;
  std::string duration, tolerance, max_events;  ///< expressions, as text
  int threads{0};                               ///< 0: one for each core
  bool resume{false};
  bool force{false};      ///< rows of a sweep that was killed go
  bool npz{false};        ///< table.npz too
  bool no_report{false};  ///< no sweep.html
  bool quiet{false};
};

struct DeriveArguments {
  std::string model;
  std::string format{"text"};  ///< one of document_formats(), or c, or python
  std::string file;            ///< --out; "" for standard output
  bool steps{false};
  bool as_published{false};
  bool linear{false};                        ///< A, B, C, D in symbols
  std::vector<std::string> inputs, outputs;  ///< of these: --inputs, --outputs NAME
  std::string at{"start"};                   ///< or equilibrium, or a time
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

struct EquilibriumArguments {
  std::string model;
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  std::string file;   ///< --out: the same as JSON or CSV; "" for none, "-" for stdout
  bool force{false};  ///< replace a file that is there
};

struct ModesArguments {
  std::string model;
  std::vector<std::string> changes;        ///< --set, each NAME=VALUE
  std::vector<std::string> stuck;          ///< --stuck NAME
  std::vector<std::string> slip;           ///< --slip NAME or NAME=SPEED
  std::vector<std::string> contact, free;  ///< --contact NAME, --free NAME
  std::string at{"equilibrium"};           ///< or start
  std::string file;                        ///< --out: the same as JSON with matrices, or CSV
  bool force{false};                       ///< replace a file that is there
};

struct LinearizeArguments {
  std::string model;
  std::vector<std::string> changes;          ///< --set, each NAME=VALUE
  std::vector<std::string> inputs, outputs;  ///< --inputs, --outputs NAME
  std::string at{"equilibrium"};             ///< or start, or a time
  std::string file;   ///< --out: JSON, FILE.m or FILE.py; "" for none, "-" for stdout
  bool json{false};   ///< print JSON instead of text
  bool force{false};  ///< replace a file that is there
};

struct ImportArguments {
  std::string source;    ///< a file of Modelica or MJCF
  std::string file;      ///< --out: the model file; "" or "-" for stdout
  std::string model;     ///< --model: of several in a file of Modelica
  std::string key;       ///< --key: of <keyframe>
  std::string duration;  ///< --duration, as text; "": as the source says
  bool force{false};     ///< replace a file that is there
};

struct FitArguments {
  std::string model;
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  std::vector<std::string> free;     ///< --free, each NAME or NAME=LOWER:UPPER; none: of the file
  std::string loss;                  ///< "" as the file says
  std::vector<std::string> profile;  ///< values whose likelihood is to be followed, or "all"
  std::string compare;               ///< whose law is to be found; "" for none
  std::string file;       ///< --out: the same as JSON or CSV; "" for none, "-" for stdout
  std::string residuals;  ///< --residuals: a CSV file; "" for none
  std::string page;       ///< --page: what people look at; "" for none
  std::string fitted;     ///< --model: the model with these values; "" for none
  bool force{false};      ///< replace files that are there
};

struct CompareArguments {
  std::vector<std::string> runs;      ///< folders of results, or model files
  std::string data;                   ///< --with: a CSV file; "" for none
  std::vector<std::string> columns;   ///< --map, each CHANNEL=COLUMN [UNIT]
  std::string time;                   ///< --time: column of times of the data; "": t or the first
  std::vector<std::string> channels;  ///< --channels, patterns; none: all
  std::optional<double> tolerance;    ///< beyond this the exit status is kDiffers
  std::string file;   ///< --out: the same as JSON or CSV; "" for none, "-" for stdout
  std::string page;   ///< --page: what people look at; "" for none
  bool force{false};  ///< replace files that are there
};

struct ExportArguments {
  std::string kind;  ///< what is written: fmu, c, modelica
  std::string model;
  std::string file;                  ///< --out; "" for the name of the model. c: FILE.c or a folder
  std::vector<std::string> changes;  ///< --set, each NAME=VALUE
  bool force{false};                 ///< replace a file that is there
  // Of an FMU.
  int version{2};                            ///< of FMI: 2 or 3
  std::string only;                          ///< cs or me; "" for both
  std::vector<std::string> inputs, outputs;  ///< --inputs, --outputs NAME
  std::string library;                       ///< "" for the one that is installed
  bool compiled{false};                      ///< of generated C
  std::string compiler;                      ///< words of a command; "": CC, or cc
};

struct DoneAlready {
  int exit_status;  ///< help was printed, or what is wrong
};

using Arguments = std::variant<SimulateArguments, CheckArguments, ExamplesArguments,
                               DeriveArguments, ReduceArguments, EquilibriumArguments,
                               ModesArguments, LinearizeArguments, SweepArguments, FitArguments,
                               CompareArguments, ExportArguments, ImportArguments, DoneAlready>;

/// Reads the command line. Prints help and version to stdout, mistakes in one line to stderr.
Arguments parse_arguments(int argc, const char* const* argv);
