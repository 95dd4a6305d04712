#!/usr/bin/env python3
"""Writes the gallery of the site: gallery.md and its pictures, for tools/site_pages.py.

    build/python-env/bin/python tools/gallery.py --out FOLDER [NAME...]
    build/python-env/bin/python tools/gallery.py --out FOLDER --page docs/recipes.md

Each script of examples/python is run and shown with its pictures, each model of examples/ with its
diagram and a plot of its run; both with their source and the command that runs them. NAMEs choose
some of them: 01_one_run, belt. The text before the first heading is that of docs/gallery.md.
With --page the models of a page, one in a section, get the same pictures: PAGE_1.html, which is to stand
behind the first, and its files. `<!-- plot: q.block f.slide, 2 to 3 s -->` before a model says what is drawn.
Exit status: 1 if a script fails.
"""
import argparse
import ast
import html
import os
import pathlib
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import luztar as lz

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PICTURES = "gallery"


def head_sentence(text: str) -> str:
    """The first one of a model file's comment."""
    paragraph = re.match(r"(?:# .*\n)*", text)
    words = re.sub(r"\s*# ", " ", paragraph[0]).strip() if paragraph else ""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", words)[0]


def linked(name: str, content: str, wide: bool = False) -> str:
    look = ' class="wide"' * wide
    return f'<a href="{PICTURES}/{html.escape(name)}"{look}>{content}</a>'


def image(name: str, about: str) -> str:
    return linked(name, f'<img src="{PICTURES}/{html.escape(name)}" alt="{html.escape(about)}">')


def card(name: str, title: str, words: str, pictures: list[str], command: str, source: str) -> str:
    shown = f"{html.escape(title)} <code>{name}</code>"
    return (f'<article id="{name}"><h3>{shown}</h3><p>{html.escape(words)}</p>'
            f'<div class="pictures">{"".join(pictures)}</div>'
            f'<div class="last"><pre class="command"><code>{html.escape(command)}</code></pre>'
            f"<details><summary>source</summary><pre><code>{html.escape(source)}</code></pre>"
            "</details></div></article>")


def script_card(script: pathlib.Path, folder: pathlib.Path) -> str:
    """Runs the script, which leaves its pictures in the folder."""
    source = script.read_text(encoding="utf-8")
    subprocess.run([sys.executable, str(script)], cwd=folder, check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, env={**os.environ, "MPLBACKEND": "Agg"})
    words = (ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0]
    drawn = re.findall(r'savefig\("([^"]+)"', source)
    title = script.stem[3:].replace("_", " ").capitalize()
    return card(script.stem, title, " ".join(words.split()), [image(name, script.stem) for name in drawn],
                f"python {script.relative_to(ROOT)}", source)


def is_strip(svg: str) -> bool:
    """Whether a drawing is a long row, which needs a row of the card for itself."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    return size is not None and int(size[1]) > max(400, 4 * int(size[2]))


def pictures_of(model: lz.Model, name: str, folder: pathlib.Path, plot: str = "") -> list[str]:
    """Its diagram, and a plot of its run. plot: channels, and "2 to 3 s"; "": the usual ones, all the time"""
    diagram = model.diagram()
    diagram.save(folder / f"{name}.svg")
    figure = model.simulate().plot(*re.findall(r"[a-z]+\.\w+", plot))[0].figure
    if span := re.search(r"([\d.]+) to ([\d.]+) s", plot):
        figure.axes[-1].set_xlim(float(span[1]), float(span[2]))
    figure.axes[0].set_title("")
    figure.savefig(folder / f"{name}.png", dpi=80)
    plt.close(figure)
    return [linked(f"{name}.svg", diagram.svg, is_strip(diagram.svg)), image(f"{name}.png", f"run of {name}")]


def model_card(name: str, folder: pathlib.Path) -> str:
    source = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    model = lz.load(EXAMPLES / f"{name}.toml")
    return card(name, model.title, head_sentence(source), pictures_of(model, name, folder),
                f"luztar simulate examples/{name}.toml", source)


def draw_page(page: pathlib.Path, folder: pathlib.Path) -> None:
    """Pictures of each model of a page."""
    models = re.findall(r"(?ms)^(?:<!-- plot: ([^\n]*) -->\n\n)?```toml\n(.*?)^```", page.read_text(encoding="utf-8"))
    for number, (plot, text) in enumerate(models, 1):
        name = f"{page.stem}_{number}"
        pictures = pictures_of(lz.parse(text), name, folder, plot)
        (folder / f"{name}.html").write_text("".join(pictures), encoding="utf-8")


def sections() -> dict[str, list[str]]:
    """Names of models by the headings of examples/list.txt."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in (EXAMPLES / "list.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found[heading].append(line.strip())
        elif not line.startswith("#"):
            heading = line
            found[heading] = []
    return found


def page(cards: dict[str, list[str]]) -> str:
    introduction = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8").partition("\n## ")[0]
    body = "".join(f'\n## {title}\n\n<div class="cards">{"".join(content)}</div>\n'
                   for title, content in cards.items())
    return f"{introduction.rstrip()}\n{body}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes the gallery of the site.")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the page")
    parser.add_argument("--page", type=pathlib.Path, help="draw its models instead")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of scripts and models; all")
    options = parser.parse_args()
    folder = options.out / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("error", lz.RunWarning)
    if options.page:
        draw_page(options.page, folder)
        return 0
    scripts = {path.stem: path for path in sorted((EXAMPLES / "python").glob("*.py"))}
    models = sections()
    known = [*scripts, *(name for names in models.values() for name in names)]
    if unknown := sorted(set(options.names) - set(known)):
        parser.error(f"no example {', '.join(unknown)}")
    wanted = set(options.names or known)
    with ThreadPoolExecutor(1) as beside:  # a script at a time, the models meanwhile
        running = [beside.submit(script_card, path, folder)
                   for stem, path in scripts.items() if stem in wanted]
        cards = {heading: [model_card(name, folder) for name in names if name in wanted]
                 for heading, names in models.items()}
        cards["Scripts"] = [script.result() for script in running]
    (options.out / "gallery.md").write_text(
        page({title: content for title, content in cards.items() if content}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
