/** A row that a reference may name, as it is shown: what it is called, a picture, words and figures. */
export interface Choice {
  label: string;
  /** Address of its picture; `pictured`: rows of this kind have pictures, though this one has none. */
  picture?: string;
  pictured?: boolean;
  name?: string;
  note?: string;
  end?: string;
}

/** It in one line, where nothing but text can stand. */
export const choiceText = ({ label, name, note, end }: Choice): string =>
  [label, name, note, end].filter(Boolean).join(" · ");

/** Name under which one of several rows is posted that a typed text may mean. */
export const severalName = (name: string) => `${name}~`;
