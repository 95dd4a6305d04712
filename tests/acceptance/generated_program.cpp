#include "acceptance/generated_program.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <utility>
#include <variant>

using luztar::Language;

namespace acceptance {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWarnings = " -pedantic -Wall -Wextra -Werror";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  // Of this program alone: others may run at the same time.
  std::string folder = (fs::temp_directory_path() / (name + "_XXXXXX")).string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no folder " + folder);
  path_ = folder;
}

ScratchFolder::~ScratchFolder() { fs::remove_all(path_); }

void ScratchFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
}

bool ScratchFolder::run(const std::string& command) const {
  return std::system(("cd '" + path_.string() + "' && " + command).c_str()) == 0;
}

void ScratchFolder::write(const std::string& name, const std::vector<double>& values) const {
  std::ofstream(path_ / name, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(double)));
}

std::string ScratchFolder::text(const std::string& name) const {
  std::ifstream file(path_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<double> ScratchFolder::read(const std::string& name) const {
  std::vector<double> values(fs::file_size(path_ / name) / sizeof(double));
  std::ifstream(path_ / name, std::ios::binary)
      .read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(double)));
  return values;
}

GeneratedProgram::GeneratedProgram(const ScratchFolder& folder, const luztar::Model& model,
                                   Language language, std::string name)
    : bodies(model.bodies.size()),
      folder_(folder),
      is_c_(language == Language::C),
      name_(std::move(name)) {
  for (const auto& friction : model.frictions)
    if (!friction.bristles) pairs.push_back(friction.name);
  for (const auto& freewheel : model.freewheels) pairs.push_back(freewheel.name);
  for (const auto& link : model.links) pairs.push_back(link.name);
  for (const auto& stop : model.stops) pairs.push_back(stop.name);
  for (const auto& friction : model.frictions) {
    if (!friction.bristles) continue;
    pairs.push_back(friction.name);
    ++internals_;
  }
  std::size_t curves = 0;
  for (const auto& signal : model.signals)
    curves += std::holds_alternative<luztar::Table>(signal.value) ? 1 : 0;
  states = model.states.size();
  input_width = 1 + 2 * bodies + internals_ + states + 3 * curves;
  output_width = 2 * bodies + pairs.size() + states;
  const std::string code = luztar::generate_functions(model, language);
  folder.write(source(), code);
  folder.write("main_" + source(), is_c_ ? c_main(code) : python_main(code));
}

bool GeneratedProgram::is_clean() const { return are_clean(folder_, is_c_, source()); }

bool GeneratedProgram::are_clean(const ScratchFolder& folder, bool is_c,
                                 const std::string& sources) {
  if (!is_c) {
    static const bool has_linter =
        std::system("python3 -m pyflakes --version > /dev/null 2>&1") == 0;
    return folder.run("python3 -B -W error -m py_compile " + sources) &&
           (!has_linter || folder.run("python3 -m pyflakes " + sources));
  }
  static const bool has_clang = std::system("clang --version > /dev/null 2>&1") == 0;
  for (const char* compiler : {"gcc", "clang"})
    for (const char* standard : {"c99", "gnu17"})
      if ((compiler[0] == 'g' || has_clang) &&
          !folder.run(std::string(compiler) + " -std=" + standard + kWarnings + " -fsyntax-only " +
                      sources))
        return false;
  return true;
}

std::vector<double> GeneratedProgram::run(const std::vector<double>& input) const {
  folder_.write("in", input);
  const std::string main = "main_" + source();
  const std::string command = is_c_ ? "cc -std=c99" + std::string(kWarnings) + " -O2 -o main " +
                                          main + " -lm && ./main < in > out"
                                    : "python3 -B " + main + " < in > out";
  if (!folder_.run(command)) return {};
  return folder_.read("out");
}

void GeneratedPrograms::add(const luztar::Model& model) {
  const std::string name = "model" + std::to_string(c_.size());
  GeneratedProgram c(folder_, model, Language::C, name);
  python_.emplace_back(folder_, model, Language::Python, name);
  // One program of all: what is visible to others gets the number of the model.
  const std::regex definition(R"((?:^|\n)(?:void|double|int|const char \*const) (\w+)[(\[])");
  const std::string code = folder_.text(c.source());
  std::string text = "#define main run_" + name + "\n";
  for (std::sregex_iterator it(code.begin(), code.end(), definition), end; it != end; ++it)
    text += "#define " + (*it)[1].str() + " " + (*it)[1].str() + "_" + name + "\n";
  text += "int main(void);\n#include \"main_" + name + ".c\"\n";
  folder_.write("part_" + name + ".c", text);
  c_.push_back(std::move(c));
}

std::string GeneratedPrograms::files(const std::string& ending) const {
  std::string text;
  for (const GeneratedProgram& program : c_) text += " " + program.name_ + ending;
  return text;
}

bool GeneratedPrograms::are_clean() const {
  return GeneratedProgram::are_clean(folder_, true, files(".c")) &&
         GeneratedProgram::are_clean(folder_, false, files(".py"));
}

bool GeneratedPrograms::compile() const {
  std::string text = "#include <stdlib.h>\n", table, parts;
  for (const GeneratedProgram& program : c_) {
    text += "int run_" + program.name_ + "(void);\n";
    table += (table.empty() ? "" : ", ") + ("run_" + program.name_);
    parts += " part_" + program.name_ + ".c";
  }
  text += "int main(int n, char **words)\n{\n  int (*const run[])(void) = {" + table +
          "};\n  return n == 2 ? run[atoi(words[1])]() : 1;\n}\n";
  folder_.write("all.c", text);
  return folder_.run("gcc -std=gnu17" + std::string(kWarnings) + " -O2 -o all all.c" + parts +
                     " -lm");
}

std::vector<double> GeneratedPrograms::run_c(std::size_t k,
                                             const std::vector<double>& input) const {
  folder_.write("in", input);
  return folder_.run("./all " + std::to_string(k) + " < in > out") ? folder_.read("out")
                                                                   : std::vector<double>{};
}

std::vector<double> GeneratedPrograms::run_python(std::size_t k,
                                                  const std::vector<double>& input) const {
  return python_[k].run(input);
}

std::string GeneratedProgram::c_main(const std::string& code) const {
  const bool memory = has(code, "struct memory"), signals = has(code, "struct signals");
  const std::string more = std::string(memory ? ", &m" : "") + (signals ? ", &s" : "");
  std::string text = "#include \"" + source() + "\"\n#include <stdio.h>\n#include <string.h>\n";
  text += "int main(void)\n{\n  struct parameters p;\n  double in[" + std::to_string(input_width) +
          "], out[" + std::to_string(output_width) + "];\n";
  if (memory) text += "  struct memory m;\n";
  if (signals) text += "  struct signals s;\n";
  text += "  default_parameters(&p);\n  while (fread(in, sizeof in, 1, stdin) == 1) {\n";
  text += "    const double t = in[0], *q = in + 1, *v = q + BODIES, *rest = v + BODIES;\n";
  text += "    (void)rest;\n    memcpy(out + BODIES, v, BODIES*sizeof *v);\n";
  if (memory) text += "    memset(&m, 0, sizeof m);\n";
  if (internals_ > 0) text += "    memcpy(m.z, rest, sizeof m.z);\n    rest += BRISTLES;\n";
  if (states > 0) text += "    memcpy(m.x, rest, sizeof m.x);\n    rest += STATES;\n";
  if (signals) text += "    memcpy(&s, rest, sizeof s);\n";
  if (has(code, "void remember(")) text += "    remember(t, q, v, &p" + more + ");\n";
  text += "    accelerations(t, q, v, &p" + more + ", out);\n";
  if (has(code, "void velocities("))
    text += "    velocities(t, q, out + BODIES, &p" + more + ");\n";
  if (!pairs.empty()) text += "    friction_forces(t, q, v, &p" + more + ", out + 2*BODIES);\n";
  if (states > 0)
    text += "    state_rates(t, q, v, &p" + more + ", out + 2*BODIES + " +
            std::to_string(pairs.size()) + ");\n";
  return text + "    fwrite(out, sizeof out, 1, stdout);\n  }\n  return 0;\n}\n";
}

std::string GeneratedProgram::python_main(const std::string& code) const {
  const bool memory = has(code, "class Memory"), signals = has(code, "class Signals");
  const std::string more = std::string(memory ? ", m" : "") + (signals ? ", s" : "");
  const std::string b = std::to_string(bodies), n = std::to_string(input_width);
  std::string text = "import array, sys\nimport " + name_ + " as model\np = model.Parameters()\n";
  text += "data = array.array('d', sys.stdin.buffer.read())\nout = array.array('d')\n";
  text += "for i in range(0, len(data), " + n + "):\n";
  text += "    x = list(data[i:i + " + n + "])\n    t, q, v = x[0], x[1:1 + " + b + "], x[1 + " +
          b + ":1 + 2*" + b + "]\n    rest = x[1 + 2*" + b + ":]\n";
  if (memory) text += "    m = model.Memory()\n";
  const auto take = [&](const std::string& list, std::size_t count) {
    const std::string end = std::to_string(count);
    if (count > 0) text += "    m." + list + ", rest = rest[:" + end + "], rest[" + end + ":]\n";
  };
  take("z", internals_);
  take("x", states);
  if (signals)
    text +=
        "    s = model.Signals()\n    for k, name in enumerate(vars(s)):\n"
        "        setattr(s, name, rest[3*k:3*k + 3])\n";
  if (has(code, "def remember(")) text += "    model.remember(t, q, v, p" + more + ")\n";
  text += "    out.extend(model.accelerations(t, q, v, p" + more + "))\n    w = list(v)\n";
  if (has(code, "def velocities(")) text += "    model.velocities(t, q, w, p" + more + ")\n";
  text += "    out.extend(w)\n";
  if (!pairs.empty()) text += "    out.extend(model.friction_forces(t, q, v, p" + more + "))\n";
  if (states > 0) text += "    out.extend(model.state_rates(t, q, v, p" + more + "))\n";
  return text + "sys.stdout.buffer.write(out.tobytes())\n";
}

}  // namespace acceptance
