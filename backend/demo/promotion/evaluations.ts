import dayjs from "dayjs";
import { patch, type RuleContext } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { today as realDay } from "#backend/platform/values";
import { evaluationApplication } from "#documents/promotion/application";
import { evaluation } from "#documents/promotion/evaluation";
import { evaluationOrder } from "#documents/promotion/order";
import { rebate } from "#documents/promotion/rebate";
import { evaluationResource } from "#documents/promotion/resource";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { turn } from "../random";
import { uploadSample } from "../sample-files";

/** Applications of the demonstration, and orders that each has at most. */
const MOST = { full: 8, small: 4 };
const ORDERS = 8;
const NAMES = ["晨星试用组", "海岸用户研究", "Vine计划", "北区品质复核", "湾区试用组", "旧金山媒体社"];

interface EvaluationListing {
  storeId: string;
  siteId: string;
  skuId: string;
  price: string;
  tax: string;
}

interface EvaluationBought {
  no: string;
  day: string;
  price: string;
  tax: string;
}

/** What stores sold most by orders of one piece: whose orders can be told apart. */
const soldMost = (sql: Sql, most: number) =>
  sql.query<EvaluationListing>(
    `select distinct on (l.sku_id) o.store_id as "storeId", o.site_id as "siteId", l.sku_id as "skuId",
       round(avg(l.item_price - l.promotion_discount), 2)::text as price, round(avg(l.item_tax), 2)::text as tax
     from platform_order o join platform_order_line l on l.platform_order_id = o.id
       join sku k on k.id = l.sku_id and k.status = 'approved' and k.sku_type = 'normal'
       join sku_listing g on g.store_id = o.store_id and g.sku_id = l.sku_id and g.asin <> '' and g.del_flag = 0
       join ops_group p on p.id = g.group_id join store s on s.id = o.store_id and s.state = 'enabled'
     where l.qty = 1 and o.status = 'Shipped' group by 1, 2, 3 having count(*) >= 2
     order by l.sku_id, count(*) desc, o.store_id limit $1`,
    [most],
  );

const boughtOf = (sql: Sql, { storeId, skuId }: EvaluationListing) =>
  sql.query<EvaluationBought>(
    `select o.platform_order_no as no, o.purchase_day::text as day,
       (l.item_price - l.promotion_discount)::text as price, l.item_tax::text as tax
     from platform_order o join platform_order_line l on l.platform_order_id = o.id
     where o.store_id = $1 and l.sku_id = $2 and l.qty = 1 and o.status = 'Shipped'
       and (select count(*) from platform_order_line m where m.platform_order_id = o.id) = 1
       and l.item_price > l.promotion_discount
     order by o.purchase_time desc, o.id limit $3`,
    [storeId, skuId, ORDERS],
  );

async function insertResources(c: RuleContext, lead: RuleContext, siteIds: string[]) {
  const ids: string[] = [];
  for (const [i, resourceName] of NAMES.entries()) {
    const { id } = await draft(c, evaluationResource, {
      resourceName,
      siteIds,
      contactName: "联系人",
      dailyCapacity: 20,
      currency: "USD",
      resourceType: turn(["panel", "panel", "vine", "agency", "panel", "media"] as const, i),
      contactEmail: `resource${i + 1}@example.com`,
      level: turn(["A", "B", "C"] as const, i),
      payMethod: i === 2 ? "platform" : "bank",
      payeeName: `Example Panel ${i + 1}`,
      payeeAccount: `US64000011112222${3000 + i}`,
      payeeBank: "Example Bank",
      serviceFee: `${4 + i}.00`,
      handlingRate: "3",
      rebateRate: i % 2 ? "5" : "0",
      complianceSigned: i < 5,
      complianceFile: i < 5 ? [await uploadSample(c, "document", "合规承诺书.pdf")] : [],
    });
    if (i < 5) await act(lead, "evaluation_resource", id, "enable");
    if (i < 4) ids.push(id);
  }
  return ids;
}

/** An application in force, whose days are set back to those of the orders that it is about. */
async function apply(c: RuleContext, listing: EvaluationListing, first: string, last: string) {
  const { id } = await draft(c, evaluationApplication, {
    storeId: listing.storeId,
    purpose: "userResearch",
    complianceConfirmed: true,
    expectStart: realDay(),
    expectEnd: realDay(30),
    items: [{ skuId: listing.skuId, unitPrice: listing.price, estTax: listing.tax, applyQty: 12, serviceFee: "10.00" }],
  });
  await act(c, "evaluation_application", id, "submit");
  await approveAll(asSystem(c.sql), "evaluation_application", id);
  nextOrder(c.sql);
  await patch(c, evaluationApplication, id, { expectStart: first, expectEnd: last });
  return id;
}

/** Orders of a task, as the platform has them: most are checked, some wait, one is not found. */
async function fill(c: RuleContext, lead: RuleContext, id: string, orders: readonly EvaluationBought[], end: boolean) {
  for (const [i, { no, day, price, tax }] of orders.entries()) {
    const lost = !end && i === 3;
    const made = await draft(c, evaluationOrder, {
      evaluationId: id,
      platformOrderNo: lost ? no.replace(/^\d{3}/, "999") : no,
      participantAlias: `P${String(100 + i)}`,
      orderDate: day,
      orderAmount: price,
      taxAmount: tax,
      orderPhotos: [await uploadSample(c, "picture", "订单截图.png")],
    });
    if (lost) await act(c, "evaluation_order", made.id, "markAbnormal", { abnormalReason: "noProof" });
    else if (end || i < 2) await act(lead, "evaluation_order", made.id, "check", { note: "已核对" });
  }
}

/** One application waits for its approval, one for its maker. */
async function waiting(c: RuleContext, listings: readonly EvaluationListing[]) {
  for (const [i, { storeId, skuId, price, tax }] of listings.slice(0, 2).entries()) {
    const { id } = await draft(c, evaluationApplication, {
      storeId,
      purpose: "qualityCheck",
      complianceConfirmed: i === 0,
      expectStart: realDay(30),
      expectEnd: realDay(60),
      items: [{ skuId, unitPrice: price, estTax: tax, applyQty: 5, serviceFee: "6.00" }],
    });
    if (i === 0) await act(c, "evaluation_application", id, "submit");
  }
}

/** Fees of a task: the first is confirmed, the next waits for the lead, further ones are drafts. */
async function feeOf(c: RuleContext, lead: RuleContext, task: { id: string; resource: string }) {
  const rows = await c.sql.query<{ id: string; day: string; n: number }>(
    `select id, order_date::text as day, (select count(*)::int from rebate) as n
     from evaluation_order where evaluation_id = $1
       and status = 'checked' order by order_date desc, id limit 3`,
    [task.id],
  );
  const [newest] = rows;
  if (!newest) return;
  const month = dayjs(newest.day);
  const { id } = await draft(c, rebate, {
    direction: "pay",
    resourceId: task.resource,
    periodStart: month.startOf("month").format("YYYY-MM-DD"),
    periodEnd: month.endOf("month").format("YYYY-MM-DD"),
    items: rows.map((row) => ({ orderId: row.id })),
  });
  if (newest.n > 1) return;
  await act(c, "rebate", id, "submit");
  if (newest.n === 0) await act(lead, "rebate", id, "confirm");
}

/** 测评 of the demonstration: resources, applications, tasks, and orders that the platform really has. */
export async function insertEvaluations(sql: Sql, day: string, scale: number): Promise<number> {
  const system = asSystem(sql);
  const c = await personAt(system, "promo");
  const lead = await personAt(system, "promo_lead");
  const listings = await soldMost(sql, scale < 1 ? MOST.small : MOST.full);
  const sites = await sql.query<{ id: string }>("select id from site order by id");
  const resources = await insertResources(
    c,
    lead,
    sites.map((s) => s.id),
  );
  const first = dayjs(day).subtract(75, "day").format("YYYY-MM-DD");
  const last = dayjs(day).add(14, "day").format("YYYY-MM-DD");
  for (const [i, listing] of listings.entries()) {
    const applicationId = await apply(c, listing, first, last);
    const { id } = await draft(c, evaluation, {
      applicationId,
      resourceId: turn(resources, i),
      skuId: listing.skuId,
      planQty: 10,
      dailyLimit: 5,
      startDate: first,
      endDate: last,
    });
    if (i % 4 === 3) continue;
    await act(c, "evaluation", id, "start");
    await fill(c, lead, id, await boughtOf(sql, listing), i % 4 === 0);
    if (i % 4 === 0) await act(c, "evaluation", id, "finish");
    nextOrder(c.sql);
    await feeOf(c, lead, { id, resource: turn(resources, i) });
  }
  await waiting(c, listings);
  return listings.length;
}
