// What all plots share: canvas, axes, zoom by dragging, read-out, drawing only when seen.

const charts = new Set();
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const chart = entry.target.chart;
      chart.visible = entry.isIntersecting;
      if (!chart.visible) continue;
      if (chart.dirty) chart.refresh();
      else chart.paintCursor(); // the cursor has moved while the chart was out of sight
    }
  },
  { rootMargin: "200px" },
);
const resized = new ResizeObserver((entries) => {
  for (const entry of entries) entry.target.chart.redraw();
});

const isPrinting = () => document.documentElement.classList.contains("printing");

function redrawAll() {
  for (const chart of charts) chart.redraw();
}

/** Round numbers covering [low, high], about `wanted` of them. */
function ticks(low, high, wanted) {
  const raw = (high - low) / Math.max(1, wanted);
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((m) => m * size >= raw * 0.999) * size;
  const values = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
    values.push(i * step);
  const place = Math.floor(Math.log10(step) + 1e-9);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const text = (value) =>
    largest < 1e-3 || largest >= 1e7
      ? number(Number(value.toPrecision(15)), Math.floor(Math.log10(largest)) - place + 1)
      : tickText(value, Math.min(12, Math.max(0, -place)));
  return values.map((value) => ({ value, text: text(value) }));
}

function tickText(value, decimals) {
  const text = value.toFixed(decimals);
  return grouped((Number(text) === 0 ? text.replace("-", "") : text).replace("-", MINUS));
}

/** [low, high] with some air; never empty. */
function withAir(low, high) {
  if (!(low <= high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const span = high - low > size * 1e-12 ? high - low : size * 0.2 || 2;
  const air = high - low > size * 1e-12 ? span * 0.06 : span / 2;
  return [low - air, high + air];
}

/** Powers of ten and, where few of them are in [low, high], two or one between them. */
function logTicks(low, high, wanted) {
  const decades = Math.log10(high / low);
  if (decades < 0.7) return ticks(low, high, wanted);
  const chosen = [
    [1, 2, 5],
    [1, 3],
  ].find((list) => list.length * decades <= wanted) || [1];
  const every = Math.max(1, Math.ceil(decades / Math.max(1, wanted)));
  const values = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power += every)
    for (const digit of chosen) values.push(Number(`${digit}e${power}`));
  const inside = values.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  return inside.map((value) => ({ value, text: number(value) }));
}

/** How the values of an axis are spread over its length. */
const LINEAR = { to: (value) => value, from: (place) => place, ticks };
const LOGARITHM = { to: Math.log, from: Math.exp, ticks: logTicks };

/** Where a value is between the ends of an axis, 0 to 1; and back. */
const partOf = ({ to }, value, low, high) => (to(value) - to(low)) / (to(high) - to(low));
const valueAt = ({ to, from }, part, low, high) => from(to(low) + part * (to(high) - to(low)));

const FONT = "13px system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

class Chart {
  /**
   * `about` is what a screen reader says; `name` that of a saved plot; `height` in CSS pixels, or a
   * function of the width.
   */
  constructor({ caption, note, about, name = caption, height }) {
    this.height = height;
    this.name = name;
    this.base = make("canvas", { role: "img", "aria-label": about });
    this.over = make("canvas", {
      tabindex: "0",
      role: "img",
      "aria-label": `Pointer on: ${about}`,
    });
    this.readout = make("div", { class: "readout", hidden: true, "aria-live": "polite" });
    this.holder = make("div", { class: "canvas" }, this.base, this.over, this.readout);
    this.words = make("figcaption", {}, caption, note ? make("span", {}, ` ${note}`) : "");
    this.figure = make("figure", {}, this.words, saveMenu(this), this.holder);
    this.holder.chart = this;
    this.holdPlace(typeof height === "function" ? height(600) : height);
    this.top = 8;
    this.right = 14;
    this.xScale = this.yScale = LINEAR;
    this.dirty = true;
    this.visible = false;
    this.drag = null;
    charts.add(this);
    seen.observe(this.holder);
    resized.observe(this.holder);
    this.listen();
  }

  // Each kind gives: xLabel xRange() yRange() paint(context) paintCursor() look(x, y) zoom(a, b)
  // reset() step(n) zoomAt(factor)

  redraw() {
    this.dirty = true;
    if (this.visible) this.refresh();
  }

  refresh() {
    if (!this.dirty) return;
    const width = this.holder.clientWidth;
    if (width < 10) return;
    this.dirty = false;
    const height = typeof this.height === "function" ? this.height(width) : this.height;
    const shown = isPrinting() ? Math.round(height * 0.75) : height; // paper is narrower
    this.holdPlace(shown);
    this.fit(width, shown);
    const context = this.base.getContext("2d");
    context.clearRect(0, 0, width, height);
    this.draw(context);
    this.paintCursor();
  }

  /** So that nothing moves when it is drawn. */
  holdPlace(height) {
    this.base.style.height = `${height}px`;
  }

  /** On a canvas or an SvgContext. */
  draw(context) {
    this.paintAxes(context);
    context.save();
    context.beginPath();
    context.rect(this.box.x, this.box.y, this.box.w, this.box.h);
    context.clip();
    this.paint(context);
    context.restore();
    context.strokeStyle = theme.colour("--quiet");
    context.lineWidth = 1;
    context.strokeRect(this.box.x + 0.5, this.box.y + 0.5, this.box.w - 1, this.box.h - 1);
    this.paintAbove(context);
  }

  paintAbove() {}

  /** What the colours mean, for a saved plot: [{ colour, text }]. */
  entries() {
    return [];
  }
  /** The head of a saved plot. */
  title() {
    const note = this.words.querySelector("span");
    return note ? `${this.name} ${note.textContent.trim()}` : this.name;
  }

  fit(width, height) {
    const ratio = isPrinting() ? 3 : Math.max(1, window.devicePixelRatio || 1);
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      const context = canvas.getContext("2d");
      context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
      context.font = FONT;
    }
    this.size = { w: width, h: height };
    [this.x0, this.x1] = this.xRange();
    [this.y0, this.y1] = this.yRange();
    this.yTicks = this.yScale.ticks(this.y0, this.y1, Math.max(4, (height - 50) / 32));
    const context = this.base.getContext("2d");
    const label = Math.max(...this.yTicks.map(({ text }) => context.measureText(text).width), 20);
    // The same for nearly all labels, so that time axes below each other agree.
    const left = Math.max(56, Math.ceil(label) + 12);
    this.box = { x: left, y: this.top, w: width - left - this.right, h: height - this.top - 26 };
  }

  toX(x) {
    return this.box.x + partOf(this.xScale, x, this.x0, this.x1) * this.box.w;
  }
  toY(y) {
    return this.box.y + this.box.h - partOf(this.yScale, y, this.y0, this.y1) * this.box.h;
  }
  fromX(px) {
    return valueAt(this.xScale, (px - this.box.x) / this.box.w, this.x0, this.x1);
  }
  fromY(py) {
    return valueAt(this.yScale, (this.box.y + this.box.h - py) / this.box.h, this.y0, this.y1);
  }

  paintAxes(context) {
    const { x, y, w, h } = this.box;
    context.lineWidth = 1;
    context.fillStyle = theme.colour("--quiet");
    context.strokeStyle = theme.colour("--grid");
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const { value, text } of this.yTicks) {
      const py = Math.round(this.toY(value)) + 0.5;
      this.line(context, x, py, x + w, py, value === 0 ? "--line" : "--grid");
      context.fillText(text, x - 6, py);
    }
    this.paintXAxis(context);
  }

  paintXAxis(context) {
    const { x, y, w, h } = this.box;
    const fitting = (wanted) => this.xScale.ticks(this.x0, this.x1, wanted);
    let list = fitting(w / 60);
    for (let wanted = w / 90; wanted > 1; wanted *= 0.7) {
      const widest = Math.max(...list.map(({ text }) => context.measureText(text).width));
      if (list.length * (widest + 16) < w) break;
      list = fitting(wanted);
    }
    context.textBaseline = "top";
    context.textAlign = "center";
    // The axis' name is to the right.
    const room = x + w - context.measureText(this.xLabel).width - 8;
    for (const { value, text } of list) {
      const px = Math.round(this.toX(value)) + 0.5;
      this.line(context, px, y, px, y + h, "--grid");
      const half = context.measureText(text).width / 2;
      if (px + half < room) context.fillText(text, Math.max(px, x + half - 10), y + h + 7);
    }
    context.textAlign = "right";
    context.fillText(this.xLabel, x + w, y + h + 7);
  }

  line(context, xa, ya, xb, yb, colour) {
    context.strokeStyle = theme.colour(colour);
    context.beginPath();
    context.moveTo(xa, ya);
    context.lineTo(xb, yb);
    context.stroke();
  }

  curve(context, x, y, from, to, colour, width, dash = []) {
    context.strokeStyle = theme.colour(colour);
    context.lineWidth = width;
    context.lineJoin = "round";
    context.setLineDash(dash);
    context.beginPath();
    let down = false;
    for (let i = from; i < to; ++i) {
      if (!Number.isFinite(y[i])) {
        down = false;
        continue;
      }
      if (down) context.lineTo(this.toX(x[i]), this.toY(y[i]));
      else context.moveTo(this.toX(x[i]), this.toY(y[i]));
      down = true;
    }
    context.stroke();
    context.setLineDash([]);
  }

  /** A circle, for the instant pointed at. */
  mark(context, px, py, colour) {
    if (!Number.isFinite(px) || !Number.isFinite(py)) return;
    context.beginPath();
    context.arc(px, py, 4.5, 0, 7);
    context.fillStyle = theme.colour(colour);
    context.fill();
    context.strokeStyle = theme.colour("--ground");
    context.lineWidth = 1.5;
    context.stroke();
  }

  showReadout(px, py, lines) {
    this.readout.replaceChildren(...lines.flatMap((line, i) => (i ? [make("br"), line] : [line])));
    this.readout.hidden = false;
    const { offsetWidth: w, offsetHeight: h } = this.readout;
    const left = px + w + 16 > this.size.w ? px - w - 12 : px + 14;
    this.readout.style.left = `${Math.max(0, Math.min(left, this.size.w - w))}px`;
    this.readout.style.top = `${Math.max(0, Math.min(py - h / 2, this.size.h - h))}px`;
  }

  // --- pointer and keys ------------------------------------------------------------------------

  listen() {
    const place = (event) => {
      const area = this.over.getBoundingClientRect();
      return [event.clientX - area.left, event.clientY - area.top];
    };
    this.over.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.box) return;
      this.drag = { from: place(event), to: place(event) };
      this.over.setPointerCapture(event.pointerId);
    });
    this.over.addEventListener("pointermove", (event) => {
      if (!this.box) return;
      if (this.drag) this.drag.to = place(event);
      this.look(...place(event));
    });
    this.over.addEventListener("pointerup", () => this.endDrag());
    this.over.addEventListener("pointercancel", () => {
      this.drag = null;
      this.leave();
    });
    this.over.addEventListener("pointerleave", () => {
      if (!this.drag) this.leave();
    });
    this.over.addEventListener("blur", () => this.leave());
    this.over.addEventListener("dblclick", () => this.reset());
    this.over.addEventListener("keydown", (event) => this.key(event));
  }

  leave() {
    this.pointed = false;
    this.readout.hidden = true;
    this.paintCursor();
  }

  endDrag() {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (this.isDragged(drag)) this.zoom(drag.from, drag.to);
    else this.press(...drag.to);
  }

  press() {
    this.paintCursor();
  }

  isDragged({ from, to }) {
    return Math.abs(from[0] - to[0]) > 6;
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) this.step(step * (event.shiftKey ? 20 : 1));
    else if (event.key === "Escape") this.reset();
    else if (event.key === "+") this.zoomAt(0.5);
    else if (event.key === "-") this.zoomAt(2);
    else return;
    event.preventDefault();
  }
}
