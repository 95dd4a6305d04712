/** A sweep over one parameter: what is measured of each run, over its values. */
import type { Parameter, Table } from "../../package/src/types";
import { make, the } from "./dom";
import type { Thread } from "./engine";
import type { Job } from "./messages";
import type { Drawn } from "./picture";
import { rangeOf, shortNumber } from "./sliders";

export const SWEEP_SECONDS = 60; // at most
const GRACE = 2; // seconds more, then the thread is ended
const MOST_POINTS = 1000;

/** Values evenly from one to another, both included. */
export function valuesBetween(from: number, to: number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => (n === 1 ? from : from + ((to - from) * i) / (n - 1)));
}

interface Done {
  table: Table;
  parameter: Parameter;
  measure: string;
}

export class Sweep {
  private readonly name = the<HTMLSelectElement>("sweep-name");
  private readonly from = the<HTMLInputElement>("sweep-from");
  private readonly to = the<HTMLInputElement>("sweep-to");
  private readonly points = the<HTMLInputElement>("sweep-points");
  private readonly measure = the<HTMLInputElement>("sweep-measure");
  private readonly status = the("sweep-status");
  private readonly stopButton = the<HTMLButtonElement>("sweep-stop");
  private readonly place = the("sweep-chart");
  private parameters: Parameter[] = [];
  private done: Done | null = null;
  private turn = 0; // of models; a sweep of an older one is not shown

  constructor(
    private readonly thread: Thread,
    private readonly job: () => Job,
    private readonly drawn: () => Drawn | null,
    private readonly choose: (name: string, value: number) => void,
  ) {
    the<HTMLFormElement>("sweep-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    this.name.addEventListener("change", () => this.suggestRange());
    this.stopButton.addEventListener("click", () => this.thread.stop());
  }

  /** The parameters and names of a model that was read. */
  know(parameters: Parameter[]): void {
    const same = JSON.stringify(parameters) === JSON.stringify(this.parameters);
    this.suggestMeasures();
    if (same) return;
    const before = this.name.value;
    this.parameters = parameters;
    this.name.replaceChildren(...parameters.map(({ name }) => make("option", { value: name }, name)));
    if (parameters.some(({ name }) => name === before)) this.name.value = before;
    this.suggestRange();
  }

  private get parameter(): Parameter | undefined {
    return this.parameters.find(({ name }) => name === this.name.value);
  }

  private suggestRange(): void {
    const parameter = this.parameter;
    if (!parameter) return;
    const { value, display } = parameter;
    const [low, high] = rangeOf(value).map((end) => (end + value) / 2); // half of the slider's
    this.from.value = shortNumber(low * display.factor);
    this.to.value = shortNumber(high * display.factor);
    the("sweep-unit").textContent = display.unit === "1" ? "" : display.unit;
  }

  private suggestMeasures(): void {
    const data = this.drawn()?.data;
    if (!data) return;
    const moving = data.bodies.filter(({ kind }) => kind === "free").slice(0, 5);
    const pairs = data.elements.filter(({ modes }) => modes).slice(0, 5);
    const all = [
      ...pairs.flatMap(({ name, kind }) =>
        kind === "friction" ? [`stick_share(${name})`, `period(${name})`, `events(${name})`] : [`events(${name})`],
      ),
      ...moving.flatMap(({ name }) => [`range(q.${name})`, `max(v.${name})`, `rms(v.${name})`]),
    ];
    the("sweep-measures").replaceChildren(...all.map((value) => make("option", { value })));
    if (!this.measure.value || !this.isMine(this.measure.value, data)) this.measure.value = all[0] ?? "";
  }

  /** Whether a measure names what this model has. */
  private isMine(measure: string, { bodies, elements }: Drawn["data"]): boolean {
    return [...bodies, ...elements].some(({ name }) => measure.includes(name));
  }

  /** The measures and the unit are of this model's run; a finished sweep is drawn in it. */
  show(): void {
    const { done } = this;
    const drawn = this.drawn();
    if (!done || !drawn) return;
    const { table, parameter, measure } = done;
    const { factor, unit } = parameter.display;
    const at = table.names.indexOf(measure) > 0 ? table.names.indexOf(measure) : 1;
    const chart = drawn.sweepLine({
      name: parameter.name,
      unit: unit === "1" ? "" : unit,
      x: table.rows.map(([x]) => x * factor),
      measure,
      y: table.rows.map((row) => row[at]),
      choose: (value) => this.choose(parameter.name, value / factor),
    });
    this.place.replaceChildren(chart.figure);
    chart.draw();
  }

  private async run(): Promise<void> {
    const parameter = this.parameter;
    if (!parameter) return this.say("This model has no parameter: name a number in [parameters].");
    const [from, to] = [this.from, this.to].map((field) => field.valueAsNumber / parameter.display.factor);
    const n = this.points.valueAsNumber;
    if (!Number.isFinite(from) || !Number.isFinite(to)) return this.say("From and to must be numbers.");
    if (!(n >= 2 && n <= MOST_POINTS)) return this.say(`Points must be from 2 to ${MOST_POINTS}.`);
    const turn = this.turn;
    this.stopButton.hidden = false;
    this.say(`Running ${n} models …`);
    try {
      const measure = this.measure.value;
      const job = this.job();
      const options = { ...job.options, seconds: SWEEP_SECONDS };
      const send = { ...job, options, name: parameter.name, values: valuesBetween(from, to, n), measure };
      const table = await this.thread.ask("sweep", send, SWEEP_SECONDS + GRACE);
      if (turn !== this.turn) return;
      this.done = { table, parameter, measure };
      const bad = table.status.filter((status) => status && status !== "finished").length;
      this.say(`${n} runs${bad ? `, ${bad} did not finish` : ""}. Click a point: the model runs with its value.`);
      this.show();
    } catch (error) {
      if (turn === this.turn) this.say((error as Error).message);
    } finally {
      if (turn === this.turn) this.stopButton.hidden = true;
    }
  }

  /** Another model: what was measured of the last is gone. */
  clear(): void {
    ++this.turn;
    if (!this.stopButton.hidden) this.thread.stop(); // a sweep of the last model goes on
    this.stopButton.hidden = true;
    this.done = null;
    this.place.replaceChildren();
    this.say("");
  }

  private say(words: string): void {
    this.status.textContent = words;
  }
}
