/** The editor of the model: colours, completion, messages at their lines. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Mistake, Vocabulary } from "../../package/src/types";
import { completeModel } from "./completion";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--limit)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.bracket, tags.operator], color: "var(--ink)", fontWeight: "600" },
]);

/** The place of a mistake in a text; of one without a line, its first line. */
function placeOf(state: EditorState, { line, column }: Mistake): { from: number; to: number } {
  const at = state.doc.line(Math.max(1, Math.min(state.doc.lines, line)));
  const from = Math.min(at.to, at.from + Math.max(0, column - 1));
  const word = /^[\w.\-µ²³"]+/.exec(state.sliceDoc(from, at.to));
  return { from, to: Math.max(from, word ? from + word[0].length : at.to) };
}

const wordsOf = ({ message, help }: Mistake) => (help ? `${message}; ${help}` : message);

export class Editor {
  readonly view: EditorView;
  private vocabulary: Vocabulary | null = null;
  private quiet = false;

  /** `changed` is called after each edit of the reader. */
  constructor(parent: HTMLElement, changed: () => void) {
    const follow = EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged && !this.quiet) changed();
    });
    const state = EditorState.create({
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        EditorView.lineWrapping,
        StreamLanguage.define(toml),
        syntaxHighlighting(colours),
        autocompletion({ override: [(context) => completeModel(context, this.vocabulary)] }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "Text of the model", tabindex: "0" }),
        follow,
      ],
    });
    this.view = new EditorView({ parent, state });
  }

  complete(vocabulary: Vocabulary): void {
    this.vocabulary = vocabulary;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another model: no edit of the reader. */
  set text(text: string) {
    this.quiet = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
    this.quiet = false;
  }

  mark(mistakes: Mistake[]): void {
    const { state } = this.view;
    const marks: Diagnostic[] = mistakes
      .filter(({ file }) => !file || file === "model.toml" || file === "model")
      .map((one) => ({ ...placeOf(state, one), severity: one.severity, message: wordsOf(one) }));
    this.view.dispatch(setDiagnostics(state, marks));
  }

  goTo(mistake: Mistake): void {
    const { from } = placeOf(this.view.state, mistake);
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.view.focus();
  }
}
