#!/usr/bin/env python3
"""Opens the page of a comparison in headless Chromium and checks what a reader would see.

    tests/browser/compare_test.py PROGRAM [--chromium PROGRAM] [--pictures DIR]

Three runs of a block that slides to rest and rows that look measured are written down here and
compared by PROGRAM, build/release/luztar. Exit status 0 if all is well, 1 if not, 77 if there is no
Chromium.
"""

import pathlib
import subprocess
import sys

import written_page
from report_test import ReportTest

# q = v0 t - t^2 until the block stops at v0 / 2.
MODEL = """title = "Block that stops"
[parameters]
v0 = { value = 2, unit = "m/s" }
[bodies.block]
mass = 2
velocity = "v0"
[frictions.guide]
between = ["block", "ground"]
kinetic = 4
[simulation]
duration = 2
interval = 0.01
"""


def write_data(program: str, folder: pathlib.Path):
    def luztar(*arguments: str):
        subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "m.toml").write_text(MODEL, encoding="utf-8")
    for name, speed in (("a", "2"), ("b", "2.4"), ("c", "3")):
        luztar("simulate", "m.toml", "--set", f"v0={speed}", "-o", name, "--no-report")
    rows = [f"{t / 20},{2 * t / 20 - (t / 20) ** 2 + 0.01}" for t in range(20)]
    (folder / "d.csv").write_text("t,q.block\n" + "\n".join(rows) + "\n", encoding="utf-8")
    luztar("compare", "a", "b", "c", "--with", "d.csv", "--page", "compare.html")


class CompareTest(ReportTest):
    def begin(self):
        super().begin()
        self.samples = True

    def tables(self):
        for part in ("values", "differences", "signals", "events"):
            self.check(
                f"there is a section {part}", self.js(f"!!document.getElementById('{part}')")
            )
        self.check(
            "no NaN, undefined or null is shown",
            self.js(r"!/\b(NaN|undefined|null|Infinity)\b/.test(page.innerText)"),
        )
        rows = "[...document.querySelectorAll('{} tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
        values = self.js(rows.format("#values"))
        self.check("parameters that differ are side by side, with their units", values == [["v0 [m/s]", "2", "2.4", "3"]], values)
        found = [row for row in self.js(rows.format("#differences")) if row[0] == "q.block [m]"]
        # B and C less A: v0^2 / 4 - 1 at the end; A less data: 10 mm.
        shown = [(row[1], row[2]) for row in found]
        wanted = [("B − A", "0.44"), ("C − A", "1.25"), ("A − data", "−0.01")]
        self.check("differences are those of the closed form", shown[:3] == wanted, shown)
        rounding = self.js(
            "[0, 1e-15, 1e-9].map((greatest) => isReal({ greatest }, data.channels[0]))"
        )
        self.check("rounding is no difference", rounding == [False, False, True], rounding)
        same = [row for row in self.js(rows.format("#differences")) if "same" in row[2]]
        plotted = self.js("[...charts].map(({ name }) => name).join()")
        missed = [row for row in same if f": {row[0].split(' ')[0]}" in plotted]
        self.check("what is the same has no plot of its difference", not missed, missed)
        self.check("a plot says what is taken from what", "B − A, C − A" in plotted, plotted)
        lines = self.js(
            "[...document.querySelectorAll('#signals .legend .rule')]"
            ".map((one) => getComputedStyle(one).borderTopStyle)"
        )
        self.check("solid curves have solid lines in the legend", lines == ["solid"] * 3, lines)
        events = self.js(rows.format("#events"))
        self.check(
            "events are side by side",
            ["guide", "1", "forward → stuck", "1", "1.2", "1.5"] in events,
            events,
        )

    def every_plot_is_drawn(self):
        colours = {"OverlayChart": ["--curve", "--limit", "--stored"], "DifferenceChart": ["--limit", "--stored"]}
        for i in range(self.js("test.holders().length")):
            self.js(f"test.show(test.holders()[{i}].chart)")
            kind, name = self.js(
                f"[test.holders()[{i}].chart.constructor.name,"
                f"test.holders()[{i}].chart.base.getAttribute('aria-label')]"
            )
            for colour in colours[kind]:
                pixels = self.js(f"test.pixels(test.holders()[{i}].chart, ['{colour}'])")
                self.check(f"{colour} is seen: {name}", pixels > 40, pixels)
        self.check(
            "the rows of the data are drawn",
            self.js("test.show(test.first(OverlayChart)), test.pixels(test.first(OverlayChart), ['--ink'])") > 40,
        )

    def hovering(self):
        at = self.js("test.place(OverlayChart)")
        self.browser.mouse("mouseMoved", at["x"] + 0.4 * at["w"], at["y"] + at["h"] / 2)
        self.js("test.frames()")
        words = " ".join(self.js("test.readouts()"))
        self.check(
            "the pointer shows all runs and the data",
            all(f"{name} = " in words for name in ("A", "B", "C", "data")),
            words,
        )

    def run(self):
        self.begin()
        claims = (
            self.tables,
            self.every_plot_is_drawn,
            self.hovering,
            self.dragging_zooms,
            self.theme_button,
            self.narrow_and_printed,
            self.silence,
        )
        self.run_claims(claims)


if __name__ == "__main__":
    sys.exit(written_page.main(__doc__, "compare", CompareTest, write_data, (1400, 500)))
