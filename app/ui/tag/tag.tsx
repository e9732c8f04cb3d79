import type { ReactNode } from "react";

/** State colours; the word inside says the state, the colour only repeats it. */
export type TagTone = "grey" | "orange" | "blue" | "green" | "red";

/** Class of a state's word; grey is the tag's own colour. */
export const tagClass = (tone: TagTone = "grey"): string => (tone === "grey" ? "tag" : `tag ${tone}`);

/** A state as a coloured word. */
export const Tag = ({ tone, children }: { tone?: TagTone; children: ReactNode }) => (
  <span className={tagClass(tone)}>{children}</span>
);
