import type { RuleContext } from "#backend/engine/documents";
import { breather } from "#backend/platform/breath";
import { refusalOf } from "#backend/platform/http";
import type { BookColumn, BookSheet } from "#documents/base/workbook/words";
import { type CellWords, type RowValues, rowValues, wordsOf } from "./cells";
import { type BookRow, type FaultBook, placed, type RowFault } from "./faults";
import { rowsAt, rowsOf } from "./read";
import { codesInFile, codesOf, type KnownRows, knownRows, unknownCode } from "./refs";
import { Misfit } from "./save";
import type { SheetFound, Tell, Workbook } from "./store";
import type { ReadyRow, SheetWork } from "./work";

/** What is wrong at a path that a schema or a rule names, at the column of the sheet that fills it. */
export function faultsAt(
  { sheet, columnOf }: SheetWork,
  at: number,
  problems: readonly { path: string; msg: string; at?: number }[],
): RowFault[] {
  const seen = new Set<string>();
  return problems.flatMap(({ path, msg, at: own = at }) => {
    const last = path.split(".").at(-1) ?? "";
    const column = columnOf?.(path) ?? (sheet.columns.some(({ key }) => key === last) ? last : undefined);
    const cell = `${own} ${column ?? ""}`;
    const known = seen.has(cell);
    seen.add(cell);
    return known ? [] : [{ at: own, column, msg }];
  });
}

/** What a refused write says of a row. @throws whatever is no refusal */
export function refusedAt(work: SheetWork, at: number, error: unknown): RowFault[] {
  if (error instanceof Misfit) return faultsAt(work, at, error.problems);
  const refusal = refusalOf(error);
  if (refusal.status >= 500) throw error;
  const fields = Object.entries(refusal.fields ?? {});
  return fields.length
    ? faultsAt(
        work,
        at,
        fields.map(([path, msg]) => ({ path, msg })),
      )
    : [{ at, msg: refusal.message }];
}

export const refColumns = ({ columns }: BookSheet): BookColumn[] => columns.filter(({ kind }) => kind === "ref");

/** Ids in place of codes; `lost`: nothing has one of them (yet). */
export function withIds(
  sheet: BookSheet,
  known: KnownRows,
  values: RowValues,
  stand?: string,
): { values: RowValues; lost: ReadonlySet<string> } {
  const next = { ...values };
  const lost = new Set<string>();
  for (const column of refColumns(sheet)) {
    const text = values[column.key];
    if (typeof text !== "string" || !column.to) continue;
    const { to } = column;
    const ids = codesOf(column, text).map((code) => known.id(to, code) ?? stand);
    if (ids.includes(undefined)) lost.add(column.key);
    next[column.key] = column.many ? ids : ids[0];
  }
  return { values: next, lost };
}

/** Reads ahead what the rows name. */
export async function loadCodes(
  sheet: BookSheet,
  known: KnownRows,
  rows: readonly { values: RowValues }[],
): Promise<void> {
  for (const column of refColumns(sheet)) {
    const texts = rows.flatMap(({ values }) => {
      const text = values[column.key];
      return typeof text === "string" ? codesOf(column, text) : [];
    });
    if (column.to) await known.load(column.to, texts);
  }
}

/** Codes that neither the file nor the database has, each row's at its cell. */
async function unknownCodes(
  c: RuleContext,
  importId: string,
  sheet: BookSheet,
  known: KnownRows,
  rows: readonly ReadyRow[],
): Promise<RowFault[]> {
  const faults: RowFault[] = [];
  for (const column of refColumns(sheet)) {
    const { to } = column;
    if (!to) continue;
    const asked = rows.flatMap(({ at, values }) => {
      const text = values[column.key];
      const codes = typeof text === "string" ? codesOf(column, text) : [];
      return codes.filter((code) => known.id(to, code) === undefined).map((code) => ({ at, code }));
    });
    const inFile = await codesInFile(
      c.sql,
      importId,
      to,
      asked.map(({ code }) => code),
    );
    const said = new Map<string, string>();
    for (const { at, code } of asked) {
      if (inFile.has(code)) continue;
      const msg = said.get(code) ?? (await unknownCode(c.sql, c.tenantId, to, code));
      said.set(code, msg);
      faults.push({ at, column: column.key, msg });
    }
  }
  return faults;
}

/** Rows whose key an earlier one has. */
async function repeated(c: RuleContext, importId: string, { name, key, columns }: BookSheet): Promise<RowFault[]> {
  const rows = await c.sql.query<{ at: number; first: number }>(
    `select at, first from (
       select row_no as at, min(row_no) over (partition by key) as first from import_row
       where import_id = $1 and sheet = $2 and key <> '') x where at <> first order by at limit 10001`,
    [importId, name],
  );
  const labels = key.map((k) => columns.find((column) => column.key === k)?.label ?? "");
  const said = (key.length > 1 ? labels.map((l) => l.replace(/编码$/, "")) : labels).join("和");
  return rows.map(({ at, first }) => ({ at, column: key.at(-1), msg: `${said}与第${first}行重复` }));
}

/** What is wrong with a row whose cells could be read: what lacks, what its sheet and what the schema say. */
function judgedRow(work: SheetWork, known: KnownRows, row: ReadyRow): RowFault[] {
  const { at, values, id } = row;
  const lacking = id ? [] : work.sheet.columns.filter(({ key, required }) => required && values[key] === undefined);
  const faults: RowFault[] = lacking.map(({ key, label }) => ({ at, column: key, msg: `请填写${label}` }));
  faults.push(...(work.check?.(values, row) ?? []));
  try {
    work.judge?.(withIds(work.sheet, known, values, "1").values, !id);
  } catch (error) {
    faults.push(...refusedAt(work, at, error));
  }
  return faults;
}

/** One sentence for each cell: the first says what to do. */
function once(faults: readonly RowFault[]): RowFault[] {
  const seen = new Set<string>();
  return faults.filter(({ at, column }) => {
    const cell = `${at} ${column ?? ""}`;
    return !seen.has(cell) && !!seen.add(cell);
  });
}

/** Columns of rows that reading already said something of. */
async function unread(c: RuleContext, { importId, work, found }: CheckedChunk, rows: readonly BookRow[]) {
  const said = await c.sql.query<{ at: number; place: number }>(
    `select row_no as at, place from import_fault where import_id = $1 and sheet = $2
       and row_no between $3 and $4`,
    [importId, work.sheet.name, rows[0]?.at ?? 0, rows.at(-1)?.at ?? 0],
  );
  const keys = Object.entries(found.places);
  return said.map(({ at, place }) => ({ at, column: keys.find(([, p]) => p === place)?.[0] }));
}

interface CheckedChunk {
  work: SheetWork;
  found: SheetFound;
  words: CellWords;
  known: KnownRows;
  importId: string;
}

async function checkChunk(c: RuleContext, chunk: CheckedChunk, read: readonly BookRow[]): Promise<RowFault[]> {
  const { work, words, known, importId } = chunk;
  const { sheet } = work;
  const faults: RowFault[] = [];
  const rows = read.map((row): ReadyRow => {
    const { values, faults: own } = rowValues(sheet, words, row);
    faults.push(...own);
    return { ...row, values };
  });
  await loadCodes(sheet, known, rows);
  faults.push(...(await unknownCodes(c, importId, sheet, known, rows)));
  const there = await work.existing(c, rows);
  const breathe = breather();
  const before = await unread(c, chunk, read);
  const told = new Map<number, Set<string>>();
  for (const { at, column } of [...faults, ...before])
    if (column) told.set(at, (told.get(at) ?? new Set()).add(column));
  for (const row of rows) {
    await breathe();
    row.id = there.get(row.key);
    // A cell that could not be read lacks nothing.
    const wrong = told.get(row.at) ?? new Set();
    faults.push(...judgedRow(work, known, row).filter(({ column }) => !column || !wrong.has(column)));
  }
  faults.push(...((await work.checkAll?.(c, importId, rows)) ?? []));
  return once(faults);
}

/**
 * Everything that can be said of the sheets without writing them. A row that something is wrong with
 * still counts as found where others name it, so that one fault is told once.
 * @throws TooManyFaults, Cancelled
 */
export async function checkSheets(
  c: RuleContext,
  { id }: Pick<Workbook, "id">,
  pairs: readonly { work: SheetWork; found: SheetFound }[],
  faults: FaultBook,
  tell: Tell,
): Promise<void> {
  const known = knownRows(c.sql, c.tenantId);
  let done = 0;
  for (const { work, found } of pairs) {
    const { sheet } = work;
    const words = await wordsOf(c, sheet);
    const again = new Set<number>();
    const twice = await repeated(c, id, sheet);
    for (const { at } of twice) again.add(at);
    await faults.add(sheet.name, placed(sheet.columns, found.places, await rowsAt(c.sql, id, sheet, twice), twice));
    const all: BookRow[] = [];
    for await (const rows of rowsOf(c.sql, id, sheet.name)) {
      const said = await checkChunk(c, { work, found, words, known, importId: id }, rows);
      const own = said.filter(({ at }) => !again.has(at));
      const byRow = new Map(rows.map((row) => [row.at, row]));
      await faults.add(sheet.name, placed(sheet.columns, found.places, byRow, own));
      if (work.levels) all.push(...rows);
      done += rows.length;
      await tell(`检查${sheet.name}`, done);
    }
    const circles = work.levels?.(all).faults ?? [];
    const byRow = new Map(all.map((row) => [row.at, row]));
    await faults.add(sheet.name, placed(sheet.columns, found.places, byRow, circles));
  }
}
