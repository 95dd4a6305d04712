// One quantity over another.

const MOST_LOOP_POINTS = 30_000; // at each end of a stretch
const loopHeight = (width) => Math.round(Math.min(280, Math.max(190, width * 0.6)));

/** y over x at consecutive samples; where the time axes are zoomed, that stretch stands out. */
class LoopChart extends PlaneChart {
  constructor({ caption, name, x, y, colour = "--curve", height = loopHeight }) {
    const xScale = scaled(x.unit, largestOf(x.values));
    const yScale = scaled(y.unit, largestOf(y.values));
    super({
      caption,
      note: `[${yScale.unit}] over ${x.name} [${xScale.unit}]`,
      height,
      about: name,
      name,
    });
    this.factors = [xScale.factor, yScale.factor];
    this.siUnits = [x.unit, y.unit];
    this.xs = scaleBy(x.values, xScale.factor);
    this.ys = scaleBy(y.values, yScale.factor);
    this.names = [x.name, y.name];
    this.units = [xScale.unit, yScale.unit];
    this.xLabel = `${x.name} [${xScale.unit}]`;
    this.colour = colour;
    this.t = rowTimes();
    this.showWhole(rangeOf(this.xs), rangeOf(this.ys));
  }

  /** Ranges of indices: a stretch of time, of a long one its begin and its end. */
  stretch(from, to) {
    const first = firstAt(this.t, from),
      end = this.t[0] <= to ? Math.min(this.t.length, firstAt(this.t, to) + 1) : 0;
    if (end - first <= 2 * MOST_LOOP_POINTS) return [[first, end]];
    return [
      [first, first + MOST_LOOP_POINTS],
      [end - MOST_LOOP_POINTS, end],
    ];
  }

  paint(context) {
    this.drawn = this.stretch(view.from, view.to);
    const curves = (ranges, ...style) => {
      for (const [from, to] of ranges) this.curve(context, this.xs, this.ys, from, to, ...style);
    };
    if (view.zoomed) curves(this.stretch(wholeRun.from, wholeRun.to), "--ghost", 1);
    curves(this.drawn, this.colour, 1.6);
    const [[first, end]] = this.drawn;
    if (end > first && this.isPoint())
      this.mark(context, this.toX(this.xs[first]), this.toY(this.ys[first]), this.colour);
  }

  /** Nothing moves: a line of no length would be invisible. */
  isPoint() {
    const [[first]] = this.drawn;
    return this.drawn.every(([from, to]) => {
      for (let i = from; i < to; ++i)
        if (this.xs[i] !== this.xs[first] || this.ys[i] !== this.ys[first]) return false;
      return true;
    });
  }

  look(px, py) {
    let best = -1,
      least = Infinity;
    for (const [from, to] of this.drawn) {
      for (let i = from; i < to; ++i) {
        const far = (this.toX(this.xs[i]) - px) ** 2 + (this.toY(this.ys[i]) - py) ** 2;
        if (far < least) [best, least] = [i, far];
      }
    }
    this.pointed = best >= 0 && least < 60 ** 2;
    if (!this.pointed) this.readout.hidden = true;
    this.index = best;
    if (this.pointed) cursor.set(this.t[best]);
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    if (cursor.t === null || !this.t.length) return;
    if (cursor.t < this.t[0]) return;
    const i = this.pointed ? this.index : nearest(this.t, cursor.t);
    const px = this.toX(this.xs[i]),
      py = this.toY(this.ys[i]);
    this.mark(context, px, py, this.colour);
    if (!this.pointed) return;
    this.showReadout(px, py, [
      `t = ${number(this.t[i], 7)} s`,
      `${this.names[0]} = ${number(this.xs[i])} ${this.units[0]}`,
      `${this.names[1]} = ${number(this.ys[i])} ${this.units[1]}`,
    ]);
  }

  columns() {
    const part = (values, factor = 1) =>
      this.drawn.flatMap((range) => Array.from(values.slice(...range), (value) => value / factor));
    return [
      { name: "t [s]", values: part(this.t) },
      { name: `${this.names[0]} [${this.siUnits[0]}]`, values: part(this.xs, this.factors[0]) },
      { name: `${this.names[1]} [${this.siUnits[1]}]`, values: part(this.ys, this.factors[1]) },
    ];
  }

  step(n) {
    if (!this.t.length) return;
    const at = cursor.t === null ? 0 : (this.index ?? nearest(this.t, cursor.t));
    this.index = Math.max(0, Math.min(this.t.length - 1, at + n));
    this.pointed = true;
    cursor.set(this.t[this.index]);
  }
}
