export type Side = "mine" | "theirs";

/** Something that somebody else saved otherwise than the form holds it: a value, or a whole row. */
export interface Conflict {
  /** `reason`, `items.17.qty`, or the row `items.17`. */
  path: string;
  label: string;
  mine: string;
  theirs: string;
  /** The side that is kept unless the person says otherwise. */
  keeps: Side;
  /** Mark of what the form shows there: what is typed after it counts, whatever is chosen. */
  shows?: string;
}

/** What a person chose for a conflict. */
export interface ConflictChoice {
  path: readonly string[];
  side: Side;
  shows: string;
}

const CHOICE = "_choice.";
export const choiceName = (path: string) => CHOICE + path;
export const choiceValue = (side: Side, shows = "") => `${side}.${shows}`;

/** The choices of a posted form. */
export const choicesIn = (form: FormData): ConflictChoice[] =>
  [...form.entries()].flatMap(([name, value]) => {
    const [, side, shows = ""] = /^(mine|theirs)\.(.*)$/.exec(String(value)) ?? [];
    if (!name.startsWith(CHOICE) || !side) return [];
    return [{ path: name.slice(CHOICE.length).split("."), side: side === "mine" ? side : "theirs", shows }];
  });
