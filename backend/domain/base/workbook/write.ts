import type { RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { Question, refusalOf } from "#backend/platform/http";
import { type CellWords, rowValues, wordsOf } from "./cells";
import { type CellWas, type ChangedCell, changesOf } from "./changes";
import { loadCodes, refusedAt, withIds } from "./check";
import { type BookRow, type FaultBook, MOST_FAULTS, placed, type RowFault, TooManyFaults } from "./faults";
import { rowsAt, rowsOf } from "./read";
import { type KnownRows, knownRows } from "./refs";
import { Misfit, type Saver, type SaveState } from "./save";
import type { SheetFound, Tell, Workbook } from "./store";
import type { ReadyRow, SheetWork, SheetWriting } from "./work";

/** Keeps cells that change, as they are found. */
type KeepChanges = (cells: readonly ChangedCell[]) => Promise<void>;

/** What writing all sheets came to. */
export interface SheetsWritten {
  /** What was refused or is to be known, by sheet. */
  faults: { found: SheetFound; work: SheetWork; rows: Map<number, BookRow>; faults: RowFault[] }[];
}

const WEIGHT: Record<SaveState, number> = { same: 0, changed: 1, added: 2 };

/** How rows of a sheet are written, and what becomes of them. */
interface SheetRun {
  c: RuleContext;
  save: Saver;
  known: KnownRows;
  work: SheetWork;
  found: SheetFound;
  words: CellWords;
  states: Map<number, SaveState>;
  faults: RowFault[];
  /** Cells that change and are not kept yet. */
  changes: ChangedCell[];
  keep?: KeepChanges | undefined;
  /** Faults of all sheets. */
  refused: { count: number };
  tell(done: number): Promise<void>;
}

/** Says what is wrong with rows. @throws TooManyFaults */
function say(run: SheetRun, faults: readonly RowFault[]): void {
  run.faults.push(...faults);
  for (const { asks } of faults) if (!asks) run.refused.count++;
  if (run.refused.count > MOST_FAULTS) throw new TooManyFaults();
}

/** Rows of a chunk with their values; those that name what is not there are left: that is told elsewhere. */
async function ready(run: SheetRun, rows: readonly BookRow[], wrong: ReadonlySet<number>): Promise<ReadyRow[]> {
  const { c, work, words, known } = run;
  const { sheet, later = [] } = work;
  const read = rows
    .filter(({ at }) => !wrong.has(at))
    .map((row): ReadyRow => ({ ...row, values: rowValues(sheet, words, row).values }));
  await loadCodes(sheet, known, read);
  const there = await work.existing(c, read);
  return read.flatMap((row) => {
    const { values, lost } = withIds(sheet, known, row.values);
    const id = there.get(row.key);
    if ([...lost].every((column) => later.includes(column))) return [{ ...row, values, id }];
    run.states.set(row.at, id ? "same" : "added");
    return [];
  });
}

type RowsWrite = (w: SheetWriting) => Promise<void>;

/** Runs one write of some rows and notes what it did. @throws whatever refuses it, when it is taken back */
async function written(run: SheetRun, write: RowsWrite): Promise<void> {
  const { c, save, work, states } = run;
  const { sql } = c;
  const mark = save.mark();
  const was: CellWas[] = [];
  const did = new Map<number, SaveState>();
  await sql.query("savepoint entry");
  nextOrder(sql);
  try {
    await write({
      c,
      save,
      words: run.words,
      did: ({ at }, state) => void did.set(at, state),
      was(row, key, value) {
        const column = work.sheet.columns.find((one) => one.key === key);
        if (run.keep && column && row.values[key] !== undefined) was.push({ row, column, value });
      },
    });
    await sql.query("release savepoint entry");
  } catch (error) {
    await sql.query("rollback to savepoint entry");
    save.forget(mark);
    throw error;
  }
  for (const [at, state] of did) {
    const known = states.get(at);
    if (known === undefined || WEIGHT[state] > WEIGHT[known]) states.set(at, state);
  }
  const changed = was.filter(({ row }) => states.get(row.at) === "changed");
  if (changed.length) run.changes.push(...(await changesOf(run, changed)));
}

/** Runs one write of some rows; what it refuses is taken back and said at the first of them. */
async function attempt(run: SheetRun, [first]: readonly ReadyRow[], write: RowsWrite): Promise<void> {
  const { c, work } = run;
  if (!first) return;
  try {
    await written(run, write);
  } catch (error) {
    if (!(error instanceof Question)) return say(run, refusedAt(work, first.at, error));
    // Asked, and gone on with: whoever imports is told.
    c.confirmed = true;
    try {
      await written(run, write);
      say(
        run,
        refusedAt(work, first.at, error).map((fault): RowFault => ({ ...fault, asks: true })),
      );
    } catch (other) {
      say(run, refusedAt(work, first.at, other));
    } finally {
      c.confirmed = undefined;
    }
  }
}

/** Rows that are written together, in their order. */
function bundles({ together }: SheetWork, rows: readonly ReadyRow[]): ReadyRow[][] {
  if (!together) return rows.map((row) => [row]);
  const found = new Map<string, ReadyRow[]>();
  for (const row of rows) {
    const key = together(row);
    const known = found.get(key);
    if (known) known.push(row);
    else found.set(key, [row]);
  }
  return [...found.values()];
}

/** So many rows are written at once, and what they did is written down: more hold others up and lie in memory. */
const TOGETHER = 100;
/** So many new rows at once change how a table is best read. */
const MANY = 1000;

/** Writes rows at once, as far as nothing is refused: the half with the refused one is halved again. */
async function writeHalves(run: SheetRun, all: readonly ReadyRow[][], write: SheetWork["write"]): Promise<void> {
  const [one, ...others] = all;
  if (!one) return;
  if (!others.length) {
    await attempt(run, one, (w) => write(w, one));
    return run.tell(one.length);
  }
  const rows = all.flat();
  try {
    await written(run, (w) => write(w, rows));
  } catch (error) {
    if (!(error instanceof Misfit) && refusalOf(error).status >= 500) throw error;
    const middle = Math.ceil(all.length / 2);
    await writeHalves(run, all.slice(0, middle), write);
    return writeHalves(run, all.slice(middle), write);
  }
  await run.tell(rows.length);
}

async function writeRows(run: SheetRun, rows: readonly ReadyRow[], write: SheetWork["write"]): Promise<void> {
  const all = bundles(run.work, rows);
  for (let i = 0; i < all.length; i += TOGETHER) {
    const some = all.slice(i, i + TOGETHER);
    if (run.work.many) await writeHalves(run, some, write);
    else for (const one of some) await writeHalves(run, [one], write);
    await run.save.flush();
    if (run.changes.length) await run.keep?.(run.changes.splice(0));
  }
}

async function* chunksOf({ work, c }: SheetRun, importId: string): AsyncGenerator<BookRow[]> {
  if (!work.levels) return yield* rowsOf(c.sql, importId, work.sheet.name);
  const all: BookRow[] = [];
  for await (const rows of rowsOf(c.sql, importId, work.sheet.name)) all.push(...rows);
  yield* work.levels(all).levels;
}

/** Columns that name what came after them. */
async function writeLater(run: SheetRun, importId: string, wrong: ReadonlySet<number>): Promise<void> {
  const { work } = run;
  const { later = [], writeLater: write } = work;
  if (!write) return;
  for await (const rows of chunksOf(run, importId)) {
    const named = (await ready(run, rows, wrong)).filter(
      ({ id, values }) => id && later.some((name) => values[name] !== undefined),
    );
    const known = named.filter(({ values }) => later.every((name) => !hasHole(values[name])));
    await writeRows(run, known, async (w, rows) => {
      for (const row of rows) await write(w, row);
    });
  }
}

const hasHole = (value: unknown) => Array.isArray(value) && value.includes(undefined);

/**
 * Writes all sheets in the transaction of `c`, each row by itself, so that all that is refused is told.
 * Rows that something is known to be wrong with are left, and with them who names them.
 */
export async function writeSheets(
  c: RuleContext,
  { id }: Pick<Workbook, "id">,
  pairs: readonly { work: SheetWork; found: SheetFound }[],
  known: FaultBook,
  save: Saver,
  tell: Tell,
  keep?: KeepChanges,
): Promise<SheetsWritten> {
  const rows = knownRows(c.sql, c.tenantId);
  const refused = { count: known.count };
  const runs: SheetRun[] = [];
  let done = 0;
  for (const { work, found } of pairs) {
    const own = async (count: number) => {
      done += count;
      await tell(`写入${work.sheet.name}`, done);
    };
    const words = await wordsOf(c, work.sheet);
    const run: SheetRun = {
      c,
      save,
      known: rows,
      work,
      found,
      words,
      states: new Map(),
      faults: [],
      changes: [],
      keep,
      refused,
      tell: own,
    };
    runs.push(run);
    let [rowCount, counted] = [0, 0];
    for await (const chunk of chunksOf(run, id)) {
      await writeRows(run, await ready(run, chunk, known.rows(found.name)), work.write);
      rowCount += chunk.length;
      if (!work.tables || rowCount < Math.max(MANY, counted * 4)) continue;
      counted = rowCount;
      await c.sql.query(`analyze ${work.tables.join(", ")}`);
    }
  }
  for (const run of runs)
    await writeLater({ ...run, tell: () => tell("写入负责人、小组和上级", done) }, id, known.rows(run.found.name));
  const faults: SheetsWritten["faults"] = [];
  for (const { work, found, states, faults: said } of runs) {
    for (const { at, asks } of said) if (!asks) states.delete(at);
    const count = (state: SaveState) => [...states.values()].filter((s) => s === state).length;
    Object.assign(found, { added: count("added"), changed: count("changed"), same: count("same") });
    if (said.length) faults.push({ found, work, rows: new Map(), faults: said });
  }
  return { faults };
}

/** Keeps what writing said, in the words of the file. */
export async function keepFaults(
  c: Pick<RuleContext, "sql">,
  importId: string,
  book: FaultBook,
  written: SheetsWritten,
) {
  for (const { found, work, faults } of written.faults) {
    const byRow = await rowsAt(c.sql, importId, found, faults);
    await book.add(found.name, placed(work.sheet.columns, found.places, byRow, faults));
  }
}
