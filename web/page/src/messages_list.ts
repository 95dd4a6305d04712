/** What the engine says of the model, below the editor. */
import type { Mistake } from "../../package/src/types";
import { make, the } from "./dom";

export function showMessages(mistakes: Mistake[], goTo: (mistake: Mistake) => void): void {
  const errors = mistakes.filter(({ severity }) => severity === "error").length;
  const warnings = mistakes.length - errors;
  const counted = (n: number, word: string) => (n ? `${n} ${word}${n > 1 ? "s" : ""}` : "");
  the("message-words").textContent =
    [counted(errors, "mistake"), counted(warnings, "warning")].filter(Boolean).join(", ") || "No mistakes.";
  the("message-list").replaceChildren(...mistakes.map((one) => entry(one, goTo)));
}

function entry(mistake: Mistake, goTo: (mistake: Mistake) => void): HTMLElement {
  const { line, column, message, help, severity } = mistake;
  const place = line ? `${line}:${column} ` : "";
  const words = help ? `${message}; ${help}` : message;
  const node = make("button", { type: "button", class: severity }, make("b", {}, place), words);
  node.addEventListener("click", () => goTo(mistake));
  return make("li", {}, node);
}
