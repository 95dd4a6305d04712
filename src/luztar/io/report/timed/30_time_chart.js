// Plots over time.

/** First index with x[i] >= t. */
function firstAt(x, t) {
  let low = 0,
    high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearest(x, t) {
  const i = firstAt(x, t);
  if (i === 0) return 0;
  return i === x.length || t - x[i - 1] < x[i] - t ? i - 1 : i;
}

/** The value of a curve at t: straight between its points, the later one where it jumps; else NaN. */
function valueOn({ x, y }, t) {
  const i = firstAt(x, t);
  if (i === x.length || (i === 0 && t < x[0])) return NaN;
  if (x[i] > t) return y[i - 1] + ((t - x[i - 1]) / (x[i] - x[i - 1])) * (y[i] - y[i - 1]);
  let last = i;
  while (x[last + 1] === t) ++last;
  return y[last];
}

class TimeChart extends Chart {
  /**
   * `series`: [{ name, x, y, colour, dash, quiet }] in SI; `unit` of all of them; `element` gives
   * the bands of its modes, `exact` those of a part of the time where `element` has merged ones.
   */
  constructor({ caption, name, unit, series, element, exact = null, height = 200 }) {
    const scale = scaled(unit, Math.max(...series.map(({ y }) => largestOf(y))));
    super({
      caption,
      note: scale.unit ? `[${scale.unit}]` : "",
      name,
      height,
      about: `${name} over time${scale.unit ? ` in ${scale.unit}` : ""}. ${TimeChart.inWords(series, scale)}`,
    });
    this.scale = scale;
    this.siUnit = unit;
    this.whole = series.map((one) => ({ ...one, y: scaleBy(one.y, scale.factor) }));
    this.lastStretch =
      series.every(({ rows }) => rows) &&
      series.map((one) => ({ ...one, x: one.rows.x, y: scaleBy(one.rows.y, scale.factor) }));
    this.series = this.whole;
    this.xLabel = "t [s]";
    this.element = element;
    this.allBands = element ? bandsOf(element.bands) : [];
    this.exactBands = exact;
    this.bands = this.allBands;
    if (this.bands.length) this.top = 24;
  }

  // Of a thinned run, what is kept in full is shown where it can be told apart.
  chooseDetail() {
    this.series =
      this.lastStretch && view.from >= this.lastStretch[0].x[0] ? this.lastStretch : this.whole;
    const seen = (this.exactBands || []).filter(([from, to]) => to > view.from && from < view.to);
    this.bands = seen.length && seen.length < 200 ? seen : this.allBands;
  }

  static inWords(series, { factor, unit }) {
    if (!series.length) return "";
    const [low, high] = rangeOf(series[0].y);
    return `From ${number(low * factor, 3)} to ${number(high * factor, 3)} ${unit}.`;
  }

  xRange() {
    this.chooseDetail();
    return [view.from, view.to];
  }

  visibleRange({ x }) {
    return [Math.max(0, firstAt(x, view.from) - 1), Math.min(x.length, firstAt(x, view.to) + 2)];
  }

  yRange() {
    let low = Infinity,
      high = -Infinity;
    for (const one of this.series) {
      const [from, to] = this.visibleRange(one);
      for (let i = from; i < to; ++i) {
        if (one.y[i] < low) low = one.y[i];
        if (one.y[i] > high) high = one.y[i];
      }
    }
    return withAir(low, high);
  }

  paint(context) {
    this.paintBands(context, this.box.y, this.box.h, 0.13);
    for (const one of this.series) {
      const [first, end] = this.visibleRange(one);
      const seen = seenPoints(one.x, one.y, first, end, this.x0, this.x1, this.box.w);
      const width = one.quiet ? 1.4 : 1.8;
      this.curve(context, seen.x, seen.y, seen.from, seen.to, one.colour, width, one.dash);
      const { x, y } = one;
      // A run of one instant: a line of no length would be invisible.
      if (x.length && x[0] === x[x.length - 1])
        this.mark(context, this.toX(x[0]), this.toY(y[0]), one.colour);
    }
  }

  paintBands(context, y, height, alpha) {
    context.globalAlpha = alpha;
    seenBands(this.bands, view.from, view.to, this.box.w, (left, right, mode) => {
      context.fillStyle = theme.colour(modeColour(this.element, mode));
      context.fillRect(this.box.x + left, y, right - left, height);
    });
    context.globalAlpha = 1;
  }

  // A strip with the modes in full colour and, where there is room, in words.
  paintAbove(context) {
    if (!this.bands.length) return;
    this.paintBands(context, 3, 16, 0.85);
    context.fillStyle = theme.colour("--ground");
    context.textAlign = "center";
    context.textBaseline = "middle";
    seenBands(this.bands, view.from, view.to, this.box.w, (left, right, mode) => {
      const word = mode === 2 ? "several" : modeWord(this.element, mode);
      if (right - left > context.measureText(word).width + 8)
        context.fillText(word, this.box.x + (left + right) / 2, 11.5);
    });
  }

  entries() {
    const curves = this.series.length > 1 ? this.series : [];
    const modes = [...new Set(this.bands.map(([, , mode]) => mode))];
    return [
      ...curves.map(({ name, colour, dash }) => ({ text: name, colour, dash })),
      ...modes.map((mode) => ({
        text: mode === 2 ? "several" : modeWord(this.element, mode),
        colour: modeColour(this.element, mode),
      })),
    ];
  }

  /** The points seen, in SI; a time column for all curves where they have the same times. */
  columns() {
    const curves = this.series.map((one) => {
      const [from, to] = this.visibleRange(one);
      const unit = one.unit === undefined ? this.siUnit : one.unit;
      const name = unit ? `${one.name} [${unit}]` : one.name;
      const y = one.y.slice(from, to).map((value) => value / this.factorOf(one));
      return {
        t: { name: "t [s]", values: one.x.slice(from, to) },
        y: { name, values: y },
        x: one.x,
      };
    });
    const same = curves.every(({ x }) => x === curves[0].x);
    return curves.flatMap(({ t, y }, i) => (same && i ? [y] : [t, y]));
  }
  factorOf() {
    return this.scale.factor;
  }

  look(px, py) {
    const t = Math.min(view.to, Math.max(view.from, this.fromX(px)));
    this.pointed = true;
    this.at = [px, py];
    cursor.set(t);
  }

  linesAt(t) {
    const lines = [`t = ${number(t, 7)} s`];
    for (const one of this.series) {
      if (one.x.length) lines.push(`${one.name} = ${number(valueOn(one, t))} ${this.scale.unit}`);
    }
    if (this.bands.length) lines.push(modeWord(this.element, modeAt(this.bands, t)));
    return lines;
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    const t = cursor.t;
    if (t === null || t < view.from || t > view.to) return;
    const px = this.toX(t);
    context.lineWidth = 1;
    this.line(context, px, this.box.y, px, this.box.y + this.box.h, "--quiet");
    this.paintMarks(context, t);
    if (this.pointed) this.showReadout(px, this.at[1], this.linesAt(t));
  }

  paintMarks(context, t) {
    for (const one of this.series) {
      const y = valueOn(one, t);
      if (y >= this.y0 && y <= this.y1) this.mark(context, this.toX(t), this.toY(y), one.colour);
    }
  }

  paintDrag(context) {
    const { from, to } = this.drag;
    context.fillStyle = theme.colour("--accent");
    context.globalAlpha = 0.18;
    context.fillRect(Math.min(from[0], to[0]), this.box.y, Math.abs(from[0] - to[0]), this.box.h);
    context.globalAlpha = 1;
  }

  zoom(from, to) {
    setTimeView(this.fromX(Math.min(from[0], to[0])), this.fromX(Math.max(from[0], to[0])));
  }

  reset() {
    setTimeView(wholeRun.from, wholeRun.to);
  }

  step(n) {
    const { x } = this.series[0];
    const t = cursor.t ?? (view.from + view.to) / 2;
    let at = firstAt(x, t);
    if (n > 0) for (--at; x[at + 1] === t; ++at);
    this.pointed = true;
    this.at = [0, this.box.y + this.box.h / 2];
    cursor.set(x[Math.max(0, Math.min(x.length - 1, at + n))]);
  }

  zoomAt(factor) {
    const middle = cursor.t ?? (view.from + view.to) / 2;
    setTimeView(middle - (middle - view.from) * factor, middle + (view.to - middle) * factor);
  }
}

function scaleBy(values, factor) {
  return factor === 1 ? values : values.map((value) => value * factor);
}
