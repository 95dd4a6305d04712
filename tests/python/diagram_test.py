"""Diagrams show each body and element once, apart from each other, and notebooks show them."""
import re
import xml.etree.ElementTree as ET

import pytest

import luztar as lz
from luztar._layout import Body, Element
from luztar.diagram import draw

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [name for name in lz.examples() if name not in ("layers_100", "burridge_knopoff")]


def texts(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(f"{SVG}text"))


def names(svg: str) -> list[str]:
    return sorted(text.text for text in texts(svg) if "font-size" not in text.attrib)


def box_of(text: ET.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, with letters narrower than those that the layout counts on."""
    small = "font-size" in text.attrib
    width = len(text.text) * (6.0 if small else 7.0)
    left = float(text.get("x")) - width * {"start": 0, "middle": 0.5, "end": 1}[
        text.get("text-anchor")]
    y = float(text.get("y"))
    return left, y - (8 if small else 10), left + width, y


def network(**more) -> lz.Model:
    """Three bodies in a ring, two frictions between two of them."""
    return lz.Model(
        bodies={"a": {"mass": 1.0}, "b": {"inertia": 2.0}, "c": {"motion": "t"}},
        springs={"ab": {"between": ["a", "b"], "stiffness": 1.0, "freeplay": 0.1},
                 "bc": {"between": ["b", "c"], "stiffness": 1.0}},
        frictions={"dry": {"between": ["a", "c"], "kinetic": 1.0},
                   "wet": {"between": ["a", "c"], "kinetic": 2.0}},
        simulation={"duration": 1.0}, **more)


@pytest.mark.parametrize("name", DRAWN)
def test_every_name_is_drawn_once_and_none_on_another(name):
    model = lz.example(name)
    svg = model.diagram().svg
    assert names(svg) == sorted([*model.bodies, *model.elements])
    boxes = [(box_of(text), text.text) for text in texts(svg)]
    left, top, width, height = map(float, ET.fromstring(svg).get("viewBox").split())
    for i, ((l, t, r, b), words) in enumerate(boxes):
        assert left <= l and r <= left + width and top <= t and b <= top + height, words
        for (l2, t2, r2, b2), other in boxes[:i]:
            assert r <= l2 or r2 <= l or b <= t2 or b2 <= t, (words, other)


@pytest.mark.parametrize("on_ground", [False, True])
def test_many_blocks_on_a_plate_stand_on_both_sides_of_it(on_ground):
    bodies = [Body("plate", "free", 10.0, False), *(Body(f"b{i}", "free", 1.0, False) for i in range(20))]
    ends = [[(i + 1, 1.0), (0, -1.0)] for i in range(20)] + [[(0, 1.0), (-1, -1.0)]] * on_ground
    elements = [Element(f"f{i}", "friction", True, False, 0.0, 0.0, terms) for i, terms in enumerate(ends)]
    svg = draw(bodies, elements)
    place = {text.text: float(text.get("x")) for text in texts(svg)}
    left = sum(place[f"b{i}"] < place["plate"] for i in range(20))
    assert 9 <= left <= 11
    assert float(ET.fromstring(svg).get("viewBox").split()[3]) < 20 * 66  # of lanes one below the other


@pytest.mark.parametrize("name", DRAWN)
def test_boxes_are_apart_and_no_name_crosses_their_edges(name):
    svg = lz.example(name).diagram().svg
    boxes = []
    for rect in ET.fromstring(svg).iter(f"{SVG}rect"):
        if rect.get("x"):
            x, y, w, h = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
            boxes.append((x, y, x + w, y + h))
    for i, (l, t, r, b) in enumerate(boxes):
        assert all(r <= l2 or r2 <= l or b <= t2 or b2 <= t for l2, t2, r2, b2 in boxes[:i])
        for l2, t2, r2, b2 in map(box_of, texts(svg)):
            apart = r <= l2 or r2 <= l or b <= t2 or b2 <= t
            assert apart or (l <= l2 and r2 <= r and t <= t2 and b2 <= b)


def test_names_of_wide_letters_have_room():
    """Widths of DejaVu Sans, one of the widest fonts that pages are shown in, in parts of its size."""
    wide = {"W": 0.989, "M": 0.863, "m": 0.974, "_": 0.5}
    name = "MWm_" * 8
    svg = lz.Model(bodies={"b": {"mass": 1.0}},
                   springs={name: {"between": ["b", "ground"], "stiffness": 1.0}},
                   simulation={"duration": 1.0}).diagram().svg
    text = next(text for text in texts(svg) if text.text == name)
    half = 14 * sum(wide[letter] for letter in name) / 2
    left, _, width, _ = map(float, ET.fromstring(svg).get("viewBox").split())
    assert left < float(text.get("x")) - half and float(text.get("x")) + half < left + width


def test_two_frictions_between_the_same_bodies_lie_apart():
    svg = network().diagram().svg
    places = {text.text: float(text.get("y")) for text in texts(svg)}
    assert abs(places["dry"] - places["wet"]) > 40
    assert "<title>friction dry</title>" in svg and "<title>friction wet</title>" in svg


def test_elements_that_cross_have_lanes_of_their_own():
    motions, blocks = ("left", "right"), ("low", "high")
    svg = lz.Model(
        bodies={**{m: {"motion": "t"} for m in motions}, **{b: {"mass": 1.0} for b in blocks}},
        dampers={f"{m}_{b}": {"between": [m, b], "damping": 1.0} for m in motions for b in blocks},
        simulation={"duration": 1.0}).diagram().svg
    lanes = sorted(float(text.get("y")) for text in texts(svg) if "_" in text.text)
    assert len(lanes) == 4 and all(b - a > 40 for a, b in zip(lanes, lanes[1:]))


def test_words_of_bodies_gaps_and_arms():
    svg = network(links={"gear": {"across": {"a": 1.0, "b": -0.25}}}).diagram().svg
    small = {text.text for text in texts(svg) if "font-size" in text.attrib}
    assert small == {"1 kg", "2 kg m²", "given motion", "×0.25"}
    assert "spring with a gap ab, −0.1 to 0.1 m" in svg
    assert svg.count("stroke-dasharray") == 1, "the given motion alone is dashed"


def test_colours_are_those_of_the_page_and_nothing_leaks_into_it():
    svg = network().diagram().svg
    assert set(re.findall(r'(?:stroke|fill)="([^"]*)"', svg)) == {"currentColor", "none"}
    assert not re.search(r"<style|<script|\bid=|href", svg)


def test_names_are_text():
    name = '<b>&"'
    svg = draw([Body(name, "free", 1.0, False)],
               [Element(name * 2, "damper", False, False, 0.0, 0.0, [(0, 1.0), (-1, 1.0)])])
    assert names(svg) == [name, name * 2]


def test_a_large_model_is_a_sentence():
    svg = lz.example("layers_100").diagram().svg
    assert [text.text for text in texts(svg)] == [
        "101 bodies, 100 frictions: too many to draw here."]


def test_a_diagram_is_saved_and_shown(tmp_path):
    diagram = lz.example("belt").diagram()
    diagram.save(tmp_path / "belt.svg")
    assert (tmp_path / "belt.svg").read_text(encoding="utf-8") == diagram.svg
    assert diagram._repr_svg_() == diagram.svg and diagram.svg in diagram._repr_html_()


def test_a_notebook_shows_a_model_without_the_styles_of_a_page():
    model = lz.parse(lz.example("belt").to_toml().replace("Mass on a belt", "m < M & belt"))
    page = model._repr_html_()
    assert page.count("m &lt; M &amp; belt") == 1
    assert "<svg" in page and "<math" in page
    for shown in (page, model.derive()._repr_html_(),
                  lz.example("two_blocks_on_ground").reduce("M1=inf")._repr_html_()):
        assert not re.search(r"<(style|html|body|h1|h2)\b", shown) and "<math" in shown


def test_parameters_stand_in_their_units():
    page = lz.example("steering")._repr_html_()
    assert re.search(r"<td>g</td><td>3</td><td[^>]*>deg</td>", page)


def test_equations_of_a_large_model_are_not_printed():
    page = lz.example("layers_100")._repr_html_()
    assert "model.derive()" in page and len(page) < 5000
