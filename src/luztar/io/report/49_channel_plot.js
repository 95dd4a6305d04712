// The plot whose channels the reader chooses, kept in the address: #plot=q.block,f.contact&t=1,2

const PLOT_ADDRESS = "#plot=";

class ChannelPlot {
  constructor() {
    this.names = [];
    this.isChosen = false;
    this.chart = new ChannelChart();
    this.spectrum = new SpectrumChart({ name: "the channels", channels: [] });
    this.chosen = make("ul", { class: "legend chosen", "aria-label": "Channels in the plot" });
    this.status = make("p", { class: "quiet", role: "status" });
    this.points = make("div", {});
    this.options = make("datalist", { id: "channels" });
    this.search = make("input", {
      ...{ type: "search", list: "channels", id: "add-channel", size: 24 },
      placeholder: "q.… or one - other",
    });
    this.withSpectrum = make("input", { type: "checkbox" });
    this.listen();
    this.fillOptions();
    dropFiles((files) => this.open(files));
    viewListeners.push(() => this.keep());
  }

  get parts() {
    const choose = make("input", {
      type: "file",
      accept: ".csv,.txt,.tsv",
      multiple: true,
      hidden: true,
    });
    choose.addEventListener("change", () => {
      this.open([...choose.files]);
      choose.value = "";
    });
    const open = make("button", { type: "button" }, "Open CSV …");
    open.addEventListener("click", () => choose.click());
    const add = make("button", { type: "button" }, "Add");
    add.addEventListener("click", () => this.addTyped());
    const controls = make(
      "div",
      { class: "controls" },
      make("label", {}, "Channel ", this.search),
      add,
      open,
      choose,
      make("label", {}, this.withSpectrum, " Spectrum"),
      this.options,
    );
    const about =
      "Add channels of this run, or open or drop a trajectory.csv of another run or a measured CSV. The address of the page keeps what is chosen.";
    const words = make("p", { class: "quiet" }, about);
    const { chosen, status, points, chart, spectrum } = this;
    return [words, controls, chosen, status, points, chart.figure, spectrum.figure];
  }

  listen() {
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.addTyped();
    });
    // Chosen from the list, not typed.
    this.search.addEventListener("input", (event) => {
      if (!(event instanceof InputEvent) || event.inputType === "insertReplacementText")
        this.addTyped();
    });
    this.withSpectrum.addEventListener("change", () => this.changed());
    this.spectrum.figure.hidden = true;
  }

  fillOptions() {
    this.options.replaceChildren(
      ...allChannels().map(({ name }) => make("option", { value: name })),
    );
  }

  say(words) {
    this.status.textContent = words;
  }

  addTyped() {
    const text = this.search.value.trim();
    if (!text) return;
    if (this.add(text)) this.search.value = "";
  }

  /** Whether it is in the plot then. */
  add(name) {
    const channel = channelNamed(name);
    if (!channel) {
      this.say(`There is no channel “${name}”. ${this.suggestion(name)}`);
      return false;
    }
    const found = new Set(this.channels().map(({ unit }) => unit)).add(channel.unit);
    if (found.size > MOST_UNITS) {
      this.say(
        `${name} is in ${channel.unit || "no unit"}: a plot has two axes, remove a channel first.`,
      );
      return false;
    }
    if (!this.names.includes(name)) this.names.push(name);
    this.say("");
    this.changed();
    return true;
  }

  suggestion(name) {
    const part = name.toLowerCase();
    const near = allChannels().filter((one) => one.name.toLowerCase().includes(part));
    const list = (near.length ? near : allChannels()).slice(0, 5).map((one) => one.name);
    return list.length ? `There are ${list.join(", ")} …` : "";
  }

  remove(name) {
    this.names = this.names.filter((one) => one !== name);
    this.say("");
    this.changed();
  }

  channels() {
    return this.names.map(channelNamed);
  }

  changed(keep = true) {
    const empty = !this.names.length;
    if (empty) this.say("No channel is chosen: add one.");
    this.points.replaceChildren(pointsNote(this.channels().flatMap(({ bodies }) => bodies)));
    this.chart.show(this.channels());
    this.chart.figure.hidden = empty;
    this.chosen.replaceChildren(...this.chart.whole.map((one) => this.chip(one)));
    this.spectrum.figure.hidden = empty || !this.withSpectrum.checked;
    const first = empty ? "" : this.channels()[0].unit;
    const colours = this.chart.whole.map(({ colour }) => colour);
    const mine = this.channels().map((channel, i) => ({ ...channel, colour: colours[i] }));
    this.spectrum.show(mine.filter(({ unit }) => unit === first));
    if (!keep) return;
    this.isChosen = true;
    this.keep("plot");
  }

  chip({ name, colour, dash }) {
    const drop = make("button", { type: "button", "aria-label": `Remove ${name}` }, "×");
    drop.addEventListener("click", () => this.remove(name));
    const line = dash.length ? "rule" : "";
    const style = dash.length ? `border-color: var(${colour})` : `background: var(${colour})`;
    return make("li", {}, make("i", { class: line, style }), name, drop);
  }

  async open(files) {
    for (const file of files) {
      try {
        const source = csvSource(file.name, await file.text());
        addSource(source);
        this.fillOptions();
        this.addLike(source);
      } catch (error) {
        this.say(error.message);
      }
    }
  }

  /** What a file has of the channels in the plot; else its first column. */
  addLike(source) {
    const like = this.names.map((name) => `${name} (${source.label})`);
    const found = source.channels.filter(({ name }) => like.includes(name));
    const added = (found.length ? found : source.channels.slice(0, 1)).filter(({ name }) =>
      this.add(name),
    );
    const { x } = source.channels[0].curve();
    const stretch = `t = ${number(x[0])} to ${number(x[x.length - 1])} s`;
    if (added.length || found.length)
      this.say(
        `${source.label}: ${source.channels.length} channels, ${count(x.length)} rows, ${stretch}.`,
      );
  }

  // --- the address -------------------------------------------------------------------------------

  /** @param part  what the address leads to; without it, it leads to where it did */
  keep(part = null) {
    if (!part && !location.hash.startsWith(PLOT_ADDRESS)) return;
    const old = location.hash.match(/&at=(.*)/);
    const place = part || (old ? old[1] : "plot");
    const names = this.names.map(encodeURIComponent).join(",");
    const stretch = view.zoomed ? `&t=${view.from},${view.to}` : "";
    const spectrum = this.withSpectrum.checked ? "&spectrum" : "";
    const at = place === "plot" ? "" : `&at=${place}`;
    history.replaceState(null, "", `${PLOT_ADDRESS}${names}${stretch}${spectrum}${at}`);
  }

  /** Shows what the address says, if it is about this plot. */
  read() {
    if (!location.hash.startsWith(PLOT_ADDRESS)) {
      // A link to another part of the page: the address keeps the channels too.
      if (this.isChosen && location.hash) this.keep(location.hash.slice(1));
      return;
    }
    this.isChosen = true;
    const [names, ...rest] = location.hash.slice(PLOT_ADDRESS.length).split("&");
    const wanted = names.split(",").filter(Boolean).map(decodeURIComponent);
    this.names = wanted.filter(channelNamed);
    const missing = wanted.filter((name) => !channelNamed(name));
    this.withSpectrum.checked = rest.includes("spectrum");
    const stretch = rest.find((part) => part.startsWith("t="));
    if (stretch) setTimeView(...stretch.slice(2).split(",").map(Number));
    this.changed(false);
    if (missing.length)
      this.say(`Not on this page: ${missing.join(", ")}. Open the file they are from.`);
    const at = rest.find((part) => part.startsWith("at="));
    openPart(at ? at.slice(3) : "plot");
  }

  /** The first body that moves and the first pair, or what there is. */
  showSome() {
    const body = data.bodies.find(({ kind }) => kind === "free") || data.bodies[0];
    const element = data.elements.find(({ modes }) => modes) || data.elements[0];
    const names = [body && `q.${body.name}`, element && `f.${element.name}`];
    this.names = names.filter((name) => name && channelNamed(name));
    this.changed(false);
  }
}

/** Calls use(files) for files that are dropped anywhere on the page. */
function dropFiles(use) {
  addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.types].includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    use([...event.dataTransfer.files]);
    document.getElementById("plot").scrollIntoView();
  });
}

let channelPlot = null;

function plotSection() {
  if (!allChannels().length) return;
  channelPlot = new ChannelPlot();
  section("plot", "Plot", ...channelPlot.parts);
  channelPlot.showSome();
}
