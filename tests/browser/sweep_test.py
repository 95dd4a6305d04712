#!/usr/bin/env python3
"""Opens the pages of sweeps in headless Chromium and checks what a reader would see.

    tests/browser/sweep_test.py FOLDER [--chromium PROGRAM] [--pictures DIR]

FOLDER has the pages that `LUZTAR_WRITE_PAGES=FOLDER build/dev/test_io` wrote. The table is read
from the page by Python: what a pointer, a click or a key shows is held against it. Exit status 0 if
all is well, 1 if not, 77 if there is no Chromium.
"""

import argparse
import base64
import json
import math
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import sys
import time

from devtools import Browser
from report_test import HELPERS as SHARED_HELPERS
from report_test import ReportTest

HELPERS = pathlib.Path(__file__).with_name("sweep_helpers.js").read_text()
COMMAND = "luztar simulate belt.toml --duration 50"
INDEX = re.compile(r"(?<=\))\[\d+\]$")  # of a column of many
WORDS = "</script><script>alert('no')</script>"


def words_of_shell(command: str) -> list:
    """What a shell makes of a command, one of its words a line."""
    print_words = ["sh", "-c", "printf '%s\\n' " + command]
    return subprocess.run(
        print_words, capture_output=True, text=True, check=True
    ).stdout.splitlines()


class Table:
    """What the page holds, read without the page's own script."""

    def __init__(self, page: str):
        text = page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
        data = json.loads(text)
        self.given = [column["name"] for column in data["given"]]
        self.found = [column["name"] for column in data["found"]]
        self.columns = {}
        for column in data["given"] + data["found"]:
            raw = base64.b64decode(column["values"])
            self.columns[column["name"]] = struct.unpack(f"<{len(raw) // 8}d", raw)
        self.rows = data["rows"]
        self.failed = dict(zip(data["failed"][::2], data["failed"][1::2]))

    def row(self, i: int) -> dict:
        return {name: values[i] for name, values in self.columns.items()}

    def measures(self) -> list:
        return list(dict.fromkeys(INDEX.sub("", name) for name in self.found))

    def belongs(self, column: str, measure: str) -> bool:
        return INDEX.sub("", column) == measure

    def good(self, name: str) -> list:
        return [i for i, x in enumerate(self.columns[name]) if math.isfinite(x)]


class SweepTest(ReportTest):
    """The claims of one page; `samples` of a run there are none."""

    WIDE = ("points",)  # a table of a sweep has as many columns as one asks for

    def begin(self):
        super().begin()
        self.js(HELPERS)
        self.samples = False
        self.table = Table(pathlib.Path(self.report).read_text())

    # --- what a reader does -------------------------------------------------------------------

    def place_of(self, chart: str, row: int, column: str = ""):
        """On the screen, where a chart shows a row of the table."""
        return self.js(f"sweep.place({chart}, {row}, {json.dumps(column)})")

    def click(self, chart: str, row: int, column: str = ""):
        x, y = self.place_of(chart, row, column)
        self.browser.mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.mouse(kind, x, y, held=kind == "mousePressed")
        self.js("test.frames()")

    def hover(self, chart: str, row: int, column: str = ""):
        self.browser.mouse("mouseMoved", *self.place_of(chart, row, column))
        self.js("test.frames()")
        return "\n".join(self.js("test.readouts()"))

    def press(self, *keys: str):
        for key in keys:
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.js("test.frames()")

    def shows_point(self, what: str, row: int):
        """The panel has the row's numbers to the last bit and the command that runs it."""
        values = self.js("sweep.panelValues()")
        wanted = self.table.row(row)
        wrong = []
        for name in self.table.given + self.table.measures():
            texts = values.get(name, "").split(", ")
            numbers = [x for column, x in wanted.items() if self.table.belongs(column, name)]
            if name == "way":
                numbers = ["forward" if numbers[0] > 0 else "backward"]
            else:
                texts = [text.split(" ")[0] for text in texts]
                texts = [math.nan if text == "–" else float(text) for text in texts]
            if str(texts) != str(numbers):
                wrong.append((name, numbers, texts))
        self.check(f"{what}: the values of the point are those of the table", not wrong, wrong)
        words = words_of_shell(self.js("sweep.command()"))
        plain = len(COMMAND.split())
        self.check(f"{what}: the command is that of the sweep", words[:plain] == COMMAND.split())
        sets = words[plain:]
        names = [name for name in self.table.given if name != "way"]
        good = len(sets) == 2 * len(names) and set(sets[::2]) == {"--set"}
        for name, text in zip(names, sets[1::2]):
            left, right = text.rsplit("=", 1)
            good = good and left == name and float(right) == wanted[name]
        self.check(f"{what}: the command sets what was varied, to the last bit", good, sets)

    # --- claims of all pages ------------------------------------------------------------------

    def summary(self):
        self.check(
            "no NaN, undefined or null is shown",
            self.js(r"!/\b(NaN|undefined|null|Infinity)\b/.test(page.innerText)"),
        )
        chip = self.js("document.querySelector('.chip').textContent.replace(/\u202f/g, '')")
        number = f"{len(self.table.failed)} of {self.table.rows}" if self.table.failed else ""
        self.check("the number of points is said", number in chip and str(self.table.rows) in chip)
        if "'no'" in str(self.js("data.words")):
            self.check("words are shown as text", self.js(f"page.innerText.includes({WORDS!r})"))

    def every_chart_is_drawn(self):
        for i in range(self.js("test.holders().length")):
            chart = self.js(f"sweep.drawn({i})")
            self.check(f"plot is drawn: {chart['name']}", chart["pixels"] > 100, chart["pixels"])

    def row_table(self):
        head = self.js("document.querySelectorAll('#points thead th').length")
        extra = 2 if self.table.failed else 1
        self.check("the table has all columns", head == len(self.table.columns) + extra, head)
        if not self.table.rows:
            return
        name = self.table.found[0]
        values = self.table.columns[name]
        order = sorted(self.table.good(name), key=lambda i: (values[i], i))
        column = len(self.table.given) + 2
        first = self.js(f"sweep.sortBy({column})")
        self.check("a click on a column's head sorts", first == order[0] + 1, first)
        first = self.js(f"sweep.sortBy({column})")
        largest = [i for i in order if values[i] == values[order[-1]]][0]
        self.check("another one sorts the other way", first == largest + 1, first)

    def copies(self):
        button = "document.querySelector('#point .copy')"
        self.js(f"{button}.click()")
        self.browser.wait_for(f"{button}.textContent !== 'Copy command'")
        self.check(
            "the button copies",
            self.js(f"{button}.textContent") == "Copied",
        )

    def closes(self):
        self.js("document.querySelector('#point .close').click()")
        self.check("the point can be closed", self.js("panel.hidden && show.chosen === -1"))

    # --- claims of a page ---------------------------------------------------------------------

    def line(self):
        self.check("the axis is logarithmic", self.js("[...charts][0].xScale === LOGARITHM"))
        self.check("there is a curve for each measure", self.js("charts.size") == 2)
        words = self.hover("[...charts][0]", 40)
        self.check(
            "the pointer shows the parameter and the value",
            words.startswith("v0 = ") and "max(q.block) = " in words,
            words,
        )
        words = self.hover("[...charts][0]", 7)
        self.check("a failed point shows its words", "failed: at t = 3.2 s" in words, words)
        self.click("[...charts][1]", 52)
        self.shows_point("a click", 52)
        self.copies()
        self.js("[...charts][0].over.focus()")
        self.press("ArrowRight", "ArrowRight", "Enter")
        self.shows_point("keys", 54)
        self.closes()

    def grid(self):
        self.check(
            "there are a map and two sections for each measure",
            self.js(
                "[...charts].filter((c) => c instanceof MapChart).length === 3 && charts.size === 9"
            ),
        )
        name = self.table.found[0]
        good = sorted(self.table.good(name), key=lambda i: self.table.columns[name][i])
        for row, colour in ((good[0], [0x44, 0x01, 0x54]), (good[-1], [0xFD, 0xE7, 0x25])):
            seen = self.js(f"sweep.colour({row})")
            far = max(abs(a - b) for a, b in zip(seen, colour))
            self.check("the extremes have the end colours", far <= 2, seen)
        at = "[...charts].find((c) => c instanceof MapChart)"
        row = 17 * 25 + 8
        words = self.hover(at, row)
        self.check(
            "the pointer shows both parameters with units and the value",
            all(part in words for part in ("v0 = ", " m/s", "FS = ", " N", name)),
            words,
        )
        rows = self.js("sweep.sectionRows(1)"), self.js("sweep.sectionRows(2)")
        self.check(
            "one section goes through the pointer along v0",
            rows[0] == [i * 25 + 8 for i in range(40)],
            rows[0],
        )
        self.check("the other one along FS", rows[1] == [17 * 25 + j for j in range(25)], rows[1])
        failed = next(iter(self.table.failed))
        self.check("a failed cell is hatched", self.js(f"sweep.hatched({failed})"))
        words = self.hover(at, failed)
        self.check("a failed cell shows its words", "failed: at t = 3.2 s" in words, words)
        self.click(at, row)
        self.shows_point("a click", row)
        self.js(f"({at}).over.focus()")
        self.press("ArrowRight", "ArrowUp", "ArrowUp", "Enter")
        self.shows_point("keys", row + 25 + 2)
        self.click("[...charts][1]", row + 2)
        self.shows_point("a click on a section", row + 2)
        self.zooms(at)
        self.closes()

    def zooms(self, at: str):
        self.js(f"({at}).holder.scrollIntoView({{block: 'center'}})")
        place = self.js("test.place(MapChart)")
        whole = self.js(f"({at}).xRange()")
        self.drag(place, 0.25, 0.5)
        near = self.js(f"({at}).xRange()")
        part = [math.log(x / whole[0]) / math.log(whole[1] / whole[0]) for x in near]
        self.check("a drag zooms", abs(part[0] - 0.25) < 0.01 and abs(part[1] - 0.5) < 0.01, part)
        self.js("document.getElementById('reset-zoom').click()")
        self.check("the button shows the whole axes", self.js(f"({at}).xRange()") == whole)

    def cube(self):
        at = "[...charts].find((c) => c instanceof MapChart)"
        self.click(at, self.js(f"({at}).cells[45]"))
        chosen = self.js("show.chosen")
        self.shows_point("a click", chosen)
        self.js("sweep.slide('k', 4)")
        k = self.table.columns["k"]
        cells = self.js(f"test.frames().then(() => [...({at}).cells])")
        self.check("a slider changes the map", {k[row] for row in cells} == {1e6}, k[cells[0]])
        self.shows_point("a slider", chosen - chosen % 5 + 4)
        self.js("sweep.select('Across', 'k')")
        self.check("axes can be chosen", self.js(f"({at}).xLabel") == "k")
        self.js("sweep.select('Show', 'curves')")
        self.check(
            "curves too", self.js("charts.size === 1 && [...charts][0].along.column.name === 'k'")
        )
        self.js("sweep.select('Show', 'maps and sections')")

    def random(self):
        self.check("no grid is seen", self.js("grid === null"))
        name = self.table.found[0]
        values = sorted(self.table.columns[name][i] for i in self.table.good(name))
        wanted = {
            "n": len(values),
            "mean": statistics.fmean(values),
            "deviation": statistics.stdev(values),
            "q50": statistics.median(values),
        }
        cuts = statistics.quantiles(values, n=20, method="inclusive")
        wanted.update(q5=cuts[0], q95=cuts[-1])
        found = self.js("[...charts].find((c) => c instanceof HistogramChart).statistics")
        wrong = {k: (found[k], x) for k, x in wanted.items() if abs(found[k] - x) > 1e-12 * abs(x)}
        self.check("mean, deviation and quantiles are those of the table", not wrong, wrong)
        bins = self.js("[...[...charts].find((c) => c instanceof HistogramChart).bins.counts]")
        self.check("every value is in a bin", sum(bins) == len(values), sum(bins))
        self.check("few bins are not too few", len(bins) > 8, len(bins))
        self.js("sweep.select('Over', 'v0')")
        self.check("a spread over decades is logarithmic", self.js("sweep.xIsLogarithmic()"))
        row = self.table.good(name)[77]
        self.click("[...charts][0]", row, name)
        self.shows_point("a click", self.js("show.chosen"))
        self.press("ArrowRight", "Enter")
        self.shows_point("keys", self.js("show.chosen"))

    def ways(self):
        self.check(
            "the columns of a strobe are one diagram",
            self.js("charts.size === 2 && measures[0].columns.length === 32"),
        )
        for colour in ("--forward", "--backward"):
            pixels = self.js(f"test.pixels([...charts][0], ['{colour}'])")
            self.check(f"{colour} is seen", pixels > 100, pixels)
        name = self.table.found[4]
        row = 300 + (299 - 140)
        words = self.hover("[...charts][0]", row, name)
        self.check("the pointer says which way", "backward" in words and "strobe" in words, words)
        self.click("[...charts][0]", row, name)
        self.shows_point("a click", row)
        self.check(
            "that the state is not carried is said",
            self.js("panel.innerText.includes('state of the model')"),
        )

    def maps(self):
        self.check("a map for a number, diagrams for many", self.js("charts.size") == 5)
        at = "[...charts].find((c) => c instanceof MapChart)"
        ways = self.table.columns["way"]
        for level, way in enumerate((-1, 1)):
            self.js(f"sweep.slide('way', {level})")
            cells = self.js(f"[...({at}).cells]")
            there = [row for row in cells if row >= 0]
            self.check("a map shows one way", {ways[row] for row in there} == {way}, way)
            self.check("points that are missing are no cells", len(there) == 86, len(there))
        self.click(at, there[20])
        self.shows_point("a click", there[20])
        infinite = self.table.columns[self.table.found[0]].index(math.inf)
        words = self.hover("[...charts][1]", there[20])
        self.check("a section shows a value", "max(q.block) = " in words, words)
        self.js(f"choose({infinite})")
        self.check(
            "an infinite value is none", self.js("sweep.panelValues()['max(q.block)']") == "–"
        )

    def told(self):
        scales = self.js("[show.x.scale === LINEAR, show.y.scale === LOGARITHM]")
        self.check("axes are logarithmic where the page is told so", scales == [True, True], scales)

    def units(self):
        units = self.js("measures.map((measure) => measure.unit).filter(Boolean)")
        text = self.js("page.innerText")
        missing = [unit for unit in units if f"[{unit}]" not in text]
        self.check("the units of measures are said", units and not missing, missing)

    def large(self):
        start = time.monotonic()
        self.browser.open(self.report)
        self.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        took = time.monotonic() - start
        self.check("100,000 points are there within 5 s", took < 5.0, took)
        self.js(SHARED_HELPERS)
        self.js(HELPERS)
        took = self.js("sweep.hoverTime(60)")
        self.check("60 moves of the pointer take less than 4 s", took < 4000.0, took)

    def run(self):
        shape = pathlib.Path(self.report).stem.removeprefix("sweep_")
        self.begin()
        claims = [self.summary, self.every_chart_is_drawn]
        if shape in ("line", "grid", "cube", "random", "ways", "maps", "large", "told"):
            claims.append(getattr(self, shape))
        if shape in ("line", "grid", "told"):
            claims.append(self.units)
        claims += [self.row_table, self.theme_button, self.narrow_and_printed]
        self.run_claims(claims)
        self.check("the console is silent", not self.browser.console, self.browser.console[:3])
        asked = [
            url for url in self.browser.requests if not url.startswith(("file:", "data:", "about:"))
        ]
        self.check("nothing is asked of the network", not asked, asked[:3])

    def check(self, claim: str, holds, found=""):
        super().check(f"{pathlib.Path(self.report).stem}: {claim}", holds, found)

    def pictures(self, folder: pathlib.Path):
        folder.mkdir(parents=True, exist_ok=True)
        for width in (1280, 420):
            self.browser.width(width)
            self.js("test.drawAll()")
            self.browser.picture(str(folder / f"{pathlib.Path(self.report).stem}_{width}.png"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    parser.add_argument("--pictures", type=pathlib.Path, help="write screen shots there")
    options = parser.parse_args()
    if not options.chromium:
        print("skipped: no chromium on this machine")
        return 77
    passed = failed = 0
    pages = sorted(options.folder.glob("sweep_*.html"))
    for page in pages:
        browser = Browser(options.chromium)
        try:
            test = SweepTest(browser, str(page))
            test.run()
            if options.pictures:
                test.pictures(options.pictures)
        finally:
            browser.close()
        passed, failed = passed + test.passed, failed + test.failed
    print(f"{len(pages)} pages, {passed} passed, {failed} failed")
    return 1 if failed or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
