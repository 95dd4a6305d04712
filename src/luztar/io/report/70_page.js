// Puts the page together. Sections of bodies and elements are made when they are opened.

const OPEN_AT_FIRST = 6,
  FILTER_BEYOND = 12;

function heading() {
  page.append(make("h1", {}, data.title || data.file));
  page.append(
    make(
      "p",
      {},
      make(
        "span",
        { class: data.finished ? "chip good" : "chip bad" },
        `${data.finished ? "✓" : "!"} ${data.status}`,
      ),
      make("span", { class: "quiet" }, data.file),
    ),
  );
  if (data.diagnosis) page.append(notice(data.diagnosis, true));
  for (const warning of data.warnings) page.append(notice(`Warning: ${warning}`));
  page.append(changesNote(), parameterList(), proofCards(), keyFigures());
}

function thinningNote() {
  if (!data.rows)
    return notice(
      "The run has no output samples (samples = 0): events and energy ledger are all there is to show.",
    );
  if (!data.thinned) return "";
  const from = expand(data.rows.t, data.rows.n)[0];
  return notice(
    `Curves over time are thinned from ${count(data.points)} points to first, least, greatest and last value of short spans. ` +
      `Loops and phase portraits show the last ${count(data.rows.n)} points, from t = ${number(from, 7)} s. trajectory.csv is whole.`,
  );
}

/** A part of the page with a heading that opens and closes it, made when first opened. */
function fold(id, title, kind, open, fill) {
  const inside = make("div", { class: "inside" });
  const details = make(
    "details",
    { id },
    make("summary", {}, `${title} `, make("span", {}, kind)),
    inside,
  );
  let made = false;
  const ensure = () => {
    if (made || !details.open) return;
    made = true;
    inside.append(...fill());
  };
  details.addEventListener("toggle", ensure);
  details.open = open;
  ensure();
  return details;
}

function folds(list, make1) {
  const all = list.map((item, i) => make1(item, i, list.length <= OPEN_AT_FIRST));
  if (list.length <= FILTER_BEYOND) return all;
  const input = make("input", { type: "search", placeholder: "part of a name" });
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    list.forEach((item, i) => {
      all[i].hidden = !item.name.toLowerCase().includes(wanted);
    });
  });
  return [make("div", { class: "controls" }, make("label", {}, "Show only ", input)), ...all];
}

const NO_CURVES =
  "No curves are kept for this one: they are kept for the first 400 bodies, elements and states. trajectory.csv has them.";

function bodyPlots(body, i) {
  const curves = [0, 1, 2].map((k) => timeCurve("bodies", i, k));
  if (!curves[0]) return [make("p", { class: "quiet" }, data.rows ? NO_CURVES : "No samples.")];
  const unit = units(body.angle);
  const words = [
    [body.angle ? "Angle q" : "Position q", "q", unit.q],
    ["Velocity v", "v", unit.v],
    ["Acceleration a", "a", unit.a],
  ];
  const times = words.map(
    ([caption, symbol, u], k) =>
      new TimeChart({
        caption,
        name: `${symbol}.${body.name}`,
        unit: u,
        series: [{ name: symbol, ...curves[k], colour: "--curve" }],
      }),
  );
  const phase = new LoopChart({
    caption: "Phase portrait: v",
    name: `Phase portrait of ${body.name}, v over q`,
    x: { name: "q", unit: unit.q, values: rowValues("bodies", i, 0) },
    y: { name: "v", unit: unit.v, values: rowValues("bodies", i, 1) },
  });
  return [side(times, [phase])];
}

function side(times, loops) {
  return make(
    "div",
    { class: "plots" },
    make("div", {}, ...times.map((chart) => chart.figure)),
    make("div", { class: "loops" }, ...loops.map((chart) => chart.figure)),
  );
}

function forceSeries(element, i) {
  const series = [{ name: "f", ...timeCurve("elements", i, 2), colour: "--curve" }];
  for (const [k, name] of [
    [3, "lower limit"],
    [4, "upper limit"],
  ]) {
    const limit = timeCurve("elements", i, k);
    if (limit) series.push({ name, ...limit, colour: "--limit", dash: [5, 4], quiet: true });
  }
  return series;
}

function bandLegend(element) {
  if (!element.modes) return "";
  const friction = element.kind === "friction";
  const entries = [-1, 0, 1]
    .filter((mode) => modeWord(element, mode))
    .map((mode) => ({ colour: modeColour(element, mode), text: modeWord(element, mode) }));
  if (element.merged) entries.push({ colour: "--mixed", text: modeWord(element, 2) });
  if (friction) entries.push({ colour: "--limit", rule: true, text: "limits of the force" });
  return legend(entries);
}

function elementPlots(element, i) {
  if (!timeCurve("elements", i, 0))
    return [make("p", { class: "quiet" }, data.rows ? NO_CURVES : "No samples.")];
  const unit = units(element.angle);
  const over = (caption, k, symbol, u) =>
    new TimeChart({
      caption,
      element: element.modes ? element : null,
      exact: element.modes ? exactBands(element) : null,
      name: `${caption} of ${element.name}`,
      unit: u,
      height: 262,
      series:
        k === 2
          ? forceSeries(element, i)
          : [{ name: symbol, ...timeCurve("elements", i, k), colour: "--curve" }],
    });
  const axis = (k, name, u) => ({ name, unit: u, values: rowValues("elements", i, k) });
  const d = () => axis(0, "d", unit.q),
    v = () => axis(1, "v", unit.v),
    f = () => axis(2, "f", unit.f);
  return [
    bandLegend(element),
    side(
      [
        over("Deflection d", 0, "d", unit.q),
        over("Rate v", 1, "v", unit.v),
        over("Force f", 2, "f", unit.f),
      ],
      [
        new LoopChart({
          caption: "Force–velocity: f",
          name: `Force over rate of ${element.name}`,
          x: v(),
          y: f(),
        }),
        new LoopChart({
          caption: "Force–displacement: f",
          name: `Force over deflection of ${element.name}`,
          x: d(),
          y: f(),
        }),
        new LoopChart({
          caption: "Phase portrait: v",
          name: `Phase portrait of ${element.name}, rate over deflection`,
          x: d(),
          y: v(),
        }),
      ],
    ),
  ];
}

function between(element) {
  const name = ([body]) => (body === GROUND ? "ground" : data.bodies[body].name);
  const names = element.terms.map(name);
  if (element.kind === "force" && names.length === 1) return `force on ${names[0]}`;
  const edge = (value, infinity) => (value === null ? infinity : number(value));
  const gap =
    element.modes && !["friction", "freewheel"].includes(element.kind)
      ? `, gap ${edge(element.lower, `${MINUS}∞`)} to ${edge(element.upper, "∞")} ${element.angle ? "rad" : "m"}`
      : "";
  return `${element.kind}, ${names.join(" – ")}${gap}`;
}

function statePlots(state, i) {
  const curve = timeCurve("states", i, 0);
  if (!curve) return [make("p", { class: "quiet" }, data.rows ? NO_CURVES : "No samples.")];
  const series = [{ name: "x", ...curve, colour: "--curve" }];
  const chart = new TimeChart({
    caption: "State x",
    name: `x.${state.name}`,
    unit: state.unit,
    series,
  });
  return [side([chart], [])];
}

// --- energy ----------------------------------------------------------------------------------

const LAYERS_AT_MOST = 8;
const ALPHAS = [0.95, 0.6, 0.78, 0.45, 0.86, 0.52, 0.69, 0.37];

function energyLayers(items) {
  const layers = [];
  for (const kind of ["kinetic", "stored", "dissipated"]) {
    items
      .filter((item) => item.kind === kind && item.largest > 0)
      .forEach((item, i) =>
        layers.push({
          name: item.of === "all" ? kind : `${item.of}, ${kind}`,
          y: item.y,
          colour: `--${kind}`,
          alpha: ALPHAS[i % ALPHAS.length],
          largest: item.largest,
        }),
      );
  }
  if (layers.length <= LAYERS_AT_MOST) return layers;
  const bound = layers.map((layer) => layer.largest).sort((a, b) => b - a)[LAYERS_AT_MOST - 2];
  const kept = layers.filter((layer) => layer.largest >= bound).slice(0, LAYERS_AT_MOST - 1);
  const rest = layers.filter((layer) => !kept.includes(layer));
  const y = kept[0].y.map((_, i) => rest.reduce((sum, layer) => sum + layer.y[i], 0));
  return [...kept, { name: `${rest.length} others`, y, colour: "--other", alpha: 0.7 }];
}

function energyPlot() {
  if (!data.energy) return [];
  const x = expand(data.energy.t, data.energy.n);
  const items = data.energy.items.map((item) => {
    const y = expand(item.y, data.energy.n);
    return { ...item, y, largest: largestOf(y) };
  });
  const put = x.map((_, i) =>
    items
      .filter(({ kind }) => kind === "supplied" || kind === "motion")
      .reduce((sum, { y }) => sum + y[i], data.ledger.initial),
  );
  const layers = energyLayers(items);
  if (!layers.length) return [make("p", {}, "There is no energy in this run.")];
  const chart = new StackChart({
    caption: "Where the energy is",
    name: "Energy by body and element",
    unit: "J",
    x,
    layers,
    total: { name: "put in", y: put },
    height: 320,
  });
  const entries = layers.map(({ name, colour }) => ({ text: name, colour }));
  const list = legend([
    ...entries,
    { text: "put in: at the start, by forces and by motions", colour: "--ink", rule: true },
  ]);
  layers.forEach(({ alpha }, i) => {
    list.children[i].firstChild.style.opacity = alpha;
  });
  const every =
    data.energy.stride > 1
      ? make("p", { class: "quiet" }, `One of every ${count(data.energy.stride)} samples.`)
      : "";
  return [
    make(
      "p",
      { class: "quiet" },
      "The areas add up to the dashed line in a run that keeps its books.",
    ),
    chart.figure,
    list,
    every,
  ];
}

// --- all together ----------------------------------------------------------------------------

function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!target || target.tagName !== "DETAILS") return;
  target.hidden = false;
  target.open = true;
  target.scrollIntoView();
}

/** With the keyboard too they can be moved sideways. */
function formulas(derivation) {
  const copy = derivation.cloneNode(true);
  for (const list of copy.querySelectorAll(".formulas")) {
    list.tabIndex = 0;
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "Formulas");
  }
  return copy;
}

function buildPage() {
  heading();
  section("model", "Model", ...diagram());
  section(
    "bodies",
    "Bodies",
    thinningNote(),
    make(
      "p",
      { class: "quiet" },
      "Drag over a plot to zoom, double click for the whole; the time axes move together.",
    ),
    ...folds(data.bodies, (body, i, open) =>
      fold(
        `body-${i}`,
        body.name,
        { free: "body", prescribed: "prescribed motion", steady: "body, mass inf" }[body.kind],
        open && !!data.rows,
        () => bodyPlots(body, i),
      ),
    ),
  );
  section(
    "elements",
    "Elements",
    ...folds(data.elements, (element, i, open) =>
      fold(`element-${i}`, element.name, between(element), open && !!data.rows, () =>
        elementPlots(element, i),
      ),
    ),
  );
  if (data.states) {
    const show = (state, i, open) =>
      fold(`state-${i}`, state.name, state.unit || "state", open && !!data.rows, () =>
        statePlots(state, i),
      );
    section("states", "States", ...folds(data.states, show));
  }
  section("energy", "Energy", ...energyPlot(), ledgerTable());
  section("events", "Events", ...eventTable());
  const derivation = document.getElementById("derivation").content;
  if (derivation.childElementCount) section("equations", "Equations", formulas(derivation));
  page.append(
    make(
      "footer",
      {},
      `Written by ${data.tool}. Model ${data.hash}. Largest residual of the friction forces ${number(data.kkt, 2)}.`,
    ),
  );
}

startPage(buildPage);
document
  .getElementById("reset-zoom")
  .addEventListener("click", () => setTimeView(wholeRun.from, wholeRun.to));
addEventListener("hashchange", openTarget);
openTarget();
