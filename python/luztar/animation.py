"""The diagram of a model that moves as a run does: GIF, MP4, pictures one by one."""
from __future__ import annotations

import base64
import io
import math
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from luztar._extras import of_extra
from luztar._layout import (FOOT_GAP, LEAD, SMALL, SYMBOL, Body, Element, Link, Node, across,
                            arm_words, layout, loads_from)
from luztar._motion import SHIFT_MOST, Motion
from luztar._symbols import symbol
from luztar.diagram import AT_MOST, body_words

with of_extra("plot"):
    from matplotlib import get_data_path
    from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from luztar.run import Run

_COLOURS = {"paper": "#ffffff", "ink": "#16202b", "quiet": "#52606e", "held": "#b0441a",
            "slides": "#1f77b4"}
_FINER = 2  #: pictures are drawn so many times larger, for smooth edges
_LETTERS, _FOOT, _MARGIN = 14.0, 30.0, 14.0
_LONGEST = 10.0  #: seconds that a run takes if no speed is given


class _Canvas:
    """Lines, areas and words at places of the diagram."""

    def __init__(self, left: float, top: float, scale: float, size: tuple[int, int]) -> None:
        self._origin, self._scale = (left, top), scale
        self.picture = Image.new("RGB", size, _COLOURS["paper"])
        self._draw = ImageDraw.Draw(self.picture)
        file = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
        self._fonts = [ImageFont.truetype(str(file), round(scale * height))
                       for height in (_LETTERS, SMALL * _LETTERS)]

    def clear(self) -> None:
        self._draw.rectangle((0, 0, *self.picture.size), fill=_COLOURS["paper"])

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return ((x - self._origin[0]) * self._scale, (y - self._origin[1]) * self._scale)

    def line(self, points: list[tuple[float, float]], width: float = 1.8, colour: str = "ink") -> None:
        self._draw.line([self._place(*point) for point in points], _COLOURS[colour],
                        max(1, round(width * self._scale)), joint="curve")

    def area(self, points: list[tuple[float, float]], colour: str) -> None:
        self._draw.polygon([self._place(*point) for point in points], _COLOURS[colour])

    def box(self, x: float, y: float, w: float, h: float, radius: float, colour: str = "ink") -> None:
        self._draw.rounded_rectangle([*self._place(x, y), *self._place(x + w, y + h)],
                                     radius * self._scale, _COLOURS["paper"], _COLOURS[colour],
                                     max(1, round(1.8 * self._scale)))

    def disc(self, x: float, y: float, radius: float) -> None:
        self._draw.ellipse([*self._place(x - radius, y - radius),
                            *self._place(x + radius, y + radius)], _COLOURS["paper"],
                           _COLOURS["ink"], max(1, round(1.8 * self._scale)))

    def text(self, x: float, y: float, words: str, anchor: str = "middle", small: bool = False) -> None:
        if words:
            where = {"start": "l", "middle": "m", "end": "r"}[anchor]
            self._draw.text(self._place(x, y), words, _COLOURS["quiet" if small else "ink"],
                            self._fonts[small], where + "s")


class _Scene:
    """The diagram of a run in its pictures."""

    def __init__(self, run: Run, times: NDArray[np.float64], width: int) -> None:
        bodies, elements = run.model._core.network()
        self._bodies = [Body(*row) for row in bodies]
        self._elements = [Element(*row) for row in elements]
        self._nodes, self._links = layout(self._bodies, self._elements)
        self._motion = Motion(run, times, self._bodies, self._elements)
        self._title = run.model.title
        left, top, right, bottom = self._reach()
        scale = width / max(right - left, bottom - top)
        size = [2 * _FINER * math.ceil(scale * length / 2) for length in (right - left, bottom - top)]
        self._canvas = _Canvas(left, top, _FINER * scale, (size[0], size[1]))
        self._foot = (left + _MARGIN, right - _MARGIN, bottom - _MARGIN)

    def _reach(self) -> tuple[float, float, float, float]:
        """Of all that is drawn, with room for the motion and the words below."""
        drawn = [node for node in self._nodes if not node.ground]
        left = min((node.x for node in drawn), default=0.0)
        right = max((node.x + node.w for node in drawn), default=100.0)
        top = min((node.y for node in drawn), default=0.0)
        bottom = max((node.y + node.h for node in drawn), default=60.0)
        for link in self._links:
            if link.start.ground and link.way == "across":
                left = min(left, link.end.x - _lead(link) - SYMBOL - 20)
            if link.element and link.way != "across":
                right = max(right, (link.lane if link.way == "bow" else link.start.x + link.start.w)
                            + across([link]))
            if link.way == "across":
                top, bottom = min(top, link.lane - 34), max(bottom, link.lane + 20)
            if link.foot:
                bottom = max(bottom, _foot_end(link) + 8)
        if any(node.loads for node in drawn):
            top -= 46
        room = SHIFT_MOST + _MARGIN
        return left - room, top - _MARGIN - 6, right + room, bottom + _MARGIN + _FOOT

    def picture(self, i: int) -> Any:
        """The i-th one, of Pillow."""
        self._i = i
        self._canvas.clear()
        for link in self._links:
            {"across": self._across, "upright": self._upright, "bow": self._bow}[link.way](link)
        for node in self._nodes:
            if node.body:
                self._body(node, node.body)
            elif node.hub:
                self._hub(node, node.hub)
        left, right, foot = self._foot
        self._canvas.text(left, foot, f"t = {self._motion.times[i]:.3f} s", "start")
        self._canvas.text(right, foot, self._motion.words(), "end", small=True)
        return self._canvas.picture.reduce(_FINER)

    # --- nodes -------------------------------------------------------------------------------

    def _shift(self, node: Node) -> float:
        return self._motion.shift(node.body.name, self._i) if node.body else 0.0

    def _body(self, node: Node, body: Body) -> None:
        canvas = self._canvas
        left, x, y = node.x + self._shift(node), node.x + node.w / 2, node.y + node.h / 2
        x += self._shift(node)
        canvas.box(left, node.y, node.w, node.h, 14 if body.angle else 3,
                   "ink" if body.kind == "free" else "quiet")
        canvas.text(x, y - 2, body.name)
        canvas.text(x, y + 15, body_words(body), small=True)
        turn = self._motion.turn(body.name, self._i)
        if turn is not None:
            cx, cy = left + 4, node.y + 4
            canvas.disc(cx, cy, 12)
            canvas.line([(cx, cy), (cx + 12 * math.cos(turn), cy - 12 * math.sin(turn))])
        passed = self._motion.passed(body.name, self._i)
        if passed is not None:
            first = passed % 14
            for mark in np.arange(left + 6 + first, left + node.w - 6, 14):
                canvas.line([(mark, node.y + node.h - 8), (mark, node.y + node.h - 3)], 1.4, "quiet")
        for load, at in zip(node.loads, loads_from(node)):
            self._load(load, at + self._shift(node) + 24, node.y - 14)

    def _load(self, load: Element, x: float, y: float) -> None:
        part = self._motion.moment(load.name, self._i).force
        head, to = x + 26 * part, math.copysign(1.0, part)
        if abs(part) > 0.02:
            self._canvas.line([(x - 26 * part, y), (head, y)])
            self._canvas.area([(head + 8 * to, y), (head - 4 * to, y - 6), (head - 4 * to, y + 6)],
                              "ink")
        self._canvas.text(x, y - 12, load.name)

    def _hub(self, node: Node, element: Element) -> None:
        x, y = node.x + node.w / 2, node.y + node.h / 2
        self._canvas.box(node.x, node.y, node.w, node.h, 8, "quiet")
        self._canvas.text(x, y - 8, element.name)
        self._symbol(element, (x - 0.35 * SYMBOL, y + 9), (x + 0.35 * SYMBOL, y + 9), 1.0, 0.7)

    # --- links -------------------------------------------------------------------------------

    def _symbol(self, element: Element, start: tuple[float, float], end: tuple[float, float],
                direction: float, size: float = 1.0) -> None:
        """From one point to the other."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        ux, uy = (dx / length, dy / length) if length else (1.0, 0.0)
        for piece in symbol(element, length / size, direction, self._motion.moment(element.name, self._i)):
            points = [(start[0] + size * (u * ux - v * uy), start[1] + size * (u * uy + v * ux))
                      for u, v in piece.points]
            if piece.fill:
                self._canvas.area(points, piece.fill)
            else:
                self._canvas.line(points, 1.1 if piece.thin else 1.8)

    def _ground(self, x: float, y: float) -> None:
        self._canvas.line([(x, y - 14), (x, y + 14)])
        for i in range(4):
            self._canvas.line([(x, y - 14 + 7 * i), (x - 8, y - 6 + 7 * i)], 1.1)

    def _floor(self, x: float, y: float) -> None:
        """Below a foot, which leans as its body moves."""
        self._canvas.line([(x - 14, y), (x + 14, y)])
        for i in range(4):
            self._canvas.line([(x - 6 + 7 * i, y), (x - 14 + 7 * i, y + 8)], 1.1)

    def _across(self, link: Link) -> None:
        canvas, lane = self._canvas, link.lane
        moved, end = self._shift(link.start), link.end.x + self._shift(link.end)
        start = link.start.x + link.start.w + moved
        if link.start.ground:
            start = link.end.x - 50
        if not link.element:
            if link.start.ground:
                self._ground(start, link.y_start)
            canvas.line([(start, link.y_start), (end, link.y_end)], 1.4, "quiet")
            arm = arm_words(link.arms[0] if link.end.hub else link.arms[1])
            canvas.text(start + 0.7 * (end - start),
                        link.y_start + 0.7 * (link.y_end - link.y_start) - 5, arm, small=True)
            return
        lead = _lead(link)
        x = link.end.x - lead - SYMBOL + moved  # of its left end, which moves with the left body
        if link.start.ground:
            self._ground(x, lane)
        else:
            canvas.line([(start, link.y_start), (x, lane)], 1.4, "quiet")
            canvas.text(start + 5, link.y_start + (15 if lane < link.y_start else -6),
                        arm_words(link.arms[0]), "start", small=True)
        canvas.line([(end - lead, lane), (end, link.y_end)], 1.4, "quiet")
        self._symbol(link.element, (x, lane), (end - lead, lane), _direction(link))
        canvas.text((x + end - lead) / 2, lane - 18, link.element.name)
        canvas.text(end - 5, link.y_end + (15 if lane < link.y_end else -6),
                    arm_words(link.arms[1]), "end", small=True)

    def _upright(self, link: Link) -> None:
        start, end = link.start, link.end
        apart = across(start.below)
        x = start.x + start.w / 2 + (start.below.index(link) - (len(start.below) - 1) / 2) * apart
        top, bottom = start.y + start.h, _foot_end(link) if link.foot else end.y
        if link.foot:
            self._floor(x, bottom)
        above, below = x + self._shift(start), x + self._shift(end)
        if not link.element:
            self._canvas.line([(above, top), (below, bottom)], 1.4, "quiet")
            return
        y = (top + bottom - SYMBOL) / 2
        self._canvas.line([(above, top), (above, y)], 1.4, "quiet")
        self._canvas.line([(below, y + SYMBOL), (below, bottom)], 1.4, "quiet")
        self._symbol(link.element, (above, y), (below, y + SYMBOL), _direction(link))
        self._canvas.text((above + below) / 2 + 16, y + SYMBOL / 2 + 5, link.element.name, "start")

    def _bow(self, link: Link) -> None:
        start, end, x = link.start, link.end, link.lane
        right = (start.x + start.w + self._shift(start), end.x + end.w + self._shift(end))
        if not link.element:
            self._canvas.line([(right[0], link.y_start), (x, link.y_start), (x, link.y_end),
                               (right[1], link.y_end)], 1.4, "quiet")
            return
        y = (link.y_start + link.y_end - SYMBOL) / 2
        self._canvas.line([(right[0], link.y_start), (x, link.y_start), (x, y)], 1.4, "quiet")
        self._canvas.line([(x, y + SYMBOL), (x, link.y_end), (right[1], link.y_end)], 1.4, "quiet")
        self._symbol(link.element, (x, y), (x, y + SYMBOL), _direction(link))
        self._canvas.text(x + 16, y + SYMBOL / 2 + 5, link.element.name, "start")


def _lead(link: Link) -> float:
    return LEAD + (link.width() - SYMBOL) / 2


def _foot_end(link: Link) -> float:
    """The y of the floor below a foot."""
    return link.start.y + link.start.h + SYMBOL + 2 * FOOT_GAP


def _direction(link: Link) -> float:
    """1 if the deflection grows where the end of the link moves away, else -1."""
    if link.end.ground:
        return 1.0 if link.arms[0] < 0 else -1.0
    return -1.0 if link.arms[1] < 0 else 1.0


class Animation:
    """Pictures of a run: shown by notebooks, written by :meth:`save`."""

    def __init__(self, run: Run, times: NDArray[np.float64], fps: float, width: int) -> None:
        self.times = times  #: of the pictures [s]
        self.fps = fps
        self._scene = _Scene(run, times, width)

    def __len__(self) -> int:
        return len(self.times)

    def picture(self, i: int) -> Any:
        """The i-th one, a ``PIL.Image.Image``."""
        return self._scene.picture(range(len(self))[i])

    def _pictures(self) -> Iterator[Any]:
        return (self._scene.picture(i) for i in range(len(self)))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes ``.gif`` (or ``.png`` that moves, ``.webp``), or ``.mp4``, for which it needs
        ffmpeg: the program, or ``pip install 'luztar[animation]'``.
        """
        file = Path(path)
        if file.suffix == ".mp4":
            self._save_mp4(file)
        elif file.suffix in (".gif", ".png", ".webp"):
            file.write_bytes(self._encoded(file.suffix[1:]))
        else:
            raise ValueError(f"'{file.suffix}' is no kind of animation; write .gif, .mp4, .webp or .png")
        return file

    def _encoded(self, kind: str) -> bytes:
        out = io.BytesIO()
        pictures = self._pictures()
        if kind == "gif":  # one palette for all, so that nothing flickers
            palette = self._scene.picture(0).quantize(64)
            pictures = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures)
        first = next(pictures)
        first.save(out, kind, save_all=True, append_images=pictures, duration=1000 / self.fps, loop=0)
        return out.getvalue()

    def _save_mp4(self, file: Path) -> None:
        size = "x".join(str(n) for n in self._scene.picture(0).size)
        command = [_ffmpeg(), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size,
                   "-r", f"{self.fps:g}", "-i", "-", "-c:v", "libx264", "-pix_fmt", "yuv420p",
                   "-movflags", "+faststart", os.fspath(file)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            assert program.stdin is not None and program.stderr is not None
            try:
                for picture in self._pictures():
                    program.stdin.write(picture.tobytes())
                program.stdin.close()
            except BrokenPipeError:
                pass
            words = program.stderr.read().decode(errors="replace").strip()
        if program.returncode != 0:
            raise OSError(f"ffmpeg could not write {file}: {words}")

    @cached_property
    def _gif(self) -> bytes:
        return self._encoded("gif")

    def _repr_html_(self) -> str:
        data = base64.b64encode(self._gif).decode()
        return f'<img alt="the model in motion" src="data:image/gif;base64,{data}">'

    def __repr__(self) -> str:
        return (f"<luztar.Animation of {len(self)} pictures, t = {self.times[0]:.6g} s to "
                f"{self.times[-1]:.6g} s, {self.fps:g} a second>")


def _ffmpeg() -> str:
    """The program, or that of the package imageio-ffmpeg."""
    program = shutil.which("ffmpeg")
    if program is not None:
        return program
    with of_extra("animation"):
        import imageio_ffmpeg
    return str(imageio_ffmpeg.get_ffmpeg_exe())


def animate(run: Run, fps: float = 25.0, speed: float | None = None, width: int = 800,
            start: float | None = None, end: float | None = None) -> Animation:
    """See :meth:`luztar.Run.animate`."""
    parts = len(run.model._core.parts())
    if parts > AT_MOST:
        raise ValueError(f"{parts} bodies and elements are too many to draw: at most {AT_MOST}")
    if not fps > 0 or (speed is not None and not speed > 0) or width < 100:
        raise ValueError("fps and speed are above 0, width is at least 100 pixels")
    begin = run.start if start is None else float(start)
    until = run.end if end is None else float(end)
    if not run.start <= begin < until <= run.end:
        raise ValueError(f"start and end lie within the run, {run.start:.10g} s to {run.end:.10g} s")
    if speed is None:
        speed = max((until - begin) / _LONGEST, 1e-300)
    count = max(2, 1 + math.floor((until - begin) / speed * fps * (1 + 1e-12)))
    times = np.minimum(begin + np.arange(count) * (speed / fps), until)
    return Animation(run, times, fps, 2 * (int(width) // 2))
