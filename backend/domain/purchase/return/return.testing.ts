import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { evidence } from "../../../../tests/evidence";
import { testBackend } from "../../../../tests/harness";
import { DELIVERY, day, dock, type Order } from "../delivery/delivery.testing";

export const RETURN = "/purchase/return";
export const EXCHANGE = "/purchase/exchange";
export const SIGN = "/wms/sign";
export const INSPECTION = "/purchase/inspection";

type Body = Record<string, unknown>;
type Back = typeof RETURN | typeof EXCHANGE;
const NAMES = { [RETURN]: "purchase_return", [EXCHANGE]: "purchase_exchange" };

/** What came of an order line: pieces that passed and that did not. */
export type Came = [line: number, pass: number, reject?: number];

/** A dock whose goods are signed and inspected, and go back. */
export async function openBacks() {
  const backend = await testBackend();
  const d = await dock(backend);
  const { db, buyer, good } = d;
  const warehouse = d.as("warehouse");
  let serial = 0;
  /** An order of SKUs of its own, each with its price; 13 % tax. */
  const order = async (lines: [qty: number, price: string][]): Promise<Order> => {
    const po = await d.order(lines.map(([qty]) => qty));
    for (const [i, [, price]] of lines.entries())
      await db.query(
        `with s as (insert into sku (sku_code, name, status, sku_type, unit, pcs_per_carton)
           values ($3, '退换货品', 'approved', 'normal', 'pcs', 10) returning id)
         update purchase_order_line set price = $2, sku_id = (select id from s) where id = $1`,
        [po.lines[i], price, `BACK-${++serial}`],
      );
    return po;
  };
  const ship = async (po: Order, came: Came[], deliveryType: string) => {
    const items = came.map(([line, pass, reject = 0]) => ({ poLineId: po.lines[line], qty: pass + reject }));
    const id = await d.send(items, { deliveryType });
    good(await buyer.act(DELIVERY, id, "ship"));
    return id;
  };
  const sign = async (deliveryId: string, more: Body = {}) => {
    const form = good(await warehouse.send("GET", `${SIGN}/prefill`, undefined, { deliveryId })) as Body;
    return (await warehouse.add(SIGN, { ...form, inspectPolicy: "inspect", ...more })).id;
  };
  /** Finishes the inspection of a receipt; answers its id. */
  const inspect = async (signId: string, came: Came[]) => {
    const found = await db.one<{ id: string }>("select id from inspection where sign_id = $1", [signId]);
    const id = found?.id ?? "";
    good(await warehouse.act(INSPECTION, id, "claim"));
    const { items } = await warehouse.read<{ items: Body[] }>(INSPECTION, id);
    good(
      await warehouse.edit(INSPECTION, id, {
        reportFiles: [evidence("warehouse", "document")],
        items: items.map((item, i) => {
          const [, passQty = 0, rejectQty = 0] = came[i] ?? [];
          const bad = {
            rejectReason: "appearance",
            rejectHandle: "return",
            photos: [evidence("warehouse", "picture")],
          };
          return { ...item, passQty, rejectQty, ...(rejectQty > 0 && bad) };
        }),
      }),
    );
    good(await warehouse.act(INSPECTION, id, "finish"));
    return id;
  };
  /** Goods of an order: delivered, signed, inspected. Answers the inspection. */
  const receive = async (po: Order, came: Came[], type = "normal") =>
    inspect(await sign(await ship(po, came, type)), came);

  const form = (api: Back, po: Order, lines: Came[], more: Body = {}): Body => ({
    poId: po.id,
    ...(api === RETURN ? { returnMode: "deduct", returnReason: "quality" } : { reason: "quality", expectDate: day(7) }),
    items: lines.map(([line, goodQty, badQty = 0]) => ({ poLineId: po.lines[line], goodQty, badQty })),
    ...more,
  });
  /** A draft; its lines as [line, good, bad]. */
  const draft = async (...given: Parameters<typeof form>) => (await buyer.add(given[0], form(...given))).id;
  const approved = async (...given: Parameters<typeof form>) => {
    const id = await draft(...given);
    await d.submit("buyer", NAMES[given[0]], given[0], id);
    return id;
  };
  const shipped = async (...given: Parameters<typeof form>) => {
    const id = await approved(...given);
    good(await warehouse.act(given[0], id, "ship"));
    return id;
  };
  const said = async (answer: ReturnType<typeof buyer.act>) => (await answer).body.msg;
  return {
    ...d,
    backend,
    warehouse,
    manager: d.as("purchase_manager"),
    order,
    ship,
    sign,
    inspect,
    receive,
    form,
    draft,
    approved,
    shipped,
    said,
    ...views(db),
    close: () => backend.close(),
  };
}

/** What the tests look at, as rows of the database. */
const views = (db: Awaited<ReturnType<typeof testBackend>>["db"]) => ({
  faults: () => ledgerFaults(db),
  /** good/bad/qc, held good/bad, value of the pool of an order line. */
  pool: async (lineId: string | undefined) => {
    const row = await db.one<{ text: string }>(
      `select s.good_qty || '/' || s.bad_qty || '/' || s.qc_qty || ' ' || s.reserved_qty || '/'
         || s.reserved_bad_qty || ' ' || s.stock_value as text
       from stock s join purchase_order_line l on l.sku_id = s.sku_id
         join purchase_order o on o.id = l.purchase_order_id and o.warehouse_id = s.warehouse_id
       where l.id = $1`,
      [lineId],
    );
    return row?.text;
  },
  /** signed − return − replenish − exchange, what is still to come: open and owed. */
  spine: async (lineId: string | undefined) => {
    const row = await db.one<{ text: string }>(
      `select concat_ws('/', signed_qty, return_qty, replenish_qty, exchange_qty) || ' '
         || open_qty + owed_replenish_qty + owed_exchange_qty as text from purchase_order_line where id = $1`,
      [lineId],
    );
    return row?.text;
  },
  /** receipt, return, payable of an order, and the balance of its payables. */
  owed: async (poId: string) => {
    const row = await db.one<{ text: string }>(
      `select receipt_amount || ' ' || return_amount || ' ' || payable_amount || ' '
         || coalesce((select sum(amount) from ap_entry where po_id = o.id), 0) as text
       from purchase_order o where id = $1`,
      [poId],
    );
    return row?.text;
  },
});

export type Backs = Awaited<ReturnType<typeof openBacks>>;
