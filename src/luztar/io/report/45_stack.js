// Stacked areas over time: where the energy is.

/** Areas on top of each other, and a line for what their sum must be. */
class StackChart extends TimeChart {
  /** `layers`: [{ name, y, colour, alpha }] at times x; `total`: { name, y }. */
  constructor({ caption, name, unit, x, layers, total, height }) {
    const sums = [];
    let below = new Float64Array(x.length);
    for (const layer of layers) {
      const above = below.map((base, i) => base + layer.y[i]);
      sums.push({ below, above, layer });
      below = above;
    }
    super({
      caption,
      name,
      unit,
      height,
      series: [
        { ...total, x, colour: "--ink", dash: [6, 4] },
        { name: "sum", x, y: below, colour: "--ink" },
      ],
    });
    this.whole.pop();
    this.sums = sums.map(({ below: low, above, layer }) => ({
      layer,
      below: scaleBy(low, this.scale.factor),
      above: scaleBy(above, this.scale.factor),
    }));
    this.x = x;
  }

  yRange() {
    let [low, high] = super.yRange();
    const [from, to] = this.visibleRange({ x: this.x });
    for (const { above } of this.sums) {
      for (let i = from; i < to; ++i) {
        if (above[i] < low) low = above[i];
        if (above[i] > high) high = above[i];
      }
    }
    return [Math.min(low, 0), high];
  }

  paint(context) {
    const [from, to] = this.visibleRange({ x: this.x });
    for (const { below, above, layer } of this.sums) {
      context.beginPath();
      for (let i = from; i < to; ++i) context.lineTo(this.toX(this.x[i]), this.toY(above[i]));
      for (let i = to - 1; i >= from; --i) context.lineTo(this.toX(this.x[i]), this.toY(below[i]));
      context.closePath();
      context.fillStyle = theme.colour(layer.colour);
      context.globalAlpha = layer.alpha;
      context.fill();
      context.globalAlpha = 1;
      this.curve(context, this.x, above, from, to, "--ground", 0.8);
    }
    super.paint(context);
  }

  entries() {
    const { name, colour, dash } = this.whole[0];
    const layers = this.sums.map(({ layer }) => ({ text: layer.name, colour: layer.colour }));
    return [...layers, { text: name, colour, dash }];
  }

  columns() {
    const [from, to] = this.visibleRange({ x: this.x });
    const layers = this.sums.map(({ layer, above, below }) => ({
      name: `${layer.name} [J]`,
      values: Array.from(
        above.slice(from, to),
        (value, i) => (value - below[from + i]) / this.scale.factor,
      ),
    }));
    return [...super.columns(), ...layers];
  }

  linesAt(t) {
    const lines = super.linesAt(t);
    for (const { below, above, layer } of [...this.sums].reverse()) {
      const [top, base] = [above, below].map((y) => valueOn({ x: this.x, y }, t));
      lines.push(`${layer.name} = ${number(top - base)} ${this.scale.unit}`);
    }
    return lines;
  }
}
