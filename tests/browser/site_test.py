#!/usr/bin/env python3
"""Opens the site of the documents in headless Chromium, from its files, and checks what a reader would see.

    tests/browser/site_test.py build/site [--chromium PROGRAM] [--pictures DIR]

The search finds a word, every page fits 1400 and 500 pixels, every picture is there, the console is silent
and nothing is asked of the network. Exit status 0 if all is well, 1 if not, 77 if there is no Chromium.
"""
import argparse
import pathlib
import shutil
import sys

from devtools import Browser, PageError

BROKEN = "[...document.images].filter(i => i.complete && i.loading !== 'lazy' && !i.naturalWidth).map(i => i.src)"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


class SiteTest:
    def __init__(self, browser: Browser, site: pathlib.Path, pictures: str | None):
        self.browser, self.site, self.pictures = browser, site, pictures
        self.passed, self.failed = 0, 0

    def check(self, claim: str, holds: bool, found: object = "") -> None:
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {claim}{f' (found {found})' if found != '' else ''}")

    def run(self) -> None:
        for page in sorted(self.site.glob("*.html")):
            self.look_at(page)
        self.search("backlash", "tutorial.html")
        self.check("the console is silent", not self.browser.console, self.browser.console[:3])
        asked = [url for url in self.browser.requests if not url.startswith(("file:", "data:", "blob:"))]
        self.check("nothing is asked of the network", not asked, asked[:3])

    def look_at(self, page: pathlib.Path) -> None:
        for width in (1400, 500):
            self.browser.width(width, 1000)
            self.browser.open(str(page))
            beyond = self.browser.run(SIDEWAYS)
            self.check(f"{page.name} fits {width} pixels", beyond <= 0, beyond)
            if self.pictures:
                self.browser.picture(f"{self.pictures}/{page.stem}_{width}.png")
        broken = self.browser.run(BROKEN)
        self.check(f"{page.name}: every picture is there", not broken, broken)

    def search(self, word: str, page: str) -> None:
        self.browser.width(1400)
        self.browser.open(str(self.site / "index.html"))
        self.browser.run("document.querySelector('.md-search__input').focus()")
        self.browser.call("Input.insertText", text=word)
        found = "[...document.querySelectorAll('.md-search-result__link')].map(a => a.href.split(/[?#]/)[0])"
        self.browser.wait_for(f"{found}.length > 0", 30)
        links = self.browser.run(found)
        self.check(f"the search for {word} finds {page}", any(link.endswith(page) for link in links), links)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    parser.add_argument("--pictures")
    options = parser.parse_args()
    if not options.chromium:
        print("no Chromium")
        return 77
    browser = Browser(options.chromium)
    try:
        test = SiteTest(browser, options.site, options.pictures)
        test.run()
    except PageError as error:
        print(f"FAILED: {error}")
        return 1
    finally:
        browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
