"""Tests of tools/site_pages.py: what it makes of pages."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import site_pages as tool  # noqa: E402


class Pages(unittest.TestCase):
    def test_lists_and_tables_begin_after_a_blank_line(self) -> None:
        self.assertEqual(tool.with_blank_lines("a\n- b\n  c\n- d\n\n| x |\n|---|\n"),
                         "a\n\n- b\n  c\n- d\n\n| x |\n|---|\n")
        code = "```text\na\n- b\n```\n"
        self.assertEqual(tool.with_blank_lines(code), code)

    def test_links_lead_to_pages_of_the_site_and_to_copies_of_other_files(self) -> None:
        page = ROOT / "docs" / "index.md"
        links = tool.Links({ROOT / "README.md": "index.md"})
        self.assertEqual(links("[a](../README.md#x) [b](theory.md) [c](https://x.org)", page),
                         "[a](index.md#x) [b](theory.md) [c](https://x.org)")
        self.assertEqual(links("[a](nothing.md)\n```text\n[a](../README.md)\n```\n", page),
                         "[a](nothing.md)\n```text\n[a](../README.md)\n```\n")

    def test_a_page_names_the_pictures_that_its_code_saves(self) -> None:
        self.assertEqual(tool.pictures_of('figure.savefig("a.png")\nb.savefig("b.svg", dpi=80)'),
                         ["a.png", "b.svg"])

    def test_the_reference_has_every_name_of_the_package(self) -> None:
        exported = re.search(r"__all__ = \[(.*?)\]", (ROOT / "python" / "luztar" / "__init__.py").read_text(), re.S)
        names = set(re.findall(r'"(\w+)"', exported[1])) - {"__version__"}
        shown = {name for group in tool.REFERENCE.values() for name in group}
        self.assertEqual(shown - {"plot"} | {"example"}, names)  # example and examples: one module


if __name__ == "__main__":
    unittest.main()
