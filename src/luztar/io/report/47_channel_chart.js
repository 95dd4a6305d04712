// Several channels in one plot, with an axis for each of at most two units.

const CHANNEL_COLOURS = [
  "--series-1",
  "--series-2",
  "--series-3",
  "--series-4",
  "--series-5",
  "--series-6",
];
const DASHES = [[], [7, 4], [2, 3]];
const MOST_UNITS = 2;

class ChannelChart extends TimeChart {
  constructor() {
    super({ caption: "Channels", name: "Channels", unit: "", height: 330, series: [] });
    this.axes = [];
  }

  chooseDetail() {
    this.series = this.whole.map((one) => {
      const last = one.lastStretch;
      return last && view.from >= last.x[0] ? { ...one, ...last } : one;
    });
  }

  /** @param channels  of at most two units */
  show(channels) {
    const found = [...new Set(channels.map(({ unit }) => unit))];
    const curves = channels.map((channel) => channel.curve());
    this.axes = found.map((unit) => {
      const mine = curves.filter((_, i) => channels[i].unit === unit);
      return { si: unit, ...scaled(unit, Math.max(...mine.map(({ y }) => largestOf(y)))) };
    });
    this.whole = channels.map(({ name, unit }, i) => {
      const axis = found.indexOf(unit);
      const inUnit = ({ x, y }) => ({ x, y: scaleBy(y, this.axes[axis].factor) });
      const { rows } = curves[i];
      return {
        ...{ name, unit, axis, ...inUnit(curves[i]) },
        lastStretch: rows && inUnit(rows),
        colour: CHANNEL_COLOURS[i % CHANNEL_COLOURS.length],
        dash: DASHES[Math.floor(i / CHANNEL_COLOURS.length) % DASHES.length],
      };
    });
    this.base.setAttribute("aria-label", `${this.title()} over time`);
    this.top = 26;
    this.redraw();
  }

  title() {
    const names = this.whole.map(({ name }) => name).join(", ");
    return names || "Channels";
  }

  /** y0 and y1 are those of the axis while `draw` is called. */
  onAxis(axis, draw) {
    const kept = [this.y0, this.y1];
    if (axis === 1) [this.y0, this.y1] = this.rightRange;
    draw();
    [this.y0, this.y1] = kept;
  }

  rangeOfAxis(axis) {
    const parts = this.series
      .filter((one) => one.axis === axis)
      .map((one) => one.y.slice(...this.visibleRange(one)));
    return withAir(...rangeOf(...parts));
  }
  yRange() {
    return this.rangeOfAxis(0);
  }

  fit(width, height) {
    this.right = 14;
    if (this.axes.length > 1) {
      this.chooseDetail();
      this.rightRange = this.rangeOfAxis(1);
      this.rightTicks = ticks(...this.rightRange, Math.max(4, (height - 50) / 32));
      const context = this.base.getContext("2d");
      context.font = FONT;
      this.right =
        12 + Math.max(...this.rightTicks.map(({ text }) => context.measureText(text).width), 20);
    }
    super.fit(width, height);
  }

  paintAxes(context) {
    super.paintAxes(context);
    const { x, y, w } = this.box;
    context.fillStyle = theme.colour("--quiet");
    context.textBaseline = "middle";
    const word = (axis) =>
      this.axes[axis] && this.axes[axis].unit ? `[${this.axes[axis].unit}]` : "";
    context.textAlign = "right";
    context.fillText(word(0), x - 6, y - 14);
    if (this.axes.length < 2) return;
    context.fillText(word(1), this.size.w - 2, y - 14);
    context.textAlign = "left";
    this.onAxis(1, () => {
      for (const { value, text } of this.rightTicks)
        context.fillText(text, x + w + 6, Math.round(this.toY(value)) + 0.5);
    });
  }

  paint(context) {
    for (const one of this.series) {
      const [first, end] = this.visibleRange(one);
      const seen = seenPoints(one.x, one.y, first, end, this.x0, this.x1, this.box.w);
      this.onAxis(one.axis, () =>
        this.curve(context, seen.x, seen.y, seen.from, seen.to, one.colour, 1.8, one.dash),
      );
    }
  }

  paintMarks(context, t) {
    for (const one of this.series)
      this.onAxis(one.axis, () =>
        this.mark(context, this.toX(t), this.toY(valueOn(one, t)), one.colour),
      );
  }

  linesAt(t) {
    const values = this.series.map(
      (one) => `${one.name} = ${number(valueOn(one, t))} ${this.axes[one.axis].unit}`,
    );
    return [`t = ${number(t, 7)} s`, ...values];
  }

  entries() {
    return this.whole.map(({ name, colour, dash, axis }) => ({
      text: `${name} [${this.axes[axis].unit}]`,
      colour,
      dash,
    }));
  }
  factorOf({ axis }) {
    return this.axes[axis].factor;
  }

  step(n) {
    if (this.series.length) super.step(n);
  }
}
