import { z } from "zod";
import type { Engine, RuleContext } from "#backend/engine/documents";
import type { OpenReport } from "#backend/engine/reports/read";
import { unpacked } from "#backend/engine/reports/unpack";
import type { Database } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { objectsIn } from "./ads/json-rows";
import { decimalsOf } from "./cells";
import { type AccountStore, type AccountStores, placesOf } from "./places";
import { eachUnknown, heldFewer, pairSaid, refuseNone, rowKeeper, tellUnmapped } from "./rows";
import type { ReportTaken, ReportTold, TakenReport } from "./taken";

const TABLE = {
  table: "sales_traffic",
  columns: {
    day: "date",
    store_id: "bigint",
    msku: "text",
    fact_sku: "text",
    asin: "text",
    parent_asin: "text",
    sessions: "int",
    page_views: "int",
    units: "int",
    conversion: "numeric",
    buy_box: "numeric",
    sales: "numeric",
    currency: "text",
    withdrawn: "boolean",
  },
} as const;

const broken = () => conflict("文件不是完整的销售与流量报告（JSON），请重新下载原文件");

/** What of a report says which days and goods it is about; it stands before them. */
const HEAD_CHARS = 65_536;

/** The beginning of a file. */
async function headOf(open: OpenReport): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of unpacked(open)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > HEAD_CHARS) break;
  }
  return text;
}

/** What a file in JSON begins with: an object, as this report alone is, or an array, as advertising is; else nothing. */
export const jsonSign = async (open: OpenReport): Promise<string | undefined> =>
  /^\uFEFF?\s*([{[])/.exec(await headOf(open))?.[1];

const specification = z.object({
  reportType: z.literal("GET_SALES_AND_TRAFFIC_REPORT"),
  reportOptions: z.object({ asinGranularity: z.enum(["SKU", "CHILD"]) }),
  dataStartTime: z.string().regex(/^\d{4}-\d\d-\d\d/),
  dataEndTime: z.string().regex(/^\d{4}-\d\d-\d\d/),
  marketplaceIds: z.array(z.string().max(40)).min(1),
});

/** What a report is about. @throws Refusal 409 for another one, and for one of several days, which says none of a row */
async function specificationOf(open: OpenReport) {
  const head = await headOf(open);
  const said = head.slice(Math.max(head.indexOf('"reportSpecification"'), 0));
  const [, text] = /^"reportSpecification"\s*:\s*(\{(?:[^{}]|\{[^{}]*\})*\})/.exec(said) ?? [];
  let given: unknown;
  try {
    given = JSON.parse(text ?? "null");
  } catch {
    throw broken();
  }
  const read = specification.safeParse(given);
  if (!read.success) throw conflict("不是按SKU或子ASIN的销售与流量报告，请按asinGranularity为SKU或CHILD下载");
  const { dataStartTime, dataEndTime, marketplaceIds, reportOptions } = read.data;
  const [day, last] = [dataStartTime.slice(0, 10), dataEndTime.slice(0, 10)];
  if (day !== last) throw conflict(`报告为${day}至${last}，行中没有日期，请每天下载一份`);
  return { day, marketplaceIds, bySku: reportOptions.asinGranularity === "SKU" };
}

const counted = z.number().int().min(0).max(1e9);
const rowGiven = z.object({
  parentAsin: z.string().max(20).nullish(),
  childAsin: z.string().max(20).nullish(),
  sku: z.string().max(60).nullish(),
  salesByAsin: z.object({
    unitsOrdered: counted,
    orderedProductSales: z.object({
      amount: z.union([z.number(), z.string().regex(/^\d{1,12}(\.\d+)?$/)]),
      currencyCode: z.string().regex(/^[A-Z]{3}$/),
    }),
  }),
  trafficByAsin: z.object({ sessions: counted, pageViews: counted, buyBoxPercentage: z.number().min(0).nullish() }),
});

function rowOf(given: unknown, no: number, { currency }: AccountStore, bySku: boolean) {
  const read = rowGiven.safeParse(given);
  if (!read.success) throw conflict(`第${no}行的${read.error.issues[0]?.path.join(".") || "内容"}不正确`);
  const { parentAsin, childAsin, sku, salesByAsin, trafficByAsin } = read.data;
  const { amount, currencyCode } = salesByAsin.orderedProductSales;
  if (currencyCode !== currency) throw conflict(`第${no}行币种${currencyCode}与店铺币种${currency}不符`);
  const [msku, asin] = [bySku ? sku || null : null, childAsin || null];
  if (bySku ? !msku : !asin) throw conflict(`第${no}行没有${bySku ? "sku" : "childAsin"}`);
  const { sessions, pageViews, buyBoxPercentage } = trafficByAsin;
  const units = salesByAsin.unitsOrdered;
  return {
    msku,
    asin,
    parent_asin: parentAsin || null,
    sessions,
    page_views: pageViews,
    units,
    conversion: sessions ? dec(units).times(100).div(sessions).toFixed(2) : null,
    buy_box: typeof buyBoxPercentage === "number" ? dec(buyBoxPercentage).toFixed(2) : null,
    sales: dec(amount).toFixed(decimalsOf(currency)),
    currency,
    withdrawn: false,
  };
}

/** The store that a report is of. @throws Refusal 409 where the account has none there */
async function storeOf({ sql }: RuleContext, stores: readonly AccountStore[], places: readonly string[]) {
  const found = await sql.query<{ id: string }>(
    `select s.id from store s join site i on i.id = s.site_id where s.id = any($1::bigint[])
       and i.marketplace_id = any($2::text[]) order by s.id`,
    [stores.map((s) => s.id), places],
  );
  const store = stores.find(({ id }) => found.some((one) => one.id === id));
  if (!store) throw conflict(`该卖家账户没有市场${places.join("、")}的店铺，请在“站点”里填写市场编号`);
  return store;
}

/** What is there of a day: rows that older reports told and that count, and whether newer ones told it otherwise. */
const THERE = `
  select count(*) filter (where not withdrawn and report_time < $4::timestamptz)::int as had,
    coalesce(bool_or((msku is null) = $5 and report_time > $4::timestamptz), false) as otherwise
  from sales_traffic where tenant_id = $1 and store_id = $2 and day = $3 and del_flag = 0`;

/** What a newer report of a day does not name any more was not (figures.md A.4). */
const WITHDRAW = `
  update sales_traffic set sessions = 0, page_views = 0, units = 0, conversion = null, buy_box = null, sales = 0,
    withdrawn = true, report_time = $4::timestamptz, update_time = now()
  where tenant_id = $1 and store_id = $2 and day = $3 and del_flag = 0 and report_file_id <> $5
    and report_time < $4::timestamptz and not withdrawn`;

/** Listings that nobody gave a parent have the one that the platform says; a typed one stays. */
const PARENTS = `
  update sku_listing l set parent_asin = r.parent_asin
  from sales_traffic r
  where r.report_file_id = $1 and r.tenant_id = $2 and l.tenant_id = $2 and l.store_id = r.store_id and l.del_flag = 0
    and coalesce(l.parent_asin, '') = '' and r.parent_asin ~ '^[XB][A-Z0-9]{9}$' and r.parent_asin <> coalesce(r.asin, '')
    and (lower(l.msku) = lower(r.msku) or r.msku is null and l.asin = r.asin)`;

/**
 * Takes what buyers looked at and bought on a day of a store. It is the whole of that day; what has less than half of
 * what is there waits for a person.
 */
export async function takeTraffic(
  c: RuleContext,
  report: TakenReport,
  { open }: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const { day, bySku, marketplaceIds } = await specificationOf(open);
  const store = await storeOf(c, stores, marketplaceIds);
  const batches = () => objectsIn(unpacked(open), { key: "salesAndTrafficByAsin", broken });
  let has = 0;
  for await (const batch of batches()) has += batch.length;
  const at = [c.tenantId, store.id, day, report.reportTime];
  const there = await c.sql.one<{ had: number; otherwise: boolean }>(THERE, [...at, bySku]);
  if (!has) await refuseNone(c, TABLE.table, { storeId: store.id, day });
  if (there?.otherwise) throw conflict(`${day}已有较新的按${bySku ? "子ASIN" : "SKU"}的报告，不重复计入`);
  const had = there?.had ?? 0;
  if (has * 2 < had && !report.replaces) return { rowCount: has, period: day, ...heldFewer(had, has) };
  const placed = await placesOf(c.sql, [store], store);
  const keep = rowKeeper(c, report, TABLE);
  const unknown: { code: string; count: number; sample: string }[] = [];
  let no = 0;
  for await (const batch of batches()) {
    const rows = batch.map((given) => rowOf(given, ++no, store, bySku));
    const places = await placed(rows.map(({ msku }) => ({ marketplace: "", orderNo: "", sku: msku ?? "" })));
    await keep(
      rows.map((row, i) => {
        const fact_sku = row.msku ? (places[i]?.factSku ?? "*") : null;
        if (row.msku && fact_sku === "*") unknown.push({ code: row.msku, count: 1, sample: row.asin ?? "" });
        const goods = row.msku ? `sku/${row.msku.toLowerCase()}` : `asin/${row.asin}`;
        return { ...row, day, store_id: store.id, fact_sku, row_key: [store.id, day, goods].join("/") };
      }),
    );
  }
  await c.sql.query(WITHDRAW, [...at, report.id]);
  await c.sql.query(PARENTS, [report.id, c.tenantId]);
  await tellUnmapped(c, { storeId: store.id, source: "销售与流量" }, unknown);
  return { rowCount: has, period: day };
}

/** Gives rows the goods that are known by now. */
export const pairTraffic = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async ({ sql, tenantId }) => {
    await sql.query(pairSaid(TABLE.table, "''"), [tenantId]);
  });
