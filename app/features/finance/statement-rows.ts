import { payableTypes } from "#documents/finance/payable-words";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";

export type Row = Record<string, unknown>;

/** A type of entry as people call it. */
export const typeWord = (value: unknown): string =>
  payableTypes[plainText(value) as keyof typeof payableTypes]?.label ?? plainText(value);

/** An amount in the currency of the statement; nothing where prices are not for the reader. */
export const amountOf = (row: Row, value: unknown): string =>
  value === undefined ? "—" : formatMoney(plainText(value), plainText(row.currency));

export const itemsOf = (row: Row): Row[] => (row.items as Row[] | undefined) ?? [];
