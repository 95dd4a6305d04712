#!/usr/bin/env python3
"""Writes a page of pictures from the examples: build/gallery/index.html.

    build/python-env/bin/python tools/gallery.py [--out FOLDER] [NAME...]

Each script of examples/python is run and shown with its pictures, each model of examples/ with its
diagram and a plot of its run; both with their source and the command that runs them. NAMEs choose
some of them: 01_one_run, belt. The folder opens without a network and can be moved anywhere.
tools/python_env.sh makes the Python that it needs. Exit status: 1 if a script fails.
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
PICTURES = "pictures"

STYLE = """
:root { color-scheme: light dark; --quiet: #52606e; --line: #d3d9e0; --card: #f6f7f9; }
@media (prefers-color-scheme: dark) {
  :root { --quiet: #a8b4c0; --line: #364250; --card: #1a2129; }
  body { background: #12171d; color: #e8edf2; }
  a { color: #7cc0f5; }
}
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 0 auto;
  padding: 0 1rem 4rem; }
nav a { margin-right: 1rem; }
.cards { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem;
  display: flex; flex-direction: column; min-width: 0; }
article:has(details[open]) { grid-column: 1 / -1; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
p { margin: .3rem 0 .8rem; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; margin: .4rem 0 .8rem; }
.pictures a { flex: 1 1 12rem; min-width: 0; color: inherit; text-align: center; }
.pictures .wide { flex-basis: 100%; }
.pictures svg { min-width: 0 !important; max-height: 16rem; width: auto; }
.pictures img { max-width: 100%; max-height: 16rem; border-radius: 4px; }
.last { margin-top: auto; }
pre { overflow-x: auto; font-size: .85rem; margin: .4rem 0; }
.command { white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--quiet); font-size: .9rem; }
"""


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


def card(title: str, words: str, pictures: list[str], command: str, source: str) -> str:
    return (f"<article><h3>{html.escape(title)}</h3><p>{html.escape(words)}</p>"
            f'<div class="pictures">{"".join(pictures)}</div>'
            f'<div class="last"><pre class="command">{html.escape(command)}</pre>'
            f"<details><summary>source</summary><pre>{html.escape(source)}</pre></details></div>"
            "</article>")


def script_card(script: pathlib.Path, folder: pathlib.Path) -> str:
    """Runs the script, which leaves its pictures in the folder."""
    source = script.read_text(encoding="utf-8")
    subprocess.run([sys.executable, str(script)], cwd=folder, check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, env={**os.environ, "MPLBACKEND": "Agg"})
    words = (ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0]
    drawn = re.findall(r'savefig\("([^"]+)"', source)
    return card(script.stem, " ".join(words.split()), [image(name, script.stem) for name in drawn],
                f"python {script.relative_to(ROOT)}", source)


def is_strip(svg: str) -> bool:
    """Whether a drawing is a long row, which needs a row of the card for itself."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    return size is not None and int(size[1]) > max(400, 4 * int(size[2]))


def model_card(name: str, folder: pathlib.Path) -> str:
    source = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
    model = lz.load(EXAMPLES / f"{name}.toml")
    diagram = model.diagram()
    diagram.save(folder / f"{name}.svg")
    figure = model.simulate().plot()[0].figure
    figure.axes[0].set_title("")
    figure.savefig(folder / f"{name}.png", dpi=80)
    plt.close(figure)
    return card(model.title, head_sentence(source),
                [linked(f"{name}.svg", diagram.svg, is_strip(diagram.svg)),
                 image(f"{name}.png", f"run of {name}")],
                f"luztar simulate examples/{name}.toml", source)


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
    links = " ".join(f'<a href="#s{i}">{html.escape(title)}</a>' for i, title in enumerate(cards))
    body = "".join(f'<h2 id="s{i}">{html.escape(title)}</h2><div class="cards">{"".join(content)}'
                   "</div>" for i, (title, content) in enumerate(cards.items()))
    return ('<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>luztar: gallery</title><style>{STYLE}</style></head><body>"
            f"<h1>luztar: gallery</h1><nav>{links}</nav>{body}</body></html>\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes a page of pictures from the examples.")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "gallery")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of scripts and models; all")
    options = parser.parse_args()
    scripts = {path.stem: path for path in sorted((EXAMPLES / "python").glob("*.py"))}
    models = sections()
    known = [*scripts, *(name for names in models.values() for name in names)]
    if unknown := sorted(set(options.names) - set(known)):
        parser.error(f"no example {', '.join(unknown)}")
    wanted = set(options.names or known)
    folder = options.out / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("error", lz.RunWarning)
    with ThreadPoolExecutor(1) as beside:  # a script at a time, the models meanwhile
        running = [beside.submit(script_card, path, folder)
                   for stem, path in scripts.items() if stem in wanted]
        cards = {heading: [model_card(name, folder) for name in names if name in wanted]
                 for heading, names in models.items()}
        cards = {"Scripts": [script.result() for script in running], **cards}
    index = options.out / "index.html"
    index.write_text(page({title: content for title, content in cards.items() if content}),
                     encoding="utf-8")
    print(index)
    return 0


if __name__ == "__main__":
    sys.exit(main())
