// Run inside the page by report_motion_test.py; uses the names of the page's own script.
window.motionTest = {
  player: (type) => document.querySelector(`.player [type=${type}]`),
  words: (selector) => document.querySelector(selector).innerText,
  button(words) {
    const all = [...document.querySelectorAll(".player button")];
    return all.find((one) => one.textContent.includes(words)) || null;
  },
  slide(t) {
    const slider = this.player("range");
    slider.value = t;
    slider.dispatchEvent(new Event("input"));
  },
  enter(t) {
    const field = this.player("number");
    field.value = t;
    field.dispatchEvent(new Event("change"));
  },
  speed(value) {
    const select = document.querySelector(".player select");
    select.append(make("option", { value }, "test"));
    select.value = value;
  },
  events: () =>
    [...new Set(data.events.list.filter((_, i) => i % 5 === 0))].sort((a, b) => a - b),
  drawing: () => document.querySelector(".diagram svg").innerHTML,
  link: (part, i) => document.querySelector(`.diagram a[href="#${part}-${i}"]`),

  /** The point of the page's rows at or before t, without the page's own search. */
  row(part, i, k, t) {
    const { x, y, rows } = timeCurve(part, i, k);
    const curve = rows && t >= rows.x[0] ? rows : { x, y };
    let last = 0;
    for (let n = 0; n < curve.x.length; ++n) if (curve.x[n] <= t) last = n;
    const next = Math.min(last + 1, curve.x.length - 1);
    return [curve.y[last], curve.y[next], curve.x[last], curve.x[next]];
  },
  value(part, i, k, t) {
    const [a, b, ta, tb] = this.row(part, i, k, t);
    return tb > ta && t > ta ? a + ((b - a) * (t - ta)) / (tb - ta) : a;
  },
  mode: (element, t) => {
    const bands = exactBands(element) || bandsOf(element.bands);
    return bands.filter(([from]) => from <= t).pop()?.[2] ?? bands[0][2];
  },

  /** Events at which the page has no points before and after. */
  eventsWithoutPoints() {
    if (!data.rows || data.thinned) return [];
    const times = [...rowTimes()];
    return this.events().filter((t) => times.filter((one) => one === t).length < 2);
  },
  cursorOf: (chart) => chart.over.toDataURL(),
  /** Clicks in the table of events; the instant of the row. */
  clickEvent(part) {
    const node = document.querySelector(`#events tbody ${part}`);
    node.click();
    const row = node.closest("tr");
    return data.events.list[5 * row.sectionRowIndex];
  },
  /** Frictions whose arrow in a mode does not point as the other mode's opposite, at all events. */
  wrongArrows() {
    if (isCompact()) return [];
    const ways = new Map();
    for (const t of this.events().slice(0, 60)) {
      cursor.t = t;
      cursor.listeners.forEach((listener) => listener(t));
      data.elements.forEach((element, i) => {
        const arrow = element.kind === "friction" && element.modes && this.link("element", i)?.querySelector(".fill");
        const mode = arrow ? this.mode(element, t) : 0;
        const head = arrow && arrow.getAttribute("d").match(/^M[-\d.]+-9l(-?)11-4/);
        if (!head || !mode) return;
        const way = mode * (head[1] ? 1 : -1);
        if (!ways.has(element.name)) ways.set(element.name, new Set());
        ways.get(element.name).add(way);
      });
    }
    return [...ways].filter(([, found]) => found.size > 1).map(([name]) => name);
  },
  /** Of t³ with its slopes, between two points. */
  cubic() {
    const x = [0, 1];
    return new CurveAt({ x, y: [0, 1] }, new CurveAt({ x, y: [0, 3] })).value(0.5);
  },
  /** What the page says of a sine with n points in a cycle. */
  pointsOfSine(n) {
    const x = Array.from({ length: 50 * n + 1 }, (_, i) => i / n);
    const at = (f) => x.map((t) => f(2 * Math.PI * t));
    return pointsInCycle(x, at(Math.sin), at((w) => 2 * Math.PI * Math.cos(w)));
  },

  /** Shifts and turns of all bodies are one multiple of q each, but for those whose marks pass. */
  wrongBodies() {
    const { t } = cursor;
    const wrong = [];
    data.bodies.forEach(({ angle, name }, i) => {
      if (!timeCurve("bodies", i, 0)) return;
      const q = this.value("bodies", i, 0, t);
      const group = this.link("body", i);
      const part = angle && !isCompact() ? group.querySelector(".gear") : group;
      const [x] = (part.getAttribute("transform").match(/-?[\d.]+/g) || []).map(Number);
      const [low, high] = rangeOf(timeCurve("bodies", i, 0).y);
      const middle = (low + high) / 2;
      const scale = motion();
      let wanted = (q - middle) * scale.shiftScale * (96 / 0.0254);
      if (isCompact()) wanted = high > low ? (COMPACT_SHIFT * (2 * q - low - high)) / (high - low) : 0;
      else if (angle) wanted = -q * scale.turnScale * (180 / Math.PI);
      else if (group.querySelector(".marks")) wanted = 0;
      if (!(Math.abs(x - wanted) <= 0.06)) wrong.push([name, x, wanted]);
    });
    return wrong;
  },
  wrongWords() {
    if (isCompact()) return [];
    const wrong = [];
    data.elements.forEach((element, i) => {
      const state = element.modes && this.link("element", i).querySelector(".state");
      if (!state) return;
      const mode = this.mode(element, cursor.t);
      const word = mode === 2 ? "several" : modeWord(element, mode);
      if (!state.textContent.startsWith(word)) wrong.push([element.name, state.textContent, word]);
    });
    return wrong;
  },
  /** Names in each row of the list against the modes. */
  wrongList() {
    const rows = {};
    for (const term of document.querySelectorAll(".moment dt")) {
      const names = [...term.nextElementSibling.querySelectorAll("a")].map((a) => a.textContent);
      const [, title, n] = term.textContent.match(/(.*) \((\d+)\)/);
      if (Number(n) !== names.length) return [term.textContent, names.length];
      rows[title] = names;
    }
    const wanted = (kinds, modes) =>
      data.elements.filter(
        (element) =>
          element.modes && kinds.includes(element.kind) && modes.includes(this.mode(element, cursor.t)),
      );
    const same = (title, list) =>
      (rows[title] || []).filter((name) => list.some((one) => one.name === name)).length ===
      list.length;
    const frictions = ["friction"],
      touching = ["spring", "stop"];
    return [
      ["Sticks", wanted(frictions, [0])],
      ["Slides", wanted(frictions, [-1, 1])],
      ["In contact", wanted(touching, [-1, 1])],
      ["Open", wanted(touching, [0])],
    ]
      .filter(([title, list]) => !same(title, list))
      .map(([title, list]) => [title, rows[title], list.map(({ name }) => name)]);
  },
  wrongBars() {
    const wrong = [];
    data.elements.forEach((element, i) => {
      const bar = this.link("element", i)?.querySelector(".bar-level");
      if (!bar) return;
      const { t } = cursor;
      const stuck = this.mode(element, t) === 0;
      const f = this.value("elements", i, 2, t);
      const limit = this.value("elements", i, f < 0 ? 3 : 4, t);
      const shown = getComputedStyle(bar).visibility === "visible";
      const width = Number(bar.getAttribute("width"));
      const wanted = BAR * Math.min(1, f / limit);
      if (shown !== (stuck && limit !== 0)) wrong.push([element.name, shown, stuck]);
      else if (shown && Math.abs(width - wanted) > 0.06) wrong.push([element.name, width, wanted]);
    });
    return wrong;
  },

  /** [name, number of different symbols over the run, whether it moves] of elements of a kind. */
  pathsOverTime(kind) {
    if (isCompact()) return [];
    const found = data.elements.map((element, i) => {
      const link = this.link("element", i);
      const curve = element.kind === kind && timeCurve("elements", i, 0);
      return curve ? { element, i, link, places: [], range: rangeOf(curve.y), shapes: new Set() } : null;
    });
    for (let k = 0; k <= 40; ++k) {
      this.slide(data.start + (k / 40) * (data.end - data.start));
      cursor.listeners.forEach((listener) => listener(cursor.t));
      for (const one of found) {
        if (!one) continue;
        const paths = [...one.link.querySelectorAll("path")].map((path) => path.getAttribute("d"));
        one.shapes.add(paths.join());
        one.places.push(this.value("elements", one.i, 0, cursor.t));
      }
    }
    return found
      .filter((one) => one && one.link.querySelector("path"))
      .map(({ element, shapes, places, range }) => {
        const moved = Math.max(...places) - Math.min(...places);
        const pixels = motion().shiftScale * (96 / 0.0254) * moved;
        const moves = element.angle ? moved > 0.1 * (range[1] - range[0]) : pixels > 1;
        return [element.name, shapes.size, moves];
      });
  },
  chartsAtCursor() {
    const times = [...charts].filter((chart) => chart instanceof TimeChart && chart.box);
    return times.length > 0 && times.every((chart) => !chart.visible || test.marks(chart) > 20);
  },
  /** What a screen reader is to be told at the cursor's instant. */
  told() {
    const names = (title) => {
      const term = [...document.querySelectorAll(".moment dt")].find((one) =>
        one.textContent.startsWith(`${title} (`),
      );
      return term ? [...term.nextElementSibling.querySelectorAll("a")].map((a) => a.textContent) : [];
    };
    const parts = ["Sticks", "Slides", "In contact", "Open", "Several modes"]
      .map((title) => [title, names(title)])
      .filter(([, list]) => list.length)
      .map(([title, list]) => `${title}: ${list.length > 12 ? count(list.length) : list.join(", ")}.`);
    return [`t = ${number(cursor.t, 7)} s.`, ...parts].join(" ");
  },
  /** Of all bodies, in pixels or degrees. */
  farthest() {
    const all = [...document.querySelectorAll(".diagram a[href^='#body-'], .diagram .gear")];
    const far = all.map((one) => Math.abs(Number(one.getAttribute("transform")?.match(/-?[\d.]+/)?.[0])));
    return Math.max(...far.filter(Number.isFinite));
  },
  /** Drawn twice as large while the button lets one: pixels of the motion and beside the model; back then. */
  largest() {
    const [smaller, larger] = ["half", "twice"].map((word) =>
      document.querySelector(`[aria-label*="${word} as large"]`),
    );
    let n = 1;
    for (; n < 8 && !larger.disabled; ++n) larger.click();
    const svg = document.querySelector(".diagram svg");
    const room = (svg.viewBox.baseVal.width - svg.getBBox().width) / 2;
    const reach = motion().farthest;
    for (; n > 0; --n) smaller.click();
    return { reach, room };
  },
  /** Pixels of the screen for one of the drawing. */
  scale() {
    const svg = document.querySelector(".diagram svg");
    return svg.clientWidth / svg.viewBox.baseVal.width;
  },
  /** [value, unit] of the bodies in the list, made anew. */
  rates() {
    cursor.listeners.forEach((listener) => listener(cursor.t));
    const all = [...document.querySelectorAll(".moment dd")].pop().querySelectorAll("span");
    return [...all].map((one) => one.textContent.split(" ").slice(-2));
  },
  /** Top and bottom of a part, in the window. */
  place(selector) {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [top, Math.min(bottom, innerHeight)];
  },
  cutLinks() {
    const { right } = document.querySelector(".bar").getBoundingClientRect();
    const tools = document.querySelector(".tools").getBoundingClientRect();
    return [...document.querySelectorAll("nav a")]
      .filter((link) => {
        const at = link.getBoundingClientRect();
        return at.right > Math.min(right, tools.left + 1) || at.left < 0;
      })
      .map((link) => link.textContent);
  },
  /** Instants shown within n frames of playing. */
  async pictures(n) {
    const seen = new Set();
    this.button("Play").click();
    for (let i = 0; i < n; ++i) {
      await new Promise((done) => requestAnimationFrame(done));
      seen.add(cursor.t);
    }
    this.button("Pause")?.click();
    return seen.size;
  },
  /** Seconds of n frames. */
  async count(n) {
    const start = performance.now();
    for (let i = 0; i < n; ++i) await new Promise((done) => requestAnimationFrame(done));
    return (performance.now() - start) / 1000;
  },
};
