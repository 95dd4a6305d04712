// Where bodies and elements go in the diagram: layers from left to right, counted in elements from
// the ground and the prescribed bodies; an element lies between its two ends, one of more than two
// ends is a node of its own. The ground has no place: it is drawn at each element that ends there.

const SYMBOL = 90; // length of an element's symbol
const LEAD = 24; // of the lines to it, at least
const LANE = 58; // between elements side by side
const GROUND = -1;

/** { nodes, links, loads }: what is to be drawn, without places. */
function network() {
  const nodes = new Map();
  const node = (id, about) => nodes.get(id) || nodes.set(id, { id, links: [], ...about }).get(id);
  data.bodies.forEach((body, i) => node(i, { body }));
  const links = [],
    loads = [];
  const join = (a, b, about) => {
    const link = { a, b, ...about };
    links.push(link);
    nodes.get(a).links.push(link);
    nodes.get(b).links.push(link);
  };
  data.elements.forEach((element, index) => {
    const terms = [...element.terms];
    const inner = terms.filter(([body]) => body !== GROUND);
    if (element.kind === "force" && inner.length === 1) {
      loads.push({ element, index, body: inner[0][0] });
      return;
    }
    if (terms.length === 1) terms.push([GROUND, 1]);
    for (const [body] of terms) if (body === GROUND) node(GROUND, { ground: true });
    if (terms.length === 2) {
      join(terms[0][0], terms[1][0], { element, index, arms: terms.map((term) => term[1]) });
    } else {
      const hub = `e${index}`;
      node(hub, { element, index });
      for (const [body, arm] of terms) join(body, hub, { arms: [arm, 1] });
    }
  });
  return { nodes: [...nodes.values()], links, loads };
}

const otherEnd = (link, id) => (link.a === id ? link.b : link.a);

/** Sets node.layer by breadth-first search and returns the layers. */
function layersOf(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const queue = [];
  const spread = () => {
    for (let node; (node = queue.shift());) {
      for (const link of node.links) {
        const next = byId.get(otherEnd(link, node.id));
        if (next.layer !== undefined) continue;
        next.layer = node.layer + 1;
        queue.push(next);
      }
    }
  };
  const startAt = (roots) => {
    for (const node of roots) node.layer = 0;
    queue.push(...roots);
    spread();
  };
  const grounded = (node) => node.links.some((link) => otherEnd(link, node.id) === GROUND);
  startAt(
    nodes.filter(
      (node) => node.ground || (node.body && node.body.kind !== "free" && !grounded(node)),
    ),
  );
  for (const node of nodes) if (node.layer === undefined) startAt([node]);
  const layers = [];
  for (const node of nodes) (layers[node.layer] ??= []).push(node);
  return layers;
}

/** Orders each layer: near its neighbours of the layer before, chains within a layer in a row. */
function orderLayers(layers) {
  layers.forEach((layer, depth) => {
    const rank = (node) => {
      const places = node.links
        .map((link) => otherEnd(link, node.id))
        .map((id) => (depth ? layers[depth - 1].findIndex((other) => other.id === id) : -1))
        .filter((place) => place >= 0);
      return places.length ? places.reduce((a, b) => a + b, 0) / places.length : 0;
    };
    const ranks = new Map(layer.map((node) => [node, rank(node)]));
    layer.sort((a, b) => ranks.get(a) - ranks.get(b));
    layers[depth] = inChains(layer);
  });
  layers.forEach((layer) =>
    layer.forEach((node, place) => {
      node.place = place;
    }),
  );
}

function inChains(layer) {
  const byId = new Map(layer.map((node) => [node.id, node]));
  const beside = (node) =>
    [...new Set(node.links.map((link) => otherEnd(link, node.id)))]
      .filter((id) => byId.has(id))
      .map((id) => byId.get(id));
  const done = new Set(),
    ordered = [];
  const walk = (first) => {
    const stack = [first];
    for (let node; (node = stack.pop());) {
      if (done.has(node)) continue;
      done.add(node);
      ordered.push(node);
      stack.push(
        ...beside(node)
          .filter((next) => !done.has(next))
          .reverse(),
      );
    }
  };
  for (const node of layer) if (beside(node).length === 1) walk(node); // ends of chains first
  for (const node of layer) walk(node);
  return ordered;
}

const NAME_SIZE = 14, // pixels, as in page.css
  SMALL_SIZE = 12;

/** Width in pixels of words in the drawing. */
function wordsWidth(words, size = NAME_SIZE) {
  const context = (wordsWidth.context ??= document.createElement("canvas").getContext("2d"));
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(words).width;
}

const nameWidth = ({ element }) => (element ? wordsWidth(element.name) : 0);

/** Width of an element between two layers: its symbol or name, and the numbers of its arms. */
function linkWidth(link) {
  const arm = Math.max(...link.arms.map((one) => wordsWidth(armWords(one), SMALL_SIZE)));
  return Math.max(SYMBOL, nameWidth(link)) + 2 * arm;
}

/** How far upright elements side by side are apart: the name stands right of the symbol. */
const apartOf = (links) => Math.max(44, ...links.map((link) => 34 + nameWidth(link)));

/**
 * Where a body's arrows of forces stand: x of the first one from the body's middle, and how far they
 * are apart. They are left of what comes from above.
 */
function loadsAt({ loads, atop }) {
  const apart = Math.max(64, ...loads.map((load) => nameWidth(load) + 12));
  if (atop.length === 0) return { first: -22 - ((loads.length - 1) / 2) * apart, apart };
  return { first: -((atop.length - 1) / 2) * apartOf(atop) - loads.length * apart, apart };
}

/** How far a node, its arrows and the names below it reach from its middle: [left, right]. */
function reachOf(node, compact) {
  const half = node.w / 2;
  if (compact) return [half, half];
  const { first, apart } = loadsAt(node);
  const side = apart / 2 - 22; // of an arrow's name
  const last = first + node.loads.length * apart - side - 12;
  const { below } = node;
  const names = below.map(
    (link, i) => (i - (below.length - 1) / 2) * apartOf(below) + 24 + nameWidth(link),
  );
  if (node.loads.length === 0) return [half, Math.max(half, ...names)];
  return [Math.max(half, side - first), Math.max(half, last, ...names)];
}

/** Places everything: sets x, y, w, h of nodes, lane of links. */
function place({ nodes, links, loads }, compact) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layers = layersOf(nodes);
  orderLayers(layers);
  for (const node of nodes)
    Object.assign(node, { left: [], right: [], below: [], atop: [], loads: [] });
  for (const load of loads) byId.get(load.body).loads.push(load);
  for (const link of links) assignSides(link, byId.get(link.a), byId.get(link.b));
  for (const node of nodes) sizeNode(node, compact);
  const heights = layers.map((layer) => stackLayer(layer, compact));
  const height = Math.max(...heights);
  let x = 0;
  layers.forEach((layer, depth) => {
    const reaches = layer.map((node) => reachOf(node, compact));
    const middle = x + Math.max(...reaches.map(([left]) => left));
    for (const node of layer) {
      node.begin = x; // of the layer
      node.x = middle - node.w / 2;
      node.y += (height - heights[depth]) / 2;
    }
    x = afterLayer(layer, middle + Math.max(...reaches.map(([, right]) => right)), compact);
  });
  for (const node of nodes) sortPorts(node, byId);
  for (const side of layers.keys())
    setLanes(
      links.filter((link) => link.from && link.from.layer === side && !link.bow && !link.upright),
      compact,
    );
}

/** Gives the bows of a layer that ends at x their places; returns where the next layer begins. */
function afterLayer(layer, x, compact) {
  const leaving = [...new Set(layer.flatMap((node) => node.right))];
  const span = ({ from, to }) => to.place - from.place;
  const bows = leaving.filter((link) => link.bow).sort((a, b) => span(a) - span(b));
  const apart = compact ? 6 : apartOf(bows);
  bows.forEach((link, i) => {
    link.out = x + (compact ? 10 : 26) + i * apart;
  });
  if (compact) return x + bows.length * apart + 70;
  return x + bows.length * apart + Math.max(0, ...leaving.map(linkWidth)) + 2 * LEAD;
}

function assignSides(link, a, b) {
  [link.from, link.to] =
    a.layer < b.layer || (a.layer === b.layer && a.place <= b.place) ? [a, b] : [b, a];
  if (a.layer !== b.layer) {
    link.from.right.push(link);
    link.to.left.push(link);
  } else if (link.to.place - link.from.place === 1) {
    link.upright = true;
    link.from.below.push(link);
    link.to.atop.push(link);
  } else {
    link.bow = true; // around the nodes between
    link.from.right.push(link);
    link.to.right.push(link);
  }
}

/** Ends in the order of what they lead to: fewer crossings. */
function sortPorts(node, byId) {
  const rank = (link) => {
    const other = byId.get(otherEnd(link, node.id));
    return other.ground ? node.y + node.h / 2 : other.y + other.h / 2;
  };
  for (const list of [node.left, node.right]) list.sort((p, q) => rank(p) - rank(q));
}

function sizeNode(node, compact) {
  const lane = compact ? 14 : LANE;
  const ports = Math.max(node.left.length, node.right.length, 1);
  node.h = node.ground ? 0 : Math.max(compact ? 24 : 56, (ports - 1) * lane + (compact ? 16 : 40));
  const across = Math.max(
    ...[node.below, node.atop].map((list) => list.length * (compact ? 12 : apartOf(list))),
  );
  node.w = node.ground
    ? 0
    : Math.max(
        wordsWidth((node.body || node.element).name) + (compact ? 12 : 28),
        compact ? 40 : 96,
        across,
      );
  node.above = node.loads.length && !compact ? 58 : 0;
}

function stackLayer(layer, compact) {
  let y = 0,
    bottom = y;
  layer.forEach((node) => {
    if (node.ground) {
      node.y = y;
      return;
    }
    if (bottom > 0) y += node.above;
    node.y = y;
    bottom = y + node.h;
    y = bottom + (node.below.length ? (compact ? 26 : SYMBOL + 36) : compact ? 10 : 34);
  });
  return bottom;
}

/** The y of a link's end at a node. */
function portY(node, list, link) {
  const n = list.length,
    i = list.indexOf(link);
  const apart = n > 1 ? Math.min(LANE, (node.h - 12) / (n - 1)) : 0;
  return node.y + node.h / 2 + (i - (n - 1) / 2) * apart;
}

/** Elements between two layers get lanes of their own, in the order of their ends. */
function setLanes(links, compact) {
  const least = compact ? 8 : LANE - 4;
  for (const link of links) {
    link.yb = portY(link.to, link.to.left, link);
    link.ya = link.from.ground ? link.yb : portY(link.from, link.from.right, link);
    link.lane = (link.ya + link.yb) / 2;
  }
  links.sort((a, b) => a.lane - b.lane);
  let shift = 0;
  for (let i = 1; i < links.length; ++i) {
    const wanted = links[i - 1].lane + least;
    if (links[i].lane < wanted) {
      shift = Math.max(shift, wanted - links[i].lane);
      links[i].lane = wanted;
    }
  }
  const first = links[0];
  if (first && shift) {
    const up = Math.min(shift / 2, Math.max(0, first.lane - 30));
    for (const link of links) link.lane -= up;
  }
}
