import { filtersOf } from "../derive/query";
import { type Action, allFields, type DocumentType } from "../document/document";
import { permissionsOf } from "../document/menu";
import type { Field } from "../field/field";
import { queuesOf } from "./queue";

type NamedFields = Readonly<Record<string, Field>>;

const NAMES = /[a-zA-Z]\w*/g;

/** Names that a field says of its neighbours, with the key that says them. */
function namedBy(f: Field): [key: string, name: string][] {
  const known: Partial<Record<"currency" | "works" | "startsAs" | "from", string>> = f;
  const warns = "warns" in f ? (f.warns ?? []) : [];
  const each = (key: string, names: readonly string[] = []) => names.map((name): [string, string] => [key, name]);
  const formula = (key: string, text = "") => each(key, text.match(NAMES) ?? []);
  return [
    ...each("currency", known.currency?.match(/^[a-z].*/) ?? []),
    ...each("when", f.when?.slice(0, 1)),
    ...each("names", f.names),
    ...formula("works", known.works),
    ...formula("startsAs", known.startsAs),
    ...formula("from", known.from?.split(".")[0]),
    ...warns.flatMap(({ unless }) => formula("warns", unless).filter(([, name]) => name !== "of")),
  ];
}

/** Values that a field may have, where they are few and known. */
const valuesOf = (f: Field | undefined): readonly string[] | undefined =>
  f?.kind === "enum" || f?.kind === "enums"
    ? Object.keys(f.options)
    : f?.kind === "bool"
      ? ["true", "false", "yes", "no", "0", "1"]
      : undefined;

/** What fields name, and the values that they wait for. */
function strangeFields(place: string, fields: NamedFields, around: NamedFields): string | undefined {
  for (const [own, f] of Object.entries(fields)) {
    for (const [key, name] of namedBy(f)) if (!fields[name] && !around[name]) return `${place}${own}.${key}: ${name}`;
    const [of = "", ...values] = f.when ?? [];
    const may = valuesOf(fields[of] ?? around[of]);
    const strange = may && values.find((value) => !may.includes(value));
    if (strange) return `${place}${own}.when: ${strange}`;
  }
}

const strangeLines = (place: string, lines: DocumentType["lines"], around: NamedFields) =>
  Object.entries(lines ?? {})
    .map(([name, l]) => strangeFields(`${place}lines.${name}.`, l.fields, around))
    .find(Boolean);

/** What takes another action back asks for nothing. */
const takesBack = (action: Action | undefined) =>
  action && !action.lines && !Object.values(action.input ?? {}).some((f) => f.required);

const strangeActions = (actions: Readonly<Record<string, Action>>, around: NamedFields) =>
  Object.entries(actions)
    .map(
      ([name, { input = {}, lines, repeats = [], undo }]) =>
        repeats.find((field) => !around[field]) ??
        (undo && !takesBack(actions[undo]) ? `actions.${name}.undo: ${undo}` : undefined) ??
        strangeFields(`actions.${name}.input.`, input, around) ??
        strangeLines(`actions.${name}.`, lines, { ...around, ...input }),
    )
    .find(Boolean);

/** Values of queues and alerts that no row can have, and actions that a queue cannot start. */
function strangeQueues(document: DocumentType): string | undefined {
  const { actions = {}, glance = {} } = document;
  const alerts = (glance.alerts ?? []).map((alert) => ({ ...alert, opens: undefined }));
  for (const { label, where, opens } of [...queuesOf(document), ...alerts]) {
    for (const [name, text] of Object.entries(where)) {
      const may = valuesOf(filtersOf(document).find((f) => f.name === name)?.field);
      const strange = may && text.split(",").find((value) => !value.startsWith("$") && !may.includes(value));
      if (strange) return `${label}.where.${name}: ${strange}`;
    }
    if (opens && !actions[opens]) return `${label}.opens: ${opens}`;
  }
}

/**
 * What a declaration names of itself and has not, as `key: word`: names that its fields say of each other,
 * values that they and its queues wait for, actions that queues start.
 */
export function misspeltIn(document: DocumentType): string | undefined {
  const head = allFields(document);
  const { lines = {}, actions = {}, start: { follow } = {} } = document;
  return (
    (follow && !actions[follow] ? `start.follow: ${follow}` : undefined) ??
    strangeFields("fields.", head, {}) ??
    strangeLines("", lines, head) ??
    strangeActions(actions, Object.assign({}, ...Object.values(lines).map((l) => l.fields), head)) ??
    strangeQueues(document)
  );
}

/** Codes that a declaration asks for, with the key that does. */
function codesOf(document: DocumentType): [key: string, code: string][] {
  const { lines = {}, actions = {}, glance = {} } = document;
  const sets: [string, NamedFields][] = [
    ["fields", document.fields],
    ...Object.entries(lines).map(([name, l]): [string, NamedFields] => [`lines.${name}`, l.fields]),
    ...Object.entries(actions).map(([name, a]): [string, NamedFields] => [`actions.${name}.input`, a.input ?? {}]),
  ];
  const whole = (key: string, code?: string): [string, string][] => (code?.includes("_") ? [[key, code]] : []);
  const masks = sets.flatMap(([place, fields]) =>
    Object.entries(fields).flatMap(([name, f]) => [f.mask, f.tail].flatMap((c) => whole(`${place}.${name}.mask`, c))),
  );
  return [
    ...masks,
    ...Object.entries(actions).flatMap(([name, a]) => whole(`actions.${name}.permission`, a.permission)),
    ...(glance.queues ?? []).flatMap((q) => whole(`${q.label}.permission`, q.permission)),
    ...Object.entries(document.exports?.downloads ?? {}).flatMap(([name, d]) =>
      whole(`exports.downloads.${name}.permission`, d.permission),
    ),
  ];
}

/** A code that a declaration asks for and nobody can grant, as `document: key: code`. */
export function ungrantedIn(documents: readonly DocumentType[]): string | undefined {
  const granted = new Set(documents.flatMap((d) => permissionsOf(d).map((p) => p.code)));
  for (const document of documents)
    for (const [key, code] of codesOf(document)) if (!granted.has(code)) return `${document.name}: ${key}: ${code}`;
}
