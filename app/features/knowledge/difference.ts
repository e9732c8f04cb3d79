import { diffLines } from "diff";

export interface DifferencePiece {
  text: string;
  /** In the newer text alone, or in the older one alone. */
  how: "added" | "removed" | "same";
}

/** Nobody waits longer for a comparison. */
const MOST_MS = 60;

/** What differs between two texts, by lines; null: they are too different to be told apart quickly. */
export function differenceOf(older: string, newer: string): DifferencePiece[] | null {
  const parts = diffLines(older, newer, { timeout: MOST_MS, ignoreNewlineAtEof: true });
  return (
    parts?.map(({ value, added, removed }) => ({ text: value, how: added ? "added" : removed ? "removed" : "same" })) ??
    null
  );
}

/** The words of a rich text, a line for each paragraph. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(?:br|hr|\/p|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\n{2,}/g, "\n")
    .trim();
