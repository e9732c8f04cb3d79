import { type Listing, orderOf, type Page, type Sql, selectPage } from "#backend/platform/db";
import { COUNTED, guessed, isLarge, sizeOf } from "#backend/platform/db/totals";
import type { Caller } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed } from "#documents";
import { type DocumentType, goodsLines, type ListQuery, readable, tabsOf } from "#documents/kit";
import { headColumn, snake } from "../names";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";
import { sizedBy, views } from "../tables/views";
import { isNumbered } from "./lines";
import { type Expressions, readFields, seesWhole, selectList, sqlOf } from "./select";
import { wanted } from "./where";

/** Adds to rows of a list what their first line names: `goods`, "茶具 × 80 等3种". One statement for all. */
async function addGoods(c: Context, document: DocumentType, rows: DocumentRuleRow[]): Promise<void> {
  const goods = goodsLines(document);
  if (!goods || !rows.length) return;
  const head = headColumn(document);
  const qty = goods.qty ? `|| coalesce(' × ' || trim_scale(l.${snake(goods.qty)}::numeric), '')` : "";
  const found = await c.sql.query<{ id: string; goods: string }>(
    `select distinct on (l.${head}) l.${head} as id, s.name ${qty} ||
       case when n.n > 1 then ' 等' || n.n || '种' else '' end as goods
     from ${goods.lines.table} l join ${documentNamed("sku").table} s on s.id = l.sku_id
     join (select ${head}, count(*) as n from ${goods.lines.table}
       where ${head} = any($1::bigint[]) and del_flag = 0 group by 1) n on n.${head} = l.${head}
     where l.${head} = any($1::bigint[]) and l.del_flag = 0
     order by l.${head}, l.${isNumbered(document) ? "line_no" : "sort_order"}, l.id`,
    [rows.map((row) => row.id)],
  );
  const known = new Map(found.map((f) => [f.id, f.goods]));
  for (const row of rows) row.goods = known.get(row.id);
}

/** Sums of what the caller may read: a masked column's sum would tell its values. */
function summaryOf(document: DocumentType, caller: Caller, rules: Expressions): string | undefined {
  const level = document.list?.level && `t.${snake(document.list.level)}`;
  const columns = readFields(document, rules).flatMap(([name, f, sql]) => {
    const how = typeof f.column === "object" && readable(f, caller) ? f.column.summary : undefined;
    if (!how || how === "currency") return [];
    const sum = (text: string) => (level ? `case when min(${level}) = max(${level}) then ${text} end` : text);
    const figure = (text: string) => `(${sum(text)})::text as "${name}"`;
    const [of = "", by] = how.split("/");
    if (by) return [figure(`round(sum(t.${snake(of)}) * 100.0 / nullif(sum(t.${snake(by)}), 0), 2)`)];
    // A column that its rules round is summed as it is: a sum is exact and rounded once.
    if (sql !== `t.${snake(name)}` && !f.virtual) return [figure(`round(${how}(t.${snake(name)}), 2)`)];
    return [figure(`${how}(${sql})`)];
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

/** The order of rows that nobody sorts: of those that wait the one that is due first, where one asks for such alone. */
function sortOf({ list, status }: DocumentType, query: ListQuery) {
  const states = String((status && query[status.field]) || "")
    .split(",")
    .filter(Boolean);
  const { waiting } = list ?? {};
  if (waiting && states.length && states.every((state) => waiting.states.includes(state))) return waiting.sort;
  return list?.sort;
}

/** A document's list as one query: columns, visible and wanted rows, orders, summary. */
export function listing(document: DocumentType, query: ListQuery, caller: Caller, rules: Rules): Listing {
  const sortable = Object.fromEntries(
    readFields(document, rules)
      .filter(([, f]) => f.kind !== "password" && readable(f, caller) && seesWhole(f, caller))
      .map(([name, , sql]) => [name, sql]),
  );
  const sort = sortOf(document, query);
  const order = (sort ?? [{ by: "createTime", desc: true }]).map(
    // Rows that are reckoned have no index to follow: what is not known is last.
    ({ by, desc }) => `${sqlOf(rules, by)}${desc ? ` desc${rules.from ? " nulls last" : ""}` : ""}`,
  );
  const last = sort ? "t.id" : "t.id desc";
  const orders = { sortable: { id: "t.id", ...sortable }, order: [...order, last].join(", ") };
  // Whoever counts or exports is held to the names that the page knows, too.
  orderOf(orders, query);
  const where = wanted(document, query, caller, rules);
  const table = views[document.table] ? sizedBy[document.table] : document.table;
  return {
    select: selectList(document, caller, rules),
    from: rules.from ? `${rules.from(query, (value) => where.bind(value), caller)} t` : `${document.table} t`,
    ...(table && { table }),
    ...(rules.from && { reckoned: true }),
    where,
    ...orders,
    summary: summaryOf(document, caller, rules),
    currencies: currencyColumns(document, caller),
  };
}

/** A page of rows that are summed of very many: only its own are worked out whole, once it is known which they are. */
async function pageOfMany(
  { sql, caller }: RuleContext,
  document: DocumentType,
  query: ListQuery,
  rules: Rules,
  { keys, unsummed }: NonNullable<Rules["many"]>,
): Promise<Page<DocumentRuleRow>> {
  const { current, size } = query;
  const of = (from: Rules["from"]) => listing(document, query, caller, { ...rules, from });
  const [all, before] = [of(rules.from), of(unsummed)];
  const at = all.where.values.length;
  const [found, summary = {}] = await Promise.all([
    sql.query<Record<string, unknown>>(
      `select ${keys.map((key) => `t.${key}`).join(", ")}, count(*) over ()::int as "$total" from ${all.from}
       where ${all.where} order by ${orderOf(all, query)} limit $${at + 1} offset $${at + 2}`,
      [...all.where.values, size, (current - 1) * size],
    ),
    before.summary &&
      sql.one<Record<string, unknown>>(
        `select ${before.summary} from ${before.from} where ${before.where}`,
        before.where.values,
      ),
  ]);
  const own = of((...asked) => rules.from?.(asked[0], asked[1], asked[2], found) ?? "");
  const records = found.length
    ? await sql.query<DocumentRuleRow>(
        `select ${own.select} from ${own.from} where ${own.where} order by ${orderOf(own, query)}`,
        own.where.values,
      )
    : [];
  // Behind the last page nothing says how many there are.
  const total = Number(found[0]?.$total ?? (current > 1 ? await count(sql, document, query, caller, rules) : 0));
  return { records, total, size, current, pages: Math.ceil(total / size), summary: summary || {} };
}

/** One page of a document's list, with the summary of the whole filtered set. */
export async function page(
  c: RuleContext,
  document: DocumentType,
  query: ListQuery,
  rules: Rules,
): Promise<Page<DocumentRuleRow>> {
  if (rules.many) {
    const found = await pageOfMany(c, document, query, rules, rules.many);
    await rules.enrich?.(c, found.records);
    return found;
  }
  const list = listing(document, query, c.caller, rules);
  const field = (query.states && tabsOf(document)?.field) || "";
  const rough = query.totals === "rough";
  // Of one state the numbers of the others are wanted all the same.
  const apart = !field || query[field] || (!rough && (await isLarge(c.sql, list.table)));
  const together = apart ? {} : { state: sqlOf(rules, field) };
  // What many rows are by state is counted while they are read.
  const beside = field && (apart || (await isMany(c.sql, list))) && !c.sql.held;
  const [found, states] = await Promise.all([
    selectPage<DocumentRuleRow>(c.sql, { ...list, ...together }, query),
    beside ? countStates(c.sql, document, query, c.caller, rules, rough) : undefined,
  ]);
  if (field && !found.states)
    found.states = beside ? states : await countStates(c.sql, document, query, c.caller, rules, rough);
  await rules.enrich?.(c, found.records);
  await addGoods(c, document, found.records);
  return found;
}

/** Every matching row, `chunk` at a time, for exports: memory stays flat whatever the size. */
export async function* eachChunk(
  c: RuleContext,
  document: DocumentType,
  query: ListQuery,
  rules: Rules,
  chunk = 1000,
): AsyncGenerator<DocumentRuleRow[]> {
  const { select, from, where, ...order } = listing(document, query, c.caller, rules);
  await c.sql.query(
    `declare each_row no scroll cursor for select ${select} from ${from} where ${where}
     order by ${orderOf(order, query)}`,
    where.values,
  );
  const fetch = () => c.sql.query<DocumentRuleRow>(`fetch ${chunk} from each_row`);
  for (let coming = fetch(); ; ) {
    const rows = await coming;
    await rules.enrich?.(c, rows);
    if (rows.length < chunk) return yield rows;
    // The database works on the next while these are written. Who stops halfway does not hear how it went.
    coming = fetch();
    coming.catch(() => {});
    yield rows;
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
  const row = await sql.one<{ n: number }>(`select count(*)::int as n from ${from} where ${where}`, where.values);
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

/** Are there more rows of a large table than are counted with their page? */
const isMany = async (sql: Sql, { from, where, table, reckoned }: Listing) =>
  !reckoned &&
  (await isLarge(sql, table)) &&
  (await guessed(sql, `select 1 from ${from} where ${where}`, where.values)) > COUNTED;

/** How the rows of a large table are counted by state, from what the planner guesses of a filter. */
async function wayOf(sql: Sql, { from, where, table }: Listing, soon: boolean) {
  const rows = await guessed(sql, `select 1 from ${from} where ${where}`, where.values);
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
export async function allRows(c: RuleContext, document: DocumentType, rules: Rules, query: ListQuery) {
  const { select, from, where, order } = listing(document, query, c.caller, rules);
  const rows = await c.sql.query<DocumentRuleRow>(
    `select ${select} from ${from} where ${where} order by ${order}`,
    where.values,
  );
  await rules.enrich?.(c, rows);
  return rows;
}
