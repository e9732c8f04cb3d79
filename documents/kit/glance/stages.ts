import type { Option } from "../field/field";

/** State of a document: the field that holds it and its words. */
export interface Status {
  field: string;
  initial: string;
  values: Readonly<Record<string, Option>>;
  /** States in which the document may be edited or deleted. */
  editable: readonly string[];
  /** Why it may not be edited once it is submitted, in place of the word of its state. */
  locked?: string;
  /** States in which it may be deleted, when they are not those of editing. */
  deletable?: readonly string[];
  /** States of its way in order, where those that neither refuse nor end it are not the whole way. */
  path?: readonly string[];
  /** Rows with these values of a field have a way of their own. */
  paths?: { by: string; of: Readonly<Record<string, readonly string[]>> };
}

/** The states of a row, with the way that rows like it have. */
export const ofRow = (status: Status, row: Readonly<Record<string, unknown>>): Status => ({
  ...status,
  path: status.paths?.of[String(row[status.paths.by])] ?? status.path,
});

/** A state as a station of a document's way. */
export interface Stage {
  state: string;
  label: string;
  place: "done" | "current" | "open";
}

const LEFT: readonly unknown[] = ["red", "grey"];

/** States of the way that nobody leaves early, in order: those that are neither refused nor ended. */
const wayOf = ({ initial, path, values }: Status): readonly string[] =>
  path ??
  Object.entries(values)
    .filter(([state, { tone }]) => state === initial || !LEFT.includes(tone))
    .map(([state]) => state);

/** The state after which this one comes: from where an action leads to it, else the one before it. */
function before(status: Status, way: readonly string[], state: string, from: readonly string[]) {
  const led = way.find((s) => from.includes(s));
  if (led) return led;
  const order = Object.keys(status.values);
  return order
    .slice(0, order.indexOf(state))
    .reverse()
    .find((s) => way.includes(s));
}

/**
 * The stations of a document in this state: what was passed, where it is, what is to come. A state
 * beside the way, such as 已作废, stands where the way was left; nothing comes after it unless the
 * document goes on from there.
 * @param from states from which an action leads to this one
 */
export function stagesOf(status: Status, state: string, from: readonly string[] = []): Stage[] {
  const way = wayOf(status);
  const known = status.values[state];
  if (!known) return [];
  const at = (name: string, place: Stage["place"]): Stage => ({
    state: name,
    label: status.values[name]?.label ?? name,
    place,
  });
  const on = way.indexOf(state);
  const last = on < 0 ? way.indexOf(before(status, way, state, from) ?? "") : on - 1;
  const goesOn = on >= 0 || !LEFT.includes(known.tone) || status.editable.includes(state);
  return [
    ...way.slice(0, last + 1).map((name) => at(name, "done")),
    at(state, "current"),
    ...(goesOn ? way.slice(on < 0 ? last + 1 : on + 1) : []).map((name) => at(name, "open")),
  ];
}
