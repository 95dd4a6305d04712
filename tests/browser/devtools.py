"""A headless Chromium driven through its DevTools pipe: needs nothing but Python and Chromium."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
]


class PageError(Exception):
    """The page or the browser did not do what was asked."""


class Browser:
    """One page. Records what it says on the console and what it asks of the network."""

    def __init__(self, program: str):
        self.profile = tempfile.mkdtemp(prefix="luztar-browser-")
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def place_pipes():  # Chromium reads commands from 3 and answers on 4
            # Away from 3 and 4 first, so that neither overwrites the other.
            source, sink = os.dup(to_browser), os.dup(from_browser)
            while source in (3, 4):
                source = os.dup(source)
            while sink in (3, 4):
                sink = os.dup(sink)
            os.dup2(source, 3)
            os.dup2(sink, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=place_pipes,
            pass_fds=(3, 4),
        )
        os.close(to_browser)
        os.close(from_browser)
        self.pending, self.count, self.session = b"", 0, None
        self.console, self.requests = [], []
        self._attach()

    def _attach(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(5)
        except (PageError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.reader)
        os.close(self.writer)
        shutil.rmtree(self.profile, ignore_errors=True)

    # --- protocol -----------------------------------------------------------------------------

    def call(self, method: str, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive(60)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._note(answer)

    def _receive(self, seconds: float):
        end = time.monotonic() + seconds
        while b"\0" not in self.pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.reader], [], [], left)[0]:
                raise PageError("the browser does not answer")
            part = os.read(self.reader, 1 << 20)
            if not part:
                raise PageError("the browser ended")
            self.pending += part
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled":
            texts = [str(a.get("value", a.get("description"))) for a in values["args"]]
            self.console.append(f"{values['type']}: {' '.join(texts)}")
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            self.console.append(f"{values['entry']['level']}: {values['entry']['text']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    # --- what a reader does -------------------------------------------------------------------

    def open(self, path: str):
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}")
        self.wait_for("document.readyState === 'complete'")

    def run(self, expression: str):
        """Value of a JavaScript expression; promises are awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise PageError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def wait_for(self, expression: str, seconds: float = 60):
        end = time.monotonic() + seconds
        while not self.run(expression):
            if time.monotonic() > end:
                raise PageError(f"waited {seconds} s in vain for: {expression}")
            time.sleep(0.02)

    def width(self, width: int, height: int = 900):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def mouse(self, kind: str, x: float, y: float, clicks: int = 1, held: bool = False):
        button = "none" if kind == "mouseMoved" and not held else "left"
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button=button,
            buttons=1 if held else 0,
            clickCount=clicks,
        )

    def picture(self, path: str):
        """The whole page as PNG."""
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))

    def print(self) -> bytes:
        answer = self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        return base64.b64decode(answer["data"])
