import type { DocumentType } from "#documents/kit";
import { nextOrder } from "../db/locks";
import type { Database, Sql } from "../db/sql";
import { addOne, editOne } from "../documents/calls/writes";
import type { Engine, RuleContext, Rules, Values } from "../documents/rules";
import type { Caller } from "../http/caller";
import { Question } from "../http/refusal";
import type { Entry, Problem } from "./entry";
import { judged, refused } from "./judge";

/** What a run writes with: who, what, and how far it has come. */
export interface Run {
  document: DocumentType;
  rules: Rules;
  caller: Caller;
  engine: Engine;
  entries: Entry[];
  /** Sentences of questions that the person has answered. */
  answered: ReadonlySet<string>;
  /** Called now and then with the number of finished entries. */
  progress(done: number): Promise<void>;
}

export interface Outcome {
  problems: Problem[];
  added: number;
  changed: number;
  /** Ids of new rows, the first ones. */
  made: { id: string; no: string }[];
}

const SHOWN = 50;

const PROGRESS_MS = 300;

async function write(c: RuleContext, { document, rules }: Run, entry: Entry, values: Values) {
  if (entry.id) return editOne(c, document, rules, entry.id, undefined, values);
  return addOne(c, document, rules, values);
}

/** Writes one entry; a question that a rule asks is kept as a problem, and the entry goes on as confirmed. */
async function writeAsked(
  c: RuleContext,
  run: Run,
  entry: Entry,
  values: Values,
  asked: Problem[],
) {
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
export async function runEntries(sql: Sql, run: Run, dry: boolean): Promise<Outcome> {
  const { document, entries, caller } = run;
  const c: RuleContext = { sql, caller, tenantId: caller.tenantId, ...run.engine };
  const outcome: Outcome = { problems: [], added: 0, changed: 0, made: [] };
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
  constructor(readonly outcome: Outcome) {
    super("refused");
  }
}

/**
 * Writes all entries or none; `first` and `last` run in the same transaction.
 * @throws Refused with the problems
 */
export const commitEntries = (
  db: Database,
  run: Run,
  { first, last }: { first(sql: Sql): unknown; last(sql: Sql, o: Outcome): unknown },
) =>
  db.tx(async (sql) => {
    await first(sql);
    const outcome = await runEntries(sql, run, false);
    if (outcome.problems.some((p) => !p.asks || !run.answered.has(p.msg)))
      throw new Refused(outcome);
    await last(sql, outcome);
  });
