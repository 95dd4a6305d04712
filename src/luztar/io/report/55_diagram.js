// The model drawn: boxes, hatched ground, springs, dashpots, sliding contacts, arrows.

const COMPACT_BEYOND = 40,
  NONE_BEYOND = 600;

/** Symbols lie on the x axis from 0 to SYMBOL. */
const SYMBOL_PATHS = {
  spring: { stroke: "M0 0H14l4-10 8 20 8-20 8 20 8-20 8 20 8-20 6 10H90" },
  gap: {
    stroke: "M0 0H10l4-10 7 20 7-20 7 20 7-20 4 10H56M56-11V11M70-11V11M64-11H70M64 11H70M70 0H90",
  },
  damper: { stroke: "M0 0H32M60-11H32V11H60M48-7V7M48 0H90" },
  friction: {
    stroke: "M0 0H14V-3H64M90 0H76V3H26",
    hatch: "M30 3l-6 8M40 3l-6 8M50 3l-6 8M60 3l-6 8M70 3l-6 8",
  },
  // Two plates and a roller between them; the direction is that of d.
  freewheel: { stroke: "M0 0H36M36-12V12M54-12V12M54 0H90M45-7A7 7 0 1 1 44.9-7" },
  link: { stroke: "M0 0H14M76 0H90M14-4H76V4H14z" },
  stop: {
    stroke: "M0 0H32M32-8V8M54-10V10M54 0H90",
    hatch: "M54-5l8-5M54 1l8-5M54 7l8-5M54 13l8-5",
  },
  force: { stroke: "M14 0H76", fill: "M0 0l16-6v12zM90 0l-16-6v12z" },
};

/** Of the lines of a compact view; the same in page.css. */
const KIND_COLOURS = {
  spring: "--stored",
  damper: "--backward",
  friction: "--forward",
  freewheel: "--forward",
  link: "--ink",
  stop: "--bad",
  force: "--mixed",
};

/** Thin, a freewheel looks like a friction. */
const lineClass = ({ kind }) => (kind === "freewheel" ? "friction" : kind);

function symbolOf(element) {
  const paths = SYMBOL_PATHS[element.kind === "spring" && element.modes ? "gap" : element.kind];
  const group = makeSvg("g");
  if (paths.stroke) group.append(makeSvg("path", { class: "stroke", d: paths.stroke }));
  if (paths.hatch) group.append(makeSvg("path", { class: "hatch", d: paths.hatch }));
  if (paths.fill) group.append(makeSvg("path", { class: "fill", d: paths.fill }));
  // Something to point at between the thin lines.
  group.append(makeSvg("rect", { x: 0, y: -14, width: SYMBOL, height: 28, fill: "transparent" }));
  return group;
}

function elementWords(element) {
  if (element.kind === "friction" && !element.modes) return "bristle friction";
  return element.kind === "spring" && element.modes ? "spring with a gap" : element.kind;
}

function textAt(x, y, words, anchor = "middle", kind = "") {
  return makeSvg("text", { x, y, "text-anchor": anchor, class: kind }, words);
}

function linkTo(id, words, ...children) {
  return makeSvg("a", { href: id }, makeSvg("title", {}, words), ...children);
}

const lead = (d) => makeSvg("path", { class: "lead", d });

function drawNode(node, compact) {
  if (!node.body) return drawHub(node);
  const { body } = node;
  const middle = node.x + node.w / 2;
  const parts = [
    makeSvg("rect", {
      class: body.kind === "free" ? "box" : "box driven",
      x: node.x,
      y: node.y,
      width: node.w,
      height: node.h,
      rx: body.angle ? 14 : 3,
    }),
  ];
  const y = node.y + node.h / 2;
  parts.push(textAt(middle, compact ? y + 5 : y - 2, body.name));
  const detail =
    { prescribed: "prescribed", steady: "mass inf" }[body.kind] ||
    (body.mass === 0 ? "massless" : `${number(body.mass, 4)} ${body.angle ? "kg m²" : "kg"}`);
  if (!compact) parts.push(textAt(middle, y + 15, detail, "middle", "small"));
  return linkTo(`#body-${node.id}`, `body ${body.name}, ${detail}`, ...parts);
}

/** Hatched, with its face at (x, y). */
function drawGround(x, y, half) {
  let strokes = "";
  for (let at = y - half; at < y + half; at += 7) strokes += `M${x} ${at}l-8 8`;
  return makeSvg(
    "g",
    {},
    makeSvg("path", { class: "stroke", d: `M${x} ${y - half}V${y + half}` }),
    makeSvg("path", { class: "hatch", d: strokes }),
  );
}

function drawHub(node) {
  const { element } = node,
    middle = node.x + node.w / 2,
    y = node.y + node.h / 2;
  const symbol = symbolOf(element);
  symbol.setAttribute("transform", `translate(${middle - 32} ${y + 9}) scale(0.7)`);
  return linkTo(
    `#element-${node.index}`,
    `${elementWords(element)} ${element.name}`,
    makeSvg("rect", { class: "lead", x: node.x, y: node.y, width: node.w, height: node.h, rx: 8 }),
    textAt(middle, y - 8, element.name),
    symbol,
  );
}

// 0: it turns with the bodies.
const armWords = (arm) =>
  arm === 0 || Math.abs(Math.abs(arm) - 1) < 1e-12 ? "" : `×${number(Math.abs(arm), 4)}`;

function drawLink(link, compact) {
  if (link.bow) return drawBow(link, compact);
  if (link.upright) return drawUpright(link, compact);
  const xa = link.from.x + link.from.w,
    xb = link.to.x;
  if (compact || !link.element) {
    const start = link.from.ground ? xb - 50 : xa;
    const line = drawThin(
      link,
      `M${start} ${link.ya}L${xb} ${link.yb}`,
      (start + xb) / 2,
      (link.ya + link.yb) / 2,
      compact,
    );
    if (link.from.ground) line.append(drawGround(start, link.ya, compact ? 4 : 14));
    return line;
  }
  // Before the layer of its right end: that has nodes of different widths.
  const x = link.to.begin - LEAD - (linkWidth(link) + SYMBOL) / 2;
  const parts = [lead(`M${x + SYMBOL} ${link.lane}L${xb} ${link.yb}`)];
  parts.push(
    link.from.ground ? drawGround(x, link.lane, 14) : lead(`M${xa} ${link.ya}L${x} ${link.lane}`),
  );
  const symbol = symbolOf(link.element);
  symbol.setAttribute("transform", `translate(${x} ${link.lane})`);
  const [armFrom, armTo] = link.from.id === link.a ? link.arms : [...link.arms].reverse();
  parts.push(symbol, textAt(x + SYMBOL / 2, link.lane - 16, link.element.name));
  if (!link.from.ground)
    parts.push(textAt(xa + 5, link.ya - 6, armWords(armFrom), "start", "small"));
  parts.push(textAt(xb - 5, link.yb - 6, armWords(armTo), "end", "small"));
  return linkTo(
    `#element-${link.index}`,
    `${elementWords(link.element)} ${link.element.name}`,
    ...parts,
  );
}

/** A plain line: part of an element with three and more ends, or any element in a compact view. */
function drawThin(link, d, x, y, compact) {
  if (!link.element) {
    return makeSvg(
      "g",
      {},
      lead(d),
      compact ? "" : textAt(x, y - 5, armWords(link.arms[0]), "middle", "small"),
    );
  }
  return linkTo(
    `#element-${link.index}`,
    `${elementWords(link.element)} ${link.element.name}`,
    makeSvg("path", { class: `stroke ${lineClass(link.element)}`, d }),
  );
}

function drawUpright(link, compact) {
  const { from, to } = link,
    n = from.below.length,
    i = from.below.indexOf(link);
  const apart = compact ? Math.min(from.w, to.w) / n : apartOf(from.below);
  const middle = from.x + from.w / 2 + (i - (n - 1) / 2) * apart;
  const top = from.y + from.h,
    bottom = to.y;
  if (compact || !link.element)
    return drawThin(link, `M${middle} ${top}V${bottom}`, middle, (top + bottom) / 2, compact);
  const y = (top + bottom - SYMBOL) / 2;
  const symbol = symbolOf(link.element);
  symbol.setAttribute("transform", `translate(${middle} ${y}) rotate(90)`);
  return linkTo(
    `#element-${link.index}`,
    `${elementWords(link.element)} ${link.element.name}`,
    lead(`M${middle} ${top}V${y}M${middle} ${y + SYMBOL}V${bottom}`),
    symbol,
    textAt(middle + 16, y + SYMBOL / 2 + 5, link.element.name, "start"),
  );
}

function drawBow(link, compact) {
  const { from, to } = link;
  const ya = portY(from, from.right, link),
    yb = portY(to, to.right, link);
  const { out } = link;
  const corner = `M${from.x + from.w} ${ya}H${out}`;
  if (compact || !link.element)
    return drawThin(link, `${corner}V${yb}H${to.x + to.w}`, out, (ya + yb) / 2, compact);
  const y = (ya + yb - SYMBOL) / 2;
  const symbol = symbolOf(link.element);
  symbol.setAttribute("transform", `translate(${out} ${y}) rotate(90)`);
  return linkTo(
    `#element-${link.index}`,
    `${elementWords(link.element)} ${link.element.name}`,
    lead(`${corner}V${y}M${out} ${y + SYMBOL}V${yb}H${to.x + to.w}`),
    symbol,
    textAt(out + 16, y + SYMBOL / 2 + 5, link.element.name, "start"),
  );
}

function drawLoads(node) {
  const { first, apart } = loadsAt(node);
  return node.loads.map(({ element, index }, i) => {
    const x = node.x + node.w / 2 + first + i * apart,
      y = node.y - 14;
    return linkTo(
      `#element-${index}`,
      `force ${element.name}`,
      makeSvg("path", { class: "stroke", d: `M${x} ${y}h36` }),
      makeSvg("path", { class: "fill", d: `M${x + 48} ${y}l-16-6v12z` }),
      makeSvg("rect", { x, y: y - 10, width: 48, height: 20, fill: "transparent" }),
      textAt(x + 22, y - 12, element.name),
    );
  });
}

const MARGIN = 16,
  LEAST_SCALE = 0.55; // of letters of 14 pixels

/** Gives the drawing the size of what is drawn, names included; with names it shrinks to its place. */
function fit(holder, svg, compact) {
  page.append(holder); // what is not on the page has no size
  const { x, y, width, height } = svg.getBBox();
  holder.remove();
  const w = width + 2 * MARGIN,
    h = height + 2 * MARGIN;
  svg.setAttribute("viewBox", `${x - MARGIN} ${y - MARGIN} ${w} ${h}`);
  svg.setAttribute("width", w);
  if (compact) svg.setAttribute("height", h);
  else svg.setAttribute("style", `min-width: ${LEAST_SCALE * w}px`);
}

/** The section's content: a drawing, or a sentence why there is none. */
function diagram() {
  if (data.bodies.length > NONE_BEYOND) {
    return [
      make(
        "p",
        { class: "notice" },
        `${count(data.bodies.length)} bodies are too many to draw here.`,
      ),
    ];
  }
  const compact = data.bodies.length > COMPACT_BEYOND;
  const net = network();
  place(net, compact);
  const svg = makeSvg("svg", { role: "group", "aria-label": "Bodies and elements of the model" });
  for (const link of net.links) svg.append(drawLink(link, compact));
  for (const node of net.nodes) {
    if (node.ground) continue;
    svg.append(drawNode(node, compact));
    if (!compact) svg.append(...drawLoads(node));
  }
  const holder = make(
    "div",
    {
      class: compact ? "diagram compact" : "diagram",
      tabindex: "0",
      role: "region",
      "aria-label": "Diagram of the model",
    },
    svg,
  );
  fit(holder, svg, compact);
  const words = compact
    ? [
        make(
          "p",
          { class: "quiet" },
          `${count(data.bodies.length)} bodies: drawn in a compact way, forces on single bodies left out.`,
        ),
        legend(
          Object.entries(KIND_COLOURS)
            .filter(([kind]) => data.elements.some((element) => element.kind === kind))
            .map(([kind, colour]) => ({ text: kind, rule: true, colour })),
        ),
      ]
    : [];
  return [...words, holder];
}
