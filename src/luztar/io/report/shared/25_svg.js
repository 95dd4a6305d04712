// A picture of lines and words from what charts draw.

/**
 * The part of CanvasRenderingContext2D that charts use, written down as SVG. Charts draw on a
 * canvas and on this alike.
 */
class SvgContext {
  constructor(width, height) {
    this.root = makeSvg("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": "system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif",
    });
    this.into = this.root;
    this.saved = [];
    this.ruler = make("canvas").getContext("2d");
    this.path = [];
    this.dash = [];
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1 });
    Object.assign(this, { lineJoin: "miter", textAlign: "left", textBaseline: "alphabetic" });
    this.font = FONT;
  }

  get text() {
    return new XMLSerializer().serializeToString(this.root);
  }

  add(tag, attributes, ...children) {
    const opacity = this.globalAlpha < 1 ? { opacity: this.globalAlpha } : {};
    this.into.append(makeSvg(tag, { ...attributes, ...opacity }, ...children));
  }

  // --- paths -----------------------------------------------------------------------------------

  beginPath() {
    this.path = [];
  }
  moveTo(x, y) {
    this.path.push(`M${short(x)} ${short(y)}`);
  }
  lineTo(x, y) {
    this.path.push(`${this.path.length ? "L" : "M"}${short(x)} ${short(y)}`);
  }
  closePath() {
    this.path.push("Z");
  }
  rect(x, y, w, h) {
    this.path.push(`M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}Z`);
  }
  /** Charts draw whole circles only. */
  arc(x, y, r) {
    this.path.push(
      `M${short(x - r)} ${short(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
    );
  }
  setLineDash(dash) {
    this.dash = dash;
  }
  stroke() {
    if (!this.path.length) return;
    const attributes = { d: this.path.join(""), fill: "none", stroke: this.strokeStyle };
    attributes["stroke-width"] = this.lineWidth;
    attributes["stroke-linejoin"] = this.lineJoin;
    if (this.dash.length) attributes["stroke-dasharray"] = this.dash.join(" ");
    this.add("path", attributes);
  }
  fill() {
    if (this.path.length)
      this.add("path", { d: this.path.join(""), fill: this.paintOf(this.fillStyle) });
  }
  fillRect(x, y, width, height) {
    const box = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.add("rect", { ...box, fill: this.paintOf(this.fillStyle) });
  }
  strokeRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }
  clearRect() {}

  // --- words and pictures ------------------------------------------------------------------------

  measureText(words) {
    this.ruler.font = this.font;
    return this.ruler.measureText(words);
  }
  fillText(words, x, y) {
    const [weight, size] = [/bold/.test(this.font), parseFloat(/[\d.]+px/.exec(this.font))];
    const down = { middle: 0.35, top: 0.8 }[this.textBaseline] || 0;
    const attributes = { x: short(x), y: short(y + down * size), fill: this.fillStyle };
    attributes["font-size"] = size;
    attributes["text-anchor"] = { center: "middle", right: "end" }[this.textAlign] || "start";
    if (weight) attributes["font-weight"] = "bold";
    this.add("text", attributes, words);
  }
  drawImage(canvas, x, y, width, height) {
    const box = { x, y, width, height, preserveAspectRatio: "none" };
    this.add("image", { ...box, href: canvas.toDataURL("image/png") });
  }
  createLinearGradient(x1, y1, x2, y2) {
    const stops = [];
    return {
      x1,
      y1,
      x2,
      y2,
      stops,
      addColorStop: (offset, colour) => stops.push([offset, colour]),
    };
  }
  paintOf(style) {
    if (typeof style === "string") return style;
    const { x1, y1, x2, y2, stops } = style;
    const id = `gradient-${this.root.querySelectorAll("linearGradient").length}`;
    const colours = stops.map(([offset, colour]) =>
      makeSvg("stop", { offset, "stop-color": colour }),
    );
    const ends = { id, x1, y1, x2, y2, gradientUnits: "userSpaceOnUse" };
    this.root.append(makeSvg("linearGradient", ends, ...colours));
    return `url(#${id})`;
  }

  // --- what is drawn inside of what --------------------------------------------------------------

  save() {
    const { into, globalAlpha, lineWidth, fillStyle, strokeStyle, font, textAlign, textBaseline } =
      this;
    const style = { globalAlpha, lineWidth, fillStyle, strokeStyle, font, textAlign, textBaseline };
    this.saved.push({ into, ...style });
  }
  restore() {
    Object.assign(this, this.saved.pop());
  }
  group(attributes) {
    const inside = makeSvg("g", attributes);
    this.into.append(inside);
    this.into = inside;
  }
  clip() {
    const id = `clip-${this.root.querySelectorAll("clipPath").length}`;
    this.into.append(makeSvg("clipPath", { id }, makeSvg("path", { d: this.path.join("") })));
    this.group({ "clip-path": `url(#${id})` });
  }
  translate(x, y) {
    this.group({ transform: `translate(${short(x)} ${short(y)})` });
  }
}

const short = (x) => Math.round(x * 100) / 100;
