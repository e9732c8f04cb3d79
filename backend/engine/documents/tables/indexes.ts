import type { Sql } from "#backend/platform/db";
import type { Field } from "#documents/kit";
import { snake } from "../names";
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
}

/** Of a mirror in parts every filter leads to the newest rows first, whatever page of them is asked for. */
const newestOf = ({ parent, partition }: Indexed) =>
  partition && !parent ? `, ${partition} desc, id desc) where del_flag = 0` : undefined;

/** Makes the indexes of a table that are missing. */
export async function indexes(sql: Sql, table: Indexed): Promise<void> {
  const all: string[] = [];
  const make = (unique: string, name: string, on: string) =>
    all.push(`create ${unique} index if not exists ${short(name)} on ${table.name} ${on}`);
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
    else if (f.kind === "ref" || f.kind === "line" || f.filter === "in" || f.filter === "range")
      make("", `${table.name}_${column}_${newest ? "by_" : ""}ix`, `(${column}${newest ?? ")"}`);
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
    );
  await sql.query(all.join(";"));
}
