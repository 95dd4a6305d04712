// How much worse the data are fitted where a value is held elsewhere.

/** Rise of -2 log likelihood that 95 of 100 intervals reach. */
const WORSE = WIDE ** 2;

class ProfileChart extends CurveChart {
  constructor(profile) {
    const value = data.values[profile.of];
    const scale = scaled(value.unit, Math.max(largestOf(profile.value)));
    super({
      caption: value.name,
      note: `-2 log likelihood over ${value.name}${scale.unit ? ` [${scale.unit}]` : ""}, less the least`,
      height: 220,
      about: `Profile likelihood of ${value.name}`,
    });
    Object.assign(this, { value, unit: scale.unit, y: profile.rise });
    this.x = scaleBy(profile.value, scale.factor);
    this.best = value.value * scale.factor;
    this.error = value.error === null ? 0 : value.error * scale.factor;
    this.ends = [profile.lower, profile.upper].map((end) =>
      end === null ? null : end * scale.factor,
    );
    this.xLabel = `${value.name}${scale.unit ? ` [${scale.unit}]` : ""}`;
    this.showWhole(rangeOf(this.x), [Math.min(0, rangeOf(this.y)[0]), 1.6 * WORSE]);
  }

  paint(context) {
    const { x, y, w, h } = this.box;
    this.line(context, x, this.toY(WORSE), x + w, this.toY(WORSE), "--limit");
    for (const end of this.ends)
      if (end !== null) this.line(context, this.toX(end), y, this.toX(end), y + h, "--limit");
    if (this.error > 0) this.paintParabola(context);
    this.curve(context, this.x, this.y, 0, this.x.length, "--curve", 2);
    for (let i = 0; i < this.x.length; ++i)
      this.mark(context, this.toX(this.x[i]), this.toY(this.y[i]), "--curve");
  }

  /** What the linearised problem says. */
  paintParabola(context) {
    const places = Float64Array.from(
      { length: 121 },
      (_, i) => this.x0 + ((this.x1 - this.x0) * i) / 120,
    );
    const rise = places.map((place) => ((place - this.best) / this.error) ** 2);
    this.curve(context, places, rise, 0, places.length, "--quiet", 1.2, [5, 4]);
  }

  pointLines(i) {
    return [
      `${this.value.name} = ${number(this.x[i], 6)} ${this.unit}`,
      `${number(this.y[i], 4)} above the least`,
    ];
  }
}

function profileSection() {
  const words =
    "How much worse the data are fitted where a value is held elsewhere and all others are fitted anew; dashed what the linearised problem says. Up to 3.84 above the least a value lies in its 95 % interval, whose ends are marked.";
  const parts = data.profiles.map((profile) =>
    make(
      "div",
      {},
      new ProfileChart(profile).figure,
      profile.words
        ? make("p", { class: "quiet" }, `${data.values[profile.of].name}: ${profile.words}`)
        : "",
    ),
  );
  section(
    "profiles",
    "Profiles",
    make("p", { class: "quiet" }, words),
    make("div", { class: "halves" }, ...parts),
  );
}
