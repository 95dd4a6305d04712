// How often a measure has which values.

/** Width of bins after Freedman and Diaconis, 5 to 80 of them. */
function binsOf(list) {
  const low = list[0],
    high = list[list.length - 1];
  const width = (2 * (quantile(list, 0.75) - quantile(list, 0.25))) / Math.cbrt(list.length);
  const wanted = width > 0 ? Math.ceil((high - low) / width) : 10;
  const n = high > low ? Math.max(5, Math.min(80, wanted)) : 1;
  const [from, to] = high > low ? [low, high] : withAir(low, high);
  const counts = new Float64Array(n);
  for (const value of list)
    ++counts[Math.min(n - 1, Math.floor(((value - from) / (to - from)) * n))];
  return { from, to, counts };
}

/** Sum of squares is taken about the mean. */
function statisticsOf(list) {
  const n = list.length;
  const mean = list.reduce((sum, value) => sum + value, 0) / n;
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = n > 1 ? Math.sqrt(squares / (n - 1)) : NaN;
  const [q5, q50, q95] = [0.05, 0.5, 0.95].map((part) => quantile(list, part));
  return { n, mean, deviation, error: deviation / Math.sqrt(n), q5, q50, q95 };
}

class HistogramChart extends Chart {
  constructor(measure) {
    const list = sorted(measure.columns[0].values);
    super({
      caption: `Distribution of ${measure.name}`,
      about: `Histogram of ${measure.name}`,
      height: 240,
    });
    this.measure = measure;
    this.bins = binsOf(list);
    this.statistics = statisticsOf(list);
    this.xLabel = labelOf({ ...measure, name: measure.name.length < 24 ? measure.name : "value" });
    this.bin = -1;
  }

  xRange() {
    return airOn(LINEAR, [this.bins.from, this.bins.to]);
  }
  yRange() {
    return [0, Math.max(...this.bins.counts) * 1.06];
  }

  edge(i) {
    const { from, to, counts } = this.bins;
    return from + ((to - from) * i) / counts.length;
  }

  paint(context) {
    context.fillStyle = theme.colour("--curve");
    this.bins.counts.forEach((n, i) => this.bar(context, n, i, 0.75));
    const { mean, q5, q50, q95 } = this.statistics;
    this.rule(context, mean, "--limit", []);
    for (const value of [q5, q50, q95]) this.rule(context, value, "--ink", [5, 4]);
  }

  bar(context, n, i, alpha) {
    const left = this.toX(this.edge(i)),
      right = this.toX(this.edge(i + 1)),
      top = this.toY(n);
    context.globalAlpha = alpha;
    context.fillRect(left, top, Math.max(1, right - left - 1), this.toY(0) - top);
    context.globalAlpha = 1;
  }

  rule(context, value, colour, dash) {
    const px = this.toX(value);
    context.lineWidth = 1.6;
    context.setLineDash(dash);
    this.line(context, px, this.box.y, px, this.box.y + this.box.h, colour);
    context.setLineDash([]);
  }

  follow() {}

  look(px) {
    const { from, to, counts } = this.bins;
    const bin = Math.floor(((this.fromX(px) - from) / (to - from)) * counts.length);
    this.bin = bin >= 0 && bin < counts.length ? bin : -1;
    this.pointed = this.bin >= 0;
    if (!this.pointed) this.readout.hidden = true;
    this.paintCursor();
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (!this.pointed) return;
    const n = this.bins.counts[this.bin];
    context.fillStyle = theme.colour("--accent");
    this.bar(context, n, this.bin, 0.6);
    this.showReadout(this.toX(this.edge(this.bin + 1)), this.box.y + 30, [
      `${number(this.edge(this.bin))} to ${number(this.edge(this.bin + 1))}`,
      `${count(n)} of ${count(this.statistics.n)} points`,
    ]);
  }

  step(n) {
    this.bin = Math.max(0, Math.min(this.bins.counts.length - 1, this.bin + n));
    this.pointed = true;
    this.paintCursor();
  }

  // All of it is always shown.
  isDragged() {
    return false;
  }
  reset() {}
  zoomAt() {}
}

function statisticsTable({ n, mean, deviation, error, q5, q50, q95 }) {
  const rows = [
    ["points with a value", count(n)],
    ["mean", `${number(mean, 6)} ± ${number(error, 2)}`],
    ["standard deviation (n − 1)", number(deviation, 6)],
    ["quantiles 5, 50, 95 %", [q5, q50, q95].map((value) => number(value, 6)).join(", ")],
  ];
  return make(
    "div",
    {},
    legend([
      { colour: "--limit", text: "mean" },
      { colour: "--ink", rule: true, text: "quantiles 5, 50, 95 %" },
    ]),
    make(
      "dl",
      { class: "values column" },
      ...rows.map(([term, value]) => make("div", {}, make("dt", {}, term), make("dd", {}, value))),
    ),
  );
}
