"""Symbols of elements in their state of an instant, along an axis from 0 to their length [pixels].

As the report draws them (src/luztar/io/report/52_symbols.js).
"""
from __future__ import annotations

from typing import NamedTuple

from luztar._layout import SYMBOL, Element
from luztar._motion import Moment

STRETCH = 12.0  #: pixels that a symbol stretches within itself, where its bodies do not move
_HOLDS = ("stuck", "engaged")

Points = list[tuple[float, float]]


class Piece(NamedTuple):
    """A line or, if filled, an area."""

    points: Points
    fill: str = ""  #: "": a line; "ink", "held", "slides"
    thin: bool = False


def symbol(element: Element, length: float, direction: float, now: Moment) -> list[Piece]:
    """The pieces of a symbol.

    :param length: from its left end to its right one [pixels]
    :param direction: 1 if its right end moves to the right where the deflection grows, else -1
    """
    own = STRETCH * direction * now.part if element.angle else 0.0
    if element.kind == "stop" or (element.kind == "spring" and element.modes):
        return _jaw(length, direction, now, element.kind == "spring")
    if element.kind == "spring":
        end = length - 14 - (STRETCH - own if element.angle else 0.0)
        return [Piece([(0, 0), *_zigzag(14, end), (length, 0)])]
    if element.kind == "damper":
        return _damper(length, own)
    if element.kind == "friction":
        return _friction(length, own, direction, now)
    if element.kind == "freewheel":
        return _freewheel(length, now)
    if element.kind == "link":
        bar = [(14.0, -4.0), (length - 14, -4.0), (length - 14, 4.0), (14.0, 4.0), (14.0, -4.0)]
        return [Piece([(0, 0), (14, 0)]), Piece(bar), Piece([(length - 14, 0), (length, 0)])]
    return [Piece([(14, 0), (length - 14, 0)]), Piece([(0, 0), (16, -6), (16, 6)], "ink"),
            Piece([(length, 0), (length - 16, 6), (length - 16, -6)], "ink")]


def _zigzag(begin: float, end: float) -> Points:
    tenth = (end - begin) / 10
    peaks = [(begin + (2 * i + 1) * tenth, -10.0 if i % 2 == 0 else 10.0) for i in range(5)]
    return [(begin, 0), *peaks, (end, 0)]


def _damper(length: float, own: float) -> list[Piece]:
    piston = max(35.0, min(57.0, 46 + (length - SYMBOL) / 3 + own))
    return [Piece([(0, 0), (32, 0)]), Piece([(60, -11), (32, -11), (32, 11), (60, 11)]),
            Piece([(piston, -7), (piston, 7)]), Piece([(piston, 0), (length, 0)])]


def _friction(length: float, own: float, direction: float, now: Moment) -> list[Piece]:
    """Two plates, the upper one of the left end; a bolt joins them while they stick."""
    low = 26 + length - SYMBOL + own
    pieces = [Piece([(0, 0), (14, 0), (14, -3), (64, -3)]),
              Piece([(length, 0), (low + 50, 0), (low + 50, 3), (low, 3)])]
    pieces += [Piece([(low + x, 3), (low + x - 6, 11)], thin=True) for x in range(5, 50, 10)]
    if now.mode in _HOLDS:
        pieces.append(Piece([(42, -8), (48, -8), (48, 8), (42, 8)], "held"))
    elif now.mode in ("forward", "backward"):
        to = -direction if now.mode == "forward" else direction
        arrow = [(12, -9), (1, -13), (1, -10), (-11, -10), (-11, -8), (1, -8), (1, -5)]
        pieces.append(Piece([(45 + to * x, y) for x, y in arrow], "slides"))
    return pieces


def _freewheel(length: float, now: Moment) -> list[Piece]:
    pieces = [Piece([(0, 0), (36, 0)]), Piece([(36, -12), (36, 12)]), Piece([(54, -12), (54, 12)]),
              Piece([(54, 0), (length, 0)])]
    if now.mode in _HOLDS:
        pieces.append(Piece([(37, -5), (53, -5), (53, 5), (37, 5)], "held"))
    return pieces


def _jaw(length: float, direction: float, now: Moment, sprung: bool) -> list[Piece]:
    """A tongue on the left rod in a jaw on the right one."""
    left, right = length - 36, length - 12
    tongue = (left + right) / 2 - direction * now.gap * 9
    held = now.mode in ("lower", "upper")
    arm = _zigzag(8, min(left, tongue) - 6) if sprung else []
    pieces = [Piece([(0, 0), *arm, (tongue, 0)]),
              Piece([(left, -4), (left, -10), (right, -10), (right, 10), (left, 10), (left, 4)]),
              Piece([(right, 0), (length, 0)])]
    pieces.append(Piece([(tongue - 2.5, -7), (tongue + 2.5, -7), (tongue + 2.5, 7),
                         (tongue - 2.5, 7)], "held" if held else "ink"))
    return pieces
