#!/usr/bin/env python3
"""Opens a report.html in headless Chromium and checks what a reader would see.

    tests/browser/report_test.py REPORT.html [--chromium PROGRAM] [--pictures DIR]

Every plot is there and drawn, hovering, zooming and the theme's button work, tables are complete,
the page fits a telephone and prints, the console is silent and nothing is asked of the network.
Exit status 0 if all is well, 1 if not, 77 if there is no Chromium.
"""
import argparse
import pathlib
import shutil
import sys

from devtools import Browser, PageError

# Plots by their holders; each chart knows whether it is drawn.
HELPERS = """
window.test = {
  frames: () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  holders: () => [...document.querySelectorAll('.canvas')],
  close(a, b) { return Math.abs(a[0]-b[0]) + Math.abs(a[1]-b[1]) + Math.abs(a[2]-b[2]) < 90; },
  // Read from a copy: reading a page's own canvas often makes Chromium warn.
  read(canvas) {
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data;
  },
  rgb(colour) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...this.read(canvas)];
  },
  // Pixels of a chart's base canvas that have one of the colours.
  pixels(chart, names) {
    const wanted = names.map((name) => this.rgb(theme.colour(name)));
    const data = this.read(chart.base);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 60 && wanted.some((w) => this.close(w, data.subarray(i, i + 3)))) ++n;
    }
    return n;
  },
  marks(chart) {
    const data = this.read(chart.over);
    let n = 0;
    for (let i = 3; i < data.length; i += 4) n += data[i] > 0;
    return n;
  },
  async drawn(i) {
    const holder = this.holders()[i];
    holder.scrollIntoView({ block: 'center' });
    for (let k = 0; k < 100 && (holder.chart.dirty || !holder.chart.visible); ++k) await this.frames();
    const colours = holder.chart.sums ? holder.chart.sums.map(({ layer }) => layer.colour) : ['--curve'];
    return { name: holder.chart.base.getAttribute('aria-label'), dirty: holder.chart.dirty,
             pixels: this.pixels(holder.chart, colours) };
  },
  // Middle of a chart's plot area on the screen; `kind` is a class of the page's script.
  async place(kind, n = 0) {
    const chart = [...charts].filter((one) => one.constructor === kind)[n];
    chart.holder.scrollIntoView({ block: 'center' });
    for (let k = 0; k < 100 && (chart.dirty || !chart.visible); ++k) await this.frames();
    const area = chart.over.getBoundingClientRect();
    const { x, y, w, h } = chart.box;
    return { x: area.left + x, y: area.top + y, w, h };
  },
};
"""


class ReportTest:
    def __init__(self, browser: Browser, report: str):
        self.browser, self.report = browser, report
        self.passed, self.failed = 0, 0

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
        self.check("the page says how the run ended",
                   self.js("document.querySelector('.chip').textContent.includes(data.status)"))
        self.check("the title is shown",
                   self.js("document.querySelector('h1').textContent === (data.title || data.file)"))
        for part in ("model", "bodies", "elements", "energy", "events"):
            self.check(f"there is a section {part}", self.js(f"!!document.getElementById('{part}')"))
        self.check("no NaN, undefined or null is shown",
                   self.js(r"!/\b(NaN|undefined|null|Infinity)\b/.test(page.innerText)"))

    def diagram(self):
        if self.js("data.bodies.length > COMPACT_BEYOND"):
            return
        for part in ("body", "element"):
            plural = {"body": "bodies", "element": "elements"}[part]
            self.check(f"every {part} is in the diagram", self.js(
                f"data.{plural}.every((_, i) => !!document.querySelector(`.diagram a[href='#{part}-${{i}}']`))"))
        self.check("no number of the drawing is missing",
                   self.js("!/NaN|undefined/.test(document.querySelector('.diagram').innerHTML)"))

    def every_plot_is_drawn(self):
        if not self.samples:
            self.check("a run without samples says so", self.js("page.innerText.includes('samples = 0')"))
            return
        # 200 elements would take long: the first and the last of each kind.
        self.js("""(() => { for (const part of ['body', 'element']) {
            const all = [...document.querySelectorAll(`details[id^=${part}-]`)];
            for (const d of [...all.slice(0, 6), ...all.slice(-2)]) d.open = true; } })()""")
        self.browser.wait_for("[...document.querySelectorAll('details[open] .inside')].every((d) => d.childNodes.length)")
        for part, plots in (("body", 4), ("element", 6)):
            counts = self.js(f"[...document.querySelectorAll('details[open][id^={part}-]')]"
                             ".filter((d) => !d.querySelector('.inside > p')).map((d) => d.querySelectorAll('.canvas').length)")
            self.check(f"every {part} has its {plots} plots", all(n == plots for n in counts), counts)
        n = self.js("test.holders().length")
        self.check("there are plots", n > 0)
        for i in range(n):
            plot = self.js(f"test.drawn({i})")
            self.check(f"plot is drawn: {plot['name']}", not plot["dirty"] and plot["pixels"] > 20,
                       f"{plot['pixels']} pixels of its colour")
        self.check("the energy diagram is there", self.js("[...charts].some((chart) => chart.sums)"))

    def hovering_shows_values(self):
        if not self.samples:
            return
        for kind in ("TimeChart", "LoopChart"):
            at = self.js(f"test.place({kind})")
            if kind == "LoopChart":  # where its curve is
                point = self.js("(() => { const c = [...charts].find((one) => one instanceof LoopChart);"
                                " const i = c.t.length >> 1; return [c.toX(c.xs[i]) - c.box.x, c.toY(c.ys[i]) - c.box.y]; })()")
                x, y = at["x"] + point[0], at["y"] + point[1]
            else:
                x, y = at["x"] + at["w"] / 3, at["y"] + at["h"] / 2
            self.browser.mouse("mouseMoved", x, y)
            self.js("test.frames()")
            words = self.js("[...document.querySelectorAll('.readout')].filter((r) => !r.hidden).map((r) => r.innerText)")
            self.check(f"hovering over a {kind} shows one read-out", len(words) == 1, words)
            self.check(f"the read-out of a {kind} has the time and a value",
                       len(words) == 1 and words[0].startswith("t = ") and words[0].count("=") >= 2, words)
        self.check("the instant is marked in the neighbouring plots",
                   self.js("[...charts].filter((c) => c.visible && c.box && test.marks(c) > 20).length > 1"))
        self.browser.mouse("mouseMoved", 5, 300)
        self.js("test.frames()")
        self.check("leaving a plot hides the read-out",
                   self.js("[...document.querySelectorAll('.readout')].every((r) => r.hidden)"))

    def dragging_zooms(self):
        if not self.samples:
            return
        at = self.js("test.place(TimeChart)")
        before = self.js("[view.from, view.to]")
        y = at["y"] + at["h"] / 2
        self.browser.mouse("mouseMoved", at["x"] + at["w"] * 0.25, y)
        self.browser.mouse("mousePressed", at["x"] + at["w"] * 0.25, y)
        for part in (0.35, 0.5):
            self.browser.mouse("mouseMoved", at["x"] + at["w"] * part, y, held=True)
        self.browser.mouse("mouseReleased", at["x"] + at["w"] * 0.5, y)
        after = self.js("[view.from, view.to]")
        span = before[1] - before[0]
        for name, got, part in (("start", after[0], 0.25), ("end", after[1], 0.5)):
            self.check(f"the {name} of the zoomed view is where the drag was",
                       abs((got - before[0]) / span - part) < 0.01, after)
        self.js("test.frames()")
        self.check("the other time axes have moved too", self.js(
            "[...charts].filter((c) => c instanceof TimeChart && c.visible).every((c) => c.x0 === view.from && c.x1 === view.to)"))
        self.check("there is a button for the whole run", self.js("!document.getElementById('reset-zoom').hidden"))
        for n in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.browser.mouse(kind, at["x"] + at["w"] / 2, y, clicks=n)
        self.check("a double click shows the whole run", self.js("[view.from, view.to]") == before)
        self.check("the button is gone", self.js("document.getElementById('reset-zoom').hidden"))

    def keys_work(self):
        if not self.samples:
            return
        self.js("test.place(TimeChart)")
        self.js("[...charts].find((c) => c.constructor === TimeChart).over.focus()")
        for key in ("ArrowRight", "ArrowRight"):
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.js("test.frames()")
        self.check("arrow keys move the read-out",
                   self.js("[...document.querySelectorAll('.readout')].some((r) => !r.hidden && r.innerText.startsWith('t = '))"))
        self.js("document.activeElement.blur()")

    def theme_button(self):
        colour = "getComputedStyle(document.body).backgroundColor"
        first, name = self.js(colour), self.js("theme.name")
        self.js("document.getElementById('theme').click()")
        self.check("the theme's button changes the colours", self.js(colour) != first, first)
        if self.samples:
            self.js("test.place(TimeChart)")
            chart = "[...charts].find((c) => c.constructor === TimeChart)"
            self.check("plots are redrawn in the new colours", self.js(f"test.pixels({chart}, ['--curve']) > 20"))
        self.js("document.getElementById('theme').click()")
        self.check("pressed again, the colours are back",
                   self.js(colour) == first and self.js("theme.name") == name)

    def event_table(self):
        listed = self.js("data.events.list.length / 5")
        rows = "document.querySelectorAll('#events tbody tr').length"
        self.check("the events are in the table", self.js(rows) == min(listed, 200), self.js(rows))
        if not listed:
            return
        self.js("(() => { const s = document.querySelector('#events select'); s.value = s.options[1].value;"
                " s.dispatchEvent(new Event('change')); })()")
        name = self.js("document.querySelector('#events select').selectedOptions[0].textContent")
        names = self.js("[...document.querySelectorAll('#events tbody tr td:nth-child(2)')].map((c) => c.textContent)")
        self.check("the filter leaves the events of one element", set(names) == {name} and names, set(names))
        self.js("(() => { const s = document.querySelector('#events select'); s.value = '';"
                " s.dispatchEvent(new Event('change')); })()")

    def ledger_table(self):
        rows = self.js("document.querySelectorAll('#energy tbody tr').length")
        self.check("the ledger has every body and element",
                   rows == self.js("data.bodies.length + data.elements.length"), rows)

    def narrow_and_printed(self):
        self.browser.width(420)
        self.js("test.frames()")
        width = self.js("document.documentElement.scrollWidth")
        self.check("the page fits a width of 420", width <= 420, width)
        self.browser.width(1280)
        name = self.js("theme.name")
        paper = self.browser.print()
        self.check("the page prints", paper.startswith(b"%PDF") and len(paper) > 10_000, len(paper))
        self.check("after printing the page is as before", self.js("theme.name") == name and self.js(
            "!document.documentElement.classList.contains('printing')"))

    def silence(self):
        self.check("the console is silent", not self.browser.console, self.browser.console[:3])
        asked = [url for url in self.browser.requests
                 if not url.startswith(("file:", "data:", "about:"))]
        files = [url for url in self.browser.requests if url.startswith("file:")]
        self.check("nothing is asked of the network", not asked, asked[:3])
        self.check("no second file is loaded", len(files) == 1, files[:3])

    def run(self):
        self.begin()
        for claim in (self.heading_and_sections, self.diagram, self.every_plot_is_drawn,
                      self.hovering_shows_values, self.dragging_zooms, self.keys_work,
                      self.theme_button, self.event_table, self.ledger_table,
                      self.narrow_and_printed, self.silence):
            try:
                claim()
            except PageError as error:
                self.check(f"{claim.__name__} runs", False, error)

    def pictures(self, folder: pathlib.Path):
        folder.mkdir(parents=True, exist_ok=True)
        for width in (1280, 420):
            self.browser.width(width)
            for _ in range(2):
                self.js("(async () => { for (const h of test.holders()) { h.scrollIntoView(); await test.frames(); } scrollTo(0, 0); await test.frames(); })()")
                self.browser.picture(str(folder / f"report_{width}_{self.js('theme.name')}.png"))
                self.js("document.getElementById('theme').click()")
        (folder / "report.pdf").write_bytes(self.browser.print())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    parser.add_argument("--pictures", type=pathlib.Path, help="write screen shots and a print there")
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
