"""The MathML of printed pages is MathML Core; and the check finds what is not."""
import pathlib
import re
import unittest
from html.parser import HTMLParser

from mathml_core import formulas_of, mistakes

ROOT = pathlib.Path(__file__).resolve().parents[2]
VOID = {"meta", "link", "br"}


class Nesting(HTMLParser):
    """Notes tags that are closed in the wrong order or never."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.mistakes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(f"</{tag}> at {self.getpos()}")


class Pages(unittest.TestCase):
    def test_the_snapshots_of_pages_are_mathml_core(self) -> None:
        pages = sorted((ROOT / "tests").glob("**/snapshots/*.html"))
        self.assertTrue(pages)
        for page in pages:
            with self.subTest(page=page.name):
                text = page.read_text()
                self.assertTrue(formulas_of(text))
                self.assertEqual(mistakes(text), [])

    def test_the_tags_of_snapshots_are_closed_in_their_order(self) -> None:
        for page in (ROOT / "tests").glob("**/snapshots/*.html"):
            with self.subTest(page=page.name):
                nesting = Nesting()
                nesting.feed(page.read_text())
                self.assertEqual((nesting.mistakes, nesting.open), ([], []))

    def test_nothing_comes_from_a_network(self) -> None:
        for page in (ROOT / "tests").glob("**/snapshots/*.html"):
            self.assertEqual(re.findall(r"(?:https?:)?//[a-z]", page.read_text()), [])


class Check(unittest.TestCase):
    def test_each_kind_of_mistake_is_found(self) -> None:
        for formula, message in (
            ("<mfenced><mi>x</mi></mfenced>", "<mfenced> is not of MathML Core"),
            ("<mtd><mi>x</mi></mtd>", "<mtd> in <math>"),
            ('<mi mathvariant="bold">x</mi>', 'mathvariant="bold"'),
            ('<mtable columnalign="left"></mtable>', "no attribute columnalign"),
            ("<mfrac><mi>x</mi></mfrac>", "needs 2 children"),
            ("<mi><mn>1</mn></mi>", "<mi> holds <mn>"),
            ("<mrow>x</mrow>", "bare text 'x'"),
            ("<mi>x</mi>y", "bare text 'y'"),
            ("<mo></mo>", "<mo> is empty"),
            ("<mi>x</mn>", "not well formed"),
            ("<mi>&alpha;</mi>", "not well formed"),
        ):
            with self.subTest(formula=formula):
                self.assertIn(message, "; ".join(mistakes(f"<p><math>{formula}</math></p>")))

    def test_good_formulas_pass(self) -> None:
        self.assertEqual(mistakes('<math display="block"><mi>x</mi><mo stretchy="false">(</mo>'
                                  "<mtable><mtr><mtd></mtd></mtr></mtable></math>"), [])


if __name__ == "__main__":
    unittest.main()
