"""Where bodies and elements go in a diagram: as in the report (src/luztar/io/report/50_layout.js).

Layers from left to right, counted in elements from the ground and the given motions. An element
lies between its two ends; one of three and more ends is a node of its own. The ground has no place:
it is drawn at each element that ends there. Where several joined bodies end on the ground, these
elements are feet: they stand below their bodies, which are layers of their own. The report begins
a new row where one is full; here there is one. Lengths are in pixels.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

SYMBOL = 90.0  #: length of an element's symbol
LEAD = 24.0  #: of the lines to it, at least
LANE = 58.0  #: between elements side by side
FOOT_GAP = 12.0  #: of a foot to its body and to the ground
LETTER = 8.2  #: width of a name's letter, of most fonts
WIDE, CAPITAL = 5.8, 1.8  #: more, of m, w, M, W, @ and of capitals
SMALL = 0.86  #: size of small letters
MASS = 96.0  #: width of a mass with its unit, in small letters
_GROUND = -1
_MANY_LEAVES = 8  #: in one layer


class Body(NamedTuple):
    """What is drawn of a body."""

    name: str
    kind: str  #: "free", "prescribed", or "steady": of infinite mass
    mass: float  #: [kg, kg m2]
    angle: bool
    inertias: str = ""  #: names of those that couple it to others, "section, tail"


class Element(NamedTuple):
    """What is drawn of an element."""

    name: str
    kind: str
    modes: bool
    angle: bool | None  #: its deflection is one; None: its dimension is not known
    lower: float  #: edges of a gap or a stop [m, rad]
    upper: float
    terms: Sequence[tuple[int, float]]  #: (body, -1: the ground; arm, 0: one that turns)


@dataclass(eq=False)
class Node:
    """A body, an element of three and more ends, or the ground, which has neither."""

    body: Body | None = None
    hub: Element | None = None
    links: list[Link] = field(default_factory=list)
    loads: list[Element] = field(default_factory=list)  #: forces on this body alone
    left: list[Link] = field(default_factory=list)
    right: list[Link] = field(default_factory=list)
    below: list[Link] = field(default_factory=list)
    above: list[Link] = field(default_factory=list)
    root: bool = False  #: the first layer of bodies that stand on feet
    layer: int = -1
    place: int = 0  #: in its layer
    x: float = 0.0
    y: float = 0.0
    w: float = 0.0
    h: float = 0.0

    @property
    def ground(self) -> bool:
        return self.body is None and self.hub is None

    @property
    def name(self) -> str:
        of = self.body or self.hub
        return of.name if of else ""

    def beside(self) -> list[Node]:
        """Its neighbours, each once; not over feet."""
        return list(dict.fromkeys(link.other(self) for link in self.links if not link.foot))


@dataclass(eq=False)
class Link:
    """An element between two nodes, or (without one) an arm of an element that is a node."""

    start: Node
    end: Node  #: to the right of `start`, or below it
    arms: tuple[float, float]
    element: Element | None = None
    foot: bool = False
    way: str = "across"  #: "upright": to the next in the layer, or a foot; "bow": round those between
    y_start: float = 0.0
    y_end: float = 0.0
    lane: float = 0.0  #: y of the symbol; of a bow its x

    def other(self, node: Node) -> Node:
        return self.end if node is self.start else self.start

    def turn(self) -> None:
        self.start, self.end = self.end, self.start
        self.arms = self.arms[::-1]

    def width(self) -> float:
        """Of its symbol, its name and the numbers at its ends."""
        name = words_width(self.element.name) if self.element else 0.0
        return max(SYMBOL, name) + 2 * SMALL * max(words_width(arm_words(a)) for a in self.arms)


def words_width(words: str) -> float:
    """At most, of a name."""
    wide = sum(words.count(letter) for letter in "mwMW@")
    return LETTER * len(words) + WIDE * wide + CAPITAL * sum(map(str.isupper, words))


def arm_words(arm: float) -> str:
    """0: it turns with the bodies."""
    return "" if arm == 0 or abs(abs(arm) - 1) < 1e-12 else f"×{abs(arm):.4g}"


def layout(bodies: Sequence[Body], elements: Sequence[Element]) -> tuple[list[Node], list[Link]]:
    """Nodes and links with their places."""
    nodes, links = _network(bodies, elements)
    _mark_feet(nodes)
    layers = _layers(nodes)
    for link in links:
        _choose_way(link)
    _set_sizes(nodes)
    _set_places(layers)
    for node in nodes:
        for ends in (node.left, node.right):
            ends.sort(key=lambda link: _middle(node if link.other(node).ground
                                               else link.other(node)))
    for depth in range(len(layers)):
        _set_lanes([link for link in links if link.start.layer == depth and link.way == "across"])
    for link in links:
        if link.way == "bow":
            link.y_start = port(link.start, link.start.right, link)
            link.y_end = port(link.end, link.end.right, link)
    return nodes, links


def _network(bodies: Sequence[Body], elements: Sequence[Element]) -> tuple[list[Node], list[Link]]:
    nodes = [Node(body=body) for body in bodies]
    ground = Node()
    links: list[Link] = []

    def join(a: Node, b: Node, arms: tuple[float, float], element: Element | None) -> None:
        link = Link(a, b, arms, element)
        links.append(link)
        a.links.append(link)
        b.links.append(link)

    for element in elements:
        ends = [(ground if body == _GROUND else nodes[body], arm) for body, arm in element.terms]
        inner = [node for node, _ in ends if node is not ground]
        if element.kind == "force" and len(inner) == 1:
            inner[0].loads.append(element)
            continue
        if len(ends) == 1:
            ends.append((ground, 1.0))
        if len(ends) == 2:
            (a, first), (b, second) = ends
            join(a, b, (first, second), element)
        else:
            hub = Node(hub=element)
            nodes.append(hub)
            for node, arm in ends:
                join(node, hub, (arm, 1.0), None)
    return nodes + [ground] * bool(ground.links), links


def _joined(nodes: list[Node]) -> list[list[Node]]:
    """Nodes that are joined to each other, not over the ground."""
    left = dict.fromkeys(node for node in nodes if not node.ground)
    groups = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for node in group:  # grows meanwhile
            for other in node.beside():
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups


def _mark_feet(nodes: list[Node]) -> None:
    def on_ground(link: Link) -> bool:
        return link.start.ground or link.end.ground

    for group in _joined(nodes):
        standing = [node for node in group if node.body and any(map(on_ground, node.links))]
        if len(standing) < 2:
            continue
        driven = [node for node in group if node.body and node.body.kind != "free"]
        root = min(driven or standing, key=lambda node: sum(not on_ground(x) for x in node.links))
        root.root = True
        for node in standing:
            for link in node.links:
                link.foot = on_ground(link) and link.element is not None


# --- layers ----------------------------------------------------------------------------------

def _layers(nodes: list[Node]) -> list[list[Node]]:
    """By breadth-first search from the ground and from given motions that have none beside."""
    def spread(roots: list[Node]) -> None:
        for root in roots:
            root.layer = 0
        queue = deque(roots)
        while queue:
            node = queue.popleft()
            for next_one in node.beside():
                if next_one.layer < 0:
                    next_one.layer = node.layer + 1
                    queue.append(next_one)

    spread([node for node in nodes if node.ground or node.root or (
        node.body and node.body.kind != "free" and not any(link.other(node).ground for link in node.links))])
    for node in sorted(nodes, key=lambda node: len(node.links)):  # ends of chains first
        if node.layer < 0:
            spread([node])
    _spread_leaves(nodes)
    layers: list[list[Node]] = [[] for _ in range(1 + max(node.layer for node in nodes))]
    for node in nodes:
        layers[node.layer].append(node)
    for layer in layers:
        layer.sort(key=_rank)
        layer[:] = _in_chains(layer)
        for place, node in enumerate(layer):
            node.place = place
    return layers


def _spread_leaves(nodes: list[Node]) -> None:
    """Of many nodes that are joined to one of the first nodes alone, half stand on its other side."""
    for node in nodes:
        if node.ground or node.layer > 1:
            continue
        leaves = [other for other in node.beside()
                  if other.layer > node.layer and other.beside() == [node]]
        if len(leaves) <= _MANY_LEAVES:
            continue
        if node.layer == 0:
            for one in nodes:
                one.layer += 1
        for leaf in leaves[len(leaves) // 2:]:
            leaf.layer = node.layer - 1


def _rank(node: Node) -> float:
    """Near its neighbours of the layer before: their mean place."""
    places = [other.place for other in node.beside() if other.layer == node.layer - 1]
    return sum(places) / len(places) if places else 0.0


def _in_chains(layer: list[Node]) -> list[Node]:
    """Chains within a layer in a row, so that their elements lead to the next one."""
    members = set(layer)
    inside = {node: [n for n in node.beside() if n in members] for node in layer}
    ordered: dict[Node, None] = {}
    for first in [node for node in layer if len(inside[node]) == 1] + layer:
        stack = [first]
        while stack:
            node = stack.pop()
            if node not in ordered:
                ordered[node] = None
                stack.extend(n for n in reversed(inside[node]) if n not in ordered)
    return list(ordered)


# --- places ----------------------------------------------------------------------------------

def _choose_way(link: Link) -> None:
    a, b = link.start, link.end
    if link.foot:
        if a.ground:
            link.turn()
        link.way = "upright"
        link.start.below.append(link)
        return
    if (a.layer, a.place) > (b.layer, b.place):
        link.turn()
        a, b = b, a
    if a.layer != b.layer:
        a.right.append(link)
        b.left.append(link)
    elif b.place - a.place == 1:
        link.way = "upright"
        a.below.append(link)
        b.above.append(link)
    else:
        link.way = "bow"
        a.right.append(link)
        b.right.append(link)


def across(links: list[Link]) -> float:
    """How far upright elements side by side are apart: the name stands beside the symbol."""
    return max([44.0, *(34 + words_width(link.element.name) for link in links if link.element)])


def _set_sizes(nodes: list[Node]) -> None:
    for node in nodes:
        if node.ground:
            continue
        ports = max(len(node.left), len(node.right), 1)
        node.h = max(56.0, (ports - 1) * LANE + 40)
        inertias = node.body.inertias if node.body else ""
        node.w = max(words_width(node.name) + 28, 96.0,
                     MASS + SMALL * words_width(inertias) if inertias else 0.0,
                     *(len(links) * across(links) for links in (node.below, node.above) if links))


def loads_from(node: Node) -> list[float]:
    """Where the arrows of forces above a body begin: left of what comes from above."""
    apart = max([64.0, *(words_width(load.name) + 12 for load in node.loads)])
    first = node.x + node.w / 2 - 22
    if node.above:
        first -= across(node.above) * (len(node.above) - 1) / 2 + len(node.loads) * apart - 22
    return [first + i * apart for i in range(len(node.loads))]


def _set_places(layers: list[list[Node]]) -> None:
    heights = [_stack(layer) for layer in layers]
    x = 0.0
    for layer, height in zip(layers, heights):
        width = max(node.w for node in layer)
        for node in layer:
            node.x = x + (width - node.w) / 2
            node.y += (max(heights) - height) / 2
        x += width
        leaving = list(dict.fromkeys(link for node in layer for link in node.right))
        bows = [link for link in leaving if link.way == "bow"]
        for link in bows:
            link.lane = x + 26
            x += across(bows)
        x += max([link.width() for link in leaving], default=0.0) + 2 * LEAD


def _stack(layer: list[Node]) -> float:
    """Puts a layer's nodes below each other; returns its height without the first one's arrows."""
    y = bottom = 0.0
    for node in layer:
        if node.ground:
            node.y = y
            continue
        node.y = y + (58 if node.loads and bottom else 0)
        bottom = node.y + node.h
        y = bottom + (SYMBOL + 36 if node.below else 34)
    return bottom


def _middle(node: Node) -> float:
    return node.y + node.h / 2


def port(node: Node, ends: list[Link], link: Link) -> float:
    """The y of a link's end at a node."""
    apart = min(LANE, (node.h - 12) / (len(ends) - 1)) if len(ends) > 1 else 0.0
    return _middle(node) + (ends.index(link) - (len(ends) - 1) / 2) * apart


def _set_lanes(links: list[Link]) -> None:
    """Elements between two layers get lanes of their own, in the order of their ends."""
    for link in links:
        link.y_end = port(link.end, link.end.left, link)
        link.y_start = (link.y_end if link.start.ground
                        else port(link.start, link.start.right, link))
        link.lane = (link.y_start + link.y_end) / 2
    links.sort(key=lambda link: link.lane)
    shift = 0.0
    for before, link in zip(links, links[1:]):
        wanted = before.lane + LANE - 4
        if link.lane < wanted:
            shift = max(shift, wanted - link.lane)
            link.lane = wanted
    for link in links:
        link.lane -= shift / 2
