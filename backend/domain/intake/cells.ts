import { type OpenReport, type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { amountIn, DecimalProof, type DecimalSign, timeIn } from "#backend/engine/reports/words";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { keysOf } from "#documents/kit";
import { type AccountStore, habitsOf } from "./places";

/** The refusal that names a cell which cannot be read. */
export const wrong = (row: ReportLine, column: string, said: string | undefined) =>
  conflict(`第${row.no}行${column}不正确：${said || "空"}`);

/** Text of a column that a file may lack. */
export const cell = ({ cells }: ReportLine, name: string): string => cells[name] ?? "";

/** Pieces that a row says; null: it says none. @throws Refusal 409 naming the cell */
export function pieces(row: ReportLine, name: string): number | null {
  const said = cell(row, name);
  if (!said) return null;
  if (!/^-?\d{1,6}$/.test(said)) throw wrong(row, name, said);
  return Number(said);
}

/** A time of a row, ISO 8601. @throws Refusal 409 naming the cell */
export function instant(row: ReportLine, column: string, monthFirst: boolean): string {
  const time = timeIn(cell(row, column), monthFirst);
  if (!time) throw wrong(row, column, cell(row, column));
  return time;
}

/** On which day of a store an instant is, yyyy-MM-dd: one formatter for all rows, since dayjs makes one for each. */
export function daysOf(stores: readonly AccountStore[]) {
  const formats = new Map(
    stores.map(({ timezone }) => [
      timezone,
      new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }),
    ]),
  );
  return (time: string, { timezone }: AccountStore): string => {
    const format = formats.get(timezone);
    if (!format) throw new Error(`no store of the account is in ${timezone}`);
    return format.format(new Date(time));
  };
}

/** Option of a list that a text names; what nobody knows is its last: other. */
export function wordOf<T extends object>(words: T, text: string): (keyof T & string) | null {
  const known = keysOf(words);
  return known.find((word) => word === text) ?? known.at(-1) ?? null;
}

/** Decimals that its currency has at most; more are a wrong decimal sign. */
export const decimalsOf = (currency: string) => (currency === "JPY" ? 0 : 2);

/** An amount of a row in its currency. @throws Refusal 409 naming the cell */
export function amountOf(
  row: ReportLine,
  column: string,
  { sign, currency }: { sign: DecimalSign; currency: string },
): string {
  const value = amountIn(cell(row, column), sign);
  const decimals = value?.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  if (value === undefined || decimals > decimalsOf(currency)) throw wrong(row, column, cell(row, column));
  return dec(value).toFixed(decimalsOf(currency));
}

/** Decimal sign of these columns of a file, proved over all its rows. @throws Refusal 409 where two contradict */
export async function signOf(
  { open, charset, columns }: { open: OpenReport; charset: string; columns: readonly string[] },
  names: readonly string[],
  siteCode: string,
): Promise<DecimalSign> {
  const proof = new DecimalProof();
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) for (const name of names) proof.see(row.no, cell(row, name));
  return proof.sign(habitsOf(siteCode).sign);
}
