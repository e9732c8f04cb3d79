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
