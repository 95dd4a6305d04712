#include "apps/reduce_command.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/overrides.h"
#include "luztar/luztar.h"

namespace {

namespace fs = std::filesystem;

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  }
}

/// What a reader of the file should know of its origin.
std::string header(const ReduceArguments& arguments) {
  std::string limits;
  for (const std::string& limit : arguments.limits) limits += " --limit " + limit;
  for (const std::string& change : arguments.changes) limits += " --set " + change;
  return fmt::format("# Made by luztar " LUZTAR_VERSION ": luztar reduce {}{}\n\n",
                     fs::path(arguments.model).filename().string(), limits);
}

/// Data files are named relative to the model file, which may lie elsewhere now.
std::string data_folder(const ReduceArguments& arguments) {
  if (arguments.file.empty() || arguments.file == "-") return "";
  const fs::path from = fs::absolute(arguments.file).parent_path();
  const fs::path to = fs::absolute(arguments.model).parent_path();
  const fs::path relative = to.lexically_relative(from);
  return relative == "." ? "" : relative.generic_string();
}

bool write_file(const ReduceArguments& arguments, const std::string& text) {
  const std::string& path = arguments.file;
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder) && !fs::create_directories(folder, error)) {
    throw std::system_error(error, "cannot create the folder '" + folder.string() + "'");
  }
  std::FILE* file = std::fopen(path.c_str(), arguments.force ? "wb" : "wxb");
  if (file == nullptr && errno == EEXIST) {
    fmt::print(stderr,
               "luztar: '{}' exists already; write to another file with --out, or replace it with "
               "--force\n",
               path);
    return false;
  }
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !written) {
    throw std::system_error(errno, std::generic_category(), "cannot write '" + path + "'");
  }
  return true;
}

luztar::DocumentFormat format_of(const std::string& name) {
  static const std::map<std::string, luztar::DocumentFormat> kFormats = {
      {"text", luztar::DocumentFormat::Text},
      {"markdown", luztar::DocumentFormat::Markdown},
      {"latex", luztar::DocumentFormat::Latex},
      {"html", luztar::DocumentFormat::Html},
      {"json", luztar::DocumentFormat::Json}};
  return kFormats.at(name);  // the command line lets no other in
}

std::string verification_text(const luztar::Verification& verification) {
  std::string text = "Verification: full models with a small number s beside the reduced one\n";
  text += fmt::format("  {:>12}  {:>12}  {:>6}\n", "s", "error", "order");
  for (std::size_t i = 0; i < verification.rows.size(); ++i) {
    const luztar::VerificationRow& row = verification.rows[i];
    text += fmt::format("  {:>12.4g}  {:>12.4g}  {:>6}\n", row.small, row.error,
                        i == 0 ? std::string() : fmt::format("{:.2f}", row.order));
  }
  std::string bodies;
  for (const std::string& body : verification.bodies) {
    bodies += (bodies.empty() ? "" : ", ") + body;
  }
  text += fmt::format("  error: largest difference of a position, relative to the way ({})\n",
                      bodies.empty() ? "no common bodies" : bodies);
  if (verification.converges) {
    text += fmt::format("  converges, order {:.2f}\n", verification.order);
  }
  return text;
}

/// Prints how far full models are from the reduced one; false if they do not tend to it.
bool verify(const luztar::Model& full, const luztar::Reduction& reduction,
            const ReduceArguments& arguments) {
  const luztar::Verification verification = luztar::verify_reduction(full, reduction);
  // Documents and models on standard output stay whole.
  const bool apart = arguments.file == "-" || arguments.format != "text";
  fmt::print(apart ? stderr : stdout, "{}{}", apart ? "" : "\n", verification_text(verification));
  if (verification.converges) return true;
  fmt::print(stderr, "{}: not verified: {}\n", arguments.model,
             verification.trouble.empty() ? "the full model does not tend to the reduced one"
                                          : verification.trouble);
  return false;
}

}  // namespace

int run_reduce(const ReduceArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_changes(model, arguments.changes);
  std::vector<luztar::ParameterLimit> limits;
  for (const std::string& text : arguments.limits) limits.push_back(luztar::parse_limit(text));
  const luztar::Reduction reduction = luztar::reduce(model, limits);
  luztar::compile(reduction.model);  // what only the engine refuses
  const std::string text =
      header(arguments) + luztar::write_model(reduction.model, data_folder(arguments));
  if (arguments.file == "-") {
    print(text);
  } else {
    if (!arguments.file.empty() && !write_file(arguments, text)) return kTrouble;
    print(luztar::print(luztar::reduction_document(model, reduction), format_of(arguments.format)));
  }
  return !arguments.verify || verify(model, reduction, arguments) ? kFine : kEndedEarly;
}
