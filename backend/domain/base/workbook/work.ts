import type { RuleContext, RuleValues } from "#backend/engine/documents";
import type { BookSheet } from "#documents/base/workbook/words";
import { type DocumentType, permissionOf } from "#documents/kit";
import type { CellWords, RowValues } from "./cells";
import type { BookRow, RowFault } from "./faults";
import { judged, type Saver, type SaveState } from "./save";

/** A row that is ready to be written: of what it names the ids, of what is there its own. */
export interface ReadyRow extends BookRow {
  values: RowValues;
  id?: string;
}

/** What writes the rows of a sheet. */
export interface SheetWriting {
  c: RuleContext;
  save: Saver;
  words: CellWords;
  /** What became of a row. */
  did(row: BookRow, state: SaveState): void;
  /** What a row changes, of this column: what stood there. */
  was(row: ReadyRow, column: string, value: unknown): void;
}

/** What the rows of a sheet are to the database. */
export interface SheetWork {
  sheet: BookSheet;
  /** Right that the person needs. */
  permission: string;
  /** What is wrong with a row by itself; of references it has the codes. */
  check?(values: RowValues, row: BookRow): RowFault[];
  /** What is wrong with rows beside each other or beside what is there. */
  checkAll?(c: RuleContext, importId: string, rows: readonly ReadyRow[]): Promise<RowFault[]>;
  /** What the schema says of a row before anything is written; ids stand for rows that are not there yet. */
  judge?(values: RowValues, fresh: boolean): void;
  /** Column of a path that a schema or a rule names, where it is not its last part. */
  columnOf?(path: string): string | undefined;
  /** Rows that must stand before others: level by level. */
  levels?(rows: readonly BookRow[]): { levels: BookRow[][]; faults: RowFault[] };
  /** Tables that grow by it: what is asked of many new rows is planned by how many there are. */
  tables?: readonly string[];
  /** Columns of references that are written when all sheets are. */
  later?: readonly string[];
  /** Ids of rows that are there, by their key. */
  existing(c: RuleContext, rows: readonly ReadyRow[]): Promise<Map<string, string>>;
  /** Rows that are written together, as one that fails fails alone; one each unless said. */
  together?(row: ReadyRow): string;
  /** It writes any number of rows at once; whatever it then refuses is written in smaller numbers. */
  many?: true;
  write(w: SheetWriting, rows: readonly ReadyRow[]): Promise<void>;
  writeLater?(w: SheetWriting, row: ReadyRow): Promise<void>;
}

/** Rows that follow each other and are of one kind, in their order. */
export function runsOf<T>(rows: readonly T[], kind: (row: T) => unknown): T[][] {
  const runs: T[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kind(last[0]) === kind(row)) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** Ids of living rows of a table by one of its columns. */
export const byCode =
  (table: string, column: string): SheetWork["existing"] =>
  async ({ sql, tenantId }, rows) => {
    const found = await sql.query<{ id: string; code: string }>(
      `select id, ${column} as code from ${table} where tenant_id = $1 and ${column} = any($2) and del_flag = 0`,
      [tenantId, rows.map((r) => r.key)],
    );
    return new Map(found.map((r) => [r.code, r.id]));
  };

interface PlainSheet {
  sheet: BookSheet;
  document: DocumentType;
  existing: SheetWork["existing"];
  /** State in which a new row begins before the company is at work. */
  start?: RuleValues;
  later?: readonly string[];
  check?: SheetWork["check"];
  levels?: SheetWork["levels"];
  /** Columns that are no fields of the document itself. */
  apart?: readonly string[];
  /** Values of the document that its columns do not have by themselves, of each of the rows. */
  input?(w: Pick<SheetWriting, "c" | "save">, rows: readonly ReadyRow[]): Promise<RuleValues[]>;
  lines?: RowLine;
  many?: true;
}

/** A line of the document that its row brings along: a bank account, a price. */
interface RowLine {
  /** Name of the lines. */
  name: string;
  /** Field of the line by the column that fills it. */
  fields: Readonly<Record<string, string>>;
  /** The line that the row is about, of those that are there; none: it is a new one. */
  find(lines: readonly RuleValues[], values: RowValues): RuleValues | undefined;
  /** What a new line has besides. */
  fresh(values: RowValues): RuleValues;
}

const linesIn = (row: RuleValues | undefined, name: string): RuleValues[] => {
  const lines = row?.[name];
  return Array.isArray(lines) ? lines : [];
};

/** All lines with that of the row changed or added; nothing when the row says nothing of it. */
function withLine({ name, fields, find, fresh }: RowLine, values: RowValues, before?: RuleValues): RuleValues {
  const given = Object.entries(fields).filter(([column]) => values[column] !== undefined && values[column] !== null);
  if (!given.length) return {};
  const there = linesIn(before, name);
  const own = find(there, values);
  const line = { ...(own ?? fresh(values)), ...Object.fromEntries(given.map(([column, f]) => [f, values[column]])) };
  return { [name]: own ? there.map((l) => (l === own ? line : l)) : [...there, line] };
}

/** What stood in the line of a row that changed. */
function tellLine(w: SheetWriting, row: ReadyRow, { name, fields, find }: RowLine, before: RuleValues): void {
  const line = find(linesIn(before, name), row.values);
  for (const [column, field] of Object.entries(fields)) w.was(row, column, line?.[field]);
}

/** A sheet of which each row is a row of one document. */
export function plainSheet({
  sheet,
  document,
  apart = [],
  later = [],
  input,
  lines,
  start,
  ...more
}: PlainSheet): SheetWork {
  const besides = new Set([...apart, ...later, ...Object.keys(lines?.fields ?? {})]);
  const own = (values: RowValues): RuleValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !besides.has(name)));
  const made = (values: RowValues, before?: RuleValues) => (lines ? withLine(lines, values, before) : {});
  return {
    ...more,
    sheet,
    permission: permissionOf(document, "add"),
    later,
    columnOf(path) {
      const [name, , field] = path.split(".");
      if (!lines || name !== lines.name) return undefined;
      return Object.entries(lines.fields).find(([, f]) => f === field)?.[0] ?? Object.keys(lines.fields)[0];
    },
    judge(values, fresh) {
      if (fresh) judged(document, "add", { ...own(values), ...made(values) });
      else judged(document, "edit", own(values));
    },
    async write(w, rows) {
      const besides = new Map((await input?.(w, rows))?.map((values, i) => [rows[i], values]));
      const given = (row: ReadyRow) => ({ ...own(row.values), ...besides.get(row) });
      for (const run of runsOf(rows, ({ id }) => !id)) {
        if (!run[0]?.id) {
          const values = run.map((row) => ({ ...given(row), ...made(row.values) }));
          await w.save.addMany(document, values, w.c.founding ? start : undefined);
          for (const row of run) w.did(row, "added");
          continue;
        }
        const edits = run.map((row) => ({
          id: row.id ?? "",
          given: given(row),
          lines: (before: RuleValues) => made(row.values, before),
        }));
        for (const [i, { state, before }] of (await w.save.editMany(document, edits)).entries()) {
          const row = run[i];
          if (!row) continue;
          w.did(row, state);
          if (state !== "changed") continue;
          for (const name of Object.keys(given(row))) w.was(row, name, before[name]);
          if (lines) tellLine(w, row, lines, before);
        }
      }
    },
    async writeLater(w, row) {
      if (!row.id) return;
      const given = Object.fromEntries(later.map((name) => [name, row.values[name]]));
      const { state, before } = await w.save.edit(document, row.id, given);
      if (state !== "changed") return;
      w.did(row, state);
      for (const name of later) w.was(row, name, before[name]);
    },
  };
}
