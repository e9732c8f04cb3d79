import { BeginAnew, collided, type Database, nextOrder, type Sql } from "#backend/platform/db";
import { type Caller, Question, refusalOf } from "#backend/platform/http";
import { type DocumentType, inputSchema } from "#documents/kit";
import { once } from "#documents/kit/once";
import { addOne, editOne } from "../documents/calls/writes";
import type { Engine, RuleContext, Rules, RuleValues } from "../documents/rules";
import type { ImportEntry, Problem } from "./entry";

/** Rows and columns of problems that schema or rules name by path: `qty`, `items.0.skuId`. */
function located(document: DocumentType, entry: ImportEntry, path: string, msg: string): Problem {
  const [name = "", index, field] = path.split(".");
  const row = entry.rows[0]?.at ?? 0;
  if (field === undefined || !document.lines?.[name]) return { row, column: document.fields[name] ? name : null, msg };
  return { row: entry.lineRows[Number(index)] ?? row, column: `${name}.${field}`, msg };
}

/** Schemas of the form, made once: making one takes longer than judging a row by it. */
const schemas = once((document: DocumentType) => ({
  add: inputSchema(document, "add"),
  edit: inputSchema(document, "edit").partial(),
}));

/** Problems that the schema of the form finds; cells that had no value at all were named before. */
function judged(document: DocumentType, entry: ImportEntry): { values: RuleValues; problems: Problem[] } {
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
function refused(document: DocumentType, entry: ImportEntry, error: unknown): Problem[] {
  const refusal = refusalOf(error);
  // What collided says nothing of the row: all of it is run again.
  if (refusal.status >= 500 || collided(error) || error instanceof BeginAnew) throw error;
  const fields = Object.entries(refusal.fields ?? {});
  if (fields.length) return fields.map(([path, msg]) => located(document, entry, path, msg));
  return [{ row: entry.rows[0]?.at ?? 0, column: null, msg: refusal.message }];
}

/** What a run writes with: who, what, and how far it has come. */
export interface ImportRun {
  document: DocumentType;
  rules: Rules;
  caller: Caller;
  engine: Engine;
  entries: ImportEntry[];
  /** Sentences of questions that the person has answered. */
  answered: ReadonlySet<string>;
  /** Called now and then with the number of finished entries. */
  progress(done: number): Promise<void>;
}

export interface ImportOutcome {
  problems: Problem[];
  added: number;
  changed: number;
  /** Ids of new rows, the first ones. */
  made: { id: string; no: string }[];
}

const SHOWN = 50;

const PROGRESS_MS = 300;

async function write(c: RuleContext, { document, rules }: ImportRun, entry: ImportEntry, values: RuleValues) {
  if (entry.id) return editOne(c, document, rules, entry.id, undefined, values);
  return addOne(c, document, rules, values);
}

/** Writes one entry; a question that a rule asks is kept as a problem, and the entry goes on as confirmed. */
async function writeAsked(c: RuleContext, run: ImportRun, entry: ImportEntry, values: RuleValues, asked: Problem[]) {
  try {
    return await write(c, run, entry, values);
  } catch (error) {
    if (!(error instanceof Question)) throw error;
    await c.sql.query("rollback to savepoint entry");
    nextOrder(c.sql);
    const made = await write({ ...c, confirmed: true }, run, entry, values);
    asked.push(...refused(run.document, entry, error).map((p): Problem => ({ ...p, asks: true })));
    return made;
  }
}

/**
 * Tries every entry by really writing it, so that nothing but the commit is left to chance. A dry
 * run takes each back at once, which also gives its locks back. Otherwise everything stays if
 * nothing was refused or is to be confirmed; the caller's transaction decides.
 */
export async function runEntries(sql: Sql, run: ImportRun, dry: boolean): Promise<ImportOutcome> {
  const { document, entries, caller } = run;
  const c: RuleContext = { sql, caller, tenantId: caller.tenantId, ...run.engine };
  const outcome: ImportOutcome = { problems: [], added: 0, changed: 0, made: [] };
  let told = Date.now();
  for (const [i, entry] of entries.entries()) {
    const { values, problems } = judged(document, entry);
    outcome.problems.push(...entry.problems, ...problems);
    if (!entry.problems.length && !problems.length) {
      await sql.query("savepoint entry");
      nextOrder(sql);
      try {
        const made = await writeAsked(c, run, entry, values, outcome.problems);
        await sql.query(dry ? "rollback to savepoint entry" : "release savepoint entry");
        if (entry.id) outcome.changed++;
        else outcome.added++;
        if (!dry && !entry.id && outcome.made.length < SHOWN)
          outcome.made.push({ id: made.id, no: String(made.no ?? values[document.display] ?? "") });
      } catch (error) {
        await sql.query("rollback to savepoint entry");
        outcome.problems.push(...refused(document, entry, error));
      }
    }
    if (Date.now() - told < PROGRESS_MS) continue;
    told = Date.now();
    await run.progress(i + 1);
  }
  outcome.problems.sort((a, b) => a.row - b.row);
  return outcome;
}

/** Thrown inside the transaction of a commit that must not stay. */
export class Refused extends Error {
  constructor(readonly outcome: ImportOutcome) {
    super("refused");
  }
}

/**
 * Writes all entries or none; `first` and `last` run in the same transaction.
 * @throws Refused with the problems
 */
export const commitEntries = (
  db: Database,
  run: ImportRun,
  { first, last }: { first(sql: Sql): unknown; last(sql: Sql, o: ImportOutcome): unknown },
) =>
  db.tx(async (sql) => {
    await first(sql);
    const outcome = await runEntries(sql, run, false);
    if (outcome.problems.some((p) => !p.asks || !run.answered.has(p.msg))) throw new Refused(outcome);
    await last(sql, outcome);
  });
