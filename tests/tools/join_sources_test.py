"""cmake/join_sources.py: joined tests compile as they do alone."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLAIN = """#include <string>

namespace {
std::string helper() { return "%s"; }
}  // namespace

std::string %s() { return helper(); }
"""
INSIDE = """#include <string>

namespace luztar {
namespace {
int helper() { return %d; }
}  // namespace
int %s() { return helper(); }
}  // namespace luztar
"""
MACRO = """#define HELPER 3
int of_macro() { return HELPER; }
"""


class JoinSources(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def join(self, *texts: str) -> str:
        sources = [self.folder / f"source_{i}.cpp" for i in range(len(texts))]
        for source, text in zip(sources, texts):
            source.write_text(text)
        output = self.folder / "joined" / "all.cpp"
        subprocess.run([sys.executable, ROOT / "cmake" / "join_sources.py", output, *sources],
                       check=True)
        return output.read_text()

    def errors(self) -> str:
        return subprocess.run(["c++", "-std=c++20", "-fsyntax-only",
                               self.folder / "joined" / "all.cpp"],
                              capture_output=True, text=True).stderr

    def test_helpers_of_one_name_do_not_meet(self) -> None:
        joined = self.join(PLAIN % ("a", "first"), PLAIN % ("b", "second"),
                           INSIDE % (1, "third"), INSIDE % (2, "fourth"))
        self.assertEqual(self.errors(), "")
        self.assertEqual(joined.count("#include <string>"), 1)

    def test_macros_are_included_behind_the_others(self) -> None:
        joined = self.join(MACRO, PLAIN % ("a", "first"))
        self.assertEqual(self.errors(), "")
        self.assertTrue(joined.endswith('source_0.cpp"\n'))

    def test_an_include_in_a_text_stays_there(self) -> None:
        text = 'const char* program() { return R"(\n#include <stdio.h>\n)"; }\n'
        self.assertIn('R"(\n#include <stdio.h>\n)"', self.join("#include <string>\n" + text))
        self.assertEqual(self.errors(), "")

    def test_a_mistake_is_told_with_its_own_place(self) -> None:
        self.join(PLAIN % ("a", "first"), "int f() {\n  return unknown;\n}\n")
        self.assertIn("source_1.cpp:2:", self.errors())


if __name__ == "__main__":
    unittest.main()
