import { type Field, isMonth, type Lines, monthSaid, type Tally } from "#documents/kit";
import { formatDateTime, plainText } from "~/text";

type ToldRow = Record<string, unknown>;

const EMPTY = "空";

const isNothing = (v: unknown) => v === null || v === undefined || v === "";

/** A value of the log in words; ids of rows are not known by name any more. */
export function valueText(f: Field | undefined, value: unknown): string {
  if (isNothing(value)) return EMPTY;
  if (Array.isArray(value)) {
    if (!value.length) return EMPTY;
    if (value.some((v) => typeof v === "object")) return `${value.length}项`;
    return value.map((v) => valueText(f, v)).join("、");
  }
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "object") return JSON.stringify(value);
  if (f && "options" in f) return f.options[String(value)]?.label ?? String(value);
  if (f && isMonth(f)) return monthSaid(value);
  return f?.kind === "datetime" ? formatDateTime(String(value)) : String(value);
}

const rowsOf = (value: unknown): ToldRow[] => (Array.isArray(value) ? value : []);

const same = (a: unknown, b: unknown) =>
  (isNothing(a) && isNothing(b)) ||
  plainText(a) === plainText(b) ||
  (plainText(a).trim() !== "" && Number(a) === Number(b));

const shownIn = ({ fields }: Lines) =>
  Object.entries(fields).filter(([, f]) => !f.hidden && !f.computed && f.kind !== "json");

/** What changed in a row: 数量 10 → 20. */
function changesOf(lines: Lines, was: ToldRow, now: ToldRow): string[] {
  return shownIn(lines)
    .filter(([name]) => name in now && !same(was[name], now[name]))
    .map(([name, f]) =>
      f.kind === "ref" || f.kind === "refs" || f.kind === "line"
        ? `${f.label}已更换`
        : `${f.label} ${valueText(f, was[name])} → ${valueText(f, now[name])}`,
    );
}

/** What was counted of a row: A-1 实收 5，破损 1. */
function countsOf(lines: Lines, { of, scans }: Tally, row: ToldRow, i: number): string {
  const called = plainText(row[`$${scans}`]) || `第${i + 1}行`;
  const counts = of.flatMap((n) => (Number(row[n]) ? [`${lines.fields[n]?.label} ${row[n]}`] : []));
  return `${called} ${counts.join("，")}`;
}

/** What happened to the rows of a line table, row by row; nothing where they stayed as they were. */
export function lineChanges(lines: Lines, before: unknown, after: unknown): string[] {
  const was = rowsOf(before);
  const now = rowsOf(after);
  const { tally } = lines;
  if (tally) return now.map((row, i) => countsOf(lines, tally, row, i));
  const kept = new Set(now.map((row) => plainText(row.id)).filter(Boolean));
  return [
    ...was.flatMap((row, i) => (kept.has(plainText(row.id)) ? [] : [`删除第${i + 1}行`])),
    ...now.flatMap((row, i) => {
      const old = row.id ? was.find((r) => plainText(r.id) === plainText(row.id)) : undefined;
      if (!old) return [`新增第${i + 1}行`];
      const changes = changesOf(lines, old, row);
      return changes.length ? [`第${i + 1}行：${changes.join("，")}`] : [];
    }),
  ];
}

/** Units stand in the header of a column: its cells stay figures. */
export const headed = (f: Field): string => (f.unit ? `${f.label}(${f.unit})` : f.label);
