/** Lessons: a model, what it shows, a question to answer with the sliders. Data: lessons/*.md. */
import { button, make, the } from "./dom";

export interface Lesson {
  /** Of its file, without the number: an address names it. */
  name: string;
  title: string;
  text: string[];
  model: string;
  question: string[];
  answer: string[];
}

const paragraphs = (text: string) => text.trim().split(/\n\s*\n/).filter(Boolean);

/** A lesson of its file: # title, text, a model in ```toml, ## Question, ## Answer. */
export function readLesson(name: string, source: string): Lesson {
  const parts = /^# (.*)\n([\s\S]*?)```toml\n([\s\S]*?)```\s*## Question\n([\s\S]*?)## Answer\n([\s\S]*)$/.exec(source);
  if (!parts) throw new Error(`lesson ${name}: it needs # title, a text, a model in \`\`\`toml, ## Question and ## Answer`);
  const [, title, text, model, question, answer] = parts;
  return { name, title, text: paragraphs(text), model, question: paragraphs(question), answer: paragraphs(answer) };
}

export const lessons: Lesson[] = Object.entries(
  import.meta.glob<string>("../lessons/*.md", { query: "?raw", import: "default", eager: true }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, text]) => readLesson(path.replace(/^.*\/\d*_?|\.md$/g, ""), text));

/** A paragraph with `code` and *names* in it. */
function paragraph(text: string): HTMLElement {
  const parts = text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith("`")) return make("code", {}, part.slice(1, -1));
    return /^\*[^*\s]/.test(part) ? make("em", {}, part.slice(1, -1)) : part.replace(/\n/g, " ");
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
      ...lesson.text.map(paragraph),
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
