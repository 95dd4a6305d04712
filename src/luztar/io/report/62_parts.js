// Sections of bodies, elements and states, which are made when they are opened.

const OPEN_AT_FIRST = 6,
  FILTER_BEYOND = 12;

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

/** Curves of other runs and of measured files that have the name of this channel, dashed. */
function otherCurves(name) {
  return sources.slice(1).flatMap(({ label, channels }, i) =>
    channels
      .filter((channel) => channel.name === `${name} (${label})`)
      .map((channel) => ({
        ...{ name: label, ...channel.curve(), dash: [6, 4], quiet: true },
        colour: CHANNEL_COLOURS[(i + 1) % CHANNEL_COLOURS.length],
      })),
  );
}

/** Two plots beside three of 200 pixels; below each other on narrow pages. */
const besideThree = (width) => (matchMedia("(max-width: 820px)").matches ? loopHeight(width) : 300);

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
        series: [
          { name: symbol, ...curves[k], colour: "--curve" },
          ...otherCurves(`${symbol}.${body.name}`),
        ],
      }),
  );
  const phase = new LoopChart({
    caption: "Phase portrait: v",
    name: `Phase portrait of ${body.name}, v over q`,
    x: { name: "q", unit: unit.q, values: rowValues("bodies", i, 0) },
    y: { name: "v", unit: unit.v, values: rowValues("bodies", i, 1) },
    height: besideThree,
  });
  const velocity = {
    name: `v.${body.name}`,
    unit: unit.v,
    colour: "--curve",
    curve: () => curves[1],
  };
  const spectrum = new SpectrumChart({
    name: velocity.name,
    channels: [velocity],
    height: besideThree,
  });
  return [side(times, [phase, spectrum])];
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
    [3, "lower limit of the Coulomb part"],
    [4, "upper limit of the Coulomb part"],
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
  if (friction) entries.push({ colour: "--limit", rule: true, text: "limits of the Coulomb part" });
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
      series: [
        ...(k === 2
          ? forceSeries(element, i)
          : [{ name: symbol, ...timeCurve("elements", i, k), colour: "--curve" }]),
        ...otherCurves(`${["d", "rate", "f"][k]}.${element.name}`),
      ],
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
      ? `, gap ${edge(element.lower, `${MINUS}∞`)} to ${edge(element.upper, "∞")} ${units(element.angle).q}`
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
