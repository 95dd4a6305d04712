/** The examples, with pictures, in a dialog. */
import type { Example } from "../../package/src/types";
import { make, the } from "./dom";

/** A curve of each example, as scripts/pictures.mjs draws it: the path and bands of modes. */
export interface Pictures {
  [name: string]: { path: string; bands: [number, number, string][]; of: string };
}

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [200, 70];

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

function drawn(picture: Pictures[string] | undefined): SVGElement {
  const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  if (!picture) return root;
  for (const [from, to, colour] of picture.bands)
    root.append(svg("rect", { x: from, y: 0, width: Math.max(0.5, to - from), height: 7, fill: `var(${colour})` }));
  root.append(svg("path", { d: picture.path, class: "curve" }));
  return root;
}

export class Gallery {
  private readonly dialog = the<HTMLDialogElement>("gallery");
  private readonly list = the("gallery-list");
  private readonly search = the<HTMLInputElement>("gallery-search");

  constructor(private readonly choose: (example: Example) => void) {
    this.search.addEventListener("input", () => this.filter());
    the("gallery-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close());
  }

  private filled = false;
  private examples: Example[] = [];
  private pictures: Pictures = {};

  know(examples: Example[], pictures: Pictures): void {
    [this.examples, this.pictures] = [examples, pictures];
  }

  /** Makes the list, once: when there is time for it, or when it is opened. */
  fill(): void {
    if (this.filled || !this.examples.length) return;
    this.filled = true;
    const groups = new Map<string, Example[]>();
    for (const one of this.examples) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    const parts = [...groups].map(([group, list]) =>
      make("section", {}, make("h3", {}, group), make("ul", {}, ...list.map((one) => this.card(one, this.pictures[one.name])))),
    );
    this.list.replaceChildren(...parts);
  }

  private card(example: Example, picture: Pictures[string] | undefined): HTMLElement {
    const card = make("button", { type: "button", class: "card", "data-example": example.name });
    card.append(drawn(picture), make("b", {}, example.title), make("small", {}, example.name));
    card.addEventListener("click", () => {
      this.dialog.close();
      this.choose(example);
    });
    return make("li", {}, card);
  }

  private filter(): void {
    const wanted = this.search.value.trim().toLowerCase();
    for (const item of this.list.querySelectorAll("li"))
      item.hidden = !item.textContent?.toLowerCase().includes(wanted);
    for (const section of this.list.querySelectorAll("section"))
      section.hidden = !section.querySelector("li:not([hidden])");
  }

  open(): void {
    this.fill();
    this.dialog.showModal();
    this.search.focus();
  }
}
