import { type PayableType, payableTypes } from "#documents/finance/payable-words";
import type { PartRow } from "~/screens/parts";
import { formatMoney, plainText } from "~/text";

/** A type of entry as people call it. */
export const typeWord = (type: PayableType | null | undefined): string => (type ? payableTypes[type].label : "");

/** An amount in the currency of the statement; nothing where prices are not for the reader. */
export const amountOf = (row: PartRow<"supplier_statement">, value: string | null | undefined): string =>
  value === undefined ? "—" : formatMoney(value, plainText(row.currency));
