import { createHash } from "node:crypto";
import { z } from "zod";
import { byOtherNames, byOwnNames, type DocumentType, filtersOf, ownId } from "#documents/kit";
import type { Erp, Query } from "../client.server";
import { ErpError } from "../errors";
import { list, page } from "../shapes";

export type ReadValues = Record<string, unknown>;

/** Console pages name rows by numbers: an id that is none (a token, a client's name) gets one. */
export const numberOf = (id: string): string =>
  /^-?\d{1,19}$/.test(id)
    ? id
    : String(Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 13), 16));

/** The id of a row as its backend knows it. */
export const foreignId = (document: DocumentType, row: ReadValues): string =>
  String(row[ownId(document)] ?? row.id ?? "");

/** A row of a backend of the lineage as the console reads it. */
export function ownRow(document: DocumentType, row: ReadValues): ReadValues {
  const own: ReadValues = { ...byOwnNames(document, row), id: numberOf(foreignId(document, row)) };
  for (const [name, other] of Object.entries(document.calls?.lineage?.instead ?? {})) own[name] ??= own[other];
  for (const [name, f] of Object.entries(document.fields))
    if (own[name] === undefined && f.default !== undefined && !f.virtual) own[name] = f.default;
  return own;
}

/** Nodes of a tree, flat, each before what lies below it. */
export const flat = (nodes: readonly ReadValues[]): ReadValues[] =>
  nodes.flatMap(({ children, ...node }) => [node, ...flat(Array.isArray(children) ? children : [])]);

/** Trees of the lineage are not filtered by the backend. */
export const filtered = (document: DocumentType, rows: ReadValues[], query: ReadValues): ReadValues[] =>
  rows.filter((row) =>
    filtersOf(document).every(({ name, kind, field }) => {
      const wanted = query[name];
      if (typeof wanted !== "string" || !wanted || field.virtual) return true;
      const value = String(row[name] ?? "");
      return kind === "in" ? wanted.split(",").includes(value) : value.includes(wanted);
    }),
  );

const row = z.looseObject({});
const rows = list(row);
const pageOf = page(row);
/** Rows that are looked through for one of them. */
const LOOKED = 500;

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** Orders name columns there. */
const orders = (document: DocumentType, names: unknown) =>
  typeof names === "string" && names
    ? names
        .split(",")
        .map((name) => snake(Object.keys(byOtherNames(document, { [name]: 0 }))[0] ?? name))
        .join(",")
    : undefined;

/** One page of a list. */
export async function readPage(erp: Erp, document: DocumentType, query: Query = {}) {
  const { ascs, descs, totals: _totals, states: _states, ...rest }: ReadValues = query;
  const asked = {
    ...byOtherNames(document, rest),
    ascs: orders(document, ascs),
    descs: orders(document, descs),
  } as Query;
  const found = await erp.get(`${document.api}/page`, { query: asked, schema: pageOf });
  return { ...found, records: found.records.map((r) => ownRow(document, r)) };
}

/** All nodes of a tree, flat. */
export async function readNodes(erp: Erp, document: DocumentType, query: ReadValues = {}) {
  const nodes = await erp.get(`${document.api}/tree`, { query: { lazy: "false" }, schema: rows });
  return filtered(
    document,
    flat(nodes).map((r) => ownRow(document, r)),
    query,
  );
}

/** The first rows of a list. */
async function someRows(erp: Erp, document: DocumentType, query: Query = {}): Promise<ReadValues[]> {
  if (document.tree) return readNodes(erp, document);
  const { list: path } = document.calls?.lineage ?? {};
  if (!path) return (await readPage(erp, document, { ...query, current: 1, size: LOOKED })).records;
  return (await erp.get(path, { schema: rows })).map((r) => ownRow(document, r));
}

/** Rows for a picker: their ids and names. */
export async function readOptions(erp: Erp, document: DocumentType, query: ReadValues = {}) {
  const ids = query.ids ? String(query.ids).split(",") : null;
  const labels = query.labels ? [query.labels].flat().map((l) => String(l).toLowerCase()) : null;
  const options = (await someRows(erp, document)).map((r) => ({
    id: String(r.id),
    label: String(r[document.display] ?? r.id),
    ...(r.parentId !== undefined && { parentId: String(r.parentId) }),
  }));
  return options.filter(
    ({ id, label }) =>
      (!ids || ids.includes(id)) &&
      (!labels || labels.includes(label.toLowerCase())) &&
      label.includes(String(query.keyword ?? "")),
  );
}

/** A row as its backend has it. @throws ErpError 404 */
export async function readForeign(erp: Erp, document: DocumentType, id: string): Promise<ReadValues> {
  if (!document.calls?.lineage?.unread) return erp.get(`${document.api}/${id}`, { schema: row });
  const query = { current: 1, size: LOOKED };
  const { records } = await erp.get(`${document.api}/page`, { query, schema: pageOf });
  const found = records.find((r) => numberOf(foreignId(document, r)) === id);
  if (!found) throw new ErpError("单据不存在", 404);
  return found;
}

/** Line rows of a document that have calls of their own there. */
export async function readItems(erp: Erp, document: DocumentType, id: string): Promise<ReadValues[]> {
  const { items } = document.calls?.lineage ?? {};
  if (!items) return [];
  const found: ReadValues[] = [];
  for (let current = 1; ; current++) {
    const query = { [items.head]: id, current, size: 100 };
    const { records, total } = await erp.get(`${items.path}/page`, { query, schema: pageOf });
    found.push(...records);
    if (!records.length || found.length >= total) break;
  }
  return found.map((item) => {
    const names = Object.entries(items.fields).map(([own, other]) => [own, item[own] ?? item[other]]);
    return { ...item, id: String(item.id), version: 0, ...Object.fromEntries(names) };
  });
}

/** One row as the console reads it: with its lines and what else belongs to it. */
export async function readOne(erp: Erp, document: DocumentType, id: string): Promise<ReadValues> {
  const { items, more = {} } = document.calls?.lineage ?? {};
  const own = ownRow(document, await readForeign(erp, document, id));
  if (items) own[items.lines] = await readItems(erp, document, id);
  const ids = list(z.union([z.string(), z.number()]).transform(String));
  for (const [name, path] of Object.entries(more)) own[name] = await erp.get(path.replace("{id}", id), { schema: ids });
  return own;
}
