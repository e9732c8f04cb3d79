import { noteMade, type OpeningRow } from "#backend/domain/finance/opening/lines";
import type { OpeningWork } from "#backend/domain/finance/opening/work";
import type { RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import { dec, r2, sum } from "#backend/platform/values";
import type { opening } from "#documents/finance/opening";
import type { LineOf } from "#documents/kit";
import { addDue } from "./due";
import { PLAIN_LINE, type PlatformOrderIn } from "./order-in";
import { upsertOrders } from "./upsert";

type BroughtLine = LineOf<typeof opening, "platformOrders">;

interface SaleStore {
  id: string;
  name: string;
  marketplaceId: string | null;
  /** A connection that tells its orders. */
  connected: boolean;
}

const storesOf = ({ sql, tenantId }: RuleContext, ids: readonly (string | null)[]) =>
  sql.query<SaleStore>(
    `select t.id, t.store_name as name, i.marketplace_id as "marketplaceId", exists (select 1 from connector x
         where x.tenant_id = t.tenant_id and x.store_id = t.id and x.kind = 'marketplace' and x.enabled
           and x.del_flag = 0) as connected
     from store t join site i on i.id = t.site_id
     where t.tenant_id = $1 and t.id = any($2::bigint[]) order by t.id`,
    [tenantId, ids],
  );

/** Why orders of a platform cannot be brought along: the platform tells them itself, or they are there. */
async function saleProblem(c: RuleContext, { platformOrders: lines }: OpeningRow): Promise<string | undefined> {
  const stores = await storesOf(
    c,
    lines.map((l) => l.storeId),
  );
  const read = stores.find(({ connected }) => connected);
  if (read) return `店铺${read.name}已连接平台，订单由平台同步`;
  const there = await c.sql.one<{ no: string }>(
    `select t.platform_order_no as no from platform_order t
       join jsonb_to_recordset($2::jsonb) as x("storeId" bigint, "orderNo" text)
         on t.store_id = x."storeId" and lower(t.platform_order_no) = lower(x."orderNo")
     where t.tenant_id = $1 and t.del_flag = 0 order by t.id limit 1`,
    [c.tenantId, JSON.stringify(lines.map(({ storeId, orderNo }) => ({ storeId, orderNo })))],
  );
  return there && `平台订单${there.no}已存在`;
}

/** A time of the form, which is Shanghai's, as platforms tell one. */
const instant = (text: string) => new Date(`${text.replace(" ", "T")}+08:00`).toISOString();

interface BroughtListing {
  storeId: string;
  msku: string;
  channel: PlatformOrderIn["fulfillmentChannel"];
}

/** Who ships what a store sells: we ourselves, unless its listing says otherwise. */
const channelsOf = ({ sql, tenantId }: RuleContext, lines: readonly BroughtLine[]) =>
  sql.query<BroughtListing>(
    `select store_id as "storeId", lower(msku) as msku, coalesce(min(fulfillment_channel), 'MFN') as channel
     from sku_listing where tenant_id = $1 and del_flag = 0 and store_id = any($2::bigint[])
       and lower(msku) = any($3) group by 1, 2`,
    [tenantId, lines.map((l) => l.storeId), lines.map((l) => l.msku.toLowerCase())],
  );

/** An order as its platform would tell it now: paid for, nothing of it sent. */
function orderOf(
  openingNo: string,
  lines: [BroughtLine, ...BroughtLine[]],
  store: SaleStore,
  listed: readonly BroughtListing[],
) {
  const [{ orderNo, currency, latestShipTime, purchaseTime }] = lines;
  const itemsUnshipped = lines.reduce((n, l) => n + l.qty, 0);
  const items = lines.map((l, i) => ({
    platformLineNo: String(i + 1),
    sellerSku: l.msku,
    asin: null,
    title: null,
    qty: l.qty,
    qtyShipped: 0,
    itemPrice: r2(dec(l.price).times(l.qty)),
    ...PLAIN_LINE,
  }));
  const own = (msku: string) => listed.find((l) => l.storeId === store.id && l.msku === msku.toLowerCase())?.channel;
  const order: PlatformOrderIn = {
    openingNo,
    platformOrderNo: orderNo,
    marketplaceId: store.marketplaceId ?? "",
    status: "Unshipped",
    purchaseTime: instant(purchaseTime),
    lastUpdateTime: instant(purchaseTime),
    fulfillmentChannel: lines.every((l) => own(l.msku) === "AFN") ? "AFN" : "MFN",
    orderType: "StandardOrder",
    shipServiceLevel: null,
    isPrime: false,
    isBusinessOrder: false,
    isReplacementOrder: false,
    earliestShipTime: null,
    latestShipTime: latestShipTime && instant(latestShipTime),
    latestDeliveryTime: null,
    currency,
    orderTotal: sum(items.map((l) => l.itemPrice)),
    itemsShipped: 0,
    itemsUnshipped,
    lines: items,
  };
  return order;
}

/** Lines by store and number of their order. */
function ordersIn(lines: readonly BroughtLine[]): [BroughtLine, ...BroughtLine[]][] {
  const orders = new Map<string, [BroughtLine, ...BroughtLine[]]>();
  for (const line of lines) {
    const key = `${line.storeId} ${line.orderNo.toLowerCase()}`;
    const known = orders.get(key);
    if (known) known.push(line);
    else orders.set(key, [line]);
  }
  return [...orders.values()];
}

/** Orders that were not sent yet: they go on as any other; no stock and no figure until they are sent. */
async function makeSales(c: RuleContext, { no, platformOrders }: OpeningRow): Promise<void> {
  const stores = await storesOf(
    c,
    platformOrders.map((l) => l.storeId),
  );
  const listed = await channelsOf(c, platformOrders);
  const orders = ordersIn(platformOrders);
  for (const store of stores) {
    const own = orders.filter(([{ storeId }]) => storeId === store.id);
    const { ids } = await upsertOrders(
      c,
      store.id,
      own.map((lines) => orderOf(no, lines, store, listed)),
    );
    await addDue(c, ids);
    const made = await c.sql.query<{ id: string; no: string }>(
      "select id, lower(platform_order_no) as no from platform_order where id = any($1::bigint[])",
      [ids],
    );
    await noteMade(
      c,
      "opening_platform_line",
      "platform_order_id",
      own.flatMap((lines) => {
        const madeId = made.find((m) => m.no === lines[0].orderNo.toLowerCase())?.id;
        return madeId ? [{ ids: lines.map((l) => l.id), madeId }] : [];
      }),
    );
  }
}

/** Platform orders that these lines became. */
const madeOf = ({ platformOrders }: OpeningRow) => platformOrders.flatMap((l) => l.platformOrderId ?? []);

/** 平台订单 of an opening (company.md 2). */
export const broughtOrders: OpeningWork = {
  problem: saleProblem,
  book: makeSales,
  keepNew: ({ sql }) => void keep(sql, "platform_order"),
  async lockMade({ sql }, openingId) {
    const rows = await sql.query<{ id: string }>(
      "select platform_order_id as id from opening_platform_line where opening_id = $1 and platform_order_id is not null",
      [openingId],
    );
    await lockIds(
      sql,
      "platform_order",
      rows.map(({ id }) => id),
    );
  },
  standsOn: ({ sql, tenantId }, row) =>
    sql.one(
      `select 'sales_order' as document, o.id::text as no, p.platform_order_no as on
       from sales_order o join platform_order p on p.id = o.platform_order_id
       where o.tenant_id = $1 and o.platform_order_id = any($2::bigint[]) and o.del_flag = 0 order by o.id limit 1`,
      [tenantId, madeOf(row)],
    ),
  /** Nothing stands on them, and no figure has them. */
  async undo({ sql, tenantId }, row) {
    for (const table of ["platform_order_due", "platform_order_line"])
      await sql.query(`delete from ${table} where platform_order_id = any($1::bigint[])`, [madeOf(row)]);
    await sql.query("delete from platform_order where tenant_id = $1 and id = any($2::bigint[])", [
      tenantId,
      madeOf(row),
    ]);
  },
};
