import type { Sql } from "#backend/platform/db";
import type { Field } from "#documents/kit";
import { snake } from "../names";
import type { Find } from "./find";
import { hash, short } from "./names";

/** What the indexes of a table follow from. */
export interface Indexed {
  name: string;
  fields: [string, Field][];
  /** Fields that have an index of their own; all that are filtered by, unless given. */
  indexed?: readonly string[];
  /** Fields that its rows are found by together. */
  foundBy?: readonly string[];
  /** Header table and column of a line table. */
  parent?: { table: string; column: string };
  /** Texts that the keyword of a list looks into. */
  words?: string[];
  /** State by which the tabs of a list count. */
  state?: string;
  /** Its rows are found by the beginning and the end of their number. */
  numbered?: boolean;
  /** Columns that stand on labels: a scan finds them whatever their case. */
  scanned?: string[];
  /** Time by whose month its rows lie apart. */
  partition?: string;
  /** What its rows keep to be found by. */
  find?: Find;
}

/** Of a mirror in parts every filter leads to the newest rows first, whatever page of them is asked for. */
const newestOf = ({ parent, partition }: Indexed) =>
  partition && !parent ? `, ${partition} desc, id desc) where del_flag = 0` : undefined;

/** Whether a table has so many rows that an index finds some of them sooner than a look at all; and one of a filter. */
export type Grown = (table: Indexed) => { plain: boolean; filtered: boolean };

/**
 * How much larger a table is when an index of a filter alone, or of parts of words, finds its rows sooner than a look at
 * all; of a mirror in parts a month, whose newest rows are walked along.
 */
const FILTERED = 8;

/** @param bytes that a table has at least; of a mirror in parts, one of many months is looked into at a time */
export async function grownFrom(sql: Sql, bytes: number): Promise<Grown> {
  const found = await sql.query<{ name: string; size: string }>(
    `select coalesce(p.relname, c.relname) as name, max(pg_relation_size(c.oid)) as size
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const sizes = new Map(found.map(({ name, size }) => [name, Number(size)]));
  return ({ name, partition }) => {
    const size = sizes.get(name) ?? 0;
    return { plain: !!partition || size >= bytes, filtered: size >= bytes * FILTERED };
  };
}

/** Makes the indexes of a table that are missing: those that keep rows apart always, the others of a grown one. */
export async function indexes(sql: Sql, table: Indexed, grown: Grown): Promise<void> {
  const all: string[] = [];
  const { plain, filtered } = grown(table);
  const make = (unique: string, name: string, on: string, wanted = plain) => {
    if (unique || wanted) all.push(`create ${unique} index if not exists ${short(name)} on ${table.name} ${on}`);
  };
  const newest = newestOf(table);
  for (const [name, f] of table.fields) {
    const column = snake(name);
    if (!f.unique && table.indexed && !table.indexed.includes(name)) continue;
    if (f.kind === "address") make("", `${table.name}_${column}_hash_ix`, `(tenant_id, ${column}_hash)`);
    if (f.unique)
      make(
        "unique",
        `${table.name}_${column}`,
        f.uniqueForever ? `(tenant_id, ${column})` : `(tenant_id, ${column}) where del_flag = 0`,
      );
    else if (f.kind === "refs" && f.filter === "in") {
      make("", `${table.name}_${column}_in_ix`, `using gin (${column})`);
      all.push(`drop index if exists ${short(`${table.name}_${column}_ix`)}`);
    } else if (f.kind === "ref" || f.kind === "line" || f.filter === "in" || f.filter === "range") {
      // What refers to others is asked for row by row too.
      const joined = !newest && (f.kind === "ref" || f.kind === "line");
      const on = `(${column}${newest ?? ")"}`;
      make("", `${table.name}_${column}_${newest ? "by_" : ""}ix`, on, joined ? plain : filtered);
    }
  }
  if (table.parent) make("", `${table.name}_head_ix`, `(${table.parent.column})`);
  else {
    make(
      "",
      `${table.name}_live_ix`,
      `(tenant_id, ${table.partition ?? "create_time"} desc, id desc) where del_flag = 0`,
    );
    all.push(`drop index if exists ${short(`${table.name}_newest_ix`)}`);
  }
  const pair = table.foundBy?.map(snake);
  if (pair) make("", `${table.name}_${pair.join("_")}_ix`, `(${pair.join(", ")})`);
  for (const column of table.scanned ?? []) make("", `${table.name}_${column}_code_ix`, `(upper(${column}))`);
  if (table.numbered) {
    make("", `${table.name}_begin_ix`, "(lower(no) text_pattern_ops)");
    make("", `${table.name}_end_ix`, "(reverse(lower(no)) text_pattern_ops)");
  }
  if (table.state) make("", `${table.name}_tabs_ix`, `(tenant_id, ${table.state}${newest ?? ") where del_flag = 0"}`);
  if (table.words)
    make(
      "",
      `${table.name}_words_${hash(table.words.join())}`,
      `using gin (${table.words.map((c) => `${c} gin_trgm_ops`).join(", ")})`,
      filtered,
    );
  if (table.find) {
    make("", `${table.name}_find_ix`, "using gin (find_text gin_trgm_ops)");
    make("", `${table.name}_begin_ix`, `(lower(${table.find.display}) text_pattern_ops)`);
  }
  if (all.length) await sql.query(all.join(";"));
}
