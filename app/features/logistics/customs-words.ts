import type { Options } from "~/screens/options.server";
import type { Row } from "~/screens/row/row";
import { plainText } from "~/text/plain";

/** A line as the sheets of a customs declaration print it. */
export interface CustomsLine {
  id: string;
  hsCode: string;
  declareNameCn: string;
  declareNameEn?: string | null;
  declareElements: string;
  qty: number;
  unit: string;
  legalQty1: string;
  legalUnit1: string;
  unitPrice: string;
  amount: string;
  grossWeightKg: string;
  netWeightKg: string;
  originCountry: string;
  domesticSource?: string | null;
}

export const customsLines = (row: Row) => (row.items as CustomsLine[] | undefined) ?? [];

/** The word of a choice. */
export const wordOf = (options: Options[string] | undefined, value: unknown): string =>
  options?.find((o) => o.value === value)?.label ?? plainText(value);
