#!/usr/bin/env python3
"""Plots of report.html in headless Chromium: what a reader can choose, save, zoom and compare.

    tests/browser/report_plots_test.py PROGRAM [--chromium PROGRAM]

PROGRAM, build/release/luztar, makes the runs: the belt, whose sticks and slips have a closed form,
once with many points and once with another speed, and the gear system. Exit status 0 if all is
well, 1 if not, 77 if there is no Chromium.
"""

import argparse
import csv
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

from devtools import Browser, PageError
from report_test import HELPERS, ReportTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
POINTS = 100_001


def simulate(program: str, folder: pathlib.Path, name: str, model: str, *options: str):
    subprocess.run(
        [program, "simulate", str(ROOT / "examples" / model), "-o", str(folder / name), *options],
        check=True,
        capture_output=True,
    )


def make_runs(program: str, folder: pathlib.Path):
    simulate(program, folder, "belt", "belt.toml")
    simulate(program, folder, "slow", "belt.toml", "--set", "v0=0.1")
    simulate(program, folder, "long", "belt.toml", "--duration", "1750", "--samples", str(POINTS))
    simulate(program, folder, "sparse", "belt.toml", "--duration", "1750", "--samples", "2001")
    simulate(program, folder, "gears", "gear_system.toml")
    simulate(program, folder, "ball", "bouncing_ball.toml")
    simulate(program, folder, "layers", "layers_100.toml")
    model = "[bodies.plate]\nmass = 10\nvelocity = 1\n[simulation]\nduration = 0.1\nsamples = 11\n"
    for i in range(20):
        model += f"[bodies.b{i}]\nmass = 1\n[frictions.f{i}]\nbetween = ['b{i}', 'plate']\nkinetic = 1\n"
    (folder / "plate.toml").write_text(model, encoding="utf-8")
    simulate(program, folder, "plate", str(folder / "plate.toml"))
    rows = [f"{0.01 * i:.2f};{700 * math.sin(10 * math.pi * 0.01 * i):.9f}" for i in range(2001)]
    text = "\n".join(["# measured", "time [s];x [mm]", *rows]).replace(".", ",")
    (folder / "measured.csv").write_text(text + "\n", encoding="utf-8")


def columns(path: pathlib.Path) -> dict[str, list[float]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


class PlotsTest(ReportTest):
    def __init__(self, browser: Browser, folder: pathlib.Path):
        super().__init__(browser, "")
        self.folder = folder

    def see(self, name: str, address: str = ""):
        """Opens the page of a run."""
        self.report = str(self.folder / name / "report.html")
        self.browser.width(1400)
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.call("Page.navigate", url=f"file://{self.report}{address}")
        self.browser.wait_for("document.readyState === 'complete'")
        self.js(HELPERS)

    def cells(self, title: str) -> list[list[str]]:
        return self.js(
            f"[...document.querySelectorAll('[aria-label={json.dumps(title)}] tbody tr')]"
            ".map((row) => [...row.cells].map((cell) => cell.textContent))"
        )

    def heads(self, title: str) -> list[str]:
        return self.js(
            f"[...document.querySelectorAll('[aria-label={json.dumps(title)}] th')]"
            ".map((cell) => cell.innerText.replace(/\\n/g, ' '))"
        )

    # --- the claims ---------------------------------------------------------------------------

    def sticks_in_numbers(self):
        self.see("belt")
        # docs of the example: force FS at the spring, 2 (FS - FK)/k relative to the belt
        rows = self.cells("Frictions")
        self.check("each friction has a row", len(rows) == 1, rows)
        row = dict(zip(self.heads("Frictions"), rows[0]))
        expected = {"Sticks": "7", "Mean stick [s]": "1.6", "Longest stick [s]": "1.6"}
        expected |= {"Initial stick [s]": "2", "Slips": "8", "Force / limit": "1"}
        found = {key: row.get(key) for key in expected}
        self.check("sticks are counted, the initial one is apart", found == expected, row)
        self.see("gears")
        self.check(
            "springs with a gap have a table", len(self.cells("Stops and springs with a gap")) == 3
        )
        before = [row[0] for row in self.cells("Frictions")]
        self.see("ball")
        [row] = self.cells("Stops and springs with a gap")
        row = dict(zip(self.heads("Stops and springs with a gap"), row))
        impacts = self.js("data.events.list.filter((one, i) => i % 5 === 4 && one === 7).length")
        good = row["Contacts"] == "0" and row.get("Impacts") == str(impacts) and impacts > 100
        self.check("impacts are counted, which are no contacts", good, (row, impacts))
        self.see("gears")
        heat = "document.querySelectorAll('[aria-label=Frictions] th button')[1].click()"
        self.js(heat)
        falling = [row[1] for row in self.cells("Frictions")]
        self.js(heat)
        rising = [row[1] for row in self.cells("Frictions")]
        self.check("a head sorts its table, again the other way", rising == falling[::-1], falling)
        self.check("greatest first", float(falling[0]) > float(falling[-1]), falling)
        self.check(
            "sorting keeps the rows",
            sorted(before) == sorted(r[0] for r in self.cells("Frictions")),
        )

    def modes_in_one_picture(self):
        self.see("layers")
        at = self.js("test.place(ModeMap)")
        self.check("100 pairs are seen at once", at["h"] < 1000, at)
        line = at["h"] / self.js("test.first(ModeMap).pairs.length")
        x, y = at["x"] + 0.5 * at["w"], at["y"] + 18.5 * line
        self.browser.mouse("mouseMoved", x, y)
        self.js("test.frames()")
        words = self.js("test.readouts()")
        pair, band = self.js(
            """(() => { const map = test.first(ModeMap); const element = map.pairs[18];
            const t = map.fromX(map.box.x + map.box.w / 2);
            const band = bandsOf(element.bands).find(([from, to]) => from <= t && t < to);
            return [element.name, [number(band[0], 7), number(band[1], 7), modeWord(element, band[2])]]; })()"""
        )
        good = len(words) == 1 and pair in words[0] and all(str(one) in words[0] for one in band)
        self.check("pointing at a line tells pair, mode, from and to", good, (words, pair, band))
        stuck, slides = self.js(
            "[['--stuck'], ['--forward', '--backward']].map((names) => test.pixels(test.first(ModeMap), names))"
        )
        self.check("both sticking and sliding are seen", stuck > slides > 100, (stuck, slides))
        self.js("test.first(ModeMap).over.focus()")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.js("test.frames()")
        wanted = self.js("data.elements.indexOf(test.first(ModeMap).pairs[20])")
        opened = self.js("location.hash + document.querySelector(location.hash).open")
        self.check("Enter opens the pair's plots", opened == f"#element-{wanted}true", opened)
        self.see("belt")
        at = self.js("test.place(ModeMap)")
        self.drag(at, 0.25, 0.5)
        self.check(
            "its zoom is that of all time axes", abs(self.js("view.to - view.from") - 5) < 0.1
        )

    def add(self, text: str):
        self.js("document.getElementById('add-channel').focus()")
        self.browser.call("Input.insertText", text=text)
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter")
        self.js("test.frames()")

    def channels_in_one_plot(self):
        self.see("belt")
        names = "test.first(ChannelChart).whole.map(({ name }) => name)"
        self.check(
            "something is shown at first",
            self.js(names) == ["q.block", "f.contact"],
            self.js(names),
        )
        self.add("q.belt - q.block")
        self.check(
            "a difference can be added", "q.belt - q.block" in self.js(names), self.js(names)
        )
        self.add("v.block")
        said = self.js("document.querySelector('#plot [role=status]').textContent")
        self.check(
            "a third unit is refused in words",
            "two axes" in said and len(self.js(names)) == 3,
            said,
        )
        self.js("document.getElementById('add-channel').value = ''")
        self.add("f.conact")
        said = self.js("document.querySelector('#plot [role=status]').textContent")
        self.check("an unknown channel is named", "f.conact" in said, said)
        self.js("document.querySelector('[aria-label=\"Remove q.block\"]').click()")
        self.js("setTimeView(4, 6.5)")
        address = self.js("location.hash")
        self.see("belt", address)
        self.check(
            "the address shows the same again",
            self.js(names) == ["f.contact", "q.belt - q.block"]
            and self.js("[view.from, view.to]") == [4, 6.5],
            (address, self.js(names)),
        )
        self.js("document.querySelector('nav a[href=\"#energy\"]').click()")
        self.browser.wait_for("location.hash.includes('&at=energy')")
        self.see("belt", self.js("location.hash"))
        place = self.js("document.getElementById('energy').getBoundingClientRect().top")
        self.check(
            "at another part of the page the address keeps the channels",
            self.js(names) == ["f.contact", "q.belt - q.block"] and 0 <= place < 200,
            (place, self.js(names)),
        )
        for kind in (1, 2):
            pixels = self.js(
                f"(async () => {{ const c = test.first(ChannelChart); await test.show(c); return test.pixels(c, ['--series-{kind}']); }})()"
            )
            self.check(f"curve {kind} is drawn", pixels > 100, pixels)

    def drop_file(self, path: pathlib.Path, name: str):
        text = json.dumps(path.read_text(encoding="utf-8"))
        self.js("channelPlot.say('')")
        self.js(
            f"(() => {{ const dropped = new DataTransfer();"
            f"dropped.items.add(new File([{text}], {json.dumps(name)}));"
            "dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true })); })()"
        )
        self.browser.wait_for("channelPlot.status.textContent !== ''")

    def no_channel_is_chosen(self):
        self.see("belt")
        self.js("for (const name of [...channelPlot.names]) channelPlot.remove(name)")
        said = self.js("document.querySelector('#plot [role=status]').textContent")
        height = self.js("channelPlot.chart.figure.offsetHeight")
        self.check("a plot of no channel is words", height == 0 and "add one" in said, said)
        self.add("q.block")
        said = self.js("document.querySelector('#plot [role=status]').textContent")
        self.js("test.show(channelPlot.chart)")
        shown = self.js("test.pixels(channelPlot.chart, ['--series-1'])")
        self.check("a channel brings it back", not said and shown > 100, (said, shown))

    def values_at_the_pointer(self):
        self.see("belt")
        self.js("test.drawAll()")
        # The block sticks to the belt, q = 0.2 t; 1.5034 s is between output points.
        lines = "[...charts].find(({ name }) => name === 'q.block').linesAt(1.5034)[1]"
        shown = [self.js(lines), self.js("test.first(ChannelChart).linesAt(1.5034)[1]")]
        good = all("0.30068" in words or "300.68" in words for words in shown)
        self.check("values are those of the time beside them", good, shown)
        jump = self.js("[0, 1, 1.5, 2].map((t) => valueOn({ x: [0, 1, 1, 2], y: [0, 2, 5, 7] }, t))")
        self.check("after a jump at its instant", jump == [0, 5, 6, 7], jump)

    def several_runs_in_one_plot(self):
        self.see("belt")
        self.drop_file(self.folder / "slow" / "trajectory.csv", "slow.csv")
        names = self.js("test.first(ChannelChart).whole.map(({ name }) => name)")
        self.check(
            "the channels in the plot are taken from another run",
            names == ["q.block", "f.contact", "q.block (slow.csv)", "f.contact (slow.csv)"],
            names,
        )
        self.check(
            "its units are those of this run",
            self.js(
                "channelNamed('q.block (slow.csv)').unit + channelNamed('f.contact (slow.csv)').unit"
            )
            == "mN",
        )
        self.add("q.block - q.block (slow.csv)")
        shown = self.js(
            "(({ x, y }) => y[y.length - 1])(channelNamed('q.block - q.block (slow.csv)').curve())"
        )
        fast, slow = (columns(self.folder / n / "trajectory.csv") for n in ("belt", "slow"))
        wanted = fast["q.block"][-1] - slow["q.block"][-1]
        self.check("differences of runs are right", abs(shown - wanted) < 1e-6, (shown, wanted))
        self.drop_file(self.folder / "measured.csv", "measured.csv")
        measured = "channelNamed('x (measured.csv)')"
        unit, peak = self.js(f"[{measured}.unit, largestOf({measured}.curve().y)]")
        good = unit == "m" and abs(peak - 0.7) < 1e-12
        self.check("measured millimetres with a decimal comma are metres", good, (unit, peak))
        self.drop_file(self.folder / "belt" / "summary.json", "summary.json")
        said = self.js("document.querySelector('#plot [role=status]').textContent")
        self.check("a file that is no table is refused in words", "summary.json" in said, said)

    def spectrum(self):
        self.see("belt")
        self.drop_file(self.folder / "measured.csv", "measured.csv")
        self.js(
            "for (const name of [...channelPlot.names]) if (!name.startsWith('x ')) channelPlot.remove(name)"
        )
        self.js("channelPlot.add('x (measured.csv)')")
        self.js("document.querySelector('#plot [type=checkbox]').click()")
        self.js("test.show(channelPlot.spectrum)")
        words = self.js("channelPlot.spectrum.figure.innerText")
        self.check("the window is named", "Hann" in words, words)
        peak = self.js("peaksOf(channelPlot.spectrum.spectra[0])[0]")
        good = abs(peak["frequency"] - 5) < 0.005 and abs(peak["amplitude"] - 0.7) < 0.01
        self.check("a sine has its frequency and amplitude", good, peak)
        self.js("setTimeView(5, 7)")
        self.js("test.show(channelPlot.spectrum)")
        stretch = self.js(
            "[channelPlot.spectrum.spectra[0].from, channelPlot.spectrum.spectra[0].to]"
        )
        self.check("it is of the stretch that is seen", stretch == [5, 7], stretch)

    def sparse_points_are_told(self):
        shown = {}
        for name in ("belt", "sparse"):
            self.see(name)
            chart = "[...charts].find(({ name }) => name === 'Spectrum of v.block')"
            self.js(f"test.show({chart})")
            shown[name] = self.js(f"{chart}.warning.hidden ? '' : {chart}.warning.innerText")
        good = not shown["belt"] and "fewer than 10 points a cycle" in shown["sparse"]
        self.check("a spectrum of too few points a cycle says so", good, shown)

    def choose(self, label: str, option: str):
        """An option of a choice above the table of events."""
        self.js(
            f"(() => {{ const found = [...document.querySelectorAll('#events label')]"
            f".find((one) => one.textContent.startsWith('{label}')).querySelector('select');"
            f"found.selectedIndex = [...found.options].findIndex(({{ text }}) => text === '{option}');"
            "found.dispatchEvent(new Event('change')); })()"
        )

    def force_before_a_break(self):
        """From the table of events, and from the counts of sticks and slips."""
        self.see("belt")
        with (self.folder / "belt" / "events.csv").open(encoding="utf-8", newline="") as file:
            breaks = [row for row in csv.DictReader(file) if row["cause"] == "break"]
        self.choose("Element", "contact")
        self.choose("Cause", "break")
        row = dict(zip(self.heads("Table of events"), self.cells("Table of events")[2]))
        # FS and FK of the example
        wanted = {"t [s]": breaks[2]["t"], "Element": "contact", "From": "stuck", "n": "3"}
        found = {key: row[key] for key in wanted} | {"t [s]": str(float(row["t [s]"]))}
        wanted["t [s]"] = str(float(wanted["t [s]"]))
        self.check("the third break is a row", found == wanted, (found, wanted))
        forces = [row["Force before"].lstrip("−"), row["Force after"].lstrip("−")]
        self.check("with the force before and after", forces == ["10 N", "6 N"], row)
        self.js("document.querySelectorAll('#events tbody tr')[2].lastChild.click()")
        self.js("test.frames()")
        t, said, marked = self.js(
            "[cursor.t, document.querySelector('#events .instant').textContent,"
            "document.querySelectorAll('#events tbody tr')[2].hasAttribute('aria-current')]"
        )
        good = abs(t - float(breaks[2]["t"])) < 1e-12 and marked
        self.check("a click goes to its instant and marks the row", good, (t, marked))
        words = "contact, break 3, stuck to"
        self.check("and says it", words in said and "10 N before" in said and "6 N after" in said, said)
        self.js("document.querySelector('[aria-label=Frictions] a[href=\"#events\"]').click()")
        shown = {row[1] for row in self.cells("Table of events")}
        causes = {row[4] for row in self.cells("Table of events")}
        self.check("a count of sticks leads to the events of the pair", shown == {"contact"} and len(causes) > 1, causes)

    def points_of_the_channels(self):
        """The plot of channels says where output points are too few for one of them."""
        told = {}
        for name, channel in (("belt", "q.block"), ("sparse", "q.block"), ("sparse", "q.belt"), ("sparse", "rate.contact")):
            self.see(name, f"#plot={channel}")
            told[name, channel] = self.js("document.getElementById('plot').innerText.includes('points in its fastest cycle')")
        wanted = {("belt", "q.block"): False, ("sparse", "q.block"): True,
                  ("sparse", "q.belt"): False, ("sparse", "rate.contact"): True}
        self.check("too few points are told beside the channels concerned", told == wanted, told)

    def equations_explained(self):
        self.see("belt")
        rows = self.js(
            "[...[...document.querySelectorAll('#equations h3')].find((one) => one.textContent === 'Notation')"
            ".parentNode.querySelectorAll('tbody tr')].map((row) => row.textContent)"
        )
        self.check("functions of the equations are explained", any(row.startswith("sgn") for row in rows), rows)
        self.check("no others are", not any(row.startswith(("tar", "luz")) for row in rows), rows)
        self.see("layers")
        said = self.js("document.getElementById('equations').innerText")
        good = "100 pairs" in said and "luztar derive" in said and "layers_100.toml" in said
        self.check("equations that are too long are said to be so, with the command", good, said)

    def blocks_on_a_plate(self):
        """Many bodies that are joined to one alone stand on both sides of it."""
        self.see("plate")
        for width in (1400, 500):
            self.browser.width(width)
            self.js("test.frames()")
            left = self.js(
                "(() => { const x = (i) => document.querySelector(`.diagram a[href='#body-${i}'] rect`).getBoundingClientRect().x;"
                "return data.bodies.filter((_, i) => x(i) < x(0)).length; })()"
            )
            self.check(f"half of the blocks are left of their plate at {width}", left == 10, left)
            bad = self.js("[test.outsideDiagram(), test.overlapsInDiagram()]")
            self.check(f"no name is cut or over another at {width}", bad == ["", ""], bad)
        self.browser.width(1400)

    def legend_of_file(self, chart: str) -> list[str]:
        """What is beside dashed lines in the legend of a plot's SVG."""
        self.js(f"test.show({chart})")
        return self.js(
            f"[...new DOMParser().parseFromString(new ChartFile({chart}).svg, 'text/xml')"
            ".querySelectorAll('svg > path[stroke-dasharray] + text')].map((one) => one.textContent)"
        )

    def download(self, kind: str) -> bytes:
        self.js("test.place(ChannelChart)")
        menu = "test.first(ChannelChart).figure.querySelector('.save')"
        self.js(f"{menu}.querySelector('summary').click()")
        self.js(
            f"[...{menu}.querySelectorAll('button')].find((b) => b.textContent === '{kind}').click()"
        )
        file = self.folder / "saved" / f"Channels.{kind.lower()}"
        for _ in range(200):
            if file.exists():
                return file.read_bytes()
            time.sleep(0.05)
        raise PageError(f"{file.name} was not saved")

    def saved_plots(self):
        (self.folder / "saved").mkdir()
        self.browser.call(
            "Page.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder / "saved")
        )
        self.see("belt")
        self.js(
            "document.documentElement.dataset.theme === 'dark' || document.getElementById('theme').click()"
        )
        root = ET.fromstring(self.download("SVG"))
        svg = "{http://www.w3.org/2000/svg}"
        paths = [p for p in root.iter(f"{svg}path") if p.get("d", "").count("L") > 100]
        words = [t.text for t in root.iter(f"{svg}text")]
        self.check("an SVG has the curves as lines", len(paths) == 2, len(paths))
        self.check("and its words", {"q.block, f.contact", "t [s]", "[N]"} <= set(words), words)
        ground = next(root.iter(f"{svg}rect")).get("fill")
        dashed = self.legend_of_file("[...charts].find((one) => one.sums)")
        self.check("a dashed line is dashed in the legend", dashed == ["put in"], dashed)
        title = self.js("test.first(ModeMap).name")
        self.check("one pair is named in the title", title == "Modes of contact", title)
        self.check("in light colours", ground == "#ffffff", ground)
        png = self.download("PNG")
        width = int.from_bytes(png[16:20], "big")
        self.check("a PNG has three pixels a point", png[:4] == b"\x89PNG" and width > 3000, width)
        self.download("CSV")
        saved = columns(self.folder / "saved" / "Channels.csv")
        run = columns(self.folder / "belt" / "trajectory.csv")
        self.check(
            "a CSV has names and units",
            list(saved) == ["t [s]", "q.block [m]", "f.contact [N]"],
            list(saved),
        )
        pairs = dict(zip((round(t, 4) for t in saved["t [s]"]), saved["q.block [m]"]))
        worst = max(abs(pairs[round(t, 4)] - q) for t, q in zip(run["t"], run["q.block"]))
        self.check("its numbers are those of the run", worst < 1e-6, worst)
        self.js("document.getElementById('theme').click()")

    def zoom_shows_every_point(self):
        self.see("long")
        run = columns(self.folder / "long" / "trajectory.csv")
        for start in (3.0, 871.25, 1700.5):
            self.js(f"setTimeView({start}, {start + 2.5})")
            seen = self.js(
                "(() => { const c = [...charts].find((one) => one.name === 'q.block');"
                "const [from, to] = c.visibleRange(c.series[0]);"
                "return [[...c.series[0].x.slice(from, to)], [...c.series[0].y.slice(from, to)]]; })()"
            )
            inside = [i for i, t in enumerate(run["t"]) if start < t < start + 2.5]
            step = 1750 / (POINTS - 1)
            shown = {
                round(t / step): y for t, y in zip(*seen) if abs(t / step - round(t / step)) < 1e-3
            }
            missing = [run["t"][i] for i in inside if i not in shown]
            self.check(
                f"every point is there from t = {start} on",
                len(inside) > 100 and not missing,
                missing[:3],
            )
            factor = self.js("[...charts].find((one) => one.name === 'q.block').scale.factor")
            values = [(shown.get(i), run["q.block"][i]) for i in inside]
            off = max(math.inf if y is None else abs(y / factor - q) for y, q in values)
            self.check("with its value", off < 2e-5, off)
        size = (self.folder / "long" / "report.html").stat().st_size
        self.check("the page is not large", size < 8_000_000, size)

    def no_white_columns(self):
        for name, width in (("belt", 1400), ("belt", 500), ("gears", 1400)):
            self.see(name)
            self.browser.width(width)
            self.js("test.drawAll()")
            halves = self.js(
                "[...document.querySelectorAll('details[open] .plots')].map((plots) => [...plots.children].map("
                "(half) => [...half.children].reduce((sum, one) => sum + one.offsetHeight, 0)))"
            )
            tall = [h for h in halves if width > 820 and min(h) < 0.8 * max(h)]
            self.check(f"no half of a column is white: {name} at {width}", not tall, halves)
            wide = self.js("document.documentElement.scrollWidth - innerWidth")
            self.check(f"nothing is wider than the page: {name} at {width}", wide <= 0, wide)

    def light_pages(self):
        for name in ("belt", "gears"):
            self.see(name)
            text = pathlib.Path(self.report).read_text(encoding="utf-8")
            rest = len(text) - self.js("document.getElementById('data').textContent.length")
            self.check("a page without its data is below 1 MB", rest < 1_000_000, rest)

    def run(self):
        for claim in (
            self.sticks_in_numbers,
            self.modes_in_one_picture,
            self.channels_in_one_plot,
            self.no_channel_is_chosen,
            self.values_at_the_pointer,
            self.several_runs_in_one_plot,
            self.spectrum,
            self.force_before_a_break,
            self.points_of_the_channels,
            self.equations_explained,
            self.blocks_on_a_plate,
            self.sparse_points_are_told,
            self.saved_plots,
            self.zoom_shows_every_point,
            self.no_white_columns,
            self.light_pages,
        ):
            try:
                claim()
            except PageError as error:
                self.check(f"{claim.__name__} runs", False, error)
        self.check("the console is silent", not self.browser.console, self.browser.console)
        asked = [
            url for url in self.browser.requests if not url.startswith(("file:", "blob:", "about:"))
        ]
        self.check("nothing is asked of the network", not asked, asked)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    options = parser.parse_args()
    if not options.chromium:
        print("skipped: no chromium on this machine")
        return 77
    browser = Browser(options.chromium)
    with tempfile.TemporaryDirectory(prefix="luztar-plots-") as name:
        folder = pathlib.Path(name)
        make_runs(str(pathlib.Path(options.program).resolve()), folder)
        try:
            test = PlotsTest(browser, folder)
            test.run()
        finally:
            browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
