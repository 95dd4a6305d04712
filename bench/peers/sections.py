"""Sections of docs/performance.md that have a driver of their own: each takes the place of its
former text and outlives a new page.
"""

SWEEPS = "## A table of runs: mass on a belt by speed and static friction"
FITS = "## Derivatives and fits"
STEPS = "## A millisecond at a time, driven by a program"
NEXT = "## What the peers could not express"


def of(title, page):
    """The section with this heading, up to the next heading of its kind; or nothing."""
    _, found, rest = page.partition(title)
    end = rest.find("\n## ")
    return title + (rest if end < 0 else rest[:end + 1]) if found else ""


def put(title, text, page):
    """The page with this text in place of the section that it has."""
    old = of(title, page)
    return page.replace(old, text) if old else page.replace(NEXT, text + NEXT)


def kept(before, page):
    """The page with all these sections as they were before."""
    for title in (SWEEPS, FITS, STEPS):
        page = put(title, of(title, before), page)
    return page
