// A plot as a file: SVG and PNG of what is seen, CSV of its numbers.

/** Names of files have no character that a system forbids. */
const fileName = (words) => words.replace(/[^\p{L}\p{N}.-]+/gu, "_").replace(/^_+|_+$/g, "");

function saveFile(name, content, type) {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** One column a list of numbers or words; shorter ones end early. */
function csvText(columns) {
  const cell = (value) => {
    if (value === undefined || Number.isNaN(value)) return "";
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const lines = [columns.map(({ name }) => cell(name)).join(",")];
  for (let i = 0; i < rows; ++i) lines.push(columns.map(({ values }) => cell(values[i])).join(","));
  return `${lines.join("\n")}\n`;
}

const TITLE_HEIGHT = 26,
  ENTRY_HEIGHT = 20;

class ChartFile {
  /** A chart as it is seen, below its caption and what its colours mean, in light colours. */
  constructor(chart) {
    this.chart = chart;
    this.entries = chart.entries();
    this.width = chart.size.w;
    this.top = TITLE_HEIGHT + (this.entries.length ? ENTRY_HEIGHT : 0);
    this.height = chart.size.h + this.top;
    this.name = fileName(chart.name);
  }

  drawOn(context) {
    context.fillStyle = theme.colour("--ground");
    context.fillRect(0, 0, this.width, this.height);
    context.fillStyle = theme.colour("--ink");
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.font = `bold ${FONT}`;
    context.fillText(this.chart.title(), 6, 14);
    context.font = FONT;
    let x = 6;
    for (const { colour, dash, text } of this.entries) {
      this.swatch(context, x, colour, dash);
      context.fillStyle = theme.colour("--ink");
      context.fillText(text, x + 31, TITLE_HEIGHT + 8);
      x += 45 + context.measureText(text).width;
    }
    context.save();
    context.translate(0, this.top);
    this.chart.draw(context);
    context.restore();
  }

  /** A line with the dashes of a curve, else a filled box. */
  swatch(context, x, colour, dash) {
    const y = TITLE_HEIGHT + 4;
    if (dash && dash.length) {
      context.lineWidth = 2;
      context.setLineDash(dash);
      this.chart.line(context, x, y + 4, x + 26, y + 4, colour);
      context.setLineDash([]);
    } else {
      context.fillStyle = theme.colour(colour);
      context.fillRect(x + 6, y, 14, 8);
    }
  }

  get svg() {
    const context = new SvgContext(this.width, this.height);
    theme.inLight(() => this.drawOn(context));
    return context.text;
  }

  /** A canvas with three pixels a point. */
  get picture() {
    const canvas = make("canvas", { width: 3 * this.width, height: 3 * this.height });
    const context = canvas.getContext("2d");
    context.scale(3, 3);
    theme.inLight(() => this.drawOn(context));
    return canvas;
  }

  save(kind) {
    if (kind === "SVG") saveFile(`${this.name}.svg`, this.svg, "image/svg+xml");
    if (kind === "PNG") this.picture.toBlob((blob) => saveFile(`${this.name}.png`, blob));
    if (kind === "CSV") saveFile(`${this.name}.csv`, csvText(this.chart.columns()), "text/csv");
  }
}

/** A button that opens a list of kinds of files. */
function saveMenu(chart) {
  const kinds = chart.columns ? ["SVG", "PNG", "CSV"] : ["SVG", "PNG"];
  const summary = make("summary", { "aria-label": `Save plot: ${chart.name}` }, "Save");
  const menu = make("details", { class: "save" }, summary);
  for (const kind of kinds) {
    const button = make("button", { type: "button" }, kind);
    button.addEventListener("click", () => {
      menu.open = false;
      new ChartFile(chart).save(kind);
    });
    menu.append(button);
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    summary.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget)) menu.open = false;
  });
  return menu;
}
