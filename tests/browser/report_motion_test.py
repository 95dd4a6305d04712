#!/usr/bin/env python3
"""Opens a report.html in headless Chromium and plays its diagram.

    tests/browser/report_motion_test.py REPORT.html [--chromium PROGRAM] [--measure]

The diagram moves with the time of slider, field, keys, events and plots, and moves them; at several
instants what is drawn and said is what the curves of the page say. Screen readers are told what
sticks and slides; readers who want less motion get two pictures a second. With axe-core, if npm can
install it, the page has no violation. --measure prints the script's time of a picture.
Exit status 0 if all is well, 1 if not, 77 if there is no Chromium.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

from devtools import Browser
from report_test import ReportTest

FOLDER = pathlib.Path(__file__).parent
HELPERS = (FOLDER / "report_helpers.js").read_text() + (FOLDER / "motion_helpers.js").read_text()
AXE = FOLDER.parents[1] / "build" / "axe"
AXE_VERSION = "4.10.2"


def axe_source() -> str:
    """axe-core as text, installed by npm when it is first asked for; "" without npm or network."""
    script = AXE / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists() and shutil.which("npm"):
        AXE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(AXE), "--no-audit", "--no-fund"]
        subprocess.run([*command, f"axe-core@{AXE_VERSION}"], capture_output=True, check=False)
    return script.read_text() if script.exists() else ""


class MotionTest(ReportTest):
    def begin(self):
        self.browser.width(1280)
        self.browser.open(self.report)
        self.js(HELPERS)
        self.js("test.frames()")
        self.start, self.end = self.js("[data.start, data.end]")

    def at(self, part: float) -> float:
        return self.start + part * (self.end - self.start)

    def press(self, key: str):
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.js("test.frames()")

    # --- the claims ---------------------------------------------------------------------------

    def begins_still(self):
        t, words = self.js("[cursor.t, motionTest.button('Play') !== null]")
        self.check("nothing plays by itself, t is the start", t == self.start and words, t)

    def what_is_drawn(self):
        """At instants of the slider: places of bodies, angles of wheels, words of modes."""
        moved = set()
        for part in (0, 0.21, 0.5, 0.77, 1):
            self.js(f"motionTest.slide({self.at(part)})")
            self.js("test.frames()")
            wrong = self.js("motionTest.wrongBodies()")
            self.check(f"bodies are where their curves say at {part}", wrong == [], wrong)
            wrong = self.js("motionTest.wrongWords()")
            self.check(f"elements say what their modes are at {part}", wrong == [], wrong)
            wrong = self.js("motionTest.wrongList()")
            self.check(f"the list has what sticks and slides at {part}", wrong == [], wrong)
            wrong = self.js("motionTest.wrongBars()")
            self.check(f"bars of stuck frictions are force over limit at {part}", wrong == [], wrong)
            moved.add(self.js("motionTest.drawing()"))
        self.check("the drawing changes with t", len(moved) > 1)
        self.check(
            "no number of the drawing is missing",
            self.js("!/NaN|undefined|Infinity/.test(document.querySelector('.stage').innerHTML)"),
        )

    def between_points(self):
        """Points are on the right sides of events; where they are too far apart the page says so."""
        wrong = self.js("motionTest.eventsWithoutPoints().slice(0, 3)")
        self.check("each event has its points before and after", wrong == [], wrong)
        self.check("between points a curve bends as its slopes say", self.js("motionTest.cubic()") == 0.125)
        for n in (6, 10, 40):
            points = self.js(f"motionTest.pointsOfSine({n})")
            self.check(f"{n} points in a cycle of a sine are found", abs(points / n - 1) < 0.05, points)
        few = self.js("fewestPoints().points < POINTS_A_CYCLE")
        said = self.js("document.querySelector('#model').innerText.includes('points in its fastest cycle')")
        self.check("too few points are said to be so", few == said, [few, said])

    def symbols_move(self):
        """Ends of symbols follow the bodies: springs stretch and gaps close."""
        for kind in ("spring", "stop", "friction"):
            paths = self.js(f"motionTest.pathsOverTime('{kind}')")
            still = [name for name, shapes, moves in paths if moves and shapes < 2]
            self.check(f"symbols of {kind}s that move are drawn so", not still, still)

    def fields_and_plots(self):
        self.js(f"motionTest.enter({self.at(0.4)})")
        self.js("test.frames()")
        t = self.js("[cursor.t, motionTest.player('range').valueAsNumber]")
        self.check("the field of t moves cursor and slider", abs(t[0] - self.at(0.4)) < 1e-9, t)
        self.check("the slider is where t is", abs(t[1] - self.at(0.4)) < 1e-6, t)
        at = self.js("test.place(TimeChart)")
        self.check("plots mark the instant", self.js("motionTest.chartsAtCursor()"))
        before = self.js("motionTest.drawing()")
        self.browser.mouse("mouseMoved", at["x"] + 0.7 * at["w"], at["y"] + at["h"] / 2)
        self.js("test.frames()")
        t = self.js("cursor.t")
        self.check("pointing at a plot moves t", abs(t - self.at(0.7)) < 0.01 * (self.end - self.start), t)
        after = self.js("[motionTest.drawing(), motionTest.player('number').valueAsNumber]")
        self.check("the diagram follows a plot", after[0] != before and abs(after[1] - t) < 1e-8 * abs(self.end), t)
        self.browser.mouse("mouseMoved", 2, 2)

    def plays(self):
        self.js(f"motionTest.slide({self.start})")
        self.js("motionTest.button('Play').click()")
        self.browser.wait_for("cursor.t > data.start")
        self.check("the button says Pause", self.js("motionTest.button('Pause') !== null"))
        self.js("motionTest.button('Pause').click()")
        self.js("test.frames()")
        t = self.js("cursor.t")
        self.js("test.frames()")
        self.check("paused, t stays", self.js("cursor.t") == t, t)
        told = self.js("document.querySelector('.heard').textContent")
        self.check("a screen reader is told what is", told == self.js("motionTest.told()"), told)
        self.js(f"motionTest.slide({self.at(0.9999)})")
        self.js("motionTest.speed(1e3)")
        self.js("motionTest.button('Play').click()")
        self.browser.wait_for("motionTest.button('Play') !== null")
        self.check("it ends at the end", self.js("cursor.t") == self.end)
        self.js("motionTest.button('Play').click()")
        self.js("motionTest.button('Pause').click()")
        self.check("played again it begins at the start", self.js("cursor.t") < self.end)

    def plots_halt_it(self):
        self.js(f"motionTest.slide({self.start})")
        self.js("motionTest.speed(1e-6)")
        self.js("motionTest.button('Play').click()")
        self.js("test.frames()")
        self.js(f"cursor.set({self.at(0.5)})")
        self.js("test.frames()")
        self.check("a plot that is pointed at halts the motion", self.js("motionTest.button('Play') !== null"))

    def keys(self):
        self.js(f"motionTest.slide({self.at(0.5)})")
        self.js("document.querySelector('.diagram').focus()")
        for key, holds in (
            ("Home", "t === data.start"),
            ("ArrowRight", "t > data.start && t < data.start + 0.01 * (data.end - data.start)"),
            ("ArrowLeft", "Math.abs(t - data.start) < 1e-12 + 1e-12 * data.end"),
            ("End", "t === data.end"),
        ):
            self.press(key)
            self.check(f"key {key}", self.js(f"((t) => {holds})(cursor.t)"), self.js("cursor.t"))
        events = self.js("motionTest.events()")
        self.press("Home")
        for n, event in enumerate([t for t in events if t > self.start][:3]):
            self.press(".")
            self.check(f"full stop goes to event {n}", self.js("cursor.t") == event, event)
        if events and events[-1] > self.start:
            self.press("End")
            self.press(",")
            before = [t for t in events if t < self.end]
            self.check("comma goes to the last event", self.js("cursor.t") == before[-1], before[-1])
        self.js("motionTest.speed(1e-6)")
        self.press(" ")
        self.check("space plays", self.js("motionTest.button('Pause') !== null"))
        self.press(" ")
        self.check("space pauses", self.js("motionTest.button('Play') !== null"))

    def keys_without_focus(self):
        self.js("scrollTo(0, 0)")
        self.js("document.activeElement.blur()")
        self.js("document.getElementById('model').scrollIntoView()")
        self.press("Home")
        self.check("keys play where nothing has the focus", self.js("cursor.t === data.start"))
        self.press("ArrowRight")
        t = self.js("cursor.t")
        self.js("scrollTo(0, document.body.scrollHeight)")
        self.press("Home")
        self.check("but not where the diagram is out of sight", self.js("cursor.t") == t, t)

    def marks_follow(self):
        """In plots that were out of sight when t moved too."""
        self.js("test.place(TimeChart)")
        self.js("document.querySelector('h1').scrollIntoView()")
        self.js("scrollTo(0, document.body.scrollHeight)")
        self.js("new Promise((done) => setTimeout(done, 100))")
        hidden = self.js("!test.first(TimeChart).visible")
        old = self.js("motionTest.cursorOf(test.first(TimeChart))")
        self.js(f"motionTest.slide({self.at(0.9)}); test.frames()")
        self.js("test.place(TimeChart)")
        self.js("test.frames()")
        new = self.js("motionTest.cursorOf(test.first(TimeChart))")
        self.check("a plot out of sight has the cursor when it is seen", not hidden or old != new)

    def rows_of_events(self):
        if not self.js("data.events.list.length"):
            return
        self.js(f"motionTest.slide({self.end})")
        for part in ("tr td:last-child", "tr:last-child button"):
            t = self.js(f"motionTest.clickEvent('{part}')")
            self.js("test.frames()")
            self.check("a row of the events moves t to its instant", self.js("cursor.t") == t, t)

    def arrows(self):
        """As the plate beside it slides: of one element and mode always the same way."""
        wrong = self.js("motionTest.wrongArrows()")
        self.check("an arrow has one direction in a mode of a friction", wrong == [], wrong)

    def sizes(self):
        if self.js("isCompact()"):
            return
        self.js(f"motionTest.slide({self.at(0.5)})")
        self.js("test.frames()")
        words, reach = self.js("[motionTest.words('.scale'), motionTest.farthest()]")
        self.js("document.querySelector('[aria-label*=\"twice as large\"]').click()")
        larger = self.js("[motionTest.words('.scale'), motionTest.farthest()]")
        self.check("the size of the motion is said", larger[0] != words, words)
        self.check("it is drawn twice as large", abs(larger[1] - 2 * reach) < 0.3, [reach, larger])
        sizes = self.js("motionTest.largest()")
        self.check("bodies stay in the drawing", sizes["reach"] <= sizes["room"], sizes)
        self.check("as large as at first again", self.js("motionTest.words('.scale')") == words, words)

    def keeps_in_sight(self):
        box = "document.querySelector('.player [type=checkbox]')"
        self.js(f"{box}.click()")
        self.js("test.place(TimeChart)")
        top, bottom = self.js("motionTest.place('.stage')")
        self.check("the diagram stays in sight above a plot", 0 <= top and top < bottom <= 900, [top, bottom])
        self.js(f"{box}.click()")
        self.js("test.place(TimeChart)")
        self.check("let go, it moves with the page", self.js("motionTest.place('.stage')")[0] != top)

    def readout(self):
        self.js("document.querySelector('.diagram a[href^=\"#element-\"]').focus()")
        words = self.js("motionTest.words('.stage .readout')")
        named = self.js("data.elements.some(({ name }) => motionTest.words('.stage .readout').startsWith(name))")
        self.check("a read-out has the force of the moment", named and "f = " in words, words)
        self.js("document.activeElement.blur()")
        self.check("it goes with the focus", self.js("document.querySelector('.stage .readout').hidden"))

    def units_of_the_reader(self):
        """As [output] of the model would have them."""
        self.js("data.before = data.units")
        self.js("data.units = { 'm/s': { factor: 1000, unit: 'mm/s' }, 'rad/s': { factor: 2, unit: 'x' } }")
        words = self.js("motionTest.rates()")
        self.js("data.units = data.before")
        own = self.js("motionTest.rates()")
        good = all(unit in ("mm/s", "x") for _, unit in words) and words != own
        self.check("rates of bodies are in the reader's units", good, [words[:2], own[:2]])

    def less_motion(self):
        self.browser.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-reduced-motion", "value": "reduce"}],
        )
        self.js(f"motionTest.slide({self.start})")
        pictures = self.js("motionTest.pictures(20)")
        self.check("with less motion, time stands between two pictures", pictures <= 3, pictures)
        self.browser.call("Emulation.setEmulatedMedia", features=[])

    def narrow(self):
        for width in (500, 1400):
            self.browser.width(width)
            self.js("test.frames()")
            self.js("test.frames()")
            wide = self.js("document.documentElement.scrollWidth")
            self.check(f"the page fits a width of {width}", wide <= width, wide)
            cut = self.js("motionTest.cutLinks()")
            self.check(f"all of the contents is seen at {width}", cut == [], cut)
            if self.js("isCompact()"):
                continue
            outside, over = self.js("[test.outsideDiagram(), test.overlapsInDiagram()]")
            self.check(f"names are whole at {width}", outside == "", outside)
            self.check(f"no names lie over others at {width}", over == "", over)
            few = self.js("data.bodies.length") <= 4
            hidden = self.js("test.hiddenOfDiagram()")
            whole = hidden[0] <= 0 or self.js("motionTest.scale() <= 1.01 * LEAST_SCALE")
            self.check(f"a drawing of few bodies is whole at {width}", not few or whole, hidden)
        self.browser.width(1280)

    def accessible(self):
        source = axe_source()
        if not source:
            print("skipped: axe-core, which npm cannot install here")
            return
        self.js(f"{source}; 1")
        part = self.js("isCompact() ? '#model' : 'html'")  # hundreds of closed parts take minutes
        for theme in ("light", "dark"):
            self.js(f"theme.apply('{theme}')")
            # axe does not read MathML: headers of it are empty to it.
            found = self.js(
                f"axe.run('{part}', {{resultTypes: ['violations']}}).then((r) => r.violations"
                ".map((v) => ({...v, nodes: v.nodes.filter(({html}) => "
                "v.id !== 'empty-table-header' || !html.includes('<math'))}))"
                ".filter((v) => v.nodes.length).map("
                "(v) => [v.id, v.help, v.nodes.length, v.nodes[0].html.slice(0, 160)]))"
            )
            self.check(f"axe finds no violation, {theme}", found == [], json.dumps(found))

    def claims(self):
        yield self.begins_still
        yield self.what_is_drawn
        yield self.between_points
        yield self.symbols_move
        yield self.fields_and_plots
        yield self.plays
        yield self.plots_halt_it
        yield self.keys
        yield self.keys_without_focus
        yield self.marks_follow
        yield self.rows_of_events
        yield self.arrows
        yield self.sizes
        yield self.keeps_in_sight
        yield self.readout
        yield self.units_of_the_reader
        yield self.less_motion
        yield self.narrow
        yield self.accessible
        yield self.silence

    def measure(self):
        """Script time of a picture while it plays [ms], of the tenth to the hundredth."""
        self.js("motionTest.button('Play').click()")
        self.browser.call("Performance.enable")

        def script_time():
            metrics = self.browser.call("Performance.getMetrics")["metrics"]
            return {item["name"]: item["value"] for item in metrics}

        self.js("motionTest.count(10)")
        before = script_time()
        seconds = self.js("motionTest.count(90)")
        after = script_time()
        self.js("motionTest.button('Pause').click()")
        for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration"):
            print(f"{name}: {1000 * (after[name] - before[name]) / 90:.2f} ms a picture")
        print(f"{90 / seconds:.0f} pictures a second")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report")
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    parser.add_argument("--measure", action="store_true", help="print the time of a picture")
    options = parser.parse_args()
    if not options.chromium:
        print("skipped: no chromium on this machine")
        return 77
    browser = Browser(options.chromium)
    try:
        test = MotionTest(browser, options.report)
        if options.measure:
            test.begin()
            test.measure()
            return 0
        test.run()
    finally:
        browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
