// Plays the run in the diagram: the instant is the cursor's, which the plots show and move too.

const PLAYED_IN = 15, // seconds that the whole run takes at the speed chosen first, about
  LIST_EVERY = 12; // pictures, while it plays

/** Seconds of the run in one second: 1, 2, 3, 5 or 7 times a power of ten, 1 if that is near. */
function firstSpeed(duration) {
  if (duration === 0 || (duration >= 10 && duration <= 20)) return 1;
  const wanted = duration / PLAYED_IN;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const all = [1, 2, 3, 5, 7, 10].map((digit) => Number((digit * power).toPrecision(1)));
  return all.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
}

function speedChoices(duration) {
  const first = firstSpeed(duration);
  const all = [0.1, 0.25, 0.5, 1, 2, 5].map((factor) => Number((factor * first).toPrecision(3)));
  return { first, all: [...new Set([...all, 1])].sort((a, b) => a - b) };
}

const speedWords = (speed) => (speed === 1 ? "real time" : `${number(speed, 3)} × real time`);

/** "at 200 times their size" */
function timesWords(scale) {
  if (scale === 1) return "in true size";
  return `at ${scale > 1 ? `${number(scale)} times` : `1/${number(1 / scale)} of`} their size`;
}

function button(words, name, act) {
  const node = make("button", { type: "button", "aria-label": name, title: name }, words);
  node.addEventListener("click", act);
  return node;
}

class Player {
  /** `stage`: { enlarged() }; `list`: a MomentList. */
  constructor(stage, list) {
    this.stage = stage;
    this.list = list;
    this.t = data.start;
    this.playing = false;
    this.pictures = 0;
    this.events = eventTimes();
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.heard = make("p", { class: "heard", role: "status" });
    this.makeControls();
    cursor.listen((t) => this.follow(t));
    cursor.set(data.start);
  }

  makeControls() {
    this.play = make("button", { type: "button", class: "play" }, "▶ Play");
    this.play.addEventListener("click", () => this.toggle());
    this.slider = make("input", {
      type: "range",
      min: data.start,
      max: data.end,
      step: "any",
      "aria-label": "Time",
      "aria-keyshortcuts": "Space ArrowLeft ArrowRight Home End , .",
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.time = make("input", { type: "number", min: data.start, max: data.end, step: "any" });
    this.time.addEventListener("change", () => this.enter());
    this.controls = make(
      "div",
      { class: "player", role: "group", "aria-label": "Motion of the diagram" },
      this.play,
      this.slider,
      make("label", {}, "t = ", this.time, " s"),
      button("‹ Event", "Event before", () => this.toEvent(-1)),
      button("Event ›", "Next event", () => this.toEvent(1)),
      this.makeSpeed(),
      isCompact() ? "" : this.makeScale(),
      this.makeKept(),
      this.heard,
    );
  }

  /** The diagram stays at the top of the window while the plots below are read. */
  makeKept() {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () =>
      document.getElementById("model").classList.toggle("kept", box.checked),
    );
    return make("label", {}, box, " keep in sight");
  }

  makeSpeed() {
    const { first, all } = speedChoices(data.end - data.start);
    this.speed = make("select", {}, ...all.map((speed) => make("option", { value: speed }, speedWords(speed))));
    this.speed.value = first;
    return make("label", {}, "Speed ", this.speed);
  }

  makeScale() {
    this.scale = make("span", { class: "quiet" });
    this.larger = button("+", "Draw the motion twice as large", () => this.enlarge(2));
    this.showScale();
    return make(
      "span",
      { class: "scale" },
      button("−", "Draw the motion half as large", () => this.enlarge(0.5)),
      this.larger,
      this.scale,
    );
  }

  enlarge(factor) {
    motion().enlarge(factor);
    this.showScale();
    this.stage.enlarged();
  }

  showScale() {
    const { shiftScale, turnScale, canGrow } = motion();
    this.larger.disabled = !canGrow;
    const shifts = shiftScale ? `Motions are drawn ${timesWords(shiftScale)}.` : "",
      turns = turnScale ? `Angles are drawn ${timesWords(turnScale)}.` : "";
    this.scale.textContent = [shifts, turns].filter(Boolean).join(" ") || "Nothing moves.";
  }

  // --- time -----------------------------------------------------------------------------------

  toggle() {
    if (this.playing) return this.pause();
    if (this.t >= data.end) this.put(data.start);
    this.playing = true;
    this.play.textContent = "❚❚ Pause";
    this.last = null;
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    if (this.playing) this.play.textContent = "▶ Play";
    this.playing = false;
    this.show();
    this.heard.textContent = this.list.sentence(this.t);
  }

  /** One picture; where motion is to be reduced, two a second. */
  tick(now) {
    if (!this.playing) return;
    this.last ??= now;
    const gone = (now - this.last) / 1000;
    if (!this.still.matches || gone >= 0.5) {
      this.last = now;
      this.put(Math.min(data.end, this.t + gone * Number(this.speed.value)));
    }
    if (this.t >= data.end) this.pause();
    else requestAnimationFrame((next) => this.tick(next));
  }

  put(t) {
    this.t = Math.min(data.end, Math.max(data.start, t));
    cursor.set(this.t);
  }

  /** To an instant that the reader chose. */
  go(t) {
    this.put(t);
    this.pause();
  }

  enter() {
    const t = this.time.valueAsNumber;
    if (Number.isFinite(t)) this.go(t);
    else this.show();
  }

  /** The cursor, which plots move too: it halts there. */
  follow(t) {
    if (t === null) return;
    if (t !== this.t) {
      this.t = t;
      if (this.playing) return this.pause();
    }
    if (!this.playing || this.pictures++ % LIST_EVERY === 0) this.show();
    else this.slider.value = t;
  }

  show() {
    this.slider.value = this.t;
    this.slider.setAttribute("aria-valuetext", `${number(this.t, 7)} s`);
    if (document.activeElement !== this.time || !this.playing)
      this.time.value = Number(this.t.toPrecision(9));
    this.list.show(this.t, this.playing);
  }

  toEvent(way) {
    const { events, t } = this;
    const next = way > 0 ? events.find((one) => one > t) : events.findLast((one) => one < t);
    this.go(next ?? (way > 0 ? data.end : data.start));
  }

  /** A key that the player knows; false: it does not. */
  key({ key, shiftKey }) {
    const frame = (Number(this.speed.value) / 60) * (shiftKey ? 10 : 1);
    const acts = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.go(this.t - frame),
      ArrowRight: () => this.go(this.t + frame),
      Home: () => this.go(data.start),
      End: () => this.go(data.end),
      ",": () => this.toEvent(-1),
      ".": () => this.toEvent(1),
    };
    if (!acts[key]) return false;
    acts[key]();
    return true;
  }
}

/** Keys of the player: in whatever part of it they are pressed, or, while it is seen, where nothing has the focus. */
function listenToKeys(player, ...parts) {
  const isSeen = () =>
    parts.some((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  addEventListener("keydown", (event) => {
    const { target } = event;
    const isMine = parts.some((part) => part.contains(target));
    if (!isMine && !(target === document.body && isSeen())) return;
    const writes = target === player.time || target.tagName === "SELECT";
    if (writes || (event.key === " " && target.tagName === "BUTTON")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (player.key(event)) event.preventDefault();
  });
}
