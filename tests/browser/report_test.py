#!/usr/bin/env python3
"""Opens a report.html in headless Chromium and checks what a reader would see.

    tests/browser/report_test.py REPORT.html [--chromium PROGRAM] [--pictures DIR]

Every plot is there and drawn, hovering, zooming and the theme's button work, tables are complete,
the page fits a telephone and prints, the console is silent and nothing is asked of the network.
Exit status 0 if all is well, 1 if not, 77 if there is no Chromium.
"""

import argparse
import pathlib
import re
import shutil
import sys

from devtools import Browser, PageError

HELPERS = pathlib.Path(__file__).with_name("report_helpers.js").read_text()


class ReportTest:
    WIDE = ()  # sections whose tables may be wider than paper

    def __init__(self, browser: Browser, report: str):
        self.browser, self.report = browser, report
        self.passed, self.failed = 0, 0

    def run_claims(self, claims):
        """Runs each; one whose script fails is a failure, and the others are run."""
        for claim in claims:
            try:
                claim()
            except PageError as error:
                self.check(f"{claim.__name__} runs", False, error)

    def check(self, claim: str, holds, found=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {claim}{f' (found {found})' if found != '' else ''}")

    def js(self, expression):
        return self.browser.run(expression)

    def begin(self):
        self.browser.width(1280)
        self.browser.open(self.report)
        self.js(HELPERS)
        self.samples = self.js("!!data.rows")

    # --- the claims ---------------------------------------------------------------------------

    def heading_and_sections(self):
        self.check(
            "the page says how the run ended",
            self.js("document.querySelector('.chip').textContent.includes(data.status)"),
        )
        self.check(
            "the title is shown",
            self.js("document.querySelector('h1').textContent === (data.title || data.file)"),
        )
        for part in ("model", "bodies", "elements", "energy", "events"):
            self.check(
                f"there is a section {part}", self.js(f"!!document.getElementById('{part}')")
            )
        self.check(
            "no NaN, undefined or null is shown",
            self.js(r"!/\b(NaN|undefined|null|Infinity)\b/.test(page.innerText)"),
        )

    def diagram(self):
        if self.js("data.bodies.length > COMPACT_BEYOND"):
            return
        for part, plural in (("body", "bodies"), ("element", "elements")):
            self.check(
                f"every {part} is in the diagram",
                self.js(f"test.allInDiagram('{part}', data.{plural})"),
            )
        outside = self.js("test.outsideDiagram()")
        self.check("all words are inside the drawing", outside == "", outside)
        overlaps = self.js("test.overlapsInDiagram()")
        self.check("no words of the drawing lie over others", overlaps == "", overlaps)
        hidden = self.js("test.hiddenOfDiagram()")
        few = self.js("data.bodies.length") <= 4
        self.check(
            "a drawing of few bodies is seen whole, any in its height",
            hidden[1] <= 0 and (hidden[0] <= 0 or not few),
            hidden,
        )
        self.check(
            "no number of the drawing is missing",
            self.js("!/NaN|undefined/.test(document.querySelector('.diagram').innerHTML)"),
        )

    def every_plot_is_drawn(self):
        if not self.samples:
            self.check(
                "the lack of samples is said", self.js("page.innerText.includes('samples = 0')")
            )
            return
        self.js("test.openSome()")
        self.browser.wait_for("test.opened()")
        for part, plots in (("body", 5), ("element", 6)):
            counts = self.js(f"test.plotCounts('{part}')")
            self.check(
                f"every {part} has its {plots} plots", all(n == plots for n in counts), counts
            )
        n = self.js("test.holders().length")
        self.check("there are plots", n > 0)
        for i in range(n):
            plot = self.js(f"test.drawn({i})")
            self.check(
                f"plot is drawn: {plot['name']}",
                not plot["dirty"] and plot["pixels"] > 20,
                f"{plot['pixels']} pixels of its colour",
            )
        self.check("the energy diagram is there, or why not", self.js("test.energyShown()"))

    def hovering_shows_values(self):
        if not self.samples:
            return
        for kind in ("TimeChart", "LoopChart"):
            at = self.js(f"test.place({kind})")
            x, y = at["x"] + at["w"] / 3, at["y"] + at["h"] / 2
            if kind == "LoopChart":  # where its curve is
                right, down = self.js("test.loopPoint()")
                x, y = at["x"] + right, at["y"] + down
            self.browser.mouse("mouseMoved", x, y)
            self.js("test.frames()")
            words = self.js("test.readouts()")
            self.check(f"hovering over a {kind} shows one read-out", len(words) == 1, words)
            self.check(
                f"the read-out of a {kind} has the time and a value",
                len(words) == 1 and words[0].startswith("t = ") and words[0].count("=") >= 2,
                words,
            )
        self.check("the instant is marked in other plots too", self.js("test.markedCharts()") > 1)
        self.browser.mouse("mouseMoved", 5, 300)
        self.js("test.frames()")
        self.check("leaving a plot hides the read-out", not self.js("test.readouts()"))

    def drag(self, at, start, end):
        """With the mouse, from one part of a plot's width to another."""
        x = [at["x"] + at["w"] * part for part in (start, (start + end) / 2, end)]
        y = at["y"] + at["h"] / 2
        self.browser.mouse("mouseMoved", x[0], y)
        self.browser.mouse("mousePressed", x[0], y)
        for place in x[1:]:
            self.browser.mouse("mouseMoved", place, y, held=True)
        self.browser.mouse("mouseReleased", x[-1], y)
        self.js("test.frames()")

    def dragging_zooms(self):
        if not self.samples:
            return
        at = self.js("test.place(TimeChart)")
        before = self.js("[view.from, view.to]")
        self.drag(at, 0.25, 0.5)
        after = self.js("[view.from, view.to]")
        for name, got, part in (("start", after[0], 0.25), ("end", after[1], 0.5)):
            self.check(
                f"the {name} of the zoomed view is where the drag was",
                abs((got - before[0]) / (before[1] - before[0]) - part) < 0.01,
                after,
            )
        self.check("the other time axes have moved too", self.js("test.axesAgree()"))
        hidden = "document.getElementById('reset-zoom').hidden"
        self.check("there is a button for the whole run", not self.js(hidden))
        for n in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                x, y = at["x"] + at["w"] / 2, at["y"] + at["h"] / 2
                self.browser.mouse(kind, x, y, clicks=n)
        back = self.js("[view.from, view.to]")
        self.check("a double click shows the whole run", back == before, back)
        self.check("the button is gone", self.js(hidden))

    def keys_work(self):
        if not self.samples:
            return
        self.browser.mouse("mouseMoved", 5, 300)
        self.js("test.place(TimeChart)")
        self.js("test.first(TimeChart).over.focus()")
        self.check("no read-out without pointer or key", not self.js("test.readouts()"))
        for _ in range(2):
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight")
        self.js("test.frames()")
        words = self.js("test.readouts()")
        self.check("arrow keys move the read-out", words and words[0].startswith("t = "), words)
        self.js("document.activeElement.blur()")

    def theme_button(self):
        colour = "getComputedStyle(document.body).backgroundColor"
        first, name = self.js(colour), self.js("theme.name")
        self.js("document.getElementById('theme').click()")
        self.check("the theme's button changes the colours", self.js(colour) != first, first)
        if self.samples:
            self.js("test.place(TimeChart)")
            pixels = self.js("test.pixels(test.first(TimeChart), ['--curve'])")
            self.check("plots are redrawn in the new colours", pixels > 20, pixels)
        self.js("document.getElementById('theme').click()")
        self.check(
            "pressed again, the colours are back",
            self.js(colour) == first and self.js("theme.name") == name,
        )

    def event_table(self):
        listed = self.js("data.events.list.length / 5")
        rows = len(self.js("test.eventColumn(1)"))
        self.check("the events are in the table", rows == min(listed, 200), rows)
        if not listed:
            return
        name = self.js("test.filterEvents(1)")
        names = self.js("test.eventColumn(2)")
        self.check("the filter leaves the events of one element", set(names) == {name}, names[:3])
        self.js("test.filterEvents(0)")
        self.check("without it all are back", len(self.js("test.eventColumn(1)")) == rows)

    def stops(self):
        names = set(self.js("data.elements.filter((e) => e.kind === 'stop').map((e) => e.name)"))
        if not names:
            return
        columns = [self.js(f"test.eventColumn({column})") for column in (2, 3, 4, 5)]
        rows = [row for row in zip(*columns) if row[0] in names]
        words = {word for row in rows for word in row[1:3]}
        self.check("the modes of a stop have its words", words <= {"lower", "free", "upper"}, words)
        causes = {row[3] for row in rows if row[3].startswith("impact")}
        impulse = re.compile(r"impact \u2212?[0-9].* N (m )?s")
        self.check("there are impacts", causes)
        self.check(
            "an impact shows its impulse", all(impulse.fullmatch(c) for c in causes), causes
        )

    def ledger_table(self):
        rows = self.js("document.querySelectorAll('#energy tbody tr').length")
        wanted = self.js("data.bodies.length + data.elements.length")
        self.check("the ledger has every body and element", rows == wanted, rows)

    def on_paper(self):
        self.browser.width(702)
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.js("startPrinting()")
        cut = [name for name in self.js("test.wideTables()") if name.split()[0] not in self.WIDE]
        self.check("no table is wider than the paper", cut == [], cut)
        feet = self.js(
            "[...document.querySelectorAll('tfoot')].map((one) => getComputedStyle(one).display)"
        )
        self.check("the foot of a table is printed once", set(feet) <= {"table-row-group"}, feet)
        counted = self.js("!data.events?.list?.length || test.isShown('#events', 'shown')")
        self.check("how many events are shown is printed", counted)
        self.js("endPrinting()")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.browser.width(420)

    def narrow_and_printed(self):
        self.browser.width(420)
        self.js("test.frames()")
        width = self.js("document.documentElement.scrollWidth")
        self.check("the page fits a width of 420", width <= 420, width)
        self.on_paper()
        name = self.js("theme.name")
        paper = self.browser.print()
        self.check("the page prints", paper.startswith(b"%PDF") and len(paper) > 10_000, len(paper))
        self.check(
            "after printing the page is as before",
            self.js("theme.name") == name
            and self.js("!document.documentElement.classList.contains('printing')"),
        )

    def silence(self):
        self.check("the console is silent", not self.browser.console, self.browser.console[:3])
        asked = [
            url for url in self.browser.requests if not url.startswith(("file:", "data:", "about:"))
        ]
        files = [url for url in self.browser.requests if url.startswith("file:")]
        self.check("nothing is asked of the network", not asked, asked[:3])
        self.check("no second file is loaded", len(files) == 1, files[:3])

    def claims(self):
        yield self.heading_and_sections
        yield self.diagram
        yield self.every_plot_is_drawn
        yield self.hovering_shows_values
        yield self.dragging_zooms
        yield self.keys_work
        yield self.theme_button
        yield self.event_table
        yield self.stops
        yield self.ledger_table
        yield self.narrow_and_printed
        yield self.silence

    def run(self):
        self.begin()
        self.run_claims(self.claims())

    def pictures(self, folder: pathlib.Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.browser.mouse("mouseMoved", 2, 2)
        for width in (1280, 420):
            self.browser.width(width)
            for _ in range(2):
                self.js("test.drawAll()")
                self.browser.picture(str(folder / f"report_{width}_{self.js('theme.name')}.png"))
                self.js("document.getElementById('theme').click()")
        (folder / "report.pdf").write_bytes(self.browser.print())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report")
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    parser.add_argument(
        "--pictures", type=pathlib.Path, help="write screen shots and a print there"
    )
    options = parser.parse_args()
    if not options.chromium:
        print("skipped: no chromium on this machine")
        return 77
    browser = Browser(options.chromium)
    try:
        test = ReportTest(browser, options.report)
        test.run()
        if options.pictures:
            test.pictures(options.pictures)
    finally:
        browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
