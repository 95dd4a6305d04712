// An element of the diagram: lines to its ends, symbol, name, what it does at the moment.

// 0: it turns with the bodies.
const armWords = (arm) =>
  arm === 0 || Math.abs(Math.abs(arm) - 1) < 1e-12 ? "" : `×${number(Math.abs(arm), 4)}`;

const motion = lazily(() => new Motion());

/** Hatched, with its face at (x, y): upright, or flat below something. */
function drawGround(x, y, half, flat = false) {
  let strokes = "";
  for (let at = -half; at < half; at += 7)
    strokes += flat ? `M${x + at + 8} ${y}l-8 8` : `M${x} ${y + at}l-8 8`;
  const face = flat ? `M${x - half} ${y}h${2 * half}` : `M${x} ${y - half}v${2 * half}`;
  return makeSvg(
    "g",
    {},
    makeSvg("path", { class: "stroke", d: face }),
    makeSvg("path", { class: "hatch", d: strokes }),
  );
}

// Routes: where the ends of a symbol are, [p, q], and the lines that lead to them, if the bodies at
// both ends are shifted by a and b pixels; `still` parts do not move, `label` is where the name is.

function acrossRoute(link) {
  const xa = link.from.x + link.from.w,
    xb = link.to.x,
    y = link.lane;
  // Before the layer of its right end: that has nodes of different widths.
  const x = link.to.begin - LEAD - (linkWidth(link) + SYMBOL) / 2;
  const { ground } = link.from;
  return {
    still: ground ? [drawGround(x, y, 14)] : [],
    label: { x: x + SYMBOL / 2, y: y - 16, below: 48, anchor: "middle" },
    arms: [
      ground ? null : { x: xa + 5, y: link.ya - 6, anchor: "start" },
      { x: xb - 5, y: link.yb - 6, anchor: "end" },
    ],
    at: (a, b) => ({
      p: [x + a, y],
      q: [x + SYMBOL + b, y],
      lead:
        (ground ? "" : isWrapped(link) ? wrappedLead(link, xa + a, x + a) : `M${px(xa + a)} ${link.ya}L${px(x + a)} ${y}`) +
        `M${px(x + SYMBOL + b)} ${y}L${px(xb + b)} ${link.yb}`,
    }),
  };
}

/** From the end of a row to the symbol at the beginning of the next. */
function wrappedLead({ from, to, ya, lane }, xa, x) {
  return `M${px(xa)} ${ya}H${px(from.end + LEAD / 2)}V${to.rowTop - 22}H${px(x - LEAD)}V${lane}h${LEAD}`;
}

function middleBelow(link) {
  const { from } = link,
    n = from.below.length,
    i = from.below.indexOf(link);
  return from.x + from.w / 2 + (i - (n - 1) / 2) * apartOf(from.below);
}

function uprightRoute(link) {
  const middle = middleBelow(link),
    top = link.from.y + link.from.h,
    bottom = link.to.y,
    y = (top + bottom - SYMBOL) / 2;
  return {
    still: [],
    label: { x: middle + nameGap(link), y: y + SYMBOL / 2 + 5, below: 16, anchor: "start" },
    arms: [],
    at: (a, b) => ({
      p: [middle + a, y],
      q: [middle + b, y + SYMBOL],
      lead: `M${px(middle + a)} ${top}V${y}M${px(middle + b)} ${y + SYMBOL}V${bottom}`,
    }),
  };
}

function footRoute(link) {
  const middle = middleBelow(link),
    top = link.from.y + link.from.h,
    y = top + FOOT_GAP,
    bottom = y + SYMBOL + FOOT_GAP;
  return {
    still: [drawGround(middle, bottom, 14, true)],
    label: { x: middle + nameGap(link), y: y + SYMBOL / 2 + 5, below: 16, anchor: "start" },
    arms: [],
    at: (a) => ({
      p: [middle + a, y],
      q: [middle, y + SYMBOL],
      lead: `M${px(middle + a)} ${top}V${y}M${middle} ${y + SYMBOL}V${bottom}`,
    }),
  };
}

const FOOT_FRICTION = 40; // pixels from its body to the plates

function footFrictionRoute(link) {
  const middle = middleBelow(link),
    y = link.from.y + link.from.h + FOOT_FRICTION;
  return {
    still: [],
    // Below the body's plate, which moves.
    label: { x: middle + nameGap(link), y: y + 18, below: 16, anchor: "start" },
    arms: [],
    at: (a) => ({ p: [middle, y], q: [middle + SYMBOL, y], lead: "", foot: a }),
  };
}

function bowRoute(link) {
  const { from, to, out } = link;
  const ya = portY(from, from.right, link),
    yb = portY(to, to.right, link),
    y = (ya + yb - SYMBOL) / 2;
  return {
    still: [],
    label: { x: out + 16, y: y + SYMBOL / 2 + 5, below: 16, anchor: "start" },
    arms: [],
    at: (a, b) => ({
      p: [out, y],
      q: [out, y + SYMBOL],
      lead: `M${px(from.x + from.w + a)} ${ya}H${out}V${y}M${out} ${y + SYMBOL}V${yb}H${px(to.x + to.w + b)}`,
    }),
  };
}

function routeOf(link) {
  if (link.foot) return isFootFriction(link) ? footFrictionRoute(link) : footRoute(link);
  if (link.bow) return bowRoute(link);
  return link.upright ? uprightRoute(link) : acrossRoute(link);
}

/** 1 if d grows where the right or lower end moves to the right, else -1. */
function wayOf(link) {
  const [from, to] = link.from.id === link.a ? link.arms : [...link.arms].reverse();
  return link.to.ground ? (from > 0 ? -1 : 1) : to < 0 ? -1 : 1;
}

/** A part of an element with more than two ends. */
class DrawnArm {
  constructor(link) {
    this.link = link;
    this.route = routeOf(link);
    const line = lead("");
    this.group = makeSvg("g", {}, line);
    const { from, to } = link;
    const x = (from.x + from.w + to.x) / 2,
      y = link.upright ? (from.y + from.h + to.y) / 2 : link.bow ? to.y : (link.ya + link.yb) / 2;
    this.group.append(textAt(link.bow ? link.out : x, y - 5, armWords(link.arms[0]), "middle", "small"));
    this.setLine = attributeOf(line, "d");
  }

  show(t) {
    const { link } = this;
    const a = motion().shift(link.from.id, t),
      b = motion().shift(link.to.id, t);
    const { p, q, lead: line } = this.route.at(a, b);
    this.setLine(`${line}M${p.map(px).join(" ")}L${q.map(px).join(" ")}`);
  }
}

const BAR = 44; // pixels, of the whole limit

class DrawnElement {
  constructor(link) {
    this.link = link;
    this.element = link.element;
    this.motion = motion().elements[link.index];
    this.way = wayOf(link);
    this.route = routeOf(link);
    this.paths = { lead: lead("") };
    for (const kind of ["stroke", "hatch", "fill"]) this.paths[kind] = makeSvg("path", { class: kind });
    const symbol = makeSvg("g", {}, this.paths.stroke, this.paths.hatch, this.paths.fill);
    this.group = linkTo(
      "element",
      link.index,
      `${elementWords(this.element)} ${this.element.name}`,
      ...this.route.still,
      this.paths.lead,
      symbol,
    );
    this.addTarget(symbol);
    if (this.element.kind === "friction" && this.element.modes) this.addBar(symbol);
    this.addLabel();
    this.turn = attributeOf(symbol, "transform");
    this.setters = Object.fromEntries(
      Object.entries(this.paths).map(([kind, path]) => [kind, attributeOf(path, "d")]),
    );
  }

  /** Something to point at between the thin lines. */
  addTarget(symbol) {
    const x = isFootFriction(this.link) ? -24 : 0,
      width = isFootFriction(this.link) ? 48 : SYMBOL;
    const words = this.element.kind === "friction" ? [makeSvg("title", {}, ARROW_WORDS)] : [];
    symbol.append(makeSvg("rect", { x, y: -14, width, height: 28, fill: "transparent" }, ...words));
  }

  /** How near a stuck friction is to its limit. */
  addBar(symbol) {
    const x = isFootFriction(this.link) ? -BAR / 2 : (SYMBOL - BAR) / 2;
    const full = makeSvg("rect", { class: "bar-full", x, y: 14, width: BAR, height: 5 }),
      level = makeSvg("rect", { class: "bar-level", x, y: 14, height: 5 });
    const bar = makeSvg("g", {}, full, level);
    symbol.append(bar);
    this.setBar = attributeOf(bar, "visibility");
    this.setLevel = attributeOf(level, "width");
  }

  addLabel() {
    const { x, y, below, anchor } = this.route.label;
    const state = textAt(x, y + below, "", anchor, "small state");
    const [from, to] = this.armsInOrder();
    this.label = makeSvg("g", {}, textAt(x, y, this.element.name, anchor));
    if (this.element.modes) this.label.append(" ", state);
    this.group.append(this.label);
    const arms = this.route.arms.flatMap((at, i) => {
      const words = armWords(i ? to : from);
      if (at && words) this.group.append(" ", textAt(at.x, at.y, words, at.anchor, "small"));
      return at && words ? [words] : [];
    });
    this.arms = arms.join(" ");
    this.name = attributeOf(this.group, "aria-label");
    this.moveLabel = attributeOf(this.label, "transform");
    this.setState = textOf(state);
  }

  armsInOrder() {
    const { link } = this;
    return link.from.id === link.a ? link.arms : [...link.arms].reverse();
  }

  show(t) {
    const a = motion().shift(this.link.from.id, t),
      b = motion().shift(this.link.to.id, t);
    const now = this.motion.at(t);
    this.showSymbol(this.route.at(a, b), now);
    this.moveLabel(`translate(${px(this.link.bow || isFootFriction(this.link) ? 0 : (a + b) / 2)} 0)`);
    this.say(this.element.modes ? stateWords(this.element, now) : "");
    if (!this.setBar) return;
    this.setBar(now.margin >= 0 ? "visible" : "hidden");
    if (now.margin >= 0) this.setLevel(px(BAR * Math.min(1, now.margin)));
  }

  /** What is read out has all words that are seen. */
  say(state) {
    if (state === this.state) return;
    this.state = state;
    this.setState(state);
    const words = [elementWords(this.element), this.element.name, state, this.arms];
    this.name(words.filter(Boolean).join(" "));
  }

  showSymbol({ p, q, lead: line, foot }, now) {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const angle = (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
    const paths = isFootFriction(this.link)
      ? footFrictionPaths(foot, -FOOT_FRICTION, -this.way, now)
      : symbolPaths(this.element, length, this.way, now);
    this.turn(`translate(${px(p[0])} ${px(p[1])})${angle ? ` rotate(${px(angle)})` : ""}`);
    this.setters.lead(line);
    for (const kind of ["stroke", "hatch", "fill"]) this.setters[kind](paths[kind] || "");
  }
}

/** As short as a drawing needs it. */
function stateWords(element, { mode, margin }) {
  if (mode === null) return "";
  if (mode === 2) return "several";
  const word = modeWord(element, mode);
  return Number.isFinite(margin) ? `${word} ${percent(margin)}` : word;
}
