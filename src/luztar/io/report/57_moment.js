// What sticks, slides and touches at an instant, in words.

const CONDITION_TITLES = {
  sticks: "Sticks",
  slides: "Slides",
  contact: "In contact",
  open: "Open",
  several: "Several modes",
};

const percent = (part) => `${Math.round(100 * part)} %`;

/** Percent of the limit of what sticks. */
const marginWords = (margin) => (Number.isFinite(margin) ? `${percent(margin)} of its limit` : "");

/** In the units of [output]; no prefix is chosen, so that no unit changes while it plays. */
function unitText(x, unit) {
  if (!Number.isFinite(x)) return "";
  const shown = scaled(unit, 0);
  return `${number(x * shown.factor, 4)} ${shown.unit}`;
}

/** What an element does, in a few words. */
function conditionWords(element, now) {
  const unit = units(element.angle);
  const force = unitText(now.f, unit.f);
  const words = {
    sticks: [marginWords(now.margin), force],
    slides: [modeWord(element, now.mode), unitText(now.rate, unit.v), force],
    contact: [modeWord(element, now.mode), force],
    open: [],
    several: [],
  }[now.condition] || [force];
  return words.filter((word) => word).join(", ");
}

/** Lines of a read-out. */
function elementLines(i, t) {
  const element = data.elements[i],
    unit = units(element.angle),
    now = motion().elements[i].at(t);
  return [
    `${element.name}, ${elementWords(element)}`,
    now.mode === null ? "" : [modeWord(element, now.mode), marginWords(now.margin)].filter(Boolean).join(", "),
    Number.isFinite(now.d) ? `d = ${unitText(now.d, unit.q)}` : "",
    Number.isFinite(now.rate) ? `v = ${unitText(now.rate, unit.v)}` : "",
    Number.isFinite(now.f) ? `f = ${unitText(now.f, unit.f)}` : "",
  ].filter((line) => line);
}

function bodyLines(i, t) {
  const { body, q, v } = motion().bodies[i],
    unit = units(body.angle);
  return [
    `${body.name}, ${bodyDetail(body)}`,
    ...(q ? [`q = ${unitText(q.value(t), unit.q)}`, `v = ${unitText(v.value(t), unit.v)}`] : []),
  ];
}

/** A term and the parts of the model it is true of. */
class MomentRow {
  constructor(title, links) {
    this.links = links;
    this.term = make("dt", {}, title);
    this.list = make("dd", {});
    this.title = textOf(this.term);
    this.name = title;
  }

  /** entries: [[index, words], ...]; `steady`: it becomes no shorter, so that nothing jumps below. */
  show(entries, steady) {
    this.list.style.minHeight = steady ? `${this.list.offsetHeight}px` : "";
    this.title(`${this.name} (${entries.length})`);
    this.list.replaceChildren(
      ...entries.map(([i, words]) => make("span", {}, this.links(i), words ? ` ${words}` : "")),
    );
  }
}

class MomentList {
  constructor() {
    const link = (part, list) => (i) => make("a", { href: `#${part}-${i}` }, list[i].name);
    this.rows = new Map();
    for (const [condition, title] of Object.entries(CONDITION_TITLES))
      if (this.canBe(condition))
        this.rows.set(condition, new MomentRow(title, link("element", data.elements)));
    if (data.elements.some((element) => !element.modes))
      this.rows.set("", new MomentRow("Others", link("element", data.elements)));
    this.bodies = new MomentRow("Bodies", link("body", data.bodies));
    const all = [...this.rows.values(), this.bodies];
    this.list = make("dl", { class: "moment" }, ...all.flatMap(({ term, list }) => [term, list]));
  }

  canBe(condition) {
    return data.elements.some((element) =>
      condition === "several"
        ? element.merged
        : [-1, 0, 1].some(
            (mode) => modeWord(element, mode) && conditionOf(element, mode) === condition,
          ),
    );
  }

  show(t, steady) {
    const found = this.at(t);
    for (const [condition, row] of this.rows) row.show(found.get(condition) || [], steady);
    const rates = motion().bodies.map(({ body, v }, i) => [
      i,
      v ? unitText(v.value(t), units(body.angle).v) : "",
    ]);
    this.bodies.show(rates, steady);
  }

  /** Condition -> [[index of element, words], ...]. */
  at(t) {
    const found = new Map();
    motion().elements.forEach((one, i) => {
      const now = one.at(t);
      if (!found.has(now.condition)) found.set(now.condition, []);
      found.get(now.condition).push([i, conditionWords(one.element, now)]);
    });
    return found;
  }

  /** For a screen reader. */
  sentence(t) {
    const found = this.at(t);
    const parts = Object.entries(CONDITION_TITLES)
      .filter(([condition]) => found.has(condition))
      .map(([condition, title]) => {
        const names = found.get(condition).map(([i]) => data.elements[i].name);
        return `${title}: ${names.length > 12 ? count(names.length) : names.join(", ")}.`;
      });
    return [`t = ${number(t, 7)} s.`, ...parts].join(" ");
  }
}
