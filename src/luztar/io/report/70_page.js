// Puts the page together.

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

/** Of a long run that is whole on the page. */
function shortNote() {
  if (data.rows.n <= 2 * MOST_LOOP_POINTS) return "";
  const words =
    `All ${count(data.rows.n)} points of the run are on this page. Loops and phase portraits show ` +
    `the first and the last ${count(MOST_LOOP_POINTS)} of the stretch that is seen.`;
  return make("p", { class: "quiet" }, words);
}

function thinningNote() {
  if (!data.rows)
    return notice(
      "The run has no output samples (samples = 0): events and energy ledger are all there is to show.",
    );
  if (!data.thinned) return shortNote();
  const from = expand(data.rows.t, data.rows.n)[0];
  return notice(
    `The run has ${count(data.points)} points, more than fit into a page. Curves over time have the first, least, greatest and last value of spans of ` +
      `${number(data.thinned.span, 3)} s: zoom shows nothing shorter, but for the last ${count(data.rows.n)} points, from t = ${number(from, 7)} s, which are whole. ` +
      `Loops, phase portraits and spectra are of these. trajectory.csv is whole.`,
  );
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

/** Opens a part of the page and shows it; there may be none of this name. */
function openPart(id) {
  const part = document.getElementById(id);
  if (!part) return;
  if (part.tagName === "DETAILS") {
    part.hidden = false;
    part.open = true;
  }
  part.scrollIntoView();
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

function modeSection() {
  const modes = modeMap();
  if (modes.length) section("modes", "Modes", ...modes, ...heldTables(), heldNote());
}

function bodySection() {
  section(
    "bodies",
    "Bodies",
    thinningNote(),
    pointsNote(),
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
}

function elementSection() {
  section(
    "elements",
    "Elements",
    ...folds(data.elements, (element, i, open) =>
      fold(`element-${i}`, element.name, between(element), open && !!data.rows, () =>
        elementPlots(element, i),
      ),
    ),
  );
}

function stateSection() {
  if (!data.states) return;
  const show = (state, i, open) =>
    fold(`state-${i}`, state.name, state.unit || "state", open && !!data.rows, () =>
      statePlots(state, i),
    );
  section("states", "States", ...folds(data.states, show));
}

function equationSection(derivation) {
  if (derivation.childElementCount) section("equations", "Equations", formulas(derivation));
}

function buildPage() {
  eventTable = new EventTable();
  sources.push(runSource());
  heading();
  section("model", "Model", ...diagram());
  plotSection();
  modeSection();
  bodySection();
  elementSection();
  stateSection();
  section("energy", "Energy", ...energyPlot(), ledgerTable());
  section("events", "Events", ...eventTable.parts);
  equationSection(document.getElementById("derivation").content);
  page.append(
    make(
      "footer",
      {},
      `Written by ${data.tool}. Model ${data.hash}. Largest residual of the friction forces ${number(data.kkt, 2)}.`,
    ),
  );
}

function followAddress() {
  if (location.hash) openPart(location.hash.slice(1));
  if (channelPlot) channelPlot.read();
}
