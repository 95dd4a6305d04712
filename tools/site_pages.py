#!/usr/bin/env python3
"""Makes build/site-pages, what mkdocs makes the site of: called by tools/site.sh.

The pages of docs/ with the pictures that their code draws, the gallery of all examples, the tutorial
as a notebook with its output, the architecture, and the pages of the API references. Links to
files of the project that are no pages lead to copies of them below source/. Exit status: 1 if code fails.
"""
import hashlib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check_readme
import notebook

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "site-pages"
PYTHON = ROOT / "build" / "site-python"
WEB_PAGE = ROOT / "web" / "page" / "dist" / "luztar.html"
KEPT = ROOT / "build" / "site-kept"  # what takes long, by the hash of what it is made of
REFERENCE = {  # headings of the Python reference, and the objects below them
    "Models": ("Model", "load", "parse", "import_model", "examples", "ModelError", "Diagnostic"),
    "Runs": ("Run", "load_run", "Rows", "Channels", "State", "Ledger", "Proofs", "Proof", "RunWarning"),
    "Steps of a program": ("Stepper", "StepEvent", "StepperInput", "StepperState", "RunEnded"),
    "Stick, slip and contact": ("StickSlip", "Contacts", "Stretches"),
    "Comparisons": ("compare", "Comparison", "Pair", "ChannelDifference", "ElementEvents", "LoneEvent"),
    "Sweeps": ("Table",),
    "Fits": ("Fit", "FittedValue", "FittedChannel", "Residuals", "Profile", "LawChoice", "FittedLaw"),
    "Derivatives": ("Derivatives", "Derivative", "Monodromy"),
    "Equilibria and small motions": ("Equilibrium", "SmallMotions", "SmallMotion"),
    "Linear systems": ("LinearSystem", "LinearVariable", "TransferFunction"),
    "Equations": ("Derivation", "Reduction", "Verification", "Diagram"),
    "Plots": ("plot",),
}


def with_blank_lines(text: str) -> str:
    """Markdown in which lists and tables begin after a blank line, which GitHub does not ask for."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        for start in (r"(- |\d+\. )", r"\|"):
            if (not fenced and re.match(start, line) and lines and lines[-1].strip()
                    and not re.match(rf"{start}|  ", lines[-1])):
                lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


class Links:
    """Leads links of pages to where their targets are in the site."""

    def __init__(self, pages: dict[pathlib.Path, str]) -> None:
        self._pages = pages  # name in the site by file of the project

    def __call__(self, text: str, page: pathlib.Path) -> str:
        pieces = re.split(r"(?ms)(^```.*?^```\s*$)", text)
        pieces[::2] = [re.sub(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)",
                              lambda m: f"]({self._target(page, m[1])}{m[2] or ''})", piece)
                       for piece in pieces[::2]]
        return "".join(pieces)

    def _target(self, page: pathlib.Path, link: str) -> str:
        file = (page.parent / link).resolve()
        if file in self._pages:
            return self._pages[file]
        if not file.is_relative_to(ROOT) or not file.is_file():
            return link  # for mkdocs to complain of
        if file.parent == ROOT / "docs":
            return file.name
        copy = pathlib.Path("source") / file.relative_to(ROOT)
        copy = copy.with_name(copy.name + ".txt")  # a browser shows it, mkdocs makes no page of it
        (PAGES / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, PAGES / copy)
        return str(copy)


def hash_of(*paths: pathlib.Path) -> str:
    """Of the contents of files and of all files below folders."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file).encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def kept(name: str, key: str, make) -> pathlib.Path:
    """The folder that make(folder) filled, now or when the key was the same."""
    folder = KEPT / f"{name}-{key}"
    if not folder.is_dir():
        for old in KEPT.glob(f"{name}-*"):
            shutil.rmtree(old)
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as place:
            new = pathlib.Path(place) / "made"
            new.mkdir()
            make(new)
            new.rename(folder)
    return folder


def engine() -> list[pathlib.Path]:
    """What pictures depend on beside their own sources."""
    return [ROOT / "build" / "release" / "luztar", ROOT / "python" / "luztar"]


def gallery() -> None:
    tool = ROOT / "tools" / "gallery.py"

    def make(folder: pathlib.Path) -> None:
        subprocess.run([sys.executable, str(tool), "--out", str(folder)], check=True)

    made = kept("gallery", hash_of(tool, ROOT / "examples", *engine()), make)
    shutil.copytree(made, PAGES, dirs_exist_ok=True)


def with_models(page: pathlib.Path, text: str) -> str:
    """The page with pictures behind each of its models."""
    tool = ROOT / "tools" / "gallery.py"

    def make(folder: pathlib.Path) -> None:
        subprocess.run([sys.executable, str(tool), "--out", str(folder), "--page", str(page)], check=True)

    made = kept(page.stem, hash_of(tool, page, *engine()), make)
    shutil.copytree(made, PAGES, dirs_exist_ok=True)

    number = itertools.count(1)

    def behind(block: re.Match[str]) -> str:
        pictures = (made / "gallery" / f"{page.stem}_{next(number)}.html").read_text()
        return f'{block[0]}\n<div class="pictures">{pictures}</div>\n'

    return re.sub(r"(?ms)^```toml\n.*?^```\n", behind, text)


def draw(page: pathlib.Path, folder: pathlib.Path) -> None:
    """Runs the code of a page and keeps the pictures that it saves."""
    with tempfile.TemporaryDirectory() as place:
        copy = check_readme.scratch_copy(pathlib.Path(place))
        tally = check_readme.Tally()
        check_readme.check(page, copy, tally)
        if tally.wrong:
            raise check_readme.Wrong(f"{page.name}: code that fails")
        for name in pictures_of(page.read_text()):
            shutil.copy2(copy / name, folder)


def pictures_of(text: str) -> list[str]:
    return re.findall(r'savefig\("([^"]+)"', text)


def with_pictures(page: pathlib.Path, text: str) -> str:
    """The page with each picture that a block of code saves behind that block."""
    made = kept(page.stem, hash_of(page, *engine()), lambda folder: draw(page, folder))
    shutil.copytree(made, PAGES / page.stem, dirs_exist_ok=True)

    def behind(block: re.Match[str]) -> str:
        images = [f"![{name}]({page.stem}/{name})\n" for name in pictures_of(block[0])]
        return "\n".join([block[0], *images])

    return re.sub(r"(?ms)^```python\n.*?^```\n(?:\n?```text\n.*?^```\n)?", behind, text)


def with_run(page: pathlib.Path, text: str) -> str:
    """The page of a lesson with its model in the page that runs models, where tools/build_web.sh has made that."""
    if not WEB_PAGE.exists():
        return text
    (PAGES / "page").mkdir(exist_ok=True)
    shutil.copy2(WEB_PAGE, PAGES / "page")
    address = f"page/{WEB_PAGE.name}#lesson={re.sub('^learn-[0-9]+-', '', page.stem)}"
    frame = f'<iframe class="live" src="{address}" title="The model, live" loading="lazy"></iframe>\n\n'
    wide = f'<p class="live"><a href="{address}" target="_blank">In a window of its own</a></p>\n\n'
    return re.sub("(?m)^<!-- live: .* -->\n", lambda _: frame + wide, text)


def reference() -> str:
    """The page of the Python reference, for mkdocstrings, which reads docstrings as Markdown."""
    shutil.rmtree(PYTHON, ignore_errors=True)
    shutil.copytree(ROOT / "python" / "luztar", PYTHON / "luztar",
                    ignore=shutil.ignore_patterns("__pycache__"))
    for file in PYTHON.glob("luztar/*.py"):
        text = re.sub(r":(?:class|func|meth|attr|mod):(`[^`]+`)", r"\1", file.read_text())
        file.write_text(re.sub(r"::\n\n", ":\n\n", text))
    lines = ["# Python reference", "", "Made from the docstrings of the package. "
             "[Python](python.md) introduces it."]
    for heading, names in REFERENCE.items():
        lines += ["", f"## {heading}", ""]
        lines += [f"::: luztar.{name}\n    options:\n      heading_level: 3\n" for name in names]
    return "\n".join(lines) + "\n"


CPP = """# C++ reference

`luztar/luztar.h` is all that a program needs. Doxygen makes a page for each class and function of the headers:
<a href="cpp/index.html">reference of the headers</a>. [Install](install.md) shows how to build and link a program.
"""


def tutorial() -> None:
    """The tutorial as a notebook, run, for download."""
    page = ROOT / "docs" / "tutorial.md"
    made = kept("notebook", hash_of(page, ROOT / "tools" / "notebook.py", *engine()),
                lambda folder: notebook.run(page.read_text(), folder / "tutorial.ipynb"))
    shutil.copy2(made / "tutorial.ipynb", PAGES)


def main() -> int:
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    docs = sorted((ROOT / "docs").glob("*.md"))
    pages = {page: page.name for page in docs}
    pages |= {ROOT / "README.md": "index.md", ROOT / "CONTRIBUTING.md": "develop.md",
              ROOT / "examples" / "python": "gallery.md", ROOT / "examples": "gallery.md"}
    links = Links(pages)
    for file in (ROOT / "docs").iterdir():
        if file.suffix in {".png", ".svg", ".webp", ".toml", ".css", ".js"}:
            shutil.copy2(file, PAGES)
    for page in docs:
        text = page.read_text()
        if pictures_of(text):
            text = with_pictures(page, text)
        if page.stem == "recipes":
            text = with_models(page, text)
        if page.stem.startswith("learn-"):
            text = with_run(page, text)
        (PAGES / pages[page]).write_text(with_blank_lines(links(text, page)))
    gallery()
    tutorial()
    (PAGES / "reference-python.md").write_text(reference())
    (PAGES / "reference-cpp.md").write_text(CPP)
    return 0


if __name__ == "__main__":
    os.environ["MPLBACKEND"] = "Agg"
    try:
        sys.exit(main())
    except (check_readme.Wrong, subprocess.CalledProcessError) as error:
        sys.exit(f"site: {error}")
