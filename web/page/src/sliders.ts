/** Sliders of the parameters: each change runs the model anew. */
import type { Parameter } from "../../package/src/types";
import { button, make } from "./dom";

const STEPS = 200;
const SHOWN_FIRST = 6;

/** Least and greatest of a slider around the value of the file, in SI. */
export function rangeOf(value: number): [number, number] {
  if (value === 0) return [0, 1]; // the field beside it takes any
  return value > 0 ? [0, 2 * value] : [2 * value, 0];
}

/** A number with at most 6 digits, without a tail of zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

class Slider {
  readonly row: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly field: HTMLInputElement;
  private readonly back: HTMLButtonElement;

  constructor(
    readonly parameter: Parameter,
    private readonly moved: () => void,
  ) {
    const { name, unit, display, note } = parameter;
    const [low, high] = rangeOf(parameter.value).map((value) => value * display.factor);
    const shown = display.unit || unit;
    const words = shown && shown !== "1" ? `${name} in ${shown}` : name;
    this.slider = make("input", { type: "range", min: low, max: high, step: (high - low) / STEPS, "aria-label": words });
    this.field = make("input", { type: "number", step: "any", "aria-label": `Value of ${words}` });
    this.back = button("↺", () => this.put(parameter.value), { "aria-label": `${name} as in the text`, title: "As in the text" });
    this.slider.addEventListener("input", () => this.set(this.slider.valueAsNumber, this.slider));
    this.field.addEventListener("input", () => this.set(this.field.valueAsNumber, this.field));
    const about = note || name;
    this.row = make(
      "div",
      { class: "slider-row" },
      make("span", { class: "name", title: about }, name),
      this.slider,
      this.field,
      make("span", { class: "unit" }, shown === "1" ? "" : shown),
      this.back,
    );
    this.show(parameter.value);
  }

  value = NaN;

  private show(value: number, except: HTMLInputElement | null = null): void {
    this.value = value;
    const shown = value * this.parameter.display.factor;
    if (except !== this.slider) this.slider.value = String(shown);
    if (except !== this.field) this.field.value = shortNumber(shown);
    this.slider.setAttribute("aria-valuetext", `${shortNumber(shown)} ${this.parameter.display.unit}`);
    this.back.style.visibility = this.isChanged ? "" : "hidden";
    this.row.classList.toggle("changed", this.isChanged);
  }

  get isChanged(): boolean {
    return this.value !== this.parameter.value;
  }

  private set(shown: number, by: HTMLInputElement): void {
    if (!Number.isFinite(shown)) return;
    const value = Number((shown / this.parameter.display.factor).toPrecision(12));
    this.show(value, by);
    this.moved();
  }

  /** `value` in SI. */
  put(value: number, tell = true): void {
    this.show(value);
    if (tell) this.moved();
  }
}

export class Sliders {
  private sliders: Slider[] = [];
  private all = false;
  private key = "";

  constructor(
    private readonly place: HTMLElement,
    private readonly moved: () => void,
  ) {}

  /** The parameters of a model; values that were changed stay, where they are still parameters; `first` come first. */
  show(parameters: Parameter[], keep: boolean, first: string[] = []): void {
    const isFirst = ({ name }: Parameter) => first.includes(name);
    const all = [...parameters.filter(isFirst), ...parameters.filter((one) => !isFirst(one))];
    const plain = all.filter(({ formula }) => !formula);
    const key = JSON.stringify(plain);
    if (key === this.key && keep) return;
    const set = keep ? this.set : {};
    this.key = key;
    this.sliders = plain.map((one) => new Slider(one, this.moved));
    this.apply(set);
    this.draw();
  }

  private draw(): void {
    const shown = this.all ? this.sliders : this.sliders.slice(0, SHOWN_FIRST);
    const rest = this.sliders.length - SHOWN_FIRST;
    const more = () => {
      this.all = !this.all;
      this.draw();
      this.place.querySelector<HTMLElement>(".more")?.focus();
    };
    const words = this.all ? "Fewer parameters" : `${rest} more parameters`;
    this.place.replaceChildren(...shown.map(({ row }) => row));
    if (rest > 0) this.place.append(button(words, more, { class: "more", "aria-expanded": String(this.all) }));
    this.place.hidden = !this.sliders.length;
  }

  /** Values that are not those of the text, in SI. */
  get set(): Record<string, number> {
    const changed = this.sliders.filter(({ isChanged }) => isChanged);
    return Object.fromEntries(changed.map(({ parameter, value }) => [parameter.name, value]));
  }

  apply(set: Record<string, number>): void {
    for (const one of this.sliders) {
      const value = set[one.parameter.name];
      if (typeof value === "number") one.put(value, false);
    }
  }

  /** One value, as if its slider were moved. */
  put(name: string, value: number): void {
    this.sliders.find(({ parameter }) => parameter.name === name)?.put(value);
  }

  get parameters(): Parameter[] {
    return this.sliders.map(({ parameter }) => parameter);
  }
}
