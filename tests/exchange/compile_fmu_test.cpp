#include "luztar/exchange/fmu/compile_fmu.h"

#include <stdexcept>

#include <doctest/doctest.h>

namespace {

std::string words_of_compiler(const std::string& compiler, const std::string& text) {
  try {
    luztar::compile_fmu(compiler, {{"a.c", text}});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a library is compiled of all sources") {
  const std::string bytes = luztar::compile_fmu(
      "cc",
      {{"a.h", "int two(void);\n"}, {"a.c", "#include \"a.h\"\nint two(void) { return 2; }\n"}});
  CHECK(bytes.size() > 1000);
}

TEST_CASE("what a compiler says is told, and where there is none") {
  const std::string wrong = words_of_compiler("cc", "int f(void) { return wrong; }\n");
  CHECK(
      wrong.starts_with("the C compiler 'cc' ends with status 1; name a C compiler with "
                        "--compiler or CC, or export without --compiled, which needs none\n"));
  CHECK(wrong.find("wrong") != std::string::npos);
  const std::string none = words_of_compiler("no_such_cc -m32", "");
  CHECK(none.starts_with("cannot run 'no_such_cc': "));
  CHECK(none.ends_with("which needs none"));
}
