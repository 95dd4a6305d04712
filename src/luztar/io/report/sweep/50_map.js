// A measure over two parameters as colours, with their legend.

/** Viridis by Smith and van der Walt: even to the eye, also with few colours or none. */
const VIRIDIS = (
  "440154 481467 482576 453781 404688 39558c 33638d 2d718e 287d8e 238a8d 1f968b 20a386 29af7f " +
  "3dbc74 56c667 75d054 95d840 bade28 dde318 fde725"
).split(" ");

/** 256 colours, each a number as ImageData of 32 bits has it. */
const PALETTE = Uint32Array.from({ length: 256 }, (_, i) => {
  const place = (i / 255) * (VIRIDIS.length - 1);
  const k = Math.min(VIRIDIS.length - 2, Math.floor(place));
  const part = (n, shift) => (parseInt(VIRIDIS[n], 16) >> shift) & 255;
  const mixed = (shift) =>
    Math.round(part(k, shift) + (place - k) * (part(k + 1, shift) - part(k, shift)));
  return (255 << 24) | (mixed(0) << 16) | (mixed(8) << 8) | mixed(16);
});

const cssColour = (i) =>
  `rgb(${PALETTE[i] & 255} ${(PALETTE[i] >> 8) & 255} ${(PALETTE[i] >> 16) & 255})`;

/** Ends of the cells around the levels: half way between them, in the scale of the axis. */
function edgesOf({ levels, scale: { to, from } }) {
  const places = Array.from(levels, to);
  const n = places.length;
  if (n === 1) return airOn({ to, from }, [levels[0], levels[0]]);
  const middles = places.slice(1).map((place, i) => (place + places[i]) / 2);
  return [2 * places[0] - middles[0], ...middles, 2 * places[n - 1] - middles[n - 2]].map(from);
}

/** Which cell a value is in; -1 outside of all. */
function cellAt(edges, value) {
  if (!(value >= edges[0] && value <= edges[edges.length - 1])) return -1;
  let low = 0,
    high = edges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const HATCHED = 1; // no colour of the palette: their alpha is 255

class MapChart extends SweepChart {
  constructor({ measure, x, y }) {
    const [a, b] = [labelOf(x.column), labelOf(y.column)];
    super({
      caption: measure.name,
      note: `in colour${measure.unit ? ` [${measure.unit}]` : ""}, over ${a} and ${b}`,
      about: `Map of ${measure.name} over ${a} and ${b}`,
      height: (width) => Math.round(Math.min(440, Math.max(280, width * 0.6))),
    });
    Object.assign(this, { measure, x, y, values: measure.columns[0].values });
    this.xScale = x.scale;
    this.yScale = y.scale;
    this.edges = [edgesOf(x), edgesOf(y)];
    this.xLabel = shortened(a, 28);
    this.top = 22;
  }

  wholeX() {
    return [this.edges[0][0], this.edges[0][this.x.levels.length]];
  }
  wholeY() {
    return [this.edges[1][0], this.edges[1][this.y.levels.length]];
  }

  sectionKey() {
    const axes = [this.x, this.y];
    return show.at.filter((_, d) => !axes.includes(grid.dimensions[d])).join();
  }

  follow(anew) {
    if (this.visible && (anew ? this.drawn !== this.sectionKey() : false)) this.redraw();
    else super.follow();
  }

  fit(width, height) {
    this.drawn = this.sectionKey();
    this.cells = this.cellsShown();
    this.chooseColours();
    const context = this.base.getContext("2d");
    context.font = FONT;
    const widest = Math.max(
      0,
      ...this.colourTicks.map(({ text }) => context.measureText(text).width),
    );
    this.right = 46 + Math.ceil(widest);
    super.fit(width, height);
  }

  /** Rows by cells, from the lower left on, x running fastest. */
  cellsShown() {
    const { dimensions, strides, rowAt } = grid;
    const [dx, dy] = [this.x, this.y].map((one) => dimensions.indexOf(one));
    const fixed = show.at.reduce(
      (n, level, d) => (d === dx || d === dy ? n : n + level * strides[d]),
      0,
    );
    const nx = this.x.levels.length;
    const cells = new Int32Array(nx * this.y.levels.length);
    for (let i = 0; i < cells.length; ++i)
      cells[i] = rowAt[fixed + (i % nx) * strides[dx] + Math.floor(i / nx) * strides[dy]];
    return cells;
  }

  /** The colours span the values that are seen. */
  chooseColours() {
    const [[left, right], [below, above]] = [this.xRange(), this.yRange()];
    const nx = this.x.levels.length;
    const inside = (i) => {
      const x = this.x.levels[i % nx],
        y = this.y.levels[Math.floor(i / nx)];
      return x >= left && x <= right && y >= below && y <= above;
    };
    let low = Infinity,
      high = -Infinity;
    this.cells.forEach((row, i) => {
      const value = this.values[row];
      if (!Number.isFinite(value) || !inside(i)) return;
      if (value < low) low = value;
      if (value > high) high = value;
    });
    this.colourScale = valueScale(this.measure);
    this.isEmpty = !(low <= high);
    this.isFlat = low === high;
    this.colours = this.isEmpty
      ? [0, 1]
      : this.isFlat
        ? airOn(this.colourScale, [low, low])
        : [low, high];
    this.colourTicks = this.isEmpty
      ? []
      : this.isFlat
        ? [{ value: low, text: number(low) }]
        : this.colourScale.ticks(low, high, 8);
  }

  paint(context) {
    const ratio = this.base.width / this.size.w;
    const { x, y, w, h } = this.box;
    const width = Math.max(1, Math.round(w * ratio)),
      height = Math.max(1, Math.round(h * ratio));
    const image = new ImageData(width, height);
    this.fill(new Uint32Array(image.data.buffer), width, height, ratio);
    const canvas = make("canvas", { width, height });
    canvas.getContext("2d").putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(canvas, x, y, w, h);
  }

  fill(pixels, width, height, ratio) {
    const { x, y } = this.box;
    const columns = Int32Array.from({ length: width }, (_, i) =>
      cellAt(this.edges[0], this.fromX(x + (i + 0.5) / ratio)),
    );
    const lines = Int32Array.from({ length: height }, (_, i) =>
      cellAt(this.edges[1], this.fromY(y + (i + 0.5) / ratio)),
    );
    const colours = this.cellColours();
    const period = Math.round(7 * ratio),
      stroke = 1.5 * ratio;
    const bad = this.hatchColour();
    for (let j = 0; j < height; ++j) {
      if (lines[j] < 0) continue;
      const first = lines[j] * this.x.levels.length;
      for (let i = 0; i < width; ++i) {
        if (columns[i] < 0) continue;
        const colour = colours[first + columns[i]];
        pixels[j * width + i] = colour !== HATCHED ? colour : (i + j) % period < stroke ? bad : 0;
      }
    }
  }

  hatchColour() {
    const [r, g, b] = theme
      .colour("--bad")
      .match(/\w\w/g)
      .map((part) => parseInt(part, 16));
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  }

  cellColours() {
    const [low, high] = this.colours;
    const { to } = this.colourScale;
    const begin = to(low),
      factor = 255 / (to(high) - begin);
    return Uint32Array.from(this.cells, (row) => {
      const value = this.values[row];
      if (failures.has(row)) return HATCHED;
      if (!Number.isFinite(value)) return 0;
      return PALETTE[Math.max(0, Math.min(255, Math.round((to(value) - begin) * factor)))];
    });
  }

  paintAbove(context) {
    this.paintYName(context, labelOf(this.y.column));
    if (this.isEmpty) return;
    const { x, y, w, h } = this.box;
    const left = x + w + 14;
    const gradient = context.createLinearGradient(0, y + h, 0, y);
    for (let i = 0; i < 256; i += 15) gradient.addColorStop(i / 255, cssColour(i));
    context.fillStyle = gradient;
    context.fillRect(left, y, 14, h);
    context.strokeRect(left + 0.5, y + 0.5, 13, h - 1);
    context.fillStyle = theme.colour("--quiet");
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (const { value, text } of this.colourTicks) {
      const py = this.colourPlace(value);
      context.fillRect(left + 14, Math.round(py), 4, 1);
      context.fillText(text, left + 22, Math.max(y + 6, Math.min(y + h - 6, py)));
    }
  }

  colourPlace(value) {
    return this.box.y + this.box.h * (1 - partOf(this.colourScale, value, ...this.colours));
  }

  placeOf(row) {
    if (!this.cells.includes(row)) return null;
    return [this.toX(this.x.column.values[row]), this.toY(this.y.column.values[row])];
  }

  rowNear(px, py) {
    const i = cellAt(this.edges[0], this.fromX(px)),
      j = cellAt(this.edges[1], this.fromY(py));
    return i < 0 || j < 0 ? -1 : this.cells[j * this.x.levels.length + i];
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.clearOver();
    const levels = focus();
    const place = (dimension) => dimension.levels[levels[grid.dimensions.indexOf(dimension)]];
    const px = this.toX(place(this.x)),
      py = this.toY(place(this.y));
    const { x, y, w, h } = this.box;
    if (!(px >= x && px <= x + w && py >= y && py <= y + h)) return;
    const [left, up] = [Math.round(px) + 0.5, Math.round(py) + 0.5];
    for (const [colour, width] of [
      ["--ground", 3],
      ["--ink", 1],
    ]) {
      context.lineWidth = width;
      this.line(context, left, y, left, y + h, colour);
      this.line(context, x, up, x + w, up, colour);
    }
    this.mark(context, px, py, "--ink");
    const row = focusRow();
    if (row >= 0) this.paintColourMark(context, this.values[row]);
    if (this.pointed && row >= 0) this.showReadout(px, py, linesOf(row, this.measure.columns[0]));
  }

  /** A triangle at the colour of the value. */
  paintColourMark(context, value) {
    if (!(value >= this.colours[0] && value <= this.colours[1])) return;
    const left = this.box.x + this.box.w + 13,
      py = this.colourPlace(value);
    context.fillStyle = theme.colour("--ink");
    context.beginPath();
    context.moveTo(left, py);
    context.lineTo(left - 8, py - 5);
    context.lineTo(left - 8, py + 5);
    context.fill();
  }

  step(n) {
    return this.stepAlong(this.x, n);
  }
  stepUp(n) {
    return this.stepAlong(this.y, n);
  }
}
