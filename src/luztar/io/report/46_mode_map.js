// The modes of all pairs over time: a line of colour for each.

/** Height of a line: readable for few pairs, and 300 are seen at once. */
const lineHeight = (n) => Math.max(3, Math.min(22, Math.floor(900 / n)));
const NAME_WIDTH = 170;

/** A text of at most so many pixels. */
function shortText(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let n = text.length;
  while (n > 1 && context.measureText(`${text.slice(0, n)}…`).width > width) --n;
  return `${text.slice(0, n)}…`;
}

class ModeMap extends TimeChart {
  /** `pairs`: elements with modes. `go(element)` is called for the one that is chosen. */
  constructor(pairs, go) {
    const height = 34 + pairs.length * lineHeight(pairs.length);
    const name = `Modes of ${pairs.length === 1 ? pairs[0].name : `${pairs.length} pairs`}`;
    super({
      caption: "Modes of all pairs",
      name,
      unit: "",
      height: () => height,
      series: [],
    });
    this.pairs = pairs;
    this.lines = pairs.map((element) => bandsOf(element.bands));
    this.go = go;
    this.index = 0;
    const about = `${name} over time`;
    this.base.setAttribute("aria-label", about);
    const keys = "Arrow keys: pair and next change; Enter: its plots.";
    this.over.setAttribute("aria-label", `Pointer on: ${about}. ${keys}`);
    // Lines from top to bottom; a name at the middle of a line, where there is room for it.
    this.yScale = { ...LINEAR, ticks: () => this.names() };
  }

  chooseDetail() {}

  names() {
    const context = this.base.getContext("2d");
    const every = Math.ceil(16 / lineHeight(this.pairs.length));
    const width = Math.min(NAME_WIDTH, this.holder.clientWidth / 3);
    return this.pairs
      .map(({ name }, i) => ({ value: -i - 0.5, text: shortText(context, name, width) }))
      .filter((_, i) => i % every === 0);
  }

  yRange() {
    return [-this.pairs.length, 0];
  }

  paint(context) {
    const { x, w } = this.box;
    const step = this.box.h / this.pairs.length;
    const gap = step > 8 ? 2 : step > 4 ? 1 : 0;
    this.pairs.forEach((element, i) => {
      const top = this.toY(-i);
      seenBands(this.lines[i], view.from, view.to, w, (left, right, mode) => {
        context.fillStyle = theme.colour(modeColour(element, mode));
        context.fillRect(x + left, top + gap / 2, right - left, step - gap);
      });
    });
  }

  paintAbove() {}

  entries() {
    const words = new Map();
    for (const element of this.pairs)
      for (const mode of [-1, 0, 1])
        if (modeWord(element, mode)) words.set(modeWord(element, mode), modeColour(element, mode));
    words.set("several, each narrower than a pixel", "--mixed");
    return [...words].map(([text, colour]) => ({ text, colour }));
  }

  columns() {
    const rows = this.pairs.flatMap((element, i) =>
      this.lines[i].map(([from, to, mode]) => [element.name, from, to, modeWord(element, mode)]),
    );
    return ["element", "from [s]", "to [s]", "mode"].map((name, k) => ({
      name,
      values: rows.map((row) => row[k]),
    }));
  }

  look(px, py) {
    this.index = Math.max(0, Math.min(this.pairs.length - 1, Math.floor(-this.fromY(py))));
    super.look(px, py);
  }

  band() {
    const bands = this.lines[this.index];
    return bands[Math.min(bands.length - 1, firstBand(bands, cursor.t))];
  }

  linesAt() {
    const element = this.pairs[this.index];
    const band = this.band();
    if (!band) return [element.name];
    const [from, to, mode] = band;
    return [
      `${element.name}: ${modeWord(element, mode)}`,
      `t = ${number(from, 7)} to ${number(to, 7)} s`,
      `${number(to - from)} s long`,
    ];
  }

  paintMarks(context) {
    if (!this.pointed) return;
    const step = this.box.h / this.pairs.length;
    context.strokeStyle = theme.colour("--ink");
    context.strokeRect(this.box.x, this.toY(-this.index), this.box.w, step);
  }

  press() {
    this.go(this.pairs[this.index]);
  }

  /** To the next change of mode. */
  step(n) {
    const bands = this.lines[this.index];
    if (!bands.length) return;
    const at = cursor.t === null ? 0 : bands.indexOf(this.band()) + n;
    const [from] = bands[Math.max(0, Math.min(bands.length - 1, at))];
    if (from < view.from || from > view.to)
      setTimeView(from - this.span() / 2, from + this.span() / 2);
    this.lookAt(Math.max(view.from, from));
  }

  span() {
    return view.to - view.from;
  }
  lookAt(t) {
    this.look(this.toX(t), this.toY(-this.index - 0.5));
  }

  key(event) {
    const move = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Enter") {
      this.press();
    } else if (move) {
      this.index = Math.max(0, Math.min(this.pairs.length - 1, this.index + move));
      this.lookAt(cursor.t ?? view.from);
    } else {
      super.key(event);
      return;
    }
    event.preventDefault();
  }
}

function modeMap() {
  const pairs = data.elements.filter((element) => element.modes && element.bands.length);
  if (!pairs.length) return [];
  const map = new ModeMap(pairs, ({ name }) => {
    const i = data.elements.findIndex((element) => element.name === name);
    location.hash = `element-${i}`;
    openPart(location.hash.slice(1));
  });
  return [
    make(
      "p",
      { class: "quiet" },
      "A line for each pair. Point at one for its mode, click for its plots; drag to zoom in time.",
    ),
    map.figure,
    legend(map.entries()),
  ];
}
