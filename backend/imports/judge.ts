import { type DocumentType, inputSchema } from "#documents/kit";
import { once } from "#documents/kit/once";
import { collided } from "../db/errors";
import { BeginAnew } from "../db/sql";
import type { Values } from "../documents/rules";
import { refusalOf } from "../http/refusal";
import type { Entry, Problem } from "./entry";

/** Rows and columns of problems that schema or rules name by path: `qty`, `items.0.skuId`. */
function located(document: DocumentType, entry: Entry, path: string, msg: string): Problem {
  const [name = "", index, field] = path.split(".");
  const row = entry.rows[0]?.at ?? 0;
  if (field === undefined || !document.lines?.[name])
    return { row, column: document.fields[name] ? name : null, msg };
  return { row: entry.lineRows[Number(index)] ?? row, column: `${name}.${field}`, msg };
}

/** Schemas of the form, made once: making one takes longer than judging a row by it. */
const schemas = once((document: DocumentType) => ({
  add: inputSchema(document, "add"),
  edit: inputSchema(document, "edit").partial(),
}));

/** Problems that the schema of the form finds; cells that had no value at all were named before. */
export function judged(
  document: DocumentType,
  entry: Entry,
): { values: Values; problems: Problem[] } {
  const parsed = schemas(document)[entry.id ? "edit" : "add"].safeParse(entry.values);
  if (parsed.success) {
    const given = Object.entries(parsed.data).filter(
      // An overwritten row keeps what the file does not name.
      ([name]) => !entry.id || entry.values[name] !== undefined,
    );
    return { values: Object.fromEntries(given), problems: [] };
  }
  // One sentence for each cell: the first says what to do.
  const named = new Set(entry.problems.map((p) => `${p.row} ${p.column}`));
  const fresh = (cell: string) => !named.has(cell) && !!named.add(cell);
  const problems = parsed.error.issues
    .map((issue) => located(document, entry, issue.path.join("."), issue.message))
    .filter((p) => fresh(`${p.row} ${p.column}`));
  return { values: {}, problems };
}

/** What a refused write says of the entry. @throws whatever is no refusal: the fault is not the entry's */
export function refused(document: DocumentType, entry: Entry, error: unknown): Problem[] {
  const refusal = refusalOf(error);
  // What collided says nothing of the row: all of it is run again.
  if (refusal.status >= 500 || collided(error) || error instanceof BeginAnew) throw error;
  const fields = Object.entries(refusal.fields ?? {});
  if (fields.length) return fields.map(([path, msg]) => located(document, entry, path, msg));
  return [{ row: entry.rows[0]?.at ?? 0, column: null, msg: refusal.message }];
}
