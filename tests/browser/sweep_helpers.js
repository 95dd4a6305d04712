// Run inside the page of a sweep by sweep_test.py, after report_helpers.js.
window.sweep = {
  firstMap: () => [...charts].find((chart) => chart instanceof MapChart),

  /** Where a chart shows a row on the screen. */
  async place(chart, row, name) {
    await test.show(chart);
    const area = chart.over.getBoundingClientRect();
    const column = data.found.find((one) => one.name === name) || chart.measure.columns[0];
    const value = (dimension) => dimension.column.values[row];
    const isMap = chart instanceof MapChart;
    const px = chart.toX(isMap ? value(chart.x) : chart.column.values[row]);
    const py = isMap ? chart.toY(value(chart.y)) : chart.heightOf(row, column.values);
    return [area.left + px, area.top + py];
  },
  async drawn(i) {
    const { chart } = test.holders()[i];
    await test.show(chart);
    const pixels = test.read(chart.base);
    const ground = test.rgb(theme.colour("--ground"));
    let n = 0;
    for (let k = 0; k < pixels.length; k += 4) {
      const far = [0, 1, 2].some((c) => Math.abs(pixels[k + c] - ground[c]) > 60);
      n += pixels[k + 3] > 60 && far;
    }
    return { name: chart.base.getAttribute("aria-label"), pixels: n };
  },
  panelValues() {
    const items = [...panel.querySelectorAll(".values > div")];
    return Object.fromEntries(items.map((item) => [...item.children].map((c) => c.textContent)));
  },
  command: () => panel.querySelector("code").textContent,

  async around(row, size) {
    const map = this.firstMap();
    await test.show(map);
    const [px, py] = [map.toX(map.x.column.values[row]), map.toY(map.y.column.values[row])];
    const pixels = test.read(map.base);
    const list = [];
    for (let dx = -size; dx <= size; ++dx) {
      const at = 4 * (Math.round(py) * map.base.width + Math.round(px) + dx);
      list.push([...pixels.slice(at, at + 3)]);
    }
    return list;
  },
  async colour(row) {
    return (await this.around(row, 0))[0];
  },
  async hatched(row) {
    const bad = test.rgb(theme.colour("--bad"));
    const list = await this.around(row, 8);
    const isBad = (pixel) => pixel.every((part, k) => Math.abs(part - bad[k]) < 12);
    return list.some(isBad) && !list.every(isBad);
  },
  /**
   * Rows that a section shows; the charts of a measure are its map and two sections. Nothing is scrolled: another chart
   * under the pointer, which stays where it is, would be what is pointed at.
   */
  sectionRows: (i) => [...charts][i].section()[0].rows,

  async sortBy(column) {
    document.querySelector(`#points thead th:nth-child(${column}) button`).click();
    return Number(document.querySelector("#points tbody td").textContent.replace(/\D/g, ""));
  },
  controlOf(label) {
    return [...document.querySelectorAll("#plots .controls label")].find((one) =>
      one.textContent.startsWith(label),
    ).firstElementChild;
  },
  async select(label, text) {
    const select = this.controlOf(label);
    select.selectedIndex = [...select.options].findIndex((option) => option.text === text);
    select.dispatchEvent(new Event("change"));
    await test.frames();
  },
  async slide(label, value) {
    const input = this.controlOf(label);
    input.value = value;
    input.dispatchEvent(new Event("input"));
    await test.frames();
  },
  async xIsLogarithmic() {
    const chart = [...charts][0];
    await test.show(chart);
    return chart.xScale === LOGARITHM;
  },
  async hoverTime(n) {
    const map = this.firstMap();
    const start = performance.now();
    for (let i = 0; i < n; ++i) {
      map.look(map.box.x + (map.box.w * i) / n, map.box.y + (map.box.h * i) / n);
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - start;
  },
};
