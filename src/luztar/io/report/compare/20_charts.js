// A channel of all runs over time, and the differences below.

/** Rows as dots. */
function paintRows(chart, context, { x, y }, colour) {
  const [from, to] = chart.visibleRange({ x });
  const size = to - from > 1500 ? 1.6 : to - from > 300 ? 2.4 : 3.4;
  context.fillStyle = theme.colour(colour);
  for (let i = from; i < to; ++i)
    if (Number.isFinite(y[i]))
      context.fillRect(chart.toX(x[i]) - size / 2, chart.toY(y[i]) - size / 2, size, size);
}

class OverlayChart extends TimeChart {
  constructor(channel) {
    const series = channel.runs.flatMap(({ curve }, run) =>
      curve ? [{ name: letterOf(run), x: curve.t, y: curve.y, ...lookOf(run) }] : [],
    );
    super({
      caption: channel.name,
      name: `${channel.name} of ${series.map(({ name }) => name).join(", ")}`,
      unit: channel.unit,
      series,
      height: 240,
    });
    this.rows = channel.data && {
      x: channel.data.t,
      y: scaleBy(channel.data.y, this.scale.factor),
    };
  }

  yRange() {
    const [low, high] = super.yRange();
    if (!this.rows) return [low, high];
    const [from, to] = this.visibleRange(this.rows);
    const [least, greatest] = rangeOf(this.rows.y.subarray(from, to));
    return least < low || greatest > high
      ? withAir(Math.min(low, least), Math.max(high, greatest))
      : [low, high];
  }

  paint(context) {
    super.paint(context);
    if (this.rows) paintRows(this, context, this.rows, "--ink");
  }

  linesAt(t) {
    const lines = super.linesAt(t);
    if (this.rows && this.rows.x.length)
      lines.push(`data = ${number(valueOn(this.rows, t))} ${this.scale.unit}`);
    return lines;
  }
}

class DifferenceChart extends TimeChart {
  constructor(channel) {
    const about = `${channel.differences.map(nameOfDifference).join(", ")}: ${channel.name}`;
    super({
      caption: about,
      name: about,
      unit: channel.unit,
      series: channel.differences.map((one) => ({
        name: nameOfDifference(one),
        x: one.t,
        y: one.y,
        ...lookOf(one.run),
        ...(one.data ? { dash: [2, 4] } : {}),
      })),
      height: 150,
    });
  }

  paint(context) {
    const { x, w } = this.box;
    this.line(context, x, this.toY(0), x + w, this.toY(0), "--line");
    super.paint(context);
  }
}
