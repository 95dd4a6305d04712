// What is plotted over what: choosers, sliders for the other parameters, and the plots themselves.

const plots = make("div", { id: "measures" });
const controls = make("div", { class: "controls" });

function chooserOf(label, options, chosen, change) {
  const select = make(
    "select",
    {},
    ...options.map(([text, value]) => make("option", { selected: value === chosen }, text)),
  );
  select.addEventListener("change", () => change(options[select.selectedIndex][1]));
  return make("label", {}, `${label} `, select);
}

/** A chart that is not on the page any more is not drawn. */
function rebuild() {
  for (const { holder } of charts) {
    seen.unobserve(holder);
    resized.unobserve(holder);
  }
  charts.clear();
  document.getElementById("reset-zoom").hidden = true;
  show.pointed = -1;
  fillControls();
  plots.replaceChildren(...measures.map(plotsOf));
}

const setAxis = (name) => (value) => {
  const other = { x: "y", y: "x" }[name];
  if (show[other] === value) show[other] = show[name];
  show[name] = value;
  rebuild();
};

function axisChoosers() {
  const named = (list) => list.map((one) => [one.column.name, one]);
  if (show.kind === POINTS) {
    const single = measures.filter(({ columns }) => columns.length === 1);
    const columns = [
      ...parameters.map(({ column }) => column),
      ...single.map(({ columns: [one] }) => one),
    ];
    const over = (value) => {
      show.over = value;
      rebuild();
    };
    return [
      chooserOf(
        "Over",
        columns.map((one) => [one.name, one]),
        show.over,
        over,
      ),
    ];
  }
  const across = chooserOf("Across", named(parameters), show.x, setAxis("x"));
  if (show.kind === CURVES) return parameters.length > 1 ? [across] : [];
  return [across, chooserOf("Up", named(parameters), show.y, setAxis("y"))];
}

function kindChooser() {
  if (!grid) return [];
  const kinds = [
    ["curves", CURVES],
    ["all points", POINTS],
  ];
  if (varied.length > 1) kinds.unshift(["maps and sections", MAP]);
  const change = (kind) => {
    show.kind = kind;
    rebuild();
  };
  return [chooserOf("Show", kinds, show.kind, change)];
}

/** A slider for a dimension that is no axis; it follows the chosen point. */
function sliderOf(dimension) {
  const { column, levels } = dimension;
  const d = grid.dimensions.indexOf(dimension);
  const output = make("output", {});
  const input = make("input", {
    type: "range",
    min: 0,
    max: levels.length - 1,
    "aria-label": column.name,
  });
  const sync = () => {
    input.value = show.at[d];
    const value = levels[show.at[d]];
    const text = dimension === ways ? wayWord(value) : withUnit(number(value, 6), column.unit);
    output.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  input.addEventListener("input", () => {
    show.at[d] = Number(input.value);
    show.pointed = -1;
    choose(rowAtLevels(show.at));
  });
  sync();
  shared.listeners.push(sync);
  return make("label", { class: "slider" }, `${column.name} `, input, output);
}

function fillControls() {
  shared.listeners = [fillPanel];
  const axes = show.kind === MAP ? [show.x, show.y] : [show.x];
  const free = (dimension) =>
    !axes.includes(dimension) &&
    dimension.levels.length > 1 &&
    (dimension !== ways || show.kind === MAP);
  const sliders = show.kind === POINTS ? [] : grid.dimensions.filter(free).map(sliderOf);
  controls.replaceChildren(...kindChooser(), ...axisChoosers(), ...sliders, ...logarithmChooser());
}

function logarithmChooser() {
  if (!measures.some(({ range: [low, high] }) => low > 0 && high > 3 * low)) return [];
  const input = make("input", { type: "checkbox" });
  input.checked = show.logarithmic;
  input.addEventListener("change", () => {
    show.logarithmic = input.checked;
    redrawAll();
  });
  return [make("label", {}, input, " logarithm of the values")];
}

// --- the plots of a measure ------------------------------------------------------------------

function plotsOf(measure) {
  const single = measure.columns.length === 1;
  const parts = [];
  if (show.kind === POINTS) parts.push(...pointPlots(measure, single));
  else if (show.kind === CURVES || !single) parts.push(...curvePlots(measure));
  else parts.push(...mapPlots(measure));
  if (measure.range[0] > measure.range[1])
    parts.push(make("p", { class: "quiet" }, "No point has a value here."));
  return make("div", { class: "measure" }, ...parts);
}

function side(...children) {
  return make("div", { class: "halves" }, ...children);
}

function mapPlots(measure) {
  const map = new MapChart({ measure, x: show.x, y: show.y });
  const section = (along) => new RowsChart({ measure, along, height: 210 });
  return [
    map.figure,
    ...legendOf(measure, true),
    side(section(show.x).figure, section(show.y).figure),
  ];
}

function curvePlots(measure) {
  const along = show.kind === MAP ? [show.x, show.y] : [show.x];
  const height = measure.columns.length > 1 ? 400 : 300; // many dots need room
  const figures = along.map((one) => new RowsChart({ measure, along: one, height }).figure);
  return [...(figures.length > 1 ? [side(...figures)] : figures), ...legendOf(measure, false)];
}

function pointPlots(measure, single) {
  const scatter = new RowsChart({ measure, column: show.over, height: 300 });
  const left = [scatter.figure, ...legendOf(measure, false)];
  if (!single || measure.range[0] > measure.range[1]) return left;
  const histogram = new HistogramChart(measure);
  const right = make("div", {}, histogram.figure, statisticsTable(histogram.statistics));
  return [make("div", { class: "plots" }, make("div", {}, ...left), right)];
}

function legendOf({ columns }, isMap) {
  const entries = [];
  if (ways && !isMap) {
    entries.push(
      { colour: "--forward", text: "forward" },
      { colour: "--backward", text: "backward" },
    );
  }
  if (failures.size)
    entries.push({ colour: "--bad", text: isMap ? "failed (hatched, ×)" : "failed (×)" });
  const empty = columns.some(({ values }) =>
    values.some((value, row) => !Number.isFinite(value) && !failures.has(row)),
  );
  if (isMap && empty) entries.push({ colour: "--ground", text: "no colour: nothing to measure" });
  return entries.length ? [legend(entries)] : [];
}
