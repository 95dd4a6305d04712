#!/usr/bin/env python3
"""Opens the sliders of a notebook in headless Chromium, with a kernel that is written down here.

    tests/browser/widget_test.py PROGRAM [--chromium PROGRAM] [--pictures DIR]

The kernel has a report of PROGRAM, build/release/luztar, for each of three values. Exit status 0 if all is well,
1 if not, 77 if there is no Chromium. tools/try_widget.py shows the same in JupyterLab.
"""

import json
import pathlib
import subprocess
import sys

import written_page

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEEDS = (0.1, 0.2, 0.3)
KERNEL = """
const listeners = {};
const state = {
  height: 640, message: "", _answers: 0, _page: pages["0.2"], values: { v0: 0.2 },
  _sliders: [{ name: "v0", value: 0.2, low: 0.1, high: 0.3, unit: "mm/s", factor: 1e-3, about: "speed of the belt" }],
};
const asked = [];
const put = (name, value) => {
  const same = state[name] === value;
  state[name] = value;
  if (!same) (listeners[`change:${name}`] ?? []).forEach((act) => act());
};
const model = {
  get: (name) => state[name],
  set: put,
  on: (name, act) => (listeners[name] ??= []).push(act),
  off: (name, act) => (listeners[name] = listeners[name].filter((one) => one !== act)),
  save_changes() {
    const { v0 } = state.values;
    asked.push(v0);
    setTimeout(() => {
      put("message", pages[v0] ? "" : `no run for ${v0}`);
      if (pages[v0]) put("_page", pages[v0]);
      put("_answers", state._answers + 1);
    }, 100);
  },
};
"""


def write_data(program: str, folder: pathlib.Path):
    pages = {}
    for speed in SPEEDS:
        subprocess.run([program, "simulate", ROOT / "examples/belt.toml", "--set", f"v0={speed}", "-o", folder / "run"],
                       check=True, capture_output=True)
        pages[str(speed)] = (folder / "run/report.html").read_text(encoding="utf-8")
    script = (ROOT / "python/luztar/widget.js").read_text(encoding="utf-8").replace("export default", "const widget =")
    style = (ROOT / "python/luztar/widget.css").read_text(encoding="utf-8")
    data = json.dumps(pages).replace("<", "\\u003c")
    (folder / "widget.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Sliders</title><style>{style}</style>'
        f'<body><div id="cell"></div><script>const pages = {data};\n{KERNEL}\n{script}\n'
        'const end = widget.render({ model, el: document.getElementById("cell") });\n'
        "const frames = () => [...document.querySelectorAll('iframe')];\n"
        "const shown = () => frames().find((one) => !one.className);\n"
        "const move = (value) => { const one = document.querySelector('[type=range]'); one.value = value;"
        " one.dispatchEvent(new Event('input')); };\n"
        "const test = { drawAll() {} };</script>", encoding="utf-8")


class WidgetTest:
    def __init__(self, browser, page):
        self.browser, self.page, self.passed, self.failed = browser, page, 0, 0

    def check(self, what: str, holds: bool, found: object = ""):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print(f"FAILED: {what}: {found}")

    def js(self, expression: str):
        return self.browser.run(expression)

    def wait(self, expression: str):
        self.browser.wait_for(f"frames().length === 1 && {expression}")

    def value(self) -> str:
        """v0 as the report that is shown has it."""
        return self.js("JSON.parse(shown().contentDocument.getElementById('data').textContent)"
                       ".parameters.find((one) => one.includes?.('v0') || one.name === 'v0')")

    def run(self):
        self.browser.width(1100, 900)
        self.browser.open(self.page)
        self.wait("!!shown()")
        self.check("the slider has the unit of the file",
                   self.js("[...document.querySelectorAll('input')].map((one) => one.value)") == ["200", "200"])
        first = self.js("shown().contentDocument.getElementById('model').getBoundingClientRect().top")
        self.check("the diagram is what is seen first", 0 <= first < 100, first)
        # All are open on a new page.
        turned = self.js("[...shown().contentDocument.querySelectorAll('details[id]')].filter((_, i) => i % 2)"
                         ".map((one) => { one.open = !one.open; return [one.id, one.open]; })")
        self.check("there are folds", len(turned) > 1, turned)
        self.js("shown().contentWindow.scrollTo(0, 700)")
        self.js("pages.mark = shown(), move(300)")
        self.wait("shown() !== pages.mark")
        self.check("the report is that of the value", "0.3" in str(self.value()), self.value())
        for fold, is_open in turned:
            found = self.js(f"shown().contentDocument.getElementById('{fold}').open")
            self.check(f"{fold} is as the reader left it", found == is_open, found)
        self.check("the page stays where it was", self.js("shown().contentWindow.scrollY") == 700,
                   self.js("shown().contentWindow.scrollY"))
        self.js("asked.length = 0, [250, 240, 230, 220, 210, 200].forEach(move)")
        self.browser.wait_for("state._answers === 3")
        self.check("while the kernel is busy it is asked for the last value alone", self.js("asked") == [0.25, 0.2],
                   self.js("asked"))
        self.js("move(150)")
        self.browser.wait_for("document.querySelector('.message').textContent === 'no run for 0.15'")
        self.js("move(100)")
        self.browser.wait_for("document.querySelector('.message').textContent === ''")
        self.wait("!!shown()")
        self.js("put('values', { v0: 0.3 })")
        self.check("the kernel moves the slider",
                   self.js("[...document.querySelectorAll('input')].map((one) => one.value)") == ["300", "300"])
        self.js("end()")
        self.check("a widget that has ended listens no more", self.js("Object.values(listeners).flat().length") == 0)
        self.check("the console is silent", not self.browser.console, self.browser.console)


if __name__ == "__main__":
    sys.exit(written_page.main(__doc__, "widget", WidgetTest, write_data, (1100,)))
