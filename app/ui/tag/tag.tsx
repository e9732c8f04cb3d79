import type { ReactNode } from "react";

/** State colours; the word inside says the state, the colour only repeats it. */
export type Tone = "grey" | "orange" | "blue" | "green" | "red";

/** Class of a state's word; grey is the tag's own colour. */
export const tagClass = (tone: Tone = "grey"): string => (tone === "grey" ? "tag" : `tag ${tone}`);

/** A state as a coloured word. */
export const Tag = ({ tone, children }: { tone?: Tone; children: ReactNode }) => (
  <span className={tagClass(tone)}>{children}</span>
);
