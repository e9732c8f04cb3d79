import {
  allFields,
  type DocumentType,
  filtersOf,
  isMonth,
  type ListQuery,
  monthRead,
  plainNumber,
  rangeNames,
} from "#documents/kit";
import type { Sql } from "./sql";
import { exactTotals, isLarge, pageOfFew, roughTotals } from "./totals";

/** Conditions of a statement with their values; `?` in a condition stands for its next value. */
export class Where {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  and(condition: string, ...values: unknown[]): this {
    let at = 0;
    this.parts.push(`(${condition.replaceAll("?", () => this.bind(values[at++]))})`);
    return this;
  }

  /** Adds a value and answers its placeholder. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  toString(): string {
    return this.parts.join(" and ") || "true";
  }
}

/** One page as it travels: pig-contract.md "Page"; `summary` is over the whole filtered set. */
export interface Page<T> {
  records: T[];
  total: number;
  size: number;
  current: number;
  pages: number;
  summary: Record<string, unknown>;
  /** There are so many rows that the total is a guess and the summary is left out. */
  rough?: true;
  /** Number of rows in each state, where they were counted with the others. */
  states?: Record<string, number> | null;
}

export interface Listing {
  /** Select list whose aliases are the wire names. */
  select: string;
  from: string;
  /** Its rows are reckoned when they are asked for: once for the page and the totals. */
  reckoned?: boolean;
  /** The table whose rows and ids those of `t` are: its pages far behind are found by their ids. */
  table?: string;
  where: Where;
  /** Wire name → SQL expression; a name outside is refused. */
  sortable: Record<string, string>;
  /** Order used when none is asked for; always the tie-breaker. */
  order: string;
  /** SQL of a state, where the number of rows in each is wanted. */
  state?: string;
  /** Aggregates over the filtered set, aliases are the summary keys. */
  summary?: string;
  /** SQL of a currency → wire name and SQL of what is summed in each currency by itself. */
  currencies?: Map<string, [name: string, sql: string][]>;
}

type Paging = Pick<ListQuery, "current" | "size" | "ascs" | "descs" | "totals">;

/** Never null: a clause about nulls would only keep their index from being used. */
const GIVEN = new Set(["id", "createTime"]);

/** An order was asked for that a listing does not have: its own order would pass for the answer. */
export class UnknownOrder extends Error {
  constructor(
    readonly asked: "ascs" | "descs",
    name: string,
  ) {
    super(`不能按“${name.slice(0, 60)}”排序`);
  }
}

/** Order of a listing: what is asked for, then its own order. @throws UnknownOrder */
export const orderOf = ({ sortable, order }: Pick<Listing, "sortable" | "order">, { ascs, descs }: Paging): string => {
  const asked = (names: string | undefined, way: "asc" | "desc") =>
    (names?.split(",") ?? []).filter(Boolean).map((name) => {
      if (!Object.hasOwn(sortable, name)) throw new UnknownOrder(`${way}s`, name);
      return `${sortable[name]} ${way}${GIVEN.has(name) ? "" : " nulls last"}`;
    });
  return [...asked(ascs, "asc"), ...asked(descs, "desc"), order].join(", ");
};

/** From this row on labels are not worked out for the rows that are passed over. */
const FAR = 1000;

/** Rows of a page, in order. */
async function rowsOf<T>(sql: Sql, listing: Listing, query: Paging, limit: number): Promise<T[]> {
  const { select, from, where, table } = listing;
  const offset = (query.current - 1) * query.size;
  const order = orderOf(listing, query);
  const at = where.values.length;
  const page = `from ${from} where ${where} order by ${order} limit $${at + 1} offset $${at + 2}`;
  return sql.query<T>(
    table && offset >= FAR
      ? `select ${select} from ${from} where t.id = any(array(select t.id ${page})) order by ${order}`
      : `select ${select} ${page}`,
    [...where.values, limit, offset],
  );
}

/** The page and the totals of rows that are reckoned, in one statement. */
async function reckonedPage<T>(
  sql: Sql,
  listing: Listing,
  query: Paging,
): Promise<Pick<Page<T>, "records" | "total" | "summary">> {
  const { select, from, where, summary } = listing;
  const { size } = query;
  const at = where.values.length;
  const found = await sql.query<T & { $nth?: string | null; $totals?: { $total: number } }>(
    `with met as materialized (select t.* from ${from} where ${where})
     select w."$totals", p.* from (
       select to_jsonb(s) as "$totals" from (
         select count(*)::int as "$total"${summary ? `, ${summary}` : ""} from met t) s) w
     left join (select row_number() over () as "$nth", r.* from (
       select ${select} from met t order by ${orderOf(listing, query)} limit $${at + 1} offset $${at + 2}) r) p on true
     order by p."$nth"`,
    [...where.values, size, (query.current - 1) * size],
  );
  const { $total = 0, ...sums } = found[0]?.$totals ?? {};
  const records = found.filter((row) => row.$nth !== null);
  for (const row of records) {
    delete row.$nth;
    delete row.$totals;
  }
  return { records, total: $total, summary: sums };
}

/** Runs a list query: its page of rows first, then the total and the summary. */
export async function selectPage<T>(sql: Sql, listing: Listing, query: Paging): Promise<Page<T>> {
  const { current, size } = query;
  const offset = (current - 1) * size;
  if (listing.reckoned && !listing.state && !listing.currencies?.size) {
    const page = await reckonedPage<T>(sql, listing, query);
    return { ...page, size, current, pages: Math.ceil(page.total / size) };
  }
  const large = query.totals === "rough" && (await isLarge(sql, listing.table));
  const few =
    large &&
    !listing.reckoned &&
    (await pageOfFew<T & object>(sql, listing, { order: orderOf(listing, query), offset, size }));
  if (few) {
    const { total, sums: summary, records, ...more } = few;
    return { records, total, size, current, pages: Math.ceil(total / size), summary, ...more };
  }
  const found = await rowsOf<T>(sql, listing, query, large ? size + 1 : size);
  // A page that is not full ends the list.
  const ends = found.length < size && (found.length > 0 || offset === 0);
  const plain = !listing.summary && !listing.state && !listing.currencies?.size;
  const {
    total,
    sums: summary,
    ...more
  } = large
    ? await roughTotals(sql, listing, { offset, found: found.length, size })
    : ends && plain
      ? { total: offset + found.length, sums: {} }
      : await exactTotals(sql, listing);
  const pages = Math.ceil(total / size);
  return { records: found.slice(0, size), total, size, current, pages, summary, ...more };
}

/** Text for a pattern of `like` that stands for itself. */
export const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Wire time of a filter, or undefined when it is nonsense; a bare date ends at its last second. */
export function filterTime(value: string, end: boolean): string | undefined {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(value) ?? [];
  if (!day) return undefined;
  const time = `${day} ${clock ?? (end ? "23:59:59" : "00:00:00")}`;
  const parsed = new Date(`${time.replace(" ", "T")}Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? undefined : time;
}

const NUMBERS = new Set(["int", "decimal", "money", "percent"]);
/** Kinds whose column is text: a cast would keep an index from being used. */
const TEXTS = new Set(["text", "longtext", "enum", "dict"]);

/** Kinds of columns that are compared as what they are: as text no index of theirs would be used. */
const TYPED: Readonly<Record<string, { type: string; valid: RegExp }>> = {
  ref: { type: "bigint", valid: /^\d{1,18}$/ },
  bool: { type: "boolean", valid: /^(true|false)$/ },
};
/** A column by itself, not what is worked out of some. */
const COLUMN = /^t\.\w+$/;

/** Adds: the column has one of these values. Of one alone an index keeps its order, of a list it does not. */
function oneOf(where: Where, column: string, kind: string, values: string[]): void {
  const typed = COLUMN.test(column) ? TYPED[kind] : undefined;
  const valid = typed ? values.filter((value) => typed.valid.test(value)) : values;
  const own = typed || TEXTS.has(kind) ? column : `${column}::text`;
  const [first] = valid;
  if (valid.length === 1) where.and(`${own} = ?${typed ? `::${typed.type}` : ""}`, first);
  else where.and(`${own} = any (?${typed ? `::${typed.type}[]` : ""})`, valid);
}

const filterNumber = (value = "") => {
  const plain = plainNumber(value);
  return /^-?\d{1,14}(\.\d{1,8})?$/.test(plain) ? plain : undefined;
};

/**
 * Adds the declared filters of a document's list to the conditions.
 * @param columns SQL expression of a wire name.
 */
export function applyFilters(
  where: Where,
  document: DocumentType,
  query: ListQuery,
  columns: (name: string) => string,
): Where {
  const given = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value.replaceAll("\0", "") : undefined;
  };
  const keyword = given("keyword");
  if (keyword && document.keyword) {
    const pattern = `%${literal(keyword)}%`;
    where.and(
      document.keyword.map((name) => `${columns(name)} ilike ?`).join(" or "),
      ...document.keyword.map(() => pattern),
    );
  }
  for (const { name, field, kind } of filtersOf(document)) {
    const value = given(name);
    const column = columns(name);
    if (kind === "range" && NUMBERS.has(field.kind)) {
      const [from, to] = rangeNames(name).map((n) => filterNumber(given(n)));
      if (from) where.and(`${column} >= ?::numeric`, from);
      if (to) where.and(`${column} <= ?::numeric`, to);
    } else if (kind === "range") {
      const [from, to] = rangeNames(name).map((n, i) => filterTime(given(n) ?? "", i === 1));
      if (from) where.and(`${column} >= ?`, from);
      if (to) where.and(`${column} < ?::timestamptz + interval '1 second'`, to);
    } else if (value === undefined) continue;
    else if (kind === "in") oneOf(where, column, field.kind, value.split(","));
    else {
      // Text filters take several values (specification 5: blanks and commas become single commas).
      const patterns = value
        .split(/[\s,，]+/)
        .filter(Boolean)
        .map((one) => (isMonth(field) ? monthRead(one) : one))
        .map((one) => (kind === "like" ? `%${literal(one)}%` : `${literal(one)}%`));
      if (patterns.length) where.and(`${column} ilike any (?)`, patterns);
    }
  }
  return where;
}

/** Filters in words, for the first line of an exported file: "类型：异常；时间：2026-01-01 至 2026-01-31". */
export function filterText(document: DocumentType, query: ListQuery): string {
  const fields = allFields(document);
  const parts: string[] = query.keyword ? [`关键字：${query.keyword}`] : [];
  for (const { name, field, kind } of filtersOf(document)) {
    if (kind === "range") {
      const [from, to] = rangeNames(name).map((n) => query[n]);
      if (from || to) parts.push(`${field.label}：${from ?? ""} 至 ${to ?? ""}`);
    } else if (query[name]) {
      const options = fields[name]?.kind === "enum" ? fields[name].options : {};
      const words = String(query[name])
        .split(",")
        .map((v) => options[v]?.label ?? v);
      parts.push(`${field.label}：${words.join("、")}`);
    }
  }
  if (query.ids) parts.push(`选中的${query.ids.split(",").length}条`);
  return parts.join("；") || "全部";
}

/** A condition of its own statement, as a part of another one with these values. */
export function within(where: Where, values: unknown[]): string {
  const before = values.length;
  values.push(...where.values);
  return String(where).replace(/\$(\d+)/g, (_, n) => `$${Number(n) + before}`);
}
