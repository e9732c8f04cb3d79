import type { Field, FieldOf } from "./field";

const SCALES = { money: 2, decimal: 4, percent: 2 };

interface Digits {
  whole: number;
  scale: number;
}

/** Digits of a decimal's column, before and after the point; undefined for what is no decimal. */
export function columnDigits(f: FieldOf<"decimal" | "money" | "percent">): Digits;
export function columnDigits(f: Field): Digits | undefined;
export function columnDigits(f: Field): Digits | undefined {
  if (f.kind !== "money" && f.kind !== "decimal" && f.kind !== "percent") return undefined;
  const scale = f.scale ?? SCALES[f.kind];
  return { whole: (f.kind === "percent" ? 9 : 18) - scale, scale };
}

const GROUPED = /^([+-]?\d{1,3})((?:[,，]\d{3})+)(\.\d+)?$/;

/**
 * A number as people write it, without the commas between its groups of thousands: "1,234.50" is
 * 1234.50. Any other comma stays, for the reader to refuse: "1,5" is no number, and not 15.
 */
export function plainNumber(text: string): string {
  const trimmed = text.trim();
  const [, first, groups = "", rest = ""] = GROUPED.exec(trimmed) ?? [];
  return first === undefined ? trimmed : first + groups.replace(/[,，]/g, "") + rest;
}
