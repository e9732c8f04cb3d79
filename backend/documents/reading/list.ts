import { type DocumentType, type ListQuery, readable, tabsOf } from "#documents/kit";
import { type Listing, orderOf, type Page, selectPage } from "../../db/page";
import type { Sql } from "../../db/sql";
import { COUNTED, guessed, isLarge, sizeOf } from "../../db/totals";
import type { Caller } from "../../http/caller";
import { snake } from "../names";
import type { Row, RuleContext, Rules } from "../rules";
import { sizedBy, views } from "../tables/views";
import { type Expressions, readFields, sqlOf } from "./columns";
import { addGoods } from "./goods";
import { seesWhole, selectList } from "./select";
import { wanted } from "./where";

/** Sums of what the caller may read: a masked column's sum would tell its values. */
function summaryOf(document: DocumentType, caller: Caller, rules: Expressions): string | undefined {
  const columns = readFields(document, rules).flatMap(([name, f, sql]) => {
    const how = typeof f.column === "object" && readable(f, caller) ? f.column.summary : undefined;
    return how && how !== "currency" ? [`${how}(${sql})::text as "${name}"`] : [];
  });
  return columns.join(", ") || undefined;
}

/** Columns whose sums mean something in one currency only, by the column that says which. */
function currencyColumns(document: DocumentType, caller: Caller) {
  const found = new Map<string, [name: string, sql: string][]>();
  for (const [name, f] of Object.entries(document.fields)) {
    if (typeof f.column !== "object" || f.column.summary !== "currency") continue;
    if (!readable(f, caller)) continue;
    const by = `t.${snake(("currency" in f && f.currency) || "currency")}`;
    found.set(by, [...(found.get(by) ?? []), [name, `t.${snake(name)}`]]);
  }
  return found;
}

/** A document's list as one query: columns, visible and wanted rows, orders, summary. */
export function listing(
  document: DocumentType,
  query: ListQuery,
  caller: Caller,
  rules: Rules,
): Listing {
  const sortable = Object.fromEntries(
    readFields(document, rules)
      .filter(([, f]) => f.kind !== "password" && readable(f, caller) && seesWhole(f, caller))
      .map(([name, , sql]) => [name, sql]),
  );
  const order = (document.sort ?? [{ by: "createTime", desc: true }]).map(
    ({ by, desc }) => `${sqlOf(rules, by)}${desc ? " desc" : ""}`,
  );
  const last = document.sort ? "t.id" : "t.id desc";
  const orders = { sortable: { id: "t.id", ...sortable }, order: [...order, last].join(", ") };
  // Whoever counts or exports is held to the names that the page knows, too.
  orderOf(orders, query);
  const where = wanted(document, query, caller, rules);
  const table = views[document.table] ? sizedBy[document.table] : document.table;
  return {
    select: selectList(document, caller, rules),
    from: rules.from
      ? `${rules.from(query, (value) => where.bind(value))} t`
      : `${document.table} t`,
    ...(table && { table }),
    where,
    ...orders,
    summary: summaryOf(document, caller, rules),
    currencies: currencyColumns(document, caller),
  };
}

/** One page of a document's list, with the summary of the whole filtered set. */
export async function page(
  c: RuleContext,
  document: DocumentType,
  query: ListQuery,
  rules: Rules,
): Promise<Page<Row>> {
  const list = listing(document, query, c.caller, rules);
  const field = (query.states && tabsOf(document)?.field) || "";
  const rough = query.totals === "rough";
  // Of one state the numbers of the others are wanted all the same.
  const apart = !field || query[field] || (!rough && (await isLarge(c.sql, list.table)));
  const together = apart ? {} : { state: sqlOf(rules, field) };
  const found = await selectPage<Row>(c.sql, { ...list, ...together }, query);
  if (field && !found.states)
    found.states = await countStates(c.sql, document, query, c.caller, rules, rough);
  await rules.enrich?.(c, found.records);
  await addGoods(c, document, found.records);
  return found;
}

/** Every matching row, `chunk` at a time, for exports: memory stays flat whatever the size. */
export async function* eachRow(
  c: RuleContext,
  document: DocumentType,
  query: ListQuery,
  rules: Rules,
  chunk = 1000,
): AsyncGenerator<Row> {
  const { select, from, where, ...order } = listing(document, query, c.caller, rules);
  await c.sql.query(
    `declare each_row no scroll cursor for select ${select} from ${from} where ${where}
     order by ${orderOf(order, query)}`,
    where.values,
  );
  for (;;) {
    const rows = await c.sql.query<Row>(`fetch ${chunk} from each_row`);
    await rules.enrich?.(c, rows);
    yield* rows;
    if (rows.length < chunk) return;
  }
}

/** Number of rows that a query would answer. */
export async function count(
  sql: Sql,
  document: DocumentType,
  query: ListQuery,
  caller: Caller,
  rules: Rules,
): Promise<number> {
  const { from, where } = listing(document, query, caller, rules);
  const row = await sql.one<{ n: number }>(
    `select count(*)::int as n from ${from} where ${where}`,
    where.values,
  );
  return row?.n ?? 0;
}

/** Have rows of the whole filtered list different values of this field? */
export async function isMixed(
  sql: Sql,
  document: DocumentType,
  query: ListQuery,
  caller: Caller,
  rules: Rules,
  field: string,
): Promise<boolean> {
  const { from, where } = listing(document, query, caller, rules);
  const row = await sql.one<{ n: number }>(
    `select count(distinct ${sqlOf(rules, field)})::int as n from ${from} where ${where}`,
    where.values,
  );
  return (row?.n ?? 0) > 1;
}

/** Of very many rows a tab says no more than that they are many. */
const MOST_IN_STATE = 1000;
/** So many rows are counted one by one by who asks for nothing else. */
const COUNTED_APART = 100_000;

/** How the rows of a large table are counted by state, from what the planner guesses of a filter. */
async function wayOf(sql: Sql, { from, where, table }: Listing, soon: boolean) {
  const { rows } = await guessed(sql, `select 1 from ${from} where ${where}`, where.values);
  if (rows <= (soon ? COUNTED : COUNTED_APART)) return "each";
  // Nearly all of a table: a state of many ends at its thousandth row, an index knows the rare ones.
  return rows > (await sizeOf(sql, table)) / 2 || !soon ? "most" : undefined;
}

/**
 * Number of rows in each state; whatever else a query asks for holds, the state it asks for does not.
 * Roughly: of a large table at most 1000 in each; nothing where rows would wait for that.
 */
export async function countStates(
  sql: Sql,
  document: DocumentType,
  query: ListQuery,
  caller: Caller,
  rules: Rules,
  soon = false,
): Promise<Record<string, number> | null> {
  const { field, values } = tabsOf(document) ?? { field: "", values: {} };
  const any: ListQuery = { ...query, [field]: undefined };
  const list = listing(document, any, caller, rules);
  const { from, where, table } = list;
  const state = sqlOf(rules, field);
  const rough = query.totals === "rough" && (await isLarge(sql, table));
  const way = rough ? await wayOf(sql, list, soon) : "each";
  if (!way) return null;
  // One question for all states: over a table in many parts each would be planned by itself.
  const text =
    way === "most"
      ? `select s.state, m.n from unnest(${where.bind(Object.keys(values))}::text[]) s(state)
         cross join lateral (select count(*)::int as n from (select 1 from ${from}
           where ${where} and ${state} = s.state limit ${MOST_IN_STATE}) met) m`
      : `select ${state} as state, count(*)::int as n from ${from} where ${where} group by 1`;
  const rows = await sql.query<{ state: string; n: number }>(text, where.values);
  return Object.fromEntries(rows.filter(({ n }) => n).map(({ state, n }) => [state, n]));
}

/** Every row of a tree document that matches, in display order, flat. */
export async function allRows(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  query: ListQuery,
) {
  const { select, from, where, order } = listing(document, query, c.caller, rules);
  const rows = await c.sql.query<Row>(
    `select ${select} from ${from} where ${where} order by ${order}`,
    where.values,
  );
  await rules.enrich?.(c, rows);
  return rows;
}
