import { recountDelivery, refreshSigned } from "#backend/domain/purchase/delivery-plan/state";
import { countReceived, sumById } from "#backend/domain/purchase/demand/requisition-lines";
import { refreshOrder } from "#backend/domain/purchase/order-lines/chain";
import { countReplaced } from "#backend/domain/purchase/order-lines/reentry";
import type { RuleContext } from "#backend/engine/documents";
import { bookOrder } from "#backend/ledgers/payables/book-order";
import type { Source } from "#backend/ledgers/stock";
import { invalid } from "#backend/platform/http";
import type { DraftOf, LineOf } from "#documents/kit";
import { cartonOf, codesIn, packingText } from "#documents/wms/scanned";
import type { wmsSign } from "#documents/wms/wms-sign";
import type { Scene, SceneSent } from "./scene";

/** How each line of a delivery is packed, by its id; cartons are numbered through, as on their labels. */
export function packings(sent: readonly SceneSent[]): Map<string, string> {
  let last = 0;
  return new Map(
    sent.map(({ id, cartons, pcsPerCarton, qty }) => {
      const from = last + 1;
      last += cartons;
      return [id, packingText({ from, to: last, pcsPerCarton, qty })];
    }),
  );
}

/** Cartons of a delivery that no receipt counted yet. */
export async function cartonsOpen({ sql }: RuleContext, deliveryId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `select greatest(d.carton_qty - coalesce((
       select sum(cartons_signed) from wms_sign
       where delivery_id = d.id and status <> 'reversed' and del_flag = 0), 0), 0)::int as n
     from delivery d where d.id = $1`,
    [deliveryId],
  );
  return row?.n ?? 0;
}

const refuse = (message: string) => invalid(message, { cartonCodes: message });

/**
 * Scanned carton labels say how many cartons came: each of this delivery, each once over its receipts.
 * @throws Refusal 400 箱唛{code}不属于送货单{no}; 箱唛{code}已签收
 */
export async function countCartons({ sql }: RuleContext, { delivery }: Scene, next: DraftOf<typeof wmsSign>) {
  const codes = codesIn(next.cartonCodes);
  if (!codes.length) return;
  const total = delivery.cartonQty;
  for (const code of codes) {
    const i = cartonOf(code) ?? 0;
    if (code !== `${delivery.no}-${i}/${total}` || i < 1 || i > total)
      throw refuse(`箱唛${code}不属于送货单${delivery.no}`);
  }
  const before = await sql.one<{ code: string }>(
    `select x as code from wms_sign, unnest(carton_codes) x
     where delivery_id = $1 and status <> 'reversed' and x = any($2) limit 1`,
    [delivery.id, codes],
  );
  if (before) throw refuse(`箱唛${before.code}已签收`);
  next.cartonCodes = codes;
  next.cartonsSigned = codes.length;
}

/** A line of a saved receipt. */
export type Signed = LineOf<typeof wmsSign, "items">;

const add = ({ sql }: RuleContext, table: string, pieces: ReadonlyMap<string, number>) =>
  sql.query(
    `update ${table} t set signed_qty = t.signed_qty + x.n
     from unnest($1::bigint[], $2::int[]) as x(id, n) where t.id = x.id`,
    [[...pieces.keys()], [...pieces.values()]],
  );

/**
 * Counts the pieces of a receipt, whose own state is written, on delivery, plans, orders and demand;
 * `sign` -1 takes them back. `word`: what the history of the delivery says.
 */
export async function countSigned(
  c: RuleContext,
  scene: Scene,
  lines: readonly Signed[],
  sign: 1 | -1,
  word: string,
): Promise<void> {
  const { deliveryType } = scene.delivery;
  const pieces = (by: "deliveryLineId" | "poLineId") => sumById(lines.map((l) => [l[by], sign * l.signQty] as const));
  const byOrderLine = pieces("poLineId");
  await add(c, "delivery_line", pieces("deliveryLineId"));
  await add(c, "purchase_order_line", byOrderLine);
  await refreshSigned(c, scene.delivery, word);
  await recountDelivery(c, [...scene.orderLines.keys()], scene.plans);
  if (deliveryType === "normal") await countReceived(c, scene.demand, byOrderLine);
  if (deliveryType === "exchange") await countReplaced(c, [...byOrderLine.keys()]);
}

/** Payables and derived figures of the orders, last of all. `bizDate`: of the receipt, else today. */
export async function settleOrders(c: RuleContext, scene: Scene, source: Source, bizDate?: string): Promise<void> {
  for (const id of scene.orders) await bookOrder(c, id, source, { bizDate });
  for (const id of scene.orders) await refreshOrder(c, id);
}
