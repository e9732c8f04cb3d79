import type { DraftOf } from "#documents/kit";
import { cartonOf, codesIn, packingText } from "#documents/wms/scanned";
import type { wmsSign } from "#documents/wms/wms-sign";
import type { RuleContext } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import type { Scene, Sent } from "./scene";

/** How each line of a delivery is packed, by its id; cartons are numbered through, as on their labels. */
export function packings(sent: readonly Sent[]): Map<string, string> {
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
export async function countCartons(
  { sql }: RuleContext,
  { delivery }: Scene,
  next: DraftOf<typeof wmsSign>,
) {
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
