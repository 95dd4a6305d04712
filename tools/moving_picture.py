#!/usr/bin/env python3
"""Writes the diagram of a run as a moving picture: animated WebP or GIF.

    tools/moving_picture.py REPORT.html PICTURE.webp [--from S] [--to S] [--pictures N] [--rate HZ]
                            [--plot "Force f of teeth"] [--width PIXELS] [--scale X] [--dark]
                            [--chromium PROGRAM]

The picture of the documents:

    ./luztar simulate examples/gear_system.toml --out out/gear_system
    tools/moving_picture.py out/gear_system/report.html docs/moving.webp --to 1.2 \\
        --plot "Deflection d of teeth"

Needs Chromium and Pillow (pip install pillow).
"""

import argparse
import base64
import io
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from devtools import Browser, PageError  # noqa: E402

FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Puts a plot below the diagram, as wide as that; returns the names of all if there is none of it.
FIND_PLOT = """(async (name) => {
  for (const details of document.querySelectorAll("details[id^=element-], details[id^=body-]")) details.open = true;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const chart = [...charts].find((one) => one.base.getAttribute("aria-label").startsWith(name));
  if (!chart) return [...charts].map((one) => one.base.getAttribute("aria-label").split(" over time")[0]);
  chart.figure.id = "plot-of-picture";
  chart.figure.querySelector("figcaption").firstChild.textContent = name;
  chart.height = 190;
  chart.visible = true;
  document.querySelector(".stage").after(chart.figure);
  chart.redraw();
  chart.figure.scrollIntoView({ block: "end" });
  return null;
})"""


def area(browser, selector):
    """Where a part of the page is, in its coordinates."""
    return browser.run(
        f"(() => {{ const at = document.querySelector('{selector}').getBoundingClientRect();"
        "return {x: at.left + scrollX, y: at.top + scrollY, width: at.width, height: at.height}; })()"
    )


def screenshot(browser, selectors, scale, image):
    """The parts of the page below each other, as a picture of Pillow."""
    parts = []
    for selector in selectors:
        answer = browser.call(
            "Page.captureScreenshot",
            format="png",
            captureBeyondViewport=True,
            clip={**area(browser, selector), "scale": scale},
        )
        parts.append(image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB"))
    width, height = max(p.width for p in parts), sum(p.height for p in parts)
    whole = image.new("RGB", (width, height), parts[0].getpixel((parts[0].width // 2, 2)))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def pictures(browser, options, image):
    browser.width(options.width, 1200)
    browser.open(options.report)
    browser.run(f"theme.apply('{'dark' if options.dark else 'light'}')")
    selectors = [".stage"]
    if options.plot:
        others = browser.run(f"{FIND_PLOT}({options.plot!r})")
        if others is not None:
            raise PageError(f"no plot {options.plot!r}; there are: {', '.join(others)}")
        selectors.append("#plot-of-picture")
    start, end = browser.run("[data.start, data.end]")
    start = start if options.start is None else options.start
    end = end if options.end is None else options.end
    if options.plot:
        browser.run(f"setTimeView({start}, {end})")
    for i in range(options.pictures):
        browser.run(f"cursor.set({start + (end - start) * i / options.pictures})")
        browser.run(FRAMES)
        yield screenshot(browser, selectors, options.scale, image)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report")
    parser.add_argument("picture", type=pathlib.Path, help="its ending says which: .webp or .gif")
    parser.add_argument("--from", dest="start", type=float, help="instant of the run [s]")
    parser.add_argument("--to", dest="end", type=float)
    parser.add_argument("--pictures", type=int, default=150)
    parser.add_argument("--rate", type=float, default=15, help="pictures a second")
    parser.add_argument("--plot", help="a plot below the diagram: how a screen reader names it")
    parser.add_argument("--width", type=int, default=1180, help="of the page [pixels]")
    parser.add_argument("--scale", type=float, default=0.8, help="pixels for one of the page")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    options = parser.parse_args()
    try:
        from PIL import Image
    except ImportError:
        sys.exit("needs Pillow: pip install pillow")
    if not options.chromium:
        sys.exit("needs chromium: apt-get install chromium")
    browser = Browser(options.chromium)
    try:
        first, *rest = pictures(browser, options, Image)
    except PageError as error:
        sys.exit(f"error: {error}")
    finally:
        browser.close()
    settings = {"quality": 70, "method": 4} if options.picture.suffix == ".webp" else {}
    first.save(
        options.picture,
        save_all=True,
        append_images=rest,
        duration=round(1000 / options.rate),
        loop=0,
        **settings,
    )
    print(f"{options.picture}: {first.width} x {first.height}, {options.picture.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
