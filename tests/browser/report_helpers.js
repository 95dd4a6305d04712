// Run inside the page by report_test.py; uses the names of the page's own script.
window.test = {
  frames: () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  holders: () =>
    [...document.querySelectorAll(".canvas")].filter(({ offsetParent }) => offsetParent !== null),
  first: (kind) =>
    [...charts].find((chart) => chart.constructor === kind) ||
    [...charts].find((chart) => chart instanceof kind),

  // Read from a copy: reading a page's own canvas often makes Chromium warn.
  read(canvas) {
    const copy = document.createElement("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data;
  },
  rgb(colour) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = canvas.getContext("2d");
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...this.read(canvas)];
  },
  /** Pixels of a chart's base canvas that are near one of the theme's colours. */
  pixels(chart, names) {
    const wanted = names.map((name) => this.rgb(theme.colour(name)));
    const data = this.read(chart.base);
    const far = (w, i) => [0, 1, 2].reduce((sum, k) => sum + Math.abs(w[k] - data[i + k]), 0);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 60 && wanted.some((w) => far(w, i) < 90)) ++n;
    }
    return n;
  },
  /** Pixels drawn on a chart's upper canvas: cursor and marks. */
  marks(chart) {
    const data = this.read(chart.over);
    let n = 0;
    for (let i = 3; i < data.length; i += 4) n += data[i] > 0;
    return n;
  },
  markedCharts() {
    return [...charts].filter((c) => c.visible && c.box && this.marks(c) > 20).length;
  },

  async show(chart) {
    chart.holder.scrollIntoView({ block: "center" });
    for (let k = 0; k < 100 && (chart.dirty || !chart.visible); ++k) await this.frames();
  },
  async drawn(i) {
    const { chart } = this.holders()[i];
    await this.show(chart);
    const many = chart.sums || chart instanceof ChannelChart || chart instanceof ModeMap;
    const colours = many ? chart.entries().map(({ colour }) => colour) : ["--curve"];
    const name = chart.base.getAttribute("aria-label");
    return { name, dirty: chart.dirty, pixels: this.pixels(chart, colours) };
  },
  async drawAll() {
    for (const holder of this.holders()) await this.show(holder.chart);
    scrollTo(0, 0);
    await this.frames();
  },
  /** A chart's plot area on the screen; `kind` is a class of the page's script. */
  async place(kind) {
    const chart = this.first(kind);
    await this.show(chart);
    const area = chart.over.getBoundingClientRect();
    const { x, y, w, h } = chart.box;
    return { x: area.left + x, y: area.top + y, w, h };
  },
  /** A point of the first loop's curve, from the corner of its plot area. */
  loopPoint() {
    const chart = this.first(LoopChart);
    const i = chart.t.length >> 1;
    return [chart.toX(chart.xs[i]) - chart.box.x, chart.toY(chart.ys[i]) - chart.box.y];
  },
  axesAgree() {
    const times = [...charts].filter((chart) => chart instanceof TimeChart && chart.visible);
    return times.length > 1 && times.every((c) => c.x0 === view.from && c.x1 === view.to);
  },
  readouts() {
    const shown = [...document.querySelectorAll(".readout")].filter((one) => !one.hidden);
    return shown.map((one) => one.innerText);
  },

  /** Hundreds of elements would take long: the first and the last ones. */
  openSome() {
    for (const part of ["body", "element"]) {
      const all = [...document.querySelectorAll(`details[id^=${part}-]`)];
      for (const details of [...all.slice(0, 6), ...all.slice(-2)]) details.open = true;
    }
  },
  opened() {
    const inside = [...document.querySelectorAll("details[open] .inside")];
    return inside.every((one) => one.childNodes.length > 0);
  },
  /** Number of plots in each open part that has curves. */
  plotCounts(part) {
    return [...document.querySelectorAll(`details[open][id^=${part}-]`)]
      .filter((details) => !details.querySelector(".inside > p"))
      .map((details) => details.querySelectorAll(".canvas").length);
  },
  allInDiagram(part, list) {
    const link = (i) => document.querySelector(`.diagram a[href="#${part}-${i}"]`);
    return list.every((_, i) => link(i) !== null);
  },
  /** Words of the diagram with their boxes, in units of the drawing. */
  wordsOfDiagram() {
    const svg = document.querySelector(".diagram svg");
    return [...svg.querySelectorAll("text")]
      .filter((text) => text.textContent !== "")
      .map((text) => {
        const { x, y, width, height } = text.getBBox();
        const to = text.getCTM().inverse().multiply(svg.getCTM()).inverse();
        return { words: text.textContent, x: x + to.e, y: y + to.f, width, height };
      });
  },
  /** Words of the diagram that reach out of the drawing. */
  outsideDiagram() {
    const area = document.querySelector(".diagram svg").viewBox.baseVal;
    const inside = ({ x, y, width, height }) =>
      x >= area.x &&
      y >= area.y &&
      x + width <= area.x + area.width &&
      y + height <= area.y + area.height;
    return this.wordsOfDiagram()
      .filter((one) => !inside(one))
      .map(({ words }) => words)
      .join(", ");
  },
  /** What of the tables is wider than the page. */
  wideTables() {
    const { right } = document.querySelector("main").getBoundingClientRect();
    // Formulas of names with 200 letters, in the tables of the equations, cannot wrap.
    return [...document.querySelectorAll("section table")]
      .filter((one) => !one.closest("#equations"))
      .filter((one) => one.getBoundingClientRect().right > right + 1)
      .map((one) => `${one.closest("section").id} ${one.getBoundingClientRect().right - right}`);
  },
  isShown(part, words) {
    const all = [...document.querySelectorAll(`${part} [role=status]`)];
    return all.some((one) => one.textContent.includes(words) && one.offsetWidth > 0);
  },
  /** Pairs of words of the diagram that lie over each other. */
  overlapsInDiagram() {
    const list = this.wordsOfDiagram();
    const apart = (a, b) =>
      a.x + a.width < b.x + 1 ||
      b.x + b.width < a.x + 1 ||
      a.y + a.height < b.y + 4 || // lines of a body's words are close
      b.y + b.height < a.y + 4;
    return list
      .flatMap((a, i) => list.slice(i + 1).map((b) => [a, b]))
      .filter(([a, b]) => !apart(a, b))
      .map(([a, b]) => `${a.words} / ${b.words}`)
      .join(", ");
  },
  /** How far the diagram is hidden behind scroll bars, [across, down] in pixels. */
  hiddenOfDiagram() {
    const holder = document.querySelector(".diagram");
    return [holder.scrollWidth - holder.clientWidth, holder.scrollHeight - holder.clientHeight];
  },
  energyShown() {
    const words = document.getElementById("energy").innerText;
    return [...charts].some((chart) => chart.sums) || words.includes("no energy in this run");
  },

  /** Chooses an option of the event table's first filter; returns its words. */
  filterEvents(option) {
    const select = document.querySelector("#events select");
    select.selectedIndex = option;
    select.dispatchEvent(new Event("change"));
    return select.selectedOptions[0].textContent;
  },
  eventColumn(n) {
    const cells = document.querySelectorAll(`#events tbody tr td:nth-child(${n})`);
    return [...cells].map((cell) => cell.textContent);
  },
};
