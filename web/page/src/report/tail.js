// What the page asks of the report's scripts: this stands behind them, in the same function.

/** One curve or dots of a measure over a parameter. */
class SweepLine extends PlaneChart {
  constructor({ name, unit, x, measure, y, choose }) {
    super({
      caption: measure,
      note: `over ${name}${unit ? ` [${unit}]` : ""}`,
      about: `${measure} over ${name}`,
      name: `${measure} over ${name}`,
      height: 320,
    });
    Object.assign(this, { parameter: name, unit, xs: x, ys: y, measure, choose });
    this.xLabel = unit ? `${name} [${unit}]` : name;
    this.showWhole(rangeOf(x), rangeOf(y));
    this.index = -1;
  }

  paint(context) {
    this.curve(context, this.xs, this.ys, 0, this.xs.length, "--curve", 1.6);
    if (this.xs.length < 200)
      this.xs.forEach((x, i) => this.mark(context, this.toX(x), this.toY(this.ys[i]), "--curve"));
  }

  look(px, py) {
    const far = this.xs.map((x, i) => (this.toX(x) - px) ** 2 + (this.toY(this.ys[i]) - py) ** 2);
    const least = Math.min(...far.filter(Number.isFinite));
    this.pointAt(far.indexOf(least));
  }

  pointAt(i) {
    this.index = i;
    this.pointed = i >= 0;
    this.paintCursor();
  }

  paintCursor() {
    if (!this.box) return;
    const context = this.over.getContext("2d");
    context.clearRect(0, 0, this.size.w, this.size.h);
    if (this.drag) this.paintDrag(context);
    if (!this.pointed || this.index < 0) return;
    const [px, py] = [this.toX(this.xs[this.index]), this.toY(this.ys[this.index])];
    this.mark(context, px, py, "--limit");
    this.showReadout(px, py, [
      `${this.parameter} = ${number(this.xs[this.index])} ${this.unit}`,
      `${this.measure} = ${number(this.ys[this.index])}`,
    ]);
  }

  press() {
    if (this.index >= 0) this.choose(this.xs[this.index]);
  }
  step(n) {
    this.pointAt(Math.max(0, Math.min(this.xs.length - 1, this.index + n)));
  }
  key(event) {
    if (event.key === "Enter") this.press();
    else super.key(event);
  }
  columns() {
    return [
      { name: this.xLabel, values: this.xs },
      { name: this.measure, values: this.ys },
    ];
  }
}

/** What the reader had set in the run before, or null. */
const before = luztarPage.before;

/** The sections of motion and plots, in their order. */
const SECTIONS = {
  model() {
    section("model", "Model", ...diagram());
    if (before && player) restorePlayer();
  },
  plot() {
    plotSection();
    if (channelPlot) preparePlot();
  },
  modes: modeSection,
  bodies: bodySection,
  elements: elementSection,
  states: stateSection,
  energy() {
    section("energy", "Energy", ...energyPlot());
  },
};

/** Places of sections that are out of sight: they are built a little later. */
const waiting = new Map();

function buildSection(id) {
  const place = waiting.get(id),
    last = page.lastElementChild;
  SECTIONS[id]();
  const made = page.lastElementChild === last ? null : page.lastElementChild;
  if (made && before)
    for (const one of made.querySelectorAll("details[id]"))
      if (before.folds.has(one.id)) one.open = before.folds.get(one.id);
  if (made && place) place.before(made);
  place?.remove();
  waiting.delete(id);
}

/** In the order of the sections, whichever was built first. */
function sortContents() {
  const links = new Map([...contents.children].map((link) => [link.getAttribute("href").slice(1), link]));
  for (const id of waiting.keys())
    if (!links.has(id)) links.set(id, make("a", { href: `#${id}` }, before.sections.get(id).title));
  contents.replaceChildren(...Object.keys(SECTIONS).flatMap((id) => links.get(id) ?? []));
}

function motionPart(all) {
  for (const id of Object.keys(SECTIONS)) {
    const old = before?.sections.get(id);
    if (all || !old || old.seen) {
      buildSection(id);
      continue;
    }
    const place = make("div", { style: `height: ${old.height}px`, "data-place": id });
    waiting.set(id, place);
    page.append(place);
  }
  sortContents();
}

/** Builds what waits. */
function finish() {
  if (!waiting.size) return;
  for (const id of [...waiting.keys()]) {
    contents.querySelector(`[href="#${id}"]`)?.remove();
    buildSection(id);
  }
  sortContents();
}

const PARTS = {
  motion: motionPart,
  events() {
    section("events", "Events", ...eventTable.parts);
  },
  proofs() {
    section("proofs", "Proofs", proofCards(), keyFigures(), ledgerTable());
  },
};

function preparePlot() {
  const [words] = document.getElementById("plot").getElementsByClassName("quiet");
  words.textContent =
    "Add channels of this run, or open or drop a trajectory.csv of another run or a measured CSV.";
  const open = channelPlot.open.bind(channelPlot);
  channelPlot.open = async (files) => {
    await open(files);
    luztarPage.sourcesChanged();
  };
  if (before?.channels) {
    channelPlot.names = before.channels.filter(channelNamed);
    channelPlot.changed(false);
    channelPlot.isChosen = true;
  }
  if (!before && luztarPage.channels.length) {
    channelPlot.names = [];
    for (const name of luztarPage.channels) channelPlot.add(name);
    channelPlot.say(""); // a plot has two axes: what does not fit is left out
  }
  // What is new lies over the channels that are in the plot.
  for (const source of luztarPage.sources.filter(({ label }) => !before?.labels.includes(label)))
    channelPlot.addLike(source);
}

/** Charts in the window are drawn at once, before they are seen empty. */
function drawSeen() {
  const inWindow = [...charts].filter(({ holder }) => {
    const { top, bottom } = holder.getBoundingClientRect();
    return bottom > -200 && top < innerHeight + 200;
  });
  for (const chart of inWindow) {
    chart.visible = true;
    chart.refresh();
  }
}

function sectionsOnPage() {
  const found = [...page.children].map((node) => {
    const { top, bottom, height } = node.getBoundingClientRect();
    const id = node.id || node.dataset.place;
    const title = contents.querySelector(`[href="#${id}"]`)?.textContent ?? id;
    return [id, { height, title, seen: bottom > -100 && top < innerHeight + 100 }];
  });
  return new Map(found);
}

/** What the reader has set, for the next run to show it in the same way. */
function look() {
  const folds = [...page.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]);
  return {
    t: cursor.t,
    playing: !!player?.playing,
    speed: player?.speed?.value,
    view: view.zoomed ? [view.from, view.to] : null,
    folds: new Map([...(before?.folds ?? []), ...folds]),
    channels: channelPlot ? (channelPlot.isChosen ? channelPlot.names : null) : (before?.channels ?? null),
    labels: luztarPage.sources.map(({ label }) => label),
    kept: document.getElementById("model")?.classList.contains("kept"),
    sections: sectionsOnPage(),
  };
}

function restorePlayer() {
  if ([...player.speed.options].some(({ value }) => value === before.speed)) player.speed.value = before.speed;
  if (before.kept) player.controls.querySelector("input[type=checkbox]").click();
  if (before.t !== null && before.t <= data.end) player.put(Math.max(data.start, before.t));
  if (before.playing) player.toggle();
  player.show();
}

// Fewer rows while a slider moves are no setting of the reader's.
if (luztarPage.thinned) data.changedSettings = data.changedSettings.filter(({ name }) => name !== "output samples");
theme.apply(luztarPage.theme);
theme.listeners.push(redrawAll);
eventTable = new EventTable();
document
  .getElementById("reset-zoom")
  .addEventListener("click", () => setTimeView(wholeRun.from, wholeRun.to));
addEventListener("hashchange", followAddress);
addEventListener("scroll", finish);
addEventListener("beforeprint", finish);
sources.push(runSource());
sources.push(...luztarPage.sources);
if (before?.view && before.view[0] < wholeRun.to) setTimeView(...before.view);

return {
  data,
  look,
  zoom: () => (view.zoomed ? (wholeRun.to - wholeRun.from) / (view.to - view.from) : 1),
  finish,
  drawSeen,
  build: (part, all) => PARTS[part](all),
  setTheme: (name) => theme.apply(name),
  pause: () => player?.playing && player.pause(),
  sources: () => sources.slice(1),
  /** All channels of this run as a source of the next. */
  keep: (label) => ({
    label,
    channels: sources[0].channels.map(({ name, unit, curve }) => {
      const { x, y } = curve();
      return { name: `${name} (${label})`, unit, bodies: [], curve: () => ({ x, y }) };
    }),
  }),
  sweepLine: (about) => {
    const chart = new SweepLine(about);
    return { figure: chart.figure, draw: () => ((chart.visible = true), chart.redraw()) };
  },
  openTables: (files) => channelPlot?.open(files),
};
