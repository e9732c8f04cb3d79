import type { RuleContext } from "#backend/engine/documents/rules";
import { release, reserve } from "#backend/ledgers/stock/reserve";
import { actAs } from "../../../../tests/acting";
import { evidence } from "../../../../tests/evidence";
import type { TestBackend } from "../../../../tests/harness";
import { DELIVERY, dock } from "../delivery/delivery.testing";

export const INSPECTION = "/purchase/inspection";
export const SIGN = "/wms/sign";

type Body = Record<string, unknown>;
type Line = Body & { id: string; signQty: number };

/** A dock whose deliveries are signed: what came stands in 待检, with its inspection. */
export async function gate(backend: TestBackend) {
  const d = await dock(backend);
  const keeper = d.as("warehouse");
  /** Sends and signs pieces of order lines; answers the receipt and its inspection. */
  const receive = async (items: [poLineId: string | undefined, qty: number][]) => {
    const delivery = await d.send(items.map(([poLineId, qty]) => ({ poLineId, qty })));
    d.good(await d.buyer.act(DELIVERY, delivery, "ship"));
    return sign(delivery);
  };
  const sign = async (delivery: string) => {
    const form = d.good(await keeper.send("GET", `${SIGN}/prefill`, undefined, { deliveryId: delivery })) as Body;
    const { id: signId } = await keeper.add(SIGN, form);
    const row = await d.db.one<{ id: string }>("select id from inspection where sign_id = $1 and del_flag = 0", [
      signId,
    ]);
    return { delivery, signId, id: row?.id ?? "" };
  };
  const read = (id: string) => keeper.read<Body & { items: Line[] }>(INSPECTION, id);
  const act = (id: string, name: string, who = "warehouse") => d.as(who).act(INSPECTION, id, name);
  /** Fills in what was found; `more` stands on every line with rejected pieces. */
  const fill = async (id: string, found: [pass: number, reject: number, more?: Body][]) => {
    const { items } = await read(id);
    return keeper.edit(INSPECTION, id, {
      reportFiles: [evidence("warehouse", "document")],
      items: items.map((line, i) => {
        const [passQty, rejectQty, more] = found[i] ?? [line.signQty, 0];
        const why = rejectQty
          ? { rejectReason: "appearance", rejectHandle: "return", photos: [evidence("warehouse", "picture")] }
          : {};
        return { id: line.id, sampleQty: line.sampleQty, passQty, rejectQty, ...why, ...more };
      }),
    });
  };
  /** Claims, fills in and finishes. */
  const inspect = async (id: string, ...found: Parameters<typeof fill>[1]) => {
    if ((await read(id)).status === "pending") d.good(await act(id, "claim"));
    d.good(await fill(id, found));
    return act(id, "finish");
  };
  const stock = async (sku: number) => {
    const row = await d.db.one<Record<"qc" | "good" | "bad", number> & { value: string }>(
      `select s.qc_qty as qc, s.good_qty as good, s.bad_qty as bad, s.stock_value::text as value
       from stock s join sku k on k.id = s.sku_id where k.sku_code = $1`,
      [`DLV0001-0${sku + 1}`],
    );
    return row && [row.qc, row.good, row.bad, row.value];
  };
  /** A document that holds good pieces of a SKU; answers what lets them go. */
  const hold = async (sku: number, qty: number) => {
    const place = await d.db.one<{ warehouseId: string; skuId: string }>(
      `select s.warehouse_id as "warehouseId", s.sku_id as "skuId"
       from stock s join sku k on k.id = s.sku_id where k.sku_code = $1`,
      [`DLV0001-0${sku + 1}`],
    );
    const source = { document: "transfer", id: "1", no: "DB-1" };
    const run = (work: (c: RuleContext) => Promise<void>) => d.db.tx((sql) => work(actAs(sql)));
    await run(async (c) => {
      if (place) await reserve(c, source, [{ ...place, bucket: "good", qty, lineId: "1" }]);
    });
    return () => run((c) => release(c, source));
  };
  const results = (poLineId: string | undefined) =>
    d.db.one<{ pass: number; reject: number }>(
      "select pass_qty as pass, reject_qty as reject from purchase_order_line where id = $1",
      [poLineId],
    );
  const signState = async (id: string) =>
    (await d.db.one<{ status: string }>("select status from wms_sign where id = $1", [id]))?.status;
  return { ...d, keeper, receive, sign, read, act, fill, inspect, stock, hold, results, signState };
}

export type Gate = Awaited<ReturnType<typeof gate>>;
