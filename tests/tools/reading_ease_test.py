"""Tests of tools/reading_ease.py: what counts as a sentence, a word and a syllable; and that pages are easy to read."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import reading_ease as tool  # noqa: E402


class Counts(unittest.TestCase):
    def test_sentences_are_of_paragraphs_and_lists_only(self) -> None:
        page = ("# A title\nOne two three. Four\nfive!\n\n| a | table |\n|---|---|\n\n- six [seven](x.md) `eight`\n"
                "- nine\n```text\nnot a word\n```\n\n    y = f(x)\n")
        self.assertEqual([" ".join(s) for s in tool.sentences(page)],
                         ["One two three", "Four five", "six seven code", "nine"])

    def test_numbers_and_decimal_points_are_neither_words_nor_ends(self) -> None:
        self.assertEqual(tool.sentences("It takes 1.5 s at 1e12 Hz."), [["It", "takes", "s", "at", "Hz"]])

    def test_syllables(self) -> None:
        for word, count in (("friction", 2), ("slides", 1), ("simulation", 4), ("table", 2), ("rhythm", 1)):
            self.assertEqual((word, tool.syllables(word)), (word, count))

    def test_the_ease_is_that_of_flesch(self) -> None:
        words, ease, longest = tool.measure("The cat sat on the mat.")
        self.assertEqual((words, len(longest)), (6, 6))
        self.assertAlmostEqual(ease, 206.835 - 1.015*6 - 84.6)


class Pages(unittest.TestCase):
    def test_every_page_is_plain_and_has_no_sentence_of_more_than_35_words(self) -> None:
        pages = [*sorted((tool.ROOT / "docs").glob("*.md")), tool.ROOT / "README.md"]
        hard = []
        for page in pages:
            _, ease, longest = tool.measure(page.read_text())
            if ease < tool.LEAST_EASE or len(longest) > tool.MOST_WORDS:
                hard.append(f"{page.name}: ease {ease:.0f}, {' '.join(longest)}")
        self.assertEqual(hard, [])


if __name__ == "__main__":
    unittest.main()
