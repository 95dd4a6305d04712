#!/usr/bin/env python3
"""Shows the sliders of Model.explore() in JupyterLab, headless: a minute, and 300 MB in build/try-widget.

    tools/try_widget.py [--pictures DIR]

Installs JupyterLab and anywidget, runs a cell in a notebook in Chromium, moves a slider and waits for the report
of the new value. Needs build/python-env (tools/python_env.sh) and chromium. Exit status: 0 if the slider acts, 1 if not.
"""
import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "try-widget"
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from devtools import Browser, PageError  # noqa: E402

CELL = ["import luztar as lz\n", "sliders = lz.example('belt').explore('v0', FS=(7, 20), duration=10)\n", "sliders"]
SHOWN = "document.querySelector('.luztar-explorer iframe:not(.coming)')"


def packages() -> pathlib.Path:
    """The environment with JupyterLab; the package of build/python-env is seen in it."""
    python = PLACE / "env" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", PLACE / "env"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "jupyterlab",
                        "anywidget", "numpy"], check=True)
    return python


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def show(browser: Browser, port: int, pictures: pathlib.Path | None) -> None:
    browser.width(1300, 1100)
    browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/lab/tree/sliders.ipynb?reset")
    browser.wait_for("!!document.querySelector('.jp-CodeCell .cm-content')", 60)
    browser.wait_for("document.body.innerText.includes('Idle')", 60)
    browser.run("document.querySelector('.jp-CodeCell .cm-content').focus()")
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13,
                     modifiers=2)
    browser.wait_for(f"!!{SHOWN}", 60)
    if pictures:
        browser.picture(str(pictures / "widget_begin.png"))
    browser.run(f"window.first = {SHOWN}, window.range = document.querySelector('.luztar-explorer [type=range]'),"
                " range.value = 0.3, range.dispatchEvent(new Event('input')), 0")
    browser.wait_for(f"{SHOWN} !== window.first", 30)
    browser.wait_for(f"/v0\\s*=\\s*0.3\\s/.test({SHOWN}.contentDocument.getElementById('page').textContent)", 10)
    if pictures:
        browser.picture(str(pictures / "widget_moved.png"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    python = packages()
    found = list((ROOT / "build/python-env/lib").glob("python*/site-packages/luztar"))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found or not chromium:
        print("needs build/python-env (tools/python_env.sh) and chromium (tools/deps.sh browser)", file=sys.stderr)
        return 1
    work = PLACE / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    os.symlink(found[0], work / "luztar")
    cell = {"cell_type": "code", "id": "sliders", "metadata": {}, "source": CELL, "outputs": [],
            "execution_count": None}
    spec = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    (work / "sliders.ipynb").write_text(json.dumps({"cells": [cell], "metadata": spec, "nbformat": 4,
                                                    "nbformat_minor": 5}))
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    port = free_port()
    server = subprocess.Popen(
        [python, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--port", str(port),
         "--IdentityProvider.token=", "--ServerApp.password="],
        cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser = Browser(chromium)
    try:
        for _ in range(600):  # the server takes seconds to listen
            with socket.socket() as door:
                if door.connect_ex(("127.0.0.1", port)) == 0:
                    break
            browser.run("new Promise((done) => setTimeout(done, 100))")
        show(browser, port, options.pictures)
    except PageError as error:
        print(f"the sliders do not act: {error}", *browser.console[-5:], sep="\n", file=sys.stderr)
        return 1
    finally:
        browser.close()
        server.terminate()
        server.wait()
    print("the slider acts: the report is that of the new value")
    return 0


if __name__ == "__main__":
    sys.exit(main())
