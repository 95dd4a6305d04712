"""The glossary's names of the code are in the code, and its rows are as wide as their heads."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()


def tables() -> list[list[list[str]]]:
    """Each table as rows of cells, its head first, without the line of dashes."""
    found: list[list[list[str]]] = []
    before = ""
    for line in GLOSSARY.splitlines():
        if line.startswith("|"):
            if not before.startswith("|"):
                found.append([])
            if not line.startswith("|---"):
                found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        before = line
    return found


def names() -> set[str]:
    """The identifiers of the columns \"name in code\"."""
    found = set()
    for head, *rows in tables():
        column = head.index("name in code")
        for row in rows:
            for code in re.findall(r"`([^`]+)`", row[column]):
                found |= set(re.findall(r"[A-Za-z_]\w+", code))
    return found


class Glossary(unittest.TestCase):
    def test_every_name_is_a_word_of_the_sources(self) -> None:
        sources = (ROOT / "src" / "luztar").rglob("*")
        text = "\n".join(p.read_text() for p in sources if p.suffix in {".h", ".cpp"})
        words = set(re.findall(r"\w+", text)) | {p.name for p in (ROOT / "src/luztar").iterdir()}
        self.assertEqual(sorted(names() - words), [])
        self.assertGreater(len(names()), 100)

    def test_every_row_has_a_cell_for_each_column(self) -> None:
        self.assertEqual([row for table in tables() for row in table if len(row) != len(table[0])],
                         [])


if __name__ == "__main__":
    unittest.main()
