/** The engine in a thread of its own: answers one request after the other. */
// Not of index.js, which would bring its own worker along.
import { Engine } from "luztar-engine/engine.js";
import { start } from "luztar-engine/module.js";
import type { Luztar, Mistake, Model } from "../../package/src/types";
import type { Call, Calls, Files, Job, Outcome, Reply, Request } from "./messages";

type Answers = { [K in Call]: (send: Calls[K]["send"]) => Calls[K]["get"] | Promise<Calls[K]["get"]> };

let engine: Luztar;
let known: { key: string; model: Model; warnings: Mistake[] } | null = null;

const keyOf = (text: string, files: Files) => JSON.stringify([text, files]);

/** The model of a text; the last one is kept, for sliders change values only. */
function modelOf({ text, files }: Job): { model: Model; warnings: Mistake[] } {
  const key = keyOf(text, files);
  if (known?.key !== key) {
    known = null;
    known = { key, model: engine.load(text, files), warnings: engine.check(text, files) };
  }
  return known;
}

/** What an error says of the model; another error is thrown again. */
function mistakesOf(error: unknown): Mistake[] {
  const { mistakes, message } = error as { mistakes?: Mistake[]; message?: string };
  if (mistakes?.length) return mistakes;
  if (mistakes) return [{ message: message ?? "refused", help: "", line: 0, column: 0, severity: "error", file: "" }];
  throw error;
}

function runOf(job: Job): Outcome {
  const begin = performance.now();
  let parameters: Outcome["parameters"] = [];
  try {
    const { model, warnings } = modelOf(job);
    parameters = model.parameters;
    const run = model.simulate(job.options);
    return { mistakes: warnings, parameters, data: run.reportText(), thinned: run.thinned, took: performance.now() - begin };
  } catch (error) {
    return { mistakes: mistakesOf(error), parameters, data: null, thinned: false, took: performance.now() - begin };
  }
}

/** The outcome of a run that nobody has asked for yet, or null when one was asked for. */
let ahead: { key?: string; outcome?: Outcome } | null = {};

function runAhead(job: Job): void {
  if (ahead) ahead = { key: JSON.stringify(job), outcome: runOf(job) };
}

function outcomeAhead(job: Job): Outcome | undefined {
  const outcome = ahead?.key === JSON.stringify(job) ? ahead.outcome : undefined;
  ahead = null;
  return outcome;
}

const answers: Answers = {
  async open({ wasm, ahead }) {
    engine = new Engine(await start(wasm));
    const { version } = engine;
    const examples = engine.examples();
    const first = examples.find(({ name }) => name === ahead?.example);
    if (ahead && first) setTimeout(() => runAhead({ text: first.text, files: first.files, options: ahead.options }));
    return { version, examples };
  },
  vocabulary: () => engine.vocabulary(),
  run: (job) => outcomeAhead(job) ?? runOf(job),
  results(job) {
    const run = modelOf(job).model.simulate(job.options);
    return { files: run.files(), report: run.report() };
  },
  derive: ({ format, ...job }) => modelOf(job).model.derive({ format }),
  sweep: ({ name, values, measure, ...job }) =>
    modelOf(job).model.sweep({ [name]: values }, [measure], job.options),
};

async function answer({ id, call, send }: Request): Promise<Reply> {
  try {
    return { id, value: await (answers[call] as (sent: unknown) => unknown)(send) };
  } catch (error) {
    const { message, mistakes } = error as { message?: string; mistakes?: Mistake[] };
    return { id, error: mistakes?.[0]?.message ?? message ?? String(error), mistakes };
  }
}

addEventListener("message", async ({ data }: MessageEvent<Request>) => postMessage(await answer(data)));
