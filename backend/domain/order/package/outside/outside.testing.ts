import { engine } from "#backend/domain";
import { lineIn, openShop, orderIn } from "#backend/domain/order/platform/platform.testing";
import { convertOrder } from "#backend/domain/order/sales/convert";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { sendOutbox } from "#backend/engine/connect/drain";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { sealSecret } from "#backend/platform/personal/open";
import { packageOrder } from "#documents/order/package-order";
import { DEMO_SECRET, startStandIns } from "../../../../../standins";
import { actAs } from "../../../../../tests/acting";
import { rebuildDrafts } from "../drafts";
import { reservePackages } from "../hold";
import { packagesOf } from "../packages";
import { packageHandlers } from "./handlers";

export const MARY = {
  name: "Mary Quellington",
  phone: "+1 310 555 0142",
  country: "US",
  state: "CA",
  city: "Los Angeles",
  line1: "77 Palmera Ct",
  postcode: "90012",
};

type Step = keyof typeof packageOrder.actions;

/** A store with goods in a warehouse of another and in one of its own, and those systems outside. */
export async function openYard() {
  const shop = await openShop();
  const { db, skus } = shop;
  for (const code of Object.keys(skus)) await shop.list(code);
  const standIns = await startStandIns({ seed: "1" });
  answeredAt(standIns.url);
  const idOf = async (text: string, values: unknown[] = []) => (await db.one<{ id: string }>(text, values))?.id ?? "";
  const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
  await db.query(
    `update sku set gross_weight_g = case sku_code when 'A100' then 450 else 800 end,
       declare_name_en = 'Lamp', declare_price = 4.5 where id = any($1::bigint[])`,
    [Object.values(skus)],
  );
  const connect = (name: string, kind: string, provider: string) =>
    idOf(
      `insert into connector (tenant_id, name, kind, provider, account, enabled, app_secret)
       values (1, $1, $2, $3, 'demo', true, $4) returning id`,
      [name, kind, provider, sealSecret(DEMO_SECRET)],
    );
  const gc = await connect("测试谷仓", "warehouse", "gc");
  const carrier = await connect("测试承运商", "carrier", "express");
  const west = await idOf("update warehouse set provider = 'gc' where code = 'GC-W' returning id");
  const own = await idOf("select id from warehouse where code = 'WH-SZ'");
  const channel = (code: string, connectorId: string | null) =>
    idOf(
      `insert into logistics_channel (tenant_id, code, name, carrier_code, connector_id, enabled)
       values (1, $1, $1, 'USPS', $2, true) returning id`,
      [code, connectorId],
    );
  const channels = { gc: await channel("GC-USPS-T", null), own: await channel("YT-T", carrier) };
  await act((c) =>
    postMoves(
      c,
      { document: "other_in", id: "1", no: "QR1" },
      "first",
      [west, own].flatMap((warehouseId) =>
        Object.values(skus).map((skuId) => ({
          kind: "in",
          type: "otherIn",
          bucket: "good",
          warehouseId,
          skuId,
          qty: 100,
          amount: "20.00",
        })),
      ),
    ),
  );
  for (const [code, skuId] of Object.entries(skus)) {
    await db.query(
      `insert into goods_mapping (tenant_id, system, sku_id, external_code, ratio, status, effective_date)
       values (1, 'gc', $1, $2, 1, 'active', '2020-01-01')`,
      [skuId, `GC-${code}`],
    );
    await standIns.control("warehouse", {
      products: [
        {
          code: `GC-${code}`,
          name: code,
          weightG: code === "A100" ? 450 : 800,
          lengthCm: 10,
          widthCm: 10,
          heightCm: 10,
        },
      ],
    });
  }

  let orders = 0;
  return {
    ...shop,
    standIns,
    act,
    connectors: { gc, carrier },
    west,
    own,
    channels,
    /** An audited order of the platform with a package for each of its lines, in one of the warehouses. */
    async order(place: "gc" | "own" = "gc") {
      const platformOrderNo = `113-0000000-${String(++orders).padStart(7, "0")}`;
      const told = orderIn({
        platformOrderNo,
        shippingAddress: MARY,
        lines: [
          lineIn({ platformLineNo: "1" }),
          lineIn({ platformLineNo: "2", sellerSku: "S-B200", qty: 1, itemPrice: "39.00" }),
        ],
      });
      const [platformId = ""] = (await shop.take(told)).ids;
      const id = await act((c) => convertOrder(c, platformId));
      const lines = await db.query<{ orderLineId: string; skuId: string; qty: number }>(
        `select id as "orderLineId", sku_id as "skuId", qty from sales_order_line
         where sales_order_id = $1 and del_flag = 0 order by line_no`,
        [id],
      );
      const warehouseId = place === "gc" ? west : own;
      const parts = lines.map((l) => ({ warehouseId, channelId: channels[place], lines: [l] }));
      const packages = await act(async (c) => {
        const made = await rebuildDrafts(c, id, parts);
        await reservePackages(c, id);
        await c.sql.query("update sales_order set status = 'audited' where id = $1", [id]);
        return made;
      });
      return { id, platformId, platformOrderNo, packages };
    },
    step: (id: string, action: Step, input: object = {}) =>
      act((c) => perform(c, packageOrder, id, action, { ...input }, { trusted: true })),
    /** One turn of the sender, with whatever waits for its time. */
    async turn() {
      await db.query("update outbox set next_run = now() where status in ('pending', 'sending')");
      await sendOutbox(db, packageHandlers(engine));
    },
    packageOf: (id: string) =>
      db.one<Record<string, string | null>>(
        `select status, task, fail_reason as reason, external_order_no as "orderNo",
           tracking_no as "trackingNo", carrier_code as carrier, actual_freight::text as freight,
           actual_weight_kg::text as kg from package_order where id = $1`,
        [id],
      ),
    orderState: async (id: string) =>
      (await db.one<{ status: string }>("select status from sales_order where id = $1", [id]))?.status,
    live: async (orderId: string) => (await act((c) => packagesOf(c, orderId))).filter((p) => p.status !== "cancelled"),
    stockOf: (code: string, warehouseId = west) =>
      db.one<{ good: number; free: number }>(
        `select good_qty as good, available_qty as free from stock
         where sku_id = $1 and warehouse_id = $2`,
        [skus[code], warehouseId],
      ),
    async close() {
      await standIns.stop();
      answeredAt(null);
      await db.close();
    },
  };
}
export type Yard = Awaited<ReturnType<typeof openYard>>;
