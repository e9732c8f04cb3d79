import type { ReactNode } from "react";

/** State colours; the word inside says the state, the colour only repeats it. */
export type Tone = "grey" | "orange" | "blue" | "green" | "red";

/** A state as a coloured word. */
export const Tag = ({ tone = "grey", children }: { tone?: Tone; children: ReactNode }) => (
  <span className={tone === "grey" ? "tag" : `tag ${tone}`}>{children}</span>
);
