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

const targetsOf = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.flatMap((f) => (f.kind === "ref" || f.kind === "refs" ? [f.to] : [])));

const fieldsOf = (lines: readonly { fields: Readonly<Record<string, Field>> }[]): Field[] =>
  lines.flatMap((l) => Object.values(l.fields));

type NamedRows = readonly (readonly [operation: string, targets: ReadonlySet<string>])[];

/** Every declaration is asked for every other one: what it names is read once. */
const named = new WeakMap<DocumentType, NamedRows>();

/** Operations of a declaration, and whose rows their forms or filters name. */
function namedBy(document: DocumentType): NamedRows {
  const known = named.get(document);
  if (known) return known;
  const { can, actions = {} } = document;
  const lines = fieldsOf(formLines(document).map(([, l]) => l));
  const inForm = (mode: Mode) => targetsOf([...formFields(document, mode).map(([, f]) => f), ...lines]);
  const made: NamedRows = [
    ["view", targetsOf(Object.values(allFields(document)).filter((f) => f.filter))],
    ["add", can?.add === false ? new Set() : inForm("add")],
    ["edit", can?.edit === false ? new Set() : inForm("edit")],
    ...Object.entries(actions).map(([name, { input = {}, lines: asked = {} }]) => {
      return [name, targetsOf([...Object.values(input), ...fieldsOf(Object.values(asked))])] as const;
    }),
  ];
  named.set(document, made);
  return made;
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
      namedBy(document).flatMap(([operation, to]) => (to.has(target.name) ? [permissionOf(document, operation)] : [])),
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
