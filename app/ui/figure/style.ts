import { cx } from "../cx";
import type { Styled } from "./plan";

/** Classes that give a series its colour, its dashes and its paleness. */
export const styleOf = (s: Styled) =>
  cx(
    s.type === "line" ? "curve" : "fill",
    `c${s.colour}`,
    s.pale && "pale",
    s.type === "line" && !s.pale && s.line % 3 > 0 && `dash${s.line % 3}`,
  );

/** Variables of the colours that series take in turn, and of what a canvas is drawn with. */
export const SERIES_COLOURS: readonly string[] = [1, 2, 3, 4, 5, 6].map((n) => `--c${n}`);
export const LOOK = {
  negative: "--neg",
  ink: "--ink",
  soft: "--ink-hint",
  grid: "--line",
  ground: "--card",
  font: "--font",
} as const;
