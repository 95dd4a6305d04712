// Of many bodies: boxes in rows, in the order of what joins them, with lines for the elements.

const COMPACT_BEYOND = 40; // bodies

const isCompact = () => data.bodies.length > COMPACT_BEYOND;

/** Of the lines; the same in page.css. */
const KIND_COLOURS = {
  spring: "--stored",
  damper: "--backward",
  friction: "--forward",
  freewheel: "--forward",
  link: "--ink",
  stop: "--bad",
  force: "--mixed",
};

const COMPACT_SHIFT = 8, // pixels that a body moves to either side
  CELL_HEIGHT = 38,
  BOX_HEIGHT = 24;

/** Thin, a freewheel looks like a friction. */
const lineClass = ({ kind }) => (kind === "freewheel" ? "friction" : kind);

/** Bodies in rows: sets x, y of each node's middle. */
function placeInRows(nodes, width) {
  const layers = layersOf(nodes);
  orderLayers(layers);
  const ordered = layers.flat().filter(({ body }) => body);
  const box = Math.max(40, ...ordered.map(({ body }) => wordsWidth(body.name, SMALL_SIZE))) + 12;
  const cell = box + 2 * COMPACT_SHIFT + 10;
  const columns = Math.max(3, Math.floor(width / cell));
  ordered.forEach((node, i) => {
    const row = Math.floor(i / columns),
      along = i % columns;
    const column = row % 2 ? columns - 1 - along : along; // there and back: neighbours stay so
    Object.assign(node, { w: box, x: column * cell, y: row * CELL_HEIGHT });
  });
  return ordered;
}

class CompactBody {
  constructor({ id, body, x, y, w }) {
    this.id = id;
    const shape = makeSvg("rect", {
      class: body.kind === "free" ? "box" : "box driven",
      x: x - w / 2,
      y: y - BOX_HEIGHT / 2,
      width: w,
      height: BOX_HEIGHT,
      rx: body.angle ? 11 : 2,
    });
    const name = textAt(x, y + 4, body.name, "middle", "small");
    this.group = linkTo("body", id, `body ${body.name}, ${bodyDetail(body)}`, shape, name);
    this.move = attributeOf(this.group, "transform");
  }

  show(t) {
    this.move(`translate(${px(COMPACT_SHIFT * motion().bodies[this.id].part(t))} 0)`);
  }
}

/** A line between two bodies, or a bar below one body that ends on the ground. */
class CompactElement {
  constructor(element, index, d) {
    this.element = element;
    this.motion = motion().elements[index];
    const line = makeSvg("path", { class: `stroke ${lineClass(element)}`, d });
    this.group = linkTo("element", index, `${elementWords(element)} ${element.name}`, line);
    this.state = attributeOf(this.group, "class");
  }

  show(t) {
    if (this.element.modes) this.state(conditionOf(this.element, this.motion.modeAt(t)));
  }
}

function compactLines(ordered) {
  const places = new Map(ordered.map((node) => [node.id, node]));
  const feet = new Map();
  return data.elements.flatMap((element, index) => {
    const ends = element.terms.filter(([body]) => body !== GROUND).map(([body]) => places.get(body));
    if (ends.length === 0 || (element.kind === "force" && ends.length === 1)) return [];
    if (ends.length > 1) {
      const [{ x, y }, ...rest] = ends;
      const d = rest.map((end) => `M${x} ${y}L${end.x} ${end.y}`).join("");
      return [new CompactElement(element, index, d)];
    }
    const [{ id, x, y, w }] = ends;
    const n = feet.get(id) || 0;
    feet.set(id, n + 1);
    const from = x - w / 2 + 4 + 16 * n;
    return [new CompactElement(element, index, `M${from} ${y + BOX_HEIGHT / 2 + 3}h12`)];
  });
}

/** As drawModel(). */
function drawCompact(width) {
  const ordered = placeInRows(network().nodes, width - 20);
  const svg = makeSvg("svg", { role: "group", "aria-label": "Bodies and elements of the model" });
  const drawn = [...compactLines(ordered), ...ordered.map((node) => new CompactBody(node))];
  svg.append(...drawn.map(({ group }) => group));
  const [left, right] = rangeOf(ordered.map(({ x }) => x));
  const side = ordered[0].w / 2 + COMPACT_SHIFT + 6;
  const across = right - left + 2 * side,
    height = ordered[ordered.length - 1].y + CELL_HEIGHT;
  svg.setAttribute("viewBox", `${-side} ${-CELL_HEIGHT / 2} ${across} ${height}`);
  svg.setAttribute("width", across);
  svg.setAttribute("height", height);
  const holder = make(
    "div",
    {
      class: "diagram compact",
      tabindex: "0",
      role: "region",
      "aria-label": "Diagram of the model",
    },
    svg,
  );
  const show = (t) => {
    for (const one of drawn) one.show(t);
  };
  show(data.start);
  return { holder, show };
}

/** What a compact drawing means; nothing of others. */
function compactWords() {
  if (!isCompact()) return [];
  const kinds = Object.entries(KIND_COLOURS).filter(([kind]) =>
    data.elements.some((element) => element.kind === kind),
  );
  return [
    make(
      "p",
      { class: "quiet" },
      `${count(data.bodies.length)} bodies: each box moves over the whole of its own range. A bar below a box ends on the ground. ` +
        "Thick lines stick or touch, dashed ones slide, dotted ones are open. Forces on single bodies are left out.",
    ),
    legend(kinds.map(([kind, colour]) => ({ text: kind, colour }))),
  ];
}
