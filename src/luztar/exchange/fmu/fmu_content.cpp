#include "luztar/exchange/fmu/fmu_content.h"

#include <charconv>
#include <stdexcept>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/io/load_model.h"
#include "luztar/io/read_file.h"

namespace luztar {
namespace {

constexpr std::string_view kContentLine = "luztar fmu 1";

/// Words of one line; the last one may have blanks.
class FmuLine {
 public:
  FmuLine(std::string_view text, int number) : rest_(text), number_(number) {}

  std::string_view word() {
    const std::size_t end = rest_.find(' ');
    const std::string_view found = rest_.substr(0, end);
    if (found.empty()) fail("a word is missing");
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return found;
  }
  template <class Number>
  Number value() {
    const std::string_view text = word();
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
      fail(quote(text) + " is no number");
    return number;
  }
  std::string rest() {
    if (rest_.empty()) fail("a name is missing");
    return std::string(std::exchange(rest_, {}));
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(std::string(kFmuContentName) + ":" + std::to_string(number_) + ": " +
                             what + "; export the FMU again");
  }

 private:
  std::string_view rest_;
  int number_;
};

FmuVariable read_variable(FmuLine& line) {
  const auto role = line.value<std::size_t>();
  if (role >= kFmuRoles) line.fail("no such role");
  FmuVariable variable{.role = static_cast<FmuRole>(role)};
  variable.is_output = line.value<int>() != 0;
  variable.is_tunable = line.value<int>() != 0;
  variable.nominal = line.value<double>();
  variable.name = line.rest();
  return variable;
}

std::pair<int, int> read_state(FmuLine& line, const FmuContent& content) {
  const int own = line.value<int>(), slope = line.value<int>();
  const int most = static_cast<int>(content.variables.size());
  if (own < 0 || slope < 0 || own >= most || slope >= most) line.fail("no such variable");
  return {own, slope};
}

void read_line(FmuLine& line, FmuContent& content) {
  const std::string_view key = line.word();
  if (key == "token") {
    content.token = line.rest();
  } else if (key == "model") {
    content.model = line.rest();
  } else if (key == "for") {
    const std::string_view kind = line.word();
    (kind == "steps" ? content.for_steps : content.for_equations) = true;
  } else if (key == "data") {
    const std::string file(line.word());
    content.data[line.rest()] = file;
  } else if (key == "parameter") {
    const auto value = line.value<double>();
    content.parameters[line.rest()] = value;
  } else if (key == "variable") {
    content.variables.push_back(read_variable(line));
  } else if (key == "state") {
    content.states.push_back(read_state(line, content));
  } else {
    line.fail("no key " + quote(key));
  }
}

}  // namespace

std::string write_fmu_content(const FmuContent& content) {
  std::string text = std::string(kContentLine) + "\n";
  const auto line = [&text](const std::string& words) {
    text += words + "\n";
  };
  line("token " + content.token);
  line("model " + content.model);
  if (content.for_steps) line("for steps");
  if (content.for_equations) line("for equations");
  for (const auto& [name, file] : content.data) line("data " + file + " " + name);
  for (const auto& [name, value] : content.parameters)
    line("parameter " + cell_text(value) + " " + name);
  for (const FmuVariable& variable : content.variables)
    line("variable " + std::to_string(static_cast<int>(variable.role)) +
         (variable.is_output ? " 1" : " 0") + (variable.is_tunable ? " 1 " : " 0 ") +
         cell_text(variable.nominal) + " " + variable.name);
  for (const auto& [own, slope] : content.states)
    line("state " + std::to_string(own) + " " + std::to_string(slope));
  return text;
}

FmuContent read_fmu_content(std::string_view text) {
  FmuContent content;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    FmuLine line(text.substr(0, end), ++number);
    if (number > 1)
      read_line(line, content);
    else if (line.rest() != kContentLine)
      line.fail("this does not begin with " + quote(kContentLine));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (content.token.empty() || content.variables.empty()) FmuLine({}, number).fail("it is cut off");
  return content;
}

std::map<std::string, Expression> as_expressions(const ParameterValues& values) {
  std::map<std::string, Expression> expressions;
  for (const auto& [name, value] : values) expressions[name] = Expression::number(value);
  return expressions;
}

FmuModel load_fmu(const std::filesystem::path& folder) {
  const auto text_of = [&folder](const std::string& name) {
    return read_file((folder / name).string(), {});
  };
  FmuModel made{read_fmu_content(text_of(kFmuContentName)), {}};
  DataFiles files{.complete = true};
  for (const auto& [name, file] : made.content.data) files.texts[name] = text_of(file);
  made.model =
      parse_model(text_of(kFmuModelName), made.content.model,
                  {.parameters = as_expressions(made.content.parameters), .data_files = &files});
  return made;
}

}  // namespace luztar
