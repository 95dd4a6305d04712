/** What can stand at a place of a model: kinds of tables, keys, names of bodies and parameters. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Vocabulary } from "../../package/src/types";

const HEAD = /^\s*\[\[?\s*([A-Za-z_]+)/;
const KEY = /^\s*[\w-]*$/;

/** The kind of the table that a line is in; "" above the first. */
export function tableAt(lines: string[]): string {
  for (let i = lines.length - 1; i >= 0; --i) {
    const head = HEAD.exec(lines[i]);
    if (head) return head[1];
  }
  return "";
}

/** Names of the tables of a kind: `bodies` of [bodies.block] is block. */
export function namesOf(text: string, kind: string): string[] {
  const found = text.matchAll(new RegExp(`^\\s*\\[\\s*${kind}\\.([^\\].]+)\\]`, "gm"));
  return [...new Set([...found].map(([, name]) => name.trim().replace(/^"(.*)"$/, "$1")))];
}

/** Keys of [parameters] and of each [parameters.NAME]. */
export function parametersOf(text: string): string[] {
  const table = /^\s*\[parameters\]\s*$([\s\S]*?)(?=^\s*\[|(?![\s\S]))/m.exec(text);
  const keys = table ? [...table[1].matchAll(/^\s*([\w-]+)\s*=/gm)].map(([, name]) => name) : [];
  return [...keys, ...namesOf(text, "parameters")];
}

const options = (labels: string[], type: string): Completion[] => labels.map((label) => ({ label, type }));

function keys(table: string, vocabulary: Vocabulary): Completion[] {
  const known = vocabulary.tables[table];
  return (known?.keys ?? []).map((label) => ({
    label,
    type: "property",
    apply: `${label} = `,
    info: known?.help?.[label],
  }));
}

/** In a text between quotation marks. */
function words(before: string, text: string): Completion[] {
  const isNames = /(between|body|bodies|on|ends)\s*=/.test(before);
  if (isNames) return options([...namesOf(text, "bodies"), "ground"], "variable");
  return options(parametersOf(text), "constant");
}

export function completeModel(context: CompletionContext, vocabulary: Vocabulary | null): CompletionResult | null {
  if (!vocabulary) return null;
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const before = state.sliceDoc(line.from, pos);
  const word = context.matchBefore(/[\w-]*/);
  const from = word ? word.from : pos;
  if (!context.explicit && from === pos) return null;
  if (/^\s*#/.test(before)) return null;
  if (/^\s*\[\[?[\w-]*$/.test(before)) {
    return { from, options: options([...new Set([...vocabulary.kinds, ...Object.keys(vocabulary.tables)])], "class") };
  }
  const lines = state.sliceDoc(0, line.from).split("\n");
  if (KEY.test(before)) return { from, options: keys(tableAt(lines), vocabulary) };
  const isOpen = (before.match(/"/g) ?? []).length % 2 === 1;
  return isOpen ? { from, options: words(before, state.doc.toString()) } : null;
}
