#!/usr/bin/env python3
"""How easy the pages are to read: Flesch's reading ease and the longest sentence of each.

    tools/reading_ease.py [--limits] [PAGE.md...]      docs/*.md and README.md if none is named

Counted are sentences of paragraphs and lists, without tables, headings, code and formulas (lines that are indented by four). A
colon ends a sentence; code within a sentence is a word of one syllable. Flesch: 206.835 - 1.015 words/sentences - 84.6 syllables/words; 60 and
above is plain English. With --limits exit status 1 if a page is below 60 or has a sentence of more than 35 words.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST_EASE = 60.0
MOST_WORDS = 35


def prose(text: str) -> list[str]:
    """Paragraphs and list items, as plain text."""
    text = re.sub(r"(?ms)^```.*?^```\s*$", "\n", text)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"(?m)^(\||#| {4}).*$", "", text)
    text = re.sub(r"(?m)^\s*(- |\d+\. )", "\n\n", text)
    text = re.sub(r"[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}", "", text)
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence."""
    found = []
    for part in prose(text):
        for sentence in re.split(r"(?<=[.!?:])\)?\s+(?=[\[(\"A-Z0-9a-z])", part):
            words = re.findall(r"(?<![\w.])[A-Za-zÀ-ž][A-Za-zÀ-ž'-]*", sentence)
            if words:
                found.append(words)
    return found


def syllables(word: str) -> int:
    """Groups of vowels, without a silent e."""
    word = re.sub(r"(?<=[^aeiouyl])e[ds]?$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", word)))


def measure(text: str) -> tuple[int, float, list[str]]:
    """Words, reading ease, and the longest sentence."""
    all_sentences = sentences(text)
    words = [word for sentence in all_sentences for word in sentence]
    if not words:
        return 0, 100.0, []
    ease = (206.835 - 1.015*len(words)/len(all_sentences)
            - 84.6*sum(map(syllables, words))/len(words))
    return len(words), ease, max(all_sentences, key=len)


def main() -> int:
    parser = argparse.ArgumentParser(description="Flesch's reading ease and the longest sentence of pages.")
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    pages = options.pages or [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
    beyond = 0
    print(f"{'page':26} {'words':>6} {'ease':>5} {'longest':>7}")
    for page in pages:
        words, ease, longest = measure(page.read_text())
        bad = ease < LEAST_EASE or len(longest) > MOST_WORDS
        beyond += bad
        print(f"{page.name:26} {words:6} {ease:5.0f} {len(longest):7}"
              + (f"  beyond: {' '.join(longest[:8])} ..." if bad else ""))
    return 1 if options.limits and beyond else 0


if __name__ == "__main__":
    sys.exit(main())
