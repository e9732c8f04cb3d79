import dayjs from "dayjs";
import { moveTo as lock, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { patchRow, type Sql } from "#backend/platform/db";
import { opening } from "#documents/finance/opening";
import type { DocumentType } from "#documents/kit";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { act, approveAll, asSystem, draft, keeperOf } from "./acting";
import type { Chance } from "./random";
import { moveTo } from "./receipt-days";
import { numbers } from "./sourcing/kit";

const WAREHOUSES = ["WH-SZ", "WH-YW"];
/** Third parties' warehouses that ship what we sell ourselves in North America. */
const ABROAD = ["GC-W", "GC-E"];
/** SKUs that a warehouse begins with. */
const SKUS = 60;
/** Days before the last one that stock is counted from. */
const DAYS = 120;

const skusOf = (sql: Sql, skip: number) =>
  sql.query<{ id: string; cost: string }>(
    `select id, coalesce(purchase_price, 10)::text as cost from sku
     where status = 'approved' and sku_type = 'normal' and del_flag = 0
     order by id offset $1 limit $2`,
    [skip, SKUS],
  );

/** Of two warehouses the first has most of them, the second another part. */
const soldAbroad = (sql: Sql, nth: number) =>
  sql.query<{ id: string; cost: string }>(
    `select k.id, coalesce(k.purchase_price, 10)::text as cost from sku k
     where k.status = 'approved' and k.sku_type = 'normal' and k.del_flag = 0
       and ($1 = 0 or k.id % 3 > 0) and exists (select 1 from sku_listing l
         where l.sku_id = k.id and l.fulfillment_channel = 'MFN' and l.del_flag = 0
           and l.site in ('US', 'CA', 'MX'))
     order by k.id limit $2`,
    [nth, nth ? 20 : 40],
  );

const warehouseId = async (sql: Sql, code: string) =>
  (await sql.one<{ id: string }>("select id from warehouse where code = $1", [code]))?.id;

/** What warehouses abroad held, and what was owed, when the company began to work here: 期初单, locked ever since. */
async function broughtAlong(
  c: RuleContext,
  { day, today }: { day: string; today: string },
  linesOf: (nth: number) => Promise<RuleValues[]>,
) {
  const { sql, tenantId } = c;
  const begin = dayjs(day).add(1, "day").format("YYYY-MM-DD");
  const no = numbers("QJ");
  await patchRow(sql, "sys_tenant", tenantId, { phase: "setup", go_live_date: begin });
  const bring = async (values: RuleValues) => {
    const { id } = await draft(c, opening, values);
    await act(c, "opening", id, "book");
    await lock(c, opening, id, "locked", "上线");
    await moveTo(sql, "opening", { id, no: no(day) }, `${day} 09:00:00`);
  };
  for (const [i, code] of ABROAD.entries()) {
    const warehouse = await warehouseId(sql, code);
    const stocks = (await linesOf(i)).map((line) => ({ ...line, warehouseId: warehouse }));
    await bring({ kind: "stock", stocks });
  }
  const suppliers = await sql.query<{ id: string; companyId: string }>(
    `select id, (select min(id) from company where enabled) as "companyId" from supplier
     where status = 'approved' and supplier_type = 'goods' and currency = 'CNY' and del_flag = 0 order by id desc limit 3`,
  );
  const dueDate = dayjs(today).add(20, "day").format("YYYY-MM-DD");
  const debts = suppliers.map(({ id: supplierId }, i) => ({
    supplierId,
    currency: "CNY",
    oldNo: `YF-${1101 + i}`,
    billDate: day,
    dueDate,
    amount: `${(i + 2) * 1620}.00`,
  }));
  if (debts.length) await bring({ kind: "payable", companyId: suppliers[0]?.companyId, debts });
  const [sold] = await sql.query<{ storeId: string; msku: string }>(
    `select l.store_id as "storeId", l.msku from sku_listing l join store s on s.id = l.store_id
     where s.state = 'enabled' and l.del_flag = 0 order by l.id limit 1`,
  );
  const promo = (promoKind: string, oldNo: string, target: string, amount: string) => ({
    promoKind,
    oldNo,
    target,
    currency: "USD",
    amount,
    storeId: sold?.storeId,
    msku: sold?.msku,
  });
  const promos = [
    promo("kol", "YF-HR-1", "Kitchen Daily", "400.00"),
    promo("evaluation", "YF-CP-2", "海外测评服务商", "35.98"),
    promo("kol", "YF-HR-3", "Home Finds", "260.00"),
    promo("evaluation", "YF-CP-4", "海外测评服务商", "71.96"),
  ];
  if (sold) await bring({ kind: "promo", promos });
  // Other demonstration data reaches back further than a company's own would.
  await patchRow(sql, "sys_tenant", tenantId, { phase: "live", go_live_date: null });
}

/**
 * What the domestic warehouses hold at first, and a few documents without an order after it
 * (market.md 13), by the documents' own rules.
 */
export async function insertOpenings(sql: Sql, chance: Chance, today: string): Promise<number> {
  const system = asSystem(sql);
  const day = dayjs(today).subtract(DAYS, "day").format("YYYY-MM-DD");
  const no = numbers("QR");
  const make = async (document: DocumentType, values: RuleValues) => {
    const { name } = document;
    const c = await keeperOf(system, values.warehouseId);
    const { id } = await draft(c, document, values);
    await act(c, name, id, "submit");
    await approveAll(system, name, id);
    await act(c, name, id, "confirm");
    return id;
  };
  const linesOf = (skus: Awaited<ReturnType<typeof skusOf>>) =>
    skus.map((s) => ({ skuId: s.id, goodQty: 50 + chance.below(600, `opening:${s.id}`), badQty: 0, unitCost: s.cost }));
  for (const [i, code] of WAREHOUSES.entries()) {
    const items = linesOf(await skusOf(sql, i * SKUS));
    const id = await make(otherIn, {
      inType: "opening",
      warehouseId: await warehouseId(sql, code),
      bizDate: day,
      items,
    });
    await moveTo(sql, "other_in", { id, no: no(day) }, `${day} 09:00:00`);
  }
  await broughtAlong(system, { day, today }, async (i) => linesOf(await soldAbroad(sql, i)));
  const home = await warehouseId(sql, "WH-SZ");
  const c = await keeperOf(system, home);
  const [first, second, third] = await skusOf(sql, 0);
  const line = (sku: typeof first, goodQty: number) => [{ skuId: sku?.id, goodQty, badQty: 0 }];
  await make(otherIn, { inType: "gain", warehouseId: home, reason: "月度盘点多出", items: line(first, 6) });
  const out = { warehouseId: home, receiverName: "摄影工作室", receiverAddress: "深圳市南山区" };
  const sample = { ...out, outType: "sample" as const, useDeptId: c.caller.deptId };
  await make(otherOut, { ...sample, reason: "新品主图拍摄领用", items: line(second, 3) });
  const waiting = await draft(c, otherOut, { ...sample, reason: "包装跌落测试领用", items: line(third, 5) });
  await act(c, "other_out", waiting.id, "submit");
  for (const [reason, end] of [
    ["展厅陈列样品领用", "approved"],
    ["直播样品领用", "void"],
  ] as const) {
    const more = await draft(c, otherOut, { ...sample, reason, items: line(third, 2) });
    await act(c, "other_out", more.id, "submit");
    await approveAll(system, "other_out", more.id);
    if (end === "void") await act(c, "other_out", more.id, "void", { reason: "改用旧样品" });
  }
  return WAREHOUSES.length + ABROAD.length + 5;
}
