// Amplitudes over frequency.

const MOST_SPECTRUM_POINTS = 2 ** 18;
const MOST_PEAKS = 5;

/** In place; the length is a power of two. */
function fourier(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j], re[i], im[j], im[i]];
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; ++k) {
      const c = Math.cos((2 * Math.PI * k) / size),
        s = -Math.sin((2 * Math.PI * k) / size);
      for (let i = k; i < n; i += size) {
        const j = i + half;
        const a = re[j] * c - im[j] * s,
          b = re[j] * s + im[j] * c;
        re[j] = re[i] - a;
        im[j] = im[i] - b;
        re[i] += a;
        im[i] += b;
      }
    }
  }
}

/** `n` values at equal distances from `from` on, linear between the points. */
function resampled({ x, y }, from, to, n) {
  const values = new Float64Array(n);
  for (let i = 0, k = 0; i < n; ++i) {
    const t = from + ((to - from) * i) / n;
    while (k + 2 < x.length && x[k + 1] < t) ++k;
    const part = x[k + 1] > x[k] ? Math.min(1, Math.max(0, (t - x[k]) / (x[k + 1] - x[k]))) : 1;
    values[i] = y[k] + part * (y[k + 1] - y[k]);
  }
  return values;
}

/**
 * Amplitudes of the sines in a curve from one time to another, its mean taken away, with a Hann
 * window: { frequency [Hz], amplitude, sparse }; `sparse` is the share of the mean square at
 * frequencies with fewer than POINTS_A_CYCLE points. null: there are too few points.
 */
function spectrumOf(curve, from, to) {
  const first = firstAt(curve.x, from),
    end = firstAt(curve.x, to);
  if (end - first < 8) return null;
  const n = Math.min(MOST_SPECTRUM_POINTS, 2 ** Math.ceil(Math.log2(end - first)));
  const re = resampled(curve, from, to, n),
    im = new Float64Array(n);
  const mean = re.reduce((sum, value) => sum + value, 0) / n;
  for (let i = 0; i < n; ++i)
    re[i] = (re[i] - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n));
  fourier(re, im);
  const frequency = new Float64Array(n / 2 - 1),
    amplitude = new Float64Array(n / 2 - 1);
  for (let k = 1; k < n / 2; ++k) {
    frequency[k - 1] = k / (to - from);
    amplitude[k - 1] = (4 / n) * Math.hypot(re[k], im[k]);
  }
  const power = (values) => values.reduce((sum, value) => sum + value * value, 0);
  const k = firstAt(frequency, (end - first) / (to - from) / POINTS_A_CYCLE);
  const sparse = power(amplitude.subarray(k)) / power(amplitude) || 0;
  return { frequency, amplitude, sparse };
}

/** The greatest amplitudes that are not beside greater ones: [{ frequency, amplitude }]. */
function peaksOf({ frequency, amplitude }) {
  const found = [];
  const floor = 1e-4 * largestOf(amplitude);
  for (let k = 1; k + 1 < amplitude.length; ++k) {
    const near = amplitude.subarray(Math.max(0, k - 3), k + 4);
    if (amplitude[k] > floor && near.every((value) => value <= amplitude[k])) found.push(k);
  }
  found.sort((a, b) => amplitude[b] - amplitude[a]);
  return found.slice(0, MOST_PEAKS).map((k) => {
    // The top of the parabola through three logarithms: of a sine it is near its frequency.
    const [a, b, c] = [k - 1, k, k + 1].map((i) => Math.log(amplitude[i] || Number.MIN_VALUE));
    const part = a - 2 * b + c ? (0.5 * (a - c)) / (a - 2 * b + c) : 0;
    const top = Math.exp(b - 0.25 * (a - c) * part);
    return { frequency: frequency[k] + part * frequency[0], amplitude: top };
  });
}

class SpectrumChart extends PlaneChart {
  /** `channels`: [{ name, unit, curve(), colour }] of one unit. */
  constructor({ name, channels, height = 280 }) {
    super({
      caption: "Spectrum",
      name: `Spectrum of ${name}`,
      about: `Amplitudes of ${name} over frequency`,
      height,
    });
    this.list = make("p", { class: "quiet" });
    this.warning = notice("");
    this.figure.append(this.list, this.warning);
    this.xScale = this.yScale = LOGARITHM;
    this.xLabel = "f [Hz]";
    this.channels = channels;
    this.shown = "";
    this.spectra = [];
    this.whole = this.window = [
      [0.1, 1],
      [0.1, 1],
    ];
  }

  show(channels) {
    this.channels = channels;
    this.shown = "";
    this.redraw();
  }

  /** Of the stretch of time that is seen. */
  compute() {
    const key = `${view.from} ${view.to}`;
    if (this.shown === key) return;
    this.shown = key;
    this.spectra = this.channels.flatMap((channel) => {
      const curve = channel.curve();
      const points = curve.rows || curve;
      const from = Math.max(view.from, points.x[0]),
        to = Math.min(view.to, points.x[points.x.length - 1]);
      const spectrum = to > from && spectrumOf(points, from, to);
      return spectrum ? [{ ...channel, ...spectrum, from, to }] : [];
    });
    this.chooseUnit();
    this.tell();
  }

  chooseUnit() {
    const largest = Math.max(0, ...this.spectra.map(({ amplitude }) => largestOf(amplitude)));
    this.scale = scaled(this.channels.length ? this.channels[0].unit : "", largest);
    this.spectra.forEach((one) => (one.y = scaleBy(one.amplitude, this.scale.factor)));
    const top = largest * this.scale.factor || 1;
    const frequencies = rangeOf(...this.spectra.map(({ frequency }) => frequency));
    this.whole = [this.spectra.length ? frequencies : [0.1, 1], [top * 1e-6, top * 2]];
    this.window = this.whole;
  }

  tell() {
    const stretch = this.spectra[0];
    const words = stretch
      ? `[${this.scale.unit}], Hann window, t = ${number(stretch.from)} to ${number(stretch.to, 7)} s`
      : "";
    this.words.replaceChildren("Spectrum ", make("span", {}, words));
    const peak = ({ frequency, amplitude }) =>
      `${number(amplitude * this.scale.factor, 3)} ${this.scale.unit} at ${number(frequency, 4)} Hz`;
    const lines = this.spectra.map(
      (one) => `${one.name}: ${peaksOf(one).map(peak).join(", ") || "none"}`,
    );
    this.list.textContent = lines.length
      ? `Peaks of ${lines.join("; ")}`
      : "Too few points for a spectrum.";
    this.warn();
  }

  warn() {
    const found = this.spectra.filter(({ sparse }) => sparse > 0.5);
    this.warning.hidden = !found.length;
    const names = found.map(({ name }) => name).join(", ");
    this.warning.textContent =
      `${names}: most of the motion is at frequencies with fewer than ${POINTS_A_CYCLE} points a cycle. ` +
      "Peaks may be wrong: their frequency, their amplitude. More output points (samples) or rows show more.";
  }

  fit(width, height) {
    this.compute();
    super.fit(width, height);
  }

  paint(context) {
    const low = 1.2 * this.window[1][0]; // what is below the picture is a line along its lower edge
    for (const { frequency, y, colour } of this.spectra) {
      const from = Math.max(0, firstAt(frequency, this.x0) - 1),
        to = Math.min(frequency.length, firstAt(frequency, this.x1) + 1);
      const seen = seenPoints(frequency, y, from, to, this.x0, this.x1, this.box.w);
      const above = Array.from(seen.y, (value) => Math.max(value, low));
      this.curve(context, seen.x, above, seen.from, seen.to, colour, 1.4);
    }
  }

  look(px, py) {
    this.pointed = true;
    this.at = [px, py];
    this.frequency = this.fromX(px);
    this.paintCursor();
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    if (!this.pointed || !this.spectra.length) return;
    const k = nearest(this.spectra[0].frequency, this.frequency);
    const px = this.toX(this.spectra[0].frequency[k]);
    context.lineWidth = 1;
    this.line(context, px, this.box.y, px, this.box.y + this.box.h, "--quiet");
    const lines = this.spectra.map(({ name, frequency, y }) => {
      const value = y[nearest(frequency, this.frequency)];
      return `${name}: ${number(value)} ${this.scale.unit}`;
    });
    this.showReadout(px, this.at[1], [`f = ${number(this.spectra[0].frequency[k])} Hz`, ...lines]);
  }

  zoomAt(factor) {
    const [a, b] = this.window[0].map(Math.log);
    const middle = this.frequency > 0 ? Math.log(this.frequency) : (a + b) / 2;
    const ends = [a, b].map((end) => Math.exp(middle + (end - middle) * factor));
    this.window = [ends, this.window[1]];
    this.redraw();
  }

  step(n) {
    if (!this.spectra.length) return;
    const { frequency } = this.spectra[0];
    const k = nearest(frequency, this.frequency ?? 0) + n;
    this.look(this.toX(frequency[Math.max(0, Math.min(frequency.length - 1, k))]), this.box.y + 40);
  }

  entries() {
    return this.channels.length > 1
      ? this.channels.map(({ name, colour }) => ({ text: name, colour }))
      : [];
  }

  columns() {
    return this.spectra.flatMap(({ name, unit, frequency, amplitude }) => [
      { name: "f [Hz]", values: frequency },
      { name: `${name} [${unit}]`, values: amplitude },
    ]);
  }
}
