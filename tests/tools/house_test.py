"""Tests of tools/house.py: what it counts in small files whose figures are known by counting."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import house  # noqa: E402
from cpp_reader import Reader  # noqa: E402


def read(text: str) -> Reader:
    reader = Reader("a.h", text)
    reader.read()
    return reader


def functions(text: str) -> list[tuple[str, int]]:
    return [(f.place, f.lines) for f in read(text).functions]


def classes(text: str) -> dict[str, int]:
    return {c.name: c.members for c in read(text).classes}


def built(files: dict[str, str], *arguments: str, tests: tuple[str, ...] = ()):
    """Runs the tool on a project of these files of src/luztar and these names of tests."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        paths = {root / "src/luztar" / name: text for name, text in files.items()}
        paths |= {root / "tests/core" / name: "" for name in tests}
        for path, text in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, str(TOOLS / "house.py"), *arguments, folder],
                              capture_output=True, text=True, check=False)


class Functions(unittest.TestCase):
    def test_a_function_goes_from_its_head_to_its_last_brace(self) -> None:
        self.assertEqual(functions("namespace a {\n\nint f(int x,\n      int y) {\n"
                                   "  return x + y;\n}\n\n}  // namespace a\n"), [("a.h:3", 4)])

    def test_a_lambda_is_a_part_of_its_function(self) -> None:
        self.assertEqual(functions("int f() {\n  const auto g = [](int x) {\n    return x;\n  };\n"
                                   "  return g(1);\n}\n"), [("a.h:1", 6)])

    def test_braces_of_values_and_in_text_are_none_of_a_body(self) -> None:
        self.assertEqual(functions("A::A(int x) : b_{x}, c_{} {\n  say(\"{\");  // }\n}\n"
                                   "const std::vector<int> kList = {1, 2};\n"
                                   "int g() { return '{'; }\n"), [("a.h:1", 3), ("a.h:5", 1)])

    def test_a_raw_string_is_no_code(self) -> None:
        text = 'const char* const kText = R"x(\nint f() {\n)x";\nint g() {\n  return 1;\n}\n'
        self.assertEqual(functions(text), [("a.h:4", 3)])
        self.assertEqual(house.raw_string_lines(text), 3)

    def test_functions_of_a_class_are_functions(self) -> None:
        self.assertEqual(functions("class A {\n public:\n  int f() const { return x_; }\n"
                                   "\n private:\n  int x_{};\n};\n"), [("a.h:3", 1)])


class Classes(unittest.TestCase):
    def test_each_declared_name_is_a_data_member(self) -> None:
        self.assertEqual(classes("struct A {\n  double x{}, y{};\n  std::map<int, double> z;\n"
                                 "  std::function<void(int)> call;\n"
                                 "  int row[3] = {1, 2, 3};\n};\n"),
                         {"A": 5})

    def test_functions_types_friends_and_constants_of_the_class_are_none(self) -> None:
        self.assertEqual(classes("class A {\n public:\n  A() = default;\n  int f(int x) const;\n"
                                 "  using List = std::vector<int>;\n"
                                 "  static constexpr int kSize = 3;\n"
                                 "  friend bool operator==(const A&, const A&) = default;\n"
                                 "  enum class Kind { One, Two };\n"
                                 " private:\n  Kind kind_{};\n};\n"),
                         {"A": 1})

    def test_a_class_within_a_class_is_counted_by_itself(self) -> None:
        self.assertEqual(classes("struct A {\n  struct B {\n    int x, y;\n  };\n  B b;\n};\n"),
                         {"A": 1, "B": 2})


class Tolerances(unittest.TestCase):
    def test_a_constant_far_below_one_is_a_tolerance_in_any_way_of_writing_it(self) -> None:
        for text in ("constexpr double kZero = 1e-12;", "inline constexpr double kFew = 0x1p-46;",
                     "  static constexpr double kZero = 2.5E-9;", "constexpr auto kZero{1.e-3};",
                     "constexpr double kZero =\n    16 * std::numeric_limits<double>::epsilon();"):
            self.assertEqual(house.named_tolerances(text), 1, text)

    def test_other_constants_are_none(self) -> None:
        for text in ("constexpr double kMost = 1e12;", "constexpr double kHalf = 0.5;",
                     "constexpr double kScale = 0x1p400;", "constexpr int kMany = 10;",
                     "const double zero = 1e-12 * largest;",
                     "constexpr std::array<double, 2> kC{1.4, 2.5e-1};", "if constexpr (kPlain) x = 1e-9;",
                     "constexpr double twice(double x) { return 2 * x; }\nx = 1e-9;"):
            self.assertEqual(house.named_tolerances(text), 0, text)

    def test_a_declaration_counts_once(self) -> None:
        self.assertEqual(house.named_tolerances(
            "constexpr double kNear = 1e-9, kFar = 1e-6;\nconstexpr double kZero = 1e-12;\n"), 2)


    def test_lines_that_compare_with_a_tolerance_of_any_file_are_counted(self) -> None:
        header = "constexpr double kNear = 1e-9, kFar = 1e-6;\nconstexpr int kMany = 10;\n"
        code = ("if (x <= kNear * size) a();\nif (kFar < x) b();\nif (x > kMany) c();\n"
                "f(kNear);\ng<double>(kFar);\np->h(kNear);\nif (exceeds(x, size, kFar)) d();\n")
        self.assertEqual(house.lines_that_compare([header, code]), 2)
        self.assertEqual(house.lines_that_compare([code]), 0)


class Program(unittest.TestCase):
    def test_words_in_comments_do_not_name_an_element(self) -> None:
        done = built({"core/a.h": "// a Spring\n/* springs */\n", "core/b.h": "struct Spring {};\n",
                      "core/b.cpp": "int first_spring;\n"})
        self.assertRegex(done.stdout, r"(?m)^files that name Spring +1 ")

    def test_a_tolerance_more_than_the_limit_fails_and_those_in_comments_do_not_count(self) -> None:
        limit = house.LIMITS["named tolerances"]
        lines = [f"constexpr double kZero{i} = 1e-{i % 17 + 1};\n" for i in range(limit + 1)]
        files = {"core/a.h": "".join(lines[:limit]) + "// " + lines[limit],
                 "core/a.cpp": "\n".join(["int f() {"] + ["  g();"] * 8 + ["}"]) + "\n"}
        sentence = f"beyond its limit: named tolerances: {limit + 1}, at most {limit} allowed"
        done = built(files, "--limits", tests=("a_test.cpp",))
        self.assertRegex(done.stdout, rf"(?m)^named tolerances +{limit} ")
        self.assertNotIn("beyond its limit: named tolerances", done.stdout)
        files["core/b.h"] = lines[limit]
        done = built(files, "--limits", tests=("a_test.cpp",))
        self.assertEqual(done.returncode, 1)
        self.assertIn(sentence, done.stdout)

    def test_the_folder_of_an_include_names_no_kind(self) -> None:
        done = built({"a.cpp": '#include "luztar/friction/graph.h"\nint x;\n',
                      "b.cpp": "int friction;\n"})
        self.assertRegex(done.stdout, r"(?m)^files that name Friction +1 ")

    def test_sources_with_a_test_of_their_name_are_counted(self) -> None:
        done = built({"core/a.cpp": "", "core/b.cpp": ""}, tests=("b_test.cpp", "c_test.cpp"))
        self.assertRegex(done.stdout, r"(?m)^sources with a test of their name, % +50 ")

    def test_permissions_that_no_include_uses_are_named(self) -> None:
        done = built({"symbolic/a.cpp": '#include "luztar/core/error.h"\n'})
        self.assertNotIn("symbolic -> core", done.stdout)
        self.assertIn("symbolic -> series", " ".join(done.stdout.split()))  # wherever the line is folded

    def test_two_types_of_one_name_in_one_namespace_are_named(self) -> None:
        term = "namespace a {{\n{}struct Term {{\n  int x;\n}};\n{}}}\n".format
        done = built({"core/a.h": term("", ""), "core/b.h": term("", ""), "core/c.cpp": ""})
        self.assertRegex(done.stdout, r"(?m)^types with the name of another +1 ")
        self.assertIn("types with the name of another: a::Term", done.stdout)
        hidden = ("namespace {\n", "}\n")
        done = built({"core/a.h": term("", ""), "core/b.cpp": term(*hidden),
                      "core/c.cpp": term(*hidden), "core/d.h": term("struct Other {\n", "};\n")})
        self.assertRegex(done.stdout, r"(?m)^types with the name of another +0 ")

    def test_a_figure_beyond_its_limit_fails_with_limits_only(self) -> None:
        long = {"core/a.cpp": "int f() {\n" + "  g();\n" * 200 + "}\n"}
        self.assertEqual(built(long, tests=("a_test.cpp",)).returncode, 0)
        done = built(long, "--limits", tests=("a_test.cpp",))
        self.assertEqual(done.returncode, 1)
        self.assertIn("beyond its limit: lines of a function, most: 202, at most ", done.stdout)

    def test_a_project_without_sources_is_a_failure(self) -> None:
        self.assertEqual(built({}).returncode, 1)

    def test_lines_of_the_table_have_at_most_80_columns(self) -> None:
        done = built({"core/a.cpp": ""})
        self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80], [])


if __name__ == "__main__":
    unittest.main()
