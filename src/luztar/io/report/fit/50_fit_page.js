// Puts the page of a fit together.

function heading() {
  const chip = data.found ? "✓ fitted" : `! not fitted${data.words ? `: ${data.words}` : ""}`;
  page.append(
    make("h1", {}, data.title || data.file),
    make(
      "p",
      {},
      make("span", { class: data.found ? "chip good" : "chip bad" }, chip),
      make("span", { class: "quiet" }, data.file),
    ),
    ...data.doubts.map((doubt) => notice(`Look at the data: ${doubt}`, true)),
    ...data.warnings.map((warning) => notice(`Warning: ${warning}`)),
    ...data.experiments
      .filter(({ words }) => words)
      .map((run) => notice(`The run ${run.name} ended early: ${run.words}`, true)),
    figures(),
  );
}

function figures() {
  const rows = (list) => count(list.reduce((sum, one) => sum + one.rows, 0));
  const cards = [
    card(
      "Rows fitted",
      rows(data.channels),
      data.validation.length ? `${rows(data.validation)} for validation` : "",
    ),
    card("Values found", String(data.values.length), `loss ${data.loss}`),
    card(
      "Iterations",
      count(data.iterations),
      `${count(data.runs)} runs, ${count(data.derived)} with derivatives`,
    ),
    ...data.channels.map((one) =>
      card(
        `Left of ${nameIn(one)}`,
        `${number(100 * one.relative, 3)} %`,
        `of the signal, ${number(one.rms / one.noise, 3)} of its noise`,
      ),
    ),
  ];
  return make("dl", { class: "figures" }, ...cards.slice(0, 9));
}

// --- signals ---------------------------------------------------------------------------------

const shown = { run: data.experiments[0], element: null };
const signals = make("div", { class: "signals" });

/** The axes of all plots go over the experiment that is shown. */
function showRun(run) {
  shown.run = run;
  const wanted = shown.element && shown.element.name;
  shown.element =
    run.elements.find(({ name }) => name === wanted) ||
    run.elements.find(({ kind }) => kind === "friction") ||
    run.elements[0] ||
    null;
  [wholeRun.from, wholeRun.to] = [run.time[0], run.time[run.time.length - 1]];
  setTimeView(wholeRun.from, wholeRun.to);
}

function forget(chart) {
  charts.delete(chart);
  seen.unobserve(chart.holder);
  resized.unobserve(chart.holder);
}

function drawSignals() {
  for (const chart of [...charts]) if (chart instanceof TimeChart) forget(chart);
  const { run, element } = shown;
  const plots = run.channels.flatMap((channel) => [
    new SignalChart({ run, channel, element }).figure,
    new ResidualChart({ run, channel }).figure,
  ]);
  signals.replaceChildren(controls(), signalLegend(), ...plots);
}

function choice(label, list, chosen, take) {
  const select = make(
    "select",
    {},
    ...list.map(({ name }) => make("option", {}, name || "the run")),
  );
  select.selectedIndex = list.indexOf(chosen);
  select.addEventListener("change", () => {
    take(list[select.selectedIndex]);
    drawSignals();
  });
  return make("label", {}, `${label} `, select);
}

function controls() {
  const parts = [];
  if (data.experiments.length > 1)
    parts.push(choice("Experiment", data.experiments, shown.run, showRun));
  if (shown.run.elements.length > 1)
    parts.push(
      choice("Modes of", shown.run.elements, shown.element, (element) => {
        shown.element = element;
      }),
    );
  return make("div", { class: "controls" }, ...parts);
}

function signalLegend() {
  const entries = [
    { colour: "--limit", text: "measured" },
    { colour: "--curve", text: "model" },
    { colour: "--stored", text: "95 % of the noise" },
  ];
  if (Number.isFinite(untilOf(shown.run)))
    entries.push({ colour: "--warn", text: "for validation: not fitted" });
  const words = new Map();
  if (shown.element)
    for (const [, , mode] of bandsOf(shown.element.bands))
      words.set(modeWord(shown.element, mode), modeColour(shown.element, mode));
  for (const [text, colour] of words)
    entries.push({ colour, text: `${shown.element.name}: ${text}` });
  return legend(entries);
}

// --- friction --------------------------------------------------------------------------------

function lawSection() {
  const parts = data.laws.map((law) => new LawChart(law).figure);
  const words =
    "The law with the values found, shaded where 95 of 100 such fits have it. Upright: the force at rest, up to its limits with their interval. At the foot: how much of the time the data pass each speed; beyond them the law is not told.";
  section(
    "friction",
    "Friction",
    make("p", { class: "quiet" }, words),
    make("div", { class: "halves" }, ...parts),
  );
}

function buildPage() {
  heading();
  section("values", "Values", valuesTable());
  if (data.values.length > 1)
    page.lastElementChild.append(make("h3", {}, "Correlation of their errors"), correlationTable());
  if (data.choice) section("laws", `Which law has ${data.choice.of}?`, ...lawsTable(data.choice));
  if (data.profiles.length) profileSection();
  section("signals", "Signals", signals);
  if (data.laws.length) lawSection();
  section("channels", "What is left", ...channelsTable());
  page.append(make("footer", {}, `Written by ${data.tool}. Numbers are in SI.`));
  showRun(data.experiments[0]);
  drawSignals();
}

startPage(buildPage);
document.getElementById("reset-zoom").addEventListener("click", () => {
  setTimeView(wholeRun.from, wholeRun.to);
  for (const chart of charts) if (chart instanceof PlaneChart) chart.reset();
});
