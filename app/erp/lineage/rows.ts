import { createHash } from "node:crypto";
import { byOwnNames, type DocumentType, filtersOf, ownId } from "#documents/kit";

export type Values = Record<string, unknown>;

/** Console pages name rows by numbers: an id that is none (a token, a client's name) gets one. */
export const numberOf = (id: string): string =>
  /^-?\d{1,19}$/.test(id)
    ? id
    : String(Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 13), 16));

/** The id of a row as its backend knows it. */
export const foreignId = (document: DocumentType, row: Values): string =>
  String(row[ownId(document)] ?? row.id ?? "");

/** A row of a backend of the lineage as the console reads it. */
export function ownRow(document: DocumentType, row: Values): Values {
  const own: Values = { ...byOwnNames(document, row), id: numberOf(foreignId(document, row)) };
  for (const [name, other] of Object.entries(document.lineage?.instead ?? {}))
    own[name] ??= own[other];
  for (const [name, f] of Object.entries(document.fields))
    if (own[name] === undefined && f.default !== undefined && !f.virtual) own[name] = f.default;
  return own;
}

/** Nodes of a tree, flat, each before what lies below it. */
export const flat = (nodes: readonly Values[]): Values[] =>
  nodes.flatMap(({ children, ...node }) => [
    node,
    ...flat(Array.isArray(children) ? children : []),
  ]);

/** Trees of the lineage are not filtered by the backend. */
export const filtered = (document: DocumentType, rows: Values[], query: Values): Values[] =>
  rows.filter((row) =>
    filtersOf(document).every(({ name, kind, field }) => {
      const wanted = query[name];
      if (typeof wanted !== "string" || !wanted || field.virtual) return true;
      const value = String(row[name] ?? "");
      return kind === "in" ? wanted.split(",").includes(value) : value.includes(wanted);
    }),
  );
