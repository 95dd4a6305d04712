// The section of the model: the diagram, what plays it, what it says.

/** The drawing, made again where its place becomes wider or narrower, with a read-out over it. */
class Stage {
  constructor() {
    this.readout = make("div", { class: "readout", hidden: true });
    this.box = make("div", { class: "stage" }, this.readout);
    this.draw(page.clientWidth - 2);
    new ResizeObserver(() => this.fit()).observe(this.box);
    cursor.listen((t) => this.show(t));
  }

  draw(width) {
    this.width = width;
    if (this.drawing) this.drawing.holder.remove();
    this.drawing = isCompact() ? drawCompact(width) : drawModel(width);
    this.link = null;
    this.readout.hidden = true;
    this.box.prepend(this.drawing.holder);
    this.listen(this.drawing.holder);
  }

  /** In another size of the motion. */
  enlarged() {
    this.draw(this.width);
    this.show(cursor.t);
  }

  fit() {
    const width = this.box.clientWidth - 2;
    if (width < 10 || width === this.width || isPrinting()) return;
    this.draw(width);
    this.show(cursor.t);
  }

  listen(holder) {
    const enter = (event) => this.enter(event.target.closest("a"));
    for (const name of ["pointerover", "focusin"]) holder.addEventListener(name, enter);
    for (const name of ["pointerleave", "focusout"])
      holder.addEventListener(name, () => this.enter(null));
  }

  show(t) {
    this.drawing.show(t ?? data.start);
    this.showReadout();
  }

  // --- what is under the pointer or has the focus ---------------------------------------------

  enter(link) {
    this.link = link;
    this.readout.hidden = !link;
    this.showReadout();
  }

  showReadout() {
    if (!this.link) return;
    const { part, index } = this.link.dataset;
    const t = cursor.t ?? data.start;
    const lines = part === "body" ? bodyLines(Number(index), t) : elementLines(Number(index), t);
    this.readout.replaceChildren(...lines.flatMap((line, i) => (i ? [make("br"), line] : [line])));
    this.placeReadout();
  }

  /** Below what it is about; above it where there is room only there. */
  placeReadout() {
    const at = this.link.getBoundingClientRect(),
      box = this.box.getBoundingClientRect(),
      { offsetWidth: w, offsetHeight: h, style } = this.readout;
    const below = at.bottom - box.top + 6;
    const above = at.top - box.top - h - 6;
    const top = below + h > box.height && above >= 4 ? above : below;
    style.left = `${Math.max(4, Math.min(at.left - box.left, box.width - w - 4))}px`;
    style.top = `${top}px`;
  }
}

let player = null;

/** The section's content: a drawing that moves, or a sentence why there is none. */
function diagram() {
  if (data.bodies.length > NONE_BEYOND)
    return [notice(`${count(data.bodies.length)} bodies are too many to draw here.`)];
  const stage = new Stage();
  if (!data.rows) return [...compactWords(), stage.box];
  const list = new MomentList();
  player = new Player(stage, list);
  listenToKeys(player, player.controls, stage.box);
  const keys = make(
    "p",
    { class: "quiet keys" },
    "Keys: space plays, arrow keys move by one frame, comma and full stop to the event before and after, Home and End.",
    data.elements.some(({ kind, modes }) => kind === "friction" && modes) ? ` ${ARROW_WORDS}` : "",
  );
  return [...compactWords(), pointsNote(), player.controls, stage.box, list.list, keys];
}
