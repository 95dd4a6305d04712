import type { Mistake, Vocabulary } from "./types.js";

/** No key of any table. */
const STRANGE = "zzzzzzzz";

/** What `between = ["a"]` of these tables stands below. */
const TABLES = [
  "tables.a", "signals.a", "states.a", "controllers.a", "bodies.a", "repeat.a", "inertias.a", "springs.a",
  "dampers.a", "frictions.a", "freewheels.a", "links.a", "stops.a", "forces.a", "simulation", "output", "sweep", "fit",
];

/** The list of "there is a, b and c; see ...". */
function listed(mistake: Mistake): string[] {
  const found = /^there (?:is|are) ([^;]*)/.exec(mistake.help);
  return found ? found[1]!.split(/, | and /) : [];
}

/**
 * Words of model files, as the reader of the engine itself tells them: each table is given a key that there is not.
 * @param check  tells the mistakes of a text
 */
export function vocabularyOf(check: (text: string) => Mistake[]): Vocabulary {
  const tables: Vocabulary["tables"] = {};
  const ask = (header: string): string[] => {
    const found = check(`${header}\n${STRANGE} = 1\n`).find((m) => m.message.includes(STRANGE));
    return found ? listed(found) : [];
  };
  tables[""] = { keys: ask("") };
  for (const table of TABLES) tables[table.replace(".a", "")] = { keys: ask(`[${table}]`) };
  const kinds = (tables[""]?.keys ?? []).filter((key) => TABLES.includes(`${key}.a`));
  return { tables, kinds };
}
