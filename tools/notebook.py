#!/usr/bin/env python3
"""Makes the tutorial into a notebook: docs/tutorial.ipynb from docs/tutorial.md.

    tools/notebook.py            writes docs/tutorial.ipynb, without output
    tools/notebook.py --check    exit status 1 if the file is not what it would write
    tools/notebook.py --run FILE runs it and writes it with its output (nbclient, ipykernel)

A model that the page names becomes a cell that writes the file, a command a cell that runs it, Python a cell; what
the page shows as output is left out. Text stays as it is.
"""
import json
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tutorial.md"
NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"}}


def cell_of(kind: str, text: str) -> tuple[str, str] | None:
    """Type and source of the cell for a block of code; None for output."""
    if kind == "python":
        return "code", text
    if kind == "sh":
        return "code", "".join(f"!{line}\n" for line in text.splitlines())
    if kind == "toml" and (name := re.match(r"# (\w+\.toml)\n", text)):
        return "code", f"%%writefile {name[1]}\n{text}"
    return None


def cells_of(page: str) -> list[tuple[str, str]]:
    """Types and sources of all cells, in order."""
    cells: list[tuple[str, str]] = []
    ran = False  # whether the block before gave output
    for i, piece in enumerate(re.split(r"(?ms)^```(\w+)\n(.*?)^```\n", page)):
        if i % 3 == 1:
            kind = piece
        elif i % 3 == 2:
            cell = cell_of(kind, piece)
            if cell is not None:
                cells.append(cell)
            elif not ran:
                cells.append(("markdown", f"```{kind}\n{piece}```\n"))
            ran = cell is not None
        elif piece.strip():
            cells.append(("markdown", piece.strip("\n")))
            ran = False
    return cells


def notebook_of(page: str) -> dict:
    """The notebook in Jupyter's format, version 4.5."""
    made = []
    for number, (kind, text) in enumerate(cells_of(page), 1):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {},
                "source": text.rstrip("\n").splitlines(keepends=True)}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    return {"cells": made, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def text_of(notebook: dict) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def run(page: str, file: pathlib.Path) -> None:
    """Runs the notebook in an empty folder and writes it with its output; a cell that fails raises CellExecutionError."""
    import nbclient
    import nbformat

    notebook = nbformat.reads(text_of(notebook_of(page)), as_version=4)
    path = os.environ.get("PATH", "")
    os.environ["PATH"] = f"{ROOT / 'build' / 'release'}{os.pathsep}{path}"
    try:
        with tempfile.TemporaryDirectory() as folder:
            nbclient.NotebookClient(notebook, timeout=120, record_timing=False,
                                    resources={"metadata": {"path": folder}}).execute()
    finally:
        os.environ["PATH"] = path
    nbformat.write(notebook, file)


def main(arguments: list[str]) -> int:
    page = PAGE.read_text()
    if arguments[:1] == ["--run"]:
        run(page, pathlib.Path(arguments[1]))
    elif arguments == ["--check"]:
        if NOTEBOOK.read_text() != text_of(notebook_of(page)):
            print("docs/tutorial.ipynb is not what docs/tutorial.md gives: tools/notebook.py")
            return 1
    else:
        NOTEBOOK.write_text(text_of(notebook_of(page)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
