// Measured and modelled signals over time, and what is left between them.

/** Rows as dots, thinned where several fall on one pixel. */
function paintDots(chart, context, { x, y }, colour) {
  const from = Math.max(0, firstAt(x, view.from) - 1),
    to = Math.min(x.length, firstAt(x, view.to) + 1);
  const size = to - from > 1500 ? 1.6 : to - from > 300 ? 2.4 : 3.4;
  context.fillStyle = theme.colour(colour);
  let last = -1,
    lastY = -1;
  for (let i = from; i < to; ++i) {
    const px = Math.round(chart.toX(x[i]) * 2),
      py = Math.round(chart.toY(y[i]) * 2);
    if (px === last && py === lastY) continue;
    [last, lastY] = [px, py];
    context.fillRect(px / 2 - size / 2, py / 2 - size / 2, size, size);
  }
}

/** What is not fitted is shaded, with a word where there is room. */
function paintValidation(chart, context, until) {
  const { x, y, w, h } = chart.box;
  const left = Math.max(x, Number.isFinite(until) ? chart.toX(Math.max(until, view.from)) : x + w);
  if (left >= x + w) return;
  context.fillStyle = theme.colour("--warn");
  context.globalAlpha = 0.1;
  context.fillRect(left, y, x + w - left, h);
  context.globalAlpha = 1;
  const words = "validation: not fitted";
  if (x + w - left < context.measureText(words).width + 12) return;
  context.textAlign = "right";
  context.textBaseline = "top";
  context.fillText(words, x + w - 6, y + 4);
}

class SignalChart extends TimeChart {
  constructor({ run, channel, element }) {
    super({
      caption: channel.name,
      name: `${channel.name}, measured and modelled`,
      unit: channel.unit,
      element,
      height: 260,
      series: [{ name: "model", x: run.time, y: channel.curve, colour: "--curve" }],
    });
    this.dots = { x: channel.t, y: scaleBy(channel.measured, this.scale.factor) };
    this.until = untilOf(run);
  }

  yRange() {
    let [low, high] = super.yRange();
    const [from, to] = this.visibleRange(this.dots);
    const [least, greatest] = rangeOf(this.dots.y.subarray(from, to));
    if (least < low || greatest > high)
      [low, high] = withAir(Math.min(low, least), Math.max(high, greatest));
    return [low, high];
  }

  paint(context) {
    paintValidation(this, context, this.until);
    super.paint(context);
    paintDots(this, context, this.dots, "--limit");
  }

  linesAt(t) {
    const lines = super.linesAt(t);
    const { x, y } = this.dots;
    if (x.length) lines.splice(2, 0, `measured = ${number(y[nearest(x, t)])} ${this.scale.unit}`);
    return lines;
  }
}

/** model - measured, with the band in which 95 of 100 rows lie if it is noise. */
class ResidualChart extends TimeChart {
  constructor({ run, channel }) {
    const left = channel.model.map((y, i) => y - channel.measured[i]);
    super({
      caption: `${channel.name}: model less measured`,
      name: `What is left of ${channel.name}`,
      unit: channel.unit,
      height: 150,
      series: [{ name: "left", x: channel.t, y: left, colour: "--limit" }],
    });
    this.noise = WIDE * channel.noise * this.scale.factor;
    this.until = untilOf(run);
  }

  yRange() {
    const [low, high] = super.yRange();
    const most = Math.max(-low, high, this.noise * 1.1);
    return Number.isFinite(most) && most > 0 ? [-most, most] : [-1, 1];
  }

  paint(context) {
    paintValidation(this, context, this.until);
    const { x, w } = this.box;
    if (this.noise > 0) {
      context.fillStyle = theme.colour("--stored");
      context.globalAlpha = 0.18;
      context.fillRect(x, this.toY(this.noise), w, this.toY(-this.noise) - this.toY(this.noise));
      context.globalAlpha = 1;
    }
    this.line(context, x, this.toY(0), x + w, this.toY(0), "--quiet");
    paintDots(this, context, this.series[0], "--limit");
  }

  linesAt(t) {
    const lines = super.linesAt(t);
    if (this.noise > 0) lines.push(`95 % of noise: ± ${number(this.noise, 3)} ${this.scale.unit}`);
    return lines;
  }
}
