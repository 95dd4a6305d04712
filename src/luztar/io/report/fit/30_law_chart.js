// The force of a friction over its speed, as it was found, and how far the data tell it.

class LawChart extends CurveChart {
  constructor(law) {
    const own = unitOf(law);
    const unit = law.coefficient ? "" : own.f;
    const xScale = scaled(own.v, law.fastest);
    const most = Math.max(largestOf(law.force), law.upper, -law.lower);
    const yScale = scaled(unit, most);
    super({
      caption: `${law.coefficient ? "Coefficient" : "Force"} of ${law.name}`,
      note: `${yScale.unit ? `[${yScale.unit}] ` : ""}over v [${xScale.unit}], with its 95 % interval`,
      height: (width) => Math.round(Math.min(340, Math.max(220, width * 0.55))),
      about: `${law.name}: force over the speed, from ${number(law.force[0], 3)} to ${number(law.force[law.force.length - 1], 3)} ${unit}`,
    });
    Object.assign(this, { law, xUnit: xScale.unit, yUnit: yScale.unit });
    this.x = scaleBy(law.velocity, xScale.factor);
    this.y = scaleBy(law.force, yScale.factor);
    this.wide = scaleBy(law.error, WIDE * yScale.factor);
    const limit = (value, error) => [value, WIDE * error].map((one) => one * yScale.factor);
    this.limits = [limit(law.lower, law.lowerError), limit(law.upper, law.upperError)];
    this.fastest = law.fastest * xScale.factor;
    this.xLabel = `v [${xScale.unit}]`;
    const ends = [...this.y].flatMap((f, i) => [f - this.wide[i], f + this.wide[i]]);
    const atRest = law.sticks ? this.limits.flatMap(([x, e]) => [x - e, x + e]) : [];
    const all = [...ends, ...atRest].filter(
      (y) => Number.isFinite(y) && Math.abs(y) < 4 * most * yScale.factor,
    );
    this.showWhole([-this.fastest, this.fastest], rangeOf(all));
  }

  paint(context) {
    this.paintShares(context);
    this.line(context, this.box.x, this.toY(0), this.box.x + this.box.w, this.toY(0), "--line");
    const half = this.x.length / 2;
    const directions = [
      [0, Math.floor(half)],
      [Math.ceil(half), this.x.length],
    ];
    for (const [from, to] of directions) {
      this.paintInterval(context, from, to);
      this.curve(context, this.x, this.y, from, to, "--curve", 2);
    }
    if (this.law.sticks) this.paintRest(context);
  }

  paintInterval(context, from, to) {
    context.beginPath();
    for (let i = from; i < to; ++i)
      context.lineTo(this.toX(this.x[i]), this.toY(this.y[i] + this.wide[i]));
    for (let i = to - 1; i >= from; --i)
      context.lineTo(this.toX(this.x[i]), this.toY(this.y[i] - this.wide[i]));
    context.closePath();
    context.fillStyle = theme.colour("--curve");
    context.globalAlpha = 0.2;
    context.fill();
    context.globalAlpha = 1;
  }

  /** At rest the force is whatever is needed, up to its limits. */
  paintRest(context) {
    const px = this.toX(0);
    const [[lower], [upper]] = this.limits;
    context.lineWidth = 3;
    this.line(context, px, this.toY(lower), px, this.toY(upper), "--stuck");
    context.lineWidth = 1.5;
    for (const [limit, error] of this.limits) {
      this.line(context, px, this.toY(limit - error), px, this.toY(limit + error), "--limit");
      for (const y of [limit - error, limit + error])
        this.line(context, px - 5, this.toY(y), px + 5, this.toY(y), "--limit");
    }
  }

  /** Where the data are: at the foot, how much of the time each speed was passed. */
  paintShares(context) {
    const { shares } = this.law;
    const most = Math.max(...shares);
    if (!(most > 0)) return;
    context.fillStyle = theme.colour("--ghost");
    context.globalAlpha = 0.55;
    const foot = this.box.y + this.box.h;
    const step = this.fastest / shares.length;
    shares.forEach((share, i) => {
      const height = 0.16 * this.box.h * Math.sqrt(share / most);
      for (const left of [i * step, -(i + 1) * step]) {
        const from = this.toX(left);
        context.fillRect(from, foot - height, this.toX(left + step) - from, height);
      }
    });
    context.globalAlpha = 1;
  }

  pointLines(i) {
    const lines = [
      `v = ${number(this.x[i])} ${this.xUnit}`,
      `${number(this.y[i])} ± ${number(this.wide[i], 2)} ${this.yUnit}`,
    ];
    const ends = this.limits.map(([value, error]) => `${number(value)} ± ${number(error, 2)}`);
    if (this.law.sticks && Math.abs(this.x[i]) < 1e-3 * this.fastest)
      lines.push(`at rest ${ends.join(" to ")}`);
    return lines;
  }
}
