/** The page: an editor of the model on the left, its run on the right. */
import "report.css";
import "./page.css";
import pictures from "virtual:pictures";
import type { Example, Mistake } from "../../package/src/types";
import { button, make, saveFile, the } from "./dom";
import { Editor } from "./editor";
import { Thread } from "./engine";
import { Equations } from "./equations";
import { Gallery } from "./gallery";
import { type Lesson, LessonCard, lessonAsCard, lessonOfCard, lessons } from "./lessons";
import { fromFragment, toFragment } from "./link";
import type { Files, Job, Outcome } from "./messages";
import { showMessages } from "./messages_list";
import { PARTS, type Part, Picture } from "./picture";
import { RUN_SECONDS, Runner } from "./runner";
import { Sliders, shortNumber } from "./sliders";
import { SWEEP_SECONDS, Sweep } from "./sweep";
import { Tabs } from "./tabs";
import { Theme } from "./theme";

const TYPING = 250; // ms without a key until the model runs
const SOON = 100; // ms after a picture: what it need not wait for

class Page {
  private files: Files = {};
  private name = "model";
  private anew = true;
  private typing = 0;
  private last: string | null = null;
  private readonly thread = new Thread(luztarHead.makeWorker, luztarHead.wasm, luztarHead.begun);
  private readonly side = new Thread(luztarHead.makeWorker, luztarHead.wasm);
  private readonly editor = new Editor(the("editor"), () => this.edited());
  private readonly sliders = new Sliders(the("sliders"), () => this.moved());
  private readonly runner: Runner = new Runner(this.thread, () => this.job, () => this.picture.pixels, {
    done: (outcome, job, since) => this.show(outcome, job, since),
    failed: (words) => this.fail(words),
    running: (is) => this.running(is),
  });
  private readonly picture: Picture;
  private readonly tabs: Tabs;
  private readonly equations = new Equations(the("panel-equations"), this.side, () => this.job, saveFile);
  private readonly sweep: Sweep;
  private readonly gallery = new Gallery((card) => this.chosenCard(card));
  private readonly lessonCard = new LessonCard((lesson) => this.lesson(lesson));
  private examples: Example[] = [];

  constructor() {
    const panels = Object.fromEntries(PARTS.map((part) => [part, the(`panel-${part}`)])) as Record<Part, HTMLElement>;
    let picture: Picture | null = null;
    const theme = new Theme(the<HTMLButtonElement>("theme"), (name) => picture?.setTheme(name));
    this.picture = picture = new Picture(panels, theme.name, () => this.redraw());
    this.sweep = new Sweep(
      this.side,
      () => this.job,
      () => this.picture.drawn,
      (name, value) => this.sliders.put(name, value),
    );
    this.tabs = new Tabs(document.querySelector<HTMLElement>("[role=tablist]")!, (name) => this.chosen(name));
    this.listen();
    void this.begin();
  }

  private get job(): Job {
    const { text } = this.editor;
    const files = Object.fromEntries(Object.entries(this.files).filter(([name]) => text.includes(name)));
    return { text, files, options: { ...luztarHead.options, set: this.sliders.set } };
  }

  // --- what is shown --------------------------------------------------------------------------------

  private async begin(): Promise<void> {
    try {
      const { examples } = await this.thread.ready;
      this.examples = examples;
      if (!(await this.followAddress()) && !this.editor.text.trim()) this.example(examples.find(({ name }) => name === luztarHead.first) ?? examples[0]);
      this.gallery.know([...lessons.map(lessonAsCard), ...examples], pictures);
    } catch (error) {
      this.fail(`The engine did not start: ${(error as Error).message}`);
    }
  }

  private chosenCard(card: Example): void {
    const lesson = lessonOfCard(card);
    if (lesson) this.lesson(lesson);
    else this.example(card);
  }

  private example({ text, name, files }: Example): void {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.open(text, name, files);
  }

  private lesson(lesson: Lesson): void {
    history.replaceState(null, "", `#lesson=${lesson.name}`);
    this.open(lesson.model, lesson.name);
    this.first = lesson.sliders;
    this.picture.plotFirst(lesson.channels);
    this.lessonCard.show(lesson);
  }

  /** Another model in place of this one. */
  private open(text: string, name: string, files: Files = {}, set: Record<string, number> = {}): void {
    this.files = { ...this.files, ...files };
    this.lessonCard.hide();
    this.first = [];
    this.name = name;
    this.anew = true;
    this.last = null;
    this.keeping = false;
    this.picture.clear();
    this.sweep.clear();
    this.equations.clear();
    this.sliders.show([], false);
    this.editor.text = text;
    this.set = set;
    if (this.tabs.name === "model") this.tabs.choose("motion");
    this.runner.wish();
  }

  /** Parameters whose sliders come first. */
  private first: string[] = [];
  /** Values that a link brings, until the parameters are known. */
  private set: Record<string, number> = {};

  /** A slider: what was to be kept is of other values. */
  private moved(): void {
    this.keeping = false;
    this.runner.wish(true);
  }

  private edited(): void {
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.runner.wish(), TYPING);
  }

  private show({ mistakes, parameters, data, thinned, took }: Outcome, job: Job, since: number): void {
    if (job.text !== this.editor.text) return; // the next run is on its way
    this.mistakes(mistakes);
    document.body.classList.toggle("old", data === null);
    if (parameters.length || data) this.sliders.show(parameters, !this.anew, this.first);
    const wanted = this.set;
    this.set = {};
    if (Object.keys(wanted).length) {
      this.sliders.apply(wanted);
      this.runner.wish();
    }
    if (data === null) {
      this.keeping = false;
      this.chip("bad", "! not run");
      this.say(this.last ? "The picture below is of the last model that was right." : "");
    } else {
      this.draw(data, took, thinned);
    }
    if (!this.knowsWords) void this.learnWords();
    setTimeout(() => this.gallery.fill(), SOON);
    document.body.dataset.runs = String(Number(document.body.dataset.runs ?? 0) + 1);
    document.body.dataset.thinned = String(thinned);
    document.body.dataset.waited = String(performance.now() - since);
  }

  private knowsWords = false;

  /** What can be completed; after the first run, which is not to wait for it. */
  private async learnWords(): Promise<void> {
    this.knowsWords = true;
    try {
      this.editor.complete(await this.thread.ask("vocabulary", null));
    } catch {
      this.knowsWords = false; // the thread was stopped: after the next run
    }
  }

  private draw(data: string, took: number, thinned: boolean): void {
    this.last = data;
    this.thinned = thinned;
    const began = performance.now();
    this.picture.show(data, this.anew, thinned);
    this.anew = false;
    document.body.dataset.drawing = String(performance.now() - began);
    const { status, finished, diagnosis, warnings, title, file, events } = this.picture.drawn!.data;
    this.chip(finished ? "good" : "bad", `${finished ? "✓" : "!"} ${status}`);
    const proofs = this.picture.drawn!.data.proofs;
    const held = proofs.filter(({ holds }) => holds).length;
    this.say(`${events.total} events, ${held} of ${proofs.length} proofs hold, ${Math.round(took)} ms`);
    const words = [...(diagnosis ? [[diagnosis, "notice bad"]] : []), ...warnings.map((one) => [`Warning: ${one}`, "notice"])];
    the("notices").replaceChildren(...words.map(([text, kind]) => make("p", { class: kind }, text)));
    the("title").textContent = title || file;
    document.title = `${title || this.name} · luztar`;
    the("keep").hidden = false;
    this.showKept();
    this.sweep.know(this.sliders.parameters);
    this.chosen(this.tabs.name);
    if (this.keeping && !thinned) this.keep();
  }

  private redraw(): void {
    if (!this.last) return;
    this.picture.show(this.last, false, this.thinned);
    this.showKept();
  }

  private said = "";
  private mistakes(mistakes: Mistake[]): void {
    const key = JSON.stringify([mistakes, this.editor.text]);
    if (key === this.said) return;
    this.said = key;
    this.editor.mark(mistakes);
    showMessages(mistakes, (one) => {
      if (this.tabs.name !== "model" && matchMedia("(max-width: 900px)").matches) this.tabs.choose("model");
      this.editor.goTo(one);
    });
    the("tab-model").textContent = mistakes.length ? `Model (${mistakes.length})` : "Model";
  }

  private chip(kind: string, words: string): void {
    const chip = the("chip");
    chip.className = `chip ${kind}`;
    chip.textContent = words;
  }

  private say(words: string): void {
    the("said").textContent = words;
  }

  private fail(words: string): void {
    this.keeping = false;
    this.chip("bad", "! no result");
    this.say(words);
    document.body.classList.toggle("old", true);
    document.body.dataset.runs = String(Number(document.body.dataset.runs ?? 0) + 1);
  }

  private running(is: boolean): void {
    the("stop").hidden = !is;
    if (is) {
      this.chip("", "Running …");
      this.say("");
    }
  }

  private chosen(name: string): void {
    this.picture.choose((PARTS as string[]).includes(name) ? (name as Part) : null);
    if (name === "equations") void this.equations.show();
    if (name === "sweep") this.sweep.show();
    if (name === "model") this.editor.view.requestMeasure();
  }

  // --- runs that are kept ---------------------------------------------------------------------------

  private thinned = false;
  private keeping = false; // as soon as the run has all its rows
  private keep(): void {
    this.keeping = this.thinned;
    if (this.thinned) return this.runner.wish();
    if (this.tabs.name !== "motion") this.tabs.choose("motion");
    const values = Object.entries(this.sliders.set).map(([name, value]) => `${name} = ${shortNumber(value)}`);
    const plain = values.join(", ") || "as in the text";
    const taken = this.picture.sources.map(({ label }) => label);
    let label = plain;
    for (let n = 2; taken.includes(label); ++n) label = `${plain}, ${n}`;
    this.picture.keep(label);
    this.redraw();
    this.say(`Kept: its curves are dashed. Move a slider to compare.`);
  }

  private showKept(): void {
    const { sources } = this.picture;
    const chips = sources.map(({ label }, i) => {
      const forget = () => {
        this.picture.forget(label);
        this.redraw();
      };
      return make("li", {}, make("i", { class: "rule", style: `border-color: var(--series-${((i + 1) % 6) + 1})` }), label, button("×", forget, { "aria-label": `Remove ${label}` }));
    });
    the("kept").replaceChildren(...chips);
    the("kept").hidden = !chips.length;
  }

  // --- files and addresses --------------------------------------------------------------------------

  private async take(files: File[]): Promise<void> {
    const models = files.filter(({ name }) => name.endsWith(".toml"));
    const tables = files.filter((file) => !models.includes(file));
    for (const file of tables) this.files[file.name] = await file.text();
    if (models.length) return this.open(await models[0].text(), models[0].name.replace(/\.toml$/, ""));
    if (!tables.length) return;
    if (tables.some(({ name }) => this.editor.text.includes(name))) return this.runner.wish();
    this.tabs.choose("motion");
    // Their texts are at hand: no other picture comes in between.
    this.picture.drawn?.openTables(tables.map(({ name }) => ({ name, text: async () => this.files[name] })));
  }

  private async link(): Promise<void> {
    const hash = await toFragment({ text: this.job.text, set: this.sliders.set, files: this.job.files });
    history.replaceState(null, "", hash);
    let words = "The address of this page holds the model now";
    try {
      await navigator.clipboard.writeText(location.href);
      words += "; it is copied";
    } catch {
      /* not allowed: the reader copies it from the address bar */
    }
    this.say(`${words}. It has ${location.href.length} characters.`);
  }

  /** Opens the model that the address holds or names; whether there is one. */
  private async followAddress(): Promise<boolean> {
    const named = this.examples.find(({ name }) => location.hash === `#example=${name}`);
    if (named) {
      this.open(named.text, named.name, named.files);
      return true;
    }
    const lesson = lessons.find(({ name }) => location.hash === `#lesson=${name}`);
    if (lesson) {
      this.lesson(lesson);
      return true;
    }
    try {
      const linked = await fromFragment(location.hash);
      if (linked) this.open(linked.text, "model", linked.files, linked.set);
      return linked !== null;
    } catch {
      this.say("The address holds no whole model: it was cut short or changed.");
      return false;
    }
  }

  private async save(what: string): Promise<void> {
    if (what === "model") return saveFile(`${this.name}.toml`, this.editor.text, "application/toml");
    this.say("Writing the file …");
    try {
      const { files, report } = await this.side.ask("results", this.job, SWEEP_SECONDS + RUN_SECONDS + 10);
      const names: Record<string, string> = { rows: "trajectory.csv", events: "events.csv", summary: "summary.json" };
      if (what === "report") saveFile(`${this.name}.html`, report, "text/html");
      else saveFile(`${this.name}_${names[what]}`, files[names[what]] ?? "", "text/plain");
      this.say("The file is saved.");
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  // --- what the reader does -------------------------------------------------------------------------

  private listen(): void {
    const file = the<HTMLInputElement>("file");
    the("open-gallery").addEventListener("click", () => this.gallery.open());
    the("open-file").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      void this.take([...(file.files ?? [])]);
      file.value = "";
    });
    the("stop").addEventListener("click", () => this.runner.stop());
    the("keep").addEventListener("click", () => this.keep());
    the("link").addEventListener("click", () => void this.link());
    this.listenToMenu();
    this.listenToDrop();
    addEventListener("hashchange", () => void this.followAddress());
    the("panel-motion").addEventListener("to-part", (event) => this.tabs.choose((event as CustomEvent<string>).detail));
    the("panel-events").addEventListener("to-part", (event) => this.tabs.choose((event as CustomEvent<string>).detail));
    matchMedia("(max-width: 900px)").addEventListener("change", ({ matches }) => {
      if (!matches && this.tabs.name === "model") this.tabs.choose("motion");
    });
  }

  private listenToMenu(): void {
    const menu = the<HTMLDetailsElement>("save-menu");
    for (const one of menu.querySelectorAll<HTMLButtonElement>("[data-save]"))
      one.addEventListener("click", () => {
        menu.open = false;
        void this.save(one.dataset.save ?? "");
      });
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (!menu.contains(relatedTarget as Node)) menu.open = false;
    });
  }

  private listenToDrop(): void {
    const sign = the("drop");
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      sign.hidden = false;
    });
    addEventListener("dragleave", ({ relatedTarget }) => {
      if (!relatedTarget) sign.hidden = true;
    });
    addEventListener(
      "drop",
      (event) => {
        sign.hidden = true;
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        event.stopPropagation(); // the editor would take its text
        void this.take([...event.dataTransfer.files]);
      },
      { capture: true },
    );
  }
}

new Page();
