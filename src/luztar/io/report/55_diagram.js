// The model drawn: boxes, gear wheels, hatched ground, elements between them; all of it moves.

const NONE_BEYOND = 600; // bodies

function elementWords(element) {
  if (element.kind === "friction" && !element.modes) return "bristle friction";
  return element.kind === "spring" && element.modes ? "spring with a gap" : element.kind;
}

function textAt(x, y, words, anchor = "middle", kind = "") {
  return makeSvg("text", { x, y, "text-anchor": anchor, class: kind }, words);
}

/** A part of the drawing that leads to the plots of a body or element. */
function linkTo(part, index, words, ...children) {
  return makeSvg(
    "a",
    { href: `#${part}-${index}`, "aria-label": words, "data-part": part, "data-index": index },
    ...children,
  );
}

/** Sets an attribute where it changes. */
function attributeOf(node, name) {
  let last;
  return (value) => {
    if (value === last) return;
    last = value;
    node.setAttribute(name, value);
  };
}

/** Sets a text where it changes. */
function textOf(node) {
  let last = node.textContent;
  return (words) => {
    if (words === last) return;
    last = words;
    node.textContent = words;
  };
}

const lead = (d) => makeSvg("path", { class: "lead", d });

// --- bodies ----------------------------------------------------------------------------------

function bodyDetail(body) {
  const own =
    { prescribed: "prescribed", steady: "mass inf" }[body.kind] ||
    (body.mass === 0 ? "massless" : `${number(body.mass, 4)} ${body.angle ? "kg m²" : "kg"}`);
  return body.inertias ? `${own}, ${body.inertias}` : own;
}

class DrawnBody {
  constructor(node) {
    const { body, x, y, w, h } = node;
    this.id = node.id;
    const middle = x + w / 2 + gearRoom(node),
      line = y + h / 2;
    const detail = bodyDetail(body);
    this.group = linkTo(
      "body",
      node.id,
      `body ${body.name}, ${detail}`,
      makeSvg("rect", {
        class: body.kind === "free" ? "box" : "box driven",
        x,
        y,
        width: w,
        height: h,
        rx: body.angle ? 14 : 3,
      }),
      textAt(middle, line - 2, body.name),
      " ", // between words that are read out
      textAt(middle, line + 15, detail, "middle", "small"),
    );
    this.move = attributeOf(this.group, "transform");
    if (body.angle) this.addGear(x + 6 + GEAR_RADIUS, line);
    else if (motion().bodies[node.id].passes) this.addMarks(x, y + h, w);
  }

  addGear(x, y) {
    const gear = makeSvg("path", { class: "gear", d: gearPath() });
    this.group.append(makeSvg("g", { transform: `translate(${x} ${y})` }, gear));
    this.turnGear = attributeOf(gear, "transform");
  }

  addMarks(x, y, w) {
    const marks = makeSvg("path", { class: "marks", d: `M${x + 4} ${y - 5}h${w - 8}` });
    this.group.append(marks);
    this.passMarks = attributeOf(marks, "stroke-dashoffset");
  }

  show(t) {
    const m = motion();
    this.move(`translate(${px(m.shift(this.id, t))} 0)`);
    if (this.turnGear) this.turnGear(`rotate(${px(m.turn(this.id, t))})`);
    if (this.passMarks) this.passMarks(px(-m.passed(this.id, t)));
  }
}

/** An element of more than two ends: its symbol does what it does, its place stays. */
class DrawnHub {
  constructor(node) {
    const { element, x, y, w, h } = node,
      middle = x + w / 2,
      line = y + h / 2;
    this.element = element;
    this.motion = motion().elements[node.index];
    const symbol = makeSvg("g", { transform: `translate(${middle - 32} ${line + 9}) scale(0.7)` });
    this.setters = ["stroke", "hatch", "fill"].map((kind) => {
      const path = makeSvg("path", { class: kind });
      symbol.append(path);
      return [kind, attributeOf(path, "d")];
    });
    this.group = linkTo(
      "element",
      node.index,
      `${elementWords(element)} ${element.name}`,
      makeSvg("rect", { class: "lead", x, y, width: w, height: h, rx: 8 }),
      textAt(middle, line - 8, element.name),
      symbol,
    );
  }

  show(t) {
    const paths = symbolPaths(this.element, SYMBOL, 1, this.motion.at(t));
    for (const [kind, set] of this.setters) set(paths[kind] || "");
  }
}

/** Arrows on a body: as long as the force is, of its greatest in the run. */
class DrawnLoad {
  constructor({ element, index }, node, x, y) {
    this.node = node;
    this.place = [x, y];
    this.curve = motion().elements[index].f;
    this.largest = this.curve ? Math.max(...this.curve.range.map(Math.abs)) : 0;
    const line = makeSvg("path", { class: "stroke" }),
      head = makeSvg("path", { class: "fill" });
    this.group = linkTo(
      "element",
      index,
      `force ${element.name}`,
      line,
      head,
      makeSvg("rect", { x: x - 24, y: y - 10, width: 48, height: 20, fill: "transparent" }),
      textAt(x, y - 12, element.name),
    );
    this.move = attributeOf(this.group, "transform");
    this.setLine = attributeOf(line, "d");
    this.setHead = attributeOf(head, "d");
  }

  show(t) {
    const part = this.largest ? this.curve.value(t) / this.largest : this.curve ? 0 : 1;
    const [x, y] = this.place,
      half = px(24 * part),
      head = px(Math.sign(part) * Math.min(16, 48 * Math.abs(part)));
    this.move(`translate(${px(motion().shift(this.node.id, t))} 0)`);
    this.setLine(`M${x - half} ${y}h${px(2 * half - head / 2)}`);
    this.setHead(`M${x + half} ${y}l${-head} -6v12z`);
  }
}

function drawLoads(node) {
  const { first, apart } = loadsAt(node);
  return node.loads.map(
    (load, i) =>
      new DrawnLoad(load, node, node.x + node.w / 2 + first + i * apart + 22, node.y - 14),
  );
}

// --- all together ----------------------------------------------------------------------------

const MARGIN = 16,
  ROW_SCALE = 0.8, // of letters of 14 pixels, in full rows
  LEAST_SCALE = 0.55;

/** Gives the drawing the size of what is drawn, names included; with names it shrinks to its place. */
function fit(holder, svg) {
  page.append(holder); // what is not on the page has no size
  const { x, y, width, height } = svg.getBBox();
  holder.remove();
  const side = MARGIN + Math.max(SHIFT_MOST, motion().farthest);
  const w = width + 2 * side,
    h = height + 2 * MARGIN;
  svg.setAttribute("viewBox", `${x - side} ${y - MARGIN} ${w} ${h}`);
  svg.setAttribute("width", w);
  svg.setAttribute("style", `min-width: ${LEAST_SCALE * w}px`);
}

/** { holder, show(t) }: the drawing at any instant, in a place of this width. */
function drawModel(width) {
  const net = network();
  place(net, width / ROW_SCALE - 2 * (MARGIN + SHIFT_MOST));
  const svg = makeSvg("svg", { role: "group", "aria-label": "Bodies and elements of the model" });
  const drawn = net.links.map((link) =>
    link.element ? new DrawnElement(link) : new DrawnArm(link),
  );
  const nodes = net.nodes.filter((node) => !node.ground);
  for (const node of nodes) {
    if (node.body) drawn.push(new DrawnBody(node), ...drawLoads(node));
    else drawn.push(new DrawnHub(node));
  }
  svg.append(...drawn.map(({ group }) => group));
  const show = (t) => {
    for (const one of drawn) one.show(t);
  };
  show(data.start);
  const holder = make(
    "div",
    { class: "diagram", tabindex: "0", role: "region", "aria-label": "Diagram of the model" },
    svg,
  );
  fit(holder, svg);
  return { holder, show };
}
