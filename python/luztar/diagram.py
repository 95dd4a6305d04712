"""A model drawn: boxes, hatched ground, springs, dashpots, sliding contacts, arrows.

As the report draws it (src/luztar/io/report/55_diagram.js), without scripts and styles: lines have
the colour of the text around them, so it is read on light and on dark.
"""
from __future__ import annotations

import html
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from luztar._layout import (FOOT_GAP, LEAD, SMALL, SYMBOL, Body, Element, Link, Node, across,
                            arm_words, layout, loads_from, words_width)

AT_MOST = 60
"""Bodies and elements that are drawn; of larger models a sentence says what they have."""

_MARGIN = 12.0
_THIN = 'stroke-width="1.1"'
_LEAD = 'stroke-width="1.4" stroke-opacity="0.7"'
_FILL = 'fill="currentColor" stroke="none"'

# Stroke, hatch and fill; symbols lie on the x axis from 0 to SYMBOL.
_SYMBOLS = {
    "spring": ("M0 0H14l4-10 8 20 8-20 8 20 8-20 8 20 8-20 6 10H90", "", ""),
    "gap": ("M0 0H10l4-10 7 20 7-20 7 20 7-20 4 10H56M56-11V11M70-11V11M64-11H70M64 11H70M70 0H90",
            "", ""),
    "damper": ("M0 0H32M60-11H32V11H60M48-7V7M48 0H90", "", ""),
    "friction": ("M0 0H14V-3H64M90 0H76V3H26",
                 "M30 3l-6 8M40 3l-6 8M50 3l-6 8M60 3l-6 8M70 3l-6 8", ""),
    "freewheel": ("M0 0H36M36-12V12M54-12V12M54 0H90M45-7A7 7 0 1 1 44.9-7", "", ""),
    "link": ("M0 0H14M76 0H90M14-4H76V4H14z", "", ""),
    "stop": ("M0 0H32M32-8V8M54-10V10M54 0H90", "M54-5l8-5M54 1l8-5M54 7l8-5M54 13l8-5", ""),
    "force": ("M14 0H76", "", "M0 0l16-6v12zM90 0l-16-6v12z"),
}


class Diagram:
    """A drawing of a model: shown by notebooks, ``svg`` has its text, ``save`` writes a file."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<luztar.Diagram: {len(self.svg)} letters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:  # within the page, since a picture does not know its colours
        return f'<div style="overflow-x:auto">{self.svg}</div>'


class _Drawing:
    """Pieces of SVG, and how far they reach."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.left = self.top = float("inf")
        self.right = self.bottom = -float("inf")

    def reach(self, x: float, y: float, w: float, h: float) -> None:
        """A rectangle from its corner at the upper left that must be seen."""
        self.left, self.top = min(self.left, x), min(self.top, y)
        self.right, self.bottom = max(self.right, x + w), max(self.bottom, y + h)

    def path(self, d: str, look: str = "") -> None:
        self.pieces.append(f'<path d="{d}" {look}/>')

    def text(self, x: float, y: float, words: str, anchor: str = "middle",
             small: bool = False) -> None:
        if not words:
            return
        width = words_width(words) * (SMALL if small else 1.0)
        self.reach(x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor], y - 12, width, 16)
        look = ' font-size="12" opacity="0.75"' if small else ""
        self.pieces.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {_FILL}{look}>'
                           f"{html.escape(words)}</text>")

    def box(self, node: Node, look: str) -> None:
        self.reach(node.x, node.y, node.w, node.h)
        self.pieces.append(f'<rect x="{node.x:.1f}" y="{node.y:.1f}" width="{node.w:.1f}" '
                           f'height="{node.h:.1f}" {look}/>')

    def symbol(self, element: Element, place: str) -> None:
        name = "gap" if element.kind == "spring" and element.modes else element.kind
        stroke, hatch, fill = _SYMBOLS[name]
        self.open(_element_words(element), f'transform="{place}"')
        self.path(stroke)
        if hatch:
            self.path(hatch, _THIN)
        if fill:
            self.path(fill, _FILL)
        # Something to point at between the thin lines.
        self.pieces.append(f'<rect y="-14" width="{SYMBOL:g}" height="28" fill="none" '
                           'stroke="none" pointer-events="all"/></g>')

    def open(self, words: str, more: str = "") -> None:
        """Begins a group that says these words under the pointer."""
        self.pieces.append(f"<g {more}><title>{html.escape(words)}</title>")

    def close(self) -> None:
        self.pieces.append("</g>")

    def svg(self, label: str) -> str:
        x, y = self.left - _MARGIN, self.top - _MARGIN
        w, h = self.right + _MARGIN - x, self.bottom + _MARGIN - y
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h:.0f}" '
                f'viewBox="{x:.1f} {y:.1f} {w:.1f} {h:.1f}" role="img" '
                f'aria-label="{html.escape(label)}" '
                f'style="max-width:100%;min-width:{0.7 * w:.0f}px;height:auto" '
                f'font-family="system-ui, sans-serif" font-size="14" fill="none" '
                f'stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" '
                f'stroke-linecap="round">{"".join(self.pieces)}</svg>')


def draw(bodies: Sequence[Body], elements: Sequence[Element]) -> str:
    """Bodies, elements and the ground as SVG."""
    drawing = _Drawing()
    nodes, links = layout(bodies, elements)
    for link in links:
        _draw_link(drawing, link)
    for node in nodes:
        if node.body:
            _draw_body(drawing, node, node.body)
        elif node.hub:
            _draw_hub(drawing, node, node.hub)
    return drawing.svg(f"Diagram of {len(bodies)} bodies and {len(elements)} elements")


def sentence(kinds: Sequence[str]) -> str:
    """What a large model has, by the kinds of its parts, as SVG."""
    counts = Counter(kinds)
    plurals = {"body": "bodies"}
    words = ", ".join(f"{n:,} {kind if n == 1 else plurals.get(kind, kind + 's')}"
                      for kind, n in counts.items())
    drawing = _Drawing()
    drawing.text(0, 0, f"{words}: too many to draw here.", "start")
    return drawing.svg(f"{words}: too many to draw")


# --- words -----------------------------------------------------------------------------------

def _element_words(element: Element) -> str:
    words = element.kind
    if words == "friction" and not element.modes:
        words = "bristle friction"
    if element.modes and element.kind in ("spring", "stop"):
        unit = {True: " rad", False: " m", None: ""}[element.angle]
        edges = f"{element.lower:.4g} to {element.upper:.4g}{unit}"
        words += " with a gap" * (element.kind == "spring")
        return f"{words} {element.name}, {edges.replace('inf', '∞').replace('-', '−')}"
    return f"{words} {element.name}"


def body_words(body: Body) -> str:
    """Its mass, and the inertias that couple it to others."""
    if body.kind == "prescribed":
        own = "given motion"
    elif body.kind == "steady":
        own = "mass ∞"
    else:
        own = f"{body.mass:.4g} {'kg m²' if body.angle else 'kg'}" if body.mass else "massless"
    return f"{own}, {body.inertias}" if body.inertias else own


# --- nodes -----------------------------------------------------------------------------------

def _draw_body(drawing: _Drawing, node: Node, body: Body) -> None:
    x, y = node.x + node.w / 2, node.y + node.h / 2
    drawing.open(f"body {body.name}, {body_words(body)}")
    dashes = "" if body.kind == "free" else ' stroke-dasharray="6 4"'
    drawing.box(node, f'rx="{14 if body.angle else 3}"{dashes}')
    drawing.text(x, y - 2, body.name)
    drawing.text(x, y + 15, body_words(body), small=True)
    drawing.close()
    for load, at in zip(node.loads, loads_from(node)):
        drawing.open(f"force {load.name}")
        drawing.path(f"M{at:.1f} {node.y - 14:.1f}h36")
        drawing.path(f"M{at + 48:.1f} {node.y - 14:.1f}l-16-6v12z", _FILL)
        drawing.text(at + 24, node.y - 26, load.name)
        drawing.close()


def _draw_hub(drawing: _Drawing, node: Node, element: Element) -> None:
    x, y = node.x + node.w / 2, node.y + node.h / 2
    drawing.box(node, f'rx="8" {_LEAD}')
    drawing.text(x, y - 8, element.name)
    drawing.symbol(element, f"translate({x - 0.35 * SYMBOL:.1f} {y + 9:.1f}) scale(0.7)")


# --- links -----------------------------------------------------------------------------------

def _draw_link(drawing: _Drawing, link: Link) -> None:
    {"across": _draw_across, "upright": _draw_upright, "bow": _draw_bow}[link.way](drawing, link)


def _draw_ground(drawing: _Drawing, x: float, y: float) -> None:
    """Hatched, with its face at (x, y)."""
    drawing.reach(x - 8, y - 14, 8, 30)
    drawing.path(f"M{x:.1f} {y - 14:.1f}v28")
    drawing.path("".join(f"M{x:.1f} {y - 14 + 7 * i:.1f}l-8 8" for i in range(4)), _THIN)


def _draw_floor(drawing: _Drawing, x: float, y: float) -> None:
    """Hatched, below its face at (x, y)."""
    drawing.reach(x - 14, y, 28, 8)
    drawing.path(f"M{x - 14:.1f} {y:.1f}h28")
    drawing.path("".join(f"M{x - 6 + 7 * i:.1f} {y:.1f}l-8 8" for i in range(4)), _THIN)


def _draw_across(drawing: _Drawing, link: Link) -> None:
    end, lane = link.end.x, link.lane
    start = link.start.x + link.start.w
    if link.start.ground:
        start = end - 50
    if not link.element:
        if link.start.ground:
            _draw_ground(drawing, start, link.y_start)
        drawing.path(f"M{start:.1f} {link.y_start:.1f}L{end:.1f} {link.y_end:.1f}", _LEAD)
        _draw_arm_of_hub(drawing, link, start)
        return
    lead = LEAD + (link.width() - SYMBOL) / 2
    x = end - lead - SYMBOL  # near its right end: layers have nodes of different widths
    if link.start.ground:
        _draw_ground(drawing, x, lane)
    else:
        drawing.path(f"M{start:.1f} {link.y_start:.1f}L{x:.1f} {lane:.1f}", _LEAD)
        drawing.text(start + 5, link.y_start + (15 if lane < link.y_start else -6),
                     arm_words(link.arms[0]), "start", small=True)
    drawing.path(f"M{x + SYMBOL:.1f} {lane:.1f}L{end:.1f} {link.y_end:.1f}", _LEAD)
    drawing.reach(x, lane - 14, SYMBOL, 28)
    drawing.symbol(link.element, f"translate({x:.1f} {lane:.1f})")
    drawing.text(x + SYMBOL / 2, lane - 16, link.element.name)
    drawing.text(end - 5, link.y_end + (15 if lane < link.y_end else -6),
                 arm_words(link.arms[1]), "end", small=True)


def _draw_arm_of_hub(drawing: _Drawing, link: Link, start: float) -> None:
    """Its number above the line from x = `start`, on the side from which the line falls away."""
    width, rise = link.end.x - start, link.y_end - link.y_start
    x, y = start + 0.7 * width, link.y_start + 0.7 * rise - 5
    arm = arm_words(link.arms[0] if link.end.hub else link.arms[1])
    if abs(rise) < 0.15 * width:
        drawing.text(x, y, arm, small=True)
    else:
        drawing.text(x + (5 if rise > 0 else -5), y, arm, "start" if rise > 0 else "end",
                     small=True)


def _upright_symbol(drawing: _Drawing, element: Element, x: float, top: float) -> None:
    """From `top` downwards, its name to the right."""
    drawing.symbol(element, f"translate({x:.1f} {top:.1f}) rotate(90)")
    drawing.reach(x - 14, top, 28, SYMBOL)
    drawing.text(x + 16, top + SYMBOL / 2 + 5, element.name, "start")


def _draw_upright(drawing: _Drawing, link: Link) -> None:
    start, end = link.start, link.end
    apart = across(start.below)
    x = (start.x + start.w / 2
         + (start.below.index(link) - (len(start.below) - 1) / 2) * apart)
    top = start.y + start.h
    bottom = top + SYMBOL + 2 * FOOT_GAP if link.foot else end.y
    if link.foot:
        _draw_floor(drawing, x, bottom)
    if not link.element:
        drawing.path(f"M{x:.1f} {top:.1f}V{bottom:.1f}", _LEAD)
        drawing.text(x + 6, (top + bottom) / 2,
                     arm_words(link.arms[0] if end.hub else link.arms[1]), "start", small=True)
        return
    y = (top + bottom - SYMBOL) / 2
    drawing.path(f"M{x:.1f} {top:.1f}V{y:.1f}M{x:.1f} {y + SYMBOL:.1f}V{bottom:.1f}", _LEAD)
    _upright_symbol(drawing, link.element, x, y)
    drawing.text(x + 6, top + 14, arm_words(link.arms[0]), "start", small=True)
    if not link.foot:
        drawing.text(x + 6, bottom - 6, arm_words(link.arms[1]), "start", small=True)


def _draw_bow(drawing: _Drawing, link: Link) -> None:
    start, end, x = link.start, link.end, link.lane
    corner = f"M{start.x + start.w:.1f} {link.y_start:.1f}H{x:.1f}"
    back = f"V{link.y_end:.1f}H{end.x + end.w:.1f}"
    if not link.element:
        drawing.path(corner + back, _LEAD)
        return
    y = (link.y_start + link.y_end - SYMBOL) / 2
    drawing.path(f"{corner}V{y:.1f}M{x:.1f} {y + SYMBOL:.1f}{back}", _LEAD)
    _upright_symbol(drawing, link.element, x, y)
