"""The main program of tests of a page that the program writes first."""

import argparse
import pathlib
import shutil
import tempfile

from devtools import Browser


def main(doc, name, test_class, write_data, widths):
    """Writes the page NAME.html by `write_data(program, folder)`, tests it; returns the exit status.

    With --pictures FOLDER the page is written there as pictures of the widths in pixels.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    parser.add_argument("--pictures", type=pathlib.Path, help="write screen shots there")
    options = parser.parse_args()
    if not options.chromium:
        print("skipped: no chromium on this machine")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        write_data(str(pathlib.Path(options.program).resolve()), pathlib.Path(folder))
        browser = Browser(options.chromium)
        try:
            test = test_class(browser, str(pathlib.Path(folder) / f"{name}.html"))
            test.run()
            if options.pictures:
                options.pictures.mkdir(parents=True, exist_ok=True)
                for width in widths:
                    browser.width(width)
                    test.js("test.drawAll()")
                    browser.picture(str(options.pictures / f"{name}_{width}.png"))
        finally:
            browser.close()
    print(f"{test.passed} passed, {test.failed} failed")
    return 1 if test.failed else 0
