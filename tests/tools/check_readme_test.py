"""Tests of tools/check_readme.py: what it must notice, and what it must let pass."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_readme as tool  # noqa: E402


class Blocks(unittest.TestCase):
    def test_blocks_have_kind_line_and_text(self) -> None:
        blocks = tool.blocks_of("a\n```sh\nls\n```\n\n```toml\nx = 1\ny = 2\n```\n")
        self.assertEqual([(b.kind, b.line, b.text) for b in blocks],
                         [("sh", 3, "ls\n"), ("toml", 7, "x = 1\ny = 2\n")])

    def test_a_block_follows_another_if_only_blank_lines_lie_between(self) -> None:
        fenced = "```sh\nls\n```\n"
        self.assertFalse(tool.blocks_of(fenced)[0].follows)
        self.assertTrue(tool.blocks_of(fenced + "\n" + fenced)[1].follows)
        self.assertFalse(tool.blocks_of(fenced + "words\n\n" + fenced)[1].follows)

    def test_a_block_without_an_end_is_wrong(self) -> None:
        with self.assertRaises(tool.Wrong):
            tool.blocks_of("```sh\nls\n")


class Compare(unittest.TestCase):
    def test_residuals_measured_times_and_spaces_are_ignored(self) -> None:
        tool.compare("residual  3.1e-16\n13 mode changes in 2 ms\n450 points, 1090 a second\n",
                     "residual 8.25e-17\n13 mode  changes in 0.8 s\n450 points, 910 a second\n")

    def test_a_changed_number_is_noticed(self) -> None:
        tool.compare("at 1.2346 s\n", "at 1.2345 s\n")  # one unit of the last place
        for want, have in (("13 events", "14 events"), ("at 1.2346 s", "at 1.2344 s"),
                           ("2.5e-3 m", "2.7e-3 m"), ("x 1", "x -1")):
            with self.assertRaises(tool.Wrong):
                tool.compare(want, have)

    def test_a_changed_word_is_noticed(self) -> None:
        with self.assertRaisesRegex(tool.Wrong, "events"):
            tool.compare("13 events\n", "13 jumps\n")

    def test_a_missing_line_is_noticed(self) -> None:
        with self.assertRaisesRegex(tool.Wrong, "the end"):
            tool.compare("a\nb\n", "a\n")

    def test_a_line_too_many_is_noticed(self) -> None:
        with self.assertRaisesRegex(tool.Wrong, "printed more"):
            tool.compare("a\n", "a\nb\n")

    def test_dots_stand_for_any_lines_but_only_there(self) -> None:
        tool.compare("a\n...\nd\n", "a\nb\nc\nd\n")
        tool.compare("a\n...\n", "a\nb\n")
        with self.assertRaises(tool.Wrong):
            tool.compare("a\n...\nd\ne\n", "a\nb\nd\nx\ne\n")


class Programs(unittest.TestCase):
    def test_lines_become_a_program_with_their_includes_in_front(self) -> None:
        text = tool.program_text("#include <cstdio>\nstd::puts(\"x\");\n")
        self.assertLess(text.index("#include <cstdio>"), text.index("int main()"))
        self.assertLess(text.index("int main()"), text.index("std::puts"))

    def test_a_whole_program_stays_as_it_is(self) -> None:
        code = "int main() { return 0; }\n"
        self.assertEqual(tool.program_text(code), code)


class Models(unittest.TestCase):
    def test_a_model_that_differs_from_the_file_it_names_is_noticed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            (copy / "examples").mkdir()
            (copy / "examples" / "a.toml").write_text("# what it shows\n# source\nx = 1\n")
            program = copy / "build" / "release" / "luztar"
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/sh\necho ok\n")
            program.chmod(0o755)
            same = tool.Block("toml", 1, "# examples/a.toml\nx = 1\n")
            other = tool.Block("toml", 1, "# examples/a.toml\nx = 2\n")
            self.assertEqual(tool.run_toml(same, copy), "ok\n")
            with self.assertRaisesRegex(tool.Wrong, "differs from examples/a.toml"):
                tool.run_toml(other, copy)


    def test_a_model_under_a_name_is_a_file_for_the_blocks_behind_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            program = copy / "build" / "release" / "luztar"
            program.parent.mkdir(parents=True)
            program.write_text("#!/bin/sh\ncat $2\n")
            program.chmod(0o755)
            text = "# block.toml\nx = 1\n"
            self.assertEqual(tool.run_toml(tool.Block("toml", 1, text), copy), text)
            self.assertEqual(tool.run_sh(tool.Block("sh", 1, "luztar check block.toml\n"), copy), text)


class Files(unittest.TestCase):
    def test_a_block_is_the_file_it_names_comments_at_the_top_aside(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            (copy / "a.cpp").write_text("// What it is.\n#include <cstdio>\nint main() {}\n")
            (copy / "CMakeLists.txt").write_text("project(a)\n")
            same = tool.Block("cpp", 1, "// a.cpp\n#include <cstdio>\nint main() {}\n")
            self.assertEqual(tool.named_file(same, copy), "a.cpp")
            for other in ("// a.cpp\nint main() {}\n", "// a.cpp\n#include <cstdio>\nint main() { }\n"):
                with self.assertRaisesRegex(tool.Wrong, "differs from a.cpp"):
                    tool.run_cpp(tool.Block("cpp", 1, other), copy)
            self.assertEqual(tool.run_cmake(tool.Block("cmake", 1, "# CMakeLists.txt\nproject(a)\n"), copy), "")
            with self.assertRaisesRegex(tool.Wrong, "names no file"):
                tool.run_cmake(tool.Block("cmake", 1, "project(a)\n"), copy)


class Document(unittest.TestCase):
    def tally(self, text: str) -> tuple[int, int, int]:
        with tempfile.TemporaryDirectory() as folder:
            document = pathlib.Path(folder) / "a.md"
            document.write_text(text)
            tally = tool.Tally()
            with contextlib.redirect_stdout(io.StringIO()):
                tool.check(document, pathlib.Path(folder), tally)
        return tally.blocks, tally.shown, tally.wrong

    def test_output_is_compared_where_it_follows_a_command(self) -> None:
        self.assertEqual(self.tally("```sh\necho a\n```\n```text\na\n```\n"), (2, 0, 0))
        self.assertEqual(self.tally("```sh\necho a\n```\n```text\nb\n```\n"), (2, 0, 1))
        self.assertEqual(self.tally("```sh\necho a\n```\nwords\n```text\nb\n```\n"), (2, 1, 0))

    def test_a_block_that_cannot_be_run_is_wrong(self) -> None:
        self.assertEqual(self.tally("```python\nx\n```\n"), (1, 0, 1))
        self.assertEqual(self.tally("```\nx\n```\n"), (1, 0, 1))


class Shell(unittest.TestCase):
    def test_a_failing_command_is_noticed(self) -> None:
        here = pathlib.Path(".")
        with self.assertRaisesRegex(tool.Wrong, "exit status 3"):
            tool.run_sh(tool.Block("sh", 1, "exit 3\n"), here)
        self.assertEqual(tool.run_sh(tool.Block("sh", 1, "# no\necho a  # b\n"), here), "a\n")


if __name__ == "__main__":
    unittest.main()
