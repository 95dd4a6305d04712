#!/usr/bin/env python3
"""Opens the page of a fit in headless Chromium and checks what a reader would see.

    tests/browser/fit_test.py PROGRAM [--chromium PROGRAM] [--pictures DIR]

Two runs of a block on a spring are written down here, made by luztar simulate with numbers added,
the second one for validation; PROGRAM, build/release/luztar, fits a model to them. Exit status 0 if
all is well, 1 if not, 77 if there is no Chromium.
"""

import json
import math
import pathlib
import re
import subprocess
import sys

import written_page
from report_test import ReportTest

MODEL = """title = "Block and spring"
[parameters]
k = { value = 90, unit = "N/m" }
F = { value = 1.5, unit = "N" }
A = 0.15
[bodies.base]
motion = "A*sin(2.5*t)"
[bodies.block]
mass = 1
[springs.spring]
between = ["block", "base"]
stiffness = "k"
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
static = "1.5*F"
[frictions.seal]
between = ["block", "base"]
kinetic = 0.1
[simulation]
duration = 10
samples = 200
[fit]
free = ["k", "F"]
[fit.experiments.first]
data = "first.csv"
match = { "q.block" = "x" }
validation = 8
[fit.experiments.second]
data = "second.csv"
match = { "q.block" = "x", "f.spring" = "F" }
set = ["A=0.2"]
validation = true
"""


def write_data(program: str, folder: pathlib.Path):
    """Runs with k = 100 and F = 2, and 0.2 mm and 0.1 N that look like noise."""
    (folder / "m.toml").write_text(MODEL, encoding="utf-8")
    for name, amplitude in (("first", 0.15), ("second", 0.2)):
        values = ["--set", "k=100", "--set", "F=2", "--set", f"A={amplitude}"]
        subprocess.run(
            [program, "simulate", "m.toml", *values, "-o", name, "--no-report"],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        lines = (folder / name / "trajectory.csv").read_text(encoding="utf-8").splitlines()
        head = lines[0].split(",")
        rows = ["t,x,F"]
        for i, line in enumerate(lines[1:]):
            row = dict(zip(head, map(float, line.split(","))))
            wobble = math.sin(1.7 * i * i) * math.sqrt(2)
            rows.append(
                f"{row['t']},{row['q.block'] + 2e-4 * wobble}," f"{row['f.spring'] + 0.1 * wobble}"
            )
        (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    subprocess.run(
        [program, "fit", "m.toml", "--profile", "all", "--page", "fit.html", "--out", "fit.json"],
        cwd=folder,
        check=True,
        capture_output=True,
    )


class FitTest(ReportTest):
    def begin(self):
        super().begin()
        self.samples = True
        self.fit = json.loads(pathlib.Path(self.report).with_name("fit.json").read_text())

    def heading(self):
        self.check(
            "the page says that it is fitted",
            self.js("document.querySelector('.chip').textContent") == "✓ fitted",
        )
        self.check(
            "no NaN, undefined or null is shown",
            self.js(r"!/\b(NaN|undefined|null|Infinity)\b/.test(page.innerText)"),
        )
        for part in ("values", "signals", "friction", "channels"):
            self.check(
                f"there is a section {part}", self.js(f"!!document.getElementById('{part}')")
            )

    def values(self):
        for i, value in enumerate(self.fit["values"]):
            cells = self.js(
                f"[...document.querySelectorAll('#values tbody')[0].rows[{i}].cells]"
                ".map((cell) => cell.textContent)"
            )
            found, error = (float(text.replace("\u202f", "")) for text in cells[1:3])
            self.check(
                f"{value['name']} is shown with its unit",
                cells[0].startswith(value["name"] + " [N"),
                cells[0],
            )
            self.check(
                f"{value['name']} is shown to a part of its error",
                abs(found - value["value"]) < 0.06 * value["error"],
                found,
            )
            self.check(
                f"the error of {value['name']} is shown",
                abs(error / value["error"] - 1) < 0.06,
                error,
            )
        rows = self.js("document.querySelectorAll('#channels tbody tr').length")
        wanted = len(self.fit["channels"]) + len(self.fit["validation"])
        self.check("every channel is in a table, with those for validation", rows == wanted, rows)

    def every_plot_is_drawn(self):
        colours = {
            "SignalChart": ["--curve", "--limit"],
            "ResidualChart": ["--limit"],
            "LawChart": ["--curve", "--stuck"],
            "ProfileChart": ["--curve", "--limit"],
        }
        for i in range(self.js("test.holders().length")):
            self.js(f"test.show(test.holders()[{i}].chart)")
            kind, name = self.js(
                f"[test.holders()[{i}].chart.constructor.name,"
                f"test.holders()[{i}].chart.base.getAttribute('aria-label')]"
            )
            for colour in colours[kind]:
                pixels = self.js(f"test.pixels(test.holders()[{i}].chart, ['{colour}'])")
                self.check(f"{colour} is seen: {name}", pixels > 40, pixels)

    def hovering(self):
        at = self.js("test.place(SignalChart)")
        t = self.js(
            "test.first(SignalChart).fromX(test.first(SignalChart).box.x + 0.4*test.first(SignalChart).box.w)"
        )
        self.browser.mouse("mouseMoved", at["x"] + 0.4 * at["w"], at["y"] + at["h"] / 2)
        self.js("test.frames()")
        words = self.js("test.readouts()")[0]
        rows = pathlib.Path(self.report).with_name("first.csv").read_text().splitlines()[1:]
        near = min((line.split(",") for line in rows), key=lambda row: abs(float(row[0]) - t))
        shown = re.search(r"measured = (\S+) (m?m)", words.replace("−", "-"))
        value = float(shown[1]) * (1e-3 if shown[2] == "mm" else 1) if shown else math.nan
        self.check(
            "the pointer shows the row that was measured there",
            abs(value - float(near[1])) < 1e-5,
            words,
        )
        self.check("and the model", "model = " in words, words)
        marks = self.js("test.markedCharts()")
        self.check("what is left is marked at the same time", marks >= 2, marks)
        at = self.js("test.place(LawChart)")
        self.browser.mouse("mouseMoved", at["x"] + 0.75 * at["w"], at["y"] + at["h"] / 2)
        self.js("test.frames()")
        words = " ".join(self.js("test.readouts()"))
        F = next(value["value"] for value in self.fit["values"] if value["name"] == "F")
        shown = re.search(r"(\S+) ± (\S+) N", words)
        self.check(
            "the pointer shows the force and its interval",
            shown and abs(float(shown[1]) - F) < 1e-3,
            words,
        )
        self.js("test.first(LawChart).leave()")

    def choosing(self):
        self.js("document.querySelectorAll('#signals select')[0].selectedIndex = 1")
        self.js(
            "document.querySelectorAll('#signals select')[0].dispatchEvent(new Event('change'))"
        )
        self.js("test.frames()")
        names = self.js(
            "[...charts].filter((c) => c instanceof SignalChart).map((c) => c.figure.innerText)"
        )
        self.check("the other experiment has two signals", len(names) == 2, names)
        self.every_plot_is_drawn()
        self.js("document.querySelectorAll('#signals select')[1].selectedIndex = 1")
        self.js(
            "document.querySelectorAll('#signals select')[1].dispatchEvent(new Event('change'))"
        )
        self.js("test.frames()")
        self.check(
            "the modes of another friction can be shown",
            self.js("document.querySelector('#signals .legend').innerText.includes('seal')"),
        )
        self.check(
            "what is for validation is said",
            self.js("document.querySelector('#signals .legend').innerText.includes('validation')"),
        )

    def zooming(self):
        self.js("test.show(test.first(LawChart))")
        before = self.js("test.first(LawChart).xRange()")
        at = self.js("test.place(LawChart)")
        y = at["y"] + 0.2 * at["h"]
        self.browser.mouse("mouseMoved", at["x"] + 0.5 * at["w"], y)
        self.browser.mouse("mousePressed", at["x"] + 0.5 * at["w"], y)
        self.browser.mouse("mouseMoved", at["x"] + 0.8 * at["w"], y + 0.4 * at["h"], held=True)
        self.browser.mouse("mouseReleased", at["x"] + 0.8 * at["w"], y + 0.4 * at["h"])
        near = self.js("test.first(LawChart).xRange()")
        part = (near[1] - near[0]) / (before[1] - before[0])
        self.check("a drag zooms the law", abs(part - 0.3) < 0.01, part)
        self.js("test.first(LawChart).reset()")
        self.check("and it comes back", self.js("test.first(LawChart).xRange()") == before)

    def run(self):
        self.begin()
        claims = (
            self.heading,
            self.values,
            self.every_plot_is_drawn,
            self.hovering,
            self.dragging_zooms,
            self.choosing,
            self.zooming,
            self.theme_button,
            self.narrow_and_printed,
            self.silence,
        )
        self.run_claims(claims)


if __name__ == "__main__":
    sys.exit(written_page.main(__doc__, "fit", FitTest, write_data, (1280, 420)))
