// Where bodies and elements go in the diagram: layers from left to right, counted in elements from
// the ground and the prescribed bodies; an element lies between its two ends, one of more than two
// ends is a node of its own. The ground has no place: it is drawn at each element that ends there.
// Where several joined bodies end on the ground, these elements are feet: they stand below their
// bodies, which are layers of their own.

const SYMBOL = 90; // length of an element's symbol
const LEAD = 32; // of the lines to it, at least
const LANE = 66; // between elements side by side
const FOOT_GAP = 12; // of a foot to its body and to the ground
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
    for (const id of [a, b]) node(id, { ground: true }).links.push(link);
  };
  data.elements.forEach((element, index) => {
    const terms = [...element.terms];
    const inner = terms.filter(([body]) => body !== GROUND);
    if (element.kind === "force" && inner.length === 1) {
      loads.push({ element, index, body: inner[0][0] });
      return;
    }
    if (terms.length === 1) terms.push([GROUND, 1]);
    if (terms.length === 2) {
      join(terms[0][0], terms[1][0], { element, index, arms: terms.map((term) => term[1]) });
    } else {
      const hub = `e${index}`;
      node(hub, { element, index });
      for (const [body, arm] of terms) join(body, hub, { arms: [arm, 1] });
    }
  });
  markFeet([...nodes.values()]);
  return { nodes: [...nodes.values()], links, loads };
}

const otherEnd = (link, id) => (link.a === id ? link.b : link.a);
const onGround = (link) => link.a === GROUND || link.b === GROUND;

/** Nodes that are joined to each other, not over the ground. */
function joinedNodes(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const left = new Set(nodes.filter((node) => !node.ground));
  const groups = [];
  for (const first of left) {
    const group = [first];
    left.delete(first);
    for (const node of group) {
      for (const link of node.links) {
        const next = byId.get(otherEnd(link, node.id));
        if (left.delete(next)) group.push(next);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Sets link.foot, and node.root of the body that is the first layer of those joined to it. */
function markFeet(nodes) {
  for (const group of joinedNodes(nodes)) {
    const standing = group.filter((node) => node.body && node.links.some(onGround));
    if (standing.length < 2) continue;
    for (const node of standing)
      for (const link of node.links) link.foot = onGround(link) && !!link.element;
    const driven = group.filter((node) => node.body && node.body.kind !== "free");
    const others = (node) => node.links.filter((link) => !onGround(link)).length;
    (driven.length ? driven : standing).reduce((a, b) => (others(b) < others(a) ? b : a)).root =
      true;
  }
}

/** Sets node.layer by breadth-first search and returns the layers. */
function layersOf(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const queue = [];
  const spread = () => {
    for (let node; (node = queue.shift());) {
      for (const link of node.links) {
        if (link.foot) continue;
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
  const driven = (node) => node.body && node.body.kind !== "free" && !node.links.some(onGround);
  startAt(nodes.filter((node) => node.ground || node.root || driven(node)));
  for (const node of nodes) if (node.layer === undefined) startAt([node]);
  spreadLeaves(nodes, byId);
  const layers = [];
  for (const node of nodes) (layers[node.layer] ??= []).push(node);
  return layers;
}

const MANY_LEAVES = 8; // in one layer

/** Of many nodes that are joined to one of the first nodes alone, half stand on its other side. */
function spreadLeaves(nodes, byId) {
  for (const node of nodes) {
    if (node.ground || node.layer > 1) continue;
    const others = ({ links, id }) => links.filter(({ foot }) => !foot).map((link) => otherEnd(link, id));
    const leaves = [...new Set(others(node))]
      .map((id) => byId.get(id))
      .filter((other) => other.layer > node.layer && others(other).every((id) => id === node.id));
    if (leaves.length <= MANY_LEAVES) continue;
    if (node.layer === 0) for (const one of nodes) ++one.layer;
    for (const leaf of leaves.slice(leaves.length >> 1)) leaf.layer = node.layer - 1;
  }
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

const LONGEST_STATE = "stuck 100 %"; // of what has modes

/** Of the name and the state below it. */
const labelWidth = (link) =>
  Math.max(nameWidth(link), link.element && link.element.modes ? wordsWidth(LONGEST_STATE, SMALL_SIZE) : 0);

/** Width of an element between two layers: its symbol or name, and the numbers of its arms. */
function linkWidth(link) {
  const arm = Math.max(...link.arms.map((one) => wordsWidth(armWords(one), SMALL_SIZE)));
  return Math.max(SYMBOL, nameWidth(link)) + 2 * arm;
}

const PLATE = 22; // pixels, half of the ground below a friction that is a foot

const isFootFriction = ({ foot, element }) => !!foot && element.kind === "friction";

/** From the middle of an upright element to its name, which stands right of it. */
const nameGap = (link) => (isFootFriction(link) ? PLATE + 6 : 16);

/** How far upright elements side by side are apart. */
const apartOf = (links) =>
  Math.max(44, ...links.map((link) => nameGap(link) + (isFootFriction(link) ? PLATE : 12) + 6 + labelWidth(link)));

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
function reachOf(node) {
  const half = node.w / 2;
  const { first, apart } = loadsAt(node);
  const side = apart / 2 - 22; // of an arrow's name
  const last = first + node.loads.length * apart - side - 12;
  const { below } = node;
  const names = below.map(
    (link, i) => (i - (below.length - 1) / 2) * apartOf(below) + nameGap(link) + 8 + labelWidth(link),
  );
  if (node.loads.length === 0) return [half, Math.max(half, ...names)];
  return [Math.max(half, side - first), Math.max(half, last, ...names)];
}

/** Places everything in rows of this width: sets x, y, w, h of nodes, lane of links. */
function place({ nodes, links, loads }, width) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layers = layersOf(nodes);
  orderLayers(layers);
  for (const node of nodes)
    Object.assign(node, { left: [], right: [], below: [], atop: [], loads: [] });
  for (const load of loads) byId.get(load.body).loads.push(load);
  for (const link of links) assignSides(link, byId.get(link.a), byId.get(link.b));
  for (const node of nodes) sizeNode(node);
  placeRows(rowsOf(layers, width));
  for (const node of nodes) sortPorts(node, byId);
  for (const side of layers.keys())
    setLanes(links.filter((link) => link.from.layer === side && !link.bow && !link.upright));
}

/** Layers side by side: sets node.x; rows end where they are full and one body leads to the next. */
function rowsOf(layers, width) {
  const rows = [[]];
  let x = 0;
  layers.forEach((layer, depth) => {
    const reaches = layer.map((node) => reachOf(node));
    const left = Math.max(...reaches.map(([most]) => most)),
      right = Math.max(...reaches.map(([, most]) => most));
    if (x + left + right > width && depth && isChain(layers[depth - 1]) && isChain(layer)) {
      rows.push([]);
      x = Math.max(...layer[0].left.map(linkWidth)) + 2 * LEAD;
    }
    rows[rows.length - 1].push(layer);
    for (const node of layer) {
      node.begin = x; // of the layer
      node.x = x + left - node.w / 2;
      node.end = x + left + right; // with names
    }
    x = afterLayer(layer, x + left + right);
  });
  return rows;
}

const isChain = (layer) => layer.length === 1 && !layer[0].ground;

const ROW_GAP = 38;

/** Rows below each other: sets node.y, and node.rowTop. */
function placeRows(rows) {
  let top = 0;
  for (const row of rows) {
    const nodes = row.flat();
    const heights = row.map((layer) => stackLayer(layer));
    const height = Math.max(...heights);
    const rowTop = top;
    if (top) top += Math.max(...nodes.map(({ above }) => above));
    row.forEach((layer, i) => {
      for (const node of layer) {
        node.rowTop = rowTop;
        node.y += top + (height - heights[i]) / 2;
      }
    });
    top = Math.max(...nodes.map(bottomOf)) + ROW_GAP;
  }
}

/** With feet. */
function bottomOf(node) {
  const feet = node.below.filter(({ foot }) => foot);
  const reach = feet.some((link) => !isFootFriction(link)) ? SYMBOL + 2 * FOOT_GAP + 10 : 79;
  return node.y + node.h + (feet.length ? reach : 0);
}

/** Gives the bows of a layer that ends at x their places; returns where the next layer begins. */
function afterLayer(layer, x) {
  const leaving = [...new Set(layer.flatMap((node) => node.right))];
  const span = ({ from, to }) => to.place - from.place;
  const bows = leaving.filter((link) => link.bow).sort((a, b) => span(a) - span(b));
  const apart = apartOf(bows);
  bows.forEach((link, i) => {
    link.out = x + 26 + i * apart;
  });
  return x + bows.length * apart + Math.max(0, ...leaving.map(linkWidth)) + 2 * LEAD;
}

function assignSides(link, a, b) {
  if (link.foot) {
    [link.from, link.to] = a.ground ? [b, a] : [a, b];
    link.upright = true;
    link.from.below.push(link);
    return;
  }
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

/** A body that turns has a gear wheel beside its name. */
const GEAR_RADIUS = 17;
const gearRoom = ({ body }) => (body && body.angle ? GEAR_RADIUS + 4 : 0);

/** Of a mass and the inertias that couple it to others. */
const detailRoom = (node) =>
  node.body && node.body.inertias
    ? 96 + wordsWidth(node.body.inertias, SMALL_SIZE) + 2 * gearRoom(node)
    : 0;

const isWrapped = ({ from, to }) => from.rowTop !== to.rowTop;

function sizeNode(node) {
  const ports = Math.max(node.left.length, node.right.length, 1);
  node.h = node.ground ? 0 : Math.max(56, (ports - 1) * LANE + 40);
  const across = Math.max(...[node.below, node.atop].map((list) => list.length * apartOf(list)));
  node.w = node.ground
    ? 0
    : Math.max(
        wordsWidth((node.body || node.element).name) + 28 + 2 * gearRoom(node),
        96 + gearRoom(node),
        detailRoom(node),
        across,
      );
  node.above = node.loads.length ? 58 : 0;
}

function stackLayer(layer) {
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
    y = bottom + (node.below.length ? SYMBOL + 36 : 34);
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
function setLanes(links) {
  const least = LANE - 4;
  for (const link of links) {
    link.yb = portY(link.to, link.to.left, link);
    link.ya = link.from.ground ? link.yb : portY(link.from, link.from.right, link);
    link.lane = isWrapped(link) ? link.yb : (link.ya + link.yb) / 2;
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
