import { allFields, type DocumentType, formFields, formLines, permissionOf } from "../document/document";
import type { Field, Mode } from "../field/field";

/** An object with the same names, each value made of the one that stood there. */
export function eachOf<const T extends object, V>(
  from: T,
  make: (value: T[keyof T], name: keyof T & string) => V,
): { [N in keyof T]: V };
export function eachOf(from: object, make: (value: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, make(value, name)]));
}

const names = (fields: Iterable<Field>, target: string): boolean =>
  [...fields].some((f) => (f.kind === "ref" || f.kind === "refs") && f.to === target);

const fieldsOf = (lines: readonly { fields: Readonly<Record<string, Field>> }[]): Field[] =>
  lines.flatMap((l) => Object.values(l.fields));

/** Operations of a declaration whose form or filter names rows of the target. */
function namingOf(document: DocumentType, target: string): string[] {
  const { can, actions = {} } = document;
  const lines = fieldsOf(formLines(document).map(([, l]) => l));
  const inForm = (mode: Mode) => [...formFields(document, mode).map(([, f]) => f), ...lines];
  const filters = Object.values(allFields(document)).filter((f) => f.filter);
  return [
    ...(names(filters, target) ? ["view"] : []),
    ...(can?.add !== false && names(inForm("add"), target) ? ["add"] : []),
    ...(can?.edit !== false && names(inForm("edit"), target) ? ["edit"] : []),
    ...Object.entries(actions).flatMap(([name, { input = {}, lines: asked = {} }]) =>
      names([...Object.values(input), ...fieldsOf(Object.values(asked))], target) ? [name] : [],
    ),
  ];
}

/**
 * Permission codes of which one is enough to choose among the rows of a declaration: to view it, or to
 * do something elsewhere that names its rows.
 */
export const pickersOf = (target: DocumentType, all: Iterable<DocumentType>): string[] => [
  ...new Set([
    permissionOf(target, "view"),
    ...(target.lookup?.pickedBy ?? []),
    ...[target, ...all].flatMap((document) =>
      namingOf(document, target.name).map((operation) => permissionOf(document, operation)),
    ),
  ]),
];

/** Fields that are said of a row where it is chosen; `known`: and what a line learns of it. */
export const factsOf = (document: DocumentType, known: boolean): string[] => {
  const { picture, name, words = [], figures = [], known: more = [] } = document.lookup?.facts ?? {};
  const said = [picture, name, ...words, ...figures].flatMap((n) => n ?? []);
  return [...new Set([...said, ...(known ? more : [])])];
};

/** Header fields whose values say which facts are meant: what one warehouse has, what one store sold. */
export const AROUND = ["warehouseId", "storeId", "currency"] as const;
export type Around = { readonly [N in (typeof AROUND)[number]]?: string | undefined };

/** Fields that what is typed into a reference looks into, of a document with a table of its own. */
export const findsOf = (document: DocumentType): readonly string[] =>
  document.of ? [] : (document.lookup?.finds ?? (document.many ? [document.display] : []));

/** What its rows are called is their number. */
export const isCalledByNumber = (document: DocumentType): boolean => !!document.number && document.display === "no";
