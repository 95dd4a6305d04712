#!/usr/bin/env python3
"""Opens the page of web/page/dist in headless Chromium and does what a reader does.

    tests/web/page_test.py [--dist FOLDER] [--luztar PROGRAM] [--chromium PROGRAM] [--all] [--measure]

Examples run, mistakes stand at the native line in the native words, runs are stopped, sliders draw anew, runs are
kept, files are opened and saved, links hold models, hundreds of edits at random leave the page alive, axe finds
nothing, the console is silent, nothing is asked of a network, files are not larger than their limits. With --all:
every example and 1,000 edits. Exit status: 0 if all is well, 1 if not, 77 if Chromium or the built page is missing.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from devtools import Browser, PageError  # noqa: E402
from page_reader import Reader  # noqa: E402

EXAMPLES = ("janecek_guide", "gear_system", "bouncing_ball", "ratchet", "janecek_guide_measured", "layers_8")
LIMITS = {  # kB of a file, and kB of it compressed
    "index.html": (8, 3),
    "page.js": (740, 245),
    "style.css": (30, 8),
    "luztar.wasm": (3300, 1310),
    "luztar.html": (2800, 1670),
}
FIRST_RUN = 1.0  # seconds from opening to the first picture, on a computer that does nothing else
SLIDER = {"janecek_guide": 50, "belt": 50, "gear_system": 50}  # ms from a slider's change to the new picture, likewise
STOP = 0.1  # seconds until a run is stopped, likewise
SNIPPETS = ("[", "]", '"', "=", "\n", "mass = 1\n", "[bodies.", "-1e9", "inf", "µ", "'''", "{", "#", ".", "\\", "ground", "stiffness = \"k\"\n")
WRONG = {  # by kind of mistake, what is put in place of what in the belt; the native program says what is wrong
    "a quote that is not closed": ('static = "FS"', 'static = "FS'),
    "a key that there is not": ('mass = "m"', 'mas = "m"'),
    "a table that there is not": ("[frictions.contact]", "[friction.contact]"),
    "a key that is missing": ('between = ["block", "belt"]\n', ""),
    "a list in place of a number": ('velocity = "v0"\n[bodies.belt]', "velocity = [1, 2]\n[bodies.belt]"),
    "the same body twice": ("[bodies.belt]", "[bodies.block]"),
    "no such parameter": ('stiffness = "k"', 'stiffness = "kk"'),
    "parameters that need each other": ("value = 25.0", 'value = "FS/FK*k"'),
    "no such unit": ('unit = "N/m"', 'unit = "N/q"'),
    "a unit of something else": ('kinetic = "FK"', 'kinetic = "v0"'),
    "an expression that is none": ('mass = "m"', 'mass = "2 + * m"'),
    "a mass below 0": ('mass = "m"', 'mass = "-m"'),
    "no such body": ('["block", "belt"]', '["block", "bell"]'),
    "both ends at one body": ('["block", "ground"]', '["block", "block"]'),
    "static friction below the kinetic one": ("value = 10.0", "value = 1.0"),
    "a table that goes back": (
        "[simulation]", "[tables.force]\nx = [0, 2, 1]\ny = [0, 1, 2]\n[simulation]"),
    "a controller without this memory": (
        "[simulation]", '[controllers.c]\nperiod = 0.1\nmemory = { i = 0 }\nupdate = ["j = i"]\n[simulation]'),
    "a number of copies that is none": ("[simulation]", "[repeat.row]\ncount = 2.5\nbodies.b = { mass = 1 }\n[simulation]"),
    "no such channel": ("samples = 2001", 'samples = 2001\n[output]\nchannels = ["q.bell"]'),
    "a duration below 0": ("duration = 20.0", "duration = -1.0"),
}
RUNAWAY = """title = "Too long"
[bodies.a]
mass = 1.0
[springs.k]
between = ["a", "ground"]
stiffness = 1e8
[forces.f]
on = "a"
value = "sin(1e4*t)"
[frictions.c]
between = ["a", "ground"]
kinetic = 0.1
[simulation]
duration = 1e7
samples = 100
"""


class PageTest(Reader):
    measures = False  # times are claims on a computer that does nothing else, elsewhere they are shown

    # --- the claims -----------------------------------------------------------------------------

    def sizes(self) -> None:
        for name, (whole, packed) in LIMITS.items():
            data = (self.dist / name).read_bytes()
            size, small = len(data) / 1000, len(gzip.compress(data)) / 1000
            print(f"  {name}: {size:.0f} kB, {small:.0f} kB compressed")
            self.check(f"{name} has at most {whole} kB, {packed} kB compressed", size <= whole and small <= packed,
                       f"{size:.0f} kB, {small:.0f} kB")

    def licences(self) -> None:
        """Of what is in the page and its engine."""
        self.check("the licence is there", "Apache License" in (self.dist / "LICENSE").read_text())
        for name in ("copyright", "luztar.html"):
            text = (self.dist / name).read_text()
            for part in ("CodeMirror", "Eigen", "Emscripten"):
                self.check(f"{name} says whose {part} is", f"\nFiles: {part}\n" in text)

    def first_run(self) -> None:
        took = min(self.open(self.address) for _ in range(3))
        print(f"  from opening to the first picture: {took:.2f} s")
        self.in_time(f"the first picture is there within {FIRST_RUN} s", 1000 * took, 1000 * FIRST_RUN)
        self.check("the first run finishes", "finished" in self.text("#chip"), self.text("#chip"))
        self.check("all proofs hold", "5 of 5 proofs hold" in self.text("#said"), self.text("#said"))

    def examples(self) -> None:
        names = EXAMPLES
        if self.every:
            names = self.js("[...document.querySelectorAll('[data-example]')].map((one) => one.dataset.example)")
        for name in names:
            self.example(name)
            self.check(f"{name} finishes", "finished" in self.text("#chip"), self.text("#chip") + " " + self.text("#said"))
            self.check(f"{name} has a diagram", self.js("!!document.querySelector('.run .stage svg, .run .notice')"))
        pictures = self.js("document.querySelectorAll('.card .curve').length")
        cards = self.js("document.querySelectorAll('.card').length")
        self.check("every example has a picture", pictures == cards, f"{pictures} of {cards}")

    def in_time(self, what: str, took: float, most: float) -> None:
        """A claim of times [ms], where they are measured."""
        if self.measures:
            self.check(what, took <= most, f"{took:.0f} ms")

    def wrong_models(self) -> None:
        self.example("belt")
        right = (ROOT / "examples" / "belt.toml").read_text()
        for kind, (old, new) in WRONG.items():
            text = right.replace(old, new)
            self.after_writing(text)
            shown = self.js("[...document.querySelectorAll('#message-list button')].map((one) => one.innerText)")
            self.check(f"{kind} is a mistake", shown and "not run" in self.text("#chip"), shown)
            if self.luztar:
                native = self.native(text)
                self.check(f"{kind}: the words are the native ones", self.plain(shown) == self.plain(native),
                           f"{shown}, native {native}")
        self.check("the mistakes are marked in the text", self.js("!!document.querySelector('.cm-lintRange-error')"))
        self.click("#message-list button")
        line = self.js("document.querySelector('.cm-activeLineGutter').innerText")
        self.check("a message leads to its line", self.text("#message-list b").startswith(f"{line}:"), line)
        self.after_writing(right)
        self.check("the right model runs again", "finished" in self.text("#chip"), self.text("#chip"))

    def native(self, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.toml")
            path.write_text(text)
            ended = subprocess.run([str(self.luztar), "check", str(path)], capture_output=True, text=True)
            return [line.replace(f"{path}:", "") for line in (ended.stdout + ended.stderr).splitlines() if f"{path}:" in line]

    @staticmethod
    def plain(lines: object) -> list[str]:
        return [re.sub(r"[\s:;,.]+", " ", str(line)).strip() for line in lines] if isinstance(lines, list) else []

    def stopping(self) -> None:
        self.write(RUNAWAY)
        self.browser.wait_for("!document.getElementById('stop').hidden")
        took = self.js(
            "new Promise((done) => { const begin = performance.now(); document.getElementById('stop').click();"
            " const look = () => document.getElementById('stop').hidden ? done(performance.now() - begin)"
            " : setTimeout(look, 1); look(); })"
        )
        print(f"  a run is stopped within {took:.1f} ms")
        self.in_time(f"a run is stopped within {STOP} s", float(str(took)), 1000 * STOP)
        self.check("the page says so", self.text("#said") == "stopped", self.text("#said"))
        begin = time.monotonic()
        self.after_writing(RUNAWAY + " ")
        took = time.monotonic() - begin
        self.check("the limit of time ends a run, not before", took > 5, f"{took:.1f} s")
        self.check("a run that was ended says so", "finished" not in self.text("#chip"), self.text("#chip"))
        self.example("belt")
        self.check("the page goes on", "finished" in self.text("#chip"), self.text("#chip"))

    def sliders(self) -> None:
        for name, most in SLIDER.items():
            self.example(name)
            waited = []
            for _ in range(12):
                self.slide(0, 1.01)
                waited.append(float(str(self.js("document.body.dataset.waited"))))
                time.sleep(0.02)
            print(f"  {name}: a slider's picture after {min(waited):.0f} ms, in the middle {sorted(waited)[6]:.0f} ms")
            self.in_time(f"{name}: a slider's picture is there within {most} ms", min(waited), most)
        self.pictures()
        self.check("the value is marked as changed", self.js("!!document.querySelector('.slider-row.changed')"))
        self.after("document.querySelector('.slider-row.changed button').click()")
        self.check("it goes back to the text's", not self.js("document.querySelector('.slider-row.changed')"))

    def pictures(self) -> None:
        """While a slider moves a run has fewer rows, when it rests all of them; a kept run has all."""
        self.example("gear_system")
        shown = ("[document.body.dataset.thinned, document.getElementById('said').innerText.split(',')[0],"
                 " document.querySelectorAll('.changes').length ? document.querySelector('.changes').innerText : '']")
        moved = self.js(
            "new Promise((done) => { const runs = Number(document.body.dataset.runs);"
            " const one = document.querySelector('#sliders input[type=range]');"
            " one.value = Number(one.value) * 1.02; one.dispatchEvent(new Event('input'));"
            f" new MutationObserver(() => Number(document.body.dataset.runs) > runs && done({shown}))"  # of all that is shown
            ".observe(document.body, { attributes: true }); })"
        )
        self.browser.wait_for("document.body.dataset.thinned === 'false'")
        rested = self.js(shown)
        self.check("a picture has fewer rows, and all of them when the slider rests", moved[0] == "true", moved)
        self.check("a picture has the events of the run", moved[1] == rested[1] and "events" in str(moved[1]), f"{moved}, {rested}")
        self.check("a picture's rows are no change of the reader's", "samples" not in str(moved[2]), moved)
        self.slide(0, 1.02)
        self.click("#keep")
        self.browser.wait_for("document.querySelectorAll('#kept li').length === 1")
        self.check("a kept run has all its rows", self.js("document.body.dataset.thinned === 'false'"))
        self.click("#kept button")

    def kept_runs(self) -> None:
        self.example("belt")
        self.click("#keep")
        self.slide(1, 0.8)
        self.check("a kept run is listed", self.js("document.querySelectorAll('#kept li').length === 1"))
        chips = self.js("[...document.querySelectorAll('#plot .chosen li')].map((one) => one.innerText)")
        self.check("its curves are in the plot", any("as in the text" in one for one in chips), chips)
        table = pathlib.Path(self.folder, "measured.csv")
        table.write_text("t [s],v.block [m/s]\n0,0\n10,0.2\n20,0.1\n")
        self.choose(table)
        self.browser.wait_for("document.querySelectorAll('#kept li').length === 2")
        self.click("#kept button")
        self.check("a kept run is forgotten", self.js("document.querySelectorAll('#kept li').length === 1"))

    def files(self) -> None:
        self.example("belt")
        session, self.browser.session = self.browser.session, None
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)
        self.browser.session = session
        for kind, name in (("model", "belt.toml"), ("rows", "belt_trajectory.csv"), ("report", "belt.html")):
            self.click(f"[data-save={kind}]")
            path = pathlib.Path(self.folder, name)
            end = time.monotonic() + 20
            while not (path.exists() and path.stat().st_size) and time.monotonic() < end:
                time.sleep(0.05)
            self.check(f"{name} is saved", path.exists())
        model = pathlib.Path(self.folder, "belt.toml").read_text()
        self.check("the saved model is the text", model == (ROOT / "examples" / "belt.toml").read_text())
        other = pathlib.Path(self.folder, "other.toml")
        other.write_text(model.replace("Mass on a belt", "Another belt"))
        runs = self.runs()
        self.choose(other)
        self.browser.wait_for(f"document.body.dataset.runs > {runs}")
        self.check("a model is opened", "Another belt" in self.text("#title"), self.text("#title"))

    def links(self) -> None:
        self.example("belt")
        self.slide(2, 0.5)
        self.click("#link")
        self.browser.wait_for("location.hash.startsWith('#m=')")
        address = str(self.js("location.href"))
        print(f"  the link of the belt has {len(address)} characters")
        self.open(address)
        self.browser.wait_for("!!document.querySelector('.slider-row.changed')")
        self.check("a link brings the model", "belt" in self.text("#title"), self.text("#title"))
        self.open(self.address + "#example=bouncing_ball")
        self.check("a link names an example", "ball" in self.text("#title").lower(), self.text("#title"))
        self.open(self.address + "#m=AAAA")
        self.check("a broken link leads to the first example", "finished" in self.text("#chip"), self.text("#chip"))

    def lessons(self) -> None:
        names = self.js("[...document.querySelectorAll('[data-example^=lesson]')].map((one) => one.dataset.example)")
        self.check("there are ten lessons", len(names) == 10, len(names))
        for name in names if self.every else names[:3]:
            self.example(name)
            self.check(f"{name} runs", "finished" in self.text("#chip"), self.text("#said"))
            self.check(f"{name} asks something", "?" in self.text("#lesson .question"))
        self.open(self.address + "#lesson=chatter")
        self.check("a link names a lesson", "ball" in self.text("#title"), self.text("#title"))
        self.example("belt")
        self.check("an example is no lesson", self.js("document.getElementById('lesson').hidden"))

    def tabs(self) -> None:
        self.example("belt")
        self.tab("events")
        self.check("the events are listed", self.js("document.querySelectorAll('#events tbody tr').length > 5"))
        self.tab("equations")
        self.browser.wait_for("document.querySelectorAll('#panel-equations math').length > 3")
        self.tab("proofs")
        self.check("five proofs are shown", self.js("document.querySelectorAll('#proofs .proofs > div').length === 5"))
        self.tab("sweep")
        self.js("document.getElementById('sweep-points').value = 5")
        self.click("#sweep-form button")
        self.browser.wait_for("!!document.querySelector('#sweep-chart canvas')")
        self.check("a sweep says how many runs it had", self.text("#sweep-status").startswith("5 runs"), self.text("#sweep-status"))
        self.js("document.getElementById('tab-sweep').focus()")
        self.press("ArrowLeft", 37)
        self.check("arrow keys move between tabs", self.js("document.body.dataset.tab") == "proofs")
        self.tab("motion")
        self.click(".player .play")
        self.browser.wait_for("Number(document.querySelector('.player [type=range]').value) > 0.3")
        self.slide(0, 1.05)
        self.check("the motion goes on while a slider moves", self.text(".player .play").endswith("Pause"))
        self.click(".player .play")

    def reading(self) -> None:
        """For everybody: axe, dark, 500 pixels."""
        axe = (ROOT / "web" / "page" / "node_modules" / "axe-core" / "axe.min.js").read_text()
        self.js(axe)
        pairs = [(theme, width) for theme in ("light", "dark") for width in (1280, 500)]
        for theme, width in pairs if self.every else pairs[::3]:
            if self.js("document.documentElement.dataset.theme") != theme:
                self.click("#theme")
            self.browser.width(width)
            for tab in ("model", "motion", "events", "equations", "proofs", "sweep"):
                if tab == "model" and width > 900:
                    continue
                self.tab(tab)
                self.axe(f"{tab}, {theme}, {width} px")
                wide = self.js("document.documentElement.scrollWidth")
                self.check(f"{tab} fits {width} px", wide <= width, wide)
            self.tab("motion")
        self.browser.width(1280)
        self.click("#open-gallery")
        self.axe("gallery")
        self.click("#gallery-close")

    def axe(self, where: str) -> None:
        found = self.js("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))")
        self.check(f"axe finds nothing: {where}", not found, found)

    def random_edits(self) -> None:
        draw = random.Random(45)
        self.example("belt")
        count = 1000 if self.every else 150
        for _ in range(count):
            box = self.js("(() => { const b = document.getElementById('editor').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()")
            x, y = draw.uniform(box[0] + 60, box[2] - 20), draw.uniform(box[1] + 5, box[3] - 5)
            for kind in ("mousePressed", "mouseReleased"):
                self.browser.mouse(kind, x, y, held=kind == "mousePressed")
            if draw.random() < 0.4:
                self.press("Backspace", 8)
            else:
                self.browser.call("Input.insertText", text=draw.choice(SNIPPETS))
        time.sleep(0.5)
        self.example("belt")
        self.check(f"{count} edits at random leave the page alive", "finished" in self.text("#chip"), self.text("#chip"))

    def single_file(self) -> None:
        took = min(self.open(f"file://{self.dist / 'luztar.html'}") for _ in range(3))
        print(f"  luztar.html, from opening to the first picture: {took:.2f} s")
        self.in_time(f"its first picture is there within {FIRST_RUN} s", 1000 * took, 1000 * FIRST_RUN)
        self.check("the single file opens from a disk", "finished" in self.text("#chip"), self.text("#chip"))
        self.example("bouncing_ball")
        self.check("it runs another example", "finished" in self.text("#chip"), self.text("#chip"))

    def silence(self) -> None:
        self.check("the console is silent", not self.browser.console, self.browser.console[:5])
        mine = (self.address.rsplit("/", 1)[0], "file:", "data:", "blob:", "about:")
        strange = [one for one in self.browser.requests if not one.startswith(mine)]
        self.check("nothing is asked of a network", not strange, strange[:3])

    def run(self) -> None:
        with tempfile.TemporaryDirectory() as self.folder:
            self.browser.width(1280)
            self.browser.call("DOM.enable")
            for claim in (self.sizes, self.licences, self.first_run, self.examples, self.wrong_models, self.sliders, self.kept_runs, self.files,
                          self.links, self.lessons, self.tabs, self.reading, self.random_edits, self.stopping, self.single_file, self.silence):
                begin = time.monotonic()
                try:
                    claim()
                except PageError as error:
                    self.check(f"{claim.__name__} runs", False, error)
                print(f"{claim.__name__}: {time.monotonic() - begin:.1f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "web" / "page" / "dist")
    parser.add_argument("--luztar", default=ROOT / "build" / "release" / "luztar")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    parser.add_argument("--all", action="store_true", help="every example, 1,000 edits")
    parser.add_argument("--measure", action="store_true", help="the limits of time of a computer that does nothing else")
    arguments = parser.parse_args()
    dist = arguments.dist.resolve()
    if not arguments.chromium or not (dist / "luztar.html").exists():
        print(f"needs Chromium and the built page, {dist}")
        return 77
    browser = Browser(arguments.chromium)
    try:
        luztar = arguments.luztar if pathlib.Path(arguments.luztar).exists() else None
        test = PageTest(browser, dist, luztar, arguments.all)
        test.measures = arguments.measure
        test.run()
    finally:
        browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
