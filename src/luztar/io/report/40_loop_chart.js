// One quantity over another.

/** y over x at consecutive samples; where the time axes are zoomed, that stretch stands out. */
class LoopChart extends PlaneChart {
  constructor({ caption, name, x, y, colour = "--curve" }) {
    const xScale = scaled(x.unit, largestOf(x.values));
    const yScale = scaled(y.unit, largestOf(y.values));
    super({
      caption,
      note: `[${yScale.unit}] over ${x.name} [${xScale.unit}]`,
      height: (width) => Math.round(Math.min(280, Math.max(190, width * 0.6))),
      about: name,
    });
    this.xs = scaleBy(x.values, xScale.factor);
    this.ys = scaleBy(y.values, yScale.factor);
    this.names = [x.name, y.name];
    this.units = [xScale.unit, yScale.unit];
    this.xLabel = `${x.name} [${xScale.unit}]`;
    this.colour = colour;
    this.t = rowTimes();
    this.showWhole(rangeOf(this.xs), rangeOf(this.ys));
  }

  paint(context) {
    const n = this.t.length;
    const [from, to] = view.zoomed
      ? [firstAt(this.t, view.from), Math.min(n, firstAt(this.t, view.to) + 1)]
      : [0, n];
    if (view.zoomed) this.curve(context, this.xs, this.ys, 0, n, "--ghost", 1);
    this.curve(context, this.xs, this.ys, from, to, this.colour, 1.6);
    if (n && this.isPoint())
      this.mark(context, this.toX(this.xs[0]), this.toY(this.ys[0]), this.colour);
  }

  /** Nothing moves: a line of no length would be invisible. */
  isPoint() {
    return this.xs.every((x) => x === this.xs[0]) && this.ys.every((y) => y === this.ys[0]);
  }

  look(px, py) {
    let best = -1,
      least = Infinity;
    for (let i = 0; i < this.t.length; ++i) {
      const far = (this.toX(this.xs[i]) - px) ** 2 + (this.toY(this.ys[i]) - py) ** 2;
      if (far < least) [best, least] = [i, far];
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

  step(n) {
    if (!this.t.length) return;
    const at = cursor.t === null ? 0 : (this.index ?? nearest(this.t, cursor.t));
    this.index = Math.max(0, Math.min(this.t.length - 1, at + n));
    this.pointed = true;
    cursor.set(this.t[this.index]);
  }
}
