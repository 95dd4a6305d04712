// The events of the run: what happened, and the force of the element just before and just after.

const EVENTS_AT_ONCE = 200;
const SHOW_INSTANT = "Show this instant in the diagram and in the plots";

const WITHOUT_POINTS = " Of this long run the page has the forces of its last stretch.";

/** Index in the list of events -> impulse. */
const impulses = lazily(() => {
  const flat = data.events.impulses;
  return new Map(flat.filter((_, i) => i % 2 === 0).map((i, k) => [i, flat[2 * k + 1]]));
});

const listedEvents = () => data.events.list.length / 5;

/** Event i of the list; `element` is undefined for an input. */
function eventOf(i) {
  const [t, name, from, to, cause] = data.events.list.slice(5 * i, 5 * i + 5);
  return { i, t, name, from, to, cause, element: data.elements[name] };
}

/** (events before the gap of a list that is not whole) The n-th event of its element with its cause. */
const eventNumbers = lazily(() => {
  const { first, list, total } = data.events;
  const known = 5 * total === list.length ? total : first;
  const counts = new Map();
  return Array.from({ length: known }, (_, i) => {
    const { name, cause } = eventOf(i);
    const key = `${name} ${cause}`;
    counts.set(key, (counts.get(key) || 0) + 1);
    return counts.get(key);
  });
});

/** Force of an element on the two sides of an instant: [before, after], or null without its points. */
function forceSides(name, t) {
  const force = data.elements[name] ? rowValues("elements", name, 2) : null;
  if (!force) return null;
  const from = firstAt(rowTimes(), t),
    to = lastAt(rowTimes(), t);
  return rowTimes()[from] === t && to > from ? [force[from], force[to]] : null;
}

/** ["26 N", "18 N"] */
function forceWords({ element, name, t }) {
  const sides = forceSides(name, t);
  return sides ? sides.map((force) => unitText(force, units(element.angle).f)) : ["", ""];
}

function modesOfEvent({ element, from, to, cause }) {
  const isInput = CAUSES[cause] === "jump" || !element;
  return [from, to].map((mode) => (isInput ? "input" : modeWord(element, mode)));
}

function causeWords({ i, element, cause }) {
  if (CAUSES[cause] !== "impact") return CAUSES[cause];
  return `impact ${number(impulses().get(i))} ${units(element.angle).impulse}`;
}

function eventRow(event) {
  const instant = String(event.t).replace("-", MINUS);
  return [
    make("button", { type: "button", class: "row", title: SHOW_INSTANT }, instant),
    data.eventNames[event.name],
    ...modesOfEvent(event),
    causeWords(event),
    eventNumbers()[event.i] ?? "",
    ...(data.rows ? forceWords(event) : []),
  ];
}

/** "t = 1.25 s: guide, break 3, stuck to forward; force 26 N before, 18 N after" */
function eventSentence(event) {
  const n = eventNumbers()[event.i] ?? "";
  const [from, to] = modesOfEvent(event),
    [before, after] = forceWords(event);
  const change = from === to ? "" : `, ${from} to ${to}`;
  const force = before ? `; force ${before} before, ${after} after` : "";
  return `t = ${number(event.t, 7)} s: ${data.eventNames[event.name]}, ${CAUSES[event.cause]} ${n}${change}${force}`;
}

function chooser(label, options) {
  const select = make(
    "select",
    {},
    make("option", { value: "" }, "all"),
    ...options.map(([value, text]) => make("option", { value }, text)),
  );
  return { select, label: make("label", {}, `${label} `, select) };
}

class EventTable {
  constructor() {
    const all = Array.from({ length: listedEvents() }, (_, i) => eventOf(i));
    const found = (of) => [...new Set(all.map(of))].sort((a, b) => a - b);
    this.names = new Set(found(({ name }) => name));
    this.name = chooser("Element", [...this.names].map((name) => [name, data.eventNames[name]]));
    this.cause = chooser("Cause", found(({ cause }) => cause).map((cause) => [cause, CAUSES[cause]]));
    this.shown = make("span", { class: "quiet", role: "status" });
    this.instant = make("p", { class: "instant", role: "status" });
    this.more = make("button", { type: "button" }, "Show more");
    this.holder = make("div", {
      class: "scroll",
      tabindex: "0",
      role: "region",
      "aria-label": "Table of events",
    });
    this.listen();
  }

  listen() {
    for (const { select } of [this.name, this.cause])
      select.addEventListener("change", () => this.restart());
    this.holder.addEventListener("click", ({ target }) => this.choose(target.closest("tbody tr")));
    this.more.addEventListener("click", () => {
      this.most += 5 * EVENTS_AT_ONCE;
      this.fill();
    });
  }

  restart() {
    this.most = EVENTS_AT_ONCE;
    this.fill();
  }

  fill() {
    const is = ({ select }, value) => select.value === "" || Number(select.value) === value;
    this.chosen = [];
    for (let i = 0; i < listedEvents(); ++i) {
      const [, name, , , cause] = data.events.list.slice(5 * i, 5 * i + 5);
      if (is(this.name, name) && is(this.cause, cause)) this.chosen.push(i);
    }
    const forces = data.rows ? ["Force before", "Force after"] : [];
    const names = ["t [s]", "Element", "From", "To", "Cause", "n", ...forces];
    const numeric = names.map((_, k) => k > 4);
    const rows = this.chosen.slice(0, this.most).map((i) => eventRow(eventOf(i)));
    this.holder.replaceChildren(rightAligned(table({ names, numeric }, rows), numeric));
    this.shown.textContent = `${count(rows.length)} of ${count(this.chosen.length)} shown`;
    this.more.hidden = this.chosen.length <= this.most;
  }

  /** The instant of a row is that of the page; the row stays marked. */
  choose(row) {
    if (!row || String(getSelection())) return;
    const event = eventOf(this.chosen[row.sectionRowIndex]);
    cursor.set(event.t);
    this.holder.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    this.instant.textContent = `${eventSentence(event)}. Diagram and plots are there.`;
  }

  has(name) {
    return this.names.has(name);
  }

  /** Leads to the events of an element. */
  linkTo(name, text) {
    const title = `Show the events of ${data.eventNames[name]}`;
    const link = make("a", { href: "#events", title }, text);
    link.addEventListener("click", () => {
      this.name.select.value = name;
      this.cause.select.value = "";
      this.restart();
    });
    return link;
  }

  get parts() {
    if (!listedEvents()) return [make("p", {}, "No events.")];
    this.restart();
    const words =
      "n counts the events of an element that have one cause: with an element and a cause chosen above, the third break is the row of n = 3. " +
      "Forces are those just before and just after the event. A row that is clicked puts diagram and plots at its instant.";
    return [
      this.missing(),
      make("div", { class: "controls" }, this.name.label, this.cause.label),
      make("p", { class: "quiet" }, words + (data.thinned ? WITHOUT_POINTS : "")),
      make("p", {}, this.shown),
      this.instant,
      this.holder,
      this.more,
    ];
  }

  /** Of a run with more events than the page has. */
  missing() {
    const { total: all, first } = data.events;
    if (all === listedEvents()) return "";
    return make(
      "p",
      { class: "notice" },
      `The first ${count(first)} and the last ${count(listedEvents() - first)} of ${count(all)} events are listed here; events.csv has all of them.`,
    );
  }
}

let eventTable = null;
