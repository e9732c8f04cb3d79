import type { RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { Question } from "#backend/platform/http";
import { type CellWords, rowValues, saidOf, wordsOf } from "./cells";
import { loadCodes, refusedAt, withIds } from "./check";
import { type BookRow, type FaultBook, placed, type RowFault } from "./faults";
import { rowsOf } from "./read";
import { type KnownRows, knownRows } from "./refs";
import type { Saver, SaveState } from "./save";
import type { SheetFound, Tell, Workbook } from "./store";
import type { ReadyRow, SheetWork, SheetWriting } from "./work";

/** A cell that a row changes. */
export interface ChangedCell {
  sheet: string;
  at: number;
  place: number;
  from: string;
  to: string;
}

/** What writing all sheets came to. */
export interface SheetsWritten {
  changes: ChangedCell[];
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
  changes: ChangedCell[];
  tell(done: number): Promise<void>;
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

/** CellWords of what stood there, and of what a row says instead; nothing when they are the same. */
async function changesOf(
  run: SheetRun,
  was: { row: ReadyRow; column: string; value: unknown }[],
): Promise<ChangedCell[]> {
  const { work, words, known, found } = run;
  const cells: ChangedCell[] = [];
  for (const { row, column: key, value } of was) {
    const column = work.sheet.columns.find((one) => one.key === key);
    const next = row.values[key];
    if (!column || next === undefined) continue;
    const ids = (v: unknown) => [v].flat().flatMap((id) => (id === null || id === undefined ? [] : [String(id)]));
    const said = async (v: unknown) =>
      column.to ? (await known.codes(column.to, ids(v))).join("、") : saidOf(column, v, words);
    const [from, to] = [await said(value), await said(next)];
    const number = column.kind === "number" && from !== "" && to !== "" && Number(from) === Number(to);
    if (from !== to && !number) cells.push({ sheet: found.name, at: row.at, place: found.places[key] ?? 0, from, to });
  }
  return cells;
}

/** Runs one write of some rows; what it refuses is taken back and said at the first of them. */
async function attempt(
  run: SheetRun,
  rows: readonly ReadyRow[],
  write: (w: SheetWriting) => Promise<void>,
): Promise<void> {
  const { c, save, work, states } = run;
  const { sql } = c;
  const [first] = rows;
  if (!first) return;
  const mark = save.mark();
  const once = async () => {
    const was: { row: ReadyRow; column: string; value: unknown }[] = [];
    const did = new Map<number, SaveState>();
    await sql.query("savepoint entry");
    nextOrder(sql);
    await write({
      c,
      save,
      words: run.words,
      did: ({ at }, state) => void did.set(at, state),
      was: (row, column, value) => void was.push({ row, column, value }),
    });
    await sql.query("release savepoint entry");
    for (const [at, state] of did) {
      const known = states.get(at);
      if (known === undefined || WEIGHT[state] > WEIGHT[known]) states.set(at, state);
    }
    const changed = was.filter(({ row }) => states.get(row.at) === "changed");
    run.changes.push(...(await changesOf(run, changed)));
  };
  const back = async () => {
    await sql.query("rollback to savepoint entry");
    save.forget(mark);
  };
  try {
    await once();
  } catch (error) {
    await back();
    if (!(error instanceof Question)) return void run.faults.push(...refusedAt(work, first.at, error));
    // Asked, and gone on with: whoever imports is told.
    c.confirmed = true;
    try {
      await once();
      run.faults.push(...refusedAt(work, first.at, error).map((fault): RowFault => ({ ...fault, asks: true })));
    } catch (other) {
      await back();
      run.faults.push(...refusedAt(work, first.at, other));
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

const FLUSH = 500;
/** So many new rows at once change how a table is best read. */
const MANY = 1000;

async function writeRows(run: SheetRun, rows: readonly ReadyRow[], write: SheetWork["write"]): Promise<void> {
  let since = 0;
  for (const bundle of bundles(run.work, rows)) {
    await attempt(run, bundle, (w) => write(w, bundle));
    since += bundle.length;
    await run.tell(bundle.length);
    if (since < FLUSH) continue;
    since = 0;
    await run.save.flush();
  }
  await run.save.flush();
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
    await writeRows(run, known, async (w, [row]) => {
      if (row) await write(w, row);
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
): Promise<SheetsWritten> {
  const rows = knownRows(c.sql, c.tenantId);
  const changes: ChangedCell[] = [];
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
      changes,
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
  return { changes, faults };
}

/** Keeps what writing said, in the words of the file. */
export async function keepFaults(
  c: Pick<RuleContext, "sql">,
  importId: string,
  book: FaultBook,
  written: SheetsWritten,
) {
  for (const { found, work, faults } of written.faults) {
    const rows = await c.sql.query<BookRow>(
      "select row_no as at, key, cells from import_row where import_id = $1 and sheet = $2 and row_no = any($3)",
      [importId, found.name, faults.map(({ at }) => at)],
    );
    const byRow = new Map(rows.map((row) => [row.at, row]));
    await book.add(found.name, placed(work.sheet.columns, found.places, byRow, faults));
  }
}
