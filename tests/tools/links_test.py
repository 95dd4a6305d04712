"""Every link of a document leads to a file of the project, and its #part to a heading there."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = (".", "docs", "bench", "examples", "tests", "tests/acceptance", "src/luztar/*")


def documents() -> list[pathlib.Path]:
    return sorted(page for folder in FOLDERS for page in ROOT.glob(f"{folder}/*.md"))


def without_code(text: str) -> str:
    text = re.sub(r"(?ms)^```.*?^```\s*$", "", text)
    return re.sub(r"`[^`\n]*`", lambda m: "`" * len(m[0]), text)


def parts(page: pathlib.Path) -> set[str]:
    """The names of a page's headings, made as GitHub makes them."""
    text = re.sub(r"(?ms)^```.*?^```\s*$", "", page.read_text())
    headings = re.findall(r"(?m)^#+ +(.*)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
            for heading in headings}


def broken(page: pathlib.Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, part = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (part and part not in parts(file)):
            found.append(f"{page.relative_to(ROOT)}: {target}")
    return found


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self) -> None:
        self.assertEqual([link for page in documents() for link in broken(page)], [])
        self.assertGreater(len(documents()), 15)

    def test_every_page_of_the_documents_is_in_the_contents_of_the_site(self) -> None:
        contents = (ROOT / "mkdocs.yml").read_text()
        pages = {page.name for page in (ROOT / "docs").glob("*.md")}
        self.assertEqual(sorted(p for p in pages if f": {p}\n" not in contents), [])

    def test_every_test_that_the_index_names_is_there(self) -> None:
        index = (ROOT / "tests" / "README.md").read_text()
        missing, folder = [], ""
        for row in re.findall(r"(?m)^\| .*$", index):
            for path in re.findall(r"`([\w/]+_test)(?:\.py)?`", row):
                folder = path.rpartition("/")[0] or folder
                name = path.rpartition("/")[2]
                if not list((ROOT / "tests" / folder).glob(f"{name}.*")):
                    missing.append(f"{folder}/{name}")
        self.assertEqual(missing, [])

    def test_the_index_has_every_section_of_the_theory(self) -> None:
        theory = (ROOT / "docs" / "theory.md").read_text()
        index = (ROOT / "tests" / "README.md").read_text()
        sections = re.findall(r"(?m)^## (\d+)\. ", theory)
        self.assertEqual([n for n in sections if f"\n| {n} " not in index], [])
        self.assertGreater(len(sections), 9)


if __name__ == "__main__":
    unittest.main()
