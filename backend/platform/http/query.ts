import type { Request } from "express";
import { z } from "zod";
import { type Endpoint, schemaOf } from "./endpoint";
import { invalid } from "./refusal";

/** What clients of the pig lineage and caches put on any address: it asks for nothing. */
const ASKS_NOTHING = new Set(["access_token", "ticket", "randomStr", "_t", "_"]);
/** Pages of an answer that comes whole: all of it is the first. */
const PAGED = new Set(["current", "size"]);
/** How pages of that lineage are ordered, besides `ascs` and `descs`. */
const ORDERS = /^orders\[(\d{1,2})\]\.(column|asc)$/;

/** Names that a schema of a query reads; null when it takes any. */
export function namesRead(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return catchall && !(catchall instanceof z.ZodNever) ? null : Object.keys(schema.shape);
  }
  if (!(schema instanceof z.ZodPipe)) return null;
  // What is worked out first does not say what it reads: what follows does.
  const { in: first, out } = schema.def;
  return namesRead(first instanceof z.ZodTransform ? out : first);
}

const known = new WeakMap<Endpoint, ReadonlySet<string> | null>();

/** Names that a call reads of its address; null when it takes any. */
export function queryOf(e: Endpoint): ReadonlySet<string> | null {
  const kept = known.get(e);
  if (kept !== undefined) return kept;
  const names = e.query ? namesRead(schemaOf(e.query)) : [];
  const read = names && new Set([...names, ...(e.otherNames ?? [])]);
  known.set(e, read);
  return read;
}

/** Of names that nobody reads the first are said: an answer with tens of thousands would hold everybody up. */
const MOST_NAMED = 20;

/** @throws Refusal 400 that names what nobody reads: a filter that is not known must not answer everything */
export function requireKnown(names: ReadonlySet<string> | null, given: Iterable<string>): void {
  if (!names) return;
  const strange = new Set<string>();
  for (const name of given) if (!names.has(name) && strange.size < MOST_NAMED) strange.add(name);
  if (strange.size)
    throw invalid(
      `不认识的查询条件：${[...strange].join("、").slice(0, 200)}`,
      Object.fromEntries([...strange].map((name) => [name, "不认识的查询条件"])),
    );
}

/** `orders[0].column=create_time&orders[0].asc=false` as the lists here are asked. */
function ordersIn(params: URLSearchParams): { ascs?: string; descs?: string } {
  const told: Record<"column" | "asc", Map<string, string>> = { column: new Map(), asc: new Map() };
  for (const [name, value] of params) {
    const [, at = "", part] = ORDERS.exec(name) ?? [];
    if (part === "column" || part === "asc") told[part].set(at, value);
  }
  const names = (asc: boolean) =>
    [...told.column].flatMap(([at, name]) => ((told.asc.get(at) !== "false") === asc ? name : []));
  const [ascs, descs] = [names(true).join(), names(false).join()];
  return { ...(ascs && { ascs }), ...(descs && { descs }) };
}

/**
 * What a call is asked by its address. A name without a value asks for nothing.
 * @throws Refusal 400 that names what a reading call does not read
 */
export function readQuery(e: Endpoint, req: Request): unknown {
  const params = new URL(req.url, "http://x").searchParams;
  const names = queryOf(e);
  const orders = names?.has("ascs") ? ordersIn(params) : {};
  const ordered = Object.keys(orders).length > 0;
  if (e.method === "get" && !e.open) {
    const given = [...params].flatMap(([name, value]) => {
      const own = name.replace(/\[.*$/s, "");
      const idle = ASKS_NOTHING.has(own) || PAGED.has(own) || (ordered && ORDERS.test(name));
      return value === "" || idle ? [] : [own];
    });
    requireKnown(names, given);
  }
  return e.query ? { ...req.query, ...orders } : {};
}
