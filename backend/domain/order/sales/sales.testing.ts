import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { salesOrder } from "#documents/order/sales-order";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { packagesOf } from "../package/packages";

type Action = keyof typeof salesOrder.actions;

/** A warehouse with 10 pieces each of three SKUs, a channel from there to the US, and orders at hand. */
export async function openOrders(stock: readonly number[] = [10, 10, 10]) {
  const db = await testDatabase();
  const ids = async (text: string, values: unknown[] = []) =>
    (await db.query<{ id: string }>(text, values)).map((r) => r.id);
  const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
  const [place = ""] = await ids("select id from warehouse where code = 'WH-SZ'");
  const [storeId = ""] = await ids(
    "select t.id from store t join site i on i.id = t.site_id where i.site_code = 'US' order by t.id limit 1",
  );
  const channelTo = async (country: string) =>
    (
      await ids(
        `insert into logistics_channel (code, name, carrier_code, warehouse_ids, countries, enabled)
         values ('T-' || $2, 'T-' || $2, 'USPS', array[$1]::bigint[], array[$2], true) returning id`,
        [place, country],
      )
    )[0] ?? "";
  const channel = await channelTo("US");
  const german = await channelTo("DE");
  const skus = await ids(
    `insert into sku (sku_code, name, status, sku_type, unit, gross_weight_g, purchase_price)
     select 'SO-' || n, '货品' || n, 'approved', 'normal', 'pcs', 250, 4.5 from generate_series(1, $1::int) n
     returning id`,
    [stock.length],
  );
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, my_rate)
     values ('USD', '2026-07-01', 7.15, 7.15) on conflict do nothing`,
  );
  const stockIn = (qtys: readonly number[]) =>
    act((c) =>
      postMoves(
        c,
        { document: "other_in", id: "1", no: "QR1" },
        `in:${JSON.stringify(qtys)}`,
        qtys.map((qty, n) => ({
          kind: "in",
          type: "otherIn",
          bucket: "good",
          warehouseId: place,
          skuId: skus[n] ?? "",
          qty,
          amount: String(qty * 2),
        })),
      ),
    );
  await stockIn(stock);
  let n = 0;
  /** An order with so many pieces of each SKU, for one receiver. */
  async function order(pieces: readonly number[], { hash = "H1", status = "pendingAudit" } = {}) {
    const [id = ""] = await ids(
      `insert into sales_order (tenant_id, no, status, store_id, currency, order_date,
         receiver_hash, receiver_country)
       values (1, $1, $2, $3, 'USD', '2026-07-06', $4, 'US') returning id`,
      [`SO-T${++n}`, status, storeId, hash],
    );
    await db.query(
      `insert into sales_order_line (tenant_id, sales_order_id, line_no, sku_id, qty)
       select 1, $1, n, s, q from unnest($2::bigint[], $3::int[]) with ordinality x(s, q, n) where q > 0`,
      [id, skus.slice(0, pieces.length), pieces],
    );
    return id;
  }
  const step = (id: string, action: Action, input: object = {}) =>
    act((c) => perform(c, salesOrder, id, action, { ...input }, { trusted: true }));
  const look = async (id: string) => ({
    ...(await db.one<{ status: string; exception: string | null }>(
      "select status, exception_code as exception from sales_order where id = $1",
      [id],
    )),
    packages: (await act((c) => packagesOf(c, id)))
      .filter((p) => p.status !== "cancelled")
      .map((p) => `${p.status} ${p.lines.map((l) => l.qty).join("+")}`),
  });
  /** Packed into one package, ready to be audited. */
  async function ready(pieces: readonly number[], more: Parameters<typeof order>[1] = {}) {
    const id = await order(pieces, more);
    await step(id, "setWarehouse", { warehouseId: place });
    await step(id, "setLogistics", { logisticsChannelId: channel });
    return id;
  }
  const free = async (sku = 0) =>
    (await db.one<{ free: number }>("select available_qty as free from stock where sku_id = $1", [skus[sku]]))?.free;
  const faults = () => ledgerFaults(db);
  return { db, act, place, storeId, channel, german, skus, stockIn, order, ready, step, look, free, faults };
}

export type Orders = Awaited<ReturnType<typeof openOrders>>;
