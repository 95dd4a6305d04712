import type { Mistake } from "./types.js";

/** A model is refused, or a call is wrong: with all its mistakes. */
export class LuztarError extends Error {
  readonly mistakes: Mistake[];

  constructor(mistakes: Mistake[]) {
    super(mistakes.map(toText).join("\n"));
    this.name = "LuztarError";
    this.mistakes = mistakes;
  }
}

/** `model.toml:17:13: no body 'seet'; did you mean 'seat'?`, as the program prints it. */
export function toText(mistake: Mistake): string {
  const place = [mistake.file, mistake.line || "", mistake.line && mistake.column ? mistake.column : ""];
  const where = place.filter((part) => part !== "").join(":");
  return `${where ? `${where}: ` : ""}${mistake.message}${mistake.help ? `; ${mistake.help}` : ""}`;
}

/** A mistake of a call, without a place in a file. */
export function mistaken(message: string, help: string): LuztarError {
  return new LuztarError([{ message, help, line: 0, column: 0, severity: "error", file: "" }]);
}
