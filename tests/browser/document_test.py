#!/usr/bin/env python3
"""Opens printed pages in headless Chromium and checks what a reader would see.

    tests/browser/document_test.py PAGE.html... [--chromium PROGRAM] [--pictures DIR]

Every formula is drawn, none sticks out of the page, dots stand above their letters, relations are
aligned, the page follows the system's dark colours, fits a telephone and prints, the console is
silent and nothing is asked of the network. Exit status 0 if all is well, 1 if not, 77 if there is
no Chromium.
"""

import argparse
import pathlib
import shutil
import sys

from devtools import Browser, PageError

FORMULAS = "[...document.querySelectorAll('math')]"


class DocumentTest:
    def __init__(self, browser: Browser, page: str, pictures: str | None):
        self.browser, self.page, self.pictures = browser, page, pictures
        self.passed, self.failed = 0, 0

    def check(self, claim: str, holds, found=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {self.page}: {claim}{f' (found {found})' if found != '' else ''}")

    def js(self, expression):
        return self.browser.run(expression)

    def picture(self, name: str):
        if self.pictures:
            stem = pathlib.Path(self.page).stem
            self.browser.picture(f"{self.pictures}/{stem}_{name}.png")

    def scheme(self, value: str):
        self.browser.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": value}],
        )

    def run(self):
        self.scheme("light")
        self.browser.width(1280)
        self.browser.open(self.page)
        self.drawn()
        self.aligned()
        self.picture("light")
        self.dark()
        self.telephone()
        self.scheme("light")
        pages = self.browser.print()
        self.check("prints", pages.startswith(b"%PDF") and len(pages) > 5000, len(pages))
        self.check("the console is silent", not self.browser.console, self.browser.console)
        asked = [url for url in self.browser.requests if not url.startswith(("file:", "data:"))]
        self.check("nothing is asked of the network", not asked, asked)

    def drawn(self):
        self.check("has formulas", self.js(f"{FORMULAS}.length > 0"))
        empty = self.js(
            f"{FORMULAS}.filter(m => !(m.getBoundingClientRect().width > 3 &&"
            " m.getBoundingClientRect().height > 3)).length"
        )
        self.check("every formula is drawn", empty == 0, empty)
        out = self.js(
            "[...document.querySelectorAll('.formulas')]"
            ".filter(d => d.scrollWidth > d.clientWidth + 1).length"
        )
        self.check("no formula is wider than the page", out == 0, out)
        low = self.js(
            "[...document.querySelectorAll('mover')].filter(m => {"
            " const [a, b] = [...m.children].map(c => c.getBoundingClientRect());"
            " return Math.abs((a.left + a.right - b.left - b.right) / 2) > 0.5 * a.width;"
            "}).length"
        )
        self.check("dots stand above their letters", low == 0, low)

    def aligned(self):
        ragged = self.js(
            "[...document.querySelectorAll('.formulas table')].filter(t => {"
            " const x = [...t.querySelectorAll('td.right:not(.on)')]"
            "  .map(c => c.getBoundingClientRect().left);"
            " return x.length && Math.max(...x) - Math.min(...x) > 1; }).length"
        )
        self.check("relations are aligned", ragged == 0, ragged)

    def dark(self):
        colour = "getComputedStyle(document.body).backgroundColor"
        light = self.js(colour)
        self.scheme("dark")
        self.check("follows the system's dark colours", self.js(colour) != light, light)
        self.picture("dark")
        self.scheme("light")

    def telephone(self):
        self.browser.width(390, 844)
        wide = self.js("document.documentElement.scrollWidth")
        self.check("fits a telephone", wide <= 390, wide)
        self.picture("telephone")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium-browser")
    parser.add_argument("--pictures", help="folder for screenshots")
    options = parser.parse_args()
    if not shutil.which(options.chromium):
        print("no Chromium")
        return 77
    passed = failed = 0
    for page in options.pages:
        browser = Browser(options.chromium)
        test = DocumentTest(browser, page, options.pictures)
        try:
            test.run()
        except PageError as error:
            test.check(str(error), False)
        finally:
            browser.close()
        passed, failed = passed + test.passed, failed + test.failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
