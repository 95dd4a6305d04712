"""Pictures of a run that moves."""
import io
import subprocess
import sys

import numpy as np
import pytest

import luztar as lz

PIL_Image = pytest.importorskip("PIL.Image")

from luztar import _motion, animation  # noqa: E402
from luztar._layout import Body, Element  # noqa: E402
from luztar._symbols import symbol  # noqa: E402

BLOCK = lz.Model(
    title="Two blocks",
    bodies={"a": {"mass": 1.0, "position": 0.01}, "b": {"mass": 1.0}},
    springs={"s": {"between": ["a", "ground"], "stiffness": 100.0}},
    frictions={"f": {"between": ["b", "ground"], "kinetic": 1.0}},
    dampers={"c": {"between": ["a", "b"], "damping": 0.1}},
    simulation={"duration": 2, "samples": 11})


def motion_of(run, times):
    bodies, elements = run.model._core.network()
    return _motion.Motion(run, np.asarray(times), [Body(*row) for row in bodies],
                          [Element(*row) for row in elements])


def test_bodies_shift_by_a_round_multiple_of_their_motion():
    times = np.linspace(0, 2, 21)
    run = BLOCK.simulate()
    motion = motion_of(run, times)
    q = run.at(times).q["a"]
    pixels = np.array([motion.shift("a", i) for i in range(21)])
    middle = (q.min() + q.max()) / 2
    assert np.allclose(pixels, (q - middle) * motion.shift_scale * 96 / 0.0254)
    assert 6 < np.abs(pixels).max() <= 30  # a round number: at least a fifth of what there is room for
    assert motion.shift_scale in {0.1, 0.2, 0.5, 1.0, 2.0}
    assert motion.moment("f", 3).mode == "stuck"
    assert motion.moment("s", 5).part == pytest.approx(
        np.clip((q[5] - middle) / (q.max() - middle), -1, 1))


def test_a_belt_stays_and_its_marks_pass():
    motion = motion_of(lz.example("belt").simulate(), np.linspace(0, 20, 201))
    assert motion.shift("belt", 20) == 0.0
    assert motion.passed("belt", 20) - motion.passed("belt", 0) == pytest.approx(
        0.4 * motion.shift_scale * 96 / 0.0254)
    assert motion.passed("block", 2) is None and motion.turn("belt", 0) is None


def test_symbols_join_their_ends_and_show_modes():
    friction = Element("f", "friction", True, False, -np.inf, np.inf, [])
    spring = Element("s", "spring", False, False, -np.inf, np.inf, [])
    gap = Element("g", "spring", True, False, -0.01, 0.01, [])
    for element in (friction, spring, gap):
        for length in (60.0, 90.0, 150.0):
            points = [p for piece in symbol(element, length, 1.0, _motion.Moment("gap", 0, 0, 0))
                      for p in piece.points]
            assert (0, 0) in points and (length, 0) in points
    fills = {mode: [piece.fill for piece in symbol(friction, 90, 1.0, _motion.Moment(mode, 0, 0, 0))
                    if piece.fill] for mode in ("stuck", "forward", "backward")}
    assert fills == {"stuck": ["held"], "forward": ["slides"], "backward": ["slides"]}
    heads = [max(symbol(friction, 90, 1.0, _motion.Moment(mode, 0, 0, 0))[-1].points)[0] > 56
             for mode in ("forward", "backward")]
    assert heads == [False, True]  # the upper plate is that of the left end


def test_feet_stand_on_the_floor_and_lean():
    """Joined bodies that are both held by the ground."""
    scene = animation._Scene(BLOCK.simulate(), np.linspace(0, 2, 21), 400)
    feet = [link for link in scene._links if link.foot]
    assert sorted(link.element.name for link in feet) == ["f", "s"]
    drawn = []
    scene._symbol = lambda element, start, end, *_: drawn.append((element.name, start, end))
    scene.picture(0)
    places = {name: (start, end) for name, start, end in drawn}
    (x, y), (floor_x, floor_y) = places["s"]
    assert x - floor_x == pytest.approx(scene._motion.shift("a", 0)) and abs(x - floor_x) > 5
    assert floor_y - y == 90
    assert {animation._direction(link) for link in feet} <= {1.0, -1.0}


def test_a_gif_has_its_pictures_its_time_and_what_moves(tmp_path):
    run = BLOCK.simulate()
    made = run.animate(tmp_path / "a.gif", fps=10, speed=0.5, width=300)
    assert len(made) == 41 and np.allclose(made.times, np.arange(41) / 20)
    with PIL_Image.open(tmp_path / "a.gif") as gif:
        assert max(gif.size) == 300
        total = 0
        for i in range(gif.n_frames):
            gif.seek(i)
            total += gif.info["duration"]
        assert total == 4100
    first, last = (np.asarray(made.picture(i).convert("L"), dtype=int) for i in (0, 7))
    changed = np.abs(first - last) > 60
    assert 0 < changed.sum() < 0.1 * changed.size
    assert made._repr_html_().startswith("<img")
    again = run.animate(fps=10, speed=0.5, width=300)
    assert np.array_equal(np.asarray(again.picture(-1)), np.asarray(made.picture(40)))


def test_start_end_and_speed_choose_the_times():
    run = BLOCK.simulate()
    assert run.animate(fps=5).times[-1] == 2.0 and len(run.animate(fps=5)) == 51  # 10 s
    part = run.animate(fps=4, speed=1, start=0.5, end=1.5)
    assert np.allclose(part.times, [0.5, 0.75, 1.0, 1.25, 1.5])
    for wrong in ({"start": -1}, {"end": 3}, {"start": 1, "end": 1}):
        with pytest.raises(ValueError, match="within the run"):
            run.animate(**wrong)
    with pytest.raises(ValueError, match="above 0"):
        run.animate(speed=0)
    with pytest.raises(ValueError, match="write .gif"):
        run.animate("a.avi")


def test_mp4_needs_ffmpeg_and_says_so(tmp_path, monkeypatch):
    made = BLOCK.simulate().animate(fps=5, speed=2, width=200)
    monkeypatch.setattr(animation.shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ModuleNotFoundError, match=r"luztar\[animation\]"):
        made.save(tmp_path / "a.mp4")


def test_mp4_gets_every_picture_whole(tmp_path, monkeypatch):
    """A program in the place of ffmpeg keeps what it is told."""
    program = tmp_path / "ffmpeg"
    program.write_text(f"#!{sys.executable}\nimport sys\n"
                       "open(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())\n"
                       "open(sys.argv[-1] + '.words', 'w').write(' '.join(sys.argv[1:]))\n")
    program.chmod(0o755)
    monkeypatch.setattr(animation.shutil, "which", lambda _: str(program))
    made = BLOCK.simulate().animate(tmp_path / "a.mp4", fps=5, speed=1, width=200)
    width, height = made.picture(0).size
    assert width % 2 == height % 2 == 0
    pictures = (tmp_path / "a.mp4").read_bytes()
    assert len(pictures) == len(made) * width * height * 3
    assert pictures[-width * height * 3:] == made.picture(-1).tobytes()
    assert f"-s {width}x{height} -r 5" in (tmp_path / "a.mp4.words").read_text()
    program.write_text("#!/bin/sh\necho no room >&2\nexit 1\n")
    with pytest.raises(OSError, match="no room"):
        made.save(tmp_path / "b.mp4")


def test_every_small_example_is_drawn():
    """All kinds of elements and places."""
    drawn = 0
    for name in lz.examples():
        model = lz.example(name)
        if len(model._core.parts()) > 60:
            with pytest.raises(ValueError, match="too many to draw"):
                model.simulate(duration=1e-3, samples=2).animate()
            continue
        run = model.simulate(samples=2, max_events=2000, duration=1e-3)
        picture = run.animate(fps=1, speed=1, width=300).picture(-1)
        assert len(picture.getcolors(100_000)) > 5
        drawn += 1
    assert drawn > 20
