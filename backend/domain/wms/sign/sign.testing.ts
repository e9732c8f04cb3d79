import { DELIVERY, dock, type Order } from "#backend/domain/purchase/delivery/delivery.testing";
import { evidence } from "../../../../tests/evidence";
import { testBackend } from "../../../../tests/harness";

export const SIGN = "/wms/sign";

type Body = Record<string, unknown>;

/** The dock with orders at other prices, deliveries on their way, and somebody who signs them. */
export async function openGate() {
  const backend = await testBackend();
  const d = await dock(backend);
  const { db } = backend;
  const keeper = d.as("warehouse");
  const [sz] = await db.query<{ id: string }>("select id from warehouse where code = 'WH-SZ'");
  /** An order whose lines have these prices. */
  const priced = async (lines: [qty: number, price: string][], more: Body = {}): Promise<Order> => {
    const po = await d.order(lines.map(([qty]) => qty));
    const head = { rate: "1", taxType: "tax", feeShares: [] as string[], ...more };
    await db.query("update purchase_order set rate = $2, warehouse_id = $3 where id = $1", [po.id, head.rate, sz?.id]);
    for (const [i, [, price]] of lines.entries())
      await db.query("update purchase_order_line set price = $2, fee_share = $3 where id = $1", [
        po.lines[i],
        price,
        head.feeShares[i] ?? "0",
      ]);
    return po;
  };
  /** A delivery of order lines on its way. */
  const shipped = async (items: [line: string | undefined, qty: number][], more: Body = {}) => {
    const id = await d.send(
      items.map(([poLineId, qty]) => ({ poLineId, qty })),
      more,
    );
    d.good(await d.buyer.act(DELIVERY, id, "ship"));
    return id;
  };
  /** The receipt of a delivery: its lines counted as given, else as sent. */
  const form = async (deliveryId: string, counts: (number | undefined)[] = [], more: Body = {}) => {
    const values = d.good(await keeper.send("GET", `${SIGN}/prefill`, undefined, { deliveryId })) as Body & {
      items: Body[];
    };
    const items = values.items.map((l, i) => ({
      deliveryLineId: l.deliveryLineId,
      signQty: counts[i] ?? l.signQty,
      diffReason: (counts[i] ?? l.signQty) === l.signQty ? null : "shortage",
    }));
    const differs = items.some((l) => l.diffReason);
    const photos = differs ? [evidence("warehouse", "picture")] : [];
    return { ...values, photos, items, ...more } as Body & { items: Body[] };
  };
  const sign = async (deliveryId: string, counts: (number | undefined)[] = [], more: Body = {}) =>
    keeper.send("POST", SIGN, await form(deliveryId, counts, more));
  const signed = async (...given: Parameters<typeof sign>): Promise<string> => d.good(await sign(...given)).id;
  const reverse = (id: string) => keeper.act(SIGN, id, "reverse", { reason: "数错" });
  /** A pool of the first warehouse, by SKU of the dock. */
  const stock = (poLineId: string | undefined) =>
    db.one(
      `select s.qc_qty as qc, s.good_qty as good, s.stock_value::text as value
       from stock s join purchase_order_line l on l.sku_id = s.sku_id
         join purchase_order o on o.id = l.purchase_order_id and o.warehouse_id = s.warehouse_id
       where l.id = $1`,
      [poLineId],
    );
  /** What the payables ledger says of an order, newest last. */
  const payables = (poId: string) =>
    db.query<{ type: string; amount: string; balance: string }>(
      `select biz_type as type, amount::text as amount, balance::text as balance
       from ap_entry where po_id = $1 order by id`,
      [poId],
    );
  const state = async (table: string, id: string) =>
    (await db.one<{ status: string }>(`select status from ${table} where id = $1`, [id]))?.status;
  return {
    ...d,
    db,
    keeper,
    priced,
    shipped,
    form,
    sign,
    signed,
    reverse,
    stock,
    payables,
    state,
    close: () => backend.close(),
  };
}

export type Gate = Awaited<ReturnType<typeof openGate>>;
