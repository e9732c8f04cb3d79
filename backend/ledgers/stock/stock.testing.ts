import type { RuleContext } from "#backend/engine/documents/rules";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { postMoves } from "./ledger";
import type { Move, Options } from "./types";

/** Two warehouses, three SKUs and nothing in them. */
export async function openStock() {
  const db = await testDatabase();
  const skus = (
    await db.query<{ id: string }>(
      `insert into sku (sku_code, name, status, sku_type, unit)
       select 'STK-0' || n, '货品' || n, 'approved', 'normal', 'pcs' from generate_series(1, 3) n
       returning id`,
    )
  ).map((r) => r.id);
  const warehouses = (
    await db.query<{ id: string }>("select id from warehouse where code in ('WH-SZ', 'WH-YW') order by code")
  ).map((r) => r.id);
  /** Work of one document in a transaction of its own. */
  const act = <R>(work: (c: RuleContext) => Promise<R>): Promise<R> => db.tx((sql) => work(actAs(sql)));
  let serial = 0;
  const source = (document = "other_in") => {
    const id = String(++serial);
    return { document, id, no: `QR-T${id}` };
  };
  const place = (sku = 0, warehouse = 0) => ({ skuId: skus[sku] ?? "", warehouseId: warehouses[warehouse] ?? "" });
  const post = (moves: Move[], options?: Options) => {
    const from = source();
    return act(async (c) => ({ from, rows: await postMoves(c, from, "post", moves, options) }));
  };
  /** `qty` good pieces worth `amount` CNY. */
  const fill = (qty: number, amount: string, at = place()) =>
    post([{ kind: "in", bucket: "good", qty, amount, type: "otherIn", ...at }]);
  const stock = (at = place()) =>
    db.one<Record<string, number | string>>(
      `select qc_qty as qc, good_qty as good, bad_qty as bad, reserved_qty as held,
         reserved_bad_qty as "heldBad", available_qty as available, stock_value::text as value,
         avg_cost::text as cost
       from stock where warehouse_id = $1 and sku_id = $2`,
      [at.warehouseId, at.skuId],
    );
  return { db, act, source, place, post, fill, stock };
}

export type Stock = Awaited<ReturnType<typeof openStock>>;
