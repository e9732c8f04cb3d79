import { formatPercent } from "~/text/format";
import { DASH } from "~/text/plain";
import { escapeHtml } from "../html";

/** Which direction is good news: income up, advertising cost per sale down, or neither. */
export type Good = "up" | "down" | "none";

/** From here on decimals say nothing. */
const HUGE = 10;
/** What percentages differ by; null when one is not there. */
export const pointsOf = (now: number | null | undefined, then: number | null | undefined) =>
  typeof now === "number" && typeof then === "number" ? now - then : null;

const words = { up: "上升", down: "下降" };

/**
 * A change as an arrow, its size and a word for readers.
 * @param ratio 0.12 is 12 % more; null (nothing to compare with) is a dash
 * @param points of a percentage: 0.12 is what it differs by, 12 points
 */
export function deltaParts(ratio: number | null | undefined, good: Good = "up", points = false) {
  if (ratio === null || ratio === undefined) return { text: DASH, tone: undefined, word: "" };
  const percent = formatPercent(Math.abs(ratio).toFixed(6), Math.abs(ratio) < HUGE ? 2 : 0);
  if (percent === "0.00%") return { text: "持平", tone: undefined, word: "" };
  const size = points ? percent.replace("%", "个百分点") : percent;
  const way = ratio > 0 ? "up" : "down";
  const tone = good === "none" ? undefined : way === good ? "rise" : "fall";
  return { text: `${way === "up" ? "▲" : "▼"} ${size}`, tone, word: words[way] };
}

/** The same as HTML, for cells that are put together as text. */
export function deltaHtml(ratio: number | null | undefined, good?: Good): string {
  const { text, tone, word } = deltaParts(ratio, good);
  if (!word) return escapeHtml(text);
  const read = `<span class="sr">${word}</span>`;
  return `<span class="delta${tone ? ` ${tone}` : ""}">${read}${escapeHtml(text)}</span>`;
}
