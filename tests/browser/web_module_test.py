#!/usr/bin/env python3
"""Runs examples in headless Chromium, in the worker of the npm package, and compares their events with the program's.

    tests/browser/web_module_test.py web/package/dist build/release/luztar [--chromium PROGRAM]

Exit status 0 if all is well, 1 if not, 77 if there is no Chromium.
"""
import argparse
import csv
import functools
import http.server
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from devtools import Browser, PageError

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ("belt", "janecek_guide", "gear_system", "backlash", "bouncing_ball", "dahl", "hysteresis", "sampled_servo")
BEGIN = """import("/index.js").then(async ({ LuztarWorker }) => {
  window.luztar = new LuztarWorker();
  window.version = await luztar.version();
})"""
RUN = """(async () => {{
  const example = (await luztar.examples()).find((one) => one.name === "{name}");
  const run = await (await luztar.load(example.text, example.files)).simulate({{ seconds: 60 }});
  return run.events.map((e) => [e.t, e.name, e.before, e.after, e.cause]);
}})()"""
STOP = """(async () => {
  const example = (await luztar.examples()).find((one) => one.name === "belt");
  const model = await luztar.load(example.text);
  const long = model.simulate({ settings: { duration: 1e6, samples: 10, max_events: 1e9 }, seconds: 100 });
  await new Promise((go) => setTimeout(go, 300));
  const begin = performance.now();
  luztar.stop();
  const said = await long.then(() => "", (error) => error.message);
  return [said, performance.now() - begin, (await model.simulate()).status];
})()"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def log_message(self, *_: object) -> None:
        pass


def native_events(program: str, name: str) -> list[list[object]]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "simulate", str(ROOT / "examples" / f"{name}.toml"), "--out", folder, "--force",
                        "--no-report", "--quiet"], check=True)
        rows = csv.DictReader(io.StringIO((pathlib.Path(folder) / "events.csv").read_text()))
        return [[float(r["t"]), r["element"], r["from"], r["to"], r["cause"].split(" ")[0]] for r in rows]


def same(found: list[list[object]], wanted: list[list[object]]) -> bool:
    return len(found) == len(wanted) and all(
        a[1:] == b[1:] and abs(a[0] - b[0]) <= 1e-12 * max(1.0, abs(b[0]))  # type: ignore[operator, arg-type]
        for a, b in zip(found, wanted))


def look(browser: Browser, address: str, program: str) -> tuple[int, int]:
    """How many claims hold, and how many do not."""
    failed = []
    browser.call("Page.navigate", url=f"{address}/page.html")
    browser.wait_for("document.readyState === 'complete'")
    browser.run(BEGIN)
    browser.wait_for("window.version !== undefined", 30)
    for name in MODELS:
        if not same(browser.run(RUN.format(name=name)), native_events(program, name)):
            failed.append(f"events of {name}")
    said, waited, status = browser.run(STOP)
    print(f"a run is stopped within {waited:.1f} ms")
    if "stopped" not in said or status != "finished":
        failed.append(f"a run that is stopped: '{said}', then {status}")
    noise = [line for line in browser.console if "favicon" not in line]
    if noise:
        failed.append(f"the console is silent: {noise[:3]}")
    for claim in failed:
        print(f"FAILED: {claim}")
    return len(MODELS) + 2 - len(failed), len(failed)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("dist", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    options = parser.parse_args()
    if not options.chromium:
        print("no Chromium")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        shutil.copytree(options.dist, site, dirs_exist_ok=True)
        (site / "page.html").write_text('<!doctype html><link rel="icon" href="data:,"><title>luztar</title>')
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = Browser(options.chromium)
        try:
            passed, failed = look(browser, f"http://127.0.0.1:{server.server_port}", options.program)
        except PageError as error:
            print(f"FAILED: {error}")
            return 1
        finally:
            browser.close()
            server.shutdown()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
