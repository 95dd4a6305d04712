"""A reader of the page of web/page: opens it in Chromium, clicks, writes, slides, waits."""

import functools
import http.server
import json
import pathlib
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from devtools import Browser  # noqa: E402


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Reader:
    def __init__(self, browser: Browser, dist: pathlib.Path, luztar: str | None, every: bool):
        self.browser, self.dist, self.luztar, self.every = browser, dist, luztar, every
        self.passed, self.failed = 0, 0
        handler = functools.partial(Quiet, directory=str(dist))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/index.html"

    def check(self, claim: str, holds: object, found: object = "") -> None:
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {claim}{f' (found {found})' if found != '' else ''}", flush=True)

    # --- what a reader does ---------------------------------------------------------------------

    def js(self, expression: str) -> object:
        return self.browser.run(expression)

    def runs(self) -> int:
        return int(self.js("document.body.dataset.runs || 0"))

    def open(self, address: str) -> float:
        """Seconds until the first picture."""
        self.browser.call("Page.navigate", url="about:blank")
        begin = time.monotonic()
        self.browser.call("Page.navigate", url=address)
        self.browser.wait_for("document.body?.dataset.runs > 0")
        took = time.monotonic() - begin
        self.browser.wait_for("!!document.querySelector('[data-example]')")  # the gallery comes after it
        return took

    def after(self, act: str, seconds: float = 60) -> None:
        """Waits for the run that follows."""
        runs = self.runs()
        self.js(act)
        self.browser.wait_for(f"document.body.dataset.runs > {runs}", seconds)

    def example(self, name: str) -> None:
        self.after(f"document.querySelector('[data-example=\"{name}\"]').click()")

    def click(self, what: str) -> None:
        self.js(f"document.querySelector({json.dumps(what)}).click()")

    def tab(self, name: str) -> None:
        self.click(f"#tab-{name}")

    def text(self, what: str) -> str:
        return str(self.js(f"document.querySelector({json.dumps(what)}).innerText"))

    def write(self, text: str) -> None:
        """Another text in the editor, as if pasted."""
        self.js("document.querySelector('.cm-content').focus()")
        self.press("a", 65, 2)
        self.browser.call("Input.insertText", text=text)

    def press(self, key: str, code: int, modifiers: int = 0) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                              modifiers=modifiers)

    def slide(self, index: int, factor: float) -> None:
        self.after(
            f"(() => {{ const one = document.querySelectorAll('#sliders input[type=range]')[{index}];"
            f" one.value = Number(one.value) * {factor}; one.dispatchEvent(new Event('input')); }})()"
        )

    def after_writing(self, text: str) -> None:
        runs = self.runs()
        self.write(text)
        self.browser.wait_for(f"document.body.dataset.runs > {runs}")

    def choose(self, path: pathlib.Path) -> None:
        root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
        self.browser.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)
