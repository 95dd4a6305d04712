/** The equations of the model, as `luztar derive` writes them. */
import { button, make } from "./dom";
import type { Thread } from "./engine";
import type { Job } from "./messages";

const FILES = { latex: "tex", markdown: "md" } as const;

export class Equations {
  private shown = "";

  constructor(
    private readonly place: HTMLElement,
    private readonly thread: Thread,
    private readonly job: () => Job,
    private readonly save: (name: string, content: string, type: string) => void,
  ) {}

  /** Derives the equations where the model is another one than before. */
  async show(): Promise<void> {
    const job = this.job();
    const key = JSON.stringify([job.text, job.files]);
    if (key === this.shown) return;
    this.shown = key;
    this.place.replaceChildren(make("p", { class: "quiet", role: "status" }, "Deriving the equations …"));
    try {
      const html = await this.thread.ask("derive", { ...job, format: "html" });
      if (this.shown === key) this.draw(html);
    } catch (error) {
      this.shown = "";
      this.place.replaceChildren(make("p", { class: "notice bad" }, (error as Error).message));
    }
  }

  private draw(html: string): void {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const parts = [...(parsed.querySelector("main")?.children ?? [])].filter(({ tagName }) => tagName !== "H1");
    const holder = make("div", { class: "equations" }, ...parts.map((part) => document.importNode(part, true)));
    for (const wide of holder.querySelectorAll<HTMLElement>(".formulas, .scroll")) {
      wide.tabIndex = 0;
      wide.setAttribute("role", "group");
      wide.setAttribute("aria-label", wide.classList.contains("formulas") ? "Formulas" : "Table");
    }
    const files = make("p", { class: "controls" });
    for (const format of ["latex", "markdown"] as const)
      files.append(button(`Save as ${format === "latex" ? "LaTeX" : "Markdown"}`, () => void this.file(format)));
    this.place.replaceChildren(files, holder);
  }

  private async file(format: "latex" | "markdown"): Promise<void> {
    const text = await this.thread.ask("derive", { ...this.job(), format });
    this.save(`equations.${FILES[format]}`, text, "text/plain");
  }

  clear(): void {
    this.shown = "";
    this.place.replaceChildren();
  }
}
