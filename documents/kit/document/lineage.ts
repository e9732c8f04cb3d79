import { once } from "../once";
import type { DocumentType } from "./document";

type Values = Record<string, unknown>;

/** The lineage's name of a document's own id: userId, menuId. */
export const ownId = (document: DocumentType): string => document.calls?.lineage?.id ?? `${document.name}Id`;

const namesOf = once((document: DocumentType): readonly [own: string, other: string][] => [
  ["id", ownId(document)],
  ...Object.entries(document.calls?.lineage?.fields ?? {}),
]);

/** Our name of a field that may come by its other one. */
export const ownNameOf = (document: DocumentType, name: string): string =>
  namesOf(document).find(([, other]) => other === name)?.[0] ?? name;

const idsOf = (rows: unknown, part: string): unknown[] | undefined =>
  Array.isArray(rows) ? rows.map((r) => (typeof r === "object" ? r?.[part] : r)) : undefined;

/** A row with the lineage's names beside ours. */
export function withOtherNames<R extends Values>(document: DocumentType, row: R): R & Values {
  const { calls: { lineage } = {} } = document;
  if (!lineage) return row;
  const more: Values = {};
  for (const [own, other] of namesOf(document)) if (own in row) more[other] = row[own];
  for (const [own, { name, id, label }] of Object.entries(lineage.lists ?? {})) {
    const labels = row[own.replace(/Ids$/, "Names")];
    if (!Array.isArray(row[own])) continue;
    const labelAt = (i: number) => (Array.isArray(labels) ? labels[i] : null);
    more[name] = row[own].map((value, i) => ({ [id]: value, [label]: labelAt(i) }));
  }
  return { ...row, ...more };
}

/** Values by our names, whichever they came by; ours counts where both are there. */
export function byOwnNames(document: DocumentType, given: Values): Values {
  const { calls: { lineage } = {} } = document;
  if (!lineage) return given;
  const own: Values = { ...given };
  const take = (name: string, value: unknown) => {
    if (own[name] === undefined && value !== undefined) own[name] = value;
  };
  for (const [name, { name: list, id, label }] of Object.entries(lineage.lists ?? {})) {
    take(name, idsOf(given[list], id));
    take(name.replace(/Ids$/, "Names"), idsOf(given[list], label));
  }
  for (const [name, other] of namesOf(document)) take(name, given[other]);
  return own;
}

/** Values by the lineage's names alone, where it has one. */
export function byOtherNames(document: DocumentType, values: Values): Values {
  const names = new Map(namesOf(document));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Every name that the lineage has for parts of a document. */
export const lineageNames = (document: DocumentType): string[] => [
  ...namesOf(document).map(([, other]) => other),
  ...Object.values(document.calls?.lineage?.lists ?? {}).map(({ name }) => name),
];

/** Fields of a document that have another name: ours and theirs. */
export const otherNames = (document: DocumentType): [own: string, other: string][] =>
  Object.entries(document.calls?.lineage?.fields ?? {});

/** Fields whose change in a save is an action. */
export const flagsOf = (document: DocumentType): string[] => [
  ...new Set(Object.values(document.calls?.lineage?.saves ?? {}).flatMap((s) => Object.keys(s))),
];

/** The action that a save with these values stands for, where the row is not so already. */
export const savedAction = (document: DocumentType, values: Values, before: Values): string | undefined =>
  Object.entries(document.calls?.lineage?.saves ?? {}).find(([, wanted]) => {
    const flags = Object.entries(wanted);
    return flags.length && flags.every(([name, v]) => values[name] === v && before[name] !== v);
  })?.[0];
