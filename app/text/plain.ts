/** Shown where there is no value: one sign everywhere. */
export const DASH = "—";

/** A value as text; nothing is empty. */
export const plainText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** A value as text; where there is nothing, a dash says so. */
export const textOrDash = (value: unknown): string => plainText(value) || DASH;
