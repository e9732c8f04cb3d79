// Stock of figures.md E.1, through the ledger: transfers with their freight, what sold, what was lost.

import { postPackage } from "#backend/domain/order/package/freight";
import { convertOrder } from "#backend/domain/order/sales/convert";
import type { RuleContext } from "#backend/engine/documents";
import { arrive, type In, lose, type Options, postMoves, type Source, sendOff } from "#backend/ledgers/stock";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import type { TestBackend } from "../../../tests/harness";

type Db = TestBackend["db"];

/** What of a transfer arrived of each line, and the freight that came with it. */
interface SaidLeg {
  sku: string;
  sent: number;
  came: number;
  fee: string;
}

/** Warehouses of the two stores, and what lay in them on the first of August. */
export async function openWarehouses(db: Db, stores: { us: string; de: string }) {
  const id = async (text: string, values: unknown[]) => given(await db.one<{ id: string }>(text, values)).id;
  const warehouse = (code: string, kind: string, storeId: string | null) =>
    id(
      `insert into warehouse (code, name, kind, store_id, enabled, country)
       select $1, $1, $2, $3::bigint, true, w.country from warehouse w where w.code = 'OS-LA' returning id`,
      [code, kind, storeId],
    );
  const places = {
    from: await warehouse("F-SZ", "domestic", null),
    us: await warehouse("F-FBA-US", "fba", stores.us),
    de: await warehouse("F-FBA-DE", "fba", stores.de),
    gc: await warehouse("F-GC-US", "overseas", null),
  };
  const skus: Record<string, string> = {};
  for (const code of ["FA", "FB"]) skus[code] = await id("select id from sku where sku_code = $1", [code]);
  const skuId = (code: string) => given(skus[code]);
  let serial = 900;
  const source = (document: string): Source => ({ document, id: String(++serial), no: `F${serial}` });
  const act = <R>(work: (c: RuleContext) => Promise<R>) => db.tx((sql) => work(actAs(sql)));

  const lies = (warehouseId: string, sku: string, qty: number, amount: string, firstLeg = "0.00"): In => ({
    kind: "in",
    bucket: "good",
    type: "opening",
    warehouseId,
    skuId: skuId(sku),
    qty,
    amount,
    firstLeg,
  });
  await act((c) =>
    postMoves(
      c,
      source("opening"),
      "open",
      [
        lies(places.from, "FA", 160, "6400.00"),
        lies(places.from, "FB", 70, "5950.00"),
        lies(places.us, "FA", 20, "900.00", "60.00"),
        lies(places.gc, "FA", 10, "412.00", "12.00"),
      ],
      { bizDate: "2026-08-01" },
    ),
  );

  /** Sends goods to the platform; they arrive the same day with their freight. */
  async function transfer(to: "us" | "de", legs: readonly SaidLeg[], on: Options) {
    const of = source("transfer");
    const leg = (l: SaidLeg, i: number) => ({ skuId: skuId(l.sku), toWarehouseId: places[to], lineId: String(i + 1) });
    const types = { out: "transferOut", transit: "transferTransit" } as const;
    const sent = legs.map((l, i) => ({
      ...leg(l, i),
      fromWarehouseId: places.from,
      bucket: "good" as const,
      qty: l.sent,
    }));
    await act((c) => sendOff(c, of, "ship", sent, types, on));
    const came = legs.map((l, i) => ({ ...leg(l, i), good: l.came, bad: 0, fee: l.fee }));
    await act((c) => arrive(c, of, "receive", came, { in: "transferIn" }, on));
    /** Gives up what did not arrive of its first line. */
    return (fee: string, day: Options) => {
      const [first] = legs.map((l, i) => ({ ...leg(l, i), qty: l.sent - l.came, fee }));
      return act((c) => lose(c, of, "close", [given(first)], { loss: "transferLoss" }, day));
    };
  }

  /** Ships one piece of an order ourselves, from the warehouse in its country. */
  async function ship(orderNo: string, day: string, freight: string) {
    const platform = await id("select id from platform_order where platform_order_no = $1", [orderNo]);
    await db.query("update platform_order set status = 'Unshipped' where id = $1", [platform]);
    const order = await act((c) => convertOrder(c, platform));
    await db.query("update platform_order set status = 'Shipped' where id = $1", [platform]);
    const parcel = await id(
      `insert into package_order (no, store_id, status, ship_time, warehouse_id, actual_freight, freight_currency)
       values ('FBG1', $1, 'shipped', $2::date + interval '12 hours', $3, $4, 'USD') returning id`,
      [stores.us, day, places.gc, freight],
    );
    const line = await id(
      `insert into package_order_line (package_order_id, line_no, order_id, order_line_id, sku_id, qty)
       select $1, 1, sales_order_id, id, sku_id, qty from sales_order_line where sales_order_id = $2 returning id`,
      [parcel, order],
    );
    await act(async (c) => {
      const out = { kind: "out", bucket: "good", type: "pkgOut", warehouseId: places.gc, lineId: line } as const;
      await postMoves(
        c,
        { document: "package_order", id: parcel, no: "FBG1" },
        "ship",
        [{ ...out, skuId: skuId("FA"), qty: 1 }],
        { bizDate: day },
      );
      await postPackage(c, parcel);
    });
  }
  return { transfer, ship };
}
