/** Lessons: a model, what it shows, a question to answer with the sliders. Data: docs/learn-*.md. */
import type { Example } from "../../package/src/types";
import { button, make, the } from "./dom";

export interface Lesson {
  /** Of its file, without the number: an address names it. */
  name: string;
  title: string;
  text: string[];
  model: string;
  /** Parameters whose sliders come first, and channels that are plotted. */
  sliders: string[];
  channels: string[];
  /** What to change, then what to answer. */
  change: string[];
  question: string[];
  answer: string[];
}

const paragraphs = (text: string) => text.trim().split(/\n\s*\n/).filter(Boolean);

const LIVE = /<!-- live: sliders ([^;]*?)(?:; show (.*?))? -->\n/;
const PARTS =
  /^# (.*)\n([\s\S]*?)<!-- live[\s\S]*?```toml\n([\s\S]*?)```\n([\s\S]*?)## Question\n([\s\S]*?)<details[^>]*>\s*<summary>.*<\/summary>([\s\S]*?)<\/details>/;

/** A lesson of its page docs/learn-NN-NAME.md. */
export function readLesson(name: string, source: string): Lesson {
  const parts = PARTS.exec(source);
  const live = LIVE.exec(source);
  if (!parts || !live) throw new Error(`lesson ${name}: a title, <!-- live: ... -->, a model, ## Question and <details> are needed`);
  const [, title, text, model, change, question, answer] = parts;
  const [, sliders, channels] = live;
  return {
    ...{ name, title, model, sliders: sliders.split(/\s+/), channels: (channels ?? "").split(/\s+/).filter(Boolean) },
    ...{ text: paragraphs(text), change: paragraphs(change) },
    ...{ question: paragraphs(question), answer: paragraphs(answer.replace(/```[\s\S]*?```/g, "")) },
  };
}

export const lessons: Lesson[] = Object.entries(
  import.meta.glob<string>("../../../docs/learn-*.md", { query: "?raw", import: "default", eager: true }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => readLesson(path.replace(/^.*\/learn-\d*-?|\.md$/g, ""), text));

const MARK = "lesson: "; // before the name of a lesson among the examples

/** A lesson among the examples. */
export const lessonAsCard = ({ name, title, model }: Lesson): Example => ({
  ...{ name: MARK + name, title, group: "Ten lessons" },
  ...{ text: model, files: {} },
});

export const lessonOfCard = (card: Example) => lessons.find(({ name }) => card.name === MARK + name);

/** A paragraph with `code`, **bold** words and [links](..) in it, whose targets are left out. */
function paragraph(text: string): HTMLElement {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith("`")) return make("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return make("b", {}, part.slice(2, -2));
    return part.replace(/^\[([^\]]+)\]\([^)]*\)$/, "$1").replace(/\n/g, " ");
  });
  return make("p", {}, ...parts);
}

/** The card of a lesson above the run. */
export class LessonCard {
  private readonly place = the("lesson");

  constructor(private readonly choose: (lesson: Lesson) => void) {}

  show(lesson: Lesson): void {
    const at = lessons.indexOf(lesson);
    const answer = make("details", {}, make("summary", {}, "Answer"), make("div", { class: "inside" }, ...lesson.answer.map(paragraph)));
    const next = lessons[at + 1];
    this.place.replaceChildren(
      make("p", { class: "quiet" }, `Lesson ${at + 1} of ${lessons.length}`),
      ...[...lesson.text, ...lesson.change].map(paragraph),
      make("div", { class: "question" }, ...lesson.question.map(paragraph)),
      answer,
      next ? button(`Next: ${next.title}`, () => this.choose(next), { class: "next-lesson" }) : "",
    );
    this.place.hidden = false;
  }

  hide(): void {
    this.place.hidden = true;
    this.place.replaceChildren();
  }
}
