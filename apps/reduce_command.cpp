#include "apps/reduce_command.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/new_file.h"
#include "apps/overrides.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

namespace fs = std::filesystem;

/// What a reader of the file should know of its origin.
std::string header(const ReduceArguments& arguments) {
  std::string limits;
  for (const std::string& limit : arguments.limits) limits += " --limit " + limit;
  for (const std::string& change : arguments.changes) limits += " --set " + change;
  return fmt::format("# Made by luztar " LUZTAR_VERSION ": luztar reduce {}{}\n\n",
                     fs::path(arguments.model).filename().string(), limits);
}

/// On standard error: documents and models on standard output stay whole.
void report(const luztar::Verification& verification, const luztar::Reduction& reduction) {
  luztar::Document document;
  document.sections.push_back(luztar::verification_section(verification, reduction));
  fmt::print(stderr, "{}", luztar::print(document, luztar::DocumentFormat::Text));
}

/// Prints why the reduced model is not verified. @return true if it is
bool is_sound(const luztar::Reduction& reduction,
              const std::optional<luztar::Verification>& verification,
              const ReduceArguments& arguments) {
  const std::string trouble = luztar::ends_at_once(reduction.model);
  if (!trouble.empty()) {
    fmt::print(stderr, "{}: the reduced model ends at once: {}\n", arguments.model, trouble);
  }
  if (!verification) return trouble.empty();
  const luztar::Verdict verdict = verification->verdict;
  if (verdict == luztar::Verdict::Differs) {
    fmt::print(stderr, "{}: not verified: the full model does not tend to the reduced one: {}\n",
               arguments.model, verification->reason);
  } else if (verdict == luztar::Verdict::Undecided) {
    fmt::print(stderr, "{}: not verified, cannot tell: {}\n", arguments.model,
               verification->reason);
  }
  return trouble.empty() && verdict == luztar::Verdict::Converges;
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
      header(arguments) +
      luztar::with_comments_of_file(
          luztar::write_model(reduction.model, data_folder(arguments.model, arguments.file)),
          arguments.model);
  std::optional<luztar::Verification> verification;
  if (arguments.verify) verification = luztar::verify_reduction(model, reduction);
  if (arguments.file == "-") {
    print(text);
    if (verification) report(*verification, reduction);
  } else {
    if (!arguments.file.empty() && !write_new_file(arguments.file, text, arguments.force))
      return kTrouble;
    luztar::Document document = luztar::reduction_document(model, reduction);
    if (verification) {
      document.sections.push_back(luztar::verification_section(*verification, reduction));
    }
    print(luztar::print(document, luztar::document_format(arguments.format)));
  }
  return is_sound(reduction, verification, arguments) ? kFine : kEndedEarly;
}
